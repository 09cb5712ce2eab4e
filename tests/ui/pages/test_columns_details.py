"""The Columns page in detail: confirming roles, the filter, the profile, day and month, lining up by hand."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QApplication

from entityres.records.profile import Counted
from entityres.records.roles import Role
from entityres.session.stages import Step
from entityres.ui.models.profile_table import ProfileTableModel, share_words
from entityres.ui.qt import SPOKEN
from entityres.ui.widgets.worth_knowing import MOST, WorthKnowingCard
from tests.helpers.columns_page import outputs, row_of
from tests.helpers.mouse import click_cell, press


@pytest.fixture
def page(window, crm, shop):
    window.add_files([crm, shop])
    window.go_to(Step.COLUMNS)
    return window.pages[Step.COLUMNS]


@pytest.fixture
def open_page(window, tmp_path, monkeypatch):
    """A page on which one role is not sure."""
    from dataclasses import replace

    from entityres.session.project import Project

    find = Project._found_roles

    def unsure(self, record_list):
        return tuple(replace(one, sure=one.column != "code") for one in find(self, record_list))

    monkeypatch.setattr(Project, "_found_roles", unsure)
    path = tmp_path / "list.csv"
    path.write_text("name,code,zip\n" + "".join(f"Ana {n},K{n % 5},0{n}067\n" for n in range(9)))
    window.add_files([str(path)])
    window.change(window.project.set_role, 0, "zip", Role.POSTCODE)
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    if outputs(window)["code"] is Role.KEEP:
        pytest.fail("The column should be compared.")
    return page


@pytest.mark.parametrize("how", ["cell", "button"])
def test_an_unsure_role_is_confirmed(qtbot, window, open_page, how):
    page = open_page
    row = row_of(page, "code")
    assert page.roles.model.index(row, 1).data() == "confirm?"
    assert page.open_chip.isVisible()
    assert page.open_chip.text() == "Please confirm 1"
    if how == "cell":
        click_cell(page.roles.table, row, 1)
    else:
        page.roles.table.selectRow(row)
        press(page.column_card.notes.button("Confirm"))
    qtbot.waitUntil(lambda: page.roles.model.index(row_of(page, "code"), 1).data() == "you chose")
    assert not page.open_chip.isVisible()
    assert "list:code" in window.project.settings.roles
    window.actions["undo"].trigger()
    assert page.open_chip.isVisible()


def test_a_column_that_nobody_understood_is_asked_about_like_any_other(qtbot, window, tmp_path):
    path = tmp_path / "telugu.csv"
    path.write_text("పేరు,ఊరు\n" + "రవి,గుంటూరు\nసీత,గుంటూరు\nరవి,గుంటూరు\n" * 9, encoding="utf-8")
    window.add_files([str(path)])
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    row = row_of(page, "ఊరు")
    assert outputs(window)["ఊరు"] is Role.KEEP
    assert page.roles.model.index(row, 1).data() == "confirm?"
    assert page.roles.model.icon_name(page.roles.model.source_row(row), "sure") == "unsure"
    before = page.open_chip.text()
    page.roles.table.selectRow(row)
    press(page.column_card.notes.button("Confirm"))
    qtbot.waitUntil(lambda: not page.roles.model.index(row_of(page, "ఊరు"), 1).data())
    assert page.open_chip.text() != before
    assert window.project.settings.roles["telugu:ఊరు"] is Role.KEEP


def test_the_filter_shows_only_what_is_to_be_confirmed(qtbot, window, open_page):
    page = open_page
    press(page.open_chip)
    assert page.roles.model.rowCount(QModelIndex()) == 1
    assert page.column_card.title_label.text().startswith("code · ")
    press(page.open_chip)
    assert page.roles.model.rowCount(QModelIndex()) == 3


def test_the_profile_says_what_is_in_a_column(qtbot, window, page):
    page.roles.table.selectRow(row_of(page, "zip"))
    card = page.profile_card
    assert card.summary.text() == "100\u00a0% filled · 3 distinct · 5 letters"
    assert [card.model.index(0, column).data() for column in range(3)] == ["01067", "50\u00a0%", "2"]
    assert card.model.share_of(0) == 0.5
    assert card.model.index(0, 0).data(SPOKEN) == "01067: 2 records, 50\u00a0%"
    press(card.kind.chip(1))
    assert card.model.index(0, 0).data() == "99999"
    assert not card.missing_button.isVisible()
    press(card.list_choice.chip(1))
    assert card.summary.text() == "100\u00a0% filled · 1 distinct · 5 letters"


def test_a_common_value_is_counted_as_missing(qtbot, window, page):
    page.roles.table.selectRow(row_of(page, "zip"))
    click_cell(page.profile_card.table, 0, 0)
    assert page.profile_card.missing_button.text() == "Count “01067” as missing"
    press(page.profile_card.missing_button)
    assert window.project.settings.placeholders == (("zip", "01067"),)
    texts = [page.missing.model.index(row, 0).data() for row in range(page.missing.model.rowCount())]
    assert "01067" in texts


@pytest.fixture
def dates(window, tmp_path):
    path = tmp_path / "dates.csv"
    rows = "".join(f"Ana {n},0{n % 9 + 1}/0{n % 7 + 1}/19{60 + n}\n" for n in range(20))
    path.write_text(f"name,birth_date\n{rows}Bob,1978-03-12\n")
    window.add_files([str(path)])
    window.go_to(Step.COLUMNS)
    return window.pages[Step.COLUMNS]


@pytest.mark.parametrize(("button", "said"), [("Day first", "day"), ("Month first", "month")])
def test_day_or_month_is_asked_in_the_message(window, dates, button, said):
    message = next(one for one in window.messages.said if one.topic == "dates")
    assert message.text == "‘birth_date’ mixes 08/01/1967 and 1978-03-12. Day first or month first?"
    next(one for one in message.buttons if one.text == "Show examples").pressed()
    assert dates.column_card.title_label.text() == "birth_date · Birth date"
    next(one for one in message.buttons if one.text == button).pressed()
    assert window.project.settings.date_orders == {"birth_date": said}
    assert "dates" not in window.message_bar.topics
    assert dates.column_card.notes.words == f"Its dates are read with the {said} first."


def test_day_or_month_is_changed_beside_the_column(qtbot, window, dates):
    dates.roles.table.selectRow(row_of(dates, "birth_date"))
    press(dates.column_card.notes.button("Month first"))
    qtbot.waitUntil(lambda: window.project.settings.date_orders == {"birth_date": "month"})
    press(dates.column_card.notes.button("Day first"))
    qtbot.waitUntil(lambda: window.project.settings.date_orders == {"birth_date": "day"})


def test_an_empty_column_of_one_list_can_be_unmapped(qtbot, window, tmp_path, crm):
    path = tmp_path / "web.csv"
    path.write_text("first_name,last_name,zip\nAna,Ruiz,\nBob,Gould,\n")
    window.add_files([crm, str(path)])
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    page.roles.table.selectRow(row_of(page, "zip"))
    assert page.column_card.notes.words == "‘zip’ is empty in all rows of web; postcode will not count there."
    press(page.column_card.notes.button("Unmap"))
    qtbot.waitUntil(lambda: window.project.settings.roles == {"web:zip": Role.KEEP})
    rows = {one.columns: one.role for one in window.project.columns.output}
    assert rows["zip", None] is Role.POSTCODE
    assert rows[None, "zip"] is Role.KEEP


def test_columns_are_lined_up_with_a_combo_box(qtbot, window, page):
    page.roles.table.selectRow(row_of(page, "email"))
    box = page.column_card.heading_boxes[1]
    assert box.currentText() == "(none)"
    assert not page.column_card.heading_boxes[0].isEnabled()
    box.setFocus()
    while box.currentText() != "telefon":
        box.setCurrentIndex(box.currentIndex() + 1)
    box.activated.emit(box.currentIndex())
    qtbot.waitUntil(lambda: window.project.settings.lined_up == (("shop:telefon", "crm:email"),))
    rows = {one.columns for one in window.project.columns.output}
    assert ("email", "telefon") in rows
    assert ("phone", None) in rows
    page.roles.table.selectRow(row_of(page, "street"))
    page.column_card.heading_boxes[1].setCurrentIndex(0)
    page.column_card.heading_boxes[1].activated.emit(0)
    qtbot.waitUntil(lambda: ("street", None) in {one.columns for one in window.project.columns.output})


def test_a_heading_is_dragged_onto_another_row(qtbot, window, page):
    model, table = page.roles.model, page.roles.table
    origin, target = row_of(page, "phone"), row_of(page, "email")
    index = model.index(origin, 3)
    assert index.data() == "telefon"
    assert model.flags(index) & Qt.ItemFlag.ItemIsDragEnabled
    assert not model.flags(model.index(target, 3)) & Qt.ItemFlag.ItemIsDragEnabled
    table.pressed.emit(index)
    data = model.mimeData([model.index(origin, column) for column in range(model.columnCount())])
    place = QPointF(table.visualRect(model.index(target, 3)).center())
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    drop = QDropEvent(place, Qt.DropAction.MoveAction, data, buttons, keys)
    assert model.dropMimeData(data, Qt.DropAction.MoveAction, -1, -1, model.index(target, 3)) is False
    QApplication.sendEvent(table.viewport(), drop)
    qtbot.waitUntil(lambda: window.project.settings.lined_up == (("shop:telefon", "crm:email"),))
    assert ("email", "telefon") in {one.columns for one in window.project.columns.output}
    assert window.project.undo_text == "Undo lining up “telefon” and “email”"


def test_the_profile_model_follows_the_rules(qtmodeltester, qapp):
    model = ProfileTableModel()
    model.show_counted([Counted("a\nb", 3, 0.75), Counted("c", 1, 0.25)])
    qtmodeltester.check(model)
    assert model.index(0, 0).data() == "a ⏎ b"
    model.sort(2)
    assert model.index(0, 0).data() == "c"
    assert model.share_of(9) == 0.0


def test_shares_in_words():
    assert [share_words(share) for share in (0, 0.0004, 0.004, 0.0994, 0.0996, 0.5, 1)] == [
        "0\u00a0%",
        "<0.1\u00a0%",
        "0.4\u00a0%",
        "9.9\u00a0%",
        "10\u00a0%",
        "50\u00a0%",
        "100\u00a0%",
    ]


def test_reasons_are_written_with_proper_quotes(window, page):
    page.roles.table.selectRow(row_of(page, "zip"))
    assert page.column_card.why_label.text() == "The headings say ‘zip’ and ‘plz’."
    assert "'" not in page.column_card.why_label.text()


def test_what_stood_out_among_the_values_is_said(window, tmp_path):
    path = tmp_path / "damaged.csv"
    lines = [f"Ana {n},0{n}12 555 010,4.477E+1{n % 2}" for n in range(30)]
    path.write_text("name,phone,mobile\n" + "\n".join(lines) + "\n")
    window.add_files([str(path)])
    window.change(window.project.set_role, 0, "mobile", Role.PHONE)
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    said = page.studies.cleaned.warnings
    assert any("damaged by a spreadsheet" in one for one in said)
    assert page.known.isVisible()
    assert "In the column ‘mobile’" in page.known.notes.words
    assert "damaged by a spreadsheet" in page.known.notes.words


def test_lists_without_anything_odd_have_no_such_card(window, page):
    assert not page.studies.cleaned.warnings
    assert not page.known.isVisible()


def test_a_list_with_hundreds_of_remarks_shows_some_and_says_how_many_there_are(qtbot):
    card = WorthKnowingCard()
    qtbot.addWidget(card)
    card.show_sentences([f"In the column 'c{n}', 1 value is odd." for n in range(40)])
    assert len(card.notes.words.split(" In the column")) == MOST
    assert card.notes.words.endswith("And 34 remarks more.")
    assert "‘c39’" in card.notes.toolTip()
    card.show_sentences([])
    assert card.isHidden()
