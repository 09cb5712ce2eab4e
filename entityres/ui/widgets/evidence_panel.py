"""UI: why a pair scored as it did: a sentence, the waterfall, the score with its chance, and what accepting would join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from entityres.records.percentages import PER_CENT
from entityres.ui.models.score_scale import chance_words, signed
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.evidence_bars import Bar, EvidenceBars
from entityres.ui.widgets.link_label import LinkLabel
from entityres.ui.widgets.scroll_body import scrolled
from entityres.ui.widgets.stepping import Stepping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.scoring.explaining import Explanation
    from entityres.scoring.points import PointScale


def bars_of(explanation: Explanation, scale: PointScale | None = None) -> tuple[Bar, ...]:
    """The lines of the waterfall: the start, then each field where the one before ended; on another scale if one is given."""
    low, per_bit = (0.0, 1.0) if scale is None else (scale.low, scale.per_bit)
    at = (float(explanation.prior) - low) * per_bit
    bars = [Bar("start", at, 0.0, False, "What any two records start with: most pairs are different customers.")]
    for part in explanation.parts:
        weight = 0.0 if part.missing else float(part.weight) * per_bit
        note = f" ({part.note})" if part.note else ""
        tip = (
            f"{part.label}: not counted, a value is missing."
            if part.missing
            else (f"{part.label}: {part.level}, {signed(weight)} points{note}.")
        )
        bars.append(Bar(part.label, weight, at, bool(part.missing), tip))
        at += weight
    return tuple(bars)


class EvidencePanel(Stepping):
    """The evidence of the current pair.

    Signals:
        group_asked: The person wants to see the group that accepting would make.
    """

    group_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidencePanel")
        self.setAccessibleName("Evidence")
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)  # keys decide here too
        self._hidden = False
        self._title = QLabel("Evidence")
        set_kind(self._title, "heading")
        self._sentence = QLabel()
        self._sentence.setWordWrap(True)
        set_kind(self._sentence, "muted")
        self.bars = EvidenceBars()
        self._score_word, self._score, self._chance = QLabel("Score"), QLabel(), QLabel()
        set_kind(self._score_word, "muted")
        set_kind(self._score, "title")
        set_kind(self._chance, "caption")
        self._score_line = QWidget()
        line = QHBoxLayout(self._score_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(grid(1))
        self.scale_chip = Chip("Points from 0 to 300", checkable=True)
        self.scale_chip.setToolTip("The same score on a scale from 0 to 300: the best pair of all has 300.")
        self.scale_chip.hide()
        self.scale_chip.toggled.connect(self._on_scale_toggled)
        self._chance.setWordWrap(True)  # else it is the widest thing of the panel, which takes its width from the pairs
        line.addWidget(self._score_word)
        line.addWidget(self._score)
        line.addWidget(self._chance, 1)
        self._shown: tuple[Explanation, tuple[float, float] | None, float, PointScale | None] | None = None
        self._guards = QLabel()
        self._guards.setWordWrap(True)
        set_kind(self._guards, "warning")
        self._join = LinkLabel()
        self._join.setObjectName("joinNote")
        self._join.setWordWrap(True)
        self._join.setTextFormat(Qt.TextFormat.RichText)
        self._join.linkActivated.connect(self.group_asked)
        self._join_card = Card(surface="background")
        self._join_card.add(self._join)
        self._keys = QLabel()
        self._keys.setObjectName("whyCompared")
        self._keys.setWordWrap(True)
        self._keys.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self._keys, "muted")
        inside = QWidget()
        body = QVBoxLayout(inside)
        body.setContentsMargins(0, 0, grid(1), 0)
        body.setSpacing(grid(1))
        for part in (self._sentence, self.bars, self._score_line, self._guards, self._join_card, self._keys):
            body.addWidget(part)
        # A line of its own: beside the score it would make the panel wider than its place.
        body.addWidget(self.scale_chip, 0, Qt.AlignmentFlag.AlignLeft)
        body.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._title)
        layout.addWidget(scrolled(inside), 1)
        self.show_nothing()

    def set_titled(self, titled: bool) -> None:
        """Show the heading, or leave it to the tab above."""
        self._title.setVisible(titled)

    def set_scores_hidden(self, hidden: bool) -> None:
        """Hide score and evidence for a blind review."""
        self._hidden = hidden
        for widget in (self.bars, self._score_line, self._guards):
            widget.setVisible(not hidden)
        self.scale_chip.setVisible(not hidden and self._shown is not None and self._shown[3] is not None)
        if hidden:
            self._sentence.setText("Scores and evidence are hidden. H shows them again.")

    def show_nothing(self, words: str = "Choose a pair to see how it scored.") -> None:
        """There is no pair."""
        self.bars.show_bars((), None, None)
        self._sentence.setText(words)
        self._score_line.hide()
        self._guards.hide()
        self._join_card.hide()
        self._keys.hide()
        self.scale_chip.hide()
        self._shown = None

    def show_explanation(
        self,
        explanation: Explanation,
        lines: tuple[float, float] | None,
        shown_score: float,
        join: str = "",
        scale: PointScale | None = None,
        keys: Sequence[str] = (),
    ) -> None:
        """Show why a pair scored as it did.

        Args:
            explanation: From `scoring.explaining`.
            lines: Points of the review and of the match line.
            shown_score: The same score on the scale of the table.
            join: What accepting would do, one sentence, may hold `<b>` and a link.
            scale: The scale from 0 to 300, None where it is not offered.
            keys: The names of all keys that proposed the pair; in the table only the first one has room.
        """
        self._shown = (explanation, lines, shown_score, scale)
        self.scale_chip.setVisible(scale is not None)
        self._show_score()
        self._chance.setText(f"{chance_words(float(explanation.probability))} likely the same customer")
        self._score_line.show()
        guards = ", ".join(str(guard) for guard in explanation.guards)
        self._guards.setText(f"Never automatic: {guards}." if guards else "")
        self._guards.setVisible(bool(guards))
        self._sentence.setText(explanation.sentence)
        self._join.setText(join)
        self._join_card.setVisible(bool(join))
        reasons = " · ".join(keys).replace(" %", PER_CENT)  # a figure and its sign stay in one line
        self._keys.setText(f"Why compared: {reasons}")
        self._keys.setVisible(bool(keys))
        if self._hidden:
            self.set_scores_hidden(True)

    def _show_score(self) -> None:
        """The waterfall and its end, in bits or in points from 0 to 300."""
        if self._shown is None:
            return
        explanation, lines, shown_score, scale = self._shown
        total = float(explanation.total)
        words = signed(total)
        if scale is not None and self.scale_chip.isChecked():
            review, match = lines or (0.0, 0.0)
            ends = ((review - scale.low) * scale.per_bit, (match - scale.low) * scale.per_bit)
            self.bars.show_bars(
                bars_of(explanation, scale), (total - scale.low) * scale.per_bit, None if lines is None else ends
            )
            self._score_word.setText("Points")
            self._score.setText(f"{scale.points(total):.0f}")
            tip = f"{scale.points(total):.0f} of 300 points, {shown_score:.2f} on the scale of the table."
        else:
            self.bars.show_bars(bars_of(explanation), total, lines)
            self._score_word.setText("Score")
            self._score.setText(f"{shown_score:.2f}")  # as the table has it: one word, one number
            tip = f"{words} points, {shown_score:.2f} on the scale of the table."
        self._score.setToolTip(tip)
        self._score.setAccessibleName(tip)

    @Slot(bool)
    def _on_scale_toggled(self, _on: bool) -> None:
        self._show_score()
