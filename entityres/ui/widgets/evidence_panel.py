"""UI: why a pair scored as it did: a sentence, the waterfall, the score with its chance, and what accepting would join."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QScrollArea, QVBoxLayout, QWidget

from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.evidence_bars import Bar, EvidenceBars, signed

if TYPE_CHECKING:
    from entityres.scoring.explaining import Explanation


def bars_of(explanation: Explanation) -> tuple[Bar, ...]:
    """The lines of the waterfall: the start, then each field where the one before ended."""
    at = float(explanation.prior)
    bars = [Bar("start", at, 0.0, False, "What any two records start with: most pairs are different customers.")]
    for part in explanation.parts:
        weight = 0.0 if part.missing else float(part.weight)
        note = f" ({part.note})" if part.note else ""
        tip = (
            f"{part.label}: not counted, a value is missing."
            if part.missing
            else (f"{part.label}: {part.level}, {signed(weight)} points{note}.")
        )
        bars.append(Bar(part.label, weight, at, bool(part.missing), tip))
        at += weight
    return tuple(bars)


def chance_words(probability: float) -> str:
    """A probability as a share, never a bare 0 % or 100 %."""
    per_cent = probability * 100
    if per_cent > 99.9:
        return "more than 99.9 %"
    if per_cent < 0.1:
        return "less than 0.1 %"
    return f"{per_cent:.1f} %"


class EvidencePanel(QWidget):
    """The evidence of the current pair.

    Signals:
        group_asked: The person wants to see the group that accepting would make.
    """

    group_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("evidencePanel")
        self.setAccessibleName("Evidence")
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
        set_kind(self._chance, "muted")
        self._score_line = QWidget()
        line = QHBoxLayout(self._score_line)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(grid(1))
        for word in (self._score_word, self._score, self._chance):
            line.addWidget(word)
        line.addStretch(1)
        self._guards = QLabel()
        self._guards.setWordWrap(True)
        set_kind(self._guards, "warning")
        self._join = QLabel()
        self._join.setObjectName("joinNote")
        self._join.setWordWrap(True)
        self._join.setTextFormat(Qt.TextFormat.RichText)
        self._join.linkActivated.connect(self.group_asked)
        self._join_card = Card(surface="background")
        self._join_card.add(self._join)
        inside = QWidget()
        body = QVBoxLayout(inside)
        body.setContentsMargins(0, 0, grid(1), 0)
        body.setSpacing(grid(1))
        for part in (self._sentence, self.bars, self._score_line, self._guards, self._join_card):
            body.addWidget(part)
        body.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(inside)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._title)
        layout.addWidget(scroll, 1)
        self.show_nothing()

    def set_titled(self, titled: bool) -> None:
        """Show the heading, or leave it to the tab above."""
        self._title.setVisible(titled)

    def set_scores_hidden(self, hidden: bool) -> None:
        """Hide score and evidence for a blind review."""
        self._hidden = hidden
        for widget in (self.bars, self._score_line, self._guards):
            widget.setVisible(not hidden)
        if hidden:
            self._sentence.setText("Scores and evidence are hidden. H shows them again.")

    def show_nothing(self, words: str = "Choose a pair to see how it scored.") -> None:
        """There is no pair."""
        self.bars.show_bars((), None, None)
        self._sentence.setText(words)
        self._score_line.hide()
        self._guards.hide()
        self._join_card.hide()

    def show_explanation(
        self, explanation: Explanation, lines: tuple[float, float] | None, shown_score: float, join: str = ""
    ) -> None:
        """Show why a pair scored as it did.

        Args:
            explanation: From `scoring.explaining`.
            lines: Points of the review and of the match line.
            shown_score: The same score on the scale of the table.
            join: What accepting would do, one sentence, may hold `<b>` and a link.
        """
        self.bars.show_bars(bars_of(explanation), float(explanation.total), lines)
        self._score.setText(signed(float(explanation.total)).lstrip("+"))
        tip = f"{signed(float(explanation.total))} points, {shown_score:.2f} on the scale of the table."
        self._score.setToolTip(tip)
        self._score.setAccessibleName(tip)
        self._chance.setText(f"{chance_words(float(explanation.probability))} likely the same customer")
        self._score_line.show()
        guards = ", ".join(str(guard) for guard in explanation.guards)
        self._guards.setText(f"Never automatic: {guards}." if guards else "")
        self._guards.setVisible(bool(guards))
        self._sentence.setText(explanation.sentence)
        self._join.setText(join)
        self._join_card.setVisible(bool(join))
        if self._hidden:
            self.set_scores_hidden(True)
