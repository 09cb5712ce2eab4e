"""UI: a label and a check box whose words end in "…" where there is no room; the whole text is in the tooltip."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QStyle, QStyleOptionButton, QWidget

from entityres.ui.theme import set_kind

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
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_kind(self, kind)

    def show_words(self, words: str, *shorter: str) -> None:
        """Show a text, or where there is no room for it the first shorter one that fits; the tooltip has all of it."""
        self._shorter = shorter
        self.setText(words)
        self.setToolTip(words)

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
    """A check box that keeps its words and shows as much of them as there is room for, in three lines at most."""

    def __init__(self, words: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self.setText(words)
        self.setToolTip(words)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    @property
    def words(self) -> str:
        """All its words."""
        return self._words

    def sizeHint(self) -> QSize:
        return QSize(60, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(30, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        option = QStyleOptionButton()
        self.initStyleOption(option)
        room = self.style().subElementRect(QStyle.SubElement.SE_CheckBoxContents, option, self).width() - 2
        self.setText(in_lines(self._words, self.fontMetrics(), max(room, 10)))
        super().resizeEvent(event)


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
    blanks = [at for at, letter in enumerate(words) if letter == " " and metrics.horizontalAdvance(words[:at]) <= room]
    if most == 1 or not blanks:
        return metrics.elidedText(words, Qt.TextElideMode.ElideRight, room)
    return f"{words[: blanks[-1]]}\n{in_lines(words[blanks[-1] + 1 :], metrics, room, most - 1)}"
