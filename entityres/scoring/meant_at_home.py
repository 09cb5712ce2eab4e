"""Engine: who of a home is meant by an initial, or by a name that a father and his son have.

"D. Hill" may be Deborah or Derek where both live in one home, and "John Hill" without a birth date either of two. A record
that fits two people of its home is for a person to judge. One that fits only one of them is that one, mostly: how many
others of the home it may be is seen from initials that do not fit, and from namesakes whose birth dates are known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparing import Comparer
from entityres.scoring.first_letters import letter_at
from entityres.scoring.guards import joint_records
from entityres.scoring.households import (
    HARDLY_ANY,
    Homes,
    born_alike,
    family,
    home,
    of_one_postcode_alone,
    one_number,
    told_apart,
)
from entityres.scoring.role_levels import RoleLevels

LETTER_BY_CHANCE, KNOWN = 0.08, 20
"""So many of two people share the first letter of their first names, as known beforehand, counted in pairs."""

ENOUGH_TOLD = 20
"""From so many namesakes on their birth dates tell how many of them are two people."""

Apart = Callable[[RoleLevels], np.ndarray]
"""Levels of pairs -> bool (n_pairs,): the two are told apart."""

AS_LIKELY = 0.0
"""Log2 odds of a record that fits two people."""


@dataclass(frozen=True)
class MeantAtHome:
    """What pairs of one home are worth at most, in log2 odds: by initials, and by one name of one sex and of two.

    A man and a woman of one name are one with a wrong form of address, or a wife by her husband's name.

    Attributes:
        fits_two: For each of these kinds bool (n_records,): the record fits two people of its home.
        odds: For each kind the odds of the other records; infinity where nearly all are one person.
    """

    fits_two: tuple[np.ndarray, np.ndarray, np.ndarray]
    odds: tuple[float, float, float]

    @classmethod
    def seen(
        cls,
        comparer: Comparer,
        of: RoleLevels,
        left: np.ndarray,
        right: np.ndarray,
        slips: float,
        shown: Homes,
    ) -> MeantAtHome:
        """What the candidate pairs show.

        Args:
            comparer: Compares the records.
            of: Levels of the candidate pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
            slips: Share of true pairs with birth dates of another year.
            shown: Who shares a home in these lists.
        """
        mere = mere_initials(comparer, of, left, right)
        initial, name = _of_one_initial(of, mere) & shown.households, _of_one_name(of, mere) & shown.namesakes
        # Whose birth date a couple gives is not known.
        joint = joint_records(comparer.cleaned)
        name &= ~joint[left] & ~joint[right]
        two_letters = _fits_two(comparer, Role.GIVEN_NAME, left, right, initial, told_apart)
        two_dates = _fits_two(comparer, Role.BIRTH_DATE, left, right, name, lambda other: ~born_alike(other))
        fits_one = initial & ~two_letters[left] & ~two_letters[right]
        # Of two that a record fits it is one.
        left_over = np.count_nonzero(initial & ~fits_one) / 2
        apart = _at_one_home(of) & told_apart(of) & ~of.two_sexes()
        share = _share_of_one_letter(comparer, apart & ~mere, left, right)
        others = np.count_nonzero(apart & mere)
        odds = _log_odds(float(np.count_nonzero(fits_one)), others * share / (1 - share) - left_over)
        by_sex = [_odds_of_namesakes(of, name & sexes, slips) for sexes in (~of.two_sexes(), of.two_sexes())]
        return cls((two_letters, two_dates, two_dates), (odds, by_sex[0], by_sex[1]))

    def most(self, comparer: Comparer, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs at most, infinity where nothing limits them.

        Args:
            comparer: Compares the records.
            of: Levels of these pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
        """
        mere = mere_initials(comparer, of, left, right)
        undated = _of_one_name(of, mere) & (of[Role.BIRTH_DATE] < 0)
        kinds = _of_one_initial(of, mere), undated & ~of.two_sexes(), undated & of.two_sexes()
        made = np.full(of.n, np.inf, np.float32)
        for kind, fits_two, odds in zip(kinds, self.fits_two, self.odds, strict=True):
            made[kind] = odds
            made[kind & (fits_two[left] | fits_two[right])] = min(odds, AS_LIKELY)
        return made


