"""Texts that are made into others before they are parsed: odd line ends, typographic quotes, separators of several signs.

The cells are those that a person sees, what is shown of rejected rows is what stands in the file, and every row counts.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers.layouts import CELLS, cells, rows_of, said, text

ENDS = {
    "line separator": "\u2028",
    "paragraph separator": "\u2029",
    "next-line character": "\x85",
    "vertical tab": "\v",
    "form feed": "\f",
    "record separator": "\x1e",
}


# --- line ends


@pytest.mark.parametrize(("name", "end"), ENDS.items(), ids=list(ENDS))
def test_such_characters_end_rows_where_nothing_else_does(read, name, end):
    found = read(text(",", line_end=end))
    assert cells(found) == CELLS
    assert found.lines.tolist() == [2, 3, 4]
    assert said(found) == [f"Rows end with a {name}, since the file has no line ends."]


@pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_such_characters_stay_in_cells_where_rows_fit(read, end, line_end):
    rows = [
        CELLS[0],
        ["1", f"Ann{end}Hill", f"Bath{end}"],
        [f"{end}2", "Bo Weir", "Ely"],
        ["3", "Cy Moe", f"De{end}al"],
    ]
    found = read(text(",", rows, line_end))
    assert cells(found) == rows
    assert said(found) == []
    quoted = f'id,name{line_end}1,"Hill,{end}Ann"{line_end}2,Bo{line_end}'
    assert cells(read(quoted))[1:] == [["1", f"Hill,{end}Ann"], ["2", "Bo"]]


@pytest.mark.parametrize(("name", "end"), ENDS.items(), ids=list(ENDS))
def test_some_rows_may_end_so_while_other_such_characters_are_text(read, name, end):
    found = read(f"id,name,city\n1,An{end}n,Bath\n2,Bo,Ely{end}3,Cy,Deal{end}4,Di,Rye\n5,Ed,Ayr\n")
    assert cells(found)[1:] == [
        ["1", f"An{end}n", "Bath"], ["2", "Bo", "Ely"], ["3", "Cy", "Deal"], ["4", "Di", "Rye"], ["5", "Ed", "Ayr"]
    ]  # fmt: skip
    assert found.lines.tolist() == [2, 3, 4, 5, 6]
    assert said(found) == [f"2 rows end with a {name} instead of a line end."]


@pytest.mark.parametrize("end", ENDS.values(), ids=list(ENDS))
def test_rows_that_do_not_fit_either_way_are_shown_as_they_stand_in_the_file(read, end):
    found = read(f"id,name,city\n1,Ann,Bath\n2,Bo,Ely{end}3,Cy\n4,Di,Rye\n")
    assert [(row.line, row.text) for row in found.rejected] == [(3, f"2,Bo,Ely{end}3,Cy")]
    assert rows_of(found) == 4


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(("delimiter", "sign"), [(",", ";"), ("\t", ";"), (";", ","), ("|", "^"), ("||", "#")])
def test_a_sign_that_ends_every_row_is_left_out(read, delimiter, sign, line_end):
    found = read(text(delimiter, line_end=sign + line_end).removesuffix(line_end))
    assert cells(found) == CELLS
    assert found.line_end == line_end
    assert said(found) == [f"Every row ends with the sign {sign}, which was left out."]
    records = read(
        text(delimiter, [["1", "a@b.de", "Bath"], ["2", "c@d.de", "Ely"], ["3", "e@f.de", "Rye"]], sign + line_end)
    )
    assert [row[2] for row in cells(records)[-2:]] == ["Ely", "Rye"]


def test_a_sign_that_ends_only_some_rows_is_text(read):
    rows = [CELLS[0], ["1", "Ann", "a;b;"], ["2", "Bo", "c;"], ["3", "Cy", "d;"]]
    assert cells(read(text(",", rows))) == rows
    rows = [["id", "name", "tags;"], ["1", "Ann", "a;"], ["2", "Bo", "c"], ["3", "Cy", "d;"]]
    assert cells(read(text(",", rows))) == rows
    rows = [["1", "a@b.de", "x;y;"], ["2", "c@d.de", "z;"], ["3", "e@f.de", "x;"]]
    assert cells(read(text(",", rows)))[1:] == rows


# --- typographic quotation marks


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
@pytest.mark.parametrize("marks", ["“”", "„“", "„”", "«»", "»«"])
@pytest.mark.parametrize("delimiter", [",", ";"])
def test_typographic_marks_quote_cells_that_hold_the_separator(read, delimiter, marks, encoding):
    opening, closing = marks
    rows = [CELLS[0], ["1", f"Hill{delimiter} Ann", "Bath"], ["2", 'Weir "Bo"', f"Ely{delimiter}"], ["3", "Cy Moe", ""]]
    quoted = [[f"{opening}{cell}{closing}" if delimiter in cell else cell for cell in row] for row in rows]
    found = read(text(delimiter, quoted).encode(encoding))
    assert cells(found) == rows
    assert found.rejected == ()
    assert found.settings.quote == '"'
    assert [one.kind for one in found.problems] == ["curly_quotes"]


def test_typographic_marks_around_every_heading_quote_cells(read):
    rows = [["id", "name"], ["1", "Ann Hill"], ["2", "Bo Weir"]]
    assert cells(read(text(",", [[f"“{cell}”" for cell in row] for row in rows]))) == rows


def test_typographic_marks_are_text_where_rows_fit(read):
    rows = [["id", "title"], ["1", "“The Hobbit”"], ["2", "Say “no”"], ["3", "“A” and “B”"], ["4", "«Ça»"]]
    found = read(text(",", rows))
    assert cells(found) == rows
    assert said(found) == []


def test_typographic_marks_are_text_where_the_user_says_so(read):
    found = read("id,name\n1,“Hill, Ann”\n2,Bo\n", quote="")
    assert found.rejected[0].text == "1,“Hill, Ann”"


def test_a_row_with_an_odd_typographic_mark_is_shown_as_it_stands_in_the_file(read):
    found = read("id,name,city\n1,“Hill, Ann”,Bath\n2,“Weir, Bo”,Ely\n3,“Moe, Cy,Deal\n4,Di,Rye\n")
    assert cells(found)[1:3] == [["1", "Hill, Ann", "Bath"], ["2", "Weir, Bo", "Ely"]]
    assert [(row.line, row.text) for row in found.rejected] == [(4, "3,“Moe, Cy,Deal")]
    assert rows_of(found) == 5


# --- separators of several characters


@pytest.mark.parametrize(
    "separator", ["||", "::", ";;", "\t\t", "^^", "~~", "|||", "~|~", "|~|", "^|^", "#|#", ";;;", "@#", "*&*"]
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_separators_of_several_characters(read, separator, line_end):
    found = read(text(separator, [*CELLS, ["4", "", "Rye"], ["5", "", ""]], line_end))
    assert cells(found) == [*CELLS, ["4", "", "Rye"], ["5", "", ""]]
    assert found.settings.delimiter == separator
    assert said(found) == []


def test_half_a_separator_is_text_and_quoted_cells_may_hold_a_whole_one(read):
    found = read('id||name||city\n1||A|B||Bath\n2||"Hill || ""Ann"""||Ely\n3||"x\ny"|||Deal\n4||Di||Rye\n')
    assert cells(found)[1:] == [
        ["1", "A|B", "Bath"], ["2", 'Hill || "Ann"', "Ely"], ["3", "x\ny", "|Deal"], ["4", "Di", "Rye"]
    ]  # fmt: skip
    assert found.lines.tolist() == [2, 3, 4, 6]


