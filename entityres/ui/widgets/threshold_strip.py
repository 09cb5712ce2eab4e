"""UI: from which score pairs are matches, and from which they are worth a look; what that means in pairs and in work.

Moving a line writes no decision: it changes what "automatic" means, at once in the counts, and in the project when the
handle is let go.
"""

from __future__ import annotations

import html

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QDoubleSpinBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.models.score_scale import chance_of_shown, shown_of_bits, shown_of_chance
from entityres.ui.models.zone_estimates import StripEstimates, ZoneCounts, ZoneWords, work_words
from entityres.ui.qt import as_tip
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.figures import roomy, tabular
from entityres.ui.widgets.hairline import Hairline
from entityres.ui.widgets.link_label import LinkLabel
from entityres.ui.widgets.threshold_plot import ThresholdPlot

ZONES = ("match", "review", "not")
SHARE = "share correct, estimated"
NARROW_LETTERS = 125
"""Below this width, in letters, headings are shorter."""


class _Figure(QWidget):
    """A figure with its range in the muted colour behind it."""

    def __init__(self) -> None:
        super().__init__()
        self.figure, self.range = QLabel(), QLabel()
        set_kind(self.range, "muted")
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(5)
        line.addStretch(1)
        for label in (self.figure, self.range):
            line.addWidget(tabular(label))

    def show_words(self, words: ZoneWords) -> None:
        """Show them."""
        self.figure.setText(words.figure)
        self.range.setText(words.range)
        self.setToolTip(words.why)


