"""Engine: about how many pairs one key would bring, at once: within a twentieth of a second at a million records.

Three ways. Plain parts: records are tallied by the hash of their value in a small table, so that the sizes of all buckets are
known but for chance collisions, which are taken off. Rare words: words are tallied in the same way. Similarity: the key runs
over some thousand records, and pairs grow with the square of the number of records; buckets that only all records make
large are split already. The count of `counting` follows.
"""

from __future__ import annotations

import numpy as np

from entityres.candidates.bucketing import both_hashes
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.counted_parts import is_countable
from entityres.candidates.forecasting import Forecast, of_pairs
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import PairFinder, hot_from, refiners
from entityres.progress import Progress
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, side_by_side, spread
from entityres.records.fields import CleanedRecords

SAMPLE_RECORDS = 16_000
"""So many records stand for all: a key by similarity takes some 40 ms over them."""

MOST_WORK = 3_000_000
"""An exact join that looks at more index entries than this is not tried."""

SPLIT = 0.65
"""So much is left of the pairs of an exact join where the splitting of large buckets takes the most."""

SLACK_OF_TALLY = 0.06
SLACK_OF_SAMPLE = 0.1
SLACK_OF_BANDS = 0.25
"""How far they are off beside what chance says of the pairs that were seen; of a bucket of bands some records tell only about
whether all of them are so many that it is split."""

FEWEST_BITS, MOST_BITS = 12, 24

ENOUGH = 200_000
"""So many records of large buckets tell how their splitting ends; a table of so many slots stays near the core."""


@compiled()
def _slot(h, shift):  # type: ignore[no-untyped-def]
    return np.int64(np.uint64(h * np.uint64(0x9E3779B97F4A7C15)) >> shift)


@compiled("void(uint64[::1], uint64, uint32[::1])")
def _tally(hashes, shift, table):  # type: ignore[no-untyped-def]
    for h in hashes:
        if h != 0:
            table[_slot(h, shift)] += np.uint32(1)


@compiled("void(uint64[::1], uint64[::1], uint64, uint32[::1], int64, uint64, uint64, uint32[::1])")
def _tally_large(hashes, more, shift, whole, most, mask, finer, table):  # type: ignore[no-untyped-def]
    # Records of large buckets by a second part, in some of the smaller buckets.
    for i in range(len(hashes)):
        h = hashes[i]
        if h != 0 and whole[_slot(h, shift)] > most:
            both = both_hashes(h, more[i])
            if both != 0 and (both & mask) == 0:
                table[_slot(both, finer)] += np.uint32(1)


@compiled(
    "void(uint64[::1], uint64[::1], uint64[::1], uint64, uint32[::1], uint32[::1], uint32[::1], int64, uint64, uint64, "
    "uint32[::1])"
)
def _tally_both(hashes, one, other, shift, whole, by_one, by_other, most, mask, finer, table):  # type: ignore[no-untyped-def]
    # Records whose large bucket both second parts split small enough: their pairs were tallied twice.
    for i in range(len(hashes)):
        h = hashes[i]
        if h == 0 or whole[_slot(h, shift)] <= most:
            continue
        first = both_hashes(h, one[i])
        if first == 0 or (first & mask) != 0:
            continue
        second = both_hashes(h, other[i])
        if second == 0 or (second & mask) != 0:
            continue
        if by_one[_slot(first, finer)] <= most and by_other[_slot(second, finer)] <= most:
            table[_slot(both_hashes(first, second), finer)] += np.uint32(1)


@compiled("float64(uint32[::1], int64)")
def _pairs_of(table, most):  # type: ignore[no-untyped-def]
    # Pairs of the slots of at most so many records, without those that met by chance.
    pairs, entries, squares = 0.0, 0.0, 0.0
    for n in table:
        if 0 < n <= most:
            pairs += n * (n - 1.0) / 2
            entries += n
            squares += np.float64(n) * n
    return max(pairs - max(entries * entries - squares, 0.0) / (2.0 * len(table)), 0.0)


@compiled("void(int64[::1], uint64[::1], int64[::1], uint64, uint32[::1])")
def _tally_words(starts, words, counts, shift, table):  # type: ignore[no-untyped-def]
    for value in range(len(counts)):
        for at in range(starts[value], starts[value + 1]):
            table[_slot(words[at], shift)] += np.uint32(counts[value])


@compiled("void(uint64[::1], uint64, uint32[::1], int64, boolean[::1], int64, int64)")
def _are_rare(words, shift, whole, most, out, first, last):  # type: ignore[no-untyped-def]
    for at in range(first, last):
        out[at] = whole[_slot(words[at], shift)] <= most


@compiled(f"void({CODES}, int64[::1], uint64[::1], boolean[::1], uint64[::1], uint64, uint32[::1])")
def _tally_rare(codes, starts, words, rare, base, shift, table):  # type: ignore[no-untyped-def]
    for record in range(len(codes)):
        code, h = codes[record], base[record]
        if code < 0 or h == 0:
            continue
        for at in range(starts[code], starts[code + 1]):
            if rare[at]:
                table[_slot(both_hashes(words[at], h), shift)] += np.uint32(1)


def first_forecast(
    maker: EntryMaker, key: Key, *, across_only: bool = False, progress: Progress | None = None
) -> Forecast | None:
    """About how many pairs a key would bring, with a range.

    Args:
        maker: Parts of the records; it keeps what was made for the next question.
        key: The key, on or off.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.

    Returns:
        None where nothing can be said so quickly.
    """
    if len(maker.cleaned) < 2:
        return of_pairs(0.0)
    if key.sets is not None:
        return _of_sample(maker, key, across_only, progress)
    share = across_share(maker.cleaned) if across_only else 1.0
    if is_countable(key):
        pairs = share * _of_parts(maker, key)
    elif any(part.is_of_many for part in key.parts):
        pairs = share * _of_words(maker, key)
    else:
        return None
    slack = SLACK_OF_TALLY + (SLACK_OF_SAMPLE if across_only else 0.0)
    return of_pairs(pairs, pairs * (1 - slack), pairs * (1 + slack))


