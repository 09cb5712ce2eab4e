"""Engine: what bands and rows find and miss (method.md §4; *Mining of Massive Datasets*, ch. 3.4 and 3.6).

A pair of similarity s shares a bucket in at least one of b bands of r rows with probability 1 - (1 - s^r)^b.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

MAX_ROWS = 32
"""More rows in a band than this find nothing but near-equal records, which exact keys find cheaper."""


def chance(similarity: np.ndarray | float, b: int, r: int) -> np.ndarray:
    """Probability that a pair of this similarity becomes a candidate.

    Args:
        similarity: Any shape, 0 to 1.
        b: Bands.
        r: Rows in a band.
    """
    s = np.asarray(similarity, dtype=np.float64)
    # log1p and expm1 keep the digits where the chance is near 0 or 1.
    with np.errstate(divide="ignore"):
        return -np.expm1(b * np.log1p(-(s**r)))


def steepest(b: int, r: int) -> float:
    """The similarity at which the curve is about steepest: (1/b)^(1/r)."""
    return float((1 / b) ** (1 / r))


def all_of(r: int) -> Callable[[float], float]:
    """AND of r functions of a family: p → p^r."""
    return lambda p: p**r


def any_of(b: int) -> Callable[[float], float]:
    """OR of b functions of a family: p → 1 - (1 - p)^b."""
    return lambda p: 1 - (1 - p) ** b


@dataclass(frozen=True)
class Family:
    """A (d1, d2, p1, p2)-sensitive family: distance ≤ d1 collides with chance ≥ p1, distance ≥ d2 with chance ≤ p2."""

    d1: float
    d2: float
    p1: float
    p2: float

    def then(self, step: Callable[[float], float]) -> Family:
        """The family made from this one by `all_of` or `any_of`."""
        return Family(self.d1, self.d2, step(self.p1), step(self.p2))


def minhash_family(d1: float, d2: float) -> Family:
    """Minhash: Jaccard distance d collides with chance 1 - d."""
    return Family(d1, d2, 1 - d1, 1 - d2)


def bit_family(d1: float, d2: float, length: int) -> Family:
    """One bit of a vector: Hamming distance d collides with chance 1 - d / length."""
    return Family(d1, d2, 1 - d1 / length, 1 - d2 / length)


def bands_needed(similarity: float, miss: float, r: int) -> int:
    """The fewest bands of r rows that miss at most this share of pairs of this similarity."""
    agree = similarity**r
    if agree >= 1 or miss >= 1:
        return 1
    if agree <= 0 or miss <= 0:
        return 1 << 30
    # A hair is taken off so that an exact whole number is not rounded up.
    return max(1, math.ceil(math.log(miss) / math.log1p(-agree) - 1e-9))


@dataclass(frozen=True)
class Choice:
    """Bands and rows that keep a promise: hashes used, and the chance that a merely 30 % similar pair gets in."""

    b: int
    r: int
    hashes: int
    low_chance: float


def solve(similarity: float, miss: float, num_perm: int = 256) -> list[Choice]:
    """Bands and rows for "find pairs at least this similar, miss at most this share of them".

    For each r the fewest bands that keep the promise, as long as b·r hashes are there; the largest r comes first, since
    it does the least needless work, then the runner-up with fewer checks and more pairs.

    Args:
        similarity: 0 to 1.
        miss: 0 to 1.
        num_perm: Length of the stored signatures.

    Returns:
        The choices, best first; empty when none fits.
    """
    made = []
    for r in range(MAX_ROWS, 0, -1):
        b = bands_needed(similarity, miss, r)
        if b * r <= num_perm:
            made.append(Choice(b, r, b * r, float(chance(0.3, b, r))))
    return made


def promise(similarity: float, b: int, r: int) -> float:
    """Share of pairs of this similarity that these settings miss."""
    return float(1 - chance(similarity, b, r))
