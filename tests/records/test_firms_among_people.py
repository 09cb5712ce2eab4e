from __future__ import annotations

import pytest

from entityres.records.cleaning import clean_records
from entityres.records.coding import Coded, coded, texts_of
from entityres.records.fields import CleanedRecords
from entityres.records.firms_among_people import firms_apart
from entityres.records.roles import Role
from tests.helpers.building import make_columns, make_list

OWNERS = ["SMITH JOHN", "ELM STREET 12 LLC", "Brandt Logistik GmbH", "Linda Wexford"]


def shown(names: Coded) -> list[str]:
    texts = names.texts.to_list()
    return ["" if code < 0 else texts[code] for code in names.codes]


def test_firms_are_told_by_their_legal_form():
    people, firms = firms_apart(coded(texts_of(OWNERS)))
    assert firms is not None
    assert shown(people) == ["SMITH JOHN", "", "", "Linda Wexford"]
    assert shown(firms) == ["", "ELM STREET 12 LLC", "Brandt Logistik GmbH", ""]
    assert firms.texts.n == 2


@pytest.mark.parametrize(
    "name",
    ["LLC", "Maria Sá", "Tran An", "Lee Gmbha", "Club", "Charlotte Church", "Linda Trustman", "Joseph Inc Miller", ""],
)
def test_persons_stay_persons(name: str):
    people, firms = firms_apart(coded(texts_of([*OWNERS, name])))
    assert shown(people)[-1] == name
    assert firms is not None
    assert shown(firms)[-1] == ""


def test_one_firm_could_be_compared_with_nothing():
    names = coded(texts_of(OWNERS[:2]))
    assert firms_apart(names) == (names, None)


def cleaned(columns: dict[str, list[str]], roles: dict[str, Role]) -> CleanedRecords:
    lists = [make_list("owners", columns)]
    return clean_records(lists, make_columns(lists, roles))


def values(found: CleanedRecords, name: str) -> list[str]:
    return [found.field(name).text(record) for record in range(len(found))]


@pytest.mark.parametrize(
    "name",
    [
        "Rotary Club of Ilkley",
        "The Hargreaves Charitable Trust",
        "Club Atlético",
        "Oswald Druck GmbH & Co. KG",
        "Stiftung Sommer",
        "KELLER, INC.",
    ],
)
def test_firms_are_told_in_many_writings(name: str):
    _, firms = firms_apart(coded(texts_of([*OWNERS, name])))
    assert firms is not None
    assert shown(firms)[-1] == name


def test_they_are_compared_as_firms():
    found = cleaned({"owner": OWNERS}, {"owner": Role.FULL_NAME})
    assert values(found, "organisation") == ["", "elm street 12", "brandt logistik", ""]
    assert values(found, "family_name") == ["john", "", "", "wexford"]
    assert found.legal_forms is not None
    assert (found.legal_forms >= 0).tolist() == [False, True, True, False]


def test_a_column_of_firms_stays_what_it_is_and_is_filled_up():
    columns = {"owner": OWNERS, "firm": ["", "", "Brandt Logistik AG", "Wexford Ltd"]}
    found = cleaned(columns, {"owner": Role.FULL_NAME, "firm": Role.ORGANISATION})
    assert values(found, "organisation") == ["", "elm street 12", "brandt logistik", "wexford"]
