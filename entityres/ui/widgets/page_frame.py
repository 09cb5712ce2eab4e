"""UI: the frame of a page with two parts: a title line that says the result, the parts with the buttons, or what is missing."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QStackedWidget, QVBoxLayout, QWidget

from entityres.ui.qt import RIGHT
from entityres.ui.theme import grid
from entityres.ui.widgets.card import PageTitle, page_layout, row
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.two_parts import TwoParts


class PageFrame:
    """Laid out on a page, which owns the widgets.

    Args:
        page: The page.
        title: Its title.
        parts: The two parts; their choice stands beside the title where one is shown at a time.
        buttons: The line below them.
        empty: Shown instead of both while something is missing.

    Attributes:
        summary: The result in one line, at the right of the title.
        empty: As given.
    """

    def __init__(
        self, page: QWidget, title: str, parts: TwoParts, buttons: QWidget | QLayout, empty: EmptyState
    ) -> None:
        self.empty, self._parts = empty, parts
        self.summary = FittingLabel("muted")
        self.summary.setAlignment(RIGHT)
        self._stack = QStackedWidget(page)
        self._content = QWidget(page)
        self._stack.addWidget(empty)
        self._stack.addWidget(self._content)
        inside = QVBoxLayout(self._content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(grid(1.5))
        inside.addWidget(parts, 1)
        if isinstance(buttons, QWidget):
            inside.addWidget(buttons)
        else:
            inside.addLayout(buttons)
        head = row(PageTitle(title), parts.choice, self.summary, spacing=1.5)
        head.setStretch(2, 1)
        layout = page_layout(page)
        layout.addLayout(head)
        layout.addWidget(self._stack, 1)

    @property
    def is_empty(self) -> bool:
        """Whether the page says what is missing."""
        return self._stack.currentWidget() is self.empty

    def show_parts(self) -> None:
        """Show the parts and their buttons."""
        self._parts.offer_choice(True)
        self._stack.setCurrentWidget(self._content)

    def show_summary(self, *versions: str) -> None:
        """Say the result, at length where there is room and shorter and shorter where there is not."""
        self.summary.show_versions(*versions)

    def show_empty(self, title: str, sentence: str, button: str, second: str = "") -> None:
        """Say what is missing, with one or two buttons that lead on; an empty one is hidden."""
        self.empty.set_words(title, sentence, button, second)
        self._parts.offer_choice(False)
        self._stack.setCurrentWidget(self.empty)
        self.summary.show_versions("")
