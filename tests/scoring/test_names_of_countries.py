"""Names that go with a country count once, and the country counts only what they have not told."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.names_of_countries import NamesOfCountries
from tests.helpers.building import make_cleaned, make_list

ROLES = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "country": Role.COUNTRY}
VIET_NAM, POLAND = "vn", "pl"


def guests() -> CleanedRecords:
    """60 guests of one country and 180 of another; 30 first and 30 last names of the first are of nobody else's."""
    rows = [("van", f"f{number % 30}", VIET_NAM) for number in range(30)]
    rows += [(f"g{number % 30}", "nguyen", VIET_NAM) for number in range(30)]
    rows += [(f"jan{number % 60}", f"nowak{number % 45}", POLAND) for number in range(180)]
    rows += [("anna", f"nowak{number}", POLAND) for number in range(30)]
    rows += [("anna", f"f{number}", VIET_NAM) for number in range(10)]
    return make_cleaned([make_list("guests", {role: [row[i] for row in rows] for i, role in enumerate(ROLES)})], ROLES)


def told(cleaned: CleanedRecords) -> NamesOfCountries:
    made = NamesOfCountries.among(cleaned.fields)
    assert made is not None
    return made


def lift_of(cleaned: CleanedRecords, field: str, name: str) -> float:
    number = list(ROLES).index(field)
    values = cleaned.fields[number]
    code = list(values.texts).index(name)
    return float(told(cleaned).names[number].lift[code])


def test_a_name_that_only_one_country_has_tells_the_country():
    cleaned = guests()
    share = 70 / 280
    assert lift_of(cleaned, "given", "van") == pytest.approx(-np.log2(share), abs=0.03), "2 bits: one guest in four"
    assert lift_of(cleaned, "family", "nguyen") == pytest.approx(-np.log2(share), abs=0.03)
    assert lift_of(cleaned, "given", "anna") < 0.1, "as common there as here"


def test_copies_of_one_customer_do_not_make_a_name_one_of_a_country():
    # Each of 400 customers of four countries stands here three times, with names that hardly anybody else has.
    rng = np.random.default_rng(3)
    countries = rng.integers(0, 4, 400)
    rows = [(f"g{i % 100}", f"f{i % 133}", f"c{country}") for i, country in enumerate(countries)] * 3
    cleaned = make_cleaned([make_list("l", {role: [row[i] for row in rows] for i, role in enumerate(ROLES)})], ROLES)
    assert float(told(cleaned).names[0].lift.mean()) < 0.7
    assert float(told(cleaned).names[1].lift.mean()) < 0.8


def test_lists_of_one_country_or_without_names_have_nothing_twice():
    rows = {"given": ["a", "b"] * 50, "family": ["c", "d"] * 50, "country": ["de"] * 96 + ["at"] * 4}
    assert NamesOfCountries.among(make_cleaned([make_list("l", rows)], ROLES).fields) is None
    empty = rows | {"country": [""] * 100}
    assert NamesOfCountries.among(make_cleaned([make_list("l", empty)], ROLES).fields) is None
    without = {"family": ROLES["family"], "country": ROLES["country"]}
    assert NamesOfCountries.among(make_cleaned([make_list("l", rows)], without).fields) is None


def weighed(cleaned: CleanedRecords, pair: tuple[int, int], weights: tuple[float, float, float]) -> list[float]:
    columns = [np.array([weight], np.float32) for weight in weights]
    told(cleaned).take_off(columns, np.array([pair[0]], np.int32), np.array([pair[1]], np.int32))
    return [float(column[0]) for column in columns]


def row_of(cleaned: CleanedRecords, **wanted: str) -> int:
    texts = {
        name: np.array([field.texts[code] for code in field.codes])
        for name, field in zip(ROLES, cleaned.fields, strict=True)
    }
    return int(np.flatnonzero(np.logical_and.reduce([texts[name] == value for name, value in wanted.items()]))[0])


def test_what_both_names_and_the_country_say_counts_once():
    cleaned = guests()
    van = row_of(cleaned, given="van", family="f3")
    given_lift, family_lift = lift_of(cleaned, "given", "van"), lift_of(cleaned, "family", "f3")
    # The country says 2 bits, which the first name has told; the last name is as much likelier there.
    made = weighed(cleaned, (van, van), (5, 7, 2))
    assert made[0] == 5
    assert sum(made) == pytest.approx(14 - given_lift - family_lift, abs=1e-3)
    assert made[2] == 0
    # Without a country both names still have one lift in common; without another name only the country is told.
    assert weighed(cleaned, (van, van), (5, 7, 0)) == pytest.approx([5, 7 - min(given_lift, family_lift), 0], abs=1e-3)
    assert weighed(cleaned, (van, van), (5, -3, 2)) == pytest.approx([5, -3, 2 - given_lift], abs=1e-3)
    anna = row_of(cleaned, given="anna", country=POLAND)
    assert sum(weighed(cleaned, (anna, anna), (5, 7, 2))) == pytest.approx(14, abs=0.5)


PAIRS = st.tuples(st.integers(0, 279), st.integers(0, 279))
WEIGHTS = st.tuples(*[st.floats(-8, 18, width=32)] * 3)


@given(PAIRS, WEIGHTS, st.integers(0, 2), st.floats(0, 10, width=32))
def test_more_agreement_never_lowers_the_sum_and_nothing_turns(
    pair: tuple[int, int], weights: tuple[float, float, float], better: int, more: float
):
    cleaned = GUESTS
    before = weighed(cleaned, pair, weights)
    raised = tuple(weight + more * (number == better) for number, weight in enumerate(weights))
    assert sum(weighed(cleaned, pair, raised)) >= sum(before) - 1e-4
    for now, then in zip(before, weights, strict=True):
        assert min(then, 0) - 1e-5 <= now <= then + 1e-5
    assert weighed(cleaned, pair[::-1], weights) == before


GUESTS = guests()


def test_a_name_that_another_country_has_most_tells_of_this_one_too():
    """Frank is commoner in Germany; but two Dutchmen called Frank agree by chance as often as any two of that name do."""
    rows = [("frank", f"f{number}", "de") for number in range(12)]
    rows += [("frank", f"jansen{number}", "nl") for number in range(6)]
    rows += [(f"g{number % 90}", f"f{number}", "de") for number in range(400)]
    rows += [(f"olena{number % 90}", f"u{number}", "ua") for number in range(2_000)]
    rows += [(f"g{number % 3}", f"h{number}", "nl") for number in range(4)]
    cleaned = make_cleaned([make_list("l", {role: [row[i] for row in rows] for i, role in enumerate(ROLES)})], ROLES)
    first, country, share = row_of(cleaned, given="frank", country="nl"), 7.0, 10 / len(rows)
    given, _, place = weighed(cleaned, (first, first + 1), (6.0, 0.0, country))
    others = 5 / 17
    assert given + place == pytest.approx(6 + country - np.log2(others / share), abs=1)
    assert given == 6
    far = row_of(cleaned, given="frank", country="de")
    assert weighed(cleaned, (first, far), (6.0, 0.0, 0.0)) == [6, 0, 0]
