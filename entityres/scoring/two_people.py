"""Engine: two people with nothing of their names in common, whom a home or a firm makes look alike.

Colleagues share firm, street, phone and website, people of one house a street and often a phone. A sum of weights takes that
for much more than two other names can outweigh. But a person who changes his first name keeps the last one, one who marries
the first, and names in each other's place still touch: of pairs with both names different hardly one in twenty is one
person, unless a birth date or a number says so.

Of two with one first name she may have married. But where many people are together, some have one first name by chance: how
many is seen from those who have two, and from how often any strangers have one.

Where a list of firms has one column for the person to ask for, that person changes while the firm stays. But he seldom
changes: where the names of one firm at one address mostly are those of two people, its people are listed. Whether two of
them still are one customer their e-mail addresses tell, and without these a person.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.pair_finder import HOT_RECORDS
from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.estimating import wilson
from entityres.scoring.households import of_a_firm_alone, of_one_town, one_number
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import weight_of
from entityres.scoring.told_shares import KNOWN, MAY_BE_TWO, share_of_one

NamesTouch = Callable[[np.ndarray], np.ndarray]
"""Positions of pairs -> bool (n,): the first name of one of the two is the other's last name."""

ONE_PERSON = 0.05
"""Share of pairs with two other names that are one customer, as known beforehand."""

BOTH_CHANGED = 0.01
"""Of the pairs of one customer hardly more have two other names: few change the first name, few the last, nearly nobody both.
So where many people are together, they are no twentieth of the pairs with two other names."""

RENAMED = 0.8
"""Share of pairs with one first name and two last names that are one person, who has married, as known beforehand."""

ASKED_FOR = 0.5
"""Share of pairs with two other names that are one customer where most names of one firm are those of two people, as known
beforehand: as likely a list of its people as one of firms that name somebody else each time. See `asked_share`."""

MOSTLY = 0.5

LEAST_APART = 0.01
"""However few first names a list has, at least so many strangers have two."""


def asked_share(same: int, other: int) -> float:
    """Share of pairs of one firm with two names that are one customer, by how many have one name.

    Firms listed twice name somebody else in half of such pairs, seldom in nearly all: if that share is drawn from Beta(2, 2),
    it is this unlikely to be so large. Where it is, these are the people of the firms.

    Args:
        same: Pairs of one firm with one name.
        other: Those with two.
    """
    x = (same + KNOWN) / (same + other + KNOWN)
    return min(ASKED_FOR, x * x * (3 - 2 * x))


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
        of_firms: Whether the people are those to ask for at firms, and not themselves listed.
        one_customer: Share of pairs with two other names that are one customer.
        renamed: Share of pairs with one first name and two last names that are one person.
        unnamed: Share of pairs of one firm that are one where one of the two names nobody.
    """

    of_firms: bool
    one_customer: float = ONE_PERSON
    renamed: float = RENAMED
    unnamed: float = 1.0

    @classmethod
    def among(cls, fields: Sequence[FieldValues]) -> TwoPeople | None:
        """None where there are no first and last names."""
        if not {Role.GIVEN_NAME, Role.FAMILY_NAME} <= {one.role for one in fields}:
            return None
        return cls(are_of_firms(fields))

    def looked_at(
        self,
        of: RoleLevels,
        found: np.ndarray,
        touch: NamesTouch,
        unnamed: np.ndarray,
        by_chance: float,
        inside: np.ndarray,
    ) -> TwoPeople:
        """The same, having seen how many such pairs of one home or firm have one birth date or number.

        And how many people of two names are together: of so many some have one first name by chance, as strangers do.

        Args:
            of: Levels of the candidate pairs.
            found: bool (n_pairs,): a key that reads neither birth dates nor numbers proposed the pair.
            touch: Tells of pairs (their positions) whether the first name of one is the other's last name.
            unnamed: bool (n_pairs,): a key that reads no names proposed the pair, as it did all such (`all_listed`).
            by_chance: Share of strangers with like first names.
            inside: bool (n_pairs,): pairs of one list. Each of several lists of firms may name somebody else.
        """
        if self.of_firms:
            return self._who_is_listed(of, touch, unnamed, by_chance, inside)
        one = _told_one(of)
        two = ((of[Role.BIRTH_DATE] >= 0) | (of[Role.IDENTIFIER] >= 0)) & ~one
        apart, other_last = self._two_names(of, touch), self._renamed(of, touch)
        seen = unnamed & ~one & of_one_town(of)
        one_customer = share_of_one(one, two, apart & found, self._known_share(of, apart))
        still_one = _still_one(apart & seen, other_last & seen, by_chance)
        # A list that writes some names last name first has brothers who look like one person with two last names.
        still_one = share_of_one(one, (of[Role.BIRTH_DATE] >= 0) & ~one, other_last & found, still_one)
        return replace(self, one_customer=one_customer, renamed=max(still_one, one_customer))

    def _known_share(self, of: RoleLevels, apart: np.ndarray) -> float:
        """Share of pairs with two other names that are one customer, by how many pairs of one home have both names alike."""
        one = BOTH_CHANGED * np.count_nonzero(self._together(of) & _one_name(of)) + KNOWN * ONE_PERSON
        return min(float(one / (np.count_nonzero(apart) + KNOWN)), ONE_PERSON)

    def _who_is_listed(
        self, of: RoleLevels, touch: NamesTouch, unnamed: np.ndarray, by_chance: float, inside: np.ndarray
    ) -> TwoPeople:
        """Firms with somebody to ask for, or their people: seen from pairs of one firm and address that no name proposed."""
        people = replace(self, of_firms=False)
        apart, firm = people._two_names(of, touch) & unnamed, unnamed & _of_one_firm(of)
        others, named = (int(np.count_nonzero(firm & kind)) for kind in (apart, of[Role.FAMILY_NAME] >= 0))
        if wilson(others, named)[0] <= MOSTLY:
            return self
        one = _told_one(of) | (of[Role.EMAIL] == level.SAME)
        two = (of[Role.BIRTH_DATE] >= 0) | (of[Role.EMAIL] > level.EMAIL_SIMILAR)
        if np.count_nonzero(one_number(of)) >= KNOWN:
            # Numbers of records, as of accounts, are all different.
            two |= of[Role.IDENTIFIER] >= level.NUMBER_DIFFERENT
        two &= ~one
        same, other = (int(np.count_nonzero(firm & inside & kind)) for kind in (_one_name(of), apart))
        one_customer = share_of_one(one, two, apart, asked_share(same, other))
        # If its people are listed, who is not named may be any of them, as two of its records are of one person or of two.
        one_person, of_firms = (same + KNOWN) / (same + other + KNOWN), min(one_customer / ASKED_FOR, 1.0)
        seen, other_last = firm & ~one, people._renamed(of, touch)
        still_one = _still_one(apart & seen, other_last & seen, by_chance)
        return replace(
            people,
            one_customer=one_customer,
            renamed=max(still_one, one_customer),
            unnamed=of_firms + (1 - of_firms) * one_person,
        )

    def most(self, of: RoleLevels, touch: NamesTouch, two_records: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two people by their names, infinity for others.

        Args:
            of: Levels of these pairs.
            touch: As for `looked_at`.
            two_records: bool (n_pairs,): pairs that are no copies of a record that tells enough.
        """
        most = np.full(of.n, np.inf, np.float32)
        if self.one_customer < MAY_BE_TWO:
            most[self._two_names(of, touch) & ~_told_one(of)] = weight_of(self.one_customer)
        if self.renamed < MAY_BE_TWO:
            most[self._renamed(of, touch) & ~_told_one(of)] = weight_of(self.renamed)
        if self.unnamed < MAY_BE_TWO:
            nobody = _of_one_firm(of) & ((of[Role.GIVEN_NAME] < 0) & (of[Role.FAMILY_NAME] < 0))
            most[nobody & two_records & ~_told_one(of) & (of[Role.EMAIL] != level.SAME)] = weight_of(self.unnamed)
        return most

    def _two_names(self, of: RoleLevels, touch: NamesTouch) -> np.ndarray:
        """Pairs of one home or firm with two other names."""
        given = of[Role.GIVEN_NAME]
        return self._apart(of, (given < 0) | (given >= level.NAME_OTHER), touch)

    def _renamed(self, of: RoleLevels, touch: NamesTouch) -> np.ndarray:
        """Pairs of one home or firm with like first names and two last names."""
        return self._apart(of, of.within(Role.GIVEN_NAME, level.NAME_INSIDE) & of_one_town(of), touch)

    def _apart(self, of: RoleLevels, given: np.ndarray, touch: NamesTouch) -> np.ndarray:
        apart = self._together(of) & given & (of[Role.FAMILY_NAME] >= level.NAME_OTHER)
        if self.of_firms:
            apart &= of[Role.ORGANISATION] < 0
        places = np.flatnonzero(apart)
        apart[places] = ~touch(places)
        return apart

    @staticmethod
    def _together(of: RoleLevels) -> np.ndarray:
        """Pairs of one home or firm."""
        together: np.ndarray = of.within(Role.STREET, level.STREET_SIMILAR) | (of[Role.PHONE] == level.SAME)
        return together | of.within(Role.ORGANISATION, level.TEXT_ALIKE) | of.of_one_family()


