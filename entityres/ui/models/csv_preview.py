"""UI: the first rows of a list, every cell as the text that is in the file, with the line it begins on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from entityres.records.record_list import RecordList

ROWS = 100
LINE = "\0line"


class CsvPreviewModel(ArrayTableModel):
    """Shows the head of one list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._cells: dict[str, list[str]] = {}
        self._lines = np.empty(0, np.int64)

    def show_list(self, record_list: RecordList | None) -> None:
        """Show the head of a list, or nothing."""
        if record_list is None:
            self._cells, self._lines = {}, np.empty(0, np.int64)
            self.set_columns(())
            self.reset_rows(0)
            return
        head = record_list.table.slice(0, ROWS)
        self.reset_rows(0)
        self._cells = {name: head.column(name).to_pylist() for name in head.column_names}
        self._lines = np.asarray(record_list.lines[:ROWS])
        line = TableColumn(LINE, "Line", numeric=True, tip="Line of the file on which the row begins")
        self.set_columns((line, *(TableColumn(name, name) for name in head.column_names)))
        self.reset_rows(int(head.num_rows))

    def text(self, source: int, column: str) -> str:
        if column == LINE:
            return f"{int(self._lines[source]):,}"
        return str(self._cells[column][source]).replace("\n", " ⏎ ").replace("\r", "")

    def tone(self, source: int, column: str) -> str:
        return "muted" if column == LINE else ""

    def tip(self, source: int, column: str) -> str:
        return "" if column == LINE else str(self._cells[column][source])
