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
    levels, n_levels = field.levels[filled], len(field.m)
    true = np.bincount(levels, chance[filled], n_levels) + KNOWN_TRUE * np.array(field.m)
    shifts = np.log2(true / true.sum() / np.array(field.m))
    expected = np.array(field.strangers)
    seen = np.bincount(levels, 1 - chance[filled], n_levels)
    known = expected > 0
    shifts[known] -= np.log2((seen[known] + KNOWN_STRANGERS) / (expected[known] + KNOWN_STRANGERS))
    return relearned(field, lesson(levels, field.weights[filled], shifts, true))


def lesson(levels: np.ndarray, weights: np.ndarray, shifts: np.ndarray, true: np.ndarray) -> Lesson:
    """What the levels say now: shifts such that a better level says no less than a worse one (isotonic regression).

    Args:
        levels: int8 (n_pairs,), none missing.
        weights: float32 (n_pairs,): what they said before.
        shifts: float64 (n_levels,): bits that each level should say more.
        true: float64 (n_levels,): how much a level counts where the order would turn round.
    """
    pairs = np.bincount(levels, minlength=len(shifts))
    here = np.flatnonzero(pairs)
    most = np.full(len(shifts), -np.inf)
    np.maximum.at(most, levels, weights)
    if not len(here):
        return Lesson(most, np.zeros(len(shifts)))
    usual = np.bincount(levels, weights, len(shifts))[here] / pairs[here]
    fitting = never_rising(usual + shifts[here], true[here]) - usual
    # A level that no pair reaches goes with the next better one that some do.
    return Lesson(most, fitting[np.maximum(np.searchsorted(here, np.arange(len(shifts)), side="right") - 1, 0)])


def relearned(field: FieldScores, learned: Lesson | None) -> FieldScores:
    """The same field with what its levels say now; a missing value still says nothing.

    A common value says less than others of its level. It still says no less than it would if it were less alike, so more
    agreement never lowers a score.
    """
    if learned is None:
        return field
    weights = np.where(field.levels >= 0, field.weights, 0).astype(np.float64)
    told = weights + np.append(learned.shifts, 0.0)[field.levels]
    for worse, (most, shift) in enumerate(zip(learned.most, learned.shifts, strict=True)):
        if most > -np.inf:
            better = (field.levels >= 0) & (field.levels < worse)
            told[better] = np.maximum(told[better], np.minimum(weights[better], most) + shift)
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
