"""How lists are laid out in public reports about other programs: what is read, nothing lost, and one plain sentence."""

from __future__ import annotations

import bz2
import lzma

import pytest

from entityres.errors import InputError
from entityres.records.finding_roles import find_roles
from tests.helpers.layouts import CELLS, cells, said, text


@pytest.mark.parametrize("delimiter", ["^", "~", ":", "\x1f", "\x01"])
def test_separators_of_databases(read, delimiter):
    found = read(text(delimiter))
    assert cells(found) == CELLS
    assert found.settings.delimiter == delimiter
    assert found.problems == ()


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b"\0\1\0\0Standard Jet DB\0" + b"\1" * 90, "an Access database"),
        (b"\0\1\0\0Standard ACE DB\0" + b"\1" * 90, "an Access database"),
        (b"\3\x7c\1\x0f" + b"\5\0\0\0\x61\0\x32\0" + bytes(20) + b"NAME\0\0\0\0\0\0\0C", "a dBase file"),
        (b"$FL2@(#) SPSS DATA FILE", "a file of SPSS"),
        (bytes(12) + b"\xc2\xea\x81`" + bytes(60), "a file of SAS"),
        (b"<stata_dta><header>", "a file of Stata"),
        (b"ARROW1\0\0" + bytes(60), "a Feather file"),
        (bz2.compress(b"id,name\n1,Ann\n"), "a packed file"),
        (lzma.compress(b"id,name\n1,Ann\n"), "a packed file"),
        (b"\x28\xb5\x2f\xfd" + b"x" * 40, "a packed file"),
    ],
)
def test_files_of_other_programs_are_named(read, content, what):
    with pytest.raises(InputError, match=f"This is {what}") as error:
        read(content)
    assert error.value.hint


def test_a_list_that_begins_like_such_a_file_is_read(read):
    for text_ in (
        "BZh9,name\n1,Ann\n",
        "$FLAG,name\n1,Ann\n",
        "ARROW1,name\n1,Ann\n",
        "3,c\x0b\x1a,x\n1,2,3\n",
        "FEA,a\n1,2\n",
    ):
        assert len(read(text_)) >= 1


@pytest.mark.parametrize("sign", ["§", "¦", "¬", "•", "‖"])
def test_separators_beyond_ascii(read, sign):
    found = read(text(sign))
    assert cells(found) == CELLS
    assert found.settings.delimiter == sign
    assert said(found) == [f"Cells are parted by the sign {sign}."]
    assert found.lines.tolist() == [2 + row for row in range(len(CELLS) - 1)]


def test_signs_in_a_list_of_one_column_are_text(read):
    rows = [["terms (§ 5)"], ["§ 7"], ["see § 8 and § 9"], ["none"]]
    assert cells(read(text(",", rows))) == rows


def test_a_sign_that_does_not_part_every_row_can_be_chosen(read):
    found = read("name§town\nAna§Bath\nBob\nCid\n", delimiter="§")
    assert cells(found) == [["name", "town"], ["Ana", "Bath"], ["Bob", ""], ["Cid", ""]]


def test_lists_of_lawyers_programs(read):
    rows = [["id", "name", "note"], ["1", "Hill, Ann", ""], ["2", "Weir", "a þ b"]]
    found = read("".join("\x14".join(f"þ{cell}þ" for cell in row) + "\r\n" for row in rows))
    assert cells(found) == rows
    assert found.settings.delimiter == "\x14"
    assert len(said(found)) == 1


@pytest.mark.parametrize("kinds", [["int", "varchar(20)", "decimal(10, 2)"], ["Integer", "String", "Date"]])
def test_a_row_of_kinds_below_the_headings_is_no_record(read, kinds):
    rows = [["id", "name", "day"], ["1", "text", "2"], ["2", "Bo", "3"]]
    found = read(text(";", [rows[0], kinds, *rows[1:]]))
    assert cells(found) == rows
    assert [row.line for row in found.rejected] == [2]
    assert found.lines.tolist() == [3, 4]


