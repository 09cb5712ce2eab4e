"""UI: how table cells are painted: the whole row's selection, a hairline under it, a state with icon, chips.

Give `RowDelegate` to every table (`set_up_table` does), `StateDelegate` to the state column, `ChipDelegate` to columns of
facts, `LinesDelegate` where rows may have two lines and `EndDelegate` to places. They read ICON_NAME, TONE and CHIPS
(ui/qt.py) of the model.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from entityres.ui.icons import pixmap
from entityres.ui.qt import ALIGN, CHECK, CHIPS, DISPLAY, FONT, ICON_NAME, LEFT, TONE, Index
from entityres.ui.theme import colour, font, line_height, row_height
from entityres.ui.widgets.elided import in_lines
from entityres.ui.widgets.table_header import TableHeader

PADDING = 8
CHIP_EDGE = 6
"""What a chip is higher than its words."""


class RowDelegate(QStyledItemDelegate):
    """Paints a cell without frames: the selection runs across the row, a hairline is under it."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_row(painter, option)
        if index.data(CHECK) is not None:
            self._paint_with_box(painter, option, index)
            return
        tone = index.data(TONE)
        area = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        face = index.data(FONT) or font()
        text = str(index.data(DISPLAY) or "")
        painter.save()
        painter.setFont(face)
        painter.setPen(colour(tone or "text") if option.state & QStyle.StateFlag.State_Enabled else colour("disabled"))
        words = self.fitting(text.replace("\n", " "), QFontMetrics(face), area.size())
        painter.drawText(area, int(index.data(ALIGN) or int(LEFT)), words)
        painter.restore()

    def fitting(self, words: str, metrics: QFontMetrics, room: QSize) -> str:
        """As much of a text as there is room for."""
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room.width())

    def _paint_with_box(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Let the style paint a cell with a check box."""
        inner = QStyleOptionViewItem(option)
        self.initStyleOption(inner, index)
        inner.state &= ~(
            QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_MouseOver
        )
        inner.rect = option.rect.adjusted(PADDING - 4, 0, -(PADDING - 4), -1)
        tone = index.data(TONE)
        if tone:
            inner.palette.setColor(inner.palette.ColorRole.Text, colour(tone))
        style = option.widget.style() if option.widget is not None else None
        if style is not None:
            style.drawControl(QStyle.ControlElement.CE_ItemViewItem, inner, painter, option.widget)

    def paint_row(self, painter: QPainter, option: QStyleOptionViewItem) -> None:
        """Paint what is behind a cell: selection and hairline."""
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colour("selection"))
        painter.setPen(QPen(colour("hairline"), 1))
        painter.drawLine(option.rect.bottomLeft(), option.rect.bottomRight())
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width() + 2 * PADDING, row_height())


class LinesDelegate(RowDelegate):
    """Breaks a text at blanks into as many lines as the row has room for."""

    def fitting(self, words: str, metrics: QFontMetrics, room: QSize) -> str:
        return in_lines(words, metrics, room.width(), lines_in(room.height(), metrics))


class EndDelegate(RowDelegate):
    """Leaves out the beginning of what does not fit: of a place its last part says most."""

    def fitting(self, words: str, metrics: QFontMetrics, room: QSize) -> str:
        return metrics.elidedText(words, Qt.TextElideMode.ElideLeft, room.width())


class StateDelegate(RowDelegate):
    """Paints icon + word in the colour of the state."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_row(painter, option)
        tone = index.data(TONE) or "text"
        name = index.data(ICON_NAME)
        area = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        painter.save()
        if name:
            size = max(round(line_height() * 0.9), 12)
            painter.drawPixmap(area.left(), area.top() + (area.height() - size) // 2, pixmap(name, tone, size))
            area.setLeft(area.left() + size + 5)
        text = str(index.data(DISPLAY) or "")
        face = font("medium" if tone in ("match", "not_match", "warning") else "text")
        painter.setFont(face)
        painter.setPen(colour(tone))
        elided = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, elided)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        size = super().sizeHint(option, index)
        return QSize(size.width() + line_height() + 5, size.height())


class ChipDelegate(RowDelegate):
    """Paints facts as chips; those that do not fit are counted ("+2"), a long one is broken where the row has lines for it.

    The model gives CHIPS: texts, each with an optional icon as `icon_name|text`.
    """

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_row(painter, option)
        chips = index.data(CHIPS) or ()
        area = option.rect.adjusted(PADDING, 0, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        face = font("chip")
        painter.setFont(face)
        metrics = QFontMetrics(face)
        x = area.left()
        for number, chip in enumerate(chips):
            left = len(chips) - number
            room = area.right() - x - (metrics.horizontalAdvance(f"+{left}") + 4 if left > 1 else 0)
            wide = self.chip_width(chip, metrics)
            if wide > room and number:
                painter.setPen(colour("muted"))
                painter.drawText(
                    QRect(x, area.top(), area.right() - x, area.height()), Qt.AlignmentFlag.AlignVCenter, f"+{left}"
                )
                break
            x += self._paint_chip(painter, QRect(x, area.top(), min(wide, room), area.height()), chip, metrics) + 4
        painter.restore()

    @staticmethod
    def chip_width(chip: str, metrics: QFontMetrics) -> int:
        """Width of one chip in pixels."""
        name, _, text = chip.rpartition("|")
        return metrics.horizontalAdvance(text) + 18 + (metrics.ascent() + 4 if name else 0)

    def _paint_chip(self, painter: QPainter, area: QRect, chip: str, metrics: QFontMetrics) -> int:
        """Paint one chip at the left of an area; returns how wide it is."""
        name, _, text = chip.rpartition("|")
        beside = self.chip_width(chip, metrics) - metrics.horizontalAdvance(text)
        # Where room is scarce words may come nearer to the right end.
        room = area.width() - beside + CHIP_EDGE - 1
        words = in_lines(text, metrics, room, lines_in(area.height() - CHIP_EDGE, metrics))
        lines = words.split("\n")
        wide = min(beside + max(map(metrics.horizontalAdvance, lines)), area.width())
        high = min(metrics.height() * len(lines) + CHIP_EDGE, area.height() - 2)
        pill = QRectF(area.left() + 0.5, area.top() + (area.height() - high) / 2 + 0.5, wide - 1, high - 1)
        radius = (metrics.height() + CHIP_EDGE) / 2
        painter.setPen(QPen(colour("line"), 1))
        painter.setBrush(colour("card"))
        painter.drawRoundedRect(pill, radius, radius)
        inside = pill.adjusted(9, 0, -4, 0)
        if name:
            size = metrics.ascent()
            painter.drawPixmap(round(inside.left()), round(inside.center().y() - size / 2), pixmap(name, "muted", size))
            inside.setLeft(inside.left() + size + 4)
        painter.setPen(colour("muted"))
        painter.drawText(inside, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        return wide

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        metrics = QFontMetrics(font("chip"))
        wide = sum(self.chip_width(chip, metrics) + 4 for chip in index.data(CHIPS) or ())
        return QSize(wide + 2 * PADDING, row_height())


class WordsDelegate(ChipDelegate):
    """Paints facts as plain words; those that do not fit are counted ("+2")."""

    @staticmethod
    def chip_width(chip: str, metrics: QFontMetrics) -> int:
        return metrics.horizontalAdvance(chip) + 2

    def _paint_chip(self, painter: QPainter, area: QRect, chip: str, metrics: QFontMetrics) -> int:
        painter.setPen(colour("muted"))
        words = in_lines(chip, metrics, area.width(), lines_in(area.height(), metrics))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        return area.width()


def lines_in(high: int, metrics: QFontMetrics) -> int:
    """Lines of text that there is height for, one at least."""
    return max(high // metrics.height(), 1)


def set_up_table(table: QTableView, name: str, parent: QObject | None = None) -> None:
    """Give a table view the look and the manners of all our tables.

    Rows of one height, selection across the row, no vertical header, no grid, interactive widths, elided text.

    Args:
        table: The view (its model may come later).
        name: What a screen reader says.
        parent: Owner of the delegate; the table itself unless told.
    """
    table.setAccessibleName(name)
    table.setHorizontalHeader(TableHeader(table))
    table.setItemDelegate(RowDelegate(parent or table))
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setAlternatingRowColors(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.verticalHeader().hide()
    table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    table.verticalHeader().setDefaultSectionSize(row_height())
    header = table.horizontalHeader()
    header.setAccessibleName(f"Headings: {name}")
    header.setHighlightSections(False)
    header.setTextElideMode(Qt.TextElideMode.ElideRight)
    header.setResizeContentsPrecision(0)
    header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    header.setMinimumSectionSize(32)
    header.setStretchLastSection(True)


def renew_row_height(table: QTableView, lines: int = 1) -> None:
    """Row height after another zoom, or for other words.

    Args:
        table: The table.
        lines: Lines of text that a row has room for.
    """
    table.verticalHeader().setDefaultSectionSize(row_height() + line_height() * (lines - 1))
