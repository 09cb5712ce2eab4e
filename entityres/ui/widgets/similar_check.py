"""UI: checks on a sample whether a similarity key finds what its curve promises: a quiet button, and later the answer.

All pairs of the sample that are similar enough are counted exactly, in the background; any change of the settings takes the
question back. An answer is kept until what it was made from changes.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QSizePolicy, QVBoxLayout, QWidget

from entityres.entities.similarity_checks import promise_kept, sentence
from entityres.ui.models.match_figures import CheckOf, MatchFigures, condition
from entityres.ui.theme import set_kind

if TYPE_CHECKING:
    from entityres.candidates.auditing import Audit
    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.ui.models.kept_entries import KeptEntries
    from entityres.ui.services import WindowServices

QUESTION = "check on a sample"


class SimilarCheck(QWidget):
    """A button that looks like a link; in its place, once asked, the answer.

    Signals:
        shown: Other words stand here; they may need more room.
    """

    shown = Signal()

    def __init__(self, window: WindowServices, kept: KeptEntries) -> None:
        super().__init__()
        self._window = window
        self._kept = kept
        self._key: Key | None = None
        self._similarity = 0.0
        self._figures = MatchFigures()
        self._cleaned: CleanedRecords | None = None
        self._asked: CheckOf | None = None
        self.button = QPushButton("Check on a sample")
        self.button.setObjectName("checkOnSample")
        self.button.setToolTip(
            "Counts all pairs of a sample that are similar enough, one by one, and how many of them these settings find"
        )
        self.button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_kind(self.button, "link")
        self.button.clicked.connect(self._on_clicked)
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setObjectName("sampleAnswer")
        self._words.setWordWrap(True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.button)
        layout.addWidget(self._words)
        self._say("")

    @property
    def words(self) -> str:
        """What is said, "" while nothing was asked."""
        return self._words.text()

    def show_settings(self, key: Key, similarity: float, figures: MatchFigures, cleaned: CleanedRecords | None) -> None:
        """Show what is known of these settings, or how to ask; a question about others is taken back.

        Args:
            key: A key with the bands that the sliders say.
            similarity: From which similarity on pairs should be found.
            figures: What is known of keys; answers are kept in it.
            cleaned: Cleaned values of the present lists, None while they are being made.
        """
        self._key, self._similarity, self._figures, self._cleaned = key, similarity, figures, cleaned
        if self._asked is not None and self._asked != self._of():
            self.stop()
        self._show()

    def stop(self) -> None:
        """Take the question back."""
        self._asked = None
        self._window.jobs.withdraw(QUESTION)
        self._show()

    def _of(self) -> CheckOf:
        assert self._key is not None
        settings = self._window.project.settings
        return condition(self._key), round(self._similarity * 100), settings.across_only, settings.seed

    @property
    def _ran(self) -> bool:
        """Whether these very settings are those of the last run."""
        return self._key is not None and self._figures.bit_of(self._key) is not None

    def _show(self) -> None:
        found = None if self._key is None else self._figures.checked.get(self._of())
        if found is not None:
            kept = promise_kept(found)
            words = sentence(found, with_others=self._ran)
            self._say(words if kept else f"! {words}", "caption" if kept else "warning")
        else:
            self._say("" if self._asked is None else "Checking on a sample …")
            self.button.setEnabled(self._cleaned is not None and not self._window.jobs.is_busy)

    def _say(self, words: str, kind: str = "caption") -> None:
        set_kind(self._words, kind)
        self._words.setText(words)
        self._words.setVisible(bool(words))
        self.button.setVisible(not words)

    @Slot()
    def _on_clicked(self) -> None:
        if self._key is None or self._cleaned is None or self._window.jobs.is_busy:
            return
        settings = self._window.project.settings
        scored = self._figures.scored if self._ran else None
        self._asked = self._of()
        work = partial(
            _check,
            self._kept.maker(self._cleaned, settings.seed),
            self._key,
            None if scored is None else scored.pairs,
            self._similarity,
            settings.across_only and self._cleaned.n_lists > 1,
            self._asked,
        )
        self._show()
        self._window.jobs.ask(QUESTION, work, self._on_checked, self._on_failed)

    @Slot(object)
    def _on_checked(self, answer: tuple[CheckOf, Audit]) -> None:
        of, found = answer
        self._asked = None
        self._figures.checked[of] = found
        self._show()
        self.shown.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._asked = None
        self._show()
        self._window.messages.problem(error, topic="forecast")


def _check(
    maker: EntryMaker,
    key: Key,
    ran: CandidatePairs | None,
    similarity: float,
    across_only: bool,
    of: CheckOf,
    progress: Progress,
) -> tuple[CheckOf, Audit]:
    from entityres.candidates.auditing import audit

    assert key.bands is not None
    maker.progress = progress
    found = audit(
        maker.cleaned,
        key.bands,
        ran,
        seed=maker.seed,
        similarity=similarity,
        parts=key.parts,
        across_only=across_only,
        maker=maker,
        progress=progress,
    )
    return of, found
