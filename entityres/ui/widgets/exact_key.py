"""UI: a key without a similarity condition: what it asks for and why, its figures, and the values that records share."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from entityres.ui.models.key_questions import KeyValues, values_of_key
from entityres.ui.models.key_values import left_words, shared_values
from entityres.ui.models.key_words import key_words
from entityres.ui.models.match_figures import MatchFigures, condition
from entityres.ui.widgets.key_detail import KeyDetail
from entityres.ui.widgets.key_figures import KeyFigures

if TYPE_CHECKING:
    from entityres.candidates.keys import Key
    from entityres.records.fields import CleanedRecords
    from entityres.ui.models.kept_entries import KeptEntries
    from entityres.ui.models.key_model import KeyModel
    from entityres.ui.services import WindowServices

FACTS = (
    ("records", "Records with a value", "Records that have a value for this key, of all records"),
    ("values", "Shared values", "Different values that two or more records share"),
    ("pairs", "Pairs to compare", "Pairs that are picked for comparing"),
    ("only", "… no other key finds", "Pairs that only this key picks"),
    ("matches", "Matches among them", "Pairs that now count as matches"),
    ("only_matches", "… no other key finds", "Matches that only this key picks"),
)
NO_KEY = "No value of these columns tells which records could be the same: add a key, or give columns other roles."


class ExactKey(QObject):
    """Shows such a key; its values are found in the background.

    Attributes:
        detail: Its words and values.
        facts: Its figures beside those of all keys.

    Args:
        window: The window.
        model: The keys with their figures.
        kept: What was worked out for keys of these records.
        parent: Owner.
    """

    def __init__(self, window: WindowServices, model: KeyModel, kept: KeptEntries, parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._model, self._kept = window, model, kept
        self._figures = MatchFigures()
        self._cleaned: CleanedRecords | None = None
        self._key: Key | None = None
        self._values: KeyValues | None = None
        self.detail = KeyDetail()
        self.facts = KeyFigures(("this key", "all keys"), FACTS)

    def forget(self) -> None:
        """The lists, columns or pairs are others."""
        self._values = None

    def hide_key(self) -> None:
        """Another kind of key is shown."""
        self._key = None

    def show_key(self, key: Key | None, figures: MatchFigures, cleaned: CleanedRecords | None) -> None:
        """What a key without a similarity condition asks for, why, and which values are shared."""
        self._key, self._figures, self._cleaned = key, figures, cleaned
        project = self._window.project
        self.detail.show_others(() if key is None else [left_words(value) for value in key.with_others])
        if key is None or cleaned is None:
            waiting = cleaned is None
            words = "Keys are being chosen from your columns …" if waiting else NO_KEY
            self.detail.show_words("Keys", words)
            self.detail.show_values((), waiting=waiting)
            return
        self._show_facts(key, len(cleaned))
        of = (condition(key), id(self._figures.scored))
        known = self._values if self._values is not None and self._values.of == of else None
        reason = self._model.reason(key)
        self.detail.show_words(key.name, key_words(key, cleaned), reason, "" if known is None else known.words)
        if known is not None:
            source = project.source_of(cleaned)
            self.detail.show_values(shared_values(known.values, key, cleaned, source[1] if source else None))
            return
        self.detail.show_values((), waiting=True)
        scored, settings = self._figures.scored, project.settings
        work = partial(
            values_of_key,
            self._kept.maker(cleaned, settings.seed),
            key,
            self._figures.bit_of(key),
            scored.pairs if scored is not None else None,
            self._figures.is_match,
            settings.across_only and cleaned.n_lists > 1,
            of,
        )
        self._window.jobs.ask("values of key", work, self._on_values, self._on_question_failed)

    def _show_facts(self, key: Key, n_records: int) -> None:
        facts = self._model.facts(key)

        def number(value: int | None) -> str:
            return "–" if value is None else f"{value:,}"

        for name, this, every in (
            ("records", number(facts.records), f"{n_records:,}"),
            ("values", number(facts.values), ""),
            ("pairs", number(facts.pairs), number(facts.pairs_of_all)),
            ("only", number(facts.only), ""),
            ("matches", number(facts.matches), number(facts.matches_of_all)),
            ("only_matches", number(facts.only_matches), ""),
        ):
            self.facts.show_cell(name, 1, this)
            self.facts.show_cell(name, 2, every)

    @Slot(object)
    def _on_values(self, values: KeyValues) -> None:
        self._values = values
        key = self._key
        if key is not None and values.of == (condition(key), id(self._figures.scored)):
            self.show_key(key, self._figures, self._cleaned)

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")
