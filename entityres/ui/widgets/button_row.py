"""UI: the buttons at the bottom of a page; where there is no room for all, the less needed ones give way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from entityres.ui.theme import grid

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


class ButtonRow(QWidget):
    """Buttons at the left and at the right. What is hidden for want of room is still in the menus.

    Args:
        left: Buttons at the left.
        right: Buttons at the right.
        give_way: Those that may be hidden, the first to go first.
    """

    def __init__(
        self,
        left: Sequence[QPushButton],
        right: Sequence[QPushButton],
        give_way: Sequence[QPushButton],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._buttons, self._give_way = (*left, *right), tuple(give_way)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        for button in left:
            layout.addWidget(button)
        layout.addStretch(1)
        for button in right:
            layout.addWidget(button)

    def fit(self) -> None:
        """Show as many buttons as there is room for."""
        needed = sum(button.sizeHint().width() + grid(1) for button in self._buttons)
        for button in self._give_way:
            button.setVisible(needed <= self.width())
            if needed > self.width():
                needed -= button.sizeHint().width() + grid(1)

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        return QSize(0, max(button.sizeHint().height() for button in self._buttons))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
