"""Engine: from columns to the bytes of a CSV file: quotation marks only where a cell needs them, values untouched.

Two passes over the text buffers: how long each row will be, then every cell straight to its place. O(bytes).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.coding import up_to_eight
from entityres.records.compiled import compiled
from entityres.records.formula_guard import guarded
from entityres.records.memory import copy_bytes

ROWS_AT_ONCE = 8_000
"""Rows that are written column by column: what was written of them so far stays in the cache."""

_ONES, _TOPS = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080)
_BYTES = "Array(uint8, 1, 'C', readonly=True)"
_PLACES = "Array(int64, 1, 'C', readonly=True)"


@compiled()
def _holds(word, byte):  # type: ignore[no-untyped-def]
    # Not 0 if one of the eight bytes of a word is the one that `byte` holds eight times.
    differing = np.uint64(word ^ byte)
    return np.uint64(np.uint64(differing - _ONES) & ~differing & _TOPS)


@compiled(f"void({_PLACES}, {_BYTES}, uint8, int64[::1], uint8[::1])")
def _measure(offsets: np.ndarray, data: np.ndarray, delimiter: int, lengths: np.ndarray, quoted: np.ndarray) -> None:
    """Add the written length of each cell to `lengths`; note which cells need quotation marks."""
    quote, line_feed, carriage_return = np.uint64(34) * _ONES, np.uint64(10) * _ONES, np.uint64(13) * _ONES
    separator = np.uint64(delimiter) * _ONES
    for row in range(len(lengths)):
        start, end = offsets[row], offsets[row + 1]
        size = end - start
        found = np.uint64(0)
        for at in range(start, end, 8):
            word = up_to_eight(data, at, end)
            found |= _holds(word, quote) | _holds(word, separator)
            found |= _holds(word, line_feed) | _holds(word, carriage_return)
        if found != 0:
            quoted[row] = 1
            size += 2
            for at in range(start, end):
                size += data[at] == 34
        lengths[row] += size


@compiled(f"void({_PLACES}, {_BYTES}, uint8[::1], int64[::1], uint8[::1], {_BYTES}, int64, int64)")
def _put(
    offsets: np.ndarray,
    data: np.ndarray,
    quoted: np.ndarray,
    places: np.ndarray,
    out: np.ndarray,
    end: np.ndarray,
    first: int,
    last: int,
) -> None:
    """Write the cells of some rows and `end` (separator or line end) at their rows' places and move the places on."""
    for row in range(first, last):
        at = places[row]
        if quoted[row]:
            out[at] = 34
            at += 1
            for i in range(offsets[row], offsets[row + 1]):
                out[at] = data[i]
                at += 1
                if data[i] == 34:
                    out[at] = 34
                    at += 1
            out[at] = 34
            at += 1
        else:
            size = offsets[row + 1] - offsets[row]
            copy_bytes(out, at, data, offsets[row], size)
            at += size
        for i in range(len(end)):
            out[at] = end[i]
            at += 1
        places[row] = at


@compiled(f"boolean[::1]({_PLACES}, {_BYTES})")
def _may_run(offsets: np.ndarray, data: np.ndarray) -> np.ndarray:
    """Cells whose first byte allows a formula: a sign, an apostrophe, or whatever a spreadsheet may skip before one."""
    found = np.zeros(len(offsets) - 1, np.bool_)
    for row in range(len(found)):
        if offsets[row] < offsets[row + 1]:
            first = data[offsets[row]]
            sign = first == 61 or first == 64 or first == 43 or first == 45 or first == 39
            found[row] = sign or first <= 32 or first == 0xC2 or 0xE1 <= first <= 0xE3 or first == 0xEF
    return found


def guarded_cells(column: pa.LargeStringArray) -> pa.LargeStringArray:
    """The column with the formula guard; looks closely only at the few cells that could be formulas."""
    found = _may_run(*_buffers(column))
    if not found.any():
        return column
    mask = pa.array(found)
    return pc.replace_with_mask(column, mask, guarded(column.filter(mask)))


def csv_bytes(columns: Sequence[pa.LargeStringArray], delimiter: str = ",", line_end: str = "\n") -> np.ndarray:
    """uint8: the rows as UTF-8 CSV text.

    Args:
        columns: At least one, all of one length, without nulls.
        delimiter: One ASCII character, or several; a cell is quoted that holds the first of them.
        line_end: What stands after each row.
    """
    n = len(columns[0])
    ends = [np.frombuffer(delimiter.encode(), np.uint8)] * (len(columns) - 1) + [
        np.frombuffer(line_end.encode(), np.uint8)
    ]
    lengths = np.full(n, sum(len(end) for end in ends), np.int64)
    texts = []
    for column in columns:
        offsets, data = _buffers(column)
        quoted = np.zeros(n, np.uint8)
        _measure(offsets, data, ord(delimiter[0]), lengths, quoted)
        if len(columns) == 1:  # a row that is nothing but an empty cell would be a blank line
            empty = np.diff(offsets) == 0
            quoted[empty] = 1
            lengths[empty] += 2
        texts.append((offsets, data, quoted))
    places = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    out = np.empty(int(places[-1]), np.uint8)
    places = places[:-1].copy()
    for first in range(0, n, ROWS_AT_ONCE):
        last = min(first + ROWS_AT_ONCE, n)
        for (offsets, data, quoted), end in zip(texts, ends, strict=True):
            _put(offsets, data, quoted, places, out, end, first, last)
    return out


def _buffers(column: pa.LargeStringArray) -> tuple[np.ndarray, np.ndarray]:
    """int64 (n + 1,) offsets and the uint8 text bytes."""
    _, offsets, data = column.buffers()
    if offsets is None or not len(column):
        return np.zeros(len(column) + 1, np.int64), np.empty(0, np.uint8)
    bounds = np.frombuffer(offsets, np.int64)[column.offset : column.offset + len(column) + 1]
    return bounds, np.frombuffer(data, np.uint8) if data is not None and data.size else np.empty(0, np.uint8)
