"""Engine: columns of lists of works - films, discs, books, papers - whose headings say nothing, or mean persons elsewhere.

A list of works has titles that differ, and nothing that only persons have. Names in it are of those who made the work: a set,
of which two lists may tell other members. An event is known by the day on which it begins, as its title often leaves the year
out.
"""

from __future__ import annotations

from entityres.records.headings import CREATED
from entityres.records.percentages import percent
from entityres.records.role_guess import MANY, Guess
from entityres.records.roles import NAME_ROLES, Role

_OF_PERSONS = frozenset(
    {Role.PHONE, Role.EMAIL, Role.BIRTH_DATE, Role.STREET, Role.POSTCODE, Role.GIVEN_NAME, Role.FAMILY_NAME}
)
_BEGINS = frozenset({"start", "begin", "event", "opening", "beginn", "inicio", "inizio", "debut"})
_OWN_TITLES, _DIFFERENT = 0.5, 0.3
_NAMED = 0.25


def by_works(guesses: list[Guess]) -> list[Guess]:
    """Names in a list of works; other lists stay as they are."""
    guesses = _with_days_of_events(guesses)
    if not any(map(_are_titles, guesses)) or any(guess.role in _OF_PERSONS for guess in guesses):
        return guesses
    return [_of_work(guess) for guess in guesses]


def _with_days_of_events(guesses: list[Guess]) -> list[Guess]:
    """Days on which something begins, as dates, in a list of things; of a customer they would say little."""
    roles = {guess.role for guess in guesses}
    if Role.TITLE not in roles or roles & (NAME_ROLES | {Role.BIRTH_DATE}):
        return guesses
    return [
        guess.now(Role.DATE, f"The heading says '{guess.heading}', in a list of things: the day on which one begins.")
        if guess.sense.kind == CREATED
        and guess.sense.weak
        and guess.seen.date >= 0.5
        and _BEGINS & set(guess.sense.qualifiers)
        else guess
        for guess in guesses
    ]


def _are_titles(guess: Guess) -> bool:
    """Whether a column has titles, most of them its record's own."""
    seen = guess.seen
    return guess.role is Role.TITLE and seen.sampled >= MANY and seen.distinct > _OWN_TITLES * seen.filled


def _of_work(guess: Guess) -> Guess:
    seen, sense = guess.seen, guess.sense
    names = seen.given >= _NAMED and seen.digit < 0.1 and seen.words >= 1.7
    whose = guess.role is Role.FULL_NAME and (not sense.kind or sense.qualifiers)
    beside = guess.role is Role.KEEP and bool(sense.kind) and seen.distinct > _DIFFERENT * seen.filled
    if seen.sampled >= MANY and names and (whose or beside):
        why = f"{percent(seen.given)} of the values have a known first name in them, beside titles: people of a work."
        return guess.now(Role.ITEMS, why, False)
    return guess
