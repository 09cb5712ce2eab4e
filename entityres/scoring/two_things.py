"""Engine: two things of one kind, told apart by their titles: a shirt in two colours, a song and its live recording.

What a shop or a library sells in several sizes, colours and versions is alike in all but a word or a number, as sister firms
are (see `two_firms`): title, maker, price and description agree, and their sum says nothing. A title that has one or more
words or numbers of its own on each side, all of which stand in other titles too, is that of another thing; so is one that
adds a word for a version ("live", "workbook"), or has nothing in common with the other. Whoever types a title twice seldom
puts one word of the list for another, so in a list such a pair is as likely two things as one, and less where there are many
of them: then a list of variants is seen. Where numbers of the things (EAN, ISBN) are known, they show it.

So are two years of one title where such pairs are many more than doubles with a wrong year: vintages of a wine, issues of a
yearbook.

Two lists name one thing freely, in words of their own: there nothing is told of pairs across them but by numbers, where these
alone differ (volume 2, Band 3). So do lists in which such
titles mostly differ in many words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import COMPARISONS
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

_NAMING = (Role.TITLE, Role.ORGANISATION, Role.GIVEN_NAME, Role.FAMILY_NAME)
_OF_PERSONS = (Role.EMAIL, Role.PHONE, Role.BIRTH_DATE, Role.STREET)
_TWO = (int(Told.APART), int(Told.ADDED), int(Told.UNLIKE), int(Told.OTHER))


@dataclass(frozen=True)
class TwoThings:
    """Tells two things of one kind apart by their titles.

    Attributes:
        titles: Of each field of titles.
        whole: Of all titles of a record in one, where there are several; else None.
        list_of: int16 (n_records,): the list of each record.
        role: Of these fields.
        one_thing: Share of pairs that are one thing though their titles tell of two.
        one_numbered: The same of pairs across lists whose titles differ by numbers alone.
        named_freely: Whether titles of one thing mostly differ in many words.
        by_date: float64 (n_levels,): share of pairs that are one thing by the level that their dates reach; 1 where pairs of
            that level are no more than usual.
    """

    titles: tuple[FirmNames, ...]
    list_of: np.ndarray
    whole: FirmNames | None = None
    role: Role = Role.TITLE
    one_thing: float = ONE_THING
    one_numbered: float = ONE_THING
    named_freely: bool = False
    by_date: np.ndarray = field(default_factory=lambda: np.ones(len(COMPARISONS[Role.DATE].levels)))

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
        fields = cleaned.with_role(role)
        whole = FirmNames(_in_one(fields)) if len(fields) > 1 else None
        titles = tuple(FirmNames(one) for one in fields)
        return cls(titles, cleaned.list_of, whole, role) if titles else None

    def looked_at(self, of: RoleLevels, left: np.ndarray, right: np.ndarray, but_for_dates: np.ndarray) -> TwoThings:
        """The same, having seen how many titles of a list tell of two things, and whether these have one number.

        Args:
            of: Levels of the candidate pairs.
            left: int32 (n_pairs,).
            right: int32 (n_pairs,).
            but_for_dates: bool (n_pairs,): pairs that are one thing by all but their dates.
        """
        near = (of.within(self.role, level.TEXT_ALIKE) | home(of)) & (of[self.role] >= 0)
        inside = self.list_of[left] == self.list_of[right]
        alike, across = np.flatnonzero(near & inside), np.flatnonzero(near & ~inside & ~one_number(of))
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
        date, counted = of[Role.DATE][alike], ~apart & ~one & but_for_dates[alike]
        dates = np.bincount(date[counted & (date >= 0)], minlength=len(self.by_date))
        numbered = self._share_of_numbered(left[across], right[across])
        return replace(self, one_thing=share, one_numbered=numbered, named_freely=freely, by_date=by_date(dates))

    def _share_of_numbered(self, left: np.ndarray, right: np.ndarray) -> float:
        """Share of pairs across lists that are one thing though numbers alone tell their titles apart."""
        same = int(np.count_nonzero(self._most_told(left, right) == Told.NOTHING))
        return at_most(ONE_THING, same, int(np.count_nonzero(self._are_numbered(left, right))))

    def _are_numbered(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs of which some titles differ by numbers alone."""
        return np.logical_or.reduce([titles.are_numbered(left, right) for titles in self.titles])  # type: ignore[no-any-return]

    def most(self, of: RoleLevels, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): log2 odds of pairs that may be two things by their titles, infinity for others.

        Args:
            of: Levels of these pairs.
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        most = np.full(len(left), np.inf, np.float32)
        inside, own = self.list_of[left] == self.list_of[right], one_number(of)
        asked, across = inside & ~own, np.flatnonzero(~inside & ~own)
        most[across[self._are_numbered(left[across], right[across])]] = weight_of(self.one_numbered)
        dated = asked & (of[Role.DATE] >= 0)
        odds = np.array([weight_of(share) if share < MAY_BE_TWO else np.inf for share in self.by_date], np.float32)
        most[dated] = odds[of[Role.DATE][dated]]
        if self.named_freely or self.one_thing >= MAY_BE_TWO:
            return most
        pairs = np.flatnonzero(asked)
        two = pairs[np.isin(self._most_told(left[pairs], right[pairs]), _TWO)]
        most[two] = np.minimum(most[two], np.float32(weight_of(self.one_thing)))
        return most

    def _most_told(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int8 (n_pairs,): `Told` of the first titles that tell of two, or else of the first ones.

        A version that stands in one column here and in another there ("Reader 9.1", "9.1") tells nothing.
        """
        told = self.titles[0].told(left, right)
        for titles in self.titles[1:]:
            further = titles.told(left, right)
            told = np.where(np.isin(further, _TWO) & ~np.isin(told, _TWO), further, told)
        two = np.flatnonzero(np.isin(told, _TWO)) if self.whole is not None else ()
        if self.whole is not None and len(two):
            told[two[self.whole.told(left[two], right[two]) == Told.NOTHING]] = Told.NOTHING
        return told


def by_date(pairs: np.ndarray) -> np.ndarray:
    """Share of pairs that are one thing by the level of their dates: doubles have slips and other dates no oftener than usual.

    Three of ten records have another date than their double, as with all dates (see `comparisons`). Where there are many more,
    each date is another thing, as the vintages of a wine and the concerts of a season are. Beyond slips, dates that differ
    more are no likelier those of one. Levels that no pair reaches are not told apart from the next: years have no days.

    Args:
        pairs: int64 (n_levels,): pairs of each level that are one thing by all else.
    """
    usual = np.array([each.m for each in COMPARISONS[Role.DATE].levels])
    usual /= usual[level.SAME]
    for one in range(level.SAME + 1, len(usual) - 1):
        if not pairs[one]:
            usual[one + 1] += usual[one]
            usual[one] = 0
    beyond, usual_beyond = (np.cumsum(counts[::-1])[::-1] for counts in (pairs, usual))
    made = np.ones(len(pairs))
    for one in range(level.SAME + 1, len(pairs)):
        made[one] = at_most(1.0, int(pairs[level.SAME]), int(pairs[one]), float(usual[one])) if pairs[one] else 1.0
        if one > level.DATE_DIGIT:
            further = at_most(1.0, int(pairs[level.SAME]), int(beyond[one]), float(usual_beyond[one]))
            made[one] = min(made[one], further)
    return made


def _in_one(fields: Sequence[FieldValues]) -> FieldValues:
    """The values of several fields as one, those of a record one behind the other."""
    every = np.stack([one.codes for one in fields], axis=1)
    kinds, codes = np.unique(every, axis=0, return_inverse=True)
    texts = [one.values.take(pa.array(part, mask=part < 0)) for one, part in zip(fields, kinds.T, strict=True)]
    joined = pc.binary_join_element_wise(
        *texts, pa.scalar(" ", pa.large_string()), null_handling="skip"
    ).dictionary_encode()
    codes = joined.indices.to_numpy()[codes.reshape(-1)].astype(np.int32)
    codes[(every < 0).all(axis=1)] = -1
    return replace(fields[0], codes=codes, values=joined.dictionary, moved=None)
