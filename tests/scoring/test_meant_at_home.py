"""Who of a home is meant by an initial, or by a name that a father and his son have."""

from __future__ import annotations

import pytest

from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.explaining import explain, find_pair
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import Zone
from tests.helpers.building import make_cleaned, make_list

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "born": Role.BIRTH_DATE,
    "street": Role.STREET,
    "mail": Role.EMAIL,
}
HOME = Key("Same street", (Part(PartKind.EXACT, ("street",)),))
NAMES = ("oscar", "wilhelmina", "gregor", "sabine", "holger", "petra", "ute", "klaus", "birgit", "monika")

Row = tuple[str, str, str, str, str]


def records(*rows: Row) -> CleanedRecords:
    return make_cleaned([make_list("list", {role: [row[i] for row in rows] for i, role in enumerate(ROLES)})], ROLES)


def first(*rows: Row) -> Zone:
    """Where the pair of the first two records lies; its parts make up its score."""
    cleaned = records(*rows)
    found = score_pairs(cleaned, propose_pairs(cleaned, (HOME,)))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    told = explain(found, cleaned, pair)
    assert told.prior + sum(part.weight for part in told.parts) == pytest.approx(float(found.score[pair]), abs=1e-3)
    return Zone(int(found.zones()[pair]))


def homes(*given: str, born: tuple[str, ...] = ("", ""), count: int = 60, start: int = 100) -> list[Row]:
    """Homes with these first names, and with these birth dates."""
    return [
        (name, f"fam{home:03d}ily", date, f"{home} lane{home % 7} st", "")
        for home in range(start, start + count)
        for name, date in zip(given, born, strict=True)
    ]


def person(given: str, born: str = "", mail: str = "") -> Row:
    return given, "frescobaldi", born, "8 orchard way", mail


ALONE = [(NAMES[n % 10], f"sole{n:03d}ly", "", f"{n + 300} hill rd", "") for n in range(100)]
COPIES = homes("oscar", "o")
COUPLES = homes("sabine", "h", start=200)


def test_an_initial_that_fits_one_of_a_home_is_that_one_where_copies_are_listed():
    assert first(person("deborah"), person("d"), *COPIES, *ALONE) == Zone.MATCH


def test_an_initial_that_fits_two_of_a_home_is_for_a_person():
    assert first(person("deborah"), person("d"), person("klaus"), *COPIES, *ALONE) == Zone.MATCH
    assert first(person("deborah"), person("d"), person("derek"), *COPIES, *ALONE) == Zone.REVIEW


def test_where_most_initials_are_those_of_others_of_the_home_one_that_fits_may_be_so_too():
    same_letter = homes("gregor", "gisela", count=30, start=400)
    assert first(person("deborah"), person("d"), *COUPLES, *same_letter, *ALONE) == Zone.REVIEW


def test_the_same_address_tells_who_is_meant_by_an_initial():
    told = person("deborah", mail="hill@x.example"), person("d", mail="hill@x.example")
    assert first(*told, *COPIES, *ALONE) == Zone.MATCH


OLD, YOUNG = "1950-03-04", "1981-11-20"
NAMESAKES = homes("gregor", "gregor", born=(OLD, YOUNG))
SAME = homes("gregor", "gregor", born=(OLD, OLD))


@pytest.mark.parametrize(("others", "zone"), [(NAMESAKES, Zone.REVIEW), (SAME, Zone.MATCH)])
def test_birth_dates_of_others_tell_what_one_name_and_home_are_worth(others: list[Row], zone: Zone):
    assert first(person("gregor", OLD), person("gregor"), *others, *ALONE) == zone


def test_a_name_without_a_birth_date_that_two_of_a_home_have_is_for_a_person():
    both = person("gregor", OLD), person("gregor")
    assert first(*both, *SAME, *ALONE) == Zone.MATCH
    assert first(*both, person("gregor", YOUNG), *SAME, *ALONE) == Zone.REVIEW


def test_the_postcode_stands_for_a_home_whose_street_is_not_known():
    def zone(*rows: Row) -> Zone:
        homes_of = {street: f"{10_000 + at}" for at, street in enumerate(dict.fromkeys(row[3] for row in rows))}
        columns = {
            "given": [row[0] for row in rows],
            "family": [row[1] for row in rows],
            "postcode": [homes_of[row[3]] for row in rows],
        }
        cleaned = make_cleaned(
            [make_list("list", columns)],
            {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "postcode": Role.POSTCODE},
        )
        found = score_pairs(cleaned, propose_pairs(cleaned, (Key("Postcode", (Part(PartKind.EXACT, ("postcode",)),)),)))
        pair = find_pair(found, 0, 1)
        assert pair is not None
        return Zone(int(found.zones()[pair]))

    assert zone(person("deborah"), person("d"), person("klaus"), *COPIES, *ALONE) == Zone.MATCH
    assert zone(person("deborah"), person("d"), person("derek"), *COPIES, *ALONE) == Zone.REVIEW
