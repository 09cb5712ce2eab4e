"""Engine: how alike two texts are: by whole words and by runs of three letters, rare ones counting more.

Words tell what a text is about; letters still see it where words are misspelt, joined or split ("yst fsw150",
"ystfsw150"). For each of both the shared weight is set against the texts' lengths (TF-IDF cosine; Salton & Buckley 1988)
and against the shorter text alone, since a text with more to say is no less alike; the geometric mean of these two counts.
Titles that each have a number of their own (volume 2, volume 3) are less alike than their words: they name two
things of one series, unless they share a model number.
A short text with one slip has few words and letters left in common; there the spelling counts (see `spelling`). A model
number that is written in one word elsewhere counts as one word where it stands in two ("kx tg9332t", "kxtg9332t").
"""

from __future__ import annotations

import os
from functools import cached_property
from typing import NamedTuple

import numpy as np

from entityres.candidates.part_hashes import BREAK, count_words
from entityres.candidates.sorted_tokens import room_to_sort, sort_tokens
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, side_by_side, spread
from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique
from entityres.scoring.sites import are_sites, slips
from entityres.scoring.spelling import Spelling

CODE_FACTOR = 2.5
"""How much more a word with digits in it counts, such as a model number or a postcode: it names one thing, other words
describe many."""

CODE_LENGTH = 4
"""Shorter words with digits are sizes and counts."""

OTHER_NUMBERS = 0.25
"""So much less alike are titles of which each has a number that the other has not: of such pairs a third to a tenth as many
are one thing, in lists of discs, programs and goods alike, which is what a quarter of likeness makes."""

ENOUGH_TEXTS = 200_000
"""Different texts that show how common three letters are; a word may stand in one text of millions."""

KEPT_BYTES = 1 << 26
"""Tokens of all texts of a field are kept up to so many bytes of text (four times as much in tokens)."""

ONE_IN = 10
"""All texts are taken apart at once if so large a share of them is compared at a time; else those that are."""

LEAST_BITS, MOST_BITS = 16, 22
"""Bounds for the size of the table of token counts: 64 thousand to 4 million entries. Two tokens in one entry make both
look a little more common."""


@compiled()
def _mixed(a, b):  # type: ignore[no-untyped-def]
    h = np.uint64(np.uint64(np.uint64(a) * np.uint64(0x9E3779B97F4A7C15)) + np.uint64(b))
    h = np.uint64(np.uint64(h ^ (h >> np.uint64(29))) * np.uint64(0xBF58476D1CE4E5B9))
    return np.uint64(h ^ (h >> np.uint64(32)))


@compiled("boolean(uint32[::1], uint32)")
def _contains(ascending, wanted):  # type: ignore[no-untyped-def]
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < len(ascending) and ascending[low] == wanted


@compiled()
def _packed(h, is_code):  # type: ignore[no-untyped-def]
    # A token of 31 bits, and whether it is a code: so they are sorted together.
    return np.uint32(((h >> np.uint64(33)) << np.uint64(1)) | np.uint64(is_code))


@compiled(f"int64({BYTES}, int64, int64, boolean, uint32[::1], uint32[::1], int32[::1], uint32[::1], boolean[::1])")
def _tokens(data, begin, end, letters, joined_codes, scratch, places, out, codes):  # type: ignore[no-untyped-def]
    # Sorted tokens of one text, each once: hashes of its words, or of each three letters of a word with its edges. The top
    # bit of a hash is left free. `codes` marks words that are codes. Two words that make one of `joined_codes`
    # (ascending) are that one word, if it has letters and digits.
    n = 0
    i = begin
    word_before = np.uint64(0)
    length_before = 0
    digits_before = 0
    while i < end:
        if data[i] <= BREAK:
            i += 1
            continue
        word = np.uint64(0xCBF29CE484222325)
        length = 0
        digits = 0
        both = word_before
        before = np.uint64(32)
        last = np.uint64(32)
        while i < end and data[i] > BREAK:
            point = np.uint64(data[i])
            i += 1
            while i < end and (data[i] & 0xC0) == 0x80:
                point = np.uint64((point << np.uint64(8)) | np.uint64(data[i]))
                i += 1
            if letters and length > 0:
                out[n] = _packed(_mixed(_mixed(before, last), point), False)
                n += 1
            before, last = last, point
            word = _mixed(word, point)
            both = _mixed(both, point)
            length += 1
            if 48 <= point <= 57:
                digits += 1
        if letters:
            out[n] = _packed(_mixed(_mixed(before, last), np.uint64(32)), False)
        else:
            if (
                length_before > 0
                and 0 < digits + digits_before < length + length_before
                and length + length_before >= CODE_LENGTH
                and _contains(joined_codes, np.uint32(both >> np.uint64(33)))
            ):
                n -= 1
                word, length, digits = both, length + length_before, digits + digits_before
            out[n] = _packed(word, digits > 0 and length >= CODE_LENGTH)
            word_before, length_before, digits_before = word, length, digits
        n += 1
    sort_tokens(out[:n], scratch, places)
    kept = 0
    for k in range(n):
        token, code = out[k] >> np.uint32(1), (out[k] & np.uint32(1)) != 0
        if kept == 0 or token != out[kept - 1]:
            out[kept], codes[kept] = token, code
            kept += 1
    return kept


