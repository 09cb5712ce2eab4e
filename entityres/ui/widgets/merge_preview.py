"""UI: the preview of one group: its records beside the merged record, and choosing values by click, key or typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QWidget

from entityres.ui.models.group_view import GroupView
from entityres.ui.models.preview_table import MERGED, PreviewTable
from entityres.ui.qt import Index
from entityres.ui.theme import row_height
from entityres.ui.widgets.preview_cells import PreviewCells
from entityres.ui.widgets.table_header import TableHeader, header_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

NAMES_SHARE, NAMES_LETTERS = 0.3, 12
"""Names of columns take a share of the width at most, and so many letters where they need them."""
LEAST_LETTERS, MOST_LETTERS = 19, 40
"""Records get so many letters where they need them, even if not all fit then; and never more than so many."""
ROWS_LOOKED_AT = 50
"""So many output columns are looked at, beyond those in view, for the widths."""


class MergePreview(QTableView):
    """The table of one group.

    Signals:
        value_taken: A person takes the value of a record: output columns (tuple of int, more than one for a set), record.
        value_typed: A person types a text ("" clears): output column, text.
        change_reversed: A person goes back to the rule: output columns (tuple of int).
        cell_entered: The current cell moved: output column (-1 for none), the text that says where its value came from.
    """

    value_taken = Signal(object, int)
    value_typed = Signal(int, str)
    change_reversed = Signal(object)
    cell_entered = Signal(int, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("mergePreview")
        self.setAccessibleName("Merged record and the records of the group")
        self._wanted: list[int] = []
        self.table = PreviewTable(self)
        self.setModel(self.table)
        self._cells = PreviewCells(self)
        self.setItemDelegate(self._cells)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(
            QAbstractItemView.EditTrigger.DoubleClicked
            | QAbstractItemView.EditTrigger.EditKeyPressed
            | QAbstractItemView.EditTrigger.AnyKeyPressed
        )
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setCornerButtonEnabled(False)
        self.setStyleSheet("QTableView:focus { border-color: transparent; }")  # the current cell has the focus ring
        across, down = TableHeader(self), self.verticalHeader()
        self.setHorizontalHeader(across)
        across.setSectionsClickable(False)
        across.setAccessibleName(f"Headings: {self.accessibleName()}")
        across.setHighlightSections(False)
        for header in (across, down):
            header.setTextElideMode(Qt.TextElideMode.ElideRight)
        across.setResizeContentsPrecision(ROWS_LOOKED_AT)
        across.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        down.setHighlightSections(False)
        down.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        down.setSectionsClickable(False)
        down.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.clicked.connect(self._on_clicked)
        self.table.value_typed.connect(self.value_typed)

    def show_group(self, view: GroupView | None) -> None:
        """Show a group; on the same group the current cell stays."""
        before = self.table.view
        self.table.show_group(view)
        if view is not None and before is not None and len(before.records) != len(view.records):
            header_of(self).forget_widths()
        if view is not None and (before is None or before.records != view.records or before.columns != view.columns):
            self.fit_columns()
            self.scrollToTop()
            if self.table.rowCount():
                self.setCurrentIndex(self.table.index(0, MERGED))
        self._tell()

    def show_only_conflicts(self, only: bool) -> None:
        """Leave out the rows on which all records agree."""
        self.table.show_only_conflicts(only)
        if self.table.rowCount():
            self.setCurrentIndex(self.table.index(0, MERGED))
        self._tell()

    def current_column(self) -> int:
        """The output column of the current cell, -1 without one."""
        index = self.currentIndex()
        return self.table.output_column(index.row()) if index.isValid() else -1

    def step_conflict(self, step: int) -> bool:
        """Go to the next (1) or previous (-1) row with a conflict; False when this group has no further one."""
        current = self.currentIndex().row()
        rows = self.table.conflict_rows()
        ahead = [row for row in rows if row > current] if step > 0 else [row for row in reversed(rows) if row < current]
        if not ahead:
            return False
        self.setCurrentIndex(self.table.index(ahead[0], max(self.currentIndex().column(), MERGED)))
        return True

    def enter_conflict(self, step: int) -> None:
        """Go to the first (1) or last (-1) row with a conflict."""
        rows = self.table.conflict_rows()
        if rows:
            self.setCurrentIndex(self.table.index(rows[0 if step > 0 else -1], MERGED))

    def take_current(self) -> None:
        """Take the value of the current cell; on the merged record, begin to type one."""
        index = self.currentIndex()
        if index.isValid() and index.column() == MERGED:
            self.edit(index)
        else:
            self.take(index)

    def take(self, index: QModelIndex) -> None:
        """Take the value of a record; taking it again goes back to the rule."""
        view = self.table.view
        if view is None or not index.isValid() or index.column() == MERGED:
            return
        column, member = self.table.output_column(index.row()), index.column() - 1
        if view.is_source(column, member):
            if column in view.by_hand:
                self.change_reversed.emit(view.together(column))
        elif view.values[column][member]:
            self.value_taken.emit(view.together(column), view.records[member])

    def clear_value(self) -> None:
        """Leave the merged record empty in the current row."""
        view, column = self.table.view, self.current_column()
        if view is not None and column >= 0 and view.merged[column]:
            self.value_typed.emit(column, "")

    def fit_columns(self) -> None:
        """Columns as wide as their texts, narrower where that brings all into view; rows as high as the font asks."""
        self.verticalHeader().setDefaultSectionSize(row_height())
        self._wanted = [
            max(self.sizeHintForColumn(section), self.horizontalHeader().sectionSizeHint(section))
            for section in range(self.table.columnCount())
        ]
        self._share_room()

    def _share_room(self) -> None:
        letter, wanted = self.fontMetrics().averageCharWidth(), self._wanted
        self.verticalHeader().setMaximumWidth(max(round(self.width() * NAMES_SHARE), letter * NAMES_LETTERS))
        if not wanted:
            return
        most = min(max(_even_cap(wanted, self.viewport().width()), letter * LEAST_LETTERS), letter * MOST_LETTERS)
        header_of(self).give_widths({section: min(width, most) for section, width in enumerate(wanted)})

    def _tell(self) -> None:
        view, column = self.table.view, self.current_column()
        whence = "" if view is None or column < 0 else view.provenance(column)
        index = self.currentIndex()
        cut = whence and self.sizeHintForIndex(index).width() > self.columnWidth(index.column())
        # Who has no mouse would not read a long value to its end.
        self.cell_entered.emit(column, f"“{index.data()}” · {whence}" if cut else whence)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        self.take(index)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_room()

    def currentChanged(self, current: Index, previous: Index) -> None:
        super().currentChanged(current, previous)
        self._tell()


def _even_cap(wanted: list[int], room: int) -> int:
    """The width that no column may exceed so that all fit; what narrow ones do not need goes to the wide ones."""
    widths = sorted(wanted)
    for number, width in enumerate(widths):
        even = room // (len(widths) - number)
        if width > even:
            return even
        room -= width
    return widths[-1]
