"""Engine: texts whose rows, or some of them, end with another character than a line end: a form feed, a line separator.

Such characters are text of a cell as long as rows fit so. They end rows where the text has no line end at all, and where
every row that holds one is too long and, parted there, is rows that fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.header_rows import looks_like_data, usual_width
from entityres.records.layout import Layout, find_layout, misfit_rows, misfits
from entityres.records.parsing import CARRIAGE_RETURN, LINE_FEED
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import places_of, with_byte_for, without_bytes

_ENDS = {
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
    "\x85": "next-line character",
    "\v": "vertical tab",
    "\f": "form feed",
    "\x1e": "record separator",
}
_FEWEST = 3  # rows that show how rows end
_SIGNS = ";|,~^#$"


def ended_oddly(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout with rows that end so; None where no such character ends a row.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    data, rows = found.rows.data, found.rows
    without_ends = not any(rows.line_ends)
    odd = np.flatnonzero(misfit_rows(rows))
    if (not without_ends and not odd.size) or rows.hidden.size:
        return None
    for end, name in _ENDS.items():
        mark = end.encode()
        places = places_of(data, mark)
        if not without_ends:
            holding = np.searchsorted(rows.starts, places, side="right") - 1
            places = places[np.isin(holding, odd)]
            holding = np.intersect1d(holding, odd)
        if not places.size:
            continue
        made = with_byte_for(data, places, len(mark), LINE_FEED)
        other = find_layout(made.data, settings, advance)
        if without_ends:
            fits = usual_width(other.rows) > 1 or len(other.rows) >= _FEWEST
        else:
            fits = other.delimiter == found.delimiter and misfits(rows) - misfits(other.rows) == holding.size
        if fits:
            return replace(other, rows=made.shown(other.rows), notes=(_note(name, int(places.size), without_ends),))
    return None


def _note(name: str, count: int, everywhere: bool) -> Problem:
    """What is said of such rows."""
    if everywhere:
        return Problem(None, "odd_line_ends", f"Rows end with a {name}, since the file has no line ends.")
    rows = "1 row ends" if count == 1 else f"{count:,} rows end"
    return Problem(None, "odd_line_ends", f"{rows} with a {name} instead of a line end.")


def terminated(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout without a sign that ends every row, the headings too, and parts no cells; None where there is none.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    rows, data = found.rows, found.rows.data
    filled = np.flatnonzero(rows.filled > 0)
    if filled.size < _FEWEST or rows.hidden.size or usual_width(rows) < 2 or found.headings:
        return None
    sign = rows.raw(int(filled[0]))[-1:]
    if sign not in _SIGNS or sign in found.delimiter or sign == found.quote:
        return None
    last = np.append(rows.starts[1:], data.size)[filled] - 1
    for line_end in (LINE_FEED, CARRIAGE_RETURN):
        last -= (data[last] == line_end) & (last > 0)
    ends = data[last] == ord(sign)
    header = rows.texts(found.header) if 0 <= found.header < len(rows) else []
    # Without headings only a sign that stands nowhere else ends rows. A text that was cut off ends in the middle of one.
    if not ends[:-1].all() or (
        (not header or looks_like_data(header)) and np.count_nonzero(data == ord(sign)) != np.count_nonzero(ends)
    ):
        return None
    made = without_bytes(data, last[ends])
    other = find_layout(made.data, settings, advance)
    if other.delimiter != found.delimiter or misfits(other.rows) > misfits(rows):
        return None
    note = Problem(None, "row_signs", f"Every row ends with the sign {sign}, which was left out.")
    return replace(other, rows=made.shown(other.rows), notes=(*other.notes, note))
