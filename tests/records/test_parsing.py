from __future__ import annotations

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from entityres.records import row_pieces
from entityres.records.csv_passes import INNER_QUOTE, STRAY_QUOTE, TEXT_AFTER_QUOTE
from entityres.records.parsing import Rows, fill_columns, find_rows

texts = st.text(alphabet='ab,;"\n\r é\t', max_size=60)


def rows_of(text: str, delimiter: str = ",", quote: str = '"') -> Rows:
    return find_rows(np.frombuffer(bytearray(text.encode()), np.uint8), delimiter, quote)


def cells_of(text: str, delimiter: str = ",", quote: str = '"') -> list[list[str]]:
    rows = rows_of(text, delimiter, quote)
    return [rows.texts(row) for row in range(len(rows))]


def naive_rows(text: str, delimiter: str) -> list[list[str]]:
    """Python's csv module; it has no cell in an empty line where we have an empty one."""
    return [row or [""] for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)]


def naive_lines(text: str, starts: list[int]) -> list[int]:
    """The line, from 1, of each place, counted by hand; places are bytes."""
    data = text.encode()
    lines = []
    for start in starts:
        before = data[:start].replace(b"\r\n", b"\n").replace(b"\r", b"\n")
        lines.append(before.count(b"\n") + 1)
    return lines


@given(texts, st.sampled_from(",;\t"))
@example('a,"b ""c"" d",e\n', ",")
@example('"a"b,c\r\n"x\ny",z\r', ",")
@example('a,"\r\n', ",")
@example("a,", ",")
@example('""', ",")
def test_rows_are_those_of_python_unless_a_quote_is_stray_or_inside_another(text, delimiter):
    rows = rows_of(text, delimiter)
    if not rows.stray_quotes.size and not (rows.flags & INNER_QUOTE).any():
        assert [rows.texts(row) for row in range(len(rows))] == naive_rows(text, delimiter)


def naive_cells(text: str, delimiter: str, escape: str, blanks: bool) -> list[list[str]]:
    """The same state machine, letter by letter."""
    rows: list[list[str]] = []
    at = 0
    while at < len(text):
        row: list[str] = []
        more = True
        while more:
            cell = ""
            mark = at
            while blanks and text[mark : mark + 1] in (" ", "\t") and text[mark] != delimiter:
                mark += 1
            if text[mark : mark + 1] == '"':
                at, last = mark + 1, -1
                while at < len(text):
                    if text[at] == escape and text[at + 1 : at + 2] in ('"', escape):
                        at += 1
                    elif text[at] == '"' and at >= last:
                        at += 1
                        if text[at : at + 1] != '"':
                            rest = re.split(f"[{delimiter}\r\n]", text[at:])[0].rstrip(" \t")
                            plain = last < 0 and not set("\r\n") & set(text[mark:at]) and rest.endswith('"')
                            if not plain:
                                break
                            last = at + len(rest) - 1
                            at -= 1
                    cell += text[at : at + 1]
                    at += 1
            begin = at
            while at < len(text) and text[at] not in "\r\n":
                if text[at] == delimiter:
                    before = text[begin:at]
                    if not escape or not before.endswith(escape) or before.endswith(2 * escape):
                        break
                    cell, begin = cell[:-1], at
                cell += text[at]
                at += 1
            row.append(cell)
            more = text[at : at + 1] == delimiter
            at += more
        rows.append(row)
        at += 2 if text[at : at + 2] == "\r\n" else 1
    return rows


@given(
    st.text(alphabet='ab,"\\\n\r \té', max_size=60), st.sampled_from(",\t"), st.sampled_from(["", "\\"]), st.booleans()
)
@example('a,  "b, c", "d"\n \t"x"y\n', ",", "", True)
@example("Hill\\, Ann,C:\\\\,x\\\n\\,\\,", ",", "\\", False)
@example('"a \\"b\\", c\\\\",d\n', ",", "\\", False)
@example('"a\\', ",", "\\", False)
def test_backslashes_and_blanks_before_quotes(text, delimiter, escape, blanks):
    data = np.frombuffer(bytearray(text.encode()), np.uint8)
    rows = find_rows(data, delimiter, escape=escape, blanks=blanks)
    if not rows.stray_quotes.size:
        assert [rows.texts(row) for row in range(len(rows))] == naive_cells(text, delimiter, escape, blanks)
    columns, _ = fill_columns(rows, np.arange(len(rows)), 2)
    for column in columns:
        column.validate(full=True)


