"""The preview of one group: what keys, clicks and typing ask for."""

from __future__ import annotations

import dataclasses

import pytest
from PySide6.QtCore import Qt

from entityres.ui.models.group_view import TYPED, GroupView
from entityres.ui.models.preview_table import DIFFERS, EMPTY, MARK, MERGED
from entityres.ui.qt import DISPLAY, EDIT, SPOKEN
from entityres.ui.widgets.merge_preview import MergePreview
from entityres.ui.widgets.preview_cells import ValueEditor

VIEW = GroupView(
    group=5,
    records=(3, 4, 9),
    names=("CRM 4", "CRM 5", "Webshop 2"),
    columns=("first", "last", "phone"),
    merged=("Debbie", "Gould", "961"),
    values=(("Debbie", "Debby", ""), ("Gould", "Gould", "Gould"), ("", "961", "962")),
    origins=(3, 3, 4),
    conflicts=(True, False, True),
    by_hand=frozenset({2}),
    rules=("most frequent", "most frequent", "newest"),
)


@pytest.fixture
def preview(qtbot) -> MergePreview:
    widget = MergePreview()
    qtbot.addWidget(widget)
    widget.resize(800, 300)
    widget.show_group(VIEW)
    return widget


def click(qtbot, preview: MergePreview, row: int, column: int) -> None:
    place = preview.visualRect(preview.table.index(row, column)).center()
    qtbot.mouseClick(preview.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_model_keeps_qts_contract(preview, qtmodeltester) -> None:
    qtmodeltester.check(preview.table)


def test_cells_say_where_the_value_came_from_and_what_differs(preview) -> None:
    def at(row: int, column: int, role: int) -> object:
        return preview.table.index(row, column).data(role)

    assert [at(0, column, MARK) for column in range(4)] == ["", "check", "", ""]
    assert [at(2, column, MARK) for column in range(4)] == ["note", "", "check", ""]
    assert [at(0, column, DIFFERS) for column in range(4)] == [False, False, True, False]
    assert (at(0, 3, DISPLAY), at(0, 3, EMPTY), at(0, 3, EDIT)) == ("(empty)", True, "")
    assert at(0, 1, SPOKEN) == "first of CRM 4: Debbie, taken for the merged record"
    assert at(0, 2, SPOKEN) == "first of CRM 5: Debby, differs from the merged record"
    assert at(2, MERGED, SPOKEN) == "phone of the merged record: 961. phone: from CRM 5, chosen by you."


def test_clicking_a_value_takes_it(preview, qtbot) -> None:
    with qtbot.waitSignal(preview.value_taken) as taken:
        click(qtbot, preview, 0, 2)
    assert taken.args == [(0,), 4]


def test_clicking_a_value_chosen_by_hand_goes_back_to_the_rule(preview, qtbot) -> None:
    with qtbot.waitSignal(preview.change_reversed) as back:
        click(qtbot, preview, 2, 2)
    assert back.args == [(2,)]


@pytest.mark.parametrize(("row", "column"), [(0, 1), (0, 3), (1, MERGED)])
def test_clicking_what_is_taken_empty_or_merged_changes_nothing(preview, qtbot, row, column) -> None:
    with qtbot.assertNotEmitted(preview.value_taken), qtbot.assertNotEmitted(preview.change_reversed):
        click(qtbot, preview, row, column)


def test_current_value_is_taken(preview, qtbot) -> None:
    preview.setCurrentIndex(preview.table.index(2, 3))
    with qtbot.waitSignal(preview.value_taken) as taken:
        preview.take_current()
    assert taken.args == [(2,), 9]


def test_taking_the_merged_cell_begins_typing(preview, qtbot) -> None:
    preview.setCurrentIndex(preview.table.index(0, MERGED))
    preview.take_current()
    editor = preview.findChild(ValueEditor)
    editor.setText("Deborah")
    with qtbot.waitSignal(preview.value_typed) as typed:
        qtbot.keyClick(editor, Qt.Key.Key_Return)
    assert typed.args == [0, "Deborah"]


def test_typing_gives_a_new_value(preview, qtbot) -> None:
    preview.table.setData(preview.table.index(0, MERGED), "Debbie")
    with qtbot.waitSignal(preview.value_typed) as typed:
        preview.table.setData(preview.table.index(0, MERGED), "Deborah")
    assert typed.args == [0, "Deborah"]


def test_clearing_happens_once(preview, qtbot) -> None:
    preview.setCurrentIndex(preview.table.index(1, 1))
    with qtbot.waitSignal(preview.value_typed) as typed:
        preview.clear_value()
    assert typed.args == [1, ""]
    cleared = dataclasses.replace(VIEW, merged=("Debbie", "", "961"), origins=(3, TYPED, 4), by_hand=frozenset({1, 2}))
    preview.show_group(cleared)
    assert preview.currentIndex() == preview.table.index(1, 1), "the cell stays where it was"
    with qtbot.assertNotEmitted(preview.value_typed):
        preview.clear_value()


def test_conflicts_are_stepped_through_and_end(preview) -> None:
    preview.enter_conflict(1)
    assert preview.current_column() == 0
    assert preview.step_conflict(1)
    assert preview.current_column() == 2
    assert not preview.step_conflict(1)
    assert preview.step_conflict(-1)
    assert preview.current_column() == 0


def test_current_cell_tells_its_provenance(preview, qtbot) -> None:
    with qtbot.waitSignal(preview.cell_entered) as told:
        preview.setCurrentIndex(preview.table.index(2, 1))
    assert told.args == [2, "phone: from CRM 5, chosen by you."]


def test_only_conflicts_leaves_agreeing_rows_out(preview) -> None:
    preview.show_only_conflicts(True)
    assert [preview.table.output_column(row) for row in range(preview.table.rowCount())] == [0, 2]


def test_a_set_is_taken_and_given_back_together(preview, qtbot) -> None:
    preview.show_group(dataclasses.replace(VIEW, sets=((0, 1),)))
    with qtbot.waitSignal(preview.value_taken) as taken:
        click(qtbot, preview, 0, 2)
    assert taken.args == [(0, 1), 4]
    assert "with last of the same record" in preview.table.index(0, 2).data(Qt.ItemDataRole.ToolTipRole)
    by_hand = dataclasses.replace(VIEW, sets=((0, 1),), origins=(4, 4, 4), by_hand=frozenset({0, 1}))
    preview.show_group(by_hand)
    with qtbot.waitSignal(preview.change_reversed) as back:
        click(qtbot, preview, 0, 2)
    assert back.args == [(0, 1)]


def test_long_names_of_columns_leave_the_values_their_room(preview) -> None:
    long = tuple(f"{name} as it was written down in the register of the year 2019" for name in VIEW.columns)
    preview.show_group(dataclasses.replace(VIEW, columns=long, group=6))
    preview.show()
    assert preview.verticalHeader().width() <= preview.width() * 0.31
    assert preview.viewport().width() >= preview.width() * 0.6
    preview.hide()
