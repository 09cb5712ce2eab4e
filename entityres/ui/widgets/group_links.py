"""UI: the records of a group as points, and how strongly each two belong together."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.ui.theme import colour, font, line_height

MOST_DRAWN = 30
TWO_LINES, MOST_HIGH = 8, 16_777_215
"""Height of the picture of two records in lines of text; Qt's largest size, which is no limit."""
TABLE_HAS_ALL = "The table below has the best and the weakest link of each."
MOST_NUMBERED = 8
"""Records up to which every line has its number; above, only the weakest."""
ALONG = (0.5, 0.4, 0.6, 0.32, 0.68, 0.25, 0.75)
"""Where along a line its number may stand, the best first."""
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"


class GroupLinks(QWidget):
    """A ring of records; the weakest link stands out, links that were never compared are dashed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("groupLinks")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Links inside the group")
        self._links = np.empty((0, 0))
        self._too_many = 0

    def show_too_many(self, records: int) -> None:
        """Say that there are too many records to draw."""
        self._links, self._too_many = np.empty((0, 0)), records
        self.setMaximumHeight(MOST_HIGH)
        self.setAccessibleDescription(f"{records:,} records are too many to draw. {TABLE_HAS_ALL}")
        self.update()

    def show_links(self, links: np.ndarray) -> None:
        """Show links, float64 (n, n) of shown scores, NaN where two were never compared."""
        self._links, self._too_many = links, len(links) if len(links) > MOST_DRAWN else 0
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
        if self._too_many:
            painter.setPen(colour("muted"))
            words = f"{self._too_many:,} records are too many to draw. {TABLE_HAS_ALL}"
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap, words)
            painter.end()
            return
        known = self._links[~np.isnan(self._links)]
        # Where all are the same none is weaker than the others, and nothing need be looked at.
        weakest = known.min() if len(known) and f"{known.min():.2f}" != f"{known.max():.2f}" else np.nan
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
        """All lines, and above them the numbers, none over another or over a record as far as there is room."""
        n = len(self._links)
        painter.setFont(font("caption", tabular=True))
        numbers: list[tuple[int, int, bool]] = []
        for i in range(n):
            for j in range(i + 1, n):
                value = self._links[i, j]
                is_weakest = n > 2 and value == weakest
                if np.isnan(value):
                    painter.setPen(QPen(colour("line"), 1, Qt.PenStyle.DashLine))
                else:
                    painter.setPen(QPen(colour("not_match" if is_weakest else "muted"), 2 if is_weakest else 1.2))
                    if n <= MOST_NUMBERED or is_weakest:
                        numbers.append((i, j, is_weakest))
                painter.drawLine(self._point(i), self._point(j))
        for (i, j, is_weakest), box in zip(numbers, self._boxes(numbers, QFontMetricsF(painter.font())), strict=True):
            painter.fillRect(box, colour("card"))
            painter.setPen(colour("not_match" if is_weakest else "muted"))
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"{self._links[i, j]:.2f}")

    def _boxes(self, numbers: list[tuple[int, int, bool]], metrics: QFontMetricsF) -> list[QRectF]:
        """Where the number of each line stands: in its middle, or as near to it as nothing else stands."""
        size = QSizeF(metrics.horizontalAdvance("0.00") + 6, metrics.height())
        around = line_height()
        taken = [
            QRectF(at.x() - around, at.y() - around, 2 * around, 2 * around)
            for at in map(self._point, range(len(self._links)))
        ]
        placed: list[QRectF] = []
        for i, j, _ in numbers:
            one, two = self._point(i), self._point(j)
            boxes = [_box_around(one + (two - one) * share, size) for share in ALONG]
            box = next((box for box in boxes if not any(box.intersects(other) for other in taken)), boxes[0])
            taken.append(box)
            placed.append(box)
        return placed


def _box_around(middle: QPointF, size: QSizeF) -> QRectF:
    return QRectF(middle.x() - size.width() / 2, middle.y() - size.height() / 2, size.width(), size.height())
