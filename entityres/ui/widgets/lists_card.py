"""UI: the loaded lists and what can be done with them: add, remove, read again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QTableView, QWidget

from entityres.ui.models.list_table import ListTableModel
from entityres.ui.theme import grid, line_height, row_height
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import EndDelegate, StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from PySide6.QtGui import QAction

    from entityres.records.record_list import RecordList

WIDTHS = {"name": 7, "rows": 4.5, "columns": 5, "encoding": 8, "separator": 6, "state": 10}
"""Column widths in lines of text; the file takes the rest."""
FILE_WIDTH = 8
GIVE_WAY = ("separator", "encoding", "columns", "file")
"""Columns that hide where there is no room, the first one first: how a list was read stands beside its preview too."""
MOST_ROWS = 4
"""Lists that are shown without scrolling."""
END = 14
"""Pixels below the last row."""


class ListsCard(Card):
    """The table of lists with its buttons.

    Args:
        rename: Gives a list (number) another name; says whether it was taken.
        add: The action that adds lists.

    Signals:
        list_chosen: Number (int) of the list that is the chosen one now.
        remove_wanted: Take the chosen list out.
        reload_wanted: Read the chosen list from disk again.
    """

    list_chosen = Signal(int)
    remove_wanted = Signal()
    reload_wanted = Signal()

    def __init__(self, rename: Callable[[int, str], bool], add: QAction, parent: QWidget | None = None) -> None:
        super().__init__("", parent, margins=Card.TABLE)
        self.model = ListTableModel(rename, self)
        self.table = QTableView()
        self.table.setObjectName("listTable")
        set_up_table(self.table, "Lists")
        self.table.setModel(self.model)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.setItemDelegateForColumn(self.model.column_number("file"), EndDelegate(self.table))
        self.table.setItemDelegateForColumn(self.model.column_number("state"), StateDelegate(self.table))
        self.table.selectionModel().selectionChanged.connect(self._on_selection_changed)
        self.add_button = KeyButton.for_action(add, text="Add files…")
        self.remove_button = KeyButton("Remove", icon_name="remove")
        self.remove_button.clicked.connect(self.remove_wanted)
        self.reload_button = KeyButton("Reload from disk", icon_name="reload")
        self.reload_button.clicked.connect(self.reload_wanted)
        hint = label("or drop files anywhere, or paste rows", "caption")
        buttons = FlowRow(self.add_button, self.remove_button, self.reload_button, hint)
        buttons.setContentsMargins(Card.INDENT, 0, Card.INDENT, grid(0.5))
        self.add(self.table)
        self.add(buttons)

    def show_lists(
        self, lists: Sequence[RecordList], kept: Sequence[Collection[str]], chosen: int, *, editable: bool
    ) -> None:
        """Show these lists.

        Args:
            lists: The lists.
            kept: For each list the kinds of remarks that the user keeps as they are.
            chosen: Number of the chosen one.
            editable: False where nothing can be changed.
        """
        self.model.show_lists(lists, kept)
        self.choose(chosen)
        for button in (self.remove_button, self.reload_button):
            button.setEnabled(editable)
        self.fit()

    def choose(self, number: int) -> None:
        """Make a list the chosen one."""
        self.table.selectRow(self.model.view_row(number))

    def fit(self) -> None:
        """Height from the rows; widths from the room, where some columns give way."""
        shown = min(max(self.model.rowCount(), 1), MOST_ROWS)
        header = self.table.horizontalHeader()
        self.table.setFixedHeight(header.sizeHint().height() + shown * row_height() + END)
        unit, number_of = line_height(), self.model.column_number
        room = self.table.width() - (sum(WIDTHS.values()) + FILE_WIDTH) * unit
        for name in GIVE_WAY:
            hidden = room < 0
            self.table.setColumnHidden(number_of(name), hidden)
            room += WIDTHS.get(name, FILE_WIDTH) * unit if hidden else 0
        stretched = "name" if self.table.isColumnHidden(number_of("file")) else "file"
        for name in ("name", "file"):
            mode = QHeaderView.ResizeMode.Stretch if name == stretched else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(number_of(name), mode)
        header_of(self.table).give_widths({number_of(name): round(units * unit) for name, units in WIDTHS.items()})

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        renew_row_height(self.table)
        self.fit()

    @Slot(QItemSelection, QItemSelection)
    def _on_selection_changed(self, _now: QItemSelection, _before: QItemSelection) -> None:
        rows = self.table.selectionModel().selectedRows()
        if rows:
            self.list_chosen.emit(self.model.source_row(rows[0].row()))