def all_listed(fields: Sequence[FieldValues], left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """bool (n_pairs,): pairs of homes and firms of which all pairs are candidates.

    Of what more records share, only pairs that also agree elsewhere are, mostly in a name.

    Args:
        fields: The compared fields.
        left: int32 (n_pairs,) records.
        right: int32 (n_pairs,) records.
    """
    found = np.ones(len(left), bool)
    for field in fields:
        if field.role in (Role.STREET, Role.PHONE, Role.ORGANISATION):
            large = np.append(field.counts > HOT_RECORDS, False)[field.codes]
            found &= ~(large[left] & (field.codes[left] == field.codes[right]))
    return found


def _still_one(apart: np.ndarray, other_last: np.ndarray, by_chance: float) -> float:
    """Share of pairs with one first name and two last names that are one person: of those together, some are so by chance."""
    strangers, renamed = (int(np.count_nonzero(pairs)) for pairs in (apart, other_last))
    namesakes = min(strangers * by_chance / max(1 - by_chance, LEAST_APART), renamed)
    return (renamed - namesakes + KNOWN * RENAMED) / (renamed + KNOWN)


def _one_name(of: RoleLevels) -> np.ndarray:
    """Pairs with like first names and like last names."""
    made: np.ndarray = of.within(Role.FAMILY_NAME, level.NAME_INSIDE) & of.within(Role.GIVEN_NAME, level.NAME_INSIDE)
    return made


def _of_one_firm(of: RoleLevels) -> np.ndarray:
    """Pairs of one firm at one address, or with one telephone; where neither is known, in one town."""
    home = of.within(Role.STREET, level.STREET_SIMILAR) | (of[Role.PHONE] == level.SAME)
    made: np.ndarray = (home & of.within(Role.ORGANISATION, level.TEXT_ALIKE)) | of_a_firm_alone(of)
    return made


def _told_one(of: RoleLevels) -> np.ndarray:
    """Pairs that a number of their own or a birth date tells to be one."""
    return one_number(of) | of.within(Role.BIRTH_DATE, level.DATE_SWAPPED)
