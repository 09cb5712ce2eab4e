"""UI: what stands in the place of the curve for a key without a similarity condition: what it asks, why, its shared values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QPushButton, QTableView, QVBoxLayout, QWidget

from entityres.ui.models.shared_table import SharedTable
from entityres.ui.theme import grid, row_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of
from entityres.ui.widgets.value_buttons import ValueButtons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QResizeEvent, QShowEvent

    from entityres.ui.models.key_values import Hot


MOST_NAMED = 5
"""So many values that are left to other keys are named."""


class KeyDetail(Card):
    """Sentences, then the values that the most pairs come from, with what can be done about each.

    Signals:
        empty_asked(object): Treat this Hot as missing.
        others_asked(object): Let this Hot be a reason to compare only where another key fits as well.
        again_asked: Let all values of the key be a reason by themselves again.
        records_asked(object): Show the records of this Hot.
    """

    empty_asked = Signal(object)
    others_asked = Signal(object)
    again_asked = Signal()
    records_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__("Keys", margins=Card.TABLE)
        self._words, self._reason, self._left_out = QLabel(), QLabel(), QLabel()
        set_kind(self._words, "muted")
        set_kind(self._left_out, "warning")
        sentences = QVBoxLayout()
        sentences.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        sentences.setSpacing(grid(0.5))
        for line in (self._words, self._reason, self._left_out):
            line.setWordWrap(True)
            line.setTextFormat(Qt.TextFormat.PlainText)
            sentences.addWidget(line)
        self._others = QLabel()
        self._others.setWordWrap(True)
        self._others.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self._others, "muted")
        self.again_button = QPushButton("Let them count again")
        set_kind(self.again_button, "link")
        self.again_button.clicked.connect(self.again_asked)
        beside = QHBoxLayout()
        beside.setSpacing(grid(1))
        beside.addWidget(self._others, 1)
        beside.addWidget(self.again_button, 0, Qt.AlignmentFlag.AlignTop)
        sentences.addLayout(beside)
        self.add(sentences)
        self.table = SharedTable()
        self.view = QTableView()
        self.view.setObjectName("sharedValuesTable")
        set_up_table(self.view, "Values that the most pairs of this key come from")
        self.view.setModel(self.table)
        header = self.view.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.view.selectionModel().currentRowChanged.connect(self._on_current_row_changed)
        self.add(self.view, 1)
        self._nothing = QLabel()
        self._nothing.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self._nothing.setWordWrap(True)
        set_kind(self._nothing, "caption")
        self.add(self._nothing)
        self._buttons = ValueButtons()
        self._buttons.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.empty_button, self.others_button = self._buttons.empty_button, self._buttons.others_button
        self.records_button = self._buttons.records_button
        self._buttons.empty_asked.connect(self.empty_asked)
        self._buttons.others_asked.connect(self.others_asked)
        self._buttons.records_asked.connect(self.records_asked)
        self.add(self._buttons)
        self._spring = QWidget()
        self.add(self._spring, 1)
        self.fit()
        self.show_others(())
        self.show_values(())

    def show_words(self, title: str, words: str, reason: str = "", left_out: str = "") -> None:
        """Show what a key asks for, what it adds and costs, and what its large buckets leave out."""
        self.set_title(title)
        self._words.setText(words)
        for line, text in ((self._reason, reason), (self._left_out, left_out)):
            line.setText(text)
            line.setVisible(bool(text))
        self._make_room()

    def show_others(self, values: Sequence[str]) -> None:
        """Say which values are a reason to compare only where another key fits as well."""
        named = ", ".join(f"“{value}”" for value in values[:MOST_NAMED])
        more = f" and {len(values) - MOST_NAMED:,} more" if len(values) > MOST_NAMED else ""
        self._others.setText(f"Compared only where another key fits as well: {named}{more}." if values else "")
        self.again_button.setText("Let it count again" if len(values) == 1 else "Let them count again")
        for widget in (self._others, self.again_button):
            widget.setVisible(bool(values))
        self._make_room()

    def _make_room(self) -> None:
        """Sentences have the height that they need, no more and no less: the page scrolls before a line is cut."""
        room = max(self.width() - grid(4) - 2, 1)
        for line in (self._words, self._reason, self._left_out):
            line.setFixedHeight(max(line.heightForWidth(room), 0))
        beside = self.again_button.sizeHint().width() + grid(1)
        self._others.setFixedHeight(max(self._others.heightForWidth(max(room - beside, 1)), 0))

    def show_values(self, values: Sequence[Hot], *, waiting: bool = False) -> None:
        """Show the values, costliest first; without any say that none is shared, or that they are being looked for."""
        if tuple(values) != self.table.values or not values:
            self.table.show_values(values)
            self.fit()
            if values:
                self.view.selectRow(0)
        self.view.setVisible(bool(values))
        self._spring.setVisible(not values)
        self._buttons.setVisible(bool(values))
        self._nothing.setVisible(not values)
        self._nothing.setText("Looking for shared values …" if waiting else "No value is shared by two records.")
        self._show_buttons()

    def fit(self) -> None:
        """Take the sizes of the font in use."""
        self._make_room()
        renew_row_height(self.view)
        metrics, values, widths = self.fontMetrics(), self.table.values, {}
        for column, most in ((1, [one.records for one in values]), (2, [one.pairs for one in values])):
            figure = f"{max([9_999_999, *most]):,}"
            widths[column] = metrics.horizontalAdvance(figure) + grid(3)
        header_of(self.view).give_widths(widths)
        self.view.setMinimumHeight(row_height() * 3)

    @property
    def current(self) -> Hot | None:
        """The value that is chosen in the table."""
        source = self.table.source_row(self.view.currentIndex().row())
        return self.table.values[source] if 0 <= source < len(self.table.values) else None

    def _show_buttons(self) -> None:
        self._buttons.show_value(self.current)

    @Slot(QModelIndex, QModelIndex)
    def _on_current_row_changed(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_buttons()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
