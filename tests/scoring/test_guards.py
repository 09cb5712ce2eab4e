"""Owners and their firms; the other guards are in test_weighing."""

from __future__ import annotations

import numpy as np

from entityres.records.roles import Role
from entityres.scoring.guards import guard_pairs
from entityres.scoring.scored_pairs import Guard
from tests.helpers.building import make_cleaned, make_list

ROLES = {"first": Role.GIVEN_NAME, "last": Role.FAMILY_NAME, "firm": Role.ORGANISATION}


def guarded(*lists: list[tuple[str, str, str]]) -> list[tuple[int, int]]:
    """The pairs of all records that are guarded as a person and a firm."""
    made = [
        make_list(f"list {number}", {heading: [row[i] for row in rows] for i, heading in enumerate(ROLES)})
        for number, rows in enumerate(lists)
    ]
    cleaned = make_cleaned(made, ROLES)
    left, right = (side.astype(np.int32) for side in np.triu_indices(len(cleaned), 1))
    flags = guard_pairs(cleaned, (), (), left, right)
    found = (flags & Guard.FIRST_NAME) != 0
    return list(zip(left[found].tolist(), right[found].tolist(), strict=True))


def test_an_owner_and_a_firm_of_one_list_are_two():
    assert guarded([("ann", "hill", ""), ("", "", "elm 12"), ("bea", "hill", "elm 12"), ("", "", "")]) == [(0, 1)]
    assert guarded([("ann", "hill", ""), ("", "", "elm 12")], [("", "roe", ""), ("", "", "oak 3")]) == [
        (0, 1),
        (0, 3),
        (1, 2),
        (2, 3),
    ]


def test_the_firm_of_a_list_of_firms_may_be_a_person_of_another():
    assert guarded([("ann", "hill", "")], [("", "", "ann hill")]) == []
