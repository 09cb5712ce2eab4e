"""Engine: what share of pairs is right, without labels (method.md §5).

By a check column that the score never saw: true pairs lie close there, strangers do not, and where a set of pairs lies
between the two ends tells how many of them are true. Without one, by the probabilities of the model itself.
"""

from __future__ import annotations

import math
import weakref
from dataclasses import dataclass, replace

import numpy as np

from entityres.scoring.check_column import (
    ENOUGH_PAIRS,
    LEAST_APART,
    CheckEnds,
    Relation,
    check_ends,
    probability_sums,
    related_field,
)
from entityres.scoring.scored_pairs import ScoredPairs, weight_of

Z = 1.96
DRAWS = 2000
TOO_FEW = "not enough pairs"
BAND_BITS = 3.0
"""Width of the band just above a cut: odds that differ by a factor of eight."""

FEWEST_IN_BAND = 60
"""Pairs that the band just above a cut takes in, however wide that makes it."""

STEP_BITS = 0.5
"""How finely a break-even is looked for."""


@dataclass(frozen=True)
class Estimate:
    """A share with its 95 % interval.

    Attributes:
        value: 0 to 1; None when there is nothing to say.
        low: Lower end.
        high: Upper end.
        source: `check column`, `model` or "".
        warning: Why not to trust it, in one sentence, or "".
        advice: What to do about it, in one sentence, or "".
    """

    value: float | None
    low: float = 0.0
    high: float = 1.0
    source: str = ""
    warning: str = ""
    advice: str = ""


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
class PairSums:
    """What is counted of a set of pairs.

    Attributes:
        n: Pairs.
        filled: Pairs with both check values.
        near: Pairs whose check values are near.
        expected: Sum of the probabilities.
    """

    n: int
    filled: int = 0
    near: int = 0
    expected: float = 0.0

    def minus(self, other: PairSums) -> PairSums:
        """Without the pairs of another set that is part of this one."""
        return PairSums(
            self.n - other.n, self.filled - other.filled, self.near - other.near, self.expected - other.expected
        )


def judge(sums: PairSums, ends: CheckEnds | None, *, checked: bool, relation: Relation | None = None) -> Estimate:
    """The share of true pairs in a set of pairs.

    Args:
        sums: What is counted of the set.
        ends: Both ends of the check column's scale.
        checked: Whether there is a check column at all.
        relation: The compared field that the check column depends on.
    """
    if not checked:
        return _by_model(sums)
    if ends is None:
        return Estimate(
            None,
            warning="There are not enough pairs beyond doubt to measure the check column.",
            advice="Look through a sample of pairs instead.",
        )
    if sums.filled < ENOUGH_PAIRS:
        return Estimate(None, source="check column", warning=TOO_FEW)
    if ends.scale < LEAST_APART:
        return Estimate(
            None,
            source="check column",
            warning="The check column barely tells true pairs from strangers.",
            advice="Choose a column whose values differ from customer to customer.",
        )
    value = (sums.near / sums.filled - ends.by_chance) / ends.scale
    low, high = _interval(sums, ends)
    told = Estimate(float(np.clip(value, 0, 1)), float(np.clip(low, 0, 1)), float(np.clip(high, 0, 1)), "check column")
    return _warned(told, sums, low, high, relation)


def _warned(told: Estimate, sums: PairSums, low: float, high: float, relation: Relation | None) -> Estimate:
    """The estimate with the one reason that speaks most against it."""
    if relation is not None:
        return replace(
            told,
            warning=f"The check column depends on “{relation.label}”, which the score uses, so the estimate misleads.",
            advice="Choose a column that has nothing to do with the compared ones.",
        )
    if low > 1 or high < 0:
        return replace(
            told,
            warning="The check column does not behave as expected.",
            advice="Look through a sample of these pairs before you rely on it.",
        )
    if sums.filled < 0.5 * sums.n:
        return replace(
            told, warning="The check column is mostly empty.", advice="Choose a column that most records fill."
        )
    return told


