"""Engine: the rows and cells of a CSV text: one state machine over its UTF-8 bytes, for preview and load alike.

RFC 4180 as Python's csv module reads it: a quotation mark opens only at the start of a cell, two inside are one, text after
the closing one belongs to the cell; \\n, \\r\\n and \\r end a row, also mixed. Two passes: the first finds where each row
begins and how large each column is, the second fills Arrow buffers. About 2 ns a byte together, no Python per row.

One thing is unlike Python's csv, so that no row is lost: a quotation mark that never closes, or that closes in the middle of
another row's cell although its own row was whole without it, is text, and the rows that it would swallow stay rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pyarrow as pa

from entityres.records.compiled import compiled

POSITION, ROW, LINE, WIDTH_BEFORE, N_LITERAL, UNCLOSED, LF, CRLF, CR, AT_END = range(10)
TEXT_AFTER_QUOTE, STRAY_QUOTE = 1, 2
_STEP, _MORE_COLUMNS, _MORE_LITERALS = 0, 1, 2
_BYTES_AT_ONCE = 1 << 25
_ROWS_AT_ONCE = 100_000


@compiled("boolean(uint8[::1], int64, int64, int64, int64[::1], int64[::1])")
def _opens(data: np.ndarray, at: int, quote: int, row_start: int, state: np.ndarray, literal: np.ndarray) -> bool:
    """Whether the byte at the start of a cell is a quotation mark that is not to be read as text."""
    if at >= data.size or data[at] != quote:
        return False
    place = state[N_LITERAL] - 1
    while place >= 0 and literal[place] >= row_start:
        if literal[place] == at:
            return False
        place -= 1
    return True


@compiled("int64(uint8[::1])")
def _count_line_ends(data: np.ndarray) -> int:
    """Line feeds and carriage returns: there are at most so many rows, and one more."""
    count = 0
    for at in range(data.size):
        count += data[at] == 10 or data[at] == 13
    return count


@compiled("int64(uint8[::1], int64, int64)")
def _cells_to_line_end(data: np.ndarray, at: int, delimiter: int) -> int:
    """Cells from here to the end of the line when quotation marks mean nothing."""
    cells = 1
    while at < data.size and data[at] != 10 and data[at] != 13:
        if data[at] == delimiter:
            cells += 1
        at += 1
    return cells


@compiled(
    "int64(uint8[::1], int64, int64, int64, int64[::1], int64[::1], int64[::1], int32[::1], int32[::1], uint8[::1],"
    " int64[::1], int64[::1])"
)
def _scan(
    data: np.ndarray,
    delimiter: int,
    quote: int,
    limit: int,
    state: np.ndarray,
    starts: np.ndarray,
    lines: np.ndarray,
    cells: np.ndarray,
    filled: np.ndarray,
    flags: np.ndarray,
    sizes: np.ndarray,
    literal: np.ndarray,
) -> int:
    """First pass: find rows until `limit` bytes; `state` holds where it stands, always at the start of a row."""
    n = data.size
    at, row, line = state[POSITION], state[ROW], state[LINE]
    while at < n and at < limit:
        start, first_line = at, line
        column = 0
        last_filled = 0
        flag = 0
        ends = False
        again = False
        while not ends:
            if column == sizes.size:
                state[POSITION], state[ROW], state[LINE] = start, row, first_line
                return _MORE_COLUMNS
            size = 0
            has_text = False
            if _opens(data, at, quote, start, state, literal):
                opened, opened_line = at, line
                at += 1
                closed = False
                while at < n:
                    byte = data[at]
                    if byte == quote:
                        if at + 1 < n and data[at + 1] == quote:
                            at += 1
                        else:
                            closed = True
                            at += 1
                            break
                    elif byte == 10 or (byte == 13 and not (at + 1 < n and data[at + 1] == 10)):
                        line += 1
                    if byte > 32:
                        has_text = True
                    size += 1
                    at += 1
                stray = False
                if not closed:
                    # Happens once at most: all that follow come in pairs, so that they close themselves.
                    stray = True
                    state[UNCLOSED] = 1
                else:
                    while at < n and (data[at] == 32 or data[at] == 9) and data[at] != delimiter:
                        at += 1
                        size += 1
                    if at < n and data[at] != delimiter and data[at] != 10 and data[at] != 13:
                        whole = column + _cells_to_line_end(data, opened, delimiter)
                        if line > opened_line and whole == state[WIDTH_BEFORE]:
                            stray = True
                        else:
                            flag |= TEXT_AFTER_QUOTE
                if stray:
                    if state[N_LITERAL] == literal.size:
                        state[POSITION], state[ROW], state[LINE] = start, row, first_line
                        return _MORE_LITERALS
                    literal[state[N_LITERAL]] = opened
                    state[N_LITERAL] += 1
                    again = True
                    break
            begin = at
            while at < n:
                byte = data[at]
                if byte == delimiter or byte == 10 or byte == 13:
                    break
                at += 1
            place = begin
            while place < at and not has_text:
                has_text = data[place] > 32
                place += 1
            sizes[column] += size + at - begin
            column += 1
            if has_text:
                last_filled = column
            if at >= n:
                ends = True
            elif data[at] == delimiter:
                at += 1
            else:
                ends = True
                line += 1
                if data[at] == 10:
                    state[LF] += 1
                    at += 1
                elif at + 1 < n and data[at + 1] == 10:
                    state[CRLF] += 1
                    at += 2
                else:
                    state[CR] += 1
                    at += 1
        if again:
            at, line = start, first_line
            flags[row] |= STRAY_QUOTE
            continue
        starts[row], lines[row] = start, first_line
        cells[row], filled[row] = column, last_filled
        flags[row] |= flag
        if last_filled:
            state[WIDTH_BEFORE] = column
        row += 1
    state[POSITION], state[ROW], state[LINE] = at, row, line
    return _STEP


@compiled(
    "void(uint8[::1], int64, int64, int64[::1], int64[::1], int64[::1], int64, int64, int64, int64[::1], uint8[::1],"
    " int64[:,::1], int64[::1])"
)
def _fill(
    data: np.ndarray,
    delimiter: int,
    quote: int,
    literal: np.ndarray,
    starts: np.ndarray,
    rows: np.ndarray,
    first: int,
    last: int,
    n_columns: int,
    base: np.ndarray,
    out: np.ndarray,
    offsets: np.ndarray,
    apostrophes: np.ndarray,
) -> None:
    """Second pass: copy the cells of `rows[first:last]`, column by column, each column in its part of `out`."""
    n = data.size
    n_literal = literal.size
    literals = 0  # the first of them that is in this row or a later one
    for index in range(first, last):
        start = starts[rows[index]]
        at = start
        while literals < n_literal and literal[literals] < start:
            literals += 1
        column = 0
        ends = False
        while not ends:
            write = column < n_columns
            place = 0
            if write:
                place = base[column] + offsets[column, index]
            cell = place
            opens = at < n and data[at] == quote
            look = literals
            while opens and look < n_literal and literal[look] <= at:
                opens = literal[look] != at
                look += 1
            if opens:
                at += 1
                while at < n:
                    byte = data[at]
                    if byte == quote:
                        at += 1
                        if not (at < n and data[at] == quote):
                            break
                    if write:
                        out[place] = byte
                        place += 1
                    at += 1
            while at < n:
                byte = data[at]
                if byte == delimiter or byte == 10 or byte == 13:
                    break
                if write:
                    out[place] = byte
                    place += 1
                at += 1
            if write:
                if place > cell and out[cell] == 39:
                    apostrophes[column] += 1
                offsets[column, index + 1] = place - base[column]
            column += 1
            if at >= n or data[at] != delimiter:
                ends = True
            else:
                at += 1
        while column < n_columns:
            offsets[column, index + 1] = offsets[column, index]
            column += 1


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
        """The cells of one row."""
        columns = fill_columns(self, np.array([row]), int(self.cells[row]))[0]
        return [str(column[0].as_py()) for column in columns]


def find_rows(data: np.ndarray, delimiter: str, quote: str = '"', advance: Callable[[int], None] | None = None) -> Rows:
    """First pass over a text.

    Args:
        data: uint8 (n,), UTF-8, writable (read-only arrays are another type to compiled code).
        delimiter: One ASCII character.
        quote: One ASCII character, or "".
        advance: Called with the number of bytes that were read since the last call.
    """
    most = _count_line_ends(data) + 1
    starts, lines = np.empty(most, np.int64), np.empty(most, np.int64)
    cells, filled, flags = np.empty(most, np.int32), np.empty(most, np.int32), np.zeros(most, np.uint8)
    sizes, literal = np.zeros(256, np.int64), np.empty(64, np.int64)
    state = np.zeros(AT_END, np.int64)
    state[LINE] = 1
    quote_byte = ord(quote) if quote else -1
    while state[POSITION] < data.size:
        before = int(state[POSITION])
        limit = before + _BYTES_AT_ONCE
        status = _scan(
            data, ord(delimiter), quote_byte, limit, state, starts, lines, cells, filled, flags, sizes, literal
        )
        if status == _MORE_COLUMNS:
            sizes = np.concatenate((sizes, np.zeros_like(sizes)))
        elif status == _MORE_LITERALS:
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
    if n == 1:
        end = rows.starts[taken[0] + 1] if taken[0] + 1 < len(rows) else rows.data.size
        sizes[:] = end - rows.starts[taken[0]]
    else:
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
        _fill(
            rows.data,
            rows.delimiter,
            rows.quote,
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
