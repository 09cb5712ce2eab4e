"""Slips between two texts, against rapidfuzz."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rapidfuzz.distance import OSA

from entityres.records.roles import Role
from entityres.scoring.edits import edits, letters_apart, neighbours_swapped
from tests.helpers.building import make_cleaned, make_list

TEXT = st.text(alphabet="abcé山😀 ", min_size=1, max_size=9).filter(lambda text: text.strip() != "")
LONG = st.lists(st.sampled_from(["martinez", "über", "x", "山田"]), min_size=1, max_size=40).map(" ".join)


@given(st.lists(st.one_of(TEXT, LONG), min_size=2, max_size=9, unique=True), st.integers(1, 20))
@settings(max_examples=300)
@pytest.mark.slow
def test_edits_are_those_of_optimal_string_alignment(texts: list[str], most: int) -> None:
    field = make_cleaned([make_list("list", {"name": texts})], {"name": Role.FAMILY_NAME}).field("name")
    values = field.values.to_pylist()
    a, b = (side.ravel().astype(np.int32) for side in np.indices((len(values), len(values))))
    wanted = [min(OSA.distance(values[i], values[j]), most + 1) for i, j in zip(a, b, strict=True)]
    assert edits(field, a, b, most).tolist() == wanted


@given(st.lists(st.text("012ab", min_size=1, max_size=5), min_size=2, max_size=12, unique=True))
@settings(max_examples=300)
@pytest.mark.slow
def test_neighbours_are_swapped_where_changing_them_back_makes_one_text(texts: list[str]) -> None:
    field = make_cleaned([make_list("list", {"name": texts})], {"name": Role.FAMILY_NAME}).field("name")
    values = field.values.to_pylist()
    a, b = (side.ravel().astype(np.int32) for side in np.indices((len(values), len(values))))
    wanted = [
        one != other and any(one[:i] + one[i + 1] + one[i] + one[i + 2 :] == other for i in range(len(one) - 1))
        for one, other in ((values[i], values[j]) for i, j in zip(a, b, strict=True))
    ]
    assert neighbours_swapped(field, a, b).tolist() == wanted


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        ("gould", "guold", 1),
        ("gould", "gold", 1),
        ("müller", "muller", 1),
        ("ca", "abc", 3),
        ("smith", "smith", 0),
        ("9618808628", "9618808692", 2),
        ("ab" * 400, "ab" * 399 + "ba", 1),
    ],
)
def test_slips_that_people_make(one: str, other: str, wanted: int) -> None:
    field = make_cleaned([make_list("list", {"name": [one, other]})], {"name": Role.FAMILY_NAME}).field("name")
    for a, b in ((0, 1), (1, 0)):
        pair = np.array([field.codes[a]], np.int32), np.array([field.codes[b]], np.int32)
        assert edits(field, *pair).tolist() == [wanted]


@pytest.mark.parametrize(
    ("one", "other", "fewest", "most"),
    [
        ("garcia lopez", "garcia perez", 5, 5),
        ("ana luz", "ana paz", 3, 3),
        ("juan garcia", "jan garcia", 3, 4),
        ("ann hill", "bea hill", 3, 3),
        ("josé maría peña", "josé marta peña", 5, 5),
        ("garcia", "garcia lopez", 0, 5),
        ("al sayyid al masri yusif", "al sayyid al sebai yusif", 5, 5),
        ("a b c", "a x y z c", 1, 3),
        ("aa aa", "aa aa aa", 0, 2),
    ],
)
def test_letters_of_the_words_in_which_two_texts_differ(one: str, other: str, fewest: int, most: int) -> None:
    field = make_cleaned([make_list("list", {"name": [one, other]})], {"name": Role.FAMILY_NAME}).field("name")
    values = field.values.to_pylist()
    a, b = (np.array([values.index(text)], np.int32) for text in (one, other))
    assert letters_apart(field, a, b).tolist() == letters_apart(field, b, a).tolist() == [[fewest, most]]
