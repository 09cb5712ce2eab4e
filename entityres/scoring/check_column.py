"""Engine: what closeness in the check column means: how often true pairs are close there, and how often strangers are.

The two ends of the scale of method.md §5, measured on the list: "true" from pairs beyond doubt, "chance" from random
pairs. Close is a distance, so dates, numbers and texts are all judged alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.scoring.scored_pairs import FieldScores, ScoredPairs, probability_of, weight_of

ENOUGH_PAIRS = 30

LEAST_APART = 0.3
"""Difference of the two ends below which the column tells next to nothing."""

LOOKED_AT = 200_000
"""Pairs that are enough to see whether the column depends on a field."""

BEYOND_DOUBT = 0.999
BEYOND_HOPE = 0.01

NOTICED = 0.1
"""Difference of closeness, as a part of the scale, from which a column counts as related to a compared one."""

SURE_OF_IT = 4.0
"""Standard errors that such a difference must have, so that chance alone hardly ever makes one among many columns."""


@dataclass(frozen=True)
class CheckEnds:
    """How near check values are.

    Attributes:
        within: The distance that counts as near.
        certain: Share of near pairs among pairs beyond doubt.
        by_chance: Share of near pairs among strangers.
        n_certain: Pairs beyond doubt with both values.
        n_chance: Strangers with both values.
        drift: How much nearness differs between the better and the worse half of the pairs beyond doubt: true pairs of
            lower scores may lie a little further apart, and nobody knows by how much.
    """

    within: float
    certain: float
    by_chance: float
    n_certain: int
    n_chance: int = 1_000_000
    drift: float = 0.0

    @property
    def scale(self) -> float:
        """Length of the scale between the two ends."""
        return self.certain - self.by_chance


def beyond_doubt(scored: ScoredPairs) -> np.ndarray:
    """bool (n_pairs,): pairs that are true beyond doubt."""
    sure = (scored.score >= np.float32(weight_of(BEYOND_DOUBT))) & (scored.guards == 0)
    if len(sure):
        sure &= scored.score >= np.quantile(scored.score, 0.5)
    return sure


def check_ends(scored: ScoredPairs, within: float | None = None) -> CheckEnds | None:
    """Both ends of the scale, measured on the data; None without a usable check column.

    Args:
        scored: Scored pairs.
        within: The distance that counts as near; None takes the one that tells true pairs from strangers best.
    """
    if scored.check_distance is None or scored.random_check_distance is None:
        return None
    sure = np.flatnonzero(beyond_doubt(scored) & ~np.isnan(scored.check_distance))
    strangers = scored.random_check_distance[~np.isnan(scored.random_check_distance)]
    if len(sure) < ENOUGH_PAIRS or len(strangers) < ENOUGH_PAIRS:
        return None
    distances = scored.check_distance[sure]
    if within is None:
        within = _telling_distance(distances, strangers)
    near = distances <= within
    score = scored.score[sure]
    better = score >= np.median(score)
    drift = 0.0
    if min(np.count_nonzero(better), np.count_nonzero(~better)) >= ENOUGH_PAIRS:
        drift = float(near[better].mean() - near[~better].mean())
    return CheckEnds(
        within, float(near.mean()), float((strangers <= within).mean()), len(distances), len(strangers), drift
    )


def _telling_distance(true: np.ndarray, strangers: np.ndarray) -> float:
    """The distance at which the shares of near pairs differ most; among equally good ones the largest.

    A wide one leaves hardly any true pair out, so that it matters little when doubtful true pairs lie further apart.
    """
    tried = np.unique(np.quantile(true, np.linspace(0.5, 1.0, 51), method="inverted_cdf"))
    apart = np.searchsorted(np.sort(true), tried, side="right") / len(true)
    apart = apart - np.searchsorted(np.sort(strangers), tried, side="right") / len(strangers)
    return float(tried[np.flatnonzero(apart >= apart.max() - 0.002)[-1]])


@dataclass(frozen=True)
class Relation:
    """A compared field that the check column goes with: its label, and nearness where it agrees and where it does not."""

    label: str
    agreeing: float
    otherwise: float


def related_field(scored: ScoredPairs, ends: CheckEnds) -> Relation | None:
    """The compared field that the check column depends on most, None when it seems independent of all.

    Were it independent, true pairs would be as near whether or not a field agrees, and so would strangers. A column that
    was copied from an e-mail address is near wherever the address agrees and far where the customer has a new one.
    """
    if scored.check_distance is None or ends.scale <= 0:
        return None
    filled = ~np.isnan(scored.check_distance)
    near = scored.check_distance <= ends.within
    groups = (beyond_doubt(scored) & filled, (scored.score < np.float32(weight_of(BEYOND_HOPE))) & filled)
    found: tuple[float, Relation] | None = None
    for group in groups:
        places = np.flatnonzero(group)
        places = places[:: len(places) // LOOKED_AT + 1]
        for field, agree, differ in _compared(scored.fields, places):
            gap, relation = _gap(field.label, near[places[agree]], near[places[differ]])
            if gap > NOTICED * ends.scale and (found is None or gap > found[0]):
                found = (gap, relation)
    return None if found is None else found[1]


def _compared(fields: Sequence[FieldScores], places: np.ndarray) -> list[tuple[FieldScores, np.ndarray, np.ndarray]]:
    """Each field with the places where it is the same and where it differs, where both are enough."""
    made = []
    for field in fields:
        levels = field.levels[places]
        agree, differ = np.flatnonzero(levels == 0), np.flatnonzero(levels > 0)
        if min(len(agree), len(differ)) >= ENOUGH_PAIRS:
            made.append((field, agree, differ))
    return made


def _gap(label: str, agreeing: np.ndarray, otherwise: np.ndarray) -> tuple[float, Relation]:
    """How much nearer the pairs are that agree, beyond what chance makes; never below 0."""
    one, two = float(agreeing.mean()), float(otherwise.mean())
    both = float((agreeing.sum() + otherwise.sum() + 1) / (len(agreeing) + len(otherwise) + 2))
    error = np.sqrt(both * (1 - both) * (1 / len(agreeing) + 1 / len(otherwise)))
    gap = abs(one - two)
    return (gap if gap > SURE_OF_IT * error else 0.0), Relation(label, one, two)


def probability_sums(score: np.ndarray) -> np.ndarray:
    """float64 (n + 1,): running sums of the probabilities of these scores."""
    return np.concatenate([[0.0], np.cumsum(probability_of(score))])
