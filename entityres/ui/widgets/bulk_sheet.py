"""UI: the sheet that says what answering many pairs at once would do, before it is done; not modal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from entityres.ui.theme import set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.flow import FlowRow

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class BulkSheet(Card):
    """Words and up to four buttons.

    Signals:
        look_asked: Show those that need a look first.
        others_asked: Accept all others.
        all_asked: Accept all.
        closed: Do nothing.
    """

    look_asked = Signal()
    others_asked = Signal()
    all_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent, surface="warning_card")
        self.setObjectName("bulkSheet")
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self.look_button, self.others_button = QPushButton(), QPushButton()
        self.all_button, self.cancel_button = QPushButton(), QPushButton("Cancel")
        for button, signal in (
            (self.look_button, self.look_asked),
            (self.others_button, self.others_asked),
            (self.all_button, self.all_asked),
            (self.cancel_button, self.closed),
        ):
            button.clicked.connect(signal)
        self.add(self._words)
        self.add(FlowRow(self.look_button, self.others_button, self.all_button, self.cancel_button))

    def ask(self, words: str, doubtful: int, others: int) -> None:
        """Show the question.

        Args:
            words: What would happen.
            doubtful: Pairs that deserve a look first.
            others: The rest.
        """
        self._words.setText(words)
        self.look_button.setText(f"Look at {'that one' if doubtful == 1 else f'those {doubtful:,}'} first")
        self.others_button.setText(f"Accept {others:,} others")
        self.all_button.setText(f"Accept all {doubtful + others:,}")
        # What needs a look comes first, and is what the eye falls on.
        set_kind(self.look_button, "primary")
        set_kind(self.all_button, "" if doubtful else "primary")
        self.look_button.setVisible(doubtful > 0)
        self.others_button.setVisible(doubtful > 0 and others > 0)
        self.show()
        self.cancel_button.setFocus()

    @property
    def words(self) -> str:
        """What is asked."""
        return self._words.text()

    # Qt

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        super().keyPressEvent(event)