@pytest.mark.parametrize(
    "units",
    [
        ["", "", "EUR", "kg"],
        ["-", "-", "[USD]", "[g]"],
        ["", "", "TEUR", "(t)"],
        ["", "", "%", ""],
        ["", "dd.mm.yyyy", "eur", "cm"],
    ],
)
def test_a_row_of_units_below_the_headings_is_no_record(read, units):
    rows = [["id", "day", "credit", "weight"], units, ["1", "3.4.2020", "10,5", "70"], ["2", "", "", "80"]]
    found = read(text(";", rows))
    assert cells(found) == [rows[0], *rows[2:]]
    assert [(row.line, row.reason) for row in found.rejected] == [(2, "It stands under the headings and is no record.")]
    assert said(found)[0].startswith("1 line stands under the headings and is not used, first line 2: ")


@pytest.mark.parametrize(
    "rows",
    [
        [["id", "currency"], ["", "EUR"], ["1", "USD"], ["2", "EUR"]],
        [["sex", "size"], ["m", "l"], ["f", "m"]],
        [["name", "unit"], ["kg", "kg"], ["lb", "lb"]],
        [["id", "credit"], ["", "T€"], ["1", "10"]],
        [["name", "town"], ["-", "-"], ["Ann", "Bath"]],
        [["name", "age"], ["Day", "year"], ["Ann", "7"]],
    ],
)
def test_records_with_words_for_units_stay_records(read, rows):
    assert cells(read(text(",", rows))) == rows


def test_questions_and_codes_below_the_headings_of_a_survey_are_no_records(read):
    rows = [["StartDate", "Q1"], ["2024-01-01", "Ana"], ["2024-01-02", "Bob"]]
    codes = '"{""ImportId"":""startDate"",""timeZone"":""Z""}","{""ImportId"":""QID1""}"\n'
    found = read(f"StartDate,Q1\nStart Date,What is your name?\n{codes}{text(',', rows[1:])}")
    assert cells(found) == rows
    assert [row.line for row in found.rejected] == [2, 3]


@pytest.mark.parametrize(
    "rows",
    [
        [["seen"], ["10:30"], ["11:15"], ["9:05"]],
        [["page"], ["https://a.example"], ["https://b.example"], ["https://c.example"]],
        [["note: short"], ["a"], ["b: c"], ["d"]],
    ],
)
def test_one_column_with_such_characters_stays_one(read, rows):
    assert cells(read(text(",", rows))) == rows


@pytest.mark.parametrize("delimiter", ["^", "~", "#", "!", " "])
def test_any_separator_that_the_first_line_declares(read, delimiter):
    rows = [[cell.replace(" ", "_") for cell in row] for row in CELLS]
    found = read(f"sep={delimiter}\r\n" + text(delimiter, rows, "\r\n"))
    assert cells(found) == rows
    assert found.settings.delimiter == delimiter


@pytest.mark.parametrize(("outer", "inner"), [(",", ";"), (";", ","), ("\t", ","), (";", "|")])
def test_headings_with_another_separator_than_the_rows(read, outer, inner):
    found = read(text(outer, CELLS[:1]) + text(inner, CELLS[1:]))
    assert cells(found) == CELLS
    assert found.rejected == ()
    names = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
    assert said(found) == [f"The headings are parted by another separator than the rows: the {names[outer]}."]


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_rows_that_stand_in_quotation_marks_as_a_whole(read, delimiter, line_end):
    rows = [["id", "name", "city"], ["1", f"Hill{delimiter} Ann", "Bath"], ["2", 'Bo "B" Weir', ""]]
    plain = [
        [f'"{c.replace(chr(34), 2 * chr(34))}"' if c in rows[1] + rows[2] and "i" in c else c for c in r] for r in rows
    ]
    lines = ['"' + delimiter.join(row).replace('"', '""') + '"' + line_end for row in plain]
    found = read("".join(lines))
    assert cells(found) == rows
    assert found.lines.tolist() == [2, 3]
    assert said(found) == ["Each row stands in quotation marks as a whole. What is inside them was read as its cells."]
    assert found.line_end == line_end


def test_quoted_texts_with_commas_in_one_column_stay_cells(read):
    rows = [["note"], ["likes apples, bananas"], ["x, y"]]
    found = read('"note"\n"likes apples, bananas"\n"x, y"\n')
    assert cells(found) == rows
    assert found.settings.delimiter == ","
    assert cells(read("note\nlikes apples, bananas\nx, y\n")) == rows


