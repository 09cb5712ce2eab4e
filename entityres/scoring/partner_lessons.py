"""Engine: what competing partners teach about texts and numbers.

How often true pairs have texts that are more or less alike differs from list to list: two shops word the same article in
their own way, two libraries copy one title. Where a record has at most one partner, the pairs that win against their rivals
are nearly as good as labelled. So the share of true pairs at each level is taken from them, and the number of strangers from
those that lose: expectation-maximisation (Dempster, Laird & Rubin 1977) around what was known beforehand.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from entityres.scoring.scored_pairs import FieldScores, Lesson

KNOWN_TRUE = 100
"""Weight of the share of true pairs that is known beforehand, counted in pairs."""

KNOWN_STRANGERS = 5
"""Weight of the expected number of strangers, counted in pairs: it is carried on from what could be counted, and may well be
wrong by a half."""

SAME_BITS = 0.05
"""A value that says so little less than the most of its level is not a common one."""

ROUNDS = 6
"""Lessons; each moves the weights less than the one before."""


def taught(field: FieldScores, chance: np.ndarray) -> FieldScores:
    """The same field with weights that fit what is known of the pairs by now.

    Args:
        field: A field with weights that nothing was taught for.
        chance: float64 (n_pairs,): chance that each pair is a true one, all its rivals considered.
    """
    if not field.m:
        return field
    filled = field.levels >= 0
    levels, weights = field.levels[filled], field.weights[filled]
    known_m = np.array(field.m)
    true = np.bincount(levels, chance[filled], len(known_m)) + KNOWN_TRUE * known_m
    gains = np.log2(true / true.sum() / known_m)
    most = _most_said(levels, weights, len(known_m))
    rare = weights > most[levels] - SAME_BITS
    shifts = gains - _more_strangers(levels, rare, 1 - chance[filled], np.array(field.strangers))
    return relearned(field, lesson(most, gains, shifts, true))


def _most_said(levels: np.ndarray, weights: np.ndarray, n_levels: int) -> np.ndarray:
    """float64 (n_levels,): the most that each level says: of values that are not common. Minus infinity without a pair."""
    most = np.full(n_levels, -np.inf)
    np.maximum.at(most, levels, weights)
    return most


def _more_strangers(levels: np.ndarray, rare: np.ndarray, strange: np.ndarray, expected: np.ndarray) -> np.ndarray:
    """float64 (n_levels,): how many times (log2) more strangers are at each level than expected, where that is known.

    Where a value is common (not `rare`) its weight says so already. Such strangers make up those that were expected, but
    are no further ones: that would count them twice.
    """
    of_rare = np.bincount(levels[rare], strange[rare], len(expected))
    seen = np.maximum(of_rare, np.minimum(np.bincount(levels, strange, len(expected)), expected))
    more: np.ndarray = np.where(expected > 0, np.log2((seen + KNOWN_STRANGERS) / (expected + KNOWN_STRANGERS)), 0.0)
    return more


def lesson(most: np.ndarray, gains: np.ndarray, shifts: np.ndarray, true: np.ndarray) -> Lesson:
    """What the levels say now: a better level says no less than a worse one (isotonic regression).

    Args:
        most: float64 (n_levels,): the most that each said before; minus infinity where no pair reaches it.
        gains: float64 (n_levels,): bits that each level should say more for the sake of true pairs.
        shifts: float64 (n_levels,): the same for the sake of strangers too.
        true: float64 (n_levels,): how much a level counts where the order would turn round.
    """
    here = np.flatnonzero(most > -np.inf)
    if not len(here):
        return Lesson(most, np.zeros(len(shifts)), np.zeros(len(shifts)))
    fitting = never_rising(most[here] + shifts[here], true[here]) - most[here]
    # A level that no pair reaches goes with the next better one that some do.
    nearest = np.maximum(np.searchsorted(here, np.arange(len(shifts)), side="right") - 1, 0)
    return Lesson(most, gains[here][nearest], fitting[nearest])


def relearned(field: FieldScores, learned: Lesson | None) -> FieldScores:
    """The same field with what its levels say now; a missing value still says nothing.

    A common value says less than others of its level. It still says no less than it would if it were less alike, so more
    agreement never lowers a score.
    """
    if learned is None:
        return field
    told = np.where(field.levels >= 0, field.weights, 0).astype(np.float64)
    before = told.copy()
    for level in range(len(learned.most)):
        reached = field.levels == level
        told[reached] = learned.told(level, before[reached])
        better = (field.levels >= 0) & (field.levels < level)
        told[better] = np.maximum(told[better], learned.told(level, before[better]))
    return replace(field, weights=told.astype(np.float32), lesson=learned, untaught=field.weights)


def untaught(field: FieldScores) -> FieldScores:
    """The same field without what other partners taught."""
    if field.untaught is None:
        return field
    return replace(field, weights=field.untaught, lesson=None, untaught=None)


def never_rising(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64: values that would rise are pooled with those before, weighted (isotonic regression); levels stand best first."""
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        total, weighs, size = value * weight, weight, 1
        while pools and pools[-1][0] * weighs < total * pools[-1][1]:
            before = pools.pop()
            total, weighs, size = before[0] + total, before[1] + weighs, before[2] + size
        pools.append((total, weighs, size))
    return np.concatenate([np.full(size, total / weighs) for total, weighs, size in pools])
