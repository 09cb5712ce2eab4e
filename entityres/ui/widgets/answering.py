"""UI: answering pairs: one by one by keys, several at once, with a note; every answer is one step of the history."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QApplication

from entityres.entities.decisions import Answer
from entityres.errors import EntityResError
from entityres.session.batches import LARGE
from entityres.session.deciding import VERBS
from entityres.session.stages import Change, Step
from entityres.ui.large_steps import LargeSteps
from entityres.ui.messages import MessageButton
from entityres.ui.models.review_view import CHECK_SAMPLE, GO_TO_MERGE, LOOK_AT_UNSURE, answers_words
from entityres.ui.qt import connect_weak
from entityres.ui.widgets.bulk_sheet import BulkSheet
from entityres.ui.widgets.note_line import NoteLine

if TYPE_CHECKING:
    from entityres.session.bulk_check import BulkCheck
    from entityres.session.review import Review
    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.pairs_panel import PairsPanel

FLAG = "second look"
ONE_BY_ONE = 100
"""So many rows are renewed one by one; beyond, all that are visible."""
TRAIL = 200
OF_ANSWERS = ("review finished", "stop hint", "bulk", "split", "group")
"""Messages that speak of the answers so far: the next answer makes them old."""


class Answering(QObject):
    """The current pair of a table and what a person says about it.

    Attributes:
        review: The session's review, None before the first match.
        touched: Pairs that are being answered, None for any; whoever shows rows renews these.
        sheet: The question before many pairs are answered.
        note_line: The line in which a note is written.

    Signals:
        done: The person is done with a sheet or line; the table should have the focus.
        sample_asked: The person wants to know how good it is now.
        unsure_asked: The person wants to look at what they were unsure of.
        pairs_asked: A question about the pairs is to be answered: they are shown.
        order_asked: All that is shown is answered, and answers brought up other pairs: the order is made anew.
    """

    done = Signal()
    sample_asked = Signal()
    unsure_asked = Signal()
    pairs_asked = Signal()
    order_asked = Signal()

    def __init__(self, window: WindowServices, panel: PairsPanel, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._panel, self._table = window, panel, panel.table
        self.review: Review | None = None
        self.touched: np.ndarray | None = None
        self.sheet, self.note_line = BulkSheet(), NoteLine()
        self._check: BulkCheck | None = None
        self._noted: list[list[int]] | None = None
        self._trail: list[int] = []
        self._answered_at, self._cleared = -1, False
        self._kept_back = ""
        self._steps = LargeSteps(window, self)
        self.sheet.hide()
        self.note_line.hide()
        self.sheet.look_asked.connect(self._on_look_first)
        self.sheet.others_asked.connect(self._on_accept_others)
        self.sheet.all_asked.connect(self._on_accept_all)
        self.sheet.closed.connect(self._on_sheet_closed)
        self.note_line.note_kept.connect(self._on_note_kept)
        self.note_line.left.connect(self._on_note_left)
        self._table.pair_chosen.connect(self.follow_note)
        slots: dict[str, Callable[[], object]] = {
            "accept": self._on_accept,
            "reject": self._on_reject,
            "unsure": self._on_unsure,
            "clear_decision": self._on_clear_decision,
            "skip": self._on_skip,
            "previous_pair": self._on_previous_pair,
            "move_down": self._on_move_down,
            "move_up": self._on_move_up,
            "search_next": self._on_move_down,
            "search_previous": self._on_move_up,
            "note": self._on_note,
            "flag": self._on_flag,
            "copy_rows": self._on_copy_rows,
            "accept_shown": self._on_accept_shown,
        }
        for name, slot in slots.items():
            connect_weak(window.actions[name].triggered, slot)

    def do(self, call: Callable[..., frozenset[Change]], *arguments: Any) -> bool:
        """Make a mutating call of the project, apply what it changed, say what went wrong."""
        try:
            changes = call(*arguments)
        except EntityResError as error:
            self._window.messages.problem(error, topic="change")
            return False
        if Change.DECISIONS in changes:
            for topic in OF_ANSWERS:
                self._window.messages.withdraw(topic)
        self._window.apply(changes)
        return True

    def visited(self, pair: int) -> None:
        """A pair became the current one."""
        if not self._trail or self._trail[-1] != pair:
            self._trail = [*self._trail[-TRAIL:], pair]

    def forget_trail(self) -> None:
        """Other pairs are shown."""
        self._trail = []

    # one by one

    def answer(self, answer: Answer | None) -> None:
        """Answer for the selected pairs; go to the next undecided one unless an answer was cleared."""
        pairs, current = self._table.selected_pairs(), self._table.current_pair
        seen = self._panel.isVisible()  # another part of the page may be shown, whose pairs the keys are for
        if self.review is None or not len(pairs) or not seen or self._window.project.read_only:
            return
        self._answered_at, self._cleared = current, answer is None
        if self._in_background(pairs, answer, "key", self._on_many_answered):
            return
        self.touched = pairs if len(pairs) < ONE_BY_ONE else None
        done = self.do(self._window.project.decide, pairs, answer)
        self.touched = None
        if done:
            self._on_many_answered(None)

    def _in_background(
        self, pairs: np.ndarray, answer: Answer | None, how: str, then: Callable[[int | None], object]
    ) -> bool:
        """Answer for very many pairs in the background, where nothing else runs there; return whether that was begun."""
        project = self._window.project
        if len(pairs) < LARGE or self._window.jobs.is_busy:
            return False
        for topic in OF_ANSWERS:
            self._window.messages.withdraw(topic)
        try:
            job = project.deciding_job(pairs, answer, how)
        except EntityResError as error:
            self._window.messages.problem(error, topic="change")
            return True
        verb = VERBS[answer]
        self._steps.start(f"{verb} {len(pairs):,} pairs", job, then)
        return True

    @Slot(object)
    def _on_many_answered(self, _pair: int | None) -> None:
        """What was selected has its answer: go on, unless answers were cleared."""
        if self._cleared:
            self._table.choose(self._answered_at)
        else:
            self._go_on(self._answered_at)

    def _go_on(self, current: int) -> None:
        """Show the next undecided pair, or say that there is none."""
        assert self.review is not None
        following = self.review.next_undecided(current)
        if following is None and self.review.came_up:
            self.order_asked.emit()
            following = self.review.next_undecided()
        if following is not None:
            self._table.choose(following)
            return
        progress = self.review.progress()
        self._window.messages.say(
            "Review finished." if not progress.left else "Every pair that is shown has an answer.",
            f"{answers_words(progress)}.",
            kind="done",
            topic="review finished",
            buttons=[
                *([MessageButton(LOOK_AT_UNSURE, self.unsure_asked.emit)] if progress.unsure else []),
                MessageButton(CHECK_SAMPLE, self.sample_asked.emit),
                MessageButton(GO_TO_MERGE, self._on_go_to_merge),
            ],
        )

    def _on_accept(self) -> None:
        self.answer(Answer.MATCH)

    def _on_reject(self) -> None:
        self.answer(Answer.NOT)

    def _on_unsure(self) -> None:
        self.answer(Answer.UNSURE)

    def _on_clear_decision(self) -> None:
        self.answer(None)

    def _on_skip(self) -> None:
        if self.review is not None and self._table.current_pair >= 0:
            following = self.review.skip(self._table.current_pair)
            if following is not None:
                self._table.choose(following)

    def _on_previous_pair(self) -> None:
        """Back to the pair that was shown before, without undoing anything."""
        if len(self._trail) > 1 and self._panel.isVisible():
            current, pair = self._trail.pop(), self._trail.pop()
            if not self._table.choose(pair):
                self._trail += [pair, current]

    def _on_move_down(self) -> None:
        self._table.step(1)

    def _on_move_up(self) -> None:
        self._table.step(-1)

    def _on_copy_rows(self) -> None:
        self._table.copy_rows()

    @Slot()
    def _on_go_to_merge(self) -> None:
        self._window.go_to(Step.MERGE)

    # notes

    def _on_note(self) -> None:
        matched = self._window.project.matched
        if matched is not None and self._table.current_pair >= 0:
            self._noted = matched.places_of(self._table.current_pair)
            self.note_line.write(self._window.project.decisions.note_of(self._table.current_pair))

    def _pair_noted(self) -> int:
        """The pair that the note is about, which may have another number since; -1 when it is gone."""
        matched = self._window.project.matched
        return -1 if matched is None or self._noted is None else matched.pair_at(self._noted)

    @Slot()
    def follow_note(self) -> None:
        """Where another pair is shown now, keep what is being written with the pair that it is about, and close the line."""
        if self._noted is None or self._pair_noted() == self._table.current_pair:
            return
        if self.note_line.is_changed:
            self._on_note_kept(self.note_line.edit.text())
            if self._kept_back:
                self._kept_back = ""  # the line stays, and with the next pair it is tried again
                return
        self._noted = None
        self.note_line.hide()

    @Slot(str)
    def _on_note_kept(self, note: str) -> None:
        pair, places = self._pair_noted(), self._noted
        self._noted = None
        if pair >= 0:
            if not self.do(self._window.project.set_note, pair, note):
                self._noted, self._kept_back = places, note
        else:
            words = f"The note “{note}” was not kept: its pair is not in the present match."
            self._window.messages.say(words, kind="warning", topic="note")

    @Slot()
    def _on_note_left(self) -> None:
        if self._kept_back:  # it could not be kept: who wrote it can try again
            self._kept_back = ""
            self.note_line.edit.setFocus()
            return
        self._noted = None
        self.note_line.hide()
        self.done.emit()

    def _on_flag(self) -> None:
        """Put the words for a second look into the note, or take them out."""
        pair = self._table.current_pair
        if pair < 0:
            return
        parts = [part for part in self._window.project.decisions.note_of(pair).split("; ") if part]
        kept = [part for part in parts if part != FLAG]
        self.do(self._window.project.set_note, pair, "; ".join(kept if FLAG in parts else [*kept, FLAG]))

    # many at once

    def _on_accept_shown(self) -> None:
        if self.review is None or not len(self.review) or self._window.project.read_only:
            return
        check = self.review.bulk_check(Answer.MATCH)
        if not len(check.pairs):
            self._on_sheet_closed()
            self._window.messages.say("All pairs that are shown are accepted already.", topic="bulk")
            return
        self.pairs_asked.emit()
        self._check, others = check, len(check.others)
        self.sheet.ask(check.words, len(check.pairs) - others, others)

    @Slot()
    def _on_look_first(self) -> None:
        check, review = self._check, self.review
        self._on_sheet_closed()
        if check is None or review is None:
            return
        doubtful = np.setdiff1d(check.pairs, check.others)
        if len(doubtful):
            self._table.choose(min(doubtful.tolist(), key=lambda pair: review.position(pair) or 0))

    @Slot()
    def _on_accept_others(self) -> None:
        if self._check is not None:
            self._accept(self._check.others)

    @Slot()
    def _on_accept_all(self) -> None:
        if self._check is not None:
            self._accept(self._check.pairs)

    def _accept(self, pairs: np.ndarray) -> None:
        self._on_sheet_closed()
        if self._in_background(pairs, Answer.MATCH, "bulk", self._on_accepted):
            return
        if self.do(partial(self._window.project.decide, pairs, Answer.MATCH, how="bulk")):
            self._on_accepted(None)

    @Slot(object)
    def _on_accepted(self, _pair: int | None) -> None:
        """Many pairs were accepted: say which of them were not."""
        project = self._window.project
        if project.left_alone:
            words = f"{project.left_alone:,} pairs that you had decided one by one were left as they are."
            self._window.messages.say(words, topic="bulk")

    def drop_question(self) -> None:
        """What was counted for the question is not so any more: nobody must answer it."""
        self._check = None
        if not self.sheet.isHidden():
            self._on_sheet_closed()

    @Slot()
    def _on_sheet_closed(self) -> None:
        focus = QApplication.focusWidget()
        asked = self.sheet.isHidden() or focus is None or self.sheet.isAncestorOf(focus)
        self.sheet.hide()
        if asked:  # else the focus is where the person works by now
            self.done.emit()
