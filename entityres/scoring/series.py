"""Engine: whether numbers that are nearly the same are slips of one number or neighbours in a series.

Articles of one maker are numbered one after the other, and are alike in the rest too: there a number that is one character
off tells two articles apart as much as it joins them. Among pairs that are alike in the rest it shows: where there are many
more of them than slips explain, they are neighbours.
"""

from __future__ import annotations

import numpy as np

KNOWN = 50
"""Weight of what is known beforehand (no series), counted in pairs."""


def neighbour_share(seen: np.ndarray, m: np.ndarray) -> float:
    """Share of strangers that are alike in the rest whose numbers are one character apart; 0 where slips explain them all.

    Args:
        seen: (4,): pairs that are alike in the rest at each level of numbers: the same, two characters swapped, one character
            apart, and different.
        m: float64 (4,): share of true pairs at each of these levels.
    """
    same, _, near, different = map(float, seen)
    # Who has the same number is hardly a stranger: so many true pairs have slips, or another number.
    near = max(near - same * m[2] / m[0], 0.0)
    different = max(different - same * m[3] / m[0], 0.0)
    return near / (near + different + KNOWN)


def with_neighbours(by_level: np.ndarray, seen: np.ndarray, m: np.ndarray) -> np.ndarray:
    """float64 (3,): weights of the levels after "same", "one character" no higher than neighbours in a series allow.

    Neighbours differ in a character; that two of them change places takes a slip.

    Args:
        by_level: The weights without that.
        seen: As for `neighbour_share`.
        m: As for `neighbour_share`.
    """
    share = neighbour_share(seen, m)
    if share <= 0:
        return by_level
    swapped, near, different = map(float, by_level)
    return np.array([swapped, max(min(near, float(np.log2(m[2] / share))), different), different])
