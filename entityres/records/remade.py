"""Engine: texts that are made of a file's text before they are parsed, and where each of their rows stands in it."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from entityres.records.parsing import Rows


@dataclass(frozen=True)
class Remade:
    """A text in which one byte stands for each of some marks.

    Attributes:
        data: uint8 (n,), writable.
        source: uint8, the text that it was made of.
        behind: int64, rising: places in `data` right behind the marks.
        size: Bytes of each mark in the source, of which one stands in `data`; where all bytes are left out, one more.
    """

    data: np.ndarray
    source: np.ndarray
    behind: np.ndarray
    size: int

    def shown(self, rows: Rows) -> Rows:
        """The rows of `data`, which show themselves as they stand in the source."""
        left_out = np.searchsorted(self.behind, rows.starts, side="right") * (self.size - 1)
        return with_source(rows, self.source, rows.starts + left_out)


def places_of(data: np.ndarray, mark: bytes) -> np.ndarray:
    """int64, rising: where a mark of one or several bytes begins in a text."""
    found = np.flatnonzero(data[: max(0, data.size - len(mark) + 1)] == mark[0])
    for number, byte in enumerate(mark[1:], 1):
        found = found[data[found + number] == byte]
    return found


def with_byte_for(data: np.ndarray, places: np.ndarray, size: int, byte: int) -> Remade:
    """A text with one byte in the place of each of some marks.

    Args:
        data: uint8 (n,), the text.
        places: int64, rising: where the marks begin.
        size: Bytes of each mark.
        byte: What stands for them.
    """
    made = data.copy()
    made[places] = byte
    if size > 1:
        kept = np.ones(data.size, bool)
        for number in range(1, size):
            kept[places + number] = False
        made = made[kept]
    return Remade(made, data, places - np.arange(places.size) * (size - 1) + 1, size)


def without_bytes(data: np.ndarray, places: np.ndarray) -> Remade:
    """A text without the bytes at some places.

    Args:
        data: uint8 (n,), the text.
        places: int64, rising.
    """
    kept = np.ones(data.size, bool)
    kept[places] = False
    return Remade(data[kept], data, places - np.arange(places.size), 2)


def with_source(rows: Rows, source: np.ndarray, starts: np.ndarray) -> Rows:
    """The rows of a text that was made of another, which show themselves as they stand in that one.

    Args:
        rows: The rows.
        source: uint8, the text of the file.
        starts: int64 (n_rows,): where each row begins in it.
    """
    return replace(rows, source=source, source_starts=starts)
