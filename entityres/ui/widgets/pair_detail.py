"""UI: the current pair in detail: its values side by side, and the evidence for and against."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from entityres.scoring.scored_pairs import weight_of
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.join_words import join_words
from entityres.ui.models.score_scale import shown_of_bits

if TYPE_CHECKING:
    from entityres.scoring.points import PointScale
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.review import Review
    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.pairs_panel import PairsPanel
    from entityres.ui.widgets.threshold_strip import ThresholdStrip


class PairDetail(QObject):
    """Fills the compare and evidence parts of a panel.

    Attributes:
        review: The session's review, None before the first match.
    """

    def __init__(self, window: WindowServices, panel: PairsPanel, strip: ThresholdStrip, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._panel, self._strip = window, panel, strip
        self.review: Review | None = None
        self._pair = -1
        self._scale: PointScale | None = None
        self._scale_of: ScoredPairs | None = None
        panel.compare.cleaned_asked.connect(self._on_cleaned_asked)

    def show_pair(self, pair: int) -> None:
        """Show a pair, -1 for none."""
        self._pair = pair if self.review is not None else -1
        if self._pair < 0:
            self._panel.compare.show_nothing()
            self._panel.evidence.show_nothing()
            return
        self._show_compare()
        self._show_evidence()

    def set_scores_hidden(self, hidden: bool) -> None:
        """Hide everything that tells the score, so that a person judges by the values alone."""
        table = self._panel.table
        table.setColumnHidden(table.pairs.column_number("score"), hidden)
        self._panel.evidence.set_scores_hidden(hidden)
        self._strip.set_estimates_hidden(hidden)
        if not hidden and self._pair >= 0:
            self._show_evidence()

    def _show_compare(self) -> None:
        review, matched = self.review, self._window.project.matched
        if review is None or matched is None:
            return
        left, right = review.records(self._pair)
        rows = compare_rows(matched, left, right, self._pair, cleaned=self._panel.compare.cleaned_chip.isChecked())
        words = self._panel.table.pairs.place_words
        self._panel.compare.show_pair(rows, words(left), words(right))

    def _show_evidence(self) -> None:
        from entityres.scoring.explaining import explain
        from entityres.scoring.points import point_scale

        review, project = self.review, self._window.project
        matched = project.matched
        if review is None or matched is None:
            return
        scored = matched.scored
        explanation = explain(scored, matched.cleaned, self._pair)
        match_at, review_at = self._strip.cuts
        lines = (weight_of(review_at), weight_of(match_at))
        shown = float(shown_of_bits(float(scored.score[self._pair])))
        if self._scale_of is not scored:
            self._scale, self._scale_of = point_scale(scored), scored
        join = join_words(project, *review.records(self._pair))
        keys = review.keys_of(self._pair)
        self._panel.evidence.show_explanation(explanation, lines, shown, join, self._scale, keys)

    @Slot(bool)
    def _on_cleaned_asked(self, _on: bool) -> None:
        if self._pair >= 0:
            self._show_compare()
