"""UI: the panel at the left of the window: the steps, and below them the way to the history."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from entityres.ui.theme import colour, grid, line_height
from entityres.ui.widgets.step_list import StepList


class SidePanel(QWidget):
    """Step list above, history button below.

    Attributes:
        steps: The step list.
    """

    def __init__(self, names: list[str], history: QAction, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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

    def set_narrow(self, narrow: bool) -> None:
        """Show only the circles, or everything."""
        self.steps.set_narrow(narrow)
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        self.history_button.setToolButtonStyle(style)

    def _fit_icon(self) -> None:
        self.history_button.setIconSize(QSize(line_height(), line_height()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange) and hasattr(self, "steps"):
            self.steps.renew_size()
            self._fit_icon()
        super().changeEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), colour("side"))
        painter.setPen(colour("line"))
        painter.drawLine(self.rect().topRight(), self.rect().bottomRight())
