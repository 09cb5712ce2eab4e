"""Engine: lists that name two people in one record, as the buyer of a ticket and who comes, or who pays and who receives.

First names of several columns are one first name, and so are last names: "María", "Dolores". Of two people that would make
one whom nobody knows. Whose a column is, the other words of its heading say, and the values: parts of one name hardly ever
repeat each other, while two people of one record often are one, or of one family.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from entityres.records.folding import fold_text
from entityres.records.headings import FILLERS, heading_words
from entityres.records.record_list import RecordList
from entityres.records.role_guess import MANY, Guess
from entityres.records.roles import ADDRESS_ROLES, Role

SAMPLED = 2000
BESIDE = 0.5
"""Two sets of names of which so many of the fewer stand beside each other are not one set in two places."""

REPEATED = 0.1
"""Columns that share a first or last name in so many records do not hold parts of one name."""

MOSTLY = 0.5
"""A column that has the name of another one in so many records is a copy of it."""

SELDOM_FILLED = 0.2
"""Names that so few records have, beside the fullest, do not stand for those that most have."""

HARDLY_EVER = 0.05
"""A column of names of which so few have several words has single ones."""

_OWN = frozenset({Role.PHONE, Role.EMAIL, Role.BIRTH_DATE, Role.MIDDLE_NAME, Role.NAME_SUFFIX}) | ADDRESS_ROLES


@dataclass(frozen=True)
class _Person:
    """First and last names whose headings have the same other words: places among the columns."""

    words: frozenset[str]
    given: int
    family: int


def by_nearest_person(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """Of two people in one record the nearer one is compared: with fewer words for whose name it is, or the first.

    What else has the words of the other one's names belongs to that one.

    Args:
        guesses: The columns so far.
        record_list: Their list.
    """
    people = _people(guesses)
    fullest = max((guesses[one.family].seen.fill for one in people), default=0.0)
    often = [one for one in people if guesses[one.family].seen.fill >= SELDOM_FILLED * fullest]
    if len(often) < 2:
        return guesses
    nearest = min(often, key=lambda one: (guesses[one.family].sense.distance, len(one.words), one.given))
    made = list(guesses)
    for other in people:
        if other is not nearest and _is_another(guesses, nearest, other, record_list):
            why = f"It belongs to another person of the record; '{guesses[nearest.given].heading}' is compared."
            for at in (other.given, other.family, *_with_words(made, other.words, nearest.words)):
                made[at] = made[at].now(Role.KEEP, why, False)
    return made


def without_repeated_names(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """First or last names that another column has as well, as one to sort by, are only carried along.

    Args:
        guesses: The columns so far.
        record_list: Their list.
    """
    made = list(guesses)
    for role in (Role.GIVEN_NAME, Role.FAMILY_NAME):
        first, *others = [at for at, guess in enumerate(guesses) if guess.role is role] or [0]
        names = _cells(guesses[first], record_list) if others else []
        for at in others:
            both = [(a, b) for a, b in zip(names, _cells(guesses[at], record_list), strict=True) if a and b]
            if len(both) >= MANY and sum(a == b for a, b in both) >= MOSTLY * len(both):
                why = f"Its values stand in '{guesses[first].heading}' too; they are not compared twice."
                made[at] = made[at].now(Role.KEEP, why)
    return made


def without_user_names(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """Single words beside full names, as names of accounts and what somebody is called in short, are only carried along.

    Joined to the name they would make one that nobody has: "jo.hill Jo Hill".

    Args:
        guesses: The columns so far.
        record_list: Their list.
    """
    named = [at for at, guess in enumerate(guesses) if guess.role is Role.FULL_NAME and guess.seen.sampled >= MANY]
    if len(named) < 2:
        return guesses
    several = {at: _share_of_several_words(guesses[at], record_list) for at in named}
    whole = max(named, key=lambda at: several[at])
    made = list(guesses)
    for at in named:
        if (
            several[at] <= HARDLY_EVER
            and several[whole] >= MOSTLY
            and guesses[at].seen.fill <= guesses[whole].seen.fill
        ):
            why = f"Its values are single words; '{guesses[whole].heading}' has the whole names."
            made[at] = guesses[at].now(Role.KEEP, why, False)
    return made


def _share_of_several_words(guess: Guess, record_list: RecordList) -> float:
    """Share of the filled cells of a column that have a blank inside."""
    cells = [record_list.cell(row, guess.heading).strip() for row in range(min(len(record_list), SAMPLED))]
    filled = [cell for cell in cells if cell]
    return sum(" " in cell for cell in filled) / max(len(filled), 1)


def _people(guesses: Sequence[Guess]) -> list[_Person]:
    """Sets of one column of first and one of last names with the same other words."""
    held: dict[frozenset[str], dict[Role, int]] = {}
    for at, guess in enumerate(guesses):
        if guess.role in (Role.GIVEN_NAME, Role.FAMILY_NAME) and guess.sense.role is guess.role:
            held.setdefault(_whose(guess), {}).setdefault(guess.role, at)
    return [
        _Person(words, places[Role.GIVEN_NAME], places[Role.FAMILY_NAME])
        for words, places in held.items()
        if len(places) == 2
    ]


def _whose(guess: Guess) -> frozenset[str]:
    """The words of a heading beside those that say what it is."""
    phrase = set(guess.sense.phrase.split()) | FILLERS | {"name", "names"}
    return frozenset(word for word in heading_words(guess.heading) if word not in phrase)


def _is_another(guesses: Sequence[Guess], one: _Person, other: _Person, record_list: RecordList) -> bool:
    """Whether two sets of names stand beside each other, and are no parts of one name: by their headings or their values."""
    families, given = (
        list(zip(*(_cells(guesses[at], record_list) for at in places), strict=True)) for places in _columns(one, other)
    )
    beside = [(a, b) for a, b in families if a and b]
    fewer = min(sum(bool(pair[side]) for pair in families) for side in (0, 1))
    if len(beside) < max(BESIDE * fewer, 1):
        return False
    if any(_letters(one.words ^ other.words)):
        return True
    same = [fa == fb or ga == gb for (fa, fb), (ga, gb) in zip(families, given, strict=True) if fa and fb and ga and gb]
    return len(same) >= MANY and sum(same) >= REPEATED * len(same)


def _cells(guess: Guess, record_list: RecordList) -> list[str]:
    """Some cells of a column, folded."""
    return [fold_text(record_list.cell(row, guess.heading)) for row in range(min(len(record_list), SAMPLED))]


def _columns(one: _Person, other: _Person) -> tuple[tuple[int, int], tuple[int, int]]:
    return (one.family, other.family), (one.given, other.given)


def _letters(words: Iterable[str]) -> list[str]:
    return [word for word in words if not word.isdigit()]


def _with_words(guesses: Sequence[Guess], words: frozenset[str], nearest: frozenset[str]) -> list[int]:
    """Columns of the person whose names have these words, where another column has the same of the nearest one.

    Of a billing and a delivery address the nearer one is found by what is filled (see `finding_roles`).
    """
    if not _letters(words - nearest):
        return []
    theirs = [
        at
        for at, guess in enumerate(guesses)
        if guess.role in _OWN and words <= _whose(guess) and not (guess.role in ADDRESS_ROLES and guess.sense.distance)
    ]
    fills: dict[Role, float] = {}
    for at, guess in enumerate(guesses):
        if at not in theirs:
            fills[guess.role] = max(guess.seen.fill, fills.get(guess.role, 0.0))
    return [at for at in theirs if fills.get(guesses[at].role, 0.0) > SELDOM_FILLED * guesses[at].seen.fill]
