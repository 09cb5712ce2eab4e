"""Engine: which keys to use, chosen by what each would add and what it would cost.

Nobody has told which pairs are true, but the score needs no training: a sample of what every possible key proposes is
scored, and the sum of probabilities stands for the true pairs. Then keys are taken greedily, the one with the most new
true pairs for each new pair to compare first, as long as the budget of pairs lasts (weighted set cover; Chvátal 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import expand, gather, select, sorted_unique, split_codes
from entityres.candidates.key_choices import KeyChoice, key_choices
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key
from entityres.candidates.proposing import HOT_RECORDS
from entityres.progress import Progress, quiet
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords

MOST_PAIRS = 1_000_000
PAIRS_A_RECORD = 30
MOST_KEYS = 20
"""Keys beside those that people expect: more of them are no longer looked at."""

SHORT = 2_000
"""Up to this many records a list is short."""

LARGE = 50_000
"""From this many records on, signatures cost more than pairs."""

MOST_HASHES = 128
"""Hashes in a signature on large lists."""

Judge = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From pairs of records (left, right int32) to the probability (float64) that they are one customer."""

SAMPLE_ENTRIES = 40_000
SAMPLE_PAIRS = 12_000

WORTH = 0.001
"""A further key must add at least this share of the true pairs ..."""

RAREST = 1 / 300
"""... and at least one true pair for each 300 more pairs to compare."""


def pair_budget(n_records: int) -> int:
    """How many pairs may be compared: 30 a record on small lists, then a million, and one a record on the largest."""
    return max(n_records, min(PAIRS_A_RECORD * n_records, MOST_PAIRS))


@dataclass(frozen=True)
class _Sampled:
    """What a key would find: a sample of its pairs (codes), one of `every` buckets, and the estimated number of all."""

    codes: np.ndarray
    every: int
    pairs: float


