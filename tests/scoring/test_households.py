"""Whether two first names in one household are two people in a list."""

from __future__ import annotations

import gc
import weakref

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.explaining import explain
from entityres.scoring.households import ENOUGH_TOLD, homes_in, household, misspelt_household
from entityres.scoring.learning import refitted_fields
from entityres.scoring.partner_lessons import untaught
from entityres.scoring.people_at_home import SHARED_AT_HOME, at_home, rivals_count, too_much, unnamed
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.run_scores import evidence_of, score_pairs, weigher_of
from entityres.scoring.scored_pairs import CONTRADICTIONS, Guard, ScoredPairs
from entityres.scoring.weighing import Weigher
from entityres.settings import FieldRefit, Refit
from tests.helpers.building import make_cleaned, make_list

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "born": Role.BIRTH_DATE,
    "street": Role.STREET,
    "phone": Role.PHONE,
}
HOME = Key("Same street", (Part(PartKind.EXACT, ("street",)),))
BORN = Key("Same birth date", (Part(PartKind.EXACT, ("born",)),))


def homes(one: int, two: int, untold: int = 0, names: tuple[str, str] = ("oscar", "wilhelmina")) -> CleanedRecords:
    """Two records with these first names in each home: so many of one birth date, of two, and without one."""
    rng = np.random.default_rng(8)
    rows = []
    for number in range(one + two + untold):
        family, street = f"fam{number:03d}ily", f"{number + 1} lane{number % 7} st"
        born = f"19{rng.integers(40, 99)}-{rng.integers(1, 13):02d}-{rng.integers(1, 29):02d}"
        other = born if number < one else f"{int(born[:4]) - 3}-01-30" if number < one + two else ""
        for first, date in zip(names, (born, other), strict=True):
            rows.append((first, family, date, street, f"01712{number:06d}"))
    columns = {role: [row[i] for row in rows] for i, role in enumerate(ROLES)}
    return make_cleaned([make_list("list", columns)], ROLES)


def scored(cleaned: CleanedRecords, key: Key = HOME) -> ScoredPairs:
    return score_pairs(cleaned, propose_pairs(cleaned, (key,)))


def guarded(found: ScoredPairs) -> np.ndarray:
    return (found.guards & Guard.FIRST_NAME) > 0


@pytest.mark.parametrize(
    ("one", "two", "households"),
    [(ENOUGH_TOLD, 0, False), (ENOUGH_TOLD - 1, 0, True), (19, 1, True), (76, 9, False), (75, 10, True), (0, 40, True)],
)
def test_twenty_of_twenty_pairs_or_most_of_many_show_that_none_are_there(one: int, two: int, households: bool):
    cleaned = homes(one, two)
    weigher = Weigher(cleaned, False, 1)
    pairs = propose_pairs(cleaned, (HOME,))
    levels = weigher.levels(pairs.left, pairs.right)
    everything = np.ones(len(pairs), bool)
    assert homes_in(weigher.comparer.fields, levels, everything).households is households
    assert homes_in(weigher.comparer.fields, levels, ~everything).households, (
        "pairs found by what tells are no witnesses"
    )


@pytest.mark.parametrize(
    ("names", "two"),
    [
        (("erik", "erika"), True),
        (("paul", "paula"), True),
        (("tim", "tom"), True),
        (("maria", "marta"), True),
        (("erik", "eric"), False),
        (("louis", "luis"), False),
        (("peter", "petr"), False),
    ],
)
def test_twins_may_have_like_names_and_a_slip_makes_no_name(names: tuple[str, str], two: bool):
    found = scored(homes(5, 0, names=names))
    assert guarded(found).tolist() == [two] * 5


@pytest.mark.parametrize(("pairs", "apart"), [(1, True), (ENOUGH_TOLD - 1, True), (ENOUGH_TOLD, False)])
def test_the_postcode_stands_for_a_street_that_is_not_known_of_a_few_twins(pairs: int, apart: bool):
    roles = {
        "given": Role.GIVEN_NAME,
        "family": Role.FAMILY_NAME,
        "born": Role.BIRTH_DATE,
        "postcode": Role.POSTCODE,
    }
    rows = [
        (first, f"fam{number:03d}ily", f"19{50 + number}-03-04", f"CB{number} 4AA")
        for number in range(pairs)
        for first in ("robert", "william")
    ]
    columns = {role: [row[i] for row in rows] for i, role in enumerate(roles)}
    found = scored(make_cleaned([make_list("list", columns)], roles), BORN)
    same_home = found.pairs.left // 2 == found.pairs.right // 2
    assert same_home.sum() == pairs
    assert guarded(found)[same_home].tolist() == [apart] * pairs
    assert not guarded(found)[~same_home].any()


