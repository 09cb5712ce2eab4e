"""UI: says, when a project is opened, which of its files are not as they were."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from entityres.session.stages import Step
from entityres.ui.files_on_disk import AT_OPENING, FILES_LEFT, FILES_SEEN
from entityres.ui.messages import MessageButton
from entityres.ui.models.changed_files import OnDisk, look_at_files, on_disk_words

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow


class FilesAtOpening(QObject):
    """Says once, when a project is opened, that its files are not as they were; the Load page says what can be done."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window

    def look(self) -> None:
        """Compare the files with what was read, in the background."""
        project = self._window.project
        self._window.messages.withdraw(AT_OPENING)
        if project.lists:
            question = partial(look_at_files, project.lists, project.view(FILES_SEEN, {}))
            self._window.jobs.ask(AT_OPENING, question, self._on_looked)

    @Slot(object)
    def _on_looked(self, found: OnDisk) -> None:
        project = self._window.project
        lists, left = project.lists, project.view(FILES_LEFT, [])
        if len(lists) <= max((*found.changed, *found.gone), default=-1):
            return  # another project was opened meanwhile
        gone = tuple(number for number in found.gone if lists[number].sha256 not in left)
        words = on_disk_words(lists, OnDisk(found.changed, found.same, gone))
        if words and self._window.step is not Step.LOAD:
            hint = "The project holds what was read, and your decisions are safe."
            buttons = [MessageButton("Go to Load", self._on_go_to_load)]
            self._window.messages.say(words, hint, kind="warning", topic=AT_OPENING, buttons=buttons)

    @Slot()
    def _on_go_to_load(self) -> None:
        self._window.go_to(Step.LOAD)
