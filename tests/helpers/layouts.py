"""Texts of lists laid out in odd ways, and what was read of them."""

from __future__ import annotations

from entityres.records.record_list import RecordList

CELLS = [["id", "name", "city"], ["1", "Ann Hill", "Bath"], ["2", "Bo Weir", "Ely"], ["3", "Cy Moe", "Deal"]]


def text(delimiter: str, rows: list[list[str]] = CELLS, line_end: str = "\n") -> str:
    """A list as text, without any quotation marks."""
    return "".join(delimiter.join(row) + line_end for row in rows)


def cells(found: RecordList) -> list[list[str]]:
    """Headings and cells of a list."""
    return [list(found.columns), *(list(row.values()) for row in found.table.to_pylist())]


def said(found: RecordList) -> list[str]:
    """What was said of a list, in order."""
    return [problem.message for problem in found.problems]


def rows_of(found: RecordList) -> int:
    """Rows of the file: records, rejected and blank rows, and the headings."""
    return len(found) + len(found.rejected) + found.blank_rows + (found.settings.header_row != 0)
