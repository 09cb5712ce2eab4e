"""UI: steps of so many answers that they are written in the background; the window is used meanwhile, and then shows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.session.batches import Written
    from entityres.ui.services import WindowServices


class LargeSteps(QObject):
    """Runs a job that writes a step (session/batches.py), and takes its result in."""

    def __init__(self, window: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._then: Callable[[int | None], Any] | None = None

    def start(self, text: str, job: Callable[[Progress], Written], then: Callable[[int | None], Any]) -> None:
        """Start a job; there must be no other one.

        Args:
            text: Names the step ("accept 734,057 pairs").
            job: Writes it.
            then: Bound method, called with the pair to show (or None) once the step is in force.
        """
        self._then = then
        begun = self._window.jobs.start(
            text[:1].upper() + text[1:],
            job,
            done=self._on_written,
            failed=self._on_failed,
            stopped=self._on_stopped,
            must_end=True,
        )
        if not begun:
            self._window.project.give_up()

    @Slot(object)
    def _on_written(self, written: Written) -> None:
        changes, pair = self._window.project.take_written(written)
        self._window.apply(changes)
        if self._then is not None:
            self._then(pair)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="change")
        self._window.refresh()

    @Slot()
    def _on_stopped(self) -> None:
        self._window.messages.say("Stopped. Nothing was changed.", topic="run")
        self._window.refresh()