@pytest.mark.parametrize(
    "rows",
    [
        [
            ["id", "", "name", "", "city"],
            ["1", "x", "Ann", "y", "Bath"],
            ["2", "", "Bo", "", "Ely"],
            ["3", "", "", "z", ""],
        ],
        [["a:", "b:", "c:"], ["1", "2", "3"], ["4", "5", "6"]],
        [["a", "b", "", "c"], ["1", "2", "", "4"], ["5", "6", "", "8"], ["9", "0", "", "x"]],
        [["a%", "b%", "c%"], ["1%", "2%", "3%"], ["4%", "5%", "6%"]],
    ],
)
def test_single_separators_stay_single(read, rows):
    found = read(text(";", rows))
    assert found.settings.delimiter == ";"
    assert cells(found)[1:] == rows[1:]


def test_separators_of_several_signs_are_found_in_a_short_list_with_a_short_row(read):
    found = read("id||name||city\n1||A|B||Bath\n2||Bo||Ely\nID||NAME||CITY\n3||Cy\n")
    assert cells(found)[1:] == [["1", "A|B", "Bath"], ["2", "Bo", "Ely"], ["3", "Cy", ""]]
    assert [row.text for row in found.rejected] == ["ID||NAME||CITY"]


@pytest.mark.parametrize("separator", ["||", "~|~", "<>", "  "])
def test_a_chosen_separator_may_have_several_characters(read, separator):
    assert cells(read(text(separator), delimiter=separator)) == CELLS


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(st.lists(st.text('a|~"é\n\r ', max_size=6), min_size=3, max_size=3), min_size=1, max_size=8),
    st.sampled_from(["||", "|~", "~|~", "aa"]),
)
@pytest.mark.slow
def test_what_is_written_with_several_characters_is_read_back(read, rows, separator):
    quoted = [['"' + cell.replace('"', '""') + '"' for cell in row] for row in rows]
    found = read(text(separator, [["x", "y", "z"], *quoted]), delimiter=separator, quote='"', header_row=1)
    filled = [row for row in rows if any(cell.strip() for cell in row)]
    assert cells(found)[1:] == filled
    assert rows_of(found) == len(rows) + 1
