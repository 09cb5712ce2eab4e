"""Roles of columns whose headings say nothing: phones of seven digits, social security numbers, names of both kinds, works."""

from __future__ import annotations

import random

import pytest

from entityres.records.finding_roles import find_roles
from tests.helpers.building import make_list

FIRST = ("Mary", "James", "Anna", "Robert", "Linda", "Peter", "Susan", "Thomas", "Julia", "Frank")
LAST = ("Kelly", "Smith", "Carroll", "Hill", "Moore", "Weber", "Clark", "Evans", "Turner", "Reed")
FIRMS = (
    "Alder Foods Inc",
    "Brook Trading LLC",
    "Cedar Systems Ltd",
    "Delta Bank AG",
    "Elm Motors GmbH",
    "Fir Paper Co",
)
ROWS = 120


@pytest.fixture
def rng():
    return random.Random(5)


@pytest.fixture
def people(rng):
    return [f"{rng.choice(FIRST)} {rng.choice(LAST)}" for _ in range(ROWS)]


def roles(**columns: list[str]) -> dict[str, str]:
    """The role found for each column."""
    return {one.column: str(one.role) for one in find_roles(make_list("list", columns))}


def test_seven_digits_that_begin_as_local_phones_do_are_phones_beside_names(rng, people):
    phones = [f"{rng.randint(2, 9)}{rng.randint(0, 999_999):06}" for _ in range(ROWS)]
    assert roles(c1=people, c2=phones)["c2"] == "phone"
    found = find_roles(make_list("list", {"c1": people, "c2": phones}))[1]
    assert not found.sure
    assert "Seven digits" in found.why


@pytest.mark.parametrize("way", ["some begin with 1", "all begin alike", "a phone is there", "no names", "running"])
def test_other_numbers_of_seven_digits_are_no_phones(rng, people, way):
    phones = [f"{rng.randint(2, 9)}{rng.randint(0, 999_999):06}" for _ in range(ROWS)]
    columns = {"c1": people, "c2": phones}
    if way == "some begin with 1":
        columns["c2"] = [f"{rng.randint(1_000_000, 9_999_999)}" for _ in range(ROWS)]
    elif way == "all begin alike":
        columns["c2"] = [f"{rng.randint(4_000_000, 4_999_999)}" for _ in range(ROWS)]
    elif way == "a phone is there":
        columns["c3"] = [f"+49 351 {rng.randint(100_000, 999_999)}" for _ in range(ROWS)]
    elif way == "no names":
        del columns["c1"]
    else:
        columns["c2"] = sorted(phones)
    assert roles(**columns)["c2"] != "phone"


@pytest.mark.parametrize("hyphen", ["-", ""])
def test_social_security_numbers_are_no_phones(rng, people, hyphen):
    parts = [(rng.randint(1, 665), rng.randint(1, 99), rng.randint(1, 9999)) for _ in range(ROWS)]
    numbers = [f"{area:03}{hyphen}{group:02}{hyphen}{serial:04}" for area, group, serial in parts]
    assert roles(c1=people, c2=numbers)["c2"] == "identifier"


@pytest.mark.parametrize("first", ["6789", "0", "2345678"])
def test_phones_of_nine_digits_stay_phones(rng, people, first):
    numbers = [f"{rng.choice(first)}{rng.randint(0, 99_999_999):08}" for _ in range(ROWS)]
    assert roles(c1=people, c2=numbers)["c2"] == "phone"


@pytest.mark.parametrize(
    ("share", "role"), [(0.0, "full_name"), (0.2, "full_name"), (0.7, "organisation"), (1, "organisation")]
)
def test_a_column_of_persons_and_firms_is_what_most_of_it_is(rng, people, share, role):
    mixed = [f"{rng.choice(FIRMS)}" if rng.random() < share else name for name in people]
    mixed = [
        f"{name.split()[0]} {number} {' '.join(name.split()[1:])}" if share == 1 else name
        for number, name in enumerate(mixed)
    ]
    assert roles(c1=mixed)["c1"] == role


@pytest.fixture
def works(rng, people):
    words = ("river", "night", "stone", "summer", "glass", "king", "road", "winter", "song", "fire", "house", "garden")
    titles = [" ".join(rng.sample(words, 4)) for _ in range(ROWS)]
    songs = [" ".join(rng.choices(words, k=20)) for _ in range(ROWS)]
    return {"title": titles, "starring": people, "songs": songs, "director": people[::-1]}


def test_names_beside_titles_are_sets_and_long_texts_are_kept(works):
    assert roles(**works) == {"title": "title", "starring": "items", "songs": "keep", "director": "items"}


def test_persons_with_titles_of_jobs_stay_persons(rng, works, people):
    jobs = [rng.choice(("Head of sales", "Clerk", "Engineer")) for _ in range(ROWS)]
    assert roles(c1=people, title=jobs)["c1"] == "full_name"
    mails = [f"{rng.choice(LAST)}{number}@example.com".lower() for number in range(ROWS)]
    found = roles(**works, mail=mails)
    assert (found["starring"], found["songs"], found["director"]) == ("full_name", "keep", "keep")
    assert roles(title=works["title"], name=people)["name"] == "full_name"
