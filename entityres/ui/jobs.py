"""UI: work in the background: the only user of Qt's thread pools.

A job is a function that takes a Progress and returns a result. The runner lives in the GUI thread and owns all signals; the
pool's thread holds only the function, its Progress and the bound emitter. The GUI polls the Progress with one 100 ms timer, so
no queue can flood. Every job has a number; a result whose number is not current any more is dropped. A result is handed to
`done` in the GUI thread, which swaps it in.

One *job* runs at a time (matching, reading, exporting: things with a progress and a Stop button). *Questions* (`ask`) are
cheap read-only computations in a second pool: forecasts, exact counts; the newest question of a name wins. What is known
within a tenth of a second has a third pool and does not wait for those; what nobody waits for yet has a fourth.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QRunnable, Qt, QThread, QThreadPool, QTimer, Signal, Slot

from entityres.errors import Cancelled
from entityres.progress import Progress

POLL_MS = 100
CLOSE_WAIT_MS = 5000
NO_LIMIT_MS = -1
_log = logging.getLogger(__name__)


@dataclass
class Job:
    """A job or question that runs: its number, title, Progress, what to call in the GUI thread, and whether it must end."""

    number: int
    title: str
    progress: Progress
    done: Callable[[Any], Any] | None = None
    failed: Callable[[Exception], Any] | None = None
    stopped: Callable[[], Any] | None = None
    ends: bool = False


class _Work(QRunnable):
    """What the pool's thread holds: function, Progress, and where to send the result."""

    def __init__(
        self, number: int, function: Callable[[Progress], Any], progress: Progress, send: Callable[..., None]
    ) -> None:
        super().__init__()
        self._number, self._function, self._progress, self._send = number, function, progress, send

    def run(self) -> None:
        result, error = run_guarded(self._function, self._progress)
        try:
            self._send(self._number, result, error)
        except RuntimeError:  # the window is gone; nobody waits for the result
            _log.debug("The result of job %s has no receiver any more.", self._number)


def run_guarded(function: Callable[[Progress], Any], progress: Progress) -> tuple[Any, Exception | None]:
    """Run a job's function: its result, or the exception it ended with (Cancelled among them)."""
    try:
        return function(progress), None
    except Cancelled as error:
        return None, error
    except Exception as error:
        if not hasattr(error, "hint"):
            _log.exception("A job ended with a fault.")
        return None, error


_late: list[JobRunner] = []


def wait_for_late() -> None:
    """Wait for what was still running when its window was closed; before that the program must not end."""
    while _late:
        runner = _late.pop()
        runner.shut_down(NO_LIMIT_MS)


