"""UI: the Match page: which records to compare, what that costs and finds, and the run.

Moving a slider never starts a run: forecasts follow it at once, the exact count a moment later, and Apply takes it.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QScrollArea,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from entityres.errors import EntityResError
from entityres.scoring.scored_pairs import Zone
from entityres.session.stages import Change, State, Step
from entityres.ui.models.match_figures import (
    MatchFigures,
    condition,
    hot_of,
    key_words,
    pairs_words,
    time_words,
)
from entityres.ui.models.scoring_table import ScoringTable, level_rows
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.card import Card, page_layout
from entityres.ui.widgets.cell_delegates import set_up_table
from entityres.ui.widgets.elided import ElidedLabel
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.hot_values import Hot, HotValues
from entityres.ui.widgets.key_table import KeyTable
from entityres.ui.widgets.run_bar import RunBar
from entityres.ui.widgets.scurve_panel import KeyWords
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.similarity_side import SimilaritySide

if TYPE_CHECKING:
    from collections.abc import Callable

    from entityres.candidates.candidate_pairs import KeyCounts
    from entityres.candidates.forecasting import Forecast
    from entityres.candidates.keys import Bands, Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.session.project import Prepared
    from entityres.ui.services import WindowServices

MATCH_JOB = "Finding matches"


class MatchPage(QWidget):
    """Keys at the top; the S-curve of the current key, its settings, forecast and hottest values below."""

    title = "Match"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._figures = MatchFigures()
        self._stale = True
        self._build()
        self._connect()

    # --- building ---------------------------------------------------------------------------------------------------

    def _build(self) -> None:
        layout = page_layout(self)
        title = QLabel(self.title)
        set_kind(title, "title")
        self.tabs = SegmentedControl(["Which records to compare", "How pairs are scored"], "Parts of this page")
        self._all_words = ElidedLabel()
        self._all_words.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        head = QHBoxLayout()
        head.setSpacing(grid(1.5))
        head.addWidget(title)
        head.addWidget(self.tabs)
        head.addWidget(self._all_words, 1)
        layout.addLayout(head)
        self.stack = QStackedWidget()
        self._empty = EmptyState(
            "Load a list first", "Matching compares the records of your lists.", "Go to Load", icon_name="similar"
        )
        self.stack.addWidget(self._empty)
        self.stack.addWidget(_scrolled(self._build_compare()))
        self.stack.addWidget(self._build_scoring())
        layout.addWidget(self.stack, 1)
        self.run_bar = RunBar()
        layout.addWidget(self.run_bar)

    def _build_compare(self) -> QWidget:
        part = QWidget()
        layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        self.keys = KeyTable()
        keys_card = Card(margins=Card.TABLE)
        keys_card.setAccessibleName("Keys")
        keys_card.add(self.keys)
        layout.addWidget(keys_card)
        self.similar = SimilaritySide(self._window, self)
        self.curve, self.bands, self.forecast_card = self.similar.curve, self.similar.bands, self.similar.card
        self.words = KeyWords()
        self._left = QStackedWidget()
        self._left.addWidget(self.curve)
        self._left.addWidget(self.words)
        self.hot = HotValues()
        self._bands_card, self._forecast_box, self._hot_card = Card(), Card(), Card()
        side = QWidget()
        column = QVBoxLayout(side)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1.5))
        for card, inside in (
            (self._bands_card, self.bands),
            (self._forecast_box, self.forecast_card),
            (self._hot_card, self.hot),
        ):
            card.add(inside)
            column.addWidget(card)
        column.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(side)
        self._side, self._side_scroll = side, scroll
        below = QHBoxLayout()
        below.setSpacing(grid(1.5))
        below.addWidget(self._left, 7)
        below.addWidget(scroll, 3)
        layout.addLayout(below, 1)
        return part

    def _build_scoring(self) -> QWidget:
        card = Card("Points by field", margins=Card.TABLE)
        note = QLabel(
            "Each field adds points for how near its values are. Agreeing on a rare value gives more than on a common one; a "
            "missing value counts for nothing. The sum is the score."
        )
        note.setWordWrap(True)
        note.setContentsMargins(grid(2), 0, grid(2), 0)
        set_kind(note, "muted")
        card.add(note)
        self.scoring = ScoringTable()
        table = QTableView()
        table.setObjectName("scoringTable")
        set_up_table(table, "Points by field and level")
        table.setModel(self.scoring)
        header = table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        for number, letters in enumerate((18, 26, 12, 16, 14, 16)):
            table.setColumnWidth(number, self.fontMetrics().averageCharWidth() * letters)
        card.add(table, 1)
        return card

    def _connect(self) -> None:
        window = self._window
        self._empty.button_pressed.connect(self._on_go_to_load)
        self.tabs.choice_changed.connect(self._on_tab_changed)
        self.keys.key_ticked.connect(self._on_key_ticked)
        self.keys.key_chosen.connect(self._on_key_chosen)
        self.keys.suggestions_asked.connect(self._on_suggestions_asked)
        self.keys.key_added.connect(self._on_key_added)
        self.keys.key_removed.connect(self._on_key_removed)
        self.keys.keys_reset.connect(self._on_keys_reset)
        self.similar.moved.connect(self._show_run)
        self.similar.shown.connect(self._fit_side)
        window.theme.theme_changed.connect(self._on_theme_changed)
        self.similar.apply_asked.connect(self._on_apply_asked)
        self.hot.empty_asked.connect(self._on_empty_asked)
        self.hot.records_asked.connect(self._on_records_asked)
        self.run_bar.run_asked.connect(self._on_run_asked)
        self.run_bar.stop_asked.connect(window.jobs.cancel)
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
            self.similar.forget()
        if changes & {Change.LISTS, Change.COLUMNS}:
            self._figures.counted.clear()
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
            self._all_words.show_words("")
            self.run_bar.hide()
            return
        self.run_bar.show()
        self.stack.setCurrentIndex(self.tabs.choice + 1)
        self._prepare()
        cuts = (project.settings.match_at, project.settings.review_at)
        if self._figures.scored is not project.scored or self._figures_at != cuts:
            counted = self._figures.counted if self._figures.scored is project.scored else {}
            self._figures = MatchFigures.of(project.scored, project.settings)
            self._figures_at = cuts
            for known, counts in counted.items():
                self._figures.counted.setdefault(known, counts)
        self._figures.name_bits(project.keys)
        self._show_keys()
        self._show_current()
        self._show_hot()
        self._show_scoring()
        self._show_run()
        self._fit_side()

    def _fit_side(self) -> None:
        """The right column is as wide as what stands in it."""
        bar = self._side_scroll.verticalScrollBar().sizeHint().width()
        needed = self._side.minimumSizeHint().width() + bar + 4
        self._side_scroll.setMinimumWidth(min(needed, self.width() // 2))

    _figures_at: tuple[float | None, float | None] | None = None

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

    def _show_keys(self) -> None:
        project, figures = self._window.project, self._figures
        total = sum(len(one) for one in project.lists)
        sizes = [len(one) for one in project.lists]
        every = total * (total - 1) // 2
        if project.settings.across_only and len(sizes) > 1:
            every -= sum(size * (size - 1) // 2 for size in sizes)
        self._all_words.show_words(
            f"All {total:,} with each other would be {every:,} pairs. A pair is compared if any key fits."
        )
        self._show_counts()
        if not self.keys.current_key and project.keys:
            similar = [key.name for key in project.keys if key.bands is not None and key.enabled]
            self.keys.choose(similar[0] if similar else project.keys[0].name)
        self.keys.setEnabled(not project.read_only)
        unknown = figures.unknown(project.keys)
        if unknown and self._cleaned is not None and not self._window.jobs.is_busy:
            enabled = tuple(key for key in project.keys if key.enabled)
            work = partial(_count, self._cleaned, enabled, unknown, project.settings.across_only, project.settings.seed)
            self._window.jobs.ask("count keys", work, self._on_keys_counted, self._on_question_failed)
        if figures.union is None and self._cleaned is not None and project.keys:
            cost = partial(_forecast, self._cleaned, project.keys, project.settings.across_only, project.settings.seed)
            self._window.jobs.ask("forecast", cost, self._on_forecast, self._on_question_failed)

    def _show_counts(self) -> None:
        """What keys find, as far as it is known."""
        project, figures = self._window.project, self._figures
        # A bit whose key is another one now stands for a name that no key has.
        ran = [name or f"\0{bit}" for bit, name in enumerate(figures.ran)]
        self.keys.model.show_keys(project.keys, figures.counts(project.keys), figures.union, ran, figures.hot())
        self.keys.refresh()
        self._show_total()

    def _key(self) -> Key | None:
        """The current key."""
        name = self.keys.current_key
        return next((key for key in self._window.project.keys if key.name == name), None)

    def _show_current(self) -> None:
        """Show the current key below the table."""
        key, cleaned = self._key(), self._cleaned
        similar = key is not None and key.bands is not None
        self._left.setCurrentIndex(0 if similar else 1)
        self._bands_card.setVisible(similar)
        self._forecast_box.setVisible(similar)
        self.similar.show_key(key, self._figures, cleaned)
        if not similar:
            if key is not None and cleaned is not None:
                self.words.show_words(key.name, key_words(key, cleaned))
            else:
                self.words.show_words("Keys", "Keys are being chosen from your columns …")

    @property
    def pending(self) -> bool:
        """True when bands were chosen and not applied."""
        return self.similar.pending

    def _show_hot(self) -> None:
        project, cleaned, scored = self._window.project, self._cleaned, self._figures.scored
        values: tuple[Hot, ...] = ()
        if scored is not None and cleaned is not None and project.columns is not None:
            values = hot_of(scored.pairs.hot, scored.pairs.keys, len(scored), cleaned, project.columns)
        self.hot.show_values(values)
        self._hot_card.setVisible(bool(values))

    def _show_scoring(self) -> None:
        if self.tabs.choice != 1:
            return
        scored, settings = self._figures.scored, self._window.project.settings
        if scored is None:
            self.scoring.show_rows([])
            return
        self.scoring.show_rows(level_rows(scored, scored.zones(settings.match_at, settings.review_at) == Zone.MATCH))

    def _show_run(self) -> None:
        """The last line: what a run would cost, or where it is."""
        window = self._window
        project = window.project
        if window.jobs.is_busy and window.jobs.title == MATCH_JOB and window.jobs.progress is not None:
            self.run_bar.show_running(window.jobs.progress)
            return
        enabled = not window.jobs.is_busy and not project.read_only
        cost = self._cost
        if self.pending:
            words = f"Apply them with Ctrl+Return, or revert them. {cost}"
            button = "Find matches" if project.scored is None else "Find matches again"
            self.run_bar.show_ready("Settings not applied yet", words, button, primary=False, enabled=enabled)
            return
        if project.scored is None:
            words = f"Press Find matches. {cost}" if cost else "Press Find matches."
            self.run_bar.show_ready("No pairs yet", words, "Find matches", enabled=enabled)
            return
        if not len(project.scored):
            words = f"{len(project.scored.pairs.keys)} keys ran and none found a pair. Try Thorough, or add a key."
            self.run_bar.show_ready("No pairs passed", words, "Find matches", enabled=enabled)
            return
        stage = project.stages()[Step.MATCH]
        if stage.state is State.OUT_OF_DATE:
            self.run_bar.show_ready("Settings changed", f"{stage.why}", "Update", enabled=enabled)
            return
        seconds = sum(project.matched.seconds.values()) if project.matched is not None else 0.0
        words = f"{len(project.scored):,} pairs compared in {time_words(seconds, about=False)}."
        self.run_bar.show_ready("", words, "Find matches again", primary=False, enabled=enabled)

    _cost = ""

    # --- changing ---------------------------------------------------------------------------------------------------

    def _do(self, call: Callable[..., frozenset[Change]], *arguments: Any) -> None:
        """Make a mutating call, apply what it changed, say what went wrong."""
        try:
            changes = call(*arguments)
        except EntityResError as error:
            self._window.messages.problem(error, topic="change")
            return
        self._window.apply(changes)

    @Slot(str, object)
    def _on_apply_asked(self, name: str, bands: Bands) -> None:
        self._do(self._window.project.set_bands, name, bands)

    @Slot(str, bool)
    def _on_key_ticked(self, name: str, on: bool) -> None:
        self._do(self._window.project.enable_key, name, on)

    @Slot(str)
    def _on_key_chosen(self, _name: str) -> None:
        if not self._stale:
            self._show_current()
            self._show_run()

    @Slot()
    def _on_suggestions_asked(self) -> None:
        from entityres.candidates.planning import suggest_keys

        cleaned = self._cleaned
        there = {condition(key) for key in self._window.project.keys}
        found = () if cleaned is None else suggest_keys(cleaned)
        self.keys.show_suggestions([key for key in found if condition(key) not in there])

    @Slot(object)
    def _on_key_added(self, key: Key) -> None:
        names = {one.name for one in self._window.project.keys}
        name, number = key.name, 2
        while name in names:
            name, number = f"{key.name} ({number})", number + 1
        self._do(self._window.project.set_keys, (*self._window.project.keys, replace(key, name=name, enabled=True)))
        self.keys.choose(name)

    @Slot(str)
    def _on_key_removed(self, name: str) -> None:
        self._do(self._window.project.set_keys, tuple(key for key in self._window.project.keys if key.name != name))

    @Slot()
    def _on_keys_reset(self) -> None:
        self._do(self._window.project.reset_keys)

    @Slot(object)
    def _on_empty_asked(self, hot: Hot) -> None:
        self._do(self._window.project.set_placeholder, hot.column, hot.text, True)

    @Slot(object)
    def _on_records_asked(self, hot: Hot) -> None:
        self._window.project.set_view("review.request", {"text": hot.text})
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
    def _on_keys_counted(self, counted: dict[Any, KeyCounts]) -> None:
        self._figures.counted.update(counted)
        self._show_counts()
        self.similar.show_forecast()

    @Slot(object)
    def _on_forecast(self, forecast: Forecast) -> None:
        self._whole = forecast
        seconds, memory = time_words(forecast.seconds), f"{max(forecast.memory_mb, 1):,.0f} MB"
        self._cost = f"Estimate: {pairs_words(forecast, None)} pairs · {seconds} · {memory}"
        self._show_total()
        self._show_run()

    _whole: Forecast | None = None

    def _show_total(self) -> None:
        """Before the first run the sum is an estimate."""
        if self._figures.union is None and self._whole is not None:
            self.keys.foot.show_sum(round(self._whole.pairs), False)

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")

    @Slot(str)
    def _on_job_started(self, _title: str) -> None:
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
        self.bands.fit()
        self.keys.refresh()
        self._fit_side()

    # --- Qt ---------------------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        # Ctrl+Return is Apply while there is something to apply; then the window's action must not get it.
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and self._is_apply(event):
            event.accept()
            return True
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_side()

    def hideEvent(self, event: QHideEvent) -> None:
        self.similar.stop()
        super().hideEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._is_apply(event):
            self.similar.apply()
        else:
            super().keyPressEvent(event)

    def _is_apply(self, event: QKeyEvent) -> bool:
        keys = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return event.key() in keys and event.modifiers() == Qt.KeyboardModifier.ControlModifier and self.pending


def _count(
    cleaned: CleanedRecords,
    enabled: tuple[Key, ...],
    unknown: tuple[Key, ...],
    across_only: bool,
    seed: int,
    progress: Progress,
) -> dict[Any, KeyCounts]:
    """Count the unknown keys: those that are on beside all others that are on, the rest each for itself."""
    from entityres.candidates.proposing import count_keys

    out: dict[Any, KeyCounts] = {}
    wanted = {condition(key) for key in unknown}
    if any(condition(key) in wanted for key in enabled):
        found = count_keys(cleaned, enabled, across_only=across_only, seed=seed, progress=progress)
        out |= {condition(key): counts for key, counts in zip(enabled, found, strict=True) if condition(key) in wanted}
    for key in unknown:
        if condition(key) not in out:
            both = (*enabled, key)
            found = count_keys(cleaned, both, across_only=across_only, seed=seed, progress=progress)
            out[condition(key)] = found[-1]
    return out


def _forecast(
    cleaned: CleanedRecords, keys: tuple[Key, ...], across_only: bool, seed: int, _progress: Progress
) -> Forecast:
    from entityres.candidates.forecasting import forecast

    return forecast(cleaned, keys, across_only=across_only, seed=seed)


def _scrolled(part: QWidget) -> QScrollArea:
    """A part that is scrolled where the window is too low for it."""
    scroll = QScrollArea()
    scroll.setWidgetResizable(True)
    scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    scroll.setWidget(part)
    return scroll
