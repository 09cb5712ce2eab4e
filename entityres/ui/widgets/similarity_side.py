"""UI: one similarity key between its curve, its sentences and its forecast: what moves in one is shown in all.

Nothing here starts a run. The forecast follows at once by re-weighing the histogram, some hundredths of a second later from
some of the records; 300 ms after the last move the pairs are counted exactly in the background, until the next move.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from entityres.candidates.allowed_memory import allowed_mb
from entityres.errors import SettingsError
from entityres.records.percentages import percent
from entityres.ui.models.band_choice import PRESETS, STORED, BandChoice, choice_of
from entityres.ui.models.kept_entries import KeptEntries
from entityres.ui.models.key_questions import estimate_key, sign_before
from entityres.ui.models.key_words import piece_words
from entityres.ui.models.match_figures import (
    Condition,
    MatchFigures,
    condition,
    missed_words,
    pairs_words,
    rough,
    time_words,
)
from entityres.ui.models.memory import needed_mb
from entityres.ui.widgets.band_settings import BandSettings
from entityres.ui.widgets.forecast_card import ApplyBar, ForecastCard, ForecastWords
from entityres.ui.widgets.scurve_panel import SCurvePanel
from entityres.ui.widgets.similar_check import SimilarCheck

if TYPE_CHECKING:
    from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
    from entityres.candidates.counting import KeyForecast
    from entityres.candidates.forecasting import Forecast, Histogram
    from entityres.candidates.key_entries import EntryMaker
    from entityres.candidates.keys import Bands, Key
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords
    from entityres.ui.services import WindowServices

COUNT_DELAY_MS = 300
QUESTION = "count bands"
ESTIMATE = "estimate bands"
CHECKS = "checks before they are asked for"


class SimilaritySide(QObject):
    """Keeps curve, sentences and forecast together.

    Attributes:
        curve: The S-curve.
        bands: The two sentences, bands and rows.
        card: The forecast.
        bar: Apply and Revert.
        check: Checks the curve's promise on a sample.

    Signals:
        shown: Other words stand in the card; it may need more room.
        moved: The person chose something else, or came back to what is in use.
        apply_asked(str, object): Use these Bands for the key of this name.
    """

    moved = Signal()
    shown = Signal()
    apply_asked = Signal(str, object)

    def __init__(self, window: WindowServices, kept: KeptEntries, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._kept = kept
        self.curve, self.bands, self.card, self.bar = SCurvePanel(), BandSettings(), ForecastCard(), ApplyBar()
        self.check = SimilarCheck(window, kept)
        self.curve.add(self.check)
        self.check.shown.connect(self.shown)
        self._key: Key | None = None
        self._figures = MatchFigures()
        self._cleaned: CleanedRecords | None = None
        self._choice = BandChoice()
        self._choice_of: tuple[str, Bands | None] | None = None
        self._histogram: Histogram | None = None
        self._histogram_of: object = None
        self._signed_for: tuple[int, Bands] | None = None
        self._estimates: dict[tuple[Condition, bool, int], Forecast] = {}
        self._fitting: BandChoice | None = None
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COUNT_DELAY_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self.curve.plot.target_changed.connect(self._on_target_changed)
        self.curve.preset_chosen.connect(self._on_preset_chosen)
        self.bands.choice_changed.connect(self._take)
        self.bar.apply_asked.connect(self.apply)
        self.bar.revert_asked.connect(self.revert)
        self.card.remedy_asked.connect(self._on_remedy_asked)

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
            self.check.stop()
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
        self._estimates.clear()

    def stop(self) -> None:
        """The page is not shown any more."""
        self._timer.stop()
        self.card.show_counting(False)
        for question in (QUESTION, ESTIMATE, CHECKS):
            self._window.jobs.withdraw(question)
        self._signed_for = None
        self.check.stop()

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
        plot.set_pieces(piece_words(self._key.bands))
        plot.set_bands(self._choice.b, self._choice.r)
        plot.set_now((now.b, now.r))
        plot.set_target(self._choice.similarity)
        self.curve.refresh(self._key.name, self._choice.preset)

    def show_forecast(self) -> None:
        """Fill the card: at once from the histogram, better from some records, exactly where it was counted."""
        key, figures = self._key, self._figures
        if key is None or key.bands is None:
            return
        ran = figures.bands_of_run(key)
        now, then = ran or key.bands, self._wanted()
        now_forecast, forecast = self._forecast(now, ran), self._forecast(then, ran)
        self.card.show_words(self._column(now, now, now_forecast, first=True), self._column(now, then, forecast))
        # What is offered instead of too much follows from the histogram: the same must say what is too much.
        self._check_memory(then, self._reweighed(then, ran) or forecast)
        self.check.show_settings(replace(key, bands=then), self._choice.similarity, figures, self._cleaned)
        self.bar.set_pending(self.pending, not self.card.problem)
        self.shown.emit()
        wanted = self._counts(then) is None and self._cleaned is not None and not self.card.problem
        self.card.show_counting(wanted)
        if wanted:
            self._timer.start()
            self._ask_estimate(then)
        else:
            self._timer.stop()
            self._sign_before()

    def _forecast(self, bands: Bands, ran: Bands | None) -> Forecast | None:
        """What these bands would bring, before they are counted; None where nothing is known yet."""
        return self._estimates.get(self._settled(bands)) or self._reweighed(bands, ran)

    def _reweighed(self, bands: Bands, ran: Bands | None) -> Forecast | None:
        from entityres.candidates.forecasting import reweigh

        return reweigh(self._histogram, ran, bands) if self._histogram else None

    def _settled(self, bands: Bands) -> tuple[Condition, bool, int]:
        """What the pairs of these bands depend on, the records left aside."""
        assert self._key is not None
        settings = self._window.project.settings
        return condition(replace(self._key, bands=bands)), settings.across_only, settings.seed

    def _column(self, now: Bands, then: Bands, forecast: Forecast | None, *, first: bool = False) -> ForecastWords:
        """What one column of the card says."""
        assert self._key is not None
        key, figures, keys = self._key, self._figures, self._window.project.keys
        counts = self._counts(then)
        check = figures.scored is not None and bool(figures.scored.check_name)
        pairs = pairs_words(forecast, None if counts is None else counts.pairs)
        return ForecastWords(
            f"now · {now.b} × {now.r}" if first else f"with {then.b} × {then.r}",
            pairs.removesuffix(" counted") if first else pairs,
            self._together(now, then, forecast),
            _seconds(counts, forecast),
            *missed_words(figures.missed(key, now, then, keys), check),
        )

    def _counts(self, bands: Bands) -> KeyCounts | None:
        assert self._key is not None
        return self._figures.counted.get(condition(replace(self._key, bands=bands)))

    def _together(self, now: Bands, then: Bands, forecast: Forecast | None) -> str:
        """Pairs of all keys together: counted, else what the others find and the re-weighed rest; "–" before a run."""
        assert self._key is not None
        key, figures = self._key, self._figures
        bits = figures.other_bits(key.name, self._window.project.keys)
        others, bit = figures.pairs_of_bits(bits), figures.bit_of(replace(key, bands=now))
        if others is None:
            return "–"
        if then == now and bit is not None:
            return f"{figures.pairs_of_bits(bits | 1 << bit):,}"
        foreseen = figures.foreseen.get((condition(replace(key, bands=then)), bits))
        if foreseen is not None and foreseen.together is not None:
            return f"{foreseen.together:,}"
        if bit is None or forecast is None or figures.union is None:
            return "…"
        all_now = figures.pairs_of_bits(bits | 1 << bit) or 0
        grown = forecast.pairs / max(figures.union.pairs_of(bit), 1)
        return f"≈ {rough(others + (all_now - others) * grown):,}"

    def _check_memory(self, then: Bands, forecast: Forecast | None) -> None:
        """Refuse what does not fit in memory, and offer what does."""
        counts = self._counts(then)
        pairs = float(counts.pairs) if counts is not None else forecast.pairs if forecast is not None else 0.0
        allowed = allowed_mb(self._window.project.settings.memory_limit_mb)
        needed = needed_mb(pairs, then.b * then.r, self._n_records)
        self._fitting = None
        if needed <= allowed:
            self.card.show_problem("")
            return
        self._fitting = self._choice_that_fits(allowed)
        words = f"This needs about {rough(needed):,} MB of memory; {allowed:,} MB may be used."
        fits = self._fitting
        if fits is None:
            self.card.show_problem(f"{words} Switch this key off, or allow more memory.")
        else:
            self.card.show_problem(words, f"Use at least {percent(fits.similarity)} similar ({fits.b} × {fits.r})")

    def _choice_that_fits(self, allowed: int) -> BandChoice | None:
        """The least similarity above the chosen one whose pairs fit in memory."""
        assert self._key is not None
        assert self._key.bands is not None
        ran = self._figures.bands_of_run(self._key)
        for hundredths in range(round(self._choice.similarity * 100) + 1, 100):
            choice = self._choice.with_sentences(hundredths / 100, self._choice.miss)
            bands = replace(self._key.bands, b=choice.b, r=choice.r)
            told = self._reweighed(bands, ran)
            pairs = 0.0 if told is None else told.pairs
            if choice.fits and needed_mb(pairs, choice.b * choice.r, self._n_records) <= allowed:
                return choice
        return None

    @property
    def _n_records(self) -> int:
        return 0 if self._cleaned is None else len(self._cleaned)

    # choosing

    @Slot()
    def apply(self) -> None:
        """Use the bands that the sliders say; the run is started by its own button."""
        if self._key is not None and self.pending and not self.card.problem:
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
        self._window.jobs.withdraw(QUESTION)
        self.bands.set_choice(choice)
        self._show_curve()
        self.show_forecast()
        self.moved.emit()

    @Slot()
    def _on_remedy_asked(self) -> None:
        if self._fitting is not None:
            self._take(self._fitting)

    # questions

    def _ask_histogram(self) -> None:
        project, key = self._window.project, self._key
        if self._cleaned is None or key is None or key.bands is None:
            return
        of = (key.parts, key.bands.fields, key.bands.tokens, key.bands.k, id(project.scored))
        if self._histogram_of == of:
            return
        # That of another key tells nothing about this one.
        self._histogram_of, self._histogram = of, None
        ran = self._figures.bands_of_run(key) is not None
        pairs = project.scored.pairs if ran and project.scored is not None else None
        settings = project.settings
        across_only = settings.across_only and self._cleaned.n_lists > 1
        work = partial(_histogram, self._kept.maker(self._cleaned, settings.seed), key, pairs, across_only)
        self._window.jobs.ask("histogram", work, self._on_histogram, self._on_question_failed)

    def _sign_before(self) -> None:
        """Nothing has to be counted: make the checks that the first move of a slider will ask for."""
        key, cleaned, settings = self._key, self._cleaned, self._window.project.settings
        if key is None or key.bands is None or cleaned is None or self._window.jobs.is_busy:
            return
        maker, bands = self._kept.maker(cleaned, settings.seed), stored(key.bands)
        of = (id(maker), bands)
        if self._signed_for != of and is_stored(len(cleaned), allowed_mb(settings.memory_limit_mb)):
            self._signed_for = of
            work = partial(sign_before, maker, bands)
            self._window.jobs.ask(CHECKS, work, None, self._on_question_failed, idle=True)

    def _ask_estimate(self, bands: Bands) -> None:
        """About how many pairs these bands bring, from some records: nearer than the histogram, and it needs none."""
        key, cleaned, settings = self._key, self._cleaned, self._window.project.settings
        if key is None or cleaned is None or self._settled(bands) in self._estimates or self._window.jobs.is_busy:
            return
        of, across_only = self._settled(bands), settings.across_only and cleaned.n_lists > 1
        maker = self._kept.maker(cleaned, settings.seed)
        work = partial(_estimate, of, maker, replace(key, bands=bands), across_only)
        self._window.jobs.ask(ESTIMATE, work, self._on_estimated, self._on_question_failed, at_once=True)

    @Slot(object)
    def _on_estimated(self, answer: tuple[tuple[Condition, bool, int], Forecast | None]) -> None:
        of, forecast = answer
        if forecast is not None:
            self._estimates[of] = forecast
            self.show_forecast()

    @Slot(object)
    def _on_histogram(self, histogram: Histogram) -> None:
        self._histogram = histogram
        ran = None if self._key is None else self._figures.bands_of_run(self._key)
        unseen = histogram.unseen(ran)
        self.curve.plot.set_histogram(histogram.edges, histogram.counts, histogram.text, unseen)
        dashed = " Dashed: few of these are found with current settings; counts are extrapolated."
        note = f"Bars: {histogram.text}.{dashed if unseen.any() else ''}"
        self.curve.set_note(note if histogram.counts.any() else "")
        if self._key is not None:
            self._show_curve()
            self.show_forecast()

    @Slot()
    def _on_timer_timeout(self) -> None:
        """Nothing was moved for a while: count."""
        if self._key is None or self._cleaned is None or self._window.jobs.is_busy:
            return
        key, settings = replace(self._key, bands=self._wanted()), self._window.project.settings
        scored = self._figures.scored
        bits = self._figures.other_bits(key.name, self._window.project.keys)
        work = partial(
            _count_bands,
            self._kept.maker(self._cleaned, settings.seed),
            key,
            scored.pairs if scored is not None else None,
            bits,
            settings.across_only and self._cleaned.n_lists > 1,
            allowed_mb(settings.memory_limit_mb),
        )
        self._window.jobs.ask(QUESTION, work, self._on_counted, self._on_not_counted)

    @Slot(object)
    def _on_counted(self, answer: tuple[Any, int, KeyForecast]) -> None:
        known, bits, foreseen = answer
        self._figures.counted[known] = foreseen.counts
        self._figures.foreseen[known, bits] = foreseen
        self.show_forecast()

    @Slot(object)
    def _on_not_counted(self, error: Exception) -> None:
        """Too many pairs to count are too many to compare."""
        if not isinstance(error, SettingsError):
            self._on_question_failed(error)
            return
        self._fitting = self._choice_that_fits(allowed_mb(self._window.project.settings.memory_limit_mb))
        fits = self._fitting
        remedy = "" if fits is None else f"Use at least {percent(fits.similarity)} similar ({fits.b} × {fits.r})"
        self.card.show_counting(False)
        self.card.show_problem(f"{error.message} {error.hint}", remedy)
        self.bar.set_pending(self.pending, False)

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="forecast")


def stored(bands: Bands) -> Bands:
    """As many checks as are kept, whatever bands and rows are chosen."""
    return replace(bands, b=STORED, r=1)


def is_stored(n_records: int, memory_mb: int) -> bool:
    """Whether that many checks of all records fit beside the pairs."""
    return needed_mb(0, STORED, n_records) < memory_mb / 4


def _seconds(counts: KeyCounts | None, forecast: Forecast | None) -> str:
    from entityres.candidates.forecasting import of_pairs

    if counts is not None:
        return time_words(of_pairs(counts.pairs).seconds)
    return "–" if forecast is None else time_words(forecast.seconds)


def _estimate(
    of: tuple[Condition, bool, int], maker: EntryMaker, key: Key, across_only: bool, progress: Progress
) -> tuple[tuple[Condition, bool, int], Forecast | None]:
    return of, estimate_key(maker, key, across_only, progress)


def _histogram(
    maker: EntryMaker, key: Key, pairs: CandidatePairs | None, across_only: bool, progress: Progress
) -> Histogram:
    from entityres.candidates.forecasting import similarity_histogram

    assert key.bands is not None
    maker.progress = progress
    return similarity_histogram(maker.cleaned, key.bands, pairs, maker.seed, across_only, parts=key.parts, maker=maker)


def _count_bands(
    maker: EntryMaker,
    key: Key,
    others: CandidatePairs | None,
    bits: int,
    across_only: bool,
    memory_mb: int,
    progress: Progress,
) -> tuple[Any, int, KeyForecast]:
    from entityres.candidates.counting import foresee_key

    if key.bands is not None and is_stored(len(maker.cleaned), memory_mb):
        # All checks are made once, so that the next change of bands and rows finds them stored.
        maker.signatures(stored(key.bands))
    progress.check()
    foreseen = foresee_key(
        maker, key, others, bits, across_only=across_only, memory_limit_mb=memory_mb, progress=progress
    )
    return condition(key), bits, foreseen