@given(st.text(alphabet='ab,"\n\r \\é', max_size=120), st.integers(1, 20), st.sampled_from(["", "\\"]), st.booleans())
@example('a,b\n"x\n\n\n\n\n",y\n1,2\n3,4\n', 4, "", False)
@example('a,b\n1,"x\n2,"y\n"\n3,z\n4,"w\n', 3, "", False)
def test_a_text_read_in_pieces_is_the_text_read_whole(text, piece, escape, blanks):
    data = np.frombuffer(bytearray(text.encode()), np.uint8)
    whole = find_rows(data, ",", escape=escape, blanks=blanks)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(row_pieces, "PIECE_BYTES", piece)
        parts = find_rows(data, ",", escape=escape, blanks=blanks)
    for name in ("starts", "lines", "cells", "filled", "flags", "sizes", "stray_quotes"):
        assert getattr(parts, name).tolist() == getattr(whole, name).tolist(), name
    assert (parts.unclosed, parts.line_ends, parts.opened[0]) == (whole.unclosed, whole.line_ends, whole.opened[0])
    everything, _ = fill_columns(whole, np.arange(len(whole)), whole.sizes.size)
    assert whole.sizes.tolist() == [sum(map(len, map(str.encode, column.to_pylist()))) for column in everything]
    for taken in (np.arange(len(whole)), np.arange(1, len(whole)), np.arange(0, len(whole), 2), np.arange(0)):
        for n_columns in (1, 3):
            made, wanted = fill_columns(parts, taken, n_columns), fill_columns(whole, taken, n_columns)
            assert made[0] == wanted[0]
            assert made[1].tolist() == wanted[1].tolist()
            for column in made[0]:
                column.validate(full=True)


@given(texts)
def test_without_quoting_rows_are_those_of_python(text):
    wanted = [row or [""] for row in csv.reader(io.StringIO(text, newline=""), quoting=csv.QUOTE_NONE)]
    assert cells_of(text, quote="") == wanted


@given(texts)
def test_lines_starts_and_raw_texts_account_for_the_whole_file(text):
    rows = rows_of(text)
    assert rows.lines.tolist() == naive_lines(text, rows.starts.tolist())
    if not text:
        return
    ends = [*rows.starts.tolist()[1:], len(text.encode())]
    assert b"".join(text.encode()[a:b] for a, b in zip(rows.starts.tolist(), ends, strict=True)) == text.encode()
    assert sum(rows.line_ends) in (len(rows), len(rows) - 1)
    for row, cells in enumerate(rows.texts(row) for row in range(len(rows))):
        assert rows.cells[row] == len(cells)
        last = max((number for number, cell in enumerate(cells, 1) if cell.strip(" \t\r\n")), default=0)
        assert rows.filled[row] == last


@given(st.lists(st.lists(st.text(alphabet='ab,"\n\r é', max_size=6), min_size=3, max_size=3), min_size=1, max_size=8))
def test_what_python_writes_is_read_back(table):
    for line_end in ("\n", "\r\n", "\r"):
        out = io.StringIO(newline="")
        csv.writer(out, lineterminator=line_end, quoting=csv.QUOTE_ALL).writerows(table)
        assert cells_of(out.getvalue()) == table


@given(texts, st.integers(1, 4))
def test_columns_are_the_cells_filled_up_or_cut(text, n_columns):
    rows = rows_of(text)
    taken = np.arange(0, len(rows), 2)
    columns, apostrophes = fill_columns(rows, taken, n_columns)
    wanted = [(rows.texts(int(row)) + [""] * n_columns)[:n_columns] for row in taken]
    assert [list(row) for row in zip(*(column.to_pylist() for column in columns), strict=True)] == wanted
    for column in columns:
        column.validate(full=True)
    assert apostrophes.tolist() == [0] * n_columns


def test_a_quote_that_never_closes_is_text_and_the_rows_after_it_stay():
    text = 'id,note\n1,"open\n2,fine\n3,"whole"\n4,end\n'
    rows = rows_of(text)
    assert [rows.texts(row) for row in range(len(rows))] == [
        ["id", "note"],
        ["1", '"open'],
        ["2", "fine"],
        ["3", "whole"],
        ["4", "end"],
    ]
    assert rows.stray_quotes.tolist() == [text.index('"')]
    assert rows.flags[1] & STRAY_QUOTE


