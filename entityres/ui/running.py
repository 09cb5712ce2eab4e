"""UI: the runs that a window starts: reading files, matching. The page that is shown stays usable meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from entityres.errors import EntityResError
from entityres.session.matched import Stopped
from entityres.session.stages import Step, count
from entityres.ui.messages import MessageButton

if TYPE_CHECKING:
    from entityres.records.record_list import RecordList
    from entityres.ui.main_window import MainWindow

SAMPLE_WORDS = (
    "This is a sample with made-up customers.",
    "The pairs below are the doubtful ones: press A for a match, R for not a match. Nothing leaves this computer.",
)


class Runs(QObject):
    """Starts runs for a window and takes their results in."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._then: Step | None = None
        self._sample = False
        self._paths: list[str] = []
        self.working_step: Step | None = None

    def add_files(self, paths: list[str], *, sample: bool = False) -> bool:
        """Read files and add them as lists; a file that is loaded already is asked about once."""
        window = self._window
        self._paths, self._sample = [os.path.abspath(path) for path in paths], sample
        known = {os.path.abspath(one.path) for one in window.project.lists}
        again = [path for path in self._paths if path in known]
        if again and not sample:
            names = ", ".join(os.path.basename(path) for path in again)
            fresh = len(self._paths) > len(again)
            window.messages.ask(
                f"{names} is loaded already." if len(again) == 1 else f"{names} are loaded already.",
                "A second copy finds every record twice.",
                ["Leave out" if fresh else "Keep one", "Load again as a second list"],
                self._on_again_answered,
            )
            return True
        return self._read(self._paths)

    def find_matches(self, then: Step | None = Step.REVIEW, keys: tuple[Any, ...] | None = None) -> bool:
        """Start matching; afterwards the page of the step `then` is shown (None: stay)."""
        window = self._window
        self._then = then
        try:
            job = window.project.matching_job() if keys is None else window.project.matching_job(keys)
        except EntityResError as error:
            window.messages.problem(error, topic="run")
            return False
        return self._start("Finding matches", Step.MATCH, job, self._on_matched)

    def _read(self, paths: list[str]) -> bool:
        if not paths:
            return False
        job = self._window.project.reading_job(paths)
        title = f"Reading {os.path.basename(paths[0])}" if len(paths) == 1 else f"Reading {len(paths)} files"
        return self._start(title, Step.LOAD, job, self._on_read)

    def _start(self, title: str, step: Step, job: Callable[[Any], Any], done: Callable[[Any], object]) -> bool:
        window = self._window
        self.working_step = step
        window.messages.withdraw("run")
        if window.jobs.start(title, job, done=done, failed=self._on_failed, stopped=self._on_stopped):
            return True
        window.messages.say("Another run is still going on.", "Wait for it or stop it first.", topic="run")
        return False

    def _on_again_answered(self, number: int) -> None:
        known = {os.path.abspath(one.path) for one in self._window.project.lists}
        if number == 1:
            self._read(self._paths)
        elif number == 0:
            self._read([path for path in self._paths if path not in known])

    @Slot(object)
    def _on_read(self, lists: tuple[RecordList, ...]) -> None:
        window = self._window
        self.working_step = None
        if not window.change(window.project.add_lists, lists):
            return
        if self._sample:
            self.find_matches(Step.REVIEW)
            return
        window.preferences.add_recent("\n".join(self._paths))
        problems = sum(len(one.problems) for one in lists)
        rejected = sum(len(one.rejected) for one in lists)
        if problems or rejected:
            words = (
                f"{count(rejected, 'row')} could not be loaded."
                if rejected
                else "Some things in the files need a look."
            )
            window.messages.say(words, "See the remarks below the preview.", kind="warning", topic="reading")
        window.go_to(Step.LOAD)

    @Slot(object)
    def _on_matched(self, result: Any) -> None:
        window = self._window
        self.working_step = None
        if isinstance(result, Stopped):
            self._finished_keys = result.partial_keys
            window.refresh()
            window.messages.say(
                f"Stopped. {len(self._finished_keys)} keys were finished before.",
                "Their pairs can be used without the others.",
                topic="run",
                buttons=[MessageButton("Use their pairs", self._on_use_finished_pressed)],
            )
            return
        window.change(window.project.take_matches, result)
        if self._sample:
            self._sample = False
            window.messages.say(*SAMPLE_WORDS, kind="warning", topic="sample")
        if self._then is not None:
            window.go_to(self._then)

    _finished_keys: tuple[Any, ...] = ()

    @Slot()
    def _on_use_finished_pressed(self) -> None:
        self.find_matches(self._then, self._finished_keys)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self.working_step = None
        self._sample = False
        self._window.messages.problem(error, topic="run")
        self._window.refresh()

    @Slot()
    def _on_stopped(self) -> None:
        self.working_step = None
        self._sample = False
        self._window.messages.say("Stopped. Nothing was changed.", topic="run")
        self._window.refresh()
