"""Engine: what a minhash key would find, counted without listing its pairs.

A record is in one bucket of each band, but two records may meet in several bands. A pair is counted in the first bucket that
both share: the buckets of a record lie side by side in a table, and each pair of a bucket is looked up in it, neither stored
nor sorted. As exact as the run; several times faster where a key brings tens of millions of pairs, and in memory that grows
with the records only: 4 bytes a record for each band. Where a key cannot tell most records apart, one stands for all that are
alike, see `stand_ins`. What a second way of splitting keeps are few records, in a table of their own. Who asks again with
other bands but as many rows has only the bands counted that are new, see `gathered_bands`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from operator import attrgetter

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.gathered_bands import NOWHERE, BandGatherer, number_buckets
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.overlapping import OverlappingCount
from entityres.candidates.pair_finder import hot_from
from entityres.progress import Progress
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, side_by_side, spread
from entityres.records.memory import ask_for

SMALL = 8
"""Most buckets have no more records than this: to copy what is known of these takes longer than to look it up."""

AHEAD, IN_A_LINE = 16, 16
"""So many records ahead a row of the table is asked for; so many of its numbers come together."""

_TABLES = f"{CODES}, uint32[:,::1], int64, int32[::1], uint32[:,::1], int64"


@compiled()
def _apart(table, one, other, n_columns):  # type: ignore[no-untyped-def]
    # Whether two rows are in one bucket nowhere. All columns are compared, since a loop that may end early takes longer.
    least = np.uint32(0xFFFFFFFF)
    for column in range(n_columns):
        number = table[one, column]
        least = min(least, np.uint32((number ^ table[other, column]) | (number & NOWHERE)))
    return least != 0


@compiled()
def _row(number, record):  # type: ignore[no-untyped-def]
    # The row of a record in the table: its own, or that of who stands for it.
    return number[record] if len(number) else record


@compiled(f"int64(int32[::1], int64[::1], {_TABLES}, int16[::1], boolean, int64, int64, int64)")
def _count_first(  # type: ignore[no-untyped-def]
    records, starts, number, table, column, row_of, more, more_column, list_of, across, most, first, last
):
    # Pairs of the buckets first .. last - 1 that are together in no column before theirs. Rows of larger buckets are copied:
    # they then stay near the core.
    width = column + more_column
    near = np.empty((most, width + 1), np.uint32)
    total = 0
    for bucket in range(first, last):
        begin, n = starts[bucket], starts[bucket + 1] - starts[bucket]
        for at in range(begin + AHEAD, min(begin + AHEAD + n, starts[last])):
            for before in range(0, column, IN_A_LINE):
                ask_for(table, np.int64(_row(number, records[at])), np.int64(before))
            for before in range(0, more_column, IN_A_LINE):
                ask_for(more, np.int64(row_of[records[at]]), np.int64(before))
        if n <= SMALL:
            for i in range(begin, begin + n - 1):
                for j in range(i + 1, begin + n):
                    one, other = records[i], records[j]
                    new = not across or list_of[one] != list_of[other]
                    new = new and _apart(table, _row(number, one), _row(number, other), column)
                    total += new and (more_column == 0 or _apart(more, row_of[one], row_of[other], more_column))
            continue
        for i in range(n):
            record = records[begin + i]
            row = _row(number, record)
            for before in range(column):
                near[i, before] = table[row, before]
            for before in range(more_column):
                near[i, column + before] = more[row_of[record], before]
            near[i, width] = list_of[record]
        for i in range(n - 1):
            for j in range(i + 1, n):
                total += _apart(near, i, j, width) and (not across or near[i, width] != near[j, width])
    return total


@compiled("int64(int32[::1], int64[::1], int64[::1], uint32[:,::1], int64, int16[::1], boolean, int64, int64, int64)")
def _count_for_all(stand_ins, starts, counts, table, column, list_of, across, most, first, last):  # type: ignore[no-untyped-def]
    # The same in buckets of those that stand for records that are alike. These are together with each other as well.
    near = np.empty((most, column), np.uint32)
    total = 0
    for bucket in range(first, last):
        begin, n = starts[bucket], starts[bucket + 1] - starts[bucket]
        for i in range(n):
            for before in range(column):
                near[i, before] = table[stand_ins[begin + i], before]
        for i in range(n):
            one = stand_ins[begin + i]
            if not across and counts[one] > 1 and _apart(near, i, i, column):
                total += counts[one] * (counts[one] - 1) // 2
            for j in range(i + 1, n):
                other = stand_ins[begin + j]
                if _apart(near, i, j, column) and (not across or list_of[one] != list_of[other]):
                    total += counts[one] * counts[other]
    return total


@compiled()
def _together_at(table, one, other, n_columns):  # type: ignore[no-untyped-def]
    # The first column in which two rows are in one bucket; n_columns where there is none.
    for column in range(n_columns):
        if table[one, column] == table[other, column] != NOWHERE:
            return column
    return n_columns


@compiled(f"void({_TABLES}, {CODES}, {CODES}, int16[::1], boolean, int32[::1], int64, int64)")
def _first_shared(  # type: ignore[no-untyped-def]
    number, table, n_columns, row_of, more, n_more, left, right, list_of, across, out, first, last
):
    for pair in range(first, last):
        one, other = left[pair], right[pair]
        out[pair] = -1
        if across and list_of[one] == list_of[other]:
            continue
        column, end = _together_at(table, _row(number, one), _row(number, other), n_columns), n_columns
        if column == end and row_of[one] >= 0 and row_of[other] >= 0:
            column, end = end + _together_at(more, row_of[one], row_of[other], n_more), end + n_more
        if column < end:
            out[pair] = column


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
        self._gatherer = BandGatherer(maker, key, across_only, self._most, progress)
        self._bands = self._gatherer.gathered()
        first = [(column, buckets) for column, band in enumerate(self._bands) for buckets in band.sources[:2]]
        second = [buckets for band in self._bands for buckets in band.sources[2:] if len(buckets.hashes)]
        # Few records are in these: last, so that the others need not look at them.
        self._second = second
        self._thinned = dict[int, Buckets]()
        self._placed = first + [(len(self._bands) + at, buckets) for at, buckets in enumerate(second)]

    @cached_property
    def _table(self) -> np.ndarray:
        return self._gatherer.table(self._bands)

    @cached_property
    def _more(self) -> tuple[np.ndarray, np.ndarray]:
        """The same for what a second way of splitting keeps: int32 (n_records,) rows, and uint32 (n_rows, n_columns)."""
        row_of = np.full(len(self._maker.cleaned), -1, np.int32)
        for buckets in self._second:
            row_of[buckets.records] = 0
        there = np.flatnonzero(row_of == 0)
        row_of[there] = np.arange(len(there), dtype=np.int32)
        columns = [[replace(buckets, records=row_of[buckets.records])] for buckets in self._second]
        rows = np.empty((len(there), len(columns)), np.uint32)
        return row_of, number_buckets(rows, columns, 0, self._progress)

    @property
    def _number_of(self) -> np.ndarray:
        """int32 (n_records,): the row of each record in the table; none where each has its own."""
        alike = self._gatherer.alike
        return np.empty(0, np.int32) if alike is None else alike.number

    @property
    def _sources(self) -> list[Buckets]:
        return [buckets for _, buckets in self._placed]

    def _counted(self, source: int) -> Buckets:
        column, buckets = self._placed[source]
        if column == 0 or column >= len(self._bands):
            return buckets
        if source not in self._thinned:
            self._thinned[source] = self._gatherer.counted(buckets)
        return self._thinned[source]

    @cached_property
    def drawn_from(self) -> int:
        """Pairs of all its buckets, also those inside one list, one for each bucket that a pair shares."""
        return sum(band.drawn_from for band in self._bands)

    @cached_property
    def pairs(self) -> int:
        """Its different pairs."""
        if self.few:
            return len(self.listed())
        b, known = len(self._bands), self._gatherer.found[: len(self._bands)]
        by_column = np.zeros(b + len(self._second), np.int64)
        by_column[: len(known)] = known
        missing = [source for source, (column, _) in enumerate(self._placed) if column >= len(known)]
        pieces, done = self._pieces(missing), len(known)
        try:
            for (source, *_), pairs in zip(pieces, side_by_side(self._checked, pieces), strict=True):
                done = self._placed[source][0]
                by_column[done] += pairs
            done = b
        finally:
            self._gatherer.keep_found(tuple(by_column[: min(done, b)].tolist()))
        return int(by_column.sum())

    def _count(self, source: int, first: int, end: int) -> int:
        column, buckets = self._placed[source]
        if column == 0:
            # The first band: its buckets have no record in common.
            some = replace(buckets, starts=buckets.starts[first : end + 1], hashes=buckets.hashes[first:end])
            return int(count_pairs(some, self._list_of, self._across).sum())
        most, b, alike = int(buckets.sizes[first:end].max()), len(self._bands), self._gatherer.alike
        if alike is not None and column < b:
            thinned = self._counted(source)
            of_all = (thinned.records, thinned.starts, alike.counts, self._table, column, alike.list_of)
            return int(_count_for_all(*of_all, self._across, most, first, end))
        tables = (self._number_of, self._table, min(column, b), *self._more, max(column - b, 0))
        given = (buckets.records, buckets.starts, *tables, self._list_of)
        return int(_count_first(*given, self._across, most, first, end))

    def _shared(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int32 (n_pairs,): the first column in which these records are together, -1 for none."""
        left, right = np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32)
        out = np.empty(len(left), np.int32)
        tables = (self._number_of, self._table, len(self._bands), *self._more, len(self._second))
        given = (*tables, left, right, self._list_of, self._across, out)
        spread(len(out), lambda first, last: _first_shared(*given, first, last), self._progress)
        return out

    def _number(self, source: np.ndarray, bucket: np.ndarray) -> np.ndarray:
        return np.array([column for column, _ in self._placed], np.int32)[source]

    # what is asked of it

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        bands = self._bands
        usable, largest, costliest = (
            max((figure(band) for band in bands), default=0)
            for figure in (attrgetter("usable"), attrgetter("largest"), attrgetter("costliest"))
        )
        n_buckets = sum(band.n_buckets for band in bands)
        return KeyCounts(usable, n_buckets, largest, self.pairs, self.pairs, costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out, those of one band after those of another, costliest first in each."""
        lost = self._gatherer.left_out(self._bands)
        told = (lost[mark] for band in self._bands for mark in band.costliest_first.tolist())
        return tuple(value for value in told if value is not None)
