"""UI: what was odd in a file, line by line, with buttons that mend the chosen remark."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, Signal, Slot
from PySide6.QtWidgets import QPushButton, QTableView, QWidget

from entityres.session.stages import count
from entityres.ui.models.problem_table import ProblemTableModel
from entityres.ui.models.remedies import Remedy, remedies
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.flow import FlowRow

if TYPE_CHECKING:
    from entityres.records.record_list import Problem, RecordList

MOST_BUTTONS = 3
SHOWN_ROWS = 4


class RemarksCard(Card):
    """The remarks on one list; the card hides when there are none.

    Signals:
        remedy_chosen: The Problem and the Remedy whose button was pressed.
        line_wanted: Line (int) of the file to show.
        all_wanted: The user wants to see again what he kept as it is.
    """

    remedy_chosen = Signal(object, object)
    line_wanted = Signal(int)
    all_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Remarks", parent, margins=Card.TABLE)
        self.model = ProblemTableModel(self)
        self.table = QTableView()
        self.table.setObjectName("problemTable")
        set_up_table(self.table, "What was odd in the file")
        self.table.setModel(self.model)
        self.table.horizontalHeader().hide()
        self.table.selectionModel().selectionChanged.connect(self._on_row_selected)
        self.table.activated.connect(self._on_show_clicked)
        self.kept_button = QPushButton()
        set_kind(self.kept_button, "link")
        self.kept_button.clicked.connect(self.all_wanted)
        if self.head is not None:
            self.head.addWidget(self.kept_button)
        self.show_button = QPushButton()
        self.show_button.setObjectName("showLineButton")
        self.show_button.clicked.connect(self._on_show_clicked)
        self.buttons = [QPushButton() for _ in range(MOST_BUTTONS)]
        for number, button in enumerate(self.buttons):
            button.setObjectName(f"remedyButton{number + 1}")
            button.clicked.connect(self._on_remedy_clicked)
        self.flow = FlowRow(*self.buttons, self.show_button)
        self.flow.setContentsMargins(Card.INDENT, 0, Card.INDENT, grid(0.5))
        self.add(self.table)
        self.add(self.flow)
        self._list: RecordList | None = None
        self._remedies: tuple[Remedy, ...] = ()
        self._enabled = True

    def show_list(self, record_list: RecordList | None, kept: Collection[str], *, enabled: bool = True) -> None:
        """Show the remarks on a list.

        Args:
            record_list: The list.
            kept: Kinds of remarks that the user keeps as they are.
            enabled: False where nothing can be changed.
        """
        self._list, self._enabled = record_list, enabled
        self.model.show_list(record_list, kept)
        shown = self.model.rowCount()
        hidden = 0 if record_list is None else sum(one.kind in kept for one in record_list.problems)
        self.setVisible(bool(shown or hidden))
        self.table.setVisible(shown > 0)
        self.flow.setVisible(shown > 0)
        self.kept_button.setText(f"Show {count(hidden, 'remark')} kept as they are")
        self.kept_button.setVisible(hidden > 0)
        if record_list is not None:
            rejected = len(record_list.rejected)
            lost = (
                f"{count(rejected, 'row')} could not be loaded"
                if rejected
                else f"{count(shown, 'remark')} on this file"
            )
            self.set_title(lost if shown else "Nothing needs attention")
        self.fit()
        if shown:
            self.table.selectRow(0)
        self._show_buttons()

    @property
    def chosen(self) -> Problem | None:
        """The chosen remark."""
        rows = self.table.selectionModel().selectedRows()
        return self.model.problem(self.model.source_row(rows[0].row())) if rows else None

    def fit(self) -> None:
        """Height and widths from what is shown."""
        renew_row_height(self.table)
        rows = min(max(self.model.rowCount(), 1), SHOWN_ROWS)
        self.table.setFixedHeight(rows * row_height() + 6)
        self.table.setColumnWidth(0, 4 * line_height())

    def _show_buttons(self) -> None:
        problem = self.chosen
        known = problem is not None and self._list is not None
        self._remedies = remedies(problem, self._list) if known else ()  # type: ignore[arg-type]
        for number, button in enumerate(self.buttons):
            shown = number < len(self._remedies)
            button.setVisible(shown)
            button.setEnabled(self._enabled)
            if shown:
                button.setText(self._remedies[number].words)
        line = problem.line if problem is not None else None
        self.show_button.setVisible(bool(line))
        self.show_button.setText(f"Show line {line:,}" if line else "")
        self.flow.updateGeometry()

    @Slot(QItemSelection, QItemSelection)
    def _on_row_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self._show_buttons()

    @Slot()
    def _on_show_clicked(self) -> None:
        problem = self.chosen
        if problem is not None and problem.line:
            self.line_wanted.emit(problem.line)

    @Slot()
    def _on_remedy_clicked(self) -> None:
        button = self.sender()
        number = self.buttons.index(button)  # type: ignore[arg-type]
        problem = self.chosen
        if problem is not None and number < len(self._remedies):
            self.remedy_chosen.emit(problem, self._remedies[number])
