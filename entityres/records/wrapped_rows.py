"""Engine: texts whose rows, or some of them, stand in quotation marks as a whole: `"1,Ann,Bath"`.

Spreadsheets write a list so that was loaded into one column; of some programs only rows that hold marks of their own.
Inside the marks is a CSV text with the same lines.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.header_rows import usual_width
from entityres.records.layout import SEPARATORS, Layout, find_layout
from entityres.records.parsing import Rows, fill_columns, find_rows
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import with_source

_NARROWEST = 3  # columns of a list; a quoted cell with one comma in it is rather a name than two cells


def unwrap(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout of what is inside the quotation marks; None where rows are not wrapped so.

    Args:
        found: The layout of the text as it is.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    rows = found.rows
    if usual_width(rows) >= _NARROWEST and found.quote and settings.delimiter in (None, *SEPARATORS):
        return _unwrap_some(found, settings, advance)
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


def _unwrap_some(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None) -> Layout | None:
    """The layout where rows of a single quoted cell are whole rows inside their marks, and all of them are."""
    rows, width = found.rows, usual_width(found.rows)
    single = np.flatnonzero((rows.cells == 1) & (rows.filled == 1))
    if not single.size or rows.hidden.size or rows.stray_quotes.size:
        return None
    if not all(_is_quoted(rows.raw(row), found.quote) for row in single.tolist()):
        return None
    inside, _ = fill_columns(rows, single, 1)
    texts = inside[0].to_pylist()
    if any("\n" in text or "\r" in text for text in texts):
        return None
    lines = np.frombuffer(bytearray(("\n".join(texts) + "\n").encode()), np.uint8)
    parted = find_rows(lines, found.delimiter, found.quote)
    if len(parted) != single.size or (parted.cells != width).any():
        return None
    inner = find_layout(_exchanged(rows, single, texts), replace(settings, delimiter=found.delimiter), advance)
    if len(inner.rows) != len(rows):
        return None
    count = "1 row stands" if single.size == 1 else f"{single.size:,} rows stand"
    line = int(rows.lines[single[0]])
    text = f"{count} in quotation marks as a whole, first line {line:,}. What is inside them was read as cells."
    note = Problem(line, "wrapped_rows", text)
    return replace(inner, rows=with_source(inner.rows, rows.data, rows.starts), notes=(*inner.notes, note))


def _is_quoted(text: str, quote: str) -> bool:
    """Whether a row begins and ends with a quotation mark."""
    text = text.strip()
    return len(text) > 1 and text[0] == text[-1] == quote


def _exchanged(rows: Rows, which: np.ndarray, texts: list[str]) -> np.ndarray:
    """uint8, writable: the text with others in the place of some rows; their line ends stay."""
    ends = np.append(rows.starts[1:], rows.data.size)
    data = bytes(rows.data)
    pieces, at = [], 0
    for row, text in zip(which.tolist(), texts, strict=True):
        begin, end = int(rows.starts[row]), int(ends[row])
        pieces += [data[at:begin], text.encode()]
        at = begin + len(data[begin:end].rstrip(b"\r\n"))
    return np.frombuffer(bytearray(b"".join([*pieces, data[at:]])), np.uint8)
