"""Session: how often each bit is set in the marks of many pairs, in one look at them."""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled


def bit_counts(marks: np.ndarray, n_bits: int) -> list[int]:
    """How many of the marks have each of the first bits.

    Args:
        marks: uint32 or uint64 (n,).
        n_bits: How many bits are counted, 64 at most.

    Example:
        >>> bit_counts(np.array([1, 3, 4], np.uint32), 3)
        [2, 1, 1]
    """
    counts: list[int] = _counted(np.require(marks, requirements=("C", "W"))).tolist()[:n_bits]
    return counts


@compiled("int64[::1](uint32[::1])", "int64[::1](uint64[::1])")
def _counted(marks: np.ndarray) -> np.ndarray:
    counts = np.zeros(64, np.int64)
    for mark in marks:
        rest = np.uint64(mark)
        while rest:
            counts[_lowest(rest)] += 1
            rest &= rest - np.uint64(1)
    return counts


@compiled()
def _lowest(mark: np.uint64) -> int:
    """Place of the lowest bit that is set, by halves."""
    place = 0
    for step in (32, 16, 8, 4, 2, 1):
        if not mark & ((np.uint64(1) << np.uint64(step)) - np.uint64(1)):
            mark >>= np.uint64(step)
            place += step
    return place
