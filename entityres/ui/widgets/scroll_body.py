"""UI: what scrolls where the window is too small for it (large text, small screens): the middle of a page, a part of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.theme import grid


class ScrollBody(QScrollArea):
    """Cards below each other; nothing shrinks below what it needs.

    Args:
        name: What a screen reader says.

    Attributes:
        column: The layout for the cards.
    """

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(grid(1.5))
        self.setWidget(inside)


def scrolled(inside: QWidget, parent: QWidget | None = None) -> QScrollArea:
    """A part that scrolls up and down only, without a frame; the focus goes to what is in it."""
    area = QScrollArea(parent)
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(inside)
    return area
