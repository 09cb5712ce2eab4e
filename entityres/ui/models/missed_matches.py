"""UI: how many matches a similarity key misses, alone and with all keys together, at other bands and rows.

Matches that the other keys found are a sample of all matches that does not depend on this key: the mean chance of their
similarities is the share that this key finds. Matches that this key found say in turn which share the others find. With
both shares the matches that nobody found follow as in capture and recapture, if the two find independently:

    n         matches found now
    p         share that this key finds           mean of 1-(1-s^r)^b over matches of other keys
    q         share that the others find          matches of this key that others found, too
    all       n / (1 - (1-p)(1-q))
    missed    all (1-p) by this key alone,  all (1-p)(1-q) by all keys together
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.keys import Bands
from entityres.candidates.scurve import chance

FEWEST = 30
STEPS = 1000


@dataclass(frozen=True)
class Missed:
    """Matches not found: by this key alone, by all keys together; the share that this key misses."""

    alone: float
    together: float
    share: float


class MissedMatches:
    """Matches of the last run, as one similarity key sees them.

    Args:
        jaccard: float32 (n_pairs,): similarity of each pair.
        masks: uint64 (n_pairs,): which keys proposed it.
        matches: bool (n_pairs,): pairs that count as matches.
        key: Bit of the similarity key.
        others: Bits of the other keys that are on.
    """

    def __init__(self, jaccard: np.ndarray, masks: np.ndarray, matches: np.ndarray, key: int, others: int) -> None:
        by_this = (masks & np.uint64(1 << key)) != 0
        by_others = (masks & np.uint64(others)) != 0
        self._matches = int(np.count_nonzero(matches & (by_this | by_others)))
        # As a fine histogram, so that a move of a slider costs the same for thirty matches and for a million.
        similar = np.asarray(jaccard, np.float64)[matches & by_others]
        self._counts = np.bincount(np.rint(similar * STEPS).astype(np.int64), minlength=STEPS + 1)[: STEPS + 1]
        both = int(np.count_nonzero(matches & by_this & by_others))
        mine = int(np.count_nonzero(matches & by_this))
        self._others_find = both / mine if mine else 0.0

    def at(self, now: Bands, then: Bands) -> Missed | None:
        """What these bands miss.

        Args:
            now: The bands that the last run used.
            then: Other bands.

        Returns:
            None when too few matches are known.
        """
        if self._counts.sum() < FEWEST:
            return None
        q = self._others_find
        p_now, p = self._found(now), self._found(then)
        everything = self._matches / max(1 - (1 - p_now) * (1 - q), 1e-9)
        return Missed(everything * (1 - p), everything * (1 - p) * (1 - q), 1 - p)

    def _found(self, bands: Bands) -> float:
        """Mean chance of the matches that other keys found."""
        return float(np.average(chance(np.arange(STEPS + 1) / STEPS, bands.b, bands.r), weights=self._counts))
