"""Engine: what a key of rare words, or of rare items of a set, would find, counted without listing its pairs.

Two records may share several words. All pairs of the buckets are summed, and those that met in an earlier bucket are taken
off: for that only the other buckets of the records of one bucket are looked up, which few of them share. As exact as the
run, at a cost that grows with the words of the records and with the pairs that share more than one.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, gather, joined, select
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.large_buckets import LargeBuckets
from entityres.candidates.overlapping import OverlappingCount
from entityres.candidates.pair_finder import PairFinder, hot_from
from entityres.progress import Progress
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, spread


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


class WordsCount(OverlappingCount):
    """Counts the pairs of one key.

    Args:
        maker: Parts and words of the records.
        key: A key of rare words or items.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.
    """

    def __init__(self, maker: EntryMaker, key: Key, across_only: bool, progress: Progress) -> None:
        super().__init__(maker, key, across_only, progress)
        self._whole = gather(*next(maker.entries(key)))
        progress.check()
        large = self._whole.sizes > hot_from(key)
        self._large = select(self._whole, large)
        self._split = LargeBuckets(maker, key, self._large, across_only, progress)
        # All buckets one after the other: the number of one is its place among them.
        self._buckets = joined([select(self._whole, ~large), *(split.buckets for split in self._split.splits)])

    @cached_property
    def _own(self) -> tuple[np.ndarray, np.ndarray]:
        """The buckets of each record: int64 (n_records + 1,) starts, and int32 (n_entries,), ascending in each record."""
        sizes = np.bincount(self._buckets.records, minlength=len(self._maker.cleaned))
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        own = np.empty(len(self._buckets.records), np.int32)
        _own(self._buckets.records, self._buckets.starts, starts[:-1].copy(), own)
        return starts, own

    @property
    def _sources(self) -> list[Buckets]:
        return [self._buckets]

    def _count(self, source: int, first: int, end: int) -> int:
        starts, own = self._own
        most = int(self._buckets.sizes.max())
        given = (self._buckets.records, self._buckets.starts, starts, own, self._list_of, self._across)
        met = _met_before(*given, most, most * int(np.diff(starts).max()), first, end)
        return int(self._pairs[first:end].sum()) - int(met)

    @cached_property
    def _pairs(self) -> np.ndarray:
        return count_pairs(self._buckets, self._list_of, self._across)

    def _shared(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        left, right = np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32)
        out = np.empty(len(left), np.int32)
        given = (*self._own, left, right, self._list_of, self._across, out)
        spread(len(out), lambda first, last: _first_shared(*given, first, last), self._progress)
        return out

    def _number(self, source: np.ndarray, bucket: np.ndarray) -> np.ndarray:
        return bucket

    # what is asked of it

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        fields = [self._maker.cleaned.field(name).codes >= 0 for name in self._key.fields]
        usable, sizes = int(np.any(fields, axis=0).sum()), self._whole.sizes
        costliest = int(count_pairs(self._whole, self._list_of, self._across).max(initial=0))
        return KeyCounts(usable, len(sizes), int(sizes.max(initial=0)), self.pairs, self.pairs, costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out, costliest first."""
        if not len(self._large.hashes):
            return ()
        return tuple(PairFinder(self._maker, self._across, self._progress).split(0, self._key, self._large)[1])