@pytest.mark.parametrize(
    ("births", "mails", "apart"),
    [
        (("1968-07-16", "1998-07-16"), ("", ""), True),
        (("1968-07-16", "1998-07-16"), ("ann@example.com", "ann@example.com"), False),
        (("1968-07-16", "1978-07-16"), ("", ""), False),
        (("1968-07-16", "1968-07-26"), ("", ""), False),
    ],
)
def test_one_digit_that_makes_a_generation_waits_for_a_person(births, mails, apart: bool):
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "born": Role.BIRTH_DATE, "mail": Role.EMAIL}
    columns = {"given": ["omar"] * 2, "family": ["vance"] * 2, "born": list(births), "mail": list(mails)}
    cleaned = make_cleaned([make_list("list", columns)], roles)
    found = scored(cleaned, Key("Same last name", (Part(PartKind.EXACT, ("family",)),)))
    assert ((found.guards & Guard.YEARS_APART) > 0).tolist() == [apart]


def test_lines_of_one_home_may_be_one_digit_apart():
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "phone": Role.PHONE, "postcode": Role.POSTCODE}
    columns = {
        "given": ["john", "jane", "jane"],
        "family": ["smith"] * 3,
        "phone": ["1632960101", "1632960103", "1618495777"],
        "postcode": ["cb74aa", "cb74aa", "cb74aa"],
    }
    cleaned = make_cleaned([make_list("list", columns)], roles)
    found = scored(cleaned, Key("Same last name", (Part(PartKind.EXACT, ("family",)),)))
    assert guarded(found).tolist() == [True, True, False], "two first names of one family and postcode"


def test_couples_and_children_stay_apart_where_households_are_listed():
    found = scored(homes(5, 30))
    assert guarded(found).all()


def test_another_first_name_is_a_slip_where_no_households_are_listed():
    found = scored(homes(60, 3, untold=4))
    homes_of = found.pairs.left // 2
    assert not guarded(found)[homes_of < 60].any()
    assert guarded(found)[(homes_of >= 60) & (homes_of < 63)].all(), "born on different days: two people all the same"
    assert not guarded(found)[homes_of >= 63].any()


def test_pairs_that_were_found_by_their_birth_date_tell_nothing():
    found = scored(homes(60, 0), BORN)
    household = found.pairs.right - found.pairs.left == 1
    assert household.sum() >= 60
    assert guarded(found)[household & (found.pairs.left % 2 == 0)].all()


def namesakes(slips: int, others: int, swapped: int = 0) -> CleanedRecords:
    """Two records of one name and home in each home, born 25 years apart; so many with one number but for a slip, or two.

    `swapped` homes more have one number in which two neighbouring digits changed places.
    """
    rows = []
    for number in range(slips + others + swapped):
        customer = f"{7_340_519 * (number + 3) % 9_000_000 + 1_000_000}"
        if number < slips:
            second = customer[:3] + str((int(customer[3]) + 5) % 10) + customer[4:]
        elif number < slips + others:
            second = f"{number + 1_000_000}"
        else:
            second = customer[:-2] + customer[-1] + customer[-2]
        for born, own in (("1950-02-03", customer), ("1975-11-20", second)):
            rows.append(("oscar", f"fam{number:03d}ily", born, f"{number + 1} lane{number % 7} st", own))
    names = ("given", "family", "born", "street", "number")
    roles = {name: ROLES.get(name, Role.IDENTIFIER) for name in names}
    return make_cleaned([make_list("list", {name: [row[i] for row in rows] for i, name in enumerate(names)})], roles)


def test_father_and_son_stay_apart_where_they_are_listed():
    found = scored(namesakes(5, 30))
    assert ((found.guards & Guard.BIRTH_DATE) > 0).all()


def test_swapped_digits_of_a_number_are_a_slip_even_where_father_and_son_are_listed():
    # Numbers of one family are given one after the other: they differ in a digit, not by two that changed places.
    found = scored(namesakes(5, 30, 5))
    kept = (found.guards & (Guard.BIRTH_DATE | Guard.YEARS_APART)) > 0
    assert kept[found.pairs.left < 70].all()
    assert not kept[found.pairs.left >= 70].any()
    assert kept.size == 40


def test_another_birth_date_is_a_slip_where_all_namesakes_have_one_number():
    found = scored(namesakes(60, 3))
    kept = (found.guards & (Guard.BIRTH_DATE | Guard.YEARS_APART)) > 0
    assert not kept[found.pairs.left < 120].any()
    assert kept[found.pairs.left >= 120].all(), "two numbers: two people all the same"


