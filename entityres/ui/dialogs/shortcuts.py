"""UI: all shortcuts on one sheet, by menu."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.actions import MENUS, Actions
from entityres.ui.qt import LEFT, RIGHT, resize_within_screen
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.card import label


class ShortcutsDialog(QDialog):
    """Two columns of menus with their actions and keys."""

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Shortcuts")
        inside = QWidget()
        table = QGridLayout(inside)
        table.setContentsMargins(0, 0, grid(1.5), 0)
        table.setHorizontalSpacing(grid(3))
        table.setVerticalSpacing(grid(0.5))
        at = [0, 0]
        for menu in MENUS:
            side = 0 if at[0] <= at[1] else 1
            rows = [
                (name, spec)
                for name, spec in actions.specs.items()
                if spec.menu.partition("/")[0] == menu and spec.keys
            ]
            table.addWidget(label(menu, "heading"), at[side], 3 * side, LEFT)
            at[side] += 1
            for name, _spec in rows:
                action = actions[name]
                keys = ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts())
                table.addWidget(label(action.iconText()), at[side], 3 * side, LEFT)
                table.addWidget(label(keys, "muted"), at[side], 3 * side + 1, RIGHT)
                at[side] += 1
            table.addWidget(QWidget(), at[side], 3 * side)
            at[side] += 1
        table.setColumnMinimumWidth(2, grid(4))
        table.setRowStretch(max(at), 1)
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
        resize_within_screen(self, line_height() * 46, line_height() * 34)
