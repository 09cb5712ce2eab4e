"""Engine: the first pass over a long text in pieces, on all cores, with the result of a pass from beginning to end.

Whether a line end lies inside quotation marks is known only from everything before it. So each piece begins at a line end
that is taken for the end of a row; a piece whose beginning turns out to be wrong, because the one before it ended elsewhere,
is read again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.cores import side_by_side
from entityres.records.csv_passes import (
    AT_END,
    LINE,
    MORE_COLUMNS,
    MORE_LITERALS,
    N_LITERAL,
    POSITION,
    ROW,
    WIDTH_BEFORE,
    count_line_ends,
    scan,
)

PIECE_BYTES = 1 << 23
_MOST_LOOKED = 1 << 20  # a line longer than that is no place to part a text


@dataclass(frozen=True)
class Dialect:
    """Which bytes mean what: see `parsing.find_rows`; -1 is none."""

    delimiter: int
    quote: int
    escape: int
    blanks: bool


@dataclass(frozen=True)
class Piece:
    """The rows that begin in a part of a text.

    Attributes:
        begin: Where the first of them was taken to begin.
        width: How many cells the row before was taken to have.
        state: int64 (AT_END,), where the pass stands behind the last row, and what it counted.
        starts: int64 (n,), the first byte of each row.
        lines: int64 (n,), the physical line of each row, from 1 in each piece.
        cells: int32 (n,), cells of each row.
        filled: int32 (n,), the last cell of each row that holds more than blanks.
        flags: uint8 (n,), what was odd.
        sizes: int64 (n_columns,), bytes of each column.
        literal: int64, places of quotation marks that are text.
    """

    begin: int
    width: int
    state: np.ndarray
    starts: np.ndarray
    lines: np.ndarray
    cells: np.ndarray
    filled: np.ndarray
    flags: np.ndarray
    sizes: np.ndarray
    literal: np.ndarray


def scan_pieces(data: np.ndarray, how: Dialect, advance: Callable[[int], None] | None = None) -> list[Piece]:
    """The rows of a text, in order.

    Args:
        data: uint8 (n,), UTF-8, writable.
        how: Which bytes mean what.
        advance: Called with the number of bytes that were read since the last call.
    """
    borders = _borders(data)
    pairs = list(zip(borders, borders[1:], strict=False))
    return _in_order(
        data, how, pairs, side_by_side(lambda begin, end: _guess_piece(data, how, begin, end), pairs), advance
    )


def _in_order(
    data: np.ndarray,
    how: Dialect,
    pairs: list[tuple[int, int]],
    guessed: Iterator[Piece | None],
    advance: Callable[[int], None] | None,
) -> list[Piece]:
    """The pieces one after the other; one that was guessed wrongly is read again from where the one before ended."""
    pieces: list[Piece] = []
    place = width = 0
    for (_, end), piece in zip(pairs, guessed, strict=True):
        if piece is None or (piece.begin, piece.width) != (place, width):
            piece = _scan_piece(data, how, place, end, width)
        pieces.append(piece)
        if advance:
            advance(int(piece.state[POSITION]) - place)
        place, width = int(piece.state[POSITION]), int(piece.state[WIDTH_BEFORE])
    return pieces


def _borders(data: np.ndarray) -> list[int]:
    """Where pieces begin: behind line ends; the first at 0, and the end of the text after the last."""
    borders = [0]
    while data.size - borders[-1] > PIECE_BYTES * 3 // 2:
        border = _behind_line_end(data, borders[-1] + PIECE_BYTES, _MOST_LOOKED)
        if border < 0:
            break
        borders.append(border)
    return [*borders, data.size]


def _guess_piece(data: np.ndarray, how: Dialect, begin: int, end: int) -> Piece:
    """A piece whose beginning and the row before it are as they are where no quotation mark runs over lines."""
    width = 0
    if begin:
        before = _line_before(data, begin)
        width = int(_scan_piece(data, how, before, begin, 0).state[WIDTH_BEFORE])
    return _scan_piece(data, how, begin, end, width)


def _scan_piece(data: np.ndarray, how: Dialect, begin: int, end: int, width: int) -> Piece:
    """The rows that begin between two places."""
    most = count_line_ends(data[begin:end]) + 1
    starts, lines = np.empty(most, np.int64), np.empty(most, np.int64)
    cells, filled, flags = np.empty(most, np.int32), np.empty(most, np.int32), np.zeros(most, np.uint8)
    sizes, literal = np.zeros(256, np.int64), np.empty(64, np.int64)
    state = np.zeros(AT_END, np.int64)
    state[POSITION], state[LINE], state[WIDTH_BEFORE] = begin, 1, width
    while state[POSITION] < end:
        status = scan(
            data,
            how.delimiter,
            how.quote,
            how.escape,
            how.blanks,
            end,
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
    n = int(state[ROW])
    widest = int(cells[:n].max(initial=0))
    return Piece(
        begin,
        width,
        state,
        starts[:n],
        lines[:n],
        cells[:n],
        filled[:n],
        flags[:n],
        sizes[:widest],
        literal[: state[N_LITERAL]],
    )


@compiled("int64(uint8[::1], int64, int64)")
def _behind_line_end(data: np.ndarray, at: int, most: int) -> int:
    """The place behind the first line end from here on, or -1 where none is near."""
    end = min(data.size, at + most)
    while at < end:
        if data[at] == 10:
            return at + 1
        if data[at] == 13:
            return at + 2 if at + 1 < data.size and data[at + 1] == 10 else at + 1
        at += 1
    return -1


@compiled("int64(uint8[::1], int64)")
def _line_before(data: np.ndarray, at: int) -> int:
    """Where the line begins that ends just before a place."""
    at -= 1
    if at > 0 and data[at] == 10 and data[at - 1] == 13:
        at -= 1
    while at > 0 and data[at - 1] != 10 and data[at - 1] != 13:
        at -= 1
    return at
