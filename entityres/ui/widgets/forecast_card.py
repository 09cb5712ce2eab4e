"""UI: what a change of a similarity key would cost and find, beside what the settings in use cost and find."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.key_figures import KeyFigures


@dataclass(frozen=True)
class ForecastWords:
    """One column of the card."""

    heading: str
    pairs: str = "–"
    all_pairs: str = "–"
    time: str = "–"
    alone: str = "–"
    together: str = "–"
    tip: str = ""


ROWS = (
    ("pairs", "Pairs, this key", "Pairs that this key picks for comparing"),
    ("all_pairs", "Pairs, all keys", "Pairs that all keys together pick for comparing"),
    ("time", "Time", "Of comparing the pairs of this key on this computer"),
    ("alone", "Missed, this key", "Matches that this key does not pick, by the matches that other keys found"),
    ("together", "Missed, all keys", "Matches that no key picks"),
)


COUNTING = "counting…"
APPLY_KEY = "Ctrl+Return"


class ForecastCard(QWidget):
    """Two columns, now and with these settings; what does not fit is said with a way out.

    Signals:
        remedy_asked: Use the settings that fit in memory.
    """

    remedy_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figures = KeyFigures(("now", "with these settings"), ROWS)
        self._problem = QLabel()
        self._problem.setWordWrap(True)
        set_kind(self._problem, "warning")
        self.remedy_button = QPushButton()
        self.remedy_button.clicked.connect(self.remedy_asked)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self._figures)
        layout.addWidget(self._problem)
        layout.addWidget(self.remedy_button)
        self.show_problem("")

    def set_tight(self, on: bool) -> None:
        """Lines closer to each other, where height is scarce."""
        self._figures.set_tight(on)

    def show_words(self, now: ForecastWords, then: ForecastWords) -> None:
        """Show both columns."""
        for column, words in ((1, now), (2, then)):
            self._figures.show_heading(column, words.heading)
            for name, _, _ in ROWS:
                self._figures.show_cell(name, column, getattr(words, name), words.tip)

    def show_counting(self, on: bool) -> None:
        """Say that the pairs are being counted."""
        self._figures.say(COUNTING if on else "")

    @property
    def is_counting(self) -> bool:
        """True while it says so."""
        return bool(self._figures.said)

    def show_problem(self, words: str, remedy: str = "") -> None:
        """Say why these settings cannot be used, and on a button what can; "" hides both."""
        self._problem.setText(words)
        self._problem.setVisible(bool(words))
        self.remedy_button.setText(remedy)
        self.remedy_button.setVisible(bool(remedy))

    @property
    def problem(self) -> str:
        """What is said to be wrong, "" for nothing."""
        return self._problem.text()

    def cell(self, name: str, column: int) -> str:
        """What stands in a cell: row name, column 1 (now) or 2."""
        return self._figures.cell(name, column)


class ApplyBar(QWidget):
    """Whether the settings are in use, and the buttons that take or leave a change. It stands still where the rest scrolls.

    Signals:
        apply_asked: Use these settings.
        revert_asked: Go back to the settings in use.
    """

    apply_asked = Signal()
    revert_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._state = QLabel()
        set_kind(self._state, "muted")
        self.revert_button = QPushButton("Revert")
        self.revert_button.clicked.connect(self.revert_asked)
        self.apply_button = KeyButton("Apply", APPLY_KEY, primary=True)
        self.apply_button.setObjectName("applyButton")
        self.apply_button.clicked.connect(self._on_apply_clicked)
        buttons = QHBoxLayout(self)
        buttons.setContentsMargins(0, 0, 0, 0)
        buttons.setSpacing(grid(1))
        buttons.addWidget(self._state, 1)
        buttons.addWidget(self.revert_button)
        buttons.addWidget(self.apply_button)
        self.set_pending(False)

    def set_pending(self, pending: bool, allowed: bool = True) -> None:
        """Whether there is a change that is not applied, and whether it can be."""
        self._state.setText("Not applied yet" if pending else "In use")
        self.revert_button.setEnabled(pending)
        self.apply_button.setEnabled(pending and allowed)
        self.apply_button.set_key(APPLY_KEY if pending else "")  # else that key is for a run

    @Slot()
    def _on_apply_clicked(self) -> None:
        self.apply_asked.emit()
