"""Engine: what banding missed, counted by the exact join on a sample (method.md §6), beside the promise of the curve.

The curve speaks of chances; the audit looks. Costs an exact join of the sample and, without a run, its signatures.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import pair_codes, split_codes
from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.exact_join import (
    HOT_PRODUCT,
    SimilarSets,
    cross_pairs,
    equal_pairs,
    large_edges,
    similar_sets,
)
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part
from entityres.candidates.places import curve_similarity, needed_jaccard
from entityres.candidates.scurve import chance
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.shingling import Shingles
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords

SAMPLE = 50_000
"""Records in a sample: an exact join of so many takes seconds."""


@dataclass(frozen=True)
class Audit:
    """Pairs of a sample that are at least so similar, and what became of them.

    Attributes:
        similarity: From which similarity pairs were counted.
        records: Records in the sample.
        similar_pairs: Pairs of them at least so similar, counted exactly.
        found: Those that the bands found.
        missed: Those that they did not.
        promised: How many the curve says they would find, each pair by its own similarity.
        spread: Standard error of `promised`: so far luck with the hash functions may take `found` from it. Pairs of the same
            record are not independent, so it is rather too small.
        found_by_any: Those that any key of the run found; `found` without a run.
        not_looked_at: Pairs of large groups of equal or similar sets, which are left out.
        everyone: True when the sample is all records.
    """

    similarity: float
    records: int
    similar_pairs: int
    found: int
    missed: int
    promised: float
    spread: float
    found_by_any: int
    not_looked_at: int
    everyone: bool = True


def audit(
    cleaned: CleanedRecords,
    bands: Bands,
    pairs_found: CandidatePairs | None = None,
    sample: int = SAMPLE,
    seed: int = 1,
    *,
    similarity: float = 0.6,
    parts: tuple[Part, ...] = (),
    across_only: bool = False,
    maker: EntryMaker | None = None,
    progress: Progress | None = None,
) -> Audit:
    """Count the similar pairs that banding missed.

    Args:
        cleaned: The records.
        bands: The minhash condition to audit.
        pairs_found: Pairs of a run; those whose keys include one with just these bands and parts count as found. None: the
            bands are tried on the sample itself.
        sample: The most records to look at; all of them when there are no more.
        seed: Which sample, and which minhash functions without a run.
        similarity: From which similarity on a pair should be found.
        parts: What else the key asks for; only pairs that agree in it are looked at.
        across_only: Whether pairs inside one list count.
        maker: Shingles and signatures that were made before, for the same records and seed.
        progress: Asked between steps whether to stop.

    Raises:
        TooManySimilarError: More pairs of different values are so similar than can be kept.
        Cancelled: The answer is not wanted any more.
    """
    maker = maker or EntryMaker(cleaned, seed, progress)
    progress = progress or quiet()
    n = len(cleaned)
    rng = np.random.Generator(np.random.PCG64([seed, 11]))
    chosen = np.arange(n, dtype=np.int32)
    if n > sample:
        chosen = np.sort(rng.choice(n, sample, replace=False)).astype(np.int32)
    all_shingles = maker.shingles(bands)
    progress.check()
    sets = similar_sets(_of_some(all_shingles, chosen), needed_jaccard(bands.tokens, similarity), progress)
    codes, not_looked_at = _looked_at(sets)
    left, right = (chosen[side] for side in split_codes(codes))
    wanted = np.ones(len(left), bool)
    if across_only:
        wanted &= cleaned.list_of[left] != cleaned.list_of[right]
    if parts:
        wanted &= shared_buckets(maker, Key("", parts), left, right) > 0
    left, right = left[wanted], right[wanted]
    progress.check()
    similar = curve_similarity(bands.tokens, pair_similarity(all_shingles, left, right))
    expected = chance(similar, bands.b, bands.r)
    if pairs_found is None:
        found = by_any = shared_buckets(maker, Key("", parts, bands), left, right) > 0
    else:
        masks = _masks(pairs_found, left, right)
        found, by_any = (masks & _bits(pairs_found, bands, parts)) != 0, masks != 0
    return Audit(
        similarity,
        len(chosen),
        len(left),
        int(found.sum()),
        len(left) - int(found.sum()),
        float(expected.sum()),
        float(np.sqrt((expected * (1 - expected)).sum())),
        int(by_any.sum()),
        not_looked_at,
        n <= sample,
    )


def _of_some(shingles: Shingles, chosen: np.ndarray) -> Shingles:
    """The sets of some records, without the values that none of them has."""
    codes = shingles.codes[chosen]
    there = np.zeros(len(shingles.starts) - 1, bool)
    there[codes[codes >= 0]] = True
    used = np.flatnonzero(there)
    lengths = np.diff(shingles.starts)[used]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    places = np.repeat(shingles.starts[used] - starts[:-1], lengths) + np.arange(starts[-1])
    numbers = np.append(np.cumsum(there) - 1, -1).astype(np.int32)  # the last place serves -1
    return Shingles(shingles.fields, shingles.tokens[places], starts, np.ascontiguousarray(numbers[codes]))


def _looked_at(sets: SimilarSets) -> tuple[np.ndarray, int]:
    """Codes of the similar pairs, and how many of large groups are left out."""
    sizes = sets.sizes
    between = sizes[sets.left] * sizes[sets.right]
    inside = sizes * (sizes - 1) // 2
    large, many = inside > HOT_PRODUCT, large_edges(sets)
    left_out = int(inside[large].sum() + between[many].sum())
    return np.concatenate([equal_pairs(sets, ~large), cross_pairs(sets, np.flatnonzero(~many))]), left_out


def _bits(pairs: CandidatePairs, bands: Bands, parts: tuple[Part, ...]) -> np.uint64:
    """Bits of the keys that are just these bands and parts."""
    mask = np.uint64(0)
    for i, key in enumerate(pairs.keys):
        if key.bands == bands and key.parts == parts and key.enabled:
            mask |= np.uint64(1) << np.uint64(i)
    return mask


def _masks(pairs: CandidatePairs, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """uint64: the keys that proposed each pair, 0 where none did."""
    codes, wanted = pair_codes(pairs.left, pairs.right), pair_codes(left, right)
    if not len(codes):
        return np.zeros(len(wanted), np.uint64)
    at = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
    return np.where(codes[at] == wanted, pairs.masks[at], np.uint64(0))
