"""Engine: roles of columns that hold only the number or only the name of a street, and of streets that stand there twice.

Numbers and names are compared as one street. A column whose words another column of streets has as well would only make
streets unlike those of other lists, so it is carried along.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence

import numpy as np

from entityres.records.folding import fold_text
from entityres.records.headings import NUMBER_WORDS, heading_words
from entityres.records.record_list import RecordList
from entityres.records.role_guess import ENOUGH, MANY, Guess
from entityres.records.roles import NAME_ROLES, Role

SAMPLE = 1000
HOUSE_NUMBERS, NO_NUMBERS, INSIDE = 0.8, 0.3, 0.9
SOME_ROADS, ROADS = 0.2, 0.6
LINKED, LIFT, MOST_OF_A_STREET, OTHER_LENGTH = 0.5, 3.0, 0.5, 0.1
_HOUSE = re.compile(r"\d{1,5} ?[a-z]?(?: ?[-/] ?\d{0,5} ?[a-z]?)?", re.IGNORECASE)
_COULD_BE = frozenset({Role.KEEP, Role.IDENTIFIER, Role.NUMBER})


def by_streets(guesses: list[Guess], record_list: RecordList) -> list[Guess]:
    """House numbers beside names of streets, and streets that are given twice."""
    made = list(guesses)
    for at, guess in enumerate(guesses):
        if guess.role is Role.STREET and guess.seen.digit < NO_NUMBERS and guess.seen.sampled >= MANY:
            _take_house_number(made, at, record_list)
    if not any(guess.role is Role.STREET for guess in made):
        _take_beside_one_another(made, record_list)
    return made


def _take_house_number(made: list[Guess], at: int, record_list: RecordList) -> None:
    """The column beside names of streets holds their numbers, if its values and its heading allow it."""
    for near in (at + 1, at - 1):
        if 0 <= near < len(made) and _could_number(made[near]) and _are_house_numbers(made[near], record_list):
            why = f"The values are numbers of houses, and '{made[at].heading}' beside it has streets without numbers."
            made[near] = made[near].now(Role.STREET, why, False)
            return


def _could_number(guess: Guess) -> bool:
    """Whether a heading says nothing, or nothing but "number"."""
    if guess.role not in _COULD_BE or guess.seen.running or guess.seen.sampled < ENOUGH:
        return False
    return not guess.sense.kind or set(heading_words(guess.heading)) <= NUMBER_WORDS


def _are_house_numbers(guess: Guess, record_list: RecordList) -> bool:
    """Whether most values could be numbers of houses, and some occur again, as those of records do not."""
    cells = [cell.strip() for cell in _cells(record_list, guess.heading) if cell.strip()]
    fit = sum(bool(_HOUSE.fullmatch(cell)) for cell in cells)
    return fit >= HOUSE_NUMBERS * len(cells) and guess.seen.distinct < HOUSE_NUMBERS * guess.seen.filled


def _take_beside_one_another(made: list[Guess], record_list: RecordList) -> None:
    """Numbers and words side by side that belong together as houses and streets do.

    Some of the words are words for streets; or records of one household have both in common, so that a number goes with
    few streets, while a street has many numbers.
    """
    if not any(guess.role in NAME_ROLES for guess in made):
        return
    for at in range(len(made)):
        for near in (at + 1, at - 1):
            if not 0 <= near < len(made) or not made[at].unknown or not _is_worded(made[near]):
                continue
            if not _could_number(made[at]) or not _are_house_numbers(made[at], record_list):
                continue
            numbers, words = (_cells(record_list, made[place].heading) for place in (at, near))
            if made[near].seen.road >= SOME_ROADS or _are_linked(numbers, words):
                why = "Numbers and words that belong together as house numbers and streets do."
                made[at], made[near] = made[at].now(Role.STREET, why, False), made[near].now(Role.STREET, why, False)
                return


def _is_worded(guess: Guess) -> bool:
    """Whether words without a role could be names of streets; where most are, some may have numbers ("3rd Street")."""
    seen = guess.seen
    numbers = MOST_OF_A_STREET if seen.road >= ROADS else NO_NUMBERS
    return guess.unknown and seen.digit < numbers and seen.words < 4 and seen.distinct > 10


def _are_linked(numbers: Sequence[str], words: Sequence[str]) -> bool:
    """Whether the same number mostly has the same word, far more often than by chance, and a word several numbers.

    Codes of one length with their meanings, and towns with their postcodes, are no streets.
    """
    pairs = [(number.strip(), fold_text(word)) for number, word in zip(numbers, words, strict=True)]
    pairs = [(number, word) for number, word in pairs if number and word]
    by_number: dict[str, Counter[str]] = defaultdict(Counter)
    for number, word in pairs:
        by_number[number][word] += 1
    several = [counter for counter in by_number.values() if counter.total() > 1]
    n = sum(counter.total() for counter in several)
    if n < MANY:
        return False
    together = _same_twice(several)
    chance = _same_twice([Counter(word for _, word in pairs)])
    lengths = Counter(len(number) for number, _ in pairs)
    one_length = lengths.most_common(1)[0][1] > (1 - OTHER_LENGTH) * len(pairs)
    streets = len({word for _, word in pairs})
    return together >= max(LINKED, LIFT * chance) and streets <= MOST_OF_A_STREET * len(by_number) and not one_length


def _same_twice(counters: Sequence[Counter[str]]) -> float:
    """How often two of the values that are counted together are the same."""
    pairs = sum(counter.total() * (counter.total() - 1) for counter in counters)
    return sum(held * (held - 1) for counter in counters for held in counter.values()) / max(1, pairs)


def without_repeated_streets(made: list[Guess], record_list: RecordList) -> list[Guess]:
    """Streets whose words stand in another column of streets as well are only carried along."""
    streets = [at for at, guess in enumerate(made) if guess.role is Role.STREET]
    if len(streets) < 2:
        return made
    words = {at: [set(fold_text(cell).split()) for cell in _cells(record_list, made[at].heading)] for at in streets}
    dropped: dict[int, int] = {}
    for at in streets:
        for other in streets:
            if other == at or other in dropped or at in dropped or not _stand_inside(words[at], words[other]):
                continue
            twice = _stand_inside(words[other], words[at])
            longer = (
                made[other].seen.words >= made[at].seen.words + 1
                and made[at].seen.fill >= INSIDE * made[other].seen.fill
            )
            if not twice and longer and _is_whole(made[at]) and any(guess.role is Role.CITY for guess in made):
                dropped[other] = at  # the other one has the town as well, which stands in a column of its own
            elif not twice or other < at:
                dropped[at] = other
    return [
        guess.now(Role.KEEP, f"Its values stand in '{made[dropped[at]].heading}' too; they are not compared twice.")
        if at in dropped
        else guess
        for at, guess in enumerate(made)
    ]


def _is_whole(guess: Guess) -> bool:
    """Whether streets have their house numbers."""
    return guess.seen.digit >= HOUSE_NUMBERS and guess.seen.words >= 2


def _stand_inside(inner: Sequence[set[str]], outer: Sequence[set[str]]) -> bool:
    """Whether the words of one column nearly always stand in the other column of the same record."""
    filled = [(one, other) for one, other in zip(inner, outer, strict=True) if one]
    return len(filled) >= MANY and sum(one <= other for one, other in filled) >= INSIDE * len(filled)


def _cells(record_list: RecordList, heading: str) -> list[str]:
    """Cells from all over the list, of the same records for every column."""
    n = len(record_list)
    places = np.unique(np.linspace(0, max(0, n - 1), min(n, SAMPLE)).astype(np.int64))
    return [cell or "" for cell in record_list.table.column(heading).take(places).to_pylist()]
