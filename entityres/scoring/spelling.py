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

KINDS = 32
"""Letters are told apart by so many kinds; two of one kind look the same, which only means that a text is lined up in vain."""


@compiled("boolean(Array(uint8, 1, 'C', readonly=True), int64, int64, int64, int64, int32[::1])")
def _may_be_slips(data, begin, end, other_begin, other_end, surplus):  # type: ignore[no-untyped-def]
    # Letters that one text has more of than the other must be put in or taken out, whatever their order. The last byte of a
    # letter tells its kind. Blanks count for the length only.
    surplus[:] = 0
    letters, words = 0, 0
    for side in range(2):
        first, past = (begin, end) if side == 0 else (other_begin, other_end)
        step = 1 if side == 0 else -1
        for at in range(first, past):
            if data[at] <= BREAK:
                words += 1
            elif at + 1 == past or (data[at + 1] & 0xC0) != 0x80:
                surplus[data[at] & (KINDS - 1)] += step
                letters += 1
    apart = 0
    for kind in range(KINDS):
        apart += abs(surplus[kind])
    return 100 * apart <= (100 - SPELT) * (letters + words)


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, boolean[::1], int64, int64)")
def _may_be(data, offsets, a, b, out, first, last):  # type: ignore[no-untyped-def]
    surplus = np.empty(KINDS, np.int32)
    for pair in range(first, last):
        one, other = a[pair], b[pair]
        out[pair] = _may_be_slips(data, offsets[one], offsets[one + 1], offsets[other], offsets[other + 1], surplus)


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
        spread(len(a), lambda first, last: _may_be(*self._field.buffers, a, b, near, first, last))
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

    @cached_property
    def _n_words(self) -> np.ndarray:
        return count_words(self._field)
