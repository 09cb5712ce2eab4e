"""UI: the figures of one key beside those of all keys together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.figures import tabular
from entityres.ui.widgets.hairline import Hairline

if TYPE_CHECKING:
    from collections.abc import Sequence


class KeyFigures(QWidget):
    """A small table: words at the left, a figure for each heading at the right.

    Args:
        headings: Words above the figures.
        rows: Name, words and tooltip of each row.
    """

    def __init__(
        self, headings: Sequence[str], rows: Sequence[tuple[str, str, str]], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._table = table = QGridLayout(self)
        table.setContentsMargins(0, 0, 0, 0)
        table.setHorizontalSpacing(grid(1.5))
        table.setVerticalSpacing(grid(0.75))
        table.setColumnStretch(0, 1)
        self._heads = tuple(QLabel(words) for words in headings)
        self._corner = QLabel()
        set_kind(self._corner, "header")
        table.addWidget(self._corner, 0, 0)
        self._cells: dict[tuple[str, int], QLabel] = {}
        right = Qt.AlignmentFlag.AlignRight
        for column, head in enumerate(self._heads, 1):
            set_kind(head, "header")
            table.addWidget(head, 0, column, right)
        for number, (name, words, tip) in enumerate(rows):
            table.addWidget(Hairline(), 2 * number + 1, 0, 1, len(headings) + 1)
            label = QLabel(words)
            label.setToolTip(tip)
            table.addWidget(label, 2 * number + 2, 0)
            for column in range(1, len(headings) + 1):
                cell = QLabel("–")
                tabular(cell)
                set_kind(cell, "strong" if column == len(headings) else "text")
                table.addWidget(cell, 2 * number + 2, column, right)
                self._cells[name, column] = cell

    def set_tight(self, on: bool) -> None:
        """Lines closer to each other, where height is scarce."""
        self._table.setVerticalSpacing(grid(0.25 if on else 0.75))

    def say(self, words: str) -> None:
        """Say in the corner what is going on, "" for nothing."""
        self._corner.setText(words)

    @property
    def said(self) -> str:
        """What is said in the corner."""
        return self._corner.text()

    def show_heading(self, column: int, words: str) -> None:
        """Change the words above a column, counted from 1."""
        self._heads[column - 1].setText(words)

    def show_cell(self, name: str, column: int, words: str, tip: str = "") -> None:
        """Show a figure."""
        self._cells[name, column].setText(words)
        self._cells[name, column].setToolTip(tip)

    def cell(self, name: str, column: int) -> str:
        """What stands in a cell."""
        return self._cells[name, column].text()
