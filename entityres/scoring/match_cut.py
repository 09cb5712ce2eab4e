"""Engine: from which probability pairs are matches unless the user says otherwise.

Nineteen in twenty, as long as the lists can tell that much. A list of names alone cannot: there many pairs that agree in all
that is known stay just below, and a person who reviews them sees no more than the program did. Where they are a tenth of
all that would be merged, matches begin where nine in ten are right. Between lists in which a record has at most one
partner, four in five are enough: all rivals of the pair have been weighed against it already, and few of many are so close.
"""

from __future__ import annotations

import numpy as np

from entityres.scoring.scored_pairs import ScoredPairs, weight_of

MATCH_AT = 0.95
WITH_LITTLE = 0.9
"""Where a tenth of the matches cannot be surer than this."""

WITH_PARTNERS = 0.8
"""The same where all rivals were weighed."""

MUCH = 0.1
"""Share of the expected matches from which it matters what lies between the cuts."""

AGAINST = -1.0
"""Bits from which a field speaks against a match."""

LEAST_RIGHT = 0.95
"""Share of all matches that must be expected to be right with the lower cut."""


def usual_cut(scored: ScoredPairs) -> float:
    """The probability from which pairs are matches unless the user says otherwise.

    Args:
        scored: Scored pairs, all that counts in their score.
    """
    rivals_weighed = scored.partners is not None and all(scored.single)
    low = WITH_PARTNERS if rivals_weighed else WITH_LITTLE
    free = np.flatnonzero((scored.guards == 0) & (scored.score >= np.float32(weight_of(low))))
    if not len(free):
        return MATCH_AT
    probability = scored.probability[free]
    doubtful = scored.score[free] < np.float32(weight_of(MATCH_AT))
    if not rivals_weighed:
        for field in scored.fields:
            doubtful &= field.weights[free] > AGAINST
    much = probability[doubtful].sum() >= MUCH * probability.sum()
    return low if much and probability.mean() >= LEAST_RIGHT else MATCH_AT