@pytest.mark.parametrize(
    "first",
    [
        "1,Ann Hill,ann@example.com,x\n2,Bo Weir,bo@example.com,y\n3,Cy Moe,,z\n",
        "Ann,Hill,1970-02-03\nBo,Weir,1980-04-05\n",
        "Ann,Hill,01632 960001\nBo,Weir,01632 960002\n",
        "01067,Dresden\n01099,Dresden\n",
        "1,Hill & Co,York\n2,Weir Foods,Leeds\n3,Dane Mills,Hull\n",
        "998;Ann;x\n999;Bo;y\n1000;Cy;z\n",
    ],
)
def test_a_list_without_headings_keeps_its_first_record(read, first):
    found = read(first)
    assert found.settings.header_row == 0
    assert len(found) == first.count("\n")
    assert found.columns[0] == "Column 1"
    assert said(found) == ["The first row looks like data, not headings. It was loaded as a record."]
    assert len(read(first, header_row=1)) == len(found) - 1


@pytest.mark.parametrize(
    "head",
    [
        "id,2019,2020\n",
        "name,2021-04-03,2021-04-10\n",
        "name,10001,10002\n",
        "question 1,question 2,12345\n",
        "1,2,3\n",
    ],
)
def test_headings_that_only_look_like_numbers_stay_headings(read, head):
    found = read(head + "Ann,x,y\nBo,,x\n")
    assert found.settings.header_row == 1
    assert len(found) == 2


def test_roles_of_a_short_list_without_headings(read):
    found = read("1,Ann Hill,ann@example.com,01632960001\n2,Paul Weir,bo@example.com,01632960002\n")
    assert [column.role for column in find_roles(found)][1:] == ["full_name", "email", "phone"]


def test_ragged_rows_do_not_hide_the_columns(read):
    found = read("id,name,email\n1,Ann Hill\n2,Bo Weir,bo@example.com,extra,more\n3\n4,Cy Moe,cy@example.com\n")
    assert found.columns == ("id", "name", "email")
    assert len(found) == 3
    assert [row.text for row in found.rejected] == ["2,Bo Weir,bo@example.com,extra,more"]
    assert [problem.kind for problem in found.problems] == ["short_row", "long_row", "short_row"]


@pytest.mark.parametrize("blank", [",,,\n,,,\n,,,\n", ";;\n;;\n", '"",""\n"",""\n'])
def test_separators_alone_are_no_records(read, blank):
    found = read(blank)
    assert len(found) == 0
    assert any("has headings but no rows" in message for message in said(found))


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_files_put_together_have_marks_in_the_middle(read, line_end):
    part = "\ufeff" + text(",", CELLS, line_end)
    found = read(part + part)
    assert cells(found) == [*CELLS, *CELLS[1:]]
    assert [row.reason for row in found.rejected] == ["It repeats the headings."]
    assert said(found) == [
        "Line 5 repeats the headings; it was not loaded.",
        "Byte-order marks were taken out of 1 row, first in line 5.",
    ]


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ('[{"id": 1, "name": "Ann"}]', "a JSON file"),
        ('{"id": 1}\n{"id": 2}\n', "a JSON file"),
        ('[["id", "name"],\n ["1", "Ann"]]', "a JSON file"),
        ("[\n [1, 2],\n [3, 4]\n]\n", "a JSON file"),
        ('\ufeff[{"id": 1, "name": "Ann"}]'.encode("utf-16-le"), "a JSON file"),
        ("\ufeff<table><tr><td>Ann</td></tr></table>".encode("utf-16-be"), "a web page (HTML) with a .csv name"),
        ("<!-- export -->\n<div><table></table></div>", "a web page (HTML) with a .csv name"),
        ("<style>td {}</style><table></table>", "a web page (HTML) with a .csv name"),
        ('\n<?xml version="1.0"?><list/>', "an XML file with a .csv name"),
        ("dn: cn=Ann,dc=x\nmail: ann@example.com\n", "an address book (LDIF)"),
        ("{\\rtf1\\ansi Ann\\par}", "a text document (RTF)"),
        ("\ufeffBEGIN:VCARD\nVERSION:3.0\nFN:Ann Hill\nEND:VCARD\n", "an address book (vCard)"),
        ("INSERT INTO customers VALUES (1,'Ann');\n", "a dump of a database (SQL)"),
        ("-- dump\n\nCREATE TABLE a (b int);\n", "a dump of a database (SQL)"),
    ],
)
def test_other_texts_say_what_they_are(read, data, what):
    with pytest.raises(InputError) as caught:
        read(data)
    assert caught.value.message == f"list.csv: This is {what}."
    assert "CSV" in caught.value.hint


