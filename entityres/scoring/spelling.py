"""Engine: how alike two texts are spelt, where they may be one text with slips of the pen.

A short text with one slip has few words and letters left in common; there the spelling counts, also where a word was split or
two were joined, as in texts copied from print ("learn ing"). Most texts that are compared are far from that: they do not have
so many letters in common, in whatever order. That is seen on their bytes, and only the others are lined up letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import fuzz, process

from entityres.candidates.part_hashes import BREAK, count_words
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues

SPELT = 88
"""Per cent of letters in common from which two texts are one with slips of the pen."""

KINDS = 16
"""Letters are told apart by so many kinds; two of one kind look the same, which only means that a text is lined up in vain."""

LINED_UP = 500
"""Texts of more letters are not lined up: that takes time by the square of their length, and slips of the pen leave most words of
a long text as they were."""

ALL = np.uint8(255)
"""So many letters of a kind or more are counted as so many: a text with more of them seems the less far from another."""


@compiled(f"void({BYTES}, {PLACES}, uint8[:,::1], int32[::1], int64, int64)")
def _letters(data, offsets, kinds, lengths, first, last):  # type: ignore[no-untyped-def]
    # How many letters of each kind a value has, told by their last byte, and how long it is, with its blanks.
    for value in range(first, last):
        end = offsets[value + 1]
        for at in range(offsets[value], end):
            if data[at] > BREAK and at + 1 < end and (data[at + 1] & 0xC0) == 0x80:
                continue
            lengths[value] += 1
            kind = data[at] & (KINDS - 1)
            if data[at] > BREAK and kinds[value, kind] < ALL:
                kinds[value, kind] += 1


@compiled(f"void(uint8[:,::1], int32[::1], {CODES}, {CODES}, boolean[::1], int64, int64)")
def _may_be_slips(kinds, lengths, a, b, out, first, last):  # type: ignore[no-untyped-def]
    # Letters that one text has more of than the other must be put in or taken out, whatever their order.
    for pair in range(first, last):
        one, other = a[pair], b[pair]
        apart = np.int32(0)
        for kind in range(KINDS):
            apart += abs(np.int32(kinds[one, kind]) - np.int32(kinds[other, kind]))
        short = max(lengths[one], lengths[other]) <= LINED_UP
        out[pair] = short and 100 * apart <= (100 - SPELT) * (lengths[one] + lengths[other])


def _ratio(scorer: Callable[..., float], one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """float32 (n,): how alike texts are spelt, 0 to 1; 0 where that is too little to be slips of the pen."""
    ratio = process.cpdist(one, other, scorer=scorer, dtype=np.float32, workers=-1, score_cutoff=SPELT)
    return np.asarray(ratio) / np.float32(100)


def _run_together(texts: pa.Array) -> np.ndarray:
    """object (n,): texts without blanks between words; numbers stay apart."""
    # A word of one letter is the end of one match and cannot begin the next: the second pass takes what is left.
    for _ in range(2):
        texts = pc.replace_substring_regex(texts, "([^0-9 ]) ([^0-9 ])", r"\1\2")
    made: np.ndarray = texts.to_numpy(zero_copy_only=False)
    return made


class Spelling:
    """How alike the texts of one field are spelt."""

    def __init__(self, field: FieldValues) -> None:
        self._field = field

    def alike(self, a: np.ndarray, b: np.ndarray) -> np.ndarray:
        """float32 (n,): share of letters in common, the words sorted or run together; 0 for what is spelt too differently.

        Args:
            a: int32 (n,), numbers of distinct values.
            b: int32 (n,).
        """
        near = np.empty(len(a), bool)
        spread(len(a), lambda first, last: _may_be_slips(*self._seen, a, b, near, first, last))
        places = np.flatnonzero(near)
        a, b = a[places], b[places]
        spelt = _ratio(fuzz.token_sort_ratio, self._field.texts_at(a), self._field.texts_at(b))
        # A word that was split, or two that were joined, leave another number of words.
        split = np.flatnonzero(self._n_words[a] != self._n_words[b])
        together = _ratio(fuzz.ratio, *(_run_together(self._field.values.take(side[split])) for side in (a, b)))
        spelt[split] = np.maximum(spelt[split], together)
        out = np.zeros(len(near), np.float32)
        out[places] = spelt
        return out

    def forget(self) -> None:
        """Let go of what only serves to compare many pairs."""
        self.__dict__.pop("_seen", None)

    @cached_property
    def _seen(self) -> tuple[np.ndarray, np.ndarray]:
        """Letters of each value by kind, uint8 (n_distinct, KINDS), and its length, int32 (n_distinct,)."""
        n = len(self._field.values)
        kinds, lengths = np.zeros((n, KINDS), np.uint8), np.zeros(n, np.int32)
        given = *self._field.buffers, kinds, lengths
        spread(n, lambda first, last: _letters(*given, first, last), size=self._field.values.nbytes)
        return kinds, lengths

    @cached_property
    def _n_words(self) -> np.ndarray:
        return count_words(self._field)
