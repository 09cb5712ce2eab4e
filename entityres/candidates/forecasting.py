"""Engine: what settings would find and cost, before anything runs.

At once, by re-weighing the histogram of similarities by the new curve over the old; `counting` counts exactly a moment
later. The plain sum over buckets is no use: true duplicates share many buckets, it counted pairs up to seven times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import split_codes
from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part
from entityres.candidates.places import curve_similarity
from entityres.candidates.proposing import PAIR_BYTES, measured_by
from entityres.candidates.scurve import chance
from entityres.records.fields import CleanedRecords

PAIRS_A_SECOND = 350_000
"""Pairs proposed, compared and scored in a second on one laptop core pair, measured; only used for "about n s"."""

SLACK = (0.67, 1.1)
"""Measured over many changes of b and r, the re-weighed figure lies between this much too low and too high (ux research)."""

SLACK_OF_SAMPLE = (0.5, 1.4)
"""The same where no run has seen the pairs: counts lay between half of the figure (lists of few different names, where pairs
share pieces and do not collide independently) and 1.35 of it (a million customers)."""

LOOSE = (64, 4)
"""Bands and rows that find nearly every pair that any sensible setting does; a sample of their buckets costs a fifth of a
second at a million records."""

BINS = 40

SAMPLE = 400_000
"""So many pairs are measured where not all can be."""

SEEN = 0.02
"""Where fewer pairs than this share are found, the pairs that were not seen cannot be told from those that were."""


@dataclass(frozen=True)
class Forecast:
    """Pairs to compare with a range, seconds and memory; `counted` when it is no estimate any more."""

    pairs: float
    low: float
    high: float
    seconds: float
    memory_mb: float
    counted: bool = False


@dataclass(frozen=True)
class Histogram:
    """Pairs by similarity.

    Attributes:
        edges: float64 (n + 1,).
        counts: float64 (n,): pairs; estimated where `sampled`.
        sampled: True when they stand for all pairs, found or not, and come from a sample.
        text: Where they come from, in words.
    """

    edges: np.ndarray
    counts: np.ndarray
    sampled: bool
    text: str

    @property
    def middle(self) -> np.ndarray:
        """float64 (n,): the similarity in the middle of each bin."""
        return (self.edges[1:] + self.edges[:-1]) / 2

    def unseen(self, found_with: Bands | None) -> np.ndarray:
        """float64 (n,): pairs of each bin that a run with these bands could not see, extrapolated from those it saw."""
        if self.sampled or found_with is None:
            return np.zeros(len(self.counts))
        seen = chance(self.middle, found_with.b, found_with.r)
        return np.where(seen >= SEEN, self.counts * (1 / np.maximum(seen, SEEN) - 1), 0.0)


def of_pairs(pairs: float, low: float | None = None, high: float | None = None, counted: bool = False) -> Forecast:
    """A forecast from a number of pairs."""
    return Forecast(
        pairs,
        pairs if low is None else low,
        pairs if high is None else high,
        pairs / PAIRS_A_SECOND,
        pairs * PAIR_BYTES / 1e6,
        counted,
    )


def similarity_histogram(
    cleaned: CleanedRecords,
    bands: Bands,
    pairs: CandidatePairs | None,
    seed: int = 1,
    across_only: bool = False,
    *,
    parts: tuple[Part, ...] = (),
    maker: EntryMaker | None = None,
) -> Histogram:
    """Similarities of the candidate pairs that a minhash key found, or of random pairs where it has not run.

    On a long list hardly one of many random pairs is similar; how many such pairs there are is then told by a sample of loose
    buckets, each pair by its chance to share one.

    Args:
        cleaned: The records.
        bands: The minhash condition: which fields and tokens.
        pairs: Candidate pairs of the last run, None before it and for a key that was not in it.
        seed: Which random pairs.
        across_only: Whether random pairs are drawn across lists only.
        parts: What else the key asks for; in a long list only pairs that agree in it are counted.
        maker: Shingles and signatures that were made before, for the same records and seed.
    """
    maker = maker or EntryMaker(cleaned, seed)
    edges = np.linspace(0, 1, BINS + 1)
    if pairs is not None and len(pairs):
        bits = [i for i, key in enumerate(pairs.keys) if key.bands is not None and key.bands.fields == bands.fields]
        mask = np.bitwise_or.reduce([np.uint64(1) << np.uint64(i) for i in bits]) if bits else np.uint64(0)
        chosen = np.flatnonzero((pairs.masks & mask) != 0) if bits else np.arange(len(pairs))
        if len(chosen):
            return _of_run(maker, bands, pairs, chosen, edges)
    total = len(cleaned)
    if total < 2:
        return Histogram(edges, np.zeros(BINS), True, "from no pairs")
    rng = np.random.Generator(np.random.PCG64([seed, 7]))
    n = min(SAMPLE, total * (total - 1) // 2)
    left, right = rng.integers(0, total, n, dtype=np.int32), rng.integers(0, total, n, dtype=np.int32)
    fine = left != right
    if across_only:
        fine &= cleaned.list_of[left] != cleaned.list_of[right]
    left, right = left[fine], right[fine]
    counts, _ = np.histogram(_similarity(maker, bands, left, right), edges)
    scale = total * (total - 1) / 2 / max(1, len(left))
    words = f"from {len(left):,} random {'pair' if len(left) == 1 else 'pairs'}"
    if n < SAMPLE:
        return Histogram(edges, counts * scale, True, words)
    similar, weights = _loosely_alike(maker, bands, parts, across_only)
    told = chance((edges[1:] + edges[:-1]) / 2, *LOOSE) >= SEEN
    more, _ = np.histogram(similar, edges, weights=weights)
    words += f" and {len(similar):,} that are more alike"
    return Histogram(edges, np.where(told, more, counts * scale), True, words)


def _loosely_alike(
    maker: EntryMaker, bands: Bands, parts: tuple[Part, ...], across_only: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Similarities of some pairs that share a loose bucket, and for how many pairs of the lists each stands."""
    from entityres.candidates.key_sampling import sample_key, sample_universe

    key = Key("", parts, replace(bands, b=LOOSE[0], r=LOOSE[1]))
    sample = sample_key(maker, key, across_only)
    universe = sample_universe(maker, [key], [sample], lambda left, _right: np.ones(len(left)))
    similar = _similarity(maker, bands, *split_codes(universe.codes))
    return similar, universe.stands_for / np.maximum(chance(similar, *LOOSE), SEEN)


