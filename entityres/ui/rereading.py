"""UI: reads the file of a list again, in the background, and puts it in the place of the list."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal, Slot

from entityres.records.record_list import ReadSettings
from entityres.session.stages import count
from entityres.ui.messages import MessageButton

if TYPE_CHECKING:
    from entityres.records.record_list import RecordList
    from entityres.ui.services import WindowServices

TOPIC = "reading"


class Rereading(QObject):
    """One list at a time.

    Args:
        window: The window.
        replace: Puts what was read in the place of a list (position); says whether that was taken.
        parent: Owner.

    Signals:
        read: The list was read and has taken its place, or was refused with a message.
        failed: It could not be read; a message says why and offers to try again.
    """

    read = Signal()
    failed = Signal()

    def __init__(self, window: WindowServices, replace: Callable[[int, RecordList], bool], parent: QObject) -> None:
        super().__init__(parent)
        self._window, self._replace = window, replace
        self._number, self._path, self._settings = -1, "", ReadSettings()

    def start(self, number: int, path: str, settings: ReadSettings) -> None:
        """Read a file for a list.

        Args:
            number: Position of the list whose place it takes.
            path: The file.
            settings: How to read it.
        """
        self._number, self._path, self._settings = self._window.project.list_numbers[number], path, settings
        self._start()

    @Slot()
    def _start(self) -> None:
        self._window.messages.withdraw(TOPIC)
        at = self._position()
        if at is None:
            return
        job = self._window.project.reading_job([self._path], [self._settings], at)
        title = f"Reading {os.path.basename(self._path)}"
        if not self._window.jobs.start(title, job, done=self._on_read, failed=self._on_failed):
            self._window.messages.say("Another run is still going on.", "Wait for it or stop it first.", topic=TOPIC)
            self.failed.emit()

    def _position(self) -> int | None:
        """Where the list is now, which is not where it was if another one was taken out meanwhile; says so if it is gone."""
        numbers = self._window.project.list_numbers
        if self._number in numbers:
            return numbers.index(self._number)
        words = f"{os.path.basename(self._path)} was not read anew: its list is not in the project any more."
        self._window.messages.say(words, "Add the file as a list to have it.", kind="warning", topic=TOPIC)
        self.failed.emit()
        return None

    @Slot(object)
    def _on_read(self, lists: tuple[RecordList, ...]) -> None:
        at = self._position()
        if at is None:
            return
        if self._replace(at, lists[0]):
            words = f"{os.path.basename(lists[0].path)} was read anew: {count(len(lists[0]), 'row')}."
            self._window.messages.say(words, kind="done", topic=TOPIC)
        self.read.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        again = MessageButton("Try again", self._start)
        self._window.messages.problem(error, topic=TOPIC, buttons=[again])
        self.failed.emit()
