"""CSV text: what Python's own reader reads back is what was written."""

from __future__ import annotations

import csv
import io

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.csv_text import csv_bytes, guarded_cells
from entityres.records.formula_guard import guarded

CELLS = st.text(alphabet=st.sampled_from(list('ab,;"\n\r é日𠮷\t=')), max_size=6)


def column(cells: list[str]) -> pa.LargeStringArray:
    return pa.array(cells, pa.large_string())


@given(
    st.integers(1, 4).flatmap(
        lambda width: st.lists(st.lists(CELLS, min_size=width, max_size=width), min_size=1, max_size=8)
    ),
    st.sampled_from([",", ";", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_pythons_reader_reads_the_same_cells(rows, delimiter, line_end):
    data = csv_bytes([column(list(cells)) for cells in zip(*rows, strict=True)], delimiter, line_end).tobytes()
    assert list(csv.reader(io.StringIO(data.decode(), newline=""), delimiter=delimiter)) == rows


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["a", "b c", " d "], "a,b c, d \n"),
        (['say "hi"', "x", ""], '"say ""hi""",x,\n'),
        (["1,5", "a\nb", "'q'"], '"1,5","a\nb",\'q\'\n'),
    ],
)
def test_quotation_marks_only_where_needed(cells, text):
    assert csv_bytes([column([cell]) for cell in cells]).tobytes().decode() == text


def test_a_single_empty_cell_is_no_blank_line():
    assert csv_bytes([column(["", "a"])]).tobytes() == b'""\na\n'


def test_slices_and_no_rows():
    cells = column(["a", "b", "c,d", "e"])
    assert csv_bytes([cells.slice(1, 2), cells.slice(2, 2)]).tobytes() == b'b,"c,d"\n"c,d",e\n'
    assert csv_bytes([column([]), column([])]).tobytes() == b""


@given(st.lists(st.text(alphabet=st.sampled_from(list("=@+-'1 a\t\u00a0\u200b\ufeff\u3000é\x1f\v(")), max_size=5)))
def test_the_quick_guard_is_the_guard(cells):
    assert guarded_cells(column(cells)).to_pylist() == guarded(column(cells)).to_pylist()
