"""UI: the histogram of scores with two handles that part it into not a match, needs review, match."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.ui.theme import colour, font
from entityres.ui.widgets.hatching import dots, hatch

BINS = 50


class ThresholdPlot(QWidget):
    """Bars on a logarithmic scale, coloured and hatched by zone, and two handles that cannot cross.

    Signals:
        moved(float, float): The handles are being moved: review and match line, shown scores.
        released(float, float): A move has ended (mouse let go, or a key).
    """

    moved = Signal(float, float)
    released = Signal(float, float)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Scores of all pairs, with the two lines")
        self._counts = np.zeros(BINS)
        self._review, self._match = 0.45, 0.60
        self._held: str | None = None
        self._current = "match"
        self._before = (0.45, 0.60)

    @property
    def lines(self) -> tuple[float, float]:
        """The review line and the match line, shown scores."""
        return self._review, self._match

    @property
    def current(self) -> str:
        """The handle that the arrow keys move: `review` or `match`."""
        return self._current

    def set_scores(self, shown: np.ndarray) -> None:
        """Count these shown scores into bars."""
        self._counts = np.histogram(shown, bins=BINS, range=(0.0, 1.0))[0].astype(float)
        self.update()

    def set_lines(self, review: float, match: float) -> None:
        """Place the handles without telling anybody."""
        self._review, self._match = review, match
        self.setAccessibleDescription(
            f"Match from {match:.2f}, needs review from {review:.2f}. Left and right arrow move the {self._current} line, "
            "Tab changes to the other."
        )
        self.update()

    def _move(self, handle: str, shown: float) -> None:
        """Move one handle, no farther than the other."""
        shown = round(min(max(shown, 0.0), 1.0), 2)
        review, match = self._review, self._match
        if handle == "review":
            review = min(shown, match)
        else:
            match = max(shown, review)
        if (review, match) != (self._review, self._match):
            self.set_lines(review, match)
            self.moved.emit(review, match)

    # where things are

    def _plot(self) -> QRectF:
        height = QFontMetricsF(font("caption")).height()
        return QRectF(12, height + 6, max(self.width() - 24, 40), max(self.height() - 2 * height - 14, 20))

    def _x(self, shown: float) -> float:
        plot = self._plot()
        return plot.left() + plot.width() * shown

    def _shown(self, x: float) -> float:
        plot = self._plot()
        return (x - plot.left()) / plot.width()

    def _nearest(self, x: float) -> str:
        to_review, to_match = abs(x - self._x(self._review)), abs(x - self._x(self._match))
        if to_review == to_match:
            return "review" if x < self._x(self._review) else "match"
        return "review" if to_review < to_match else "match"

    # drawing

    def _bars(self) -> QPainterPath:
        """All bars as one outline."""
        plot = self._plot()
        top = self._counts.max(initial=0.0)
        path = QPainterPath()
        if top <= 0:
            return path
        heights = np.log10(1 + self._counts) / np.log10(1 + top)
        width = plot.width() / BINS
        for i, height in enumerate(heights):
            if height > 0:
                tall = max(plot.height() * float(height), 2.0)
                path.addRoundedRect(
                    QRectF(plot.left() + i * width + 0.75, plot.bottom() - tall, width - 1.5, tall), 1.5, 1.5
                )
        return path

    def _draw_zones(self, painter: QPainter) -> None:
        plot, bars = self._plot(), self._bars()
        edges = (plot.left(), self._x(self._review), self._x(self._match), plot.right())
        fills = (colour("chart_not"), colour("chart_review"), colour("chart_match"))
        for zone, fill in enumerate(fills):
            clip = QRectF(edges[zone], 0, max(edges[zone + 1] - edges[zone], 0), self.height())
            if clip.width() <= 0:
                continue
            painter.save()
            painter.setClipRect(clip)
            painter.fillPath(bars, fill)
            painter.restore()
            area = QPainterPath()
            area.addRect(clip)
            if zone == 0:
                hatch(painter, bars.intersected(area), colour("card"), falling=False, step=7)
            elif zone == 1:
                dots(painter, bars.intersected(area), colour("muted"))

    def _draw_words(self, painter: QPainter) -> None:
        plot = self._plot()
        painter.setFont(font("caption"))
        metrics = QFontMetricsF(painter.font())
        painter.setPen(QPen(colour("line"), 1))
        painter.drawLine(plot.bottomLeft(), plot.bottomRight())
        edges = (plot.left(), self._x(self._review), self._x(self._match), plot.right())
        painter.setPen(colour("muted"))
        for zone, words in enumerate(("not a match", "needs review", "match")):
            room = edges[zone + 1] - edges[zone]
            shown = words if metrics.horizontalAdvance(words) < room - 4 else ("review" if zone == 1 else "")
            if shown and metrics.horizontalAdvance(shown) < room - 4:
                box = QRectF(edges[zone], plot.bottom() + 4, room, metrics.height())
                painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)

    def _draw_handle(self, painter: QPainter, name: str) -> None:
        plot = self._plot()
        shown = self._review if name == "review" else self._match
        x, y = self._x(shown), plot.top() - 6
        painter.setPen(QPen(colour("text"), 1.5))
        painter.drawLine(QPointF(x, y + 5), QPointF(x, plot.bottom() + 3))
        if self.hasFocus() and name == self._current:
            painter.setPen(QPen(colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(QPointF(x, y), 8.5, 8.5)
        painter.setPen(QPen(colour("text"), 1.8))
        painter.setBrush(colour("card"))
        painter.drawEllipse(QPointF(x, y), 5, 5)
        painter.setFont(font("strong", tabular=True))
        metrics = QFontMetricsF(painter.font())
        words = f"{shown:.2f}"
        width = metrics.horizontalAdvance(words)
        room = self._x(self._match) - self._x(self._review)
        left = name == "review" and room < width + 24 or x + 12 + width > self.width()
        box = QRectF(x - 11 - width if left else x + 11, y - metrics.height() / 2, width + 2, metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, words)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(520, 130)

    def minimumSizeHint(self) -> QSize:
        return QSize(190, 96)

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_zones(painter)
        self._draw_words(painter)
        self._draw_handle(painter, "review")
        self._draw_handle(painter, "match")
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._held = self._current = self._nearest(event.position().x())
            self._before = self.lines
            self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        x = event.position().x()
        if self._held:
            self._move(self._held, self._shown(x))
        else:
            near = min(abs(x - self._x(self._review)), abs(x - self._x(self._match))) < 8
            self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._held:
            self._held = None
            if self.lines != self._before:
                self.released.emit(*self.lines)

    def focusNextPrevChild(self, forward: bool) -> bool:
        if self.hasFocus() and self._current == ("review" if forward else "match"):
            self._current = "match" if forward else "review"
            self.update()
            return True
        return super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() == Qt.FocusReason.TabFocusReason:
            self._current = "review"
        elif event.reason() == Qt.FocusReason.BacktabFocusReason:
            self._current = "match"
        super().focusInEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 0.05 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0.01
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if way is None:
            super().keyPressEvent(event)
            return
        before = self.lines
        self._move(self._current, (self._review if self._current == "review" else self._match) + way * step)
        if self.lines != before:
            self.released.emit(*self.lines)
