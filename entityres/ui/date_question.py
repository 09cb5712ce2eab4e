"""UI: asks whether the day or the month comes first in dates that can be read in two ways."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QWidget

from entityres.ui.messages import MessageButton
from entityres.ui.models.column_notes import DAY, MONTH, date_question

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.fields import Columns
    from entityres.records.open_dates import OpenDates
    from entityres.records.record_list import RecordList
    from entityres.ui.services import WindowServices


class DateQuestion(QWidget):
    """Never shown itself: a child of the page that it speaks for.

    Signals:
        dates_found: It is known which columns hold such dates; `found` has them.

    Attributes:
        found: Such dates by output column.

    Args:
        window: The window.
        show_column: Called with the name of an output column whose examples are wanted.
        page: The page.
    """

    dates_found = Signal()

    def __init__(self, window: WindowServices, show_column: Callable[[str], object], page: QWidget) -> None:
        super().__init__(page)
        self.hide()
        self._window, self._show_column, self._page = window, show_column, page
        self.found: dict[str, OpenDates] = {}
        self._column = ""

    def look(self) -> None:
        """Look through the columns of dates in the background."""
        project = self._window.project
        if project.columns is not None:
            question = partial(_find, project.lists, project.columns)
            self._window.jobs.ask("open dates", question, self._on_found, self._on_failed)

    @Slot(object)
    def _on_found(self, found: tuple[OpenDates, ...]) -> None:
        self.found = {one.column: one for one in found}
        self.dates_found.emit()
        project = self._window.project
        asked = [one for name, one in self.found.items() if name not in project.settings.date_orders]
        if not asked or project.read_only or not self._page.isVisible():
            self._window.messages.withdraw("dates")
            return
        self._column = asked[0].column
        buttons = [
            MessageButton("Day first", self._on_day_first_pressed),
            MessageButton("Month first", self._on_month_first_pressed),
            MessageButton("Show examples", self._on_show_pressed),
        ]
        self._window.messages.say(date_question(asked[0]), kind="warning", topic="dates", buttons=buttons)

    @Slot()
    def _on_day_first_pressed(self) -> None:
        self._window.change(self._window.project.set_date_order, self._column, DAY)

    @Slot()
    def _on_month_first_pressed(self) -> None:
        self._window.change(self._window.project.set_date_order, self._column, MONTH)

    @Slot()
    def _on_show_pressed(self) -> None:
        self._show_column(self._column)

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="columns")


def _find(lists: tuple[RecordList, ...], columns: Columns, _progress: Progress) -> tuple[OpenDates, ...]:
    from entityres.records.open_dates import open_dates

    return open_dates(lists, columns)
