"""UI: a card: a calm surface with a hairline around it, on which a page lays out its parts."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLabel, QLayout, QVBoxLayout, QWidget

from entityres.ui.theme import active, colour, grid, line_height, set_kind
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.flow import HeadLayout

RADIUS = 10


class Card(QFrame):
    """A surface with round corners, a 1 px line and, in light themes, the faintest shadow.

    Args:
        title: Heading in the first line, "" for none.
        margins: Space inside; 16 px unless told. A table that fills the card takes `Card.TABLE`.
        surface: Colour role of the surface ("card", "background", "warning_card").

    Attributes:
        body: Vertical layout for what is on the card.
        head: Layout of the first line (title at the left, chips and buttons that are added at the right; below each
            other where they would leave the title no room), or None.
    """

    TABLE, INDENT = (6, 2, 6, 8), 10
    """Space around a table, and before words above and below it: they begin where those in its cells do, at 16 px as in other
    cards."""

    def __init__(
        self,
        title: str = "",
        parent: QWidget | None = None,
        *,
        margins: tuple[int, int, int, int] | None = None,
        surface: str = "card",
    ) -> None:
        super().__init__(parent)
        self._surface = surface
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(*(margins or (grid(2), grid(1.5), grid(2), grid(1.5))))
        self.body.setSpacing(grid(1))
        self.head: HeadLayout | None = None
        self.title_label: ElidedLabel | None = None
        if title:
            self.setAccessibleName(title)
            self.head = HeadLayout()
            if margins == self.TABLE:
                self.head.setContentsMargins(self.INDENT, grid(1.25), self.INDENT, 0)
            self.title_label = ElidedLabel("heading")
            self.title_label.setText(title)
            self.head.addWidget(self.title_label)
            self.body.addLayout(self.head)

    def set_title(self, title: str, *shorter: str) -> None:
        """Change the heading (only for a card that was made with one), with words for where there is less room."""
        if self.title_label is not None:
            self.title_label.show_words(title, *shorter)
            self.setAccessibleName(title)

    def set_tight(self, on: bool) -> None:
        """Less space above and below, where height is scarce (for a card with the usual margins)."""
        across, down = grid(2), grid(0.75 if on else 1.5)
        self.body.setContentsMargins(across, down, across, down)

    def add(self, part: QWidget | QLayout, stretch: int = 0) -> None:
        """Put a widget or layout below what is already there."""
        if isinstance(part, QWidget):
            self.body.addWidget(part, stretch)
        else:
            self.body.addLayout(part, stretch)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -1.5)
        if not active().dark:
            painter.setPen(QPen(colour("shadow"), 1))
            painter.drawRoundedRect(area.translated(0, 1), RADIUS, RADIUS)
        line = "warning_line" if self._surface == "warning_card" else "line"
        painter.setPen(QPen(colour(line), 1))
        painter.setBrush(colour(self._surface))
        painter.drawRoundedRect(area, RADIUS, RADIUS)


def page_layout(page: QWidget) -> QVBoxLayout:
    """The outermost layout of a page: 16 px around, 12 px between cards."""
    page.setObjectName("page")
    layout = QVBoxLayout(page)
    layout.setContentsMargins(grid(2), grid(1.5), grid(2), grid(1.5))
    layout.setSpacing(grid(1.5))
    return layout


class PageTitle(QLabel):
    """The title of a page: as high as what stands beside it on other pages, so that all titles are on one line."""

    def __init__(self, words: str) -> None:
        super().__init__(words)
        set_kind(self, "title")

    def sizeHint(self) -> QSize:
        return super().sizeHint().expandedTo(QSize(0, line_height() + 9))

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(0, line_height() + 9))


def row(*parts: QWidget | QLayout | int, spacing: float = 1) -> QHBoxLayout:
    """Widgets and layouts side by side; a number is a stretch."""
    layout = QHBoxLayout()
    layout.setSpacing(grid(spacing))
    _fill(layout, parts)
    return layout


def column(*parts: QWidget | QLayout | int, spacing: float = 1) -> QVBoxLayout:
    """Widgets and layouts below each other; a number is a stretch."""
    layout = QVBoxLayout()
    layout.setSpacing(grid(spacing))
    _fill(layout, parts)
    return layout


def _fill(layout: QBoxLayout, parts: tuple[QWidget | QLayout | int, ...]) -> None:
    for part in parts:
        if isinstance(part, int):
            layout.addStretch(part)
        elif isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)


def label(text: str, kind: str = "text", *, wrap: bool = False) -> QLabel:
    """A label of plain words in one of the kinds of `theme.KINDS` (or "warning", "match", "not_match")."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)  # a value or heading may look like HTML
    made.setWordWrap(wrap)
    set_kind(made, kind)
    return made
