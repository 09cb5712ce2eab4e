"""Engine: the two compiled passes over a CSV text: where rows begin, and what their cells hold.

`parsing` says what they read; here is how. Both go byte by byte and know only three kinds: separators, line ends and
quotation marks, all ASCII, so that characters of several bytes are never cut. A separator of several characters is a number
whose lowest byte is the first of them.
"""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.memory import copy_bytes, eight_bytes, lowest_byte

# Where the first pass stands between two steps, and what it counts.
POSITION, ROW, LINE, WIDTH_BEFORE, N_LITERAL, COUNTED = range(6)
UNCLOSED, LF, CRLF, CR, OPENED, BLANK_QUOTES, BACKSLASHES, AT_END = range(6, 14)
TEXT_AFTER_QUOTE, STRAY_QUOTE, INNER_QUOTE = 1, 2, 4
MORE_COLUMNS, MORE_LITERALS = 1, 2
_ONES, _HIGH_BITS, _ALL = np.uint64(0x0101010101010101), np.uint64(0x8080808080808080), np.uint64(0xFFFFFFFFFFFFFFFF)
_LINE_FEEDS, _RETURNS = np.uint64(10 * 0x0101010101010101), np.uint64(13 * 0x0101010101010101)


@compiled("int64(int64)")
def _width(delimiter: int) -> int:
    """How many bytes a separator has."""
    width = 1
    while delimiter >> (8 * width):
        width += 1
    return width


@compiled("boolean(uint8[::1], int64, int64)")
def _separates(data: np.ndarray, at: int, delimiter: int) -> bool:
    """Whether a separator begins at a place."""
    while delimiter:
        if at >= data.size or data[at] != delimiter & 255:
            return False
        delimiter >>= 8
        at += 1
    return True


@compiled("int64(uint8[::1], int64, int64, int64)")
def _after_blanks(data: np.ndarray, at: int, delimiter: int, quote: int) -> int:
    """The quotation mark that follows blanks at the start of a cell; the start itself where none does."""
    mark = at
    while mark < data.size and (data[mark] == 32 or (data[mark] == 9 and delimiter & 255 != 9)):
        mark += 1
    return mark if mark < data.size and data[mark] == quote else at


@compiled("boolean(uint8[::1], int64, int64, int64, int64, int64[::1])")
def _opens(data: np.ndarray, at: int, quote: int, row_start: int, n_literal: int, literal: np.ndarray) -> bool:
    """Whether the byte at the start of a cell is a quotation mark that is not to be read as text."""
    if at >= data.size or data[at] != quote:
        return False
    place = n_literal - 1
    while place >= 0 and literal[place] >= row_start:
        if literal[place] == at:
            return False
        place -= 1
    return True


@compiled("int64(uint8[::1])")
def count_line_ends(data: np.ndarray) -> int:
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
        if _separates(data, at, delimiter):
            cells += 1
            at += _width(delimiter)
        else:
            at += 1
    return cells


@compiled("uint64(uint64)")
def _zero_bytes(word: np.uint64) -> np.uint64:
    """Bit 7 of the lowest byte that is zero, and perhaps bits of higher ones."""
    return (word - _ONES) & (word ^ _ALL) & _HIGH_BITS


@compiled("int64(uint8[::1], int64, int64)")
def _plain_end(data: np.ndarray, at: int, delimiter: int) -> int:
    """The end of text outside quotation marks: the next separator or line end. Eight bytes are looked at in one go."""
    first = delimiter & 255
    separators = np.uint64(first) * _ONES
    while at + 8 <= data.size:
        word = eight_bytes(data, at)
        ends = _zero_bytes(word ^ separators) | _zero_bytes(word ^ _LINE_FEEDS) | _zero_bytes(word ^ _RETURNS)
        if ends:
            at += lowest_byte(ends)
            if delimiter == first or data[at] != first or _separates(data, at, delimiter):
                return at
            at += 1
        else:
            at += 8
    while at < data.size:
        byte = data[at]
        if byte == 10 or byte == 13 or (byte == first and _separates(data, at, delimiter)):
            break
        at += 1
    return at


@compiled("int64(uint8[::1], int64, int64, int64)")
def _last_mark(data: np.ndarray, at: int, delimiter: int, quote: int) -> int:
    """Where the quotation mark stands that ends a cell whose text goes on behind one that was not doubled; -1 if none does.

    `"Ann "Nan" Hill",` is the text `Ann "Nan" Hill`. Between the marks may be no separator and no line end, and before them
    no line end: there it is not known which of them was meant.
    """
    end = _plain_end(data, at, delimiter)
    while end > at and (data[end - 1] == 32 or data[end - 1] == 9):
        end -= 1
    return end - 1 if end > at and data[end - 1] == quote else -1


