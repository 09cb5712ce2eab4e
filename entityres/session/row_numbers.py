"""Session: which row of a list that was read anew is which one of before, so that decisions stay with their people.

Whatever names a record in the project (decisions, samples, cells changed by hand) does so by a row number for good. In a list
that was read once that is the place of the row, counted from 0. When the list is read anew, a row keeps the number that it had,
wherever it stands now, and a new row gets one that no row ever had: a row more or less in the file moves no decision to
somebody else. What was decided about a row that is gone waits for the list as it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

    from entityres.records.record_list import RecordList

NONE = -1
LEAST_ALIKE = 0.5
"""Of rows that were edited at least this share of their filled cells is as it was; else they may as well be others."""
MOST_SAMPLED = 1000
"""From so many rows of a list it is told how often two people have the same cell by chance."""
_MIX = np.uint64(0x9E3779B97F4A7C15)


class _Cells(NamedTuple):
    """A column: codes of its cells before and now, and how much it says that two are the same (see `_weights`)."""

    before: np.ndarray
    now: np.ndarray
    weight: float


@dataclass(frozen=True)
class RowNumbers:
    """The numbers of the rows of a list for good.

    Attributes:
        numbers: int32 (n_rows,), each once.
        free: The lowest number that no row of this list ever had.
    """

    numbers: np.ndarray
    free: int

    @staticmethod
    def in_order(n_rows: int) -> RowNumbers:
        """Those of a list that was read once."""
        return RowNumbers(np.arange(n_rows, dtype=np.int32), n_rows)

    @property
    def are_places(self) -> bool:
        """Whether the number of each row is its place."""
        return self.free == len(self.numbers) and bool((self.numbers == np.arange(self.free)).all())

    @cached_property
    def _sorted(self) -> tuple[np.ndarray, np.ndarray]:
        """The places by their numbers, and these in order: made once, since each decision looks in it."""
        order = np.argsort(self.numbers)
        return order, self.numbers[order]

    def places(self, rows: np.ndarray) -> np.ndarray:
        """int64 (n,): the places of the rows with these numbers, -1 for those that the list has no more."""
        order, numbers = self._sorted
        if not len(numbers):
            return np.full(len(rows), NONE, np.int64)
        at = np.minimum(np.searchsorted(numbers, rows), len(numbers) - 1)
        return np.where(numbers[at] == rows, order[at], NONE)


def numbers_anew(before: RecordList, numbers: RowNumbers, now: RecordList) -> RowNumbers:
    """The numbers of the rows of a list that was read anew.

    Args:
        before: The list as it was.
        numbers: The numbers of its rows.
        now: The list as it was read anew.
    """
    was = rows_before(before, now)
    made = np.empty(len(now), np.int32)
    made[was >= 0] = numbers.numbers[was[was >= 0]]
    new = np.flatnonzero(was == NONE)
    made[new] = numbers.free + np.arange(len(new))
    return RowNumbers(made, numbers.free + len(new))


def rows_before(before: RecordList, now: RecordList) -> np.ndarray:
    """int32 (n_now,): the row of before that each row is, -1 where it is a new one.

    Where the lists share no heading but have as many columns, these are taken in their order.
    """
    if before.sha256 and (before.sha256, before.settings.sheet) == (now.sha256, now.settings.sheet):
        # The same file, read in another way: what begins in the same line is the same record.
        at = np.minimum(np.searchsorted(before.lines, now.lines), max(len(before) - 1, 0))
        same = before.lines[at] == now.lines if len(before) else np.zeros(len(now), bool)
        return np.where(same, at, NONE).astype(np.int32)
    headings = [(name, name) for name in before.columns if name in now.columns]
    if not headings and len(before.columns) == len(now.columns):
        headings = list(zip(before.columns, now.columns, strict=True))
    old = before.table.select([one for one, _ in headings])
    new = now.table.select([other for _, other in headings]).rename_columns(old.column_names)
    was = np.full(len(now), NONE, np.int32)
    if not headings:
        return was
    head, tail = _same_ends(old, new)
    was[:head], was[len(was) - tail :] = np.arange(head), np.arange(len(old) - tail, len(old))
    codes = _cells(old.slice(head, len(old) - head - tail), new.slice(head, len(new) - head - tail))
    cells = [_Cells(*both, weight) for both, weight in zip(codes, _weights(old), strict=True)]
    found = _rows_between(cells)
    was[head : len(was) - tail] = np.where(found == NONE, NONE, found + head)
    return was


def _same_ends(before: pa.Table, now: pa.Table) -> tuple[int, int]:
    """How many rows are the same from the first one on, and how many of the others from the last one back.

    Most files that changed are the same but for some rows, and equal texts are found far sooner than coded.
    """
    n = min(len(before), len(now))
    same = _are_same(before.slice(0, n), now.slice(0, n))
    head = n if same.all() else int(np.argmin(same))
    n -= head
    same = _are_same(before.slice(len(before) - n), now.slice(len(now) - n))[::-1]
    return head, n if same.all() else int(np.argmin(same))


def _are_same(before: pa.Table, now: pa.Table) -> np.ndarray:
    """bool (n_rows,): all cells of the row are the same in two tables of as many rows."""
    import pyarrow.compute as pc

    same = np.ones(len(before), bool)
    for name in before.column_names:
        same &= np.asarray(pc.equal(before.column(name), now.column(name)))
    return same


def _weights(table: pa.Table) -> list[float]:
    """For each column the share of rows that do not have the same text as some other row far away from them.

    That two rows agree in what everybody has, such as the country, does not make them the same person.
    """
    if len(table) < 2:
        return [1.0] * table.num_columns
    rows = table.take(np.unique(np.linspace(0, len(table) - 1, MOST_SAMPLED).astype(np.int64)))
    made = []
    for column in rows.columns:
        texts = np.asarray(column.to_pylist(), object)
        made.append(float(np.mean(texts != np.roll(texts, len(texts) // 2))))
    return made


def _cells(before: pa.Table, now: pa.Table) -> list[tuple[np.ndarray, np.ndarray]]:
    """For each column int32 codes of its cells before and now: equal for equal texts, -1 for an empty one."""
    import pyarrow as pa

    from entityres.records.coding import encode, from_arrow

    made = []
    for name in before.column_names:
        chunks = [*before.column(name).chunks, *now.column(name).chunks]
        codes = encode(from_arrow(pa.chunked_array(chunks, pa.large_string())))[0]
        made.append((codes[: len(before)], codes[len(before) :]))
    return made


def _rows_between(cells: Sequence[_Cells]) -> np.ndarray:
    """int32 (n_now,): the row of before that each row is, -1 where it is a new one; by all its cells, by a key, by its place."""
    n_before, n_now = len(cells[0].before), len(cells[0].now)
    was = np.full(n_now, NONE, np.int32)
    if not n_before or not n_now:
        return was
    _join_same(was, cells, cells)
    keys = [i for i, one in enumerate(cells) if _is_key(one.before) and _is_key(one.now)]
    others = {i: [one for k, one in enumerate(cells) if k != i] for i in keys}
    # Running numbers may have been given anew: who is the same in everything else goes before who has the same number.
    for i in keys if len(cells) > 2 else ():
        _join_same(was, others[i], cells)
    for i in keys:
        _join_by_key(was, cells[i], others[i])
    plain = [one for i, one in enumerate(cells) if i not in keys]
    if keys and plain:
        _join_same(was, plain, cells)
    _join_between(was, n_before, cells)
    return was


def _join_same(was: np.ndarray, same: Sequence[_Cells], cells: Sequence[_Cells]) -> None:
    """Join the rows that are still free and have the same texts in some columns, unless they differ too much in all."""
    made = was.copy()
    _join(made, _hashes([one.before for one in same]), _hashes([one.now for one in same]))
    _take_alike(was, made, cells)


def _hashes(columns: Sequence[np.ndarray]) -> np.ndarray:
    """uint64 (n_rows,): one number for all cells of a row; rows that are the same have the same one."""
    hashes = np.zeros(len(columns[0]), np.uint64)
    for codes in columns:
        hashes = (hashes ^ (codes.astype(np.int64).view(np.uint64) + np.uint64(2))) * _MIX
        hashes ^= hashes >> np.uint64(29)
    return hashes


def _occurrences(values: np.ndarray) -> np.ndarray:
    """int64 (n,): how many equal values stand before each."""
    order = np.argsort(values, kind="stable")
    first = np.r_[True, values[order][1:] != values[order][:-1]]
    begin = np.maximum.accumulate(np.where(first, np.arange(len(values)), 0))
    found = np.empty(len(values), np.int64)
    found[order] = np.arange(len(values)) - begin
    return found


def _join(was: np.ndarray, before: np.ndarray, now: np.ndarray) -> None:
    """Join the rows that are still free and have equal values; of several equal ones the first with the first, and so on."""
    old, new = np.flatnonzero(_is_free(was, len(before))), np.flatnonzero(was == NONE)
    if not len(old) or not len(new):
        return
    ours, theirs = before[old], now[new]
    ours = (ours + _occurrences(ours).view(np.uint64)) * _MIX
    theirs = (theirs + _occurrences(theirs).view(np.uint64)) * _MIX
    order = np.argsort(ours)
    at = np.minimum(np.searchsorted(ours[order], theirs), len(ours) - 1)
    same = ours[order][at] == theirs
    was[new[same]] = old[order][at[same]]


def _is_free(was: np.ndarray, n_before: int) -> np.ndarray:
    """bool (n_before,): no row is joined to this one of before."""
    free = np.ones(n_before, bool)
    free[was[was >= 0]] = False
    return free


def _is_key(codes: np.ndarray) -> bool:
    """Whether a column tells all its rows apart: each cell is filled, and no two are the same."""
    return bool((codes >= 0).all()) and int(np.bincount(codes).max(initial=0)) <= 1


def _join_by_key(was: np.ndarray, key: _Cells, others: Sequence[_Cells]) -> None:
    """Join free rows with the same key, unless they differ in the rest: a running number is somebody else's after a change."""
    made = was.copy()
    _join(made, key.before.astype(np.uint64), key.now.astype(np.uint64))
    joined = np.flatnonzero(made != was)
    if len(joined) and _alike(made, joined, others).mean() >= LEAST_ALIKE:
        _take_alike(was, made, others)


