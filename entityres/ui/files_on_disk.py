"""UI: says which files changed on disk since they were read, and offers to read them again."""

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
    from entityres.ui.services import WindowServices

FILES_SEEN = "files_seen"
"""Where the project keeps size and time of files that are as they were read."""


class FilesOnDisk(QWidget):
    """Never shown itself: a child of the page that it speaks for, so that it knows whether the page is shown.

    Args:
        window: The window.
        reload: Called with the number of the list to read again.
        page: The page.
    """

    def __init__(self, window: WindowServices, reload: Callable[[int], object], page: QWidget) -> None:
        super().__init__(page)
        self.hide()
        self._window, self._reload, self._page = window, reload, page
        self._ignored: set[tuple[str, str]] = set()
        self._number = -1
        self._mark = ("", "")

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
        for number, moment in found.changed.items():
            record_list = project.lists[number] if number < len(project.lists) else None
            if record_list is None or (record_list.sha256, f"{moment}") in self._ignored or not self._page.isVisible():
                continue
            self._number, self._mark = number, (record_list.sha256, f"{moment}")
            buttons = [
                MessageButton("Reload and keep decisions", self._on_reload_pressed),
                MessageButton("Ignore", self._on_ignore_pressed),
            ]
            words = f"{os.path.basename(record_list.path)} changed on disk {when(moment)}."
            self._window.messages.say(words, kind="warning", topic="disk", buttons=buttons)
            return
        self._window.messages.withdraw("disk")

    @Slot()
    def _on_reload_pressed(self) -> None:
        self._reload(self._number)

    @Slot()
    def _on_ignore_pressed(self) -> None:
        self._ignored.add(self._mark)
        self.look()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="disk")
