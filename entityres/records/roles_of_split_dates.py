"""Engine: roles of columns that hold only the day, the month or the year of a date, and are one date together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from entityres.records.folding import fold_text
from entityres.records.headings import CREATED, FILLERS, sense_of
from entityres.records.once import once
from entityres.records.record_list import RecordList
from entityres.records.role_guess import Guess
from entityres.records.roles import NAME_ROLES, Role
from entityres.records.split_dates import DAY, MONTH, YEAR, DatePart, date_part_of
from entityres.records.tables import table, words
from entityres.records.years_of_birth import are_years_of_birth

_COULD_BE = frozenset({Role.KEEP, Role.DATE, Role.BIRTH_DATE, Role.NUMBER})


@dataclass(frozen=True)
class _Column:
    """A column that could hold a part of a date."""

    at: int
    part: DatePart

    @property
    def is_of_birth(self) -> bool:
        """Whether its heading speaks of births."""
        return self.part.said and any(_means_birth(word) for word in self.part.rest)

    @property
    def subject(self) -> tuple[str, ...]:
        """The words of its heading that are left: whose date it is."""
        if not self.part.said:
            return ()
        spoken = (word for word in self.part.rest if len(word) > 1 and word not in FILLERS)
        return tuple(word for word in spoken if not _means_birth(word))


@once
def _birth_words() -> frozenset[str]:
    """Words in headings of dates of birth that do not stand for any date."""
    lines = [line for section in table("headings").values() for line in section]
    listed = {
        word for line in lines if line.startswith("birth_date:") for word in fold_text(line.partition(":")[2]).split()
    }
    return frozenset(word for word in listed if len(word) > 2) - words("date_parts", "date")


@cache
def _means_birth(word: str) -> bool:
    """Whether a word of a heading speaks of births, also shortened or without its end ("geburts", "naiss")."""
    return len(word) > 2 and any(known.startswith(word) for known in _birth_words())


def by_split_dates(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """Give the days, months and years of one date the role of that date; a year of birth alone is a birth date, too."""
    found = [
        _Column(at, part)
        for at, guess in enumerate(guesses)
        if guess.role in _COULD_BE and not guess.sense.relation and (part := _part(guess, record_list))
    ]
    made = list(guesses)
    persons = any(guess.role in NAME_ROLES for guess in guesses)
    for group in _together(found):
        role = _role_of(group, guesses, persons)
        if role is not None:
            for column in group:
                made[column.at] = _told(made[column.at], column, group, guesses, role)
    return made


def _part(guess: Guess, record_list: RecordList) -> DatePart | None:
    """What a column could hold of a date; where its heading means something else, only if the heading says the part."""
    part = date_part_of(record_list, guess.heading)
    return part if part is not None and (part.said or not guess.sense.kind) else None


def _together(found: Sequence[_Column]) -> list[list[_Column]]:
    """Columns that make one date: by what their headings have in common, else three side by side."""
    groups: list[list[_Column]] = []
    alike: dict[tuple[bool, tuple[str, ...]], dict[str, _Column]] = {}
    for column in found:
        if column.is_of_birth or column.subject:
            alike.setdefault((column.is_of_birth, column.subject), {}).setdefault(column.part.part, column)
    for (of_birth, _), group in alike.items():
        enough = {YEAR, MONTH} if of_birth else {YEAR, MONTH, DAY}
        if enough <= group.keys():
            groups.append(list(group.values()))
    taken = {column.at for group in groups for column in group}
    free = [column for column in found if column.at not in taken]
    while free:
        side_by_side = free[:3]
        if _are_one_date(side_by_side):
            groups.append(side_by_side)
            free = free[3:]
            continue
        if free[0].is_of_birth and free[0].part.part == YEAR:
            groups.append(free[:1])
        free = free[1:]
    return groups


def _are_one_date(columns: Sequence[_Column]) -> bool:
    """Whether three columns stand side by side, are day, month and year, and do not speak of different things."""
    subjects = {column.subject for column in columns if column.subject}
    return (
        {column.part.part for column in columns} == {YEAR, MONTH, DAY}
        and columns[-1].at - columns[0].at == len(columns) - 1
        and len(subjects) <= 1
    )


def _role_of(group: Sequence[_Column], guesses: Sequence[Guess], persons: bool) -> Role | None:
    """Birth date or date; None for dates that do not tell who somebody is."""
    if any(column.is_of_birth for column in group):
        return Role.BIRTH_DATE
    subject = next((column.subject for column in group if column.subject), ())
    if subject:
        sense = sense_of(" ".join([*subject, "date"]))
        return sense.role if sense.role in (Role.DATE, Role.BIRTH_DATE) and sense.kind != CREATED else None
    years = next(column.part.years for column in group if column.part.part == YEAR)
    spread = np.percentile(years, (5, 50, 95)).tolist() if len(years) else (0, 0, 0)
    return Role.BIRTH_DATE if persons and are_years_of_birth(*spread) else Role.DATE


def _told(guess: Guess, column: _Column, group: Sequence[_Column], guesses: Sequence[Guess], role: Role) -> Guess:
    """The column with its role and the reason; words for birth do not make it somebody else's."""
    guess = replace(guess, sense=replace(guess.sense, distance=0))
    date = "birth date" if role is Role.BIRTH_DATE else "date"
    sure = column.is_of_birth
    if len(group) == 1:
        return guess.now(role, f"The heading says '{guess.heading}': the {column.part.part} of a {date}.", sure)
    others = " and ".join(f"'{guesses[other.at].heading}'" for other in group if other is not column)
    why = f"The {column.part.part} of a {date}; it is compared together with {others} as one {date}."
    return guess.now(role, why, sure)
