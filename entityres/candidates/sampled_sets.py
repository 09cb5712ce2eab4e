"""Engine: about how many pairs a key by similarity would bring, from some thousand records.

Pairs grow with the square of the number of records. Buckets that only all records make large are split already: so many
records are drawn that a bucket which is just split has a whole number of them. Fewer are drawn where texts are long.
"""

from __future__ import annotations

import numpy as np

from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.forecasting import Forecast, of_pairs
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key
from entityres.candidates.pair_finder import HOT_RECORDS, PairFinder
from entityres.candidates.pairs_of_few import pairs_of_bands
from entityres.candidates.shingling import Shingles
from entityres.progress import Progress

SAMPLE_RECORDS = 16_000
"""At most so many records stand for all, unless these are so many that fewer would not tell which buckets are split."""

MOST_SIGNED = 280_000_000
"""So many tokens times rows are hashed in some 20 ms."""

ROWS_OF_A_TOKEN = 80
"""To make a token takes as long as to hash it for so many rows."""

MOST_RANKED, MOST_COMPARED = 300_000, 12_000_000
"""Tokens that an exact join puts in order, and those that it compares where each index entry is a pair, in some 20 ms each."""

LETTERS_IN_WORD = 6

FEWEST = 200
"""Of fewer records a join is not tried."""

SPLIT = 0.65
"""So much is left of the pairs of an exact join where the splitting of large buckets takes the most."""

SLACK_OF_SAMPLE = 0.1
SLACK_OF_BANDS = 0.25
"""How far they are off beside what chance says of the pairs that were seen; of a bucket of bands some records tell only about
whether all of them are so many that it is split."""


def sampled(maker: EntryMaker) -> EntryMaker:
    """An entry maker over the records that stand for all, kept by this one."""
    n = len(maker.cleaned)
    return maker if n <= SAMPLE_RECORDS else maker.over_some(_whole_buckets(SAMPLE_RECORDS, n)[0])


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
    n, few = len(maker.cleaned), sampled(maker)
    progress = progress or few.progress
    if key.join is not None:
        few = _fit_to_join(few, key.join)
        if len(few.cleaned) < min(FEWEST, n):
            return None
        # Large buckets are split in a long list and not yet among some of its records: rather fewer pairs than more.
        seen, left, slack = len(PairFinder(few, across_only, progress).find(0, key).codes), SPLIT, SLACK_OF_SAMPLE
    else:
        assert key.bands is not None
        few = _fit_to_bands(few, key.bands, n)
        seen, left, slack = _of_bands(few, key, across_only, progress, n), 1.0, SLACK_OF_BANDS
    if few is maker:
        return of_pairs(float(seen))
    times = (n / len(few.cleaned)) * ((n - 1) / (len(few.cleaned) - 1))
    # Twice the standard error of a number of pairs that come alone or in threes.
    off = 2 * float(np.sqrt(1.5 * seen)) + slack * seen
    return of_pairs(seen * times, max(left * seen - off, 0.0) * times, (seen + max(off, 3.0)) * times)


def _of_bands(few: EntryMaker, key: Key, across_only: bool, progress: Progress, n: int) -> int:
    """Pairs of a key with bands among some of n records."""
    if len(few.cleaned) == n:
        return BandsCount(few, key, across_only, progress).pairs
    most = _whole_buckets(len(few.cleaned), n)[1]
    return len(pairs_of_bands(few, key, most, across_only, progress))


def _tokens(few: EntryMaker, sets: Bands | Join) -> float:
    """About how many tokens a record has, those of a value that several records have counted once."""
    letters = sum(int(np.diff(few.cleaned.field(name).buffers[1][[0, -1]])[0]) for name in sets.fields)
    of_letters = sets.tokens in ("characters", "character bags", "places")
    return letters / (1 if of_letters else LETTERS_IN_WORD) / max(len(few.cleaned), 1)


def _fit_to_bands(few: EntryMaker, bands: Bands, n: int) -> EntryMaker:
    """As many of these records of n as are signed at once."""
    at_once = int(MOST_SIGNED / max(_tokens(few, bands) * (bands.b * bands.r + ROWS_OF_A_TOKEN), 1e-9))
    if len(few.cleaned) == n or at_once >= len(few.cleaned):
        return few
    fewer = _whole_buckets(at_once, n)[0]
    return few.over_some(fewer) if fewer < len(few.cleaned) else few


def _fit_to_join(few: EntryMaker, join: Join) -> EntryMaker:
    """As many of these records as are joined at once, which takes the square of their number where many are alike."""
    at_once = int(MOST_RANKED / max(_tokens(few, join), 1e-9))
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
