"""UI: any two records side by side, in a window of their own: compared or not, and why not."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSignalBlocker, Qt, Slot
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QSplitter, QVBoxLayout, QWidget

from entityres.entities.decisions import Answer
from entityres.errors import EntityResError
from entityres.records.percentages import percent
from entityres.records.sentences import ended
from entityres.scoring.scored_pairs import weight_of
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.near_records import Near, nearest_to_record, nearest_to_typed, which_would_find
from entityres.ui.models.score_scale import shown_of_bits
from entityres.ui.qt import resize_within_screen
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.compare_panel import ComparePanel
from entityres.ui.widgets.evidence_panel import EvidencePanel
from entityres.ui.widgets.record_search import RecordSearch, record_words

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QShowEvent

    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.scoring.explaining import Explanation
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.matched import Matched
    from entityres.ui.services import WindowServices


MOST_NAMED = 5
"""So many keys are named that put two records together; the tooltip has all."""

EVIDENCE_LETTERS = 34
"""Letters of width below which the evidence could not be read."""


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
        self._window, self._project, self._matched = window, window.project, matched
        self.left = RecordSearch(matched, "Record A", "B", self)
        self.right = RecordSearch(matched, "Record B", "A", self)
        self._asking = self.left
        self.compare, self.evidence = ComparePanel(), EvidencePanel()
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        self._words.setObjectName("comparedWords")
        self._build()
        for one in (self.left, self.right):
            one.record_chosen.connect(self._on_record_chosen)
        self.left.nearest_asked.connect(self._on_left_nearest_asked)
        self.right.nearest_asked.connect(self._on_right_nearest_asked)
        self.left.typed.connect(self._on_left_typed)
        self.right.typed.connect(self._on_right_typed)
        self.compare.cleaned_asked.connect(self._on_record_chosen)
        if left >= 0 and right >= 0:
            self.left.show_record(left)
            self.right.show_record(right)
        else:
            self._on_record_chosen()
        self.left.edit.setFocus()

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
        evidence_card.setMinimumWidth(self.fontMetrics().averageCharWidth() * EVIDENCE_LETTERS)
        self.which_button = QPushButton("Which setting would find it?")
        set_kind(self.which_button, "link")
        self.which_button.clicked.connect(self._on_which_clicked)
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
        for button in (self.which_button, self.match_button, self.not_button, close):
            button.setAutoDefault(False)
            line.addWidget(button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(grid(2), grid(2), grid(2), grid(2))
        layout.setSpacing(grid(1.5))
        layout.addLayout(top)
        layout.addWidget(parts, 1)
        layout.addLayout(line)
        resize_within_screen(self, line_height() * 66, line_height() * 38)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        answers = (self.match_button, self.not_button)
        wide = max(button.sizeHint().width() for button in answers)
        for button in answers:
            button.setMinimumWidth(wide)  # none is louder than the other

    @Slot()
    def renew(self) -> None:
        """Other records may have the numbers of those that are shown: after another run show the same two of it.

        What is gone is not shown any more; with another project the dialog closes.
        """
        matched = self._window.project.matched
        if self._window.project is not self._project or matched is None:
            self.close()
            return
        before, self._matched = self._matched, matched
        sides = (self.left, self.right)
        if matched.content == before.content:
            if [one.name for one in matched.lists] != [one.name for one in before.lists]:
                for side in sides:
                    side.rename(matched)
                self._on_record_chosen()
            return
        shown = [side.record for side in sides]
        for side, record in zip(sides, shown, strict=True):
            with QSignalBlocker(side):  # both are of one match before anything is shown of them
                side.show_match(matched, matched.record_of(before, record))
        self._on_record_chosen()

    @property
    def words(self) -> str:
        """Whether the two were compared, and if not why."""
        return self._words.text()

    @Slot()
    def _on_record_chosen(self, *_carried: object) -> None:
        left, right = self.left.record, self.right.record
        there = left >= 0 and right >= 0 and left != right
        self.left.near_button.setEnabled(right >= 0)
        self.right.near_button.setEnabled(left >= 0)
        self.which_button.hide()
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
        self._words.setToolTip("\n".join(explanation.keys))
        self.which_button.setVisible(not explanation.compared)

    # nearest records

    @Slot()
    def _on_left_nearest_asked(self) -> None:
        self._ask_nearest(self.left, self.right.record)

    @Slot()
    def _on_right_nearest_asked(self) -> None:
        self._ask_nearest(self.right, self.left.record)

    def _ask_nearest(self, side: RecordSearch, record: int) -> None:
        matched, settings = self._matched, self._window.project.settings
        work = partial(nearest_to_record, matched.cleaned, record, matched.scored.pairs.keys, settings.seed)
        self._ask(side, work)

    @Slot(str)
    def _on_left_typed(self, text: str) -> None:
        self._ask_typed(self.left, text)

    @Slot(str)
    def _on_right_typed(self, text: str) -> None:
        self._ask_typed(self.right, text)

    def _ask_typed(self, side: RecordSearch, text: str) -> None:
        from entityres.records.typed_record import parse_typed

        try:
            typed = parse_typed(text)
        except EntityResError as error:
            side.say(f"{error.message} {error.hint}")
            return
        self._ask(side, partial(nearest_to_typed, self._matched.lists, typed, self._window.project.settings))

    def _ask(self, side: RecordSearch, work: Callable[[Progress], Near]) -> None:
        self._asking = side
        side.say("Looking for the nearest records …")
        self._window.jobs.ask("nearest", work, self._on_near, self._on_not_near)

    @Slot(object)
    def _on_near(self, near: Near) -> None:
        self._asking.show_near(near)

    @Slot(object)
    def _on_not_near(self, error: Exception) -> None:
        if isinstance(error, EntityResError):
            self._asking.say(f"{error.message} {error.hint}")
            return
        self._asking.say("")
        self._on_failed(error)

    @Slot()
    def _on_which_clicked(self) -> None:
        project = self._window.project
        words = which_would_find(
            self._matched.cleaned, self.left.record, self.right.record, project.keys, project.settings.seed
        )
        self._words.setText(f"{self._words.text()} {words}")
        self.which_button.hide()

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
        self.renew()  # never about others than those that are shown
        if not self.match_button.isEnabled() or not self.isVisible():
            return
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
        keys = explanation.keys
        more = f" and {len(keys) - MOST_NAMED:,} more" if len(keys) > MOST_NAMED + 1 else ""
        return ended(f"Compared because of: {', '.join(keys[:MOST_NAMED] if more else keys)}{more}")
    words = f"Not compared in this run: no key fits. Similarity {percent(explanation.jaccard)}"
    if explanation.chance_to_be_found is None:
        return f"{words}; no similarity key is on."
    return f"{words}, which gives a {percent(explanation.chance_to_be_found)} chance to be found."


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
