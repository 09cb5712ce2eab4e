"""The history: what was done is read to its end, with the time beside it, in whatever width."""

from __future__ import annotations

from datetime import datetime

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from entityres.ui.qt import SPOKEN
from entityres.ui.theme import font
from entityres.ui.widgets.history_dock import TIME, HistoryDock

STEPS = (
    (datetime(2026, 11, 28, 9, 5), "adding “crm” and “webshop” with all their columns", False),
    (datetime(2026, 11, 28, 10, 42), "mark as unsure “Uwe Schumacher”", False),
    (datetime(2026, 11, 28, 10, 43), "accept “Ana”", True),
)


@pytest.fixture
def dock(qtbot):
    made = HistoryDock()
    qtbot.addWidget(made)
    made.show_history(STEPS)
    made.show()
    QApplication.processEvents()
    return made


def lines_of_rows(dock) -> list[float]:
    """Heights of the rows in lines of text, without the space around them."""
    line = QFontMetrics(font()).lineSpacing()
    return [(dock.list.visualItemRect(dock.list.item(row)).height() - 12) / line for row in range(dock.list.count())]


def test_rows_are_as_high_as_their_words_in_any_width(dock):
    metrics = QFontMetrics(font())
    dock.resize(metrics.horizontalAdvance(STEPS[0][1]) + 200, 400)
    QApplication.processEvents()
    assert lines_of_rows(dock) == [1, 1, 1]
    dock.resize(metrics.horizontalAdvance(STEPS[1][1]) + 40, 400)
    QApplication.processEvents()
    short, middle, long = lines_of_rows(dock)
    assert (short, middle) == (1, 2)
    assert long >= 2


def test_with_large_text_every_word_is_read_and_the_time_is_below(dock):
    metrics = QFontMetrics(font())
    long = (datetime(2026, 11, 28, 11, 0), "adding “customers_of_the_whole_year_2026_with_everything.csv”", False)
    dock.show_history([*STEPS, long])
    dock.resize(metrics.averageCharWidth() * 18, 400)
    QApplication.processEvents()
    delegate, room = dock.list.itemDelegate(), dock.list.viewport().width() - 16
    for row in range(dock.list.count()):
        item = dock.list.item(row)
        shown = delegate._words(dock.list.indexFromItem(item), room)
        assert shown.replace("\n", "").replace(" ", "") == item.text().replace(" ", "")
        assert all(metrics.horizontalAdvance(line) <= room for line in shown.split("\n"))
        assert dock.list.visualItemRect(item).height() > metrics.lineSpacing() * (1.5 + shown.count("\n"))
    assert not dock.grab().isNull()


def test_when_it_was_stands_beside_what_was_done_and_is_spoken(dock):
    first = dock.list.item(0)
    assert first.text() == "Accept “Ana” (undone)"
    assert first.data(TIME) == "10:43"
    assert first.data(SPOKEN) == "Accept “Ana”, 10:43, undone"
    assert first.toolTip() == "Accept “Ana”\n2026-11-28 10:43:00"
    assert not dock.grab().isNull()
