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


ROLES = {
    "email": Role.EMAIL,
    "first": Role.GIVEN_NAME,
    "last": Role.FAMILY_NAME,
    "firm": Role.ORGANISATION,
}


def reaches(columns: dict[str, list[str]]) -> set[int]:
    """Levels of the e-mail addresses of two people, asked for both ways."""
    comparer = Comparer(make_cleaned([make_list("list", columns)], {name: ROLES[name] for name in columns}))
    number = [field.role for field in comparer.fields].index(Role.EMAIL)
    both = np.array([0], np.int32), np.array([1], np.int32)
    return {int(comparer.levels(left, right)[number][0]) for left, right in (both, both[::-1])}


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
@pytest.mark.parametrize("firms", [("baker ltd", "young plc"), ("", "young plc")])
def test_every_firm_gives_its_own_anna_smith_such_an_address(
    first: str, last: str, addresses: tuple[str, str], reached: int, firms: tuple[str, str]
) -> None:
    for other in (last, last + "e"):
        columns = {"first": [first] * 2, "last": [last, other], "email": list(addresses), "firm": list(firms)}
        assert reaches(columns) == {reached}, other


@pytest.mark.parametrize(
    "change",
    [
        {"first": ["anna", "karl"], "last": ["smith", "moser"]},
        {"firm": ["baker ltd", "baker ltd"]},
        {"firm": ["", ""]},
    ],
)
def test_an_address_of_a_name_tells_of_people_with_other_names_or_of_one_firm_or_none(
    change: dict[str, list[str]],
) -> None:
    columns = {"first": ["anna"] * 2, "last": ["smith"] * 2, "firm": ["baker ltd", "young plc"]}
    columns |= {"email": ["anna.smith@one.com", "anna.smith@two.com"]} | change
    assert reaches(columns) == {level.EMAIL_LOCAL}
    del columns["firm"]
    assert reaches(columns) == {level.EMAIL_LOCAL}


def addresses_of(provider: str, numbers: list[str]) -> list[str]:
    """Two people of each of some names, with these behind the names."""
    return [
        f"name{chr(97 + at // 5)}{chr(97 + at % 5)}.reed{number}@{provider}" for at in range(20) for number in numbers
    ]


@pytest.mark.parametrize(
    ("provider", "others", "two", "reached"),
    [
        ("school.edu", ["", "2"], ("jill.hill@", "jill.hill2@"), level.EMAIL_DIFFERENT),
        ("school.edu", ["101", "102"], ("jill.hill117@", "jill.hill104@"), level.EMAIL_DIFFERENT),
        ("school.edu", ["", "2"], ("jill.hill2@", "jil.hill2@"), level.EMAIL_SIMILAR),  # a slip
        ("mail.com", ["71", "85"], ("jill.hill@", "jill.hill2@"), level.EMAIL_SIMILAR),
        ("mail.com", [""], ("jill.hill@", "jill.hill2@"), level.EMAIL_SIMILAR),
    ],
)
def test_where_people_of_one_name_are_numbered_another_number_is_another_person(
    provider: str, others: list[str], two: tuple[str, str], reached: int
) -> None:
    addresses = [
        *(name + provider for name in two),
        *addresses_of(provider, others),
        *addresses_of("mail.org", ["", "2"]),
    ]
    assert reaches({"email": addresses, "first": ["jill"] * len(addresses)}) == {reached}


def test_addresses_without_a_sign_or_with_long_numbers_are_no_numbered_ones() -> None:
    addresses = ["jill", "jill2", "", "jill12345678901234567890@mail.com", "@", "7@mail.com"]
    assert reaches({"email": addresses, "first": ["jill"] * len(addresses)}) == {level.EMAIL_DIFFERENT}
