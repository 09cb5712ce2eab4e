"""UI: widgets on top of each other, of which one is shown; without a surface of its own, so that it can lie on a card."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedLayout, QWidget


class Pile(QWidget):
    """Like a QStackedWidget, but what is behind it shows through."""

    def __init__(self, *parts: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = QStackedLayout(self)
        for part in parts:
            self._layout.addWidget(part)

    def add(self, part: QWidget) -> None:
        """Put a widget on the pile."""
        self._layout.addWidget(part)

    @property
    def current(self) -> int:
        """Number of the widget that is shown."""
        return self._layout.currentIndex()

    def show_number(self, number: int) -> None:
        """Show the widget of this number."""
        self._layout.setCurrentIndex(number)

    def show_part(self, part: QWidget) -> None:
        """Show this widget."""
        self._layout.setCurrentWidget(part)
