"""Engine: of pairs of a kind that may be two customers, how many are one: as known beforehand, and as numbers tell.

Where no numbers tell, their count does: see `at_most`.
"""

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


CALLED_OTHERWISE = 0.1
"""Of ten doubles in a list one at most is called by other words that are usual there; the rest have the same name, or one
with a slip, a short form or more to say."""


def at_most(known: float, alike: int, pairs: int, otherwise: float = CALLED_OTHERWISE) -> float:
    """The share of these pairs that are one where they are many: no list has more doubles by another name than by the same.

    In a hospital with thirty clinics, or a shop with shirts in five sizes, every two share all but a word of their names.
    So many pairs cannot be doubles if hardly any two are called the same.

    Args:
        known: The share as known beforehand.
        alike: Pairs that nothing in their names tells apart.
        pairs: Pairs whose names tell of two.
        otherwise: Doubles by another name for each by the same.
    """
    return min(known, otherwise * (alike + KNOWN) / max(pairs, 1))
