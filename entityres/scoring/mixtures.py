"""Engine: how true pairs agree in a field, where no pair is beyond doubt without it.

A list of names and birth dates holds no pair that two of the three put beyond doubt. But pairs about which the other fields
say equally much are a mixture of true ones and strangers, and how often strangers reach a level of this field is known from
random pairs: what is seen more often than that comes from true ones. Expectation-maximisation (Dempster, Laird & Rubin 1977)
finds both the share of true pairs in each class and the levels that they reach. The share is used for nothing else, so that
other fields that depend on each other (a family at one address) cannot make anything run away.
"""

from __future__ import annotations

import numpy as np

from entityres.scoring.scored_pairs import probability_of

LOWEST, HIGHEST = -6, 7
"""Bits from the other fields and the prior: below, true pairs are too few among strangers to be seen, above there is no
doubt."""

ROUNDS = 50


def true_levels(levels: np.ndarray, others: np.ndarray, m: np.ndarray, u: np.ndarray, known: float) -> np.ndarray:
    """float64 (n_levels,): how many true pairs reach each level of a field, as far as can be seen.

    Args:
        levels: int8 (n_pairs,): levels of pairs that were found without this field, none missing.
        others: float (n_pairs,): what all but this field says of each, in bits.
        m: float64 (n_levels,): share of true pairs at each level that is known beforehand.
        u: float64 (n_levels,): share of strangers at each level.
        known: Weight of `m`, counted in pairs.
    """
    of = np.clip(np.floor(others), LOWEST - 1, HIGHEST).astype(np.int64) - LOWEST
    inside = of >= 0
    classes, n_levels = HIGHEST - LOWEST + 1, len(m)
    seen = np.bincount(of[inside] * n_levels + levels[inside], minlength=classes * n_levels)
    counts = seen.reshape(classes, n_levels).astype(np.float64)
    usual = probability_of(np.arange(LOWEST, HIGHEST + 1) + 0.5)
    share, shares_true = usual.copy(), m
    for _ in range(ROUNDS):
        true = share[:, None] * shares_true
        expected = counts * true / np.maximum(true + (1 - share[:, None]) * u, 1e-300)
        # One pair's worth of what the other fields say: a class of two pairs shows nothing.
        share = (expected.sum(axis=1) + usual) / (counts.sum(axis=1) + 1)
        found: np.ndarray = expected.sum(axis=0)
        shares_true = (found + known * m) / (found.sum() + known)
    return found
