"""UI: the left part of the status bar: when the project was saved, and how much it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QWidget

from entityres.session.stages import count
from entityres.ui.icons import pixmap
from entityres.ui.theme import grid, line_height, set_kind

if TYPE_CHECKING:
    from datetime import datetime

    from entityres.session.project import Project


class _Ahead(NamedTuple):
    """Steps that are undone: whose, after how many that are in force, how many, and the first of them."""

    project: Project
    at: int
    steps: int
    first: tuple[datetime, str, bool]


class StatusLine(QWidget):
    """Saved time, counts, and a word at the right while nothing runs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(grid(1.5), grid(0.5), grid(1), grid(0.5))
        layout.setSpacing(grid(0.75))
        self._mark = QLabel()
        self.saved = QLabel()
        self.counts = QLabel()
        self.ready = QLabel("Ready")
        self.ready.setTextFormat(Qt.TextFormat.PlainText)
        for label in (self.saved, self.counts, self.ready):
            set_kind(label, "caption")
        layout.addWidget(self._mark)
        layout.addWidget(self.saved)
        layout.addSpacing(grid(2))
        layout.addWidget(self.counts)
        layout.addStretch(1)
        layout.addWidget(self.ready)
        self._mark_name = "check"
        self._ahead: _Ahead | None = None
        self._show_mark()

    def show_project(self, project: Project) -> None:
        """Show what is saved and how much there is."""
        self._mark_name = "lock" if project.read_only else "check"
        self.saved.setText("Read only" if project.read_only else f"Saved {project.saved_at:%H:%M:%S}")
        parts = []
        if project.lists:
            parts.append(count(sum(len(one) for one in project.lists), "record"))
        if project.scored is not None:
            parts.append(count(len(project.scored), "pair"))
        groups = project.latest_groups
        if groups is not None:
            parts.append(count(int((groups.sizes > 1).sum()), "group"))
        self.counts.setText(" · ".join(parts))
        self._say_what_was_replaced(project)
        self._show_mark()

    def _say_what_was_replaced(self, project: Project) -> None:
        """A new step ends the way forth to those that were undone; it is said until something else is done."""
        before, self._ahead = self._ahead, None
        in_force, undone = project.steps
        words = "Ready"
        if before is not None and before.project is project and in_force > before.at:
            now = project.history(before.at, before.at + 1)[0]
            if now[:2] != before.first[:2]:  # else it was done again
                words = f"{count(before.steps, 'undone step was', 'undone steps were')} replaced"
        if undone:
            self._ahead = _Ahead(project, in_force, undone, project.history(in_force, in_force + 1)[0])
        self.ready.setText(words)

    def show_ready(self, ready: bool) -> None:
        """Show or hide the word that says that nothing runs."""
        self.ready.setVisible(ready)

    def _show_mark(self) -> None:
        self._mark.setPixmap(pixmap(self._mark_name, "muted", max(line_height("caption"), 12)))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange and hasattr(self, "ready"):
            self._show_mark()
        super().changeEvent(event)
