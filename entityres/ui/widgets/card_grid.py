"""UI: cards side by side, as many as there is room for; the others go below."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QWidget

from entityres.ui.theme import grid

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class CardGrid(QWidget):
    """Lays cards out in one, two or all columns.

    Args:
        cards: The cards, in reading order.
        letters: Width that a card needs, in letters.
    """

    def __init__(self, cards: Sequence[QWidget], letters: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards, self._letters = tuple(cards), letters
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(grid(1.5))
        self._across = 0
        self.arrange()

    def arrange(self) -> None:
        """Place the cards for the present width and text size."""
        room = self.fontMetrics().averageCharWidth() * self._letters + grid(1.5)
        across = min(max(1, (self.width() + grid(1.5)) // max(room, 1)), len(self._cards))
        if across == self._across:
            return
        self._across = across
        for card in self._cards:
            self._grid.removeWidget(card)
        last = len(self._cards) - 1
        for number, card in enumerate(self._cards):
            row, column = divmod(number, across)
            wide = across - column if number == last else 1
            self._grid.addWidget(card, row, column, 1, wide)
        for column in range(len(self._cards)):
            self._grid.setColumnStretch(column, 1 if column < across else 0)

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()
