"""UI: the panel at the left of the window: the steps, and below them the way to the history."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, Slot
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from entityres.ui.theme import colour, grid, line_height
from entityres.ui.widgets.step_list import StepList

MOST_SHARE = 0.26
"""Of the width of the window; where the words need more (large text), only the circles are shown until somebody asks."""


class SidePanel(QWidget):
    """Step list above, history button below.

    Args:
        names: Names of the steps.
        history: The action that shows the history.
        collapse: The action that is checked while only the circles are shown.
        parent: Owner.

    Attributes:
        steps: The step list.
    """

    def __init__(self, names: list[str], history: QAction, collapse: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._collapse = collapse
        self._little_room = self._by_itself = self._fitting = False
        collapse.toggled.connect(self._on_collapse_toggled)
        self.setObjectName("side")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, grid(1.5), 1, grid(1))
        layout.setSpacing(grid(1))
        self.steps = StepList(names, self)
        layout.addWidget(self.steps, 1)
        self.history_button = QToolButton()
        self.history_button.setDefaultAction(history)
        self.history_button.setAccessibleName("History")
        self.history_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        layout.addWidget(self.history_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self._fit_icon()

    @property
    def narrow_by_choice(self) -> bool:
        """Whether only the circles are shown because a person wants it so."""
        return self.steps.narrow and not self._by_itself

    def fit(self, window_width: int) -> None:
        """Leave the page its room in a window of this width."""
        little = self.steps.full_width > window_width * MOST_SHARE
        if little == self._little_room:
            return
        self._little_room = little
        if little == self._collapse.isChecked() or (not little and not self._by_itself):
            return
        self._fitting = True
        self._by_itself = little
        self._collapse.setChecked(little)
        self._fitting = False

    @Slot(bool)
    def _on_collapse_toggled(self, narrow: bool) -> None:
        self._by_itself = self._by_itself and self._fitting
        self.steps.set_narrow(narrow)
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.history_button.setToolButtonStyle(style)

    def _fit_icon(self) -> None:
        self.history_button.setIconSize(QSize(line_height(), line_height()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "steps"):
            self.steps.renew_size()
            self._fit_icon()
            self.fit(self.window().width())
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("side"))
        painter.setPen(colour("line"))
        painter.drawLine(self.rect().topRight(), self.rect().bottomRight())
