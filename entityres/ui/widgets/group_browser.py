"""UI: the groups of the Merge page and the one that is looked at: filters, list, preview, where a value came from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QSplitter, QTableView, QVBoxLayout, QWidget

from entityres.ui.models.group_view import GroupView
from entityres.ui.models.merge_groups import MergeGroups, MergeGroupsTable, Show, Sort
from entityres.ui.theme import grid, row_height
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import StateDelegate, set_up_table
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.merge_preview import MergePreview
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

SHOWN = (Show.ALL, Show.CONFLICTS, Show.BY_HAND)
ANY_COLUMN = "in any column"
WIDE_LETTERS, VERY_WIDE_LETTERS, HIGH_LINES = 92, 170, 34
"""List and group are side by side from the first width on in a card below so many lines, from the second in any."""


class GroupBrowser(Card):
    """A card with the list of groups and the preview of one.

    Signals:
        group_entered: Another group is looked at (its number, -1 for none): show it with `show_view`.
        value_taken: A person takes the value of a record: group, output columns (tuple of int), record.
        value_typed: A person types a text ("" clears): group, output column, text.
        change_reversed: A person goes back to the rule: group, output columns (tuple of int).
        cell_entered: The current cell moved to this output column (-1 for none).
    """

    group_entered = Signal(int)
    value_taken = Signal(int, object, int)
    value_typed = Signal(int, int, str)
    change_reversed = Signal(int, object)
    cell_entered = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Preview", parent, margins=Card.TABLE)
        self.groups = MergeGroupsTable(self)
        self._columns: tuple[str, ...] = ()
        self._said = ""
        self._shape: tuple[bool, bool, bool] | None = None
        self._build_filters()
        self._build_list()
        self._build_preview()
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(grid(1))
        self._splitter.addWidget(self.list)
        self._splitter.addWidget(self._right)
        self._splitter.setStretchFactor(1, 1)
        self._moved_by_hand = False
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        self.body.addWidget(self._splitter, 1)

    @property
    def group(self) -> int:
        """Number of the group that is looked at, -1 for none."""
        view = self.preview.table.view
        return -1 if view is None else view.group

    def show_groups(self, groups: MergeGroups, columns: Sequence[str], *, keep_order: bool) -> None:
        """Show other groups; the one that is looked at stays if it is still there."""
        if tuple(columns) != self._columns:
            self._columns = tuple(columns)
            with QSignalBlocker(self.column):
                self.column.clear()
                self.column.addItem(ANY_COLUMN, -1)
                for position, name in enumerate(columns):
                    self.column.addItem(f"in {name}", position)
        before = self.group
        with QSignalBlocker(self.list.selectionModel()):
            self.groups.take(groups, keep_order=keep_order)
        counts = (len(groups), int((groups.asking > 0).sum()), int(groups.by_hand.sum()))
        for number, (words, count) in enumerate(zip(("All", "Conflicts", "By hand"), counts, strict=True)):
            self.shown.set_words(number, f"{words} {count:,}")
        self._look_at(before)

    def show_view(self, view: GroupView | None) -> None:
        """Show the cells of the group that is looked at."""
        self.preview.show_group(view)
        if view is None:
            self.heading.setText("No group fits these filters" if len(self.groups.groups) else "")
        else:
            size = len(view.records)
            self.heading.setText(f"Group {view.group + 1:,} · {size:,} records")

    def renew_sizes(self) -> None:
        """Row heights and column widths after another zoom."""
        self._fit_list()
        self.preview.fit_columns()
        self.provenance.setMinimumHeight(row_height())

    def step_conflict(self, step: int) -> bool:
        """Go to the next (1) or previous (-1) conflict, over all listed groups; False at the end."""
        if self.preview.step_conflict(step):
            self.preview.setFocus()
            return True
        row = self.groups.next_conflict(self.list.currentIndex().row(), step)
        if row < 0:
            words = (
                "That was the last conflict in this list." if step > 0 else "That was the first conflict in this list."
            )
            self.provenance.setText(words)
            return False
        self.list.setCurrentIndex(self.groups.index(row, 0))
        self.preview.enter_conflict(step)
        self.preview.setFocus()
        return True

    def _build_filters(self) -> None:
        self.shown = SegmentedControl(["All", "Conflicts", "By hand"], "Which groups are listed", self)
        self.shown.choice_changed.connect(self._on_filters_changed)
        self.column = Choice(self, letters=5)
        self.column.setAccessibleName("Column with a conflict")
        self.column.activated.connect(self._on_column_chosen)
        self.sort = Choice(self, letters=5)
        self.sort.setAccessibleName("Order of the groups")
        for order in Sort:
            self.sort.addItem(str(order), order)
        self.sort.activated.connect(self._on_filters_changed)
        self.search = QLineEdit(self)
        self.search.setPlaceholderText("Search groups")
        self.search.setAccessibleName("Search groups")
        self.search.setClearButtonEnabled(True)
        self.search.setMinimumWidth(self.fontMetrics().averageCharWidth() * 15)
        self.search.textChanged.connect(self._on_filters_changed)
        self._filters = QWidget(self)
        filters = QHBoxLayout(self._filters)
        filters.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        filters.setSpacing(grid(1))
        filters.addWidget(self.search, 3)
        filters.addWidget(self.column, 2)
        filters.addWidget(self.sort, 3)
        if self.head is not None:
            self.head.addWidget(self.shown)
        self.body.addWidget(self._filters)

    def _build_list(self) -> None:
        self.list = QTableView(self)
        self.list.setObjectName("mergeGroups")
        set_up_table(self.list, "Groups")
        self.list.setModel(self.groups)
        self._state = StateDelegate(self.list)
        self.list.setItemDelegateForColumn(0, self._state)
        header = self.list.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, header.ResizeMode.Stretch)
        for section in (1, 2):
            header.setSectionResizeMode(section, header.ResizeMode.Fixed)
        self._fit_list()
        self.list.selectionModel().currentRowChanged.connect(self._on_row_changed)

    def _build_preview(self) -> None:
        self.preview = MergePreview(self)
        self.preview.cell_entered.connect(self._on_cell_entered)
        self.preview.value_taken.connect(self._on_value_taken)
        self.preview.value_typed.connect(self._on_value_typed)
        self.preview.change_reversed.connect(self._on_change_reversed)
        self.heading = label("", "heading")
        self.heading.setContentsMargins(Card.INDENT, 0, 0, 0)
        self.provenance = label("", "muted", wrap=True)
        self.provenance.setObjectName("provenance")
        self.provenance.setAccessibleName("Where the value came from")
        self.provenance.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.provenance.setMinimumHeight(row_height())
        self._right = QWidget(self)
        layout = QVBoxLayout(self._right)
        layout.setContentsMargins(0, grid(0.5), grid(1), 0)
        layout.setSpacing(grid(0.5))
        layout.addWidget(self.heading)
        layout.addWidget(self.preview, 1)
        layout.addWidget(self.provenance)
        self._right.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _fit_list(self) -> None:
        metrics = self.list.horizontalHeader().fontMetrics()
        titles = {section: str(self.groups.columns[section].title) for section in (1, 2)}
        widths = {section: metrics.horizontalAdvance(title) + 28 for section, title in titles.items()}
        header_of(self.list).give_widths(widths)
        self.list.verticalHeader().setDefaultSectionSize(row_height())
        self.list.setMinimumHeight(self.list.horizontalHeader().sizeHint().height() + row_height() + grid(0.5))

    def _look_at(self, group: int) -> None:
        row = self.groups.row_of(group) if group >= 0 else -1
        row = row if row >= 0 else min(0, self.groups.rowCount() - 1)
        with QSignalBlocker(self.list.selectionModel()):
            self.list.setCurrentIndex(self.groups.index(row, 0) if row >= 0 else QModelIndex())
        self.list.viewport().update()
        self.group_entered.emit(self.groups.group_at(row))

    @Slot()
    def _on_filters_changed(self) -> None:
        before = self.group
        show = SHOWN[self.shown.choice]
        column = self.column.currentData() if show == Show.CONFLICTS and self.column.count() else -1
        with QSignalBlocker(self.list.selectionModel()):
            self.groups.arrange(show, Sort(self.sort.currentData()), int(column), self.search.text())
        self._look_at(before)

    @Slot()
    def _on_column_chosen(self) -> None:
        if self.column.currentData() >= 0:
            self.shown.set_choice(SHOWN.index(Show.CONFLICTS))
        self._on_filters_changed()

    @Slot(QModelIndex)
    def _on_row_changed(self, current: QModelIndex) -> None:
        self.group_entered.emit(self.groups.group_at(current.row()) if current.isValid() else -1)

    @Slot(int, str)
    def _on_cell_entered(self, column: int, words: str) -> None:
        self.provenance.setText(words)
        self.cell_entered.emit(column)

    @Slot(object, int)
    def _on_value_taken(self, columns: tuple[int, ...], record: int) -> None:
        self.value_taken.emit(self.group, columns, record)

    @Slot(int, str)
    def _on_value_typed(self, column: int, text: str) -> None:
        self.value_typed.emit(self.group, column, text)

    @Slot(object)
    def _on_change_reversed(self, columns: tuple[int, ...]) -> None:
        self.change_reversed.emit(self.group, columns)

    @Slot(int, int)
    def _on_splitter_moved(self, place: int, handle: int) -> None:
        self._moved_by_hand = True

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        lines = self.height() / self.fontMetrics().height()
        self._filters.setVisible(lines > 20)
        self.heading.setVisible(lines > 20)
        letters = self.width() / self.fontMetrics().averageCharWidth()
        # Below each other the names and the values have the whole width; in a low window that leaves too few rows.
        wide = letters > (WIDE_LETTERS if lines < HIGH_LINES else VERY_WIDE_LETTERS)
        shape = (wide, lines > 20, lines > HIGH_LINES)
        if shape != self._shape:
            self._shape, self._moved_by_hand = shape, False
            self._splitter.setOrientation(Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical)
        if not self._moved_by_hand:
            share = 0.42 if wide else 0.4 if lines > HIGH_LINES else 0.3 if lines > 20 else 0.2
            # The list keeps what it is given and the values take the rest, so it must be told in what there really is.
            room = self.width() if wide else self.height() - self._filters.sizeHint().height() - 2 * row_height()
            self._splitter.setSizes([int(share * room), int((1 - share) * room)])
