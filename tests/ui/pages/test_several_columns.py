"""What a person says about several columns at once, as one step of the history."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres.records.roles import Role
from entityres.session.stages import Step
from entityres.ui.widgets.scroll_body import ScrollBody
from tests.helpers.columns_page import outputs, row_of
from tests.helpers.mouse import LEFT, press

UNKNOWN = 196


@pytest.fixture
def wide(window, tmp_path):
    """A page on a list of which most headings and values mean nothing to the program."""
    names = [f"col{i}" for i in range(UNKNOWN)]
    rows = [[f"v{row // 2 * i % 50}" for i in range(UNKNOWN)] for row in range(60)]
    people = [[f"Fn{row // 2}", f"Ln{row // 2}", f"m{row // 2}@x.org", f"0351 {row // 2:07d}"] for row in range(60)]
    lines = [[*names, "first name", "last name", "email", "phone"]]
    lines += [[*one, *other] for one, other in zip(rows, people, strict=True)]
    path = tmp_path / "wide.csv"
    path.write_text("\n".join(",".join(line) for line in lines))
    window.add_files([str(path)])
    window.go_to(Step.COLUMNS)
    return window.pages[Step.COLUMNS]


def click(page, name, keys=Qt.KeyboardModifier.NoModifier):
    """Click on the example of a column, where a click only chooses."""
    table = page.roles.table
    index = page.roles.model.index(row_of(page, name), page.roles.model.column_number("example"))
    table.scrollTo(index)
    area = table.visualRect(index)
    QTest.mouseClick(table.viewport(), LEFT, keys, QPoint(area.left() + 8, area.center().y()))


def unsure(page):
    model = page.roles.model
    return sum(model.is_open(i) for i in range(model.n_source))


def test_all_columns_that_nobody_knows_are_kept_with_one_press(qtbot, window, wide):
    several, before, steps = wide.roles.several, unsure(wide), window.project.steps[0]
    unknown = sum(role is Role.KEEP for role in outputs(window).values())
    assert unknown > 100
    assert several.words.text().startswith(f"{unknown} columns are not known")
    assert several.words.shown == several.words.text(), "there is room for all of it"
    assert not several.keep_chosen.isVisible()
    press(several.keep_unknown)
    qtbot.waitUntil(lambda: unsure(wide) == before - unknown)
    assert not several.isVisible()
    assert sum(role is Role.KEEP for role in outputs(window).values()) == unknown
    assert window.project.steps[0] == steps + 1
    assert window.project.undo_text == f"Undo keeping {unknown} columns without comparing"
    window.actions["undo"].trigger()
    assert unsure(wide) == before
    assert several.keep_unknown.isVisible()


def test_chosen_columns_are_kept_together(qtbot, window, wide):
    several = wide.roles.several
    click(wide, "col3")
    click(wide, "col9", Qt.KeyboardModifier.ShiftModifier)
    assert several.words.text() == "7 columns are chosen."
    assert not several.keep_unknown.isVisible()
    click(wide, "phone", Qt.KeyboardModifier.ControlModifier)
    assert several.words.text() == "8 columns are chosen."
    assert wide.chosen.name == "phone", "the details are of the one that was clicked last"
    press(several.keep_chosen)
    qtbot.waitUntil(lambda: outputs(window)["phone"] is Role.KEEP)
    found = {one.name: one for one in window.project.columns.output}
    model = wide.roles.model
    kept = [model.output(i).name for i in range(model.n_source) if not model.is_open(i)]
    assert {f"col{i}" for i in range(3, 10)} <= set(kept)
    assert found["email"].role is Role.EMAIL
    assert window.project.undo_text == "Undo keeping 8 columns without comparing"


def test_chosen_roles_are_confirmed_as_they_are(qtbot, window, wide, monkeypatch):
    several, roles = wide.roles.several, outputs(window)
    monkeypatch.setattr(wide.roles.model, "is_open", lambda source: True)
    click(wide, "col3")
    click(wide, "phone", Qt.KeyboardModifier.ControlModifier)
    press(several.confirm_chosen)
    qtbot.waitUntil(lambda: "wide:phone" in window.project.settings.roles)
    assert window.project.settings.roles == {"wide:col3": Role.KEEP, "wide:phone": Role.PHONE}
    assert outputs(window) == roles
    assert window.project.undo_text == "Undo confirming 2 roles"


def test_several_columns_are_chosen_and_kept_without_a_mouse(qtbot, window, wide):
    press(wide.open_chip)
    wide.roles.table.setFocus()
    qtbot.keyClick(wide.roles.table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    several = wide.roles.several
    assert several.words.text() == f"{wide.roles.model.rowCount()} columns are chosen."
    qtbot.keyClick(wide.roles.table, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    buttons = several.keep_chosen, several.confirm_chosen
    assert window.focusWidget() in buttons
    several.keep_chosen.setFocus()
    qtbot.keyClick(several.keep_chosen, Qt.Key.Key_Space)
    qtbot.waitUntil(lambda: unsure(wide) == 0)


def test_a_list_of_a_few_columns_and_one_that_is_only_looked_at_have_no_such_line(window, crm, wide, monkeypatch):
    wide.roles._editable = False
    wide.roles._show_several()
    assert not wide.roles.several.isVisible()
    wide.roles.several.show_columns(3, 1, 1, 1)
    assert not wide.roles.several.isVisible()


@pytest.mark.parametrize("zoom", [100, 200])
def test_the_line_needs_no_more_width_than_there_is(window, wide, zoom):
    window.resize(1024, 700)
    window.theme.set_zoom(zoom)
    QApplication.processEvents()
    assert wide.roles.several.keep_unknown.isVisible()
    bar = wide.findChild(ScrollBody).horizontalScrollBar()
    assert bar.maximum() == 0
