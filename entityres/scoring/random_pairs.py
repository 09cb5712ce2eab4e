"""Engine: random pairs of records, which stand for strangers: hardly any two of them are one customer.

They are drawn by the values of the records, so that a list scores alike in whatever order its rows stand.
"""

from __future__ import annotations

import numpy as np

from entityres.records.fields import CleanedRecords

RANDOM_PAIRS = 200_000
"""Enough to measure a chance of one in five thousand within a sixth."""


def random_pairs(
    cleaned: CleanedRecords, across_only: bool, seed: int, n: int = RANDOM_PAIRS
) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs of different records (of different lists where only those are compared): left < right, int32.

    Of a short list all pairs are taken, each twice: as often as it would be drawn.
    """
    total = len(cleaned)
    if total < 2:
        return np.empty(0, np.int32), np.empty(0, np.int32)
    if total * (total - 1) <= n:
        left, right = (np.repeat(side.astype(np.int32), 2) for side in np.triu_indices(total, 1))
    else:
        left, right = _drawn(cleaned, across_only, seed, n)
    fine = left != right
    if across_only:
        fine &= cleaned.list_of[left] != cleaned.list_of[right]
    left, right = left[fine], right[fine]
    return np.minimum(left, right), np.maximum(left, right)


def _drawn(cleaned: CleanedRecords, across_only: bool, seed: int, n: int) -> tuple[np.ndarray, np.ndarray]:
    """So many pairs, some of them of a record with itself; where only pairs across lists count, about so many of those."""
    total = len(cleaned)
    rng = np.random.Generator(np.random.PCG64([seed, 11]))
    if across_only:
        sizes = np.diff(cleaned.starts).astype(np.float64)
        n = min(int(n / max(1 - float(((sizes / total) ** 2).sum()), 0.1)), 4 * n)
    left, right = rng.integers(0, total, n, dtype=np.int32), rng.integers(0, total, n, dtype=np.int32)
    return cleaned.by_values[left], cleaned.by_values[right]
