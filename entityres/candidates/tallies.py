"""Engine: entries tallied by a hash in a small table, so that the sizes of all buckets are known but for chance collisions.

Those are taken off: how many pairs meet by chance in a table of so many slots is known. Of very many buckets some tell enough,
and their table stays near the core.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from entityres.records.compiled import compiled, side_by_side

FEWEST_BITS, MOST_BITS = 12, 24

ENOUGH = 200_000
"""So many entries tell enough; a table of so many slots stays near the core."""


@compiled()
def slot_of(h, shift):  # type: ignore[no-untyped-def]
    """The slot of a hash: a piece of kernels."""
    return np.int64(np.uint64(h * np.uint64(0x9E3779B97F4A7C15)) >> shift)


@compiled("float64(uint32[::1], float64)")
def pairs_of(table, most):  # type: ignore[no-untyped-def]
    """Pairs of the slots of at most so many entries, a fraction standing for some of the next size; without chance pairs."""
    pairs, entries, squares = 0.0, 0.0, 0.0
    for n in table:
        if 0 < n < most + 1:
            share = min(most + 1 - n, 1.0)
            pairs += share * (n * (n - 1.0) / 2)
            entries += share * n
            squares += share * (np.float64(n) * n)
    return max(pairs - max(entries * entries - squares, 0.0) / (2.0 * len(table)), 0.0)


@compiled("Tuple((float64, float64))(uint32[::1], float64)")
def _spreads(table, most):  # type: ignore[no-untyped-def]
    # Squared pairs of the slots: how far off it is to see only some of them. And of pairs of drawn records the variance, where
    # each bucket has about as many of them as it seems.
    squares, thinned = 0.0, 0.0
    for n in table:
        if 1 < n < most + 1:
            pairs = n * (n - 1.0) / 2
            squares += pairs * pairs
            thinned += pairs * (2.0 * n - 3)
    return squares, thinned


def among_drawn(size: int, drawn_bits: int) -> float:
    """So many drawn records has a bucket of this size: one of those of a pair, and of the others one in 2^drawn_bits."""
    return 1 + (size - 1) / (1 << drawn_bits)


def told_by(table: np.ndarray, size: int, some: int = 1, drawn_bits: int = 0) -> tuple[float, float]:
    """Pairs of the buckets of at most so many records, and the variance of that.

    Args:
        table: uint32 (n_slots,): entries of each bucket.
        size: Records in a bucket, at most.
        some: The table has one in so many buckets.
        drawn_bits: The records in it are one in two to this power.
    """
    most, of_drawn = among_drawn(size, drawn_bits), float(1 << 2 * drawn_bits)
    squares, thinned = _spreads(table, most)
    variance = of_drawn**2 * some * ((some - 1) * squares + (some * thinned if drawn_bits else 0.0))
    return some * of_drawn * float(pairs_of(table, most)), variance


def room_for(n: int) -> tuple[np.uint64, int]:
    """The shift that leaves enough bits of a hash for so many entries, and the slots."""
    bits = min(max(int(n).bit_length() + 1, FEWEST_BITS), MOST_BITS)
    return np.uint64(64 - bits), 1 << bits


def bits_of_some(n: int) -> int:
    """Of so many entries one of two to this power tells enough."""
    return min(max(n // ENOUGH, 1).bit_length() - 1, 3)


def mask_of(bits: int) -> np.uint64:
    """What a hash has in common with one of two to this power of all hashes."""
    return np.uint64((1 << bits) - 1)


def in_halves(n: int, slots: int, tally: Callable[[np.ndarray, int, int], None]) -> np.ndarray:
    """uint32 (slots,): a tally of n entries, each half in a table of its own at the same time."""

    def half(bounds: tuple[int, int]) -> np.ndarray:
        table = np.zeros(slots, np.uint32)
        tally(table, *bounds)
        return table

    one, other = side_by_side(half, [(0, n // 2), (n // 2, n)])
    one += other
    return one