@pytest.mark.parametrize(
    ("one", "other", "born", "apart"),
    [
        ("daisy", "sdasy", "1991-05-16", False),  # one is no name
        ("daisy", "sdasy", "1991-05-18", False),
        ("daisy", "sdasy", "1988-01-30", True),  # sisters may have any names
        ("aaron", "jason", "1991-05-16", True),  # twins: both are names
        ("oscar", "wilhelmina", "1991-05-16", True),
        ("osacar", "ocar", "1991-05-16", False),
        ("chandani", "imaran", "1991-05-16", True),  # long names have more letters, not more slips
        ("wilhelmina", "bharathi", "1991-05-16", True),
        ("wilhelmina", "wihelmimna", "1991-05-16", False),
    ],
)
def test_twins_have_two_names(one: str, other: str, born: str, apart: bool):
    columns = {
        "given": [one, other, "emma", "paul"],
        "family": ["hughes", "hughes", "miller", "smith"],
        "born": ["1991-05-16", born, "1970-01-02", "1980-03-04"],
        "street": ["1 high st", "1 high st", "2 low rd", "3 mid ln"],
        "phone": ["0171200001", "0171200001", "0171200002", "0171200003"],
    }
    found = scored(make_cleaned([make_list("list", columns)], ROLES))
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert bool(found.guards[pair] & Guard.FIRST_NAME) is apart


@pytest.mark.parametrize(
    ("one", "other", "sexes", "apart"),
    [
        ("amina", "aminu", ("f", "m"), True),
        ("amina", "aminu", ("f", "f"), False),
        ("amina", "aminu", ("f", ""), False),
        ("amina", "amina", ("f", "m"), False),  # the letter is the slip
        ("a", "aminu", ("f", "m"), True),
        ("sdasy", "daisy", ("f", "m"), True),
        ("amina", "aminu", ("gold", "silver"), False),  # no sexes
    ],
)
def test_like_names_of_a_man_and_a_woman_are_two_people(one: str, other: str, sexes: tuple[str, str], *, apart: bool):
    columns = {
        "given": [one, other, "emma", "paul"],
        "family": ["bello", "bello", "miller", "smith"],
        "born": ["1991-05-16", "1991-05-16", "1970-01-02", "1980-03-04"],
        "street": ["1 high st", "1 high st", "2 low rd", "3 mid ln"],
        "sex": [*sexes, *(("f", "m") if "gold" not in sexes else ("gold", "silver"))],
    }
    roles = {role: ROLES.get(role, Role.CATEGORY) for role in columns}
    found = scored(make_cleaned([make_list("list", columns)], roles))
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert bool(found.guards[pair] & Guard.FIRST_NAME) is apart


@pytest.mark.parametrize(
    ("one", "other", "sexes", "apart"),
    [
        ("j", "j", ("f", "m"), True),
        ("j", "joan", ("f", "m"), True),
        ("", "joan", ("f", "m"), True),
        ("", "", ("f", "m"), True),
        ("j", "j", ("f", "f"), False),
        ("", "joan", ("f", ""), False),
        ("joan", "joan", ("f", "m"), False),  # the form of address is the slip
        ("明", "明", ("f", "m"), False),  # a whole name
    ],
)
def test_mr_and_mrs_with_an_initial_are_two_people(one: str, other: str, sexes: tuple[str, str], *, apart: bool):
    columns = {
        "given": [one, other, "emma", "paul"],
        "family": ["bello", "bello", "miller", "smith"],
        "street": ["1 high st", "1 high st", "2 low rd", "3 mid ln"],
        "phone": ["0171200001", "0171200001", "0171200002", "0171200003"],
        "sex": [*sexes, "f", "m"],
    }
    found = scored(
        make_cleaned([make_list("list", columns)], {role: ROLES.get(role, Role.CATEGORY) for role in columns})
    )
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert bool(found.guards[pair] & Guard.FIRST_NAME) is apart
    assert not apart or found.probability[pair] < 0.5


def test_firms_whose_people_are_not_named_are_not_told_apart_by_their_sexes():
    columns = {
        "given": ["", "", "emma", "paul"],
        "family": ["", "", "miller", "smith"],
        "street": ["1 high st", "1 high st", "2 low rd", "3 mid ln"],
        "sex": ["f", "m", "f", "m"],
    }
    found = scored(
        make_cleaned([make_list("list", columns)], {role: ROLES.get(role, Role.CATEGORY) for role in columns})
    )
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert not found.guards[pair] & Guard.FIRST_NAME


def people_with_sexes(sexes: list[str], names: list[str]) -> CleanedRecords:
    """Two records for each of forty homes, and then one for each name and sex, all of one home."""
    rows = [
        (f"name{'abcdefghij'[i % 10]}", f"fam{i:03d}ily", f"{i} lane st", f"01712{i:06d}", "fm"[i % 2])
        for i in range(40)
        for _ in range(2)
    ]
    rows += [(name, "bello", "1 high st", "0171900001", sex) for name, sex in zip(names, sexes, strict=True)]
    columns = {role: [row[i] for row in rows] for i, role in enumerate(("given", "family", "street", "phone", "sex"))}
    return make_cleaned([make_list("list", columns)], {role: ROLES.get(role, Role.CATEGORY) for role in columns})