@compiled("Tuple((int64, int64, int64, boolean, boolean, int64, int64))(uint8[::1], int64, int64, int64, int64)")
def _quoted(
    data: np.ndarray, at: int, quote: int, escape: int, delimiter: int
) -> tuple[int, int, int, bool, bool, int, int]:
    """Read a quoted part from behind its opening mark.

    Returns:
        Its end; bytes of text, line ends in it; whether it holds text and is closed; marks inside that are not doubled, and
        how many marks that are not stand behind backslashes.
    """
    size = lines = inner = backslashes = 0
    has_text = False
    last = -1  # the mark that ends the cell, where others inside it are known to be text
    while at < data.size:
        byte = data[at]
        if byte == escape and at + 1 < data.size and (data[at + 1] == quote or data[at + 1] == escape):
            at += 1
        elif byte == quote and at >= last:
            at += 1
            if not (at < data.size and data[at] == quote):
                backslashes += data[at - 2] == 92
                last = _last_mark(data, at, delimiter, quote) if last < 0 and lines == 0 else -1
                if last < 0:
                    return at, size, lines, has_text, True, inner, backslashes
                inner += 1
                at -= 1
        elif byte == 10 or (byte == 13 and not (at + 1 < data.size and data[at + 1] == 10)):
            lines += 1
        if byte > 32:
            has_text = True
        size += 1
        at += 1
    return at, size, lines, has_text, False, inner, backslashes


@compiled("boolean(uint8[::1], int64, int64, int64, int64)")
def _is_escaped(data: np.ndarray, begin: int, at: int, delimiter: int, escape: int) -> bool:
    """Whether a separator at a place of a cell that began earlier is text, by an escape before it that is none itself."""
    if at >= data.size or data[at] != delimiter & 255 or at <= begin or data[at - 1] != escape:
        return False
    return not (at > begin + 1 and data[at - 2] == escape)


@compiled("boolean(uint8[::1], int64, int64)")
def holds_text(data: np.ndarray, begin: int, end: int) -> bool:
    """Whether there is more than blanks."""
    for at in range(begin, end):  # noqa: SIM110 - compiled code has no generators
        if data[at] > 32:
            return True
    return False


@compiled("int64(uint8[::1], int64, int64[::1])")
def _after_line_end(data: np.ndarray, at: int, state: np.ndarray) -> int:
    """The place behind a line end, which is counted by its kind."""
    if data[at] == 10:
        state[LF] += 1
        return at + 1
    if at + 1 < data.size and data[at + 1] == 10:
        state[CRLF] += 1
        return at + 2
    state[CR] += 1
    return at + 1


