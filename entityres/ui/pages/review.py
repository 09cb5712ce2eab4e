"""UI: the Review page: the doubtful pairs one after the other, decided by keys, with everything that explains them.

Letters decide only while the pair table, the compare panel or the evidence has the focus. A decided row stays where it is;
F5 or coming back to the page makes the order anew. Every decision is in the project before the next pair is shown.

The page joins its parts: thresholds (Cuts), which pairs are shown (Narrowing) in which order (PairOrder), where the work
stands (PairPlace), the pair in detail (PairDetail), the answers (Answering), what they teach (Learning), the groups that
follow from them (Grouping), and what leads from one part to another (ReviewParts).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from entityres.session.review import SORTS, Review
from entityres.session.stages import Change, Step
from entityres.ui.dialogs.compare_records import CompareRecords
from entityres.ui.models.review_view import nothing_words, restore_view
from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.answer_buttons import AnswerButtons
from entityres.ui.widgets.answering import Answering
from entityres.ui.widgets.card import Card, PageTitle, page_layout
from entityres.ui.widgets.cuts import Cuts
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.grouping import Grouping
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.learning import Learning
from entityres.ui.widgets.narrowing import Narrowing
from entityres.ui.widgets.pair_detail import PairDetail
from entityres.ui.widgets.pair_order import PairOrder
from entityres.ui.widgets.pair_place import PairPlace
from entityres.ui.widgets.pairs_panel import USUAL_LINE, PairsPanel
from entityres.ui.widgets.review_parts import PAIRS, SAMPLE, ReviewParts
from entityres.ui.widgets.sampling import Sampling
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.threshold_strip import ThresholdStrip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QResizeEvent

    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.groups_panel import GroupsPanel

LOW = 820
"""Height of a window (pixels) below which the thresholds are shown in one line at first."""
LEAST_LINES = 18
"""Height of the page (lines of text) below which pairs and their comparison need even that line."""
SHORT_LINES = 28
"""Height of the page (lines of text) below which open thresholds say in a tooltip where their estimates come from."""
LETTERS = (
    "accept", "reject", "unsure", "skip", "clear_decision", "previous_pair", "move_down", "move_up", "note", "flag",
    "differences_only", "show_cleaned", "hide_scores", "show_group", "large_window", "copy_rows",
)  # fmt: skip
BUTTONS = {"accept": "", "reject": "", "unsure": "", "skip": "", "note": ""}
"""Actions that are buttons, with their words where they differ."""
SAMPLED = frozenset({Change.SAMPLES, Change.DECISIONS, Change.THRESHOLDS})
STANDINGS = frozenset({Change.MATCHES, Change.LISTS, Change.THRESHOLDS, Change.DECISIONS})
"""What makes another question of "accept all shown"."""
KEPT = ("splitter", "middle", "columns")
"""Sizes that are remembered, in the order of the panel's layout state."""


