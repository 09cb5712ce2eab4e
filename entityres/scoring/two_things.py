"""Engine: two things of one kind, told apart by their titles: a shirt in two colours, a song and its live recording.

What a shop or a library sells in several sizes, colours and versions is alike in all but a word or a number, as sister firms
are (see `two_firms`): title, maker, price and description agree, and their sum says nothing. A title that has one or more
words or numbers of its own on each side, all of which stand in other titles too, is that of another thing; so is one that
adds a word for a version ("live", "workbook"), or has nothing in common with the other. Whoever types a title twice seldom
puts one word of the list for another, so in a list such a pair is as likely two things as one, and less where there are many
of them: then a list of variants is seen. Where numbers of the things (EAN, ISBN) are known, they show it.

Two lists name one thing freely, in words of their own: there nothing is told of pairs across them. So do lists in which such
titles mostly differ in many words.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.estimating import wilson
from entityres.scoring.firm_names import FirmNames, Told
from entityres.scoring.households import ENOUGH_TOLD, HARDLY_ANY, home, one_number
from entityres.scoring.role_levels import RoleLevels
from entityres.scoring.scored_pairs import weight_of
from entityres.scoring.told_shares import MAY_BE_TWO, at_most, share_of_one

ONE_THING = 0.5
"""Share of pairs that are one thing though their titles tell of two, as known beforehand: as likely the one as the other."""

ENOUGH_UNLIKE, MOSTLY = 20, 0.5
"""So many titles that differ in many words, and more than half of all that tell of two (the lower bound with 95 %), show
that things are named freely."""

_TWO = (int(Told.APART), int(Told.ADDED), int(Told.UNLIKE), int(Told.OTHER))


@dataclass(frozen=True)
class TwoThings:
    """Tells two things of one kind apart by their titles.

    Attributes:
        titles: Of each field of titles.
        list_of: int16 (n_records,): the list of each record.
        one_thing: Share of pairs that are one thing though their titles tell of two.
        named_freely: Whether titles of one thing mostly differ in many words.
    """

    titles: tuple[FirmNames, ...]
    list_of: np.ndarray
    one_thing: float = ONE_THING
    named_freely: bool = False

    @classmethod
    def among(cls, cleaned: CleanedRecords) -> TwoThings | None:
        """None where there are no titles."""
        titles = tuple(FirmNames(field) for field in cleaned.with_role(Role.TITLE))
        return cls(titles, cleaned.list_of) if titles else None

    def looked_at(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> TwoThings:
        """The same, having seen how many titles of a list tell of two things, and whether these have one number.

        Args:
            of: Levels of the candidate pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
        """
        near = (of.within(Role.TITLE, level.TEXT_ALIKE) | home(of)) & (of[Role.TITLE] >= 0)
        alike = np.flatnonzero(near & (self.list_of[left] == self.list_of[right]))
        told = self._most_told(left[alike], right[alike])
        number = of[Role.IDENTIFIER][alike]
        one, two = (number >= 0) & (number <= level.NUMBER_SWAPPED), number > level.NUMBER_CHARACTER
        apart, same = np.isin(told, _TWO), told == Told.NOTHING
        unlike, few = (int(np.count_nonzero(told == kind)) for kind in (Told.UNLIKE, Told.APART))
        freely = unlike >= ENOUGH_UNLIKE and wilson(unlike, unlike + few)[0] > MOSTLY
        with_one, with_two = (int(np.count_nonzero(same & known)) for known in (one, two))
        if with_one + with_two >= ENOUGH_TOLD and wilson(with_one, with_one + with_two)[0] >= HARDLY_ANY:
            share = share_of_one(one, two, apart, ONE_THING)
        else:
            share = at_most(ONE_THING, int(np.count_nonzero(same)), int(np.count_nonzero(apart & ~one)))
        return replace(self, one_thing=share, named_freely=freely)

    def most(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two things by their titles, infinity for others.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        most = np.full(len(left), np.inf, np.float32)
        if self.named_freely or self.one_thing >= MAY_BE_TWO:
            return most
        asked = np.flatnonzero((self.list_of[left] == self.list_of[right]) & ~one_number(of))
        two = asked[np.isin(self._most_told(left[asked], right[asked]), _TWO)]
        most[two] = weight_of(self.one_thing)
        return most

    def _most_told(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int8 (n_pairs,): `Told` of the first titles that tell of two, or else of the first ones."""
        told = self.titles[0].told(left, right)
        for titles in self.titles[1:]:
            further = titles.told(left, right)
            told = np.where(np.isin(further, _TWO) & ~np.isin(told, _TWO), further, told)
        return told
