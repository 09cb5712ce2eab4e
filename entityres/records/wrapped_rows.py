"""Engine: texts whose rows stand in quotation marks as a whole: `"1,Ann,Bath"`.

Spreadsheets write a list so that was loaded into one column. Inside the marks is a CSV text with the same lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.layout import SEPARATORS, Layout, find_layout, usual_width
from entityres.records.parsing import fill_columns
from entityres.records.record_list import ReadSettings


def unwrap(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout of what is inside the quotation marks; None where rows are not wrapped so.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    rows = found.rows
    if (
        found.quote == ""
        or usual_width(rows) != 1
        or not rows.filled.any()
        or settings.delimiter not in (None, *SEPARATORS)
    ):
        return None
    first = rows.raw(int(np.argmax(rows.filled > 0))).strip()
    if not (
        first.startswith(found.quote) and first.endswith(found.quote) and any(mark in first for mark in SEPARATORS)
    ):
        return None
    if (rows.cells > 1).any() or rows.lines.size != rows.lines[-1]:  # cells of several lines cannot be told from rows
        return None
    columns, _ = fill_columns(rows, np.arange(len(rows)), 1)
    text = "\n".join(columns[0].to_pylist()) + "\n"
    inner = find_layout(np.frombuffer(bytearray(text.encode()), np.uint8), settings, advance)
    if usual_width(inner.rows) < 2 or len(inner.rows) != len(rows):
        return None
    shown = replace(inner.rows, line_ends=rows.line_ends, source=rows.data, source_starts=rows.starts)
    return replace(inner, rows=shown, wrapped=True)
