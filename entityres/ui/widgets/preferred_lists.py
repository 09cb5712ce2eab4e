"""UI: the lists in the order of preference, moved up and down by mouse or key."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Signal, Slot
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QToolButton, QVBoxLayout, QWidget

from entityres.ui.icons import icon
from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, row_height
from entityres.ui.widgets.card import label, row


class PreferredLists(QWidget):
    """A short list with two arrows.

    Signals:
        order_chosen: Names of the lists (tuple of str), best first.
    """

    order_chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names: tuple[str, ...] = ()
        self._list = QListWidget(self)
        self._list.setObjectName("preferredLists")
        self._list.setAccessibleName("Lists in order of preference")
        self._up, self._down = QToolButton(self), QToolButton(self)
        for button, name, words in (
            (self._up, "chevron_up", "Prefer this list more"),
            (self._down, "chevron_down", "Prefer this list less"),
        ):
            button.setAccessibleName(words)
            button.setToolTip(words)
            button.setProperty("icon_name", name)
        self._renew_icons()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(0.5))
        layout.addLayout(row(label("Preferred lists, best first", "header"), 1, self._up, self._down, spacing=0.25))
        layout.addWidget(self._list)
        connect_weak(self._up.clicked, self._move, -1)
        connect_weak(self._down.clicked, self._move, 1)
        self._list.currentRowChanged.connect(self._on_row_changed)

    def show_lists(self, names: Sequence[str]) -> None:
        """Show the lists, best first; the chosen one stays chosen."""
        current = self._list.currentItem()
        chosen = self._names[self._list.currentRow()] if current is not None and self._names else ""
        self._names = tuple(names)
        self._list.clear()
        for number, name in enumerate(names, 1):
            item = QListWidgetItem(f"{number}   {name}", self._list)
            item.setSizeHint(QSize(0, row_height()))
        self._list.setCurrentRow(self._names.index(chosen) if chosen in self._names else 0)
        self._list.setFixedHeight(min(len(names), 4) * row_height() + 8)

    def _move(self, step: int) -> None:
        row = self._list.currentRow()
        to = row + step
        if row < 0 or not 0 <= to < len(self._names):
            return
        names = list(self._names)
        names[row], names[to] = names[to], names[row]
        self.order_chosen.emit(tuple(names))

    @Slot(int)
    def _on_row_changed(self, row: int) -> None:
        self._up.setEnabled(row > 0)
        self._down.setEnabled(0 <= row < len(self._names) - 1)

    def _renew_icons(self) -> None:
        for button in (self._up, self._down):
            button.setIcon(icon(str(button.property("icon_name"))))

    # Qt overrides

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.PaletteChange:
            self._renew_icons()
        super().changeEvent(event)
