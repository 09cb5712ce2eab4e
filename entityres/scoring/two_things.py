"""Engine: two things of one kind, told apart by their titles: a shirt in two colours, a song and its live recording.

What a shop or a library sells in several sizes, colours and versions is alike in all but a word or a number, as sister firms
are (see `two_firms`): title, maker, price and description agree, and their sum says nothing. A title that has one or more
words or numbers of its own on each side, all of which stand in other titles too, is that of another thing; so is one that
adds a word for a version ("live", "workbook"), or has nothing in common with the other. Whoever types a title twice seldom
puts one word of the list for another, so in a list such a pair is as likely two things as one, and less where there are many
of them: then a list of variants is seen. Where numbers of the things (EAN, ISBN) are known, they show it.

So are two years of one title where such pairs are many more than doubles with a wrong year: vintages of a wine, issues of a
yearbook.

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

OF_ANOTHER_YEAR = 0.4
"""Doubles with another year for each with the same one, at most: three of ten have another, as with all dates (see
`comparisons`). Where there are many more, each year is another thing, as the vintages of a wine are."""

ENOUGH_UNLIKE, MOSTLY = 20, 0.5
"""So many titles that differ in many words, and more than half of all that tell of two (the lower bound with 95 %), show
that things are named freely."""

_NAMING = (Role.TITLE, Role.ORGANISATION, Role.GIVEN_NAME, Role.FAMILY_NAME)
_OF_PERSONS = (Role.EMAIL, Role.PHONE, Role.BIRTH_DATE, Role.STREET)
_TWO = (int(Told.APART), int(Told.ADDED), int(Told.UNLIKE), int(Told.OTHER))


@dataclass(frozen=True)
class TwoThings:
    """Tells two things of one kind apart by their titles.

    Attributes:
        titles: Of each field of titles.
        list_of: int16 (n_records,): the list of each record.
        role: Of these fields.
        one_thing: Share of pairs that are one thing though their titles tell of two.
        named_freely: Whether titles of one thing mostly differ in many words.
        of_another_year: Share of pairs that are one thing though their years differ, 1 where these are no more than usual.
    """

    titles: tuple[FirmNames, ...]
    list_of: np.ndarray
    role: Role = Role.TITLE
    one_thing: float = ONE_THING
    named_freely: bool = False
    of_another_year: float = 1.0

    @classmethod
    def among(cls, cleaned: CleanedRecords) -> TwoThings | None:
        """None where there are no titles; texts stand for them where a list names neither things, persons nor firms.

        Titles beside persons who can be reached are what these bought or borrowed: each has several.
        """
        persons = any(cleaned.with_role(role) for role in (Role.GIVEN_NAME, Role.FAMILY_NAME))
        if persons and any(cleaned.with_role(role) for role in _OF_PERSONS):
            return None
        named = any(cleaned.with_role(role) for role in _NAMING)
        role = Role.TEXT if not named else Role.TITLE
        titles = tuple(FirmNames(field) for field in cleaned.with_role(role))
        return cls(titles, cleaned.list_of, role) if titles else None

    def looked_at(self, of: RoleLevels, left: np.ndarray, right: np.ndarray, but_for_dates: np.ndarray) -> TwoThings:
        """The same, having seen how many titles of a list tell of two things, and whether these have one number.

        Args:
            of: Levels of the candidate pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
            but_for_dates: bool (n_pairs,): pairs that are one thing by all but their dates.
        """
        near = (of.within(self.role, level.TEXT_ALIKE) | home(of)) & (of[self.role] >= 0)
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
        date, counted = of[Role.DATE][alike], same & ~one & but_for_dates[alike]
        dated, otherwise = (int(np.count_nonzero(counted & known)) for known in (date == level.SAME, date > level.SAME))
        year = at_most(1.0, dated, otherwise, OF_ANOTHER_YEAR)
        return replace(self, one_thing=share, named_freely=freely, of_another_year=year)

    def most(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two things by their titles, infinity for others.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        most = np.full(len(left), np.inf, np.float32)
        asked = (self.list_of[left] == self.list_of[right]) & ~one_number(of)
        if self.of_another_year < MAY_BE_TWO:
            most[asked & (of[Role.DATE] > level.SAME)] = weight_of(self.of_another_year)
        if self.named_freely or self.one_thing >= MAY_BE_TWO:
            return most
        pairs = np.flatnonzero(asked)
        two = pairs[np.isin(self._most_told(left[pairs], right[pairs]), _TWO)]
        most[two] = np.minimum(most[two], np.float32(weight_of(self.one_thing)))
        return most

    def _most_told(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int8 (n_pairs,): `Told` of the first titles that tell of two, or else of the first ones."""
        told = self.titles[0].told(left, right)
        for titles in self.titles[1:]:
            further = titles.told(left, right)
            told = np.where(np.isin(further, _TWO) & ~np.isin(told, _TWO), further, told)
        return told
