"""UI: one condition of a key: a column, what is asked of it, and how many letters, digits or records that means."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QSpinBox, QToolButton, QWidget

from entityres.candidates.keys import Part, PartKind
from entityres.records.fields import field_label
from entityres.ui.icons import icon
from entityres.ui.models.key_draft import KIND_WORDS, SIZES, kinds_for, sized
from entityres.ui.theme import grid
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.figures import roomy

if TYPE_CHECKING:
    from collections.abc import Mapping

    from entityres.records.roles import Role


class PartRow(QWidget):
    """Two choices, a number where the second needs one, and a button that takes the condition out.

    Args:
        part: The condition to begin with.
        labels: The words shown for each field.
        roles: The role of each field.

    Signals:
        part_changed(object): The row of this widget asks for something else.
        removal_asked(object): Take this row out.
    """

    part_changed = Signal(object)
    removal_asked = Signal(object)

    def __init__(
        self, part: Part, labels: Mapping[str, str], roles: Mapping[str, Role], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._roles, self._quiet = roles, True
        self.column_choice = Choice(letters=8)
        self.column_choice.setAccessibleName("Column of this condition")
        for name, label in labels.items():
            self.column_choice.addItem(label, (name,))
        if len(part.fields) != 1 or part.fields[0] not in labels:
            read = " and ".join(labels.get(name) or field_label(name) for name in part.fields)
            self.column_choice.addItem(read, part.fields)
        self.kind_choice = Choice(letters=9)
        self.kind_choice.setAccessibleName("What is asked of the column")
        self.size_spin = QSpinBox()
        roomy(self.size_spin)
        self.size_spin.setAccessibleName("How many letters, digits or records")
        self.size_spin.setKeyboardTracking(False)
        self.size_spin.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.remove_button = QToolButton()
        self.remove_button.setIcon(icon("close"))
        self.remove_button.setToolTip("Remove this condition")
        self.remove_button.setAccessibleName("Remove this condition")
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self.column_choice, 4)
        layout.addWidget(self.kind_choice, 5)
        layout.addWidget(self.size_spin)
        layout.addWidget(self.remove_button)
        self.column_choice.setCurrentIndex(self._place(part.fields))
        self._show(part)
        self.column_choice.currentIndexChanged.connect(self._on_column_changed)
        self.kind_choice.currentIndexChanged.connect(self._on_changed)
        self.size_spin.valueChanged.connect(self._on_changed)
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self._quiet = False

    @property
    def part(self) -> Part:
        """The condition."""
        kind = PartKind(self.kind_choice.currentData() or PartKind.EXACT)
        return sized(kind, tuple(self.column_choice.currentData() or ()), self.size_spin.value())

    def _place(self, fields: tuple[str, ...]) -> int:
        every = [tuple(self.column_choice.itemData(i)) for i in range(self.column_choice.count())]
        return every.index(tuple(fields)) if tuple(fields) in every else 0

    def _show(self, part: Part) -> None:
        """Offer what fits the column, and show the size where there is one."""
        quiet, self._quiet = self._quiet, True
        roles = [self._roles[name] for name in part.fields if name in self._roles]
        kinds = kinds_for(roles, part.kind)
        self.kind_choice.clear()
        for kind in kinds:
            self.kind_choice.addItem(KIND_WORDS[kind], str(kind))
        self.kind_choice.setCurrentIndex(kinds.index(part.kind) if part.kind in kinds else 0)
        self._show_size(part)
        self._quiet = quiet

    def _show_size(self, part: Part) -> None:
        has_size = part.kind in SIZES
        self.size_spin.setVisible(has_size)
        if has_size:
            least, most, usual, unit = SIZES[part.kind]
            self.size_spin.setRange(least, most)
            self.size_spin.setSuffix(unit)
            self.size_spin.setValue(part.size or usual)

    @Slot(int)
    def _on_column_changed(self, _index: int) -> None:
        if self._quiet:
            return
        fields, kind = tuple(self.column_choice.currentData()), self.part.kind
        fitting = kinds_for([self._roles[name] for name in fields if name in self._roles])
        self._show(sized(kind if kind in fitting else fitting[0], fields, self.size_spin.value()))
        self.part_changed.emit(self)

    @Slot(int)
    def _on_changed(self, _value: int) -> None:
        if self._quiet:
            return
        kind = PartKind(self.kind_choice.currentData())
        if (kind in SIZES) != (not self.size_spin.isHidden()) or (
            kind in SIZES and self.size_spin.suffix() != SIZES[kind][3]
        ):
            self._quiet = True
            self._show_size(sized(kind, ()))
            self._quiet = False
        self.part_changed.emit(self)

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.removal_asked.emit(self)
