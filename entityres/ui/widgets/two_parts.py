"""UI: two parts of a page side by side, or one at a time where there is no room for both (a small window, large text)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, Slot
from PySide6.QtWidgets import QScrollArea, QSplitter, QVBoxLayout, QWidget

from entityres.ui.theme import grid
from entityres.ui.widgets.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent


MOST_WANTED = 0.54
"""Share of the width that the left part gets at most for what it needs."""


class TwoParts(QWidget):
    """A splitter that becomes a choice between its two parts.

    Attributes:
        choice: Which part is shown, where there is room for one only; the page puts it beside its title.

    Args:
        left: The part at the left.
        right: The part at the right, which takes what room is left.
        words: The words for both, where one is shown at a time.
        name: What a screen reader says of the choice.
        room: Letters of width that both parts need together.
        share: Width of the left part as a share of the whole, as long as the user does not move the line between.
        most: Letters of width that the left part never exceeds by itself.
    """

    def __init__(
        self,
        left: QWidget,
        right: QWidget,
        words: tuple[str, str],
        name: str,
        *,
        room: int,
        share: float,
        most: int,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts, self._room, self._share, self._most = (left, right), room, share, most
        self._moved, self._offered, self._wanted = False, True, 0
        self.choice = SegmentedControl(list(words), name, self)
        self.choice.set_choice(1)
        self.choice.choice_changed.connect(self._on_choice_changed)
        self._splitter = QSplitter(Qt.Orientation.Horizontal, self)
        self._splitter.setHandleWidth(grid(1.5))
        self._splitter.setChildrenCollapsible(False)
        self._splitter.addWidget(left)
        self._splitter.addWidget(right)
        self._splitter.setStretchFactor(1, 1)
        self._splitter.splitterMoved.connect(self._on_splitter_moved)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._splitter, 1)
        self.choice.hide()
        self._least = 0
        self._inside = left.widget() if isinstance(left, QScrollArea) else None
        if self._inside is not None:
            self._inside.installEventFilter(self)  # other words may need more room

    @property
    def is_narrow(self) -> bool:
        """True when only one part is shown."""
        return self.width() < self.fontMetrics().averageCharWidth() * self._room

    def offer_choice(self, on: bool) -> None:
        """Whether there is anything to choose a part of (a page that says what is missing has no parts)."""
        self._offered = on
        self.choice.setVisible(on and self.is_narrow)

    def show_part(self, number: int) -> None:
        """Show the left (0) or right (1) part, where one is shown at a time."""
        self.choice.set_choice(number)
        self._arrange()

    def want_left(self, pixels: int) -> None:
        """What the left part needs to be read at a glance; it gets it as long as the right one keeps about the half."""
        if pixels != self._wanted:
            self._wanted = pixels
            self._arrange()

    def _arrange(self) -> None:
        narrow = self.is_narrow
        self.choice.setVisible(narrow and self._offered)
        for number, part in enumerate(self._parts):
            part.setVisible(not narrow or self.choice.choice == number)
        if not narrow and not self._moved:
            left = min(round(self.width() * self._share), self.fontMetrics().averageCharWidth() * self._most)
            left = max(left, min(max(self._wanted, self._least_left()), round(self.width() * MOST_WANTED)))
            self._splitter.setSizes([left, self.width() - left])

    def _least_left(self) -> int:
        """Below so many pixels what scrolls in the left part would be cut off at its right end."""
        part = self._parts[0]
        if not isinstance(part, QScrollArea) or self._inside is None:
            return 0
        return self._inside.minimumSizeHint().width() + part.verticalScrollBar().sizeHint().width()

    @Slot(int)
    def _on_choice_changed(self, _number: int) -> None:
        self._arrange()

    @Slot()
    def _on_splitter_moved(self) -> None:
        self._moved = True

    # Qt overrides

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.LayoutRequest and self._least_left() != self._least:
            self._least = self._least_left()
            self._arrange()
        return super().eventFilter(watched, event)