def last_pair(found: ScoredPairs) -> int:
    (pair,) = np.flatnonzero((found.pairs.left == 80) & (found.pairs.right == 81))
    return int(pair)


def test_a_wrong_sex_beside_one_name_is_a_slip_and_beside_like_names_a_question():
    one, like, other = (
        scored(people_with_sexes(["f", "m"], names))
        for names in (["amina", "amina"], ["amina", "amiina"], ["amina", "paulo"])
    )
    chances = [float(found.probability[last_pair(found)]) for found in (one, like, other)]
    assert chances[0] > 0.99
    assert 0.05 < chances[1] < 0.5, "a form of address is seldom wrong, and so are like names of a couple"
    assert chances[2] < 0.2
    assert not one.guards[last_pair(one)] & CONTRADICTIONS


@pytest.mark.parametrize(("values", "thin"), [(("f", "m"), True), (("red", "blue"), False)])
def test_a_name_and_a_sex_are_too_little_for_a_merge(values: tuple[str, str], *, thin: bool):
    columns = {
        "given": ["amina", "amina", "emma", "paul"],
        "family": ["bello", "bello", "miller", "smith"],
        "street": ["1 high st", "", "2 low rd", "3 mid ln"],
        "sex": [values[0], *values[:1], *values],
    }
    cleaned = make_cleaned([make_list("list", columns)], {role: ROLES.get(role, Role.CATEGORY) for role in columns})
    found = scored(cleaned, Key("Last name", (Part(PartKind.EXACT, ("family",)),)))
    assert bool(found.guards[0] & Guard.THIN) is thin


def test_the_sex_says_nothing_new_where_the_first_name_is_the_same():
    found = scored(people_with_sexes(["f", "f"], ["amina", "amina"]))
    weights = {field.name: float(field.weights[last_pair(found)]) for field in found.fields}
    assert weights["sex"] == 0
    found = scored(people_with_sexes(["f", "f"], ["a", "amina"]))
    weights = {field.name: float(field.weights[last_pair(found)]) for field in found.fields}
    assert 0 < weights["sex"] <= 1, "an initial does not tell it"


@pytest.mark.parametrize(
    ("postcodes", "cities", "apart"),
    [
        (("", ""), ("kano", "kano"), True),
        (("", ""), ("kano", "lagos"), False),
        (("ab1", "ab1"), ("kano", "lagos"), True),
        (("ab1", "cd2"), ("kano", "kano"), False),  # the postcode knows better
        (("ab1", ""), ("kano", "kano"), True),
    ],
)
def test_twins_are_of_one_place_where_no_street_is_known(
    postcodes: tuple[str, str], cities: tuple[str, str], *, apart: bool
):
    columns = {
        "given": ["oscar", "wilhelmina", "emma", "paul"],
        "family": ["bello", "bello", "miller", "smith"],
        "born": ["1991-05-16", "1991-05-16", "1970-01-02", "1980-03-04"],
        "postcode": [*postcodes, "ef3", "gh4"],
        "city": [*cities, "york", "hull"],
    }
    roles = {role: ROLES.get(role, {"postcode": Role.POSTCODE}.get(role, Role.CITY)) for role in columns}
    found = scored(make_cleaned([make_list("list", columns)], roles), BORN)
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert bool(found.guards[pair] & Guard.FIRST_NAME) is apart


@pytest.mark.parametrize(
    "cleaned", [homes(60, 3), homes(5, 30), namesakes(60, 3)], ids=["slips", "couples", "namesakes"]
)
def test_a_pair_that_no_key_proposed_is_judged_by_what_the_run_learned(cleaned: CleanedRecords):
    found = scored(cleaned)
    told = evidence_of(weigher_of(found, cleaned, False, 1), found.pairs.left, found.pairs.right)
    for known, again in zip(found.fields, told.fields, strict=True):
        assert np.array_equal(known.weights, again.weights), known.label
    contradictions = np.uint8(CONTRADICTIONS)
    assert np.array_equal(found.guards & contradictions, told.guards & contradictions)


def test_two_first_names_of_one_home_are_as_likely_one_person_as_such_pairs_show():
    found = scored(homes(0, 0, untold=80))
    couples = found.pairs.right - found.pairs.left == 1
    assert couples.sum() >= 80
    assert found.probability[couples].max() < 0.2, (
        "a rare name, a home and a phone in common make no one person of a couple"
    )
    assert np.allclose(found.prior + np.sum([f.weights for f in found.fields], axis=0), found.score, atol=1e-3)
    told = explain(found, homes(0, 0, untold=80), int(np.flatnonzero(couples)[0]))
    assert [part.note for part in told.parts if part.name == "given"] == ["usual for two people of one home or firm"]


