"""UI: step 1: the lists, how each is read, a preview through the same parser, and what was odd in the files."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from entityres.errors import EntityResError, SheetError
from entityres.records.record_list import Problem, ReadSettings, RecordList
from entityres.session.stages import Change, Step
from entityres.ui.files_on_disk import FilesOnDisk
from entityres.ui.models.csv_preview import ROWS
from entityres.ui.models.list_table import shape, trial_words
from entityres.ui.models.remedies import ADD, KEEP, READ, RENAME, Remedy
from entityres.ui.rereading import Rereading
from entityres.ui.theme import grid, line_height, set_kind
from entityres.ui.widgets.card import PageTitle, page_layout, row
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.goal_choice import GoalChoice
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.lists_card import ListsCard
from entityres.ui.widgets.preview_card import PreviewCard
from entityres.ui.widgets.reading_card import ReadingCard
from entityres.ui.widgets.remarks_card import RemarksCard
from entityres.ui.widgets.scroll_body import ScrollBody
from entityres.ui.widgets.two_parts import TwoParts

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.ui.services import WindowServices

KEPT = "remarks_kept"
"""Where the project keeps, by content of a list, which kinds of remarks the user has seen and keeps as they are."""
READING_WIDTH = 18
"""What the reading card needs at least, in lines of text."""


class LoadPage(QWidget):
    """Lists above; preview and reading settings of the chosen list below; problems at the bottom when there are any."""

    title = "Load"

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self._current = 0
        self._known: frozenset[str] = frozenset()
        self._tried: ReadSettings | None = None
        self._tried_for = ""
        self._then_next = False
        self._files = FilesOnDisk(window, self._reload, self)
        self.rereading = Rereading(window, self._replace, self)
        self._stack = QStackedWidget(self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.empty = EmptyState(
            "No lists yet",
            "Drop CSV files here. They stay on this computer.",
            "Open CSV…",
            second="Try a sample",
            icon_name="open",
        )
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._full_page())
        self._connect()
        self._renew_sizes()

    # --- what the window calls -------------------------------------------------------------------------------------

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew lists and goal."""
        if Change.LISTS in changes or Change.SETTINGS in changes:
            self._show_lists()

    def on_shown(self) -> None:
        """Show the lists as they are now, and look which files changed on disk since."""
        self._show_lists()
        self._files.look()

    def show_remarks(self, sha256: str) -> None:
        """Show the remarks on the list of that content."""
        for number, one in enumerate(self._window.project.lists):
            if one.sha256 == sha256:
                self.lists.choose(number)
        self.parts.show_part(0)
        self.body.ensureWidgetVisible(self.remarks)
        self.remarks.table.setFocus()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.goal = GoalChoice()
        self.lists = ListsCard(self._rename, self._window.actions["add_lists"])
        self.preview, self.remarks, self.reading = PreviewCard(), RemarksCard(), ReadingCard()
        contents = QWidget()
        column = QVBoxLayout(contents)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1.5))
        column.addWidget(self.preview, 1)
        column.addWidget(self.remarks)
        words = ("Preview", "How to read it")
        self.parts = TwoParts(contents, self.reading, words, "Parts of this page", room=96, share=0.74, most=400)
        self.parts.show_part(0)
        self.body = ScrollBody("Lists, preview and remarks")
        self.body.column.addWidget(FlowRow(PageTitle("Load"), self.goal, spacing=2))
        self.body.column.addWidget(self.lists)
        self.body.column.addLayout(row(self.parts.choice, 1))
        self.body.column.addWidget(self.parts, 1)
        layout.addWidget(self.body, 1)
        self.next_button = KeyButton("Next: Columns", icon_name="skip", primary=True)
        self.next_button.setObjectName("nextButton")
        layout.addLayout(row(1, self.next_button))
        return page

    def _connect(self) -> None:
        self.empty.button_pressed.connect(self._window.actions["open"].trigger)
        self.empty.second_pressed.connect(self._on_sample_pressed)
        self.goal.goal_changed.connect(self._on_goal_changed)
        self.goal.second_list_wanted.connect(self._on_second_list_wanted)
        self.lists.list_chosen.connect(self._on_list_chosen)
        self.lists.remove_wanted.connect(self._on_remove_wanted)
        self.lists.reload_wanted.connect(self._on_reload_wanted)
        self.preview.rename_wanted.connect(self._on_rename_wanted)
        self.remarks.remedy_chosen.connect(self._on_remedy_chosen)
        self.remarks.line_wanted.connect(self._on_line_wanted)
        self.remarks.all_wanted.connect(self._on_all_remarks_wanted)
        self.reading.settings_changed.connect(self._on_reading_changed)
        self.reading.use_wanted.connect(self._on_use_wanted)
        self.reading.back_wanted.connect(self._on_back_wanted)
        self.rereading.read.connect(self._on_read_anew)
        self.rereading.failed.connect(self._on_reading_failed)
        self.next_button.clicked.connect(self._on_next_clicked)

    # --- showing ---------------------------------------------------------------------------------------------------

    @property
    def current_list(self) -> RecordList | None:
        """The list that is chosen in the table."""
        lists = self._window.project.lists
        return lists[self._current] if 0 <= self._current < len(lists) else None

    def _show_lists(self) -> None:
        project = self._window.project
        lists = project.lists
        self._stack.setCurrentIndex(1 if lists else 0)
        if not lists:
            return
        new = [number for number, one in enumerate(lists) if one.name not in self._known]
        if self._known and len(lists) > len(self._known) and new:
            self._current = new[0]  # who adds a list wants to see it
        self._known = frozenset(one.name for one in lists)
        self._current = min(self._current, len(lists) - 1)
        editable = not project.read_only
        self.lists.show_lists(lists, [self._kept(one) for one in lists], self._current, editable=editable)
        self.goal.show_goal(len(lists), project.settings.across_only, bool(project.view("lists_as_one", False)))
        for part in (self.reading.form, self.goal):
            part.setEnabled(editable)
        self._show_list()

    def _kept(self, record_list: RecordList) -> frozenset[str]:
        """Kinds of remarks on a list that the user keeps as they are."""
        return frozenset(self._window.project.view(KEPT, {}).get(record_list.sha256, ()))

    def _show_list(self) -> None:
        """Show the chosen list: preview, how it was read, problems."""
        record_list = self.current_list
        if record_list is None:
            return
        self.remarks.show_list(record_list, self._kept(record_list), enabled=not self._window.project.read_only)
        if self._tried is not None and self._tried_for == record_list.sha256:
            return  # what is being tried out stays while something else changes
        self._tried = None
        self.reading.show_list(record_list)
        set_kind(self.next_button, "primary")
        self.preview.show_list(record_list, self._preview_title(record_list))
        if record_list.settings.sheet is not None:
            self._window.jobs.ask(
                "sheets", partial(sheets_of, record_list.path), self._on_sheets_found, self._on_no_sheets
            )

    def _preview_title(self, record_list: RecordList) -> str:
        return f"Preview: {shape(self._current)} {record_list.name}"

    # --- the lists -------------------------------------------------------------------------------------------------

    def _rename(self, number: int, name: str) -> bool:
        return self._window.change(self._window.project.rename_list, number, name)

    @Slot(int)
    def _on_list_chosen(self, number: int) -> None:
        if number != self._current:
            self._current = number
            self._show_list()

    @Slot(bool)
    def _on_goal_changed(self, across_only: bool) -> None:
        project = self._window.project
        project.set_view("lists_as_one", self.goal.as_one)
        if project.settings.across_only != across_only:
            self._window.change(project.set_across_only, across_only)

    @Slot()
    def _on_second_list_wanted(self) -> None:
        self._window.messages.say("Add the second list to match it with this one.", topic="goal")
        self.lists.add_button.setFocus()

    @Slot()
    def _on_sample_pressed(self) -> None:
        self._window.open_sample("one_list")

    @Slot()
    def _on_remove_wanted(self) -> None:
        if self.current_list is not None:
            self._window.change(self._window.project.remove_list, self._current)

    @Slot(str)
    def _on_rename_wanted(self, heading: str) -> None:
        project = self._window.project
        if project.read_only:
            return
        name = self._window.messages.ask_text("Rename a column", f"Another name for “{heading}”:", heading)
        if name is not None and name.strip() != heading:
            self._window.change(project.rename_column, self._current, heading, name)

    # --- trying out other settings -----------------------------------------------------------------------------------

    @Slot()
    def _on_reading_changed(self) -> None:
        record_list = self.current_list
        if record_list is None:
            return
        settings = self.reading.form.settings
        self._tried = settings if settings != record_list.settings else None
        self._tried_for = record_list.sha256
        if self._tried is None:
            self.reading.show_read(record_list)
        else:
            self.reading.show_trial("")
        set_kind(self.next_button, "primary" if self._tried is None else "")
        self._try_reading(record_list, settings)

    def _try_reading(self, record_list: RecordList, settings: ReadSettings) -> None:
        """Show the preview with other settings, through the same parser as the list itself."""
        from entityres.records.reading import preview

        title = self._preview_title(record_list)
        self.reading.use_button.setEnabled(True)
        try:
            if self._tried is None:
                self.preview.show_list(record_list, title)
            else:
                trial = preview(record_list.path, settings, ROWS)
                self.preview.show_list(trial, title, trial=True)
                self.reading.show_trial(trial_words(trial, record_list))
        except EntityResError as error:
            self.preview.show_problem(f"{error.message} {error.hint}")
            self.reading.use_button.setEnabled(False)

    @Slot(object)
    def _on_sheets_found(self, sheets: tuple[str, ...]) -> None:
        record_list = self.current_list
        if record_list is not None and record_list.settings.sheet in sheets:
            self.reading.form.show_sheets(sheets)

    @Slot(object)
    def _on_no_sheets(self, _error: Exception) -> None:
        """The workbook is gone; the sheet that was read stays the only one to see."""

    @Slot()
    def _on_use_wanted(self) -> None:
        if self._tried is not None:
            self.read_anew(self._tried)

    @Slot()
    def _on_back_wanted(self) -> None:
        self._tried = None
        self._show_list()

    # --- remarks -----------------------------------------------------------------------------------------------------

    @Slot(object, object)
    def _on_remedy_chosen(self, problem: Problem, remedy: Remedy) -> None:
        record_list = self.current_list
        if record_list is None:
            return
        if remedy.does == READ:
            self.read_anew(replace(record_list.settings, **remedy.settings))
        elif remedy.does == KEEP:
            self._keep(record_list, self._kept(record_list) | {problem.kind})
        elif remedy.does == RENAME:
            self._on_rename_wanted(remedy.column)
        elif remedy.does == ADD:
            self._window.actions["add_lists"].trigger()
        else:
            self.parts.show_part(1)
            self.body.ensureWidgetVisible(self.reading.form)
            self.reading.form.focus_separator()

    def _keep(self, record_list: RecordList, kinds: frozenset[str]) -> None:
        project = self._window.project
        project.set_view(KEPT, {**project.view(KEPT, {}), record_list.sha256: sorted(kinds)})
        self._show_lists()

    @Slot()
    def _on_all_remarks_wanted(self) -> None:
        if self.current_list is not None:
            self._keep(self.current_list, frozenset())

    @Slot(int)
    def _on_line_wanted(self, line: int) -> None:
        if self.current_list is not None:
            if self._tried is not None:
                self._on_back_wanted()
            self.preview.show_line(line)
            self.body.ensureWidgetVisible(self.preview)
            self.preview.table.setFocus()

    # --- reading again -----------------------------------------------------------------------------------------------

    def read_anew(self, settings: ReadSettings | None = None) -> None:
        """Read the file of the chosen list again in the background.

        Args:
            settings: How; as before unless told.
        """
        record_list = self.current_list
        if record_list is not None:
            self.rereading.start(self._current, record_list.path, settings or record_list.settings)

    def _reload(self, number: int, path: str) -> None:
        self._current = number
        self.rereading.start(number, path, self._window.project.lists[number].settings)

    @Slot()
    def _on_reload_wanted(self) -> None:
        self.read_anew()

    def _replace(self, number: int, record_list: RecordList) -> bool:
        self._tried = None
        return self._window.change(self._window.project.replace_list, number, record_list)

    @Slot()
    def _on_read_anew(self) -> None:
        self._show_lists()
        self._files.look()
        if self._then_next:
            self._then_next = False
            self._window.go_to(Step.COLUMNS)

    @Slot()
    def _on_reading_failed(self) -> None:
        self._then_next = False

    @Slot()
    def _on_next_clicked(self) -> None:
        if self.current_list is not None and self._tried is not None and self.reading.use_button.isEnabled():
            self._then_next = True  # what the preview shows is what is meant
            self.read_anew(self._tried)
            return
        self._window.go_to(Step.COLUMNS)

    # --- sizes -------------------------------------------------------------------------------------------------------

    def _fit(self) -> None:
        self.lists.fit()
        self.reading.setMinimumWidth(min(line_height() * READING_WIDTH, max(self.width() - grid(8), 0)))

    def _renew_sizes(self) -> None:
        self.lists.renew_sizes()
        self.preview.renew_sizes()
        self.remarks.fit()
        self._fit()

    # --- Qt --------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if hasattr(self, "next_button"):
            if event.type() == QEvent.Type.FontChange:
                self._renew_sizes()
            elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow() and self.isVisible():
                self._files.look()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()


def sheets_of(path: str, _progress: object = None) -> tuple[str, ...]:
    """Names of the sheets of a workbook that have rows."""
    from entityres.records.reading import preview

    try:
        preview(path, ReadSettings(sheet="\0"), 1)  # no sheet has this name
    except SheetError as error:
        return error.sheets
    return ()
