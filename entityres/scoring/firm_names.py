"""Engine: whether the names of two organisations tell of two: "Miller Logistics North" and "Miller Logistics South".

So do titles: "Boots black 39" and "Boots black 40" (see `two_things`).

Sister firms, branches and departments share a stem, an address and often a phone, and their names are as much alike as two
writings of one. What tells them apart is a word on each side that the other has not: not a slip, no abbreviation, not
joined to the next word, and one that stands in other names too, so that it is a word and no misspelling. Numbers are such
words as well. Where only one of the two says more, it mostly is the same firm told at length, but for words that make
another firm of a name ("holding", "north").
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np

from entityres.candidates.part_hashes import BREAK
from entityres.records.addresses import business_words
from entityres.records.coding import BYTES, CODES, PLACES, hash_of
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues
from entityres.records.folding import fold_text
from entityres.records.once import once
from entityres.records.roles import Role
from entityres.records.tables import words
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table
from entityres.scoring.edits import code_points
from entityres.scoring.one_word import abbreviates, is_number, one_word
from entityres.scoring.value_pairs import distinct_pairs

MOST_WORDS = 24
"""Longer texts are descriptions, not names: of them nothing is told."""

FEW = 2
"""So many words at most tell sister firms apart: "emergency department", "wine merchants"."""

SEEN = 2
"""A word of so many different names, at least, is a word: a misspelling hardly stands in another one."""

OFTEN = 3
"""Two words of so many names each are one slip apart at most, not more: "cardiology" is not "radiology"."""

MANY = 5
"""Words of so many names are those of a trade or a place, by which sister firms are named."""

ONE_IN = 50
"""Words of one in so many names are those of a trade or a place as well, in long lists; no family name is so common."""

_LINK, _KNOWN, _MAKES_ANOTHER = 1, 2, 3

_OF_TRADE, _OF_NUMBERS = 16, 32
"""Beside what a pair tells: words of a trade tell it, or numbers alone on both sides."""


class Told(IntEnum):
    """What two names tell.

    NOTHING: one firm, as far as names go.
    APART: each has one or two words that the other has not.
    ADDED: one of them has words that make another firm of a name.
    UNLIKE: each has words that the other has not, and one of them three or more.
    UNKNOWN: each has words that the other has not, some of them seen nowhere else.
    OTHER: the names have nothing in common, or of firms no more than a word of a trade or a place ("Café Anders", "Café Roma").
    PLACED: one of them says where it is, in words of towns.
    MORE: one of them says more, in words that many names have.
    LONGER: one of them says more, in words of which some are seldom.
    IN_FULL: one says more or something else, in words of a trade, and both are told in full, with their legal forms
        (`two_firms` knows these).
    """

    NOTHING = 0
    APART = 1
    ADDED = 2
    UNLIKE = 3
    UNKNOWN = 4
    MORE = 5
    LONGER = 6
    PLACED = 7
    OTHER = 8
    IN_FULL = 9


# As compiled loops read them.
_APART, _ADDED, _UNLIKE, _UNKNOWN = map(int, (Told.APART, Told.ADDED, Told.UNLIKE, Told.UNKNOWN))
_MORE, _LONGER, _PLACED, _OTHER = map(int, (Told.MORE, Told.LONGER, Told.PLACED, Told.OTHER))


@once
def _listed_words() -> WordTable:
    trades = frozenset(map(fold_text, words("business_words", "trades") | words("business_words", "leading")))
    numbers = dict.fromkeys(business_words() | trades, _KNOWN)
    numbers |= dict.fromkeys(map(fold_text, words("business_words", "another firm")), _MAKES_ANOTHER)
    return word_table(numbers | _linking_words())


@once
def _listed_of_titles() -> WordTable:
    counting = dict.fromkeys(map(fold_text, words("versions", "counting")), _LINK)
    return word_table(dict.fromkeys(map(fold_text, words("versions")), _MAKES_ANOTHER) | _linking_words() | counting)


def _linking_words() -> dict[str, int]:
    return dict.fromkeys(map(fold_text, words("business_words", "linking")), _LINK)


@compiled()
def _split(data, begin, end, starts, ends):  # type: ignore[no-untyped-def]
    # Places of the words of a text; returns how many, one more than there is room for if there are more.
    n, i = 0, begin
    while i < end:
        if data[i] <= BREAK:
            i += 1
            continue
        if n == len(starts):
            return n + 1
        starts[n] = i
        while i < end and data[i] > BREAK:
            i += 1
        ends[n] = i
        n += 1
    return n


@compiled(f"void({BYTES}, {PLACES}, int64[::1], int32[::1], int32[::1], uint64)")
def _count(data, offsets, records, counts, beside, mask):  # type: ignore[no-untyped-def]
    # How many names have a word, and two words of which one could be short for the other.
    starts, ends = np.empty(MOST_WORDS, np.int64), np.empty(MOST_WORDS, np.int64)
    hashes = np.empty(MOST_WORDS, np.uint64)
    for value in range(len(records)):
        # What many records have is no misspelling.
        names = SEEN if records[value] >= MANY else 1
        n = min(_split(data, offsets[value], offsets[value + 1], starts, ends), MOST_WORDS)
        for k in range(n):
            hashes[k] = hash_of(data, starts[k], ends[k])
            again = False
            for before in range(k):
                again |= hashes[before] == hashes[k]
            if again:
                continue
            counts[hashes[k] & mask] += names
            for before in range(k):
                one, other = data[starts[k] : ends[k]], data[starts[before] : ends[before]]
                if abbreviates(one, other) or abbreviates(other, one):
                    beside[(hashes[k] ^ hashes[before]) & mask] += 1


@compiled()
def _stands_in(data, begin, end, starts, ends, n):  # type: ignore[no-untyped-def]
    # Whether a word is part of the other words written without blanks.
    size = end - begin
    if size < 3:
        return False
    for word in range(n):
        for place in range(starts[word], ends[word]):
            in_word, at, same = word, place, 0
            while same < size and data[at] == data[begin + same]:
                same += 1
                at += 1
                if at == ends[in_word]:
                    in_word += 1
                    if in_word == n:
                        break
                    at = starts[in_word]
            if same == size:
                return True
    return False


@compiled()
def _are_initials(data, begin, end, starts, open_, n):  # type: ignore[no-untyped-def]
    # Whether a word is the initials of the words that are left over.
    at = begin
    for word in range(n):
        if open_[word]:
            if at == end or data[at] != data[starts[word]]:
                return False
            at += 1
    return at == end and end - begin > 1


@compiled()
def _read(data, begin, end, starts, ends, hashes, meaning, seen, listed, kinds, counts, mask):  # type: ignore[no-untyped-def]
    # The words of a name: where they are, what they mean, and in how many names they stand; returns how many.
    n = _split(data, begin, end, starts, ends)
    for k in range(min(n, MOST_WORDS)):
        hashes[k] = hash_of(data, starts[k], ends[k])
        meaning[k] = find_word(data, starts[k], ends[k], listed, kinds)
        seen[k] = counts[hashes[k] & mask]
    return n


@compiled()
def _take_same(hashes, meaning, open_, n):  # type: ignore[no-untyped-def]
    # Close the words that both names have, and words such as "and"; returns how many words are shared.
    shared = 0
    for side in range(2):
        other = 1 - side
        for k in range(n[side]):
            open_[side, k] = meaning[side, k] != _LINK
            for j in range(n[other]):
                if open_[side, k] and hashes[side, k] == hashes[other, j]:
                    open_[side, k] = False
                    shared += 1
    return shared


@compiled()
def _take_like(data, starts, ends, hashes, seen, beside, mask, open_, n, x, y, rows):  # type: ignore[no-untyped-def]
    # Close words that are two writings of one; returns how many pairs of them. Nobody writes a word and its short form in
    # one name: where several names have both ("Stadt Ulm Stadtkasse"), they are two words.
    shared = 0
    for k in range(n[0]):
        for j in range(n[1]):
            if open_[0, k] and open_[1, j] and beside[(hashes[0, k] ^ hashes[1, j]) & mask] < SEEN:
                one = x[: code_points(data, starts[0, k], ends[0, k], x)]
                other = y[: code_points(data, starts[1, j], ends[1, j], y)]
                if one_word(one, other, seen[0, k] >= OFTEN and seen[1, j] >= OFTEN, rows):
                    open_[0, k] = open_[1, j] = False
                    shared += 1
    return shared


@compiled()
def _close_run(data, begin, end, starts, ends, n, open_):  # type: ignore[no-untyped-def]
    # Close the words that a word of the other name is written together of: "kapseln 10" beside "kapseln10".
    for first in range(n):
        at = begin
        for word in range(first, n):
            same, size = True, ends[word] - starts[word]
            if at + size > end:
                break
            for i in range(size):
                same &= data[at + i] == data[starts[word] + i]
            if not same:
                break
            at += size
            if at == end:
                open_[first : word + 1] = False
                return


@compiled()
def _take_joined(data, starts, ends, open_, n):  # type: ignore[no-untyped-def]
    # Close words that are part of the other name's words written together; returns how many.
    shared = 0
    for side in range(2):
        other = 1 - side
        for k in range(n[side]):
            if open_[side, k] and _stands_in(
                data, starts[side, k], ends[side, k], starts[other], ends[other], n[other]
            ):
                open_[side, k] = False
                shared += 1
                _close_run(data, starts[side, k], ends[side, k], starts[other], ends[other], n[other], open_[other])
    return shared


@compiled()
def _initials_are_left(data, starts, ends, open_, n, left):  # type: ignore[no-untyped-def]
    # Whether the one word that is left of a name is the initials of those that are left of the other; counts what is left.
    for side in range(2):
        left[side] = 0
        for k in range(n[side]):
            left[side] += open_[side, k]
    for side in range(2):
        other = 1 - side
        if left[side] == 1 and left[other] > 1:
            for k in range(n[side]):
                if open_[side, k] and _are_initials(
                    data, starts[side, k], ends[side, k], starts[other], open_[other], n[other]
                ):
                    return True
    return False


@compiled()
def _told_by_rest(data, starts, ends, hashes, meaning, seen, open_, n, left, towns, titles, common, mask, x):  # type: ignore[no-untyped-def]
    # What the words that are left tell of names that share others. Of titles one word that makes another thing is enough:
    # "live in Paris"; so does a number that is no year: "Rocky" and "Rocky 2", "5 l" and "2.5 l".
    all_seen, all_common, all_make_another, all_towns = True, True, True, True
    any_makes_another = False
    all_known, any_known, all_numbers, own_shared = True, False, True, titles
    for side in range(2):
        for k in range(n[side]):
            if not open_[side, k]:
                own = meaning[side, k] != _LINK and meaning[side, k] < _KNOWN and seen[side, k] < common
                own_shared |= own and towns[hashes[side, k] & mask] == 0
            else:
                number = is_number(x[: code_points(data, starts[side, k], ends[side, k], x)])
                all_numbers &= number or 48 <= data[starts[side, k]] <= 57
                in_towns = towns[hashes[side, k] & mask] > 0
                all_seen &= seen[side, k] >= SEEN or meaning[side, k] >= _KNOWN or in_towns or number
                all_common &= seen[side, k] >= MANY or number
                all_towns &= in_towns
                all_make_another &= meaning[side, k] == _MAKES_ANOTHER
                any_makes_another |= meaning[side, k] == _MAKES_ANOTHER or (
                    number and ends[side, k] - starts[side, k] < 4
                )
                all_known &= meaning[side, k] >= _KNOWN
                any_known |= meaning[side, k] >= _KNOWN
    if left[0] > 0 and left[1] > 0:
        if not all_seen and not own_shared:
            return _OTHER
        if not all_seen:
            return _UNKNOWN + _OF_TRADE * any_known
        return (_APART if max(left[0], left[1]) <= FEW else _UNLIKE) + _OF_NUMBERS * all_numbers
    if all_make_another or (titles and any_makes_another):
        return _ADDED
    if all_towns:
        return _PLACED
    return (_MORE if all_common else _LONGER) + _OF_TRADE * all_known


@compiled(
    f"void({BYTES}, {PLACES}, int32[::1], int32[::1], int32[::1], boolean, int64, uint64, {HASHES}, {CODES}, {CODES}, {CODES}, "
    "int8[::1], int64, int64)"
)
def _tell(data, offsets, counts, beside, towns, titles, common, mask, listed, kinds, a, b, out, first, last):  # type: ignore[no-untyped-def]
    # `open_` marks words that nothing in the other name answers to, `left` counts them.
    starts, ends = np.empty((2, MOST_WORDS), np.int64), np.empty((2, MOST_WORDS), np.int64)
    hashes = np.empty((2, MOST_WORDS), np.uint64)
    seen, meaning = np.empty((2, MOST_WORDS), np.int32), np.empty((2, MOST_WORDS), np.int32)
    open_ = np.empty((2, MOST_WORDS), np.bool_)
    n, left = np.empty(2, np.int64), np.empty(2, np.int64)
    room = 64
    x, y, rows = np.empty(room, np.int32), np.empty(room, np.int32), np.empty((3, room + 2), np.int32)
    for pair in range(first, last):
        out[pair] = 0
        for side in range(2):
            value = a[pair] if side == 0 else b[pair]
            begin, end = offsets[value], offsets[value + 1]
            if end - begin > room:  # no word is longer than its name
                room = 2 * (end - begin)
                x, y, rows = np.empty(room, np.int32), np.empty(room, np.int32), np.empty((3, room + 2), np.int32)
            n[side] = _read(
                data,
                begin,
                end,
                starts[side],
                ends[side],
                hashes[side],
                meaning[side],
                seen[side],
                listed,
                kinds,
                counts,
                mask,
            )
        if n[0] > MOST_WORDS or n[1] > MOST_WORDS:
            continue
        shared = _take_same(hashes, meaning, open_, n)
        if _initials_are_left(data, starts, ends, open_, n, left):
            continue  # before one of them is taken for a short form of a word: "ha" and "huffman associates"
        shared += _take_like(data, starts, ends, hashes, seen, beside, mask, open_, n, x, y, rows)
        shared += _take_joined(data, starts, ends, open_, n)
        if _initials_are_left(data, starts, ends, open_, n, left) or left[0] + left[1] == 0:
            continue
        if shared > 0:
            out[pair] = _told_by_rest(
                data, starts, ends, hashes, meaning, seen, open_, n, left, towns, titles, common, mask, x
            )
        elif left[0] > 0 and left[1] > 0:
            out[pair] = _OTHER


class FirmNames:
    """What the names of organisations tell, or titles.

    Args:
        field: A field of organisations, or of titles.
        cities: Fields of towns.
    """

    def __init__(self, field: FieldValues, cities: Sequence[FieldValues] = ()) -> None:
        self._field = field
        self._titles = field.role is not Role.ORGANISATION
        n = len(field.values)
        distinct = n + sum(len(city.values) for city in cities)
        bits = min(22, max(12, distinct.bit_length() + 3))
        self._mask = np.uint64((1 << bits) - 1)
        self._counts, self._beside, self._towns = (np.zeros(1 << bits, np.int32) for _ in range(3))
        records = field.counts if self._titles else np.ones(n, np.int64)
        _count(*field.buffers, records, self._counts, self._beside, self._mask)
        for city in cities:
            _count(
                *city.buffers,
                np.ones(len(city.values), np.int64),
                self._towns,
                np.zeros(1 << bits, np.int32),
                self._mask,
            )

    def told(self, left: np.ndarray, right: np.ndarray, in_full: np.ndarray | None = None) -> np.ndarray:
        """int8 (n,): `Told` for pairs of records, NOTHING where a name is missing.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
            in_full: bool (n,): pairs of names that are told with their legal forms.
        """
        found = self._found(left, right)
        told = found & (_OF_TRADE - 1)
        if in_full is not None:
            told[in_full & (found & _OF_TRADE > 0)] = Told.IN_FULL
        return told

    def are_numbered(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n,): pairs of records whose names differ by numbers alone, of which each has one: volume 2, volume 3.

        Args:
            left: int32 (n,) records.
            right: int32 (n,) records.
        """
        made: np.ndarray = (self._found(left, right) & _OF_NUMBERS) > 0
        return made

    def _found(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        a, b = self._field.codes[left], self._field.codes[right]
        out = np.zeros(len(a), np.int8)
        differ = np.flatnonzero((a >= 0) & (b >= 0) & (a != b))
        if len(differ):
            low, high, back = distinct_pairs(a[differ], b[differ])
            found = np.empty(len(low), np.int8)
            listed = _listed_of_titles() if self._titles else _listed_words()
            spread(
                len(low),
                lambda first, last: _tell(
                    *self._field.buffers,
                    self._counts,
                    self._beside,
                    self._towns,
                    self._titles,
                    max(MANY, len(self._field.values) // ONE_IN),
                    self._mask,
                    listed.hashes,
                    listed.numbers,
                    low,
                    high,
                    found,
                    first,
                    last,
                ),
                chunk=20_000,
            )
            out[differ] = found[back]
        return out
