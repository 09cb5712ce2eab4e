"""Engine: the rows and cells of a CSV text: one state machine over its UTF-8 bytes, for preview and load alike.

RFC 4180 as Python's csv module reads it: a quotation mark opens only at the start of a cell, two inside are one, text after
the closing one belongs to the cell; \\n, \\r\\n and \\r end a row, also mixed. Two passes: the first finds where each row
begins and how large each column is, the second fills Arrow buffers. About 2 ns a byte together, no Python per row.

Where a text shows it, a backslash makes text of a quotation mark, and blanks may stand before an opening one.

One thing is unlike Python's csv, so that no row is lost: a quotation mark that never closes, or that closes in the middle of
another row's cell although its own row was whole without it, is text, and the rows that it would swallow stay rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from entityres.records.csv_passes import (
    AT_END,
    BACKSLASHES,
    BLANK_QUOTES,
    CR,
    CRLF,
    LF,
    LINE,
    MORE_COLUMNS,
    MORE_LITERALS,
    N_LITERAL,
    OPENED,
    POSITION,
    ROW,
    UNCLOSED,
    count_line_ends,
    fill,
    scan,
)

MOST_COLUMNS = 20_000  # more than any spreadsheet has
_BYTES_AT_ONCE = 1 << 25
_ROWS_AT_ONCE = 100_000


@dataclass(frozen=True)
class Rows:
    """Where the rows of a text are.

    Attributes:
        data: uint8 (n,), the text as UTF-8.
        delimiter: The byte between cells.
        quote: The byte that quotes cells; -1 for none.
        starts: int64 (n_rows,), the first byte of each row.
        lines: int64 (n_rows,), the physical line, from 1, on which each row begins.
        cells: int32 (n_rows,), how many cells each row has; 1 where the line is empty.
        filled: int32 (n_rows,), number of the last cell that holds more than blanks; 0 where the row is blank.
        flags: uint8 (n_rows,), TEXT_AFTER_QUOTE and STRAY_QUOTE.
        sizes: int64 (n_columns,), bytes that each column takes at most.
        stray_quotes: int64, places of quotation marks that are read as text.
        unclosed: Whether the last of them was open at the end of the text.
        line_ends: How many rows end with \\n, with \\r\\n and with \\r.
        escape: The byte that makes text of a quotation mark after it; -1 for none.
        blanks: Whether a quotation mark also opens after blanks at the start of a cell.
        opened: How often a quotation mark opened; how many of them closed behind a backslash; and how many quotation
            marks follow blanks at the start of a cell: whether these mean another way to quote is judged by `layout`.
    """

    data: np.ndarray
    delimiter: int
    quote: int
    starts: np.ndarray
    lines: np.ndarray
    cells: np.ndarray
    filled: np.ndarray
    flags: np.ndarray
    sizes: np.ndarray
    stray_quotes: np.ndarray
    unclosed: bool
    line_ends: tuple[int, int, int]
    escape: int = -1
    blanks: bool = False
    opened: tuple[int, int, int] = (0, 0, 0)

    def __len__(self) -> int:
        return int(self.starts.size)

    def raw(self, row: int) -> str:
        """The text of one row as it stands in the file, without its line end."""
        end = self.starts[row + 1] if row + 1 < len(self) else self.data.size
        text = bytes(self.data[self.starts[row] : end]).decode()
        return text.removesuffix("\n").removesuffix("\r")

    def first(self, n_rows: int) -> Rows:
        """Only the first rows, and the text only as far as they go."""
        if n_rows >= len(self):
            return self
        end = int(self.starts[n_rows])
        return replace(
            self,
            data=self.data[:end],
            starts=self.starts[:n_rows],
            lines=self.lines[:n_rows],
            cells=self.cells[:n_rows],
            filled=self.filled[:n_rows],
            flags=self.flags[:n_rows],
            stray_quotes=self.stray_quotes[self.stray_quotes < end],
            unclosed=self.unclosed and bool(self.stray_quotes[-1] < end),
        )

    def texts(self, row: int) -> list[str]:
        """The cells of one row, as many as a list may have columns."""
        columns = fill_columns(self, np.array([row]), min(int(self.cells[row]), MOST_COLUMNS))[0]
        return [str(column[0].as_py()) for column in columns]


def find_rows(
    data: np.ndarray,
    delimiter: str,
    quote: str = '"',
    advance: Callable[[int], None] | None = None,
    *,
    escape: str = "",
    blanks: bool = False,
) -> Rows:
    """First pass over a text.

    Args:
        data: uint8 (n,), UTF-8, writable (read-only arrays are another type to compiled code).
        delimiter: One ASCII character.
        quote: One ASCII character, or "".
        advance: Called with the number of bytes that were read since the last call.
        escape: ASCII character that makes text of a quotation mark after it, inside quotation marks, or "".
        blanks: Whether a quotation mark also opens after blanks at the start of a cell; they are left out then.
    """
    most = count_line_ends(data) + 1
    starts, lines = np.empty(most, np.int64), np.empty(most, np.int64)
    cells, filled, flags = np.empty(most, np.int32), np.empty(most, np.int32), np.zeros(most, np.uint8)
    sizes, literal = np.zeros(256, np.int64), np.empty(64, np.int64)
    state = np.zeros(AT_END, np.int64)
    state[LINE] = 1
    quote_byte, escape_byte = ord(quote) if quote else -1, ord(escape) if escape else -1
    while state[POSITION] < data.size:
        before = int(state[POSITION])
        limit = before + _BYTES_AT_ONCE
        status = scan(
            data,
            ord(delimiter),
            quote_byte,
            escape_byte,
            blanks,
            limit,
            state,
            starts,
            lines,
            cells,
            filled,
            flags,
            sizes,
            literal,
        )
        if status == MORE_COLUMNS:
            sizes = np.concatenate((sizes, np.zeros_like(sizes)))
        elif status == MORE_LITERALS:
            literal = np.concatenate((literal, np.empty_like(literal)))
        if advance:
            advance(int(state[POSITION]) - before)
    n = int(state[ROW])
    widest = int(cells[:n].max(initial=0))
    return Rows(
        data,
        ord(delimiter),
        quote_byte,
        starts[:n],
        lines[:n],
        cells[:n],
        filled[:n],
        flags[:n],
        sizes[:widest],
        literal[: state[N_LITERAL]],
        bool(state[UNCLOSED]),
        (int(state[LF]), int(state[CRLF]), int(state[CR])),
        escape_byte,
        blanks,
        (int(state[OPENED]), int(state[BACKSLASHES]), int(state[BLANK_QUOTES])),
    )


def fill_columns(
    rows: Rows, taken: np.ndarray, n_columns: int, advance: Callable[[int], None] | None = None
) -> tuple[list[pa.LargeStringArray], np.ndarray]:
    """Second pass: the cells of some rows as columns.

    Args:
        rows: What `find_rows` found.
        taken: int64 (n,), rising, the rows to take.
        n_columns: How many columns; cells beyond are left out, cells that are not there are empty.
        advance: Called with the number of rows that were copied since the last call.

    Returns:
        One `large_string` array per column, without nulls, and int64 (n_columns,): cells that begin with an apostrophe.
    """
    n = int(taken.size)
    taken = np.ascontiguousarray(taken, np.int64)
    sizes = np.zeros(n_columns, np.int64)
    known = min(n_columns, rows.sizes.size)
    sizes[:known] = rows.sizes[:known]
    base = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    out = np.empty(int(base[-1]), np.uint8)
    offsets = np.zeros((n_columns, n + 1), np.int64)
    apostrophes = np.zeros(n_columns, np.int64)
    literal = np.ascontiguousarray(rows.stray_quotes)
    starts = np.ascontiguousarray(rows.starts)
    for first in range(0, n, _ROWS_AT_ONCE):
        last = min(n, first + _ROWS_AT_ONCE)
        fill(
            rows.data,
            rows.delimiter,
            rows.quote,
            rows.escape,
            rows.blanks,
            literal,
            starts,
            taken,
            first,
            last,
            n_columns,
            base,
            out,
            offsets,
            apostrophes,
        )
        if advance:
            advance(last - first)
    columns = []
    for column in range(n_columns):
        text = out[base[column] : base[column] + offsets[column, n]]
        columns.append(pa.LargeStringArray.from_buffers(n, pa.py_buffer(offsets[column]), pa.py_buffer(text)))
    return columns, apostrophes
