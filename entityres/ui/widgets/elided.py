"""UI: a label and a check box whose words end in "…" where there is no room; the whole text is in the tooltip."""

from __future__ import annotations

from bisect import bisect

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from entityres.ui.qt import RIGHT, as_tip
from entityres.ui.theme import colour, font, grid, set_kind

MOST_LINES = 3
"""Lines that the words of a check box take at most."""


class ElidedLabel(QLabel):
    """One line of plain text that takes the room it gets.

    Args:
        kind: One of `theme.KINDS`.
    """

    def __init__(self, kind: str = "muted", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shorter: tuple[str, ...] = ()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_kind(self, kind)

    def show_words(self, words: str, *shorter: str) -> None:
        """Show a text, or where there is no room for it the first shorter one that fits; the tooltip has all of it."""
        self._shorter = shorter
        self.setText(words)
        self.setToolTip(as_tip(words))

    @property
    def widths(self) -> tuple[int, int]:
        """Pixels that the shortest words need, and all of them."""
        needed = [self.fontMetrics().horizontalAdvance(words) for words in (self.text(), *self._shorter)]
        return min(needed), needed[0]

    @property
    def shown(self) -> str:
        """What is painted now."""
        metrics, room = self.fontMetrics(), self.contentsRect().width()
        versions = (self.text(), *self._shorter)
        fitting = (words for words in versions if metrics.horizontalAdvance(words) <= room)
        return next(fitting, metrics.elidedText(versions[-1], Qt.TextElideMode.ElideRight, room))

    def minimumSizeHint(self) -> QSize:
        return QSize(20, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(self.palette().color(self.foregroundRole()))
        painter.drawText(self.contentsRect(), self.alignment() | Qt.AlignmentFlag.AlignVCenter, self.shown)
        painter.end()


class ElidedCheckBox(QCheckBox):
    """A check box that keeps its words and shows as much of them as there is room for, in three lines at most.

    A figure may stand at its right end: painted here, since a label of its own for each of many boxes takes longer to make.
    """

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        self._words = words
        self._figure, self._figure_width = "", 0
        self._sized, self._broken_for = False, (0, 0)
        super().__init__(parent)
        self.setText(words)
        self.setToolTip(as_tip(words))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def words(self) -> str:
        """All its words."""
        return self._words

    @property
    def figure(self) -> str:
        """What stands at its right end."""
        return self._figure

    def set_figure(self, figure: str) -> None:
        """Show a figure at the right end."""
        if figure == self._figure:
            return
        self._figure = figure
        self._measure()
        if self._sized:
            self._break_words()
        self.updateGeometry()
        self.update()

    def _measure(self) -> None:
        """How much room the figure takes, with what is left free before it."""
        metrics = QFontMetrics(font("muted", tabular=True))
        self._figure_width = metrics.horizontalAdvance(self._figure) + grid(0.5) if self._figure else 0

    def _break_words(self) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width() - 2
        broken_for = (max(room - self._figure_width, 10), self.fontMetrics().height())
        if broken_for != self._broken_for:  # a box that only moves or grows higher keeps its lines
            self._broken_for = broken_for
            self.setText(in_lines(self._words, self.fontMetrics(), broken_for[0]))

    # Qt

    def sizeHint(self) -> QSize:
        return QSize(60 + self._figure_width, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(30 + self._figure_width, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._sized = True
        self._break_words()
        super().resizeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        if event.type() is QEvent.Type.FontChange:
            self._measure()
        super().changeEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._figure:
            painter = QPainter(self)
            painter.setFont(font("muted", tabular=True))
            painter.setPen(colour("muted"))
            painter.drawText(self.rect(), RIGHT, self._figure)
            painter.end()


def whole_in_lines(words: str, metrics: QFontMetrics, room: int) -> str:
    """All the words, in as many lines as they need; broken at blanks, and within a word that is longer than a line.

    Args:
        words: The words.
        metrics: Of the font.
        room: Pixels across.
    """
    lines = []
    while metrics.horizontalAdvance(words) > room:
        fitting = max(bisect(range(1, len(words)), room, key=lambda at: metrics.horizontalAdvance(words[:at])), 1)
        blank = words.rfind(" ", 0, fitting + 1)
        end = blank if blank > 0 else fitting
        lines.append(words[:end])
        words = words[end:].lstrip(" ")
    return "\n".join([*lines, words])


def in_lines(words: str, metrics: QFontMetrics, room: int, most: int = MOST_LINES) -> str:
    """Words in one line or, broken at blanks, in several; what does not fit even so ends in "…".

    Args:
        words: The words.
        metrics: Of the font.
        room: Pixels across.
        most: Lines at most.
    """
    if metrics.horizontalAdvance(words) <= room:
        return words
    blanks = [at for at, letter in enumerate(words) if letter == " "]
    fitting = bisect(blanks, room, key=lambda at: metrics.horizontalAdvance(words[:at]))
    if most == 1 or not fitting:
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
    end = blanks[fitting - 1]
    return f"{words[:end]}\n{in_lines(words[end + 1 :], metrics, room, most - 1)}"


def lines_of(words: str, metrics: QFontMetrics, room: int, most: int) -> int:
    """How many lines words take in so many pixels, `most` at most."""
    return 1 + in_lines(words, metrics, room, most).count("\n")


def width_in_lines(words: str, metrics: QFontMetrics, most: int) -> int:
    """Pixels across in which words can be read whole in so many lines, broken at blanks."""
    whole = metrics.horizontalAdvance(words)
    if most == 1:
        return whole
    return bisect(
        range(whole), False, key=lambda room: in_lines(words, metrics, room, most).replace("\n", " ") == words
    )