def _sample(maker: EntryMaker, key: Key, across_only: bool) -> _Sampled:
    """The pairs of a share of the buckets, chosen by their hash, so that a bucket is there whole or not at all."""
    # A power of two: a mask is several times faster than a division over all records.
    bits = np.uint64(max(0, (len(maker.cleaned) // SAMPLE_ENTRIES).bit_length() - 1))
    coarse = np.uint64(1) << bits
    taken, total = [], 0
    for records, hashes in maker.entries(key):
        chosen = (hashes & (coarse - np.uint64(1))) == 0
        buckets = gather(records[chosen], hashes[chosen])
        sizes = np.minimum(buckets.sizes, HOT_RECORDS)
        total += int((sizes * (sizes - 1) // 2).sum())
        taken.append(buckets)
    most = SAMPLE_PAIRS if len(maker.cleaned) <= LARGE else SAMPLE_PAIRS // 2
    finer = np.uint64(max(1, -(-total // most)))
    codes = [np.empty(0, np.uint64)]
    for buckets in taken:
        fine = (buckets.sizes <= HOT_RECORDS) & ((buckets.hashes >> bits) % finer == 0)
        codes.append(expand(select(buckets, fine), maker.cleaned.list_of, across_only))
    return _Sampled(sorted_unique(np.concatenate(codes)), int(coarse * finer), float(total * int(coarse)))


@dataclass(frozen=True)
class _Universe:
    """Sampled pairs of all keys: which key (row) finds which, for how many pairs each stands, and how likely it is true."""

    finds: np.ndarray
    stands_for: np.ndarray
    probability: np.ndarray


def _universe(maker: EntryMaker, keys: Sequence[Key], samples: Sequence[_Sampled], judge: Judge) -> _Universe:
    codes = sorted_unique(np.concatenate([sample.codes for sample in samples]))
    left, right = split_codes(codes)
    finds = np.empty((len(keys), len(codes)), bool)
    # Chance that none of the buckets that the pair shares was in the sample.
    unseen = np.ones(len(codes))
    every = side_by_side(lambda key: maker.shared_buckets(key, left, right), keys)
    for row, (shared, sample) in enumerate(zip(every, samples, strict=True)):
        finds[row] = shared > 0
        unseen *= _powers(1 - 1 / sample.every, shared)
    return _Universe(finds, 1 / np.maximum(1 - unseen, 1e-9), judge(left, right))


def _powers(base: float, exponents: np.ndarray) -> np.ndarray:
    """`base` to each of the exponents, of which few differ."""
    return (base ** np.arange(exponents.max(initial=0) + 1, dtype=np.float64))[exponents]


def _greedy(
    cleaned: CleanedRecords,
    universe: _Universe,
    choices: Sequence[KeyChoice],
    samples: Sequence[_Sampled],
    budget: float,
) -> list[int]:
    """Positions of the chosen keys."""
    stands_for, finds = universe.stands_for, universe.finds
    worth = stands_for * universe.probability
    # On a short list comparing is cheap and a missed pair is a large share: there a key need not earn its pairs.
    ease = min(1.0, len(cleaned) / SHORT) ** 2
    enough, rarest = ease * WORTH * max(float(worth.sum()), 1e-9), ease * RAREST
    open_ = np.ones(len(worth), bool)
    gains, costs = finds @ worth, finds @ stands_for
    chosen: list[int] = []
    spent = 0.0

    def take(i: int) -> None:
        nonlocal spent, gains, costs
        chosen.append(i)
        spent += float(costs[i])
        news = np.flatnonzero(open_ & finds[i])
        found = finds[:, news]
        gains = gains - found @ worth[news]
        costs = costs - found @ stands_for[news]
        open_[news] = False

    for i, choice in enumerate(choices):
        # What people expect is used whenever it is cheap, even if it adds little.
        if choice.expected and samples[i].pairs <= budget / 8:
            take(i)
    left_over = {i for i in range(len(choices)) if i not in chosen and samples[i].pairs <= 2 * budget}
    most = len(chosen) + MOST_KEYS
    while left_over and len(chosen) < most:
        fitting = [i for i in left_over if gains[i] >= max(enough, rarest * costs[i]) and spent + costs[i] <= budget]
        if not fitting:
            break
        take(max(fitting, key=lambda i: (gains[i] / max(costs[i], 1.0), -i)))
        left_over.discard(chosen[-1])
    return sorted(chosen)


def plan_keys(
    cleaned: CleanedRecords,
    judge: Judge,
    *,
    across_only: bool = False,
    maker: EntryMaker | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[Key, ...]:
    """The keys to use for these records, in the order in which `suggest_keys` lists them.

    Args:
        cleaned: The records.
        judge: Gives the probability that pairs (left, right int32) are true.
        across_only: No pairs inside one list.
        maker: Keeps the parts and signatures for the run that follows.
        seed: Which minhash functions.
        progress: One step for each possible key.
    """
    progress = progress or quiet()
    choices = _affordable(cleaned)
    if len(cleaned) < 2 or not choices:
        return tuple(choice.key for choice in choices if choice.expected)
    maker = maker or EntryMaker(cleaned, seed)
    maker.progress = progress
    progress.begin("Choosing keys", len(choices))
    samples = []
    for sample in side_by_side(lambda choice: _sample(maker, choice.key, across_only), choices):
        samples.append(sample)
        progress.advance()
    universe = _universe(maker, [choice.key for choice in choices], samples, judge)
    chosen = _greedy(cleaned, universe, choices, samples, pair_budget(len(cleaned)))
    return tuple(choices[i].key for i in chosen)


def suggest_keys(cleaned: CleanedRecords) -> tuple[Key, ...]:
    """Every sensible key for these records, switched off, for a user to add."""
    return tuple(replace(choice.key, enabled=False) for choice in key_choices(cleaned))


def _affordable(cleaned: CleanedRecords) -> list[KeyChoice]:
    """On large lists only the quick minhash keys over names and address: signatures would outweigh all the rest."""
    choices = key_choices(cleaned)
    if len(cleaned) <= LARGE:
        return choices
    fields = next((c.key.bands.fields for c in choices if c.key.bands is not None), ())

    def quick(bands: Bands | None) -> bool:
        return bands is None or (bands.fields == fields and bands.b * bands.r <= MOST_HASHES)

    return [choice for choice in choices if quick(choice.key.bands)]


def estimated_pairs(cleaned: CleanedRecords, keys: Sequence[Key], *, across_only: bool = False, seed: int = 1) -> float:
    """Different pairs that these keys would propose together, from a sample of their buckets."""
    if len(cleaned) < 2 or not keys:
        return 0.0
    maker = EntryMaker(cleaned, seed)
    samples = list(side_by_side(lambda key: _sample(maker, key, across_only), keys))
    universe = _universe(maker, keys, samples, lambda left, right: np.ones(len(left)))
    return float(universe.stands_for.sum())
