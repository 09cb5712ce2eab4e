"""Tables of database programs: bars inside cells, columns of a fixed width under hyphens, letters of any width, and speed."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.helpers.layouts import cells, rows_of, said

TABLE = [["id", "name", "city"], ["1", "Ann Hill", "Bath"], ["2", "", "Ely"], ["13", "Cy Moe", ""]]


def seen(text: str) -> int:
    """Columns that a text takes on a screen."""
    return sum(
        0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text
    )


def letters(text: str) -> int:
    return len(text)


def bytes_of(text: str) -> int:
    return len(text.encode())


def filled(table, measure=seen, right=(0,)):
    """The cells of a table, filled up with blanks to the width of their columns, and these widths."""
    widths = [max(2, *(measure(cell) for cell in column)) for column in zip(*table, strict=True)]

    def fill(cell, width, at):
        gap = " " * (width - measure(cell))
        return gap + cell if at in right else cell + gap

    return [[fill(cell, *rest) for cell, *rest in zip(row, widths, range(9), strict=False)] for row in table], widths


def mysql(table, measure=seen):
    rows, widths = filled(table, measure)
    rule = "+" + "+".join("-" * (width + 2) for width in widths) + "+"
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return [rule, lines[0], rule, *lines[1:], rule]


def psql(table, measure=seen):
    rows, widths = filled(table, measure)
    lines = [(" " + " | ".join(row)).rstrip() for row in rows]
    return [lines[0], "+".join("-" * (width + 2) for width in widths), *lines[1:]]


def boxes(table, measure=seen):
    out = []
    for line in mysql(table, measure):
        ruled = line.startswith("+")
        out.append(line.translate(str.maketrans("+-", "┼─")) if ruled else line.replace("| ", "│ ").replace(" |", " │"))
    return out


def spool(table, measure=seen):
    rows, widths = filled(table, measure)
    lines = [" ".join(row).rstrip() for row in rows]
    return [lines[0], " ".join("-" * width for width in widths), *lines[1:]]


def restructured(table, measure=seen):
    head, rule, *lines = spool(table, measure)
    rule = rule.replace("-", "=")
    return [rule, head, rule, *lines, rule]


WAYS = {"mysql": mysql, "psql": psql, "boxes": boxes, "spool": spool, "restructured": restructured}
ODD = {
    "bars": ["A | B", "|", "a|b|c", "x |"],
    "wide": ["吉田 健", "김 민수", "Müller", "Zoë", "ﾔﾏﾀﾞ"],
    "marks": ["Mu\u0308ller", "Zoe\u0308 Roe", "é", "n\u0303"],
    "hyphens": ["-", "--", "a - b", "= x", ":-:"],
    "quotes": ['Bo "B" Weir', '"', "O'Hara", '""'],
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_tables_are_read_and_every_line_counts(read, way, line_end):
    lines = [*way(TABLE), "(3 rows affected by this statement)"]
    found = read(line_end.join(lines) + line_end)
    assert cells(found) == TABLE
    assert rows_of(found) == len(lines)
    assert [row.text for row in found.rejected] == lines[-1:]
    assert found.line_end == line_end
    assert [one.kind for one in found.problems] == ["drawn_table", "beside_table"]


@pytest.mark.parametrize("odd", ODD.values(), ids=list(ODD))
@pytest.mark.parametrize("measure", [seen, letters], ids=["screen", "letters"])
@pytest.mark.parametrize("way", WAYS.values(), ids=list(WAYS))
def test_cells_may_hold_bars_and_letters_of_any_width(read, way, measure, odd):
    if way is boxes and any("|" in cell for cell in odd):
        odd = [cell.replace("|", "/") for cell in odd]  # the helper would make boxes of them
    table = [TABLE[0], *([f"{n}", cell, "Bath"] for n, cell in enumerate(odd, 1))]
    found = read("\n".join(way(table, measure)) + "\n")
    assert cells(found) == table
    assert found.rejected == ()


@pytest.mark.parametrize("names", [["Jürgen", "Ann", "Zoë Über"], ["吉田 健", "Bo", "Cy"]])
def test_columns_that_were_counted_in_bytes(read, names):
    table = [TABLE[0], *([f"{n}", name, "Köln"] for n, name in enumerate(names, 1))]
    assert cells(read("\n".join(spool(table, bytes_of)) + "\n")) == table


def test_bars_of_another_kind_in_cells_stay_as_they_are(read):
    table = [TABLE[0], ["1", "Ann │ ─ Hill", "Bath"], ["2", "Bo", "Ely"]]
    assert cells(read("\n".join(mysql(table)) + "\n")) == table
    found = read("\n".join(boxes([TABLE[0], ["1", "Ann/Hill", "Bath"]])).replace("/", "|") + "\n")
    assert cells(found)[1][1] == "Ann|Hill"


def test_bars_behind_backslashes_are_text_in_markdown_only(read):
    found = read("| id | path |\n|----|------|\n| 1 | a \\| b |\n| 2 | C:\\x |\n")
    assert cells(found)[1:] == [["1", "a | b"], ["2", "C:\\x"]]
    table = [["id", "path"], ["1", "C:\\"], ["2", "a \\| b"]]
    assert cells(read("\n".join(mysql(table)) + "\n")) == table


def test_a_row_whose_bars_stand_nowhere_in_particular_is_not_loaded_and_shown_as_it_stands(read):
    lines = mysql(TABLE)
    lines.insert(4, "| 9 | Di | Rye | x |")
    found = read("\n".join(lines) + "\n")
    assert cells(found) == TABLE
    assert [(row.line, row.text) for row in found.rejected] == [(5, "| 9 | Di | Rye | x |")]
    assert rows_of(found) == len(lines)


def test_headings_on_every_page_of_a_spool_are_no_records(read):
    lines = spool(TABLE)
    pages = [*lines[:4], "", *lines[:2], lines[4], "", "3 rows selected by user."]
    found = read("\n".join(pages) + "\n")
    assert cells(found) == TABLE
    assert rows_of(found) == len(pages)
    assert "Line 6 repeats the headings; it was not loaded." in said(found)


def test_a_line_that_runs_over_the_columns_is_shown_and_not_loaded(read):
    lines = spool([*TABLE, *([str(n), "Ann", "Ely"] for n in range(14, 24))])
    lines.insert(4, "ORA-01555: snapshot too old, with name and all")
    found = read("\n".join(lines) + "\n")
    assert len(found) == 13
    assert [(row.line, row.text) for row in found.rejected] == [(5, lines[4])]


@pytest.mark.parametrize(
    "lines",
    [
        ["ID         NAME", "---------- ----", "CITY", "----", "         1 Ann", "Bath", "", "         2 Bo", "Ely"],
        ["id\tname", "--\t----", "1\tAnn", "2\tBo"],
        ["id,name", "-- ----", "1,Ann", "2,Bo"],
        ["id name", "-- ----", "1,Ann Hill", "2,Bo Weir", "3,Cy Moe"],
        ["ID NAME", "-- ----", "TOWN", "----", " 1 Ann", "Bath"],
        ["notes", "-- --", "a", "b"],
    ],
)
def test_hyphens_below_what_does_not_fit_them_make_no_table(read, lines):
    found = read("\n".join(lines) + "\n")
    assert "drawn_table" not in [one.kind for one in found.problems]
    assert rows_of(found) == len(lines)


@pytest.mark.parametrize(
    "cells_", [["  1 | Ann     +| Bath", "    | Hill     | "], ["  1 | Ann      | Bath+", "    |          | Rd"]]
)
def test_cells_that_psql_goes_on_with_in_the_next_line_are_told(read, cells_):
    lines = [" id |   name   | city", "----+----------+------", *cells_, "  2 | C++ +    | Ely", "(2 rows)"]
    found = read("\n".join(lines) + "\n")
    assert rows_of(found) == len(lines)
    text = "1 line has cells that go on in the next line, first line 3; each line was read as a row. Export the list as CSV."
    assert text in said(found)


WORDS = st.text('ab|é吉\u0308\\" .,;-=+', max_size=7).map(str.strip).filter(lambda text: text[:1] != "\u0308")


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS), min_size=1, max_size=6), st.sampled_from([mysql, psql]))
def test_whatever_cells_hold_nothing_is_lost(read, rows, way):
    table = [
        ["no", "one", "two"],
        *([str(n), *row] for n, row in enumerate(rows, 1)),
    ]
    lines = way(table)
    found = read("\n".join(lines) + "\n")
    assert rows_of(found) == len(lines)
    assert cells(found) == table
