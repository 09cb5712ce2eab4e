"""UI: the table of columns: what each is used as, its heading in every list, and what is in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QItemSelection, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QTableView, QWidget

from entityres.records.roles import NOT_COMPARED, Role
from entityres.ui.models.roles_table import HEADING, RolesTableModel
from entityres.ui.theme import grid, line_height, row_height
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import PADDING, StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.check_line import CheckLine
from entityres.ui.widgets.role_delegate import RoleDelegate
from entityres.ui.widgets.several_columns import SeveralColumns
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.records.fields import Columns
    from entityres.records.record_list import RecordList

ROLE, SURE = 0, 1
"""Columns of the table that answer to a click."""
SHARE, LEAST_ROWS = 0.42, 5
"""Height of the table: a share of the page at most, and rows that are always there."""
WIDTHS = {"role": 8.0, "sure": 7.5, "filled": 4.0, "distinct": 5.0}
"""In lines of text."""
HEADING_WIDTH = (5.0, 12.0)
"""Headings take as much as the longest needs, within these limits."""
EXAMPLE_WIDTH = 9
"""What the example needs at least; it takes the rest."""
GIVE_WAY = ("distinct", "filled", "example")
"""Columns that hide where there is no room, the first one first; they stand beside the chosen column too."""
END = 14
"""Pixels below the last row."""


class RolesCard(Card):
    """The table, and the line about the check column below it.

    Signals:
        row_chosen: Another row is the chosen one.
        role_chosen: Lined-up column (OutputColumn) and role (str).
        confirmed: Lined-up column (OutputColumn) whose role is right as it was found.
        column_dropped: Number of a list (int), the heading (str) that was dragged, and the lined-up column
            (OutputColumn) it was dropped on.
        several_kept: Lined-up columns (list of OutputColumn) that are kept and not compared.
        several_confirmed: Lined-up columns (list of OutputColumn) whose roles are right as they were found.
    """

    row_chosen = Signal()
    role_chosen = Signal(object, str)
    confirmed = Signal(object)
    column_dropped = Signal(int, str, object)
    several_kept = Signal(list)
    several_confirmed = Signal(list)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", parent, margins=Card.TABLE)
        self._editable = True
        self._fitted: tuple[object, ...] = ()
        self.model = RolesTableModel(self)
        self.model.role_chosen.connect(self._on_role_chosen, Qt.ConnectionType.QueuedConnection)
        self.model.column_dropped.connect(self._on_column_dropped, Qt.ConnectionType.QueuedConnection)
        self.several = SeveralColumns()
        self.several.setContentsMargins(Card.INDENT, grid(1), Card.INDENT, 0)
        self.several.unknown_kept.connect(self._on_unknown_kept)
        self.several.chosen_kept.connect(self._on_chosen_kept)
        self.several.chosen_confirmed.connect(self._on_chosen_confirmed)
        self.add(self.several)
        self.table = QTableView()
        self.table.setObjectName("rolesTable")
        set_up_table(self.table, "Columns and their roles")
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.table.setModel(self.model)
        self.table.setItemDelegateForColumn(ROLE, RoleDelegate(self.table))
        self.table.setItemDelegateForColumn(SURE, StateDelegate(self.table))
        self.table.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.table.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.table.setDragDropOverwriteMode(True)
        self.table.pressed.connect(self._on_cell_pressed)
        self.table.activated.connect(self._on_row_activated)
        self.table.clicked.connect(self._on_cell_clicked)
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.add(self.table)
        self.check = CheckLine()
        self.check.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.add(self.check)

    # what is shown

    def show_columns(self, lists: Sequence[RecordList], columns: Columns | None, *, editable: bool) -> None:
        """Show these columns."""
        self._editable = editable
        self.model.show_columns(lists, columns)
        self._show_several()

    @property
    def chosen_row(self) -> int:
        """Source row of the chosen column, of several the one with the cursor; -1 when none is chosen."""
        rows, current = self.chosen_rows, self.table.currentIndex()
        at = self.model.source_row(current.row()) if current.isValid() else -1
        return at if at in rows else rows[0] if rows else -1

    @property
    def chosen_rows(self) -> list[int]:
        """Source rows of all columns that are chosen, from top to bottom."""
        rows = {index.row() for index in self.table.selectionModel().selectedRows()}
        return [self.model.source_row(row) for row in sorted(rows)]

    def _show_several(self) -> None:
        """What can be done for several columns at once."""
        model, chosen = self.model, self.chosen_rows if self._editable else []
        unknown = self._unknown() if self._editable else []
        compared = sum(model.output(i).role not in NOT_COMPARED for i in chosen)
        self.several.show_columns(len(unknown), len(chosen), compared, sum(map(model.is_open, chosen)))

    def _unknown(self) -> list[int]:
        """Source rows of columns that are kept because nobody knows what they mean."""
        model = self.model
        return [i for i in range(model.n_source) if model.is_open(i) and model.output(i).role is Role.KEEP]

    def choose(self, source: int) -> None:
        """Choose the column of a source row, or the first one where that is not shown."""
        self.table.selectRow(max(self.model.view_row(source), 0))

    # sizes

    def fit(self, wide: int, high: int) -> None:
        """Fit columns and rows to a page of this size (pixels)."""
        self._fit_columns(wide)
        self._fit_rows(high)

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        renew_row_height(self.table)

    def _fit_columns(self, wide: int) -> None:
        unit = line_height()
        widths = {name: units * unit for name, units in WIDTHS.items()}
        for column in self.model.columns:
            if column.name.startswith(HEADING):
                widths[column.name] = self._heading_width(column.name, column.title)
        room = wide - sum(widths.values()) - EXAMPLE_WIDTH * unit
        hidden = set()
        for name in GIVE_WAY:
            if room < 0:
                hidden.add(name)
                room += widths.get(name, EXAMPLE_WIDTH * unit)
        fitted = (tuple(sorted(widths.items())), tuple(sorted(hidden)))
        if fitted == self._fitted:
            return  # widths that a person gave stay
        self._fitted = fitted
        numbers = {column.name: number for number, column in enumerate(self.model.columns)}
        header_of(self.table).give_widths({n: round(widths[name]) for name, n in numbers.items() if name in widths})
        for name, number in numbers.items():
            self.table.setColumnHidden(number, name in hidden)

    def _heading_width(self, name: str, title: str) -> float:
        """What the longest heading of a list needs, within limits."""
        metrics = self.table.fontMetrics()
        texts = [title, *(self.model.text(source, name) for source in range(self.model.n_source))]
        longest = max(metrics.horizontalAdvance(text) for text in texts) + 3 * PADDING
        least, most = (units * line_height() for units in HEADING_WIDTH)
        return min(max(longest, least), most)

    def _fit_rows(self, high: int) -> None:
        """The table is as high as its rows, within limits; a cut row says that there are more."""
        count = self.model.rowCount()
        most = max(round(high * SHARE / row_height()), LEAST_ROWS)
        rows = min(max(count, LEAST_ROWS), most)
        spare = END if rows >= count else -row_height() // 3
        header = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(header + rows * row_height() + spare)

    # what a person does

    @Slot(int, str)
    def _on_role_chosen(self, source: int, role: str) -> None:
        if source < self.model.n_source:
            self.role_chosen.emit(self.model.output(source), role)

    @Slot(int, int, int)
    def _on_column_dropped(self, number: int, origin: int, target: int) -> None:
        heading = self.model.output(origin).columns[number]
        if heading is not None and self._editable:
            self.column_dropped.emit(number, heading, self.model.output(target))

    @Slot(object)
    def _on_cell_pressed(self, index: Any) -> None:
        self.model.pressed_cell = index.row(), index.column()

    @Slot(object)
    def _on_cell_clicked(self, index: Any) -> None:
        source = self.model.source_row(index.row())
        if len(self.chosen_rows) > 1:
            return  # several are being chosen
        if index.column() == ROLE:
            self._on_row_activated(index)
        elif index.column() == SURE and self.model.is_open(source) and self._editable:
            self.confirmed.emit(self.model.output(source))

    @Slot(object)
    def _on_row_activated(self, index: Any) -> None:
        if self._editable and self.table.state() != QAbstractItemView.State.EditingState:
            self.table.edit(index.siblingAtColumn(ROLE))

    @Slot(QItemSelection, QItemSelection)
    def _on_selection_changed(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self._show_several()
        self.row_chosen.emit()

    @Slot()
    def _on_unknown_kept(self) -> None:
        self.several_kept.emit([self.model.output(i) for i in self._unknown()])

    @Slot()
    def _on_chosen_kept(self) -> None:
        self.several_kept.emit([self.model.output(i) for i in self.chosen_rows])

    @Slot()
    def _on_chosen_confirmed(self) -> None:
        self.several_confirmed.emit([self.model.output(i) for i in self.chosen_rows if self.model.is_open(i)])
