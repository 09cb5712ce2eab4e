"""Engine: about how many pairs a key of rare words or items would bring, from tallies of the words of some records."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np

from entityres.candidates.bucketing import both_hashes, mix
from entityres.candidates.drawn_records import is_drawn
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, PartKind
from entityres.candidates.pair_finder import hot_from, refiners
from entityres.candidates.tallies import (
    ENOUGH,
    among_drawn,
    bits_of_some,
    in_halves,
    mask_of,
    room_for,
    slot_of,
    told_by,
)
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, spread


@compiled("void(int64[::1], uint64[::1], uint32[::1], uint64, uint32[::1], int64, int64)")
def _tally_words(starts, words, counts, shift, table, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        for at in range(starts[value], starts[value + 1]):
            table[slot_of(words[at], shift)] += counts[value]


@compiled("void(int64[::1], uint64[::1], uint64, uint32[::1], int64, int64, boolean[::1], int64, int64)")
def _have_chosen(starts, words, shift, whole, above, most, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        out[value] = False
        for at in range(starts[value], starts[value + 1]):
            if above < whole[slot_of(words[at], shift)] <= most:
                out[value] = True
                break


@compiled(
    f"void({CODES}, int64[::1], uint64[::1], uint64, uint32[::1], int64, int64, boolean[::1], uint64, int64, uint64[::1], "
    "uint64, uint32[::1], int64, int64)"
)
def _tally_chosen(  # type: ignore[no-untyped-def]
    codes, starts, words, shift, whole, above, most, have, mask, drawn_bits, base, finer, table, first, last
):
    # In some of the smaller buckets, also of words that many records have: which, both hashes tell.
    for record in range(first, last):
        code, h = codes[record], base[record]
        if code < 0 or h == 0 or not have[code] or not is_drawn(record, drawn_bits):
            continue
        for at in range(starts[code], starts[code + 1]):
            word = words[at]
            if ((word ^ h) & mask) == 0 and above < whole[slot_of(word, shift)] <= most:
                table[slot_of(both_hashes(word, h), finer)] += np.uint32(1)


def pairs_of_words(maker: EntryMaker, key: Key) -> tuple[float, float]:
    """Pairs that share a rare word or item, and agree in the other parts; and how far off they may be, seen some words."""
    part = next(one for one in key.parts if one.is_of_many)
    base, most, size = maker.all_parts(key), hot_from(key), part.size
    pairs, variance = 0.0, 0.0
    words = _Words(maker, part.fields, part.kind)
    if base is None:
        tables = [(words.whole, words.some, 1), *(_split(maker, key, words) if size > most else ())]
    else:
        tables = [(table, words.finer_some, 1) for table in words.with_parts(0, size, [base])]
    for table, some, sign in tables:
        told, spread_out = told_by(table, min(size, most), some, words.drawn_bits)
        pairs, variance = pairs + sign * told, variance + spread_out
    return max(pairs, 0.0), 2 * float(np.sqrt(variance))


def _split(maker: EntryMaker, key: Key, words: _Words) -> list[tuple[np.ndarray, int, int]]:
    """Records of words that so many have that a run splits them, by the second parts; what both keep is taken off once."""
    most, size = hot_from(key), next(one for one in key.parts if one.is_of_many).size
    parts = [maker.part(one) for one in refiners(maker.cleaned, key)]
    if len(parts) == 2:
        parts.append(mix(*parts))
    tables = words.with_parts(most, size, parts)
    return [(table, words.finer_some, sign) for table, sign in zip(tables, (1, 1, -1), strict=False)]


class _Words:
    """The words, or items, of some fields together, tallied; of very many some.

    Attributes:
        whole: uint32 (n_slots,): drawn records of the words in each slot.
        some: One of so many words is in `whole`.
        finer_some: One of so many smaller buckets is tallied by another part as well.
        drawn_bits: One record of two to this power is drawn.
    """

    def __init__(self, maker: EntryMaker, names: Sequence[str], kind: PartKind) -> None:
        self._made = maker.some_words(names, kind)
        self._codes = [maker.cleaned.field(name).codes for name in names]
        self._kept_bits, self.drawn_bits = self._made[0].bits, self._made[0].drawn_bits
        self._n_kept = sum(len(made.hashes) for made in self._made)
        n = self._n_kept << self._kept_bits
        # Of few words each has many records: two that meet by chance would both seem common. Of many most come again.
        self._shift, slots = room_for(self._n_kept // 2 if n > ENOUGH else 8 * n)
        self.whole = np.zeros(slots, np.uint32)
        for made in self._made:
            given = (made.starts, made.hashes, made.counts, self._shift)
            self.whole += in_halves(len(made.counts), slots, partial(_tally_words, *given))
        self._bits = max(self._kept_bits, bits_of_some(max(len(maker.cleaned) >> self.drawn_bits, n)))
        self.some, self.finer_some = 1 << self._kept_bits, 1 << self._bits

    def with_parts(self, above: int, most: int, parts: Sequence[np.ndarray]) -> list[np.ndarray]:
        """For each of other parts uint32 (n_slots,): records by word and that part.

        Args:
            above: Of some of the words those of more records than this,
            most: and at most this.
            parts: Hashes of the parts, uint64 (n_records,).
        """
        finer, slots = room_for(max(len(self._codes[0]) >> self.drawn_bits, self._n_kept) >> self._bits)
        mask = mask_of(self._bits) ^ mask_of(self._kept_bits)  # some words are gone already
        above, most = (round(among_drawn(size, self.drawn_bits)) if size else 0 for size in (above, most))
        out = [np.zeros(slots, np.uint32) for _ in parts]
        for codes, made in zip(self._codes, self._made, strict=True):
            have = np.empty(len(made.counts), bool)
            given = (made.starts, made.hashes, self._shift, self.whole, above, most, have)
            spread(len(have), partial(_have_chosen, *given), chunk=100_000)
            for hashes, table in zip(parts, out, strict=True):
                finer_given = (codes, *given, mask, self.drawn_bits, hashes, finer)
                table += in_halves(len(codes), slots, partial(_tally_chosen, *finer_given))
        return out
