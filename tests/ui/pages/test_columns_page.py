"""The Columns page: roles by mouse and key, why, examples, the check column, and what counts as missing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtWidgets import QComboBox

from entityres.records.roles import Role
from entityres.session.stages import Step
from entityres.ui.models.check_offer import CHECK_WARNING
from entityres.ui.models.missing_table import MissingTableModel
from entityres.ui.models.roles_table import RolesTableModel
from entityres.ui.qt import CHECK, CHECKED, SPOKEN, TOOLTIP, UNCHECKED
from tests.helpers.columns_page import outputs, row_of
from tests.helpers.mouse import click_cell


@pytest.fixture
def page(window, crm, shop):
    window.add_files([crm, shop])
    window.go_to(Step.COLUMNS)
    return window.pages[Step.COLUMNS]


def test_each_column_has_role_headings_and_figures(window, page):
    model = page.roles.model
    row = row_of(page, "street")
    words = [model.index(row, column).data() for column in range(model.columnCount())]
    assert words[0] == "Street"
    assert words[2:4] == ["street", "strasse"]
    assert words[4] == "100\u00a0%"
    assert words[6] == "3762 Gray Street"
    headings = [model.headerData(column, Qt.Orientation.Horizontal) for column in (2, 3)]
    assert headings == ["● crm", "▲ shop"]
    email = row_of(page, "email")
    assert model.index(email, 3).data() == "–"
    assert model.index(row, 0).data(TOOLTIP)
    assert model.index(row, 0).data(SPOKEN).startswith("street: use as Street")


def test_roles_of_the_lists_are_found(window, page):
    found = outputs(window)
    assert found["first_name"] is Role.GIVEN_NAME
    assert found["last_name"] is Role.FAMILY_NAME
    assert found["zip"] is Role.POSTCODE
    assert found["phone"] is Role.PHONE
    assert found["email"] is Role.EMAIL


def test_a_role_is_chosen_for_all_lists_in_one_step(qtbot, window, page):
    page.choices.choose_role(page.roles.model.output(row_of(page, "zip")), Role.CATEGORY)
    assert window.project.settings.roles == {"crm:zip": Role.CATEGORY, "shop:plz": Role.CATEGORY}
    window.actions["undo"].trigger()
    assert window.project.settings.roles == {}
    assert page.roles.model.index(row_of(page, "zip"), 0).data() == "Postcode"


@pytest.mark.parametrize("how", ["mouse", "key"])
def test_a_role_is_chosen_in_its_cell(qtbot, window, page, how):
    row = row_of(page, "email")
    if how == "mouse":
        click_cell(page.roles.table, row, 0)
    else:
        page.roles.table.setCurrentIndex(page.roles.model.index(row, 4))
        qtbot.keyClick(page.roles.table, Qt.Key.Key_Return)
    box = page.roles.table.findChild(QComboBox, "roleBox")
    assert box.accessibleName() == "Use as"
    assert box.currentText() == "E-mail"
    qtbot.waitUntil(box.view().isVisible)
    qtbot.keyClick(box.view(), Qt.Key.Key_Down)
    with qtbot.waitSignal(page.roles.model.role_chosen):
        qtbot.keyClick(box.view(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: outputs(window)["email"] is Role.BIRTH_DATE)
    assert window.project.undo_text == "Undo change of role of “email”"


def test_the_detail_says_why_and_how_values_are_compared(qtbot, window, page):
    click_cell(page.roles.table, row_of(page, "street"), 2)
    assert page.column_card.title_label.text() == "street · Street"
    assert page.column_card.why_label.text()
    shown = [
        (value.text(), text.text()) for value, _arrow, text in page.column_card.example_labels if value.isVisible()
    ]
    assert ("3762 Gray Street", "3762 gray street") in shown or any(
        value == "3762 Gray Street" and text != value for value, text in shown
    )
    page.choices.choose_role(page.roles.model.output(row_of(page, "street")), Role.KEEP)
    assert "Not compared" in page.column_card.notes.words
    assert not any(value.isVisible() for value, _arrow, _text in page.column_card.example_labels)


def test_how_a_full_name_is_compared_is_read_to_its_end(qtbot, window, tmp_path):
    place = tmp_path / "names.csv"
    place.write_text("name\nAnna Schmidt\nBernd Meyer\n", encoding="utf-8")
    window.add_files([str(place)])
    window.go_to(Step.COLUMNS)
    shown = [text.text() for _value, _arrow, text in window.pages[Step.COLUMNS].column_card.example_labels]
    assert "first name anna · last name schmidt" in [words.replace("\n", " ") for words in shown]


def test_a_good_check_column_is_offered_explained_and_guarded(qtbot, window, tmp_path):
    days = [f"{1 + i % 12:02d}-{1 + i % 28:02d}" for i in range(60)]
    rows = "\n".join(f"Ana {i},Ruiz,{i} Oak Rd,2019-{day},2020-{day}" for i, day in enumerate(days))
    path = tmp_path / "many.csv"
    path.write_text(f"first_name,last_name,street,arrival,created\n{rows}\n")
    window.add_files([str(path)])
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    assert page.roles.check.button.text() == "Use “created”"
    qtbot.mouseClick(page.roles.check.button, Qt.MouseButton.LeftButton)
    assert outputs(window)["created"] is Role.CHECK
    assert window.project.settings.check == "created"
    page.roles.table.selectRow(row_of(page, "created"))
    assert "Not used for matching" in page.column_card.notes.words
    page.choices.choose_role(page.roles.model.output(row_of(page, "created")), Role.DATE)
    assert window.project.settings.check is None
    assert window.messages.said[-1].text == CHECK_WARNING
    window.messages.said[-1].buttons[0].pressed()
    assert outputs(window)["created"] is Role.CHECK
    assert "check column" not in window.message_bar.topics
    qtbot.mouseClick(page.roles.check.button, Qt.MouseButton.LeftButton)
    assert outputs(window)["created"] is Role.KEEP


def test_values_that_count_as_missing_can_be_switched(qtbot, window, page):
    model = page.missing.model
    found = [(model.index(row, 0).data(), model.index(row, 1).data()) for row in range(model.rowCount())]
    assert ("n/a", "email") in found
    row = found.index(("n/a", "email"))
    assert model.index(row, 0).data(CHECK) == CHECKED
    page.missing.table.scrollTo(model.index(row, 0))
    with qtbot.waitSignal(model.switch_turned):
        model.setData(model.index(row, 0), UNCHECKED.value, CHECK)
    qtbot.waitUntil(lambda: ("email", "n/a") in window.project.settings.not_placeholders)
    texts = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert model.index(texts.index("n/a"), 0).data(CHECK) == UNCHECKED
    window.actions["undo"].trigger()
    assert window.project.settings.not_placeholders == ()


def test_the_page_keeps_the_chosen_column_when_roles_change(window, page):
    page.roles.table.selectRow(row_of(page, "phone"))
    page.choices.choose_role(page.roles.model.output(row_of(page, "zip")), Role.KEEP)
    assert page.column_card.title_label.text() == "phone · Phone"
    assert page.roles.model.index(page.roles.chosen_row, 2).data() == "phone"


def test_a_hidden_page_waits_until_it_is_shown(window, page, tmp_path):
    window.go_to(Step.LOAD)
    window.change(window.project.set_role, 0, "zip", Role.KEEP)
    assert page.roles.model.index(row_of(page, "zip"), 0).data() == "Postcode"
    window.go_to(Step.COLUMNS)
    assert page.roles.model.index(row_of(page, "zip"), 0).data() == "Keep only"


def test_the_empty_page_leads_to_load(qtbot, window):
    window.go_to(Step.COLUMNS)
    qtbot.mouseClick(window.pages[Step.COLUMNS].empty.button, Qt.MouseButton.LeftButton)
    assert window.step is Step.LOAD


def test_next_goes_to_match(qtbot, window, page):
    qtbot.mouseClick(page.next_button, Qt.MouseButton.LeftButton)
    assert window.step is Step.MATCH


def test_models_follow_the_rules(qtmodeltester, window, page):
    roles, missing = RolesTableModel(), MissingTableModel()
    roles.show_columns(window.project.lists, window.project.columns)
    missing.show_missing(window.project.prepared.cleaned, window.project.settings)
    qtmodeltester.check(roles)
    qtmodeltester.check(missing)
    roles.sort(roles.column_number("distinct"))
    assert roles.rowCount(QModelIndex()) == len(window.project.columns.output)
    roles.show_columns((), None)
    assert roles.rowCount() == 0
