"""Engine: the different pairs of values among many pairs of records, so that each is measured once."""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled


@compiled("int64(int32[::1], int32[::1], int32[::1], int32[::1], int32[::1], int32[::1])")
def _number(a, b, slots, low, high, number):  # type: ignore[no-untyped-def]
    # Open addressing: a slot holds the number of a pair, -1 while it is free.
    mask = np.uint64(len(slots) - 1)
    n = 0
    for i in range(len(a)):
        x, y = min(a[i], b[i]), max(a[i], b[i])
        h = np.uint64(np.uint64((np.uint64(x) << np.uint64(32)) | np.uint64(y)) * np.uint64(0x9E3779B97F4A7C15))
        slot = np.uint64(h ^ (h >> np.uint64(32))) & mask
        while slots[slot] >= 0 and (low[slots[slot]] != x or high[slots[slot]] != y):
            slot = (slot + np.uint64(1)) & mask
        if slots[slot] < 0:
            slots[slot] = n
            low[n], high[n] = x, y
            n += 1
        number[i] = slots[slot]
    return n


def distinct_pairs(a: np.ndarray, b: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Each pair of values once, whichever of the two stands first.

    Args:
        a: int32 (n,) values, none negative.
        b: int32 (n,).

    Returns:
        low and high, int32 (n_distinct,), in the order in which they are met; and int32 (n,), the place of each given pair
        among them. Costs 12 to 20 bytes a pair.
    """
    slots = np.full(1 << max(1, (2 * len(a) - 1).bit_length()), -1, np.int32)
    low, high, number = (np.empty(len(a), np.int32) for _ in range(3))
    n = _number(np.ascontiguousarray(a), np.ascontiguousarray(b), slots, low, high, number)
    return low[:n].copy(), high[:n].copy(), number
