"""Engine: what people of one home have in common says nothing about whether they are one person.

Weights take agreement for rare chance. For two first names of one family and home it is none: a couple shares name, street
and phone. There the odds are how many such pairs are one person, and only what people do not share at home counts on top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring.households import family, home
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import FieldScores

KNOWN, KNOWN_ONE = 20, 0.1
"""Of so many pairs with two first names so large a share is one person, as known beforehand: a short list says little."""

SHARED_AT_HOME = (Role.FAMILY_NAME, Role.STREET, Role.PHONE, Role.EMAIL)
PLACES = (Role.UNIT, Role.POSTCODE, Role.CITY, Role.REGION, Role.COUNTRY)


def odds_of_one(of: RoleLevels, apart: np.ndarray, chance: np.ndarray, other_name: float) -> float:
    """Bits: odds that two first names of one family and home are one person's, before anything else is looked at.

    Strangers share a family name and a home hardly ever, the people of a home always do. So this is no matter of rare names
    and phones, but of how many such pairs there are, and how often a true pair has two first names.

    Args:
        of: Levels of the candidate pairs.
        apart: bool (n_pairs,): pairs with two first names, as `two_first_names` finds them.
        chance: float (n_pairs,): probability of all others; 0 where something keeps them apart.
        other_name: Share of true pairs with another first name.
    """
    alike = family(of) & home(of) & (of[Role.GIVEN_NAME] >= 0) & ~apart
    pairs = float(np.count_nonzero(apart))
    one = min(float(chance[alike].sum()) * other_name / (1 - other_name), pairs)
    return float(np.log2((one + KNOWN * KNOWN_ONE) / (pairs - one + KNOWN * (1 - KNOWN_ONE))))


def too_much(
    fields: Sequence[FieldValues],
    weights: Sequence[np.ndarray],
    different: Sequence[float],
    pairs: np.ndarray,
    most: float,
) -> np.ndarray:
    """float32 (n,): bits by which a sum of weights is too high for two first names of one home.

    What people of one home share says nothing; what else is known of the pair counts from `most` on. Never more is taken off
    than if they did not share it, so that more agreement never lowers the sum.

    Args:
        fields: The compared fields.
        weights: For each field float32 (n_pairs,).
        different: For each field what a different value says.
        pairs: int64 (n,): pairs of two first names.
        most: The sum of weights where nothing else is known.
    """
    sums, shared, else_known = (np.zeros(len(pairs), np.float32) for _ in range(3))
    for field, weight, apart in zip(fields, weights, different, strict=True):
        here = weight[pairs]
        sums += here
        if field.role in SHARED_AT_HOME:
            shared += np.maximum(here - np.float32(apart), 0)
        elif field.role not in (Role.GIVEN_NAME, *PLACES):
            else_known += here
    over: np.ndarray = np.clip(sums - else_known - np.float32(most), 0, shared)
    return over


def rivals_count(field: FieldScores) -> FieldScores:
    """The same field for a record that has at most one partner: there the other people of the home are weighed as rivals."""
    if field.at_home is None:
        return field
    return replace(field, weights=field.weights + field.at_home, untaught=field.weights)
