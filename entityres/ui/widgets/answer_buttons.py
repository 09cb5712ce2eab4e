"""UI: the answers to a pair as buttons of one width, what else can be done with it beside them, one more at the right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QGridLayout, QWidget

from entityres.ui.theme import font, grid
from entityres.ui.widgets.key_button import KeyButton

if TYPE_CHECKING:
    from collections.abc import Mapping

    from PySide6.QtGui import QResizeEvent

    from entityres.ui.actions import Actions

ANSWERS = ("accept", "reject", "unsure")
"""The answers: three of one width, whatever their words, so that the hand finds them and none is louder than another."""
LEAST_LETTERS = 18
"""Letters of the last button's long words that still say something; with room for fewer it has its short ones."""


class AnswerButtons(QWidget):
    """The answers and what else can be done at the left, the last button at the right.

    In one line where there is room, with less space inside the buttons if need be; else in several lines of equal buttons.

    Args:
        actions: The actions of the window.
        words: Names of the actions that are buttons, the answers first, with words where those of the action do not fit.
        last: The button at the right.
    """

    def __init__(
        self, actions: Actions, words: Mapping[str, str], last: KeyButton, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.buttons = {
            name: KeyButton.for_action(actions[name], primary=name == ANSWERS[0], text=text)
            for name, text in words.items()
        }
        self.last = last
        for button in self.buttons.values():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._answers = [button for name, button in self.buttons.items() if name in ANSWERS]
        self._others = [button for name, button in self.buttons.items() if name not in ANSWERS]
        self._long = self._short = last.words
        self._grid = QGridLayout(self)
        self._grid.setSpacing(grid(1))
        self._fit()

    def say_last(self, words: str, short: str) -> None:
        """Words of the last button, and those for where there is no room for them."""
        self._long, self._short = words, short
        self._fit()

    def allow(self, allowed: bool) -> None:
        """Let the answers be pressed, or not."""
        for button in self.buttons.values():
            button.setEnabled(allowed)

    # how much room there is

    def _fit(self) -> None:
        """Lay the buttons out for the width that there is: in one line, else in columns of equal width."""
        self.last.set_words(self._short, self._long)
        for tight in (False, True):
            self._set_tight(tight)
            if self._needed() <= self.width():
                self._lay_in_line()
                break
        else:
            self._set_tight(False)
            self._lay_in_columns()
        self.updateGeometry()

    def _set_tight(self, tight: bool) -> None:
        for button in (*self.buttons.values(), self.last):
            button.set_tight(tight)

    def _needed(self) -> int:
        """Pixels of all in one line."""
        groups = self._answers, self._others, [self.last]
        return sum(len(group) * (_widest(group) + grid(1)) for group in groups) - grid(1)

    def _lay_in_line(self) -> None:
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._say_last(self.width() - self._needed())
        widths = [_widest(self._answers)] * len(self._answers) + [_widest(self._others)] * len(self._others)
        for number, button in enumerate((*self._answers, *self._others)):
            self._grid.addWidget(button, 0, number)
        self._grid.addWidget(self.last, 0, len(widths) + 1)
        self._share([*widths, 0, 0], [0] * len(widths) + [1])

    def _lay_in_columns(self) -> None:
        parts = (*self._answers, *self._others)
        wide = _widest([*parts, self.last]) + grid(1)
        columns = min(max((self.width() + grid(1)) // wide, 1), len(self._answers))
        share, left_over = divmod(self.width() + grid(1), columns)
        self._grid.setContentsMargins(0, 0, left_over, 0)  # no column is wider by a pixel
        self._say_last(share - grid(1) - self.last.sizeHint().width())
        for number, button in enumerate(parts):
            self._grid.addWidget(button, *divmod(number, columns))
        self._grid.addWidget(self.last, len(parts) // columns, columns - 1)
        self._share([0] * columns, [1] * columns)

    def _share(self, widths: list[int], stretches: list[int]) -> None:
        """Give columns their least widths and their parts of what is left; those after them have none."""
        for column in range(self._grid.columnCount()):
            self._grid.setColumnMinimumWidth(column, widths[column] if column < len(widths) else 0)
            self._grid.setColumnStretch(column, stretches[column] if column < len(stretches) else 0)

    def _say_last(self, more: int) -> None:
        """As much of the last button's long words as fits in so many pixels more; none where that would say nothing."""
        metrics = QFontMetrics(font("medium"))
        room = metrics.horizontalAdvance(self._short) + more
        fits = metrics.horizontalAdvance(self._long) <= room
        words = self._long if fits else metrics.elidedText(self._long, Qt.TextElideMode.ElideRight, room)
        if fits or len(words) >= LEAST_LETTERS:
            self.last.set_words(words, self._long)

    # Qt

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "_grid"):
            self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def _widest(buttons: list[KeyButton]) -> int:
    return max((button.sizeHint().width() for button in buttons), default=0)
