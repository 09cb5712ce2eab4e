"""Engine: the column that names what the records are of, where no table knows its heading: vessels, recipes, events, funds.

A list whose names are not compared takes all that share an address or a maker for one: the seven offices of a town hall, the
ships of one yard. So where no known column has a name for nearly each record, the first that holds many different
words is taken for the name. Who can be reached, by an address or a telephone, is an organisation, other records
are things. So are domains, of which each holder has several.
"""

from __future__ import annotations

from entityres.records.percentages import percent
from entityres.records.role_guess import MANY, Guess
from entityres.records.roles import NAME_ROLES, Role

OWN_NAMES, FILLED = 0.5, 0.5
"""Where more than half of the records have a name of their own in a known column, these names tell records apart."""

VARIED, FEW = 0.1, 20
"""Share of the values that differ, at least, and how many: ships and recipes of one name are many, kinds are few."""

MORE_NAMES = 2
"""A column that names the records has so many times as many names as one that says whose they are, at least."""

FEWEST_WORDS, MOST_WORDS = 1.2, 12
"""Codes have one word, descriptions many."""

NUMBERED = 0.3

_NAMES_OF_THINGS = frozenset({Role.ORGANISATION, Role.TITLE})
_MAY_BE_NAMES = frozenset({"fund", "program", "program name", "plan", "position", "job", "job title"})
"""Headings that elsewhere say something about a customer, but name the things of a list that has no other names."""


def by_unknown_names(guesses: list[Guess]) -> list[Guess]:
    """The column that names the records of a list in which no known one does; other lists stay as they are.

    Args:
        guesses: The columns of a list.
    """
    if any(_names_persons(guess) for guess in guesses):
        return guesses
    known = [guess for guess in guesses if guess.role in _NAMES_OF_THINGS and guess.seen.fill >= FILLED]
    if any(_has_own_names(guess) for guess in known):
        return guesses
    least = MORE_NAMES * max((guess.seen.distinct for guess in known), default=0)
    may_be = [at for at, guess in enumerate(guesses) if _may_name(guess) and guess.seen.distinct >= least]
    first = min(may_be, key=lambda at: (bool(guesses[at].sense.kind), at), default=None)
    if first is None:
        return guesses
    reached = any(map(_tells_where, guesses))
    role, what = (Role.ORGANISATION, "who can be reached") if reached else (Role.TITLE, "things")
    share = percent(guesses[first].seen.distinct / guesses[first].seen.filled)
    why = f"Nothing else names the records, and {share} of these values differ: names of {what}."
    return [*guesses[:first], guesses[first].now(role, why, False), *guesses[first + 1 :]]


def _names_persons(guess: Guess) -> bool:
    return guess.role in NAME_ROLES and guess.seen.fill >= FILLED and not guess.sense.relation


def _has_own_names(guess: Guess) -> bool:
    return guess.seen.distinct > OWN_NAMES * guess.seen.filled


def _tells_where(guess: Guess) -> bool:
    """Whether a column has addresses with numbers, e-mail addresses, or what its heading calls telephones."""
    street = guess.role is Role.STREET and guess.seen.digit >= NUMBERED
    return street or guess.role is Role.EMAIL or (guess.role is Role.PHONE and bool(guess.sense.kind))


def _may_name(guess: Guess) -> bool:
    """Whether a column that is not compared holds many different words; or domains."""
    seen = guess.seen
    if guess.role is Role.TEXT and guess.sense.phrase == "domain":
        return seen.sampled >= MANY and seen.fill >= FILLED and _has_own_names(guess)
    silent = not guess.sense.kind or guess.sense.phrase in _MAY_BE_NAMES
    if guess.role is not Role.KEEP or not silent or seen.sampled < MANY or seen.fill < FILLED:
        return False
    other = max(seen.number, seen.date, seen.url, seen.email, seen.phone, seen.postcode, seen.house)
    codes = seen.digit >= 0.5 and not any(" " in example.strip() for example in seen.examples)
    varied = seen.distinct > max(VARIED * seen.filled, min(FEW, OWN_NAMES * seen.filled))
    return varied and not codes and FEWEST_WORDS <= seen.words <= MOST_WORDS and other < 0.5 and not seen.flag
