"""UI: hatches and dots that carry a meaning without colour, and the small shapes that plots share."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen


def hatch(painter: QPainter, area: QPainterPath, ink: QColor, *, falling: bool, step: float = 9.0) -> None:
    """Fill an area with thin slanting lines: `/` or, falling, `\\`."""
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(ink, 1))
    box = area.boundingRect()
    x = box.left() - box.height() - (box.left() - box.height()) % step
    while x < box.right() + step:
        if falling:
            painter.drawLine(QPointF(x, box.top()), QPointF(x + box.height(), box.bottom()))
        else:
            painter.drawLine(QPointF(x, box.bottom()), QPointF(x + box.height(), box.top()))
        x += step
    painter.restore()


def dots(painter: QPainter, area: QPainterPath, ink: QColor, step: float = 5.0) -> None:
    """Fill an area with small dots."""
    painter.save()
    painter.setClipPath(area, Qt.ClipOperation.IntersectClip)
    painter.setPen(QPen(ink, 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    box = area.boundingRect()
    row, y = 0, box.bottom() - step / 2
    while y > box.top():
        x = box.left() + (step / 2 if row % 2 else step)
        while x < box.right():
            painter.drawPoint(QPointF(x, y))
            x += step
        row, y = row + 1, y - step
    painter.restore()


def bar_shape(bar: QRectF, radius: float) -> QPainterPath:
    """A bar with its upper corners rounded."""
    radius = min(radius, bar.height(), bar.width() / 2)
    path = QPainterPath()
    path.moveTo(bar.bottomLeft())
    path.lineTo(bar.left(), bar.top() + radius)
    path.quadTo(bar.left(), bar.top(), bar.left() + radius, bar.top())
    path.lineTo(bar.right() - radius, bar.top())
    path.quadTo(bar.right(), bar.top(), bar.right(), bar.top() + radius)
    path.lineTo(bar.bottomRight())
    path.closeSubpath()
    return path
