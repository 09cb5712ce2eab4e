"""UI: a few sentences below each other, each with its buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from entityres.ui.models.column_notes import Note
from entityres.ui.qt import clear_layout, connect_weak
from entityres.ui.theme import grid
from entityres.ui.widgets.card import label
from entityres.ui.widgets.flow import FlowRow


class NoteRows(QWidget):
    """Shows notes.

    Signals:
        button_pressed: What the button does (str) and the number of the list that the note is about (int). Connect it
            queued: the buttons go when other notes are shown.
    """

    button_pressed = Signal(str, int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(grid(0.75))
        self._notes: tuple[Note, ...] = ()
        self.buttons: list[QPushButton] = []
        self.hide()

    @property
    def words(self) -> str:
        """All sentences that are shown."""
        return " ".join(note.text for note in self._notes)

    def show_notes(self, notes: Sequence[Note], *, enabled: bool = True) -> None:
        """Show these instead."""
        if tuple(notes) == self._notes:
            return
        self._notes = tuple(notes)
        clear_layout(self._layout)
        self.buttons = []
        for note in self._notes:
            self._layout.addWidget(label(note.text, note.kind, wrap=True))
            if note.buttons:
                made = []
                for words, does in note.buttons:
                    button = QPushButton(words)
                    button.setEnabled(enabled)
                    button.setAccessibleDescription(note.text)
                    connect_weak(button.clicked, self._press, does, note.number)
                    made.append(button)
                self.buttons += made
                self._layout.addWidget(FlowRow(*made))
        self.setVisible(bool(self._notes))

    def button(self, words: str) -> QPushButton:
        """The button with these words."""
        return next(one for one in self.buttons if one.text() == words)

    def _press(self, does: str, number: int) -> None:
        self.button_pressed.emit(does, number)
