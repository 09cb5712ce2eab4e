"""Addresses that two people of one name have each for their own."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparing import Comparer
from tests.helpers.building import make_cleaned, make_list


@pytest.mark.parametrize(
    ("names", "addresses", "reached"),
    [
        (("chelsea", "michael"), ("ccruz@gmail.com", "mcruz@gmail.com"), level.EMAIL_DIFFERENT),
        (("chelsea", "michael"), ("cruz.c@gmail.com", "cruz.m@gmail.com"), level.EMAIL_DIFFERENT),
        (("chelsea", "michael"), ("cruz_c7@gmail.com", "cruz_m7@gmail.com"), level.EMAIL_DIFFERENT),
        (("ana", "eva"), ("ana.fernandez@correo.es", "eva.fernandez@correo.es"), level.EMAIL_DIFFERENT),
        # a slip, or nobody's first letter: the addresses are as alike as they are
        (("chelsea", "michael"), ("ccruz@gmail.com", "ccruzz@gmail.com"), level.EMAIL_SIMILAR),
        (("chelsea", "michael"), ("office1@cruz.com", "office2@cruz.com"), level.EMAIL_SIMILAR),
        (("chelsea", "michael"), ("ccruz@gmail.com", "xcruz@gmail.com"), level.EMAIL_SIMILAR),
        (("chelsea", "chelsea"), ("ccruz@gmail.com", "mcruz@gmail.com"), level.EMAIL_SIMILAR),
        (("chelsea", ""), ("ccruz@gmail.com", "mcruz@gmail.com"), level.EMAIL_SIMILAR),
        (("carla", "celine"), ("ccruz@gmail.com", "ccruzz@gmail.com"), level.EMAIL_SIMILAR),
    ],
)
def test_each_is_named_for_its_own_first_letter(
    names: tuple[str, str], addresses: tuple[str, str], reached: int
) -> None:
    lists = [make_list("list", {"first": list(names), "email": list(addresses)})]
    comparer = Comparer(make_cleaned(lists, {"email": Role.EMAIL, "first": Role.GIVEN_NAME}))
    both = np.array([0], np.int32), np.array([1], np.int32)
    for left, right in (both, both[::-1]):
        assert comparer.levels(left, right)[0].tolist() == [reached]


def test_without_first_names_addresses_are_as_alike_as_they_are() -> None:
    lists = [make_list("list", {"email": ["ccruz@gmail.com", "mcruz@gmail.com"]})]
    comparer = Comparer(make_cleaned(lists, {"email": Role.EMAIL}))
    assert comparer.levels(np.array([0], np.int32), np.array([1], np.int32))[0].tolist() == [level.EMAIL_SIMILAR]


@pytest.mark.parametrize(
    ("first", "last", "addresses", "reached"),
    [
        ("anna", "smith", ("anna.smith@one.com", "anna.smith@two.com"), -1),
        ("anna", "smith", ("smith-anna@one.com", "smithanna@two.com"), level.EMAIL_DIFFERENT),
        ("anna", "smith", ("asmith@one.com", "asmith@two.com"), -1),
        ("anna", "smith", ("anna.s@one.com", "anna.s@two.com"), -1),
        ("anna", "o'neill", ("anna.oneill@one.com", "anna.oneill@two.com"), -1),
        ("anna lena", "smith", ("annalena.smith@one.com", "annalena.smith@two.com"), -1),
        # more than the name, or less: whoever has that twice is one
        ("anna", "smith", ("anna.smith82@one.com", "anna.smith82@two.com"), level.EMAIL_LOCAL),
        ("anna", "smith", ("tigerlily@one.com", "tigerlily@two.com"), level.EMAIL_LOCAL),
        ("anna", "smith", ("anna.smith@one.com", "anna.smith@one.com"), level.SAME),
    ],
)
def test_every_firm_gives_its_own_anna_smith_such_an_address(
    first: str, last: str, addresses: tuple[str, str], reached: int
) -> None:
    for other in (last, last + "e"):
        columns = {"first": [first] * 2, "last": [last, other], "email": list(addresses)}
        roles = {"email": Role.EMAIL, "first": Role.GIVEN_NAME, "last": Role.FAMILY_NAME}
        comparer = Comparer(make_cleaned([make_list("list", columns)], roles))
        number = [field.role for field in comparer.fields].index(Role.EMAIL)
        both = np.array([0], np.int32), np.array([1], np.int32)
        for left, right in (both, both[::-1]):
            assert comparer.levels(left, right)[number].tolist() == [reached], other


def test_an_address_of_a_name_tells_of_two_people_with_other_names() -> None:
    columns = {
        "first": ["anna", "karl"],
        "last": ["smith", "moser"],
        "email": ["anna.smith@one.com", "anna.smith@two.com"],
    }
    roles = {"email": Role.EMAIL, "first": Role.GIVEN_NAME, "last": Role.FAMILY_NAME}
    comparer = Comparer(make_cleaned([make_list("list", columns)], roles))
    number = [field.role for field in comparer.fields].index(Role.EMAIL)
    assert comparer.levels(np.array([0], np.int32), np.array([1], np.int32))[number].tolist() == [level.EMAIL_LOCAL]
