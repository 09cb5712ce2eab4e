"""UI: a combo box that a passing mouse wheel does not change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QWidget

from entityres.ui.qt import LEFT
from entityres.ui.theme import colour

if TYPE_CHECKING:
    from PySide6.QtGui import QPaintEvent, QWheelEvent


BEFORE, AFTER = 9, 26
"""Pixels at both sides of the words: the frame, and the arrow."""


class Choice(QComboBox):
    """A combo box in a page that scrolls: the wheel turns it only while it has focus, and long words do not widen it."""

    def __init__(self, parent: QWidget | None = None, *, letters: int = 9) -> None:
        super().__init__(parent)
        self._letters = letters
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    @property
    def wanted_width(self) -> int:
        """Pixels that the chosen words need."""
        return self.fontMetrics().horizontalAdvance(self.currentText()) + BEFORE + AFTER + 2

    # Qt overrides

    def minimumSizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * self._letters + 36, super().minimumSizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint with words that are cut short by an ellipsis instead of by the edge."""
        painter = QStylePainter(self)
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        if self.isEditable():
            return  # its line of text paints itself
        room = self.rect().adjusted(BEFORE, 0, -AFTER, 0)
        painter.setPen(colour("text" if self.isEnabled() else "disabled"))
        shown = self.currentText() or self.placeholderText()
        words = self.fontMetrics().elidedText(shown, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(LEFT), words)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
