"""UI: a few choices side by side, of which one is chosen (tabs of a page, kinds of a chart)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from entityres.ui.theme import grid
from entityres.ui.widgets.chip import Chip

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent


class SegmentedControl(QWidget):
    """Chips of which exactly one is chosen; Left and Right move between them.

    Signals:
        choice_changed: Number (int) of the choice, by mouse or key.
    """

    choice_changed = Signal(int)

    def __init__(self, choices: list[str], name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(0.5))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for number, words in enumerate(choices):
            chip = Chip(words, self, checkable=True)
            self._group.addButton(chip, number)
            layout.addWidget(chip)
        self.set_choice(0)
        self._group.idClicked.connect(self.choice_changed)

    @property
    def choice(self) -> int:
        """Number of the choice."""
        return self._group.checkedId()

    def set_choice(self, number: int) -> None:
        """Choose without a signal."""
        button = self._group.button(number)
        if button is not None:
            button.setChecked(True)

    def set_words(self, number: int, words: str) -> None:
        """Change the words of a choice (such as the number in "Pairs 316")."""
        button = self._group.button(number)
        if isinstance(button, Chip):
            button.set_words(words)

    def chip(self, number: int) -> Chip:
        """The chip of a choice."""
        button = self._group.button(number)
        assert isinstance(button, Chip)
        return button

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        number = self.choice + step
        button = self._group.button(number)
        while step and button is not None and button.isHidden():  # a choice that is not offered now
            number += step
            button = self._group.button(number)
        if step and button is not None:
            button.setFocus()
            button.click()
            return
        super().keyPressEvent(event)
