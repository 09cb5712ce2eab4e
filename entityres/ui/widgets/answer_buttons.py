"""UI: the answers to a pair as buttons, and the last step to be undone; in two rows where one is too long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from entityres.ui.theme import grid
from entityres.ui.widgets.key_button import KeyButton

if TYPE_CHECKING:
    from entityres.ui.actions import Actions

ANSWERS = ("accept", "reject", "unsure", "skip", "note")
IN_TWO_ROWS = 3
"""Buttons of the first row where there are two."""
ROOM_FOR_UNDO = ((1400, 44), (1200, 26))
"""From which width of the window (pixels) the undo button has room for how many letters; below, it only says Undo."""


class AnswerButtons(QWidget):
    """One button for each answer at the left, undo at the right."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons = {
            name: KeyButton.for_action(actions[name], primary=name == ANSWERS[0]) for name in ANSWERS
        }  # fmt: skip
        self.undo = KeyButton("Undo", "Ctrl+Z", icon_name="undo")
        self.undo.clicked.connect(actions["undo"].trigger)
        for button in self.buttons.values():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(grid(1))
        self._lay(1)

    def show_undo(self, words: str, window_width: int, *, possible: bool) -> None:
        """Say what would be undone, as far as there is room for it.

        Args:
            words: Such as "Undo accept “Ana Ruiz”".
            window_width: Width of the window in pixels.
            possible: Whether there is a step to undo.
        """
        room = next((letters for wide, letters in ROOM_FOR_UNDO if window_width >= wide), 0)
        self.undo.set_words("Undo" if not room else words if len(words) <= room else words[: room - 1] + "…")
        self.undo.setToolTip(f"{words} (Ctrl+Z)")
        self.undo.setEnabled(possible)

    def allow_answers(self, allowed: bool) -> None:
        """Let the answers be pressed, or not."""
        for button in self.buttons.values():
            button.setEnabled(allowed)

    def fit(self, room: int) -> None:
        """Lay the buttons out for a page of this width."""
        parts = (*self.buttons.values(), self.undo)
        self._lay(2 if sum(part.sizeHint().width() + grid(1) for part in parts) > room else 1)

    def _lay(self, rows: int) -> None:
        count = len(self.buttons)
        for number, button in enumerate(self.buttons.values()):
            row, column = divmod(number, count if rows == 1 else IN_TWO_ROWS)
            self._grid.addWidget(button, row, column)
        self._grid.addWidget(self.undo, rows - 1, count + 1 if rows == 1 else IN_TWO_ROWS - 1)
        for column in range(count + 2):
            self._grid.setColumnStretch(column, 1 if column == count and rows == 1 else 0)
