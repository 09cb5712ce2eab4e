"""Engine: what share of pairs is right, without labels (method.md §5).

By a check column that the score never saw: true pairs lie close there, strangers do not, and where a set of pairs lies
between the two ends tells how many of them are true. Without one, by the probabilities of the model itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from entityres.scoring.scored_pairs import ScoredPairs

ENOUGH_PAIRS = 30
Z = 1.96


@dataclass(frozen=True)
class Estimate:
    """A share with its 95 % interval.

    Attributes:
        value: 0 to 1; None when there is nothing to say.
        low: Lower end.
        high: Upper end.
        source: `check column`, `model` or "".
        warning: Why not to trust it, in one sentence, or "".
    """

    value: float | None
    low: float = 0.0
    high: float = 1.0
    source: str = ""
    warning: str = ""


def wilson(successes: float, n: float) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927); it does not collapse when all or none succeed."""
    if n <= 0:
        return 0.0, 1.0
    p = successes / n
    middle = p + Z * Z / (2 * n)
    spread = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return max(0.0, (middle - spread) / (1 + Z * Z / n)), min(1.0, (middle + spread) / (1 + Z * Z / n))


def share_by_lag(mean: float, chance: float, true: float) -> float:
    """Share of true pairs among pairs with this mean distance: (chance - mean) / (chance - true).

    The book: identical records are 10 days apart, chance pairs 45, so a mean lag x means (45 - x) / 35.
    """
    return (chance - mean) / (chance - true)


@dataclass(frozen=True)
class CheckEnds:
    """How near check values are.

    Attributes:
        within: The distance that counts as near.
        certain: Share of near pairs among pairs beyond doubt.
        by_chance: Share of near pairs among strangers.
        n_certain: Pairs beyond doubt.
    """

    within: float
    certain: float
    by_chance: float
    n_certain: int


def check_ends(scored: ScoredPairs) -> CheckEnds | None:
    """Both ends of the scale, measured on the data; None without a usable check column.

    Near means: as close as nine in ten of the pairs beyond doubt are.
    """
    if scored.check_distance is None or scored.random_check_distance is None:
        return None
    sure = (scored.score >= np.quantile(scored.score, 0.5)) & (scored.probability > 0.999) & (scored.guards == 0)
    distances = scored.check_distance[sure]
    distances = distances[~np.isnan(distances)]
    strangers = scored.random_check_distance[~np.isnan(scored.random_check_distance)]
    if len(distances) < ENOUGH_PAIRS or len(strangers) < ENOUGH_PAIRS:
        return None
    within = float(np.quantile(distances, 0.9))
    return CheckEnds(within, float((distances <= within).mean()), float((strangers <= within).mean()), len(distances))


def share_correct(scored: ScoredPairs, mask: np.ndarray) -> Estimate:
    """Share of true pairs among these pairs.

    Args:
        scored: Scored pairs.
        mask: bool (n_pairs,).
    """
    n = int(np.count_nonzero(mask))
    if scored.check_distance is None:
        return _by_model(scored, mask, n)
    ends = check_ends(scored)
    if ends is None:
        return Estimate(None, warning="There are not enough pairs beyond doubt to measure the check column.")
    distances = scored.check_distance[mask]
    filled = distances[~np.isnan(distances)]
    if len(filled) < ENOUGH_PAIRS:
        return Estimate(None, source="check column", warning="not enough pairs")
    near = float((filled <= ends.within).sum())
    scale = ends.certain - ends.by_chance
    warning = ""
    if scale < 0.3:
        return Estimate(None, source="check column", warning="The check column barely tells true pairs from strangers.")
    if len(filled) < 0.5 * n:
        warning = "The check column is mostly empty."
    low, high = (float(np.clip((end - ends.by_chance) / scale, 0, 1)) for end in wilson(near, len(filled)))
    value = (near / len(filled) - ends.by_chance) / scale
    if (value > 1 and value - 1 > high - low + 0.05) or (value < 0 and -value > high - low + 0.05):
        warning = "The check column does not behave as expected."
    return Estimate(float(np.clip(value, 0, 1)), low, high, "check column", warning)


def _by_model(scored: ScoredPairs, mask: np.ndarray, n: int) -> Estimate:
    if n < ENOUGH_PAIRS:
        return Estimate(None, source="model", warning="not enough pairs")
    probability = scored.probability[mask]
    value = float(probability.mean())
    low, high = wilson(value * n, n)
    return Estimate(value, low, high, "model", "")


def expected_matches(scored: ScoredPairs, mask: np.ndarray) -> float:
    """Expected number of true pairs among these pairs, by the model's probabilities."""
    return float(scored.probability[mask].sum())
