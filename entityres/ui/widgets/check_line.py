"""UI: one line that says which column checks the result, or which one could, with the button for it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from entityres.records.sentences import ended
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import label, row

WORDS_FIRST = 100
"""How much more of the spare room the words may take than what is behind the button."""


class CheckLine(QWidget):
    """Words and a link beside them.

    Signals:
        column_wanted: Name (str) of the column that should check, "" for none.
    """

    column_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = ""
        self.words = label("", "caption", wrap=True)
        self.button = QPushButton()
        self.button.setObjectName("useCheckButton")
        set_kind(self.button, "link")
        self.button.clicked.connect(self._on_clicked)
        layout = row(self.words, self.button, 1)
        layout.setStretch(0, WORDS_FIRST)
        layout.setContentsMargins(0, 0, 0, 0)
        self.setLayout(layout)

    def show_check(self, name: str, offer: str) -> None:
        """Show which column checks, or which could.

        Args:
            name: The column that checks, "" for none.
            offer: A column that could, "" for none; asked for only when there is none.
        """
        self._wanted = "" if name else offer
        if name:
            self.words.setText(
                f"{ended(f'Check column: {name}')} It is not used for matching; it helps to estimate how many matches are right."
            )
            self.button.setText("Use none")
        else:
            words = "No check column: how many matches are right will not be estimated."
            self.words.setText(f"{words} A good one:" if offer else words)
            self.button.setText(f"Use “{offer}”")
        self.button.setVisible(bool(name or offer))
        self._fit()

    def _fit(self) -> None:
        """The words take one line where there is room for it, and no more: the button stands right behind them."""
        self.words.setMaximumWidth(self.words.fontMetrics().horizontalAdvance(self.words.text()) + grid(1))

    @Slot()
    def _on_clicked(self) -> None:
        self.column_wanted.emit(self._wanted)

    # Qt overrides

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit()
