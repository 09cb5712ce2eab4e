"""UI: what scrolls where the window is too small for it (large text, small screens): the middle of a page, a part of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QScrollBar, QVBoxLayout, QWidget

from entityres.ui.theme import grid, line_height

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent


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


class _QuietBar(QScrollBar):
    """A scroll bar that is seen only where there is something to scroll."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():
            super().paintEvent(event)


def keep_room_for_bar(area: QScrollArea) -> None:
    """Keep the room of the scroll bar free where nothing has to scroll too.

    What breaks its lines by itself and fits without the bar, but not beside it, would otherwise let Qt show and hide the bar
    within one change of size until the stack is full and the program ends.
    """
    area.setVerticalScrollBar(_QuietBar(Qt.Orientation.Vertical))
    area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)


def reveal(widget: QWidget) -> None:
    """Scroll whatever a widget is in until it is seen: Tab can come to it from outside of what scrolls."""
    area = widget.parentWidget()
    while area is not None:
        hidden = widget.visibleRegion().boundingRect().height() < min(widget.height(), line_height())
        if hidden and isinstance(area, QScrollArea):
            area.ensureWidgetVisible(widget, 0, grid(1))
        area = area.parentWidget()
