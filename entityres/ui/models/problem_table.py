"""UI: what was odd in a file, by line: remarks, and rows that could not be loaded with their own text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from entityres.records.record_list import RecordList

MOST = 1000
COLUMNS = (TableColumn("line", "Line", numeric=True), TableColumn("what", "What"))


class ProblemTableModel(ArrayTableModel):
    """Shows the problems of one list; a rejected row that has no remark of its own gets one."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[tuple[int, str, str]] = []

    def show_list(self, record_list: RecordList | None) -> None:
        """Show the problems of a list, or nothing."""
        rows: list[tuple[int, str, str]] = []
        if record_list is not None:
            rows = [(one.line or 0, one.message, "") for one in record_list.problems]
            said = {line for line, _message, _text in rows}
            rejected = record_list.rejected[:MOST]
            rows += [
                (one.line, f"{one.reason} It was not loaded: {one.text}", one.text)
                for one in rejected
                if one.line not in said
            ]
        self._rows = sorted(rows)[:MOST]
        self.reset_rows(len(self._rows))

    def text(self, source: int, column: str) -> str:
        line, message, _text = self._rows[source]
        return message if column == "what" else f"{line:,}" if line else "–"

    def sort_values(self, column: str) -> np.ndarray | None:
        return np.asarray([row[0] for row in self._rows], np.int64) if column == "line" else None
