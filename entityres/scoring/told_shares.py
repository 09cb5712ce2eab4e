"""Engine: of pairs of a kind that may be two customers, how many are one: as known beforehand, and as numbers tell."""

from __future__ import annotations

import numpy as np

KNOWN = 20
"""Weight of what is known beforehand, counted in pairs that are told."""

MAY_BE_TWO = 0.75
"""Where fewer than three of four pairs of a kind are one customer, each is for a person to judge."""


def share_of_one(one: np.ndarray, two: np.ndarray, pairs: np.ndarray, known: float) -> float:
    """Share of these pairs that are one customer.

    Args:
        one: bool (n_pairs,): something tells that the two are one.
        two: bool (n_pairs,): it tells that they are two.
        pairs: bool (n_pairs,): those of the kind.
        known: The share as known beforehand.
    """
    alike, apart = (int(np.count_nonzero(told & pairs)) for told in (one, two))
    return share_of(alike, apart, known)


def share_of(alike: int, apart: int, known: float) -> float:
    """Share of cases that are one, of which so many are told to be one and two, as known beforehand without them."""
    return (alike + KNOWN * known) / (alike + apart + KNOWN)
