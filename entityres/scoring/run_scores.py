"""Engine: the scores of a run: weighed with what is known beforehand, then with what that put beyond doubt.

Fellegi-Sunter weights without training: each round learns from the one before only what other fields are sure of (see
`weighing`), so that nothing can run away.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords
from entityres.scoring import comparisons as level
from entityres.scoring.match_cut import MATCH_AT
from entityres.scoring.prior_odds import estimate_prior, possible_pairs, usual_pairs
from entityres.scoring.scored_pairs import SOFT, FieldScores, ScoredPairs, probability_of
from entityres.scoring.weighing import (
    BEYOND_DOUBT,
    DEFAULT_REVIEW_AT,
    ENOUGH_TRUE,
    LITTLE,
    Weigher,
    scores_of,
    sum_of,
)

ROUNDS = 3
"""Scorings: the first with what is known beforehand, the others with what the one before put beyond doubt."""

OVERWHELMING = 13.0
"""Bits (odds of 8,000 to one) from which there is no more talk of little evidence, if something of one's own is the same."""

ENOUGH_FOR_SHORT = 50
"""A short list speaks for itself (see `ENOUGH_TRUE`) if it shows this many, one for each ten records."""


@dataclass(frozen=True)
class Evidence:
    """Evidence of some pairs: fields as in `ScoredPairs`, and guards uint8 (n_pairs,)."""

    fields: tuple[FieldScores, ...]
    guards: np.ndarray


def evidence_of(weigher: Weigher, left: np.ndarray, right: np.ndarray, *, copies: bool = True) -> Evidence:
    """Evidence of any pairs, candidates or not.

    Args:
        weigher: Weighs by what it has learned so far.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        copies: Whether records that are the same in all that a short list holds are as sure as a match (`whole_copies`).
    """
    levels = weigher.levels(left, right)
    weights, at_home = weigher.weighed(levels, left, right, copies=copies)
    guards = weigher.guards(levels, left, right)
    return Evidence(scores_of(weigher.comparer, levels, weights, at_home), guards)


def judge_of(weigher: Weigher, prior: float | None = None) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """A function that gives the probability (float64) of pairs (left, right int32).

    Args:
        weigher: Weighs by what it has learned so far.
        prior: Log2 odds that any two records match, as a run found them; None takes the usual share of duplicates.
    """
    cleaned = weigher.cleaned
    if prior is None:
        usual = usual_pairs(cleaned, weigher.across_only)
        prior = float(np.log2(usual / possible_pairs(cleaned, weigher.across_only)))

    def judge(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        levels = weigher.levels(left, right)
        guards = weigher.guards(levels, left, right)
        out = probability_of(sum_of(weigher.weights(levels, left, right), len(left)) + prior)
        out[(guards & ~SOFT) != 0] = 0
        return out

    return judge


def _speaks_for_itself(sure: int, records: int) -> bool:
    """Whether so many pairs beyond doubt, with enough evidence each, tell how much is enough in a list of this size."""
    return sure >= min(ENOUGH_TRUE, max(ENOUGH_FOR_SHORT, 0.1 * records))


def _taught(weigher: Weigher, pairs: CandidatePairs, levels: Sequence[np.ndarray]) -> np.ndarray:
    """Let a weigher learn from the candidate pairs; uint8 (n_pairs,), what keeps each apart."""
    weigher.look_at_homes(pairs, levels)
    guards = weigher.guards(levels, pairs.left, pairs.right)
    for _ in range(ROUNDS - 1):
        weights = weigher.weights(levels, pairs.left, pairs.right)
        prior = estimate_prior(weigher.cleaned, sum_of(weights, len(pairs)), guards, weigher.across_only)
        weigher.learn(pairs, levels, weights, prior, guards)
    return guards


_last: tuple[weakref.ref[ScoredPairs], Weigher] | None = None


def weigher_of(scored: ScoredPairs, cleaned: CleanedRecords, across_only: bool, seed: int) -> Weigher:
    """A weigher that knows what the run learned, for pairs that no key proposed.

    That of the run asked for last is kept, as long as the run is.

    Args:
        scored: Scored pairs of the run.
        cleaned: The records.
        across_only: As in the run.
        seed: As in the run.
    """
    global _last
    known = _last
    if known is not None and known[0]() is scored and known[1].cleaned is cleaned:
        return known[1]

    def forget(gone: weakref.ref[ScoredPairs]) -> None:
        global _last
        if _last is not None and _last[0] is gone:
            _last = None

    weigher = Weigher(cleaned, across_only, seed)
    _taught(weigher, scored.pairs, [field.levels for field in scored.fields])
    _last = (weakref.ref(scored, forget), weigher)
    return weigher


def score_pairs(
    cleaned: CleanedRecords,
    pairs: CandidatePairs,
    *,
    across_only: bool = False,
    seed: int = 1,
    weigher: Weigher | None = None,
    progress: Progress | None = None,
) -> ScoredPairs:
    """Weigh the evidence of all candidate pairs.

    Args:
        cleaned: The records.
        pairs: The candidate pairs.
        across_only: Whether only pairs of different lists are compared.
        seed: Which random pairs stand for strangers.
        weigher: Made before for the same records, list rule and seed.
        progress: Counts pairs.
    """
    progress = progress or quiet()
    weigher = weigher or Weigher(cleaned, across_only, seed)
    comparer = weigher.comparer
    progress.begin("Scoring pairs", len(pairs))
    levels = weigher.levels(pairs.left, pairs.right, progress)
    guards = _taught(weigher, pairs, levels)
    weights, at_home = weigher.weighed(levels, pairs.left, pairs.right)
    evidence = sum_of(weights, len(pairs))
    prior = estimate_prior(cleaned, evidence, guards, across_only)
    sure = probability_of(evidence + prior) >= BEYOND_DOUBT
    if _speaks_for_itself(int(np.count_nonzero(sure & (guards == 0))), len(cleaned)):
        guards &= ~SOFT
    own = [
        found == level.SAME for found, comparison in zip(levels, comparer.comparisons, strict=True) if comparison.own
    ]
    guards[(evidence + prior >= OVERWHELMING) & np.any(own, axis=0)] &= ~LITTLE
    fields = weigher.field_scores(pairs, levels, weights, at_home)
    check = cleaned.check
    stranger_left, stranger_right = weigher.strangers
    return ScoredPairs(
        pairs,
        prior,
        fields,
        (evidence + np.float32(prior)).astype(np.float32),
        guards,
        MATCH_AT,
        DEFAULT_REVIEW_AT,
        check.name if check else "",
        np.abs(check.values[pairs.left] - check.values[pairs.right]).astype(np.float32) if check else None,
        np.abs(check.values[stranger_left] - check.values[stranger_right]).astype(np.float32) if check else None,
    )