CUSTOMERS = {
    "japanese": "1,山田 太郎,東京都新宿区\n2,鈴木 花子,大阪市北区\n3,佐藤 健,札幌市\n",
    "kana": "番号;氏名;住所\n1;ヤマダ タロウ;とうきょう\n2;渡辺 さくら;横浜市中区\n",
    "narrow": "番号,氏名\n1,ﾔﾏﾀﾞ ﾀﾛｳ\n2,ｽｽﾞｷ ﾊﾅｺ\n3,ｻﾄｳ ｹﾝ\n",
    "chinese": "1,陈静,成都\n2,王伟,北京\n3,李娜,上海\n4,张敏,西安\n",
    "taiwan": "1,陳靜怡,臺北\n2,林志明,高雄\n3,黃淑芬,臺中\n",
    "korean": "1,김민수,서울\n2,이영희,부산\n3,박지훈,대구\n",
    "russian": "1,Мария Кузнецова,Тверь\n2,Иван Петров,Москва\n",
    "greek": "1,Γιώργος Παπαδόπουλος,Αθήνα\n2,Μαρία Νικολάου,Πάτρα\n",
    "hebrew": "1,דוד כהן,תל אביב\n2,שרה לוי,חיפה\n",
    "arabic": "1,محمد علي,القاهرة\n2,فاطمة حسن,بغداد\n",
    "thai": "1,สมชาย ใจดี,กรุงเทพ\n2,มานี รักไทย,ตรัง\n",
    "hindi": "1,दीपा नायर,पुणे\n2,राजीव सेठी,दिल्ली\n",
    "tamil": "1,முருகன்,சென்னை\n2,லட்சுமி,மதுரை\n",
    "latin": "1,Ann Hill,Bath\n2,Bo Weir,Ely\n",
}
WRITTEN = {
    "japanese": ("cp932", "euc_jp", "iso2022_jp"),
    "kana": ("cp932", "euc_jp"),
    "narrow": ("cp932",),
    "chinese": ("gb18030",),
    "taiwan": ("big5",),
    "korean": ("cp949",),
    "russian": ("cp1251", "koi8-r", "cp866"),
    "greek": ("cp1253",),
    "hebrew": ("cp1255",),
    "arabic": ("cp1256",),
    "thai": ("cp874",),
    "latin": ("cp037",),
}


@pytest.mark.parametrize("times", [1, 30])
@pytest.mark.parametrize(
    ("script", "encoding"),
    [(script, one) for script in CUSTOMERS for one in (*WRITTEN.get(script, ()), "utf-16-le", "utf-16-be", "utf-8")],
)
def test_short_and_long_lists_of_every_script(read, script, encoding, times):
    found = read((CUSTOMERS[script] * times).encode(encoding), header_row=0)
    assert found.settings.encoding == encoding
    written = [",".join(row) if "," in CUSTOMERS[script] else ";".join(row) for row in cells(found)[1:]]
    assert written == CUSTOMERS[script].split("\n")[:-1] * times


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_backslashes_before_separators_make_text_of_them(read, delimiter):
    rows = [["id", "name", "note"], ["1", f"Hill{delimiter} Ann", "x"], ["2", "Weir", f"a{delimiter}b{delimiter}c"]]
    escaped = [[cell.replace(delimiter, "\\" + delimiter) for cell in row] for row in rows]
    for quote in (None, ""):
        found = read(text(delimiter, escaped), quote=quote)
        assert cells(found) == rows
        assert found.rejected == ()


def test_backslashes_at_the_end_of_cells_stay_where_rows_fit(read):
    rows = [["id", "folder", "note"], ["1", "C:\\data\\", "x"], ["2", "D:\\", "y"]]
    assert cells(read(text(",", rows))) == rows


def test_line_feeds_in_cells_without_quotation_marks_stay_in_them(read):
    rows = [["id", "name", "address", "city"], ["1", "Ann Hill", "1 Mill Lane\nFlat 2", "Bath"]]
    rows += [[f"{n}", f"Bo {n}", "3 Weir Rd", "Ely"] for n in range(2, 6)] + [["6", "Cy", "The Mill\n\nUp", "Deal"]]
    found = read(text(",", rows, "\r\n"))
    assert cells(found) == rows
    assert found.lines.tolist() == [2, 4, 5, 6, 7, 8]
    assert found.line_end == "\r\n"
    assert said(found) == [
        "Rows end with a carriage return and a line feed; 3 line feeds are text of a cell, first in line 2."
    ]


