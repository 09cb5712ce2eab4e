"""Engine: some of the words of a column, found in one pass over its texts: enough to tell how many records share words.

Words are told apart by a hash that takes eight letters at a time, and of very many only those are kept whose hash ends in
some zero bits: which these are the other columns and the order of the rows do not change.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from entityres.candidates.drawn_records import bits_to_draw, count_drawn, letters_of
from entityres.candidates.keys import PartKind
from entityres.candidates.part_hashes import BREAK, ITEM_BREAK
from entityres.candidates.tallies import mask_of
from entityres.records.coding import BYTES, PLACES
from entityres.records.compiled import compiled, side_by_side
from entityres.records.fields import FieldValues
from entityres.records.memory import eight_bytes, lowest_byte

SOON_READ = 24_000_000
"""Letters that are read for words in some 20 ms."""

MANY_LETTERS = 10_000_000
"""Of texts with more letters than this one word in two is kept, of twice as many one in four, and so on."""

FEWEST_AT_A_TIME, AT_A_TIME = 5_000, 50_000
"""Values in a piece of the texts."""


@dataclass(frozen=True)
class SomeWords:
    """Words, or items of a set, of each distinct value of a field.

    Attributes:
        starts: int64 (n_distinct + 1,): words of value v are hashes[starts[v] : starts[v + 1]].
        hashes: uint64, none 0; one word of 2^bits is there.
        bits: Zero bits that they end in.
        counts: uint32 (n_distinct,): records that hold each value, of those that were drawn.
        drawn_bits: One record of 2^drawn_bits was drawn.
    """

    starts: np.ndarray
    hashes: np.ndarray
    bits: int
    counts: np.ndarray
    drawn_bits: int


@compiled()
def _mixed(h, word):  # type: ignore[no-untyped-def]
    h = np.uint64((h ^ word) * np.uint64(0x9E3779B97F4A7C15))
    return np.uint64(h ^ (h >> np.uint64(29)))


@compiled(f"uint64[::1]({BYTES}, {PLACES}, uint32[::1], uint64, uint64, int64[::1], int64, int64)")
def _words_of(data, offsets, counts, up_to, mask, n_words, first, last):  # type: ignore[no-untyped-def]
    # Eight bytes at a time: a branch for each letter would often be guessed wrong. A byte up to `up_to` ends a word: where such
    # a byte is, what is one less borrows its highest bit. What is left of a word, maybe nothing, is mixed in at its end.
    each, highest = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
    above, one, none = np.uint64(each * (up_to + np.uint64(1))), np.uint64(1), np.uint64(0)
    out, n = np.empty((offsets[last] - offsets[first]) // 2 + last - first, np.uint64), 0
    safe = len(data) - 8
    for value in range(first, last):
        at, end, before, h = offsets[value], offsets[value + 1], n, none
        if counts[value] == 0:
            at = end
        while at < end:
            word = none
            if at <= safe:
                word = eight_bytes(data, at)
            else:
                for i in range(at, end):
                    word |= np.uint64(data[i]) << np.uint64((i - at) << 3)
            ends = (word - above) & ~word & highest
            size = end - at
            if ends != none:
                size = min(size, lowest_byte(ends))
            elif size >= 8:
                h = _mixed(h, word)
                at += 8
                continue
            h = _mixed(h, word & ((one << np.uint64(size << 3)) - one))
            at += size + 1
            if h != none and (h & mask) == none:
                out[n] = h
                n += 1
            h = none
        h = _mixed(h, none)
        if h != none and (h & mask) == none:
            out[n] = h
            n += 1
        n_words[value] = n - before
    return out[:n].copy()


@compiled("uint64[::1](int64[::1], uint64[::1], uint32[::1], uint64, int64[::1], int64, int64)")
def _taken_of(starts, hashes, counts, mask, n_words, first, last):  # type: ignore[no-untyped-def]
    out, n = np.empty(starts[last] - starts[first], np.uint64), 0
    for value in range(first, last):
        before = n
        if counts[value] > 0:
            for at in range(starts[value], starts[value + 1]):
                if (hashes[at] & mask) == 0:
                    out[n] = hashes[at]
                    n += 1
        n_words[value] = n - before
    return out[:n].copy()


def bits_for(fields: Sequence[FieldValues]) -> tuple[int, int]:
    """One of how many words (2^bits) of these fields is kept, and one of how many records (2^bits) is read for it."""
    letters = sum(letters_of(field) for field in fields)
    drawn_bits = bits_to_draw(letters, SOON_READ)
    return ((letters >> drawn_bits) // MANY_LETTERS).bit_length(), drawn_bits


def some_words(field: FieldValues, kind: PartKind, bits: int, drawn_bits: int) -> SomeWords:
    """The words of a field's values, or its items where rare ones of these are asked for; some of them, see `bits_for`."""
    data, offsets = field.buffers
    counts = count_drawn(field, drawn_bits)
    given = (data, offsets, counts, np.uint64(ITEM_BREAK if kind == PartKind.RARE_ITEMS else BREAK), mask_of(bits))
    return SomeWords(*_in_pieces(len(field.values), partial(_words_of, *given)), bits, counts, drawn_bits)


def fewer_words(words: SomeWords, field: FieldValues, bits: int, drawn_bits: int) -> SomeWords | None:
    """What `some_words` gives of a field whose words are there already; None where more of them, or of its records, are asked.

    They need not be read for it.
    """
    if words.bits > bits or words.drawn_bits > drawn_bits:
        return None
    counts = count_drawn(field, drawn_bits)
    given = (words.starts, words.hashes, counts, mask_of(bits))
    return SomeWords(*_in_pieces(len(field.values), partial(_taken_of, *given)), bits, counts, drawn_bits)


def _in_pieces(n_values: int, take: Callable[[np.ndarray, int, int], np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Starts and hashes of the words of all values, taken from some thousand values at a time."""
    starts = np.zeros(n_values + 1, np.int64)
    step = min(max(n_values // 8, FEWEST_AT_A_TIME), AT_A_TIME)
    pieces = [(first, min(first + step, n_values)) for first in range(0, n_values, step)]
    made = side_by_side(lambda piece: take(starts[1:], *piece), pieces)
    hashes = np.concatenate([np.empty(0, np.uint64), *made])
    return np.cumsum(starts, out=starts), hashes
