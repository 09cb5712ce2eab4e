"""Engine: how far apart two records are in the check column: days, a number's difference, or unlikeness of texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from entityres.candidates.bucketing import pair_codes, split_codes
from entityres.records.fields import CheckValues
from entityres.scoring.scored_pairs import ScoredPairs

CHUNK = 100_000


def check_distances(check: CheckValues, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """float32 (n,): distance of each pair, NaN where a value is missing.

    Dates and numbers by their difference; texts from 0 (the same) to 1 (no letter in common in order), each different
    pair of texts measured once.

    Args:
        check: The check column.
        left: int32 (n,) records.
        right: int32 (n,) records.
    """
    one, two = check.values[left], check.values[right]
    if check.texts is None:
        return np.abs(one - two).astype(np.float32)
    out = np.where(np.isnan(one) | np.isnan(two), np.nan, 0.0).astype(np.float32)
    differ = np.flatnonzero((one != two) & ~np.isnan(out))
    if not len(differ):
        return out
    a, b = one[differ].astype(np.int32), two[differ].astype(np.int32)
    pairs, back = np.unique(pair_codes(np.minimum(a, b), np.maximum(a, b)), return_inverse=True)
    low, high = split_codes(pairs)
    texts = check.texts.to_numpy(zero_copy_only=False)
    out[differ] = _unlikeness(texts[low], texts[high])[back]
    return out


def with_text_distances(scored: ScoredPairs, check: CheckValues, left: np.ndarray, right: np.ndarray) -> ScoredPairs:
    """The same pairs with distances of a check column that holds texts.

    Args:
        scored: Scored pairs.
        check: The check column.
        left: int32, records of random pairs.
        right: int32, the others.
    """
    distance = check_distances(check, scored.pairs.left, scored.pairs.right)
    return replace(scored, check_distance=distance, random_check_distance=check_distances(check, left, right))


def _unlikeness(one: np.ndarray, two: np.ndarray) -> np.ndarray:
    """float32: 1 minus the similarity of each two texts (insertions and deletions), in chunks."""
    from rapidfuzz.distance import Indel
    from rapidfuzz.process import cpdist

    made = np.empty(len(one), np.float32)
    for first in range(0, len(one), CHUNK):
        part = slice(first, first + CHUNK)
        made[part] = cpdist(one[part], two[part], scorer=Indel.normalized_distance, dtype=np.float32, workers=-1)
    return made
