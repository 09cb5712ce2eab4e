"""The base of all tables: order, sorting, filtering, editing, and what leaves `data()`."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPersistentModelIndex, Qt

from entityres.ui.models.array_table import ArrayTableModel, TableColumn, sorted_positions
from entityres.ui.qt import (
    ALIGN,
    CHECK,
    CHECKED,
    CHIPS,
    DISPLAY,
    EDIT,
    ICON_NAME,
    SOURCE,
    SPOKEN,
    TONE,
    TOOLTIP,
    UNCHECKED,
)

COLUMNS = (
    TableColumn("name", "Name", editable=True),
    TableColumn("points", "Points", numeric=True, tip="How many"),
    TableColumn("ticked", "Ticked", checkable=True),
)


class People(ArrayTableModel):
    """Names with points."""

    def __init__(self, names, points):
        super().__init__(COLUMNS)
        self.names, self.points = list(names), np.asarray(points, float)
        self.ticked = np.zeros(len(self.names), bool)
        self.asked = 0
        self.reset_rows(len(self.names))

    def text(self, source, column):
        self.asked += 1
        return {"name": self.names[source], "points": f"{self.points[source]:g}", "ticked": ""}[column]

    def tone(self, source, column):
        return "match" if self.points[source] > 2 else ""

    def icon_name(self, source, column):
        return "check" if column == "name" else ""

    def chips(self, source, column):
        return ("phone",) if column == "name" else ()

    def checked(self, source, column):
        return bool(self.ticked[source])

    def set_checked(self, source, column, on):
        self.ticked[source] = on
        return True

    def set_text(self, source, column, text):
        if not text:
            return False
        self.names[source] = text
        return True

    def sort_values(self, column):
        return {"name": np.asarray(self.names, object), "points": self.points}.get(column)


@pytest.fixture
def people(qapp):
    return People(["Cid", "Ann", "Bob", "Dan"], [3, 1, np.nan, 2])


def names(model):
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_follows_the_rules_of_models(qtmodeltester, people):
    qtmodeltester.check(people)


def test_sorts_with_missing_values_last_in_both_directions(people):
    people.sort(1)
    assert names(people) == ["Ann", "Dan", "Cid", "Bob"]
    people.sort(1, Qt.SortOrder.DescendingOrder)
    assert names(people) == ["Cid", "Dan", "Ann", "Bob"]
    people.sort(0)
    assert names(people) == ["Ann", "Bob", "Cid", "Dan"]


def test_a_column_without_values_does_not_sort(people):
    people.sort(2)
    assert names(people) == ["Cid", "Ann", "Bob", "Dan"]
    people.sort(99)
    assert names(people) == ["Cid", "Ann", "Bob", "Dan"]


def test_filters_by_a_mask_and_keeps_the_sorting(people):
    people.sort(1)
    people.set_mask(np.array([True, False, True, True]))
    assert names(people) == ["Dan", "Cid", "Bob"]
    assert people.view_row(1) == -1
    assert people.view_row(0) == 1
    assert people.source_row(0) == 3
    assert people.source_row(7) == -1
    people.set_mask(None)
    assert names(people) == ["Ann", "Dan", "Cid", "Bob"]


def test_rows_in_an_order_of_somebody_else(people):
    people.set_order(np.array([2, 0]))
    assert names(people) == ["Bob", "Cid"]
    people.set_order(np.array([0, 2]))
    assert names(people) == ["Cid", "Bob"]


def test_the_current_row_stays_on_its_record_when_sorted(people):
    index = QPersistentModelIndex(people.index(0, 0))
    people.sort(1)
    assert index.row() == 2
    assert index.data() == "Cid"


def test_gives_what_delegates_ask_for(people):
    cell = people.index(0, 0)
    assert cell.data(TONE) == "match"
    assert cell.data(ICON_NAME) == "check"
    assert cell.data(CHIPS) == ("phone",)
    assert cell.data(SOURCE) == 0
    assert cell.data(TOOLTIP) == "Cid"
    assert cell.data(SPOKEN) == "Name: Cid"
    assert cell.data(CHECK) is None
    assert cell.data(Qt.ItemDataRole.BackgroundRole) is None
    assert people.index(0, 1).data(ALIGN) & int(Qt.AlignmentFlag.AlignRight)
    assert people.headerData(1, Qt.Orientation.Horizontal) == "Points"
    assert people.headerData(1, Qt.Orientation.Horizontal, TOOLTIP) == "How many"
    assert people.headerData(0, Qt.Orientation.Vertical) is None


def test_no_numpy_value_leaves(people):
    for row in range(people.rowCount()):
        for column in range(people.columnCount()):
            for role in (DISPLAY, EDIT, TOOLTIP, ALIGN, TONE, ICON_NAME, SOURCE, SPOKEN, CHECK):
                assert not isinstance(people.index(row, column).data(role), np.generic)


def test_texts_are_kept_until_the_row_changes(people):
    people.index(0, 0).data()
    asked = people.asked
    people.index(0, 0).data()
    assert people.asked == asked
    people.names[0] = "Eve"
    people.rows_changed([0])
    assert people.index(0, 0).data() == "Eve"


def test_tells_which_rows_changed(people, qtbot):
    people.sort(1)
    with qtbot.waitSignal(people.dataChanged) as told:
        people.rows_changed([3, 0])
    assert (told.args[0].row(), told.args[1].row()) == (1, 2)
    people.set_mask(np.array([False, True, True, True]))
    with qtbot.assertNotEmitted(people.dataChanged):
        people.rows_changed([0])


def test_editing_and_ticking(people):
    cell, box = people.index(1, 0), people.index(1, 2)
    assert people.flags(cell) & Qt.ItemFlag.ItemIsEditable
    assert people.flags(box) & Qt.ItemFlag.ItemIsUserCheckable
    assert not people.flags(people.index(1, 1)) & Qt.ItemFlag.ItemIsEditable
    assert people.setData(cell, "Amy")
    assert not people.setData(cell, "")
    assert not people.setData(people.index(1, 1), "7")
    assert cell.data() == "Amy"
    assert box.data(CHECK) == UNCHECKED
    assert people.setData(box, CHECKED.value, CHECK)
    assert box.data(CHECK) == CHECKED


@given(values=st.lists(st.one_of(st.integers(-3, 3).map(float), st.just(np.nan))), descending=st.booleans())
def test_sorting_is_that_of_python(values, descending):
    made = sorted_positions(np.asarray(values, float), descending=descending)
    present = [i for i, value in enumerate(values) if value == value]
    missing = [i for i, value in enumerate(values) if value != value]
    wanted = sorted(present, key=lambda i: -values[i] if descending else values[i])
    assert made.tolist() == wanted + missing


@settings(deadline=None, max_examples=40)
@given(values=st.lists(st.sampled_from(["", "a", "b", "ä"])))
def test_empty_texts_come_last(values):
    made = sorted_positions(np.asarray(values, object))
    wanted = sorted(range(len(values)), key=lambda i: (values[i] == "", values[i]))
    assert made.tolist() == wanted
