"""Engine: the rows and cells of a CSV text: one state machine over its UTF-8 bytes, for preview and load alike.

RFC 4180 as Python's csv module reads it: a quotation mark opens only at the start of a cell, two inside are one, text after
the closing one belongs to the cell; \\n, \\r\\n and \\r end a row, also mixed. Two passes: the first finds where each row
begins and how large each column is, the second fills Arrow buffers. About 2 ns a byte together, no Python per row.

Where a text shows it, a backslash makes text of a quotation mark or a separator, and blanks may stand before an opening mark.

Two things are unlike Python's csv, so that nothing is lost. Marks inside a quoted cell that were not doubled are text, where
it is plain which one ends the cell: "Ann "Nan" Hill". And a quotation mark that never closes, or that closes in the middle of
another row's cell although its own row was whole without it, is text, and the rows that it would swallow stay rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import pyarrow as pa

from entityres.records.cores import side_by_side
from entityres.records.csv_passes import BACKSLASHES, BLANK_QUOTES, CR, CRLF, LF, LINE, OPENED, UNCLOSED, fill
from entityres.records.row_pieces import Dialect, scan_pieces

LINE_FEED, CARRIAGE_RETURN = 10, 13
_HIDDEN = {LINE_FEED: 0, CARRIAGE_RETURN: 0xFF}  # bytes that no text has, in the place of breaks that are text
MOST_COLUMNS = 20_000  # more than any spreadsheet has
_ROWS_AT_ONCE = 100_000
_MOST_LEFT_OUT = 10_000  # rows that are not taken and must be measured before rows can be copied side by side


@dataclass(frozen=True)
class Rows:
    """Where the rows of a text are.

    Attributes:
        data: uint8 (n,), the text as UTF-8.
        delimiter: The byte between cells; of several the lowest is the first.
        quote: The byte that quotes cells; -1 for none.
        starts: int64 (n_rows,), the first byte of each row.
        lines: int64 (n_rows,), the physical line, from 1, on which each row begins.
        cells: int32 (n_rows,), how many cells each row has; 1 where the line is empty.
        filled: int32 (n_rows,), number of the last cell that holds more than blanks; 0 where the row is blank.
        flags: uint8 (n_rows,), TEXT_AFTER_QUOTE, STRAY_QUOTE and INNER_QUOTE.
        sizes: int64 (n_columns,), bytes that each column takes at most.
        stray_quotes: int64, places of quotation marks that are read as text.
        unclosed: Whether the last of them was open at the end of the text.
        line_ends: How many rows end with \\n, with \\r\\n and with \\r.
        escape: The byte that makes text of a quotation mark after it; -1 for none.
        blanks: Whether a quotation mark also opens after blanks at the start of a cell.
        opened: How often a quotation mark opened; how many of them closed behind a backslash; and how many quotation
            marks follow blanks at the start of a cell: whether these mean another way to quote is judged by `layout`.
        pieces: Parts of the text that can be copied side by side: the row behind each, and int64, bytes of each column.
        hidden: int64, places of breaks that are text, because rows end otherwise; in `data` they are zero bytes.
        hidden_break: LINE_FEED or CARRIAGE_RETURN: which of them these are.
        source: Where `data` is a text that was made of the file's, that text.
        source_starts: int64 (n_rows,), where each row begins in it.
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
    pieces: tuple[tuple[int, np.ndarray], ...] = ()
    hidden: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    hidden_break: int = LINE_FEED
    source: np.ndarray | None = None
    source_starts: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))

    def __len__(self) -> int:
        return int(self.starts.size)

    @property
    def separator(self) -> str:
        """What stands between cells."""
        return self.delimiter.to_bytes(8, "little").rstrip(b"\0").decode("ascii")

    def raw(self, row: int) -> str:
        """The text of one row as it stands in the file, without its line end."""
        data, starts = (self.data, self.starts) if self.source is None else (self.source, self.source_starts)
        line = bytes(data[starts[row] : starts[row + 1] if row + 1 < len(self) else data.size])
        if self.hidden.size:
            line = line.replace(bytes([_HIDDEN[self.hidden_break]]), bytes([self.hidden_break]))
        text = line.decode()
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
            source=None if self.source is None else self.source[: self.source_starts[n_rows]],
            source_starts=self.source_starts[:n_rows],
            cells=self.cells[:n_rows],
            filled=self.filled[:n_rows],
            flags=self.flags[:n_rows],
            stray_quotes=self.stray_quotes[self.stray_quotes < end],
            hidden=self.hidden[self.hidden < end],
            pieces=(),
            unclosed=self.unclosed and bool(self.stray_quotes[-1] < end),
        )

    def texts(self, row: int) -> list[str]:
        """The cells of one row, as many as a list may have columns."""
        return self._texts(row, row + 1)[0]

    def head(self, n_rows: int) -> list[list[str]]:
        """The cells of the first rows."""
        return self._texts(0, min(n_rows, len(self)))

    def _texts(self, first: int, last: int) -> list[list[str]]:
        """The cells of some rows that follow each other."""
        if first == last:
            return []
        widths = np.minimum(self.cells[first:last], MOST_COLUMNS).tolist()
        end = int(self.starts[last]) if last < len(self) else self.data.size
        most = end - int(self.starts[first])
        base, out, offsets, _ = _filled(self, np.arange(first, last), max(widths), most=most)
        places = (base[:-1, None] + offsets).T.tolist()
        return [
            [out[place:end].tobytes().decode() for place, end in zip(begins[:width], ends, strict=False)]
            for width, begins, ends in zip(widths, places, places[1:], strict=False)
        ]


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
        delimiter: One ASCII character, or up to seven.
        quote: One ASCII character, or "".
        advance: Called with the number of bytes that were read since the last call.
        escape: ASCII character that makes text of a quotation mark after it inside quotation marks, and of a separator
            outside, or "".
        blanks: Whether a quotation mark also opens after blanks at the start of a cell; they are left out then.
    """
    how = Dialect(
        int.from_bytes(delimiter.encode("ascii"), "little"),
        ord(quote) if quote else -1,
        ord(escape) if escape else -1,
        blanks,
    )
    pieces = scan_pieces(data, how, advance)
    line = 0
    for piece in pieces:
        piece.lines[:] += line
        line += int(piece.state[LINE]) - 1
    counts = np.sum([piece.state for piece in pieces], axis=0)
    widest = max(piece.sizes.size for piece in pieces)
    sizes = np.zeros((len(pieces), widest), np.int64)
    for number, piece in enumerate(pieces):
        sizes[number, : piece.sizes.size] = piece.sizes
    return Rows(
        data,
        how.delimiter,
        how.quote,
        _joined([piece.starts for piece in pieces]),
        _joined([piece.lines for piece in pieces]),
        _joined([piece.cells for piece in pieces]),
        _joined([piece.filled for piece in pieces]),
        _joined([piece.flags for piece in pieces]),
        sizes.sum(axis=0),
        _joined([piece.literal for piece in pieces]),
        bool(counts[UNCLOSED]),
        (int(counts[LF]), int(counts[CRLF]), int(counts[CR])),
        how.escape,
        blanks,
        (int(counts[OPENED]), int(counts[BACKSLASHES]), int(counts[BLANK_QUOTES])),
        tuple(zip(np.cumsum([piece.starts.size for piece in pieces]).tolist(), sizes, strict=True)),
    )


def with_hidden_breaks(rows: Rows, byte: int, advance: Callable[[int], None] | None = None) -> Rows:
    """The rows of a text of which only the other breaks end rows.

    Args:
        rows: The rows when every break ends one.
        byte: LINE_FEED or CARRIAGE_RETURN: those of them that do not stand together are text.
        advance: Called with the number of bytes that were read since the last call.
    """
    breaks = np.flatnonzero(rows.data == byte)
    beside = np.clip(breaks - 1 if byte == LINE_FEED else breaks + 1, 0, rows.data.size - 1)
    alone = breaks[rows.data[beside] != LINE_FEED + CARRIAGE_RETURN - byte]
    data = rows.data.copy()
    data[alone] = _HIDDEN[byte]
    quote, escape = (chr(byte) if byte >= 0 else "" for byte in (rows.quote, rows.escape))
    made = find_rows(data, rows.separator, quote, advance, escape=escape, blanks=rows.blanks)
    lines = made.lines + np.searchsorted(alone, made.starts)
    return replace(made, lines=lines, hidden=alone, hidden_break=byte)


def _joined(parts: list[np.ndarray]) -> np.ndarray:
    """The parts of an array as one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


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
    base, out, offsets, apostrophes = _filled(rows, taken, n_columns, advance)
    columns = []
    for column in range(n_columns):
        text = out[base[column] : base[column] + offsets[column, n]]
        columns.append(pa.LargeStringArray.from_buffers(n, pa.py_buffer(offsets[column]), pa.py_buffer(text)))
    return columns, apostrophes