class ThresholdStrip(QWidget):
    """Histogram with two handles, and a row for each zone.

    Signals:
        cuts_changed(float, float): Matches begin at this probability, review at that; once, when a handle is let go.
        cuts_moving(float, float): The same while it is being moved.
        reset_asked: Back to the lines that the program chose.
        break_even_asked: Put the match line where the estimate says.
        help_asked: How is the estimate worked out?
        sample_asked: Look through a sample, which needs no estimate.
    """

    cuts_changed = Signal(float, float)
    cuts_moving = Signal(float, float)
    reset_asked = Signal()
    break_even_asked = Signal()
    help_asked = Signal()
    sample_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("thresholdStrip")
        self._zone_counts = ZoneCounts(np.empty(0, np.float32), np.empty(0, np.uint8))
        self._match_at, self._review_at = chance_of_shown(0.6), chance_of_shown(0.45)
        self._seconds_each = 8.0
        self._narrow, self._short, self._sources = False, False, tuple[str, ...]()
        self._quiet = False
        self.plot = ThresholdPlot()
        self.plot.moved.connect(self._on_plot_moved)
        self.plot.released.connect(self._on_plot_released)
        self.match_spin = self._spin("Match from score", "matchSpin")
        self.review_spin = self._spin("Needs review from score", "reviewSpin")
        self._pairs = {zone: QLabel() for zone in ZONES}
        self._shares = {zone: _Figure() for zone in ZONES}
        self._works = {zone: QLabel("–") for zone in ZONES}
        self._source = LinkLabel()
        self._source.setWordWrap(True)
        self._source.setTextFormat(Qt.TextFormat.RichText)
        self._source.linkActivated.connect(self._on_link_activated)
        set_kind(self._source, "caption")
        keeps = self._source.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)  # nothing jumps when scores are hidden
        self._source.setSizePolicy(keeps)
        self._warning = QLabel()
        self._warning.setWordWrap(True)
        set_kind(self._warning, "warning")
        self._warning.hide()
        self.fold_chip = Chip("Hide")
        self.fold_chip.clicked.connect(self._on_fold_clicked)
        self._full = QWidget()
        full = QHBoxLayout(self._full)
        full.setContentsMargins(0, 0, 0, 0)
        full.setSpacing(grid(3))
        full.addWidget(self.plot, 11)
        self._numbers = self._build_zones()
        full.addWidget(self._numbers, 9)
        self._line = ElidedLabel()
        self._line.setObjectName("thresholdLine")
        self._line.hide()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        one = QHBoxLayout()
        one.addWidget(self._line, 1)
        layout.addLayout(one)
        self._one = one
        layout.addWidget(self._full)
        self._refresh()

    def _spin(self, name: str, object_name: str) -> QDoubleSpinBox:
        spin = QDoubleSpinBox()
        roomy(spin)
        spin.setObjectName(object_name)
        spin.setAccessibleName(name)
        spin.setRange(0.0, 1.0)
        spin.setDecimals(2)
        spin.setSingleStep(0.01)
        spin.setKeyboardTracking(False)
        spin.valueChanged.connect(self._on_spin_changed)
        return spin

    def _build_zones(self) -> QWidget:
        """The table of the three zones at the right."""
        side = QWidget()
        table = QGridLayout(side)
        table.setContentsMargins(0, 0, 0, 0)
        table.setHorizontalSpacing(grid(2))
        table.setVerticalSpacing(3)
        table.setColumnStretch(2, 2)
        table.setColumnStretch(3, 3)
        table.setColumnStretch(4, 1)
        self._share_head = QLabel(SHARE)
        for column, head in ((2, QLabel("pairs")), (3, self._share_head), (4, QLabel("work"))):
            set_kind(head, "header")
            table.addWidget(head, 0, column, Qt.AlignmentFlag.AlignRight)
        table.addWidget(self.fold_chip, 0, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self._table = table
        names = (
            ("match", "✓ Match ≥", "match"),
            ("review", "○ Needs review ≥", "muted"),
            ("not", "✕ Not a match", "not_match"),
        )
        for number, (zone, words, kind) in enumerate(names):
            row = 1 + 2 * number
            table.addWidget(Hairline(), row, 0, 1, 5)
            label = QLabel(words)
            set_kind(label, kind)
            table.addWidget(label, row + 1, 0)
            if zone != "not":
                table.addWidget(self.match_spin if zone == "match" else self.review_spin, row + 1, 1)
            for column, part in ((2, self._pairs[zone]), (4, self._works[zone])):
                tabular(part)
                table.addWidget(part, row + 1, column, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            table.addWidget(self._shares[zone], row + 1, 3)
        table.addWidget(Hairline(), 7, 0, 1, 5)
        table.addWidget(self._warning, 8, 0, 1, 5)
        foot = QHBoxLayout()
        foot.setSpacing(grid(0.5))
        foot.addWidget(self._source, 1)
        for words, signal, tip in (
            (
                "Break-even",
                self.break_even_asked,
                "Match from where pairs just above the line are likely right 9 times in 10",
            ),
            ("Reset", self.reset_asked, "Back to the lines that the program chose"),
        ):
            link = QPushButton(words)
            set_kind(link, "link")
            link.setToolTip(tip)
            link.clicked.connect(signal)
            foot.addWidget(link)
        table.addLayout(foot, 9, 0, 1, 5)
        table.setRowStretch(10, 1)
        return side

    def fit(self) -> None:
        """Take the sizes of the font in use."""
        for spin in (self.match_spin, self.review_spin):
            spin.setFixedWidth(spin.fontMetrics().horizontalAdvance("0.00") + 48)
        least = max(self.plot.minimumWidth(), self.plot.minimumSizeHint().width())
        # The boxes move the same lines as the plot: it gives way before a number is cut off.
        self.plot.setVisible(self.width() >= least + grid(3) + self._numbers.minimumSizeHint().width())

    def resizeEvent(self, event: object) -> None:
        narrow = self.width() < self.fontMetrics().averageCharWidth() * NARROW_LETTERS
        self._share_head.setText("share correct" if narrow else SHARE)
        if narrow != self._narrow:
            self._narrow = narrow
            self._show_source()
        self.fit()

    # what is shown

    @property
    def cuts(self) -> tuple[float, float]:
        """Probabilities from which pairs are matches, and from which they need review."""
        return self._match_at, self._review_at

    @property
    def counts(self) -> tuple[int, int, int]:
        """Pairs in (match, review, not) at the present lines."""
        return self._zone_counts.at(self._match_at, self._review_at)

    def set_pairs(self, score: np.ndarray, guards: np.ndarray) -> None:
        """Show these pairs.

        Args:
            score: float32 (n_pairs,), bits.
            guards: uint8 (n_pairs,).
        """
        self._zone_counts = ZoneCounts(score, guards)
        self.plot.set_scores(shown_of_bits(score))
        self._refresh()

    def set_cuts(self, match_at: float, review_at: float) -> None:
        """Place the lines without telling anybody."""
        self._match_at, self._review_at = float(match_at), float(min(review_at, match_at))
        self._refresh()

    def set_pace(self, seconds_each: float) -> None:
        """How long one pair takes the person."""
        self._seconds_each = seconds_each
        self._works["review"].setText(work_words(self.counts[1], seconds_each))

    def show_estimates(self, estimates: StripEstimates | None) -> None:
        """Show estimates for the present lines; None while they are being worked out."""
        if estimates is None:
            for zone in ZONES:
                self._shares[zone].show_words(ZoneWords("…"))
            return
        for zone, words in zip(ZONES, (estimates.match, estimates.review, estimates.lost), strict=True):
            self._shares[zone].show_words(words)
        self._sources = tuple(part for part in (estimates.source, estimates.found) if part)
        self._show_source()
        self._warning.setText(estimates.warning)
        self._warning.setVisible(bool(estimates.warning))

    def _show_source(self) -> None:
        """Where the estimates come from; in a narrow strip the first sentence, for each line takes one from the pairs."""
        said = self._sources[: 0 if self._short else 1 if self._narrow else None]
        lines = " ".join(html.escape(one) for one in said)
        self._source.setText(f'{lines} <a href="how">How this is worked out</a> · <a href="sample">Check a sample</a>')
        self._source.setToolTip(as_tip(" ".join(self._sources)))

    def set_short(self, on: bool) -> None:
        """Leave to the tooltip where the estimates come from, in a page so low that pairs need these lines."""
        if on != self._short:
            self._short = on
            self._show_source()

    def set_estimates_hidden(self, hidden: bool) -> None:
        """Hide estimates for a blind review."""
        for zone in ZONES:
            self._shares[zone].setVisible(not hidden)
        self._source.setVisible(not hidden)

    def words(self) -> str:
        """The strip in one line."""
        match, review = shown_of_chance(self._match_at), shown_of_chance(self._review_at)
        return f"Match ≥ {match:.2f} · Review {review:.2f} – {match:.2f} · Not < {review:.2f}"

    @property
    def folded(self) -> bool:
        """True when only one line is shown."""
        return self._full.isHidden()

    def set_folded(self, folded: bool) -> None:
        """Show one line, or everything."""
        if folded:
            self._one.addWidget(self.fold_chip)
        else:
            self._table.addWidget(self.fold_chip, 0, 0, 1, 2, Qt.AlignmentFlag.AlignLeft)
        self._full.setVisible(not folded)
        self._line.setVisible(folded)
        self.fold_chip.set_words("Show thresholds" if folded else "Hide")

    def _refresh(self) -> None:
        self._quiet = True
        match, review = shown_of_chance(self._match_at), shown_of_chance(self._review_at)
        self.plot.set_lines(review, match)
        self.match_spin.setValue(match)
        self.review_spin.setValue(review)
        counts = self.counts
        for zone, count in zip(ZONES, counts, strict=True):
            self._pairs[zone].setText(f"{count:,}")
        self._works["review"].setText(work_words(counts[1], self._seconds_each))
        self._line.show_words(self.words())
        self._quiet = False

    def _take(self, review: float, match: float) -> None:
        """Take shown scores as lines, keeping what was not moved exactly."""
        if round(match, 2) != round(shown_of_chance(self._match_at), 2):
            self._match_at = chance_of_shown(match)
        if round(review, 2) != round(shown_of_chance(self._review_at), 2):
            self._review_at = chance_of_shown(review)
        self._review_at = min(self._review_at, self._match_at)
        self._refresh()

    @Slot(float, float)
    def _on_plot_moved(self, review: float, match: float) -> None:
        self._take(review, match)
        self.cuts_moving.emit(self._match_at, self._review_at)

    @Slot(float, float)
    def _on_plot_released(self, _review: float, _match: float) -> None:
        self.cuts_changed.emit(self._match_at, self._review_at)

    @Slot(float)
    def _on_spin_changed(self, _value: float) -> None:
        if self._quiet:
            return
        before = self.cuts
        review, match = self.review_spin.value(), self.match_spin.value()
        if self.sender() is self.match_spin:
            match = max(match, review)
        else:
            review = min(review, match)
        self._take(review, match)
        if self.cuts != before:
            self.cuts_changed.emit(self._match_at, self._review_at)

    @Slot(str)
    def _on_link_activated(self, link: str) -> None:
        (self.sample_asked if link == "sample" else self.help_asked).emit()

    @Slot()
    def _on_fold_clicked(self) -> None:
        self.set_folded(not self.folded)
