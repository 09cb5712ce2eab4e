"""Engine: about how many pairs a key by similarity would bring, from some thousand records.

Pairs grow with the square of the number of records. Buckets that only all records make large are split already: so many
records are drawn that a bucket which is just split has a whole number of them. Fewer are drawn where texts are long; pairs of
exact joins over such texts are found by bands, each by a chance that is known.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from entityres.candidates.bucketing import split_codes
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.exact_join import LISTED, LISTED_AT_LEAST, cross_pairs, equal_pairs
from entityres.candidates.forecasting import Forecast, of_pairs
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key
from entityres.candidates.pair_finder import HOT_RECORDS, PairFinder, refiners
from entityres.candidates.pairs_of_few import pairs_of_bands
from entityres.candidates.places import curve_similarity, needed_jaccard
from entityres.candidates.scurve import chance, solve
from entityres.candidates.shingling import Shingles
from entityres.progress import Progress
from entityres.records.fields import CleanedRecords
from entityres.records.sorted_sets import sorted_unique

SAMPLE_RECORDS = 16_000
"""At most so many records stand for all, unless these are so many that fewer would not tell which buckets are split."""

MOST_DRAWN, MOST_GATHERED = 64_000, 360_000
"""Where a key has few bands over short texts more records are drawn: as many as come to so many in all bands."""

MOST_SIGNED = 420_000_000
"""So many tokens times rows are hashed in some 30 ms."""

ROWS_OF_A_TOKEN = 80
"""To make a token takes as long as to hash it for so many rows."""

MOST_RANKED, MOST_COMPARED = 300_000, 12_000_000
"""Tokens that an exact join puts in order, and those that it compares where each index entry is a pair, in some 20 ms each."""

BANDS_FROM, MISSED, MOST_ROWS = 0.5, 0.4, 160
"""Pairs of a join from this similarity on are found by bands of so many rows in all where texts are long: the more of them may
be missed, which the curve tells, the fewer others are found."""

MOST_TOGETHER, MOST_VERIFIED = 24, 300_000
"""Records of such a bucket, and pairs that are compared, at most."""

LETTERS_IN_WORD, LOOKED_AT = 6, 4_096

FEWEST = 100
"""Of fewer records a join is not tried."""

SPLIT = 0.65
"""So much is left of the pairs of an exact join where the splitting of large buckets takes the most."""

SLACK_OF_SAMPLE = 0.1
SLACK_OF_BANDS = 0.25
SLACK_OF_SPLIT = 0.5
"""How far they are off beside what chance says of the pairs that were seen; of a bucket of bands some records tell only about
whether all of them are so many that it is split, and of all similar sets as one bucket still less what hangs together."""


def sampled(maker: EntryMaker, names: frozenset[str] | None = None) -> EntryMaker:
    """An entry maker over the records that stand for all, or these fields of them, kept by this one."""
    n = len(maker.cleaned)
    return maker if n <= SAMPLE_RECORDS else maker.over_some(_whole_buckets(SAMPLE_RECORDS, n)[0], names)


def _whole_buckets(wanted: int, n: int) -> tuple[int, int]:
    """About so many of n records, and how many of these a bucket has that is just not split.

    A pair that was drawn brings its own two records, and the others of its bucket are drawn by chance. Where as many pairs
    lie in buckets of any size, which names are like, as many are taken for split as are where one record is added. Where
    that is no whole number they would be a tenth too many, or too few.
    """
    most = 1 + max(wanted * (HOT_RECORDS - 1) // n, 1)
    return -(-(most - 1) * n // (HOT_RECORDS - 1)), most


def of_sample(maker: EntryMaker, key: Key, across_only: bool, progress: Progress | None) -> Forecast | None:
    """Pairs of a key by similarity among some records, as many times as there are more pairs of all records.

    Args:
        maker: Of all records.
        key: A key with bands or a join.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.

    Returns:
        None where nothing can be said so quickly.
    """
    n, progress = len(maker.cleaned), progress or maker.progress
    names = key.fields.union(*(part.fields for part in refiners(maker.cleaned, key)))
    bands = key.bands if key.join is None else _bands_for(maker.cleaned, key.join)
    if key.join is not None and bands is not None:
        few = maker.over_some(_fit_to_bands(maker.cleaned, bands), names)
        seen, left, slack = _by_bands(few, key, bands, across_only, progress), SPLIT, SLACK_OF_SAMPLE
    elif key.join is not None:
        few = _fit_to_join(sampled(maker, names), key.join)
        if len(few.cleaned) < min(FEWEST, n):
            return None
        seen, left, slack = _of_join(few, key, key.join, across_only, progress, n)
    else:
        assert bands is not None
        few = maker if n <= SAMPLE_RECORDS else maker.over_some(_fit_to_bands(maker.cleaned, bands), names)
        seen, left, slack = _of_bands(few, key, across_only, progress, n), 1.0, SLACK_OF_BANDS
    if few is maker:
        return of_pairs(float(seen))
    times = _times(n, len(few.cleaned))
    # Twice the standard error of a number of pairs that come alone or in threes.
    off = 2 * float(np.sqrt(1.5 * seen)) + slack * seen
    return of_pairs(seen * times, max(left * seen - off, 0.0) * times, (seen + max(off, 3.0)) * times)


def _times(n: int, drawn: int) -> float:
    """How many more pairs n records have than those that are drawn."""
    return (n / drawn) * ((n - 1) / (drawn - 1))


def _of_bands(few: EntryMaker, key: Key, across_only: bool, progress: Progress, n: int) -> int:
    """Pairs of a key with bands among some of n records."""
    if len(few.cleaned) == n:
        return BandsCount(few, key, across_only, progress).pairs
    most = _whole_buckets(len(few.cleaned), n)[1]
    return len(pairs_of_bands(few, key, most, across_only, progress))


def _of_join(
    few: EntryMaker, key: Key, join: Join, across_only: bool, progress: Progress, n: int
) -> tuple[float, float, float]:
    """Pairs of a key with an exact join among some of n records, what is left of them at least, and how far off they are."""
    if len(few.cleaned) == n:
        return len(PairFinder(few, across_only, progress).find(0, key).codes), 1.0, 0.0
    sets, base = few.joined(join), few.all_parts(key)
    sizes, times = sets.sizes, _times(n, len(few.cleaned))
    progress.check()
    equal, different = int((sizes * (sizes - 1) // 2).sum()), int((sizes[sets.left] * sizes[sets.right]).sum())
    room = (LISTED * n + LISTED_AT_LEAST) / times
    # Large buckets are split in a long list and not yet among some of its records: rather fewer pairs than more.
    if base is None and not across_only and different <= room:
        return equal + different, SPLIT, SLACK_OF_SAMPLE
    codes = [equal_pairs(sets, np.ones(len(sizes), bool)), cross_pairs(sets, np.arange(len(sets.left)))]
    left, right = split_codes(np.concatenate(codes))
    fine = np.ones(len(left), bool)
    if base is not None:
        fine &= (base[left] == base[right]) & (base[left] != 0)
    if across_only:
        fine &= few.cleaned.list_of[left] != few.cleaned.list_of[right]
    if different <= room:
        return int(np.count_nonzero(fine)), SPLIT, SLACK_OF_SAMPLE
    apart = np.ones(len(sizes), bool)  # sets that are similar to no other one
    apart[sets.left] = apart[sets.right] = False
    kept = int(np.count_nonzero(fine & (apart[sets.group_of[left]] | _kept_of_one_bucket(few, key, left, right, n))))
    # Pairs of sets that one record has each are listed all or not at all; about half of the records, or more, are alone so.
    alone = max(1 - 2 * equal * times / n, 0.5)
    listed = 0.0 if alone**2 * different > room else room * float(fine[equal:].mean())
    return kept + listed, kept / max(kept + listed, 1.0), SLACK_OF_SPLIT


def _kept_of_one_bucket(few: EntryMaker, key: Key, left: np.ndarray, right: np.ndarray, n: int) -> np.ndarray:
    """bool (n_pairs,): pairs that a run keeps where so many sets are similar that all of them hang together.

    They are one bucket then, which is split by second parts: those of n records whose smaller bucket is not too large.
    """
    fine = np.zeros(len(left), bool)
    most = 1 + (HOT_RECORDS - 1) * len(few.cleaned) / n
    for part in refiners(few.cleaned, key):
        hashes = few.part(part)
        _, numbers, sizes = np.unique(hashes, return_inverse=True, return_counts=True)
        fine |= (hashes[left] == hashes[right]) & (hashes[left] != 0) & (sizes[numbers[left]] <= most)
    return fine


def _bands_for(cleaned: CleanedRecords, join: Join) -> Bands | None:
    """Bands that find nearly all pairs of a join over texts so long that too few records could be joined at once."""
    if len(cleaned) <= SAMPLE_RECORDS or join.similarity < BANDS_FROM:
        return None
    if 2 * MOST_RANKED > SAMPLE_RECORDS * _tokens(cleaned, join):
        return None
    best = max(solve(join.similarity, MISSED, MOST_ROWS), key=lambda choice: choice.r)
    return Bands(join.fields, join.tokens, join.k, best.b, best.r)


def _by_bands(few: EntryMaker, key: Key, bands: Bands, across_only: bool, progress: Progress) -> float:
    """Pairs of a key with an exact join among some records: those that share a band, each by its chance to do so."""
    assert key.join is not None
    codes = pairs_of_bands(few, replace(key, join=None, bands=bands), MOST_TOGETHER, across_only, progress)
    some = codes[:: max(1, -(-len(codes) // MOST_VERIFIED))]
    alike = pair_similarity(few.shingles(bands), *split_codes(some))
    alike = alike[alike >= np.float32(needed_jaccard(bands.tokens, key.join.similarity))]
    found = 1 / chance(curve_similarity(bands.tokens, alike.astype(np.float64)), bands.b, bands.r)
    return float(found.sum()) * len(codes) / max(len(some), 1)


def _tokens(cleaned: CleanedRecords, sets: Bands | Join) -> float:
    """About how many tokens some drawn record has, those of a value that several of them have counted once."""
    letters = 0.0
    for name in sets.fields:
        field = cleaned.field(name)
        codes = field.codes[:: max(1, len(cleaned) // LOOKED_AT)]
        there = sorted_unique(codes[codes >= 0])
        letters += float((field.buffers[1][there + 1] - field.buffers[1][there]).sum()) / max(len(codes), 1)
    of_letters = sets.tokens in ("characters", "character bags", "places")
    return max(letters / (1 if of_letters else LETTERS_IN_WORD), 0.01)


def _fit_to_bands(cleaned: CleanedRecords, bands: Bands) -> int:
    """How many of these records are drawn: as many as are signed and gathered at once."""
    n = len(cleaned)
    signed = MOST_SIGNED / (_tokens(cleaned, bands) * (bands.b * bands.r + ROWS_OF_A_TOKEN))
    gathered = min(MOST_DRAWN, MOST_GATHERED // bands.b, n // 2)
    if gathered < 2 * SAMPLE_RECORDS:
        gathered = SAMPLE_RECORDS  # those that are drawn already
    return _whole_buckets(int(min(signed, gathered)), n)[0]


def _fit_to_join(few: EntryMaker, join: Join) -> EntryMaker:
    """As many of these records as are joined at once, which takes the square of their number where many are alike."""
    at_once = int(MOST_RANKED / _tokens(few.cleaned, join))
    while True:
        if at_once < len(few.cleaned):
            few = few.over_some(at_once)
        compared = few.work_of(join) * _mean_size(few.shingles(join))
        if compared <= MOST_COMPARED or len(few.cleaned) < FEWEST:
            return few
        at_once = int(0.9 * len(few.cleaned) * np.sqrt(MOST_COMPARED / compared))


def _mean_size(shingles: Shingles) -> float:
    """Tokens of a record in the mean."""
    sizes = np.concatenate([np.diff(shingles.starts), np.zeros(1, np.int64)])
    return float(sizes[shingles.codes].sum()) / max(len(shingles.codes), 1)
