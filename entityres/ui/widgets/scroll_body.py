"""UI: what scrolls where the window is too small for it (large text, small screens): the middle of a page, a part of it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.theme import grid, line_height


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


def reveal(widget: QWidget) -> None:
    """Scroll whatever a widget is in until it is seen: Tab can come to it from outside of what scrolls."""
    area = widget.parentWidget()
    while area is not None:
        hidden = widget.visibleRegion().boundingRect().height() < min(widget.height(), line_height())
        if hidden and isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget, 0, grid(1))
        area = area.parentWidget()
