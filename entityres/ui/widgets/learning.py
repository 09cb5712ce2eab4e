"""UI: learning from decisions in the Review page: asked for in the menu, or offered after every few dozen of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from entityres.errors import EntityResError
from entityres.session.learning import (
    Offer,
    decided_pairs,
    forget_refit,
    learning_job,
    stop_hint,
    take_refit,
)
from entityres.ui.qt import connect_weak
from entityres.ui.widgets.learning_bar import LearningBar

if TYPE_CHECKING:
    from entityres.ui.services import WindowServices

FIRST_OFFER = 30
GROWN = 1.5
"""Decisions must have grown by this factor since the last offer before another one is made unasked."""


class Learning(QObject):
    """Keeps bar and project together.

    Args:
        window: The window.
        do: Makes a mutating call and applies its changes.
        parent: Owner.

    Attributes:
        bar: The line that offers.
    """

    def __init__(self, window: WindowServices, do: Callable[..., bool], parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._do = window, do
        self.bar = LearningBar()
        self.bar.hide()
        self._offer: Offer | None = None
        self._unasked = False
        self._asked_at = 0
        self._hinted_at = 0
        self.bar.use_asked.connect(self._on_use_asked)
        self.bar.forget_asked.connect(self._on_forget_asked)
        self.bar.closed.connect(self.close)
        connect_weak(window.actions["learn"].triggered, self.ask)

    def ask(self) -> None:
        """Work out what the decisions would change, and show it whatever it is."""
        self._start(unasked=False)

    def after_decisions(self, left: int) -> None:
        """A while after a decision: offer what was learned when there is enough of it, and say when to stop.

        Args:
            left: Pairs that still need review.
        """
        project = self._window.project
        decided = len(decided_pairs(project)[0]) if project.matched is not None else 0
        if decided >= FIRST_OFFER and decided >= GROWN * self._asked_at:
            self._start(unasked=True)
        hint = stop_hint(project, left)
        if hint and decided >= GROWN * self._hinted_at:
            self._hinted_at = decided
            self._window.messages.say(hint, "You may go on to Merge, or look at the risks only.", topic="stop hint")

    def close(self) -> None:
        """Leave everything as it is."""
        self._offer = None
        self.bar.hide()

    def _start(self, *, unasked: bool) -> None:
        project = self._window.project
        try:
            job = learning_job(project)
        except EntityResError as error:
            self._window.messages.problem(error, topic="learning")
            return
        self._unasked = unasked
        self._asked_at = len(decided_pairs(project)[0])
        self._window.jobs.ask("learning", job, self._on_learned, self._on_failed)

    @Slot(object)
    def _on_learned(self, offer: Offer) -> None:
        refit, in_use = offer.lesson.refit, self._window.project.settings.refit
        worth = refit is not None and refit != in_use and not self._window.project.read_only
        if self._unasked and not (worth and offer.changed):
            return
        self._offer = offer
        words = " ".join(part for part in (offer.words, offer.lesson.remedy) if part)
        if refit is not None and refit == in_use:
            words = "What your decisions teach is in use already."
        self.bar.offer(words, use=worth, forget=in_use is not None and not self._window.project.read_only)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="learning")

    @Slot()
    def _on_use_asked(self) -> None:
        offer, project = self._offer, self._window.project
        self.close()
        if offer is not None and offer.lesson.refit is not None:
            self._do(take_refit, project, offer.lesson.refit)

    @Slot()
    def _on_forget_asked(self) -> None:
        self.close()
        self._do(forget_refit, self._window.project)
