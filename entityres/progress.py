"""Engine: how long work tells where it is and learns that it should stop.

A plain object without callbacks: the worker writes, a window or a progress bar polls.
Reads and writes are single attribute accesses, safe between two threads without a lock; several threads may count.
"""

from __future__ import annotations

import threading

from entityres.errors import Cancelled


class Progress:
    """A stage text, a counter and a cancel flag.

    Attributes:
        stage: What is going on now, in the user's words ("Comparing pairs").
        done: Units finished in this stage.
        total: Units in this stage; 0 when unknown.
        finished: Texts of the stages that are over, in order.
        cancelled: True once `cancel` was called.
    """

    def __init__(self) -> None:
        self.stage = ""
        self.done = 0
        self.total = 0
        self.finished: list[str] = []
        self.cancelled = False
        self._counting = threading.Lock()

    def begin(self, stage: str, total: int = 0) -> None:
        """Start a stage, or count it anew; another one before counts as finished. Raises Cancelled when asked to stop."""
        if self.stage and self.stage != stage:
            self.finished.append(self.stage)
        self.stage, self.done, self.total = stage, 0, total
        self.check()

    def advance(self, units: int = 1) -> None:
        """Count units of work as done. Raises Cancelled when asked to stop."""
        with self._counting:
            self.done += units
        self.check()

    def expect(self, units: int) -> None:
        """Add units to this stage that were not known when it began."""
        with self._counting:
            self.total += units

    def check(self) -> None:
        """Raise Cancelled when asked to stop."""
        if self.cancelled:
            raise Cancelled

    def cancel(self) -> None:
        """Ask the work to stop at its next step."""
        self.cancelled = True


def quiet() -> Progress:
    """A Progress that nobody watches."""
    return Progress()
