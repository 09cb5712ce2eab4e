from __future__ import annotations

import io
import re
import zipfile
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.number_formats import UNREADABLE, odd_cells, shown_by
from tests.helpers.workbooks import FORMATS, Failed, Sheet, Styled, xlsx

SPACE = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"

cells = st.one_of(
    st.none(),
    st.integers(-5, 99_999),
    st.text(alphabet="ab<>&\"' c", max_size=5),
    st.booleans(),
    st.builds(Styled, st.integers(0, 99_999), st.sampled_from(FORMATS)),
    st.just(Failed("#N/A")),
)


def naive_odd_cells(data: bytes) -> tuple[list[tuple[int, int, int]], int]:
    """The same by a parser of XML, cell by cell."""
    found, count = [], 0
    padded = [number for number, code in enumerate(FORMATS) if code.count("0") > 1 and "." not in code]
    for cell in ElementTree.fromstring(data).iter(f"{SPACE}c"):
        letters, digits = re.fullmatch(r"([A-Z]+)(\d+)", cell.get("r", "")).groups()
        column = 0
        for letter in letters:
            column = column * 26 + ord(letter) - 64
        count += len(cell) > 0
        style = -1 if cell.get("t") == "e" else int(cell.get("s", "0"))
        if style == -1 or style in padded:
            found.append((int(digits) - 1, column - 1, style))
    return found, count


@given(st.lists(st.lists(cells, max_size=5), max_size=6), st.integers(1, 40), st.integers(1, 60))
def test_odd_cells_are_those_that_a_parser_of_xml_finds(rows, first_row, first_column):
    data = xlsx({"A & B": Sheet(rows, first_row, first_column)})
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        found = odd_cells(archive, "A & B")
        wanted, count = naive_odd_cells(archive.read("xl/worksheets/sheet1.xml"))
    got = zip(found.rows.tolist(), found.columns.tolist(), found.formats.tolist(), strict=True)
    assert list(got) == wanted
    assert found.reach[2] == count
    assert set(found.texts) <= {"#N/A"}
    if count:
        width = max(len(row) for row in rows if any(cell is not None for cell in row))
        assert found.reach[0] <= len(rows)
        assert found.reach[1] <= width


@pytest.mark.parametrize(
    ("code", "value", "text"),
    [
        ("00000", 1067.0, "01067"),
        ("00000", 123456.0, "123456"),
        ("00000;-00000", 7.0, "00007"),
        ("[$-407]00000", 7.0, "00007"),
        ("000-00-0000", 78051120.0, "078-05-1120"),
        ("00000-0000", 21060001.0, "02106-0001"),
        ("00000\\-0000", 21060001.0, "02106-0001"),
        ('"A-"0000', 12.0, "A-0012"),
        ("##0 00", 12345.0, "123 45"),
        ("0000000000000000", 9007199254740991.0, "9007199254740991"),
        ("00000", 1.5, ""),
        ("00000", -5.0, ""),
    ],
)
def test_numbers_filled_up_with_zeros(code, value, text):
    shown = shown_by(code)
    assert shown is not None
    assert shown(value) == text


@pytest.mark.parametrize(
    "code", ["General", "0", "0.00", "00.0", "#,##0", "0%", "yyyy-mm-dd", "hh:mm", "@", "00E+00", "mm00"]
)
def test_other_formats_show_the_number_itself(code):
    assert shown_by(code) is None


def test_a_workbook_put_together_in_another_way_is_told():
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.xml", "<workbook>")
        with pytest.raises(UNREADABLE):
            odd_cells(archive, "A")


def test_tags_with_prefixes_and_cells_without_places():
    sheet = (
        b'<x:worksheet xmlns:x="y"><x:sheetData><x:row r="5"><x:c s="1"><x:v>7</x:v></x:c><x:c/><x:c t=\'e\'><x:v>#REF!'
        b"</x:v></x:c></x:row><x:row><x:c s='1'><x:v>8</x:v></x:c></x:row></x:sheetData></x:worksheet>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("xl/workbook.xml", '<w xmlns:r="q"><sheets><sheet name="A" r:id="r1"/></sheets></w>')
        archive.writestr("xl/_rels/workbook.xml.rels", '<R><Relationship Id="r1" Target="/xl/s.xml"/></R>')
        styles = '<s><numFmts><numFmt numFmtId="170" formatCode="000"/></numFmts><cellXfs><xf/><xf numFmtId="170"/></cellXfs></s>'
        archive.writestr("xl/styles.xml", styles)
        archive.writestr("xl/s.xml", sheet)
        found = odd_cells(archive, "A")
    assert found.rows.tolist() == [4, 4, 5]
    assert found.columns.tolist() == [0, 2, 0]
    assert found.formats.tolist() == [1, -1, 1]
    assert found.texts == ("#REF!",)
    assert found.reach == (2, 3, 3)
