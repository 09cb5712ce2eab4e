"""UI: what was done in the project, newest first; undone steps are pale and say so. A step leads back to it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from PySide6.QtCore import QEvent, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDockWidget,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QListWidgetItem,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from entityres.ui.icons import icon
from entityres.ui.qt import SPOKEN
from entityres.ui.theme import colour, grid, line_height, set_kind

MOST = 500
STEPS = Qt.ItemDataRole.UserRole + 1
"""How many steps are in force after the one of this line (int)."""
HINT = "Double-click a step, or press Enter, to go back or forth to it."


class HistoryDock(QDockWidget):
    """Lists the steps of the history.

    Signals:
        moment_chosen(int): The state in which so many steps are in force.
    """

    moment_chosen = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("History", parent)
        self.setObjectName("historyDock")
        self.setTitleBarWidget(self._build_head())
        self.list = QListWidget()
        self.list.setObjectName("historyList")
        self.list.setAccessibleName("History")
        self.list.setAccessibleDescription(HINT)
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)  # words wrap
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.itemActivated.connect(self._on_activated)
        self._hint = QLabel(HINT)
        self._hint.setWordWrap(True)
        set_kind(self._hint, "caption")
        inside = QWidget()
        layout = QVBoxLayout(inside)
        layout.setContentsMargins(grid(1), 0, grid(1), grid(1.5))
        layout.setSpacing(grid(1))
        layout.addWidget(self.list, 1)
        layout.addWidget(self._hint)
        self.setWidget(inside)
        self.setMinimumWidth(line_height() * 15)

    def _build_head(self) -> QWidget:
        """A title like that of a card, and a button that closes."""
        head = QWidget()
        title = QLabel("History")
        set_kind(title, "heading")
        self._close = QToolButton()
        self._close.setToolTip("Close the history (Ctrl+Shift+H)")
        self._close.setAccessibleName("Close the history")
        self._close.clicked.connect(self.close)
        self._renew_icon()
        line = QHBoxLayout(head)
        line.setContentsMargins(grid(2), grid(1.5), grid(1), grid(0.5))
        line.addWidget(title, 1)
        line.addWidget(self._close)
        return head

    def _renew_icon(self) -> None:
        self._close.setIcon(icon("close", "muted"))
        self._close.setIconSize(QSize(line_height(), line_height()))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange) and hasattr(self, "_close"):
            self._renew_icon()
        super().changeEvent(event)

    def show_history(self, history: Sequence[tuple[datetime, str, bool]]) -> None:
        """Show the newest steps."""
        self.list.clear()
        last = max((number for number, (_, _, undone) in enumerate(history) if not undone), default=-1)
        for number in reversed(range(max(len(history) - MOST, 0), len(history))):
            when, text, undone = history[number]
            words = f"{text[:1].upper()}{text[1:]}"
            item = QListWidgetItem(f"{words}{' (undone)' if undone else ''}\n{when:%H:%M}", self.list)
            item.setToolTip(f"{when:%Y-%m-%d %H:%M:%S}")
            item.setData(SPOKEN, f"{words}, {when:%H:%M}{', undone' if undone else ''}")
            item.setData(STEPS, number + 1)
            if undone:
                item.setForeground(colour("muted"))
            if number == last:
                self.list.setCurrentItem(item)
        if not history:
            item = QListWidgetItem("Nothing was done yet.", self.list)
            item.setForeground(colour("muted"))
            item.setFlags(Qt.ItemFlag.NoItemFlags)
        self._hint.setVisible(bool(history))

    @Slot(QListWidgetItem)
    def _on_activated(self, item: QListWidgetItem) -> None:
        steps = item.data(STEPS)
        if steps is not None:
            self.moment_chosen.emit(steps)
