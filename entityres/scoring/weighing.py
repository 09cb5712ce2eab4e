"""Engine: match weights (Fellegi & Sunter 1969): for each field log2(m / u) of the level that a pair reaches, summed.

m comes from what is known about the role, u from the list itself: from random pairs, and for equal values from how often
the value occurs. Nothing is trained on the candidate pairs, which are a choice of the keys and no fair sample: measured,
training on them made the result worse. A missing value adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.progress import Progress, quiet
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, side_by_side, spread
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparing import Comparer
from entityres.scoring.comparisons import Comparison, Measure
from entityres.scoring.customer_counts import Customers, by_customer, copies_as_one, customers_with, joined
from entityres.scoring.dependence import discount
from entityres.scoring.guards import guard_pairs, shows_households, without_households
from entityres.scoring.match_cut import MATCH_AT
from entityres.scoring.mixtures import true_levels
from entityres.scoring.scored_pairs import FieldScores, Guard, ScoredPairs, probability_of, weight_of
from entityres.scoring.second_holders import USUAL, measured
from entityres.scoring.series import with_neighbours
from entityres.scoring.tails import CARRIED, stranger_shares

RANDOM_PAIRS = 200_000
"""Enough to measure a chance of one in five thousand within a sixth."""

PRIOR_PAIRS = 5_000
"""Weight of what is known beforehand about strangers, counted in random pairs."""

PRIOR_TRUE = 100
"""Weight of what is known beforehand about true pairs, counted in pairs."""

ROUNDS = 3
"""Scorings: the first with what is known beforehand, the others with what the one before put beyond doubt."""

MOST_BITS = 18.0
"""One field alone never says more than 1 : 260,000; a typing error or a shared address would make it a lie."""

DUPLICATES_EXPECTED = 0.3
"""True pairs for each record of one list that are expected before any look at the pairs."""

PARTNERS_EXPECTED = 0.5
"""True pairs for each record of the smaller list that are expected between two lists."""

TOGETHER = 1_024
"""Pairs weighed at a time: what is fetched for them fits the nearest cache."""

LEVELS = "Array(int8, 1, 'C', readonly=True)"

SOFT = np.uint8(Guard.THIN | Guard.ONE_KIND | Guard.YEARS_APART)
"""Guards that only say that there is little evidence, not that it speaks against a match."""

LITTLE = np.uint8(Guard.THIN | Guard.ONE_KIND)

OVERWHELMING = 13.0
"""Bits (odds of 8,000 to one) from which there is no more talk of little evidence, if something of one's own is the same."""

ENOUGH_TRUE = 200
"""A list that shows this many pairs beyond doubt speaks for itself: its own figures say how much evidence is enough."""

ENOUGH_FOR_SHORT = 50
"""So does a short list that shows this many, if they are one for each ten records."""

BY_CHANCE = (Measure.NAME, Measure.DATE)
"""What strangers who are alike in the rest share no more often than others do. Homes, phones and numbers are otherwise: they
go with a family, a house or a series."""

ENOUGH_ALIKE = 10
"""Random pairs of texts that are alike tell, from this number on, whether keys find such pairs."""

BEYOND_DOUBT = 0.99
"""Probability from which records count as one customer when customers are counted."""

DEFAULT_REVIEW_AT = 0.05


def random_pairs(
    cleaned: CleanedRecords, across_only: bool, seed: int, n: int = RANDOM_PAIRS
) -> tuple[np.ndarray, np.ndarray]:
    """Random pairs of different records (of different lists where only those are compared): left, right int32."""
    total = len(cleaned)
    if total < 2:
        return np.empty(0, np.int32), np.empty(0, np.int32)
    rng = np.random.Generator(np.random.PCG64([seed, 11]))
    n = min(n, total * (total - 1))
    if across_only:
        # Those of one list are thrown away again.
        sizes = np.diff(cleaned.starts).astype(np.float64)
        n = min(int(n / max(1 - float(((sizes / total) ** 2).sum()), 0.1)), 4 * n)
    left, right = rng.integers(0, total, n, dtype=np.int32), rng.integers(0, total, n, dtype=np.int32)
    fine = left != right
    if across_only:
        fine &= cleaned.list_of[left] != cleaned.list_of[right]
    left, right = left[fine], right[fine]
    return np.minimum(left, right), np.maximum(left, right)


def usual_m(comparison: Comparison) -> np.ndarray:
    """float64 (n_levels,): share of true pairs at each level, as known beforehand."""
    m = np.array([entry.m for entry in comparison.levels])
    return m / m.sum()


