"""UI: any two records side by side, in a window of their own: compared or not, and why not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QLineEdit, QPushButton, QSplitter, QVBoxLayout, QWidget

from entityres.entities.decisions import Answer
from entityres.errors import EntityResError
from entityres.scoring.scored_pairs import weight_of
from entityres.session.searching import matching_records
from entityres.session.summary import place_of, summary_of
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.score_scale import shown_of_bits
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.choice import Choice
from entityres.ui.widgets.compare_panel import ComparePanel, list_shape
from entityres.ui.widgets.evidence_panel import EvidencePanel

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.scoring.explaining import Explanation
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.matched import Matched
    from entityres.ui.services import WindowServices

SEARCH_DELAY_MS = 250
MOST_FOUND = 50
TYPE_FIRST, NONE_FOUND = "Records found are listed here", "No record has these words"


class RecordSearch(QWidget):
    """A search box and what it found.

    Signals:
        record_chosen: Another record is chosen.
    """

    record_chosen = Signal()

    def __init__(self, matched: Matched, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._matched = matched
        self._found: list[int] = []
        self.edit = QLineEdit()
        self.edit.setPlaceholderText("Name, street, e-mail …")
        self.edit.setAccessibleName(f"Search {name}")
        self.choice = Choice(letters=20)
        self.choice.setPlaceholderText(TYPE_FIRST)
        self.choice.setEnabled(False)
        self.choice.setAccessibleName(name)
        self.choice.currentIndexChanged.connect(self._on_chosen)
        self._delay = QTimer(self)
        self._delay.setSingleShot(True)
        self._delay.setInterval(SEARCH_DELAY_MS)
        self._delay.timeout.connect(self.search)
        self.edit.textChanged.connect(self._delay.start)
        title = QLabel(name)
        set_kind(title, "heading")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        for widget in (title, self.edit, self.choice):
            layout.addWidget(widget)

    @property
    def record(self) -> int:
        """The chosen record, -1 for none."""
        at = self.choice.currentIndex()
        return self._found[at] if 0 <= at < len(self._found) else -1

    def show_record(self, record: int) -> None:
        """Choose a record without a search."""
        self._fill([record])

    @Slot()
    def search(self) -> None:
        """Look for what is typed."""
        self._delay.stop()
        text = self.edit.text().strip()
        found = np.flatnonzero(matching_records(self._matched, text))[:MOST_FOUND].tolist() if text else []
        self._fill(found)

    def _fill(self, records: list[int]) -> None:
        self._found = records
        self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItems([record_words(self._matched, record) for record in records])
        self.choice.setCurrentIndex(0 if records else -1)
        self.choice.setPlaceholderText(NONE_FOUND if self.edit.text().strip() else TYPE_FIRST)
        self.choice.blockSignals(False)
        self.choice.setEnabled(bool(records))
        self.record_chosen.emit()

    @Slot(int)
    def _on_chosen(self, _number: int) -> None:
        self.record_chosen.emit()

    def hideEvent(self, event: Any) -> None:
        self._delay.stop()
        super().hideEvent(event)


class CompareRecords(QDialog):
    """Two searches, the compare panel, the evidence, and the answers; the window behind stays usable.

    Args:
        window: The window.
        matched: The last match.
        parent: The window as a widget.
        left: A record to begin with, -1 for none.
        right: The other record.
    """

    def __init__(
        self, window: WindowServices, matched: Matched, parent: QWidget, left: int = -1, right: int = -1
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle("Compare two records")
        self._window, self._matched = window, matched
        self.left, self.right = RecordSearch(matched, "Record A", self), RecordSearch(matched, "Record B", self)
        self.compare, self.evidence = ComparePanel(), EvidencePanel()
        self._words = QLabel()
        self._words.setWordWrap(True)
        self._words.setObjectName("comparedWords")
        self._build()
        for one in (self.left, self.right):
            one.record_chosen.connect(self._on_record_chosen)
        self.compare.cleaned_asked.connect(self._on_record_chosen)
        if left >= 0 and right >= 0:
            self.left.show_record(left)
            self.right.show_record(right)
        else:
            self._on_record_chosen()

    def _build(self) -> None:
        top = QHBoxLayout()
        top.setSpacing(grid(2))
        top.addWidget(self.left, 1)
        top.addWidget(self.right, 1)
        compare_card, evidence_card = Card(), Card()
        compare_card.add(self.compare, 1)
        evidence_card.add(self.evidence, 1)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setHandleWidth(grid(1.5))
        parts.setChildrenCollapsible(False)
        parts.addWidget(compare_card)
        parts.addWidget(evidence_card)
        parts.setSizes([680, 380])
        self.match_button, self.not_button = QPushButton("Match"), QPushButton("Not a match")
        self.match_button.setToolTip("The two records are the same customer")
        self.not_button.setToolTip("They are different customers")
        set_kind(self.match_button, "primary")
        close = QPushButton("Close")
        self.match_button.clicked.connect(self._on_match_clicked)
        self.not_button.clicked.connect(self._on_not_clicked)
        close.clicked.connect(self.close)
        line = QHBoxLayout()
        line.setSpacing(grid(1))
        line.addWidget(self._words, 1)
        for button in (self.match_button, self.not_button, close):
            button.setAutoDefault(False)
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(2), grid(2), grid(2), grid(2))
        layout.setSpacing(grid(1.5))
        layout.addLayout(top)
        layout.addWidget(parts, 1)
        layout.addLayout(line)
        self.resize(line_height() * 66, line_height() * 38)

    @property
    def words(self) -> str:
        """Whether the two were compared, and if not why."""
        return self._words.text()

    @Slot()
    def _on_record_chosen(self, *_carried: object) -> None:
        left, right = self.left.record, self.right.record
        there = left >= 0 and right >= 0 and left != right
        for button in (self.match_button, self.not_button):
            button.setEnabled(there and not self._window.project.read_only)
        if not there:
            self.compare.show_nothing()
            self.evidence.show_nothing("Choose two records to see how they would score.")
            self._words.setText("These are the same record." if left == right and left >= 0 else "")
            return
        from entityres.scoring.explaining import find_pair

        matched = self._matched
        left, right = min(left, right), max(left, right)
        pair = find_pair(matched.scored, left, right)
        rows = compare_rows(matched, left, right, pair, cleaned=self.compare.cleaned_chip.isChecked())
        self.compare.show_pair(rows, *(record_words(matched, one).partition(" · ")[0] for one in (left, right)))
        settings = self._window.project.settings
        work = partial(_explain, matched.scored, matched.cleaned, left, right, settings.across_only, settings.seed)
        self._window.jobs.ask("explain", work, self._on_explained, self._on_failed)

    @Slot(object)
    def _on_explained(self, explanation: Explanation) -> None:
        from entityres.scoring.points import point_scale

        scored, settings = self._matched.scored, self._window.project.settings
        match_at = scored.default_match_at if settings.match_at is None else settings.match_at
        review_at = scored.default_review_at if settings.review_at is None else settings.review_at
        shown = float(shown_of_bits(explanation.total))
        lines = (weight_of(review_at), weight_of(match_at))
        self.evidence.show_explanation(explanation, lines, shown, scale=point_scale(scored))
        self._words.setText(compared_words(explanation))

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="compare")

    @Slot()
    def _on_match_clicked(self) -> None:
        self._answer(Answer.MATCH)

    @Slot()
    def _on_not_clicked(self) -> None:
        self._answer(Answer.NOT)

    def _answer(self, answer: Answer) -> None:
        try:
            changes = self._window.project.decide_records(self.left.record, self.right.record, answer)
        except EntityResError as error:
            self._window.messages.problem(error, topic="change")
            return
        self._window.apply(changes)
        self._words.setText("Saved: they are the same customer." if answer == Answer.MATCH else "Saved: not a match.")


def compared_words(explanation: Explanation) -> str:
    """Whether two records were compared, by which keys, or why not."""
    if explanation.compared:
        return f"Compared because of: {', '.join(explanation.keys)}."
    words = f"Not compared in this run: no key fits. Similarity {explanation.jaccard:.0%}"
    if explanation.chance_to_be_found is None:
        return f"{words}; no similarity key is on."
    return f"{words}, which gives a {explanation.chance_to_be_found:.0%} chance to be found."


def record_words(matched: Matched, record: int) -> str:
    """A record in one line: where it comes from and who it is."""
    name, row = place_of(matched, record)
    number = next(i for i, one in enumerate(matched.lists) if one.name == name)
    return f"{list_shape(number)} {name} row {row:,} · {summary_of(matched, record)}"


def _explain(
    scored: ScoredPairs,
    cleaned: CleanedRecords,
    left: int,
    right: int,
    across_only: bool,
    seed: int,
    _progress: Progress,
) -> Explanation:
    from entityres.scoring.explaining import explain_records

    return explain_records(scored, cleaned, left, right, across_only=across_only, seed=seed)
