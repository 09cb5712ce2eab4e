"""Engine: texts whose cells are parted by a sign beyond ASCII, as some databases and mainframes do: `1§Ann Hill§Bath`."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from entityres.records.header_rows import usual_width
from entityres.records.layout import Layout, find_layout
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import places_of, with_byte_for

if TYPE_CHECKING:
    import numpy as np

_STAND_INS = (0x1F, 0x1E, 0x1D, 0x1C)  # control characters; one that the text has not stands for the sign
_ROWS = 30
_NEARLY_ALL = 0.9


def parted_by(
    data: np.ndarray, sign: str, settings: ReadSettings, advance: Callable[[int], None] | None = None
) -> Layout:
    """The layout of a text whose cells are parted by one sign beyond ASCII.

    Args:
        data: uint8 (n,), the text as UTF-8, writable.
        sign: The sign.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    mark = sign.encode()
    stand_in = next((byte for byte in _STAND_INS if not (data == byte).any()), _STAND_INS[0])
    made = with_byte_for(data, places_of(data, mark), len(mark), stand_in)
    found = find_layout(made.data, replace(settings, delimiter=chr(stand_in)), advance)
    return replace(found, rows=made.shown(found.rows), delimiter=sign)


def symbol_parted(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout by such a sign where nothing else parts the rows, and nearly all have as many of it as the headings.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    rows, header = found.rows, found.header
    if settings.delimiter is not None or usual_width(rows) > 1 or not 0 <= header < len(rows) or found.headings:
        return None
    lines = [rows.raw(row) for row in range(header, min(len(rows), header + _ROWS)) if rows.filled[row]]
    for sign in dict.fromkeys(lines[0] if len(lines) > 1 else ""):
        count = lines[0].count(sign)
        alike = sum(line.count(sign) == count for line in lines) >= _NEARLY_ALL * len(lines)
        if not sign.isascii() and unicodedata.category(sign)[0] in "SP" and alike and lines[0].strip(sign) == lines[0]:
            text = f"Cells are parted by the sign {sign}."
            other = parted_by(rows.data, sign, settings, advance)
            return replace(other, notes=(*other.notes, Problem(None, "symbol_separator", text)))
    return None
