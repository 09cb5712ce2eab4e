from __future__ import annotations

import io
import zipfile

import pytest

from entityres.errors import Cancelled, InputError, SheetError
from entityres.progress import Progress
from entityres.records.reading import preview, read_list
from entityres.records.record_list import ReadSettings, RecordList
from tests.helpers.workbooks import Failed, Sheet, Styled, compound, ods, xlsx

PEOPLE = [["id", "name", "town"], [1, "Ann", "Bath"], [2, "Bo", "Ely"]]


@pytest.fixture
def write(tmp_path):
    def write(data: bytes, name: str = "list.xlsx") -> str:
        path = tmp_path / name
        path.write_bytes(data)
        return str(path)

    return write


def table_of(record_list: RecordList) -> list[list[str]]:
    return [list(record_list.columns), *[list(row.values()) for row in record_list.table.to_pylist()]]


def kinds(record_list: RecordList) -> list[str]:
    return [problem.kind for problem in record_list.problems]


def messages(record_list: RecordList) -> str:
    return "\n".join(problem.message for problem in record_list.problems)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("list.xlsx", xlsx({"People": PEOPLE})),
        ("list.ods", ods({"People": PEOPLE})),
    ],
)
def test_every_kind_of_workbook_gives_the_same_records(write, name, data):
    path = write(data, name)
    found = read_list(path)
    assert table_of(found) == [["id", "name", "town"], ["1", "Ann", "Bath"], ["2", "Bo", "Ely"]]
    assert found.lines.tolist() == [2, 3]
    assert found.problems == ()
    assert found.name == "list"
    assert found.size == len(data)
    assert (found.settings.header_row, found.settings.delimiter) == (1, ",")
    assert preview(path).table.equals(found.table)
    assert read_list(path, found.settings).table.equals(found.table)


def test_values_are_the_text_that_a_person_sees(write):
    cells = [
        (1067, "1067"),
        (1067.0, "1067"),
        (12.5, "12.5"),
        (0.1 + 0.2, "0.3"),
        (4915112345678, "4915112345678"),
        (1e20, "100000000000000000000"),
        (-3, "-3"),
        (True, "TRUE"),
        (False, "FALSE"),
        (None, ""),
        ("0042", "0042"),
        (" a, b ", " a, b "),
        ('say "hi"', 'say "hi"'),
        ("two\nlines", "two\nlines"),
        ("Ünïcödé 𠮷", "Ünïcödé 𠮷"),
        (Styled(44289, "yyyy-mm-dd"), "2021-04-03"),
        (Styled(44289, "yyyy-mm-dd hh:mm"), "2021-04-03"),
        (Styled(44289.4375, "yyyy-mm-dd hh:mm"), "2021-04-03 10:30:00"),
        (Styled(44289.9999999, "yyyy-mm-dd hh:mm"), "2021-04-04"),
        (Styled(0.4375, "hh:mm:ss"), "10:30:00"),
        (Styled(1.25, "[h]:mm:ss"), "30:00:00"),
        (Styled(1067, "00000"), "01067"),
        (Styled(78051120, "000-00-0000"), "078-05-1120"),
        (Styled(42, '"A-"0000'), "A-0042"),
        (Styled(3.5, "00000"), "3.5"),
        (Styled(3.5, "0.00"), "3.5"),
        (Failed("#N/A"), "#N/A"),
        (Failed("#DIV/0!"), "#DIV/0!"),
    ]
    rows = [["n", "mixed", "end"], *[[n, value, "x"] for n, (value, _) in enumerate(cells)]]
    found = read_list(write(xlsx({"A": rows})))
    assert found.table.column("mixed").to_pylist() == [text for _, text in cells]
    assert found.table.column("n").to_pylist() == [str(n) for n in range(len(cells))]


def test_a_column_of_postcodes_keeps_its_zeros_in_every_row(write):
    rows = [["plz"], *[[Styled(number, "00000")] for number in range(950, 45_000, 7)]]
    found = read_list(write(xlsx({"A": Sheet(rows, first_row=3, first_column=4)})))
    assert found.table.column("plz").to_pylist() == [f"{number:05}" for number in range(950, 45_000, 7)]
    assert found.lines.tolist()[0] == 4


