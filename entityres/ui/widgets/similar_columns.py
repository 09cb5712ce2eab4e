"""UI: the similarity condition of a key: which columns are read together, in letters or words, and in how long pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QCheckBox, QGridLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from entityres.candidates.keys import Bands, Join
from entityres.records.fields import field_label
from entityres.records.percentages import PER_CENT
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import row
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.elided import ElidedCheckBox
from entityres.ui.widgets.figures import roomy

if TYPE_CHECKING:
    from collections.abc import Mapping

ACROSS = 3

TOKEN_WORDS = {
    "characters": "letters",
    "words": "words",
    "stop words": "words after small words",
    "items": "items of a set",
    "character bags": "letters, counted",
    "word bags": "words, counted",
    "places": "single places, for numbers",
}
"""What a set is made of, by `candidates.keys.TOKENS`."""


class SimilarColumns(QWidget):
    """A check box that asks for similarity at all; below it columns and pieces.

    Signals:
        sets_changed(object): Other Bands, another Join, or None.
    """

    sets_changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bands, self._quiet = Bands(()), False
        self.on_box = QCheckBox("These columns, read together, are similar")
        self.on_box.toggled.connect(self._on_toggled)
        self._inside = QWidget()
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(grid(1))
        self._grid.setVerticalSpacing(grid(0.25))
        for column in range(ACROSS):
            self._grid.setColumnStretch(column, 1)
        self.boxes: dict[str, ElidedCheckBox] = {}
        self.k_spin = QSpinBox()
        roomy(self.k_spin)
        self.k_spin.setAccessibleName("Length of a piece")
        self.k_spin.setRange(1, 10)
        self.k_spin.setKeyboardTracking(False)
        self.tokens_choice = Choice(letters=8)
        self.tokens_choice.setAccessibleName("Pieces are made of")
        for tokens, words in TOKEN_WORDS.items():
            self.tokens_choice.addItem(words, tokens)
        self.how_choice = Choice(letters=14)
        self.how_choice.setAccessibleName("How similar records are found")
        self.how_choice.addItem("most, quickly", "bands")
        self.how_choice.addItem("every pair from", "join")
        self.similarity_spin = QSpinBox()
        roomy(self.similarity_spin)
        self.similarity_spin.setAccessibleName("At least this similar, per cent")
        # What the planner uses is among them: a change of columns must not raise it.
        self.similarity_spin.setRange(10, 100)
        self.similarity_spin.setSuffix(f"{PER_CENT} similar")
        self.similarity_spin.setKeyboardTracking(False)
        self._note = QLabel()
        self._note.setTextFormat(Qt.TextFormat.PlainText)
        self._note.setWordWrap(True)
        set_kind(self._note, "caption")
        inside = QVBoxLayout(self._inside)
        inside.setContentsMargins(grid(3), 0, 0, 0)
        inside.setSpacing(grid(0.75))
        inside.addLayout(self._grid)
        inside.addLayout(row(QLabel("in pieces of"), self.k_spin, self.tokens_choice, 1))
        inside.addLayout(row(QLabel("find"), self.how_choice, self.similarity_spin, 1))
        inside.addWidget(self._note)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(0.5))
        layout.addWidget(self.on_box)
        layout.addWidget(self._inside)
        self.k_spin.valueChanged.connect(self._on_changed)
        self.tokens_choice.currentIndexChanged.connect(self._on_changed)
        self.how_choice.currentIndexChanged.connect(self._on_changed)
        self.similarity_spin.valueChanged.connect(self._on_changed)

    def show_sets(self, sets: Bands | Join | None, labels: Mapping[str, str], usual: Bands) -> None:
        """Show a condition.

        Args:
            sets: The condition, None for none.
            labels: The words shown for each field.
            usual: What is asked for when the box is ticked.
        """
        self._quiet = True
        self._bands = sets if isinstance(sets, Bands) else usual
        shown = sets or usual
        for box in self.boxes.values():
            self._grid.removeWidget(box)
            box.hide()
            box.deleteLater()
        self.boxes = {}
        not_there = {name: field_label(name) for name in shown.fields if name not in labels}
        for number, (name, label) in enumerate({**labels, **not_there}.items()):
            box = self.boxes[name] = ElidedCheckBox(label, self._inside)
            box.setAccessibleName(f"{label} is read for similarity")
            box.setChecked(name in shown.fields)
            box.toggled.connect(self._on_ticked)
            self._grid.addWidget(box, number // ACROSS, number % ACROSS)
        self.on_box.setChecked(sets is not None)
        self._inside.setVisible(sets is not None)
        self.k_spin.setValue(shown.k)
        self.tokens_choice.setCurrentIndex(max(self.tokens_choice.findData(shown.tokens), 0))
        self.how_choice.setCurrentIndex(int(isinstance(sets, Join)))
        self.similarity_spin.setValue(round(sets.similarity * 100) if isinstance(sets, Join) else 70)
        self._show_how()
        self._quiet = False

    def _show_how(self) -> None:
        exact = self.how_choice.currentData() == "join"
        places = self.tokens_choice.currentData() == "places"
        self.similarity_spin.setVisible(exact)
        self.k_spin.setVisible(not places)
        words = (
            "None is missed; on long lists this takes longer."
            if exact
            else "How similar they must be is set on the curve afterwards."
        )
        if places:
            words += " For numbers and codes with a wrong digit: only those of one length agree, place by place."
        self._note.setText(words)

    @property
    def sets(self) -> Bands | Join | None:
        """The condition, None where the box is not ticked."""
        if not self.on_box.isChecked():
            return None
        fields = tuple(name for name, box in self.boxes.items() if box.isChecked())
        tokens, k = self.tokens_choice.currentData(), self.k_spin.value()
        if self.how_choice.currentData() == "join":
            return Join(fields, tokens, k, self.similarity_spin.value() / 100)
        return replace(self._bands, fields=fields, tokens=tokens, k=k)

    @Slot(bool)
    def _on_toggled(self, on: bool) -> None:
        self._inside.setVisible(on)
        self._tell()

    @Slot(bool)
    def _on_ticked(self, _on: bool) -> None:
        self._tell()

    @Slot(int)
    def _on_changed(self, _value: int) -> None:
        self._tell()

    def _tell(self) -> None:
        if not self._quiet:
            self._show_how()
            self.sets_changed.emit(self.sets)