@pytest.mark.parametrize("mixed", ["a,b\r\n1,2\r\n3,4\n5,6\r\n7,8\r\n", "a,b\r\n1,2\r\n\n3,4\r\n5,6\r\n"])
def test_mixed_line_ends_still_end_rows(read, mixed):
    found = read(mixed)
    assert all("" not in row for row in cells(found))
    assert len(found) == mixed.count(",") - 1


def test_names_of_groups_above_the_headings(read):
    rows = [["id", "first name", "last name", "street", "city"], ["1", "Ann", "Hill", "1 Mill Ln", "Bath"]]
    found = read(text(",", [["Customer", "", "", "Address", ""], *rows]))
    assert cells(found) == rows
    assert [row.text for row in found.rejected] == ["Customer,,,Address,"]
    assert said(found) == ["The headings are in line 2; 1 line above them is not used."]


@pytest.mark.parametrize(
    "first", [["id", "name", "", "", "city"], ["name", "", "", "city", ""], ["", "name", "", "town", ""]]
)
def test_headings_with_gaps_above_records_stay_headings(read, first):
    rows = [["x", "Ann Hill", "y", "z", "Bath"], ["w", "Bo Weir", "v", "u", "Ely"]]
    assert cells(read(text(",", [first, *rows])))[1:] == rows


@pytest.mark.parametrize("street", ["", ", Flat 2"])
def test_columns_of_a_fixed_width_are_told(read, street):
    rows = ["id name          city", f"1  Ann Hill      Bath{street}", f"2  Bo Weir       Ely{street}"]
    found = read("\n".join(rows) + "\n")
    assert [row[0] for row in cells(found)] == rows
    assert said(found)[0] == (
        "Only one column found. Its rows look like columns of a fixed width, which cannot be told apart. "
        "Save the list as CSV."
    )
    assert said(found)[1:] == ["Only one column found. There is 1 comma per row."] * bool(street)
    assert said(read("name\nAnn  Hill\nBo Weir\n")) == []