def level_weights(comparison: Comparison, m: np.ndarray, stranger_levels: np.ndarray, true_share: float) -> np.ndarray:
    """float64 (n_levels - 1,): log2(m / u) of each level but "same", which is weighed by its value's frequency.

    Args:
        comparison: The role's levels.
        m: float64 (n_levels,): share of true pairs at each level.
        stranger_levels: int8 (n,): levels of random pairs.
        true_share: Share of random pairs that are expected to be true.
    """
    usual = np.array([entry.u for entry in comparison.levels])
    usual /= usual.sum()
    if comparison.measure == Measure.WORDS:
        u = stranger_shares(stranger_levels, m, usual, true_share)
    else:
        seen = np.bincount(stranger_levels[stranger_levels >= 0], minlength=len(m))
        u = (seen + PRIOR_PAIRS * usual) / (seen.sum() + PRIOR_PAIRS)
    return np.minimum(_falling(m[1:], u[1:]), MOST_BITS)


def _falling(m: np.ndarray, u: np.ndarray) -> np.ndarray:
    """log2(m / u) where a level never says more than a better one: levels out of order are pooled (isotonic regression)."""
    pools: list[tuple[float, float, int]] = []
    for share_true, share_strangers in zip(m, u, strict=True):
        pool = (float(share_true), float(share_strangers), 1)
        while pools and pools[-1][0] * pool[1] < pool[0] * pools[-1][1]:
            before = pools.pop()
            pool = (before[0] + pool[0], before[1] + pool[1], before[2] + pool[2])
        pools.append(pool)
    return np.concatenate([np.full(size, np.log2(true / strangers)) for true, strangers, size in pools])


@compiled()
def _same_weight(together, total, m, frequency, prior, stranger):  # type: ignore[no-untyped-def]
    # log2(m / chance that another customer has the same value), at most MOST_BITS. The customer itself is taken out of the
    # count, so a value that only a pair of copies has is rare, not twice as common. What people have of their own and
    # stands twice is more likely the same person's than a stranger's: there the other one counts in part.
    others = max(together - 1, 0.0)
    if others >= 1:
        others -= 1 - stranger
    return min(np.log2(m * (max(total - 1, 0.0) + prior) / (others + prior * frequency)), MOST_BITS)


@compiled(
    f"void({CODES}, int64[::1], float64, float64[::1], float64, float64, float64, float64, boolean, boolean, float64, "
    f"{LEVELS}, {CODES}, {CODES}, float32[::1], int64, int64)"
)
def _weigh(  # type: ignore[no-untyped-def]
    codes,
    counts,
    total,
    table,
    m,
    frequency,
    prior,
    stranger,
    words,
    names,
    loss,
    levels,
    left,
    right,
    out,
    first,
    last,
):
    # First what lies strewn in memory is fetched for some pairs, then they are weighed: a processor waits for many places at
    # once if nothing else stands between.
    a, b = np.empty(TOGETHER, np.int32), np.empty(TOGETHER, np.int32)
    with_a, with_b = np.empty(TOGETHER, np.int64), np.empty(TOGETHER, np.int64)
    for begin in range(first, last, TOGETHER):
        n = min(TOGETHER, last - begin)
        for i in range(n):
            a[i], b[i] = codes[left[begin + i]], codes[right[begin + i]]
        for i in range(n):
            with_a[i] = counts[a[i]] if levels[begin + i] >= 0 else 0
            with_b[i] = counts[b[i]] if levels[begin + i] >= 0 and a[i] != b[i] else 0
        for i in range(n):
            reached = levels[begin + i]
            if reached < 0:
                out[begin + i] = 0.0
                continue
            together = float(with_a[i] + with_b[i])
            if words and a[i] != b[i]:
                # Two texts that nobody else has: how rare they are is in their words.
                together -= 1
            as_same = _same_weight(together, total, m, frequency, prior, stranger)
            if names and reached == level.NAME_SWAPPED:
                out[begin + i] = as_same + loss
            else:
                out[begin + i] = min(table[reached], as_same)


@dataclass(frozen=True)
class Rarity:
    """What is known of a field.

    Attributes:
        m: float64 (n_levels,): share of true pairs at each level.
        by_level: Level weights as `level_weights` gives them.
        customers: int64 (n_values,): customers with each value.
        stranger: How much of a stranger the second holder of a value counts for.
    """

    m: np.ndarray
    by_level: np.ndarray
    customers: np.ndarray
    stranger: float

    def strangers(self) -> np.ndarray:
        """float64 (n_levels,): share of strangers at each level; for "same", the chance that two customers share a value."""
        counts, total = self.customers.astype(np.float64), float(self.customers.sum())
        same = max(float((counts * (counts - 1)).sum()), 0.5) / max(total * (total - 1), 1.0)
        shares = np.concatenate([[same], self.m[1:] / np.exp2(self.by_level)])
        made: np.ndarray = shares / shares.sum()
        return made