@compiled(
    "int64(uint8[::1], int64, int64, int64, boolean, int64, int64[::1], int64[::1], int64[::1], int32[::1], int32[::1],"
    " uint8[::1], int64[::1], int64[::1])"
)
def scan(
    data: np.ndarray,
    delimiter: int,
    quote: int,
    escape: int,
    blanks: bool,
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
    """First pass: find rows until `limit` bytes are read.

    A row with a stray quotation mark is begun again with that mark as text: what it had swallowed is read a second time,
    and no byte a third time.

    Args:
        data: The text.
        delimiter: The byte between cells, or several.
        quote: The byte that quotes cells; -1 for none.
        escape: The byte that makes text of a quotation mark after it in quoted cells, of a separator in others; -1 for none.
        blanks: Whether a quotation mark also opens after blanks at the start of a cell.
        limit: Stop at the first row that begins here or later.
        state: Where the pass stands; always the start of a row when this returns.
        starts: Written: where each row begins.
        lines: Written: the physical line of each row.
        cells: Written: how many cells each row has.
        filled: Written: the last cell of each row that holds more than blanks.
        flags: Written: what was odd.
        sizes: Added to: bytes of each column, exactly.
        literal: Written: places of quotation marks that are text.

    Returns:
        0, or MORE_COLUMNS or MORE_LITERALS where `sizes` or `literal` must be longer before it can go on.
    """
    at, row, line = state[POSITION], state[ROW], state[LINE]
    first_byte, width = delimiter & 255, _width(delimiter)
    counted = state[COUNTED]  # columns of this row whose bytes were counted before it was begun again
    while at < data.size and at < limit:
        start, first_line = at, line
        column = last_filled = flag = 0
        stray = ends = False
        while not ends:
            if column == sizes.size:
                state[POSITION], state[ROW], state[LINE], state[COUNTED] = start, row, first_line, max(counted, column)
                return MORE_COLUMNS
            size = 0
            has_text = False
            mark = at
            if at < data.size and data[at] <= 32 and data[at] != first_byte:
                mark = _after_blanks(data, at, delimiter, quote)
                if mark > at:
                    state[BLANK_QUOTES] += 1
                    if not blanks:
                        mark = at
            if _opens(data, mark, quote, start, state[N_LITERAL], literal):
                opened = mark
                at, size, breaks, has_text, closed, inner, behind = _quoted(data, mark + 1, quote, escape, delimiter)
                if inner:
                    flag |= INNER_QUOTE
                line += breaks
                state[OPENED] += 1
                state[BACKSLASHES] += behind if escape != 92 else 0
                while at < data.size and (data[at] == 32 or data[at] == 9) and data[at] != first_byte:
                    at += 1
                    size += 1
                if not closed:
                    # Happens once at most: all quotation marks that follow come in pairs, so that they close themselves.
                    stray = True
                    state[UNCLOSED] = 1
                elif at < data.size and data[at] != 10 and data[at] != 13 and not _separates(data, at, delimiter):
                    whole = column + _cells_to_line_end(data, opened, delimiter)
                    stray = breaks > 0 and whole == state[WIDTH_BEFORE]
                    flag |= TEXT_AFTER_QUOTE
                if stray:
                    counted = max(counted, column)
                    if state[N_LITERAL] == literal.size:
                        state[POSITION], state[ROW], state[LINE], state[COUNTED] = start, row, first_line, counted
                        return MORE_LITERALS
                    literal[state[N_LITERAL]] = opened
                    state[N_LITERAL] += 1
                    break
            begin = at
            at = _plain_end(data, at, delimiter)
            while escape >= 0 and _is_escaped(data, begin, at, delimiter, escape):
                size -= 1
                at = _plain_end(data, at + 1, delimiter)
            if column >= counted:
                sizes[column] += size + at - begin
            column += 1
            if has_text or holds_text(data, begin, at):
                last_filled = column
            if at < data.size and data[at] == first_byte:
                at += width
            else:
                ends = True
        if stray:
            at, line = start, first_line
            flags[row] = STRAY_QUOTE
            continue
        if at < data.size:
            at = _after_line_end(data, at, state)
            line += 1
        starts[row], lines[row] = start, first_line
        cells[row], filled[row] = column, last_filled
        flags[row] |= flag
        if last_filled:
            state[WIDTH_BEFORE] = column
        counted = 0
        row += 1
    state[POSITION], state[ROW], state[LINE], state[COUNTED] = at, row, line, 0
    return 0


@compiled(
    "void(uint8[::1], int64, int64, int64, boolean, int64[::1], int64[::1], int64[::1], int64, int64, int64, int64[::1],"
    " uint8[::1], int64[:,::1], int64[::1])"
)
def fill(
    data: np.ndarray,
    delimiter: int,
    quote: int,
    escape: int,
    blanks: bool,
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
    """Second pass: copy the cells of `rows[first:last]`.

    Args:
        data: The text.
        delimiter: The byte between cells, or several.
        quote: The byte that quotes cells; -1 for none.
        escape: The byte that makes text of a quotation mark after it in quoted cells, of a separator in others; -1 for none.
        blanks: Whether a quotation mark also opens after blanks at the start of a cell.
        literal: Places of quotation marks that are text, rising.
        starts: Where each row of the text begins.
        rows: The rows to copy, rising.
        first: Index of the first of them.
        last: Index behind the last of them.
        n_columns: Cells beyond are left out, cells that are not there are empty.
        base: Where each column begins in `out`.
        out: Written: the bytes of the cells.
        offsets: Written, (n_columns, n_rows + 1): where each cell begins in its column.
        apostrophes: Added to: cells of each column that begin with an apostrophe.
    """
    n = data.size
    n_literal = literal.size
    first_byte, width = delimiter & 255, _width(delimiter)
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
            mark = at
            if blanks and at < n and data[at] <= 32 and data[at] != first_byte:
                mark = _after_blanks(data, at, delimiter, quote)
            opens = mark < n and data[mark] == quote
            look = literals
            while opens and look < n_literal and literal[look] <= mark:
                opens = literal[look] != mark
                look += 1
            if opens:
                at = mark + 1
                end, broken = -1, False  # see _quoted
                while at < n:
                    byte = data[at]
                    if byte == escape and at + 1 < n and (data[at + 1] == quote or data[at + 1] == escape):
                        at += 1
                        byte = data[at]
                    elif byte == quote and at >= end:
                        at += 1
                        if not (at < n and data[at] == quote):
                            end = _last_mark(data, at, delimiter, quote) if end < 0 and not broken else -1
                            if end < 0:
                                break
                            at -= 1
                    elif byte == 10 or byte == 13:
                        broken = True
                    if write:
                        out[place] = byte
                        place += 1
                    at += 1
            begin = at
            at = _plain_end(data, at, delimiter)
            while escape >= 0 and _is_escaped(data, begin, at, delimiter, escape):
                if write:
                    copy_bytes(out, place, data, begin, at - 1 - begin)
                    place += at - 1 - begin
                begin = at
                at = _plain_end(data, at + 1, delimiter)
            if write:
                copy_bytes(out, place, data, begin, at - begin)
                place += at - begin
                if place > cell and out[cell] == 39:
                    apostrophes[column] += 1
                offsets[column, index + 1] = place - base[column]
            column += 1
            if at >= n or data[at] != first_byte:
                ends = True
            else:
                at += width
        while column < n_columns:
            offsets[column, index + 1] = offsets[column, index]
            column += 1
