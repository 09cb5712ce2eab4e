"""Engine: sorted sets of pair codes: their union and what one has beyond another, on all cores.

The codes are spread over ranges of the left record, which are then sorted side by side. O(n log n) over all codes, 16 bytes
for each.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.progress import Progress
from entityres.records.compiled import compiled, side_by_side
from entityres.records.sorted_sets import sorted_unique

RANGES = 64
"""Ranges of the left record: enough that threads have about equal work and an unwanted answer stops soon."""

FEW = 200_000
"""So many codes are sorted at once."""


@compiled("void(uint64[::1], uint64, int64[::1])")
def _count_ranges(codes, width, sizes):  # type: ignore[no-untyped-def]
    for code in codes:
        sizes[np.int64(np.uint64(code >> np.uint64(32)) // width)] += 1


@compiled("void(uint64[::1], uint64, int64[::1], uint64[::1])")
def _spread_ranges(codes, width, free, out):  # type: ignore[no-untyped-def]
    for code in codes:
        part = np.int64(np.uint64(code >> np.uint64(32)) // width)
        out[free[part]] = code
        free[part] += 1


def sorted_union(parts: Sequence[np.ndarray], n_records: int, progress: Progress | None = None) -> np.ndarray:
    """The union of sets of pairs.

    Args:
        parts: Pair codes, uint64, in any order; a pair may stand in several parts.
        n_records: Codes name records below this number.
        progress: Asked between ranges whether to stop.

    Returns:
        uint64, sorted, each once.
    """
    total = sum(len(part) for part in parts)
    if total <= FEW:
        return sorted_unique(np.concatenate([*parts, np.empty(0, np.uint64)]))
    width = np.uint64(max(1, -(-n_records // RANGES)))
    sizes = np.zeros((len(parts), RANGES), np.int64)
    list(side_by_side(lambda i: _count_ranges(parts[i], width, sizes[i]), range(len(parts))))
    # Range by range, and in each the parts one after the other.
    ends = np.cumsum(sizes.T.ravel()).reshape(RANGES, len(parts))
    free = np.ascontiguousarray((ends - sizes.T).T)
    spread_out = np.empty(total, np.uint64)
    list(side_by_side(lambda i: _spread_ranges(parts[i], width, free[i], spread_out), range(len(parts))))
    bounds = np.concatenate([[0], ends[:, -1]])

    def one(i: int) -> np.ndarray:
        if progress is not None:
            progress.check()
        return sorted_unique(spread_out[bounds[i] : bounds[i + 1]])

    return np.concatenate(list(side_by_side(one, range(RANGES))))


@compiled("void(uint64[::1], uint64[::1], uint8[::1])")
def _mark_new(codes, known, new):  # type: ignore[no-untyped-def]
    j = 0
    for i in range(len(codes)):
        while j < len(known) and known[j] < codes[i]:
            j += 1
        new[i] = j == len(known) or known[j] != codes[i]


def beyond(codes: np.ndarray, known: np.ndarray) -> np.ndarray:
    """The codes that are not among the known ones; both uint64, sorted and unique, and so is the answer."""
    new = np.empty(len(codes), np.uint8)
    _mark_new(codes, known, new)
    return codes[new.view(bool)]
