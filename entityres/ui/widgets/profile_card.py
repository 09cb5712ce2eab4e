"""UI: what is in a column of a list: how full and varied, its commonest values and shapes with their shares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelection, Signal, Slot
from PySide6.QtWidgets import QHeaderView, QPushButton, QTableView, QWidget

from entityres.records.profile import SHOWN_LETTERS
from entityres.ui.models.list_table import shape
from entityres.ui.models.profile_table import ProfileTableModel, summary
from entityres.ui.qt import as_tip, clear_layout
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label, row
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.share_delegate import ShareDelegate
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from entityres.records.profile import ColumnProfile

VALUES, SHAPES = 0, 1
SHOWN_ROWS = 5


class ProfileCard(Card):
    """The profile of the chosen column, in one of the lists that have it.

    Signals:
        list_chosen: Number (int) of the list whose column is wanted.
        missing_wanted: Text (str) that should count as missing.
    """

    list_chosen = Signal(int)
    missing_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("What is in it", parent, margins=Card.TABLE)
        self.kind = SegmentedControl(["Values", "Shapes"], "What to count")
        self.kind.chip(SHAPES).setToolTip("9 stands for a digit, A for a capital, a for small letters")
        self.kind.choice_changed.connect(self._on_kind_chosen)
        if self.head is not None:
            self.head.addWidget(self.kind)
        self.summary = label("", "muted", wrap=True)
        self._lists = row()
        head = row(self.summary)
        head.setStretch(0, 1)
        head.addLayout(self._lists)
        head.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.add(head)
        self.model = ProfileTableModel(self)
        self.table = QTableView()
        self.table.setObjectName("profileTable")
        set_up_table(self.table, "Commonest values")
        self.table.setModel(self.model)
        self.table.horizontalHeader().hide()
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.setItemDelegateForColumn(1, ShareDelegate(self.table))
        self.table.selectionModel().selectionChanged.connect(self._on_row_selected)
        self.add(self.table, 1)
        self.missing_button = QPushButton()
        self.missing_button.setObjectName("countAsMissingButton")
        set_kind(self.missing_button, "link")
        self.missing_button.clicked.connect(self._on_missing_clicked)
        foot = row(self.missing_button, 1)
        foot.setContentsMargins(grid(0.5), 0, grid(0.5), 0)
        self.add(foot)
        self._profile: ColumnProfile | None = None
        self._numbers: list[int] = []
        self._may_count = False
        self.list_choice: SegmentedControl | None = None
        self.renew_sizes()

    def show_lists(self, numbers: Sequence[int], names: Sequence[str], chosen: int) -> None:
        """Offer the lists that have the column.

        Args:
            numbers: Their numbers.
            names: Their names.
            chosen: Number of the list that is shown.
        """
        if list(numbers) != self._numbers:
            self._numbers = list(numbers)
            clear_layout(self._lists)
            self.list_choice = None
            if len(self._numbers) > 1:
                tags = [shape(number) for number in self._numbers]
                self.list_choice = SegmentedControl(tags, "List")
                for place, name in enumerate(names):
                    self.list_choice.chip(place).setToolTip(as_tip(name))
                    self.list_choice.chip(place).setAccessibleName(name)
                self.list_choice.choice_changed.connect(self._on_list_chosen)
                self._lists.addWidget(self.list_choice)
        if self.list_choice is not None and chosen in self._numbers:
            self.list_choice.set_choice(self._numbers.index(chosen))

    def show_profile(self, profile: ColumnProfile | None, may_count: bool) -> None:
        """Show a profile; None while it is being made.

        Args:
            profile: The profile.
            may_count: Whether a value can be said to count as missing.
        """
        self._profile, self._may_count = profile, may_count
        self.summary.setText("Looking through the values…" if profile is None else summary(profile))
        self._show_rows()

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        renew_row_height(self.table)
        self.table.setMinimumHeight(row_height() * SHOWN_ROWS + 6)
        header_of(self.table).give_widths({1: line_height() * 7, 2: line_height() * 4})

    def _show_rows(self) -> None:
        profile, shapes = self._profile, self.kind.choice == SHAPES
        rows = () if profile is None else profile.shapes if shapes else profile.commonest
        self.model.show_counted(rows)
        self.table.setAccessibleName("Commonest shapes" if shapes else "Commonest values")
        self._show_button()

    def _chosen(self) -> str:
        """The chosen value, "" when there is none that could count as missing."""
        rows = self.table.selectionModel().selectedRows()
        if not rows or self.kind.choice == SHAPES or not self._may_count:
            return ""
        text = self.model.value(self.model.source_row(rows[0].row()))
        return text if len(text) < SHOWN_LETTERS else ""  # a longer one is cut

    def _show_button(self) -> None:
        text = self._chosen()
        short = text if len(text) <= 24 else f"{text[:23]}…"
        self.missing_button.setText(f"Count “{short}” as missing" if text else "Choose a value to count it as missing")
        self.missing_button.setEnabled(bool(text))
        self.missing_button.setVisible(self._may_count and self.kind.choice == VALUES)

    @Slot(int)
    def _on_kind_chosen(self, _kind: int) -> None:
        self._show_rows()

    @Slot(int)
    def _on_list_chosen(self, place: int) -> None:
        self.list_chosen.emit(self._numbers[place])

    @Slot(QItemSelection, QItemSelection)
    def _on_row_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self._show_button()

    @Slot()
    def _on_missing_clicked(self) -> None:
        text = self._chosen()
        if text:
            self.missing_wanted.emit(text)
