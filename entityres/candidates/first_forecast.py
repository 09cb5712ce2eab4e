"""Engine: about how many pairs one key would bring, at once: within a twentieth of a second at a million records.

Three ways. Plain parts: records are tallied by the hash of their value in a small table, so that the sizes of all buckets are
known but for chance collisions, which are taken off. Rare words: words are tallied in the same way. Similarity: the key runs
over some thousand records, and pairs grow with the square of the number of records; buckets that only all records make
large are split already. The count of `counting` follows.
"""

from __future__ import annotations

import numpy as np

from entityres.candidates.bucketing import both_hashes
from entityres.candidates.counted_parts import is_countable
from entityres.candidates.drawn_records import bits_to_draw, letters_of
from entityres.candidates.forecasting import Forecast, of_pairs
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.pair_finder import hot_from, refiners
from entityres.candidates.part_hashes import READ_WHOLE
from entityres.candidates.sampled_sets import of_sample, sampled
from entityres.candidates.tallied_words import pairs_of_words
from entityres.candidates.tallies import among_drawn, bits_of_some, in_halves, mask_of, room_for, slot_of, told_by
from entityres.progress import Progress
from entityres.records.compiled import compiled, load_kernels, side_by_side
from entityres.records.fields import CleanedRecords

SOON_HASHED = 12_000_000
"""Letters that are hashed in some 20 ms."""

TWICE = 2
"""Words that are sorted take so many times as long as the text: each ends a hash."""

SLACK_OF_TALLY = 0.06
SLACK_ACROSS = 0.1
"""How far what is told by tallies is off; and where the share of the pairs across lists is that of all records."""


@compiled("void(uint64[::1], uint64, uint32[::1])")
def _tally(hashes, shift, table):  # type: ignore[no-untyped-def]
    for h in hashes:
        if h != 0:
            table[slot_of(h, shift)] += np.uint32(1)


@compiled("void(uint64[::1], uint64[::1], uint64, uint32[::1], int64, uint64, uint64, uint32[::1])")
def _tally_large(hashes, more, shift, whole, most, mask, finer, table):  # type: ignore[no-untyped-def]
    # Records of large buckets by a second part, in some of the smaller buckets: which, two random hashes tell at once.
    for i in range(len(hashes)):
        h, second = hashes[i], more[i]
        if ((h ^ second) & mask) == 0 and h != 0 and second != 0 and whole[slot_of(h, shift)] > most:
            table[slot_of(both_hashes(h, second), finer)] += np.uint32(1)


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
        if whole[slot_of(h, shift)] <= most:
            continue
        first, second = both_hashes(h, one[i]), both_hashes(h, other[i])
        if by_one[slot_of(first, finer)] <= most and by_other[slot_of(second, finer)] <= most:
            table[slot_of(both_hashes(first, second), finer)] += np.uint32(1)


def make_ready(maker: EntryMaker, progress: Progress) -> None:
    """Make what the first questions would wait for: the records that stand for all, kernels, second parts and words.

    All of it is kept by the maker, the parts and the words only where nothing else has to go for them: 8 bytes a record for
    each part, some bytes for each ten of the texts and 12 for each of them.

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
    for part in _second_parts(cleaned):
        progress.check()
        if maker.kept.has_room(8 * len(cleaned)):
            maker.part(part)
    for field in cleaned.fields:
        progress.check()
        if maker.kept.has_room(field.values.nbytes // 4 + 12 * len(field.values)):
            maker.some_words([field.name], PartKind.RARE_WORDS)


def _second_parts(cleaned: CleanedRecords) -> list[Part]:
    """The parts by which large buckets of nearly all keys are split: also of those that read one of the usual two."""
    usual = refiners(cleaned, Key(""))
    instead = [part for one in usual for part in refiners(cleaned, Key("", (one,)))]
    return list(dict.fromkeys([*usual, *instead]))


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
        return of_sample(maker, key, across_only, progress)
    share = across_share(maker.cleaned) if across_only else 1.0
    if is_countable(key):
        pairs, off = _of_parts(maker, key)
    elif any(part.is_of_many for part in key.parts):
        pairs, off = pairs_of_words(maker, key)
    else:
        return None
    off = share * (off + pairs * (SLACK_OF_TALLY + (SLACK_ACROSS if across_only else 0.0)))
    return of_pairs(share * pairs, max(share * pairs - off, 0.0), share * pairs + off)


def across_share(cleaned: CleanedRecords) -> float:
    """Of all pairs of records, the share that lies across lists."""
    sizes = np.diff(cleaned.starts).astype(np.float64)
    total = float(sizes.sum())
    return 1.0 - float((sizes * (sizes - 1)).sum()) / max(total * (total - 1), 1.0)


def _of_parts(maker: EntryMaker, key: Key) -> tuple[float, float]:
    """Pairs of a key of plain parts, large buckets split as a run splits them; and how far off they may be, seen some."""
    drawn = _drawn_bits(maker, key)
    hashes = maker.all_parts(key, drawn)
    assert hashes is not None
    shift, slots = room_for(len(hashes) >> drawn)
    whole, size = np.zeros(slots, np.uint32), hot_from(key)
    _tally(hashes, shift, whole)
    pairs, variance = told_by(whole, size, 1, drawn)
    most = round(among_drawn(size, drawn))
    if int(whole.max()) > most:
        more, spread_out = _of_large(maker, key, hashes, shift, whole, most, drawn)
        pairs, variance = pairs + more, variance + spread_out
    return max(pairs, 0.0), 2 * float(np.sqrt(variance))


def _of_large(
    maker: EntryMaker, key: Key, hashes: np.ndarray, shift: np.uint64, whole: np.ndarray, most: int, drawn: int
) -> tuple[float, float]:
    """Pairs that the splitting of large buckets keeps, and the variance of that."""
    seconds = [maker.part(part) for part in refiners(maker.cleaned, key)]
    # The smaller buckets are many: on a long list some of them tell enough, and their table stays near the core.
    bits = bits_of_some(len(hashes) >> drawn)
    mask, finer, slots = mask_of(bits), shift + np.uint64(bits), len(whole) >> bits

    def split(more: np.ndarray) -> np.ndarray:
        table = np.zeros(slots, np.uint32)
        _tally_large(hashes, more, shift, whole, most, mask, finer, table)
        return table

    tables = list(side_by_side(split, seconds))
    told = [told_by(table, hot_from(key), 1 << bits, drawn) for table in tables]
    pairs, variance = sum(one for one, _ in told), sum(one for _, one in told)
    if len(tables) == 2:
        given = (hashes, *seconds, shift, whole, *tables, most, mask, finer)
        both = in_halves(len(hashes), slots, lambda *part: _tally_both(*given, *part))
        twice, spread_out = told_by(both, hot_from(key), 1 << 2 * bits, drawn)
        pairs, variance = pairs - twice, variance + spread_out
    return pairs, variance


def _drawn_bits(maker: EntryMaker, key: Key) -> int:
    """Of long texts that nobody has read so far for this only some are read: of one record in two to this power.

    Where their beginning is all that counts they are read soon enough, and large buckets are told better by all records.
    """
    letters = 0
    for part in key.parts:
        if part.kind in READ_WHOLE and not maker.is_made(part):
            read = sum(letters_of(maker.cleaned.field(name)) for name in set(part.fields))
            letters += read * (TWICE if part.kind == PartKind.SORTED_WORDS else 1)
    return bits_to_draw(letters, SOON_HASHED)
