"""Engine: what competing partners teach about texts.

How often true pairs have texts that are more or less alike differs from list to list: two shops word the same article in
their own way, two libraries copy one title. Where a record has at most one partner, the pairs that win against their rivals
are nearly as good as labelled. So the share of true pairs at each level is taken from them, and the number of strangers from
those that lose: expectation-maximisation (Dempster, Laird & Rubin 1977) around what was known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from entityres.scoring.scored_pairs import FieldScores

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
    return shifted(field, never_rising(shifts, true))


def shifted(field: FieldScores, shifts: Sequence[float] | np.ndarray) -> FieldScores:
    """The same field with these bits added at each level; a missing value still says nothing."""
    if not len(shifts):
        return field
    bits = np.append(np.asarray(shifts, np.float32), np.float32(0))
    weights = field.weights + bits[field.levels]
    return replace(field, weights=weights, shifts=tuple(map(float, shifts)), untaught=field.weights)


def untaught(field: FieldScores) -> FieldScores:
    """The same field without what other partners taught."""
    if field.untaught is None:
        return field
    return replace(field, weights=field.untaught, shifts=(), untaught=None)


def never_rising(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    """float64: values that would rise are pooled with those before, weighted (isotonic regression).

    Levels stand best first. What is added to a better level is never less than what is added to a worse one, so more
    agreement never lowers a score.
    """
    pools: list[tuple[float, float, int]] = []
    for value, weight in zip(values.tolist(), weights.tolist(), strict=True):
        total, weighs, size = value * weight, weight, 1
        while pools and pools[-1][0] * weighs < total * pools[-1][1]:
            before = pools.pop()
            total, weighs, size = before[0] + total, before[1] + weighs, before[2] + size
        pools.append((total, weighs, size))
    return np.concatenate([np.full(size, total / weighs) for total, weighs, size in pools])
