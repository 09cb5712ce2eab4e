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


SHORT_LISTS = {
    "British": (
        ("1,Ada,Reid,12 Mill Lane,York,YO1 7AB,01904 960111", "2,Ben,Sund,3 Elm Road,Leeds,LS1 3AB,0113 4960222",
         "3,Cleo,Dane,4 Dock Road,Hull,HU1 2AA,01482 960333", "4,Ada,Reid,12 Mill Ln,York,YO1 7AB,01904960111"),
        "keep,given_name,family_name,street,city,postcode,phone",
    ),
    "American": (
        ("1001,John Smith,123 Main St,Springfield,IL,62704,217-555-0101,1970-01-02",
         "1002,Mary Jones,45 Oak Ave,Salem,MA,01970,978-555-0102,1981-11-12",
         "1003,Jon Smith,123 Main Street,Springfield,IL,62704,217-555-0101,1970-01-02",
         "1005,Robert Brown,77 Pine Rd,Austin,TX,78701,512-555-0104,1990-07-08",
         "1004,Linda Davis,9 Elm Dr,Dover,DE,19901,302-555-0103,1965-05-06"),
        "keep,full_name,street,city,region,postcode,phone,birth_date",
    ),
    "German": (
        ("4711,Müller,Jörg,Hauptstr. 5,10115,Berlin,030 1234567", "4712,Schulz,Eva,Gartenweg 1,50667,Köln,0221 7654321",
         "4713,Mueller,Joerg,Hauptstraße 5,10115,Berlin,030/1234567"),
        "keep,family_name,given_name,street,postcode,city,phone",
    ),
    "Indian": (
        ("1,Ramesh,Gupta,12 Gandhi Marg,Mysuru,Karnataka,570001,+91 98765 43210",
         "2,Priya,Nair,4 Lake Road,Kochi,Kerala,682001,+91 98765 43211",
         "3,Anil,Sharma,7 Nehru Nagar,Pune,Maharashtra,411001,+91 98765 43212"),
        "keep,given_name,family_name,street,city,region,postcode,phone",
    ),
    "Japanese": (
        ("1,山田,太郎,愛知県,名古屋市,栄1丁目2番,460-0008,052-201-0001",
         "2,佐藤,花子,東京都,港区,芝2丁目3番,105-0014,03-3210-0002",
         "3,鈴木,一郎,大阪府,堺市,中町3丁4番,590-0001,06-6345-0003"),
        "keep,family_name,given_name,region,city,street,postcode,phone",
    ),
    "Japanese, one name": (
        ("1,山田太郎,03-3210-0001", "2,佐藤花子,03-3210-0002", "3,鈴木一郎,06-6345-0003"),
        "keep,full_name,phone",
    ),
    "Russian": (
        ("1,Иванов,Пётр,Тверская обл.,Тверь,170100,+7 (4822) 33-44-55",
         "2,Соловьёва,Анна,Московская обл.,Химки,141400,+7 (495) 123-45-67",
         "3,Петров,Олег,Пермский край,Пермь,614000,+7 (342) 765-43-21"),
        "keep,family_name,given_name,region,city,postcode,phone",
    ),
    "Brazilian": (
        ("1,João Silva,529.982.247-25,Rua da Paz 50,Santos,SP,11010-002,(13) 91234-5678",
         "2,Maria Souza,111.444.777-35,Av. Central 7,Niterói,RJ,24020-005,(21) 99876-5432",
         "3,Ana Lima,153.509.460-56,Travessa Um 3,Olinda,PE,53020-010,(81) 98888-7777"),
        "keep,full_name,identifier,street,city,region,postcode,phone",
    ),
    "Polish": (
        ("1,Piotr,Nowak,44051401359,ul. Polna 3,Łódź,90-001", "2,Anna,Lewandowska,02070803628,ul. Leśna 5,Gdańsk,80-001",
         "3,Jan,Wójcik,44051401359,ul. Polna 7,Kraków,30-001"),
        "keep,given_name,family_name,identifier,street,city,postcode",
    ),
    "firms": (("1,Hill & Co Ltd", "2,Weir Foods Inc", "3,山口鉱業有限会社", "4,ООО Ромашка"), "keep,organisation"),
}  # fmt: skip


@pytest.mark.parametrize("name", SHORT_LISTS)
def test_short_lists_without_headings_show_what_they_hold(name):
    rows, expected = SHORT_LISTS[name]
    columns = {
        f"Column {at}": list(cells) for at, cells in enumerate(zip(*(row.split(",") for row in rows), strict=True), 1)
    }
    assert ",".join(roles(**columns).values()) == expected


@pytest.mark.parametrize("heading", ["planet", "what", "stars in its arm"])
def test_words_that_are_not_known_let_a_few_values_say_nothing(heading):
    rows = [row.split(",") for row in SHORT_LISTS["British"][0]]
    assert roles(id=[row[0] for row in rows], **{heading: [row[1] for row in rows]})[heading] != "given_name"
    assert roles(id=[row[0] for row in rows], col7=[row[1] for row in rows])["col7"] == "given_name"


def test_numbers_like_far_postcodes_are_none_without_a_place_beside_them(rng, people):
    codes = [f"{rng.randint(1, 9)}{rng.randint(0, 99_999):05}" for _ in range(ROWS)]
    towns = [rng.choice(("Mysuru", "Kochi", "Pune", "Agra")) for _ in range(ROWS)]
    states = [rng.choice(("Karnataka", "Kerala", "Maharashtra", "Uttar Pradesh")) for _ in range(ROWS)]
    assert roles(c1=people, c2=codes)["c2"] == "keep"
    assert roles(c1=people, c2=towns, c3=states, c4=codes)["c4"] == "postcode"


@pytest.mark.parametrize(("step", "role"), [(500, "keep"), (37, "postcode")])
def test_round_numbers_are_no_postcodes(rng, step: int, role: str):
    miles = [str(rng.randrange(10_000, 90_000, step)) for _ in range(ROWS)]
    found = roles(
        bike=[f"Bajaj Pulsar {rng.randrange(100, 400)} red" for _ in miles], city=["Delhi"] * ROWS, driven=miles
    )
    assert found["driven"] == role


def test_of_two_unknown_parts_of_names_the_one_with_fewer_different_ones_has_the_first_names(rng):
    given = [f"{a}{b}" for a in ("Zor", "Drag", "Vuk", "Neb") for b in ("adin", "osav", "imir", "olub")]
    family = [
        f"{a}{b}ić"
        for a in ("Hran", "Ugr", "Kal", "Bož", "Čiz")
        for b in ("an", "in", "om", "at", "ek", "ul", "ov", "ar")
    ]
    one = [rng.choice(given) for _ in range(ROWS)]
    other = [rng.choice(family) for _ in range(ROWS)]
    mails = [
        f"{a}.{b}@posta.example".lower().replace("ć", "c").replace("ž", "z").replace("č", "c")
        for a, b in zip(one, other, strict=True)
    ]
    found = roles(c1=one, c2=mails, c3=other)
    assert (found["c1"], found["c3"]) == ("given_name", "family_name")
