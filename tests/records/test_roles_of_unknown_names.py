"""What no heading names is named by the column of words that differ, so that all that share an address are not one."""

from __future__ import annotations

import pytest

from entityres.records.finding_roles import find_roles
from entityres.records.roles import Role
from tests.helpers.building import make_list

N = 80
OFFICES = ("Meldeamt", "Bauhof", "Standesamt", "Archiv")
WORDS = ("Anchor", "Birch", "Cedar", "Delta", "Ember", "Fjord", "Grove", "Harbour", "Inlet")


def roles_of(columns: dict[str, list[str]]) -> dict[str, Role]:
    return {column.column: column.role for column in find_roles(make_list("list", columns))}


def names(n: int = N) -> list[str]:
    return [f"{WORDS[i % 9]} {WORDS[i // 9 % 9]}" for i in range(n)]


def addresses() -> dict[str, list[str]]:
    return {
        "Straße": [f"Marktstraße {i // 4 + 1}" for i in range(N)],
        "PLZ": [f"{10115 + i // 4}" for i in range(N)],
        "Ort": [f"Neustadt{i // 4}" for i in range(N)],
        "Telefon": [f"030 {1000000 + 7919 * i}" for i in range(N)],
    }


def test_words_beside_addresses_and_telephones_name_organisations():
    columns = {"Dienststelle": [f"{OFFICES[i % 4]} Neustadt{i // 4}" for i in range(N)], **addresses()}
    assert roles_of(columns)["Dienststelle"] is Role.ORGANISATION


@pytest.mark.parametrize(("held", "role"), [(4, Role.ORGANISATION), (1, Role.TEXT)])
def test_domains_of_holders_with_several_are_what_the_list_is_of(held: int, role: Role):
    columns = {
        "Domain": [f"{WORDS[i % 9].lower()}{i}.com" for i in range(N)],
        "Registrant": [f"{name} Ltd" for name in names(N // held) for _ in range(held)],
        "Contact": [f"office{i // held}@example.org" for i in range(N)],
    }
    assert roles_of(columns)["Domain"] is role


@pytest.mark.parametrize("heading", ["Yacht", "Dish", "Fund"])
def test_words_of_other_lists_name_things(heading: str):
    built = ["built of steel", "built of wood"] * (N // 2)
    columns = {heading: names(), "Description": built, "Tons": [str(900 + 37 * i) for i in range(N)]}
    assert roles_of(columns)[heading] is Role.TITLE


def test_those_who_hold_many_events_do_not_name_them():
    columns = {
        "Happening": [f"{WORDS[i % 9]} {WORDS[i // 9 % 9]} Fair" for i in range(N)],
        "Held by": [f"{WORDS[i % 7]} Events Inc" for i in range(N)],
        "City": [WORDS[i % 7] for i in range(N)],
    }
    roles = roles_of(columns)
    assert roles["Happening"] is Role.TITLE


@pytest.mark.parametrize("named", ["Company", "Product"])
def test_where_a_known_column_names_the_records_others_say_nothing(named: str):
    assert roles_of({named: names(), "Slogan": [f"always {name} ahead" for name in names()]})["Slogan"] is Role.KEEP


def test_where_persons_are_listed_other_words_say_nothing():
    columns = {"First name": ["Ann"] * N, "Last name": [f"Hill{i}" for i in range(N)], "Slogan": names()}
    assert roles_of(columns)["Slogan"] is Role.KEEP


def test_codes_are_no_names():
    columns = {"Beleg": [f"RE-{460031 + 77 * i}" for i in range(N)], "City": [WORDS[i % 7] for i in range(N)]}
    assert roles_of(columns)["Beleg"] is not Role.TITLE


def test_amounts_of_four_and_five_digits_are_neither_years_nor_postcodes():
    columns = {"Product": names(), "City": [WORDS[i % 7] for i in range(N)], "Maker": ["A"] * N}
    visitors = [str(1000 + 241 * i) for i in range(N)]
    visitors[0:3] = ["1300", "1704", "1950"]
    assert roles_of({**columns, "Visitors": visitors[::-1]})["Visitors"] is Role.KEEP
    assert roles_of({**columns, "Built": [str(1950 + 7 * i % 60) for i in range(N)]})["Built"] is Role.DATE


def test_plain_numbers_in_a_list_without_addresses_are_no_postcodes():
    columns = {"Product": names(), "GT": [str(20000 + 7919 * i % 60000) for i in range(N)]}
    assert roles_of(columns)["GT"] is Role.KEEP
    assert (
        roles_of({"Company": names(), "City": [WORDS[i % 7] for i in range(N)], "X": columns["GT"]})["X"]
        is Role.POSTCODE
    )


@pytest.mark.parametrize("heading", ["Version", "Größe", "Size"])
def test_versions_and_sizes_tell_things_apart(heading: str):
    columns = {"Product": names(), heading: [f"{i % 5}.{i % 3}" for i in range(N)]}
    assert roles_of(columns)[heading] is Role.TITLE
    people = {"First name": ["Ann"] * N, "Last name": [f"Hill{i}" for i in range(N)]}
    assert roles_of({**people, **columns})[heading] is not Role.TITLE


@pytest.mark.parametrize("heading", ["IMO", "MMSI", "ISIN", "CUSIP"])
def test_numbers_of_ships_and_papers_are_numbers_of_their_own(heading: str):
    assert roles_of({"Name": names(), heading: [f"9{100000 + 777 * i}" for i in range(N)]})[heading] is Role.IDENTIFIER


def test_the_day_on_which_an_event_begins_is_compared():
    days = {"Start date": [f"2019-{1 + i % 12:02}-{1 + i % 28:02}" for i in range(N)]}
    assert roles_of({"Event name": names(), **days})["Start date"] is Role.DATE
    people = {"First name": ["Ann"] * N, "Last name": [f"Hill{i}" for i in range(N)]}
    assert roles_of({**people, **days})["Start date"] is Role.KEEP
