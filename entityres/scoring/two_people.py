"""Engine: two people with nothing of their names in common, whom a home or a firm makes look alike.

Colleagues share firm, street, phone and website, people of one house a street and often a phone. A sum of weights takes that
for much more than two other names can outweigh. But a person who changes his first name keeps the last one, one who marries
the first, and names in each other's place still touch: of pairs with both names different hardly one in twenty is one
person, unless a birth date or a number says so.

Where a list of firms has one column for the person to ask for, that person changes while the firm stays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.households import one_number
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import weight_of
from entityres.scoring.told_shares import MAY_BE_TWO, share_of_one

NamesTouch = Callable[[np.ndarray], np.ndarray]
"""Positions of pairs -> bool (n,): the first name of one of the two is the other's last name."""

ONE_PERSON = 0.05
"""Share of pairs with two other names that are one customer, as known beforehand."""


def are_of_firms(fields: Sequence[FieldValues]) -> bool:
    """Whether names of people are those to ask for at firms: one column of full names beside a column of firms.

    Args:
        fields: The compared fields.
    """
    sources = {one.role: one.sources for one in reversed(fields)}
    return Role.ORGANISATION in sources and sources.get(Role.GIVEN_NAME) == sources.get(Role.FAMILY_NAME)


@dataclass(frozen=True)
class TwoPeople:
    """Tells two people apart by their names.

    Attributes:
        of_firms: Whether the people are those to ask for at firms.
        one_customer: Share of pairs with two other names that are one customer.
    """

    of_firms: bool
    one_customer: float = ONE_PERSON

    @classmethod
    def among(cls, fields: Sequence[FieldValues]) -> TwoPeople | None:
        """None where there are no first and last names."""
        if not {Role.GIVEN_NAME, Role.FAMILY_NAME} <= {one.role for one in fields}:
            return None
        return cls(are_of_firms(fields))

    def looked_at(self, of: RoleLevels, found: np.ndarray, touch: NamesTouch) -> TwoPeople:
        """The same, having seen how many such pairs of one home or firm have one birth date or number.

        Args:
            of: Levels of the candidate pairs.
            found: bool (n_pairs,): a key that reads neither birth dates nor numbers proposed the pair.
            touch: Tells of pairs (their positions) whether the first name of one is the other's last name.
        """
        one = _told_one(of)
        two = ((of[Role.BIRTH_DATE] >= 0) | (of[Role.IDENTIFIER] >= 0)) & ~one
        return replace(self, one_customer=share_of_one(one, two, self._two_names(of, touch) & found, ONE_PERSON))

    def most(self, of: RoleLevels, touch: NamesTouch) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two people by their names, infinity for others.

        Args:
            of: Levels of these pairs.
            touch: As for `looked_at`.
        """
        most = np.full(of.n, np.inf, np.float32)
        if self.one_customer < MAY_BE_TWO:
            most[self._two_names(of, touch) & ~_told_one(of)] = weight_of(self.one_customer)
        return most

    def _two_names(self, of: RoleLevels, touch: NamesTouch) -> np.ndarray:
        together = of.within(Role.STREET, level.STREET_SIMILAR) | (of[Role.PHONE] == level.SAME)
        together |= of.within(Role.ORGANISATION, level.TEXT_ALIKE)
        given = of[Role.GIVEN_NAME]
        apart = together & ((given < 0) | (given >= level.NAME_OTHER)) & (of[Role.FAMILY_NAME] >= level.NAME_OTHER)
        if self.of_firms:
            apart &= of[Role.ORGANISATION] < 0
        places = np.flatnonzero(apart)
        apart[places] = ~touch(places)
        return apart


def _told_one(of: RoleLevels) -> np.ndarray:
    """Pairs that a number of their own or a birth date tells to be one."""
    return one_number(of) | of.within(Role.BIRTH_DATE, level.DATE_SWAPPED)