def test_the_last_quote_may_be_the_open_one():
    rows = rows_of('id,note\n1,"whole"\n2,"open\n3,x')
    assert rows.unclosed
    assert rows.texts(2) == ["2", '"open']
    assert rows.texts(3) == ["3", "x"]


def test_many_rows_that_look_unclosed_are_all_kept():
    rows = rows_of("a,b\n" + 'x,"y ""z""\n' * 500)
    assert rows.cells.tolist() == [2] * 501
    assert rows.lines.tolist() == list(range(1, 502))
    assert rows.unclosed


@given(texts)
def test_stray_quotes_are_the_only_difference_to_python(text):
    """Where the stray marks are replaced by a letter, Python's csv reads the same rows but for that letter."""
    rows = rows_of(text)
    if (rows.flags & INNER_QUOTE).any():
        return
    data = bytearray(text.encode())
    for place in rows.stray_quotes.tolist():
        data[place] = ord("Q")
    wanted = [[cell.replace("Q", '"') for cell in row] for row in naive_rows(data.decode(), ",")]
    assert [rows.texts(row) for row in range(len(rows))] == wanted


def test_a_cell_of_several_lines_keeps_text_after_its_quote_where_its_line_is_not_whole():
    assert cells_of('a,b,c\n1,"x\ny" z,w\n') == [["a", "b", "c"], ["1", "x\ny z", "w"]]


def test_text_after_a_closing_quote_is_flagged():
    rows = rows_of('a,b\n"x"y,z\n"p","q"\n')
    assert rows.texts(1) == ["xy", "z"]
    assert [int(flag) for flag in rows.flags] == [0, TEXT_AFTER_QUOTE, 0]


@pytest.mark.parametrize(
    ("cell", "text"),
    [
        ('"Ann "Nan" Hill"', 'Ann "Nan" Hill'),
        ('"7" x 10""', '7" x 10"'),
        ('"The "Old" Barn" ', 'The "Old" Barn '),
        ('""Ann" Hill"', '"Ann" Hill'),
        ('"a "b" ""c"" d"', 'a "b" ""c"" d'),
        ('"' + 'a"b' * 200_000 + '"', 'a"b' * 200_000),
    ],
)
def test_marks_inside_a_quoted_cell_are_text_where_its_end_is_plain(cell, text):
    rows = rows_of(f"a,b,c\n1,{cell},x\n2,y,z\n")
    assert rows.texts(1) == ["1", text, "x"]
    assert rows.texts(2) == ["2", "y", "z"]
    assert rows.flags.tolist() == [0, INNER_QUOTE, 0]


def test_a_mark_that_another_row_would_close_is_no_mark_inside():
    rows = rows_of('a,b\n1,"Ann\n2,Cy "Chip",x\n3,z\n')
    assert [rows.texts(row)[0] for row in range(4)] == ["a", "1", "2", "3"]


def test_mixed_line_ends_are_counted():
    assert rows_of("a\nb\r\nc\rd\r\n").line_ends == (1, 2, 1)


def test_more_columns_than_expected():
    cells = [str(number) for number in range(1000)]
    assert cells_of(",".join(cells) + "\n" + ",".join(cells)) == [cells, cells]


def test_many_stray_quotes():
    text = "a,b\n" + '1,"x\n2,"y"\n' * 200
    rows = rows_of(text)
    assert rows.stray_quotes.size == 200
    assert [rows.texts(row) for row in range(1, len(rows))] == [["1", '"x'], ["2", "y"]] * 200


@pytest.mark.parametrize("text", ["", "\n", "\r\n", '"'])
def test_smallest_texts(text):
    rows = rows_of(text)
    assert len(rows) == (1 if text else 0)


def test_first_rows_only():
    rows = rows_of('a,b\n1,"x"\n2,y\n3,"z\n').first(2)
    assert len(rows) == 2
    assert rows.texts(1) == ["1", "x"]
    assert rows.raw(1) == '1,"x"'
    assert not rows.unclosed


def test_a_long_text_is_read_in_pieces_and_progress_is_told():
    told: list[int] = []
    data = np.frombuffer(bytearray(b"abc,def\n" * 5_000_000), np.uint8)
    rows = find_rows(data, ",", advance=told.append)
    assert len(rows) == 5_000_000
    assert sum(told) == data.size
    assert len(told) > 1
    ends = [end for end, _ in rows.pieces]
    assert len(ends) > 3
    assert ends[-1] == 5_000_000
