"""UI: how lists are linked: whether a record has at most one match in each other list, and why that is proposed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QWidget

from entityres.scoring.doubles_inside import is_one_to_one, why
from entityres.scoring.scored_pairs import InsideList
from entityres.settings import Settings
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.elided import ElidedLabel

NOT_YET = "Proposed after matching, if no list holds anybody twice."
BY_HAND = "Chosen by you."


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
        self.words = ElidedLabel()
        self.lists_button = QPushButton("Let the lists decide")
        self.lists_button.setObjectName("oneToOneByLists")
        set_kind(self.lists_button, "link")
        room = self.lists_button.sizePolicy()
        room.setRetainSizeWhenHidden(True)  # the line keeps its height
        self.lists_button.setSizePolicy(room)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self.box)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.lists_button)
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
        self.words.show_words(words)
        self.box.setAccessibleDescription(words)
        self.box.setEnabled(enabled)
        self.lists_button.setEnabled(enabled)

    @Slot(bool)
    def _on_box_clicked(self, on: bool) -> None:
        self.one_to_one_asked.emit(on)

    @Slot()
    def _on_lists_clicked(self) -> None:
        self.one_to_one_asked.emit(None)
