"""UI: step 1: the lists, how each is read, a preview through the same parser, and what was odd in the files."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelection, Slot
from PySide6.QtWidgets import QHeaderView, QPushButton, QSizePolicy, QStackedWidget, QTableView, QVBoxLayout, QWidget

from entityres.errors import EntityResError, SheetError
from entityres.records.record_list import Problem, ReadSettings, RecordList
from entityres.session.stages import Change, Step
from entityres.session.stages import count as count_words
from entityres.ui.files_on_disk import FilesOnDisk
from entityres.ui.messages import MessageButton
from entityres.ui.models.csv_preview import ROWS
from entityres.ui.models.list_table import ListTableModel, is_columns, shape
from entityres.ui.models.remedies import ADD, KEEP, READ, RENAME, Remedy
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label, page_layout, row
from entityres.ui.widgets.cell_delegates import StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.goal_choice import GoalChoice
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.preview_card import PreviewCard
from entityres.ui.widgets.reading_form import ReadingForm
from entityres.ui.widgets.remarks_card import RemarksCard
from entityres.ui.widgets.scroll_body import ScrollBody
from entityres.ui.widgets.two_parts import TwoParts

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.ui.services import WindowServices

WIDTHS = {"name": 8, "rows": 4.5, "columns": 5, "encoding": 8.5, "separator": 7, "state": 10}
"""Column widths of the table of lists, in lines of text; the file takes the rest."""
FILE_WIDTH = 8
GIVE_WAY = ("separator", "encoding", "columns", "file")
"""Columns that hide where there is no room, the first one first: how a list was read stands beside its preview too."""
KEPT = "remarks_kept"
"""Where the project keeps, by content of a list, which kinds of remarks the user has seen and keeps as they are."""
NOTHING_TRIED = "Found out from the file. Every value stays as it is written."


class LoadPage(QWidget):
    """Lists above; preview and reading settings of the chosen list below; problems at the bottom when there are any."""

    title = "Load"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._current = 0
        self._tried: ReadSettings | None = None
        self._tried_for = ""
        self._then_next = False
        self._files = FilesOnDisk(window, self._reload, self)
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
        self.empty.button_pressed.connect(window.actions["open"].trigger)
        self.empty.second_pressed.connect(self._on_sample_pressed)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._full_page())
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
                self.list_table.selectRow(self.lists_model.view_row(number))
        self.parts.show_part(0)
        self.body.ensureWidgetVisible(self.remarks)
        self.remarks.table.setFocus()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.goal = GoalChoice()
        self.goal.goal_changed.connect(self._on_goal_changed)
        self.goal.second_list_wanted.connect(self._on_second_list_wanted)
        contents = QWidget()
        column = QVBoxLayout(contents)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(grid(1.5))
        self.preview = PreviewCard()
        self.preview.rename_wanted.connect(self._on_rename_wanted)
        self.remarks = RemarksCard()
        self.remarks.remedy_chosen.connect(self._on_remedy_chosen)
        self.remarks.line_wanted.connect(self._on_line_wanted)
        self.remarks.all_wanted.connect(self._on_all_remarks_wanted)
        column.addWidget(self.preview, 1)
        column.addWidget(self.remarks)
        words = ("Preview", "How to read it")
        self.parts = TwoParts(
            contents, self._reading_card(), words, "Parts of this page", room=96, share=0.74, most=400
        )
        self.parts.show_part(0)
        self.body = ScrollBody("Lists, preview and remarks")
        self.body.column.addWidget(FlowRow(label("Load", "title"), self.goal, self.parts.choice, spacing=2))
        self.body.column.addWidget(self._lists_card())
        self.body.column.addWidget(self.parts, 1)
        layout.addWidget(self.body, 1)
        self.next_button = KeyButton("Next: Columns", icon_name="skip", primary=True)
        self.next_button.setObjectName("nextButton")
        self.next_button.clicked.connect(self._on_next_clicked)
        layout.addLayout(row(1, self.next_button))
        return page

    def _lists_card(self) -> Card:
        card = Card(margins=Card.TABLE)
        self.lists_model = ListTableModel(self._rename, self)
        self.list_table = QTableView()
        self.list_table.setObjectName("listTable")
        set_up_table(self.list_table, "Lists")
        self.list_table.setModel(self.lists_model)
        header = self.list_table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(self.lists_model.column_number("file"), QHeaderView.ResizeMode.Stretch)
        self.list_table.setItemDelegateForColumn(
            self.lists_model.column_number("state"), StateDelegate(self.list_table)
        )
        self.list_table.selectionModel().selectionChanged.connect(self._on_list_selected)
        self.add_button = KeyButton.for_action(self._window.actions["add_lists"], text="Add files…")
        self.remove_button = KeyButton("Remove", icon_name="remove")
        self.remove_button.clicked.connect(self._on_remove_clicked)
        self.reload_button = KeyButton("Reload from disk", icon_name="reload")
        self.reload_button.clicked.connect(self._on_reload_clicked)
        hint = label("or drop files anywhere, or paste rows", "caption")
        buttons = FlowRow(self.add_button, self.remove_button, self.reload_button, hint)
        buttons.setContentsMargins(grid(1), 0, grid(1), grid(0.5))
        card.add(self.list_table)
        card.add(buttons)
        return card

    def _reading_card(self) -> Card:
        self.reading_card = Card("How to read it")
        self.form = ReadingForm()
        self.form.settings_changed.connect(self._on_reading_changed)
        self.reading_card.add(self.form)
        self.read_note = label("", "caption", wrap=True)
        self.reading_card.add(self.read_note)
        self.use_button = QPushButton("Read the list this way")
        self.use_button.setObjectName("useReadingButton")
        self.use_button.clicked.connect(self._on_use_clicked)
        self.back_button = QPushButton("As before")
        self.back_button.clicked.connect(self._on_back_clicked)
        self.reading_card.add(self.use_button)
        self.reading_card.add(self.back_button)
        self.reading_card.body.addStretch(1)
        return self.reading_card

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
        self._current = min(self._current, len(lists) - 1)
        self.lists_model.show_lists(lists, [self._kept(one) for one in lists])
        self.list_table.selectRow(self.lists_model.view_row(self._current))
        self.goal.show_goal(len(lists), project.settings.across_only, bool(project.view("lists_as_one", False)))
        for part in (self.remove_button, self.reload_button, self.form, self.goal):
            part.setEnabled(not project.read_only)
        self._fit_tables()
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
        self.form.show_settings(record_list.settings, columns_only=is_columns(record_list))
        self.preview.show_list(record_list, self._preview_title())
        self._show_reading_state()
        if record_list.settings.sheet is not None:
            self._window.jobs.ask(
                "sheets", partial(sheets_of, record_list.path), self._on_sheets_found, self._on_no_sheets
            )

    def _preview_title(self) -> str:
        record_list = self.current_list
        return f"Preview: {shape(self._current)} {record_list.name}" if record_list is not None else "Preview"

    def _show_reading_state(self) -> None:
        """Say whether the controls differ from how the list was read."""
        trying = self._tried is not None
        self.use_button.setVisible(trying)
        self.back_button.setVisible(trying)
        set_kind(self.use_button, "primary" if trying else "")
        set_kind(self.next_button, "" if trying else "primary")
        record_list = self.current_list
        if trying:
            self.read_note.setText("The preview shows this; the list itself is not read anew yet.")
        elif record_list is not None:
            blank = f" {count_words(record_list.blank_rows, 'blank row')} skipped." if record_list.blank_rows else ""
            named = (
                f" {count_words(len(record_list.settings.renamed), 'column')} renamed."
                if record_list.settings.renamed
                else ""
            )
            self.read_note.setText(f"{NOTHING_TRIED}{blank}{named}")

    def _fit_tables(self) -> None:
        shown = min(max(self.lists_model.rowCount(), 1), 4)
        header = self.list_table.horizontalHeader()
        self.list_table.setFixedHeight(header.sizeHint().height() + shown * row_height() + 14)
        unit = line_height()
        self.reading_card.setMinimumWidth(min(unit * 18, max(self.width() - grid(8), 0)))
        room = self.list_table.width() - sum(WIDTHS.values()) * unit - FILE_WIDTH * unit
        for name in GIVE_WAY:
            hidden = room < 0
            self.list_table.setColumnHidden(self.lists_model.column_number(name), hidden)
            room += WIDTHS.get(name, FILE_WIDTH) * unit if hidden else 0
        for name, units in WIDTHS.items():
            self.list_table.setColumnWidth(self.lists_model.column_number(name), round(units * unit))
        stretched = "name" if self.list_table.isColumnHidden(self.lists_model.column_number("file")) else "file"
        for name in ("name", "file"):
            mode = QHeaderView.ResizeMode.Stretch if name == stretched else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(self.lists_model.column_number(name), mode)

    # --- slots -----------------------------------------------------------------------------------------------------

    def _rename(self, number: int, name: str) -> bool:
        return self._window.change(self._window.project.rename_list, number, name)

    @Slot(QItemSelection, QItemSelection)
    def _on_list_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        rows = self.list_table.selectionModel().selectedRows()
        source = self.lists_model.source_row(rows[0].row()) if rows else -1
        if source >= 0 and source != self._current:
            self._current = source
            self._show_list()
            self._fit_tables()

    @Slot(bool)
    def _on_goal_changed(self, across_only: bool) -> None:
        project = self._window.project
        project.set_view("lists_as_one", self.goal.as_one)
        if project.settings.across_only != across_only:
            self._window.change(project.set_across_only, across_only)

    @Slot()
    def _on_second_list_wanted(self) -> None:
        self._window.messages.say("Add the second list to match it with this one.", topic="goal")
        self.add_button.setFocus()

    @Slot()
    def _on_sample_pressed(self) -> None:
        self._window.open_sample("one_list")

    @Slot()
    def _on_remove_clicked(self) -> None:
        if self.current_list is not None:
            self._window.change(self._window.project.remove_list, self._current)

    def _reload(self, number: int) -> None:
        self._current = number
        self._on_reload_clicked()

    @Slot()
    def _on_reload_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None:
            self._read_anew(record_list, record_list.settings)

    @Slot()
    def _on_reading_changed(self) -> None:
        record_list = self.current_list
        if record_list is None:
            return
        settings = self.form.settings
        self._tried = settings if settings != record_list.settings else None
        self._tried_for = record_list.sha256
        self._show_reading_state()
        self._try_reading(record_list, settings)

    def _try_reading(self, record_list: RecordList, settings: ReadSettings) -> None:
        """Show the preview with other settings, through the same parser as the list itself."""
        from entityres.records.reading import preview

        self.use_button.setEnabled(True)
        try:
            if self._tried is None:
                self.preview.show_list(record_list, self._preview_title())
            else:
                self.preview.show_list(preview(record_list.path, settings, ROWS), self._preview_title(), trial=True)
        except EntityResError as error:
            self.preview.show_problem(f"{error.message} {error.hint}")
            self.use_button.setEnabled(False)

    @Slot(object)
    def _on_sheets_found(self, sheets: tuple[str, ...]) -> None:
        record_list = self.current_list
        if record_list is not None and record_list.settings.sheet in sheets:
            self.form.show_sheets(sheets)

    @Slot(object)
    def _on_no_sheets(self, _error: Exception) -> None:
        """The workbook is gone; the sheet that was read stays the only one to see."""

    @Slot()
    def _on_use_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None and self._tried is not None:
            self._read_anew(record_list, self._tried)

    @Slot()
    def _on_back_clicked(self) -> None:
        self._tried = None
        self._show_list()

    # --- remarks -----------------------------------------------------------------------------------------------------

    @Slot(object, object)
    def _on_remedy_chosen(self, problem: Problem, remedy: Remedy) -> None:
        record_list = self.current_list
        if record_list is None:
            return
        if remedy.does == READ:
            self._read_anew(record_list, replace(record_list.settings, **remedy.settings))
        elif remedy.does == KEEP:
            self._keep(record_list, self._kept(record_list) | {problem.kind})
        elif remedy.does == RENAME:
            self._on_rename_wanted(remedy.column)
        elif remedy.does == ADD:
            self._window.actions["add_lists"].trigger()
        else:
            self.parts.show_part(1)
            self.body.ensureWidgetVisible(self.form)
            self.form.focus_separator()

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
        record_list = self.current_list
        if record_list is not None:
            if self._tried is not None:
                self._on_back_clicked()
            self.preview.show_line(line)
            self.body.ensureWidgetVisible(self.preview)
            self.preview.table.setFocus()

    @Slot(str)
    def _on_rename_wanted(self, heading: str) -> None:
        project = self._window.project
        if project.read_only:
            return
        name = self._window.messages.ask_text("Rename a column", f"Another name for “{heading}”:", heading)
        if name is not None and name.strip() != heading:
            self._window.change(project.rename_column, self._current, heading, name)

    # --- reading again -----------------------------------------------------------------------------------------------

    def _read_anew(self, record_list: RecordList, settings: ReadSettings) -> None:
        """Read the file of a list again in the background, and put it in the place of the list."""
        self._reading_number, self._reading = self._current, (record_list.path, settings)
        self._start_reading()

    @Slot()
    def _start_reading(self) -> None:
        path, settings = self._reading
        self._window.messages.withdraw("reading")
        job = self._window.project.reading_job([path], [settings])
        title = f"Reading {os.path.basename(path)}"
        if not self._window.jobs.start(title, job, done=self._on_read, failed=self._on_reading_failed):
            self._then_next = False
            self._window.messages.say(
                "Another run is still going on.", "Wait for it or stop it first.", topic="reading"
            )

    _reading_number = 0
    _reading: tuple[str, ReadSettings] = ("", ReadSettings())

    @Slot(object)
    def _on_read(self, lists: tuple[RecordList, ...]) -> None:
        self._tried = None
        if self._window.change(self._window.project.replace_list, self._reading_number, lists[0]):
            words = f"{os.path.basename(lists[0].path)} was read anew: {len(lists[0]):,} rows."
            self._window.messages.say(words, kind="done", topic="reading")
        self._show_lists()
        self._files.look()
        if self._then_next:
            self._then_next = False
            self._window.go_to(Step.COLUMNS)

    @Slot(object)
    def _on_reading_failed(self, error: Exception) -> None:
        self._then_next = False
        again = MessageButton("Try again", self._start_reading)
        self._window.messages.problem(error, topic="reading", buttons=[again])

    @Slot()
    def _on_next_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None and self._tried is not None and self.use_button.isEnabled():
            self._then_next = True  # what the preview shows is what is meant
            self._read_anew(record_list, self._tried)
            return
        self._window.go_to(Step.COLUMNS)

    # --- sizes -------------------------------------------------------------------------------------------------------

    def _renew_sizes(self) -> None:
        renew_row_height(self.list_table)
        self.preview.renew_sizes()
        self.remarks.fit()
        self.reading_card.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self._fit_tables()

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
        self._fit_tables()


def sheets_of(path: str, _progress: object = None) -> tuple[str, ...]:
    """Names of the sheets of a workbook that have rows."""
    from entityres.records.reading import preview

    try:
        preview(path, ReadSettings(sheet="\0"), 1)  # no sheet has this name
    except SheetError as error:
        return error.sheets
    return ()
