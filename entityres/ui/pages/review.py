"""UI: the Review page: the doubtful pairs one after the other, decided by keys, with everything that explains them.

Letters decide only while the pair table or the compare panel has the focus. A decided row stays where it is; F5 or coming
back to the page makes the order anew. Every decision is in the project before the next pair is shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QModelIndex, Qt, QTimer, Slot
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from entityres.scoring.scored_pairs import weight_of
from entityres.session.review import SORTS, Review
from entityres.session.stages import Change, Step
from entityres.ui.dialogs.compare_records import CompareRecords
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.join_words import join_words
from entityres.ui.models.review_view import (
    answers_words,
    progress_words,
    restore_view,
    show_filters,
    take_filters,
    view_of,
)
from entityres.ui.models.score_scale import shown_of_bits, shown_of_chance
from entityres.ui.qt import connect_weak
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.answering import Answering
from entityres.ui.widgets.card import Card, page_layout
from entityres.ui.widgets.cuts import Cuts
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.groups_panel import GroupsPanel
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.learning import Learning
from entityres.ui.widgets.pairs_panel import USUAL_LINE, PairsPanel
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.threshold_strip import ThresholdStrip

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QHideEvent, QResizeEvent

    from entityres.scoring.points import PointScale
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.ui.services import WindowServices

COUNT_DELAY_MS = 500
LOW = 820
"""Height of a window (pixels) below which the thresholds are shown in one line at first."""
LETTERS = (
    "accept", "reject", "unsure", "skip", "clear_decision", "previous_pair", "move_down", "move_up", "note", "flag",
    "differences_only", "show_cleaned", "hide_scores", "show_group", "large_window", "copy_rows",
)  # fmt: skip


class ReviewPage(QWidget):
    """Thresholds at the top, pairs or groups below, the answers at the bottom."""

    title = "Review"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._review: Review | None = None
        self._stale = True
        self._low = False
        self._scale: PointScale | None = None
        self._scale_of: ScoredPairs | None = None
        self._count_timer = QTimer(self)
        self._count_timer.setSingleShot(True)
        self._count_timer.setInterval(COUNT_DELAY_MS)
        self._count_timer.timeout.connect(self._on_count_timer_timeout)
        self._build()
        self._connect()
        kept = window.preferences.state
        self.panel.restore_layout((kept("review/splitter"), kept("review/middle"), kept("review/columns")))

    # --- building ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = page_layout(self)
        title = QLabel(self.title)
        set_kind(title, "title")
        self.tabs = SegmentedControl(["Pairs", "Groups"], "Parts of this page")
        self._progress = QLabel()
        self._progress.setObjectName("reviewProgress")
        self._progress.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._progress.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        set_kind(self._progress, "muted")
        head = QHBoxLayout()
        head.setSpacing(grid(1.5))
        head.addWidget(title)
        head.addWidget(self.tabs)
        head.addWidget(self._progress, 1)
        layout.addLayout(head)
        self.stack = QStackedWidget()
        self._empty = EmptyState("No pairs yet", "Press Find matches.", "Find matches", icon_name="eye")
        self.stack.addWidget(self._empty)
        self.stack.addWidget(self._build_pairs())
        self.groups = GroupsPanel()
        self.stack.addWidget(self.groups)
        layout.addWidget(self.stack, 1)

    def _build_pairs(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        self.strip = ThresholdStrip()
        strip_card = Card()
        strip_card.setAccessibleName("Thresholds")
        strip_card.add(self.strip)
        self.panel = PairsPanel(SORTS)
        self.answering = Answering(self._window, self.panel.table, self)
        self.sheet, self.note_line = self.answering.sheet, self.answering.note_line
        self.cuts = Cuts(self._window, self.strip, self.answering.do, self)
        self.learning = Learning(self._window, self.answering.do, self)
        layout.addWidget(strip_card)
        layout.addWidget(self.sheet)
        layout.addWidget(self.learning.bar)
        layout.addWidget(self.panel, 1)
        layout.addWidget(self.note_line)
        layout.addLayout(self._build_buttons())
        return part

    def _build_buttons(self) -> QGridLayout:
        actions = self._window.actions
        self.buttons = {
            name: KeyButton.for_action(actions[name], primary=name == "accept")
            for name in ("accept", "reject", "unsure", "skip", "note")
        }
        self.undo_button = KeyButton("Undo", "Ctrl+Z", icon_name="undo")
        self.undo_button.clicked.connect(actions["undo"].trigger)
        for button in self.buttons.values():
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._button_grid = QGridLayout()
        self._button_grid.setSpacing(grid(1))
        self._lay_buttons(1)
        return self._button_grid

    def _lay_buttons(self, rows: int) -> None:
        """Put the buttons in one row, or in two where one is too long."""
        table, count = self._button_grid, len(self.buttons)
        for number, button in enumerate(self.buttons.values()):
            row, column = divmod(number, count if rows == 1 else 3)
            table.addWidget(button, row, column)
        table.addWidget(self.undo_button, rows - 1, count + 1 if rows == 1 else 2)
        for column in range(count + 2):
            table.setColumnStretch(column, 1 if column == count and rows == 1 else 0)

    def _connect(self) -> None:
        window, actions, panel = self._window, self._window.actions, self.panel
        for widget in (panel.table, panel.compare):
            actions.attach(widget, *LETTERS)
        slots: dict[str, Callable[[], object]] = {
            "show_group": self._on_show_group,
            "refresh_order": self.refresh_order,
            "large_window": self._on_large_window,
            "differences_only": panel.compare.toggle_differences,
            "show_cleaned": panel.compare.toggle_cleaned,
            "hide_scores": self._on_hide_scores,
        }
        for name, slot in slots.items():
            connect_weak(actions[name].triggered, slot)
        self._empty.button_pressed.connect(self._on_empty_pressed)
        self.tabs.choice_changed.connect(self._on_tab_changed)
        self.answering.done.connect(self._focus_table)
        panel.table.pair_chosen.connect(self._on_pair_chosen)
        panel.table.pairs.sort_asked.connect(self._on_sort_chosen)
        panel.sort_chosen.connect(self._on_sort_chosen)
        panel.filters.changed.connect(self._on_filters_changed)
        panel.filters.search_left.connect(self._focus_table)
        panel.clear_asked.connect(self._on_clear_filters)
        panel.implied_asked.connect(self._on_implied_asked)
        panel.empty.button_pressed.connect(self._on_no_pair_pressed)
        panel.table.doubleClicked.connect(self._on_double_clicked)
        panel.empty.second_pressed.connect(self._on_go_to_merge)
        panel.compare.cleaned_asked.connect(self._on_cleaned_asked)
        panel.compare.differences_chip.toggled.connect(actions["differences_only"].setChecked)
        panel.compare.cleaned_chip.toggled.connect(actions["show_cleaned"].setChecked)
        panel.evidence.group_asked.connect(self._on_show_group)
        self.groups.split_asked.connect(self._on_split_asked)
        self.groups.thresholds_asked.connect(self._on_thresholds_asked)
        window.theme.theme_changed.connect(self._on_theme_changed)

    # --- what the window calls --------------------------------------------------------------------------------------

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew what depends on these changes; a hidden page does it when it is shown."""
        if not self.isVisible() or self._review is None:
            self._stale = True
            return
        if changes & {Change.MATCHES, Change.LISTS}:
            self.refresh()
        elif Change.THRESHOLDS in changes:
            self.cuts.show_cuts()
            self.refresh_order()
        elif changes & {Change.DECISIONS, Change.GROUPS}:
            self.panel.table.pairs.rows_changed(self.answering.touched)
            self._show_progress()
            self._count_timer.start()
        self._show_undo()

    def on_shown(self) -> None:
        """The page is shown now: the order is made anew."""
        project = self._window.project
        request = project.view("review.request")
        if self._stale or self._review is None:
            self.refresh()
        if request:
            project.set_view("review.request", None)
            self.panel.filters.clear()
            self.panel.filters.set_text(str(request.get("text", "")))
            self._on_filters_changed()
        self._fit()
        self._focus_table()

    def focus_search(self) -> None:
        """Put the cursor into the search box."""
        if self.panel.funnel.isVisible() and not self.panel.funnel.isChecked():
            self.panel.funnel.setChecked(True)
        self.panel.filters.search.setFocus()
        self.panel.filters.search.selectAll()

    def compare_two(self) -> None:
        """Open the window that compares any two records."""
        self._open_records()

    def _open_records(self, left: int = -1, right: int = -1) -> None:
        matched = self._window.project.matched
        if matched is None:
            return
        self.records_dialog = CompareRecords(self._window, matched, self.window(), left, right)
        self.records_dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.records_dialog.show()

    @Slot(QModelIndex)
    def _on_double_clicked(self, _index: QModelIndex) -> None:
        self._on_large_window()

    def _on_large_window(self) -> None:
        if self._review is not None and self.current_pair >= 0:
            self._open_records(*self._review.records(self.current_pair))

    def select_pair(self, pair: int) -> None:
        """Show a pair and make it the current one (after undo)."""
        if self._review is None:
            return
        if not self.panel.table.choose(pair):
            self.refresh_order()
            if not self.panel.table.choose(pair):
                self._on_clear_filters()
                self.panel.table.choose(pair)
        self._focus_table()

    # --- showing ----------------------------------------------------------------------------------------------------

    @property
    def review(self) -> Review | None:
        """The session's review, None before the first match."""
        return self._review

    @property
    def current_pair(self) -> int:
        """The current pair, -1 for none."""
        return self.panel.table.current_pair

    def refresh(self) -> None:
        """Show the project anew."""
        project = self._window.project
        self._stale = False
        self.answering.forget_trail()
        self.learning.close()
        scored = project.scored
        if scored is None or not len(scored):
            self._review = self.answering.review = None
            self.panel.table.pairs.show_review(None)
            self._show_empty()
            return
        current = self.current_pair if self._review is not None and self._review.project is project else -1
        if self._review is None or self._review.project is not project:
            self._review = self.answering.review = Review(project)
            restore_view(self._review, project.view("review.filters"))
        else:
            self._review.refresh()
        self.panel.table.pairs.show_review(self._review)
        self.cuts.show_pairs(scored)
        show_filters(self._review, self.panel.filters)
        self._show_order(current)
        self._show_groups()
        self._show_undo()
        self.stack.setCurrentIndex(1 + self.tabs.choice)

    def refresh_order(self) -> None:
        """Make the order anew, with the current pair kept."""
        if self._review is not None:
            self._review.refresh()
            self._show_all()
            self._show_groups()

    def _show_all(self, *, keep: bool = False, first: bool = False) -> None:
        """The review has other filters or another order.

        Args:
            keep: Keep filters and order with the project.
            first: Go to the first undecided pair instead of staying.
        """
        if self._review is None:
            return
        current = -1 if first else self.current_pair
        show_filters(self._review, self.panel.filters)
        self._show_order(current)
        if keep:
            self._window.project.set_view("review.filters", view_of(self._review))

    def _show_empty(self) -> None:
        project, words = self._window.project, ("No pairs yet", "Press Find matches.", "Find matches")
        self.stack.setCurrentIndex(0)
        self._progress.setText("")
        self.tabs.set_words(0, "Pairs")
        self.tabs.set_words(1, "Groups")
        if not project.lists:
            sentence = "Review shows pairs of records that might be the same customer."
            words = ("Load a list first", sentence, "Go to Load")
        elif project.scored is not None:
            sentence = f"{len(project.scored.pairs.keys)} keys ran and none found a pair. Add a key or loosen one."
            words = ("No pairs passed", sentence, "Go to Match")
        self._empty.set_words(*words)

    def _show_order(self, current: int = -1) -> None:
        """The review has another order: show it, with the current pair where it was."""
        review, table = self._review, self.panel.table
        assert review is not None
        table.pairs.show_order()
        self.panel.table_stack.show_number(0 if len(review) else 1)
        if not len(review):
            self._show_no_pair(review)
            self._on_pair_chosen(-1)
        elif current < 0 or not table.choose(current):
            first = review.next_undecided()
            table.choose(first if first is not None else int(review.order[0]))
        else:
            self._on_pair_chosen(current)
        scored = self._window.project.scored
        total = 0 if scored is None else len(scored)
        self.panel.show_counts(len(review), total, self.panel.filters.active(), review.hidden_implied)
        self.panel.show_sort(review.sort)
        self.tabs.set_words(0, f"Pairs {len(review):,}")
        self._show_progress()

    def _show_no_pair(self, review: Review) -> None:
        """Why the table is empty."""
        progress, filters = review.progress(), review.filters
        if filters.active == 1 and filters.states == frozenset({"review"}) and not progress.left:
            words = f"{progress.reviewed:,} decided: {answers_words(progress)}."
            button = "Look at unsure" if progress.unsure else "Show all pairs"
            self.panel.empty.set_words("Review finished", words, button, "Go to Merge")
            return
        on = len(self.panel.filters.active())
        words = f"{on} {'filter is' if on == 1 else 'filters are'} on."
        self.panel.empty.set_words("Nothing matches these filters", words, "Clear filters")

    def _show_progress(self) -> None:
        if self._review is None:
            return
        progress = self._review.progress()
        if progress.minutes is not None and progress.left:
            self.strip.set_pace(progress.minutes * 60 / progress.left)
        self._progress.setText(progress_words(progress))
        self._progress.setToolTip(f"{answers_words(progress)}, {progress.left:,} left")

    @Slot()
    def _on_count_timer_timeout(self) -> None:
        """A while after the last answer: group anew in the background."""
        job = self._window.project.grouping_job()
        if job is not None and self.isVisible():
            self._window.jobs.ask("groups", job, self._on_grouped, self._on_question_failed)
            if self._review is not None:
                self.learning.after_decisions(self._review.progress().left)

    @Slot(object)
    def _on_grouped(self, made: Any) -> None:
        """Groups are made: show them, and the counts that follow from them."""
        self._window.project.take_groups(made)
        if self._review is not None and self.isVisible():
            self.panel.table.pairs.rows_changed()
            show_filters(self._review, self.panel.filters)
            self._show_progress()
            self._show_groups()

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="groups")

    def _show_groups(self) -> None:
        project = self._window.project
        groups = project.latest_groups
        number = int(np.count_nonzero(groups.sizes > 1)) if groups is not None else 0
        self.tabs.set_words(1, f"Groups {number:,}")
        if self.tabs.choice == 1:
            line = f"{shown_of_chance(self.strip.cuts[0]):.2f}"
            self.groups.show_groups(groups, project.scored, self._record_words, line)

    def _record_words(self, record: int) -> tuple[str, str]:
        assert self._review is not None
        return self.panel.table.pairs.place_words(record), self._review.summary(record)

    def _show_undo(self) -> None:
        project, width = self._window.project, self.window().width()
        words, room = project.undo_text, 44 if width >= 1400 else 26 if width >= 1200 else 4
        shown = words if len(words) <= room else "Undo" if room < 10 else words[: room - 1] + "…"
        self.undo_button.set_words(shown)
        self.undo_button.setToolTip(f"{words} (Ctrl+Z)")
        self.undo_button.setEnabled(project.can_undo)
        for button in self.buttons.values():
            button.setEnabled(not project.read_only and self._review is not None)

    @Slot(int)
    def _on_pair_chosen(self, pair: int) -> None:
        if self._review is None or pair < 0:
            self.panel.compare.show_nothing()
            self.panel.evidence.show_nothing()
            return
        self.answering.visited(pair)
        self._show_compare(pair)
        self._show_evidence(pair)

    def _show_compare(self, pair: int) -> None:
        review, matched = self._review, self._window.project.matched
        if review is None or matched is None:
            return
        left, right = review.records(pair)
        rows = compare_rows(matched, left, right, pair, cleaned=self.panel.compare.cleaned_chip.isChecked())
        words = self.panel.table.pairs.place_words
        self.panel.compare.show_pair(rows, words(left), words(right))

    def _show_evidence(self, pair: int) -> None:
        from entityres.scoring.explaining import explain
        from entityres.scoring.points import point_scale

        review, project = self._review, self._window.project
        matched = project.matched
        if review is None or matched is None:
            return
        explanation = explain(matched.scored, matched.cleaned, pair)
        match_at, review_at = self.strip.cuts
        lines = (weight_of(review_at), weight_of(match_at))
        shown = float(shown_of_bits(float(matched.scored.score[pair])))
        if self._scale_of is not matched.scored:
            self._scale, self._scale_of = point_scale(matched.scored), matched.scored
        join = join_words(project, *review.records(pair))
        self.panel.evidence.show_explanation(explanation, lines, shown, join, self._scale)

    @Slot(bool)
    def _on_cleaned_asked(self, _on: bool) -> None:
        if self.current_pair >= 0:
            self._show_compare(self.current_pair)

    def _on_hide_scores(self) -> None:
        hidden = self._window.actions["hide_scores"].isChecked()
        table = self.panel.table
        table.setColumnHidden(table.pairs.column_number("score"), hidden)
        self.panel.evidence.set_scores_hidden(hidden)
        self.strip.set_estimates_hidden(hidden)
        if not hidden and self.current_pair >= 0:
            self._show_evidence(self.current_pair)

    # --- filters and order ------------------------------------------------------------------------------------------

    @Slot()
    def _on_filters_changed(self) -> None:
        if self._review is not None:
            take_filters(self._review, self.panel.filters)
            self._show_all(keep=True)

    @Slot()
    def _on_clear_filters(self) -> None:
        if self._review is not None:
            self._review.clear_filters()
            self._show_all(keep=True)

    @Slot()
    def _on_implied_asked(self) -> None:
        if self._review is not None:
            states = self._review.filters.states
            self._review.set_filters(states=states | {"implied"} if states else states, show_implied=True)
            self._show_all()

    @Slot(str)
    def _on_sort_chosen(self, name: str) -> None:
        if self._review is not None:
            self._review.sort_by(name)
            self._show_all(keep=True)

    @Slot()
    def _on_no_pair_pressed(self) -> None:
        review = self._review
        if review is not None and self.panel.empty.button.text() == "Look at unsure":
            review.set_filters(states=frozenset({"unsure"}))
            self._show_all(first=True)
        else:
            self._on_clear_filters()

    # --- groups and elsewhere ---------------------------------------------------------------------------------------

    @Slot(int)
    def _on_tab_changed(self, number: int) -> None:
        if self._review is None:
            return
        self.stack.setCurrentIndex(1 + number)
        if number == 1:
            self._window.project.groups_now()
            self._show_groups()
            self.groups.table.setFocus()
        else:
            self._focus_table()

    @Slot()
    def _on_show_group(self) -> None:
        review, groups = self._review, self._window.project.groups_now()
        if review is None or groups is None or self.current_pair < 0:
            return
        left, right = review.records(self.current_pair)
        self.tabs.set_choice(1)
        self._on_tab_changed(1)
        group = int(groups.group_of[left])
        self.groups.choose(group if groups.sizes[group] > 1 else int(groups.group_of[right]))

    @Slot(int, object)
    def _on_split_asked(self, group: int, records: np.ndarray) -> None:
        project = self._window.project
        if not self.answering.do(project.split_group, group, records.tolist()):
            return
        project.groups_now()
        self._show_groups()
        if project.left_alone:
            words = f"{project.left_alone:,} of these links you had accepted one by one; they were left as they are."
            self._window.messages.say(words, "Clear those answers first (C in the list of pairs).", topic="split")

    @Slot()
    def _on_thresholds_asked(self) -> None:
        self.tabs.set_choice(0)
        self._on_tab_changed(0)
        self.strip.set_folded(False)
        self.strip.match_spin.setFocus()

    @Slot()
    def _on_go_to_merge(self) -> None:
        self._window.go_to(Step.MERGE)

    @Slot()
    def _on_empty_pressed(self) -> None:
        project = self._window.project
        if project.lists and project.scored is None:
            self._window.find_matches()
        else:
            self._window.go_to(Step.MATCH if project.lists else Step.LOAD)

    @Slot()
    def _on_theme_changed(self) -> None:
        self.panel.table.fit_columns()
        self.strip.fit()
        self._fit()

    @Slot()
    def _focus_table(self) -> None:
        self.panel.table.setFocus()

    def _fit(self) -> None:
        """Share the room that the window has; a low one gets the thresholds in one line until they are asked for."""
        window = self.window()
        self.panel.fit(window.width())
        low = window.height() * min(USUAL_LINE / max(line_height(), 1), 1.0) < LOW
        if low != self._low:
            self._low = low
            self.strip.set_folded(low)
        self._show_undo()
        parts = (*self.buttons.values(), self.undo_button)
        long = sum(part.sizeHint().width() + grid(1) for part in parts) > self.width() - grid(3)
        self._lay_buttons(2 if long else 1)

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def hideEvent(self, event: QHideEvent) -> None:
        self._stale = True
        self._count_timer.stop()
        self.panel.filters.stop_waiting()
        names = ("splitter", "middle", "columns")
        for name, state in zip(names, self.panel.layout_state(), strict=True):
            self._window.preferences.keep(f"review/{name}", state)
        super().hideEvent(event)
