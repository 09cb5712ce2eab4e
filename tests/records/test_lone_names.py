"""Names of one word: first names, or last ones."""

from __future__ import annotations

import pytest

from entityres.records.cleaning import clean_records
from entityres.records.roles import Role
from tests.helpers.building import make_columns, make_list


def named(**columns: list[str]) -> list[tuple[str, str]]:
    """First and last name of each record."""
    lists = [make_list("list", columns)]
    cleaned = clean_records(lists, make_columns(lists, dict.fromkeys(columns, Role.FULL_NAME)))
    fields = {field.name: field for field in cleaned.fields}
    return [
        tuple(fields[name].text(record) if name in fields else "" for name in ("given_name", "family_name"))
        for record in range(len(lists[0]))
    ]


OTHERS = ["Mary Wexford", "Qamaro Ashdown", "Qamaro Thorpe", "Kevin Quorn", "Susan Quorn"]


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Susan", ("susan", "")),
        ("Qamaro", ("qamaro", "")),
        ("Quorn", ("", "quorn")),
        ("Underhill", ("", "underhill")),
        ("Thomas", ("", "thomas")),
        ("Mr Underhill", ("", "underhill")),
        ("\u674e\u4f1f", ("", "\u674e\u4f1f")),
    ],
    ids=[
        "known",
        "as in other names",
        "last name of others",
        "in no table",
        "both",
        "with a title",
        "Chinese",
    ],
)
def test_a_name_of_one_word_is_what_the_other_names_and_the_tables_call_it(name: str, parts: tuple[str, str]):
    assert named(name=[*OTHERS, name])[-1] == parts


def test_who_has_first_and_last_name_in_one_column_is_not_called_by_one_name_in_another():
    cards = {"FN": ["Kal", "Dad", "Mary Wexford"], "N": ["Harrington;Karl;;;", "Hill;John;Lee;Dr.;", ""]}
    assert named(**cards) == [("karl", "harrington"), ("john", "hill"), ("mary", "wexford")]


PETS = [
    "Bella",
    "Max",
    "Lucy",
    "Charlie",
    "Daisy",
    "Molly",
    "Oscar",
    "Coco",
    "Rocky",
    "Chloe",
    "Sadie",
    "Buddy",
    "Milo",
    "Luna",
    "Shadow",
    "Loki",
    "Simba",
    "Nala",
    "Jack",
    "Toby",
    "Zqx",
]
STAFF = [
    "Miller",
    "Underhill",
    "Quorn",
    "Thornton",
    "Wexford",
    "Ashdown",
    "Baxter",
    "Thorpe",
    "Higgins",
    "Norris",
    "Fletcher",
    "Barker",
    "Dawson",
    "Sutton",
    "Osborne",
    "Whitehead",
    "Chapman",
    "Hodgson",
    "Pickering",
    "Zqx",
]


@pytest.mark.parametrize(("words", "at"), [(PETS, 0), (STAFF, 1)])
def test_a_column_of_single_words_holds_one_kind_of_names(words: list[str], at: int):
    found = named(name=words)
    assert [parts[at] for parts in found] == [word.lower() for word in words]
    assert {parts[1 - at] for parts in found} == {""}


def test_single_words_among_whole_names_are_taken_one_by_one():
    whole = [f"{first} {last}" for first, last in zip(PETS, STAFF, strict=False)]
    found = named(name=[*whole, "Molly", "Underhill"])
    assert found[-2:] == [("molly", ""), ("", "underhill")]
