"""UI: step 2: what each column means, how its values are compared, the check column, and what counts as missing."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QItemSelection, Qt, Slot
from PySide6.QtWidgets import (
    QAbstractItemView,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from entityres.records.roles import LABELS, NOT_COMPARED, Role
from entityres.session.stages import Change, Step
from entityres.ui.icons import pixmap
from entityres.ui.messages import MessageButton
from entityres.ui.models.cleaned_examples import EXAMPLES, MISSING, Examples, make_examples
from entityres.ui.models.missing_table import MissingTableModel
from entityres.ui.models.roles_table import HEADING, RolesTableModel
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label, page_layout, row
from entityres.ui.widgets.cell_delegates import StateDelegate, renew_row_height, set_up_table
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.role_delegate import RoleDelegate
from entityres.ui.widgets.scroll_body import ScrollBody

if TYPE_CHECKING:
    from entityres.records.fields import OutputColumn
    from entityres.session.project import Prepared
    from entityres.ui.services import WindowServices

CHECK_WORDS = (
    "Not used for matching. If true matches tend to have close values here (for example, the date the record was created), "
    "the program can estimate how many matches are right."
)
CHECK_WARNING = "A check column must not also be used for matching: the estimate would only confirm itself."
DATES = frozenset({Role.DATE, Role.NUMBER})
DATE_LIKE = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b")
NUMBER_LIKE = re.compile(r"[-+]?\d+([.,]\d+)?")


class ColumnsPage(QWidget):
    """The roles table above; below, the chosen column in detail and the values that count as missing."""

    title = "Columns"

    def __init__(self, window: WindowServices) -> None:
        super().__init__()
        self._window = window
        self._examples: Examples = {}
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
        self._ask_for_cleaned()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.count_label = label("", "muted")
        layout.addLayout(
            row(
                label("Columns", "title"),
                label("what each means, and how it is compared", "muted"),
                1,
                self.count_label,
                spacing=1.5,
            )
        )
        body = ScrollBody("Columns, their roles and missing values")
        body.column.addWidget(self._roles_card(), 1)
        self.below = QWidget()
        cards = QHBoxLayout(self.below)
        cards.setContentsMargins(0, 0, 0, 0)
        cards.setSpacing(grid(1.5))
        cards.addWidget(self._detail_card(), 1)
        cards.addWidget(self._missing_card(), 1)
        body.column.addWidget(self.below)
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
        self.roles_table.activated.connect(self._on_row_activated)
        self.roles_table.clicked.connect(self._on_cell_clicked)
        self.roles_table.selectionModel().selectionChanged.connect(self._on_row_selected)
        card.add(self.roles_table, 1)
        self.check_label = label("", "caption")
        self.check_button = QPushButton()
        self.check_button.setObjectName("useCheckButton")
        set_kind(self.check_button, "link")
        self.check_button.clicked.connect(self._on_check_clicked)
        line = row(self.check_label, self.check_button, 1)
        line.setContentsMargins(grid(1.25), 0, grid(1), 0)
        card.add(line)
        return card

    def _detail_card(self) -> Card:
        self.detail_card = Card("Column")
        self.why_label = label("", "muted", wrap=True)
        self.detail_card.add(self.why_label)
        self.note_label = label("", "text", wrap=True)
        self.detail_card.add(self.note_label)
        self.examples_title = label("How values are compared", "header")
        self.detail_card.add(self.examples_title)
        lines = QGridLayout()
        lines.setHorizontalSpacing(grid(1))
        lines.setVerticalSpacing(grid(0.5))
        lines.setColumnStretch(2, 1)
        self.example_labels: list[tuple[QLabel, QLabel, QLabel]] = []
        for number in range(EXAMPLES):
            parts = (label(""), QLabel(), label("", "muted"))
            for place, part in enumerate(parts):
                lines.addWidget(part, number, place)
            self.example_labels.append(parts)
        self.detail_card.add(lines)
        self.detail_card.body.addStretch(1)
        return self.detail_card

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
        unsure = sum(
            not self.roles_model.is_sure(i) and self.roles_model.output(i).role is not Role.KEEP
            for i in range(len(names))
        )
        look = f" · {unsure} to check" if unsure else ""
        self.count_label.setText(f"{compared} of {len(names)} compared{look}")
        chosen = names.index(self._chosen) if self._chosen in names else 0
        self.roles_table.selectRow(self.roles_model.view_row(chosen))
        self._show_detail()
        self._show_check()
        self.missing_model.show_missing(self._current_cleaned(), project.settings)
        self._show_missing_note()
        self.roles_table.setEnabled(True)

    def _show_detail(self) -> None:
        source = self.chosen_row
        if source < 0:
            return
        output = self.roles_model.output(source)
        self._chosen = output.name
        self.detail_card.set_title(f"{output.name} · {LABELS[output.role]}")
        self.why_label.setText(self.roles_model.why(source))
        note, kind = "", "text"
        if output.role is Role.CHECK:
            note = CHECK_WORDS
        elif output.role is Role.KEEP:
            note = "Not compared; it travels to the merged record and the export."
        elif not self.roles_model.is_sure(source):
            note, kind = "Please check the role: click it in the table to change it.", "warning"
        elif not self.roles_model.share_filled(source):
            note, kind = "It is empty in all rows and will not count.", "warning"
        self.note_label.setText(note)
        self.note_label.setVisible(bool(note))
        set_kind(self.note_label, kind)
        self._show_examples(output)

    def _show_examples(self, output: OutputColumn) -> None:
        examples = self._examples.get(output.name, ())
        compared = output.role not in NOT_COMPARED
        self.examples_title.setVisible(compared and bool(examples))
        for number, (value, arrow, text) in enumerate(self.example_labels):
            shown = compared and number < len(examples)
            for part in (value, arrow, text):
                part.setVisible(shown)
            if shown:
                metrics = value.fontMetrics()
                room = line_height() * 16
                value.setText(metrics.elidedText(examples[number][0], Qt.TextElideMode.ElideRight, room))
                value.setToolTip(examples[number][0])
                arrow.setPixmap(pixmap("skip", "muted", max(line_height() - 3, 11)))
                text.setText(examples[number][1])
                text.setAccessibleName(f"{examples[number][0]} is compared as {examples[number][1]}")
                set_kind(text, "muted" if examples[number][1] == MISSING else "strong")

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
        offers = self.check_candidates()
        self._check_offer = offers[0] if offers else ""
        words = "No check column: how many matches are right will not be estimated."
        self.check_label.setText(words if not offers else f"{words} A good one:")
        self.check_button.setText(f"Use “{self._check_offer}”")
        self.check_button.setVisible(bool(offers))

    _check_offer = ""

    def check_candidates(self) -> list[str]:
        """Output columns that would be good check columns: dates or numbers, half filled, many values, not compared."""
        good = []
        for source, output in enumerate(self._outputs()):
            texts = [text for one in self.roles_model.found(source) for text in one.examples]
            rank = 0 if all(map(DATE_LIKE.search, texts)) else 1 if all(map(NUMBER_LIKE.fullmatch, texts)) else 2
            usable = bool(texts) and rank < 2 and (output.role in DATES or output.role is Role.KEEP)
            if usable and self.roles_model.share_filled(source) >= 0.5 and self.roles_model.distinct(source) >= 20:
                good.append((rank, output.name))
        return [name for _rank, name in sorted(good)]

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
        if index.column() == 0:
            self._on_row_activated(index)

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
        widths = {"role": 8, "sure": 6, "filled": 4, "distinct": 5}
        for number, column in enumerate(self.roles_model.columns):
            wide = 7 if column.name.startswith(HEADING) else widths.get(column.name, 0)
            if wide:
                self.roles_table.setColumnWidth(number, round(wide * unit))
        for number, units in enumerate((12, 8, 5)):
            self.missing_table.setColumnWidth(number, units * unit)

    def _renew_sizes(self) -> None:
        for table in (self.roles_table, self.missing_table):
            renew_row_height(table)
        self.roles_table.setMinimumHeight(row_height() * 6)
        self.missing_table.setMinimumHeight(row_height() * 3)
        self.below.setMinimumHeight(line_height() * 12)
        self._fit_columns()

    # --- Qt --------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "next_button"):
            self._renew_sizes()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "next_button"):
            self._show_detail()
        super().changeEvent(event)
