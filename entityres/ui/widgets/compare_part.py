"""UI: the part of the Match page that says which records are compared: keys above, the current key below.

Below stands the S-curve with its settings for a key with a similarity condition, the shared values for any other, or the
editor while a key is written.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from entityres.ui.models.band_choice import looser
from entityres.ui.models.kept_entries import KeptEntries
from entityres.ui.models.key_draft import KeyDraft
from entityres.ui.models.key_questions import Counted, count_unknown, forecast_run, make_ready, one_new
from entityres.ui.models.key_values import Hot, costly_values
from entityres.ui.models.keys_left import keys_not_used, loss_words, offer_groups
from entityres.ui.models.match_figures import MatchFigures, pairs_words, time_words
from entityres.ui.theme import grid, line_height
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.exact_key import ExactKey
from entityres.ui.widgets.hot_values import HotValues
from entityres.ui.widgets.key_editor import KeyEditor
from entityres.ui.widgets.key_table import KeyTable
from entityres.ui.widgets.side_cards import SideCards
from entityres.ui.widgets.similarity_side import SimilaritySide

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.candidates.forecasting import Forecast
    from entityres.candidates.keys import Bands, Key
    from entityres.records.fields import CleanedRecords
    from entityres.ui.services import WindowServices

READY = "make ready"

LOWER_LINES = 19
"""The lower half gets at least so many lines of text before the table of keys shows more than three rows."""
ROOMY_LINES = 30
"""Height (lines of text) from which settings and forecast stand below each other as airily as elsewhere."""


class _Lower(QWidget):
    """What is below the keys: its words wrap, but it takes the height that is left instead of asking for one."""

    def hasHeightForWidth(self) -> bool:
        return False


class ComparePart(QScrollArea):
    """Keys, the current key, and what can be changed about them.

    Attributes:
        cost: What a run would cost, in words.
        emptied: Values of the last run that were told to count as empty, by column and text: as they are in the settings.

    Signals:
        changed_asked(str, object): A mutating call of the project, by name, with its arguments as a tuple.
        empty_asked(object): Treat this Hot as missing.
        records_asked(object): Show the records of this Hot.
        state_changed: Whether settings wait to be applied, or what a run costs, is another now.
    """

    changed_asked = Signal(str, object)
    empty_asked = Signal(object)
    records_asked = Signal(object)
    state_changed = Signal()

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._figures = MatchFigures()
        self._cleaned: CleanedRecords | None = None
        self._kept = KeptEntries(lambda: self._window.project.settings.memory_limit_mb)
        self._whole: Forecast | None = None
        self._editor: KeyEditor | None = None
        self.cost = ""
        self.emptied: dict[tuple[str, str], set[tuple[str, str]]] = {}
        self._build()
        self._connect()

    # building

    def _build(self) -> None:
        # From the outside to the inside: what is put into another widget with all that it holds is styled once more for each
        # level, and this page has many.
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        part = QWidget()
        self.setWidget(part)
        self._layout = layout = QVBoxLayout(part)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        self._keys_card = Card(margins=Card.TABLE)
        self._keys_card.setAccessibleName("Keys")
        layout.addWidget(self._keys_card)
        self.keys = KeyTable()
        self._keys_card.add(self.keys)
        self._lower = _Lower()
        layout.addWidget(self._lower, 1)
        self._below = below = QHBoxLayout(self._lower)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(grid(1.5))
        self._left, self._side = QStackedWidget(), SideCards()
        below.addWidget(self._left, 7)
        below.addWidget(self._side, 3)
        self.similar = SimilaritySide(self._window, self._kept, self)
        self.exact = ExactKey(self._window, self.keys.model, self._kept, self)
        self.detail = self.exact.detail
        self._left.addWidget(self.similar.curve)
        self._left.addWidget(self.detail)
        self.hot = HotValues()
        self.facts = self.exact.facts
        self._side.fill(self.similar.bands, self.similar.card, self.similar.bar, self.facts, self.hot)

    @property
    def editor(self) -> KeyEditor:
        """The editor of keys, built when it is wanted first."""
        if self._editor is None:
            self._editor = made = KeyEditor(self._window, self._kept)
            made.hide()
            self._layout.addWidget(made, 1)
            made.key_made.connect(self._on_key_made)
            made.left.connect(self.close_editor)
        return self._editor

    def _connect(self) -> None:
        self.keys.key_ticked.connect(self._on_key_ticked)
        self.keys.key_chosen.connect(self._on_key_chosen)
        self.keys.suggestions_asked.connect(self._on_suggestions_asked)
        self.keys.key_offered.connect(self._on_key_offered)
        self.keys.key_asked.connect(self._on_key_asked)
        self.keys.key_edited.connect(self._on_key_edited)
        self.keys.key_removed.connect(self._on_key_removed)
        self.keys.keys_reset.connect(self._on_keys_reset)
        self.similar.moved.connect(self.state_changed)
        self.similar.shown.connect(self.fit)
        self._side.asked_for_room.connect(self._fit_width)
        self.similar.apply_asked.connect(self._on_apply_asked)
        for widget in (self.hot, self.detail):
            widget.empty_asked.connect(self.empty_asked)
            widget.others_asked.connect(self._on_others_asked)
            widget.records_asked.connect(self.records_asked)
        self.detail.again_asked.connect(self._on_again_asked)

    # showing

    def show_keys(self, figures: MatchFigures, cleaned: CleanedRecords | None) -> None:
        """Show the keys of the project.

        Args:
            figures: What is known of them.
            cleaned: Cleaned values of the present lists, None while they are being made.
        """
        if self.is_editing and cleaned is not self._cleaned:
            self.close_editor()
        self._figures, self._cleaned = figures, cleaned
        project = self._window.project
        self._show_counts()
        if not self.keys.current_key and project.keys:
            similar = [key.name for key in project.keys if key.bands is not None and key.enabled]
            self.keys.choose(similar[0] if similar else project.keys[0].name)
        self.keys.setEnabled(not project.read_only)
        across = project.settings.across_only and cleaned is not None and cleaned.n_lists > 1
        unknown = figures.unknown(project.keys)
        if unknown and cleaned is not None and not self._window.jobs.is_busy:
            enabled = tuple(key for key in project.keys if key.enabled)
            seed = project.settings.seed
            new = one_new(enabled, unknown, figures, self._kept.maker(cleaned, seed))
            work = partial(count_unknown, cleaned, enabled, unknown, across, seed, new)
            self._window.jobs.ask("count keys", work, self._on_keys_counted, self._on_question_failed)
        if figures.union is None and figures.before is None and cleaned is not None and project.keys:
            cost = partial(forecast_run, cleaned, project.keys, across, project.settings.seed)
            self._window.jobs.ask("forecast", cost, self._on_forecast, self._on_question_failed)
        self.show_current()
        self._show_hot()
        self.fit()
        self._make_ready()

    def _make_ready(self) -> None:
        """What first forecasts need is made while nobody asks for them; a run that begins stops it."""
        window = self._window
        if self._cleaned is None or window.jobs.is_busy:
            return
        maker = self._kept.maker(self._cleaned, window.project.settings.seed)
        if not self._kept.is_readied:
            self._kept.is_readied = True
            window.jobs.ask(READY, partial(make_ready, maker), None, self._on_question_failed, idle=True)

    def show_current(self) -> None:
        """Show the current key below the table."""
        key = self._key()
        similar = key is not None and key.bands is not None
        self._left.setCurrentIndex(0 if similar else 1)
        self._side.show_kind(similar=similar, exact=not similar and key is not None)
        self.similar.show_key(key, self._figures, self._cleaned)
        if similar:
            self.exact.hide_key()
        else:
            self.exact.show_key(key, self._figures, self._cleaned)
        self.fit()

    def _show_counts(self) -> None:
        """What keys find, as far as it is known."""
        project, figures = self._window.project, self._figures
        union, names = figures.known_union(project.keys)
        self.keys.model.show_keys(project.keys, figures.counts(project.keys), union, names, figures.hot())
        self.keys.refresh()
        self._show_total()

    def _show_hot(self) -> None:
        project, cleaned, scored = self._window.project, self._cleaned, self._figures.scored
        values: tuple[Hot, ...] = ()
        source = None if cleaned is None else project.source_of(cleaned)
        if scored is not None and cleaned is not None and source is not None:
            gone = set(project.settings.placeholders)
            empty = {place for place, texts in self.emptied.items() if texts <= gone}
            values = costly_values(scored.pairs, project.keys, cleaned, source[1], empty)
        self.hot.show_values(values)
        self._side.show_hot(bool(values))

    def _show_total(self) -> None:
        """Until the keys were counted the sum is an estimate; afterwards it is known, and with it what a run costs."""
        if self._figures.union is not None or self._figures.before is not None:
            from entityres.candidates.forecasting import of_pairs

            total, exact = self.keys.model.together()
            self._say_cost(None if total is None else of_pairs(total), exact)
        elif self._whole is not None:
            self.keys.foot.show_sum(round(self._whole.pairs), False)
            self._say_cost(self._whole, False)

    def _say_cost(self, forecast: Forecast | None, exact: bool) -> None:
        if forecast is None:
            self.cost = ""
            return
        pairs = f"{forecast.pairs:,.0f}" if exact else pairs_words(forecast, None)
        seconds, memory = time_words(forecast.seconds), f"{max(forecast.memory_mb, 1):,.0f} MB"
        self.cost = f"Estimate: {pairs} pairs · {seconds} · {memory}"

    def _key(self) -> Key | None:
        """The current key."""
        name = self.keys.current_key
        return next((key for key in self._window.project.keys if key.name == name), None)

    @property
    def pending(self) -> bool:
        """True when bands were chosen and not applied."""
        return self.similar.pending

    @property
    def is_editing(self) -> bool:
        """True while a key is written."""
        return self._editor is not None and not self._editor.isHidden()

    def forget(self) -> None:
        """The lists, columns or pairs are others."""
        self.similar.forget()
        self.exact.forget()

    def stop(self) -> None:
        """The page is not shown any more, or a run needs the memory."""
        self._window.jobs.withdraw(READY)
        self.similar.stop()
        if self._editor is not None:
            self._editor.stop()
        self._kept.drop()

    def fit(self) -> None:
        """Share the height between keys and what is below; the column at the right is as wide as what stands in it."""
        room = self.viewport().height()
        self._side.set_tight(room - self.keys.least_height - grid(1.5) < line_height() * ROOMY_LINES)
        below = self.editor if self.is_editing else self._left
        wanted = max(line_height() * LOWER_LINES, below.minimumSizeHint().height())
        if not self.is_editing:
            wanted = max(wanted, self._side.wanted_height)  # also with bands and rows unfolded
        frame = self._keys_card.sizeHint().height() - self.keys.sizeHint().height()
        self.keys.fit_into(room - wanted - frame - grid(1.5))
        self._fit_width()
        self._side.place_hot()

    @Slot()
    def _fit_width(self) -> None:
        """Side by side where there is room, else below each other: large text, small windows."""
        needed = self._side.least_width
        room = self.viewport().width()
        stacked = needed + self._left.minimumSizeHint().width() + grid(1.5) > room
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._below.setDirection(down if stacked else across)
        self._side.setMinimumWidth(min(needed, room))
        self._side.setMinimumHeight(line_height() * LOWER_LINES if stacked else 0)
        if self._editor is not None:
            self._editor.fit(room)

    # writing a key

    def write_key(self, draft: KeyDraft) -> None:
        """Show the editor with a draft."""
        assert self._cleaned is not None
        self._lower.hide()
        self.editor.show()
        self.editor.write(draft, self._cleaned, self._figures)
        self.state_changed.emit()

    @Slot()
    def close_editor(self) -> None:
        """Show the current key again."""
        if not self.is_editing:
            return
        self.editor.stop()
        self.editor.hide()
        self._lower.show()
        self.keys.view.setFocus()
        self.show_current()
        self.state_changed.emit()

    def apply(self) -> None:
        """Take what waits: the key being written, or the bands."""
        if self.is_editing:
            self.editor.save()
        else:
            self.similar.apply()

    @Slot()
    def loosen(self) -> None:
        """Let the keys by similarity find less similar records too, as one step; where there is none, begin one."""
        keys = self._window.project.keys
        changed = looser(keys)
        if changed != keys:
            self.changed_asked.emit("set_keys", (changed,))
        else:
            self._on_key_asked(True)

    @Slot(bool)
    def _on_key_asked(self, similar: bool) -> None:
        if self._cleaned is not None:
            self.write_key(KeyDraft.new(self._cleaned, similar=similar))

    @Slot(object)
    def _on_key_offered(self, key: Key) -> None:
        if self._cleaned is not None:
            self.write_key(KeyDraft.of(key, self._cleaned, change=False))

    @Slot(str)
    def _on_key_edited(self, name: str) -> None:
        key = next((one for one in self._window.project.keys if one.name == name), None)
        if key is not None and self._cleaned is not None and not self._window.project.read_only:
            self.write_key(KeyDraft.of(key, self._cleaned, change=True))

    @Slot(object, str)
    def _on_key_made(self, key: Key, replaces: str) -> None:
        before = {one.name for one in self._window.project.keys}
        if replaces:
            self.changed_asked.emit("change_key", (replaces, key))
        else:
            self.changed_asked.emit("add_key", (key,))
        new = [one.name for one in self._window.project.keys if one.name not in before]
        self.keys.choose(new[0] if new else key.name)
        self.close_editor()

    # changing

    @Slot(str, object)
    def _on_apply_asked(self, name: str, bands: Bands) -> None:
        self.changed_asked.emit("set_bands", (name, bands))

    @Slot(str, bool)
    def _on_key_ticked(self, name: str, on: bool) -> None:
        self.changed_asked.emit("enable_key", (name, on))

    @Slot(str)
    def _on_key_removed(self, name: str) -> None:
        if not self._window.project.read_only:
            self.changed_asked.emit("remove_key", (name,))

    @Slot(object)
    def _on_others_asked(self, hot: Hot) -> None:
        key = next((one for one in self._window.project.keys if one.name == hot.key), None)
        if key is not None and hot.value not in key.with_others:
            self.changed_asked.emit("set_with_others", (key.name, (*key.with_others, hot.value)))

    @Slot()
    def _on_again_asked(self) -> None:
        self.changed_asked.emit("set_with_others", (self.keys.current_key, ()))

    @Slot()
    def _on_keys_reset(self) -> None:
        self.changed_asked.emit("reset_keys", ())

    @Slot(str)
    def _on_key_chosen(self, _name: str) -> None:
        if self.is_editing:
            self.close_editor()
        else:
            self.show_current()
            self.state_changed.emit()

    @Slot()
    def _on_suggestions_asked(self) -> None:
        from entityres.candidates.planning import suggest_keys

        project = self._window.project
        suggested = () if self._cleaned is None else suggest_keys(self._cleaned)
        left = keys_not_used(project)
        self.keys.show_suggestions(offer_groups(suggested, left, project.keys), loss_words(left))

    # answers from the background

    @Slot(object)
    def _on_keys_counted(self, counted: Counted) -> None:
        self._figures.counted.update(counted.counts)
        if counted.union is not None and self._figures.union is None:
            self._figures.before = (counted.union, counted.of)
        self._show_counts()
        self.show_current()
        self.state_changed.emit()

    @Slot(object)
    def _on_forecast(self, forecast: Forecast) -> None:
        self._whole = forecast
        self._show_total()
        self.state_changed.emit()

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")

    # Qt

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()
