"""Engine: what people of one home have in common says nothing about whether they are one person.

Weights take agreement for rare chance. For two first names of one family and home it is none: a couple shares name, street
and phone. There the odds are how many such pairs are one person, and only what people do not share at home counts on top.
So it is where a first name is missing: any of the home may be meant, and how many pairs of one home are one person is seen
from those with both names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.households import (
    family,
    home,
    like_names,
    of_a_firm_alone,
    of_one_postcode_alone,
    one_number,
    told_apart,
    unnamed_born_apart,
)
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import FieldScores

KNOWN, KNOWN_ONE = 20, 0.1
"""Of so many pairs with two first names so large a share is one person, as known beforehand: a short list says little."""

KNOWN_UNNAMED = 0.7
"""The same of pairs of which a first name is missing: lists hold more copies than couples."""

KNOWN_CONTACTS = {Role.PHONE: (0.7, 0.5), Role.EMAIL: (0.6, 0.1)}
"""How many pairs of one home have the same phone or e-mail address if they are one person, and if they are two."""

SHARED_AT_HOME = (Role.FAMILY_NAME, Role.STREET, Role.PHONE, Role.EMAIL, Role.ORGANISATION)
"""Of one family and home or firm; a firm that has its owner's name is that of all his family."""

PLACES = (Role.UNIT, Role.POSTCODE, Role.CITY, Role.REGION, Role.COUNTRY)


@dataclass(frozen=True)
class AtHome:
    """What pairs of one family and home are worth, in bits, before anything else is looked at.

    Attributes:
        two_names: Log2 odds that two first names are one person's.
        two_sexes: The same of a man and a woman with like first names, or hardly one: a form of address may be wrong.
        unnamed: The same where a first name is missing.
        contacts: For phones and e-mail addresses what the same and what another one says of a pair without a first name.
    """

    two_names: float
    two_sexes: float
    unnamed: float
    contacts: Mapping[Role, tuple[float, float]]


def at_home(
    of: RoleLevels,
    apart: np.ndarray,
    chance: np.ndarray,
    other_name: float,
    hardly_named: np.ndarray | None = None,
    other_sex: float = 0.0,
) -> AtHome:
    """What the pairs of one family and home show.

    Strangers share a family name and a home hardly ever, the people of a home always do. So this is no matter of rare names
    and phones, but of how many such pairs there are, and how often a true pair has two first names.

    Args:
        of: Levels of the candidate pairs.
        apart: bool (n_pairs,): pairs that may be two people, as `two_first_names` finds them.
        chance: float (n_pairs,): probability of all others; 0 where something keeps them apart.
        other_name: Share of true pairs with another first name.
        hardly_named: bool (n_pairs,): one of the first names is missing or an initial; None where none is.
        other_sex: Share of true pairs with another sex.
    """
    at_one, told = family(of) & (home(of) | of_a_firm_alone(of)) & ~apart, told_apart(of)
    alike, like = at_one & (of[Role.GIVEN_NAME] >= 0), like_names(of)
    if hardly_named is not None:
        like = like | hardly_named

    def counts(two: np.ndarray, alike: np.ndarray, share: float) -> tuple[float, float, float]:
        """Pairs that may be two people: how many are one, how many two; and those that are one beyond that."""
        pairs, same = float(np.count_nonzero(two)), float(chance[alike].sum())
        one = min(same * share / (1 - share), pairs)
        return one, pairs - one, same

    named = apart & ~unnamed_born_apart(of)
    one, two, same = counts(named & told, alike, other_name)
    return AtHome(
        _log_odds(one, two, KNOWN_ONE),
        _log_odds(*counts(named & ~told, at_one & like, other_sex)[:2], KNOWN_ONE),
        _log_odds(same + one, two, KNOWN_UNNAMED),
        {role: _contact(of, role, np.where(alike, chance, 0), apart) for role in KNOWN_CONTACTS},
    )


def _log_odds(one: float, two: float, known: float) -> float:
    return float(np.log2((one + KNOWN * known) / (two + KNOWN * (1 - known))))


def _contact(of: RoleLevels, role: Role, alike: np.ndarray, apart: np.ndarray) -> tuple[float, float]:
    """Bits that the same phone or e-mail address says for one person of a home, and another one.

    It is seen where the street tells of the home, which is not chosen by that.
    """
    filled = (of[role] >= 0) & of.within(Role.STREET, level.STREET_SIMILAR)
    same = filled & (of[role] == level.SAME)
    shares = [
        (float(weights[same].sum()) + KNOWN * known) / (float(weights[filled].sum()) + KNOWN)
        for weights, known in zip((alike, apart), KNOWN_CONTACTS[role], strict=True)
    ]
    return max(float(np.log2(shares[0] / shares[1])), 0.0), min(float(np.log2((1 - shares[0]) / (1 - shares[1]))), 0.0)


