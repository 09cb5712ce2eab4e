"""A typed record beside the lists."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.errors import SettingsError
from entityres.pipeline import clean, find, understand
from entityres.records.typed_record import parse_typed, with_typed
from entityres.settings import Settings
from tests.helpers.building import make_list

CRM = make_list(
    "crm",
    {
        "First name": ["Debbie", "Omar", "Ines"],
        "Last name": ["Gould", "Haddad", "Roca"],
        "Phone": ["961-887-4412", "020 7946 0011", "0151 496 0222"],
        "Birth date": ["03/12/1980", "25/12/1971", "13/01/1990"],
        "Created": ["2020-01-01", "2020-01-02", "2020-01-03"],
    },
)
SHOP = make_list("shop", {"Surname": ["Gould"], "Mail": ["a@b.org"], "Tel.": ["961 887 4412"]})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("name=Ann Lee,phone=0151", {"name": "Ann Lee", "phone": "0151"}),
        (" name = Lee, Ann , phone=0151 ", {"name": "Lee, Ann", "phone": "0151"}),
        ("name=", {"name": ""}),
    ],
)
def test_values_by_heading(text: str, wanted: dict[str, str]) -> None:
    assert parse_typed(text) == wanted


@pytest.mark.parametrize(("text", "word"), [("Ann Lee", "COLUMN=VALUE"), ("=x", "COLUMN=VALUE"), ("a=1,a=2", "two")])
def test_what_is_no_record(text: str, word: str) -> None:
    with pytest.raises(SettingsError, match=word):
        parse_typed(text)


def test_it_is_cleaned_as_the_columns_are() -> None:
    lists = (CRM, SHOP)
    typed = {
        "first name": "DEBBIE ",
        "surname": "Gould",
        "telephone": "(961) 887 4412",
        "E-mail": "A@B.org",
        "birth date": "3/12/1980",
    }
    more, columns = with_typed(lists, understand(lists, Settings()), typed)
    cleaned = clean(more, columns, Settings())
    assert [record_list.name for record_list in more] == ["crm", "shop", "typed"]
    assert cleaned.starts.tolist() == [0, 3, 4, 5]
    for name, twin in (("given_name", 0), ("family_name", 0), ("phone", 0), ("email", 3), ("birth_date", 0)):
        field = cleaned.field(name)
        assert field.codes[4] == field.codes[twin] != -1
    before = clean(lists, understand(lists, Settings()), Settings())
    for field in before.fields:
        assert [field.text(i) for i in range(4)] == [cleaned.field(field.name).text(i) for i in range(4)]


def test_a_whole_name_is_split_where_the_lists_have_its_parts() -> None:
    more, columns = with_typed((CRM,), understand((CRM,), Settings()), {"name": "Gould, Debbie"})
    cleaned = clean(more, columns, Settings())
    for name in ("given_name", "family_name"):
        assert cleaned.field(name).codes[3] == cleaned.field(name).codes[0]
    assert not np.any(cleaned.field("phone").codes[3:] >= 0)


GERMAN = make_list("kunden", {"Vorname": ["Debbie", "Omar"], "Name": ["Gould", "Haddad"], "Ort": ["Ulm", "Bonn"]})


@pytest.mark.parametrize("text", ["Debbie Gould", "Gould, Debbie"])
def test_a_whole_name_under_the_heading_of_last_names_is_a_whole_name(text: str) -> None:
    more, columns = with_typed((GERMAN,), understand((GERMAN,), Settings()), {"name": text, "ort": "Ulm"})
    cleaned = clean(more, columns, Settings())
    for name in ("given_name", "family_name", "city"):
        assert cleaned.field(name).codes[2] == cleaned.field(name).codes[0] != -1


def test_one_word_under_the_heading_of_last_names_is_a_last_name() -> None:
    more, columns = with_typed((GERMAN,), understand((GERMAN,), Settings()), {"name": "Gould"})
    cleaned = clean(more, columns, Settings())
    assert cleaned.field("family_name").codes[2] == cleaned.field("family_name").codes[0]
    assert cleaned.field("given_name").codes[2] == -1


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"shoe size": "42"}, "shoe size"),
        ({"created": "2020-01-01"}, "not compared"),
        ({"phone": " "}, "empty"),
        ({}, "empty"),
        ({"Phone": "1", "telephone": "2"}, "two values"),
        ({"company": "Acme"}, "company"),
    ],
)
def test_what_cannot_be_looked_for(values: dict[str, str], word: str) -> None:
    with pytest.raises(SettingsError, match=word):
        with_typed((CRM,), understand((CRM,), Settings()), values)


def nearest_rows(typed: dict[str, str], *lists: object) -> list[tuple[int, tuple[str, ...]]]:
    return [(one.record, one.keys) for one in find(lists or (CRM, SHOP), typed, Settings())]


def test_a_name_of_one_word_is_looked_for_where_it_stands() -> None:
    assert nearest_rows({"name": "omar"})[0][0] == 1
    assert nearest_rows({"name": "Gould"})[0][0] in (0, 3)
    more, columns = with_typed((CRM, SHOP), understand((CRM, SHOP), Settings()), {"name": "ines"})
    assert clean(more, columns, Settings()).field("given_name").text(4) == "ines"
    more, columns = with_typed((CRM, SHOP), understand((CRM, SHOP), Settings()), {"name": "nobody"})
    assert clean(more, columns, Settings()).field("family_name").text(4) == "nobody"


def test_who_has_the_number_or_the_region_that_was_typed_is_found() -> None:
    columns = {
        "customer no": [f"K-{i:04d}" for i in range(50)],
        "last name": [f"name{i}" for i in range(50)],
        "state": ["NH" if i % 10 == 3 else "VT" for i in range(50)],
    }
    customers = make_list("list", columns)
    assert nearest_rows({"customer no": "k-0017"}, customers)[0][0] == 17
    assert nearest_rows({"customer no": "K-9999"}, customers) == []
    assert {record for record, _ in nearest_rows({"state": "NH"}, customers)} == {3, 13, 23, 33, 43}
    assert not clean((customers,), understand((customers,), Settings()), Settings()).has_field("identifier"), "in a run"


@pytest.mark.parametrize(("typed", "said"), [({"phone": "151"}, "“151” for phone"), ({"last name": "n/a"}, "“n/a”")])
def test_what_counts_as_missing_is_refused_and_not_looked_for_in_vain(typed: dict[str, str], said: str) -> None:
    with pytest.raises(SettingsError, match=f"{said}.*counts as missing") as error:
        find((CRM, SHOP), typed, Settings())
    assert "too short" in error.value.hint
    assert nearest_rows({**typed, "first name": "Omar"})[0][0] == 1, "what is left can be compared"
