"""Chips, buttons with keys, choices side by side, step list, progress, empty state: by mouse, by key, for a screen reader."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLineEdit, QTableView, QWidget

from entityres.progress import Progress
from entityres.ui import theme
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.qt import SPOKEN
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.cell_delegates import ChipDelegate, StateDelegate, set_up_table
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.empty_state import EmptyState
from entityres.ui.widgets.form_row import FormRows
from entityres.ui.widgets.key_button import KeyButton
from entityres.ui.widgets.progress_strip import ProgressStrip
from entityres.ui.widgets.segmented_control import SegmentedControl
from entityres.ui.widgets.step_list import StepEntry, StepList


@pytest.fixture
def shown(qtbot):
    def show(widget):
        qtbot.addWidget(widget)
        widget.show()
        return widget

    return show


def picture(widget):
    return widget.grab().toImage()


def test_a_chip_is_filled_only_when_it_is_chosen(qtbot, shown):
    chip = shown(Chip("same phone", checkable=True))
    before = picture(chip)
    qtbot.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.isChecked()
    assert picture(chip) != before
    chip.set_words("same phone 40")
    assert chip.accessibleName() == "same phone 40"


def test_a_chip_that_shows_a_fact_is_not_reached(shown):
    chip = shown(Chip("phone", icon_name="phone", fact=True))
    assert chip.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert chip.sizeHint().width() > Chip("phone").sizeHint().width()


def test_choices_by_mouse_and_arrow_keys(qtbot, shown):
    control = shown(SegmentedControl(["Pairs", "Groups", "Sample check"], "What to show"))
    with qtbot.waitSignal(control.choice_changed) as told:
        qtbot.mouseClick(control.chip(1), Qt.MouseButton.LeftButton)
    assert told.args == [1]
    qtbot.keyClick(control, Qt.Key.Key_Right)
    assert control.choice == 2
    qtbot.keyClick(control, Qt.Key.Key_Right)
    assert control.choice == 2
    with qtbot.assertNotEmitted(control.choice_changed):
        control.set_choice(0)
    control.set_words(0, "Pairs 316")
    assert control.chip(0).text() == "Pairs 316"


def test_a_key_button_follows_its_action(qtbot, shown):
    owner = shown(QWidget())
    action = QAction("&Match", owner)
    action.setIconText("Match")
    action.setShortcut(QKeySequence("A"))
    button = KeyButton.for_action(action, owner, primary=True)
    assert button.words == "Match"
    assert button.toolTip() == "Match (A)"
    with qtbot.waitSignal(action.triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    action.setEnabled(False)
    action.setShortcut(QKeySequence("Y"))
    assert not button.isEnabled()
    assert button.toolTip() == "Match (Y)"


def test_a_key_button_has_room_for_its_words(shown):
    button = KeyButton("Undo accept “Ana Ruiz”", "Ctrl+Z", icon_name="undo")
    short = KeyButton("Undo")
    assert shown(button).sizeHint().width() > shown(short).sizeHint().width() + 100
    assert button.sizeHint().height() >= 30


def test_a_card_has_its_title_as_name(shown):
    card = shown(Card("How to read it"))
    assert card.accessibleName() == "How to read it"
    card.set_title("Other")
    assert card.title_label.text() == "Other"
    assert picture(card) != picture(shown(Card("Other", surface="warning_card")))


def test_form_labels_name_their_controls(shown):
    form, edit = FormRows(), QLineEdit()
    label = form.add_row("&Encoding", edit, "As in the file.")
    shown(form)
    assert edit.accessibleName() == "Encoding"
    assert edit.accessibleDescription() == "As in the file."
    assert label.buddy() is edit


def test_an_empty_state_has_one_button_to_three(qtbot, shown):
    empty = shown(EmptyState("No lists yet", "Drop CSV files here.", "Open CSV…", icon_name="open"))
    assert not empty.second_button.isVisible()
    with qtbot.waitSignal(empty.button_pressed):
        qtbot.mouseClick(empty.button, Qt.MouseButton.LeftButton)
    empty.set_words("Review finished", "", "Go to Merge", "Look at unsure")
    assert empty.title_label.text() == "Review finished"
    assert not empty.sentence_label.isVisible()
    with qtbot.waitSignal(empty.second_pressed):
        qtbot.mouseClick(empty.second_button, Qt.MouseButton.LeftButton)
    assert not empty.third_button.isVisible()
    empty.set_words("Review finished", "", "Look at unsure", "Check a sample", "Go to Merge")
    with qtbot.waitSignal(empty.chosen) as told:
        qtbot.mouseClick(empty.third_button, Qt.MouseButton.LeftButton)
    assert told.args == ["Go to Merge"]


def test_progress_says_where_the_work_is(qtbot, shown):
    strip, progress = ProgressStrip(), Progress()
    qtbot.addWidget(strip)
    assert strip.isHidden()
    strip.show_job("Finding matches")
    progress.begin("Scoring pairs", 200)
    progress.done = 50
    strip.show_progress(progress)
    assert strip.words.text().startswith("Scoring pairs 25\u00a0%")
    assert strip.bar.value() == 250
    progress.begin("Grouping")
    strip.show_progress(progress)
    assert strip.bar.maximum() == 0
    with qtbot.waitSignal(strip.stop_pressed):
        qtbot.mouseClick(strip.stop_button, Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(strip.stop_pressed):
        qtbot.keyClick(strip, Qt.Key.Key_Escape)
    strip.show_stopping()
    assert not strip.stop_button.isEnabled()
    strip.show_end()
    assert strip.isHidden()


@pytest.fixture
def steps(shown):
    made = StepList(["Load", "Columns", "Match"])
    made.resize(200, 300)
    return shown(made)


def click_row(qtbot, steps, row):
    at = steps.visualItemRect(steps.item(row)).center()
    qtbot.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=at)


def test_steps_are_chosen_by_mouse_and_key_but_not_by_focus(qtbot, steps):
    with qtbot.assertNotEmitted(steps.step_chosen):
        steps.setFocus()
    with qtbot.waitSignal(steps.step_chosen) as told:
        click_row(qtbot, steps, 1)
    assert told.args == [2]
    with qtbot.waitSignal(steps.step_chosen) as told:
        qtbot.keyClick(steps, Qt.Key.Key_Down)
    assert told.args == [3]
    with qtbot.waitSignal(steps.step_chosen) as told:
        qtbot.keyClick(steps, Qt.Key.Key_Return)
    assert told.args == [3]


def test_a_step_says_its_state_in_words(steps):
    steps.set_entry(StepEntry(1, "Load", "2 lists · 10,000 rows", "ready"))
    steps.set_entry(StepEntry(2, "Columns", "9 of 11", "out of date", "The phone role changed."))
    assert steps.item(0).data(SPOKEN) == "Load, 2 lists · 10,000 rows, ready"
    assert steps.item(1).data(SPOKEN) == "Columns, 9 of 11, Out of date"
    assert "The phone role changed." in steps.item(1).toolTip()
    assert steps.entry(2).state == "out of date"


def test_each_state_looks_different_without_colour(steps):
    seen = []
    for state in ("empty", "ready", "working", "out of date", "problem"):
        steps.set_entry(StepEntry(1, "Load", "2 lists", state))
        seen.append(picture(steps).convertToFormat(picture(steps).Format.Format_Grayscale8))
    assert all(one != other for i, one in enumerate(seen) for other in seen[i + 1 :])


def test_the_narrow_list_is_narrower(steps):
    wide = steps.width()
    steps.set_narrow(True)
    assert steps.narrow
    assert steps.width() < wide / 2


class States(ArrayTableModel):
    def __init__(self):
        super().__init__((TableColumn("state", "State"), TableColumn("why", "Why compared")))
        self.words, self.facts = "Match", ("phone|phone", "similar|similar", "mail|e-mail")
        self.reset_rows(1)

    def text(self, source, column):
        return self.words if column == "state" else ""

    def tone(self, source, column):
        return "match"

    def icon_name(self, source, column):
        return "match"

    def chips(self, source, column):
        return self.facts if column == "why" else ()


@pytest.mark.parametrize("name", ["light", "dark"])
def test_delegates_paint_states_and_chips(qtbot, shown, name):
    appearance = theme.Appearance()
    appearance.choose(name)
    table, model = QTableView(), States()
    set_up_table(table, "Pairs")
    table.setModel(model)
    table.setItemDelegateForColumn(0, StateDelegate(table))
    table.setItemDelegateForColumn(1, ChipDelegate(table))
    table.resize(500, 120)
    shown(table)
    with_three = picture(table)
    model.facts = ("phone|phone",)
    model.rows_changed()
    with_one = picture(table)
    assert with_one != with_three
    model.words = "Not a match"
    model.rows_changed()
    assert picture(table) != with_one
    table.setColumnWidth(1, 60)
    model.facts = ("phone|phone", "similar|similar")
    model.rows_changed()
    assert not picture(table).isNull()
    assert table.sizeHintForColumn(1) > table.sizeHintForColumn(0) > 0
    appearance.choose("light")


def test_a_line_with_little_room_is_said_shorter(qapp):
    from entityres.ui.widgets.elided import ElidedLabel

    label = ElidedLabel()
    label.show_words("Settings changed. The keys are others. Estimate: 2,957 pairs", "Estimate: 2,957 pairs")
    label.resize(900, 20)
    assert label.shown == label.text() == label.toolTip()
    label.resize(label.fontMetrics().horizontalAdvance("Estimate: 2,957 pairs") + 4, 20)
    assert label.shown == "Estimate: 2,957 pairs"
    label.resize(60, 20)
    assert label.shown.endswith("…")
    assert "Estimate: 2,957 pairs".startswith(label.shown[:-1])
