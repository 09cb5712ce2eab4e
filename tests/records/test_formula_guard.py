from __future__ import annotations

import re

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.formula_guard import guarded, unguarded


def arrow(*cells: str) -> pa.Array:
    return pa.array(cells, pa.large_string())


def runs(text: str) -> bool:
    """The rule of the contract, in plain Python."""
    text = text.lstrip()
    if text[:1] in ("=", "@"):
        return True
    return text[:1] in ("+", "-") and text[:1] != "" and re.fullmatch(r"[0-9 ()\[\]./\-]*", text[1:]) is None


@pytest.mark.parametrize(
    ("cell", "marked"),
    [
        ("=1+1", "'=1+1"),
        ("  =2+2", "'  =2+2"),
        ("\t=3+3", "'\t=3+3"),
        ("\u00a0@SUM(1)", "'\u00a0@SUM(1)"),
        ("-2+3+cmd", "'-2+3+cmd"),
        ("+4+4", "'+4+4"),
        ("+44 (1632) 960-952", "+44 (1632) 960-952"),
        ("+441632960954", "+441632960954"),
        ("+49 (0) 30 / 1234 567", "+49 (0) 30 / 1234 567"),
        ("+33 1.44.55.66.71", "+33 1.44.55.66.71"),
        ("+1/0|cmd", "'+1/0|cmd"),
        ("+44 1\n=1", "'+44 1\n=1"),
        ("-", "-"),
        ("", ""),
        ("a=b is fine", "a=b is fine"),
        ("'=1", "''=1"),
        ("''=1", "'''=1"),
        ("'tis", "'tis"),
        ("'+44 1632", "'+44 1632"),
    ],
)
def test_which_cells_are_marked(cell, marked):
    assert guarded(arrow(cell)).to_pylist() == [marked]
    assert unguarded(arrow(marked)).to_pylist() == [cell]


@given(st.lists(st.text(alphabet="'=@+- \t\n\u00a01a(é", max_size=8), max_size=20))
def test_loading_takes_off_what_export_put_on(cells):
    once = guarded(arrow(*cells))
    assert unguarded(once).to_pylist() == cells
    assert not [text for text in once.to_pylist() if runs(text)]
    assert [a == b for a, b in zip(once.to_pylist(), cells, strict=True)] == [
        not runs(cell.lstrip("'")) for cell in cells
    ]


def test_kind_of_array_stays():
    for array in (arrow(), arrow("x"), arrow("=x"), arrow("a", "=x", "b")[1:]):
        assert guarded(array).type == pa.large_string()
        assert unguarded(guarded(array)).equals(array)
