"""Engine: the rows of a sheet and where its headings are, also where headings are merged over several rows or columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.header_rows import looks_like_data
from entityres.records.layout import Layout, find_layout
from entityres.records.parsing import Rows
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.workbooks import Merged, SheetText


def find_sheet_layout(
    sheet: SheetText, settings: ReadSettings, advance: Callable[[int], None] | None = None
) -> tuple[Layout, list[str]]:
    """The layout of a sheet, and its headings.

    Args:
        sheet: The sheet as text.
        settings: What the user chose; only the row of headings counts.
        advance: Called with the number of bytes parsed since the last call.
    """
    layout = find_layout(sheet.data, ReadSettings("utf-8", ",", '"', settings.header_row), advance)
    rows = layout.rows
    # Every row of a sheet is as wide as the sheet, and its line is its number there, whatever its cells hold.
    reach = max(1, int(rows.filled.max(initial=0)))
    rows = replace(
        rows, cells=np.full(len(rows), reach, np.int32), lines=np.arange(1, len(rows) + 1), line_ends=(len(rows), 0, 0)
    )
    layout = replace(layout, rows=rows, counts={})
    if layout.header < 0 or layout.header >= len(rows):
        return layout, []
    if settings.header_row is None:
        layout = replace(layout, header=_below_merged(rows, layout.header, sheet.merged))
    return layout, _headings(rows, layout.header, sheet.merged)


def sheet_problems(layout: Layout, sheet: SheetText) -> list[Problem]:
    """Tell of hidden sheets that were not read, and of merged cells among the records."""
    problems = []
    if sheet.unseen:
        names = ", ".join(f"‘{name}’" for name in sheet.unseen)
        what = f"hidden sheet {names} was" if len(sheet.unseen) == 1 else f"hidden sheets {names} were"
        problems.append(Problem(None, "hidden_sheets", f"The sheet ‘{sheet.name}’ was read; the {what} not."))
    below = [top for (top, _), _ in sheet.merged if layout.header < top < len(layout.rows)]
    if below:
        line = min(below) + 1
        what = "1 place" if len(below) == 1 else f"{len(below):,} places"
        text = f"Cells are merged in {what}, first in line {line:,}: the first of them has the value, the others are empty."
        problems.append(Problem(line, "merged_cells", text))
    return problems


def _below_merged(rows: Rows, header: int, merged: Merged) -> int:
    """The last row of headings, where the row that was found is the first of several."""
    for (top, _), (bottom, _) in sorted(merged):
        if top <= header < bottom < len(rows):
            header = bottom
    groups = {left for (top, left), (bottom, right) in merged if top == bottom == header and right > left}
    named = {place for place, cell in enumerate(rows.texts(header)) if cell.strip()}
    if groups and named <= groups and header + 1 < len(rows):
        below = [cell for cell in rows.texts(header + 1) if cell.strip()]
        wordy = not any(character.isdigit() or character == "@" for cell in below for character in cell)
        if len(below) > len(named) and wordy and not looks_like_data(below):
            header += 1
    return header


def _headings(rows: Rows, header: int, merged: Merged) -> list[str]:
    """The cells of the row of headings; where one is merged with others, they all have its text."""
    texts = rows.texts(header)
    for (top, left), (bottom, right) in merged:
        if top <= header <= bottom and left < len(texts):
            first = rows.texts(top)
            for column in range(left, min(right + 1, len(texts))):
                if not texts[column].strip() and left < len(first):
                    texts[column] = first[left]
    return texts
