"""Engine: what a key of rare words, or of rare items of a set, would find, counted without listing its pairs.

Two records may share several words. All pairs of the buckets are summed, and those that met in an earlier bucket are taken
off: for that only the other buckets of the records of one bucket are looked up, which few of them share. As exact as the
run, at a cost that grows with the words of the records and with the pairs that share more than one.
"""

from __future__ import annotations

import itertools
from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import count_pairs, draw_pairs, expand_all, gather, pair_codes
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import hot_from
from entityres.candidates.unions import sorted_union, sorted_unique
from entityres.progress import Progress
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, side_by_side, spread

FEW = 3_000_000
"""So many pairs of buckets are listed as quickly as counted."""

AT_A_TIME = 4_000_000
"""Pairs between two looks whether to stop: some hundredths of a second."""


@compiled("void(int32[::1], int64[::1], int64[::1], int32[::1])")
def _own(records, starts, free, own):  # type: ignore[no-untyped-def]
    # The buckets of each record, ascending.
    for bucket in range(len(starts) - 1):
        for at in range(starts[bucket], starts[bucket + 1]):
            own[free[records[at]]] = bucket
            free[records[at]] += 1


@compiled("int64(int32[::1], int64[::1], int64[::1], int32[::1], int16[::1], boolean, int64, int64, int64, int64)")
def _met_before(records, starts, own_starts, own, list_of, across, most, room, first, last):  # type: ignore[no-untyped-def]
    # Pairs of the buckets first .. last - 1 that are together in an earlier bucket as well. Entries of one earlier bucket
    # are chained, and every two of a chain are such a pair.
    head = np.full(len(starts) - 1, -1, np.int32)
    who, before, of = np.empty(room, np.int32), np.empty(room, np.int32), np.empty(room, np.int32)
    met = np.zeros((most, most), np.bool_)
    total = 0
    for bucket in range(first, last):
        begin, n = starts[bucket], starts[bucket + 1] - starts[bucket]
        entries, found = 0, 0
        for i in range(n):
            record = records[begin + i]
            for at in range(own_starts[record], own_starts[record + 1]):
                earlier = own[at]
                if earlier >= bucket:
                    break
                entry = head[earlier]
                while entry >= 0:
                    other = who[entry]
                    apart = not across or list_of[record] != list_of[records[begin + other]]
                    if apart and not met[other, i]:
                        met[other, i] = True
                        found += 1
                    entry = before[entry]
                who[entries], before[entries], of[entries] = i, head[earlier], earlier
                head[earlier] = entries
                entries += 1
        for entry in range(entries):
            head[of[entry]] = -1
        if found:
            met[:n, :n] = False
            total += found
    return total


@compiled(f"void(int64[::1], int32[::1], {CODES}, {CODES}, int16[::1], boolean, int32[::1], int64, int64)")
def _first_shared(own_starts, own, left, right, list_of, across, out, first, last):  # type: ignore[no-untyped-def]
    for pair in range(first, last):
        one, other = left[pair], right[pair]
        out[pair] = -1
        if across and list_of[one] == list_of[other]:
            continue
        i, j = own_starts[one], own_starts[other]
        while i < own_starts[one + 1] and j < own_starts[other + 1]:
            if own[i] == own[j]:
                out[pair] = own[i]
                break
            if own[i] < own[j]:
                i += 1
            else:
                j += 1


class WordsCount:
    """Counts the pairs of one key.

    Args:
        maker: Parts and words of the records.
        key: A key of rare words or items.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.

    Attributes:
        drawn_from: Pairs of all its buckets, also those inside one list, one for each bucket that a pair shares.
        can: False where a bucket is so large that a run would split it, which is not counted here.
    """

    def __init__(self, maker: EntryMaker, key: Key, across_only: bool, progress: Progress) -> None:
        self._maker, self._key, self._across, self._progress = maker, key, across_only, progress
        self._list_of = maker.cleaned.list_of
        self._buckets = gather(*next(maker.entries(key)))
        progress.check()
        self._whole = count_pairs(self._buckets, self._list_of, across_only)
        self._largest = int(self._buckets.sizes.max(initial=0))
        self.can = self._largest <= hot_from(key)
        self.drawn_from = int(self._buckets.all_pairs.sum())

    @cached_property
    def _own(self) -> tuple[np.ndarray, np.ndarray]:
        """The buckets of each record: int64 (n_records + 1,) starts, and int32 (n_entries,), ascending in each record."""
        sizes = np.bincount(self._buckets.records, minlength=len(self._maker.cleaned))
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        own = np.empty(len(self._buckets.records), np.int32)
        _own(self._buckets.records, self._buckets.starts, starts[:-1].copy(), own)
        return starts, own

    # what is asked of it

    @property
    def few(self) -> bool:
        """Whether its pairs are listed as quickly as counted."""
        return self.drawn_from <= FEW

    def listed(self) -> np.ndarray:
        """uint64: codes of its pairs, sorted and unique."""
        codes = expand_all(self._buckets, self._list_of, self._across)
        return sorted_union([codes], len(self._maker.cleaned), self._progress)

    @cached_property
    def pairs(self) -> int:
        """Its different pairs."""
        if self.few:
            return len(self.listed())
        ends = np.cumsum(self._buckets.all_pairs)
        cuts = np.searchsorted(ends, np.arange(AT_A_TIME, ends[-1], AT_A_TIME))
        bounds = np.unique([0, *cuts, len(ends)]).tolist()
        return int(self._whole.sum()) - sum(side_by_side(self._twice, list(itertools.pairwise(bounds))))

    def _twice(self, piece: tuple[int, int]) -> int:
        self._progress.check()
        starts, own = self._own
        room = self._largest * int(np.diff(starts).max())
        given = (self._buckets.records, self._buckets.starts, starts, own, self._list_of, self._across)
        return int(_met_before(*given, self._largest, room, *piece))

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        fields = [self._maker.cleaned.field(name).codes >= 0 for name in self._key.fields]
        usable, costliest = int(np.any(fields, axis=0).sum()), int(self._whole.max(initial=0))
        return KeyCounts(usable, len(self._buckets.hashes), self._largest, self.pairs, self.pairs, costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """Nothing: no bucket is split."""
        return ()

    def _shared(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int32 (n_pairs,): the first bucket that these records share, -1 for none."""
        left, right = np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32)
        out = np.empty(len(left), np.int32)
        given = (*self._own, left, right, self._list_of, self._across, out)
        spread(len(out), lambda first, last: _first_shared(*given, first, last), self._progress)
        return out

    def finds(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): whether the key finds these pairs (int32)."""
        found: np.ndarray = self._shared(left, right) >= 0
        return found

    def some_pairs(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """uint64: codes of some of its pairs drawn at random, each once and in order; n at most."""
        _, bucket, left, right = draw_pairs([self._buckets], n, rng)
        # A pair may be in several buckets: only where it is drawn from the first of them, every pair is as likely.
        fine = self._shared(left, right) == bucket
        return sorted_unique(pair_codes(left[fine], right[fine]))