def test_where_each_has_at_most_one_partner_the_other_people_of_a_home_are_its_rivals():
    found = scored(homes(0, 0, untold=80))
    (first,) = (field for field in found.fields if field.at_home is not None)
    every = np.ones(len(found), bool)
    as_rivals = rivals_count(first, every)
    some = np.arange(len(found)) % 2 == 0
    assert np.array_equal(rivals_count(first, some).weights, np.where(some, as_rivals.weights, first.weights))
    assert as_rivals.weights.max() < 0, "another first name still speaks against"
    assert first.at_home.min() > 5
    assert np.allclose(as_rivals.weights - first.at_home, first.weights)
    assert np.array_equal(untaught(as_rivals).weights, first.weights)
    (refit,) = refitted_fields((first,), Refit(0.0, (FieldRefit(first.name, 0.5, 0.0),), 40))
    assert np.allclose(rivals_count(refit, every).weights, as_rivals.weights / 2), (
        "what weighs less is given back as less"
    )


def unnamed_homes(one: int, two: int) -> CleanedRecords:
    """So many homes of one person listed twice and of two people; in every tenth of either one first name is missing."""
    rng = np.random.default_rng(8)
    rows = []
    for number in range(one + two):
        born = [f"19{rng.integers(40, 99)}-{rng.integers(1, 13):02d}-{rng.integers(1, 29):02d}" for _ in range(2)]
        other = "oscar" if number < one else "wilhelmina"
        for first, date in zip(("oscar", "" if number % 10 == 0 else other), born, strict=True):
            known = date if number % 10 else ""
            same = born[0] if number < one and known else known
            rows.append((first, f"fam{number:03d}ily", same, f"{number + 1} lane{number % 7} st", ""))
    columns = {role: [row[i] for row in rows] for i, role in enumerate(ROLES)}
    return make_cleaned([make_list("list", columns)], ROLES)


@pytest.mark.parametrize(("one", "two"), [(100, 100), (180, 20), (40, 160)])
def test_a_missing_first_name_may_be_anybody_of_the_home(one: int, two: int):
    cleaned = unnamed_homes(one, two)
    found = scored(cleaned)
    nameless = (found.pairs.right - found.pairs.left == 1) & (found.pairs.left % 20 == 0)
    assert nameless.sum() == (one + two) // 10
    # Of the pairs with both names so many are one person; 20 pairs of which seven in ten are were known before.
    share = (0.9 * one + 14) / (0.9 * (one + two) + 20)
    assert found.probability[nameless].mean() == pytest.approx(share, abs=0.03)
    assert np.allclose(found.prior + np.sum([f.weights for f in found.fields], axis=0), found.score, atol=1e-3)
    (pair,) = np.flatnonzero(nameless & (found.pairs.left == 0))
    notes = {part.name: part.note for part in explain(found, cleaned, int(pair)).parts}
    assert notes["family"] == "without a first name anybody of the home or firm is meant"


def test_copies_of_one_record_without_a_first_name_are_one():
    rows = [
        ("", f"fam{i:03d}ily", f"19{40 + i % 50}-01-{1 + i % 28:02d}", f"{i} lane st", f"01712{i:06d}")
        for i in range(40)
    ]
    couples = [(first, f"twos{i:03d}", "", f"{i} high st", "") for i in range(40) for first in ("oscar", "wilhelmina")]
    again = [*rows[:20], *[(first, family, "", street, "") for first, family, _, street, _ in rows[20:]]]
    columns = {role: [row[i] for row in (*rows, *couples, *again)] for i, role in enumerate(ROLES)}
    found = scored(make_cleaned([make_list("list", columns)], ROLES))
    pair = {
        (a, b): i for i, (a, b) in enumerate(zip(found.pairs.left.tolist(), found.pairs.right.tolist(), strict=True))
    }
    chance = np.array([found.probability[pair[i, 120 + i]] for i in range(40)])
    assert chance[:20].min() > 0.99, "copies"
    assert chance[20:].max() < 0.6, "one family and home, in a list of couples"


def test_the_same_contact_says_of_a_home_what_it_says_in_the_list():
    n = 400
    of = {
        Role.GIVEN_NAME: np.tile([0, 8], n // 2),
        Role.FAMILY_NAME: np.zeros(n),
        Role.STREET: np.zeros(n),
        Role.PHONE: np.zeros(n),
        Role.EMAIL: np.where(np.arange(n) % 4 > 1, -1, np.where(np.arange(n) % 20 < 8, 0, 3)),
    }
    names = {role.value: role for role in of}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in names})], names).fields
    levels = [of[field.role].astype(np.int8) for field in fields]
    apart = levels[[field.role for field in fields].index(Role.GIVEN_NAME)] == 8
    seen = at_home(RoleLevels(fields, levels, n), apart, (~apart).astype(float), 0.02)
    filled = of[Role.EMAIL] >= 0
    shares = [
        ((filled & who & (of[Role.EMAIL] == 0)).sum() + 20 * known) / ((filled & who).sum() + 20)
        for who, known in ((~apart, 0.6), (apart, 0.1))
    ]
    assert seen.contacts[Role.EMAIL] == pytest.approx(
        (max(np.log2(shares[0] / shares[1]), 0), min(np.log2((1 - shares[0]) / (1 - shares[1])), 0))
    )
    assert seen.contacts[Role.PHONE][0] == pytest.approx(np.log2((200 + 14) / (200 + 10)))


