"""Engine: what any two records start with: how many of all possible pairs are true, before any field is looked at.

What is usual for lists of this size, and where the evidence points beyond that.
"""

from __future__ import annotations

import numpy as np

from entityres.records.fields import CleanedRecords
from entityres.scoring.scored_pairs import SOFT, probability_of

DUPLICATES_EXPECTED = 0.3
"""True pairs for each record of one list that are expected before any look at the pairs."""

PARTNERS_EXPECTED = 0.5
"""True pairs for each record of the smaller list that are expected between two lists."""

LEAST_OF_USUAL, MOST_OF_USUAL = 0.5, 16
"""However little or much evidence there is, there are so many times as many true pairs as usual: it must not run away."""


def possible_pairs(cleaned: CleanedRecords, across_only: bool) -> float:
    """Pairs of records that could be compared, at least 1; `across_only` leaves out those of one list."""
    sizes = np.diff(cleaned.starts).astype(np.float64)
    n = float(sizes.sum())
    return max((n * (n - 1) - (sizes * (sizes - 1)).sum() * across_only) / 2, 1.0)


def usual_pairs(cleaned: CleanedRecords, across_only: bool) -> float:
    """How many true pairs lists of this size usually have: half of the records of the smaller lists have a partner."""
    if not across_only:
        return max(DUPLICATES_EXPECTED * len(cleaned), 0.5)
    sizes = np.diff(cleaned.starts)
    return max(PARTNERS_EXPECTED * float(sizes.sum() - sizes.max()), 0.5)


def estimate_prior(cleaned: CleanedRecords, evidence: np.ndarray, guards: np.ndarray, across_only: bool) -> float:
    """Bits that any two records start with: log2 of the odds that two random records are one customer.

    Starts from what is usual and moves towards the number of true pairs that the evidence itself points to, but never by
    more than a factor of sixteen up or two down: it must not run away where evidence is thin.

    Args:
        cleaned: The records.
        evidence: float (n_pairs,): sum of the weights.
        guards: uint8 (n_pairs,).
        across_only: Whether only pairs of different lists are compared.
    """
    pairs = possible_pairs(cleaned, across_only)
    usual = usual_pairs(cleaned, across_only)
    expected = usual
    free = evidence[(guards & ~SOFT) == 0]
    for _ in range(10):
        prior = np.log2(expected / max(pairs - expected, expected))
        # In double precision, so that the order of the pairs, which is that of the rows, makes no difference.
        found = float(probability_of(free + prior).sum(dtype=np.float64))
        expected = float(
            np.clip(np.sqrt(expected * (found + 0.5)), usual * LEAST_OF_USUAL, min(usual * MOST_OF_USUAL, pairs / 2))
        )
    return float(np.log2(expected / max(pairs - expected, expected)))
