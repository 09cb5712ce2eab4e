"""UI: the S-curve: how the chance that a pair is compared grows with its similarity.

Behind the curve stand the pairs of the data. Right of the target, between curve and 100 %, lie pairs that would be
missed; left of it, under the curve, lies extra work. Both areas are hatched differently, so they read without colour.
"""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPainterPath, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.candidates.scurve import chance
from entityres.records.percentages import PER_CENT, percent
from entityres.ui.theme import colour, font
from entityres.ui.widgets.hatching import bar_shape, hatch

GRID = np.linspace(0.0, 1.0, 201)


def short_number(number: float) -> str:
    """A figure of an axis: "1", "500", "20k", "3M"."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


class SCurvePlot(QWidget):
    """The curve, its two hatched areas, the curve in use now, and the histogram of the data.

    Attributes:
        labels: The words that were painted on the plot.

    Signals:
        target_changed(float): The person moved the target line, to a similarity between 0 and 1.
        said(str): The sentence for the place under the mouse or at the target.
    """

    target_changed = Signal(float)
    said = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("sCurve")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName("Chance that a pair is found, by similarity")
        self._b, self._r = 20, 5
        self._now: tuple[int, int] | None = None
        self._target = 0.6
        self._pieces = "3-letter pieces"
        self._edges = np.empty(0)
        self._counts = np.empty(0)
        self._unseen = np.empty(0)
        self._note = ""
        self._log = True
        self._hover: float | None = None
        self._dragging = False
        self.labels: tuple[str, ...] = ()
        self._describe()

    # what is shown

    @property
    def target(self) -> float:
        """The similarity from which pairs should be found."""
        return self._target

    def set_bands(self, b: int, r: int) -> None:
        """Show the curve of b bands of r rows."""
        self._b, self._r = b, r
        self._describe()
        self.update()

    def set_pieces(self, words: str) -> None:
        """Say what similar records have in common: "3-letter pieces", "words"."""
        self._pieces = words
        self._describe()
        self.update()

    def set_now(self, now: tuple[int, int] | None) -> None:
        """Show the curve in use now, dashed; None when there was no run."""
        self._now = now
        self.update()

    def set_target(self, similarity: float) -> None:
        """Move the target line without telling anybody."""
        self._target = min(max(float(similarity), 0.01), 0.99)
        self._describe()
        self.update()

    def set_histogram(
        self, edges: np.ndarray, counts: np.ndarray, note: str = "", unseen: np.ndarray | None = None
    ) -> None:
        """Show how many pairs of the data have which similarity.

        Args:
            edges: float64 (n + 1,), between 0 and 1.
            counts: (n,), pairs in each bin.
            note: Where the counts come from, such as "from 400,000 random pairs".
            unseen: (n,), pairs of each bin that could not be seen, about; drawn dashed on top.
        """
        self._edges, self._counts, self._note = np.asarray(edges, float), np.asarray(counts, float), note
        self._unseen = np.zeros(len(self._counts)) if unseen is None else np.asarray(unseen, float)
        self._describe()
        self.update()

    def set_log(self, log: bool) -> None:
        """Count on a logarithmic scale, or on a plain one."""
        self._log = log
        self.update()

    def chance_at(self, similarity: float) -> float:
        """The chance that a pair of this similarity is compared, as the curve shows it."""
        return float(chance(np.array([similarity]), self._b, self._r)[0])

    def sentence(self, similarity: float) -> str:
        """What the curve says at one place."""
        found = self.chance_at(similarity)
        if found > 0.9995:
            text = f"more than {percent(0.999, 1)}"
        else:
            text = percent(found) if 0.01 <= found <= 0.99 else percent(found, 1)
        article = "an" if text.startswith(("8", f"11{PER_CENT}", f"18{PER_CENT}")) else "a"
        shared = f"{percent(similarity)} of their {self._pieces}"
        return f"Two records sharing {shared} have {article} {text} chance of being compared."

    def rows(self) -> list[tuple[str, str, str, str]]:
        """The same as a table: similarity, chance, pairs, expected found."""
        out = []
        for s in np.arange(0.0, 1.0001, 0.05):
            found = self.chance_at(float(s))
            pairs = self._pairs_between(s - 0.025, s + 0.025)
            shown = "–" if pairs is None else f"{pairs:,.0f}"
            expected = "–" if pairs is None else f"{pairs * found:,.0f}"
            out.append((percent(s), percent(found, 1), shown, expected))
        return out

    def _pairs_between(self, low: float, high: float) -> float | None:
        """Pairs of the data between two similarities, bins shared out evenly; None without a histogram."""
        if not len(self._counts):
            return None
        left, right = self._edges[:-1], self._edges[1:]
        overlap = np.clip(np.minimum(right, high) - np.maximum(left, low), 0, None)
        return float(np.sum(self._counts * overlap / np.maximum(right - left, 1e-12)))

    def _describe(self) -> None:
        self.setAccessibleDescription(f"{self.sentence(self._target)} {self._note}".strip())

    # where things are

    def _plot(self) -> QRectF:
        metrics = QFontMetricsF(font("caption", tabular=True))
        left = metrics.horizontalAdvance(percent(1.0)) + 10
        right = max(14.0, *(metrics.horizontalAdvance(words) + 12 for words, _ in self._count_ticks()), 0.0)
        height = max(self.height() - 10 - metrics.height() * 3.1, 50)
        return QRectF(left, 10, max(self.width() - left - right, 50), height)

    def _x(self, similarity: float | np.ndarray) -> float | np.ndarray:
        plot = self._plot()
        return plot.left() + plot.width() * similarity

    def _similarity(self, x: float) -> float:
        plot = self._plot()
        return min(max((x - plot.left()) / plot.width(), 0.0), 1.0)

    def _points(self, b: int, r: int, grid: np.ndarray) -> list[QPointF]:
        plot = self._plot()
        xs = plot.left() + plot.width() * grid
        ys = plot.bottom() - plot.height() * np.asarray(chance(grid, b, r))
        return [QPointF(float(x), float(y)) for x, y in zip(xs, ys, strict=True)]

    def _move_target(self, similarity: float) -> None:
        similarity = round(min(max(similarity, 0.01), 0.99), 2)
        if similarity != self._target:
            self._target = similarity
            self._describe()
            self.update()
            self.target_changed.emit(similarity)
            self.said.emit(self.sentence(similarity))

    # drawing

    def _draw_axes(self, painter: QPainter) -> None:
        plot = self._plot()
        painter.setFont(font("caption", tabular=True))
        metrics = QFontMetricsF(painter.font())
        for part in (0, 25, 50, 75, 100):
            y = plot.bottom() - plot.height() * part / 100
            painter.setPen(QPen(colour("hairline") if part else colour("line"), 1))
            painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y))
            painter.setPen(colour("muted"))
            painter.drawText(
                QRectF(0, y - metrics.height() / 2, plot.left() - 8, metrics.height()),
                Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter,
                percent(part / 100),
            )
        for part in range(10, 101, 10):
            x = float(self._x(part / 100))
            box = QRectF(x - 30, plot.bottom() + 9, 60, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, str(part))
        box = QRectF(plot.left(), plot.bottom() + 9 + metrics.height() * 1.15, plot.width(), metrics.height())
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, f"% of {self._pieces} in common")

    def _count_ticks(self) -> list[tuple[str, float]]:
        """Figures for the pairs at the right: words, and how high each stands, from 0 to 1."""
        top = float((self._counts + self._unseen).max(initial=0.0))
        if top < 1:
            return []
        if self._log:
            figures = [10.0**power for power in range(int(np.log10(top)) + 1)]
        else:
            step = 10.0 ** np.floor(np.log10(top))
            step = max(step / 2 if top / step < 2 else step * 2 if top / step > 5 else step, 1.0)
            figures = list(np.arange(step, top + 1e-9, step))
        return [(short_number(figure), float(self._height_of(figure, top))) for figure in figures]

    def _draw_counts(self, painter: QPainter) -> None:
        """The figures of the pairs, those left out that would touch another."""
        plot = self._plot()
        painter.setFont(font("caption", tabular=True))
        painter.setPen(colour("muted"))
        metrics, last = QFontMetricsF(painter.font()), plot.bottom() + plot.height()
        for words, part in self._count_ticks():
            y = plot.bottom() - plot.height() * part
            if last - y < metrics.height() * 1.2:
                continue
            last = y
            box = QRectF(plot.right() + 6, y - metrics.height() / 2, self.width() - plot.right() - 6, metrics.height())
            painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)

    def _height_of(self, counts: np.ndarray | float, top: float) -> np.ndarray:
        if self._log:
            return np.asarray(0.86 * np.log10(1 + np.clip(counts, 0, None)) / np.log10(1 + top))
        return np.asarray(0.86 * np.asarray(counts) / top)

    def _heights(self, counts: np.ndarray) -> np.ndarray:
        """Height of each bar, from 0 to 1."""
        top = (self._counts + self._unseen).max(initial=0.0)
        if top <= 0:
            return np.zeros(len(counts))
        return self._height_of(counts, top)

    def _draw_histogram(self, painter: QPainter) -> None:
        plot = self._plot()
        seen, whole = self._heights(self._counts), self._heights(self._counts + self._unseen)
        for low, high, height, all_of_it in zip(self._edges[:-1], self._edges[1:], seen, whole, strict=True):
            x0, x1 = float(self._x(float(low))) + 1, float(self._x(float(high))) - 1

            def bar(part: float, left: float = x0, right: float = x1) -> QRectF:
                return QRectF(left, plot.bottom() - plot.height() * part, right - left, plot.height() * part)

            if (all_of_it - height) * plot.height() > 1.5:
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.setPen(QPen(colour("muted"), 1, Qt.PenStyle.DashLine))
                painter.drawPath(bar_shape(bar(float(all_of_it)), 3))
            if height > 0:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour("chart_bars"))
                painter.drawPath(bar_shape(bar(float(height)), 3))

    def _draw_areas(self, painter: QPainter) -> None:
        plot = self._plot()
        left = np.append(GRID[GRID < self._target], self._target)
        extra = [*self._points(self._b, self._r, left), QPointF(float(self._x(self._target)), plot.bottom())]
        right = np.insert(GRID[GRID > self._target], 0, self._target)
        missed = [*self._points(self._b, self._r, right), QPointF(float(self._x(self._target)), plot.top())]
        painter.setPen(Qt.PenStyle.NoPen)
        for area, ink, falling in ((extra, colour("chart_hatch"), False), (missed, colour("not_match"), True)):
            path = QPainterPath()
            path.addPolygon(QPolygonF(area))
            path.closeSubpath()
            hatch(painter, path, ink, falling=falling)

    def _draw_curves(self, painter: QPainter) -> None:
        if self._now and self._now != (self._b, self._r):
            pen = QPen(colour("muted"), 1.2, Qt.PenStyle.DashLine)
            painter.setPen(pen)
            painter.drawPolyline(QPolygonF(self._points(*self._now, GRID)))
        painter.setPen(QPen(colour("text"), 2))
        painter.drawPolyline(QPolygonF(self._points(self._b, self._r, GRID)))
        # a light tick at an even chance
        half = float(np.interp(0.5, np.asarray(chance(GRID, self._b, self._r)), GRID))
        plot = self._plot()
        middle = QPointF(float(self._x(half)), plot.center().y())
        painter.setPen(QPen(colour("text"), 1))
        painter.drawLine(middle - QPointF(0, 4), middle + QPointF(0, 4))

    def _draw_target(self, painter: QPainter) -> None:
        plot = self._plot()
        x = float(self._x(self._target))
        painter.setPen(QPen(colour("accent"), 2))
        painter.drawLine(QPointF(x, plot.top() - 6), QPointF(x, plot.bottom()))
        knob = QPointF(x, plot.bottom())
        if self.hasFocus():
            painter.setPen(QPen(colour("focus"), 2))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(knob, 10, 10)
        painter.setPen(QPen(colour("card"), 2))
        painter.setBrush(colour("accent"))
        painter.drawEllipse(knob, 7, 7)

    def _draw_labels(self, painter: QPainter) -> None:
        plot = self._plot()
        painter.setFont(self.font())
        metrics = QFontMetricsF(painter.font())
        placed: list[QRectF] = []
        self.labels = ()

        def put(text: str, x: float, y: float, ink: object, *, right_of: bool = True) -> None:
            """Write beside (x, y), inside the plot, clear of what is written already."""
            width = metrics.horizontalAdvance(text) + 8
            box = QRectF(x if right_of else x - width, y - metrics.height() / 2, width, metrics.height() + 2)
            box.moveLeft(min(max(box.left(), plot.left() + 2), plot.right() - width))
            box.moveTop(min(max(box.top(), plot.top() + 2), plot.bottom() - box.height() - 2))
            while any(box.intersects(other) for other in placed) and box.bottom() < plot.bottom() - box.height():
                box.translate(0, box.height())
            placed.append(box)
            painter.setPen(Qt.PenStyle.NoPen)
            veil = colour("card")
            veil.setAlpha(190)
            painter.setBrush(veil)
            painter.drawRoundedRect(box, 4, 4)
            painter.setPen(ink)
            painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
            self.labels = (*self.labels, text)

        def place(b: int, r: int, level: float) -> float:
            return float(self._x(float(np.interp(level, np.asarray(chance(GRID, b, r)), GRID))))

        def y_of(level: float) -> float:
            return plot.bottom() - plot.height() * level

        x_target = float(self._x(self._target))
        missed_at = min(self._target + 0.05, 0.98)
        put(
            "missed",
            float(self._x(missed_at)),
            y_of(self.chance_at(missed_at)) + metrics.height() * 1.1,
            colour("not_match"),
        )
        x_found = max(place(self._b, self._r, 0.72), x_target) + 24
        narrow = plot.width() < metrics.horizontalAdvance("chance that a pair is found") * 3
        put("chance" if narrow else "chance that a pair is found", x_found, y_of(0.72), colour("text"))
        put("extra work", x_target - 12, y_of(0.11), colour("text"), right_of=False)
        if self._now and self._now != (self._b, self._r):
            earlier = place(*self._now, 0.57) < place(self._b, self._r, 0.57)
            room = metrics.horizontalAdvance("now") + 24
            level = 0.57 if abs(place(*self._now, 0.57) - x_target) > room else 0.3
            put(
                "now",
                place(*self._now, level) + (-10 if earlier else 10),
                y_of(level),
                colour("muted"),
                right_of=not earlier,
            )
        if len(self._counts) and not narrow:
            tail = float(self._heights(self._counts)[int(len(self._counts) * 0.8) :].max(initial=0.0))
            words = "pairs in your data (log scale)" if self._log else "pairs in your data"
            put(words, plot.right() - 8, y_of(min(tail + 0.06, 0.64)), colour("muted"), right_of=False)

    def _draw_hover(self, painter: QPainter) -> None:
        if self._hover is None or self._dragging:
            return
        plot = self._plot()
        x, y = float(self._x(self._hover)), plot.bottom() - plot.height() * self.chance_at(self._hover)
        painter.setPen(QPen(colour("muted"), 1, Qt.PenStyle.DotLine))
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()))
        painter.drawLine(QPointF(plot.left(), y), QPointF(x, y))
        painter.setPen(QPen(colour("card"), 2))
        painter.setBrush(colour("text"))
        painter.drawEllipse(QPointF(x, y), 4, 4)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(640, 400)

    def minimumSizeHint(self) -> QSize:
        line = QFontMetricsF(self.font()).height()
        return QSize(int(line * 14), int(line * 11))

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._draw_axes(painter)
        self._draw_counts(painter)
        self._draw_histogram(painter)
        self._draw_areas(painter)
        self._draw_curves(painter)
        self._draw_labels(painter)
        self._draw_target(painter)
        self._draw_hover(painter)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._dragging = True
            self._move_target(self._similarity(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        here = self._similarity(event.position().x())
        if self._dragging:
            self._move_target(here)
            return
        near = abs(event.position().x() - float(self._x(self._target))) < 8
        self.setCursor(Qt.CursorShape.SplitHCursor if near else Qt.CursorShape.ArrowCursor)
        self._hover = here
        self.said.emit(self.sentence(here))
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._dragging = False
        self.update()

    def leaveEvent(self, event: object) -> None:
        self._hover = None
        self.said.emit(self.sentence(self._target))
        self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = 0.05 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 0.01
        if event.key() == Qt.Key.Key_Left:
            self._move_target(self._target - step)
        elif event.key() == Qt.Key.Key_Right:
            self._move_target(self._target + step)
        else:
            super().keyPressEvent(event)
