"""UI: the records of a group as points, and how strongly each two belong together."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.ui.theme import colour, font, line_height

MOST_DRAWN = 30
TWO_LINES, MOST_HIGH = 8, 16_777_215
"""Height of the picture of two records in lines of text; Qt's largest size, which is no limit."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


class GroupLinks(QWidget):
    """A ring of records; the weakest link stands out, links that were never compared are dashed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("groupLinks")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Links inside the group")
        self._links = np.empty((0, 0))

    def show_links(self, links: np.ndarray) -> None:
        """Show links, float64 (n, n) of shown scores, NaN where two were never compared."""
        self._links = links
        known = links[~np.isnan(links)]
        weakest = f"weakest link {known.min():.2f}" if len(known) else "no link was compared"
        self.setMaximumHeight(line_height() * TWO_LINES if len(links) == 2 else MOST_HIGH)
        self.setAccessibleDescription(f"{len(links)} records, {weakest}. The table below has the same figures.")
        self.update()

    def _point(self, number: int) -> QPointF:
        n = len(self._links)
        if n == 2:  # one line: lying down it needs no height
            return QPointF(self.width() * (0.3 + 0.4 * number), self.height() / 2)
        radius = min(self.width() * 0.4, self.height() * 0.5 - 26)
        turn = 2 * math.pi * number / max(n, 1) - math.pi / 2
        wide = min(self.width() * 0.36, radius * 1.9)
        return QPointF(self.width() / 2 + wide * math.cos(turn), self.height() / 2 + radius * math.sin(turn))

    def sizeHint(self) -> QSize:
        return QSize(360, 220)

    def minimumSizeHint(self) -> QSize:
        return QSize(max(line_height() * 11, 180), 130)

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        n = len(self._links)
        if n > MOST_DRAWN:
            painter.setPen(colour("muted"))
            words = f"{n:,} records are too many to draw. The table below has all links."
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
            painter.end()
            return
        known = self._links[~np.isnan(self._links)]
        weakest = known.min() if len(known) else np.nan
        self._draw_lines(painter, weakest)
        painter.setFont(font("strong"))
        metrics = QFontMetricsF(painter.font())
        for number in range(n):
            point, size = self._point(number), metrics.height() * 0.8
            painter.setPen(QPen(colour("accent"), 1.5))
            painter.setBrush(colour("card"))
            painter.drawEllipse(point, size, size)
            painter.setPen(colour("text"))
            painter.drawText(
                QRectF(point.x() - 20, point.y() - 20, 40, 40), Qt.AlignmentFlag.AlignCenter, LETTERS[number]
            )
        painter.end()

    def _draw_lines(self, painter: QPainter, weakest: float) -> None:
        n = len(self._links)
        painter.setFont(font("caption", tabular=True))
        metrics = QFontMetricsF(painter.font())
        for i in range(n):
            for j in range(i + 1, n):
                value, one, two = self._links[i, j], self._point(i), self._point(j)
                if np.isnan(value):
                    painter.setPen(QPen(colour("line"), 1, Qt.PenStyle.DashLine))
                    painter.drawLine(one, two)
                    continue
                is_weakest = n > 2 and value == weakest
                painter.setPen(QPen(colour("not_match" if is_weakest else "muted"), 2 if is_weakest else 1.2))
                painter.drawLine(one, two)
                if n > 8 and not is_weakest:
                    continue
                words = f"{value:.2f}"
                wide = metrics.horizontalAdvance(words) + 6
                middle = one + (two - one) * (0.5 if (j - i) % 2 else 0.38)
                box = QRectF(middle.x() - wide / 2, middle.y() - metrics.height() / 2, wide, metrics.height())
                painter.fillRect(box, colour("card"))
                painter.setPen(colour("not_match" if is_weakest else "muted"))
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)
