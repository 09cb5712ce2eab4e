"""UI: a line to write a note on a pair, with a few ready words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLineEdit, QWidget

from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card, row
from entityres.ui.widgets.chip import Chip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent, QResizeEvent

LEAST_LETTERS = 95
"""Letters of width from which the ready words stand beside the note."""
READY = ("twins", "same household", "ask the customer", "second look")


class NoteLine(Card):
    """Enter keeps the note, Escape leaves it as it was.

    Signals:
        note_kept(str): The note; "" removes it.
        left: The person is done.
    """

    note_kept = Signal(str)
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._before = ""
        self.edit = QLineEdit()
        self.edit.setObjectName("noteEdit")
        self.edit.setPlaceholderText("Enter keeps the note, Esc leaves")
        self.edit.returnPressed.connect(self._on_return_pressed)
        words = QLabel("Note")
        set_kind(words, "heading")
        words.setBuddy(self.edit)
        self.edit.setAccessibleName("Note on this pair")
        ready_words = QHBoxLayout()
        ready_words.setSpacing(grid(1))
        for ready in READY:
            chip = Chip(ready)
            connect_weak(chip.clicked, self._put, ready)
            ready_words.addWidget(chip)
        ready_words.addStretch(1)
        self._parts = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._parts.setSpacing(grid(1))
        self._parts.addLayout(row(words, self.edit, spacing=1), 1)
        self._parts.addLayout(ready_words)
        self.add(self._parts)

    def write(self, note: str) -> None:
        """Show the line with the note that is there."""
        self.edit.setText(note)
        self._before = note
        self.show()
        self.edit.setFocus()
        self.edit.selectAll()

    @property
    def is_changed(self) -> bool:
        """Whether another note is written than the one that was there."""
        return self.edit.text() != self._before

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the ready words below where they would leave no room to write."""
        direction = QBoxLayout.Direction
        narrow = self.width() < self.fontMetrics().averageCharWidth() * LEAST_LETTERS
        self._parts.setDirection(direction.TopToBottom if narrow else direction.LeftToRight)
        super().resizeEvent(event)

    def _put(self, words: str) -> None:
        self.note_kept.emit(words)
        self.left.emit()

    @Slot()
    def _on_return_pressed(self) -> None:
        self.note_kept.emit(self.edit.text())
        self.left.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)
