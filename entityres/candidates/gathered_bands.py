"""Engine: the buckets of the bands of a key, as a count needs them, kept from one question to the next.

Band 7 is the same whether ten bands are asked for or twenty: who asks for one band more has one made, who asks for fewer has
none made. So are the pairs that each band is the first to find, and the table that tells them.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, select
from entityres.candidates.candidate_pairs import LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.large_buckets import LargeBuckets
from entityres.candidates.pair_finder import band_buckets, kept_buckets, refiners
from entityres.candidates.stand_ins import StandIns
from entityres.progress import Progress
from entityres.records.coding import encode_hashes
from entityres.records.compiled import compiled, side_by_side, spread

REPEATED = 8
"""A bucket of fewer records is counted again as quickly as it is known for one of an earlier band."""

NOWHERE = np.uint32(1 << 31)
"""The number of who is in no bucket: there nobody is together."""

TOGETHER = 8
"""So many bands are made before they are kept."""

SIDE_BY_SIDE = 8
"""Columns of the table are made so many at a time: there is room for some bands more."""


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


def _are_new(known: Sequence[np.ndarray], marks: Sequence[np.ndarray]) -> list[np.ndarray]:
    """bool for the buckets of each band: no earlier one, and none of those known, has the same records as far as can be told.

    Records of one value are together in every band: one bucket tells all of their pairs.
    """
    every = np.concatenate([np.empty(0, np.uint64), *known, *marks])
    new, marked = every == 0, np.flatnonzero(every)
    new[marked[encode_hashes(every[marked], every[marked])[1]]] = True
    ends = np.cumsum([sum(map(len, known)), *map(len, marks)])
    return np.split(new, ends)[1:-1]


@dataclass(frozen=True)
class Band:
    """The buckets of one band.

    Attributes:
        usable: Records that have a value for the key.
        n_buckets: Its buckets, and
        largest: the records of the largest one, and
        costliest: the most pairs that one of them makes.
        marks: uint64: what tells the records of its larger buckets.
        sources: The buckets that are left, without those whose records were together in an earlier band: small ones, and
            what each way of splitting keeps of large ones.
        large: Its large buckets of that kind, and
        large_marks: their marks.
        costliest_first: uint64: the marks of all its large buckets.
        drawn_from: Pairs of all buckets that are left, also those inside one list.
    """

    usable: int
    n_buckets: int
    largest: int
    costliest: int
    marks: np.ndarray
    sources: tuple[Buckets, ...]
    large: Buckets
    large_marks: np.ndarray
    costliest_first: np.ndarray
    drawn_from: int


@compiled("void(int32[::1], int64[::1], int64, uint32, uint32[:,::1])")
def _fill(records, starts, column, number, table):  # type: ignore[no-untyped-def]
    for bucket in range(len(starts) - 1):
        for at in range(starts[bucket], starts[bucket + 1]):
            table[records[at], column] = np.uint32(number + np.uint32(bucket))


def number_buckets(
    table: np.ndarray, columns: Sequence[Sequence[Buckets]], first: int, progress: Progress
) -> np.ndarray:
    """Write down for each record the bucket that it is in, or that it is in none.

    Args:
        table: uint32 (n_records, n_columns).
        columns: For each column buckets of which none overlaps another, numbered one after the other.
        first: The first of these columns; it and those after it are written.
        progress: Asked between steps whether to stop.
    """

    def clear(begin: int, end: int) -> None:
        table[begin:end, first : first + len(columns)] = NOWHERE

    spread(len(table), clear, progress)

    def fill(column: int) -> None:
        number = 0
        for buckets in columns[column]:
            progress.check()
            _fill(buckets.records, buckets.starts, first + column, np.uint32(number), table)
            number += len(buckets.hashes)

    list(side_by_side(fill, range(len(columns))))
    return table


@dataclass(frozen=True)
class _Table:
    """The bucket of each record in each band; columns come later, and none that is written changes."""

    rows: np.ndarray
    written: list[int] = field(default_factory=lambda: [0])
    lock: threading.Lock = field(default_factory=threading.Lock)


@dataclass(frozen=True)
class GatheredBands:
    """Bands that were gathered for a key, and what was made of them.

    Attributes:
        of: What they are bands of.
        bands: One after the other, as many as were asked for.
        table: Which bucket each record is in; None as long as nobody asked for it.
        found: For the first of them the pairs that none before finds, as far as they were counted.
    """

    of: Hashable
    bands: tuple[Band, ...] = ()
    table: _Table | None = None
    found: tuple[int, ...] = ()


class BandGatherer:
    """Gathers the bands of one key, and keeps what it made with the entry maker if there is room for it.

    Args:
        maker: Parts and signatures of the records.
        key: A key with bands.
        across_only: No pairs inside one list.
        most: A bucket of more records is split.
        progress: Asked between steps whether to stop.
    """

    def __init__(self, maker: EntryMaker, key: Key, across_only: bool, most: int, progress: Progress) -> None:
        assert key.bands is not None
        self._maker, self._key, self._across, self._most, self._progress = maker, key, across_only, most, progress
        self._list_of = maker.cleaned.list_of
        of = (replace(key, name="", enabled=True, bands=replace(key.bands, b=1)), across_only, most)
        self._name = maker.named("bands of a count")
        known = maker.kept.get(self._name)
        if known is None or known.of != of:
            maker.kept.forget(self._name)  # so that both need not be there at once
            known = GatheredBands(of)
        self._known: GatheredBands = known

    def gathered(self) -> tuple[Band, ...]:
        """The bands of the key; those that are not known are made."""
        assert self._key.bands is not None
        bands, b = list(self._known.bands), self._key.bands.b
        if len(bands) < b:
            coming = band_buckets(self._maker, self._key, self._progress, self._marked, len(bands))
            while some := list(itertools.islice(coming, TOGETHER)):
                new = _are_new([band.marks for band in bands], [marks for _, marks in some])
                bands += side_by_side(self._parted, [(*one, is_new) for one, is_new in zip(some, new, strict=True)])
                self._keep(bands=tuple(bands))  # also for whoever asks after this question was withdrawn
        return tuple(bands[:b])

    def _keep(self, **made: object) -> None:
        self._known = replace(self._known, **made)  # type: ignore[arg-type]
        self._maker.kept.put_where_room(self._name, self._known)

    def _marked(self, buckets: Buckets) -> tuple[Buckets, np.ndarray]:
        """The buckets of a band, and what tells their records."""
        return buckets, _marks(buckets.records, buckets.starts, min(REPEATED, self._most + 1))

    def _parted(self, given: tuple[Buckets, np.ndarray, np.ndarray]) -> Band:
        """Of the buckets whose records were together in no band before, the small ones, and the others split."""
        self._progress.check()
        buckets, marks, new = given
        large, pairs = buckets.sizes > self._most, count_pairs(buckets, self._list_of, self._across)
        many = select(buckets, large & new)
        split = kept_buckets(self._maker, self._key, many, self._most)
        sources = (select(buckets, new & ~large), *split)
        return Band(
            usable=buckets.usable,
            n_buckets=len(buckets.hashes),
            largest=int(buckets.sizes.max(initial=0)),
            costliest=int(pairs.max(initial=0)),
            marks=marks[marks != 0],
            sources=sources,
            large=many,
            large_marks=marks[large & new],
            costliest_first=marks[large][np.argsort(-pairs[large], kind="stable")],
            drawn_from=sum(int(one.all_pairs.sum()) for one in sources),
        )

    def left_out(self, bands: Sequence[Band]) -> dict[int, LeftOut | None]:
        """What splitting leaves out of the large buckets of these bands, by their marks; None for nothing."""

        def of(band: Band) -> list[LeftOut | None]:
            return LargeBuckets(self._maker, self._key, band.large, self._across, self._progress, self._most).left_out()

        marks = np.concatenate([np.empty(0, np.uint64), *(band.large_marks for band in bands)])
        return dict(zip(marks.tolist(), itertools.chain.from_iterable(side_by_side(of, bands)), strict=True))

    @cached_property
    def alike(self) -> StandIns | None:
        """Records that are in the same buckets of every band, small or in the first way of splitting."""
        return self._maker.alike(self._key, refiners(self._maker.cleaned, self._key)[:1], self._across)

    def table(self, bands: Sequence[Band]) -> np.ndarray:
        """uint32 (n_records, n_bands or more): the bucket that a record is in, small or in the first way of splitting.

        No record is in a small bucket and in a large one of a band: one column serves both. Of records that are alike only
        those that stand for them have a row.
        """
        alike, b, made = self.alike, len(bands), self._known.table
        n = len(self._maker.cleaned) if alike is None else len(alike.counts)
        if made is None or made.rows.shape[1] < b:
            made = _Table(np.empty((n, -(-b // SIDE_BY_SIDE) * SIDE_BY_SIDE), np.uint32))
            self._keep(table=made)
        with made.lock:
            written = made.written[0]
            if written < b:
                columns = [[self.counted(buckets) for buckets in band.sources[:2]] for band in bands[written:]]
                number_buckets(made.rows, columns, written, self._progress)
                made.written[0] = b
        return made.rows

    def counted(self, buckets: Buckets) -> Buckets:
        """The same buckets of those that are counted: of records that are alike one stands for all."""
        return buckets if self.alike is None else self.alike.thinned(buckets)

    @property
    def found(self) -> tuple[int, ...]:
        """For the first bands the pairs that none before finds, as far as they are known."""
        return self._known.found

    def keep_found(self, found: tuple[int, ...]) -> None:
        """Keep them for the next question, if they are more."""
        if len(found) > len(self.found):
            self._keep(found=found)