def _take_alike(was: np.ndarray, made: np.ndarray, cells: Sequence[_Cells]) -> None:
    """Join as in made, but no rows that differ too much in these columns.

    Each row by itself: below a row that was taken out all running numbers are somebody else's, above it none is.
    """
    joined = np.flatnonzero(made != was)
    joined = joined[_alike(made, joined, cells) >= LEAST_ALIKE]
    was[joined] = made[joined]


def _alike(was: np.ndarray, rows: np.ndarray, cells: Sequence[_Cells]) -> np.ndarray:
    """float64 (n,): of the cells of rows that are filled before or now, the share that is the same.

    Each column counts as one, or by its weight, whichever makes the rows less alike.
    """
    shares = []
    for weights in (np.ones(len(cells)), [one.weight for one in cells]):
        same, filled = np.zeros(len(rows)), np.zeros(len(rows))
        for (before, now, _), weight in zip(cells, weights, strict=True):
            one, other = before[was[rows]], now[rows]
            there = (one >= 0) | (other >= 0)
            same += weight * (there & (one == other))
            filled += weight * there
        shares.append(np.divide(same, filled, out=np.ones(len(rows)), where=filled > 0))
    return np.minimum(*shares)


def _join_between(was: np.ndarray, n_before: int, cells: Sequence[_Cells]) -> None:
    """Join rows that were edited where they stand: as many as before lie between the same two rows, and they are alike."""
    places, known = np.arange(len(was)), was != NONE
    above = np.maximum.accumulate(np.where(known, places, -1))
    below = np.minimum.accumulate(np.where(known, places, len(was))[::-1])[::-1]
    ends = np.r_[was, n_before, NONE]  # the last two: below the last row, above the first
    by_above = ends[above] + places - above
    by_below = ends[below] - (below - places)
    inside = np.flatnonzero(~known & (by_above == by_below) & (by_above >= 0) & (by_above < n_before))
    rows = inside[_is_free(was, n_before)[by_above[inside]]]
    rows = rows[np.bincount(by_above[rows], minlength=1)[by_above[rows]] == 1]
    made = was.copy()
    made[rows] = by_above[rows]
    _take_alike(was, made, cells)
