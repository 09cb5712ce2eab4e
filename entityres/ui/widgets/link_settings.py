"""UI: how lists are linked: whether a record has at most one match in each other list, and why that is proposed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QPushButton, QWidget

from entityres.scoring.doubles_inside import is_one_to_one, why
from entityres.scoring.scored_pairs import InsideList
from entityres.settings import Settings
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import label

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

NOT_YET = "Proposed after matching, if no list holds anybody twice."
BY_HAND = "Chosen by you."
BESIDE_LETTERS = 90
"""From this width on, the reason stands beside the box."""


class LinkSettings(QWidget):
    """One line that is there for several lists only.

    Signals:
        one_to_one_asked: True or False as the user wants it, None to let the lists decide.
    """

    one_to_one_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.box = QCheckBox("At most one match per record")
        self.box.setObjectName("oneToOneBox")
        self.box.setToolTip(
            "In each other list a record has one partner at most: the best one. Equally good ones wait for you."
        )
        self.words = label("", "muted", wrap=True)
        self.words.setObjectName("oneToOneWords")
        self.lists_button = QPushButton("Let the lists decide")
        self.lists_button.setObjectName("oneToOneByLists")
        set_kind(self.lists_button, "link")
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(grid(1))
        self._grid.setVerticalSpacing(0)
        self._grid.setColumnStretch(1, 1)
        self._grid.addWidget(self.box, 0, 0)
        self._grid.addWidget(self.lists_button, 0, 2)
        self._grid.setRowMinimumHeight(0, self.lists_button.sizeHint().height())  # kept when the button goes
        self._below: bool | None = None
        self._arrange()
        self.box.clicked.connect(self._on_box_clicked)
        self.lists_button.clicked.connect(self._on_lists_clicked)

    def show_choice(
        self, names: Sequence[str], inside: Sequence[InsideList] | None, settings: Settings, *, enabled: bool = True
    ) -> None:
        """Show what holds now.

        Args:
            names: The lists that were matched; those that are there before that.
            inside: What these lists show; None before matching.
            settings: What the user chose.
            enabled: False where nothing can be changed.
        """
        self.setVisible(len(names) > 1)
        self.box.setChecked(is_one_to_one(inside or (), settings))
        by_lists = settings.one_to_one is None
        self.lists_button.setVisible(not by_lists)
        if not by_lists:
            words = BY_HAND
        elif inside is None:
            words = NOT_YET
        else:
            words = f"{'Proposed' if self.box.isChecked() else 'Not proposed'} because {why(inside, names)}."
        self.words.setText(words)
        self.box.setAccessibleDescription(words)
        self.box.setEnabled(enabled)
        self.lists_button.setEnabled(enabled)

    def _arrange(self) -> None:
        """The words beside the box, or below it where they would stand in many short lines."""
        below = self.width() < self.fontMetrics().averageCharWidth() * BESIDE_LETTERS
        if below != self._below:
            self._below = below
            self._grid.addWidget(self.words, int(below), 0 if below else 1, 1, 3 if below else 1)

    @Slot(bool)
    def _on_box_clicked(self, on: bool) -> None:
        self.one_to_one_asked.emit(on)

    @Slot()
    def _on_lists_clicked(self) -> None:
        self.one_to_one_asked.emit(None)

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
