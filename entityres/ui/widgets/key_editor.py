"""UI: a key being written: its conditions, its name, and what it would find, before it is added."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from entityres.candidates.allowed_memory import allowed_mb
from entityres.candidates.keys import Part, PartKind
from entityres.errors import SettingsError
from entityres.ui.models.key_draft import KeyDraft
from entityres.ui.models.key_questions import estimate_key
from entityres.ui.models.key_words import reason
from entityres.ui.models.match_figures import MatchFigures, pairs_words, rough, time_words
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.forecast_card import COUNTING
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.key_figures import KeyFigures
from entityres.ui.widgets.part_row import PartRow
from entityres.ui.widgets.scroll_body import scrolled
from entityres.ui.widgets.similar_columns import SimilarColumns

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtGui import QKeyEvent

    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.candidates.counting import KeyForecast
    from entityres.candidates.forecasting import Forecast
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Bands, Join, Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.ui.models.kept_entries import KeptEntries
    from entityres.ui.services import WindowServices

DELAY_MS = 200
QUESTION = "foresee key"
ESTIMATE = "estimate key"
WORTH = "worth of key"
CONDITION_LETTERS = 42
"""A condition needs a width of so many letters."""

ROWS = (
    ("records", "Records with a value", "Records that have a value for this key"),
    ("largest", "Largest group", "Records that share the commonest value"),
    ("pairs", "Pairs to compare", "Pairs that this key picks for comparing"),
    ("only", "No other key finds", "Of these, pairs that none of the keys in use has found"),
    ("matches", "Likely matches among those", "By the score of a sample of them"),
    ("time", "Time", "Of comparing the pairs that no other key finds"),
)


class KeyEditor(QWidget):
    """Conditions at the left; at the right what the key would find, and the buttons.

    Signals:
        key_made(object, str): Use this Key; in the place of the one of that name, "" for a new one.
        left: The person changed their mind.
    """

    key_made = Signal(object, str)
    left = Signal()

    def __init__(self, window: WindowServices, kept: KeptEntries, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keyEditor")
        self._window, self._kept = window, kept
        self._draft = KeyDraft()
        self._cleaned: CleanedRecords | None = None
        self._figures = MatchFigures()
        self._judge: tuple[CleanedRecords, Callable[..., Any]] | None = None
        self.rows: list[PartRow] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._layout = layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1.5))
        layout.addWidget(self._build_conditions(), 7)
        layout.addWidget(self._build_forecast(), 3)

    def _build_conditions(self) -> Card:
        self.card = Card("New key", margins=Card.TABLE)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        column.setSpacing(grid(1))
        column.addWidget(label("Two records are compared if all of this holds:", "muted", wrap=True))
        self._list = QVBoxLayout()
        self._list.setSpacing(grid(0.75))
        column.addLayout(self._list)
        self.and_button = QPushButton("+ And another column")
        set_kind(self.and_button, "link")
        self.and_button.clicked.connect(self._on_and_clicked)
        column.addWidget(self.and_button, 0, Qt.AlignmentFlag.AlignLeft)
        self.similar = SimilarColumns()
        self.similar.sets_changed.connect(self._on_sets_changed)
        column.addWidget(self.similar)
        column.addStretch(1)
        scroll = scrolled(inside)
        self.name_edit = QLineEdit()
        self.name_edit.setObjectName("keyName")
        self.name_edit.setAccessibleName("Name of the key")
        self.name_edit.textEdited.connect(self._on_name_edited)
        name = QLabel("Name")
        name.setBuddy(self.name_edit)
        set_kind(name, "muted")
        line = QHBoxLayout()
        line.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        line.setSpacing(grid(1))
        line.addWidget(name)
        line.addWidget(self.name_edit, 1)
        self.card.add(scroll, 1)
        self.card.add(line)
        return self.card

    def _build_forecast(self) -> Card:
        card = Card("What it would find")
        self.figures = KeyFigures(("this key",), ROWS)
        self._reason = label("", "muted", wrap=True)
        self._problem = label("", "warning", wrap=True)
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.clicked.connect(self._on_cancel_clicked)
        self.save_button = KeyButton("Add key", "Ctrl+Return", primary=True)
        self.save_button.setObjectName("saveKeyButton")
        self.save_button.clicked.connect(self.save)
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1))
        column.addWidget(self.figures)
        column.addWidget(self._reason)
        column.addStretch(1)
        scroll = scrolled(inside)
        buttons = QHBoxLayout()
        buttons.setSpacing(grid(1))
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.save_button)
        card.add(scroll, 1)
        card.add(self._problem)
        card.add(buttons)
        self._forecast_card, self._forecast_scroll = card, scroll
        return card

    # what is shown

    def fit(self, room: int) -> None:
        """The forecast is as wide as its words and a scroll bar; it stands below the conditions where that is too wide.

        Args:
            room: Width that there is for both.
        """
        bar = self._forecast_scroll.verticalScrollBar().sizeHint().width()
        needed = self.figures.minimumSizeHint().width() + bar + grid(4) + 8
        stacked = needed + self.fontMetrics().averageCharWidth() * CONDITION_LETTERS > room
        down, across = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._layout.setDirection(down if stacked else across)
        self._forecast_card.setMinimumWidth(min(needed, room))
        for card in (self.card, self._forecast_card):
            card.setMinimumHeight(line_height() * 14 if stacked else 0)

    def write(self, draft: KeyDraft, cleaned: CleanedRecords, figures: MatchFigures) -> None:
        """Begin with a draft."""
        self._draft, self._cleaned, self._figures = draft, cleaned, figures
        title = f"Change “{draft.replaces}”" if draft.replaces else "New key"
        self.card.set_title(title)
        self.save_button.set_words("Save key" if draft.replaces else "Add key")
        for row in self.rows:
            self._drop(row)
        self.rows = []
        for part in draft.parts:
            self._add_row(part)
        usual = KeyDraft.new(cleaned, similar=True).bands
        assert usual is not None
        self.similar.show_sets(draft.sets, draft.labels, usual)
        self.name_edit.setText(draft.name)
        self._show()
        first = self.rows[0].column_choice if self.rows else self.similar.on_box
        first.setFocus()

    @property
    def draft(self) -> KeyDraft:
        """The key as it stands."""
        return self._draft

    def stop(self) -> None:
        """The editor is not shown any more."""
        self._timer.stop()
        for question in (QUESTION, ESTIMATE, WORTH):
            self._window.jobs.withdraw(question)

    def _add_row(self, part: Part) -> PartRow:
        assert self._cleaned is not None
        roles = {one.name: one.role for one in self._cleaned.fields}
        row = PartRow(part, self._draft.labels, roles)
        row.part_changed.connect(self._on_part_changed)
        row.removal_asked.connect(self._on_removal_asked)
        self.rows.append(row)
        self._list.addWidget(row)
        return row

    def _drop(self, row: PartRow) -> None:
        self._list.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _take(self, draft: KeyDraft) -> None:
        if draft != self._draft:
            self._draft = draft
            self._show()

    def _show(self) -> None:
        """Name, problem, and the figures that are not known yet."""
        self.name_edit.setPlaceholderText(self._draft.automatic_name)
        problem = self._draft.problem(self._window.project.keys)
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        self.save_button.setEnabled(not problem)
        for name, _, _ in ROWS:
            self.figures.show_cell(name, 1, "–" if problem else "…")
        self._reason.setText("")
        self.stop()
        self.figures.say("" if problem else COUNTING)
        if not problem:
            self._ask_estimate()
            self._timer.start()

    # changing

    @Slot(object)
    def _on_part_changed(self, row: PartRow) -> None:
        self._take(self._draft.with_part(self.rows.index(row), row.part))

    @Slot(object)
    def _on_removal_asked(self, row: PartRow) -> None:
        number = self.rows.index(row)
        self.rows.remove(row)
        self._drop(row)
        self._take(self._draft.without_part(number))
        (self.rows[max(number - 1, 0)].column_choice if self.rows else self.and_button).setFocus()

    @Slot()
    def _on_and_clicked(self) -> None:
        used = {name for part in self._draft.parts for name in part.fields}
        free = [name for name in self._draft.labels if name not in used] or list(self._draft.labels)
        row = self._add_row(Part(PartKind.EXACT, (free[0],)))
        self._take(replace(self._draft, parts=(*self._draft.parts, row.part)))
        row.column_choice.setFocus()

    @Slot(object)
    def _on_sets_changed(self, sets: Bands | Join | None) -> None:
        self._take(self._draft.with_sets(sets))

    @Slot(str)
    def _on_name_edited(self, name: str) -> None:
        before, self._draft = self._draft, replace(self._draft, name=name)
        problem = self._draft.problem(self._window.project.keys)
        if problem or before.problem(self._window.project.keys):
            self._show()

    @Slot()
    def save(self) -> None:
        """Hand the key over, if it can be used."""
        if self.save_button.isEnabled():
            self.key_made.emit(self._draft.key(), self._draft.replaces)

    @Slot()
    def _on_cancel_clicked(self) -> None:
        self.left.emit()

    # what it would find

    def _ask_estimate(self) -> None:
        """About how many pairs, at once; the count follows."""
        cleaned, settings = self._cleaned, self._window.project.settings
        if cleaned is None:
            return
        across_only = settings.across_only and cleaned.n_lists > 1
        work = partial(estimate_key, self._kept.maker(cleaned, settings.seed), self._draft.key(), across_only)
        self._window.jobs.ask(ESTIMATE, work, self._on_estimated, self._on_failed, at_once=True)

    @Slot(object)
    def _on_estimated(self, forecast: Forecast | None) -> None:
        if forecast is not None and self.figures.cell("pairs", 1) == "…":
            self.figures.show_cell("pairs", 1, pairs_words(forecast, None))
            self.fit(self.width())

    @Slot()
    def _on_timer_timeout(self) -> None:
        cleaned, project = self._cleaned, self._window.project
        if cleaned is None:
            return
        figures, settings, key = self._figures, project.settings, self._draft.key()
        pairs = figures.scored.pairs if figures.scored is not None else None
        work = partial(
            _foresee,
            self._kept.maker(cleaned, settings.seed),
            key,
            pairs,
            figures.other_bits(self._draft.replaces, project.keys),
            settings.across_only and cleaned.n_lists > 1,
            allowed_mb(settings.memory_limit_mb),
        )
        self._window.jobs.ask(QUESTION, work, self._on_foreseen, self._on_failed)

    @Slot(object)
    def _on_foreseen(self, answer: tuple[Key, KeyForecast]) -> None:
        from entityres.candidates.forecasting import of_pairs

        (key, foreseen), cleaned = answer, self._cleaned
        if cleaned is None:
            return
        counts = foreseen.counts
        for name, words in (
            ("records", f"{counts.records:,}"),
            ("largest", f"{counts.largest:,}"),
            ("pairs", f"{counts.pairs:,}"),
            ("only", f"{counts.only_this:,}" if foreseen.together is not None else "–"),
            ("time", time_words(of_pairs(counts.only_this).seconds)),
        ):
            self.figures.show_cell(name, 1, words)
        self.figures.say("")
        self._say(foreseen)
        settings = self._window.project.settings
        judge = self._judge[1] if self._judge is not None and self._judge[0] is cleaned else None
        across_only = settings.across_only and cleaned.n_lists > 1
        maker = self._kept.maker(cleaned, settings.seed)
        work = partial(_worth, maker, key, foreseen, across_only, judge)
        self._window.jobs.ask(WORTH, work, self._on_judged, self._on_failed)

    @Slot(object)
    def _on_judged(self, answer: tuple[KeyForecast, float, int, Callable[..., Any]]) -> None:
        foreseen, matches, left_out, judge = answer
        if self._cleaned is None:
            return
        self._judge = (self._cleaned, judge)
        self.figures.show_cell("matches", 1, f"≈ {rough(matches):,}")
        self._say(foreseen, round(matches) if foreseen.together is not None else None, left_out)

    def _say(self, foreseen: KeyForecast, matches: int | None = None, left_out: int = 0) -> None:
        """What the key would bring, in a sentence; with the matches, and the pairs that it leaves out, once they are known."""
        from entityres.candidates.forecasting import of_pairs

        counts = foreseen.counts
        words = reason(
            matches, counts.only_this, counts.pairs, on=True, time=time_words(of_pairs(counts.only_this).seconds)
        )
        if left_out:
            words += f" Values that too many records share leave out {left_out:,} pairs."
        self._reason.setText(words)
        self.fit(self.width())

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        if isinstance(error, SettingsError):
            self.figures.say("")
            self._problem.setText(f"{error.message} {error.hint}")
            self._problem.show()
            self.save_button.setEnabled(False)
        else:
            self._window.messages.problem(error, topic="forecast")

    # Qt

    def hasHeightForWidth(self) -> bool:
        return False  # it takes the height that is left

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)


def _foresee(
    maker: EntryMaker,
    key: Key,
    others: CandidatePairs | None,
    bits: int,
    across_only: bool,
    memory_mb: int,
    progress: Progress,
) -> tuple[Key, KeyForecast]:
    """A key, and what it would find."""
    from entityres.candidates.counting import foresee_key

    given = (maker, key, others, bits)
    return key, foresee_key(*given, across_only=across_only, memory_limit_mb=memory_mb, progress=progress)


def _worth(
    maker: EntryMaker,
    key: Key,
    foreseen: KeyForecast,
    across_only: bool,
    judge: Callable[..., Any] | None,
    progress: Progress,
) -> tuple[KeyForecast, float, int, Callable[..., Any]]:
    """The matches to be expected among the pairs that no other key finds, the pairs left out, and what judged them."""
    from entityres.candidates.counting import left_out_by
    from entityres.scoring.run_scores import judge_of
    from entityres.scoring.weighing import Weigher

    progress.check()
    judge = judge or judge_of(Weigher(maker.cleaned, across_only, maker.seed))
    share = float(judge(foreseen.new_left, foreseen.new_right).mean()) if len(foreseen.new_left) else 0.0
    left_out = sum(value.pairs for value in left_out_by(maker, key, across_only=across_only, progress=progress))
    return foreseen, share * foreseen.counts.only_this, left_out, judge
