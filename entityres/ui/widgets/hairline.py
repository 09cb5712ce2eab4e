"""UI: the line under a row."""

from __future__ import annotations

from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.ui.theme import colour


class Hairline(QWidget):
    """One pixel high, as wide as there is room."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("hairline"))
        painter.end()
