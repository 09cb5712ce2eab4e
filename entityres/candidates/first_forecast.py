"""Engine: about how many pairs one key would bring, at once: within a twentieth of a second at a million records.

Three ways. Plain parts: records are tallied by the hash of their value in a small table, so that the sizes of all buckets are
known but for chance collisions, which are taken off. Rare words: words are tallied in the same way. Similarity: the key runs
over some thousand records, and pairs grow with the square of the number of records; buckets that only all records make
large are split already. The count of `counting` follows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from entityres.candidates.bucketing import both_hashes, mix
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.counted_parts import is_countable
from entityres.candidates.forecasting import Forecast, of_pairs
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, PartKind
from entityres.candidates.pair_finder import PairFinder, hot_from, refiners
from entityres.progress import Progress
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, load_kernels, side_by_side, spread
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

MANY_WORDS = 3_000_000
"""Of more words than this some are tallied: a table of all would be far from the core."""


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
    # Records of large buckets by a second part, in some of the smaller buckets: which, two random hashes tell at once.
    for i in range(len(hashes)):
        h, second = hashes[i], more[i]
        if ((h ^ second) & mask) == 0 and h != 0 and second != 0 and whole[_slot(h, shift)] > most:
            table[_slot(both_hashes(h, second), finer)] += np.uint32(1)


@compiled(
    "void(uint64[::1], uint64[::1], uint64[::1], uint64, uint32[::1], uint32[::1], uint32[::1], int64, uint64, uint64, "
    "uint32[::1], int64, int64)"
)
def _tally_both(  # type: ignore[no-untyped-def]
    hashes, one, other, shift, whole, by_one, by_other, most, mask, finer, table, first_record, last_record
):
    # Records whose large bucket both second parts split small enough: their pairs were tallied twice.
    for i in range(first_record, last_record):
        h = hashes[i]
        if ((h ^ one[i]) & mask) != 0 or ((h ^ other[i]) & mask) != 0 or h == 0 or one[i] == 0 or other[i] == 0:
            continue
        if whole[_slot(h, shift)] <= most:
            continue
        first, second = both_hashes(h, one[i]), both_hashes(h, other[i])
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


@compiled("float64(uint32[::1], int64)")
def _squares_of(table, most):  # type: ignore[no-untyped-def]
    # The squared pairs of the slots, which say how far off some of them may be.
    total = 0.0
    for n in table:
        if 0 < n <= most:
            total += (n * (n - 1.0) / 2) ** 2
    return total


@compiled("void(int64[::1], uint64[::1], int64[::1], uint64, uint64, uint32[::1])")
def _tally_words(starts, words, counts, mask, shift, table):  # type: ignore[no-untyped-def]
    for value in range(len(counts)):
        for at in range(starts[value], starts[value + 1]):
            if (words[at] & mask) == 0:
                table[_slot(words[at], shift)] += np.uint32(counts[value])


@compiled()
def _is_chosen(word, mask, shift, whole, above, most):  # type: ignore[no-untyped-def]
    return (word & mask) == 0 and above < whole[_slot(word, shift)] <= most


@compiled("void(int64[::1], uint64[::1], uint64, uint64, uint32[::1], int64, int64, boolean[::1], int64, int64)")
def _have_chosen(starts, words, mask, shift, whole, above, most, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        out[value] = False
        for at in range(starts[value], starts[value + 1]):
            if _is_chosen(words[at], mask, shift, whole, above, most):
                out[value] = True
                break


@compiled(
    f"void({CODES}, int64[::1], uint64[::1], uint64, uint64, uint32[::1], int64, int64, boolean[::1], uint64[::1], uint64, "
    "uint32[::1], int64, int64)"
)
def _tally_chosen(  # type: ignore[no-untyped-def]
    codes, starts, words, mask, shift, whole, above, most, have, base, finer, table, first, last
):
    for record in range(first, last):
        code, h = codes[record], base[record]
        if code < 0 or h == 0 or not have[code]:
            continue
        for at in range(starts[code], starts[code + 1]):
            if _is_chosen(words[at], mask, shift, whole, above, most):
                table[_slot(both_hashes(words[at], h), finer)] += np.uint32(1)


def make_ready(maker: EntryMaker, progress: Progress) -> None:
    """Make what the first questions would wait for: the records that stand for all, kernels, second parts and words.

    All of it is kept by the maker, the parts and the words only where nothing else has to go for them: 8 bytes a record for
    each part, some 2 bytes for each byte of the texts and 16 for each of them.

    Raises:
        Cancelled: It is not wanted any more.
    """
    cleaned = maker.cleaned
    if len(cleaned) < 2:
        return
    progress.check()
    sampled(maker)
    for used in ("entityres.records.coding", "entityres.candidates"):
        load_kernels(used, progress)
    for part in refiners(cleaned, Key("")):
        progress.check()
        if maker.kept.has_room(8 * len(cleaned)):
            maker.part(part)
    for field in cleaned.fields:
        progress.check()
        if maker.kept.has_room(2 * field.values.nbytes + 16 * len(field.values)):
            maker.words(field.name, PartKind.RARE_WORDS)
            field.counts  # noqa: B018 - kept by the field


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
        pairs, off = _of_parts(maker, key), 0.0
    elif any(part.is_of_many for part in key.parts):
        pairs, off = _of_words(maker, key)
    else:
        return None
    off = share * (off + pairs * (SLACK_OF_TALLY + (SLACK_OF_SAMPLE if across_only else 0.0)))
    return of_pairs(share * pairs, max(share * pairs - off, 0.0), share * pairs + off)


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
    bits = _some(len(hashes))
    mask, finer = _mask(bits), shift + np.uint64(bits)

    def split(more: np.ndarray) -> np.ndarray:
        table = np.zeros(slots >> bits, np.uint32)
        _tally_large(hashes, more, shift, whole, most, mask, finer, table)
        return table

    tables = list(side_by_side(split, seconds))
    pairs += sum(float(_pairs_of(table, most)) for table in tables) * (1 << bits)
    if len(tables) == 2:
        given = (hashes, *seconds, shift, whole, *tables, most, mask, finer)
        both = _in_halves(len(hashes), slots >> bits, lambda *part: _tally_both(*given, *part))
        pairs -= float(_pairs_of(both, most)) * (1 << 2 * bits)
    return max(pairs, 0.0)


def _some(n: int) -> int:
    """Of so many records, or words, one of two to this power tells enough, and a table of them stays near the core."""
    return min(max(n // ENOUGH, 1).bit_length() - 1, 3)


def _of_words(maker: EntryMaker, key: Key) -> tuple[float, float]:
    """Pairs that share a rare word or item, and agree in the other parts; and how far off they may be, seen some words."""
    part = next(one for one in key.parts if one.is_of_many)
    base, most, size = maker.all_parts(key), hot_from(key), part.size
    pairs, squares = 0.0, 0.0
    for name in part.fields:
        words = _Words(maker, name, part.kind)
        if base is None:
            tables = [(words.whole, words.times), *(_split(maker, key, words) if size > most else ())]
        else:
            tables = [(table, words.finer_times) for table in words.with_parts(0, size, [base])]
        for table, times in tables:
            pairs += times * float(_pairs_of(table, min(size, most)))
            if abs(times) > 1:
                squares += abs(times) * (abs(times) - 1) * float(_squares_of(table, min(size, most)))
    return max(pairs, 0.0), 2 * float(np.sqrt(squares))


def _split(maker: EntryMaker, key: Key, words: _Words) -> list[tuple[np.ndarray, float]]:
    """Records of words that so many have that a run splits them, by the second parts; what both keep is taken off once."""
    most, size = hot_from(key), next(one for one in key.parts if one.is_of_many).size
    parts = [maker.part(one) for one in refiners(maker.cleaned, key)]
    if len(parts) == 2:
        parts.append(mix(*parts))
    tables = words.with_parts(most, size, parts)
    return [(table, words.finer_times * sign) for table, sign in zip(tables, (1, 1, -1), strict=False)]


class _Words:
    """The words, or items, of a field, tallied; of very many some.

    Attributes:
        whole: uint32 (n_slots,): records of the words in each slot.
        times: How many more words there are than those in `whole`.
        finer_times: The same of those that are tallied by another part as well.
    """

    def __init__(self, maker: EntryMaker, name: str, kind: PartKind) -> None:
        self._field = maker.cleaned.field(name)
        self._starts, self._words = maker.words(name, kind)
        n = len(self._words)
        bits = (n // MANY_WORDS).bit_length()
        # Of few words each has many records: two that meet by chance would both seem common. Of many most come again.
        self._shift, slots = _room((n >> bits) // 2 if n > ENOUGH else 8 * n)
        self.whole = np.zeros(slots, np.uint32)
        _tally_words(self._starts, self._words, self._field.counts, _mask(bits), self._shift, self.whole)
        self._bits = max(bits, _some(max(len(self._field.codes), n)))
        self.times, self.finer_times = float(1 << bits), float(1 << self._bits)

    def with_parts(self, above: int, most: int, parts: Sequence[np.ndarray]) -> list[np.ndarray]:
        """For each of other parts uint32 (n_slots,): records by word and that part.

        Args:
            above: Of some of the words those of more records than this,
            most: and at most this.
            parts: Hashes of the parts, uint64 (n_records,).
        """
        codes, have = self._field.codes, np.empty(len(self._starts) - 1, bool)
        given = (self._starts, self._words, _mask(self._bits), self._shift, self.whole, above, most, have)
        spread(len(have), lambda first, last: _have_chosen(*given, first, last), chunk=100_000)
        finer, slots = _room(max(len(codes), len(self._words)) >> self._bits)

        def tally(hashes: np.ndarray, table: np.ndarray, first: int, last: int) -> None:
            _tally_chosen(codes, *given, hashes, finer, table, first, last)

        return [_in_halves(len(codes), slots, partial(tally, hashes)) for hashes in parts]


def _in_halves(n: int, slots: int, tally: Callable[[np.ndarray, int, int], None]) -> np.ndarray:
    """uint32 (slots,): a tally of n records, each half in a table of its own at the same time."""

    def half(bounds: tuple[int, int]) -> np.ndarray:
        table = np.zeros(slots, np.uint32)
        tally(table, *bounds)
        return table

    one, other = side_by_side(half, [(0, n // 2), (n // 2, n)])
    one += other
    return one


def _mask(bits: int) -> np.uint64:
    """What a hash has in common with one of two to this power of all hashes."""
    return np.uint64((1 << bits) - 1)


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
