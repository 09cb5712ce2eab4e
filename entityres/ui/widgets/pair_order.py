"""UI: the pairs of a review in their order: table, counts and progress made anew while the current pair stays where it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, Signal, Slot

from entityres.ui.models.review_view import answers_words, no_pair_words, progress_words
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.narrowing import Narrowing
from entityres.ui.widgets.pairs_panel import PairsPanel

if TYPE_CHECKING:
    from entityres.session.review import Review
    from entityres.ui.services import WindowServices

AT_ONCE = 100_000
"""So many pairs are grouped and counted anew between an answer and the next pair: some 15 ms."""
WHILE_MOVED = 20_000
"""So many pairs are grouped while a line is moved."""


class PairOrder(QObject):
    """Shows which pairs a review has, in which order, and how much of them is left.

    Attributes:
        review: The session's review, None before the first match.

    Args:
        window: The window.
        panel: Where the pairs are.
        narrowing: What decides which pairs they are.
        line: Says the progress.
        parent: Owner.

    Signals:
        pair_shown(int): This pair is the current one now, -1 for none.
        counted(int): So many pairs are shown.
        paced(float): So many seconds take one pair.
        renewed: The order was made anew; groups may have to follow.
    """

    pair_shown = Signal(int)
    counted = Signal(int)
    paced = Signal(float)
    renewed = Signal()

    def __init__(
        self, window: WindowServices, panel: PairsPanel, narrowing: Narrowing, line: FittingLabel, parent: QObject
    ) -> None:
        super().__init__(parent)
        self._window, self._panel, self._narrowing, self._line = window, panel, narrowing, line
        self._waits = False
        self.review: Review | None = None
        narrowing.narrowed.connect(self.show_narrowed)

    def renew(self) -> None:
        """Make the order anew, with the current pair kept."""
        self._renew(regroup=True)

    def renew_for_lines(self) -> None:
        """The lines were moved: make the order anew by what is known now, and once more when groups follow."""
        if self.review is not None:
            self._renew(regroup=len(self._window.project.scored or ()) <= WHILE_MOVED)
            self._waits = self._window.project.groups_are_old

    def _renew(self, *, regroup: bool) -> None:
        if self.review is not None:
            self.review.refresh(regroup=regroup)
            self.show_narrowed(False)
            self.renewed.emit()

    def show_answered(self) -> None:
        """Somebody answered: say at once what follows, where it takes a blink; else when groups were made."""
        project = self._window.project
        if self.review is None:
            return
        if len(project.scored or ()) <= AT_ONCE and project.groups_are_old:
            project.groups_now()
            self.show_regrouped()
        else:
            self._show_counts()
            self.show_progress()

    def show_regrouped(self) -> None:
        """Groups were made: show what follows from them, in another order only where lines were moved."""
        if self.review is None:
            return
        if self._waits:
            self._waits = False
            self.review.refresh(regroup=False)
            self.show_narrowed(False)
            return
        self._panel.table.pairs.rows_changed()
        self._narrowing.show()
        self._show_counts()
        self.show_progress()

    @Slot(bool)
    def show_narrowed(self, first: bool) -> None:
        """The review has other pairs or another order: show them, and the first undecided one or the one of before."""
        if self.review is not None:
            current = -1 if first else self._panel.table.current_pair
            self._narrowing.show()
            self.show(current)

    def show(self, current: int = -1) -> None:
        """The review has another order: show it, with the current pair where it was."""
        review, table = self.review, self._panel.table
        assert review is not None
        table.pairs.show_order()
        self._panel.show_table(len(review) > 0)
        active = self._panel.filters.active()
        chosen = -1
        if not len(review):
            self._panel.empty.set_words(*no_pair_words(review, len(active)))
        elif review.position(current) is not None:
            chosen = current
        else:
            first = review.next_undecided()
            chosen = first if first is not None else int(review.order[0])
        with QSignalBlocker(table):  # its row may be the same as before, or not: told once, below
            table.choose(chosen)
        self.pair_shown.emit(chosen)
        self._show_counts()
        self._panel.show_sort(review.sort)
        self.counted.emit(len(review))
        self.show_progress()

    def _show_counts(self) -> None:
        """Say how many pairs are shown, how many are hidden, and how many came up since the order was made."""
        review = self.review
        assert review is not None
        total = len(self._window.project.scored or ())
        active = self._panel.filters.active()
        self._panel.show_counts(len(review), total, active, review.hidden_implied, review.came_up)

    def show_progress(self) -> None:
        """Say how much is done and left."""
        if self.review is None:
            self._line.show_versions("")
            return
        progress = self.review.progress()
        if progress.minutes is not None and progress.left:
            self.paced.emit(progress.minutes * 60 / progress.left)
        self._line.show_versions(*progress_words(progress))
        self._line.setToolTip(f"{answers_words(progress)}, {progress.left:,} left")
