"""UI: what stands in the place of the curve for a key without a similarity condition: what it asks, why, its shared values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QHeaderView, QLabel, QPushButton, QTableView, QVBoxLayout, QWidget

from entityres.ui.models.shared_table import SharedTable
from entityres.ui.theme import grid, row_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtGui import QShowEvent

    from entityres.ui.models.key_values import Hot


class KeyDetail(Card):
    """Sentences, then the values that the most pairs come from, with what can be done about each.

    Signals:
        empty_asked(object): Treat this Hot as missing.
        records_asked(object): Show the records of this Hot.
    """

    empty_asked = Signal(object)
    records_asked = Signal(object)

    def __init__(self) -> None:
        super().__init__("Keys", margins=Card.TABLE)
        self._words, self._reason, self._left_out = QLabel(), QLabel(), QLabel()
        set_kind(self._words, "muted")
        set_kind(self._left_out, "warning")
        sentences = QVBoxLayout()
        sentences.setContentsMargins(grid(2), 0, grid(2), 0)
        sentences.setSpacing(grid(0.5))
        for line in (self._words, self._reason, self._left_out):
            line.setWordWrap(True)
            sentences.addWidget(line)
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
        self._nothing.setContentsMargins(grid(2), 0, grid(2), 0)
        self._nothing.setWordWrap(True)
        set_kind(self._nothing, "caption")
        self.add(self._nothing)
        self.empty_button = QPushButton("Treat as empty")
        self.empty_button.setToolTip("Records with this value count as having none in its column")
        self.records_button = QPushButton("Show records")
        self.records_button.setToolTip("Show the pairs of the records with this value on the Review page")
        self.empty_button.clicked.connect(self._on_empty_clicked)
        self.records_button.clicked.connect(self._on_records_clicked)
        self._buttons = QWidget()
        below = QHBoxLayout(self._buttons)
        below.setContentsMargins(grid(2), 0, grid(2), 0)
        below.setSpacing(grid(1))
        below.addWidget(self.empty_button)
        below.addWidget(self.records_button)
        below.addStretch(1)
        self.add(self._buttons)
        self._spring = QWidget()
        self.add(self._spring, 1)
        self.fit()
        self.show_values(())

    def show_words(self, title: str, words: str, reason: str = "", left_out: str = "") -> None:
        """Show what a key asks for, what it adds and costs, and what its large buckets leave out."""
        self.set_title(title)
        self._words.setText(words)
        for line, text in ((self._reason, reason), (self._left_out, left_out)):
            line.setText(text)
            line.setVisible(bool(text))

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
        renew_row_height(self.view)
        metrics, values = self.fontMetrics(), self.table.values
        for column, most in ((1, [one.records for one in values]), (2, [one.pairs for one in values])):
            figure = f"{max([9_999_999, *most]):,}"
            self.view.setColumnWidth(column, metrics.horizontalAdvance(figure) + grid(3))
        self.view.setMinimumHeight(row_height() * 3)

    @property
    def current(self) -> Hot | None:
        """The value that is chosen in the table."""
        source = self.table.source_row(self.view.currentIndex().row())
        return self.table.values[source] if 0 <= source < len(self.table.values) else None

    def _show_buttons(self) -> None:
        current = self.current
        self.records_button.setEnabled(current is not None)
        self.empty_button.setVisible(current is not None and bool(current.column))

    @Slot(QModelIndex, QModelIndex)
    def _on_current_row_changed(self, _current: QModelIndex, _previous: QModelIndex) -> None:
        self._show_buttons()

    @Slot()
    def _on_empty_clicked(self) -> None:
        if self.current is not None:
            self.empty_asked.emit(self.current)

    @Slot()
    def _on_records_clicked(self) -> None:
        if self.current is not None:
            self.records_asked.emit(self.current)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.fit()