@compiled(f"int64({BYTES}, {PLACES}, uint32[::1], int64, int64)")
def _codes_of(data, offsets, out, first, last):  # type: ignore[no-untyped-def]
    # Words of these values that are codes, into `out`, which has room for a word of two letters each; their number.
    longest = 0
    for value in range(first, last):
        longest = max(longest, offsets[value + 1] - offsets[value])
    nothing = np.empty(0, np.uint32)
    tokens, codes = np.empty(longest + 1, np.uint32), np.empty(longest + 1, np.bool_)
    scratch, places = room_to_sort()
    n = 0
    for value in range(first, last):
        n_tokens = _tokens(data, offsets[value], offsets[value + 1], False, nothing, scratch, places, tokens, codes)
        for k in range(n_tokens):
            if codes[k]:
                out[n] = tokens[k]
                n += 1
    return n


@compiled(
    f"void({BYTES}, {PLACES}, boolean, uint32[::1], int64[::1], int64[::1], boolean[::1], uint64, int64, int64, int64)"
)
def _count(data, offsets, letters, joined, records, counts, is_code, mask, step, first, last):  # type: ignore[no-untyped-def]
    # Of the values number first * step to last * step each `step`-th one.
    longest = 0
    for value in range(first * step, last * step, step):
        longest = max(longest, offsets[value + 1] - offsets[value])
    tokens, codes = np.empty(longest + 1, np.uint32), np.empty(longest + 1, np.bool_)
    scratch, places = room_to_sort()
    for value in range(first * step, last * step, step):
        n = _tokens(data, offsets[value], offsets[value + 1], letters, joined, scratch, places, tokens, codes)
        for k in range(n):
            slot = np.uint64(tokens[k]) & mask
            counts[slot] += records[value]
            is_code[slot] |= codes[k]


@compiled(
    f"void({BYTES}, {PLACES}, boolean, uint32[::1], {CODES}, int64[::1], float32[::1], uint64, uint32[::1], int64[::1], "
    "float64[::1], int64, int64)"
)
def _tokens_of(data, offsets, letters, joined, values, starts, weights, mask, out, ends, sums, first, last):  # type: ignore[no-untyped-def]
    # Tokens of each value into `out` from starts[i] to ends[i], and the sum of their weights.
    longest = 0
    for i in range(first, last):
        longest = max(longest, offsets[values[i] + 1] - offsets[values[i]])
    codes = np.empty(longest + 1, np.bool_)
    scratch, places = room_to_sort()
    for i in range(first, last):
        tokens = out[starts[i] : starts[i + 1]]
        text = offsets[values[i]], offsets[values[i] + 1]
        n = _tokens(data, text[0], text[1], letters, joined, scratch, places, tokens, codes)
        ends[i] = starts[i] + n
        for k in range(n):
            sums[i] += weights[np.uint64(tokens[k]) & mask]


@compiled(
    "void(uint32[::1], int64[::1], int64[::1], float64[::1], float32[::1], uint64, int32[::1], int32[::1], float32[::1], "
    "int64, int64)"
)
def _alike(tokens, starts, ends, sums, weights, mask, a, b, out, first, last):  # type: ignore[no-untyped-def]
    for p in range(first, last):
        i, j = starts[a[p]], starts[b[p]]
        end_i, end_j = ends[a[p]], ends[b[p]]
        shared = 0.0
        while i < end_i and j < end_j:
            if tokens[i] == tokens[j]:
                shared += weights[np.uint64(tokens[i]) & mask]
                i += 1
                j += 1
            elif tokens[i] < tokens[j]:
                i += 1
            else:
                j += 1
        if shared > 0:
            left, right = sums[a[p]], sums[b[p]]
            # sqrt(cosine * share of the shorter): s/sqrt(l r) times s/min(l, r).
            out[p] = shared / np.sqrt(np.sqrt(left * right) * min(left, right))


