"""Engine: how much of two texts is the same words, rare words counting more (TF-IDF cosine; Salton & Buckley 1988)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.part_hashes import BREAK, value_words
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues
from entityres.records.roles import Role


@dataclass(frozen=True)
class WordWeights:
    """Words of each distinct value with weights of unit length.

    Attributes:
        starts: int64 (n_distinct + 1,).
        words: int32 (n_words,): word numbers, ascending within a value.
        weights: float32 (n_words,).
    """

    starts: np.ndarray
    words: np.ndarray
    weights: np.ndarray


CODE_FACTOR = 2.5
"""How much more a word with digits in it counts, such as a model number or a postcode: it names one thing, other words
describe many."""

CODE_LENGTH = 4
"""Shorter words with digits are sizes and counts."""


@compiled(f"void({BYTES}, {PLACES}, {PLACES}, boolean[::1], int64, int64)")
def _mark_codes(data, offsets, starts, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        at = starts[value]
        length = 0
        digits = 0
        for i in range(offsets[value], offsets[value + 1] + 1):
            if i < offsets[value + 1] and data[i] > BREAK:
                length += 1
                digits += 48 <= data[i] <= 57
            elif length > 0:
                out[at] = digits > 0 and length >= CODE_LENGTH
                at += 1
                length = 0
                digits = 0


def weigh_words(field: FieldValues) -> WordWeights:
    """Weights 1 + log(n / records with the word), normed to length 1 for each value; a word counts once in a value.

    In titles and texts words with digits in them count more (in the name of a firm they are parts of an address).
    """
    starts, hashes = value_words(field)
    data, offsets = field.buffers
    codes = np.zeros(len(hashes), bool)
    if field.role in (Role.TITLE, Role.TEXT):
        spread(len(field.values), lambda first, last: _mark_codes(data, offsets, starts, codes, first, last))
    _, words = np.unique(hashes, return_inverse=True)
    value = np.repeat(np.arange(len(field.values)), np.diff(starts))
    order = np.lexsort((words, value))
    value, words, codes = value[order], words[order], codes[order]
    if len(words):
        new = np.concatenate([[True], (value[1:] != value[:-1]) | (words[1:] != words[:-1])])
        value, words, codes = value[new], words[new], codes[new]
    records = np.bincount(words, weights=field.counts[value])
    total = max(1.0, float(field.counts.sum()))
    weights = (1 + np.log(total / np.maximum(records, 1)))[words] if len(words) else np.empty(0)
    weights = weights * np.where(codes, CODE_FACTOR, 1.0)
    length = np.sqrt(np.bincount(value, weights=weights**2, minlength=len(field.values)))
    weights = weights / length[value] if len(words) else weights
    bounds = np.concatenate([[0], np.cumsum(np.bincount(value, minlength=len(field.values)))]).astype(np.int64)
    return WordWeights(bounds, words.astype(np.int32), weights.astype(np.float32))


@compiled(f"void(int64[::1], int32[::1], float32[::1], {CODES}, {CODES}, float32[::1], int64, int64)")
def _cosine(starts, words, weights, a, b, out, first, last):  # type: ignore[no-untyped-def]
    for p in range(first, last):
        i, j = starts[a[p]], starts[b[p]]
        end_i, end_j = starts[a[p] + 1], starts[b[p] + 1]
        total = np.float32(0)
        while i < end_i and j < end_j:
            if words[i] == words[j]:
                total += weights[i] * weights[j]
                i += 1
                j += 1
            elif words[i] < words[j]:
                i += 1
            else:
                j += 1
        out[p] = total


def shared_words(weights: WordWeights, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """float32 (n,): cosine of pairs of distinct values, 0 to 1."""
    out = np.zeros(len(a), np.float32)
    spread(len(a), lambda first, last: _cosine(weights.starts, weights.words, weights.weights, a, b, out, first, last))
    return out
