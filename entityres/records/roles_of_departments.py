"""Engine: departments of organisations and versions of things, in lists that name no persons.

Beside persons a department says little about who somebody is. Where a list names organisations alone, it says which part of
one a record is about: the departments of a university share name, street, phone and website, and would be one record
without it. So does the version of a program, or the size of a shirt, where its title does not say it.
"""

from __future__ import annotations

from entityres.records.role_guess import MANY, Guess
from entityres.records.roles import NAME_ROLES, Role

_PARTS = frozenset(
    {"department", "dept", "abteilung", "fachbereich", "fachabteilung", "faculty", "fakultat", "division", "business unit",
     "org unit", "organizational unit", "organisational unit", "afdeling", "avdelning"}
)  # fmt: skip
_VERSIONS = frozenset({"version", "release", "size", "grosse"})
_FILLED, _SEVERAL = 0.5, 5


def by_departments(guesses: list[Guess]) -> list[Guess]:
    """Departments of organisations and versions of things as titles; lists that name persons stay as they are."""
    guesses = _units_of_organisations(guesses)
    roles = {guess.role for guess in guesses}
    if roles & (NAME_ROLES | {Role.BIRTH_DATE}):
        return guesses
    if Role.TITLE in roles:
        return [_part_of(guess, _VERSIONS, "thing") for guess in guesses]
    return [_part_of(guess, _PARTS, "organisation") for guess in guesses] if Role.ORGANISATION in roles else guesses


def _units_of_organisations(guesses: list[Guess]) -> list[Guess]:
    """Units that are words beside organisations, as titles: no flats; lists whose headings tell persons stay as they are."""
    told = {guess.role for guess in guesses if guess.role is guess.sense.role}
    if Role.ORGANISATION not in told or told & NAME_ROLES:
        return guesses
    return [
        guess.now(
            Role.TITLE, f"The heading says '{guess.sense.phrase}', and the values are words: parts of organisations."
        )
        if guess.role is Role.UNIT and guess.seen.sampled >= MANY and _are_words(guess)
        else guess
        for guess in guesses
    ]


def _are_words(guess: Guess) -> bool:
    seen = guess.seen
    return seen.fill >= _FILLED and seen.distinct >= _SEVERAL and seen.digit < 0.1 and seen.words >= 1.5


def _part_of(guess: Guess, phrases: frozenset[str], whole: str) -> Guess:
    seen, phrase = guess.seen, guess.sense.phrase
    if guess.role is not Role.KEEP or phrase not in phrases or guess.sense.distance:
        return guess
    numbers = whole == "organisation" and seen.number > 0.5
    if seen.sampled < MANY or seen.fill < _FILLED or seen.distinct < 2 or numbers:
        return guess
    why = f"The heading says '{phrase}', and the list names no persons: it tells the records of one {whole} apart."
    return guess.now(Role.TITLE, why)
