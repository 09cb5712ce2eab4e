"""Engine: columns of organisations beside the one that names the records: who pays, supplies, inspects or insures them.

The column with most different values names the records. One with a few values, which hundreds of records share, says what
they belong to, and two records of one agency are no more one firm for that: it is a kind, as a trade is.
"""

from __future__ import annotations

from entityres.records.role_guess import Guess
from entityres.records.roles import Role

FILLED = 50
SHARED_BY = 20
MORE_NAMES = 10
"""A column of kinds: at least so many records for each of its values, and so many times as many names in another column."""


def by_second_firms(guesses: list[Guess]) -> list[Guess]:
    """Organisations that only say what a record belongs to, as categories; others stay as they are.

    Args:
        guesses: The columns of a list.
    """
    names = max((guess.seen.distinct for guess in guesses if guess.role is Role.ORGANISATION), default=0)
    return [_kind_of(guess, names) if guess.role is Role.ORGANISATION else guess for guess in guesses]


def _kind_of(guess: Guess, names: int) -> Guess:
    seen = guess.seen
    if seen.filled < max(FILLED, SHARED_BY * seen.distinct) or seen.distinct * MORE_NAMES > names:
        return guess
    why = f"There are only {seen.distinct} different values, beside {names} different names: it says what a record belongs to."
    return guess.now(Role.CATEGORY, why)
