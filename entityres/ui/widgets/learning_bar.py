"""UI: what was learned from decisions, offered in one line above the pairs: taken, left, or taken back."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card


class LearningBar(Card):
    """Words and up to three buttons; not modal, and nothing changes until one is pressed.

    Signals:
        use_asked: Use what was learned.
        forget_asked: Use the program's own weights again.
        closed: Leave everything as it is.
    """

    use_asked = Signal()
    forget_asked = Signal()
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setObjectName("learningBar")
        self.setAccessibleName("Learned from your decisions")
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self.use_button, self.forget_button = QPushButton("Use it"), QPushButton("Forget what was learned")
        self.close_button = QPushButton("Not now")
        set_kind(self.use_button, "primary")
        line = QHBoxLayout()
        line.setSpacing(grid(1))
        line.addWidget(self._words, 1)
        for button, signal in (
            (self.use_button, self.use_asked),
            (self.forget_button, self.forget_asked),
            (self.close_button, self.closed),
        ):
            button.clicked.connect(signal)
            line.addWidget(button)
        self.add(line)

    @property
    def words(self) -> str:
        """What it says."""
        return self._words.text()

    def offer(self, words: str, *, use: bool, forget: bool) -> None:
        """Show what learning would change.

        Args:
            words: What would change, or why nothing would.
            use: There is something to use.
            forget: Something learned is in use.
        """
        self._words.setText(words)
        self.use_button.setVisible(use)
        self.forget_button.setVisible(forget)
        self.close_button.setText("Not now" if use else "Close")
        self.show()
