"""UI: what is known of how right the matches are: the results of sample checks, or that there is none yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QWidget

from entityres.session.sampling import POPULATIONS
from entityres.ui.models.sample_tables import earlier_rows
from entityres.ui.theme import grid
from entityres.ui.widgets.card import Card, label, row

if TYPE_CHECKING:
    from entityres.session.sampling import SampleResult

NOT_YET = "Nobody has looked at a random sample yet. It says how many of the matches are right."
IN_REPORT = "The report names every check, with its date and thresholds."


class QualityCard(Card):
    """The newest check of each kind of pairs.

    Signals:
        sample_asked: The person wants to check a sample.
    """

    sample_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Sample check", parent)
        self.setObjectName("qualityCard")
        self._lines = QGridLayout()
        self._lines.setHorizontalSpacing(grid(2))
        self._lines.setVerticalSpacing(grid(0.5))
        self._lines.setColumnStretch(0, 1)
        self.results = [(label("", "strong", wrap=True), label("", "caption", wrap=True)) for _ in POPULATIONS]
        for number, (words, below) in enumerate(self.results):
            self._lines.addWidget(words, 2 * number, 0)
            self._lines.addWidget(below, 2 * number + 1, 0)
        self.note = label("", "caption", wrap=True)
        self.button = QPushButton("Check a sample")
        self.button.setObjectName("checkSampleButton")
        self.button.clicked.connect(self.sample_asked)
        self.add(self._lines)
        self.add(self.note)
        self.add(row(self.button, 1))

    def show_results(self, known: Sequence[SampleResult]) -> None:
        """Show the newest result of each kind of pairs that was sampled."""
        newest = list({result.sample.of: result for result in known}.values())
        for words, below in self.results:
            words.hide()
            below.hide()
        for (words, below), result, line in zip(self.results, newest, reversed(earlier_rows(newest)), strict=False):
            when, drawn_from, told, cut, person = line
            words.setText(told)
            below.setText(f"{drawn_from[0].upper()}{drawn_from[1:]} at {cut} · {when} · {person}")
            words.setAccessibleName(f"{POPULATIONS[result.sample.of]}: {told}")
            words.show()
            below.show()
        self.note.setText(IN_REPORT if newest else NOT_YET)
        self.button.setText("Check another sample" if newest else "Check a sample")
