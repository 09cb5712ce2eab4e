"""UI: one similarity key between its curve, its sentences and its forecast: what moves in one is shown in all.

Nothing here starts a run. The forecast follows at once by re-weighing the histogram; 300 ms after the last move the pairs
are counted exactly in the background.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from entityres.ui.models.band_choice import PRESETS, BandChoice, choice_of
from entityres.ui.models.match_figures import MatchFigures, condition, missed_words, pairs_words, time_words
from entityres.ui.widgets.band_settings import BandSettings
from entityres.ui.widgets.forecast_card import ForecastCard, ForecastWords
from entityres.ui.widgets.scurve_panel import SCurvePanel

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
    from entityres.candidates.forecasting import Forecast, Histogram
    from entityres.candidates.keys import Bands, Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.ui.services import WindowServices

COUNT_DELAY_MS = 300


class SimilaritySide(QObject):
    """Keeps curve, sentences and forecast together.

    Attributes:
        curve: The S-curve.
        bands: The two sentences, bands and rows.
        card: The forecast with Apply and Revert.

    Signals:
        shown: Other words stand in the card; it may need more room.
        moved: The person chose something else, or came back to what is in use.
        apply_asked(str, object): Use these Bands for the key of this name.
    """

    moved = Signal()
    shown = Signal()
    apply_asked = Signal(str, object)

    def __init__(self, window: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self.curve, self.bands, self.card = SCurvePanel(), BandSettings(), ForecastCard()
        self._key: Key | None = None
        self._figures = MatchFigures()
        self._cleaned: CleanedRecords | None = None
        self._choice = BandChoice()
        self._choice_of: tuple[str, Bands | None] | None = None
        self._histogram: Histogram | None = None
        self._histogram_of: object = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COUNT_DELAY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self.curve.plot.target_changed.connect(self._on_target_changed)
        self.curve.preset_chosen.connect(self._on_preset_chosen)
        self.bands.choice_changed.connect(self._take)
        self.card.apply_asked.connect(self.apply)
        self.card.revert_asked.connect(self.revert)

    # what is shown

    def show_key(self, key: Key | None, figures: MatchFigures, cleaned: CleanedRecords | None) -> None:
        """Show a similarity key; what was moved and not applied stays as long as it is the same one.

        Args:
            key: A key with bands; None for nothing.
            figures: What is known of keys.
            cleaned: Cleaned values of the present lists.
        """
        self._key = key if key is not None and key.bands is not None else None
        self._figures, self._cleaned = figures, cleaned
        if self._key is None or self._key.bands is None:
            self._choice_of = None
            self._timer.stop()
            return
        if self._choice_of != (self._key.name, self._key.bands):
            self._choice_of = (self._key.name, self._key.bands)
            self._choice = choice_of(self._key.bands.b, self._key.bands.r)
            self.bands.set_choice(self._choice)
        self._show_curve()
        self._ask_histogram()
        self.show_forecast()

    def forget(self) -> None:
        """The lists or the pairs are others: the histogram has to be made anew."""
        self._histogram_of = None

    def stop(self) -> None:
        """The page is not shown any more."""
        self._timer.stop()

    @property
    def pending(self) -> bool:
        """True when bands were chosen and not applied."""
        bands = self._key.bands if self._key is not None else None
        return bands is not None and (self._choice.b, self._choice.r) != (bands.b, bands.r)

    def _wanted(self) -> Bands:
        """The bands that the sliders say."""
        assert self._key is not None
        assert self._key.bands is not None
        return replace(self._key.bands, b=self._choice.b, r=self._choice.r)

    def _show_curve(self) -> None:
        assert self._key is not None
        assert self._key.bands is not None
        now = self._figures.bands_of_run(self._key) or self._key.bands
        plot = self.curve.plot
        plot.set_bands(self._choice.b, self._choice.r)
        plot.set_now((now.b, now.r))
        plot.set_target(self._choice.similarity)
        self.curve.refresh(f"{self._key.name}: how similar must two records be?", self._choice.preset)

    def show_forecast(self) -> None:
        """Fill the card: at once from the histogram, exactly where it was counted."""
        from entityres.candidates.forecasting import reweigh

        key, figures = self._key, self._figures
        if key is None or key.bands is None:
            return
        ran = figures.bands_of_run(key)
        now, then = ran or key.bands, self._wanted()
        known = figures.counted.get(condition(replace(key, bands=now)))
        counts = figures.counted.get(condition(replace(key, bands=then)))
        now_forecast = reweigh(self._histogram, now, now) if self._histogram else None
        forecast = reweigh(self._histogram, ran, then) if self._histogram else None
        check = figures.scored is not None and bool(figures.scored.check_name)
        keys = self._window.project.keys
        self.card.show_words(
            ForecastWords(
                f"now · {now.b} × {now.r}",
                f"{known.pairs:,}" if known is not None else pairs_words(now_forecast, None),
                _seconds(known, now_forecast),
                *missed_words(figures.missed(key, now, now, keys), check),
            ),
            ForecastWords(
                f"with {then.b} × {then.r}",
                pairs_words(forecast, None if counts is None else counts.pairs),
                _seconds(counts, forecast),
                *missed_words(figures.missed(key, now, then, keys), check),
            ),
        )
        self.card.set_pending(self.pending)
        self.shown.emit()
        if counts is None and self._cleaned is not None:
            self._timer.start()
        else:
            self._timer.stop()

    # choosing

    @Slot()
    def apply(self) -> None:
        """Use the bands that the sliders say; the run is started by its own button."""
        if self._key is not None and self.pending:
            wanted = self._wanted()
            self._choice_of = (self._key.name, wanted)
            self.apply_asked.emit(self._key.name, wanted)

    @Slot()
    def revert(self) -> None:
        """Go back to the bands in use."""
        self._choice_of = None
        self.show_key(self._key, self._figures, self._cleaned)
        self.moved.emit()

    @Slot(float)
    def _on_target_changed(self, similarity: float) -> None:
        self._take(self._choice.with_sentences(similarity, self._choice.miss))

    @Slot(str)
    def _on_preset_chosen(self, name: str) -> None:
        self._take(self._choice.with_sentences(*PRESETS[name]))

    @Slot(object)
    def _take(self, choice: BandChoice) -> None:
        """Show another choice; nothing runs."""
        if self._key is None:
            return
        self._choice = choice
        self.bands.set_choice(choice)
        self._show_curve()
        self.show_forecast()
        self.moved.emit()

    # questions

    def _ask_histogram(self) -> None:
        project, key = self._window.project, self._key
        if self._cleaned is None or key is None or key.bands is None:
            return
        of = (key.bands.fields, id(project.scored))
        if self._histogram_of == of:
            return
        self._histogram_of = of
        pairs = project.scored.pairs if project.scored is not None else None
        settings = project.settings
        work = partial(_histogram, self._cleaned, key.bands, pairs, settings.seed, settings.across_only)
        self._window.jobs.ask("histogram", work, self._on_histogram, self._on_question_failed)

    @Slot(object)
    def _on_histogram(self, histogram: Histogram) -> None:
        self._histogram = histogram
        self.curve.plot.set_histogram(histogram.edges, histogram.counts, histogram.text)
        self.curve.set_note(f"Bars: {histogram.text}.")
        if self._key is not None:
            self._show_curve()
            self.show_forecast()

    @Slot()
    def _on_timer_timeout(self) -> None:
        """Nothing was moved for a while: count."""
        if self._key is None or self._cleaned is None or self._window.jobs.is_busy:
            return
        key, settings = replace(self._key, bands=self._wanted()), self._window.project.settings
        work = partial(_count_bands, self._cleaned, key, settings.across_only, settings.seed)
        self._window.jobs.ask("count bands", work, self._on_counted, self._on_question_failed)

    @Slot(object)
    def _on_counted(self, answer: tuple[Any, KeyCounts]) -> None:
        self._figures.counted[answer[0]] = answer[1]
        self.show_forecast()

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")


def _seconds(counts: KeyCounts | None, forecast: Forecast | None) -> str:
    from entityres.candidates.forecasting import of_pairs

    if counts is not None:
        return time_words(of_pairs(counts.pairs).seconds)
    return "–" if forecast is None else time_words(forecast.seconds)


def _histogram(
    cleaned: CleanedRecords,
    bands: Bands,
    pairs: CandidatePairs | None,
    seed: int,
    across_only: bool,
    _progress: Progress,
) -> Histogram:
    from entityres.candidates.forecasting import similarity_histogram

    return similarity_histogram(cleaned, bands, pairs, seed, across_only)


def _count_bands(
    cleaned: CleanedRecords, key: Key, across_only: bool, seed: int, progress: Progress
) -> tuple[Any, KeyCounts]:
    from entityres.candidates.forecasting import count_bands

    return condition(key), count_bands(cleaned, key, across_only=across_only, seed=seed, progress=progress)
