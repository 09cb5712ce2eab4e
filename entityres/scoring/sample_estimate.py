"""Engine: what a sample that a person looked through says about all pairs it was drawn from.

Pairs are drawn at random, each alike, none twice, and shown in random order: so whatever was answered so far is itself a
random sample, and one may stop at any pair. The interval is Wilson's, narrowed by the share of the pairs that was looked
at (finite population; Cochran 1977): who has seen all pairs knows. Pairs that a person was unsure about may be either: the
lower end counts them as wrong, the upper end as right.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.scoring.estimating import wilson


@dataclass(frozen=True)
class SampleEstimate:
    """Share of true pairs.

    Attributes:
        share: Of the pairs that were answered with match or not; None when there are none.
        low: Lower end of the 95 % interval.
        high: Upper end.
        right_in_all: True pairs among all that the sample was drawn from.
        fewest: Lower end of that.
        most: Upper end of that.
    """

    share: float | None
    low: float
    high: float
    right_in_all: int
    fewest: int
    most: int


def draw(pairs: np.ndarray, n: int, seed: int | list[int]) -> np.ndarray:
    """At most n of these pairs, each alike, none twice, in random order."""
    return np.random.default_rng(seed).choice(pairs, min(n, len(pairs)), replace=False)


def sample_estimate(right: int, wrong: int, unsure: int, population: int) -> SampleEstimate:
    """What the answers to a sample say.

    Args:
        right: Pairs that are a match.
        wrong: Pairs that are not.
        unsure: Pairs of which the person does not know.
        population: Pairs that the sample was drawn from.
    """
    n = right + wrong + unsure
    share = right / (right + wrong) if right + wrong else None
    low, high = _interval(right, n, population)[0], _interval(right + unsure, n, population)[1]
    middle = share if share is not None else (low + high) / 2
    # What was seen is known: no fewer are true than were seen to be, and no more than were not seen to be wrong.
    fewest, in_all, most = (
        int(np.clip(round(one * population), right, population - wrong)) for one in (low, middle, high)
    )
    return SampleEstimate(share, low, high, in_all, fewest, most)


def _interval(right: int, n: int, population: int) -> tuple[float, float]:
    """Wilson's interval for a sample without replacement."""
    if n >= population:
        return (right / n, right / n) if n else (0.0, 1.0)
    worth = n * (population - 1) / (population - n)
    return wilson(right / n * worth if n else 0.0, worth)
