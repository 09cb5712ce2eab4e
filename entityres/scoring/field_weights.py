"""Engine: what one field says about pairs: log2(m / u) of the level that a pair reaches (Fellegi & Sunter 1969).

u of a level is counted among random pairs; for equal values, and as the most that nearly equal ones may say, it is how often
the value occurs. A missing value says nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.coding import CODES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparisons import Comparison, Measure
from entityres.scoring.first_letters import limit_other_names
from entityres.scoring.tails import stranger_shares

PRIOR_PAIRS = 5_000
"""Weight of what is known beforehand about strangers, counted in random pairs."""

MOST_BITS = 18.0
"""One field alone never says more than 1 : 260,000; a typing error or a shared address would make it a lie."""

TOGETHER = 1_024
"""Pairs weighed at a time: what is fetched for them fits the nearest cache."""

LEVELS = "Array(int8, 1, 'C', readonly=True)"


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
        return text_weights(m, usual, stranger_levels, true_share)
    seen = np.bincount(stranger_levels + 1, minlength=len(m) + 1)[1:]  # the first are missing values
    u = (seen + PRIOR_PAIRS * usual) / (seen.sum() + PRIOR_PAIRS)
    return np.minimum(_falling(m[1:], u[1:]), MOST_BITS)


def text_weights(m: np.ndarray, usual: np.ndarray, stranger_levels: np.ndarray, true_share: float) -> np.ndarray:
    """The weights of a text as `level_weights` gives them.

    Args:
        m: float64 (n_levels,): share of true pairs at each level.
        usual: float64 (n_levels,): share of strangers at each level, as known beforehand.
        stranger_levels: int8 (n,): levels of random pairs.
        true_share: Share of random pairs that are expected to be true.
    """
    u = stranger_shares(stranger_levels, m, usual, true_share)
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
    same = float(rarity.m[level.SAME]), comparison.frequency, float(comparison.weight), rarity.stranger
    about = *same, comparison.measure == Measure.WORDS, names, loss
    total = float(rarity.customers.sum())
    out = np.empty(len(levels), np.float32)

    def work(first: int, last: int) -> None:
        _weigh(field.codes, rarity.customers, total, table, *about, levels, left, right, out, first, last)

    spread(len(out), work, chunk=200_000)
    if field.role == Role.FAMILY_NAME:
        limit_other_names(field, rarity.customers, rarity.m, float(table[-1]), levels, left, right, out)
    return out