def _interval(sums: PairSums, ends: CheckEnds) -> tuple[float, float]:
    """95 % interval of the share, not clipped: all three shares are uncertain, and so is how far "true" carries.

    Each share is drawn from what its counts allow (a beta distribution with a half added to both counts), and the share
    of true pairs is worked out for each draw. It never collapses when all pairs agree.
    """
    rng = np.random.Generator(np.random.PCG64([sums.n, sums.filled, sums.near]))

    def drawn(near: float, n: int) -> np.ndarray:
        return rng.beta(near + 0.5, n - near + 0.5, DRAWS)

    certain = drawn(ends.certain * ends.n_certain, ends.n_certain)
    certain -= rng.uniform(-0.5, 1.0, DRAWS) * max(ends.drift, 0.0)
    chance = drawn(ends.by_chance * ends.n_chance, ends.n_chance)
    share = (drawn(sums.near, sums.filled) - chance) / np.maximum(certain - chance, 1e-3)
    low, high = np.quantile(share, [0.025, 0.975])
    return float(low), float(high)


def _by_model(sums: PairSums) -> Estimate:
    if sums.n < ENOUGH_PAIRS:
        return Estimate(None, source="model", warning=TOO_FEW)
    value = sums.expected / sums.n
    low, high = wilson(sums.expected, sums.n)
    return Estimate(value, low, high, "model", "")


class _Sorted:
    """Running sums over pairs in the order of their scores; any band of scores is a difference of two."""

    def __init__(self, scored: ScoredPairs, ends: CheckEnds | None, chosen: np.ndarray | None) -> None:
        score = scored.score if chosen is None else scored.score[chosen]
        order = np.argsort(score)
        self.score = score[order]
        self.expected = probability_sums(self.score)
        self.filled = self.near = np.zeros(len(score) + 1, np.int32)
        if scored.check_distance is not None:
            distance = (scored.check_distance if chosen is None else scored.check_distance[chosen])[order]
            self.filled = np.concatenate([[0], np.cumsum(~np.isnan(distance), dtype=np.int32)])
            if ends is not None:
                self.near = np.concatenate([[0], np.cumsum(distance <= ends.within, dtype=np.int32)])

    def place(self, bits: float) -> int:
        """The first pair with at least this score."""
        return int(np.searchsorted(self.score, np.float32(bits), side="left"))

    def between(self, first: int, last: int) -> PairSums:
        """Sums of the pairs from one place up to another."""
        first = min(first, last)
        return PairSums(
            last - first,
            int(self.filled[last] - self.filled[first]),
            int(self.near[last] - self.near[first]),
            float(self.expected[last] - self.expected[first]),
        )

    def band(self, low: float, high: float = math.inf) -> PairSums:
        """Sums of the pairs with scores from `low` up to but not at `high`."""
        return self.between(self.place(low), len(self.score) if high == math.inf else self.place(high))


