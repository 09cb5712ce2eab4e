"""Engine: whether dates without a telling heading are birth dates: years of people who live at one time are spread widely."""

from __future__ import annotations

import datetime

from entityres.records.percentages import percent
from entityres.records.role_guess import ENOUGH, Guess, check_tip
from entityres.records.roles import NAME_ROLES, Role

LIFETIMES, OLD, YOUNG = 20, 1900, 2008
BEFORE_COMPUTERS = 50  # years ago: hardly a list has records that were made then, many have people who were born then
_DATES = 0.5  # share of the values of a column that are dates


def are_years_of_birth(early: float, middle: float, late: float) -> bool:
    """Whether years are spread as those of people who live at one time are.

    Args:
        early: The year before which only few are.
        middle: The year in the middle.
        late: The year after which only few are.
    """
    return late - early >= LIFETIMES and OLD < middle < YOUNG and late <= datetime.date.today().year


def by_lone_dates(guesses: list[Guess]) -> list[Guess]:
    """Of several columns that look like birth dates the earliest is one; the only date in a list of persons may be one."""
    births = [guess for guess in guesses if guess.role is Role.BIRTH_DATE]
    silent = [guess for guess in births if not guess.sense.kind and _holds_whole_dates(guess)]
    if births:
        first = min(silent, key=lambda guess: guess.seen.year, default=None) if len(silent) == len(births) else None
        others = [guess for guess in silent if guess is not first]
        return [_of_something_else(guess) if guess in others else guess for guess in guesses]
    dated = [guess for guess in guesses if _holds_whole_dates(guess)]
    persons = any(guess.role in NAME_ROLES and guess.sense.distance == 0 for guess in guesses)
    if len(dated) != 1 or not persons:
        return guesses
    only = dated[0]
    if only.role is not Role.KEEP or (only.sense.kind and not only.sense.weak) or not _are_lifetimes(only):
        return guesses
    early, _, late = only.seen.years
    why = f"The only date in a list of persons, and the years are spread as those of births are ({early} to {late})."
    return [only.now(Role.BIRTH_DATE, why, False) if guess is only else guess for guess in guesses]


def _holds_whole_dates(guess: Guess) -> bool:
    """Whether a column holds dates with day, month and year, and not a part of one."""
    return max(guess.seen.written_date, guess.seen.eight) >= _DATES and guess.seen.date >= _DATES


def _are_lifetimes(guess: Guess) -> bool:
    """Whether the years of a column go back further than records that anybody keeps, and are many."""
    if guess.seen.sampled < ENOUGH:
        return False
    early, middle, late = guess.seen.years
    return late - early >= LIFETIMES and middle < YOUNG and early <= datetime.date.today().year - BEFORE_COMPUTERS


def _of_something_else(guess: Guess) -> Guess:
    dates = f"{percent(guess.seen.date)} of the values are dates, but another column has the births"
    return guess.now(Role.KEEP, f"{dates}{check_tip(guess)}.", False)
