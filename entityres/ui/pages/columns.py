"""UI: step 2: what each column means, how its values are compared, the check column, and what counts as missing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QItemSelection, Qt, Slot
from PySide6.QtWidgets import QAbstractItemView, QPushButton, QStackedWidget, QTableView, QVBoxLayout, QWidget

from entityres.records.roles import LABELS, NOT_COMPARED, Role
from entityres.session.stages import Change, Step
from entityres.ui.date_question import DateQuestion
from entityres.ui.messages import MessageButton
from entityres.ui.models.check_offer import CHECK_WARNING, check_candidates
from entityres.ui.models.cleaned_examples import Examples, make_examples
from entityres.ui.models.column_notes import CONFIRM, UNMAP, column_notes
from entityres.ui.models.missing_table import MissingTableModel
from entityres.ui.models.roles_table import HEADING, RolesTableModel
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label, page_layout, row
from entityres.ui.widgets.card_grid import CardGrid
from entityres.ui.widgets.cell_delegates import StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.column_card import ColumnCard
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.profile_card import ProfileCard
from entityres.ui.widgets.role_delegate import RoleDelegate
from entityres.ui.widgets.scroll_body import ScrollBody

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.progress import Progress
    from entityres.records.fields import OutputColumn
    from entityres.records.profile import ColumnProfile
    from entityres.records.record_list import RecordList
    from entityres.session.project import Prepared
    from entityres.ui.services import WindowServices

ROLES_SHARE, LEAST_ROWS = 0.42, 5
"""Height of the table of roles: a share of the page at most, and rows that are always there."""
GIVE_WAY = ("distinct", "filled", "example")
"""Columns that hide where there is no room, the first one first; they stand beside the chosen column too."""
CARD_LETTERS = 44


class ColumnsPage(QWidget):
    """The roles table above; below, the chosen column in detail and the values that count as missing."""

    title = "Columns"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._examples: Examples = {}
        self._dates = DateQuestion(window, self._show_column, self)
        self._dates.dates_found.connect(self._show_detail)
        self._profiles: dict[tuple[str, str], ColumnProfile] = {}
        self._profile_list = -1
        self._chosen = ""
        self._stale = True
        self._stack = QStackedWidget(self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.empty = EmptyState("Load a list first", "Its columns are shown here.", "Go to Load", icon_name="columns")
        self.empty.button_pressed.connect(self._on_empty_pressed)
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._full_page())
        self._renew_sizes()

    # --- what the window calls -------------------------------------------------------------------------------------

    def on_changes(self, changes: frozenset[Change]) -> None:
        """Renew the table, and what is computed from it when the page is shown."""
        if changes & {Change.LISTS, Change.COLUMNS, Change.SETTINGS}:
            self._stale = True
            if self.isVisible():
                self.on_shown()

    def on_shown(self) -> None:
        """Show the columns as they are now."""
        project = self._window.project
        has_lists = bool(project.lists)
        self._stack.setCurrentIndex(1 if has_lists else 0)
        if not has_lists or not self._stale:
            return
        self._stale = False
        self._show_columns()
        self._ask_for_examples()
        self._dates.look()
        self._ask_for_cleaned()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.count_label = label("", "muted")
        self.open_chip = Chip("Please confirm", checkable=True)
        self.open_chip.setObjectName("openFilter")
        self.open_chip.setToolTip("Show only columns whose role a person should confirm")
        self.open_chip.toggled.connect(self._on_open_filter_toggled)
        words = label("what each means, and how it is compared", "muted")
        layout.addWidget(FlowRow(label("Columns", "title"), words, self.open_chip, self.count_label, spacing=1.5))
        body = ScrollBody("Columns, their roles and missing values")
        body.column.addWidget(self._roles_card())
        self.column_card = ColumnCard()
        self.column_card.notes.button_pressed.connect(self._on_note_pressed, Qt.ConnectionType.QueuedConnection)
        self.column_card.heading_chosen.connect(self._on_heading_chosen, Qt.ConnectionType.QueuedConnection)
        self.profile_card = ProfileCard()
        self.profile_card.list_chosen.connect(self._on_profile_list_chosen)
        self.profile_card.missing_wanted.connect(self._on_missing_wanted)
        self.cards = CardGrid((self.column_card, self.profile_card, self._missing_card()), CARD_LETTERS)
        body.column.addWidget(self.cards, 1)
        layout.addWidget(body, 1)
        self.next_button = KeyButton("Next: Match", icon_name="skip", primary=True)
        self.next_button.setObjectName("nextButton")
        self.next_button.clicked.connect(self._on_next_clicked)
        layout.addLayout(row(1, self.next_button))
        return page

    def _roles_card(self) -> Card:
        card = Card(margins=Card.TABLE)
        self.roles_model = RolesTableModel(self)
        self.roles_model.role_chosen.connect(self._on_role_chosen, Qt.ConnectionType.QueuedConnection)
        self.roles_table = QTableView()
        self.roles_table.setObjectName("rolesTable")
        set_up_table(self.roles_table, "Columns and their roles")
        self.roles_table.setModel(self.roles_model)
        self.roles_table.setItemDelegateForColumn(0, RoleDelegate(self.roles_table))
        self.roles_table.setItemDelegateForColumn(1, StateDelegate(self.roles_table))
        self.roles_table.setEditTriggers(QAbstractItemView.EditTrigger.EditKeyPressed)
        self.roles_model.column_dropped.connect(self._on_column_dropped, Qt.ConnectionType.QueuedConnection)
        self.roles_table.setDragDropMode(QAbstractItemView.DragDropMode.InternalMove)
        self.roles_table.setDragDropOverwriteMode(True)
        self.roles_table.pressed.connect(self._on_cell_pressed)
        self.roles_table.activated.connect(self._on_row_activated)
        self.roles_table.clicked.connect(self._on_cell_clicked)
        self.roles_table.selectionModel().selectionChanged.connect(self._on_row_selected)
        card.add(self.roles_table)
        self.check_label = label("", "caption", wrap=True)
        self.check_button = QPushButton()
        self.check_button.setObjectName("useCheckButton")
        set_kind(self.check_button, "link")
        self.check_button.clicked.connect(self._on_check_clicked)
        line = row(self.check_label, self.check_button)
        line.setStretch(0, 1)
        line.setContentsMargins(grid(1.25), 0, grid(1), 0)
        card.add(line)
        return card

    def _missing_card(self) -> Card:
        card = Card("Counts as missing", margins=Card.TABLE)
        self.missing_model = MissingTableModel(self)
        self.missing_model.switch_turned.connect(self._on_switch_turned, Qt.ConnectionType.QueuedConnection)
        self.missing_table = QTableView()
        self.missing_table.setObjectName("missingTable")
        set_up_table(self.missing_table, "Values that count as missing")
        self.missing_table.setModel(self.missing_model)
        self.missing_note = label("", "muted", wrap=True)
        self.missing_note.setContentsMargins(grid(2), 0, grid(2), grid(1))
        card.add(self.missing_note)
        card.add(self.missing_table, 1)
        card.body.addStretch(0)
        return card

    # --- showing ---------------------------------------------------------------------------------------------------

    @property
    def chosen_row(self) -> int:
        """Source row of the chosen column, -1 when none is chosen."""
        rows = self.roles_table.selectionModel().selectedRows()
        return self.roles_model.source_row(rows[0].row()) if rows else -1

    def _show_columns(self) -> None:
        project = self._window.project
        columns = project.columns
        headings_before = len(self.roles_model.columns)
        self.roles_model.show_columns(project.lists, columns)
        if headings_before != len(self.roles_model.columns) or not self._chosen:
            self._fit_columns()
        names = [one.name for one in columns.output] if columns is not None else []
        compared = sum(one.role not in NOT_COMPARED for one in columns.output) if columns is not None else 0
        self._show_open_filter()
        self.count_label.setText(f"{compared} of {len(names)} compared")
        chosen = names.index(self._chosen) if self._chosen in names else 0
        self.roles_table.selectRow(max(self.roles_model.view_row(chosen), 0))
        self._fit_rows()
        self._show_detail()
        self._show_check()
        self.missing_model.show_missing(self._current_cleaned(), project.settings)
        self._show_missing_note()
        self.roles_table.setEnabled(True)

    def _show_open_filter(self) -> None:
        """How many roles are to be confirmed; without any the filter goes."""
        model = self.roles_model
        unsure = sum(model.is_open(i) for i in range(model.n_source))
        self.open_chip.set_words(f"Please confirm {unsure}")
        self.open_chip.setVisible(unsure > 0)
        if not unsure and self.open_chip.isChecked():
            self.open_chip.setChecked(False)
        model.show_only_open(self.open_chip.isChecked())

    @Slot()
    def _show_detail(self) -> None:
        source = self.chosen_row
        if source < 0:
            return
        project, model = self._window.project, self.roles_model
        output = model.output(source)
        if output.name != self._chosen:
            self._profile_list = -1
        self._chosen = output.name
        names = [one.name for one in project.lists]
        self.column_card.set_title(f"{output.name} · {LABELS[output.role]}")
        self.column_card.why_label.setText(model.why(source))
        notes = column_notes(model, source, names, self._dates.found, project.settings.date_orders)
        self.column_card.notes.show_notes(notes, enabled=not project.read_only)
        headings = [one.columns for one in project.lists]
        self.column_card.show_headings(names, headings, output.columns, enabled=not project.read_only)
        self._show_examples(output)
        self._show_profile(output)

    def _show_examples(self, output: OutputColumn) -> None:
        compared = output.role not in NOT_COMPARED
        self.column_card.show_examples(self._examples.get(output.name, ()) if compared else ())

    def _show_profile(self, output: OutputColumn) -> None:
        """The profile of the chosen column in one list; it is made in the background and kept."""
        lists = self._window.project.lists
        having = [number for number, heading in enumerate(output.columns) if heading is not None]
        if self._profile_list not in having:
            self._profile_list = having[0]
        number = self._profile_list
        record_list, heading = lists[number], output.columns[number]
        assert heading is not None
        self.profile_card.show_lists(having, [lists[i].name for i in having], number)
        key = (f"{record_list.sha256} {record_list.settings}", heading)
        may_count = output.role not in NOT_COMPARED and not self._window.project.read_only
        self.profile_card.show_profile(self._profiles.get(key), may_count)
        if key not in self._profiles:
            question = partial(make_profile, key, record_list, heading)
            self._window.jobs.ask("column profile", question, self._on_profile_made, self._on_question_failed)

    def _show_check(self) -> None:
        """Below the table: which column checks, or which could."""
        check = next((o for o in self._outputs() if o.role is Role.CHECK), None)
        if check is not None:
            self.check_label.setText(
                f"Check column: {check.name}. It is not used for matching; it helps to estimate how many matches are right."
            )
            self._check_offer = ""
            self.check_button.setText("Use none")
            self.check_button.show()
            return
        offers = check_candidates(self.roles_model)
        self._check_offer = offers[0] if offers else ""
        words = "No check column: how many matches are right will not be estimated."
        self.check_label.setText(words if not offers else f"{words} A good one:")
        self.check_button.setText(f"Use “{self._check_offer}”")
        self.check_button.setVisible(bool(offers))

    _check_offer = ""

    def _show_missing_note(self) -> None:
        some = self.missing_model.rowCount() > 0
        self.missing_table.setVisible(some)
        known = self._current_cleaned() is not None
        self.missing_note.setText(
            "Nothing stands for a missing value in these lists." if known else "Looking through the values…"
        )
        self.missing_note.setVisible(not some)

    def _outputs(self) -> tuple[OutputColumn, ...]:
        columns = self._window.project.columns
        return columns.output if columns is not None else ()

    # --- computing in the background -------------------------------------------------------------------------------

    def _ask_for_examples(self) -> None:
        project = self._window.project
        if project.columns is not None:
            question = partial(make_examples, project.lists, project.columns, project.settings)
            self._window.jobs.ask("cleaned examples", question, self._on_examples_made, self._on_question_failed)

    def _ask_for_cleaned(self) -> None:
        project = self._window.project
        if project.columns is not None and not project.prepared_is_current:
            self._window.jobs.ask("prepare", project.preparing_job(), self._on_prepared, self._on_question_failed)

    def _current_cleaned(self) -> Any:
        project = self._window.project
        return project.prepared.cleaned if project.prepared is not None else project.cleaned

    @Slot(object)
    def _on_examples_made(self, examples: Examples) -> None:
        self._examples = examples
        self._show_detail()

    @Slot(object)
    def _on_profile_made(self, made: tuple[tuple[str, str], ColumnProfile]) -> None:
        self._profiles[made[0]] = made[1]
        if self.chosen_row >= 0:
            self._show_profile(self.roles_model.output(self.chosen_row))

    @Slot(object)
    def _on_prepared(self, prepared: Prepared) -> None:
        project = self._window.project
        self._window.apply(project.take_prepared(prepared))
        self.missing_model.show_missing(prepared.cleaned, project.settings)
        self._show_missing_note()

    @Slot(object)
    def _on_question_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="columns")

    # --- slots -----------------------------------------------------------------------------------------------------

    @Slot(object)
    def _on_cell_clicked(self, index: Any) -> None:
        source = self.roles_model.source_row(index.row())
        if index.column() == 0:
            self._on_row_activated(index)
        elif index.column() == 1 and self.roles_model.is_open(source) and not self._window.project.read_only:
            self.confirm(self.roles_model.output(source))

    @Slot(object)
    def _on_cell_pressed(self, index: Any) -> None:
        self.roles_model.pressed_column = index.column()

    @Slot(int, int, int)
    def _on_column_dropped(self, number: int, origin: int, target: int) -> None:
        heading = self.roles_model.output(origin).columns[number]
        if heading is not None and not self._window.project.read_only:
            self.line_up(number, heading, self.roles_model.output(target))

    @Slot(int, str)
    def _on_heading_chosen(self, number: int, heading: str) -> None:
        source = self.chosen_row
        if source >= 0:
            self.line_up(number, heading, self.roles_model.output(source))

    def line_up(self, number: int, heading: str, output: OutputColumn) -> None:
        """Put a column of a list into the row of an output column; "" takes out the one that is there."""
        project = self._window.project
        there = output.columns[number]
        if heading == (there or ""):
            return
        if not heading and there is not None:
            self._window.change(project.line_up_columns, (number, there), None)
            return
        partner = next(((i, one) for i, one in enumerate(output.columns) if one is not None and i != number), None)
        if partner is not None:
            self._window.change(project.line_up_columns, (number, heading), partner)

    def confirm(self, output: OutputColumn) -> None:
        """Take the role that was found as the user's own choice."""
        self.choose_role(output, output.role)

    @Slot(str, int)
    def _on_note_pressed(self, does: str, number: int) -> None:
        source = self.chosen_row
        if source < 0:
            return
        output = self.roles_model.output(source)
        if does == CONFIRM:
            self.confirm(output)
        elif does == UNMAP:
            heading = output.columns[number]
            if heading is not None:
                self._window.change(self._window.project.unmap_column, number, heading)
        else:
            self._window.change(self._window.project.set_date_order, output.name, does)

    def _show_column(self, name: str) -> None:
        """Choose the row of an output column."""
        names = [one.name for one in self._outputs()]
        if name in names:
            self.open_chip.setChecked(False)
            self.roles_table.selectRow(self.roles_model.view_row(names.index(name)))
            self.roles_table.setFocus()

    @Slot(bool)
    def _on_open_filter_toggled(self, _on: bool) -> None:
        self._show_open_filter()
        if self.chosen_row < 0 and self.roles_model.rowCount():
            self.roles_table.selectRow(0)
        self._fit_rows()

    @Slot(int)
    def _on_profile_list_chosen(self, number: int) -> None:
        self._profile_list = number
        if self.chosen_row >= 0:
            self._show_profile(self.roles_model.output(self.chosen_row))

    @Slot(str)
    def _on_missing_wanted(self, text: str) -> None:
        self._window.change(self._window.project.set_placeholder, self._chosen, text, True)

    @Slot(object)
    def _on_row_activated(self, index: Any) -> None:
        if not self._window.project.read_only and self.roles_table.state() != QAbstractItemView.State.EditingState:
            self.roles_table.edit(index.siblingAtColumn(0))

    @Slot(QItemSelection, QItemSelection)
    def _on_row_selected(self, _now: QItemSelection, _before: QItemSelection) -> None:
        self._show_detail()

    @Slot(int, str)
    def _on_role_chosen(self, source: int, role: str) -> None:
        if source < len(self._outputs()):
            self.choose_role(self.roles_model.output(source), Role(role))

    def choose_role(self, output: OutputColumn, role: Role) -> None:
        """Give a lined-up column a role in all lists that have it, as one step."""
        project = self._window.project
        was_check = output.role is Role.CHECK
        roles = dict(project.settings.roles)
        for record_list, heading in zip(project.lists, output.columns, strict=True):
            if heading is not None:
                roles.pop(heading, None)
                roles[f"{record_list.name}:{heading}"] = role
        values: dict[str, Any] = {"roles": roles}
        if role is Role.CHECK:
            self._release_check(roles, output)
            values["check"] = output.name
        elif was_check:
            values["check"] = None
        self._window.change(partial(project.change_settings, f"change of role of “{output.name}”", **values))
        if was_check and role not in NOT_COMPARED:
            again = MessageButton("Use it as check column again", self._on_check_again_pressed)
            self._released = output.name
            self._window.messages.say(CHECK_WARNING, kind="warning", topic="check column", buttons=[again])
        else:
            self._window.messages.withdraw("check column")

    _released = ""

    def _release_check(self, roles: dict[str, Role], new: OutputColumn) -> None:
        """The column that checked so far gets back the role that was found for it."""
        for one in self._outputs():
            if one.role is Role.CHECK and one.name != new.name:
                for record_list, heading in zip(self._window.project.lists, one.columns, strict=True):
                    roles.pop(f"{record_list.name}:{heading}", None)
                    roles.pop(heading or "", None)

    @Slot()
    def _on_check_again_pressed(self) -> None:
        output = next((one for one in self._outputs() if one.name == self._released), None)
        if output is not None:
            self.choose_role(output, Role.CHECK)

    @Slot()
    def _on_check_clicked(self) -> None:
        check = next((one for one in self._outputs() if one.role is Role.CHECK), None)
        if check is not None:
            self.choose_role(check, Role.KEEP)
            return
        offer = next((one for one in self._outputs() if one.name == self._check_offer), None)
        if offer is not None:
            self.choose_role(offer, Role.CHECK)

    @Slot(str, str, bool)
    def _on_switch_turned(self, column: str, text: str, on: bool) -> None:
        self._window.change(self._window.project.set_placeholder, column, text, on)

    @Slot()
    def _on_empty_pressed(self) -> None:
        self._window.go_to(Step.LOAD)

    @Slot()
    def _on_next_clicked(self) -> None:
        self._window.go_to(Step.MATCH)

    # --- sizes -----------------------------------------------------------------------------------------------------

    def _fit_columns(self) -> None:
        unit = line_height()
        widths: dict[str, float] = {"role": 8, "sure": 7.5, "filled": 4, "distinct": 5}
        for number, column in enumerate(self.roles_model.columns):
            wide = 7 if column.name.startswith(HEADING) else widths.get(column.name, 0)
            if wide:
                self.roles_table.setColumnWidth(number, round(wide * unit))
        self._let_columns_give_way(sum(widths.values()) + 7 * len(self._window.project.lists))
        for number, units in enumerate((9, 6, 4.5)):
            self.missing_table.setColumnWidth(number, round(units * unit))

    def _let_columns_give_way(self, needed: float) -> None:
        """Hide columns that can be seen elsewhere, as far as the window is too narrow."""
        room = self.width() / line_height() - needed - 9
        hidden = set()
        for name in GIVE_WAY:
            if room < 0:
                hidden.add(name)
                room += {"distinct": 5, "filled": 4}.get(name, 9)
        for number, column in enumerate(self.roles_model.columns):
            self.roles_table.setColumnHidden(number, column.name in hidden)

    def _fit_rows(self) -> None:
        """The table of roles is as high as its rows, within limits."""
        most = max(round(self.height() * ROLES_SHARE / row_height()), LEAST_ROWS)
        rows = min(max(self.roles_model.rowCount(), LEAST_ROWS), most)
        spare = 14 if rows >= self.roles_model.rowCount() else -row_height() // 3  # a cut row says that there are more
        header = self.roles_table.horizontalHeader().sizeHint().height()
        self.roles_table.setFixedHeight(header + rows * row_height() + spare)

    def _renew_sizes(self) -> None:
        for table in (self.roles_table, self.missing_table):
            renew_row_height(table)
        self.missing_table.setMinimumHeight(row_height() * 4)
        self.profile_card.renew_sizes()
        self.cards.arrange()
        self._fit_columns()
        self._fit_rows()

    # --- Qt --------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "next_button"):
            self._renew_sizes()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "next_button"):
            self._show_detail()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_columns()
        self._fit_rows()


def make_profile(
    key: tuple[str, str], record_list: RecordList, heading: str, _progress: Progress
) -> tuple[tuple[str, str], ColumnProfile]:
    """Look at all cells of a column; with the key that it is kept under."""
    from entityres.records.profile import profile

    return key, profile(record_list, heading)