class JobRunner(QObject):
    """Starts jobs, polls their progress, hands over their results.

    Signals:
        job_started: Title (str) of the job that starts.
        job_progressed: The Progress, every 100 ms while a job runs.
        job_finished: Title (str) of the job that ended, however it ended.
        job_failed: Title (str) and exception of a job that had no `failed` of its own.
    """

    job_started = Signal(str)
    job_progressed = Signal(object)
    job_finished = Signal(str)
    job_failed = Signal(str, object)
    _arrived = Signal(object, object, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(1)
        self._question_pool = QThreadPool(self)
        self._question_pool.setMaxThreadCount(1)
        self._quick_pool = QThreadPool(self)
        self._quick_pool.setMaxThreadCount(1)
        self._idle_pool = QThreadPool(self)
        self._idle_pool.setMaxThreadCount(1)
        self._idle_pool.setThreadPriority(QThread.Priority.LowPriority)
        self._last_number = 0
        self._current: Job | None = None
        self._questions: dict[str, Job] = {}
        self._closing = False
        self._timer = QTimer(self)
        self._timer.setInterval(POLL_MS)
        self._timer.timeout.connect(self._on_timer_timeout)
        self._arrived.connect(self._on_arrived, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether a job runs."""
        return self._current is not None

    @property
    def title(self) -> str:
        """Title of the job that runs, "" when none does."""
        return self._current.title if self._current else ""

    @property
    def progress(self) -> Progress | None:
        """Progress of the job that runs."""
        return self._current.progress if self._current else None

    def start(
        self,
        title: str,
        function: Callable[[Progress], Any],
        *,
        done: Callable[[Any], Any] | None = None,
        failed: Callable[[Exception], Any] | None = None,
        stopped: Callable[[], Any] | None = None,
        must_end: bool = False,
    ) -> bool:
        """Start a job.

        Args:
            title: Words for the progress strip ("Finding matches").
            function: Works on immutable snapshots; calls `progress.begin` and `progress.advance`.
            done: Bound method, called with the result in the GUI thread.
            failed: Bound method, called with the exception; without it `job_failed` is emitted.
            stopped: Bound method, called when the user stopped the job.
            must_end: It writes what a person did: a window that closes waits for it.

        Returns:
            False when a job runs already or the window closes; nothing happened then.
        """
        if self.is_busy or self._closing:
            return False
        job = self._current = self._new_job(title, done, failed, stopped)
        job.ends = must_end
        self.job_started.emit(title)
        self._timer.start()
        self._run(self._pool, job, function)
        return True

    def ask(
        self,
        name: str,
        function: Callable[[Progress], Any],
        done: Callable[[Any], Any] | None,
        failed: Callable[[Exception], Any] | None = None,
        *,
        at_once: bool = False,
        idle: bool = False,
    ) -> None:
        """Compute something small in the background; the newest question of a name wins, older answers are dropped.

        Args:
            name: What is asked.
            function: Works on immutable snapshots.
            done: Bound method, called with the result in the GUI thread, or None where nobody waits for it.
            failed: Bound method, called with the exception.
            at_once: It takes less than a tenth of a second and does not wait behind other questions.
            idle: Nobody waits for it yet, and no other question waits behind it.
        """
        if self._closing:
            return
        older = self._questions.get(name)
        if older is not None:
            older.progress.cancel()
        job = self._questions[name] = self._new_job(name, done, failed, None)
        self._run(self._idle_pool if idle else self._quick_pool if at_once else self._question_pool, job, function)

    def withdraw(self, name: str) -> None:
        """Nobody wants the answer to the question of this name any more: it stops at its next step."""
        question = self._questions.pop(name, None)
        if question is not None:
            question.progress.cancel()

    def withdraw_all(self) -> None:
        """Nobody wants any answer any more: the project that was asked about is left."""
        for name in list(self._questions):
            self.withdraw(name)

    def cancel(self) -> None:
        """Ask the job that runs to stop at its next step."""
        if self._current is not None:
            self._current.progress.cancel()

    def shut_down(self, wait_ms: int = CLOSE_WAIT_MS) -> bool:
        """Refuse new jobs, stop those that run and wait for them; return whether all ended in time."""
        self._closing = True
        if self._current is not None and self._current.ends:
            self._pool.waitForDone(NO_LIMIT_MS)
        self.cancel()
        for job in self._questions.values():
            job.progress.cancel()
        self._timer.stop()
        pools = self._pool, self._question_pool, self._quick_pool, self._idle_pool
        ended = all(pool.waitForDone(wait_ms) for pool in pools)
        if not ended:
            # The window may go, but not what its work still reports to: that would end the program with a fault.
            self.setParent(None)
            _late.append(self)
        self._current = None
        self._questions.clear()
        return ended

    def _new_job(
        self,
        title: str,
        done: Callable[[Any], Any] | None,
        failed: Callable[[Exception], Any] | None,
        stopped: Callable[[], Any] | None,
    ) -> Job:
        self._last_number += 1
        return Job(self._last_number, title, Progress(), done, failed, stopped)

    def _run(self, pool: QThreadPool, job: Job, function: Callable[[Progress], Any]) -> None:
        pool.start(_Work(job.number, function, job.progress, self._arrived.emit))

    @Slot(object, object, object)
    def _on_arrived(self, number: int, result: Any, error: Exception | None) -> None:
        job = self._current
        if job is not None and job.number == number:
            self._current = None
            self._timer.stop()
            self.job_finished.emit(job.title)
            self._hand_over(job, result, error)
            return
        for name, question in list(self._questions.items()):
            if question.number == number:
                del self._questions[name]
                if not isinstance(error, Cancelled):
                    self._hand_over(question, result, error)
                return

    def _hand_over(self, job: Job, result: Any, error: Exception | None) -> None:
        if isinstance(error, Cancelled):
            if job.stopped is not None:
                job.stopped()
        elif error is not None:
            if job.failed is not None:
                job.failed(error)
            else:
                self.job_failed.emit(job.title, error)
        elif job.done is not None:
            job.done(result)

    @Slot()
    def _on_timer_timeout(self) -> None:
        if self._current is not None:
            self.job_progressed.emit(self._current.progress)


class InlineJobRunner(JobRunner):
    """Runs every job and question at once, in the caller's thread: for tests and for the smoke test."""

    def _run(self, _pool: QThreadPool, job: Job, function: Callable[[Progress], Any]) -> None:
        result, error = run_guarded(function, job.progress)
        self._on_arrived(job.number, result, error)
