"""UI: what a change of a similarity key would cost and find, beside what the settings in use cost and find."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.figures import tabular
from entityres.ui.widgets.hairline import Hairline
from entityres.ui.widgets.key_button import KeyButton


@dataclass(frozen=True)
class ForecastWords:
    """One column of the card."""

    heading: str
    pairs: str = "–"
    time: str = "–"
    alone: str = "–"
    together: str = "–"
    tip: str = ""


ROWS = (
    ("pairs", "Pairs to compare", "Pairs that this key picks for comparing"),
    ("time", "Time", "Of comparing them on this computer"),
    ("alone", "Missed by this key", "Matches that this key does not pick, by the matches that other keys found"),
    ("together", "Missed by all keys", "Matches that no key picks"),
)


class ForecastCard(QWidget):
    """Two columns, now and with these settings, and the buttons that take or leave the change.

    Signals:
        apply_asked: Use these settings.
        revert_asked: Go back to the settings in use.
    """

    apply_asked = Signal()
    revert_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        table = QGridLayout()
        table.setContentsMargins(0, 0, 0, 0)
        table.setHorizontalSpacing(grid(1.5))
        table.setVerticalSpacing(grid(0.75))
        table.setColumnStretch(0, 1)
        self._heads = (QLabel(), QLabel())
        for column, head in enumerate(self._heads, 1):
            set_kind(head, "header")
            table.addWidget(head, 0, column, Qt.AlignmentFlag.AlignRight)
        self._cells: dict[tuple[str, int], QLabel] = {}
        for number, (name, words, tip) in enumerate(ROWS):
            table.addWidget(Hairline(), 2 * number + 1, 0, 1, 3)
            label = QLabel(words)
            label.setToolTip(tip)
            table.addWidget(label, 2 * number + 2, 0)
            for column in (1, 2):
                cell = QLabel("–")
                tabular(cell)
                set_kind(cell, "strong" if column == 2 else "text")
                table.addWidget(cell, 2 * number + 2, column, Qt.AlignmentFlag.AlignRight)
                self._cells[name, column] = cell
        self._state = QLabel()
        set_kind(self._state, "muted")
        self.revert_button = QPushButton("Revert")
        self.revert_button.clicked.connect(self.revert_asked)
        self.apply_button = KeyButton("Apply", "Ctrl+Return", primary=True)
        self.apply_button.setObjectName("applyButton")
        self.apply_button.clicked.connect(self.apply_asked)
        buttons = QHBoxLayout()
        buttons.setSpacing(grid(1))
        buttons.addWidget(self._state, 1)
        buttons.addWidget(self.revert_button)
        buttons.addWidget(self.apply_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addLayout(table)
        layout.addWidget(Hairline())
        layout.addLayout(buttons)
        self.set_pending(False)

    def show_words(self, now: ForecastWords, then: ForecastWords) -> None:
        """Show both columns."""
        for column, words in ((1, now), (2, then)):
            self._heads[column - 1].setText(words.heading)
            for name, _, _ in ROWS:
                cell = self._cells[name, column]
                cell.setText(getattr(words, name))
                cell.setToolTip(words.tip)

    def cell(self, name: str, column: int) -> str:
        """What stands in a cell: row name, column 1 (now) or 2."""
        return self._cells[name, column].text()

    def set_pending(self, pending: bool) -> None:
        """Whether there is a change that is not applied."""
        self._state.setText("Not applied yet" if pending else "In use")
        self.revert_button.setEnabled(pending)
        self.apply_button.setEnabled(pending)
