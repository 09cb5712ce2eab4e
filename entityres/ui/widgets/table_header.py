"""UI: headings of a table that leave room for the arrow of the sorted column, and are quick whatever is selected."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QWidget

ARROW = 14
"""Pixels that the arrow needs at the right end of a heading."""
BLANK = "\u00a0"
"""A blank that is not left out at the end of a line."""
PADDING = 8
"""At both ends of a heading, as in the style sheet."""


class TableHeader(QHeaderView):
    """A horizontal header.

    Qt's own draws the arrow over the last letters of a heading, and asks at each painting whether all cells of a column
    are selected: 11 s a time with 360,000 selected rows. Ours shows no selection, so it is not told of any.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)

    def setSelectionModel(self, _selection: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(self.model(), self))

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if not self.isSortIndicatorShown() or section != self.sortIndicatorSection():
            return
        option.text = beside_arrow(option.text, QFontMetrics(self.font()), self.sectionSize(section))


def beside_arrow(words: str, metrics: QFontMetrics, width: int) -> str:
    """A heading that ends before the arrow.

    Args:
        words: The heading.
        metrics: Of its font.
        width: Pixels of the column.
    """
    room = max(width - 2 * PADDING - ARROW, 0)
    blanks = BLANK * -(-ARROW // max(metrics.horizontalAdvance(BLANK), 1))
    return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room) + blanks
