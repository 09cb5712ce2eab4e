from __future__ import annotations

import csv
import gzip
import hashlib
import io
import re
import zipfile

import pyarrow as pa
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.errors import Cancelled, InputError
from entityres.progress import Progress
from entityres.records.formula_guard import guarded
from entityres.records.reading import preview, read_list, unique_names
from entityres.records.record_list import Problem, ReadSettings, RecordList

TABLE = [
    ["id", "name", "street", "note"],
    ["0042", "Jürgen Müller", "Straße 5, Haus; B", "x"],
    ["0007", "Zoë O'Hara", 'The "Old" Barn', "two\nlines"],
    ["1E5", "Å | B\tC", "", "end"],
]


@pytest.fixture
def write(tmp_path):
    def write(data: bytes | str, name: str = "list.csv") -> str:
        path = tmp_path / name
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return str(path)

    return write


def table_of(record_list: RecordList) -> list[list[str]]:
    return [list(record_list.columns), *[list(row.values()) for row in record_list.table.to_pylist()]]


def kinds(record_list: RecordList) -> list[str]:
    return [problem.kind for problem in record_list.problems]


def messages(record_list: RecordList) -> str:
    return "\n".join(problem.message for problem in record_list.problems)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("quoting", [csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
def test_every_way_to_write_a_list_gives_the_same_records(write, encoding, delimiter, line_end, quoting):
    out = io.StringIO(newline="")
    # Python's writer quotes a cell for the line end that it writes itself, not for others.
    table = [[cell.replace("\n", line_end) for cell in row] for row in TABLE]
    csv.writer(out, delimiter=delimiter, lineterminator=line_end, quoting=quoting).writerows(table)
    data = out.getvalue().encode(encoding)
    found = read_list(write(data))
    assert table_of(found) == table
    assert found.settings == ReadSettings(encoding, delimiter, '"', 1)
    assert found.line_end == line_end
    assert found.lines.tolist() == [2, 3, 5]
    assert found.problems == ()
    assert found.size == len(data)
    assert found.sha256 == hashlib.sha256(data).hexdigest()
    assert found.table.schema.types == [pa.large_string()] * 4


WAYS_TO_QUOTE = {
    "blanks before": lambda cell, end: f' "{cell.replace(chr(34), chr(34) * 2)}"',
    "backslashes": lambda cell, end: '"' + cell.replace("\\", "\\\\").replace('"', '\\"') + '"',
    "both": lambda cell, end: '  "' + cell.replace("\\", "\\\\").replace('"', '\\"') + '"',
}


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("delimiter", [",", ";", "\t", "|"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("way", WAYS_TO_QUOTE)
def test_other_ways_to_quote_are_found_from_the_whole_file(write, encoding, delimiter, line_end, way):
    table = [[cell.replace("\n", line_end) for cell in row] for row in TABLE]
    quoted = WAYS_TO_QUOTE[way]
    lines = [delimiter.join(table[0])]
    lines += [delimiter.join([row[0], *(quoted(cell, line_end) for cell in row[1:])]) for row in table[1:]]
    path = write((line_end.join(lines) + line_end).encode(encoding))
    found = read_list(path)
    assert table_of(found) == table
    assert found.settings == ReadSettings(encoding, delimiter, '"', 1)
    assert found.lines.tolist() == [2, 3, 5]
    assert found.problems == ()
    assert preview(path).table.equals(found.table)
    assert read_list(path, found.settings).table.equals(found.table)


def test_backslashes_are_text_where_they_close_cells(write):
    found = read_list(write('id,folder,name\n1,"C:\\dir\\",x\n2,"D:\\",y\n3,"say \\""hi\\"", ok",z\n'))
    assert [row[1] for row in table_of(found)[1:]] == ["C:\\dir\\", "D:\\", 'say \\"hi\\", ok']
    assert found.problems == ()


def test_marks_in_text_after_blanks_are_no_quotes(write):
    text = 'id, name, town\n1, "Bob" Smith, Bath\n2, Ann "Lee", Ely\n3,"Cy, x",York\n'
    found = read_list(write(text))
    assert [row[1] for row in table_of(found)[1:]] == [' "Bob" Smith', ' Ann "Lee"', "Cy, x"]


@pytest.mark.parametrize("order", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("names", [["Ann", "Zoë"], ["吉田 健", "Ann"], ["Ирина", "Лев"]])
def test_sixteen_bits_without_a_mark_also_in_long_files(write, order, names):
    rows = [f"{number};{names[number % 2]};Street {number}\r\n" for number in range(9000)]
    path = write(("id;name;street\r\n" + "".join(rows)).encode(order))
    whole = read_list(path)
    assert whole.settings == ReadSettings(order, ";", '"', 1)
    assert whole.table.column("name").to_pylist() == [names[number % 2] for number in range(9000)]
    shown = preview(path)
    assert shown.settings == whole.settings
    assert shown.table.equals(whole.table.slice(0, 100))
    assert shown.problems == ()


def test_mixed_line_ends(write):
    found = read_list(write("id,name\r\n1,Ann\n2,Bo\r3,Cy\r\n\r\n4,Di"))
    assert [row[0] for row in table_of(found)[1:]] == ["1", "2", "3", "4"]
    assert found.lines.tolist() == [2, 3, 4, 6]
    assert found.line_end == "\r\n"
    assert found.blank_rows == 1


def test_decimal_commas_and_thousands_in_a_semicolon_list(write):
    rows = "".join(f"{n};{n},50;1.{n:03},{n % 90 + 10};Müller, {n}\r\n" for n in range(1, 300))
    found = read_list(write(f"Nr;Betrag;Summe;Name\r\n{rows}".encode("cp1252")))
    assert (found.settings.delimiter, found.settings.encoding) == (";", "cp1252")
    assert table_of(found)[7] == ["7", "7,50", "1.007,17", "Müller, 7"]
    assert found.problems == ()


def test_a_cell_of_a_megabyte(write):
    long = "word, " * 175_000
    path = write(f'id,note\n1,"{long}"\n2,x\n3,"{long[:1000]}\n"\n')
    found = read_list(path)
    assert [len(text) for text in found.table.column("note").to_pylist()] == [len(long), 1, 1001]
    assert found.problems == ()
    shown = preview(path)
    assert shown.table.equals(found.table)
    assert shown.problems == ()


@pytest.mark.parametrize(
    "junk",
    [
        "# made by a program\n",
        "Report of 2021-04-03\n",
        "Date: today\n# by: me\n",
        "# made by a program\n\n",
    ],
)
@pytest.mark.parametrize("table", ["id;name\n1;Ann\n2;Bo\n", "id;name;town\n1;Ann;Bath\n2;Bo;Ely\n"])
def test_lines_that_are_no_headings(write, junk, table):
    found = read_list(write(junk + table))
    assert list(found.columns) == table.split("\n")[0].split(";")
    assert len(found) == 2
    assert len(found.rejected) == junk.strip().count("\n") + 1
    assert kinds(found) == ["above_headings"]


def test_titles_that_a_spreadsheet_filled_up_with_separators(write):
    text = "Customers of Bath;;;;\nDate:;2021-04-03;;;\n;;;;\nid;name;town;phone;note\n1;Ann;Bath;1;\n2;Bo;Ely;;x\n"
    found = read_list(write(text))
    assert found.columns == ("id", "name", "town", "phone", "note")
    assert len(found) == 2


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_reading_again_with_the_settings_that_were_found_changes_nothing(write, encoding):
    path = write("a;b\né;1,5\nü;2,5\n\n;;;x\n".encode(encoding))
    once = read_list(path)
    again = read_list(path, once.settings)
    assert again.settings == once.settings
    assert again.table.equals(once.table)
    assert (again.problems, again.rejected, again.blank_rows) == (once.problems, once.rejected, once.blank_rows)


@example("';,\r;\n\n\n", 0)
@given(st.text(alphabet='ab,;"\n\r é\0\t', max_size=80), st.sampled_from([None, 0, 1]))
def test_every_row_is_accounted_for(tmp_path_factory, text, header_row):
    path = tmp_path_factory.getbasetemp() / "account.csv"
    path.write_bytes(text.encode())
    try:
        found = read_list(str(path), ReadSettings("utf-8", ",", '"', header_row))
    except InputError:
        assert not text.replace("\0", "").strip() or header_row == 1
        return
    rows = list(csv.reader(io.StringIO(_one_line_end(text.replace("\0", ""), found), newline="")))
    marked_after_blanks = re.search(r'(^|[,\r\n])[ \t]+"', text.replace("\0", ""))
    if not marked_after_blanks and "stray_quote" not in kinds(found) and "unclosed_quote" not in kinds(found):
        assert len(found) + len(found.rejected) + found.blank_rows + (found.settings.header_row > 0) == len(rows)
    # No letter is lost: what is neither in a cell nor rejected nor a heading was a separator, a quote or a blank.
    kept = "".join(cell for row in table_of(found)[1:] for cell in row) + "".join(row.text for row in found.rejected)
    if header_row == 0:
        for letter in "ab é":
            if letter.strip():
                assert kept.count(letter) == text.count(letter)
    again = preview(str(path), found.settings, rows=10_000)
    assert again.table.equals(found.table)
    assert again.problems == found.problems


def _one_line_end(text: str, found: RecordList) -> str:
    """The text without the line ends that are text of a cell, where the list says so: nearly all rows end with another one."""
    told = next((problem.message for problem in found.problems if problem.kind == "line_feeds_inside"), "")
    inside = told.partition("; ")[2]
    if "carriage return" in inside:
        return re.sub(r"\r(?!\n)", " ", text)
    return re.sub(r"(?<!\r)\n", " ", text) if inside else text


def test_semicolons_win_over_as_many_commas(write):
    path = write("Nr;Name;Betrag\n1;Müller, Jörg;12,50\n2;Weiss, Ulla;80,00\n3;Kranz, Otto;7,10\n")
    found = read_list(path)
    assert found.settings.delimiter == ";"
    assert found.cell(0, "Name") == "Müller, Jörg"


def test_semicolons_win_also_where_the_headings_have_commas(write):
    found = read_list(write("Nr;Name, Vorname;Betrag\n1;Müller, Jörg;12\n2;Weiss, Ulla;80\n"))
    assert found.columns == ("Nr", "Name, Vorname", "Betrag")


def test_commas_win_over_bars_in_a_column_of_keywords(write):
    found = read_list(write("id,name,words\n1,Ann,a|b|c|d\n2,Bo,a|b|c|d\n3,Cy,e|f|g|h\n"))
    assert found.columns == ("id", "name", "words")


def test_a_list_of_one_column_keeps_its_commas(write):
    found = read_list(write("Name\nMüller, Jörg\nWeiss, Ulla\n"))
    assert table_of(found) == [["Name"], ["Müller, Jörg"], ["Weiss, Ulla"]]
    assert "There is 1 comma per row." in messages(found)


def test_the_wrong_separator_is_told(write):
    found = read_list(write("a;b;c\n1;2;3\n"), ReadSettings(delimiter=","))
    assert found.columns == ("a;b;c",)
    assert [problem.message for problem in found.problems] == ["Only one column found. There are 2 semicolons per row."]


def test_the_separator_that_a_first_line_declares(write):
    found = read_list(write("sep=;\r\nname;town\r\nAnn;Bath\r\n"))
    assert found.columns == ("name", "town")
    assert found.settings == ReadSettings("utf-8", ";", '"', 2)
    assert [row.text for row in found.rejected] == ["sep=;"]


def test_titles_above_the_headings(write):
    found = read_list(write("Customers,,\nExported 2021-04-03,,\n\nid,name,town\n1,Ann,Bath\n2,Bo,Ely\n"))
    assert found.columns == ("id", "name", "town")
    assert found.settings.header_row == 4
    assert found.lines.tolist() == [5, 6]
    assert [(row.line, row.reason) for row in found.rejected] == [(n, "It stands above the headings.") for n in (1, 2)]
    assert found.blank_rows == 1
    assert kinds(found) == ["above_headings"]


def test_lines_with_values_above_the_headings(write):
    found = read_list(write("Report;\nDate:;2021-04-03\n\nid;name;town\n1;Ann;Bath\n2;Bo;Ely\n3;Cy;York\n"))
    assert found.columns == ("id", "name", "town")
    assert [row.line for row in found.rejected] == [1, 2]


def test_a_short_row_of_headings_is_no_title(write):
    found = read_list(write("id,name\n1,Ann,Bath\n\n2,Bo,Ely\n3,Cy,York\n"))
    assert found.columns == ("id", "name", "Column 3")
    assert len(found) == 3


def test_years_may_be_headings(write):
    found = read_list(write("name,2019,2020,2021\nAnn,1,2,3\n"))
    assert found.problems == ()


def test_headings_that_are_values_of_their_columns(write):
    found = read_list(write("Anna,Schmidt,Berlin\nBert,Meier,Kiel\nAnna,Kranz,Bonn\nCarl,Weiss,Berlin\n"))
    assert "The first row looks like data, not headings." in messages(found)


def test_headings_that_say_what_they_are_may_be_values_too(write):
    found = read_list(write("artist,title,genre\nArtist,Title,pop\nartist,Blue,rock\nBo,title,genre\n"))
    assert found.problems == ()


def test_rows_that_repeat_the_headings(write):
    found = read_list(write('id,name\n1,Ann\nid,name\n2,Bo\n"id","name"\n'))
    assert table_of(found) == [["id", "name"], ["1", "Ann"], ["2", "Bo"]]
    assert found.lines.tolist() == [2, 4]
    assert [(row.line, row.reason, row.text) for row in found.rejected] == [
        (3, "It repeats the headings.", "id,name"),
        (5, "It repeats the headings.", '"id","name"'),
    ]
    assert messages(found) == (
        "Line 3 repeats the headings; it was not loaded.\nLine 5 repeats the headings; it was not loaded."
    )


@pytest.mark.parametrize("again", ["ID,NAME", "id , Name", '"Id","nAmE"', " id,name "])
def test_rows_that_repeat_the_headings_in_other_letters(write, again):
    found = read_list(write(f"Id,Name\n1,Ann\n{again}\n2,Bo\nid,Ann\n"))
    assert table_of(found) == [["Id", "Name"], ["1", "Ann"], ["2", "Bo"], ["id", "Ann"]]
    assert [(row.line, row.reason, row.text) for row in found.rejected] == [(3, "It repeats the headings.", again)]
    assert messages(found) == "Line 3 repeats the headings; it was not loaded."


def test_a_list_of_sets_is_one_column_and_loses_no_row(write):
    sets = [
        "milk;bread;eggs;tea",
        "bread;milk;eggs;tea",
        "soap;rope",
        "rope;soap;nails",
        "milk;tea;eggs;bread;jam",
        "nothing",
    ]
    found = read_list(write("bought\n" + "\n".join(sets) + "\n"))
    assert found.columns == ("bought",)
    assert found.table["bought"].to_pylist() == sets
    assert not len(found.rejected)
    # Headings below a title keep their columns, however ragged the rows are.
    ragged = read_list(write("Export\nname;phone;city\nAnn;1\nBob;2;Rome;x\nCy\nDi;4;Bonn\n"))
    assert ragged.columns[:3] == ("name", "phone", "city")


def test_a_single_column_may_hold_its_own_heading(write):
    found = read_list(write("name\nAnn\nname\nName\nBo\n"))
    assert [row[0] for row in table_of(found)] == ["name", "Ann", "name", "Name", "Bo"]
    assert found.rejected == ()
    assert messages(found) == "Line 3 repeats the headings; it was loaded as a record."


def test_a_row_of_values_is_never_taken_for_the_headings_below_a_title(write):
    found = read_list(write("Customers\n1,ann@example.com,Bath\n2,bo@example.com,Ely\n"))
    assert len(found) == 2


def test_spare_separators_are_no_column(write):
    for text in (
        "id,name\n1,Ann,\n2,Bo,\n",
        "id,name,\n1,Ann,\n2,Bo,\n",
        "id,name,,\n1,Ann\n2,Bo\n",
        "id,name\n1,Ann,, \n2,Bo\n",
    ):
        found = read_list(write(text))
        assert table_of(found) == [["id", "name"], ["1", "Ann"], ["2", "Bo"]]
        assert kinds(found) == ["spare_cells"]
        assert found.rejected == ()


def test_short_rows_are_filled_up_and_long_rows_rejected(write):
    found = read_list(write('id,name,town\n1,Ann\n2,"Bo",Ely,Kent\n3,Cy,York\n4,Di,Ripon\n\n5\n'))
    assert table_of(found)[1:] == [["1", "Ann", ""], ["3", "Cy", "York"], ["4", "Di", "Ripon"], ["5", "", ""]]
    assert [(row.line, row.reason, row.text) for row in found.rejected] == [
        (3, "It has 4 values; there are 3 columns.", '2,"Bo",Ely,Kent')
    ]
    assert [(problem.line, problem.kind) for problem in found.problems] == [
        (2, "short_row"),
        (3, "long_row"),
        (7, "short_row"),
    ]
    assert found.problems[0].message.startswith("Line 2 has 2 values; there are 3 columns.")
    assert found.blank_rows == 1


def test_a_heading_that_is_missing_from_nearly_all_rows_is_added_at_the_end(write):
    found = read_list(write("id,name\n1,Ann,Bath\n2,Bo,Ely\n3,Cy,York\n"))
    assert table_of(found) == [
        ["id", "name", "Column 3"],
        ["1", "Ann", "Bath"],
        ["2", "Bo", "Ely"],
        ["3", "Cy", "York"],
    ]
    assert kinds(found) == ["missing_heading"]


def test_headings_are_trimmed_unique_and_complete(write):
    found = read_list(write(" Last Name ,phone,,phone,phone (2),phone\nx,1,2,3,4,5\n"))
    assert found.columns == ("Last Name", "phone", "Column 3", "phone (3)", "phone (2)", "phone (4)")
    assert "Three columns are named ‘phone’. They are now ‘phone’, ‘phone (3)’ and ‘phone (4)’." in messages(found)
    assert "Column 3 has no heading. It is now ‘Column 3’." in messages(found)
    assert {problem.line for problem in found.problems} == {1}


def test_two_headings_alike_in_the_words_of_the_screen(write):
    found = read_list(write("phone,phone\n1,2\n"))
    assert "Two columns are named ‘phone’. They are now ‘phone’ and ‘phone (2)’." in messages(found)


def test_a_list_without_headings(write):
    path = write("1,ann@example.com,Bath\n2,bo@example.com,Ely\n")
    found = read_list(path)
    assert messages(found) == "The first row looks like data, not headings. It was loaded as a record."
    assert len(found) == 2
    assert found.columns == ("Column 1", "Column 2", "Column 3")
    assert found.lines.tolist() == [1, 2]
    assert found.settings.header_row == 0
    assert len(read_list(path, ReadSettings(header_row=1))) == 1
    without = read_list(path, ReadSettings(header_row=0))
    assert without.columns == ("Column 1", "Column 2", "Column 3")
    assert len(without) == 2
    assert without.problems == ()
    assert without.settings.header_row == 0


def test_a_chosen_row_of_headings(write):
    found = read_list(write("a,b\nid,name\n1,Ann\n"), ReadSettings(header_row=2))
    assert table_of(found) == [["id", "name"], ["1", "Ann"]]
    assert [row.text for row in found.rejected] == ["a,b"]
    with pytest.raises(InputError, match="row 9 cannot hold the headings"):
        read_list(write("a,b\n1,2\n"), ReadSettings(header_row=9))


def test_blank_rows_are_counted_and_no_records(write):
    found = read_list(write("id,name\n\n1,Ann\n,\n  ,\t\n2,Bo\n\n\n"))
    assert len(found) == 2
    assert found.blank_rows == 5
    assert found.lines.tolist() == [3, 6]


def test_headings_without_rows(write):
    found = read_list(write("id,name,phone\n", "shop.csv"))
    assert len(found) == 0
    assert found.columns == ("id", "name", "phone")
    assert [(problem.kind, problem.message) for problem in found.problems] == [
        ("no_rows", "shop.csv has headings but no rows.")
    ]


def test_zero_bytes_are_reported_once(write):
    found = read_list(write(b"id,name,mail\n1,Ann,a\n2,Mar\0tin,b\n3,Ida,\0\0\0\n4,Jon,\0\0\0\n"))
    assert found.settings.encoding == "utf-8"
    assert found.cell(1, "name") == "Martin"
    assert found.cell(2, "mail") == ""
    assert [(p.line, p.kind, p.message) for p in found.problems] == [
        (3, "nul_bytes", "Zero bytes were taken out of 3 rows, first in line 3.")
    ]


def test_slips_of_encoding_are_reported_with_their_line(write):
    found = read_list(write("id,name\n1,Zoë\n2,é ß\n".encode() + b"3,M\xfcll\xe9r\n"))
    assert found.cell(2, "name") == "Müllér"
    assert [(p.line, p.kind) for p in found.problems] == [(4, "odd_characters")]
    assert "Line 4: 2 characters did not fit UTF-8 and were read as Windows-1252" in messages(found)


def test_an_unclosed_quote_swallows_nothing(write):
    found = read_list(write('id,note\n1,"open\n2,x\n3,y\n'))
    assert table_of(found)[1:] == [["1", '"open'], ["2", "x"], ["3", "y"]]
    assert [(p.line, p.kind) for p in found.problems] == [(2, "unclosed_quote")]
    assert "is not closed before the end of the file. It is read as text. The 2 rows after it are kept." in messages(
        found
    )


def test_a_quote_that_another_row_closes_swallows_nothing(write):
    found = read_list(write('id,note\n1,"open\n2,x\n3,"y, z"\n'))
    assert table_of(found)[1:] == [["1", '"open'], ["2", "x"], ["3", "y, z"]]
    assert [(p.line, p.kind) for p in found.problems] == [(2, "stray_quote")]


def test_a_very_long_cell_is_worth_a_word(write):
    found = read_list(write('id,note\n1,"' + "x\n" * 40 + '"\n2,y\n'))
    assert len(found) == 2
    assert kinds(found) == ["many_lines"]


def test_only_the_first_hundred_problems_of_a_kind_are_listed(write):
    found = read_list(write("a,b,c\n" + "1,2,3\n" * 300 + "1,2\n" * 250))
    assert kinds(found).count("short_row") == 101
    assert found.problems[-1] == Problem(402, "short_row", "150 more rows have too few values.")
    assert len(found) == 550


def test_quotes_can_be_text_or_apostrophes(write):
    text = 'id,size\n1,"5 inch\n2,7" x 3"\n'
    assert table_of(read_list(write(text), ReadSettings(quote="")))[1:] == [["1", '"5 inch'], ["2", '7" x 3"']]
    found = read_list(write("'id','name'\n'1','Ann, B'\n'2','O''Hara'\n"))
    assert table_of(found) == [["id", "name"], ["1", "Ann, B"], ["2", "O'Hara"]]
    assert found.settings.quote == "'"


def test_the_formula_guard_is_taken_off_again(write):
    cells = ["=1+1", "  =2", "'=3", "'tis", "+44 1632", "-", "@x", "plain"]
    marked = guarded(pa.array(cells, pa.large_string())).to_pylist()
    out = io.StringIO(newline="")
    csv.writer(out).writerows([["'=heading", "n"], *[[cell, "1"] for cell in marked]])
    found = read_list(write(out.getvalue()))
    assert found.columns == ("=heading", "n")
    assert found.table.column(0).to_pylist() == cells


def test_gzip(write):
    data = b"id,name\n1,Ann\n"
    packed = gzip.compress(data)
    for name in ("crm.csv.gz", "crm.csv"):
        found = read_list(write(packed, name))
        assert table_of(found) == [["id", "name"], ["1", "Ann"]]
        assert found.name == "crm"
        assert found.sha256 == hashlib.sha256(packed).hexdigest()
        assert preview(write(packed, name)).table.equals(found.table)
    with pytest.raises(InputError, match="cannot be unpacked"):
        read_list(write(packed[:-6], "cut.csv.gz"))


def test_odd_file_names(write):
    found = read_list(write("id,name\n1,𠮷田 健\n", "clients_été_𠮷.csv"))
    assert found.name == "clients_été_𠮷"
    assert found.cell(0, "name") == "𠮷田 健"


def workbook() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr("xl/workbook.xml", "<x/>")
    return out.getvalue()


def archive() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as packed:
        packed.writestr("list.csv", "a,b\n1,2\n")
    return out.getvalue()


@pytest.mark.parametrize("read", [read_list, preview])
@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "list.csv is empty."),
        (b"\xef\xbb\xbf", "list.csv is empty."),
        (b"\r\n \r\n", "list.csv is empty."),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This does not look like a text file."),
        (bytes(range(256)) * 40, "This does not look like a text file."),
        (workbook(), "This is an Excel workbook (.xlsx) with a .csv name."),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "Workbook".encode("utf-16-le"),
            "This is an Excel workbook (.xls) with a .csv name.",
        ),
        (archive(), "is a zip archive."),
        (b"<!DOCTYPE html><html><table><tr><td>1</table></html>", "This is a web page (HTML) with a .csv name."),
        (b'<?xml version="1.0"?><Workbook/>', "This is an XML file with a .csv name."),
    ],
)
def test_files_that_are_no_list(write, read, data, message):
    with pytest.raises(InputError) as caught:
        read(write(data))
    assert message in caught.value.message
    assert "list.csv" in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize("read", [read_list, preview])
def test_files_that_cannot_be_opened(tmp_path, read):
    with pytest.raises(InputError, match="was not found"):
        read(str(tmp_path / "nowhere.csv"))
    with pytest.raises(InputError, match="is a folder, not a file"):
        read(str(tmp_path))


@pytest.mark.parametrize("error", [PermissionError(13, "denied"), OSError(5, "Input/output error"), MemoryError()])
def test_files_that_refuse_to_be_read(write, monkeypatch, error):
    path = write("a,b\n1,2\n", "crm.csv")

    def refuse(*arguments, **options):
        raise error

    monkeypatch.setattr("builtins.open", refuse)
    with pytest.raises(InputError, match=r"^crm.csv (cannot be read|is too large)"):
        read_list(path)


@pytest.mark.parametrize(
    "wrong",
    [
        ReadSettings(delimiter=",,,,,,,,"),
        ReadSettings(delimiter=',"'),
        ReadSettings(delimiter="\n"),
        ReadSettings(delimiter="§§"),
        ReadSettings(quote='"', delimiter='"'),
        ReadSettings(header_row=-1),
        ReadSettings(encoding="klingon"),
    ],
)
def test_settings_that_cannot_be_followed(write, wrong):
    with pytest.raises(InputError):
        read_list(write("a,b\n1,2\n"), wrong)


def test_more_columns_than_a_list_may_have(write):
    with pytest.raises(InputError, match="has 30,000 columns"):
        read_list(write(",".join(str(number) for number in range(30_000)) + "\n1,2\n"), ReadSettings(delimiter=","))


def test_preview_of_a_long_file_is_its_beginning(write):
    rows = "".join(f'{number},"Street {number}\nTown",x\n' for number in range(20_000))
    path = write("id,address,note\n" + rows + "z,é,z\n")
    shown = preview(path, rows=50)
    whole = read_list(path)
    assert len(shown) == 50
    assert shown.table.equals(whole.table.slice(0, 50))
    assert shown.lines.tolist() == whole.lines[:50].tolist()
    assert shown.settings == whole.settings
    assert shown.size == whole.size


def test_preview_knows_the_encoding_from_further_on(write):
    path = write(b"id,name\n" + b"1,Ann\n" * 100_000 + "2,Zoë\n".encode("cp1252") + b"3,x\n")
    assert preview(path).settings.encoding == read_list(path).settings.encoding == "cp1252"


def test_preview_does_not_take_the_cut_for_an_unclosed_quote(write):
    long = "word " * 20_000
    path = write("id,text\n" + "".join(f'{number},"{long}"\n' for number in range(6)))
    shown = preview(path)
    assert len(shown) == 2
    assert shown.problems == ()


def test_preview_of_a_packed_long_file(write):
    text = "id,name\n" + "".join(
        f"{number},Ann {hashlib.md5(str(number).encode()).hexdigest()}\n" for number in range(40_000)
    )
    path = write(gzip.compress(text.encode()), "big.csv.gz")
    assert preview(path).table.equals(read_list(path).table.slice(0, 100))


def test_short_names():
    assert unique_names(["/a/crm.csv", "b/crm.csv", "crm.csv.gz", "crm (2).csv", "x/list.v2.tsv", ".csv"]) == [
        "crm",
        "crm (3)",
        "crm (4)",
        "crm (2)",
        "list.v2",
        ".csv",
    ]


def test_progress_is_told_and_can_stop(write):
    path = write("id,name\n" + "1,Ann\n" * 1000)
    progress = Progress()
    read_list(path, progress=progress)
    assert progress.stage == "Reading list"
    assert 0 < progress.done <= progress.total
    progress.cancel()
    with pytest.raises(Cancelled):
        read_list(path, progress=progress)


def test_lines_cannot_be_changed(write):
    found = read_list(write("a,b\n1,2\n"), name="mine")
    assert found.name == "mine"
    with pytest.raises(ValueError, match="read-only"):
        found.lines[0] = 7
