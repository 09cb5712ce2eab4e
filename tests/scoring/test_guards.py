"""Owners and their firms; the other guards are in test_weighing."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.roles import Role
from entityres.scoring.comparing import Comparer
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


PEOPLE = {
    "first": Role.GIVEN_NAME,
    "middle": Role.MIDDLE_NAME,
    "last": Role.FAMILY_NAME,
    "suffix": Role.NAME_SUFFIX,
    "born": Role.BIRTH_DATE,
    "street": Role.STREET,
    "phone": Role.PHONE,
}
DORY = dict.fromkeys(PEOPLE, "") | {"first": "dory", "last": "funk"}


def guards_of_two(*rows: dict[str, str]) -> Guard:
    two = [DORY | row for row in rows]
    kinds = {name: role for name, role in PEOPLE.items() if any(row[name] for row in two)}
    cleaned = make_cleaned([make_list("list", {name: [row[name] for row in two] for name in kinds})], kinds)
    left, right = np.array([0], np.int32), np.array([1], np.int32)
    comparer = Comparer(cleaned)
    return Guard(int(guard_pairs(cleaned, comparer.fields, comparer.levels(left, right), left, right)[0]))


@pytest.mark.parametrize(
    ("of_both", "guarded"),
    [
        ({}, True),
        ({"street": "1 oak lane"}, True),
        ({"street": "1 oak lane", "phone": "1632960901"}, True),
        ({"born": "1962-01-05"}, False),
    ],
)
def test_a_generation_in_one_name_may_be_another_person_unless_something_of_ones_own_agrees(
    of_both: dict[str, str], *, guarded: bool
):
    assert (Guard.SUFFIX in guards_of_two(of_both, of_both | {"suffix": "jr"})) is guarded
    assert Guard.SUFFIX not in guards_of_two(of_both | {"suffix": "jr"}, of_both | {"suffix": "jr"})


@pytest.mark.parametrize(
    ("of_both", "guarded"),
    [({}, True), ({"born": "1962-01-05"}, False), ({"street": "1 oak lane"}, False)],
)
def test_two_middle_names_are_of_two_people_in_lists_of_names_alone(of_both: dict[str, str], *, guarded: bool):
    one = of_both | {"middle": "magomedovich"}
    assert (Guard.FIRST_NAME in guards_of_two(one, of_both | {"middle": "abdurahmanovich"})) is guarded
    for middle in ("magomedovich", "magomedovitch", "m", ""):
        assert Guard.FIRST_NAME not in guards_of_two(one, of_both | {"middle": middle})