@compiled(f"void({BYTES}, {PLACES}, uint64[::1], uint64[::1], int64, int64)")
def _marks(data, offsets, numbers, codes, first, last):  # type: ignore[no-untyped-def]
    # For each value one bit for each of its numbers, leading zeros left out, and one for each of its words that are codes of
    # letters and digits. Two that share a bit by chance, one in 64, count as the same.
    for value in range(first, last):
        at, end = offsets[value], offsets[value + 1]
        while at < end:
            if data[at] <= BREAK:
                at += 1
                continue
            word, number = np.uint64(0), np.uint64(0)
            length, digits = 0, 0
            while at < end and data[at] > BREAK:
                byte = np.uint64(data[at])
                word = _mixed(word, byte)
                is_digit = 48 <= byte <= 57
                if is_digit:
                    digits += 1
                    if number != 0 or byte != 48:
                        number = _mixed(number, byte)
                at += 1
                length += 1
                if is_digit and (at == end or not 48 <= data[at] <= 57):
                    numbers[value] |= np.uint64(1) << (number >> np.uint64(58))
                    number = np.uint64(0)
            if 0 < digits < length and length >= CODE_LENGTH:
                codes[value] |= np.uint64(1) << (word >> np.uint64(58))


@compiled(f"void({BYTES}, {PLACES}, uint64[::1], int64, int64)")
def _digits(data, offsets, out, first, last):  # type: ignore[no-untyped-def]
    # A hash of the digits of each value, one after the other; 0 without any.
    for value in range(first, last):
        digits = np.uint64(0)
        for at in range(offsets[value], offsets[value + 1]):
            if 48 <= data[at] <= 57:
                digits = _mixed(digits, data[at])
        out[value] = digits


