"""UI: the runs that a window starts: reading files, matching. The page that is shown stays usable meanwhile."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, Slot

from entityres.errors import EntityResError, InputError, SheetError
from entityres.records.record_list import ReadSettings
from entityres.session.decision_book import NO_ANSWER
from entityres.session.matched import Stopped
from entityres.session.stages import Step, count
from entityres.ui.messages import MessageButton
from entityres.ui.models.review_view import kept_words

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.record_list import RecordList
    from entityres.session.project import Project
    from entityres.ui.main_window import MainWindow

SAMPLE_WORDS = (
    "This is a sample with made-up customers.",
    "The pairs below are the doubtful ones: press A for a match, R for not a match. Nothing leaves this computer.",
)


@dataclass(frozen=True)
class FilesRead:
    """What became of files: lists, errors, and workbooks of which a sheet must be chosen; all by path."""

    lists: Mapping[str, RecordList]
    failed: Mapping[str, InputError]
    sheets: Mapping[str, tuple[str, ...]]


def _read_each(
    project: Project, paths: Sequence[str], settings: Mapping[str, ReadSettings], progress: Progress
) -> FilesRead:
    """Read files one by one, so that one that cannot be read does not hold up the others."""
    lists: dict[str, RecordList] = {}
    failed: dict[str, InputError] = {}
    sheets: dict[str, tuple[str, ...]] = {}
    for path in paths:
        job = project.reading_job([path], [settings[path]] if path in settings else None)
        try:
            lists[path] = job(progress)[0]
        except SheetError as error:
            sheets[path] = error.sheets
        except InputError as error:
            failed[path] = error
    return FilesRead(lists, failed, sheets)


def _match_and_note(project: Project, job: Callable[[Progress], Any], progress: Progress) -> Any:
    """Find matches, and what the window shows of the pairs: so that it has not to wait for it when they are there."""
    result = job(progress)
    if not isinstance(result, Stopped):
        progress.begin("Looking for risks")
        project.note_pairs(result)
    return result


class Runs(QObject):
    """Starts runs for a window and takes their results in."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._then: Step | None = None
        self._sample = False
        self._paths: list[str] = []
        self._failed: list[str] = []
        self._sheets: Mapping[str, tuple[str, ...]] = {}
        self._remember = True
        self._odd = ""
        self.working_step: Step | None = None

    def add_files(self, paths: list[str], *, sample: bool = False, remember: bool = True) -> bool:
        """Read files and add them as lists; a file that is loaded already is asked about once.

        Args:
            paths: The files.
            sample: They are a sample, which is matched at once.
            remember: Offer them again on the start page.
        """
        window = self._window
        self._paths, self._sample, self._remember = [os.path.abspath(path) for path in paths], sample, remember
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

    def find_matches(self, then: Step | None = Step.REVIEW) -> bool:
        """Start matching; afterwards the page of the step `then` is shown (None: stay)."""
        window = self._window
        self._then = then
        try:
            job = partial(_match_and_note, window.project, window.project.matching_job())
        except EntityResError as error:
            window.messages.problem(error, topic="run")
            return False
        if not self._start("Finding matches", Step.MATCH, job, self._on_matched):
            return False
        window.files_at_opening.look(changed_only=True)  # what is found now may be of a file as it no longer is
        return True

    def _read(self, paths: list[str], settings: dict[str, ReadSettings] | None = None) -> bool:
        if not paths:
            return False
        project = self._window.project
        title = f"Reading {os.path.basename(paths[0])}" if len(paths) == 1 else f"Reading {len(paths)} files"
        for path in paths:
            self._window.messages.withdraw(f"reading {path}")
        return self._start(title, Step.LOAD, partial(_read_each, project, paths, settings or {}), self._on_read)

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
    def _on_read(self, found: FilesRead) -> None:
        window = self._window
        self.working_step = None
        self._sheets = found.sheets
        lists = list(found.lists.values())
        if lists and not window.change(window.project.add_lists, lists):
            return
        if self._sample:
            self.find_matches(Step.REVIEW)
            return
        if lists and self._remember:
            window.preferences.add_recent("\n".join(found.lists))
        if lists:
            window.go_to(Step.LOAD)
        self._say_what_is_odd(lists)
        self._say_what_failed(found.failed)
        self._ask_for_sheet()

    def _say_what_is_odd(self, lists: list[RecordList]) -> None:
        """Lead to the remarks, where there are any."""
        rejected = sum(len(one.rejected) for one in lists)
        if not rejected and not any(one.problems for one in lists):
            return
        words = (
            f"{count(rejected, 'row')} could not be loaded." if rejected else "Some things in the files need a look."
        )
        odd = next(one for one in lists if one.rejected or (one.problems and not rejected))
        self._odd = odd.sha256
        show = MessageButton("Show", self._on_show_pressed)
        self._window.messages.say(words, kind="warning", topic="reading", buttons=[show])

    def _say_what_failed(self, failed: Mapping[str, InputError]) -> None:
        """One message for each file that cannot be read, with what can be done."""
        from entityres.records.file_kinds import not_text

        self._failed = list(failed)
        for path, error in failed.items():
            again = MessageButton("Try again", self._on_try_again_pressed)
            if error.message == not_text(path).message:
                again = MessageButton("Try UTF-16", self._on_try_wide_pressed)
            other = MessageButton("Choose another file", self._window.actions["add_lists"].trigger)
            self._window.messages.problem(error, topic=f"reading {path}", buttons=[again, other])

    def _ask_for_sheet(self) -> None:
        """Ask which sheet of the next workbook is the list."""
        if self._sheets:
            path, sheets = next(iter(self._sheets.items()))
            name = os.path.basename(path)
            self._window.messages.choose_one(
                "Choose a sheet",
                f"{name} has several sheets with rows. Which one is the list?",
                sheets,
                self._on_sheet_chosen,
            )

    @Slot(str)
    def _on_sheet_chosen(self, sheet: str) -> None:
        path = next(iter(self._sheets))
        rest = [other for other in self._sheets if other != path]
        self._read([path, *rest], {path: ReadSettings(sheet=sheet)})

    @Slot()
    def _on_show_pressed(self) -> None:
        window = self._window
        window.go_to(Step.LOAD)
        window.pages[Step.LOAD].show_remarks(self._odd)

    @Slot()
    def _on_try_again_pressed(self) -> None:
        self._read(self._failed)

    @Slot()
    def _on_try_wide_pressed(self) -> None:
        self._read(self._failed, {path: ReadSettings(encoding="utf-16") for path in self._failed})

    @Slot(object)
    def _on_matched(self, result: Any) -> None:
        window = self._window
        self.working_step = None
        if isinstance(result, Stopped):
            window.project.take_matches(result)
            self._keys_to_use = result.keys_to_use
            self._say_where_it_stopped(result)
            window.refresh()
            return
        taken = window.change(window.project.take_matches, result)
        if taken:
            self._say_what_became_of_decisions()
        if self._sample:
            self._sample = False
            window.messages.say(*SAMPLE_WORDS, kind="warning", topic="sample")
        if self._then is not None:
            window.go_to(self._then)

    def _say_where_it_stopped(self, stopped: Stopped) -> None:
        """Nothing that was made is lost: it can be gone on from, or used as far as it is."""
        finished, pairs = len(stopped.partial_keys), count(stopped.n_pairs, "pair")
        buttons = [
            MessageButton("Continue", self._on_continue_pressed),
            MessageButton("Discard", self._on_discard_pressed),
        ]
        if not finished:
            words, hint = "Stopped. Nothing was changed.", "The values are cleaned; Continue goes on from there."
        elif finished == stopped.n_keys:
            words = f"Stopped. All {finished} keys are finished ({pairs})." if finished > 1 else ""
            words = words or f"Stopped. The key is finished ({pairs})."
            hint = "What is left is to score the pairs and to group the records."
        else:
            keys = "key" if stopped.n_keys == 1 else "keys"
            are = "is" if finished == 1 else "are"
            words = f"Stopped. {finished} of {stopped.n_keys} {keys} {are} finished ({pairs})."
            hint = "Continue runs only the others; with “Use these” the others are switched off."
            buttons.insert(0, MessageButton("Use these", self._on_use_finished_pressed))
        self._window.messages.say(words, hint, topic="run", buttons=buttons)

    def _say_what_became_of_decisions(self) -> None:
        """A run never loses an answer; say so, and which ones deserve another look."""
        book = self._window.project.decisions
        compared = int(np.count_nonzero(book.answers != NO_ANSWER))
        said = kept_words(book.count, len(book.changed_pairs), book.lost, book.count - compared - book.lost)
        if said is None:
            self._window.messages.withdraw("decisions")
            return
        changed = len(book.changed_pairs) > 0
        buttons = [MessageButton("Look at them", self._on_look_at_changed)] if changed else []
        kind = "warning" if changed else "done"
        self._window.messages.say(*said, kind=kind, topic="decisions", buttons=buttons)

    @Slot()
    def _on_look_at_changed(self) -> None:
        self._window.project.set_view("review.request", {"risk": "changed"})
        self._window.go_to(Step.REVIEW)

    _keys_to_use: tuple[Any, ...] = ()

    @Slot()
    def _on_use_finished_pressed(self) -> None:
        # The others are switched off, as everybody can see and undo; later they can be switched on again.
        if self._window.change(self._window.project.set_keys, self._keys_to_use):
            self.find_matches(self._then)

    @Slot()
    def _on_continue_pressed(self) -> None:
        self.find_matches(self._then)

    @Slot()
    def _on_discard_pressed(self) -> None:
        self._window.project.forget_stopped_run()
        self._keys_to_use = ()
        self._window.messages.withdraw("run")

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
