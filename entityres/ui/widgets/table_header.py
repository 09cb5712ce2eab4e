"""UI: headings of a table: room for the arrow of the sorted column, widths that a person gave, quick whatever is selected."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QByteArray, QItemSelectionModel, Qt, Slot
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QHeaderView, QStyleOptionHeader, QTableView, QWidget

from entityres.ui.theme import line_height

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

    Widths that a person gave stay whatever the room, the rows or the colours are, until the text has another size.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setSectionsClickable(True)
        self._pulled = False  # the mouse button is down on a heading
        self._own_at = 0  # the size of the text for which a person gave widths
        self.sectionResized.connect(self._on_section_resized)

    @property
    def own_widths(self) -> bool:
        """Whether a person gave widths for text of the present size."""
        return self._own_at == line_height()

    def give_widths(self, widths: Mapping[int, int]) -> None:
        """Give columns, by number, widths in pixels, unless a person gave theirs."""
        if self.own_widths:
            return
        self._own_at = 0
        pulled, self._pulled = self._pulled, False  # a press that sorts may lead here
        for section, width in widths.items():
            self.resizeSection(section, width)
        self._pulled = pulled

    def forget_widths(self) -> None:
        """Other columns are shown: the widths that a person gave meant those of before."""
        self._own_at = 0

    def restore_widths(self, state: QByteArray, own: bool) -> None:
        """Columns as `saveState` wrote them.

        Args:
            state: Their order and widths.
            own: Whether a person gave these widths.
        """
        self.restoreState(state)
        self._own_at = line_height() if own else 0

    @Slot(int, int, int)
    def _on_section_resized(self, _section: int, _before: int, _now: int) -> None:
        if self._pulled:
            self._own_at = line_height()

    # Qt

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pulled = True
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._pulled = False

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._pulled = True
        super().mouseDoubleClickEvent(event)

    def setSelectionModel(self, _selection: QItemSelectionModel) -> None:
        super().setSelectionModel(QItemSelectionModel(self.model(), self))

    def initStyleOptionForIndex(self, option: QStyleOptionHeader, section: int) -> None:
        super().initStyleOptionForIndex(option, section)
        if not self.isSortIndicatorShown() or section != self.sortIndicatorSection():
            return
        option.text = beside_arrow(option.text, QFontMetrics(self.font()), self.sectionSize(section))


def header_of(table: QTableView) -> TableHeader:
    """The headings of a table that was set up as all our tables are."""
    header = table.horizontalHeader()
    assert isinstance(header, TableHeader)
    return header


def heading_width(words: str, metrics: QFontMetrics) -> int:
    """Pixels that a heading needs to be read whole beside the arrow."""
    return metrics.horizontalAdvance(words) + 2 * PADDING + ARROW


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
