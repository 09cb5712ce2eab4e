"""UI: one row for each lined-up column: its role, whether that is sure, its heading in each list, and what is in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QMimeData, QModelIndex, QObject, Qt, Signal

from entityres.records.lining_up import CHOSEN
from entityres.records.percentages import percent
from entityres.records.roles import NOT_COMPARED, Role
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.list_table import shape
from entityres.ui.models.typesetting import typeset
from entityres.ui.qt import ROOT, Index

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.records.fields import ColumnRole, Columns, OutputColumn
    from entityres.records.record_list import RecordList

HEADING = "heading "
SAYS = re.compile(r"The heading says (‘[^’]+’)\.")
DRAGGED = "application/x-entityres-column"
_BEFORE = (TableColumn("role", "Use as", editable=True, tip="What the column means; it says how its values are compared"),
           TableColumn("sure", "", tip="✓ clear, ? please confirm (click)"))  # fmt: skip
_AFTER = (
    TableColumn("filled", "Filled", numeric=True, tip="Share of cells that are not empty"),
    TableColumn("distinct", "Distinct", numeric=True, tip="Different values"),
    TableColumn("example", "Example"),
)


class RolesTableModel(ArrayTableModel):
    """Shows Columns.

    Signals:
        role_chosen: Row (int) and role (str) that the user chose. Connect it queued: it comes while the editor is open.
        column_dropped: Number of a list (int), the row (int) that its column was dragged from, and the row (int) it was
            dropped on. Connect it queued: it comes while the view takes the drop.
    """

    role_chosen = Signal(int, str)
    column_dropped = Signal(int, int, int)

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

    def is_open(self, source: int) -> bool:
        """Whether a person should confirm the role.

        Also of a column that is only kept: it may be what tells customers apart, under a heading in another language.
        """
        return not self.is_sure(source)

    def show_only_open(self, on: bool) -> None:
        """Show only the rows that should be confirmed, or all."""
        self.set_mask(np.array([self.is_open(i) for i in range(self.n_source)], bool) if on else None)

    def lists_of(self, source: int) -> list[int]:
        """Numbers of the lists that have the column."""
        return [number for number, one in enumerate(self._found[source]) if one is not None]

    def filled_in(self, source: int, number: int) -> int:
        """Filled cells of the column in one list."""
        one = self._found[source][number]
        return one.filled if one is not None else 0

    def why(self, source: int) -> str:
        """Why it has its role, in one or two sentences."""
        said = list(dict.fromkeys(typeset(one.why) for one in self.found(source) if one.why))
        headings = [SAYS.fullmatch(one) for one in said]
        if len(said) > 1 and all(headings):
            *first, last = (one[1] for one in headings if one is not None)
            return f"The headings say {', '.join(first)} and {last}."
        return " ".join(said)

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
            return output.label
        if column == "sure":
            if self.is_open(source):
                return "confirm?"
            if output.role is Role.KEEP:
                return ""
            return "you chose" if any(one.why == CHOSEN for one in self.found(source)) else "detected"
        if column == "filled":
            return percent(self.share_filled(source))
        if column == "distinct":
            return f"{self.distinct(source):,}"
        if column == "example":
            return next((text for one in self.found(source) for text in one.examples), "")
        return output.columns[int(column.removeprefix(HEADING))] or "–"

    def icon_name(self, source: int, column: str) -> str:
        if column != "sure":
            return ""
        if self.is_open(source):
            return "unsure"
        return "" if self._output[source].role is Role.KEEP else "check"

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

    # Qt overrides: a heading can be dragged onto another row

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not index.isValid():
            return flags
        column = self.columns[index.column()].name
        if column.startswith(HEADING) and self._heading_at(self.source_row(index.row()), column):
            flags |= Qt.ItemFlag.ItemIsDragEnabled
        return flags | Qt.ItemFlag.ItemIsDropEnabled

    def mimeTypes(self) -> list[str]:
        return [DRAGGED]

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        data = QMimeData()
        dragged = [one for one in indexes if self.flags(one) & Qt.ItemFlag.ItemIsDragEnabled]
        if len(dragged) == 1 or self._pressed_in(dragged):
            index = self._pressed_in(dragged) or dragged[0]
            number = self.columns[index.column()].name.removeprefix(HEADING)
            data.setData(DRAGGED, f"{number} {self.source_row(index.row())}".encode())
        return data

    def _pressed_in(self, dragged: Sequence[QModelIndex]) -> QModelIndex | None:
        """The cell that the drag began in: whole rows are selected, the view names the pressed one."""
        return next((one for one in dragged if (one.row(), one.column()) == self.pressed_cell), None)

    pressed_cell = (-1, -1)

    def supportedDropActions(self) -> Qt.DropAction:
        return Qt.DropAction.MoveAction

    def canDropMimeData(
        self, data: QMimeData, _action: Qt.DropAction, _row: int, _column: int, parent: Index = ROOT
    ) -> bool:
        return data.hasFormat(DRAGGED) and parent.isValid()

    def dropMimeData(self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index = ROOT) -> bool:
        if not self.canDropMimeData(data, action, row, column, parent):
            return False
        number, origin = map(int, bytes(data.data(DRAGGED).data()).split())
        target = self.source_row(parent.row())
        if target != origin:
            self.column_dropped.emit(number, origin, target)
        return False  # the view must not take the row out itself

    def _heading_at(self, source: int, column: str) -> str | None:
        return self._output[source].columns[int(column.removeprefix(HEADING))]
