"""UI: step 2: what each column means, how its values are compared, the check column, and what counts as missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, Qt, Slot
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from entityres.records.roles import NOT_COMPARED
from entityres.session.directions import isolated
from entityres.session.stages import Change, Step
from entityres.ui.column_studies import ColumnStudies
from entityres.ui.date_question import DateQuestion
from entityres.ui.models.check_offer import check_candidates
from entityres.ui.models.column_notes import column_notes
from entityres.ui.role_choices import RoleChoices
from entityres.ui.theme import grid
from entityres.ui.widgets.card import PageTitle, label, page_layout, row
from entityres.ui.widgets.card_grid import CardGrid
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.column_card import ColumnCard
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.flow import FlowRow
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.missing_card import MissingCard
from entityres.ui.widgets.profile_card import ProfileCard
from entityres.ui.widgets.roles_card import RolesCard
from entityres.ui.widgets.scroll_body import ScrollBody
from entityres.ui.widgets.worth_knowing import WorthKnowingCard

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.records.fields import OutputColumn
    from entityres.ui.services import WindowServices

CARD_LETTERS = 44


class ColumnsPage(QWidget):
    """The roles table above; below, the chosen column in detail and the values that count as missing."""

    title = "Columns"

    def __init__(self, window: WindowServices, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._window = window
        self.choices = RoleChoices(window, self)
        self.studies = ColumnStudies(window, self)
        self._dates = DateQuestion(window, self._show_column, self)
        self._profile_list = -1
        self._chosen = ""
        self._stale = True
        self._stack = QStackedWidget(self)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.empty = EmptyState("Load a list first", "Its columns are shown here.", "Go to Load", icon_name="columns")
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self._full_page())
        self._connect()
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
        has_lists = bool(self._window.project.lists)
        self._stack.setCurrentIndex(1 if has_lists else 0)
        if not has_lists or not self._stale:
            return
        self._stale = False
        self._show_columns()
        self.studies.ask_for_examples()
        self._dates.look()
        self.studies.ask_for_cleaned()

    # --- building --------------------------------------------------------------------------------------------------

    def _full_page(self) -> QWidget:
        page = QWidget()
        layout = page_layout(page)
        self.count_label = label("", "muted")
        self.open_chip = Chip("Please confirm", checkable=True)
        self.open_chip.setObjectName("openFilter")
        self.open_chip.setToolTip("Show only columns whose role a person should confirm")
        words = label("what each means, and how it is compared", "muted")
        layout.addWidget(FlowRow(PageTitle("Columns"), words, self.open_chip, self.count_label, spacing=1.5))
        body = ScrollBody("Columns, their roles and missing values")
        self.roles = RolesCard()
        body.column.addWidget(self.roles)
        self.column_card, self.profile_card, self.missing = ColumnCard(), ProfileCard(), MissingCard()
        self.known = WorthKnowingCard()
        beside = QWidget()
        parts = QVBoxLayout(beside)
        parts.setContentsMargins(0, 0, 0, 0)
        parts.setSpacing(grid(1.5))
        parts.addWidget(self.known)
        parts.addWidget(self.missing, 1)
        self.cards = CardGrid((self.column_card, self.profile_card, beside), CARD_LETTERS)
        body.column.addWidget(self.cards, 1)
        layout.addWidget(body, 1)
        self.next_button = KeyButton("Next: Match", icon_name="skip", primary=True)
        self.next_button.setObjectName("nextButton")
        layout.addLayout(row(1, self.next_button))
        return page

    def _connect(self) -> None:
        queued = Qt.ConnectionType.QueuedConnection  # what is pressed goes away with the change
        self.empty.button_pressed.connect(self._on_empty_pressed)
        self.open_chip.toggled.connect(self._on_open_filter_toggled)
        self.roles.row_chosen.connect(self._show_detail)
        self.roles.role_chosen.connect(self.choices.choose_role)
        self.roles.confirmed.connect(self.choices.confirm)
        self.roles.column_dropped.connect(self.choices.line_up)
        self.roles.several_kept.connect(self.choices.keep_several, queued)
        self.roles.several_confirmed.connect(self.choices.confirm_several, queued)
        self.roles.check.column_wanted.connect(self.choices.check_by)
        self.column_card.notes.button_pressed.connect(self._on_note_pressed, queued)
        self.column_card.heading_chosen.connect(self._on_heading_chosen, queued)
        self.profile_card.list_chosen.connect(self._on_profile_list_chosen)
        self.profile_card.missing_wanted.connect(self._on_missing_wanted)
        self.missing.switch_turned.connect(self._on_switch_turned)
        self.studies.examples_made.connect(self._show_detail)
        self.studies.profile_made.connect(self._show_profile)
        self.studies.cleaned_made.connect(self._show_missing)
        self._dates.dates_found.connect(self._show_detail)
        self.next_button.clicked.connect(self._on_next_clicked)

    # --- showing ---------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> OutputColumn | None:
        """The chosen column."""
        source = self.roles.chosen_row
        return self.roles.model.output(source) if source >= 0 else None

    def _show_columns(self) -> None:
        project = self._window.project
        self.roles.show_columns(project.lists, project.columns, editable=not project.read_only)
        outputs = self.choices.outputs
        names = [one.name for one in outputs]
        self._show_open_filter()
        compared = sum(one.role not in NOT_COMPARED for one in outputs)
        self.count_label.setText(f"{compared} of {len(names)} compared")
        self.roles.choose(names.index(self._chosen) if self._chosen in names else 0)
        self.roles.fit(self.width(), self.height())
        self._show_detail()
        self._show_check()
        self._show_missing()

    def _show_open_filter(self) -> None:
        """How many roles are to be confirmed; without any the filter goes."""
        model = self.roles.model
        unsure = sum(model.is_open(i) for i in range(model.n_source))
        self.open_chip.set_words(f"Please confirm {unsure}")
        self.open_chip.setVisible(unsure > 0)
        if not unsure and self.open_chip.isChecked():
            self.open_chip.setChecked(False)
        model.show_only_open(self.open_chip.isChecked())

    @Slot()
    def _show_detail(self) -> None:
        source, output = self.roles.chosen_row, self.chosen
        if output is None or self._stale:
            return
        project, model = self._window.project, self.roles.model
        if output.name != self._chosen:
            self._profile_list = -1
        self._chosen = output.name
        names = [one.name for one in project.lists]
        self.column_card.set_title(f"{isolated(output.name)} · {output.label}")
        self.column_card.why_label.setText(model.why(source))
        notes = column_notes(model, source, names, self._dates.found, project.settings.date_orders)
        self.column_card.notes.show_notes(notes, enabled=not project.read_only)
        headings = [one.columns for one in project.lists]
        self.column_card.show_headings(names, headings, output.columns, enabled=not project.read_only)
        compared = output.role not in NOT_COMPARED
        self.column_card.show_examples(self.studies.examples.get(output.name, ()) if compared else ())
        self._show_profile()

    @Slot()
    def _show_profile(self) -> None:
        """The profile of the chosen column in one list."""
        project, output = self._window.project, self.chosen
        if output is None or self._stale:  # what the table shows may be of lists that are gone
            return
        having = [number for number, heading in enumerate(output.columns) if heading is not None]
        if self._profile_list not in having:
            self._profile_list = having[0]
        number = self._profile_list
        heading = output.columns[number]
        assert heading is not None
        self.profile_card.show_lists(having, [project.lists[i].name for i in having], number)
        may_count = output.role not in NOT_COMPARED and not project.read_only
        self.profile_card.show_profile(self.studies.profile(project.lists[number], heading), may_count)

    def _show_check(self) -> None:
        check = self.choices.check
        offers = check_candidates(self.roles.model) if check is None else []
        self.roles.check.show_check(check.name if check is not None else "", offers[0] if offers else "")

    @Slot()
    def _show_missing(self) -> None:
        cleaned = self.studies.cleaned
        self.known.show_sentences(() if cleaned is None else cleaned.warnings)
        self.missing.show_missing(cleaned, self._window.project.settings)

    def _show_column(self, name: str) -> None:
        """Choose the row of an output column."""
        names = [one.name for one in self.choices.outputs]
        if name in names:
            self.open_chip.setChecked(False)
            self.roles.choose(names.index(name))
            self.roles.table.setFocus()

    # --- what a person does ----------------------------------------------------------------------------------------

    @Slot(bool)
    def _on_open_filter_toggled(self, _on: bool) -> None:
        self._show_open_filter()
        if self.chosen is None and self.roles.model.rowCount():
            self.roles.table.selectRow(0)
        self.roles.fit(self.width(), self.height())

    @Slot(str, int)
    def _on_note_pressed(self, does: str, number: int) -> None:
        if self.chosen is not None:
            self.choices.follow(does, number, self.chosen)

    @Slot(int, str)
    def _on_heading_chosen(self, number: int, heading: str) -> None:
        if self.chosen is not None:
            self.choices.line_up(number, heading, self.chosen)

    @Slot(int)
    def _on_profile_list_chosen(self, number: int) -> None:
        self._profile_list = number
        self._show_profile()

    @Slot(str)
    def _on_missing_wanted(self, text: str) -> None:
        self._on_switch_turned(self._chosen, text, True)

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

    def _renew_sizes(self) -> None:
        for card in (self.roles, self.missing, self.profile_card):
            card.renew_sizes()
        self.cards.arrange()
        self.roles.fit(self.width(), self.height())

    # --- Qt --------------------------------------------------------------------------------------------------------

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange and hasattr(self, "next_button"):
            self._renew_sizes()
        elif event.type() == QEvent.Type.PaletteChange and hasattr(self, "next_button"):
            self._show_detail()
        super().changeEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.roles.fit(self.width(), self.height())
