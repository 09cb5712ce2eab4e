"""UI: one row for each lined-up column: its role, whether that is sure, its heading in each list, and what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from entityres.records.roles import LABELS, NOT_COMPARED, Role
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.list_table import shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.records.fields import ColumnRole, Columns, OutputColumn
    from entityres.records.record_list import RecordList

HEADING = "heading "
_BEFORE = (TableColumn("role", "Use as", editable=True, tip="What the column means; it says how its values are compared"),
           TableColumn("sure", "", tip="✓ clear, ? please have a look"))  # fmt: skip
_AFTER = (
    TableColumn("filled", "Filled", numeric=True, tip="Share of cells that are not empty"),
    TableColumn("distinct", "Distinct", numeric=True, tip="Different values"),
    TableColumn("example", "Example"),
)


class RolesTableModel(ArrayTableModel):
    """Shows Columns.

    Signals:
        role_chosen: Row (int) and role (str) that the user chose. Connect it queued: it comes while the editor is open.
    """

    role_chosen = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((*_BEFORE, *_AFTER), parent)
        self._output: tuple[OutputColumn, ...] = ()
        self._found: list[list[ColumnRole | None]] = []
        self._sizes: list[int] = []

    def show_columns(self, lists: Sequence[RecordList], columns: Columns | None) -> None:
        """Show these columns."""
        self._output = columns.output if columns is not None else ()
        by_name = [{one.column: one for one in roles} for roles in columns.roles] if columns is not None else []
        self._found = [
            [by_name[i].get(heading) if heading is not None else None for i, heading in enumerate(one.columns)]
            for one in self._output
        ]
        self._sizes = [len(one) for one in lists]
        headings = [TableColumn(f"{HEADING}{i}", f"{shape(i)} {one.name}") for i, one in enumerate(lists)]
        made = (*_BEFORE, *headings, *_AFTER)
        if made != self.columns:
            self.reset_rows(0)
            self.set_columns(made)
        self.reset_rows(len(self._output))

    def output(self, source: int) -> OutputColumn:
        """The lined-up column of a row."""
        return self._output[source]

    def found(self, source: int) -> list[ColumnRole]:
        """What was found in each list that has the column."""
        return [one for one in self._found[source] if one is not None]

    def is_sure(self, source: int) -> bool:
        """Whether its role needs no look."""
        return all(one.sure for one in self.found(source))

    def why(self, source: int) -> str:
        """Why it has its role, in one or two sentences."""
        return " ".join(dict.fromkeys(one.why for one in self.found(source) if one.why))

    def share_filled(self, source: int) -> float:
        """Share of cells that are not empty, over the lists that have the column."""
        cells = sum(size for size, one in zip(self._sizes, self._found[source], strict=True) if one is not None)
        return sum(one.filled for one in self.found(source)) / cells if cells else 0.0

    def distinct(self, source: int) -> int:
        """Different values; of several lists the largest number."""
        return max((one.distinct for one in self.found(source)), default=0)

    def text(self, source: int, column: str) -> str:
        output = self._output[source]
        if column == "role":
            return LABELS[output.role]
        if column == "sure":
            return "" if output.role is Role.KEEP else "clear" if self.is_sure(source) else "check it"
        if column == "filled":
            return f"{self.share_filled(source):.0%}"
        if column == "distinct":
            return f"{self.distinct(source):,}"
        if column == "example":
            return next((text for one in self.found(source) for text in one.examples), "")
        return output.columns[int(column.removeprefix(HEADING))] or "–"

    def icon_name(self, source: int, column: str) -> str:
        if column != "sure" or self._output[source].role is Role.KEEP:
            return ""
        return "check" if self.is_sure(source) else "unsure"

    def tone(self, source: int, column: str) -> str:
        if column == "sure":
            return "match" if self.is_sure(source) else "warning"
        if column.startswith(HEADING) and self._output[source].columns[int(column.removeprefix(HEADING))] is None:
            return "muted"
        return "muted" if self._output[source].role in NOT_COMPARED and column != "role" else ""

    def tip(self, source: int, column: str) -> str:
        if column in ("role", "sure"):
            return self.why(source) or self.text(source, column)
        if column == "example":
            return "\n".join(text for one in self.found(source) for text in one.examples)
        return self.text(source, column)

    def spoken(self, source: int, column: str) -> str:
        if column == "role":
            return f"{self._output[source].name}: use as {self.text(source, column)}, {self.text(source, 'sure')}"
        return super().spoken(source, column)

    def set_text(self, source: int, column: str, text: str) -> bool:
        if column == "role" and text != self._output[source].role:
            self.role_chosen.emit(source, str(text))
        return False

    def sort_values(self, column: str) -> np.ndarray | None:
        if column == "filled":
            return np.asarray([self.share_filled(i) for i in range(self.n_source)])
        if column == "distinct":
            return np.asarray([self.distinct(i) for i in range(self.n_source)])
        return None