@pytest.mark.slow
@pytest.mark.parametrize("first_row", [1, 3])
def test_rows_far_below_others_are_read_with_their_lines(write, first_row):
    far = [[None, None]] * 45_000
    rows = [["id", "on", "plz"], [1, True, "x"], *far, [0, False, None], [0.0, None, None], *far, [None, False, None]]
    rows += [[None, None, Failed("#N/A")], *far, [None, None, Styled(7, "00000")], *far[:19_000], [2, "Bo", ""]]
    found = read_list(write(xlsx({"A": Sheet(rows, first_row)})))
    shown = [["id", "on", "plz"], ["1", "TRUE", "x"], ["0", "FALSE", ""], ["0", "", ""], ["", "FALSE", ""]]
    shown += [["", "", "#N/A"], ["", "", "00007"], ["2", "Bo", ""]]
    assert table_of(found) == shown
    filled = [number for number, row in enumerate(rows, first_row) if any(cell is not None for cell in row)]
    assert found.lines.tolist() == filled[1:]
    assert found.blank_rows == first_row - 1 + 3 * 45_000 + 19_000


def test_values_of_an_open_document(write):
    cells = [
        (Styled(1067, "01067"), "01067"),
        (Styled("2021-04-03", "date"), "2021-04-03"),
        (Styled("2021-04-03T10:30:00", "date"), "2021-04-03 10:30:00"),
        (Styled("PT10H30M00S", "time"), "10:30:00"),
        (1e15, "1000000000000000"),
        (True, "TRUE"),
        ("two\nlines", "two\nlines"),
        (2.5, "2.5"),
    ]
    found = read_list(write(ods({"A": [["n", "mixed"], *[[n, value] for n, (value, _) in enumerate(cells)]]}), "a.ods"))
    assert found.table.column("mixed").to_pylist() == [text for _, text in cells]


def test_empty_rows_and_columns_at_the_edges(write):
    rows = [*PEOPLE, [None, None, None], [3, "Cy", "York"], ["", "", ""]]
    found = read_list(write(xlsx({"A": Sheet(rows, first_row=4, first_column=3)})))
    assert table_of(found)[1:] == [["1", "Ann", "Bath"], ["2", "Bo", "Ely"], ["3", "Cy", "York"]]
    assert found.lines.tolist() == [5, 6, 8]
    assert found.settings.header_row == 4
    assert found.blank_rows >= 4
    assert found.problems == ()


def test_titles_above_the_headings_of_a_sheet(write):
    rows = [["Customers of 2021"], ["Exported:", "2021-04-03"], [], *PEOPLE]
    found = read_list(write(xlsx({"A": Sheet(rows, merged=["A1:C1"])})))
    assert found.columns == ("id", "name", "town")
    assert found.lines.tolist() == [5, 6]
    assert [(row.line, row.text) for row in found.rejected] == [
        (1, "Customers of 2021,,"),
        (2, "Exported:,2021-04-03,"),
    ]
    assert kinds(found) == ["above_headings"]


def test_headings_merged_over_two_rows(write):
    rows = [
        ["id", "Name", None, "Address", None],
        [None, "given", "family", "town", "postcode"],
        [1, "Ann", "Lee", "Bath", "0042"],
        [2, "Bo", "Roe", "Ely", "0043"],
    ]
    found = read_list(write(xlsx({"A": Sheet(rows, merged=["A1:A2", "B1:C1", "D1:E1"])})))
    assert found.columns == ("id", "given", "family", "town", "postcode")
    assert found.lines.tolist() == [3, 4]
    assert [row.line for row in found.rejected] == [1]