def _of_run(maker: EntryMaker, bands: Bands, pairs: CandidatePairs, chosen: np.ndarray, edges: np.ndarray) -> Histogram:
    """Histogram of the chosen pairs of a run: what was measured, or measured anew where that was on other sets."""
    ran = measured_by(maker.cleaned, pairs.keys)
    scale = 1.0
    if (ran.fields, ran.tokens, ran.k) == (bands.fields, bands.tokens, bands.k):
        similar = pairs.jaccard[chosen]
    else:
        some = chosen[:: max(1, len(chosen) // SAMPLE)]
        scale = len(chosen) / len(some)
        similar = _similarity(maker, bands, pairs.left[some], pairs.right[some])
    counts, _ = np.histogram(similar, edges)
    return Histogram(
        edges, counts * scale, False, f"from {len(chosen):,} {'pair' if len(chosen) == 1 else 'pairs'} of the last run"
    )


def _similarity(maker: EntryMaker, bands: Bands, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """What the curve of these bands is over, for each pair."""
    return curve_similarity(bands.tokens, pair_similarity(maker.shingles(bands), left, right))


def reweigh(histogram: Histogram, old: Bands | None, new: Bands) -> Forecast:
    """Pairs with new bands and rows, at once: each bar times its new chance over its old one.

    Args:
        histogram: Of candidates found with `old`, or of random pairs (then `old` does not matter).
        old: Bands and rows of the last run.
        new: Bands and rows to foresee.
    """
    middle = histogram.middle
    after = chance(middle, new.b, new.r)
    slack = SLACK_OF_SAMPLE if histogram.sampled else SLACK
    if histogram.sampled or old is None:
        pairs = float((histogram.counts * after).sum())
    else:
        before = np.maximum(chance(middle, old.b, old.r), 1e-6)
        pairs = float((histogram.counts * np.minimum(after / before, 1e6)).sum())
    return of_pairs(pairs, pairs * slack[0], pairs * slack[1])


def share_found(histogram: Histogram, old: Bands | None, new: Bands, from_similarity: float) -> float:
    """Of the pairs at least this similar, the share that the new settings find (by the curve)."""
    middle = histogram.middle
    there = histogram.counts.copy()
    if not histogram.sampled and old is not None:
        there = there / np.maximum(chance(middle, old.b, old.r), 1e-3)
    there[middle < from_similarity] = 0
    total = float(there.sum())
    if total <= 0:
        return float(chance((1 + from_similarity) / 2, new.b, new.r))
    return float((there * chance(middle, new.b, new.r)).sum() / total)


def forecast(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    maker: EntryMaker | None = None,
) -> Forecast:
    """Pairs, time and memory of a run with these keys, from a sample of their buckets."""
    from entityres.candidates.key_sampling import estimated_pairs

    pairs = estimated_pairs(
        cleaned, [key for key in keys if key.enabled], across_only=across_only, seed=seed, maker=maker
    )
    return of_pairs(pairs, pairs * SLACK[0], pairs * SLACK[1])
