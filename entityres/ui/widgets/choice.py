"""UI: a combo box that a passing mouse wheel does not change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QWheelEvent


class Choice(QComboBox):
    """A combo box in a page that scrolls: the wheel turns it only while it has focus, and long words do not widen it."""

    def __init__(self, parent: QWidget | None = None, *, letters: int = 9) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(letters)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    # Qt overrides

    def wheelEvent(self, event: QWheelEvent) -> None:
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()
