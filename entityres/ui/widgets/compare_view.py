"""UI: two records side by side, field by field; what differs is marked by background, underline and weight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QSizePolicy, QWidget

from entityres.records.sentences import ended
from entityres.ui.theme import colour, font

MOST_LABEL = 0.26
"""Share of the width that the names of fields take at most: a value breaks into lines, a name does not."""
LEAST_VALUE = 16
"""Letters that a value has room for at least; else the name of its field stands above it, so that few words are broken."""
GAP = 16
"""Pixels between what stands beside each other."""
RELATION_WORDS = {"=": "same", "≈": "similar", "≠": "different", "–": "missing on one side", "∅": "both empty"}


@dataclass(frozen=True)
class CompareRow:
    """One field of two records.

    Attributes:
        label: Name of the field.
        relation: One of `RELATION_WORDS`, or "" for a row that is not scored.
        left: Text of the first record, "" when empty.
        right: Text of the second.
        left_spans: (start, end) of what differs in the first text.
        right_spans: The same in the second.
        words: What the difference is ("1 letter").
        check: True for the check column, which is not used for matching.
        key: True when the key that proposed the pair reads this field.
    """

    label: str
    relation: str
    left: str
    right: str
    left_spans: tuple[tuple[int, int], ...] = ()
    right_spans: tuple[tuple[int, int], ...] = ()
    words: str = ""
    check: bool = False
    key: bool = False

    @property
    def differs(self) -> bool:
        """True when "differences only" shows it."""
        return self.relation not in ("=", "∅") or self.check

    def spoken(self) -> str:
        """The row for a screen reader."""
        relation = RELATION_WORDS.get(self.relation, "not scored")
        words = f", {self.words}" if self.words else ""
        return ended(f"{self.label}: {self.left or '(empty)'}; {self.right or '(empty)'}; {relation}{words}")


class _Places(NamedTuple):
    """Left ends of what a row shows, and the room of each of its two values.

    Attributes:
        above: True where label, sign and words have a line of their own above the values.
    """

    relation: float
    first: float
    second: float
    words: float
    room: float
    above: bool = False


class CompareView(QWidget):
    """The aligned rows, painted; it grows with its text and belongs in a scroll area."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self.setAccessibleName("The two records field by field")
        self._rows: tuple[CompareRow, ...] = ()
        self._mono = False
        self._heights: list[float] = []
        self._laid_for = -1

    @property
    def rows(self) -> tuple[CompareRow, ...]:
        """What is shown."""
        return self._rows

    def show_rows(self, rows: tuple[CompareRow, ...]) -> None:
        """Show these rows."""
        self._rows = rows
        self.setAccessibleDescription(" ".join(row.spoken() for row in rows))
        self._lay_out()
        self.update()

    def set_mono(self, mono: bool) -> None:
        """Show values in a font of even width."""
        self._mono = mono
        self._lay_out()
        self.update()

    # where things are

    def _places(self) -> _Places:
        metrics = QFontMetricsF(self.font())
        letter = metrics.averageCharWidth()
        widest = max((metrics.horizontalAdvance(row.label) for row in self._rows), default=80.0)
        label = min(max(widest + GAP, letter * 12), self.width() * MOST_LABEL)
        relation = letter * 4
        words = max((metrics.horizontalAdvance(row.words) for row in self._rows), default=0.0)
        words = min(max(words + 8, letter * 10), self.width() * 0.2)
        room = max(self.width() - label - relation - words - 8, 60) / 2
        if room - GAP < letter * LEAST_VALUE:
            label = min(widest + GAP, self.width() / 2 - relation)
            return _Places(label, 0.0, self.width() / 2, self.width() / 2, self.width() / 2 - GAP, above=True)
        first = label + relation
        return _Places(label, first, first + room, first + 2 * room, room - GAP)

    def _value_font(self) -> QFont:
        if not self._mono:
            return self.font()
        even = QFont(self.font())
        even.setStyleHint(QFont.StyleHint.Monospace)
        even.setFamily("monospace")
        return even

    def _layout(self, text: str, spans: tuple[tuple[int, int], ...], width: float) -> tuple[QTextLayout, float]:
        """A value as laid-out text with its differences marked, and its height."""
        face = QFont(self._value_font())
        marks: list[QTextLayout.FormatRange] = []
        shown = text or "(empty)"
        if not text:
            face.setItalic(True)
        layout = QTextLayout(shown, face)
        option = QTextOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        for start, end in spans if text else ():
            look = QTextCharFormat()
            look.setBackground(colour("difference"))
            look.setForeground(colour("difference_text"))
            look.setFontUnderline(True)
            look.setFontWeight(QFont.Weight.DemiBold)
            mark = QTextLayout.FormatRange()
            mark.start, mark.length, mark.format = start, end - start, look
            marks.append(mark)
        layout.setFormats(marks)
        layout.beginLayout()
        height = 0.0
        while True:
            line = layout.createLine()
            if not line.isValid():
                break
            line.setLineWidth(width)
            line.setPosition(QPointF(0, height))
            height += line.height()
        layout.endLayout()
        return layout, height

    def _padding(self) -> float:
        return QFontMetricsF(self.font()).height() * 0.34

    def _lay_out(self) -> None:
        """Heights of all rows at the present width."""
        places = self._places()
        line = QFontMetricsF(self.font()).height()
        above = line if places.above else 0
        self._heights = []
        for row in self._rows:
            tall = line
            if not row.check:
                both = (row.left, row.left_spans), (row.right, row.right_spans)
                tall = max(line, *(self._layout(text, spans, places.room)[1] for text, spans in both))
            self._heights.append(above + tall + 2 * self._padding())
        self._laid_for = self.width()
        self.setMinimumHeight(int(sum(self._heights)) + 2)
        self.updateGeometry()

    # drawing

    def _draw_row(self, painter: QPainter, row: CompareRow, y: float) -> None:
        places, metrics = self._places(), QFontMetricsF(self.font())
        line = metrics.height()
        top = y + self._padding()
        sign_ink = {"=": colour("accent"), "≠": colour("not_match")}.get(row.relation, colour("muted"))
        end = self.width() - places.words
        self._draw_words(painter, row.label, QRectF(0, top, places.relation - 12, line), colour("muted"))
        self._draw_words(painter, row.words, QRectF(places.words, top, end, line), colour("muted"))
        painter.setFont(font("strong"))
        painter.setPen(sign_ink)
        painter.drawText(QRectF(places.relation, top, 2 * line, line), Qt.AlignmentFlag.AlignVCenter, row.relation)
        top += line if places.above else 0
        if row.check:
            room = self.width() if places.above else places.words - places.first - 8
            self._draw_words(painter, row.left, QRectF(places.first, top, room, line), colour("muted"))
            return
        both = (row.left, row.left_spans, places.first), (row.right, row.right_spans, places.second)
        for text, spans, x in both:
            layout, _ = self._layout(text, spans, places.room)
            painter.setPen(colour("text") if text else colour("muted"))
            layout.draw(painter, QPointF(x, top))

    def _draw_words(self, painter: QPainter, words: str, area: QRectF, ink: QColor) -> None:
        """One line of words, as much as there is room for."""
        painter.setFont(self.font())
        painter.setPen(ink)
        shown = QFontMetricsF(self.font()).elidedText(words, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, shown)

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(520, self.minimumHeight())

    def resizeEvent(self, event: object) -> None:
        if self.width() != self._laid_for:
            self._lay_out()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._lay_out()

    def paintEvent(self, event: object) -> None:
        painter = QPainter(self)
        y = 0.0
        for row, height in zip(self._rows, self._heights, strict=True):
            if row.check:
                painter.fillRect(QRectF(0, y, self.width(), height), colour("background"))
            self._draw_row(painter, row, y)
            y += height
            painter.setPen(QPen(colour("hairline"), 1))
            painter.drawLine(QPointF(0, y - 0.5), QPointF(self.width(), y - 0.5))
        painter.end()