def weigh(
    field: FieldValues, comparison: Comparison, rarity: Rarity, levels: np.ndarray, left: np.ndarray, right: np.ndarray
) -> np.ndarray:
    """float32 (n_pairs,): the weight of one field for each pair.

    Values that are nearly the same count as one value that both sets of customers have, and never say more than that
    value would if it were the same: a slip makes a common name no rarer.
    """
    table = np.concatenate([[np.inf], rarity.by_level])
    names = field.role in (Role.GIVEN_NAME, Role.FAMILY_NAME)
    loss = float(np.log2(rarity.m[level.NAME_SWAPPED] / rarity.m[level.SAME])) / 2 if names else 0.0
    about = (float(rarity.m[level.SAME]), comparison.frequency, float(comparison.weight), rarity.stranger)
    total, words = float(rarity.customers.sum()), comparison.measure == Measure.WORDS
    out = np.empty(len(levels), np.float32)

    def work(first: int, last: int) -> None:
        _weigh(
            field.codes,
            rarity.customers,
            total,
            table,
            *about,
            words,
            names,
            loss,
            levels,
            left,
            right,
            out,
            first,
            last,
        )

    spread(len(out), work, chunk=200_000)
    return out


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
    pairs = _possible_pairs(cleaned, across_only)
    usual = usual_pairs(cleaned, across_only)
    expected = usual
    for _ in range(10):
        prior = np.log2(expected / max(pairs - expected, expected))
        found = float(probability_of(evidence[(guards & ~SOFT) == 0] + prior).sum())
        expected = float(np.clip(np.sqrt(expected * (found + 0.5)), usual / 2, min(usual * 16, pairs / 2)))
    return float(np.log2(expected / max(pairs - expected, expected)))


