"""Engine: what keys would find, from a sample of the pairs in their buckets.

What is in the sample is decided by hashes, and of single pairs by the places of their records in an order by values, so that
the order of the rows decides nothing; a sampled pair then stands for as many as its chance says.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import Buckets, expand, gather, pair_codes, select, split_codes
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import hot_from, kept_pairs
from entityres.candidates.shared_buckets import SharedBuckets
from entityres.records.compiled import compiled, side_by_side
from entityres.records.fields import CleanedRecords
from entityres.records.sorted_sets import sorted_unique

Judge = Callable[[np.ndarray, np.ndarray], np.ndarray]
"""From pairs of records (left, right int32) to the probability (float64) that they are one customer."""

LARGE = 50_000
"""From this many records on, signatures cost more than pairs."""

SAMPLE_ENTRIES = 40_000
SAMPLE_PAIRS = 12_000

FEWEST_BANDS = 2
"""Bands of a minhash key that a sample looks at, at least."""

WHOLE = 8
"""Up to so many records a bucket is in the sample whole or not at all; of larger ones, which are few and hold most of the
pairs, single pairs are drawn, else one bucket would decide the estimate."""


@dataclass(frozen=True)
class Sampled:
    """What a key would find: a sample of its pairs (codes), one of `every` buckets, and the estimated number of all."""

    codes: np.ndarray
    every: float
    pairs: float


def sample_key(maker: EntryMaker, key: Key, across_only: bool) -> Sampled:
    """A share of the pairs of a key: those of some small buckets, and some of those of all larger ones."""
    # A power of two: a mask is several times faster than a division over all records.
    bits = max(0, (len(maker.cleaned) // SAMPLE_ENTRIES).bit_length() - 1)
    key, of_bands, bits = _fewer_bands(key, bits)
    taken, total, hot = [], 0, hot_from(key)
    for records, hashes in maker.some_entries(key, bits):
        buckets = gather(records, hashes)
        sizes = np.minimum(buckets.sizes, hot)
        total += int((sizes * (sizes - 1) // 2).sum())
        taken.append(buckets)
    most = SAMPLE_PAIRS if len(maker.cleaned) <= LARGE else SAMPLE_PAIRS // 2
    finer = np.uint64(max(1, -(-total // most)))
    codes = [np.empty(0, np.uint64)]
    for buckets in taken:
        sizes = buckets.sizes
        fine = (sizes <= WHOLE) & ((buckets.hashes >> np.uint64(bits)) % finer == 0)
        codes.append(expand(select(buckets, fine), maker.cleaned.list_of, across_only))
        larger = select(buckets, (sizes > WHOLE) & (sizes <= hot))
        codes.append(_some_pairs(larger, maker.cleaned, across_only, int(finer)))
        if (sizes > hot).any():
            kept = kept_pairs(maker, key, select(buckets, sizes > hot), across_only)
            codes.append(_some_of(kept, maker.cleaned, int(finer)))
    found, coarse = sorted_unique(np.concatenate(codes)), of_bands * (1 << bits)
    if key.join is None or not len(found):
        return Sampled(found, coarse * int(finer), total * coarse)
    # Large groups that are similar to each other stand in one bucket, beside others that they are not similar to.
    similar = maker.similar(key.join, *split_codes(found))
    return Sampled(found[similar], coarse * int(finer), total * coarse * float(similar.mean()))


def _fewer_bands(key: Key, bits: int) -> tuple[Key, float, int]:
    """The key with only its first bands where 2^bits as many buckets as wanted are there.

    On a long list signatures take longer than all the rest, and all bands are alike: some bands whole say as much as some
    buckets of all of them.

    Returns:
        The key, one of how many of its bands are left, and the bits by which its buckets are still too many.
    """
    if key.bands is None or not bits:
        return key, 1.0, bits
    saved = min(bits, max(0, (key.bands.b // FEWEST_BANDS).bit_length() - 1))
    left = -(-key.bands.b >> saved)
    return replace(key, bands=replace(key.bands, b=left)), key.bands.b / left, bits - saved


@compiled("int64(int32[::1], int64[::1], uint64[::1], int32[::1], int16[::1], boolean, uint64, uint64[::1])")
def _draw(records, starts, hashes, places, list_of, across, below, out):  # type: ignore[no-untyped-def]
    n = 0
    for bucket in range(len(hashes)):
        for i in range(starts[bucket], starts[bucket + 1]):
            mine = places[records[i]]
            for j in range(i + 1, starts[bucket + 1]):
                if across and list_of[records[i]] == list_of[records[j]]:
                    continue
                other = places[records[j]]
                placed = (np.uint64(min(mine, other)) << np.uint64(32)) | np.uint64(max(mine, other))
                h = np.uint64((placed ^ hashes[bucket]) * np.uint64(0x9E3779B97F4A7C15))
                h ^= h >> np.uint64(32)
                h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
                h ^= h >> np.uint64(29)
                if h <= below:
                    if n < len(out):
                        out[n] = (np.uint64(records[i]) << np.uint64(32)) | np.uint64(records[j])
                    n += 1
    return n


def _below(every: int) -> np.uint64:
    """One of `every` scrambled numbers is not above this."""
    return np.uint64((1 << 64) // every - 1)


def _scrambled(codes: np.ndarray) -> np.ndarray:
    h = codes * np.uint64(0x9E3779B97F4A7C15)
    h ^= h >> np.uint64(32)
    h *= np.uint64(0xBF58476D1CE4E5B9)
    made: np.ndarray = h ^ (h >> np.uint64(29))
    return made


def _some_pairs(buckets: Buckets, cleaned: CleanedRecords, across_only: bool, every: int) -> np.ndarray:
    """One of `every` pairs, drawn one by one by their hash; codes in any order."""
    if not len(buckets.hashes):
        return np.empty(0, np.uint64)
    given = (
        buckets.records,
        buckets.starts,
        buckets.hashes,
        cleaned.places,
        cleaned.list_of,
        across_only,
        _below(every),
    )
    out = np.empty(2 * SAMPLE_PAIRS, np.uint64)
    n = _draw(*given, out)
    if n > len(out):
        out = np.empty(n, np.uint64)
        _draw(*given, out)
    return out[:n]


def _some_of(codes: np.ndarray, cleaned: CleanedRecords, every: int) -> np.ndarray:
    """One of `every` of these pairs."""
    one, two = (cleaned.places[side] for side in split_codes(codes))
    return codes[_scrambled(pair_codes(np.minimum(one, two), np.maximum(one, two))) <= _below(every)]


@dataclass(frozen=True)
class Universe:
    """Sampled pairs of all keys: their codes, which key (row) finds which, for how many each stands, how likely it is true."""

    codes: np.ndarray
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
    every = SharedBuckets(maker, left, right).of_all(keys)
    for row, (shared, sample) in enumerate(zip(every, samples, strict=True)):
        finds[row] = shared > 0
        unseen *= _powers(1 - 1 / sample.every, shared)
    return Universe(codes, finds, 1 / np.maximum(1 - unseen, 1e-9), judge(left, right))


def _powers(base: float, exponents: np.ndarray) -> np.ndarray:
    """`base` to each of the exponents, of which few differ."""
    return (base ** np.arange(exponents.max(initial=0) + 1, dtype=np.float64))[exponents]


def estimated_pairs(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    maker: EntryMaker | None = None,
) -> float:
    """Different pairs that these keys would propose together, from a sample of their buckets."""
    if len(cleaned) < 2 or not keys:
        return 0.0
    maker = maker or EntryMaker(cleaned, seed)
    samples = list(side_by_side(lambda key: sample_key(maker, key, across_only), keys))
    universe = sample_universe(maker, keys, samples, lambda left, right: np.ones(len(left)))
    return float(universe.stands_for.sum())