def test_groups_of_headings_above_the_headings(write):
    rows = [["Invoice", None, "Delivery", None], ["street", "town", "street", "town"], ["a 1", "Bath", "b 2", "Ely"]]
    found = read_list(write(xlsx({"A": Sheet(rows, merged=["A1:B1", "C1:D1"])})))
    assert found.columns == ("street", "town", "street (2)", "town (2)")
    assert len(found) == 1


def test_a_heading_merged_over_two_columns_of_values(write):
    rows = [["name", "phone", None], ["Ann", "0351 1", "0172 2"], ["Bo", "0351 3", None]]
    found = read_list(write(xlsx({"A": Sheet(rows, merged=["B1:C1"])})))
    assert found.columns == ("name", "phone", "phone (2)")
    assert len(found) == 2
    assert found.rejected == ()


def test_merged_cells_among_the_records_are_told(write):
    rows = [["firm", "person"], ["Acme", "Ann"], [None, "Bo"], ["Best", "Cy"]]
    found = read_list(write(xlsx({"A": Sheet(rows, merged=["A2:A3"])})))
    assert table_of(found)[1:] == [["Acme", "Ann"], ["", "Bo"], ["Best", "Cy"]]
    assert [(problem.line, problem.kind) for problem in found.problems] == [(2, "merged_cells")]


def test_the_sheet_is_asked_for_when_several_have_rows(write):
    path = write(
        xlsx({"People": PEOPLE, "Empty": [], "Towns": [["town"], ["Bath"]], "Old": Sheet(PEOPLE, hidden=True)})
    )
    for read in (read_list, preview):
        with pytest.raises(SheetError) as caught:
            read(path)
        assert caught.value.message == "list.xlsx has 2 sheets with rows: “People” and “Towns”."
        assert "--sheet NAME" in caught.value.hint
        assert caught.value.sheets == ("People", "Towns")
    found = read_list(path, ReadSettings(sheet="Towns"))
    assert table_of(found) == [["town"], ["Bath"]]
    assert found.settings.sheet == "Towns"
    assert read_list(path, ReadSettings(sheet=" towns ")).settings.sheet == "Towns"
    assert len(read_list(path, ReadSettings(sheet="Old"))) == 2
    with pytest.raises(SheetError) as caught:
        read_list(path, ReadSettings(sheet="Nothing"))
    assert caught.value.message == "list.xlsx has no sheet “Nothing”."
    assert "“People”, “Empty” and “Towns”" in caught.value.hint


def test_the_only_sheet_with_rows_is_taken(write):
    found = read_list(write(xlsx({"Empty": [], "People": PEOPLE, "Lookup": Sheet([["x"]], hidden=True)})))
    assert found.settings.sheet == "People"
    assert messages(found) == "The sheet ‘People’ was read; the hidden sheet ‘Lookup’ was not."
    assert read_list(write(xlsx({"A": [], "B": Sheet(PEOPLE, hidden=True)}))).settings.sheet == "B"


def test_a_chosen_row_of_headings(write):
    path = write(xlsx({"A": [["x", "y", "z"], *PEOPLE]}))
    found = read_list(path, ReadSettings(header_row=2))
    assert found.columns == ("id", "name", "town")
    assert len(found) == 2
    without = read_list(path, ReadSettings(header_row=0))
    assert without.columns == ("Column 1", "Column 2", "Column 3")
    assert len(without) == 4
    with pytest.raises(InputError, match="row 9 cannot hold the headings"):
        read_list(path, ReadSettings(header_row=9))


def test_settings_of_a_text_do_not_matter_to_a_sheet(write):
    path = write(xlsx({"A": [["a;b", "c"], ["1;2", "it's"]]}))
    found = read_list(path, ReadSettings("cp1252", ";", "", None))
    assert table_of(found) == [["a;b", "c"], ["1;2", "it's"]]


def test_a_sheet_with_one_column_is_not_taken_for_the_wrong_separator(write):
    found = read_list(write(xlsx({"A": [["name"], ["Lee; Ann"], ["Roe; Bo"]]})))
    assert table_of(found) == [["name"], ["Lee; Ann"], ["Roe; Bo"]]
    assert found.problems == ()


