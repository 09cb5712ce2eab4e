"""Columns of house numbers and of streets without them, and streets that are given twice."""

from __future__ import annotations

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.roles import Role
from tests.helpers.building import make_list

GIVEN = ["Mary", "John", "Anna", "Peter", "Laura", "Tom"] * 10
ROADS = [f"{name} {kind}" for name in ("Mill", "Highfield", "Quill", "Weir") for kind in ("Road", "Lane", "Street")] * 5
NUMBERS = [str(1 + i * 7 % 40) for i in range(60)]


def roles(columns: dict[str, list[str]]) -> dict[str, Role]:
    return {column.column: column.role for column in find_roles(make_list("list", columns))}


@pytest.mark.slow
def test_a_number_beside_a_street_without_numbers_is_its_house_number() -> None:
    for street, number in (("Straße", "Nr"), ("street", "no"), ("calle", "número"), ("f3", "f4")):
        found = roles({"vorname": GIVEN, street: ROADS, number: NUMBERS})
        assert found[number] is found[street] is Role.STREET, (street, number)
    found = roles({"vorname": GIVEN, "hse_num": NUMBERS, "street": ROADS})
    assert found["hse_num"] is Role.STREET


def test_a_running_number_beside_a_street_is_none_of_its() -> None:
    found = roles({"nr": [str(i) for i in range(60)], "street": ROADS, "first name": GIVEN})
    assert found["nr"] is Role.IDENTIFIER
    whole = [f"{number} {road}" for number, road in zip(NUMBERS, ROADS, strict=True)]
    assert roles({"no": NUMBERS, "street": whole, "first name": GIVEN})["no"] is Role.IDENTIFIER


def test_a_heading_word_that_the_values_contradict_does_not_win() -> None:
    addresses = [f"{number}, {road}" for number, road in zip(NUMBERS, ROADS, strict=True)]
    found = find_roles(make_list("list", {"first name": GIVEN, "cap_add": addresses}))[1]
    assert found.role is Role.STREET
    assert found.why.startswith("The heading says 'cap', but ")
    assert not found.sure
    assert roles({"CAP": [f"0{i:04d}" for i in range(60)]})["CAP"] is Role.POSTCODE


def test_a_street_that_another_column_holds_too_is_compared_once() -> None:
    whole = [f"{number} {road}".upper() for number, road in zip(NUMBERS, ROADS, strict=True)]
    found = roles({"first name": GIVEN, "house no": NUMBERS, "address": whole, "street name": ROADS})
    assert found == {
        "first name": Role.GIVEN_NAME,
        "house no": Role.KEEP,
        "address": Role.STREET,
        "street name": Role.KEEP,
    }


def test_of_a_street_and_a_whole_address_the_street_is_compared_where_the_town_has_its_own_column() -> None:
    streets = [f"{number} {road}" for number, road in zip(NUMBERS, ROADS, strict=True)]
    towns = ["Dunmarrow", "Eastmere", "Thornby"] * 20
    whole = [f"{street}, {town}" for street, town in zip(streets, towns, strict=True)]
    found = roles({"first name": GIVEN, "full address": whole, "street": streets, "city": towns})
    assert found["street"] is Role.STREET
    assert found["full address"] is Role.KEEP


def test_numbers_and_words_of_households_are_streets() -> None:
    words = [f"{letter}{vowel}wood" for letter in "bdfg" for vowel in "aei"]
    homes = [(str(5 + i * 37 % 1900), words[i % len(words)]) for i in range(60) for _ in range(3)]
    family = [f"{a}{b}erson" for a in ("And", "Pet", "Rob", "Will") for b in "abcdefghijklmno" for _ in range(3)]
    numbers, streets = ([home[part] for home in homes] for part in (0, 1))
    columns = {"Attr1": GIVEN * 3, "Attr2": family, "Attr3": numbers, "Attr4": streets}
    assert list(roles(columns).values()) == [Role.GIVEN_NAME, Role.FAMILY_NAME, Role.STREET, Role.STREET]


def test_ages_beside_towns_are_no_streets() -> None:
    towns = [f"{a}{b}by" for a in ("Dun", "East", "Thorn", "Weir") for b in ("marrow", "mere", "hol")] * 15
    ages = [str(18 + i * 29 % 83) for i in range(180)]
    found = roles({"first name": GIVEN * 3, "x1": ages, "x2": towns})
    assert Role.STREET not in found.values()
