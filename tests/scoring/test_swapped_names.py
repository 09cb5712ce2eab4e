"""Given and family names in each other's place."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
from entityres.scoring.comparisons import COMPARISONS
from tests.helpers.building import make_cleaned, make_list

WORDS = [entry.words for entry in COMPARISONS[Role.GIVEN_NAME].levels] + ["missing"]


def levels(*records: tuple[str, str]) -> list[tuple[str, str]]:
    """What the given and family names of the first record and each other one are to each other, in words."""
    columns = {"given": [record[0] for record in records], "family": [record[1] for record in records]}
    cleaned = make_cleaned([make_list("list", columns)], {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME})
    first, others = np.zeros(len(records) - 1, np.int32), np.arange(1, len(records), dtype=np.int32)
    found, back = Comparer(cleaned).levels(first, others), Comparer(cleaned).levels(others, first)
    assert [one.tolist() for one in found] == [one.tolist() for one in back], "from either side"
    return [(WORDS[g], WORDS[f]) for g, f in zip(*found, strict=True)]


@pytest.mark.parametrize(
    ("one", "other", "wanted"),
    [
        (("grant", "leslie"), ("leslie", "grant"), ("words swapped", "words swapped")),
        (("grant", "leslie"), ("grant", "grant"), ("same", "different")),
        (("jones", "isaac"), ("isaac", ""), ("words swapped", "missing")),
        (("jones", "isaac"), ("", "jones"), ("missing", "words swapped")),
        (("jones", "isaac"), ("", "smith"), ("missing", "different")),
        (("jones", "isaac"), ("isaac", "miller"), ("different", "different")),
        (("kirk", "grace"), ("grace", "kirkk"), ("words swapped", "1 letter")),
        (("kirk", "grace"), ("graace", "kirk"), ("words swapped", "1 letter")),
        (("cox", "grace"), ("grace", "cx"), ("different", "different")),
        (("moore", "oscar"), ("oscra", "moore"), ("words swapped", "1 letter")),
        (("thomas", "james"), ("thomas", "james"), ("same", "same")),
        (("james", ""), ("", "james"), ("missing", "missing")),
    ],
)
def test_names_in_each_others_place(one: tuple[str, str], other: tuple[str, str], wanted: tuple[str, str]) -> None:
    # A stranger brings all names into both columns, so that nothing is missing from either table of values.
    assert levels(one, other, ("isaac", "james"), ("kirk", "kirk"))[0] == wanted


@pytest.mark.parametrize(
    ("one", "other", "two"),
    [
        (("lupo", "anna"), ("marco", "lupo"), True),
        (("anna", "lupo"), ("lupo", "marco"), True),
        (("lupo", "anna"), ("anna", "lupo"), False),
        (("lupo", "anna"), ("a", "lupo"), False),
        (("lupo", "yuriy"), ("iurii", "lupo"), False),
        (("lupo", "anna"), ("", "lupo"), False),
        (("anna", "lupo"), ("marco", "lupo"), False),
        (("anna", "weir"), ("marco", "lupo"), False),
    ],
)
def test_one_name_in_each_others_place_beside_two_names_are_two_people(one, other, two: bool) -> None:
    people = [one, other, ("lupo", "lupo"), ("anna", "anna")]
    columns = {"given": [person[0] for person in people], "family": [person[1] for person in people]}
    cleaned = make_cleaned([make_list("list", columns)], {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME})
    left, right = np.array([0, 1], np.int32), np.array([1, 0], np.int32)
    assert Comparer(cleaned).one_swapped(left, right).tolist() == [two, two]


NAMES = st.sampled_from(["", "james", "jamse", "thomas", "grace", "kirk", "kirkk", "li"])


@pytest.mark.slow
@given(st.lists(st.tuples(NAMES, NAMES), min_size=2, max_size=6))
@settings(deadline=None, max_examples=25)
def test_a_pair_is_marked_alike_whatever_else_is_listed(records: list[tuple[str, str]]) -> None:
    for found, other in zip(levels(*records), records[1:], strict=True):
        assert found == levels(records[0], other)[0]
