"""UI: step 1: the lists, how each is read, a preview through the same parser, and what was odd in the files."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QItemSelection, Slot
from PySide6.QtWidgets import (
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from entityres.errors import EntityResError
from entityres.records.record_list import ReadSettings, RecordList
from entityres.session.stages import Change, Step
from entityres.session.stages import count as count_words
from entityres.ui.messages import MessageButton
from entityres.ui.models.csv_preview import ROWS, CsvPreviewModel
from entityres.ui.models.list_table import ListTableModel, shape
from entityres.ui.models.problem_table import ProblemTableModel
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label, page_layout, row
from entityres.ui.widgets.cell_delegates import StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.goal_choice import GoalChoice
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.reading_form import ReadingForm
from entityres.ui.widgets.scroll_body import ScrollBody

if TYPE_CHECKING:
    from entityres.ui.services import WindowServices

# Remedies for what can be odd in a file: words on the button and the setting that it changes.
REMEDIES: dict[str, tuple[str, dict[str, object]]] = {
    "unclosed_quote": ("Treat quotes as text", {"quote": ""}),
    "stray_quote": ("Treat quotes as text", {"quote": ""}),
    "headings_look_like_data": ("There are no headings", {"header_row": 0}),
    "odd_characters": ("Read as Windows-1252", {"encoding": "cp1252"}),
}


WIDTHS = {"name": 8, "rows": 4.5, "columns": 5, "encoding": 8.5, "separator": 6.5, "state": 10}
"""Column widths of the table of lists, in lines of text; the file takes the rest."""


class LoadPage(QWidget):
    """Lists above; preview and reading settings of the chosen list below; problems at the bottom when there are any."""

    title = "Load"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._current = 0
        self._tried: ReadSettings | None = None
        self._ignored: set[str] = set()
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
        """Show the lists as they are now, and say which files changed on disk since."""
        self._show_lists()
        self._say_what_changed_on_disk()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.goal = GoalChoice()
        self.goal.goal_changed.connect(self._on_goal_changed)
        self.goal.second_list_wanted.connect(self._on_second_list_wanted)
        body = ScrollBody("Lists, preview and remarks")
        body.column.addLayout(row(label("Load", "title"), self.goal, 1, spacing=2))
        body.column.addWidget(self._lists_card())
        self.problems_card = self._problems_card()
        contents = QVBoxLayout()
        contents.setSpacing(grid(1.5))
        contents.addWidget(self._preview_card(), 1)
        contents.addWidget(self.problems_card)
        below = QHBoxLayout()
        below.setSpacing(grid(1.5))
        below.addLayout(contents, 1)
        below.addWidget(self._reading_card(), 0)
        body.column.addLayout(below, 1)
        layout.addWidget(body, 1)
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
        buttons = row(
            self.add_button, self.remove_button, self.reload_button, 1, label("or drop CSV files anywhere", "caption")
        )
        buttons.setContentsMargins(grid(1), 0, grid(2), grid(0.5))
        card.add(self.list_table)
        card.add(buttons)
        return card

    def _preview_card(self) -> Card:
        self.preview_card = Card("Preview", margins=Card.TABLE)
        self.preview_model = CsvPreviewModel(self)
        self.preview_table = QTableView()
        self.preview_table.setObjectName("csvPreview")
        set_up_table(self.preview_table, "Preview of the list")
        self.preview_table.setModel(self.preview_model)
        self.preview_table.horizontalHeader().setStretchLastSection(False)
        self.preview_table.setMinimumHeight(row_height() * 4)
        self.preview_note = label("", "caption")
        if self.preview_card.head is not None:
            self.preview_card.head.addWidget(self.preview_note)
        self.preview_problem = label("", "warning", wrap=True)
        self.preview_problem.setContentsMargins(grid(2), 0, grid(2), 0)
        self.preview_problem.hide()
        self.preview_card.add(self.preview_problem)
        self.preview_card.add(self.preview_table, 1)
        return self.preview_card

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

    def _problems_card(self) -> Card:
        card = Card("Remarks", margins=Card.TABLE)
        self.problem_model = ProblemTableModel(self)
        self.problem_table = QTableView()
        self.problem_table.setObjectName("problemTable")
        set_up_table(self.problem_table, "What was odd in the file")
        self.problem_table.setModel(self.problem_model)
        self.remedy_button = QPushButton()
        set_kind(self.remedy_button, "link")
        self.remedy_button.clicked.connect(self._on_remedy_clicked)
        if card.head is not None:
            card.head.addWidget(self.remedy_button)
        card.add(self.problem_table)
        return card

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
        self.lists_model.show_lists(lists)
        self.list_table.selectRow(self.lists_model.view_row(self._current))
        self.goal.show_goal(len(lists), project.settings.across_only, bool(project.view("lists_as_one", False)))
        for part in (self.remove_button, self.reload_button, self.form, self.goal):
            part.setEnabled(not project.read_only)
        self._fit_tables()
        self._show_list()

    def _say_what_changed_on_disk(self) -> None:
        """Offer to reload the first list whose file has another size than when it was read."""
        for number, record_list in enumerate(self._window.project.lists):
            try:
                changed = os.path.getsize(record_list.path) != record_list.size
            except OSError:
                continue  # gone or out of reach: the project has its own copy
            if changed and record_list.sha256 not in self._ignored:
                self._changed = number
                name = os.path.basename(record_list.path)
                buttons = [
                    MessageButton("Reload and keep decisions", self._on_reload_changed_pressed),
                    MessageButton("Ignore", self._on_ignore_changed_pressed),
                ]
                self._window.messages.say(
                    f"{name} changed on disk since it was loaded.", kind="warning", topic="disk", buttons=buttons
                )
                return
        self._window.messages.withdraw("disk")

    _changed = -1

    def _show_list(self) -> None:
        """Show the chosen list: preview, how it was read, problems."""
        record_list = self.current_list
        if record_list is None:
            return
        self._tried = None
        self.form.show_settings(record_list.settings)
        self._show_preview(record_list)
        self.problem_model.show_list(record_list)
        self._show_problems(record_list)
        self._show_reading_state()

    def _show_preview(self, record_list: RecordList) -> None:
        name = self.current_list.name if self.current_list else record_list.name
        self.preview_card.set_title(f"Preview: {shape(self._current)} {name}")
        self.preview_problem.hide()
        self.preview_table.show()
        columns_before = [column.name for column in self.preview_model.columns]
        self.preview_model.show_list(record_list)
        rows = len(record_list)
        self.preview_note.setText(
            f"first {min(rows, ROWS)} rows, as text" if rows > ROWS else f"{rows:,} rows, as text"
        )
        if columns_before != [column.name for column in self.preview_model.columns]:
            self._fit_preview()

    def _show_problems(self, record_list: RecordList) -> None:
        count = self.problem_model.rowCount()
        self.problems_card.setVisible(count > 0)
        if not count:
            return
        rejected = len(record_list.rejected)
        words = (
            f"{count_words(rejected, 'row')} could not be loaded"
            if rejected
            else f"{count_words(count, 'remark')} on this file"
        )
        self.problems_card.set_title(words)
        remedy = next((REMEDIES[one.kind] for one in record_list.problems if one.kind in REMEDIES), None)
        self._remedy = remedy[1] if remedy else {}
        self.remedy_button.setText(remedy[0] if remedy else "")
        self.remedy_button.setVisible(remedy is not None)

    _remedy: dict[str, object] = {}

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
            self.read_note.setText(f"Found out from the file. Every value stays as it is written.{blank}")

    def _fit_tables(self) -> None:
        shown = min(max(self.lists_model.rowCount(), 1), 4)
        header = self.list_table.horizontalHeader()
        self.list_table.setFixedHeight(header.sizeHint().height() + shown * row_height() + 14)
        unit = line_height()
        for name, units in WIDTHS.items():
            self.list_table.setColumnWidth(self.lists_model.column_number(name), round(units * unit))
        problem_rows = min(max(self.problem_model.rowCount(), 1), 3)
        self.problem_table.setFixedHeight(
            self.problem_table.horizontalHeader().sizeHint().height() + problem_rows * row_height() + 8
        )
        self.problem_table.setColumnWidth(0, 4 * unit)

    def _fit_preview(self) -> None:
        """Column widths from the texts of the first rows."""
        model, table = self.preview_model, self.preview_table
        metrics = table.fontMetrics()
        for number, column in enumerate(model.columns):
            texts = [model.text(row, column.name) for row in range(min(model.rowCount(), 30))]
            widest = max(
                [metrics.horizontalAdvance(text) for text in texts] + [metrics.horizontalAdvance(column.title)]
            )
            table.setColumnWidth(number, min(max(widest + grid(3), line_height() * 3), line_height() * 16))

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

    @Slot()
    def _on_reload_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None:
            self._read_anew(record_list, record_list.settings)

    @Slot()
    def _on_reload_changed_pressed(self) -> None:
        self._current = self._changed
        self._on_reload_clicked()

    @Slot()
    def _on_ignore_changed_pressed(self) -> None:
        self._ignored.add(self._window.project.lists[self._changed].sha256)

    @Slot()
    def _on_reading_changed(self) -> None:
        record_list = self.current_list
        if record_list is None:
            return
        settings = self.form.settings
        self._tried = settings if settings != record_list.settings else None
        self._show_reading_state()
        self._try_reading(record_list, settings)

    def _try_reading(self, record_list: RecordList, settings: ReadSettings) -> None:
        """Show the preview with other settings, through the same parser as the list itself."""
        from entityres.records.reading import preview

        try:
            self._show_preview(preview(record_list.path, settings, ROWS) if self._tried is not None else record_list)
            self.use_button.setEnabled(True)
        except EntityResError as error:
            self.preview_model.show_list(None)
            self.preview_problem.setText(f"{error.message} {error.hint}")
            self.preview_problem.show()
            self.preview_note.setText("")
            self.use_button.setEnabled(False)

    @Slot()
    def _on_use_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None and self._tried is not None:
            self._read_anew(record_list, self._tried)

    @Slot()
    def _on_back_clicked(self) -> None:
        self._show_list()

    @Slot()
    def _on_remedy_clicked(self) -> None:
        record_list = self.current_list
        if record_list is not None and self._remedy:
            self._read_anew(record_list, replace(record_list.settings, **self._remedy))  # type: ignore[arg-type]

    def _read_anew(self, record_list: RecordList, settings: ReadSettings) -> None:
        """Read the file of a list again in the background, and put it in the place of the list."""
        self._reading_number = self._current
        job = self._window.project.reading_job([record_list.path], [settings])
        self._window.jobs.start(f"Reading {os.path.basename(record_list.path)}", job, done=self._on_read)

    _reading_number = 0

    @Slot(object)
    def _on_read(self, lists: tuple[RecordList, ...]) -> None:
        if self._window.change(self._window.project.replace_list, self._reading_number, lists[0]):
            words = f"{os.path.basename(lists[0].path)} was read anew: {len(lists[0]):,} rows."
            self._window.messages.say(words, kind="done", topic="reading")
        self._show_lists()

    @Slot()
    def _on_next_clicked(self) -> None:
        self._window.go_to(Step.COLUMNS)

    def _renew_sizes(self) -> None:
        for table in (self.list_table, self.preview_table, self.problem_table):
            renew_row_height(table)
        self.reading_card.setFixedWidth(line_height() * 18)
        self.reading_card.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        self._fit_tables()

    # --- Qt --------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "next_button"):
            self._renew_sizes()
            self._fit_preview()
        super().changeEvent(event)