def across_share(cleaned: CleanedRecords) -> float:
    """Of all pairs of records, the share that lies across lists."""
    sizes = np.diff(cleaned.starts).astype(np.float64)
    total = float(sizes.sum())
    return 1.0 - float((sizes * (sizes - 1)).sum()) / max(total * (total - 1), 1.0)


def _room(n: int) -> tuple[np.uint64, int]:
    """The shift that leaves enough bits of a hash for so many records, and the slots."""
    bits = min(max(int(n).bit_length() + 1, FEWEST_BITS), MOST_BITS)
    return np.uint64(64 - bits), 1 << bits


def _of_parts(maker: EntryMaker, key: Key) -> float:
    """Pairs of a key of plain parts, large buckets split as a run splits them."""
    hashes = maker.all_parts(key)
    assert hashes is not None
    shift, slots = _room(len(hashes))
    whole, most = np.zeros(slots, np.uint32), hot_from(key)
    _tally(hashes, shift, whole)
    pairs = float(_pairs_of(whole, most))
    if int(whole.max()) <= most:
        return pairs
    seconds = [maker.part(part) for part in refiners(maker.cleaned, key)]
    # The smaller buckets are many: on a long list some of them tell enough, and their table stays near the core.
    bits = min(max(len(hashes) // ENOUGH, 1).bit_length() - 1, 3)
    mask, finer = np.uint64((1 << bits) - 1), shift + np.uint64(bits)

    def split(more: np.ndarray) -> np.ndarray:
        table = np.zeros(slots >> bits, np.uint32)
        _tally_large(hashes, more, shift, whole, most, mask, finer, table)
        return table

    tables = list(side_by_side(split, seconds))
    pairs += sum(float(_pairs_of(table, most)) for table in tables) * (1 << bits)
    if len(tables) == 2:
        both, (one, other), (by_one, by_other) = np.zeros(slots >> bits, np.uint32), seconds, tables
        _tally_both(hashes, one, other, shift, whole, by_one, by_other, most, mask, finer, both)
        pairs -= float(_pairs_of(both, most)) * (1 << 2 * bits)
    return max(pairs, 0.0)


def _of_words(maker: EntryMaker, key: Key) -> float:
    """Pairs that share a rare word or item, and agree in the other parts."""
    part = next(one for one in key.parts if one.is_of_many)
    base, pairs = maker.all_parts(key), 0.0
    for name in part.fields:
        field = maker.cleaned.field(name)
        starts, words = maker.words(name, part.kind)
        n = len(words if base is not None else field.values)
        # Of few words each has many records: two that meet by chance would both seem common.
        shift, slots = _room(n if n > ENOUGH else 8 * n)
        whole = np.zeros(slots, np.uint32)
        _tally_words(starts, words, field.counts, shift, whole)
        if base is None:
            pairs += float(_pairs_of(whole, part.size))
            continue
        rare = _rare(words, shift, whole, part.size)
        table = np.zeros(slots, np.uint32)
        _tally_rare(field.codes, starts, words, rare, base, shift, table)
        pairs += float(_pairs_of(table, part.size))
    return pairs


def _rare(words: np.ndarray, shift: np.uint64, whole: np.ndarray, most: int) -> np.ndarray:
    """bool (n_words,): which of the words stand in at most so many records."""
    out = np.empty(len(words), bool)
    spread(len(words), lambda first, last: _are_rare(words, shift, whole, most, out, first, last), chunk=250_000)
    return out


def _of_sample(maker: EntryMaker, key: Key, across_only: bool, progress: Progress | None) -> Forecast | None:
    """Pairs of a key by similarity among some records, as many times as there are more pairs of all records."""
    few, times = sampled(maker)
    if key.join is not None and few.work_of(key.join) > MOST_WORK:
        return None
    progress = progress or few.progress
    if key.bands is not None:
        most = _large_in_sample(key, len(maker.cleaned) / len(few.cleaned))
        seen, left, slack = BandsCount(few, key, across_only, progress, most).pairs, 1.0, SLACK_OF_BANDS
    else:
        # Large buckets are split in a long list and not yet among some of its records: rather fewer pairs than more.
        seen, left, slack = len(PairFinder(few, across_only, progress).find(0, key).codes), SPLIT, SLACK_OF_SAMPLE
    if times == 1.0:
        return of_pairs(float(seen))
    # Twice the standard error of a number of pairs that come alone or in threes.
    off = 2 * float(np.sqrt(1.5 * seen)) + slack * seen
    return of_pairs(seen * times, max(left * seen - off, 0.0) * times, (seen + max(off, 3.0)) * times)


def _large_in_sample(key: Key, share: float) -> int:
    """A bucket of more records of a sample, one in so many, is likely so large in the whole list that a run splits it.

    A pair that was drawn brings its own two records, and the others of its bucket are drawn by chance. Where as many pairs
    lie in buckets of any size, which names are like, as many are taken for split as are where one record is added.
    """
    return round(hot_from(key) / share + 1 - 1 / share)


def sampled(maker: EntryMaker) -> tuple[EntryMaker, float]:
    """An entry maker over some of the records, kept by this one; and how many times more pairs all records have."""
    n = len(maker.cleaned)
    if n <= SAMPLE_RECORDS:
        return maker, 1.0
    few = maker.over_some(SAMPLE_RECORDS)
    return few, (n / len(few.cleaned)) * ((n - 1) / (len(few.cleaned) - 1))
