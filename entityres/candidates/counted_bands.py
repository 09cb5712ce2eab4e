"""Engine: what a minhash key would find, counted without listing its pairs.

A record is in one bucket of each band, but two records may meet in several bands. A pair is counted in the first bucket that
both share: the buckets of a record lie side by side in a table, and each pair of a bucket is looked up in it, neither stored
nor sorted. As exact as the run; several times faster where a key brings tens of millions of pairs, and in memory that grows
with the records only: 4 bytes a record for each band, and 4 more where a second way of splitting keeps something.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, select
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.large_buckets import LargeBuckets
from entityres.candidates.overlapping import OverlappingCount
from entityres.candidates.pair_finder import band_buckets, hot_from
from entityres.progress import Progress
from entityres.records.coding import CODES, encode_hashes
from entityres.records.compiled import compiled, side_by_side, spread

REPEATED = 8
"""A bucket of fewer records is counted again as quickly as it is known for one of an earlier band."""

NOWHERE = np.uint32(1 << 31)
"""Added to the number of a record that is in no bucket: a number that no other record has."""


@compiled("void(uint32[:,::1], uint32, int64, int64)")
def _nowhere(table, nowhere, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        for column in range(table.shape[1]):
            table[record, column] = np.uint32(nowhere + np.uint32(record))


@compiled("void(int32[::1], int64[::1], int64, uint32, uint32[:,::1])")
def _fill(records, starts, column, number, table):  # type: ignore[no-untyped-def]
    for bucket in range(len(starts) - 1):
        for at in range(starts[bucket], starts[bucket + 1]):
            table[records[at], column] = np.uint32(number + np.uint32(bucket))


@compiled("int64(int32[::1], int64[::1], uint32[:,::1], int64, int16[::1], boolean, int64, int64, int64)")
def _count_first(records, starts, table, column, list_of, across, most, first, last):  # type: ignore[no-untyped-def]
    # Pairs of the buckets first .. last - 1 of a column that are together in no column before it. Rows are copied: those of
    # a bucket then stay near the core. All columns are compared, since a loop that may end early takes longer.
    near = np.empty((most, column + 1), np.uint32)
    total = 0
    for bucket in range(first, last):
        begin, n = starts[bucket], starts[bucket + 1] - starts[bucket]
        for i in range(n):
            record = records[begin + i]
            for before in range(column):
                near[i, before] = table[record, before]
            near[i, column] = list_of[record]
        for i in range(n - 1):
            for j in range(i + 1, n):
                met = np.uint32(across and near[i, column] == near[j, column])
                for before in range(column):
                    met |= np.uint32(near[i, before] == near[j, before])
                total += met == 0
    return total


@compiled(f"void(uint32[:,::1], {CODES}, {CODES}, int16[::1], boolean, int32[::1], int64, int64)")
def _first_shared(table, left, right, list_of, across, out, first, last):  # type: ignore[no-untyped-def]
    for pair in range(first, last):
        one, other = left[pair], right[pair]
        out[pair] = -1
        if across and list_of[one] == list_of[other]:
            continue
        for column in range(table.shape[1]):
            if table[one, column] == table[other, column]:
                out[pair] = column
                break


@compiled("uint64[::1](int32[::1], int64[::1], int64)")
def _marks(records, starts, least):  # type: ignore[no-untyped-def]
    # A number for the set of records of each bucket of so many at least, 0 for the others.
    out = np.zeros(len(starts) - 1, np.uint64)
    for bucket in range(len(out)):
        if starts[bucket + 1] - starts[bucket] < least:
            continue
        for at in range(starts[bucket], starts[bucket + 1]):
            h = np.uint64(np.uint64(records[at]) + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
            h ^= h >> np.uint64(29)
            h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
            out[bucket] += h ^ (h >> np.uint64(32))
        out[bucket] = max(out[bucket], np.uint64(1))
    return out


def _are_new(marks: Sequence[np.ndarray]) -> list[np.ndarray]:
    """bool for the buckets of each band: no earlier one is known to hold the same records.

    Records of one value are together in every band: one bucket tells all of their pairs.
    """
    every = np.concatenate([np.empty(0, np.uint64), *marks])
    new, marked = every == 0, np.flatnonzero(every)
    new[marked[encode_hashes(every[marked], every[marked])[1]]] = True
    return np.split(new, np.cumsum([len(one) for one in marks])[:-1])


@dataclass(frozen=True)
class _Source:
    """Buckets of which none overlaps another, the column that they stand in, and the number of the first."""

    buckets: Buckets
    column: int
    number: int


class BandsCount(OverlappingCount):
    """Counts the pairs of one key.

    Args:
        maker: Parts and signatures of the records.
        key: A key with bands.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.
        most: A bucket of more records is split; as in a run where it is not given.
    """

    def __init__(
        self, maker: EntryMaker, key: Key, across_only: bool, progress: Progress, most: int | None = None
    ) -> None:
        super().__init__(maker, key, across_only, progress)
        self._most = hot_from(key) if most is None else most
        bands = list(band_buckets(maker, key, progress, self._gathered))
        self._usable = max((buckets.usable for buckets, _, _ in bands), default=0)
        self._n_buckets = sum(len(buckets.hashes) for buckets, _, _ in bands)
        self._largest = max((int(buckets.sizes.max(initial=0)) for buckets, _, _ in bands), default=0)
        self._costliest = max((costliest for _, costliest, _ in bands), default=0)
        new = _are_new([marks for _, _, marks in bands])
        parted = list(side_by_side(self._parted, [(one[0], is_new) for one, is_new in zip(bands, new, strict=True)]))
        self._large = [large for _, large in parted]
        self._bands = [(buckets, marks, is_new) for (buckets, _, marks), is_new in zip(bands, new, strict=True)]
        first, second = list[_Source](), list[_Source]()
        for column, (small, large) in enumerate(parted):
            # No record is in a small bucket and in a large one of a band: one column serves both.
            first.append(_Source(small, column, 0))
            first += [_Source(split.buckets, column, len(small.hashes)) for split in large.splits[:1]]
            second += [_Source(split.buckets, 0, 0) for split in large.splits[1:] if len(split.buckets.hashes)]
        # Few records are in these: last, so that the others need not look at them.
        self._placed = first + [replace(source, column=len(parted) + at) for at, source in enumerate(second)]
        self._n_columns = len(parted) + len(second)

    def _gathered(self, buckets: Buckets) -> tuple[Buckets, int, np.ndarray]:
        """The buckets of a band, the pairs of the costliest, and what tells their records."""
        marks = _marks(buckets.records, buckets.starts, min(REPEATED, self._most + 1))
        return buckets, int(self._pairs(buckets).max(initial=0)), marks

    def _parted(self, given: tuple[Buckets, np.ndarray]) -> tuple[Buckets, LargeBuckets]:
        """Of the buckets whose records were together in no band before, the small ones, and the others split."""
        self._progress.check()
        buckets, new = given
        large = buckets.sizes > self._most
        parted = (self._maker, self._key, select(buckets, large & new), self._across, self._progress)
        split = LargeBuckets(*parted, most=self._most)
        return select(buckets, new & ~large), split

    def _pairs(self, buckets: Buckets) -> np.ndarray:
        return count_pairs(buckets, self._list_of, self._across)

    @cached_property
    def _table(self) -> np.ndarray:
        """uint32 (n_records, n_columns): the bucket that a record is in, or a number of its own."""
        table = np.empty((len(self._maker.cleaned), self._n_columns), np.uint32)
        spread(len(table), lambda first, last: _nowhere(table, NOWHERE, first, last), self._progress)

        def fill(source: _Source) -> None:
            self._progress.check()
            _fill(source.buckets.records, source.buckets.starts, source.column, np.uint32(source.number), table)

        list(side_by_side(fill, self._placed))
        return table

    @property
    def _sources(self) -> list[Buckets]:
        return [source.buckets for source in self._placed]

    def _count(self, source: int, first: int, end: int) -> int:
        buckets, column = self._placed[source].buckets, self._placed[source].column
        if column == 0:
            # The first band: its buckets have no record in common.
            some = replace(buckets, starts=buckets.starts[first : end + 1], hashes=buckets.hashes[first:end])
            return int(self._pairs(some).sum())
        most = int(buckets.sizes[first:end].max())
        given = (buckets.records, buckets.starts, self._table, column, self._list_of, self._across, most)
        return int(_count_first(*given, first, end))

    def _shared(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int32 (n_pairs,): the first column in which these records are together, -1 for none."""
        left, right = np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32)
        out, table = np.empty(len(left), np.int32), self._table
        given = (table, left, right, self._list_of, self._across, out)
        spread(len(out), lambda first, last: _first_shared(*given, first, last), self._progress)
        return out

    def _number(self, source: np.ndarray, bucket: np.ndarray) -> np.ndarray:
        return np.array([source.column for source in self._placed], np.int32)[source]

    # what is asked of it

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        return KeyCounts(self._usable, self._n_buckets, self._largest, self.pairs, self.pairs, self._costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out, those of one band after those of another, costliest first in each."""
        lost, out = dict[int, LeftOut | None](), list[LeftOut]()
        of_bands = side_by_side(LargeBuckets.left_out, self._large)
        for (buckets, marks, new), values_of_band in zip(self._bands, of_bands, strict=True):
            large = buckets.sizes > self._most
            lost |= zip(marks[large & new].tolist(), values_of_band, strict=True)
            order = np.argsort(-self._pairs(select(buckets, large)), kind="stable")
            values = (lost[mark] for mark in marks[large][order].tolist())
            out += [value for value in values if value is not None]
        return tuple(out)
