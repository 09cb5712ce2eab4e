"""Engine: names of persons: full names taken apart, forms of address, particles, generations, nicknames.

Most names are two or three plain words or "last, first": a compiled loop takes those apart. `split_name` says what is
meant, for one name, and also does the rest: generations, couples, several commas.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold, fold_text, is_closed_script
from entityres.records.tables import meanings, table, words
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

NAME_FOLD = Fold.AND | Fold.COMMAS | Fold.HYPHENS
JOINT = "joint"
SUFFIXES: dict[str, str] = meanings("suffixes")
_BEFORE = frozenset(fold_text(word) for word in words("honorifics", "before"))
_AFTER = frozenset(words("honorifics", "after"))
_PARTICLES = words("particles") | words("particles", "leading")
_LEADING = words("particles", "leading")
_JOINED = words("particles", "joined")
_SHORT_PREFIXES = words("particles", "elided") | _JOINED
_TWO = frozenset({"and", "und", "et"})
_HONORIFIC, _PARTICLE, _SPECIAL, _LEADING_PARTICLE, _PREFIX = 1, 2, 3, 4, 5


class NameParts(NamedTuple):
    """A name taken apart; every part folded, "" where there is none."""

    given: str = ""
    middle: str = ""
    family: str = ""
    suffix: str = ""


@cache
def nickname_groups() -> dict[str, tuple[int, ...]]:
    """For each folded given name the numbers of the nickname groups that it is in (a group has one full form)."""
    numbers: dict[str, int] = {}
    groups: dict[str, tuple[int, ...]] = {}
    for line in (line for lines in table("nicknames").values() for line in lines):
        listed = [fold_text(word) for word in line.split()]
        number = numbers.setdefault(listed[0], len(numbers))
        for name in dict.fromkeys(listed):
            if number not in groups.get(name, ()):
                groups[name] = (*groups.get(name, ()), number)
    return groups


def same_nickname(a: str, b: str) -> bool:
    """Whether two folded given names can be the same one: one is short for the other, or both are for a third.

    Example:
        >>> same_nickname("bob", "robert"), same_nickname("robert", "richard")
        (True, False)
    """
    groups = nickname_groups()
    return a == b or not set(groups.get(a, ())).isdisjoint(groups.get(b, ()))


def _without_titles(tokens: list[str]) -> list[str]:
    """The words without forms of address before and letters after them."""
    start, end = 0, len(tokens)
    while start < end and tokens[start] in _BEFORE:
        start += 1
    while end > start and tokens[end - 1] in _AFTER and end - start > 1:
        end -= 1
    return tokens[start:end]


def _take_suffix(tokens: list[str]) -> tuple[list[str], str]:
    """The words without a generation at their end, and the generation."""
    if len(tokens) >= 2 and tokens[-1] in SUFFIXES:
        return tokens[:-1], SUFFIXES[tokens[-1]]
    return tokens, ""


def _plain(tokens: list[str]) -> str:
    return " ".join(tokens).replace("-", " ")


def _in_order(tokens: list[str]) -> NameParts:
    """First name, middle names, last name with its particles."""
    if not tokens:
        return NameParts()
    if len(tokens) == 1:
        return NameParts(family=_plain(tokens))
    begin = len(tokens) - 1
    while begin > 1 and tokens[begin - 1] in _PARTICLES:
        begin -= 1
    if begin == 1 and tokens[0] in _LEADING:
        return NameParts(family=_plain(tokens))
    if len(tokens) > 2 and tokens[-2] in _JOINED:
        return NameParts(tokens[0].replace("-", " "), _plain(tokens[1:-2]), "".join(tokens[-2:]).replace("-", " "))
    return NameParts(tokens[0].replace("-", " "), _plain(tokens[1:begin]), _plain(tokens[begin:]))


def _couple(tokens: list[str]) -> NameParts | None:
    """Two people in one cell: the first of them, marked as joint; None when it is one name with such a word in it."""
    at = next((i for i, token in enumerate(tokens) if token in _TWO), -1)
    if at < 0:
        return None
    left, right = _without_titles(tokens[:at]), _without_titles(tokens[at + 1 :])
    second = _in_order(right)
    if not left:
        if at == 0 or not right:
            return None
        return second._replace(suffix=JOINT)
    if len(left) == 1 and len(right) >= 2:
        return NameParts(left[0].replace("-", " "), "", second.family, JOINT)
    if len(left) >= 2 and len(right) >= 1:
        return _in_order(left)._replace(suffix=JOINT)
    return None


def _last_first(family: list[str], given: list[str]) -> NameParts:
    """Take "Last, First Middle" apart, with particles on either side."""
    family, suffix = _take_suffix(family)
    given, second_suffix = _take_suffix(given)
    tail = len(given)
    while tail > 1 and given[tail - 1] in _PARTICLES:
        tail -= 1
    family, given = given[tail:] + family, given[:tail]
    return NameParts(
        given[0].replace("-", " ") if given else "", _plain(given[1:]), _plain(family), suffix or second_suffix
    )


def split_name(text: str) -> NameParts:
    """A full name taken apart.

    Args:
        text: As it stands in the list, or folded with `NAME_FOLD`.

    Example:
        >>> split_name("Dr. Leslie van der Berg Jr.")
        NameParts(given='leslie', middle='', family='van der berg', suffix='jr')
    """
    folded = fold_text(text, NAME_FOLD)
    if folded and is_closed_script(folded[0]) and " " not in folded:
        return NameParts(family=folded)
    segments: list[list[str]] = []
    suffix = ""
    for segment in folded.split(","):
        tokens = segment.split()
        if not (segments and len(tokens) == 1 and tokens[0] in SUFFIXES):
            tokens = _without_titles(tokens)
        if segments and len(tokens) == 1 and (tokens[0] in SUFFIXES or tokens[0] in _AFTER):
            suffix = suffix or SUFFIXES.get(tokens[0], "")
        elif tokens:
            segments.append(tokens)
    if not segments:
        return NameParts(suffix=suffix)
    couple = _couple(folded.replace(",", " ").split() if len(segments) == 1 else [])
    if couple:
        return couple
    if len(segments) == 1:
        tokens, found = _take_suffix(segments[0])
        return _in_order(_without_titles(tokens))._replace(suffix=found or suffix)
    if len(segments[0]) > 1 and segments[1][0][0].isdigit():
        return _in_order(segments[0])._replace(suffix=suffix)
    parts = _last_first(segments[0], [token for segment in segments[1:] for token in segment])
    return parts._replace(suffix=parts.suffix or suffix)


def clean_part(text: str) -> NameParts:
    """One name of a column that holds only first (or only last) names; it stands under `given`, for either.

    Forms of address and generations are taken off, "O Neale" becomes "oneale".
    """
    folded = fold_text(text, Fold.AND | Fold.COMMAS)
    tokens = [token for token in folded.split() if token != ","]
    kept = _without_titles(tokens) or tokens
    kept, suffix = _take_suffix(kept)
    for at in range(len(kept) - 1):
        if kept[at] in _TWO and 0 < at:
            kept, suffix = kept[:at], JOINT
            break
    if len(kept) == 2 and kept[0] in _SHORT_PREFIXES and len(kept[1]) > 2:
        kept = ["".join(kept)]
    return NameParts(given=" ".join(kept), suffix=suffix)


@cache
def _special_words() -> WordTable:
    """What the compiled loops must know: titles to skip, particles to keep, and words that they leave to `split_name`."""
    numbers = dict.fromkeys(_AFTER | frozenset(SUFFIXES) | _TWO | _JOINED | {","}, _SPECIAL)
    numbers |= dict.fromkeys(_PARTICLES, _PARTICLE) | dict.fromkeys(_LEADING, _LEADING_PARTICLE)
    numbers |= dict.fromkeys(_BEFORE, _HONORIFIC)
    numbers |= dict.fromkeys(_BEFORE & (frozenset(SUFFIXES) | _AFTER | _PARTICLES), _SPECIAL)
    return word_table(numbers)


@compiled(f"Tuple((int64[:, ::1], boolean[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _split(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """Where given, middle and family name begin and end (int64 (n, 6)), and which names are not plain."""
    n = len(offsets) - 1
    ranges = np.zeros((n, 6), np.int64)
    odd = np.zeros(n, np.bool_)
    starts = np.empty(16, np.int64)
    ends = np.empty(16, np.int64)
    kinds = np.empty(16, np.int32)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        count = 0
        comma = -1
        while at < end:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            if stop - at == 1 and data[at] == 44:
                if comma >= 0 or count == 0:
                    odd[row] = True
                comma = count
            else:
                kind = find_word(data, at, stop, hashes, numbers)
                if kind == 3 or count == 15 or 48 <= data[at] <= 57:
                    odd[row] = True
                if kind == 1:
                    if count > 0 and comma != count:
                        odd[row] = True
                else:
                    starts[count], ends[count], kinds[count] = at, stop, kind
                    count += 1
            if odd[row]:
                break
            at = stop + 1
        if odd[row] or count == 0:
            continue
        if comma >= 0:
            if comma == count or kinds[count - 1] == 2 or kinds[count - 1] == 4:
                odd[row] = True
                continue
            ranges[row, 0], ranges[row, 1] = starts[comma], ends[comma]
            if count > comma + 1:
                ranges[row, 2], ranges[row, 3] = starts[comma + 1], ends[count - 1]
            ranges[row, 4], ranges[row, 5] = starts[0], ends[comma - 1]
            continue
        begin = count - 1
        while begin > 1 and (kinds[begin - 1] == 2 or kinds[begin - 1] == 4):
            begin -= 1
        if count == 1 or (begin == 1 and kinds[0] == 4):
            begin = 0
        else:
            ranges[row, 0], ranges[row, 1] = starts[0], ends[0]
            if begin > 1:
                ranges[row, 2], ranges[row, 3] = starts[1], ends[begin - 1]
        ranges[row, 4], ranges[row, 5] = starts[begin], ends[count - 1]
    return ranges, odd


@compiled(f"Tuple((int64[::1], uint8[::1]))({BYTES}, int64[:, ::1], int64)")
def _cut(data: Any, ranges: Any, part: Any) -> Any:
    """One part of each name, hyphens as blanks."""
    n = len(ranges)
    places = np.zeros(n + 1, np.int64)
    for row in range(n):
        places[row + 1] = places[row] + ranges[row, 2 * part + 1] - ranges[row, 2 * part]
    made = np.empty(places[n], np.uint8)
    for row in range(n):
        to = places[row]
        for at in range(ranges[row, 2 * part], ranges[row, 2 * part + 1]):
            made[to] = 32 if data[at] == 45 else data[at]
            to += 1
    return places, made


class NameTexts(NamedTuple):
    """Parts of many names, each one text a name."""

    given: Texts
    middle: Texts
    family: Texts
    suffix: Texts


def split_names(texts: Texts) -> NameTexts:
    """Full names taken apart (see `split_name`)."""
    folded = fold(texts, NAME_FOLD)
    table_ = _special_words()
    ranges, odd = _split(folded.offsets, folded.data, table_.hashes, table_.numbers)
    ranges[odd] = 0
    given, middle, family = (Texts(*_cut(folded.data, ranges, part)) for part in range(3))
    suffix = Texts(np.zeros(texts.n + 1, dtype=np.int64), np.zeros(0, dtype=np.uint8))
    places = np.flatnonzero(odd)
    parts = [split_name(text) for text in gather(folded, places).to_list()]
    columns = list(zip(*parts, strict=True)) if parts else [(), (), (), ()]
    given, middle, family, suffix = (
        replaced(whole, places, texts_of(list(new)))
        for whole, new in zip((given, middle, family, suffix), columns, strict=True)
    )
    return NameTexts(given, middle, family, suffix)


@cache
def _prefix_words() -> WordTable:
    """The same for single names, with prefixes such as "O" and "Mc", which join with what follows."""
    special = dict.fromkeys(_AFTER | frozenset(SUFFIXES) | _TWO | _BEFORE | {","}, _SPECIAL)
    return word_table(special | dict.fromkeys(_SHORT_PREFIXES - special.keys(), _PREFIX))


@compiled(f"boolean[::1]({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _has_special(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """The texts with a word that the table marks, or with a prefix as first word and another one behind it."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        first = True
        while at < end:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            kind = find_word(data, at, stop, hashes, numbers)
            if kind == 3 or (kind == 5 and first and stop < end):
                found[row] = True
            first = False
            at = stop + 1
    return found


def clean_parts(texts: Texts) -> tuple[Texts, Texts]:
    """Names of a column of first (or last) names: the names, and the generations found with them."""
    folded = fold(texts, Fold.AND | Fold.COMMAS)
    table_ = _prefix_words()
    places = np.flatnonzero(_has_special(folded.offsets, folded.data, table_.hashes, table_.numbers))
    parts = [clean_part(text) for text in gather(folded, places).to_list()]
    none = Texts(np.zeros(texts.n + 1, dtype=np.int64), np.zeros(0, dtype=np.uint8))
    return (
        replaced(folded, places, texts_of([part.given for part in parts])),
        replaced(none, places, texts_of([part.suffix for part in parts])),
    )
