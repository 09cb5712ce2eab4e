"""UI: the three parts of the Review page (pairs, groups, a sample check) and what leads from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from entityres.session.stages import Step
from entityres.ui.models.review_view import CHECK_SAMPLE, GO_TO_MERGE, LOOK_AT_UNSURE
from entityres.ui.models.score_scale import shown_of_chance

if TYPE_CHECKING:
    from PySide6.QtWidgets import QStackedWidget

    from entityres.session.review import Review
    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.grouping import Grouping
    from entityres.ui.widgets.narrowing import Narrowing
    from entityres.ui.widgets.pairs_panel import PairsPanel
    from entityres.ui.widgets.sampling import Sampling
    from entityres.ui.widgets.segmented_control import SegmentedControl
    from entityres.ui.widgets.threshold_strip import ThresholdStrip

PAIRS, GROUPS, SAMPLE = 0, 1, 2
"""The parts, as the tabs count them; the stack has one more before them, for what is missing."""


class ReviewParts(QObject):
    """Shows one part at a time.

    Args:
        window: The window.
        tabs: What the parts are chosen by.
        stack: What they stand in: nothing yet, pairs, groups, sample.
        panel: The pairs.
        strip: The thresholds above them.
        narrowing: Which pairs are shown.
        grouping: The groups.
        sampling: The sample check.
        parent: The page.

    Attributes:
        review: The session's review, None before the first match.

    Signals:
        pair_wanted(int): A pair of a sample is to be shown among all pairs.
    """

    pair_wanted = Signal(int)

    def __init__(
        self,
        window: WindowServices,
        tabs: SegmentedControl,
        stack: QStackedWidget,
        panel: PairsPanel,
        strip: ThresholdStrip,
        narrowing: Narrowing,
        grouping: Grouping,
        sampling: Sampling,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.review: Review | None = None
        self._window, self._tabs, self._stack = window, tabs, stack
        self._panel, self._strip, self._narrowing = panel, strip, narrowing
        self._grouping, self._sampling = grouping, sampling
        tabs.choice_changed.connect(self.enter)
        sampling.pair_asked.connect(self.show_pair)
        strip.sample_asked.connect(self.show_sample)
        grouping.thresholds_asked.connect(self.show_thresholds)
        panel.empty.chosen.connect(self.lead)
        panel.evidence.group_asked.connect(self.show_group)

    @property
    def current(self) -> int:
        """The part that is chosen."""
        return self._tabs.choice

    def choose(self, part: int) -> None:
        """Show a part, and go into it."""
        self._tabs.set_choice(part)
        self.enter(part)

    def show_chosen(self) -> None:
        """Show the chosen part anew, as far as there is anything to show; the focus stays where it is."""
        if self.current == SAMPLE and self.review is not None:
            self._sampling.show()
        self._stack.setCurrentIndex(0 if self.review is None else 1 + self.current)

    @Slot(int)
    def enter(self, part: int) -> None:
        """Show a part that was chosen by its tab, with the focus where its keys work."""
        if self.review is None:
            return
        self._stack.setCurrentIndex(1 + part)
        if part == GROUPS:
            self.show_groups()
            self._grouping.renew()
        elif part == SAMPLE:
            self._sampling.show()
        self.take_focus()

    def show_groups(self) -> None:
        """How many groups there are, and they themselves where they are shown."""
        self._tabs.set_words(GROUPS, f"Groups {self._grouping.count:,}")
        if self.current == GROUPS:
            self._grouping.show(f"{shown_of_chance(self._strip.cuts[0]):.2f}")

    def forget_counts(self) -> None:
        """There are no pairs."""
        self._tabs.set_words(PAIRS, "Pairs")
        self._tabs.set_words(GROUPS, "Groups")

    @Slot()
    def take_focus(self) -> None:
        """Put the keys where they work in the part that is shown, if the page is: undo on another leaves the focus there."""
        if self.review is None or not self._stack.isVisible():
            return
        if self.current == PAIRS:
            self._panel.focus_pairs()
        elif self.current == GROUPS:
            self._grouping.panel.table.setFocus()

    # what leads from one to another

    @Slot()
    def show_group(self) -> None:
        """Show the group of the current pair."""
        pair = self._panel.table.current_pair
        if self.review is None or pair < 0:
            return
        group = self._grouping.group_of(*self.review.records(pair))
        if group < 0:
            self._window.messages.say("Neither record of this pair is in a group.", topic="group")
            return
        self.choose(GROUPS)
        self._grouping.panel.choose(group)

    @Slot()
    def show_pairs(self) -> None:
        """Show the pairs."""
        if self.current != PAIRS:
            self.choose(PAIRS)

    @Slot()
    def show_sample(self) -> None:
        """Show the sample check."""
        self.choose(SAMPLE)

    @Slot(int)
    def show_pair(self, pair: int) -> None:
        """Show a pair of a sample among all pairs."""
        self.choose(PAIRS)
        self.pair_wanted.emit(pair)

    @Slot()
    def show_thresholds(self) -> None:
        """Show the lines, ready to be moved."""
        self.choose(PAIRS)
        self._strip.set_folded(False)
        self._strip.match_spin.setFocus()

    @Slot()
    def look_at_unsure(self) -> None:
        """Show the pairs that were marked as unsure."""
        self._narrowing.look_at_unsure()
        self.take_focus()

    @Slot(str)
    def lead(self, words: str) -> None:
        """Go where a button leads that stands where no pair is shown."""
        if words == LOOK_AT_UNSURE:
            self.look_at_unsure()
        elif words == CHECK_SAMPLE:
            self.show_sample()
        elif words == GO_TO_MERGE:
            self._window.go_to(Step.MERGE)
        else:
            self._narrowing.clear()
