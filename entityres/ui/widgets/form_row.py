"""UI: a form: words at the left, a control at the right, an explanation below in the muted colour."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from entityres.ui.theme import grid, set_kind


class FormRows(QWidget):
    """Rows of words and controls, lined up; each label is the control's buddy and its accessible name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(grid(1.5))
        self._grid.setVerticalSpacing(grid(1))
        self._grid.setColumnStretch(1, 1)
        self._rows = 0

    def add_row(self, words: str, control: QWidget, explanation: str = "") -> QLabel:
        """Add a row; return its label."""
        label = QLabel(words)
        label.setBuddy(control)
        set_kind(label, "muted")
        control.setAccessibleName(words.replace("&", ""))
        self._grid.addWidget(label, self._rows, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(control, self._rows, 1)
        self._rows += 1
        if explanation:
            note = QLabel(explanation)
            note.setWordWrap(True)
            set_kind(note, "caption")
            control.setAccessibleDescription(explanation)
            self._grid.addWidget(note, self._rows, 1)
            self._rows += 1
        return label
