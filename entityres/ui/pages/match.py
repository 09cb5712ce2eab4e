"""UI: the Match page: which records to compare, what that costs and finds, how pairs are scored, and the run.

Moving a slider never starts a run: forecasts follow it at once, the exact count a moment later, and Apply takes it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from entityres.entities.staying_apart import Remark, copies_apart, people_apart
from entityres.errors import EntityResError
from entityres.session.stages import Change, State, Step, count
from entityres.ui.models.key_values import Hot, spellings
from entityres.ui.models.keys_left import keys_not_used, left_words
from entityres.ui.models.match_figures import MatchFigures, time_words
from entityres.ui.models.score_scale import shown_of_bits
from entityres.ui.theme import grid
from entityres.ui.widgets.card import PageTitle, page_layout
from entityres.ui.widgets.compare_part import ComparePart
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.fitting_label import FittingLabel
from entityres.ui.widgets.link_settings import LinkSettings
from entityres.ui.widgets.run_bar import RunBar
from entityres.ui.widgets.scoring_part import ScoringPart
from entityres.ui.widgets.segmented_control import SegmentedControl

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.session.project import Prepared
    from entityres.ui.services import WindowServices

MATCH_JOB = "Finding matches"
TABS = ("Which records to compare", "How pairs are scored")
SHORT_TABS = ("Records", "Scores")
TAB_LETTERS = 70
"""The long words on the tabs need a page of so many letters."""


class MatchPage(QWidget):
    """Two parts, of which one is shown, and the line that starts a run and follows it."""

    title = "Match"

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._figures = MatchFigures()
        self._figures_at: tuple[float | None, float | None] | None = None
        self._scope: tuple[bool, int] | None = None
        self._stale = True
        self._build()
        self._connect()

    # --- building ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = page_layout(self)
        title = PageTitle(self.title)
        self.tabs = SegmentedControl(list(TABS), "Parts of this page")
        self._all_words = FittingLabel()
        self._all_words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setSpacing(grid(1.5))
        head.addWidget(title)
        head.addWidget(self.tabs)
        head.addWidget(self._all_words, 1)
        layout.addLayout(head)
        self.link = LinkSettings()
        layout.addWidget(self.link)
        self.stack = QStackedWidget()
        layout.addWidget(self.stack, 1)
        self._empty = EmptyState(
            "Load a list first", "Matching compares the records of your lists.", "Go to Load", icon_name="similar"
        )
        self.compare = ComparePart(self._window, self.stack)
        self._scoring: ScoringPart | None = None
        self.stack.addWidget(self._empty)
        self.stack.addWidget(self.compare)
        self.run_bar = RunBar()
        layout.addWidget(self.run_bar)

    @property
    def scoring(self) -> ScoringPart:
        """How pairs are scored, built when it is wanted first."""
        if self._scoring is None:
            self._scoring = ScoringPart()
            self.stack.addWidget(self._scoring)
        return self._scoring

    def _connect(self) -> None:
        window = self._window
        self._empty.button_pressed.connect(self._on_go_to_load)
        self.tabs.choice_changed.connect(self._on_tab_changed)
        self.link.one_to_one_asked.connect(self._on_one_to_one_asked)
        self.compare.changed_asked.connect(self._on_change_asked)
        self.compare.empty_asked.connect(self._on_empty_asked)
        self.compare.records_asked.connect(self._on_records_asked)
        self.compare.state_changed.connect(self._show_run)
        self.run_bar.run_asked.connect(self._on_run_asked)
        self.run_bar.stop_asked.connect(window.jobs.cancel)
        self.run_bar.loosen_asked.connect(self.compare.loosen)
        self.run_bar.compare_asked.connect(window.actions["compare_two"].trigger)
        window.theme.theme_changed.connect(self._on_theme_changed)
        window.jobs.job_started.connect(self._on_job_started)
        window.jobs.job_progressed.connect(self._on_job_progressed)
        window.jobs.job_finished.connect(self._on_job_finished)

    # --- what the window calls --------------------------------------------------------------------------------------

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew what depends on these changes, when the page is shown."""
        touched = {Change.LISTS, Change.COLUMNS, Change.KEYS, Change.MATCHES, Change.THRESHOLDS, Change.SETTINGS}
        if not changes & touched:
            return
        if changes & {Change.LISTS, Change.COLUMNS, Change.MATCHES}:
            self.compare.forget()
        if changes & {Change.LISTS, Change.COLUMNS}:
            self._figures.counted.clear()
            self._figures.foreseen.clear()
            self._figures.checked.clear()
            self._figures.before = None
        self._stale = True
        if self.isVisible():
            self.refresh()

    def on_shown(self) -> None:
        """The page is shown now."""
        if self._stale:
            self.refresh()

    # --- showing ----------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the project as it is."""
        self._stale = False
        project = self._window.project
        if not project.lists:
            self.stack.setCurrentIndex(0)
            self._all_words.show_versions("")
            self.run_bar.hide()
            self.link.hide()
            return
        self.run_bar.show()
        self.stack.setCurrentWidget(self.scoring if self.tabs.choice == 1 else self.compare)
        self._prepare()
        self._take_figures()
        self._show_all_pairs()
        self._show_link()
        self.compare.show_keys(self._figures, self._cleaned)
        if self.tabs.choice == 1:
            self.scoring.show_scored(self._figures.scored, project.settings)
        self._show_run()

    def _take_figures(self) -> None:
        """Make the figures of the last run anew when it, or what counts as a match, is another."""
        project = self._window.project
        cuts = (project.settings.match_at, project.settings.review_at)
        scope = (project.settings.across_only, project.settings.seed)
        other_scope, self._scope = scope != self._scope, scope
        if self._figures.scored is not project.scored or self._figures_at != cuts or other_scope:
            before = self._figures
            self._figures = MatchFigures.of(project.scored, project.settings)
            self._figures_at = cuts
            if before.scored is project.scored and not other_scope:
                self._figures.before = before.before
                self._figures.checked = before.checked
                for known, counts in before.counted.items():
                    self._figures.counted.setdefault(known, counts)
        self._figures.name_bits(project.keys)

    def _show_all_pairs(self) -> None:
        project = self._window.project
        sizes = [len(one) for one in project.lists]
        total = sum(sizes)
        every = total * (total - 1) // 2
        if project.settings.across_only and len(sizes) > 1:
            every -= sum(size * (size - 1) // 2 for size in sizes)
        words = (
            f"All {total:,} with each other would be {count(every, 'pair')}." if total > 1 else "There is one record."
        )
        self._all_words.show_versions(
            f"{words} A pair is compared if any key fits.", words, f"{every:,} pairs possible"
        )
        self._all_words.setToolTip(f"{words} A pair is compared if any key fits.")

    def _show_link(self) -> None:
        project = self._window.project
        matched = project.matched
        names = [one.name for one in (project.lists if matched is None else matched.lists)]
        inside = None if matched is None else matched.scored.inside
        self.link.show_choice(names, inside, project.settings, enabled=not project.read_only)

    def _prepare(self) -> None:
        """Have values cleaned and keys chosen, where that is not done yet."""
        project = self._window.project
        up_to_date = project.scored is not None and not project.changed_since_match()
        if up_to_date or project.prepared_is_current or self._window.jobs.is_busy:
            return
        self._window.jobs.ask("prepare", project.preparing_job(), self._on_prepared, self._on_question_failed)

    @property
    def _cleaned(self) -> CleanedRecords | None:
        """Cleaned values of the present lists."""
        project = self._window.project
        if project.prepared is not None and project.prepared_is_current:
            return project.prepared.cleaned
        return project.cleaned

    @property
    def pending(self) -> bool:
        """True when bands were chosen and not applied."""
        return self.compare.pending

    def _show_run(self) -> None:
        """The last line: what a run would cost, or where it is."""
        window = self._window
        project = window.project
        if window.jobs.is_busy and window.jobs.title == MATCH_JOB and window.jobs.progress is not None:
            self.run_bar.show_running(window.jobs.progress)
            return
        enabled = not window.jobs.is_busy and not project.read_only
        cost = self.compare.cost
        if self.compare.is_editing or self.pending:
            title, words = "Settings not applied yet", "Apply them with Ctrl+Return, or revert them."
            if self.compare.is_editing:
                title, words = "Key not saved yet", "Save it with Ctrl+Return, or leave with Esc."
            button = "Find matches" if project.scored is None else "Find matches again"
            whole = f"{words} {cost}".strip()
            self.run_bar.show_ready(title, whole, button, primary=False, enabled=enabled, by_key=False, shorter=words)
            return
        if project.scored is None:
            words = f"Press Find matches. {cost}" if cost else "Press Find matches."
            self.run_bar.show_ready("No pairs yet", words, "Find matches", enabled=enabled)
            return
        stage = project.stages()[Step.MATCH]
        if stage.state is State.OUT_OF_DATE:
            self.run_bar.show_ready(
                "Settings changed", f"{stage.why} {cost}".strip(), "Update", enabled=enabled, shorter=cost
            )
            return
        if not self._figures.has_hope:
            title, words, remedies = self._nothing_found()
            shorter = "Add a key, or" if any(remedies) else ""
            self.run_bar.show_ready(
                title, words, "Find matches again", enabled=enabled, remedies=remedies, shorter=shorter
            )
            return
        seconds = sum(project.matched.seconds.values()) if project.matched is not None else 0.0
        words = f"{count(len(project.scored), 'pair')} compared in {time_words(seconds, about=False)}."
        apart = Remark() if project.cleaned is None else people_apart(project.cleaned, project.scored)
        lost = copies_apart(project.scored.pairs) or apart.words or left_words(keys_not_used(project))
        words, shorter = f"{words} {lost}".strip(), apart.shorter if lost == apart.words else ""
        self.run_bar.show_ready("", words, "Find matches again", primary=False, enabled=enabled, shorter=shorter)

    def _nothing_found(self) -> tuple[str, str, tuple[bool, bool]]:
        """Why the last run has no pair worth a look: in two words, what helps, and whether looser keys and comparing do."""
        project = self._window.project
        scored = project.scored
        keys = sum(key.enabled for key in scored.pairs.keys) if scored is not None else 0
        if sum(len(one) for one in project.lists) < 2:
            return "Nothing to compare", "There is only one record.", (False, False)
        if scored is None or not keys:
            return "Nothing was compared", "No key could be chosen. Add one, or change roles.", (False, False)
        ran = "1 key ran" if keys == 1 else f"{keys} keys ran"
        if not len(scored):
            what = f"{ran} and {'' if keys == 1 else 'none '}found {'no' if keys == 1 else 'a'} pair."
        else:
            what = f"{ran}; the closest pair is {float(shown_of_bits(scored.score.max())):.2f}."
        helps = copies_apart(scored.pairs) or "Try Thorough, or add a key."
        return "No pairs passed", f"{what} {helps}", (not project.read_only, True)

    # --- changing ---------------------------------------------------------------------------------------------------

    @Slot(str, object)
    def _on_change_asked(self, call: str, arguments: tuple[Any, ...]) -> None:
        """Make a mutating call of the project, apply what it changed, say what went wrong."""
        try:
            changes = getattr(self._window.project, call)(*arguments)
        except EntityResError as error:
            self._window.messages.problem(error, topic="change")
            return
        self._window.apply(changes)

    @Slot(object)
    def _on_one_to_one_asked(self, on: bool | None) -> None:
        self._on_change_asked("set_one_to_one", (on,))

    @Slot(object)
    def _on_empty_asked(self, hot: Hot) -> None:
        project, cleaned = self._window.project, self._cleaned
        texts: tuple[str, ...] = (hot.text,)
        source = None if cleaned is None else project.source_of(cleaned)
        if cleaned is not None and source is not None:
            lists, columns = source
            texts = spellings(hot, lists, cleaned, columns)
        self.compare.emptied[hot.column, hot.text] = {(hot.column, text) for text in texts}
        self._on_change_asked("set_placeholders", (hot.column, texts))

    @Slot(object)
    def _on_records_asked(self, hot: Hot) -> None:
        self._window.project.set_view("review.request", {"text": hot.search})
        self._window.go_to(Step.REVIEW)

    @Slot()
    def _on_run_asked(self) -> None:
        self._window.find_matches()

    @Slot()
    def _on_go_to_load(self) -> None:
        self._window.go_to(Step.LOAD)

    @Slot(int)
    def _on_tab_changed(self, _number: int) -> None:
        self.refresh()

    # --- answers from the background --------------------------------------------------------------------------------

    @Slot(object)
    def _on_prepared(self, prepared: Prepared) -> None:
        self._window.apply(self._window.project.take_prepared(prepared))

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")

    @Slot(str)
    def _on_job_started(self, _title: str) -> None:
        self.compare.stop()
        self._show_run()

    @Slot(object)
    def _on_job_progressed(self, _progress: Progress) -> None:
        if self.isVisible():
            self._show_run()

    @Slot(str)
    def _on_job_finished(self, _title: str) -> None:
        self._stale = True
        if self.isVisible():
            self.refresh()

    @Slot()
    def _on_theme_changed(self) -> None:
        self.compare.similar.bands.fit()
        self.compare.detail.fit()
        self.scoring.renew_sizes()
        self.compare.keys.refresh()
        self.compare.fit()
        self._fit_tabs()

    def _fit_tabs(self) -> None:
        """Shorter words on the tabs where there is no room for the long ones."""
        long = self.width() > self.fontMetrics().averageCharWidth() * TAB_LETTERS
        for number, words in enumerate(TABS if long else SHORT_TABS):
            self.tabs.set_words(number, words)

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_tabs()

    def event(self, event: QEvent) -> bool:
        # Ctrl+Return is Apply while there is something to apply; then the window's action must not get it.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_apply(event):
            event.accept()
            return True
        return super().event(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self.compare.stop()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_apply(event):
            self.compare.apply()
        else:
            super().keyPressEvent(event)

    def _is_apply(self, event: QKeyEvent) -> bool:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        waiting = self.pending or self.compare.is_editing
        return event.key() in keys and event.modifiers() == Qt.KeyboardModifier.ControlModifier and waiting
