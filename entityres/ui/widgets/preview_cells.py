"""UI: how a cell of the merge preview is drawn: source mark, pencil, outline of a value that differs, focus ring."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QPen
from PySide6.QtWidgets import QLineEdit, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from entityres.ui.icons import pixmap
from entityres.ui.models.preview_table import DIFFERS, EMPTY, MARK, MERGED
from entityres.ui.qt import DISPLAY, LEFT, Index
from entityres.ui.theme import colour


class PreviewCells(QStyledItemDelegate):
    """Draws the cells of a PreviewTable.

    A mark never stands alone: the tick says "taken from here", the pencil "changed by hand", the outline "differs", and all
    three are words in the accessible text of the cell.
    """

    # Qt overrides

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        metrics = QFontMetrics(option.font)
        cell = QRectF(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, colour("selection"))
        painter.fillRect(QRectF(cell.left(), cell.bottom() - 1, cell.width(), 1), colour("hairline"))

        inner = cell.adjusted(2, 3, -6, -4)
        if index.data(DIFFERS):
            painter.setPen(QPen(colour("difference_line"), 1))
            painter.drawRoundedRect(inner.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
        side = metrics.ascent() + 1
        mark = str(index.data(MARK) or "")
        if mark:
            painter.drawPixmap(int(inner.left() + 6), int(inner.center().y() - side / 2), pixmap(mark, "match", side))

        empty = bool(index.data(EMPTY))
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold if index.column() == MERGED and not empty else QFont.Weight.Normal)
        font.setItalic(empty)
        painter.setFont(font)
        painter.setPen(colour("muted" if empty else "text"))
        place = inner.adjusted(6 + side + 5, 0, -5, 0)
        text = QFontMetrics(font).elidedText(one_line(index), Qt.TextElideMode.ElideRight, int(place.width()))
        painter.drawText(place, int(LEFT), text)

        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(colour("focus"), 2))
            painter.drawRoundedRect(cell.adjusted(1, 1.5, -3, -2.5), 6, 6)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        font = QFont(option.font)
        font.setWeight(QFont.Weight.DemiBold if index.column() == MERGED else QFont.Weight.Normal)
        metrics = QFontMetrics(font)
        return QSize(metrics.horizontalAdvance(one_line(index)) + metrics.ascent() + 28, metrics.height() + 13)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        return ValueEditor(parent)

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect)


class ValueEditor(QLineEdit):
    """Where a new value is typed: Return and Escape end the typing and are no shortcuts meanwhile."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("New value of the merged record")

    # Qt overrides

    def event(self, event: QEvent) -> bool:
        ends = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and event.key() in ends:
            event.accept()
            return True
        return super().event(event)


def one_line(index: Index) -> str:
    """The text of a cell with its line breaks made visible."""
    return str(index.data(DISPLAY)).replace("\r\n", "\n").replace("\n", " ↵ ")
