"""Engine: weights refitted to a person's decisions, gently, and which pairs are worth deciding next.

The evidence of each field may be stretched and shifted a little, and all pairs alike be shifted: a penalised logistic
regression around the weights as they are (a Gaussian prior on each of its 2 fields + 1 numbers). A refit is offered only
when it also foretells decisions that it was not fitted to better than the weights as they are, and takes none wrongly that
they would take rightly.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from entityres.scoring.scored_pairs import FieldScores, ScoredPairs, Zone, probability_of, summed
from entityres.settings import FieldRefit, Refit

ENOUGH_DECISIONS = 30
ENOUGH_OF_EACH = 5
"""Decisions of each kind: from matches alone nothing can be learned about the others."""

SCALE_SPREAD = 0.3
"""How far the evidence of a field is likely to be stretched."""

SHIFT_SPREAD = 1.0
"""How many bits a filled field is likely to be shifted by."""

START_SPREAD = 2.0
"""How many bits all pairs are likely to be shifted by."""

LEAST_SCALE, MOST_SCALE = 0.25, 2.0
FOLDS = 5
STEPS = 30
LN2 = float(np.log(2.0))


def refitted(scored: ScoredPairs, refit: Refit) -> ScoredPairs:
    """The same pairs with refitted weights; the parts still sum to the score. Fields that are not known are left out.

    Args:
        scored: Pairs with weights that were never refitted.
        refit: What was learned.
    """
    prior = scored.prior + refit.shift
    fields = refitted_fields(scored.fields, refit)
    return replace(scored, prior=prior, fields=fields, score=summed(prior, fields, len(scored)), refit=refit)


def refitted_fields(fields: tuple[FieldScores, ...], refit: Refit) -> tuple[FieldScores, ...]:
    """The same fields with refitted weights; a missing value still says nothing."""
    known = {one.name: one for one in refit.fields}
    made = []
    for field in fields:
        one = known.get(field.name)
        if one is not None:
            weights = np.where(field.levels >= 0, field.weights * one.scale + one.shift, 0).astype(np.float32)
            at_home = None if field.at_home is None else field.at_home * np.float32(one.scale)
            field = replace(field, weights=weights, at_home=at_home)
        made.append(field)
    return tuple(made)


@dataclass(frozen=True)
class Lesson:
    """What decisions teach.

    Attributes:
        refit: The refitted weights; None when they would not be better.
        decisions: Decisions that it rests on.
        why: Why there is no refit, in one sentence, or "".
        remedy: What would help, in one sentence, or "".
        loss_before: Bits of surprise a decision, with the weights as they are.
        loss_after: The same with a refit, for decisions that it was not fitted to.
        wrong_before: Decisions that the weights as they are get wrong.
        wrong_after: The same for a refit, for decisions that it was not fitted to.
    """

    refit: Refit | None
    decisions: int
    why: str = ""
    remedy: str = ""
    loss_before: float = 0.0
    loss_after: float = 0.0
    wrong_before: int = 0
    wrong_after: int = 0


def learn_from(scored: ScoredPairs, pairs: np.ndarray, match: np.ndarray, seed: int = 1) -> Lesson:
    """What these decisions teach about the weights.

    Args:
        scored: Pairs with weights that were never refitted.
        pairs: int (n,), positions of decided pairs, decided by looking at them.
        match: bool (n,), whether each is a match.
        seed: How the decisions are divided for the trial.
    """
    n = len(pairs)
    if n < ENOUGH_DECISIONS:
        return Lesson(
            None, n, f"{n} decisions are too few to learn from.", f"Decide {ENOUGH_DECISIONS - n} more pairs."
        )
    fewest = int(min(np.count_nonzero(match), np.count_nonzero(~match)))
    if fewest < ENOUGH_OF_EACH:
        kind = "matches" if np.count_nonzero(match) == fewest else "pairs that are not a match"
        return Lesson(None, n, f"Among the decisions are only {fewest} {kind}.", f"Decide more {kind}.")
    inputs, base, spread = _design(scored, pairs)
    held = _held_out(inputs, base, spread, match, seed)
    before, after = _surprise(base, match), _surprise(held, match)
    wrong_before, wrong_after = (int(np.count_nonzero((z >= 0) != match)) for z in (base, held))
    figures = (float(before.mean()), float(after.mean()), wrong_before, wrong_after)
    gain = before - after
    if gain.mean() <= 0 or gain.mean() < gain.std(ddof=1) / np.sqrt(n) or wrong_after > wrong_before:
        return Lesson(None, n, "Other weights would not foretell your decisions better.", "", *figures)
    return Lesson(_as_refit(scored, _fit(inputs, base, spread, match), n), n, "", "", *figures)


def _design(scored: ScoredPairs, pairs: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """What is fitted: inputs float64 (n, 2 fields + 1), bits as they are (n,), and how far each number is likely to go."""
    weights = np.stack([field.weights[pairs] for field in scored.fields], axis=1).astype(np.float64)
    filled = np.stack([field.levels[pairs] >= 0 for field in scored.fields], axis=1).astype(np.float64)
    inputs = np.hstack([weights, filled, np.ones((len(pairs), 1))])
    count = len(scored.fields)
    spread = np.concatenate([np.full(count, SCALE_SPREAD), np.full(count, SHIFT_SPREAD), [START_SPREAD]])
    return inputs, scored.score[pairs].astype(np.float64), spread


def _fit(inputs: np.ndarray, base: np.ndarray, spread: np.ndarray, match: np.ndarray) -> np.ndarray:
    """float64: the changes that are likeliest given the decisions (Newton's method with halved steps where needed)."""
    x, target = inputs * LN2, match.astype(np.float64)
    penalty = 1.0 / spread**2
    made = np.zeros(inputs.shape[1])

    def cost(change: np.ndarray) -> float:
        z = base * LN2 + x @ change
        return float(np.logaddexp(0, z).sum() - target @ z + 0.5 * (penalty * change**2).sum())

    now = cost(made)
    for _ in range(STEPS):
        p = probability_of(base + inputs @ made)
        slope = x.T @ (p - target) + penalty * made
        bend = (x * (p * (1 - p))[:, None]).T @ x + np.diag(penalty)
        step = np.linalg.solve(bend, slope)
        size = 1.0
        while size > 1e-4 and cost(made - size * step) > now:
            size /= 2
        made = made - size * step
        better = cost(made)
        if now - better < 1e-9:
            break
        now = better
    return made


def _held_out(inputs: np.ndarray, base: np.ndarray, spread: np.ndarray, match: np.ndarray, seed: int) -> np.ndarray:
    """float64 (n,): bits of each decision by a fit that never saw it; both kinds are shared out evenly."""
    fold = np.empty(len(match), np.int64)
    rng = np.random.Generator(np.random.PCG64([seed, 17]))
    for kind in (True, False):
        places = rng.permutation(np.flatnonzero(match == kind))
        fold[places] = np.arange(len(places)) % FOLDS
    out = np.empty(len(match))
    for number in range(FOLDS):
        test = fold == number
        change = _fit(inputs[~test], base[~test], spread, match[~test])
        out[test] = base[test] + inputs[test] @ change
    return out


def _surprise(bits: np.ndarray, match: np.ndarray) -> np.ndarray:
    """float64 (n,): bits of surprise at each decision."""
    z = np.where(match, bits, -bits) * LN2
    made: np.ndarray = np.logaddexp(0, -z) / LN2
    return made


def _as_refit(scored: ScoredPairs, change: np.ndarray, decisions: int) -> Refit:
    count = len(scored.fields)
    scales = np.clip(1 + change[:count], LEAST_SCALE, MOST_SCALE)
    fields = tuple(
        FieldRefit(field.name, round(float(scale), 4), round(float(shift), 4))
        for field, scale, shift in zip(scored.fields, scales, change[count : 2 * count], strict=True)
    )
    return Refit(round(float(change[-1]), 4), fields, decisions)


def zone_moves(before: ScoredPairs, after: ScoredPairs, match_at: float, review_at: float) -> np.ndarray:
    """int64 (3, 3): pairs by their `Zone` before (rows) and after (columns)."""
    one, two = before.zones(match_at, review_at), after.zones(match_at, review_at)
    zones = len(Zone)
    made: np.ndarray = np.bincount(one.astype(np.int64) * zones + two, minlength=zones * zones).reshape(zones, zones)
    return made


# Which pairs are worth deciding next

NEAR_EVEN = 12.0
"""Bits beyond which a pair teaches nothing that matters."""

REPEAT_COST = 1.0
"""Bits that a pair counts as further from even odds for each doubling of pairs like it that come before."""


def least_useful(scored: ScoredPairs, decided: np.ndarray) -> np.ndarray:
    """float32 (n_pairs,): low for pairs whose answer teaches most: near even odds, and unlike those decided or before it.

    Pairs are alike when they reach the same level in every field.

    Args:
        scored: Scored pairs.
        decided: bool (n_pairs,), pairs that somebody has answered.
    """
    far = np.abs(scored.score)
    out: np.ndarray = (far + np.float32(100)).astype(np.float32)
    taking = np.flatnonzero((far <= NEAR_EVEN) | decided)
    if not len(taking):
        return out
    pattern = np.zeros(len(taking), np.uint64)
    for field in scored.fields:
        pattern = pattern * np.uint64(1_000_003) + (field.levels[taking].astype(np.int64) + 2).astype(np.uint64)
    _, kind = np.unique(pattern, return_inverse=True)
    # Decided ones come first in each kind, then the others by distance from even odds.
    order = np.lexsort((far[taking], ~decided[taking], kind))
    sizes = np.bincount(kind)
    first = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    rank = np.empty(len(taking), np.int64)
    rank[order] = np.arange(len(taking)) - np.repeat(first, sizes)
    out[taking] = far[taking] + np.float32(REPEAT_COST) * np.log2(1 + rank).astype(np.float32)
    out[decided] = np.float32(1000)
    return out


STREAK = 25
"""So many answers in a row as foretold leave, at 95 %, less than 14 % of surprises."""


def foretold_streak(bits: np.ndarray, match: np.ndarray) -> int:
    """How many of the last answers, counted back from the newest, were what the score said.

    Args:
        bits: float (n,), scores of the answered pairs, oldest first.
        match: bool (n,), the answers.
    """
    wrong = np.flatnonzero((np.asarray(bits) >= 0) != match)
    return len(match) if not len(wrong) else len(match) - 1 - int(wrong[-1])
