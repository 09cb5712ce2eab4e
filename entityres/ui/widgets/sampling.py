"""UI: the sample check of a project in its panel: drawn, answered one by one, its result shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from entityres.entities.decisions import Answer
from entityres.session.decision_book import DecidedHow
from entityres.session.sample import OPEN
from entityres.session.sampling import (
    MATCH,
    POPULATIONS,
    SampleResult,
    draw_sample,
    end_sample,
    give_verdict,
    open_sample,
    pairs_of,
    population,
    records_of,
    results,
    take_as_decisions,
)
from entityres.session.stages import count
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.sample_tables import earlier_rows
from entityres.ui.qt import connect_weak
from entityres.ui.widgets.late_part import LatePart
from entityres.ui.widgets.sample_panel import SamplePanel

if TYPE_CHECKING:
    from entityres.ui.services import WindowServices
    from entityres.ui.widgets.compare_view import CompareRow

GONE = "This pair is not in the present match. Answer it as unsure, or end here."


class Sampling(QObject):
    """Keeps panel and project together; what it changes comes back to `show` by way of the page.

    Args:
        window: The window.
        do: Makes a mutating call and applies its changes; false when it failed.
        words_of: From a record to its place and summary.
        parent: Owner.

    Attributes:
        place: Where the panel is, which is built when a sample is wanted first.

    Signals:
        pair_asked(int): Show this scored pair among all pairs.
    """

    pair_asked = Signal(int)

    def __init__(
        self,
        window: WindowServices,
        do: Callable[..., bool],
        words_of: Callable[[int], tuple[str, str]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._do, self._words_of = window, do, words_of
        self._position = 0
        self.place: LatePart[SamplePanel] = LatePart(self._make_panel)
        slots: dict[str, Callable[[], object]] = {
            "accept": self._on_accept,
            "reject": self._on_reject,
            "unsure": self._on_unsure,
            "previous_pair": self._on_back,
            "differences_only": self._on_differences,
            "show_cleaned": self._on_cleaned,
        }
        for name, slot in slots.items():
            connect_weak(window.actions[name].triggered, slot)

    def _make_panel(self) -> SamplePanel:
        panel = SamplePanel(self._window.actions)
        panel.draw_asked.connect(self._on_draw_asked)
        panel.end_asked.connect(self._on_end_asked)
        panel.decisions_asked.connect(self._on_decisions_asked)
        panel.noted_chosen.connect(self._on_noted_chosen)
        panel.compare.cleaned_asked.connect(self._on_cleaned_asked)
        return panel

    @property
    def panel(self) -> SamplePanel:
        """Where the sample is shown."""
        return self.place.part

    def fit(self) -> None:
        """Sizes after another zoom."""
        if self.place.is_built:
            self.panel.fit()

    def show(self) -> None:
        """Show the sample as it is: the next pair without an answer, or what the last one says."""
        found = open_sample(self._window.project)
        if found is None:
            self._show_result()
        else:
            self._ask(found[1].index(OPEN))

    def _ask(self, position: int) -> None:
        project = self._window.project
        found = open_sample(project)
        if found is None or project.matched is None:
            return
        self._position = position
        sample = found[0]
        left, right = (int(record) for record in records_of(project, sample)[position])
        rows: tuple[CompareRow, ...] = ()
        words = (GONE, "")
        if left >= 0 and right >= 0:
            pair = int(pairs_of(project, sample)[position])
            cleaned = self.panel.compare.cleaned_chip.isChecked()
            rows = compare_rows(project.matched, left, right, pair if pair >= 0 else None, cleaned=cleaned)
            words = (self._words_of(left)[0], self._words_of(right)[0])
        self.panel.ask(position + 1, len(sample.places), rows, *words, enabled=not project.read_only)
        if self.panel.isVisible():
            self.panel.compare.setFocus()

    def _show_result(self) -> None:
        project = self._window.project
        sources = [(name, f"{words} ({len(population(project, name)):,})") for name, words in POPULATIONS.items()]
        self.panel.show_sources(sources, enabled=not project.read_only)
        known = results(project)
        if not known:
            self.panel.show_nothing()
            return
        last = known[-1]
        rows = [self._noted_row(last, position) for position in last.noted]
        self.panel.show_result(last.words, last.consequence, _noted_words(last), rows, earlier_rows(known))
        answered = pairs_of(project, last.sample)
        decided = [project.decisions.decision(pair) for pair in answered.tolist() if pair >= 0]
        unseen = [one for one in decided if one is None or one.answer is None or one.how == DecidedHow.BULK]
        self.panel.decide_button.setVisible(bool(unseen))
        self.panel.decide_button.setEnabled(not project.read_only)

    def _noted_row(self, result: SampleResult, position: int) -> tuple[str, str]:
        left, right = (int(record) for record in records_of(self._window.project, result.sample)[position])
        if left < 0 or right < 0:
            return "not in the present match", ""
        one, other = (": ".join(self._words_of(record)) for record in (left, right))
        return one, other

    @Slot(str, int)
    def _on_draw_asked(self, of: str, n: int) -> None:
        self._do(draw_sample, self._window.project, of, n)

    @property
    def _asking(self) -> bool:
        """Whether a pair of the sample is asked: the actions are for the pair that is seen."""
        return self.place.is_built and self.panel.isVisible() and self.panel.is_asking

    def _answer(self, answer: Answer) -> None:
        if self._asking and not self._window.project.read_only:
            self._do(give_verdict, self._window.project, self._position, answer)

    def _on_accept(self) -> None:
        self._answer(Answer.MATCH)

    def _on_reject(self) -> None:
        self._answer(Answer.NOT)

    def _on_unsure(self) -> None:
        self._answer(Answer.UNSURE)

    def _on_back(self) -> None:
        if self._asking and self._position > 0:
            self._ask(self._position - 1)

    def _on_differences(self) -> None:
        if self._asking:
            self.panel.compare.differences_chip.setChecked(self._window.actions["differences_only"].isChecked())

    def _on_cleaned(self) -> None:
        if self._asking:
            self.panel.compare.cleaned_chip.setChecked(self._window.actions["show_cleaned"].isChecked())

    @Slot(bool)
    def _on_cleaned_asked(self, _on: bool) -> None:
        if self._asking:
            self._ask(self._position)

    @Slot()
    def _on_end_asked(self) -> None:
        self._do(end_sample, self._window.project)

    @Slot()
    def _on_decisions_asked(self) -> None:
        self._do(take_as_decisions, self._window.project)

    @Slot(int)
    def _on_noted_chosen(self, row: int) -> None:
        project = self._window.project
        known = results(project)
        if known and row < len(known[-1].noted):
            pair = int(pairs_of(project, known[-1].sample)[known[-1].noted[row]])
            if pair >= 0:
                self.pair_asked.emit(pair)


def _noted_words(result: SampleResult) -> str:
    number = len(result.noted)
    if result.sample.of == MATCH:
        return f"{count(number, 'pair')} you said {'is' if number == 1 else 'are'} not a match" if number else ""
    return f"{count(number, 'pair')} you said {'is a match' if number == 1 else 'are matches'}" if number else ""
