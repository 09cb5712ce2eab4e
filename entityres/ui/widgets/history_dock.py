"""UI: what was done in the project, newest first; undone steps are pale and say so."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtWidgets import QAbstractItemView, QDockWidget, QListWidget, QListWidgetItem, QWidget

from entityres.ui.qt import SPOKEN
from entityres.ui.theme import colour, line_height

MOST = 500


class HistoryDock(QDockWidget):
    """Lists the steps of the history."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("History", parent)
        self.setObjectName("historyDock")
        self.list = QListWidget()
        self.list.setObjectName("historyList")
        self.list.setAccessibleName("History")
        self.list.setWordWrap(True)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setWidget(self.list)
        self.setMinimumWidth(line_height() * 15)

    def show_history(self, history: Sequence[tuple[datetime, str, bool]]) -> None:
        """Show the newest steps."""
        self.list.clear()
        for when, text, undone in reversed(history[-MOST:]):
            words = f"{text[:1].upper()}{text[1:]}"
            item = QListWidgetItem(f"{when:%H:%M}  {words}{' (undone)' if undone else ''}", self.list)
            item.setToolTip(f"{when:%Y-%m-%d %H:%M:%S}")
            item.setData(SPOKEN, item.text())
            if undone:
                item.setForeground(colour("muted"))
        if not history:
            item = QListWidgetItem("Nothing was done yet.", self.list)
            item.setForeground(colour("muted"))
