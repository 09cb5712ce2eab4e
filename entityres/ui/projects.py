"""UI: opening, naming and closing the project of a window, and what comes in by drop, dialog or command line."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from entityres.errors import EntityResError
from entityres.ui.messages import MessageButton
from entityres.ui.resources import resource_path

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.session.project import Project
    from entityres.ui.main_window import MainWindow

ENDING = ".entityres"
SAMPLES: dict[str, tuple[str, ...]] = {"one_list": ("one_list.csv",), "two_lists": ("crm.csv", "webshop.csv")}


def _opened(path: str, progress: Progress) -> Project:
    """Open a project with all that its review shows; nobody waits for it when it is there."""
    from entityres.session.project import Project

    progress.begin("Reading the project")
    project = Project.open(Path(path))
    try:
        progress.begin("Looking for risks")
        project.make_ready()
        progress.check()
    except BaseException:  # stopped: others can open it
        project.close()
        raise
    return project


class Projects(QObject):
    """Gives a window its project."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._next: list[str] | None = None
        self._sample = ""
        self._delete = False

    def open_paths(self, paths: list[str]) -> None:
        """Open a project, or add lists to the one that is open."""
        projects = [path for path in paths if path.lower().endswith(ENDING)]
        if projects:
            self.leave([projects[0]])
        elif paths:
            self._window.runs.add_files(paths)

    def open_sample(self, name: str) -> None:
        """Load and match a sample in a draft of its own, and show the pairs to review."""
        if self._window.is_sample and self._window.jobs.is_busy:
            return  # the second click of a double click
        self._sample = name
        self.leave([])

    def leave(self, next_paths: list[str]) -> None:
        """Close the project that is open, after asking what becomes of a draft, and open the next (none: a new draft)."""
        if self._run_goes_on("Wait for it or stop it first, then open the other project."):
            self._sample = ""
            return
        self._next = next_paths
        if self._needs_answer():
            self._ask_about_draft()
            return
        self._go_on()

    def may_close_window(self) -> bool:
        """True when the window can close now; otherwise the user is asked and the window closes after the answer."""
        if not self._needs_answer():
            return True
        self._next = None
        self._ask_about_draft()
        return False

    @Slot()
    def choose_files(self) -> None:
        """Let the user choose lists or a project to open."""
        self._window.messages.choose_files("Open CSV files or a project", self.open_paths)

    @Slot()
    def choose_lists(self) -> None:
        """Let the user choose lists to add."""
        from entityres.ui.messages import CSV_FILTER

        self._window.messages.choose_files("Add lists", self.open_paths, filters=CSV_FILTER)

    @Slot()
    def paste(self) -> None:
        """Make a list of the rows in the clipboard, or add the files that were copied."""
        from entityres.session.pasting import keep_pasted

        window = self._window
        clipboard = QGuiApplication.clipboard().mimeData()
        paths = [url.toLocalFile() for url in clipboard.urls() if url.isLocalFile()]
        if paths:
            self.open_paths(paths)
            return
        try:
            window.runs.add_files([str(keep_pasted(clipboard.text()))], remember=False)
        except EntityResError as error:
            window.messages.problem(error, topic="reading")

    @Slot()
    def save(self) -> None:
        """Give the project a name and a place; a named project is always saved already."""
        project = self._window.project
        if project.is_draft:
            if self._run_goes_on("Its results belong to this draft; name it when they are there, or stop it first."):
                return
            self._window.messages.choose_place("Name and save the project", self._on_named, name=self.proposed_name())
        else:
            self._window.messages.say(
                f"{project.path.name} is saved.", "Every change is written at once.", kind="done", topic="saved"
            )

    @Slot()
    def save_copy(self) -> None:
        """Write a copy of the project somewhere else."""
        self._window.messages.choose_place(
            "Save a copy of the project", self._on_copy_named, name=self.proposed_name("copy of ")
        )

    @Slot()
    def new_project(self) -> None:
        """Start anew with an empty draft."""
        self.leave([])

    def proposed_name(self, before: str = "") -> str:
        """A file name made of the names of the lists."""
        project = self._window.project
        if not project.is_draft:
            return f"{before}{project.path.name}"
        names = " and ".join(one.name for one in project.lists[:2]) or "customers"
        return f"{before}{names}{ENDING}"

    def _run_goes_on(self, hint: str) -> bool:
        """Whether a run is still working for the project that is open, which is said: its results must find it there."""
        jobs = self._window.jobs
        if jobs.is_busy:
            self._window.messages.say(f"{jobs.title} is still going on.", hint, kind="warning", topic="run")
        return jobs.is_busy

    def _needs_answer(self) -> bool:
        project = self._window.project
        return project.is_draft and bool(project.lists) and not self._window.is_sample and not project.read_only

    def _ask_about_draft(self) -> None:
        self._window.messages.ask(
            "This project has no name yet.",
            "A draft stays on this computer and is offered on the start page.",
            ["Keep as draft", "Name and save…", "Delete", "Cancel"],
            self._on_draft_answered,
        )

    def _on_draft_answered(self, number: int) -> None:
        project = self._window.project
        if number == 0:
            self._window.preferences.add_recent(str(project.path))
            self._go_on()
        elif number == 1:
            self._window.messages.choose_place(
                "Name and save the project", self._on_named_then, name=self.proposed_name()
            )
        elif number == 2:
            self._go_on(delete=True)

    def _go_on(self, delete: bool = False) -> None:
        """Open what comes next in place of the present project; without a next one the window closes."""
        window = self._window
        if self._next is None:
            window.close_for_good(delete_draft=delete)
            return
        self._delete = delete
        if self._next:
            path = self._next[0]
            window.jobs.start(
                f"Opening {os.path.basename(path)}",
                partial(_opened, path),
                done=self._show_opened,
                failed=self._on_not_opened,
                stopped=window.refresh,
            )
            return
        from entityres.session.project import Project

        try:
            made = Project.create(None)
        except EntityResError as error:
            self._on_not_opened(error)
            return
        self._show_opened(made)

    @Slot(object)
    def _show_opened(self, project: Project) -> None:
        window = self._window
        sample, self._sample = self._sample, ""
        window.set_project(project, delete_draft=self._delete)
        if sample:
            window.is_sample = True
            window.runs.add_files([str(resource_path(f"samples/{name}")) for name in SAMPLES[sample]], sample=True)

    @Slot(object)
    def _on_not_opened(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="project")
        self._window.refresh()

    @Slot(list)
    def _on_named(self, paths: list[str]) -> None:
        window = self._window
        if self._run_goes_on("Stop it first, then name the project."):
            return
        try:
            window.project.name_it(Path(paths[0]))
        except EntityResError as error:
            window.messages.problem(error, topic="saved", buttons=[MessageButton("Save elsewhere", self.save)])
            return
        window.is_sample = False
        window.preferences.add_recent(str(window.project.path))
        window.refresh()

    def _on_named_then(self, paths: list[str]) -> None:
        self._on_named(paths)
        if not self._window.project.is_draft:
            self._go_on()

    @Slot(list)
    def _on_copy_named(self, paths: list[str]) -> None:
        window = self._window
        try:
            window.project.save_copy(Path(paths[0]))
        except EntityResError as error:
            window.messages.problem(error, topic="saved")
            return
        window.messages.say(f"A copy is in {os.path.basename(paths[0])}.", kind="done", topic="saved")