def test_firms_and_people_of_one_address_or_number_are_no_home():
    of_people = (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.STREET, Role.EMAIL, Role.IDENTIFIER, Role.ORGANISATION)
    names = {role.value: role for role in of_people}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in names})], names).fields
    #        a home; no family name (a firm); one e-mail address, no street; one number; both first names; nobody named
    rows = {"given_name": [-1, -1, -1, -1, 0, -1], "family_name": [0, -1, 0, 0, 0, -1], "street": [0, 0, -1, 0, 0, 0],
            "email": [-1, -1, 0, -1, -1, -1], "identifier": [3, -1, -1, 0, -1, -1],
            "organisation": [-1, 0, -1, -1, -1, -1]}  # fmt: skip
    levels = [np.array(rows[field.name], np.int8) for field in fields]
    assert unnamed(RoleLevels(fields, levels, 6)).tolist() == [True, False, False, False, False, True]


def test_where_no_street_is_known_the_postcode_stands_for_the_home_of_who_is_not_named():
    names = {role.value: role for role in (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.STREET, Role.POSTCODE)}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in names})], names).fields
    rows = {"given_name": [-1, -1, -1], "family_name": [0, 0, -1], "street": [-1, 8, -1], "postcode": [0, 0, 0]}
    levels = [np.array(rows[field.name], np.int8) for field in fields]
    assert unnamed(RoleLevels(fields, levels, 3)).tolist() == [True, False, False]


@pytest.mark.parametrize(
    ("names", "births", "apart"),
    [
        (("oscar", ""), ("1960-05-06", "1984-11-23"), True),
        (("", ""), ("1960-05-06", "1984-11-23"), True),
        (("oscar", ""), ("1960-05-06", "1960-05-06"), False),
        (("oscar", ""), ("1960-05-06", "1960-05-08"), False),
        (("oscar", ""), ("1960-05-06", ""), False),
    ],
)
def test_who_is_not_named_is_somebody_else_of_the_home_if_born_on_another_day(names, births, apart: bool):
    known = homes(0, 40)
    rows = [(name, "quill", born, "7 elm row", "01719999999") for name, born in zip(names, births, strict=True)]
    columns = {role: [*known_texts(known, role), *[row[at] for row in rows]] for at, role in enumerate(ROLES)}
    found = scored(make_cleaned([make_list("list", columns)], ROLES))
    assert guarded(found)[last_pair(found)] == apart


def test_a_wrong_birth_date_keeps_nobody_apart_where_those_of_one_home_have_one_name():
    known = homes(0, 40, names=("oscar", "oscar"))
    rows = [(name, "quill", born, "7 elm row", "") for name, born in (("oscar", "1960-05-06"), ("", "1984-11-23"))]
    columns = {role: [*known_texts(known, role), *[row[at] for row in rows]] for at, role in enumerate(ROLES)}
    found = scored(make_cleaned([make_list("list", columns)], ROLES))
    assert not guarded(found)[last_pair(found)]


def known_texts(cleaned: CleanedRecords, name: str) -> list[str]:
    """The cells of a field, "" where one is missing."""
    field = next(one for one in cleaned.fields if one.name == name)
    return [*np.append(field.texts, "")[field.codes]]


ROLES_AT_HOME = (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.STREET, Role.PHONE, Role.POSTCODE, Role.BIRTH_DATE)


@given(
    st.lists(st.floats(-8, 18, width=32), min_size=6, max_size=6),
    st.floats(-10, 10),
    st.integers(0, 5),
    st.floats(0, 10, width=32),
)
def test_more_agreement_never_lowers_the_sum_of_two_people_of_one_home(weights, most, better, more):
    """The worst that a field can say, -8, is also what a different value says."""
    names = {role.value: role for role in ROLES_AT_HOME}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in names})], names).fields

    def total(weights):
        columns = [np.array([weight], np.float32) for weight in weights]
        over = too_much(fields, columns, [-8.0] * 6, np.array([0]), most)
        return float(sum(column[0] for column in columns) - over[0])

    raised = [weight + (more if i == better else 0) for i, weight in enumerate(weights)]
    assert total(raised) >= total(weights) - 1e-3
    # Without anything of the home in common nothing is taken off.
    apart = [-8.0 if role in SHARED_AT_HOME else weight for role, weight in zip(ROLES_AT_HOME, weights, strict=True)]
    assert total(weights) >= sum(apart) - 1e-3


