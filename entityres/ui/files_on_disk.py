"""UI: says which files changed on disk since they were read or are gone, and offers to read or to find them again."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from entityres.ui.messages import MessageButton
from entityres.ui.models.changed_files import OnDisk, look_at_files, when

if TYPE_CHECKING:
    from datetime import datetime

    from entityres.records.record_list import RecordList
    from entityres.session.project import Project
    from entityres.ui.services import WindowServices

FILES_SEEN, FILES_LEFT, FILES_IGNORED = "files_seen", "files_left", "files_ignored"
"""Where the project keeps size and time of files that are as they were read, those that the user does without, and changes
that are to be ignored."""
AT_OPENING = "files at opening"
"""Topic of what is said when a project is opened."""


class FilesOnDisk(QWidget):
    """Never shown itself: a child of the page that it speaks for, so that it knows whether the page is shown.

    Args:
        window: The window.
        reload: Called with the number of the list to read again, and the file to read it from.
        page: The page.
    """

    def __init__(self, window: WindowServices, reload: Callable[[int, str], object], page: QWidget) -> None:
        super().__init__(page)
        self.hide()
        self._window, self._reload, self._page = window, reload, page
        self._list, self._mark = -1, ("", "")

    def look(self) -> None:
        """Compare the files with what was read, in the background."""
        project = self._window.project
        if project.lists:
            question = partial(look_at_files, project.lists, project.view(FILES_SEEN, {}))
            self._window.jobs.ask("files on disk", question, self._on_looked, self._on_failed)

    @Slot(object)
    def _on_looked(self, found: OnDisk) -> None:
        project = self._window.project
        seen = {name: list(stamp) for name, stamp in found.same.items()}
        project.set_view(FILES_SEEN, {**project.view(FILES_SEEN, {}), **seen})
        self._window.messages.withdraw(AT_OPENING)
        for number, moment in not_ignored(project, found).items():
            if not self._page.isVisible():
                continue
            changed = project.lists[number]
            self._list, self._mark = project.list_numbers[number], (changed.sha256, f"{moment}")
            buttons = [
                MessageButton("Reload and keep decisions", self._on_reload_pressed),
                MessageButton("Ignore", self._on_ignore_pressed),
            ]
            words = f"{os.path.basename(changed.path)} changed on disk {when(moment)}."
            self._window.messages.say(words, kind="warning", topic="disk", buttons=buttons)
            return
        for number in found.gone:
            record_list = project.lists[number] if number < len(project.lists) else None
            if record_list is None or record_list.sha256 in self._left() or not self._page.isVisible():
                continue
            self._say_gone(project.list_numbers[number], record_list)
            return
        self._window.messages.withdraw("disk")

    def _left(self) -> list[str]:
        """Files that the user does without, by their content."""
        return list(self._window.project.view(FILES_LEFT, []))

    def _say_gone(self, number: int, record_list: RecordList) -> None:
        self._list, self._mark = number, (record_list.sha256, "")
        folder, name = os.path.split(record_list.path)
        buttons = [
            MessageButton("Locate…", self._on_locate_pressed),
            MessageButton("Work with the copy", self._on_copy_pressed),
        ]
        words = f"{name} is no longer in {folder}."
        self._window.messages.say(words, "Decisions are safe.", kind="warning", topic="disk", buttons=buttons)

    def _position(self) -> int | None:
        """Where the list of the message is now; None when it is not there any more, and another look is due."""
        numbers = self._window.project.list_numbers
        if self._list in numbers:
            return numbers.index(self._list)
        self._window.messages.withdraw("disk")
        self.look()
        return None

    @Slot()
    def _on_locate_pressed(self) -> None:
        at = self._position()
        if at is not None:
            name = os.path.basename(self._window.project.lists[at].path)
            self._window.messages.choose_files(f"Where is {name} now?", self._on_located)

    def _on_located(self, paths: list[str]) -> None:
        at = self._position()
        if at is not None:
            self._reload(at, paths[0])

    @Slot()
    def _on_copy_pressed(self) -> None:
        self._window.project.set_view(FILES_LEFT, [*self._left(), self._mark[0]])
        self.look()

    @Slot()
    def _on_reload_pressed(self) -> None:
        at = self._position()
        if at is not None:
            self._reload(at, self._window.project.lists[at].path)

    @Slot()
    def _on_ignore_pressed(self) -> None:
        project = self._window.project
        project.set_view(FILES_IGNORED, [*project.view(FILES_IGNORED, []), list(self._mark)])
        self.look()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="disk")


def not_ignored(project: Project, found: OnDisk) -> dict[int, datetime]:
    """The lists whose files changed, without the changes that the user wants to hear no more of."""
    ignored = project.view(FILES_IGNORED, [])
    return {
        number: moment
        for number, moment in found.changed.items()
        if number < len(project.lists) and [project.lists[number].sha256, f"{moment}"] not in ignored
    }