DRAWN = {
    "+----+---------+------+": """
+----+---------+------+
| id | name    | city |
+----+---------+------+
|  1 | Ann Hill | Bath |
|  2 | Bo "B" Weir | Ely |
|  3 |         | Deal |
+----+---------+------+
""",
    "----+----": """
 id |    name     | city
----+-------------+------
  1 | Ann Hill    | Bath
  2 | Bo "B" Weir | Ely
  3 |             | Deal
""",
    "|---|:--:|": """
| id | name | city |
|---:|:----:|------|
| 1 | Ann Hill | Bath |
| 2 | Bo "B" Weir | Ely |
| 3 | | Deal |
""",
    "boxes": """
┌────┬─────────────┬──────┐
│ id │    name     │ city │
├────┼─────────────┼──────┤
│ 1  │ Ann Hill    │ Bath │
│ 2  │ Bo "B" Weir │ Ely  │
│ 3  │             │ Deal │
└────┴─────────────┴──────┘
""",
    "last cells empty": """
 name        | id | note
-------------+----+------
 Ann Hill    | 1  |
 Bo "B" Weir | 2  |
""",
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("drawn", list(DRAWN.values())[:4], ids=list(DRAWN)[:4])
def test_drawn_tables(read, drawn, line_end):
    found = read(drawn.lstrip("\n").replace("\n", line_end))
    assert cells(found) == [
        ["id", "name", "city"], ["1", "Ann Hill", "Bath"], ["2", 'Bo "B" Weir', "Ely"], ["3", "", "Deal"]
    ]  # fmt: skip
    lines = drawn.strip("\n").split("\n")
    assert len(found) + len(found.rejected) + found.blank_rows + 1 == len(lines)
    assert found.blank_rows == len(lines) - 4
    assert found.lines.tolist()[:2] == [1 + lines.index(line) for line in lines if "Hill" in line or "Weir" in line]
    assert found.line_end == line_end
    assert [one.kind for one in found.problems] == ["drawn_table"]


def test_drawn_tables_without_a_frame_have_empty_cells_at_their_ends(read):
    found = read(DRAWN["last cells empty"].lstrip("\n"))
    assert cells(found) == [["name", "id", "note"], ["Ann Hill", "1", ""], ['Bo "B" Weir', "2", ""]]
    assert said(found) == ["The table is drawn with lines: 1 line is only drawn and counted as blank."]


@pytest.mark.parametrize("note", ["3 rows in set (0.00 sec)", "(3 rows)"])
def test_what_stands_beside_a_drawn_table_is_no_record_and_not_lost(read, note):
    found = read("mysql> select * from customers;" + DRAWN["+----+---------+------+"] + note + "\n")
    assert len(found) == 3
    assert [(row.line, row.text) for row in found.rejected] == [(1, "mysql> select * from customers;"), (9, note)]
    assert f"1 line stands beside the table and is not used, first line 9: {note}" in said(found)


def test_a_drawn_table_keeps_its_account_when_it_is_read_again_by_what_was_found(read):
    first = read(DRAWN["+----+---------+------+"].lstrip("\n"))
    again = read(DRAWN["+----+---------+------+"].lstrip("\n"), delimiter="|", quote='"', header_row=2)
    assert again.table.equals(first.table)


@pytest.mark.parametrize("delimiter", [",", "|", "\t"])
def test_a_line_of_hyphens_under_the_headings_is_no_record(read, delimiter):
    found = read(text(delimiter, [CELLS[0], ["--", "----", "----"], *CELLS[1:]]))
    assert cells(found) == CELLS
    assert found.blank_rows + len(found.rejected) == 1


def test_single_hyphens_in_the_first_record_are_values(read):
    rows = [CELLS[0], ["-", "-", "-"], *CELLS[1:]]
    assert cells(read(text(",", rows))) == rows
    assert cells(read(text("|", rows))) == rows


@pytest.mark.parametrize(
    ("last", "says"),
    [
        (["Total", "", "60"], True),
        (["", "Summe:", ""], True),
        (["(3 rows affected)"], True),
        (["Total records: 3", "", ""], True),
        (["3 Datensätze exportiert", "", ""], True),
        (["Generated on 2021-01-01", "", ""], True),
        (["Total", "Paris", "Rue 1"], False),
        (["Ann", "", ""], False),
        (["12", "", ""], False),
    ],
)
def test_totals_and_notes_at_the_end_of_an_export_are_named(read, last, says):
    found = read(text(",", [["name", "city", "amount"], *([f"Ann {n}", "Bath", "10"] for n in range(5)), last]))
    assert len(found) == 6
    assert ("last_row" in [one.kind for one in found.problems]) is says


def test_utf_7_is_read(read):
    rows = [["name", "ort"], ["Jürgen Müller", "Köln"], ["Zoë", "Bath + Ely"]]
    found = read(text(";", rows).encode("utf-7"))
    assert (found.settings.encoding, cells(found)) == ("utf-7", rows)
    rows = [["имя", "город"], *([name, "Москва"] for name in ("Иван", "Анна", "Пётр", "Ольга", "Борис", "Вера"))]
    assert cells(read(text(";", rows).encode("utf-7"))) == rows


@pytest.mark.parametrize(
    "value", ["+49-351-555", "+4935-", "A+B", "A+B2C-", "+1 415", "C++", "1+-2", "ann+APY@x.de+", "+ABC-"]
)
def test_plus_signs_do_not_make_utf_7(read, value):
    rows = [["name", "code"], ["Ann", value], ["Bo", "x"]]
    found = read(text(";", rows))
    assert (found.settings.encoding, cells(found)) == ("utf-8", rows)


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_carriage_returns_in_cells_without_quotation_marks_stay_in_them(read, line_end):
    rows = [["id", "name", "city"], ["1", "Ann\rHill", "Bath"], *([f"{n}", "Bo", "Ely"] for n in range(2, 6))]
    found = read(text(",", rows, line_end))
    assert cells(found) == rows
    assert found.line_end == line_end
    what = "a carriage return and a line feed" if line_end == "\r\n" else "a line feed"
    assert said(found) == [f"Rows end with {what}; 1 carriage return is text of a cell, first in line 2."]


def test_carriage_returns_that_end_rows_still_do(read):
    found = read("a,b\r\n1,2\r\n3,4\r5,6\r\n7,8\r\n")
    assert cells(found)[1:] == [["1", "2"], ["3", "4"], ["5", "6"], ["7", "8"]]


def test_a_control_character_below_a_drawn_table_is_counted_once(read):
    found = read(DRAWN["+----+---------+------+"].lstrip("\n") + "3 rows\n\x1b")
    assert (len(found), len(found.rejected), found.blank_rows) == (3, 1, 4)


def test_a_drawn_table_below_headings_of_another_kind_is_none(read):
    found = read("id,name\n| 9 | Zoe |\n+---+------+\n| 1 | Ann  |\n| 2 | Bo   |\n+---+------+\n")
    assert len(found) + len(found.rejected) + found.blank_rows + 1 == 6


@pytest.mark.parametrize("separator", [" ", "\t", ","])
def test_lists_of_r_have_numbers_of_rows_without_a_heading(read, separator):
    rows = [["1", "Ann Hill", "Bath"], ["2", "Weir, Bo", "Ely"], ["3", "Cy", ""]]
    head = separator.join(['"name"', '"city"'])
    body = "".join(separator.join(f'"{cell}"' for cell in row) + "\n" for row in rows)
    found = read(f"{head}\n{body}")
    assert cells(found) == [["Column 1", "name", "city"], *rows]
    assert found.settings.delimiter == separator
    assert said(found) == [
        "Column 1 has no heading. It is now ‘Column 1’.",
        "Each row begins with its number, which has no heading, as R writes lists; the headings are those of other columns.",
    ]


def test_a_missing_last_heading_stays_the_last(read):
    found = read('"id","name"\n"7","Ann","x"\n"9","Bo","y"\n')
    assert cells(found)[0] == ["id", "name", "Column 3"]


def test_quoted_words_parted_by_blanks_are_cells(read):
    rows = [["id", "full name"], ["1", "Ann Hill"], ["2", 'Bo "B" Weir'], ["3", "Moe, Cy"]]
    quoted = [[f'"{cell.replace(chr(34), 2 * chr(34))}"' for cell in row] for row in rows]
    assert cells(read(text(" ", quoted))) == rows
    assert cells(read('"name"\n"Ann Hill"\n"Bo Weir"\n')) == [["name"], ["Ann Hill"], ["Bo Weir"]]


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Name: Ann", "Phone: 5551234", "", "Name: Bo", "Phone: 5553456"] * 2, True),
        (
            ["*** 1. row ***", "  id: 1", "name: Ann", "*** 2. row ***", "  id: 2", "name: Bo", "  id: 3", "name: C"],
            True,
        ),
        (["note", "call: now", "Ann", "re: Bo", "Cy"], False),
        (["page", "https://a.example", "https://b.example", "https://c.example"], False),
    ],
)
def test_names_and_values_over_several_lines_are_told(read, lines, told):
    found = read("\n".join(lines) + "\n")
    assert any("names and values" in one for one in said(found)) is told


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize("head", ["id,name,city", '"id,name,city"'])
def test_some_rows_stand_in_quotation_marks_as_a_whole(read, head, line_end):
    lines = [head, '"1,""Hill, Ann"",Bath"', "2,Bo Weir,Ely", '"3,""Moe """"Cy"""""",Deal"', "4,Di,Rye", "5,Ed,Ayr"]
    found = read("".join(line + line_end for line in lines))
    assert cells(found) == [
        ["id", "name", "city"], ["1", "Hill, Ann", "Bath"], ["2", "Bo Weir", "Ely"], ["3", 'Moe "Cy"', "Deal"],
        ["4", "Di", "Rye"], ["5", "Ed", "Ayr"],
    ]  # fmt: skip
    assert found.lines.tolist() == [2, 3, 4, 5, 6]
    assert found.rejected == ()
    many, first = (3, 1) if head.startswith('"') else (2, 2)
    what = (
        f"{many} rows stand in quotation marks as a whole, first line {first}. What is inside them was read as cells."
    )
    assert said(found) == [what]


def test_a_short_row_of_one_quoted_cell_stays_one_cell(read):
    found = read('id,name\n1,Ann\n"Hill, Bo"\n3,Cy\n')
    assert cells(found)[2] == ["Hill, Bo", ""]
    found = read('id,name,city\n1,Ann,Bath\n"see page 2"\n3,Cy,Ely\n')
    assert cells(found)[2] == ["see page 2", "", ""]
