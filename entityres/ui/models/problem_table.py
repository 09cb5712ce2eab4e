"""UI: what was odd in a file, by line: remarks, and rows that could not be loaded with their own text."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.record_list import Problem
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.remedies import LOST, NO_RECORDS, NOT_LOADED
from entityres.ui.models.typesetting import typeset

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from entityres.records.record_list import RecordList

MOST = 1000
COLUMNS = (TableColumn("line", "Line", numeric=True), TableColumn("what", "What"))


def remarks(record_list: RecordList, kept: Collection[str] = ()) -> list[Problem]:
    """What is to be said of a list, by line; a rejected row that has no remark of its own gets one.

    Args:
        record_list: The list.
        kept: Kinds of remarks that the user has seen and keeps as they are.
    """
    found = [one for one in record_list.problems if one.kind not in kept]
    said = {one.line for one in record_list.problems if one.kind in LOST | NO_RECORDS}
    for one in record_list.rejected[:MOST]:
        if one.line not in said:
            found.append(Problem(one.line, NOT_LOADED, f"{one.reason} It was not loaded: {one.text}"))
    return sorted(found, key=lambda one: one.line or 0)[:MOST]


class ProblemTableModel(ArrayTableModel):
    """Shows the remarks on one list."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[Problem] = []

    def show_list(self, record_list: RecordList | None, kept: Collection[str] = ()) -> None:
        """Show the remarks on a list, or nothing."""
        self._rows = [] if record_list is None else remarks(record_list, kept)
        self.reset_rows(len(self._rows))

    def problem(self, source: int) -> Problem:
        """The remark of a row."""
        return self._rows[source]

    def text(self, source: int, column: str) -> str:
        one = self._rows[source]
        return typeset(one.message) if column == "what" else f"{one.line:,}" if one.line else "–"

    def tone(self, source: int, column: str) -> str:
        return "muted" if column == "line" else ""

    def sort_values(self, column: str) -> np.ndarray | None:
        return np.asarray([row.line or 0 for row in self._rows], np.int64) if column == "line" else None
