"""UI: the box in which the program asks: a sentence, what follows, and buttons that say what they do.

A box of the system has no title in the program's type, an empty place for an icon and buttons in the system's order; this
one looks like the rest of the window. Only `messages.py` opens it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QListView, QPlainTextEdit, QPushButton, QVBoxLayout, QWidget

from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, line_height, set_kind

if TYPE_CHECKING:
    from PySide6.QtGui import QShowEvent

LEAST_WIDE = 28
"""Width of a box in heights of a line, at least."""


class QuestionBox(QDialog):
    """Asks once.

    Args:
        title: Title of the window.
        text: The question.
        hint: What follows from each answer.
        buttons: Words on the buttons; the first is the default, the last is what Escape means.
        details: Long text below, "" for none.
        field: What is to be filled in or chosen from, between words and buttons; it has the focus.

    Attributes:
        buttons: The buttons, in the order of their words.
        answer: The number of the button that was pressed, -1 as long as none was.

    Signals:
        answered(int): The number of the button that was pressed; -1 when the box was closed otherwise.
    """

    answered = Signal(int)

    def __init__(
        self,
        title: str,
        text: str,
        hint: str,
        buttons: Sequence[str],
        *,
        details: str = "",
        field: QWidget | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.answer = -1
        question, follows = _words(text, "title"), _words(hint, "muted")
        follows.setVisible(bool(hint))
        self.setAccessibleName(text)
        self.setAccessibleDescription(hint)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(3), grid(3), grid(3), grid(2))
        layout.setSpacing(grid(1))
        layout.addWidget(question)
        layout.addWidget(follows)
        if details:
            layout.addWidget(_details(details), 1)
        if field is not None:
            field.setAccessibleName(text)
            layout.addWidget(field, 1)
        layout.addSpacing(grid(1))
        line = QHBoxLayout()
        line.setSpacing(grid(1))
        line.addStretch(1)
        self.buttons: list[QPushButton] = []
        for number, words in enumerate(buttons):
            button = QPushButton(words)
            button.setAutoDefault(False)
            set_kind(button, "" if number else "primary")
            connect_weak(button.clicked, self._choose, number)
            self.buttons.append(button)
        for button in reversed(self.buttons):  # the one that most people want is at the outer end
            line.addWidget(button)
        self.buttons[0].setDefault(True)
        (field or self.buttons[0]).setFocus()
        layout.addLayout(line)
        self.setMinimumWidth(line_height() * LEAST_WIDE)
        self.finished.connect(self._on_finished)

    def _choose(self, number: int) -> None:
        self.answer = number
        self.done(QDialog.DialogCode.Accepted)

    @Slot(int)
    def _on_finished(self, _result: int) -> None:
        self.answered.emit(self.answer)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        for words in self.findChildren(QListView):
            words.doItemsLayout()  # rows were measured before the style sheet gave them room

    def reject(self) -> None:
        """Escape presses the last button."""
        self._choose(len(self.buttons) - 1)


def _words(text: str, kind: str) -> QLabel:
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(True)
    set_kind(made, kind)
    return made


def _details(text: str) -> QPlainTextEdit:
    made = QPlainTextEdit(text)
    made.setReadOnly(True)
    made.setAccessibleName("Details")
    made.setMinimumHeight(line_height() * 6)
    return made
