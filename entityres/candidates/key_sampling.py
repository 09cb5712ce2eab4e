"""Engine: what keys would find, from a sample of their buckets.

A bucket is in the sample whole or not at all, by its hash; a sampled pair then stands for as many as its chance says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import expand, gather, select, split_codes
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import HOT_RECORDS
from entityres.candidates.unions import sorted_unique
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords

Judge = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From pairs of records (left, right int32) to the probability (float64) that they are one customer."""

LARGE = 50_000
"""From this many records on, signatures cost more than pairs."""

SAMPLE_ENTRIES = 40_000
SAMPLE_PAIRS = 12_000


@dataclass(frozen=True)
class Sampled:
    """What a key would find: a sample of its pairs (codes), one of `every` buckets, and the estimated number of all."""

    codes: np.ndarray
    every: int
    pairs: float


def sample_key(maker: EntryMaker, key: Key, across_only: bool) -> Sampled:
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
    return Sampled(sorted_unique(np.concatenate(codes)), int(coarse * finer), float(total * int(coarse)))


@dataclass(frozen=True)
class Universe:
    """Sampled pairs of all keys: which key (row) finds which, for how many pairs each stands, and how likely it is true."""

    finds: np.ndarray
    stands_for: np.ndarray
    probability: np.ndarray


def sample_universe(maker: EntryMaker, keys: Sequence[Key], samples: Sequence[Sampled], judge: Judge) -> Universe:
    """The sampled pairs of all keys together, each looked at once."""
    codes = sorted_unique(np.concatenate([sample.codes for sample in samples]))
    left, right = split_codes(codes)
    finds = np.empty((len(keys), len(codes)), bool)
    # Chance that none of the buckets that the pair shares was in the sample.
    unseen = np.ones(len(codes))
    every = side_by_side(lambda key: maker.shared_buckets(key, left, right), keys)
    for row, (shared, sample) in enumerate(zip(every, samples, strict=True)):
        finds[row] = shared > 0
        unseen *= _powers(1 - 1 / sample.every, shared)
    return Universe(finds, 1 / np.maximum(1 - unseen, 1e-9), judge(left, right))


def _powers(base: float, exponents: np.ndarray) -> np.ndarray:
    """`base` to each of the exponents, of which few differ."""
    return (base ** np.arange(exponents.max(initial=0) + 1, dtype=np.float64))[exponents]


def estimated_pairs(cleaned: CleanedRecords, keys: Sequence[Key], *, across_only: bool = False, seed: int = 1) -> float:
    """Different pairs that these keys would propose together, from a sample of their buckets."""
    if len(cleaned) < 2 or not keys:
        return 0.0
    maker = EntryMaker(cleaned, seed)
    samples = list(side_by_side(lambda key: sample_key(maker, key, across_only), keys))
    universe = sample_universe(maker, keys, samples, lambda left, right: np.ones(len(left)))
    return float(universe.stands_for.sum())