class ReviewPage(QWidget):
    """Thresholds at the top, pairs or groups below, the answers at the bottom.

    Signals:
        match_changed: There is another match, or another project: dialogs show the same two records of it, or close.
    """

    title = "Review"
    match_changed = Signal()

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._review: Review | None = None
        self._stale = True
        self._low = False
        self._build()
        self._connect()
        sides, middle, columns = (window.preferences.state(f"review/{name}") for name in KEPT)
        self.panel.restore_layout((sides, middle, columns))

    # --- building ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = page_layout(self)
        title = PageTitle(self.title)
        self.tabs = SegmentedControl(["Pairs", "Groups", "Sample check"], "Parts of this page")
        self._progress = FittingLabel()
        self._progress.setObjectName("reviewProgress")
        self._progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setSpacing(grid(1.5))
        head.addWidget(title)
        head.addWidget(self.tabs)
        head.addWidget(self._progress, 1)
        layout.addLayout(head)
        # From the outside to the inside: what is put into another widget with all that it holds is styled once more.
        self.stack = QStackedWidget()
        layout.addWidget(self.stack, 1)
        self._empty = EmptyState("No pairs yet", "Press Find matches.", "Find matches", icon_name="eye")
        self.stack.addWidget(self._empty)
        self._build_pairs()
        self.grouping = Grouping(self._window, self.answering.do, self._record_words, self)
        self.stack.addWidget(self.grouping.place)
        self.sampling = Sampling(self._window, self.answering.do, self._record_words, self)
        self.stack.addWidget(self.sampling.place)
        self.parts = ReviewParts(
            self._window,
            self.tabs,
            self.stack,
            self.panel,
            self.strip,
            self.narrowing,
            self.grouping,
            self.sampling,
            self,
        )

    def _build_pairs(self) -> None:
        part = QWidget()
        self.stack.addWidget(part)
        self._pairs_layout = layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        self._strip_card = Card(parent=part)
        self._strip_card.setAccessibleName("Thresholds")
        self.strip = ThresholdStrip(self._strip_card)
        self._strip_card.add(self.strip)
        self.panel = PairsPanel(SORTS, part)
        self.answering = Answering(self._window, self.panel, self)
        self.sheet, self.note_line = self.answering.sheet, self.answering.note_line
        self.cuts = Cuts(self._window, self.strip, self.answering.do, self)
        self.learning = Learning(self._window, self.answering.do, self)
        self.narrowing = Narrowing(self._window, self.panel, self)
        self.order = PairOrder(self._window, self.panel, self.narrowing, self._progress, self)
        self.place = PairPlace(self.panel.table, self)
        self.detail = PairDetail(self._window, self.panel, self.strip, self)
        self.undo_button = KeyButton("Undo", "Ctrl+Z", icon_name="undo")
        self.undo_button.clicked.connect(self._window.actions["undo"].trigger)
        self.buttons = AnswerButtons(self._window.actions, BUTTONS, self.undo_button)
        layout.addWidget(self._strip_card)
        layout.addWidget(self.sheet)
        layout.addWidget(self.learning.bar)
        layout.addWidget(self.panel, 1)
        layout.addWidget(self.note_line)
        layout.addWidget(self.buttons)

    def _connect(self) -> None:
        window, actions, panel = self._window, self._window.actions, self.panel
        for widget in (panel.table, panel.compare, panel.evidence):
            actions.attach(widget, *LETTERS)
        slots: dict[str, Callable[[], object]] = {
            "show_group": self.parts.show_group,
            "refresh_order": self.refresh_order,
            "large_window": self._on_large_window,
            "differences_only": panel.compare.toggle_differences,
            "show_cleaned": panel.compare.toggle_cleaned,
            "hide_scores": self._on_hide_scores,
        }
        for name, slot in slots.items():
            connect_weak(actions[name].triggered, slot)
        self._empty.button_pressed.connect(self._on_empty_pressed)
        self.answering.done.connect(self.parts.take_focus)
        self.answering.pairs_asked.connect(self.parts.show_pairs)
        self.answering.sample_asked.connect(self.parts.show_sample)
        self.answering.unsure_asked.connect(self.parts.look_at_unsure)
        self.answering.order_asked.connect(self.refresh_order)
        panel.came_up_asked.connect(self._on_came_up_asked)
        self.parts.pair_wanted.connect(self.select_pair)
        self.order.pair_shown.connect(self._on_pair_chosen)
        self.order.counted.connect(self._on_pairs_counted)
        self.order.paced.connect(self.strip.set_pace)
        self.order.renewed.connect(self._on_order_renewed)
        for signal in (self.order.renewed, self.narrowing.narrowed):
            signal.connect(self.answering.follow_note)
        self.grouping.asked.connect(self._on_groups_asked)
        self.grouping.made.connect(self._on_groups_made)
        panel.table.pair_chosen.connect(self._on_pair_chosen)
        panel.table.doubleClicked.connect(self._on_double_clicked)
        panel.filters.search_left.connect(self.parts.take_focus)
        panel.compare.differences_chip.toggled.connect(actions["differences_only"].setChecked)
        panel.compare.cleaned_chip.toggled.connect(actions["show_cleaned"].setChecked)
        window.theme.theme_changed.connect(self._on_theme_changed)

    # --- what the window calls --------------------------------------------------------------------------------------

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew what depends on these changes; a hidden page does it when it is shown."""
        if changes & {Change.MATCHES, Change.LISTS}:
            self.match_changed.emit()
        if not self.isVisible() or self._review is None:
            self._stale = True
            return
        if changes & STANDINGS:
            self.answering.drop_question()
        if changes & {Change.MATCHES, Change.LISTS}:
            self.refresh()
        elif Change.THRESHOLDS in changes:
            self.cuts.show_cuts()
            self.order.renew_for_lines()
        elif changes & {Change.DECISIONS, Change.GROUPS}:
            self.panel.table.pairs.rows_changed(self.answering.touched)
            self.order.show_answered()
            self.grouping.soon()
        if changes & SAMPLED and self.parts.current == SAMPLE:
            self.parts.show_chosen()
        self._show_undo()

    def on_shown(self) -> None:
        """The page is shown now: the order is made anew."""
        project = self._window.project
        request = project.view("review.request")
        if self._stale or self._review is None:
            self.refresh()
        if request:
            project.set_view("review.request", None)
            if request.get("risk"):
                self.narrowing.look_at_risk(str(request["risk"]))
            elif request.get("sample"):
                self.tabs.set_choice(SAMPLE)
                self.parts.show_chosen()
            else:
                self.narrowing.look_for(str(request.get("text", "")))
        self._fit()
        if self.parts.current == SAMPLE:
            self.parts.show_chosen()
        else:
            self.parts.take_focus()

    def keep_place(self) -> None:
        """The project is left: write down which pair is looked at."""
        self.place.keep()

    def focus_search(self) -> None:
        """Put the cursor into the search box."""
        self.panel.open_filters()

    def compare_two(self) -> None:
        """Open the window that compares any two records."""
        self._open_records()

    def select_pair(self, pair: int) -> None:
        """Show a pair and make it the current one (after undo)."""
        if self._review is None:
            return
        if self.parts.current != PAIRS:
            self.panel.table.choose(pair)  # what is shown is not the pairs: their filters stay
        elif not self.panel.table.choose(pair):
            self.refresh_order()
            if not self.panel.table.choose(pair):
                self.narrowing.clear()
                self.panel.table.choose(pair)
                self._window.messages.say(
                    "Filters were taken off.", "The pair of this step was not among those shown.", topic="filters off"
                )
        self.parts.take_focus()

    # --- showing ----------------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review | None:
        """The session's review, None before the first match."""
        return self._review

    @property
    def groups(self) -> GroupsPanel:
        """Where the groups are shown."""
        return self.grouping.panel

    @property
    def current_pair(self) -> int:
        """The current pair, -1 for none."""
        return self.panel.table.current_pair

    def refresh(self) -> None:
        """Show the project anew."""
        project = self._window.project
        self._stale = False
        self.answering.drop_question()
        self.answering.forget_trail()
        self.learning.close()
        scored = project.scored
        if scored is None or not len(scored):
            self._set_review(None)
            self.panel.table.pairs.show_review(None)
            self.answering.follow_note()
            self._show_empty()
            return
        current = self.place.find(project)
        if self._review is None or self._review.project is not project:
            self.narrowing.stop_waiting()
            review = Review(project)
            restore_view(review, project.view("review.filters"))
            self._set_review(review)
        else:
            self._review.refresh()
        self.panel.table.pairs.show_review(self._review)
        self.cuts.show_pairs(scored)
        self.narrowing.show()
        self.order.show(current)
        self.parts.show_groups()
        self._show_undo()
        self.parts.show_chosen()
        self.answering.follow_note()

    def _set_review(self, review: Review | None) -> None:
        self._review = self.answering.review = self.narrowing.review = self.detail.review = review
        self.order.review = self.parts.review = review

    def refresh_order(self) -> None:
        """Make the order anew, with the current pair kept."""
        self.order.renew()

    @Slot()
    def _on_came_up_asked(self) -> None:
        self.refresh_order()
        self.parts.take_focus()

    @Slot()
    def _on_order_renewed(self) -> None:
        self.parts.show_groups()
        self.grouping.renew()

    @Slot(int)
    def _on_pairs_counted(self, pairs: int) -> None:
        self.answering.drop_question()
        self.tabs.set_words(PAIRS, f"Pairs {pairs:,}")

    def _show_empty(self) -> None:
        self.stack.setCurrentIndex(0)
        self.order.show_progress()
        self.parts.forget_counts()
        self._empty.set_words(*nothing_words(self._window.project))

    def _record_words(self, record: int) -> tuple[str, str]:
        assert self._review is not None
        return self.panel.table.pairs.place_words(record), self._review.summary(record)

    def _show_undo(self) -> None:
        project = self._window.project
        self.buttons.say_last(project.undo_text, "Undo")
        self.undo_button.setEnabled(project.can_undo)
        self._allow_answers()

    def _allow_answers(self) -> None:
        """Only what is asked can be answered: a pair, in a project that can be changed."""
        asked = self._review is not None and self.current_pair >= 0
        self.buttons.allow(asked and not self._window.project.read_only)

    # --- pairs ------------------------------------------------------------------------------------------------------

    @Slot(int)
    def _on_pair_chosen(self, pair: int) -> None:
        if self._review is not None and pair >= 0:
            self.answering.visited(pair)
            if self.isVisible():
                self.place.look()
        self._allow_answers()
        self.detail.show_pair(pair)

    def _on_hide_scores(self) -> None:
        self.detail.set_scores_hidden(self._window.actions["hide_scores"].isChecked())

    @Slot(QModelIndex)
    def _on_double_clicked(self, _index: QModelIndex) -> None:
        self._on_large_window()

    def _on_large_window(self) -> None:
        if self._review is not None and self.current_pair >= 0:
            self._open_records(*self._review.records(self.current_pair))

    def _open_records(self, left: int = -1, right: int = -1) -> None:
        matched = self._window.project.matched
        if matched is None:
            return
        self.records_dialog = CompareRecords(self._window, matched, self.window(), left, right)
        self.records_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.match_changed.connect(self.records_dialog.renew)
        self.records_dialog.show()

    # --- groups and elsewhere ---------------------------------------------------------------------------------------

    @Slot()
    def _on_groups_asked(self) -> None:
        """No answer came for a while: the moment to say what the answers teach."""
        if self._review is not None and self.isVisible():
            self.learning.after_decisions(self._review.progress().left)

    @Slot()
    def _on_groups_made(self) -> None:
        """Groups are made: show them, and the counts that follow from them."""
        if self._review is not None and self.isVisible():
            self.order.show_regrouped()
            self.parts.show_groups()
            self._window.refresh()  # what is left may follow from groups

    @Slot()
    def _on_empty_pressed(self) -> None:
        project = self._window.project
        if project.lists and project.scored is None:
            self._window.find_matches()
        else:
            self._window.go_to(Step.MATCH if project.lists else Step.LOAD)

    # --- sizes and focus --------------------------------------------------------------------------------------------

    @Slot()
    def _on_theme_changed(self) -> None:
        self.panel.table.fit_columns()
        self.grouping.renew_sizes()
        self.strip.fit()
        self.sampling.fit()
        self._fit()

    def _fit(self) -> None:
        """Share the room that the window has; a low one gets the thresholds in one line until they are asked for."""
        window = self.window()
        low = window.height() * min(USUAL_LINE / max(line_height(), 1), 1.0) < LOW
        if low != self._low:
            self._low = low
            self.strip.set_folded(low)
        self._strip_card.setVisible(self.height() >= line_height() * LEAST_LINES)
        self.strip.set_short(self.height() < line_height() * SHORT_LINES)
        self._strip_card.updateGeometry()
        self._pairs_layout.activate()  # what the pairs have is known at once
        self.panel.fit(window.width())

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def hideEvent(self, event: QHideEvent) -> None:
        self._stale = True
        self.place.keep()
        self.grouping.stop_waiting()
        self.narrowing.stop_waiting()
        for name, state in zip(KEPT, self.panel.layout_state(), strict=True):
            self._window.preferences.keep(f"review/{name}", state)
        super().hideEvent(event)