def _filled(
    rows: Rows,
    taken: np.ndarray,
    n_columns: int,
    advance: Callable[[int], None] | None = None,
    most: int | None = None,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """The cells of some rows as bytes: where each column begins in them, they, where each cell begins, and apostrophes.

    Args:
        rows: What `find_rows` found.
        taken: int64 (n,), rising, the rows to take.
        n_columns: How many columns.
        advance: Called with the number of rows that were copied since the last call.
        most: Bytes that no column of these rows has more of, where that is known.
    """
    n = int(taken.size)
    taken = np.ascontiguousarray(taken, np.int64)
    sizes = np.zeros(n_columns, np.int64)
    known = min(n_columns, rows.sizes.size)
    sizes[:known] = rows.sizes[:known] if most is None else np.minimum(rows.sizes[:known], most)
    base = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    out = np.empty(int(base[-1]), np.uint8)
    offsets = np.zeros((n_columns, n + 1), np.int64)
    parts = _parts(rows, taken, offsets) if most is None else [(0, n)]
    literal = np.ascontiguousarray(rows.stray_quotes)
    starts = np.ascontiguousarray(rows.starts)

    def work(first: int, last: int) -> np.ndarray:
        apostrophes = np.zeros(n_columns, np.int64)
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
        return apostrophes

    if len(parts) > 1:
        made = side_by_side(work, parts)
    else:
        parts = [(first, min(n, first + _ROWS_AT_ONCE)) for first in range(0, n, _ROWS_AT_ONCE)]
        made = (work(first, last) for first, last in parts)
    apostrophes = np.zeros(n_columns, np.int64)
    for (first, last), found in zip(parts, made, strict=True):
        apostrophes += found
        if advance:
            advance(last - first)
    if rows.hidden.size:
        out[out == _HIDDEN[rows.hidden_break]] = rows.hidden_break
    return base, out, offsets, apostrophes


def _parts(rows: Rows, taken: np.ndarray, offsets: np.ndarray) -> list[tuple[int, int]]:
    """Parts of the taken rows that can be copied side by side, because it is known where each writes.

    Args:
        rows: All rows.
        taken: int64 (n,), rising, the rows to take.
        offsets: int64 (n_columns, n + 1), written: where each part begins in its column.
    """
    n, n_columns = int(taken.size), offsets.shape[0]
    if len(rows.pieces) < 2 or len(rows) - n > _MOST_LEFT_OUT:
        return [(0, n)]
    left_out = np.ones(len(rows), bool)
    left_out[taken] = False
    parts: list[tuple[int, int]] = []
    row = 0
    place = np.zeros(n_columns, np.int64)
    for row_end, sizes in rows.pieces:
        first, last = np.searchsorted(taken, [row, row_end]).tolist()
        known = min(n_columns, sizes.size)
        place[:known] += sizes[:known]
        others = row + np.flatnonzero(left_out[row:row_end])
        if others.size:
            last_row = len(rows) - 1
            ends = np.where(others < last_row, rows.starts[np.minimum(others + 1, last_row)], rows.data.size)
            place -= _filled(rows, others, n_columns, most=int((ends - rows.starts[others]).sum()))[2][:, -1]
        offsets[:, last] = place
        if last > first:
            parts.append((first, last))
        row = row_end
    return parts
