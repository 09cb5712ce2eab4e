"""Colleagues, and strangers of one house, are two people, whatever they share."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.pair_finder import HOT_RECORDS
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.explaining import explain, find_pair
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import Guard, Zone, probability_of
from entityres.scoring.told_shares import KNOWN
from entityres.scoring.two_people import ONE_PERSON, TwoPeople, all_listed, asked_share
from tests.helpers.building import make_cleaned, make_list

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "firm": Role.ORGANISATION,
    "street": Role.STREET,
    "phone": Role.PHONE,
    "born": Role.BIRTH_DATE,
    "number": Role.IDENTIFIER,
    "mail": Role.EMAIL,
}
TOWN = {"city": Role.CITY}
EMPTY = dict.fromkeys(ROLES, "")
KEYS = tuple(Key(f"Same {name}", (Part(PartKind.EXACT, (name,)),)) for name in ("street", "phone"))
SAME_FIRM = (Key("Same firm", (Part(PartKind.EXACT, ("firm",)),)),)
ANNA = {
    "given": "anna",
    "family": "wolf",
    "firm": "sommer bau",
    "street": "77 orchard way",
    "phone": "1632960901",
}
FIRST = ("gregor", "sabine", "holger", "petra", "dieter", "ute", "klaus", "birgit", "jan", "monika", "rolf", "heike")
LAST = ("abramov", "bergstrom", "castellano", "dubois", "eriksen", "fontaine", "grubnev", "hollowell")
COLLEAGUE = ANNA | {"given": "gregor", "family": "lindner"}


def records(*rows: dict[str, str], one_column: bool = False) -> CleanedRecords:
    crowd = [
        {
            "given": f"gi{number % 30}ven",
            "family": f"fam{number:03d}ily",
            "firm": f"firm{number % 45:03d}stem bau",
            "street": f"{number % 45} lane{number % 7} st",
            "phone": f"01712{number % 45:06d}",
        }
        for number in range(150)
    ]
    people = [EMPTY | row for row in (*rows, *crowd)]
    roles = ROLES | TOWN if "city" in people[0] else ROLES
    made = make_cleaned([make_list("list", {name: [row.get(name, "") for row in people] for name in roles})], roles)
    if one_column:
        for field in made.fields[:2]:
            object.__setattr__(field, "sources", (("contact",),))
    return made


def first(*rows: dict[str, str], one_column: bool = False, keys: tuple[Key, ...] = KEYS) -> tuple[float, Guard, Zone]:
    cleaned = records(*rows, one_column=one_column)
    found = score_pairs(cleaned, propose_pairs(cleaned, keys))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    told = explain(found, cleaned, pair)
    assert told.prior + sum(part.weight for part in told.parts) == pytest.approx(float(found.score[pair]), abs=1e-3)
    return float(probability_of(found.score[pair])), Guard(int(found.guards[pair])), Zone(int(found.zones()[pair]))


@pytest.mark.parametrize("given", ["gregor", ""])
@pytest.mark.parametrize("firm", ["sommer bau", ""])
def test_two_other_names_are_two_people(firm: str, given: str):
    chance, guard, zone = first(ANNA | {"firm": firm}, COLLEAGUE | {"firm": firm, "given": given})
    assert guard & Guard.FIRST_NAME
    assert zone != Zone.MATCH
    assert chance <= 1.5 * ONE_PERSON


@pytest.mark.parametrize(
    "change",
    [
        {"given": "anna", "family": "lindner"},
        {"given": "wollf", "family": "hanna"},
        {"given": "a", "family": "wolf"},
        {"given": "", "family": "wolf"},
    ],
)
def test_names_that_touch_do_not_tell(change: dict[str, str]):
    assert not first(ANNA, ANNA | change)[1] & Guard.FIRST_NAME


@pytest.mark.parametrize("touching", ["wolf", "wollf"])
def test_one_family_name_in_the_place_of_the_first_one_beside_another_first_name_is_of_two(touching: str):
    assert first(ANNA, ANNA | {"given": touching, "family": "gregor"})[1] & Guard.FIRST_NAME
    assert not first(ANNA, ANNA | {"given": "wolf", "family": "anna"})[1] & Guard.FIRST_NAME


@pytest.mark.parametrize("told", [{"born": "1978-05-13"}, {"number": "DE811907980"}])
def test_a_birth_date_or_a_number_tells_of_one(told: dict[str, str]):
    assert not first(ANNA | told, COLLEAGUE | told)[1] & Guard.FIRST_NAME


def test_whom_to_ask_for_at_a_firm_may_change():
    chance, guard, zone = first(ANNA, COLLEAGUE, one_column=True)
    assert (guard, zone) == (Guard.NONE, Zone.MATCH)
    assert chance > 0.95
    private = {"firm": ""}
    assert first(ANNA | private, COLLEAGUE | private, one_column=True)[1] & Guard.FIRST_NAME, "no firm: two people"


def together(firms: int, people: int, married: int = 0) -> list[dict[str, str]]:
    """Firms of so many people each, first names drawn from twelve; and people who are listed under two last names."""
    rows, rng = [], np.random.default_rng(3)
    for firm in range(firms):
        home = {"firm": f"kin{firm:03d}ship", "street": f"{firm} hill rd", "phone": f"01555{firm:06d}"}
        for person in range(people):
            name = {"given": str(rng.choice(FIRST)), "family": f"{LAST[person]}{firm:03d}"}
            rows.append(home | name)
    for one in range(married):
        home = {"street": f"{one} park ln", "phone": f"01666{one:06d}", "given": FIRST[one % 12]}
        rows += [home | {"family": f"maid{one:03d}en"}, home | {"family": f"wed{one:03d}ded"}]
    return rows


RENAMED_ANNA = ANNA | {"family": "lindner"}


def staff(firms: int, *, mail: str = "", people: int = 4) -> list[dict[str, str]]:
    """Firms with one column of names: everybody of each firm once, and the first of every second firm twice."""
    rows = []
    for firm in range(firms):
        home = {"firm": f"kin{firm:03d}ship", "street": f"{firm} hill rd", "phone": f"01555{firm:06d}"}
        for person in range(people):
            given, family = FIRST[(firm + 5 * person) % 12], f"{LAST[person]}{firm:03d}"
            told = {"mail": mail.format(given=given, family=family, firm=firm)}
            rows += [home | told | {"given": given, "family": family}] * (2 if not person and firm % 2 else 1)
    return rows


@pytest.mark.parametrize(
    ("mail", "zone"),
    [
        ("{given}.{family}@kin{firm}ship.example", Zone.NOT),
        ("", Zone.REVIEW),
        ("info@kin{firm}ship.example", Zone.MATCH),
    ],
)
def test_where_most_names_of_a_firm_are_two_its_people_are_listed(mail: str, zone: Zone):
    rows = staff(120, mail=mail)
    one, other = rows[0], rows[1]
    assert one["firm"] == other["firm"]
    found = first(one, other, *rows[2:], one_column=True)
    assert found[2] == zone
    assert bool(found[1] & Guard.FIRST_NAME) == (zone != Zone.MATCH)


@pytest.mark.slow
def test_the_more_pairs_of_a_firm_name_two_the_less_likely_it_names_somebody_else_each_time():
    chances = []
    for people in (3, 4, 5, 6, 7):
        rows = staff(120, people=people)
        chances.append(first(*rows, one_column=True)[0])
    assert chances == sorted(chances, reverse=True)
    assert chances[0] > 0.15
    assert chances[-1] < 0.02


@pytest.mark.parametrize(
    ("same", "other", "share"), [(0, 0, 0.5), (500, 400, 0.5), (480, 980, 0.265), (0, 1980, 0.0003)]
)
def test_firms_seldom_name_somebody_else_in_nearly_all_pairs(same: int, other: int, share: float):
    assert asked_share(same, other) == pytest.approx(share, abs=0.005)
    drawn = np.random.default_rng(5).beta(2, 2, 200_000)
    as_large = float(np.mean(drawn >= other / (same + other + KNOWN)))
    assert asked_share(same, other) == pytest.approx(min(as_large, 0.5), abs=0.005)


@pytest.mark.slow
def test_who_is_not_named_may_be_anybody_of_a_firm_whose_people_are_listed():
    rows = staff(120, people=7)
    nobody = rows[0] | {"given": "", "family": ""}
    chance, guard, _ = first(rows[0], nobody, *rows[1:], one_column=True)
    assert guard & Guard.FIRST_NAME
    assert chance < 0.15
    assert first(nobody, nobody, *rows, one_column=True)[2] == Zone.MATCH, "two copies are one record"
    told = {"mail": "gregor@kin.example"}
    assert first(rows[0] | told, nobody | told, *rows[1:], one_column=True)[2] == Zone.MATCH
    firms = [row for row in staff(40, people=1) for _ in range(2)]
    assert first(ANNA, ANNA | {"given": "", "family": ""}, *firms, one_column=True)[2] == Zone.MATCH


def test_of_many_people_of_firms_some_have_one_first_name():
    rows = staff(120, people=7)
    namesake = rows[0] | {"family": "hollowell"}
    chance, guard, zone = first(rows[0], namesake, *rows[1:], one_column=True)
    assert (guard, zone) == (Guard.FIRST_NAME, Zone.REVIEW)
    assert chance < 0.5


@pytest.mark.slow
def test_a_firm_stands_for_the_street_where_none_is_known():
    alone = {"street": "", "phone": ""}
    rows = [row | alone | {"city": f"tor{row['firm'][3:6]}ville"} for row in staff(120, people=7)]
    assert first(*rows, one_column=True, keys=SAME_FIRM)[1:] == (Guard.FIRST_NAME, Zone.NOT)
    brother = rows[0] | {"given": "sabine"}
    assert first(rows[0], brother, *rows[1:], one_column=True, keys=SAME_FIRM)[1] & Guard.FIRST_NAME
    elsewhere = rows[0] | {"city": "hamminkeln", "given": "sabine"}
    assert not first(rows[0], elsewhere, *rows[1:], one_column=True, keys=SAME_FIRM)[1] & Guard.FIRST_NAME


def test_where_the_person_to_ask_for_seldom_changes_firms_are_listed():
    rows = [row for row in staff(40, people=1) for _ in range(2)]
    changed = staff(10, people=2)
    assert first(ANNA, COLLEAGUE, *rows, *changed, one_column=True)[2] == Zone.MATCH


@pytest.mark.slow
def test_of_many_colleagues_some_have_one_first_name():
    chance, guard, zone = first(ANNA, RENAMED_ANNA, *together(40, 8))
    assert guard & Guard.FIRST_NAME
    assert zone == Zone.REVIEW
    assert chance < 0.5
    for known in ({"born": "1978-05-13"}, {"number": "DE811907980"}):
        assert first(ANNA | known, RENAMED_ANNA | known, *together(40, 8))[2] == Zone.MATCH


@pytest.mark.slow
def test_where_people_are_seldom_together_two_last_names_are_of_one_who_married():
    for more in ([], together(40, 1), together(0, 0, 40), together(3, 4, 60)):
        assert first(ANNA, RENAMED_ANNA, *more)[1:] == (Guard.NONE, Zone.MATCH)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("births", "zone"), [(("1950-03-04", "1950-03-04"), Zone.MATCH), (("1950-03-04", "1981-11-20"), Zone.REVIEW)]
)
def test_birth_dates_of_others_tell_whether_one_first_name_and_two_last_names_are_brothers(births, zone: Zone):
    others = [
        {
            "given": f"gr{home}owth",
            "family": last,
            "street": f"{home} meadow st",
            "phone": f"0189{home:05d}",
            "born": born,
        }
        for home in range(30)
        for last, born in zip((f"lor{home}entz", f"mach{home}owsky"), births, strict=True)
    ]
    of_home = [{"given": "adisa", "family": last, "street": "8 orchard way", "phone": "0163296"} for last in LAST[:2]]
    assert first(*of_home, *others)[2] <= zone
    assert (first(*of_home, *others)[2] == Zone.MATCH) is (zone == Zone.MATCH)


def test_numbers_tell_that_two_of_one_practice_are_two():
    rows, numbers = staff(120), {}
    for row in rows:
        numbers.setdefault((row["given"], row["family"]), f"15{len(numbers) * 7919:08d}")
    rows = [row | {"number": numbers[row["given"], row["family"]]} for row in rows]
    assert first(rows[0], rows[1], *rows[2:], one_column=True)[2] == Zone.NOT


@pytest.mark.slow
def test_two_first_names_never_speak_more_for_a_match_than_one():
    more = together(40, 8)
    one, inside, two = (
        first(ANNA, RENAMED_ANNA | {"given": given}, *more)[0] for given in ("anna", "anna lena", "gregor")
    )
    assert two <= inside <= one + 1e-6


def test_of_many_colleagues_hardly_any_two_are_one_person():
    chance, guard, zone = first(ANNA, COLLEAGUE, *together(40, 8))
    assert guard & Guard.FIRST_NAME
    assert zone == Zone.NOT
    assert chance < ONE_PERSON / 5


def test_of_a_large_firm_only_some_pairs_are_listed():
    rows = [
        {"given": f"gi{n}", "family": f"fa{n}", "firm": "large", "street": "1 large st"} for n in range(HOT_RECORDS + 1)
    ]
    rows += [{"given": f"go{n}", "family": f"fo{n}", "firm": "small", "street": "1 small st"} for n in range(2)]
    cleaned = records(*rows)
    n = len(rows)
    left, right = np.array([0, n - 2, 0], np.int32), np.array([1, n - 1, n - 1], np.int32)
    assert all_listed(cleaned.fields, left, right).tolist() == [False, True, True]


def test_more_agreement_never_lowers():
    both = first(ANNA, COLLEAGUE)[0]
    assert first(ANNA, COLLEAGUE | {"phone": "1555000777"})[0] <= both + 1e-6
    assert first(ANNA, COLLEAGUE | {"street": "9 mill lane"})[0] <= both + 1e-6


def test_lists_without_first_or_last_names_hold_no_two_people():
    cleaned = make_cleaned([make_list("list", {"family": ["wolf", "lind"]})], {"family": Role.FAMILY_NAME})
    assert TwoPeople.among(cleaned.fields) is None
