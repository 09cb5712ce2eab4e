"""Columns in numbers: counted like a plain loop over the cells counts them."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.profile import LONGEST_SHAPE, SHOWN, Counted, profile
from tests.helpers.building import make_list


def shape(text: str) -> str:
    """What the module says a shape is, letter by letter."""

    def kind(letter: str) -> str:
        if ord(letter) >= 0x2500:
            return "a" if ord(letter) >= 0x3040 else letter
        category = unicodedata.category(letter)
        if category == "Nd":
            return "9"
        if category in ("Lu", "Lt"):
            return "A"
        return "a" if category[0] in "LM" else " " if category[0] in "ZC" else letter

    made: list[str] = []
    for what, run in groupby(kind(letter) for letter in text):
        length = len(list(run))
        most = {"9": 15, "A": 3, "a": 1, " ": 1}.get(what, length)
        made += [what] * min(length, most) + ["…"] * (length > most and what in "9A")
    return "".join(made[:LONGEST_SHAPE]) + ("…" if len(made) > LONGEST_SHAPE else "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SW1A 1AA", "AA9A 9AA"),
        ("12 Mill Lane", "99 Aa Aa"),
        ("030-1234567", "999-9999999"),
        ("O'Neill", "A'Aa"),
        ("MÜLLER", "AAA…"),
        ("李伟", "a"),
        ("é@ß.de", "a@a.a"),
        ("a  \t b", "a a"),
        ("1" * 20, "9" * 15 + "…"),
    ],
)
def test_shapes(text: str, expected: str) -> None:
    assert profile(make_list("l", {"c": [text]}), "c").shapes == (Counted(expected, 1, 1.0),)


CELLS = st.one_of(
    st.just(""),
    st.sampled_from(["a", "B", "01067", "x y", " ", "李", "é", "Anna", "Bob"]),
    st.text(st.characters(exclude_categories=["Cs"], max_codepoint=0x3100), max_size=50),
)


@given(st.lists(CELLS, max_size=60))
def test_counts_are_those_of_a_plain_loop(cells: list[str]) -> None:
    found = profile(make_list("l", {"c": cells}), "c")
    filled = [cell for cell in cells if cell]
    counts, shapes = Counter(filled), Counter(map(shape, filled))
    assert (found.records, found.filled, found.distinct) == (len(cells), len(filled), len(counts))
    assert found.n_shapes == len(shapes)
    best = sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:SHOWN]
    assert [(c.text, c.records) for c in found.commonest] == best
    assert [(c.text, c.records) for c in found.shapes] == sorted(shapes.items(), key=lambda item: (-item[1], item[0]))[
        :SHOWN
    ]
    assert all(c.share == pytest.approx(c.records / len(filled)) for c in found.commonest)
    assert found.longest_length == max(map(len, filled), default=0)
    assert found.shortest_length == min(map(len, filled), default=0)
    assert len(found.longest) == found.longest_length


def test_cells_of_blanks_are_counted() -> None:
    assert profile(make_list("l", {"c": ["  ", "", "\u00a0\t", "x"]}), "c").blank == 2


def test_very_long_texts_are_cut_for_showing_only() -> None:
    found = profile(make_list("l", {"c": ["x" * 5000, "y"]}), "c")
    assert found.longest_length == 5000
    assert len(found.longest) == 200
    assert found.longest.endswith("…")


def test_a_profile_does_not_change() -> None:
    found = profile(make_list("l", {"c": []}), "c")
    assert (found.filled, found.fill, found.commonest, found.longest) == (0, 0.0, (), "")
    with pytest.raises(dataclasses.FrozenInstanceError):
        found.filled = 1  # type: ignore[misc]


def test_a_column_that_is_not_there_is_named() -> None:
    with pytest.raises(KeyError, match="no column 'd'"):
        profile(make_list("l", {"c": ["x"]}), "d")
