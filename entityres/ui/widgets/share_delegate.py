"""UI: a share as a bar with its figure, in a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QPainter

from entityres.records.percentages import percent
from entityres.ui.qt import DISPLAY, RIGHT, Index
from entityres.ui.theme import colour, font
from entityres.ui.widgets.cell_delegates import PADDING, RowDelegate

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStyleOptionViewItem


class ShareDelegate(RowDelegate):
    """Paints a bar from the left, as long as the share, and the figure at the right. The model has `share_of(row)`."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        self.paint_row(painter, option)
        model = index.model()
        share = float(model.share_of(index.row()))  # type: ignore[attr-defined]
        face = font("text", tabular=True)
        figure = QFontMetrics(face).horizontalAdvance(f"<{percent(0.001, 1)}") + PADDING
        area = option.rect.adjusted(PADDING, 0, -PADDING, -1)
        track = QRectF(area.left(), area.center().y() - 2.5, max(area.width() - figure, 0), 6)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour("hairline"))
        painter.drawRoundedRect(track, 3, 3)
        bar = QRectF(track)
        bar.setWidth(max(track.width() * min(share, 1.0), 3.0))
        painter.setBrush(colour("accent"))
        painter.drawRoundedRect(bar, 3, 3)
        painter.setFont(face)
        painter.setPen(colour("text"))
        painter.drawText(area, int(RIGHT), str(index.data(DISPLAY)))
        painter.restore()
