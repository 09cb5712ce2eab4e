"""UI: all shortcuts on one sheet, by menu."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.actions import MENUS, Actions
from entityres.ui.qt import LEFT, RIGHT, resize_within_screen
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.card import label


class ShortcutsDialog(QDialog):
    """Two columns of menus with their actions and keys; below each other where the text is large."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        sides, rows = [QGridLayout(), QGridLayout()], [0, 0]
        for menu in MENUS:
            side = 0 if rows[0] <= rows[1] else 1
            rows[side] = self._add_menu(sides[side], rows[side], menu, actions)
        columns = []
        for table, end in zip(sides, rows, strict=True):
            column = QWidget()
            column.setLayout(table)
            table.setContentsMargins(0, 0, grid(1.5), 0)
            table.setHorizontalSpacing(grid(2))
            table.setVerticalSpacing(grid(0.5))
            table.setRowStretch(end, 1)
            columns.append(column)
        inside = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, inside)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(grid(3))
        for column in columns:
            self._columns.addWidget(column)
        self._two = self._columns.sizeHint().width() + grid(8)  # margins, and the bar that scrolls
        scroll = QScrollArea()
        scroll.setWidget(inside)
        scroll.setWidgetResizable(True)
        scroll.setAccessibleName("Shortcuts")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(2), grid(2), grid(2), grid(2))
        layout.addWidget(label("Letters work while the list of pairs has the focus.", "muted"))
        layout.addWidget(scroll, 1)
        layout.addWidget(buttons)
        resize_within_screen(self, max(line_height() * 48, self._two), line_height() * 46)

    @staticmethod
    def _add_menu(table: QGridLayout, at: int, menu: str, actions: Actions) -> int:
        """A menu with its actions and keys from a row on; returns the row after it."""
        table.addWidget(label(menu, "heading"), at, 0, LEFT)
        for name, spec in actions.specs.items():
            if spec.menu.partition("/")[0] == menu and spec.keys:
                at += 1
                keys = ", ".join(
                    key.toString(QKeySequence.SequenceFormat.NativeText) for key in actions[name].shortcuts()
                )
                table.addWidget(label(actions[name].iconText()), at, 0, LEFT)
                table.addWidget(label(keys, "muted"), at, 1, RIGHT)
        table.setRowMinimumHeight(at + 1, line_height())
        return at + 2

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        across = self.width() >= self._two
        ways = QBoxLayout.Direction
        self._columns.setDirection(ways.LeftToRight if across else ways.TopToBottom)