class Estimator:
    """Estimates for any cut or band of the same scored pairs; each costs a few binary searches.

    Args:
        scored: Scored pairs; sorted once, O(n log n).
        within: The distance in the check column that counts as near; None lets the data choose.

    Attributes:
        ends: Both ends of the check column's scale, None without a usable one.
        relation: The compared field that the check column depends on, None when it seems independent.
        checked: Whether there is a check column.
    """

    def __init__(self, scored: ScoredPairs, within: float | None = None) -> None:
        self.checked = scored.check_distance is not None
        self.ends = check_ends(scored, within)
        self.relation = None if self.ends is None else related_field(scored, self.ends)
        guarded = scored.guards != 0
        self._all = _Sorted(scored, self.ends, None)
        self._free = _Sorted(scored, self.ends, np.flatnonzero(~guarded)) if guarded.any() else self._all

    def zone_sums(self, match_at: float, review_at: float) -> tuple[PairSums, PairSums, PairSums]:
        """What is counted in (match, review, not) at these probabilities, as `ScoredPairs.zones` divides them."""
        match = self._free.band(weight_of(match_at))
        worth = self._all.band(weight_of(min(review_at, match_at)))
        return match, worth.minus(match), self._all.band(-math.inf).minus(worth)

    def zones(self, match_at: float, review_at: float) -> tuple[Estimate, Estimate, Estimate]:
        """Share of true pairs in (match, review, not)."""
        one, two, three = (self.judge(sums) for sums in self.zone_sums(match_at, review_at))
        return one, two, three

    def above(self, probability: float) -> Estimate:
        """Share of true pairs among those that are matches when matches begin at this probability."""
        return self.judge(self._free.band(weight_of(probability)))

    def band(self, low_bits: float, high_bits: float) -> Estimate:
        """Share of true pairs among unguarded ones with a score from `low_bits` up to but not at `high_bits`."""
        return self.judge(self._free.band(low_bits, high_bits))

    def above_cut(self, probability: float) -> tuple[float, float]:
        """Scores (bits) of the band just above a cut: `BAND_BITS` wide, or wider where it takes that to judge it."""
        low = weight_of(probability)
        score = self._free.score
        first = self._free.place(low)
        wanted = self._free.filled[first] + FEWEST_IN_BAND if self.checked else first + FEWEST_IN_BAND
        last = int(np.searchsorted(self._free.filled, wanted)) if self.checked else int(wanted)
        if last >= len(score):
            return low, math.inf
        return low, max(low + BAND_BITS, float(np.nextafter(score[last], np.float32(np.inf))))

    def band_above(self, probability: float) -> Estimate:
        """Share of true pairs in the band just above a cut."""
        return self.band(*self.above_cut(probability))

    def judge(self, sums: PairSums) -> Estimate:
        """The share of true pairs in a set that was counted."""
        return judge(sums, self.ends, checked=self.checked, relation=self.relation)

    def break_even(self, target: float = 0.9) -> float | None:
        """The lowest score (bits) above which every narrow band is right often enough.

        Shares of bands are smoothed so that they never fall with the score (isotonic regression): a band of few pairs
        does not stop the search by chance, and an average never hides a bad lower end.

        Returns:
            Bits; None when nothing can be estimated or no band is right often enough.
        """
        pairs = self._free
        if not len(pairs.score) or (self.checked and (self.ends is None or self.ends.scale < LEAST_APART)):
            return None
        first, last = math.floor(float(pairs.score[0])), math.ceil(float(pairs.score[-1]))
        edges = np.arange(max(first, -30), min(last, 60) + STEP_BITS, STEP_BITS)
        bands = [pairs.band(low, low + STEP_BITS) for low in edges.tolist()]
        size = np.array([band.filled if self.checked else band.n for band in bands], np.float64)
        if size.sum() < ENOUGH_PAIRS:
            return None
        right = np.array([self._true(band) for band in bands])
        fine = _rising(right, size) >= target
        if not fine[-1]:
            return None
        start = len(fine) - int(np.argmax(~fine[::-1])) if not fine.all() else 0
        filled = np.flatnonzero(size[start:])
        return float(edges[start + filled[0]]) if len(filled) else None

    def _true(self, sums: PairSums) -> float:
        """Number of true pairs in a band, not clipped."""
        if not self.checked or self.ends is None:
            return sums.expected
        return (sums.near - self.ends.by_chance * sums.filled) / self.ends.scale


def _rising(right: np.ndarray, size: np.ndarray) -> np.ndarray:
    """float64: shares right / size, pooled where they would fall (pool adjacent violators); empty bands join the next."""
    pools: list[list[float]] = []
    for true, n in zip(right.tolist(), size.tolist(), strict=True):
        pools.append([true, n, 1])
        while len(pools) > 1 and pools[-2][0] * pools[-1][1] >= pools[-1][0] * pools[-2][1]:
            true_, n_, bands = pools.pop()
            pools[-1] = [pools[-1][0] + true_, pools[-1][1] + n_, pools[-1][2] + bands]
    return np.concatenate([np.full(int(bands), true / n if n else 0.0) for true, n, bands in pools])


_last: tuple[weakref.ref[ScoredPairs], Estimator] | None = None


def estimator_of(scored: ScoredPairs) -> Estimator:
    """The estimator of these pairs; that of the pairs asked for last is kept."""
    global _last
    known = _last
    if known is not None and known[0]() is scored:
        return known[1]
    made = Estimator(scored)
    _last = (weakref.ref(scored), made)
    return made


def share_correct(scored: ScoredPairs, mask: np.ndarray) -> Estimate:
    """Share of true pairs among these pairs.

    Args:
        scored: Scored pairs.
        mask: bool (n_pairs,).
    """
    estimator = estimator_of(scored)
    n = int(np.count_nonzero(mask))
    expected = expected_matches(scored, mask)
    if scored.check_distance is None or estimator.ends is None:
        return estimator.judge(PairSums(n, expected=expected))
    distances = scored.check_distance[mask]
    near = int(np.count_nonzero(distances <= estimator.ends.within))
    return estimator.judge(PairSums(n, int(np.count_nonzero(~np.isnan(distances))), near, expected))


def expected_matches(scored: ScoredPairs, mask: np.ndarray) -> float:
    """Expected number of true pairs among these pairs, by the model's probabilities."""
    return float(scored.probability[mask].sum())