def mere_initials(comparer: Comparer, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n_pairs,): pairs with two first names of which one is an initial."""
    made: np.ndarray = comparer.hardly_named(left, right) & (of[Role.GIVEN_NAME] >= 0)
    return made


def _at_one_home(of: RoleLevels) -> np.ndarray:
    """Pairs of one family and home, unless a number or a birth date tells of one person."""
    return _of_family(of) & home(of)


def _of_family(of: RoleLevels) -> np.ndarray:
    made: np.ndarray = (of[Role.FAMILY_NAME] >= 0) & family(of) & ~one_number(of)
    return made


def _of_one_initial(of: RoleLevels, mere: np.ndarray) -> np.ndarray:
    """Pairs of one home, or else postcode, of which a first name is an initial, and fits the other."""
    at_one = _of_family(of) & (home(of) | of_one_postcode_alone(of))
    made: np.ndarray = at_one & mere & of.within(Role.GIVEN_NAME, level.NAME_INITIAL) & ~born_alike(of)
    return made & ~of.two_sexes()


def _of_one_name(of: RoleLevels, mere: np.ndarray) -> np.ndarray:
    """Pairs of one home and one full name."""
    made: np.ndarray = _at_one_home(of) & ~mere & of.within(Role.GIVEN_NAME, level.NAME_INSIDE)
    return made


def _fits_two(
    comparer: Comparer, role: Role, left: np.ndarray, right: np.ndarray, pairs: np.ndarray, apart: Apart
) -> np.ndarray:
    """bool (n_records,): records without a value of the role, or with an initial, that fit two records that are told apart.

    Values are sorted: if two of those that a record fits are told apart, the first and the last are.
    """
    n = len(comparer.cleaned)
    found = np.zeros(n, bool)
    field = next((one for one in comparer.fields if one.role is role), None)
    places = np.flatnonzero(pairs)
    if field is None or not len(places):
        return found
    one, other = (np.concatenate([a[places], b[places]]) for a, b in ((left, right), (right, left)))
    lengths = np.append(np.diff(field.buffers[1]), 0)
    says_less = lengths[field.codes[one]] < lengths[field.codes[other]]
    if not says_less.any():
        return found
    one, other = one[says_less], other[says_less]
    order = np.lexsort((field.codes[other], one))
    one, other = one[order], other[order]
    begins = np.flatnonzero(np.append(True, one[1:] != one[:-1]))
    ends_ = np.append(begins[1:], len(one)) - 1
    first, last = other[begins], other[ends_]
    of = RoleLevels(comparer.fields, comparer.levels(first, last), len(first))
    found[one[begins[apart(of) & (first != last)]]] = True
    return found


def _share_of_one_letter(comparer: Comparer, pairs: np.ndarray, left: np.ndarray, right: np.ndarray) -> float:
    """Of pairs with two first names how many have one first letter."""
    field = next(one for one in comparer.fields if one.role is Role.GIVEN_NAME)
    places = np.flatnonzero(pairs)
    one, other = (letter_at(field.values.take(field.codes[records[places]]), 0) for records in (left, right))
    return (float(np.count_nonzero(one == other)) + KNOWN * LETTER_BY_CHANCE) / (len(places) + KNOWN)


def _odds_of_namesakes(of: RoleLevels, name: np.ndarray, slips: float) -> float:
    """As many namesakes are two people as their birth dates show, but for slips."""
    told = name & (of[Role.BIRTH_DATE] >= 0)
    pairs = float(np.count_nonzero(told))
    if pairs < ENOUGH_TOLD:
        return np.inf
    return _log_odds(pairs, pairs - float(np.count_nonzero(told & born_alike(of))) / (1 - slips))


def _log_odds(pairs: float, two: float) -> float:
    """Log2 odds that pairs of a kind are one person, of which so many are two; infinity where nearly all are one.

    Then what they share at home says it as of all others.
    """
    one = max(pairs - two, 0.0)
    if two <= 0 or one >= HARDLY_ANY * pairs:
        return np.inf
    return float(np.log2((one + KNOWN * HARDLY_ANY) / (two + KNOWN * (1 - HARDLY_ANY))))
