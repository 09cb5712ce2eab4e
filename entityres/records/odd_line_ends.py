"""Engine: texts whose rows, or some of them, end with another character than a line end: a form feed, a line separator.

Such characters are text of a cell as long as rows fit so. They end rows where the text has no line end at all, and where
every row that holds one is too long and, parted there, is rows that fit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.layout import Layout, find_layout, misfit_rows, misfits, usual_width
from entityres.records.parsing import LINE_FEED
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import places_of, with_byte_for

_ENDS = {
    "\u2028": "line separator",
    "\u2029": "paragraph separator",
    "\x85": "next-line character",
    "\v": "vertical tab",
    "\f": "form feed",
    "\x1e": "record separator",
}
_FEWEST = 3  # rows of a single column that make a list of it


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
