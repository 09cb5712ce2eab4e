"""UI: some rows of a list, every cell as the text that is in the file, with the line it begins on.

Rows that could not be loaded stand in their places with their raw text, so that a remark can be looked up.
"""

from __future__ import annotations

from bisect import bisect_left
from operator import attrgetter
from typing import TYPE_CHECKING

import numpy as np

from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from entityres.records.record_list import RecordList

ROWS = 100
BEFORE = 10
"""Rows above the line that is looked up."""
LINE = "\0line"
_AT_LINE = attrgetter("line")


class CsvPreviewModel(ArrayTableModel):
    """Shows up to 100 rows of one list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._list: RecordList | None = None
        self._cells: dict[str, list[str]] = {}
        self._raw: dict[int, str] = {}
        self._row_of: list[int] = []
        self._lines = np.empty(0, np.int64)
        self._remarks: dict[int, str] = {}
        self.first = 0

    def show_list(self, record_list: RecordList | None, first: int = 0) -> None:
        """Show a list from its record `first` on, or nothing."""
        self._list = record_list
        if record_list is None:
            self._cells, self._raw, self._row_of, self._lines = {}, {}, [], np.empty(0, np.int64)
            self.set_columns(())
            self.reset_rows(0)
            return
        self.first = first
        part = record_list.table.slice(first, ROWS)
        self.reset_rows(0)
        self._cells = {name: part.column(name).to_pylist() for name in part.column_names}
        self._place_rows(record_list, np.asarray(record_list.lines[first : first + ROWS]))
        self._remarks = {one.line: one.message for one in record_list.problems if one.line}
        line = TableColumn(LINE, "Line", numeric=True, tip="Line of the file on which the row begins")
        columns = (line, *(TableColumn(name, name) for name in part.column_names))
        if columns != self.columns:
            self.set_columns(columns)
        self.reset_rows(len(self._row_of))

    def first_for_line(self, line: int) -> int:
        """The record to begin with so that a line of the file is shown."""
        if self._list is None:
            return 0
        at = int(np.searchsorted(self._list.lines, line, side="right")) - 1
        return 0 if at < ROWS else max(0, at - BEFORE)

    def row_at_line(self, line: int) -> int:
        """The shown row that begins on a line of the file or holds it, -1 when there is none."""
        return int(np.searchsorted(self._lines, line, side="right")) - 1

    @property
    def raw_rows(self) -> list[int]:
        """Rows that show the raw text of what could not be loaded."""
        return sorted(self._raw)

    def text(self, source: int, column: str) -> str:
        if column == LINE:
            return f"{int(self._lines[source]):,}"
        return self._whole(source, column).replace("\n", " ⏎ ").replace("\r", "")

    def tone(self, source: int, column: str) -> str:
        if source in self._raw:
            return "warning"
        if column == LINE:
            return "warning" if int(self._lines[source]) in self._remarks else "muted"
        return ""

    def tip(self, source: int, column: str) -> str:
        remark = self._remarks.get(int(self._lines[source]), "")
        return remark if column == LINE or source in self._raw else self._whole(source, column)

    def spoken(self, source: int, column: str) -> str:
        if source in self._raw and column != LINE:
            return f"Not loaded: {self._raw[source]}"
        return super().spoken(source, column)

    def _whole(self, source: int, column: str) -> str:
        if source in self._raw:
            return f"Not loaded: {self._raw[source]}" if column == self.columns[1].name else ""
        return str(self._cells[column][self._row_of[source]])

    def _place_rows(self, record_list: RecordList, lines: np.ndarray) -> None:
        """Where records and rows that were not loaded stand, in the order of the file."""
        total = len(record_list)
        low = int(lines[0]) if self.first and lines.size else 0
        at_end = self.first + lines.size >= total
        high = int(record_list.lines[self.first + lines.size]) if not at_end else 1 << 62
        rejected = record_list.rejected
        start, end = (bisect_left(rejected, line, key=_AT_LINE) for line in (low, high))
        placed = [(int(line), row, "") for row, line in enumerate(lines.tolist())]
        placed += [(one.line, -1, one.text) for one in rejected[start : min(end, start + ROWS)]]
        placed.sort(key=lambda one: one[0])
        self._lines = np.asarray([line for line, _, _ in placed], np.int64)
        self._row_of = [row for _, row, _ in placed]
        self._raw = {number: text for number, (_, row, text) in enumerate(placed) if row < 0}