def test_what_a_run_learned_goes_with_the_run():
    cleaned = homes(5, 30)
    found = scored(cleaned)
    kept = weakref.ref(weigher_of(found, cleaned, False, 1))
    assert weigher_of(found, cleaned, False, 1) is kept()
    del found
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize(("births", "apart"), [(("", ""), True), (("1960-05-06", "1960-05-06"), False)])
def test_two_of_one_home_stay_two_where_one_is_entered_last_name_first(births: tuple[str, str], apart: bool):
    rows = [
        ("lupo", "anna", births[0], "8 frescobaldi st", "0171299"),
        ("marco", "lupo", births[1], "8 frescobaldi st", "0171299"),
    ]
    rows += [
        (f"gi{number % 30}ven", f"fam{number:03d}ily", "", f"{number + 9} lane{number % 7} st", f"01712{number:06d}")
        for number in range(150)
    ]
    cleaned = make_cleaned([make_list("list", {role: [row[i] for row in rows] for i, role in enumerate(ROLES)})], ROLES)
    found = scored(cleaned)
    pair = (found.pairs.left == 0) & (found.pairs.right == 1)
    assert guarded(found)[pair].tolist() == [apart]


@pytest.mark.parametrize(
    ("middle", "apart"), [("", True), ("kyung", True), ("rosa", True), ("marco", False), ("m", False)]
)
def test_a_middle_name_tells_whether_one_of_two_may_be_entered_last_name_first(middle: str, apart: bool):
    roles = {**ROLES, "middle": Role.MIDDLE_NAME}
    rows = [
        ("lupo", "anna", "", "8 frescobaldi st", "0171299", middle),
        ("marco", "lupo", "", "8 frescobaldi st", "0171299", ""),
    ]
    rows += [
        (
            f"gi{number % 30}ven",
            f"fam{number:03d}ily",
            "",
            f"{number + 9} lane{number % 7} st",
            f"01712{number:06d}",
            "",
        )
        for number in range(150)
    ]
    cleaned = make_cleaned([make_list("list", {role: [row[i] for row in rows] for i, role in enumerate(roles)})], roles)
    found = scored(cleaned)
    pair = (found.pairs.left == 0) & (found.pairs.right == 1)
    assert guarded(found)[pair].tolist() == [apart]


@pytest.mark.parametrize(
    ("street", "postcode", "family", "apart"),
    [
        ("8 orchard way", "cb1 4aa", "lupo", True),
        ("8 freskobldi lane", "cb1 4aa", "lupo", True),
        ("8 freskobldi lane", "cb7 9zz", "lupo", False),
        ("8 freskobldi lane", "cb1 4aa", "stein", False),
        ("9 freskobldi lane", "cb1 4aa", "lupo", False),
    ],
)
def test_a_street_that_is_written_otherwise_is_the_same_home(street: str, postcode: str, family: str, apart: bool):
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "street": Role.STREET, "postcode": Role.POSTCODE}
    rows = [("marco", "lupo", "8 orchard way", "cb1 4aa"), ("wilhelmina", family, street, postcode)]
    levels = Weigher(
        make_cleaned([make_list("list", {r: [row[i] for row in rows] for i, r in enumerate(roles)})], roles), False, 1
    )
    a, b = np.array([0], np.int32), np.array([1], np.int32)
    of = RoleLevels(levels.comparer.fields, levels.levels(a, b), 1)
    assert (household(of) | misspelt_household(of)).tolist() == [apart]


def of_one_postcode(pairs: int, born: str, names: tuple[str, str] = ("robert", "wilhelmina")) -> CleanedRecords:
    """Two records of each family and postcode, without a street; where `born` is "one", all but the first on one day."""
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "born": Role.BIRTH_DATE, "postcode": Role.POSTCODE}
    rows = []
    for n in range(pairs):
        days = f"1950-03-{n + 1:02d}", f"1950-03-{n + 1:02d}" if born == "one" and n else f"1976-11-{28 - n:02d}"
        rows += [
            (first, f"fam{n:03d}ily", day if born else "", f"cb{n}") for first, day in zip(names, days, strict=True)
        ]
    return make_cleaned([make_list("list", {r: [row[i] for row in rows] for i, r in enumerate(roles)})], roles)


@pytest.mark.parametrize(("born", "apart"), [("", True), ("two", True), ("one", False)])
def test_the_postcode_stands_for_the_street_of_two_of_one_family(born: str, apart: bool):
    found = scored(of_one_postcode(25, born), Key("Same postcode", (Part(PartKind.EXACT, ("postcode",)),)))
    same_home = found.pairs.left // 2 == found.pairs.right // 2
    assert same_home.sum() == 25
    assert guarded(found)[same_home][0] == apart, "where most were born on one day, first names are written wrongly"


