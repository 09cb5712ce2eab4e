"""Engine: which columns are worth comparing, when the role of each is known: seen beside the other columns of the list."""

from __future__ import annotations

from entityres.records.contents import Looks
from entityres.records.headings import PERSON_NUMBER
from entityres.records.percentages import percent
from entityres.records.role_guess import Guess
from entityres.records.roles import NAME_ROLES, NOT_COMPARED, Role

FILLED = 50
"""Cells that tell what a column holds."""

SHARED = 0.02
"""Of so much fewer values than there are names: fifty customers share a phone, on average."""

RARE_FILL, RARE_FILL_WEAK, RARE_FILL_SECOND = 0.10, 0.30, 0.02
_SAYS_LITTLE_WHEN_RARE = frozenset({Role.CATEGORY, Role.TEXT, Role.NUMBER, Role.ITEMS, Role.DATE, Role.TITLE})
_SECOND_ONES = frozenset({Role.ORGANISATION, Role.PHONE, Role.EMAIL, Role.REGION, Role.CITY, Role.FULL_NAME})
_SELDOM_FILLED = frozenset({Role.NAME_SUFFIX, Role.MIDDLE_NAME})
_CONTACTS = frozenset({Role.PHONE, Role.EMAIL})
_TELLING = NAME_ROLES | {Role.ORGANISATION, Role.TITLE, Role.TEXT, Role.ITEMS, Role.EMAIL, Role.PHONE}


def without_shared_contacts(guesses: list[Guess]) -> list[Guess]:
    """Phones and e-mail addresses of far fewer different values than the records have customers are no customer's own.

    They belong to a branch, or to whoever entered the record: as one home or firm they would stand for thousands.
    """
    owners = [g for g in guesses if g.role is Role.ORGANISATION] or [g for g in guesses if g.role in NAME_ROLES]
    made = []
    for guess in guesses:
        if guess.role in _CONTACTS and guess.seen.filled >= FILLED:
            most = max((g.seen.distinct / max(g.seen.filled, 1) for g in owners), default=0.0)
            if guess.seen.distinct / guess.seen.filled < SHARED * most:
                why = f"Only {guess.seen.distinct} different values: those of a branch, or of whoever entered the records."
                guess = guess.now(Role.KEEP, why, False)
        made.append(guess)
    return made


def without_rare_ones(guesses: list[Guess]) -> list[Guess]:
    """Columns that are nearly always empty, or always the same, are only carried along."""
    best = {role: max(g.seen.fill for g in guesses if g.role is role) for role in {g.role for g in guesses}}
    made = []
    for guess in guesses:
        seen, role = guess.seen, guess.role
        least = 0.0
        if role in _SAYS_LITTLE_WHEN_RARE:
            least = RARE_FILL
        elif (guess.sense.weak or not guess.sense.kind) and role not in _SELDOM_FILLED:
            least = RARE_FILL_WEAK
        elif role in _SECOND_ONES and best[role] > seen.fill:
            least = RARE_FILL_SECOND
        if role not in NOT_COMPARED and 0 < seen.fill < least and seen.records >= 20 and role is not Role.IDENTIFIER:
            guess = guess.now(Role.KEEP, f"Only {percent(seen.fill)} of the cells are filled.")
        elif role in _SAYS_LITTLE_WHEN_RARE and seen.distinct == 1 and seen.filled >= 20:
            guess = guess.now(Role.KEEP, "All filled cells have the same value.")
        made.append(guess)
    return made


def at_least_one(guesses: list[Guess]) -> list[Guess]:
    """Where no name, title or way to reach somebody can be compared, the texts that differ most are."""
    if tell_anything(guesses):
        return guesses
    return [
        g.now(
            Role.IDENTIFIER if _hold_codes(g.seen) else Role.TEXT,
            "Nothing says what it is, but its values tell records apart.",
            False,
        )
        if g.role is Role.KEEP
        and not g.sense.kind
        and g.seen.fill > 0.5
        and g.seen.distinct > 0.3 * g.seen.filled
        and g.seen.date < 0.5
        and g.seen.number < 0.5
        and not _are_codes(g)
        else g
        for g in guesses
    ]


def tell_anything(guesses: list[Guess]) -> bool:
    """Whether a name, a title, a way to reach somebody or a number of one's own can be compared."""
    return any(g.role in _TELLING or (g.sense.kind == PERSON_NUMBER and g.role is Role.IDENTIFIER) for g in guesses)


def _are_codes(guess: Guess) -> bool:
    """Whether every record has a code of its own, of one word with digits, as numbers of records are."""
    seen = guess.seen
    return _hold_codes(seen) and seen.distinct == seen.filled


def _hold_codes(seen: Looks) -> bool:
    return seen.of_single_words and seen.digit >= 0.9
