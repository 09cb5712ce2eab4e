"""Load, write in the form of the first list, load again: every cell is the same."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.exporting import ExportOptions, csv_form, write_table
from entityres.records.reading import read_list
from entityres.records.record_list import ReadSettings, RecordList
from tests.helpers.building import make_list
from tests.helpers.workbooks import Styled, ods, xlsx


def written(record_list: RecordList) -> bytes:
    """The list as the form `same` writes it."""
    form = csv_form(ExportOptions("same"), SimpleNamespace(lists=[record_list]))
    out = io.BytesIO()
    write_table(out, record_list.columns, iter([record_list.table]), form)
    return out.getvalue()


CODES = "id,zip,phone,note\n0042,01067,+49 351 1234567,1E5\n007,00501,4.477E+11,-\n1e3,02134,(020) 7946-0011,NULL\n"
SMART = "id,name,note\n1,Zoë O’Hara,“VIP” – call\n2,René,€ 5\n"
LATE = "id,name\n" + "".join(f"{n},Ann {n}\n" for n in range(3000)) + "3000,Jürgen\n"
GERMAN = "Nr;Name;Betrag\r\n1;Müller, Jörg;12,50\r\n2;Weiß, Ulla;1.080,00\r\n"
LINES = 'id,address,town\r\n1,"Flat 2\n5 High St",Bath\r\n2,"a ""b""\r\n\r\nc",Ely\r\n'
FORMULAS = "id,name,note\n1,=1+1,'=2\n2,@x,'tis\n3,+44 1632,-5+3\n4,\t=3,''=4\n"
FOLDED = "id,name\n1,Zoe\u0308\n2,Zoë\n3,I\u0307stanbul ﬁn\n4,a\u200bb\u00a0c\n"
SCRIPTS = "id,name\n1,𠮷田 健\n2,محمد\n3,Ирина\n4,👩‍👩‍👧\n"
SEPARATORS = "first,last,key\nAnn|B,Lee,a;b\nAnn,B|Lee,a\x1fb\n"
OPEN = 'id,note\n1,"open\n2,x\n3,"y, z"\n4,5" x 7"\n'

KINDS = {
    "codes that look like numbers": CODES.encode(),
    "smart quotes in Windows-1252": SMART.encode("cp1252"),
    "smart quotes in UTF-8": SMART.encode(),
    "a mark before the first heading": CODES.encode("utf-8-sig"),
    "accents only at the end": LATE.encode("cp1252"),
    "spare separators": b"id,name,\n1,Ann,\n2,Bo,\n3,Cy\n",
    "line breaks inside cells": LINES.encode(),
    "zero bytes": b"id,na\0me\n1,A\0nn\n\0\0,\n2,\0Bo\n",
    "semicolons with commas inside": GERMAN.encode("cp1252"),
    "semicolons in UTF-16": GERMAN.encode("utf-16"),
    "UTF-16 without a mark": GERMAN.encode("utf-16-be"),
    "headings only": b"id,name\n",
    "one record": b"id,name\n1,Ann\n",
    "one column": b"name\nLee; Ann\nRoe, Bo\n",
    "tabs": CODES.replace(",", "\t").encode(),
    "bars and CR": CODES.replace(",", "|").replace("\n", "\r").encode(),
    "other code points of the same letters": FOLDED.encode(),
    "other scripts": SCRIPTS.encode(),
    "Japanese": "番号,名前\n1,吉田 健\n2,鈴木 花子\n".encode("shift_jis"),
    "Polish": "Nr;Imię\n1;Łukasz Żółć\n2;Grażyna Wąs\n".encode("cp1250"),
    "formulas": FORMULAS.encode(),
    "separators inside cells": SEPARATORS.encode(),
    "quotation marks as text": OPEN.encode(),
    "quotation marks after blanks": b'id, name, x\n1, "Lee, Ann", y\n2, "Roe ""B"" Bo", z\n',
    "backslashes": b'id,name\n1,"say \\"hi\\", Ann"\n2,"C:\\\\"\n3,D:\\\n',
    "apostrophes": b"'id','name'\n'1','Ann, B'\n'2','O''Hara \"x\"'\n",
    "titles above": b"Customers,,\n\nid,name,town\n1,Ann,Bath\n2,Bo,Ely\n",
    "ragged rows": b"id,name,town\n1,Ann\n2,Bo,Ely,x\n\n3,Cy,York\n4,Di,Ripon\n",
    "bytes that are no UTF-8": "id,name\n1,Zoë\n2,é\n".encode() + b"3,M\xfcller\n",
    "several signs between cells": b"id||name||note\n1||A|B||x || y\n2||Bo||\n".replace(b"x || y", b'"x || y"'),
    "signs around a bar": b"id~|~name~|~note\n1~|~A|B~|~x\n2~|~Bo~|~\n",
    "typographic quotes": "id;name;note\n1;“Hill; Ann”;x\n2;Bo;“y”\n".encode(),
    "line separators between rows": "id,name\u20281,Ann Hill\u20282,Bo\u2028".encode(),
    "form feeds in cells": b"id,name\n1,Ann\x0cHill\n2,Bo\x0b\n",
    "a drawn table": b"+----+-------+\n| id | name  |\n+----+-------+\n|  1 | A | B |\n|  2 | Bo    |\n+----+-------+\n2 rows\n",
    "columns below hyphens": b"ID NAME      TOWN\n-- --------- ----\n 1 Ann Hill  Bath\n 2 Bo | Weir Ely\n\n2 rows\n",
    "repeated and missing headings": b"a,a,,\n1,2,3,4\n5,6,7,8\n",
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_comes_back(tmp_path, kind):
    first, second = tmp_path / "list.csv", tmp_path / "again.csv"
    first.write_bytes(KINDS[kind])
    loaded = read_list(str(first))
    second.write_bytes(written(loaded))
    again = read_list(str(second))
    assert again.table.equals(loaded.table)
    assert (again.settings.encoding, again.settings.delimiter) == (loaded.settings.encoding, loaded.settings.delimiter)
    if len(loaded):
        assert again.line_end == loaded.line_end
    assert written(again) == second.read_bytes()


PARQUET = io.BytesIO()
pq.write_table(
    pa.table({"id": ["0042", None], "n": [1.0, 2.5], "when": pa.array([0, 86_400], pa.timestamp("s"))}), PARQUET
)


@pytest.mark.parametrize(
    ("name", "data"),
    [
        (
            "list.xlsx",
            xlsx({"A": [["id", "plz", "note"], ["=1", Styled(1067, "00000"), "a\nb"], ["2", 5, 'x "y", z']]}),
        ),
        ("list.ods", ods({"A": [["id", "plz", "note"], ["=1", Styled(1067, "01067"), "a\nb"], ["2", 5, 'x "y", z']]})),
        ("list.parquet", PARQUET.getvalue()),
    ],
)
def test_what_is_no_text_comes_back_as_text(tmp_path, name, data):
    (tmp_path / name).write_bytes(data)
    loaded = read_list(str(tmp_path / name))
    (tmp_path / "again.csv").write_bytes(written(loaded))
    assert read_list(str(tmp_path / "again.csv")).table.equals(loaded.table)


cells = st.text(alphabet=st.sampled_from("ab\"'\\ ,;\t|\n\r=+-@0é€ \u3000"), max_size=6)


@given(
    st.lists(st.tuples(cells, cells, cells), min_size=1, max_size=5),
    st.sampled_from([",", ";", "\t", "|"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"]),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_any_cells_come_back_in_any_form(tmp_path_factory, rows, delimiter, encoding, line_end):
    rows = [row for row in rows if any(cell.strip(" \t\r\n") for cell in row)]
    columns = (
        dict(zip(("one", "two", "three"), zip(*rows, strict=True), strict=True)) if rows else {"one": [], "two": []}
    )
    made = make_list("made", columns, settings=ReadSettings(encoding, delimiter, '"', 1), line_end=line_end)
    path = tmp_path_factory.getbasetemp() / "round-trip.csv"
    path.write_bytes(written(made))
    again = read_list(str(path), made.settings)
    assert again.table.to_pydict() == made.table.to_pydict()
    assert not again.rejected
