"""Engine: texts whose cells stand in typographic quotation marks, as a word processor makes them: `1,“Hill, Ann”,Bath`.

Programs of lawyers write þ for such a mark.

They quote cells where rows fit better so, and where each heading stands in them; elsewhere they are text like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.layout import Layout, find_layout
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import places_of, with_byte_for

_WAYS = (("“", "”"), ("„", "“”"), ("«", "»"), ("»", "«"), ("þ", "þ"))  # the mark that opens, and those that close
_QUOTE = 2  # a control character that no such text has stands for them


def curly_quoted(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout with cells inside such marks; None where they are text.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    rows, data = found.rows, found.rows.data
    if settings.quote not in (None, '"') or found.quote != '"' or rows.opened[0] or found.headings or rows.hidden.size:
        return None
    wrong = _misfits(found)
    for opening, closing in _WAYS:
        if not wrong and not _all_in(found, opening, closing):
            continue
        places = _pairs(data, found.delimiter, opening, closing)
        if not places.size or (data == _QUOTE).any():
            continue
        made = with_byte_for(data, places, len(opening.encode()), _QUOTE)
        chosen = replace(settings, delimiter=found.delimiter, quote=chr(_QUOTE))
        other = find_layout(made.data, chosen, advance)
        if _misfits(other) < wrong or _all_in(found, opening, closing):
            text = (
                f"Cells stand in typographic quotation marks ({opening}…{closing[0]}), which were read as such marks."
            )
            note = Problem(None, "curly_quotes", text)
            return replace(other, rows=made.shown(other.rows), quote='"', notes=(note,))
    return None


def _misfits(found: Layout) -> int:
    """Rows that have another number of cells than the headings."""
    rows, header = found.rows, max(0, found.header)
    width = int(rows.cells[header]) if header < len(rows) else 1
    return int(np.count_nonzero((rows.filled > 0) & (rows.cells != width)))


def _all_in(found: Layout, opening: str, closing: str) -> bool:
    """Whether each of several headings stands in such marks."""
    header = max(0, found.header)
    cells = [cell.strip() for cell in found.rows.texts(header)] if header < len(found.rows) else []
    return len(cells) > 1 and all(len(cell) > 1 and cell[0] == opening and cell[-1] in closing for cell in cells)


def _pairs(data: np.ndarray, delimiter: str, opening: str, closing: str) -> np.ndarray:
    """int64, rising: places of marks that open a cell and that close it, both in one line with no other such mark between."""
    size = len(opening.encode())
    before, after = (np.array([ord(mark), 10, 13], np.uint8) for mark in (delimiter[-1], delimiter[0]))
    begins = places_of(data, opening.encode())
    begins = begins[(begins == 0) | np.isin(data[begins - 1], before)]
    closes = np.sort(np.concatenate([places_of(data, mark.encode()) for mark in closing]))
    behind = closes + size
    closes = closes[(behind >= data.size) | np.isin(data[np.minimum(behind, data.size - 1)], after)]
    both = np.concatenate((begins, closes))
    order = np.argsort(both, kind="stable")
    both, opens = both[order], order < begins.size
    first = np.flatnonzero(opens[:-1] & ~opens[1:] & (both[1:] > both[:-1]))
    breaks = np.flatnonzero((data == 10) | (data == 13))
    one_line = np.searchsorted(breaks, both[first]) == np.searchsorted(breaks, both[first + 1])
    first = first[one_line]
    return np.sort(np.concatenate((both[first], both[first + 1])))
