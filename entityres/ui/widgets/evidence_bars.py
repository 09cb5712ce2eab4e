"""UI: the evidence of one pair as a waterfall: where it starts, what each field adds or takes away, where it ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from entityres.ui.models.score_scale import signed
from entityres.ui.theme import colour, font


@dataclass(frozen=True)
class Bar:
    """One line of the waterfall: its label, points, where it starts, and what a tooltip says.

    Attributes:
        label: The words shown for it.
        points: Points for (+) or against (-) a match.
        start: Where the bar begins.
        missing: True when a value is missing and nothing is counted.
        tip: A sentence.
    """

    label: str
    points: float
    start: float
    missing: bool = False
    tip: str = ""


class EvidenceBars(QWidget):
    """Bars for and against, each beginning where the one before ends."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidenceBars")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Evidence by field")
        self._bars: tuple[Bar, ...] = ()
        self._total: float | None = None
        self._lines: tuple[float, float] | None = None

    @property
    def bars(self) -> tuple[Bar, ...]:
        """What is shown."""
        return self._bars

    def show_bars(self, bars: tuple[Bar, ...], total: float | None, lines: tuple[float, float] | None) -> None:
        """Show a waterfall.

        Args:
            bars: The lines, in order.
            total: Where it ends; None when there is nothing to show.
            lines: Points of the review line and of the match line.
        """
        self._bars, self._total, self._lines = bars, total, lines
        words = [f"{bar.label} {'not counted' if bar.missing else signed(bar.points)}" for bar in bars]
        if total is not None:
            words.append(f"total {signed(total)}")
        self.setAccessibleDescription(", ".join(words))
        self.updateGeometry()
        self.update()

    def _row_height(self) -> float:
        return QFontMetricsF(self.font()).height() * 1.42

    def _columns(self) -> tuple[float, float, float]:
        """Right end of the labels, right end of the numbers, left end of the bars."""
        metrics = QFontMetricsF(self.font())
        wanted = max((metrics.horizontalAdvance(bar.label) for bar in self._bars), default=60.0) + 10
        label = min(wanted, max(self.width() * 0.38, 60))
        number = label + metrics.horizontalAdvance("not counted") + 2
        return label, number, number + 12

    def _scale(self) -> tuple[float, float]:
        """Lowest and highest point of the axis."""
        ends = [0.0, self._total or 0.0]
        for bar in self._bars:
            ends += [bar.start, bar.start + bar.points]
        if self._lines:
            ends += list(self._lines)
        low, high = min(ends), max(ends)
        room = max(high - low, 1.0) * 0.03
        return low - room, high + room

    def _draw_lines(self, painter: QPainter, x_of: Callable[[float], float], bottom: float) -> None:
        """The two thresholds, dashed, behind the total."""
        if not self._lines:
            return
        top = bottom - self._row_height() * 1.25
        painter.setPen(QPen(colour("muted"), 1, Qt.PenStyle.DashLine))
        for points in self._lines:
            painter.drawLine(QPointF(x_of(points), top), QPointF(x_of(points), bottom))

    def sizeHint(self) -> QSize:
        rows = len(self._bars) + (1.4 if self._total is not None else 0)
        return QSize(280, int(rows * self._row_height() + 8))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        row = self._row_height()
        label_end, number_end, left = self._columns()
        low, high = self._scale()
        width = max(self.width() - left - 4, 10)
        metrics = QFontMetricsF(self.font())

        def x_of(points: float) -> float:
            return left + width * (points - low) / (high - low)

        def write(y: float, label: str, number: str, *, strong: bool = False, faint: bool = False) -> None:
            painter.setFont(font("strong" if strong else "text", tabular=True))
            painter.setPen(colour("text") if strong else colour("muted"))
            shown = metrics.elidedText(label, Qt.TextElideMode.ElideRight, label_end - 4)
            painter.drawText(QRectF(0, y, label_end, row), Qt.AlignmentFlag.AlignVCenter, shown)
            painter.setPen(colour("muted") if faint else colour("text"))
            box = QRectF(label_end, y, number_end - label_end, row)
            painter.drawText(box, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, number)

        thick = row * 0.5
        y = 0.0
        for position, bar in enumerate(self._bars):
            write(y, bar.label, "not counted" if bar.missing else signed(bar.points), faint=bar.missing)
            end = bar.start + bar.points
            if not bar.missing:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(colour("chart_for" if bar.points >= 0 else "chart_against"))
                x0, x1 = sorted((x_of(bar.start), x_of(end)))
                box = QRectF(x0, y + (row - thick) / 2, max(x1 - x0, 1.5), thick)
                painter.drawRoundedRect(box, 2, 2)
            last = position == len(self._bars) - 1
            if not last or self._total is not None:
                gap = 0.4 * row if last else 0.0
                painter.setPen(QPen(colour("line"), 1))
                ends_at = y + row + (row - thick) / 2 + gap
                painter.drawLine(QPointF(x_of(end), y + (row + thick) / 2), QPointF(x_of(end), ends_at))
            y += row
        if self._total is not None:
            painter.setPen(QPen(colour("line"), 1))
            painter.drawLine(QPointF(0, y + row * 0.2), QPointF(self.width(), y + row * 0.2))
            y += row * 0.4
            write(y, "total", signed(self._total), strong=True)
            self._draw_lines(painter, x_of, y + row)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour("text"))
            painter.drawEllipse(QPointF(x_of(self._total), y + row / 2), 4.5, 4.5)
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            at = int(event.pos().y() // self._row_height())
            tip = self._bars[at].tip if at < len(self._bars) else self._lines_tip()
            QToolTip.showText(event.globalPos(), tip, self)
            return True
        return super().event(event)

    def _lines_tip(self) -> str:
        if not self._lines:
            return ""
        review, match = self._lines
        return f"The dashed lines: needs review from {signed(review)}, match from {signed(match)} points."
