"""UI: the thresholds of a project in the strip: moved, reset, put where the estimate says, with estimates beside them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Slot

from entityres.ui.models.score_scale import chance_of_shown
from entityres.ui.models.zone_estimates import StripEstimates, break_even, estimate_zones
from entityres.ui.widgets.threshold_strip import ThresholdStrip

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.roles import Role
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.ui.services import WindowServices

HELP = (
    "Share correct is estimated from a column that the score never saw.",
    "True pairs have close values there, strangers rarely do: how often values are close in a zone tells how many of its pairs "
    "are true. Without such a column the model's own chances are added up. How many true pairs the keys found is told by those "
    "that were found twice, by keys that share no field.",
)


class Cuts(QObject):
    """Keeps strip and project together.

    Args:
        window: The window.
        strip: The strip.
        do: Makes a mutating call and applies its changes.
        parent: Owner.
    """

    def __init__(self, window: WindowServices, strip: ThresholdStrip, do: Callable[..., bool], parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._strip, self._do = window, strip, do
        self._estimates_of: object = None
        self._shown: ScoredPairs | None = None
        self._work: Callable[[Progress], StripEstimates] | None = None
        self._asking = QTimer(self)  # what waits is painted first
        self._asking.setSingleShot(True)
        self._asking.timeout.connect(self._ask)
        strip.cuts_changed.connect(self._on_cuts_changed)
        strip.cuts_moving.connect(self._on_cuts_moving)
        strip.reset_asked.connect(self._on_reset_asked)
        strip.break_even_asked.connect(self._on_break_even_asked)
        strip.help_asked.connect(self._on_help_asked)

    def show_pairs(self, scored: ScoredPairs) -> None:
        """Show these pairs and the project's lines."""
        if self._shown is not scored:
            self._shown = scored
            self._strip.set_pairs(scored.score, scored.guards)
        self.show_cuts()

    def show_cuts(self) -> None:
        """Show the project's lines, and have them estimated."""
        scored, settings = self._window.project.scored, self._window.project.settings
        if scored is None:
            return
        match_at = scored.default_match_at if settings.match_at is None else settings.match_at
        review_at = scored.default_review_at if settings.review_at is None else settings.review_at
        self._strip.set_cuts(match_at, review_at)
        if self._estimates_of != (id(scored), self._strip.cuts):
            self._estimates_of = (id(scored), self._strip.cuts)
            cleaned = self._window.project.cleaned
            roles = {field.name: field.role for field in cleaned.fields} if cleaned is not None else {}
            self._work = partial(_estimates, scored, *self._strip.cuts, roles)
            self._asking.start()

    @Slot()
    def _ask(self) -> None:
        if self._work is not None:
            self._window.jobs.ask("estimates", self._work, self._on_estimates, self._on_question_failed)

    @Slot(object)
    def _on_estimates(self, estimates: StripEstimates) -> None:
        self._strip.show_estimates(estimates)

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="estimates")

    @Slot(float, float)
    def _on_cuts_moving(self, _match_at: float, _review_at: float) -> None:
        self._strip.show_estimates(None)

    @Slot(float, float)
    def _on_cuts_changed(self, match_at: float, review_at: float) -> None:
        if not self._do(self._window.project.set_cuts, match_at, review_at):
            self.show_cuts()  # the lines go back to where they hold

    @Slot()
    def _on_reset_asked(self) -> None:
        self._do(self._window.project.set_cuts, None, None)

    @Slot()
    def _on_break_even_asked(self) -> None:
        scored = self._window.project.scored
        if scored is not None:
            work = partial(_break_even, scored)
            self._window.jobs.ask("break even", work, self._on_break_even, self._on_question_failed)

    @Slot(object)
    def _on_break_even(self, shown: float | None) -> None:
        if shown is None:
            words = "There are too few pairs to say where to put the line."
            self._window.messages.say(words, "Look at the pairs near it instead.", topic="estimates")
            return
        match_at = chance_of_shown(shown)
        self._do(self._window.project.set_cuts, match_at, min(self._strip.cuts[1], match_at))

    @Slot()
    def _on_help_asked(self) -> None:
        self._window.messages.say(*HELP, topic="estimate help")


def _estimates(
    scored: ScoredPairs, match_at: float, review_at: float, roles: dict[str, Role], _progress: Progress
) -> StripEstimates:
    return estimate_zones(scored, match_at, review_at, roles)


def _break_even(scored: ScoredPairs, _progress: Progress) -> float | None:
    return break_even(scored)