def unnamed(of: RoleLevels) -> np.ndarray:
    """bool (n_pairs,): pairs of one family and street, phone or else postcode of which a first name is missing.

    Who has the same e-mail address or number is one person, mostly. Where a family name is missing too, anybody of the house
    may be meant, unless it is the firm in it.
    """
    street = of.within(Role.STREET, level.STREET_SIMILAR)
    shared = (of[Role.PHONE] == level.SAME) | of.of_one_family() | of_one_postcode_alone(of)
    named = (of[Role.FAMILY_NAME] >= 0) & (street | shared)
    house = (of[Role.FAMILY_NAME] < 0) & (of[Role.ORGANISATION] < 0) & street
    made: np.ndarray = (of[Role.GIVEN_NAME] < 0) & family(of) & (named | house)
    return made & ~one_number(of)


def too_much(
    fields: Sequence[FieldValues],
    weights: Sequence[np.ndarray],
    different: Sequence[float],
    pairs: np.ndarray,
    most: float | np.ndarray,
    contacts: Mapping[Role, tuple[float, float]] | None = None,
    levels: Sequence[np.ndarray] = (),
    counted: frozenset[int] = frozenset(),
) -> np.ndarray:
    """float32 (n,): bits by which a sum of weights is too high for two people of one home.

    What people of one home share says nothing; what else is known of the pair counts from `most` on. Never more is taken off
    than if they did not share it, so that more agreement never lowers the sum.

    Args:
        fields: The compared fields.
        weights: For each field float32 (n_pairs,).
        different: For each field what a different value says.
        pairs: int64 (n,): pairs of one home.
        most: The sum of weights where nothing else is known; of all pairs, or float32 (n,) of each.
        contacts: What the same and another phone or e-mail address says (`AtHome`); None lets them say nothing.
        levels: For each field int8 (n_pairs,), where contacts say something.
        counted: Numbers of the fields whose evidence is in `most` already.
    """
    sums, shared, else_known = (np.zeros(len(pairs), np.float32) for _ in range(3))
    for number, (field, weight, apart) in enumerate(zip(fields, weights, different, strict=True)):
        here = weight[pairs]
        sums += here
        if field.role in SHARED_AT_HOME or field.of_families:
            shared += np.maximum(here - np.float32(apart), 0)
        elif field.role not in (Role.GIVEN_NAME, *PLACES) and number not in counted:
            else_known += here
        if contacts and field.role in contacts:
            same, other = contacts[field.role]
            found = levels[number][pairs]
            else_known += np.where(found < 0, 0, np.where(found == level.SAME, same, other)).astype(np.float32)
    over: np.ndarray = np.clip(sums - else_known - np.asarray(most, np.float32), 0, shared)
    return over


def on_what_is_there(
    fields: Sequence[FieldValues], levels: Sequence[np.ndarray], off: np.ndarray
) -> dict[int, np.ndarray]:
    """Bits that are too much, by number of a field that both records have: a missing value says nothing, for or against.

    That is the last name, or else what they share at home.

    Args:
        fields: The compared fields.
        levels: For each field int8 (n_pairs,).
        off: float32 (n_pairs,): the bits.
    """
    made: dict[int, np.ndarray] = {}
    left = off.copy()
    for only_shared in (True, False):
        for role in (*SHARED_AT_HOME, *PLACES):
            for number in (number for number, field in enumerate(fields) if field.role is role):
                shared = only_shared and role is not Role.FAMILY_NAME
                there = (levels[number] == level.SAME) if shared else (levels[number] >= 0)
                here = np.where(there, left, np.float32(0))
                if here.any():
                    made[number] = made[number] + here if number in made else here
                    left = left - here
    return made


def rivals_count(field: FieldScores, rivals: np.ndarray) -> FieldScores:
    """The same field for records that have at most one partner: there the other people of the home are weighed as rivals.

    Args:
        field: Evidence of some pairs.
        rivals: bool (n_pairs,): pairs that others compete with.
    """
    if field.at_home is None:
        return field
    return replace(
        field, weights=field.weights + np.where(rivals, field.at_home, np.float32(0)), untaught=field.weights
    )
