"""Evidence that only repeats what another field says."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.dependence import discount
from tests.helpers.building import make_cleaned, make_list

NAME, STREET, PHONE = 12.0, 15.0, 17.0
ELSEWHERE = -4.0


def phone_weight(firm: int, street: int, *, extra: dict[str, Role] | None = None) -> float:
    """What the same phone counts for a pair with these levels of the firm's name and of the street."""
    roles = {"firm": Role.ORGANISATION, "street": Role.STREET, "phone": Role.PHONE} | (extra or {})
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in roles})], roles).fields
    levels = [np.array([one], np.int8) for one in (firm, street, level.SAME, *([level.SAME] * len(extra or {})))]
    weights = [np.array([one], np.float32) for one in (NAME, ELSEWHERE, PHONE, *([5.0] * len(extra or {})))]
    discount(fields, levels, weights)
    return float(weights[2][0])


def test_the_phone_of_the_head_office_counts_half_for_firms_with_other_names_in_other_streets():
    assert phone_weight(4, level.STREET_DIFFERENT) == pytest.approx(17 / 2)
    assert phone_weight(-1, level.STREET_DIFFERENT) == pytest.approx(17 / 2)


def test_a_firm_that_moved_keeps_its_phone():
    assert phone_weight(level.SAME, level.STREET_DIFFERENT) == PHONE
    assert phone_weight(4, level.STREET_OTHER_NUMBER) == PHONE
    assert phone_weight(4, -1) == PHONE


def test_people_take_their_phone_along():
    names = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME}
    assert phone_weight(4, level.STREET_DIFFERENT, extra=names) == PHONE


@given(st.integers(0, 10), st.integers(0, 10), st.integers(0, 4), st.integers(0, 4))
def test_more_agreement_never_makes_the_phone_say_less(firm: int, worse: int, street: int, further: int):
    one, other = (
        phone_weight(min(firm, worse), min(street, further)),
        phone_weight(max(firm, worse), max(street, further)),
    )
    assert one >= other


@pytest.mark.parametrize(
    ("city", "postcode", "before", "after"),
    [
        (level.SAME, 1, 5.0, 1.0),  # postcodes of one city differ in a character
        (level.SAME, 2, 5.0, 1.0),
        (level.SAME, 2, -1.0, -1.0),
        (3, 1, 5.0, 5.0),
        (-1, 1, 5.0, 5.0),
        (level.SAME, level.SAME, 5.0, 5.0),
    ],
)
def test_a_postcode_that_is_nearly_the_same_follows_from_the_city(
    city: int, postcode: int, before: float, after: float
) -> None:
    roles = {"city": Role.CITY, "postcode": Role.POSTCODE}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in roles})], roles).fields
    weights = [np.array([2.0], np.float32), np.array([before], np.float32)]
    discount(fields, [np.array([city], np.int8), np.array([postcode], np.int8)], weights)
    assert weights[1].tolist() == pytest.approx([after])


def address_weights(street: int) -> tuple[float, float]:
    """What the same postcode and the same flat count for a pair with this level of the street."""
    roles = {"street": Role.STREET, "postcode": Role.POSTCODE, "unit": Role.UNIT}
    fields = make_cleaned([make_list("list", {name: ["x", "y"] for name in roles})], roles).fields
    levels = [np.array([one], np.int8) for one in (street, level.SAME, level.SAME)]
    weights = [np.array([one], np.float32) for one in (1.5, 4.0, 3.0)]
    discount(fields, levels, weights)
    return float(weights[1][0]), float(weights[2][0])


@pytest.mark.parametrize(
    ("street", "counted"),
    [
        (level.SAME, (4.0 * 0.4, 3.0)),
        (level.STREET_SIMILAR, (4.0, 3.0)),
        (level.STREET_NUMBER, (4.0, 3.0)),
        (level.STREET_OTHER_NUMBER, (4.0 * 0.4, 0.0)),
        (level.STREET_DIFFERENT, (4.0, 0.0)),
        (-1, (4.0, 3.0)),
    ],
)
def test_neighbours_share_the_postcode_and_flats_of_two_houses_are_two(street: int, counted: tuple[float, float]):
    assert address_weights(street) == pytest.approx(counted)