class _Numbers:
    """Which texts of a field have other numbers: one bit for each number and each model number in a text."""

    def __init__(self, field: FieldValues) -> None:
        n = len(field.values)
        self._numbers, self._codes = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
        given = *field.buffers, self._numbers, self._codes
        spread(n, lambda first, last: _marks(*given, first, last), size=field.values.nbytes)

    def differ(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """bool (n,): each has a number that the other has not, and they share no model number."""
        one, other = self._numbers[a], self._numbers[b]
        apart: np.ndarray = ((one & ~other) != 0) & ((other & ~one) != 0)
        return apart & ((self._codes[a] & self._codes[b]) == 0)


def codes_in_one_word(field: FieldValues) -> np.ndarray:
    """uint32 (any,): hashes of the words of a field that are codes, ascending, each once."""
    data, offsets = field.buffers
    pieces = np.linspace(0, len(field.values), (os.cpu_count() or 1) + 1).astype(np.int64)

    def codes(piece: int) -> np.ndarray:
        first, last = int(pieces[piece]), int(pieces[piece + 1])
        room = np.empty((int(offsets[last] - offsets[first]) + last - first) // 2 + 1, np.uint32)
        return sorted_unique(room[: _codes_of(data, offsets, room, first, last)])

    return sorted_unique(np.concatenate(list(side_by_side(codes, range(len(pieces) - 1)))))


class Taken(NamedTuple):
    """Texts taken apart.

    Attributes:
        tokens: uint32: those of one text after those of another, with room between.
        starts: int64 (n + 1,): where the room of each begins.
        ends: int64 (n,): where its tokens end.
        sums: float64 (n,): what its tokens weigh together.
    """

    tokens: np.ndarray
    starts: np.ndarray
    ends: np.ndarray
    sums: np.ndarray


class _Tokens:
    """The tokens of one kind in a field: how rare each is.

    Args:
        field: A field of texts.
        letters: Three letters at a time, else words.
    """

    def __init__(self, field: FieldValues, letters: bool) -> None:
        self.field, self.letters = field, letters
        n = len(field.values)
        bits = min(MOST_BITS, max(LEAST_BITS, n.bit_length() + 3))
        self.mask = np.uint64((1 << bits) - 1)
        data, offsets = field.buffers
        records = field.counts.astype(np.int64)
        # In the name of a firm words with digits are parts of an address.
        with_codes = not letters and field.role in (Role.TITLE, Role.TEXT)
        self.joined = codes_in_one_word(field) if with_codes else np.empty(0, np.uint32)
        # Letters are counted in some texts from all over the alphabet.
        step = 1 if not letters else max(1, n // ENOUGH_TEXTS)
        pieces = np.linspace(0, len(range(0, n, step)), (os.cpu_count() or 1) + 1).astype(np.int64)

        def count(piece: int) -> tuple[np.ndarray, np.ndarray]:
            counts, is_code = np.zeros(1 << bits, np.int64), np.zeros(1 << bits, bool)
            ends = pieces[piece], pieces[piece + 1]
            _count(data, offsets, letters, self.joined, records, counts, is_code, self.mask, step, *ends)
            return counts, is_code

        counted = list(side_by_side(count, range(len(pieces) - 1)))
        counts = sum(found for found, _ in counted)
        weights = 1 + np.log(max(1.0, float(records[::step].sum())) / np.maximum(counts, 1))
        if with_codes:
            weights[np.logical_or.reduce([codes for _, codes in counted])] *= CODE_FACTOR
        self.squares = (weights**2).astype(np.float32)

    def alike(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """float32 (n_pairs,): 0 to 1, for pairs of values, int32."""
        if self._all_are_kept and ONE_IN * len(a) >= len(self.field.values):
            taken, x, y = self._all, a, b
        else:
            values, places = np.unique(np.concatenate([a, b]), return_inverse=True)
            taken = self._apart(values.astype(np.int32))
            x, y = (np.ascontiguousarray(side, np.int32) for side in (places[: len(a)], places[len(a) :]))
        out = np.zeros(len(a), np.float32)
        spread(len(a), lambda first, last: _alike(*taken, self.squares, self.mask, x, y, out, first, last))
        return out

    @property
    def _all_are_kept(self) -> bool:
        return int(self.field.buffers[1][-1]) <= KEPT_BYTES

    @cached_property
    def _all(self) -> Taken:
        return self._apart(np.arange(len(self.field.values), dtype=np.int32))

    @cached_property
    def _n_words(self) -> np.ndarray:
        return count_words(self.field)

    def forget(self) -> None:
        """Let go of the tokens of all texts, which take much room."""
        self.__dict__.pop("_all", None)

    def _apart(self, values: np.ndarray) -> Taken:
        data, offsets = self.field.buffers
        room = offsets[values + 1] - offsets[values] if self.letters else self._n_words[values]
        starts = np.concatenate([[0], np.cumsum(room, dtype=np.int64)])
        made = Taken(np.empty(int(starts[-1]), np.uint32), starts, starts[:-1].copy(), np.zeros(len(values)))
        about = data, offsets, self.letters, self.joined, values, starts, self.squares, self.mask
        spread(
            len(values),
            lambda first, last: _tokens_of(*about, made.tokens, made.ends, made.sums, first, last),
            chunk=20_000,
            size=int(starts[-1]),
        )
        return made


class TextLikeness:
    """How alike the texts of one field are."""

    def __init__(self, field: FieldValues) -> None:
        self._field, self._are_sites = field, are_sites(field)
        self._spelling = Spelling(field)
        self._words, self._letters = _Tokens(field, letters=False), _Tokens(field, letters=True)
        self._digits = np.empty(len(field.values), np.uint64)
        given = *field.buffers, self._digits
        spread(len(self._digits), lambda first, last: _digits(*given, first, last), size=field.values.nbytes)
        # Numbers in descriptions and beside firms are sizes, dates and addresses, told in many ways.
        self._numbers = _Numbers(field) if field.role is Role.TITLE else None

    def of(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """float32 (n,): 0 to 1, the mean of words and letters; or how alike they are spelt, if that is more (but see `sites`).

        Args:
            a: int32 (n,), numbers of distinct values.
            b: int32 (n,).
        """
        a, b = (np.ascontiguousarray(side, np.int32) for side in (a, b))
        if self._are_sites:
            return np.maximum(self._words.alike(a, b), slips(self._field, a, b))
        shared = (self._words.alike(a, b) + self._letters.alike(a, b)) / np.float32(2)
        # Other digits are no slip of the pen but another model, size or part.
        alike = self._digits[a] == self._digits[b]
        same_digits = np.flatnonzero(alike)
        shared[same_digits] = np.maximum(shared[same_digits], self._spelling.alike(a[same_digits], b[same_digits]))
        if self._numbers is not None:
            shared[~alike & self._numbers.differ(a, b)] -= np.float32(OTHER_NUMBERS)
        return np.maximum(shared, 0)

    def forget(self) -> None:
        """Let go of what only serves to compare many pairs."""
        self._words.forget()
        self._letters.forget()
        self._spelling.forget()
