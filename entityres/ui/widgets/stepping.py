"""UI: a part that shows one pair of several: the arrow keys go to the one before and the one after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

STEPS = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}


class Stepping(QWidget):
    """Up and Down step.

    Signals:
        stepped(int): The next (1) or the previous (-1) pair was asked for by an arrow key.
    """

    stepped = Signal(int)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = STEPS.get(Qt.Key(event.key()))
        if step is None or event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            super().keyPressEvent(event)
        else:
            self.stepped.emit(step)