def test_a_list_behind_the_wrong_name_is_read_and_told(write):
    book = read_list(write(xlsx({"A": PEOPLE}), "list.csv"))
    assert len(book) == 2
    assert messages(book) == "This is an Excel workbook (.xlsx) with a .csv name. It was read as such."
    text = read_list(write(b"id;name\n1;Ann\n", "list.xlsx"))
    assert table_of(text) == [["id", "name"], ["1", "Ann"]]
    assert messages(text) == "This is a text file with an .xlsx name. It was read as CSV."
    sheet = read_list(write(ods({"A": PEOPLE}), "list.xlsx"))
    assert messages(sheet) == "This is a spreadsheet (.ods) with an .xlsx name. It was read as such."
    assert read_list(write(xlsx({"A": PEOPLE}), "LIST.XLSM")).problems == ()


@pytest.mark.parametrize("read", [read_list, preview])
@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("a.xlsx", xlsx({"A": PEOPLE})[:400], "a.xlsx is damaged and cannot be read."),
        ("a.xlsx", xlsx({"A": PEOPLE})[:-40], "a.xlsx is damaged and cannot be read."),
        ("a.ods", ods({"A": PEOPLE})[:-40], "a.ods is damaged and cannot be read."),
        ("a.xls", compound({"Workbook": b"x"}), "a.xls: This is an Excel workbook (.xls)."),
        ("a.csv", compound({"Workbook": b"x"}), "a.csv: This is an Excel workbook (.xls) with a .csv name."),
        ("a.xlsx", xlsx({"A": [], "B": []}), "a.xlsx is empty."),
        (
            "a.xlsx",
            compound({"EncryptedPackage": b"x", "EncryptionInfo": b"y"}),
            "a.xlsx is protected with a password.",
        ),
        ("a.xls", compound({"WordDocument": b"x"}), "a.xls: This is a document of an office program and no list."),
    ],
)
def test_workbooks_that_cannot_be_read(write, capfd, read, name, data, message):
    with pytest.raises(InputError) as caught:
        read(write(data, name))
    assert caught.value.message.startswith(message)
    assert caught.value.hint


def test_one_cell_far_away_does_not_fill_the_memory(write):
    data = xlsx({"A": PEOPLE})
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            text = old.read(member)
            if member.endswith("sheet1.xml"):
                text = text.replace(
                    b"</sheetData>", b'<row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData>'
                )
            new.writestr(member, text)
    with pytest.raises(
        InputError, match=r"spans 1,048,576 rows and 16,384 columns, but only 10 of its cells are filled"
    ):
        read_list(write(out.getvalue()))


def test_a_document_whose_table_does_not_end_is_damaged(write):
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(ods({"A": PEOPLE}))) as old, zipfile.ZipFile(out, "w") as new:
        for member in old.namelist():
            new.writestr(member, old.read(member).replace(b"</table:table>", b'</ta"ble:table>'))
    with pytest.raises(InputError, match="is damaged and cannot be read"):
        read_list(write(out.getvalue(), "list.ods"))


def test_preview_is_the_beginning_and_a_changed_setting_does_not_read_the_workbook_again(write):
    rows = [["id", "name"], *[[n, f"Ann {n}"] for n in range(5000)]]
    path = write(xlsx({"A": rows}))
    whole = read_list(path)
    shown = preview(path, rows=50)
    assert shown.table.equals(whole.table.slice(0, 50))
    assert shown.lines.tolist() == whole.lines[:50].tolist()
    assert preview(path, ReadSettings(header_row=0), rows=50).cell(0, "Column 1") == "id"
    write(xlsx({"A": [["new"], ["x"], ["y"]]}))
    assert preview(path).columns == ("new",)


def test_progress_and_stop(write):
    path = write(xlsx({"A": PEOPLE}))
    progress = Progress()
    read_list(path, progress=progress)
    assert 0 < progress.done <= progress.total
    progress.cancel()
    with pytest.raises(Cancelled):
        read_list(path, progress=progress)
