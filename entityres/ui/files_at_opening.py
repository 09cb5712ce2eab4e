"""UI: says, when a project is opened or matched, which of its files are not as they were."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot

from entityres.session.stages import Step
from entityres.ui.files_on_disk import AT_OPENING, FILES_LEFT, FILES_SEEN, not_ignored
from entityres.ui.messages import MessageButton
from entityres.ui.models.changed_files import OnDisk, look_at_files, on_disk_words

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow


class FilesAtOpening(QObject):
    """Says that files are not as they were; the Load page says what can be done."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._changed_only = False

    def look(self, *, changed_only: bool = False) -> None:
        """Compare the files with what was read, in the background; before a run those that are gone matter to nobody."""
        project = self._window.project
        self._changed_only = changed_only
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
        seen = () if self._changed_only else found.gone
        gone = tuple(number for number in seen if lists[number].sha256 not in left)
        words = on_disk_words(lists, OnDisk(not_ignored(project, found), found.same, gone))
        if words and self._window.step is not Step.LOAD:
            hint = "The project holds what was read, and your decisions are safe."
            buttons = [MessageButton("Go to Load", self._on_go_to_load)]
            self._window.messages.say(words, hint, kind="warning", topic=AT_OPENING, buttons=buttons)

    @Slot()
    def _on_go_to_load(self) -> None:
        self._window.go_to(Step.LOAD)