def with_birth_dates_alone(twin_pairs: int, others: int) -> CleanedRecords:
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "born": Role.BIRTH_DATE}
    rows = [
        (first, f"fam{number:04d}ily", f"19{10 + number % 90}-03-{1 + number % 28:02d}")
        for number in range(twin_pairs)
        for first in ("robert", "wilhelmina")
    ]
    rows += [(f"gi{n % 30}ven", f"sur{n:04d}", f"19{10 + n % 90}-04-{1 + n % 28:02d}") for n in range(others)]
    return make_cleaned([make_list("list", {r: [row[i] for row in rows] for i, r in enumerate(roles)})], roles)


@pytest.mark.parametrize(("twin_pairs", "others", "apart"), [(5, 0, True), (30, 2000, True), (60, 100, False)])
def test_twins_of_a_list_without_places_are_two_unless_there_are_more_than_twins_can_be(
    twin_pairs: int, others: int, apart: bool
):
    found = scored(with_birth_dates_alone(twin_pairs, others), BORN)
    twins = (found.pairs.right < 2 * twin_pairs) & (found.pairs.left // 2 == found.pairs.right // 2)
    assert twins.sum() == twin_pairs
    assert guarded(found)[twins].tolist() == [apart] * twin_pairs


WITH_MIDDLE = {**ROLES, "middle": Role.MIDDLE_NAME, "mail": Role.EMAIL}


def namesakes_with_middles(
    middles: tuple[str, str], births: tuple[str, str] = ("", ""), mails: tuple[str, str] = ("", ""), slips: int = 0
) -> CleanedRecords:
    """Two of one name and home with these middle names, and so many homes in which one person has two by mistake."""
    rows = [
        ("oscar", "quill", born, "7 elm row", "", middle, mail)
        for middle, born, mail in zip(middles, births, mails, strict=True)
    ]
    rows += [
        (
            "oscar",
            f"fam{number:03d}ily",
            f"19{40 + number % 50}-01-{1 + number % 28:02d}",
            f"{number} lane st",
            "",
            name,
            "",
        )
        for number in range(slips)
        for name in ("robert", "vadim")
    ]
    rows += [
        ("ute", f"sole{n:03d}ly", f"1950-02-{1 + n % 28:02d}", f"{n + 300} hill rd", "", "", "") for n in range(50)
    ]
    columns = {role: [row[at] for row in rows] for at, role in enumerate(WITH_MIDDLE)}
    return make_cleaned([make_list("list", columns)], WITH_MIDDLE)


@pytest.mark.parametrize(
    ("middles", "births", "mails", "slips", "apart"),
    [
        (("robert", "vadim"), ("", ""), ("", ""), 0, True),
        (("robert", "robert"), ("", ""), ("", ""), 0, False),
        (("robert", "r"), ("", ""), ("", ""), 0, False),
        (("robert", "v"), ("", ""), ("", ""), 0, False),
        (("robert", ""), ("", ""), ("", ""), 0, False),
        (("robert", "vadim"), ("1960-05-06", "1960-05-06"), ("", ""), 0, False),
        (("robert", "vadim"), ("", ""), ("o@x.example", "o@x.example"), 0, False),
        (("robert", "vadim"), ("", ""), ("", ""), 40, False),
    ],
)
def test_two_of_one_name_and_home_with_two_middle_names_are_for_a_person(middles, births, mails, slips, *, apart: bool):
    found = scored(namesakes_with_middles(middles, births, mails, slips))
    (pair,) = np.flatnonzero((found.pairs.left == 0) & (found.pairs.right == 1))
    assert guarded(found)[pair] == apart


@pytest.mark.parametrize(
    ("rows", "told_of"),
    [
        ([("oscar", "", "1960-05-06"), ("", "quill", "1984-11-23")], "street"),
        ([("oscar", "quill", "1960-05-06"), ("", "quill", "1984-11-23")], "family"),
    ],
)
def test_what_is_usual_at_home_is_taken_off_a_value_that_is_there(rows: list[tuple[str, str, str]], told_of: str):
    known = homes(0, 40)
    columns = {role: [*known_texts(known, role)] for role in ROLES}
    for given_name, last, born in rows:
        for role, cell in zip(ROLES, (given_name, last, born, "7 elm row", ""), strict=True):
            columns[role].append(cell)
    found = scored(make_cleaned([make_list("list", columns)], ROLES))
    pair = last_pair(found)
    for field in found.fields:
        assert not field.weights[field.levels < 0].any()
        taken = field.at_home is not None and field.at_home[pair] > 0
        assert taken == (field.name == told_of)