class Weigher:
    """Levels and weights of any pairs of these records; strangers are measured once.

    Args:
        cleaned: The records.
        across_only: Whether only pairs of different lists are compared.
        seed: Which random pairs stand for strangers.
    """

    def __init__(self, cleaned: CleanedRecords, across_only: bool, seed: int) -> None:
        self.cleaned = cleaned
        self.across_only = across_only
        self.comparer = Comparer(cleaned)
        self.strangers = random_pairs(cleaned, across_only, seed)
        self._stranger_levels = self.comparer.levels(*self.strangers)
        self._true_share = usual_pairs(cleaned, across_only) / _possible_pairs(cleaned, across_only)
        self._rarity = self._measure(
            copies_as_one(cleaned), [usual_m(comparison) for comparison in self.comparer.comparisons]
        )
        self._households = True

    def _measure(self, customers: Customers | None, m: Sequence[np.ndarray]) -> list[Rarity]:
        left, right = self.strangers
        apart = slice(None) if customers is None else customers.of[left] != customers.of[right]
        every = side_by_side(
            lambda field: (
                field.counts if customers is None else customers_with(field.codes, customers, len(field.values))
            ),
            self.comparer.fields,
        )
        made = []
        for comparison, share, found, counts in zip(
            self.comparer.comparisons, m, self._stranger_levels, every, strict=True
        ):
            by_level = level_weights(comparison, share, found[apart], self._true_share)
            made.append(Rarity(share, by_level, counts, USUAL if comparison.own else 1.0))
        return made

    def learn(
        self,
        pairs: CandidatePairs,
        levels: Sequence[np.ndarray],
        weights: Sequence[np.ndarray],
        prior: float,
        guards: np.ndarray,
    ) -> None:
        """Take from a first scoring what it shows beyond doubt.

        Customers are counted instead of records. And m of a field moves from what is usual to what is seen among pairs
        that all *other* fields put beyond doubt, and that a key without this field proposed: a field never confirms
        itself, so nothing can run away. Where these are too few, names and birth dates, which strangers do not share more
        often for being alike in the rest, are seen among doubtful pairs too (see `mixtures`).

        Args:
            pairs: The candidate pairs.
            levels: Of each field.
            weights: Of each field.
            prior: Of the first scoring.
            guards: uint8 (n_pairs,).
        """
        evidence = _sum(weights, len(pairs)) + np.float32(prior)
        free = (guards & ~SOFT) == 0
        sure = (evidence >= weight_of(BEYOND_DOUBT)) & free
        m = []
        for field, comparison, rarity, found, weight in zip(
            self.comparer.fields, self.comparer.comparisons, self._rarity, levels, weights, strict=True
        ):
            usual, apart = usual_m(comparison), free & (found >= 0) & _found_without(pairs, field.name)
            others = evidence - weight
            certain = found[apart & (others >= weight_of(BEYOND_DOUBT))]
            seen = np.bincount(certain, minlength=len(usual)).astype(np.float64)
            if len(certain) < ENOUGH_TRUE and comparison.measure in BY_CHANCE:
                seen = true_levels(found[apart], others[apart], usual, rarity.strangers(), PRIOR_TRUE)
            m.append((seen + PRIOR_TRUE * usual) / (seen.sum() + PRIOR_TRUE))
        customers = by_customer(joined(len(self.cleaned), pairs.left[sure], pairs.right[sure]))
        self._rarity = self._measure(customers, m)
        for number, (field, comparison, found) in enumerate(
            zip(self.comparer.fields, self.comparer.comparisons, levels, strict=True)
        ):
            rarity = self._rarity[number]
            # How rare a text is, its words tell.
            if comparison.own and comparison.measure != Measure.WORDS:
                ends = pairs.left, pairs.right
                share = measured(field.codes, rarity.customers, customers.of, found, *ends, evidence, free)
                self._rarity[number] = rarity = replace(rarity, stranger=share)
            if comparison.measure == Measure.IDENTIFIER:
                alike = free & (found >= 0) & (evidence - weights[number] >= weight_of(DEFAULT_REVIEW_AT))
                counted = np.bincount(found[alike], minlength=len(comparison.levels))
                self._rarity[number] = replace(rarity, by_level=with_neighbours(rarity.by_level, counted, rarity.m))

    def look_for_households(self, pairs: CandidatePairs, levels: Sequence[np.ndarray]) -> None:
        """See from the candidate pairs whether two first names in one household may be two people."""
        telling = [field.name for field in self.comparer.fields if field.role in (Role.BIRTH_DATE, Role.IDENTIFIER)]
        found = _found_without(pairs, *telling)
        self._households = shows_households(self.comparer.fields, levels, found)

    def guards(self, levels: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """uint8 (n_pairs,): reasons against merging pairs with these levels without a person."""
        guards = guard_pairs(self.cleaned, self.comparer.fields, levels, left, right)
        return guards if self._households else without_households(guards, self.comparer.fields, levels)

    def expected_strangers(self, pairs: CandidatePairs, number: int) -> np.ndarray:
        """float64 (n_levels,): strangers that the weights of a text expect among these pairs, where none were counted.

        That is at the levels to which the chance of strangers was carried on (see `tails`). How many of such strangers the
        keys find is seen from the random pairs; 0 where too few of these are alike to tell.
        """
        drawn, rarity = self._stranger_levels[number], self._rarity[number]
        expected = np.zeros(len(rarity.m))
        last = len(rarity.m) - 1 - CARRIED
        alike = np.flatnonzero((drawn > level.SAME) & (drawn <= last))
        if len(alike) < ENOUGH_ALIKE:
            return expected
        left, right = (side[alike] for side in self.strangers)
        found = np.isin(_pair_codes(left, right), _pair_codes(pairs.left, pairs.right)).mean()
        filled = float(np.mean(drawn >= 0)) * _possible_pairs(self.cleaned, self.across_only)
        strangers = rarity.m[1:] / np.exp2(rarity.by_level)
        expected[1 : last + 1] = strangers[:last] * filled * float(found)
        return expected

    def field_scores(
        self, pairs: CandidatePairs, levels: Sequence[np.ndarray], weights: Sequence[np.ndarray]
    ) -> tuple[FieldScores, ...]:
        """The evidence of all candidate pairs; between lists with what partners need to know to teach texts."""
        made = _field_scores(self.comparer, levels, weights)
        if self.cleaned.n_lists < 2:
            return made
        return tuple(
            replace(
                field,
                m=tuple(self._rarity[number].m.tolist()),
                strangers=tuple(self.expected_strangers(pairs, number).tolist()),
            )
            if comparison.measure in (Measure.WORDS, Measure.NUMBER)
            else field
            for number, (field, comparison) in enumerate(zip(made, self.comparer.comparisons, strict=True))
        )

    def levels(self, left: np.ndarray, right: np.ndarray, progress: Progress | None = None) -> list[np.ndarray]:
        """Comparison levels of pairs, field by field."""
        return self.comparer.levels(left, right, progress)

    def weights(self, levels: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray) -> list[np.ndarray]:
        """Weights of pairs with these levels, field by field, float32."""
        made = [
            weigh(field, comparison, rarity, found, left, right)
            for field, comparison, rarity, found in zip(
                self.comparer.fields, self.comparer.comparisons, self._rarity, levels, strict=True
            )
        ]
        discount(self.comparer.fields, levels, made)
        return made


def _pair_codes(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int64 (n,): one number for each pair of records."""
    codes: np.ndarray = (left.astype(np.int64) << 32) | right
    return codes


def _found_without(pairs: CandidatePairs, *fields: str) -> np.ndarray:
    """bool (n_pairs,): a key that reads none of these fields proposed the pair."""
    mask = np.uint64(0)
    for i, key in enumerate(pairs.keys):
        if not set(fields) & set(key.fields):
            mask |= np.uint64(1) << np.uint64(i)
    return (pairs.masks & mask) != 0


def _sum(weights: Sequence[np.ndarray], n: int) -> np.ndarray:
    total = np.zeros(n, np.float32)
    for weight in weights:
        total += weight
    return total


@dataclass(frozen=True)
class Evidence:
    """Evidence of some pairs: fields as in `ScoredPairs`, and guards uint8 (n_pairs,)."""

    fields: tuple[FieldScores, ...]
    guards: np.ndarray


def _field_scores(
    comparer: Comparer, levels: Sequence[np.ndarray], weights: Sequence[np.ndarray]
) -> tuple[FieldScores, ...]:
    return tuple(
        FieldScores(field.name, field.label, found, weight, tuple(entry.words for entry in comparison.levels))
        for field, comparison, found, weight in zip(comparer.fields, comparer.comparisons, levels, weights, strict=True)
    )


def evidence_of(
    cleaned: CleanedRecords,
    left: np.ndarray,
    right: np.ndarray,
    *,
    across_only: bool = False,
    seed: int = 1,
    weigher: Weigher | None = None,
) -> Evidence:
    """Evidence of any pairs, candidates or not.

    Args:
        cleaned: The records.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        across_only: As in the run.
        seed: As in the run.
        weigher: That of the run, when it is at hand.
    """
    weigher = weigher or Weigher(cleaned, across_only, seed)
    levels = weigher.levels(left, right)
    weights = weigher.weights(levels, left, right)
    guards = weigher.guards(levels, left, right)
    return Evidence(_field_scores(weigher.comparer, levels, weights), guards)


def judge_of(weigher: Weigher, prior: float | None = None) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """A function that gives the probability (float64) of pairs (left, right int32).

    Args:
        weigher: Weighs by what it has learned so far.
        prior: Log2 odds that any two records match, as a run found them; None takes the usual share of duplicates.
    """
    cleaned = weigher.cleaned
    if prior is None:
        usual = usual_pairs(cleaned, weigher.across_only)
        prior = float(np.log2(usual / _possible_pairs(cleaned, weigher.across_only)))

    def judge(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        levels = weigher.levels(left, right)
        guards = weigher.guards(levels, left, right)
        out = probability_of(_sum(weigher.weights(levels, left, right), len(left)) + prior)
        out[(guards & ~SOFT) != 0] = 0
        return out

    return judge


def _possible_pairs(cleaned: CleanedRecords, across_only: bool) -> float:
    sizes = np.diff(cleaned.starts).astype(np.float64)
    n = float(sizes.sum())
    return max((n * (n - 1) - (sizes * (sizes - 1)).sum() * across_only) / 2, 1.0)


def _speaks_for_itself(sure: int, records: int) -> bool:
    """Whether so many pairs beyond doubt, with enough evidence each, tell how much is enough in a list of this size."""
    return sure >= min(ENOUGH_TRUE, max(ENOUGH_FOR_SHORT, 0.1 * records))


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
    weigher.look_for_households(pairs, levels)
    guards = weigher.guards(levels, pairs.left, pairs.right)
    for round_ in range(ROUNDS):
        weights = weigher.weights(levels, pairs.left, pairs.right)
        evidence = _sum(weights, len(pairs))
        prior = estimate_prior(cleaned, evidence, guards, across_only)
        if round_ < ROUNDS - 1:
            weigher.learn(pairs, levels, weights, prior, guards)
    sure = probability_of(evidence + prior) >= BEYOND_DOUBT
    if _speaks_for_itself(int(np.count_nonzero(sure & (guards == 0))), len(cleaned)):
        guards &= ~SOFT
    own = [
        found == level.SAME for found, comparison in zip(levels, comparer.comparisons, strict=True) if comparison.own
    ]
    guards[(evidence + prior >= OVERWHELMING) & np.any(own, axis=0)] &= ~LITTLE
    fields = weigher.field_scores(pairs, levels, weights)
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
