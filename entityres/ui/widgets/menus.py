"""UI: the menus of the window, made of the table of actions, and beside them the name of the project and when it was saved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from entityres.ui.actions import MENUS, Actions
from entityres.ui.qt import RIGHT
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.elided import ElidedLabel

if TYPE_CHECKING:
    from PySide6.QtWidgets import QMenuBar

SPACE = 15
"""Pixels above and below the words of the menu bar together, as in the style sheet."""
TITLE_WIDTH, TITLE_SHARE = 24, 0.36
"""Of the name and the time in the corner of the menu bar: in lines of text, but no more than this share of the narrowest
window, so that the menus have the rest."""


def build_menus(bar: QMenuBar, actions: Actions) -> dict[str, QMenu]:
    """Put every action into its menu; returns the menus by name, submenus as `View/Appearance`."""
    menus = {name: bar.addMenu(f"&{name}") for name in MENUS}
    for name, spec in actions.specs.items():
        top, _, below = spec.menu.partition("/")
        if not top:
            continue
        menu = menus[top]
        if below:
            menu = menus.setdefault(spec.menu, QMenu(f"&{below}", menu))
            if menu.menuAction() not in menus[top].actions():
                menus[top].addMenu(menu)
        if spec.line_before:
            menu.addSeparator()
        menu.addAction(actions[name])
    return menus


class TitleCorner(ElidedLabel):
    """The name of the project and the time, at the right of the menus.

    Args:
        bar: The menu bar, in whose corner it stands.
        narrowest: Width of the narrowest window.
    """

    def __init__(self, bar: QMenuBar, narrowest: int) -> None:
        super().__init__()
        self._bar, self._narrowest = bar, narrowest
        self.setContentsMargins(grid(1), grid(0.25), grid(2), 0)
        self.setAlignment(RIGHT)
        self.fit()
        bar.setCornerWidget(self, Qt.Corner.TopRightCorner)

    def fit(self) -> None:
        """Take the room that the font needs, for which the bar asks only once."""
        self.setMinimumWidth(min(line_height() * TITLE_WIDTH, round(self._narrowest * TITLE_SHARE)))
        self.setFixedHeight(line_height() + SPACE - 4)
        self._bar.setFixedHeight(line_height() + SPACE)
