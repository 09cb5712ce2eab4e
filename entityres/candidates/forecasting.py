"""Engine: what settings would find and cost, before anything runs.

Two stages: at once, the histogram of similarities re-weighed by the new curve over the old; then the exact count from
stored signatures. The plain sum over buckets is no use: true duplicates share many buckets, it counted pairs up to seven
times.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import count_pairs, expand, gather, mix, pair_codes, select, sorted_unique
from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts, LeftOut
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.minhash import band_hashes
from entityres.candidates.proposing import HOT_RECORDS, PAIR_BYTES, _Finder
from entityres.candidates.scurve import chance
from entityres.candidates.shingling import shingle
from entityres.errors import SettingsError
from entityres.progress import Progress, quiet
from entityres.records.compiled import compiled, side_by_side
from entityres.records.fields import CleanedRecords

PAIRS_A_SECOND = 350_000
"""Pairs proposed, compared and scored in a second on one laptop core pair, measured; only used for "about n s"."""

SLACK = (0.67, 1.1)
"""Measured over many changes of b and r, the re-weighed figure lies between this much too low and too high (ux research)."""

BINS = 40

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
        sampled: True when they come from random pairs, not from candidates.
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
    cleaned: CleanedRecords, bands: Bands, pairs: CandidatePairs | None, seed: int = 1, across_only: bool = False
) -> Histogram:
    """Similarities of the candidate pairs that a minhash key found, or of random pairs before the first run.

    Args:
        cleaned: The records.
        bands: The minhash condition: which fields and tokens.
        pairs: Candidate pairs of the last run, None before it.
        seed: Which random pairs.
        across_only: Whether random pairs are drawn across lists only.
    """
    edges = np.linspace(0, 1, BINS + 1)
    if pairs is not None and len(pairs):
        bits = [i for i, key in enumerate(pairs.keys) if key.bands is not None and key.bands.fields == bands.fields]
        mask = np.bitwise_or.reduce([np.uint64(1) << np.uint64(i) for i in bits]) if bits else np.uint64(0)
        chosen = (pairs.masks & mask) != 0 if bits else np.ones(len(pairs), bool)
        if chosen.any():
            counts, _ = np.histogram(pairs.jaccard[chosen], edges)
            return Histogram(
                edges, counts.astype(np.float64), False, f"from {int(chosen.sum()):,} pairs of the last run"
            )
    total = len(cleaned)
    if total < 2:
        return Histogram(edges, np.zeros(BINS), True, "from no pairs")
    rng = np.random.Generator(np.random.PCG64([seed, 7]))
    n = min(400_000, total * (total - 1) // 2)
    left, right = rng.integers(0, total, n, dtype=np.int32), rng.integers(0, total, n, dtype=np.int32)
    fine = left != right
    if across_only:
        fine &= cleaned.list_of[left] != cleaned.list_of[right]
    left, right = left[fine], right[fine]
    similar = pair_similarity(shingle(cleaned, bands.fields, bands.tokens, bands.k), left, right)
    counts, _ = np.histogram(similar, edges)
    scale = total * (total - 1) / 2 / max(1, len(left))
    return Histogram(edges, counts * scale, True, f"from {len(left):,} random pairs")


def reweigh(histogram: Histogram, old: Bands | None, new: Bands) -> Forecast:
    """Pairs with new bands and rows, at once: each bar times its new chance over its old one.

    Args:
        histogram: Of candidates found with `old`, or of random pairs (then `old` does not matter).
        old: Bands and rows of the last run.
        new: Bands and rows to foresee.
    """
    middle = histogram.middle
    after = chance(middle, new.b, new.r)
    if histogram.sampled or old is None:
        pairs = float((histogram.counts * after).sum())
    else:
        before = np.maximum(chance(middle, old.b, old.r), 1e-6)
        pairs = float((histogram.counts * np.minimum(after / before, 1e6)).sum())
    return of_pairs(pairs, pairs * SLACK[0], pairs * SLACK[1])


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


@compiled("void(uint64[::1], uint8[::1])")
def _mark_shared(hashes, keep):  # type: ignore[no-untyped-def]
    # Two bits for each of 2^23 places: met once, met again. 2 MB stay in the cache of a core.
    once = np.zeros(1 << 17, np.uint64)
    again = np.zeros(1 << 17, np.uint64)
    places = np.uint64((1 << 23) - 1)
    for h in hashes:
        place = h & places
        word, bit = place >> np.uint64(6), np.uint64(1) << (place & np.uint64(63))
        again[word] |= once[word] & bit
        once[word] |= bit
    for i in range(len(hashes)):
        place = hashes[i] & places
        keep[i] = hashes[i] != 0 and (again[place >> np.uint64(6)] >> (place & np.uint64(63))) & np.uint64(1)


@dataclass(frozen=True)
class _Counted:
    """Pairs of a key as codes (uint64, sorted, unique), its figures and what its large buckets leave out."""

    codes: np.ndarray
    counts: KeyCounts
    left_out: tuple[LeftOut, ...] = ()


def _count_bands(finder: _Finder, key: Key, bands: Bands, most: int) -> _Counted:
    """Pairs of a minhash key: its bands side by side, and only records that share a bucket are sorted."""
    maker, cleaned, across = finder.maker, finder.cleaned, finder.across_only
    signatures, base = maker.signatures(bands), maker.all_parts(key)
    everyone = np.arange(len(cleaned), dtype=np.int32)

    def one(band: int) -> tuple[np.ndarray, KeyCounts, list[LeftOut]]:
        finder.progress.check()
        hashes = band_hashes(signatures, band, bands.r)
        if base is not None:
            hashes = mix(hashes, base)
        keep = np.empty(len(hashes), np.uint8)
        _mark_shared(hashes, keep)
        shared = keep.view(bool)
        buckets = gather(everyone[shared], hashes[shared])
        sizes, lost = buckets.sizes, list[LeftOut]()
        counts = KeyCounts(int(np.count_nonzero(hashes)), len(sizes), int(sizes.max(initial=0)), 0, 0)
        codes = [np.empty(0, np.uint64)]
        too_large = sizes > HOT_RECORDS
        if too_large.any():
            kept, lost = finder._split(0, key, select(buckets, too_large))
            codes.append(kept)
            buckets = select(buckets, ~too_large)
        codes.append(expand(buckets, cleaned.list_of, across))
        return np.concatenate(codes), counts, lost

    found, total = [], 0
    for made in side_by_side(one, range(bands.b)):
        found.append(made)
        total += len(made[0])
        _check_entries(total, key, most)
    codes = sorted_unique(np.concatenate([codes for codes, _, _ in found]))
    records, largest = max(c.records for _, c, _ in found), max(c.largest for _, c, _ in found)
    counts = KeyCounts(records, sum(c.buckets for _, c, _ in found), largest, len(codes), len(codes))
    return _Counted(codes, counts, tuple(value for _, _, lost in found for value in lost))


def _check_entries(found: int, key: Key, most: int) -> None:
    if found > most:
        raise SettingsError(
            f"“{key.name}” would bring more than {most:,} pairs to compare, more than fit in memory.",
            "Ask for more similar records, or add a column that has to agree as well.",
        )


def _count_key(
    maker: EntryMaker, key: Key, across_only: bool, memory_limit_mb: int | None, progress: Progress
) -> _Counted:
    """Pairs of any key, without measuring their similarity."""
    finder = _Finder(maker, across_only, progress)
    most = most_pairs(memory_limit_mb)
    maker.progress = progress
    progress.check()
    if key.bands is not None and len(maker.cleaned):
        return _count_bands(finder, key, key.bands, most)
    found = finder.find(0, key)
    _check_entries(len(found.codes), key, most)
    return _Counted(found.codes, replace(found.counts, only_this=len(found.codes)), found.left_out)


def most_pairs(memory_limit_mb: int | None) -> int:
    """So many pairs fit in this memory; without a limit as many as a run ever compares."""
    return memory_limit_mb * 1_000_000 // PAIR_BYTES if memory_limit_mb else 200_000_000


@dataclass(frozen=True)
class KeyForecast:
    """What a key would find, counted before it is used.

    Attributes:
        counts: Its figures; `only_this` are pairs that none of the other keys found in the last run.
        left_out: What its large buckets leave out.
        together: Different pairs of the other keys and this one; None before the first run.
        new_left: int32 (n,): left records of the pairs that only this key finds, all or an even sample of them.
        new_right: int32 (n,): their right records.
    """

    counts: KeyCounts
    left_out: tuple[LeftOut, ...]
    together: int | None
    new_left: np.ndarray
    new_right: np.ndarray


@dataclass(frozen=True)
class SharedValue:
    """A value that many records share under a key: in words, how many records and pairs, and one of the records."""

    text: str
    records: int
    pairs: int
    example: int


def hottest_values(
    maker: EntryMaker, key: Key, most: int = 12, *, across_only: bool = False
) -> tuple[SharedValue, ...]:
    """The values of a key that most pairs come from, costliest first; nothing where similar sets are asked for.

    Args:
        maker: Parts of the records.
        key: The key.
        most: How many values.
        across_only: No pairs inside one list.
    """
    if key.sets is not None:
        return ()
    out: list[SharedValue] = []
    for records, hashes in maker.entries(key):
        buckets = gather(records, hashes)
        pairs = count_pairs(buckets, maker.cleaned.list_of, across_only)
        for i in np.argsort(-pairs, kind="stable")[:most]:
            first, second = (int(record) for record in buckets.records[buckets.starts[i] :][:2])
            if pairs[i] > 0:
                text = " · ".join(_part_text(maker.cleaned, part, first, second) for part in key.parts)
                out.append(SharedValue(text, int(buckets.sizes[i]), int(pairs[i]), first))
    return tuple(out[:most])


def _part_text(cleaned: CleanedRecords, part: Part, record: int, other: int) -> str:
    """What two records of one bucket have in common by a part, as people read it."""
    text = " ".join(filter(None, (cleaned.field(name).text(record) for name in part.fields)))
    if part.kind == PartKind.PREFIX:
        return f"{text.replace(' ', '')[: part.size]}…"
    if part.kind == PartKind.LAST_DIGITS:
        return f"…{''.join(c for c in text if c.isdigit())[-part.size :]}"
    if part.kind == PartKind.YEAR:
        return text[:4]
    if part.kind == PartKind.FIRST_WORD:
        return text.split(" ")[0]
    if part.kind == PartKind.LOCAL_PART:
        return f"{text.split('@')[0]}@…"
    if part.kind == PartKind.HOUSE_NUMBER:
        return text[: len(text) - len(text.lstrip("0123456789"))]
    if part.kind == PartKind.PHONETIC:
        return f"sounds like {text}"
    if part.kind == PartKind.RARE_WORDS:
        others = {word for name in part.fields for word in cleaned.field(name).text(other).split()}
        return " ".join(word for word in text.split() if word in others) or text
    return text


SAMPLE = 5_000
"""So many pairs of a key are handed out for judging."""


def foresee_key(
    maker: EntryMaker,
    key: Key,
    others: CandidatePairs | None = None,
    other_bits: int = 0,
    *,
    across_only: bool = False,
    memory_limit_mb: int | None = None,
    progress: Progress | None = None,
) -> KeyForecast:
    """Count what one key would find, alone and beside the pairs of the last run; nothing is scored.

    Args:
        maker: Parts and signatures of the records; it keeps them for the next question.
        key: The key, on or off.
        others: Pairs of the last run, None before it.
        other_bits: Which keys of `others` count as being on.
        across_only: No pairs inside one list.
        memory_limit_mb: The most that pairs may take.
        progress: Asked whether to stop.

    Raises:
        SettingsError: More pairs than fit in memory.
        Cancelled: The answer is not wanted any more.
    """
    found = _count_key(maker, key, across_only, memory_limit_mb, progress or quiet())
    codes, together = found.codes, None
    if others is not None:
        known = (others.masks & np.uint64(other_bits)) != 0
        theirs = pair_codes(others.left[known], others.right[known])
        place = np.searchsorted(theirs, codes)
        there = place < len(theirs)
        there[there] = theirs[place[there]] == codes[there]
        codes = codes[~there]
        together = len(theirs) + len(codes)
    some = codes[:: max(1, len(codes) // SAMPLE)]
    left, right = (some >> np.uint64(32)).astype(np.int32), (some & np.uint64(0xFFFFFFFF)).astype(np.int32)
    return KeyForecast(replace(found.counts, only_this=len(codes)), found.left_out, together, left, right)


def count_bands(
    cleaned: CleanedRecords, key: Key, *, across_only: bool = False, seed: int = 1, progress: Progress | None = None
) -> KeyCounts:
    """What one key would find, counted."""
    return foresee_key(EntryMaker(cleaned, seed), key, across_only=across_only, progress=progress).counts


def expected_loss(maker: EntryMaker, key: Key, bit: int, pairs: CandidatePairs, matches: np.ndarray) -> float | None:
    """Matches that a key's large buckets leave out and that no other key finds, about.

    Of the matches that share the key's value some were left out and found by other keys all the same. How often others
    find a match of this key says how many more there are that nobody found (capture and recapture).

    Args:
        maker: Parts of the records.
        key: A key of the last run without minhash bands.
        bit: Its position among the keys of the run.
        pairs: Pairs of the last run.
        matches: bool (n_pairs,): those that count as matches.

    Returns:
        None when no match of this key was found by another, so that nothing can be said.
    """
    at = np.flatnonzero(matches)
    masks, mine = pairs.masks[at], np.uint64(1 << bit)
    agree = maker.shared_buckets(key, pairs.left[at], pairs.right[at]) > 0
    by_key = agree & ((masks & mine) != 0)
    both = int(np.count_nonzero(by_key & ((masks & ~mine) != 0)))
    if not both:
        return None
    share = both / int(np.count_nonzero(by_key))
    return int(np.count_nonzero(agree & ((masks & mine) == 0))) * (1 - share) / share


def forecast(cleaned: CleanedRecords, keys: Sequence[Key], *, across_only: bool = False, seed: int = 1) -> Forecast:
    """Pairs, time and memory of a run with these keys, from a sample of their buckets."""
    from entityres.candidates.planning import estimated_pairs

    pairs = estimated_pairs(cleaned, [key for key in keys if key.enabled], across_only=across_only, seed=seed)
    return of_pairs(pairs, pairs * SLACK[0], pairs * SLACK[1])
