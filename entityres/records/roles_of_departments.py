"""Engine: departments of organisations, in lists that name no persons.

Beside persons a department says little about who somebody is. Where a list names organisations alone, it says which part of
one a record is about: the departments of a university share name, street, phone and website, and would be one record
without it.
"""

from __future__ import annotations

from entityres.records.role_guess import MANY, Guess
from entityres.records.roles import NAME_ROLES, Role

_PARTS = frozenset(
    {"department", "dept", "abteilung", "fachbereich", "fachabteilung", "faculty", "fakultat", "division", "business unit",
     "org unit", "organizational unit", "organisational unit", "afdeling", "avdelning"}
)  # fmt: skip
_FILLED = 0.5


def by_departments(guesses: list[Guess]) -> list[Guess]:
    """Departments of organisations as titles; lists that name persons, or things, stay as they are."""
    roles = {guess.role for guess in guesses}
    if Role.ORGANISATION not in roles or roles & (NAME_ROLES | {Role.TITLE, Role.BIRTH_DATE}):
        return guesses
    return [_of_organisation(guess) for guess in guesses]


def _of_organisation(guess: Guess) -> Guess:
    seen, phrase = guess.seen, guess.sense.phrase
    if guess.role is not Role.KEEP or phrase not in _PARTS or guess.sense.distance:
        return guess
    if seen.sampled < MANY or seen.fill < _FILLED or seen.distinct < 2 or seen.number > 0.5:
        return guess
    why = f"The heading says '{phrase}', and the list names no persons: it tells the records of one organisation apart."
    return guess.now(Role.TITLE, why)
