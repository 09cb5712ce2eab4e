"""Review where there is little room: open filters, large text, long reasons; both records are read whole all the same."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QStyleOptionViewItem, QToolTip

from entityres.session.review import Review
from entityres.session.stages import Step
from entityres.ui.theme import font, line_height
from entityres.ui.widgets.cell_delegates import PADDING
from entityres.ui.widgets.chip import Chip
from entityres.ui.widgets.compare_view import CompareRow, CompareView
from entityres.ui.widgets.elided import in_lines
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window


@pytest.fixture
def review(qtbot, tmp_path, monkeypatch):
    """Review in a window of a size and zoom, all pairs shown."""
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path) as window:

        def show(size: tuple[int, int], zoom: int = 100):
            window.theme.set_zoom(zoom)
            window.resize(*size)
            window.go_to(Step.REVIEW)
            page = window.pages[Step.REVIEW]
            page.narrowing.clear()
            settle()
            return page

        yield show


def settle() -> None:
    for _ in range(6):  # sizes settle from the inside to the outside
        QApplication.processEvents()


def read_whole(table) -> bool:
    """Whether both records of nearly every pair are read to their end without scrolling sideways."""
    metrics, lines = QFontMetrics(font()), table.verticalHeader().defaultSectionSize() // line_height()
    for name in ("left", "right"):
        column = table.pairs.column_number(name)
        room = table.columnWidth(column) - 2 * PADDING
        texts = [table.pairs.index(row, column).data() for row in range(table.pairs.rowCount())]
        whole = [in_lines(words, metrics, room, lines).replace("\n", " ") == words for words in texts]
        if sum(whole) < 0.98 * len(texts):
            return False
        if table.columnViewportPosition(column) + table.columnWidth(column) > table.viewport().width():
            return False
    return True


def test_records_are_read_whole_beside_open_filters_in_the_smallest_window(review, monkeypatch):
    short = Review.summary
    monkeypatch.setattr(Review, "summary", lambda self, record: f"{short(self, record)} 2")
    page = review((1024, 700))
    assert read_whole(page.panel.table)
    page.panel.funnel.click()
    settle()
    assert page.panel.filter_card.isVisible()
    assert read_whole(page.panel.table)
    assert page.panel.table.viewport().height() >= 1.9 * page.panel.table.rowHeight(0)
    page.panel.funnel.click()
    settle()
    assert page.panel.table.rowHeight(0) < 3.5 * line_height(), "three lines only where they are needed"


def test_in_a_small_window_the_filters_that_are_on_are_not_named_beside_their_boxes(review):
    panel = review((1024, 700)).panel
    panel.filters.box("states", "review").click()
    assert panel._active.text() == "Needs review"
    panel.funnel.click()
    settle()
    assert panel.filters.box("states", "review").isVisible()
    assert panel._active.text() == ""
    assert panel.clear_button.isVisible()
    panel.filters.box("states", "match").click()
    assert panel._active.text() == ""
    panel.funnel.click()
    assert panel._active.text() == "Needs review · Match"


def test_with_large_text_filters_lie_over_the_pairs_and_leave_the_compared_records_their_room(review):
    panel = review((1024, 700), 200).panel
    wide = panel.compare.view.width()
    panel.detail_tabs.chip(2).click()
    panel.funnel.click()
    settle()
    assert panel.filters.isVisible()
    assert not panel.filter_card.isVisible()
    assert panel.filters.width() > 0.9 * panel.details.width()
    assert panel.funnel.text() == "Show the pairs"
    assert panel._shown.shown == panel._shown.text(), "how many pairs there are is read while filters are ticked"
    panel.filters.box("states", "match").click()
    settle()
    assert panel.filters.isVisible(), "several can be ticked before anybody looks"
    panel.funnel.click()
    settle()
    assert panel.table.isVisible()
    assert panel.funnel.text() == "Filters · 1"
    panel.detail_tabs.chip(0).click()
    panel.funnel.setChecked(True)
    settle()
    assert panel.compare.view.width() == wide


def test_filters_come_back_to_their_own_place_with_smaller_text(review):
    panel = review((1024, 700), 200).panel
    panel.detail_tabs.chip(2).click()
    panel.funnel.click()
    page = review((1600, 1000))
    assert page.panel.filter_card.isVisible()
    assert page.panel.filters.isVisible()
    assert page.panel.filter_card.isAncestorOf(page.panel.filters)
    assert page.panel.table.isVisible()
    assert not page.panel.funnel.isVisible()


def test_search_is_found_and_left_by_keys_where_filters_lie_over_the_pairs(review):
    page = review((1024, 700), 200)
    panel = page.panel
    assert panel.compare.isVisible()
    page.focus_search()
    settle()
    assert panel.filters.search.hasFocus()
    assert panel.filters.search.isVisible()
    QTest.keyClicks(panel.filters.search, "Mueller")
    page.narrowing.take_panel()
    QTest.keyClick(panel.filters.search, Qt.Key.Key_Return)
    settle()
    assert panel.table.isVisible()
    assert panel.table.hasFocus()


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1024, 700), 200), ((1600, 1000), 200)])
def test_tabs_and_switches_are_never_cut_whatever_stands_beside_them(review, size, zoom):
    page = review(size, zoom)
    panel = page.panel
    page._window.actions["history"].setChecked(True)
    panel.funnel.setChecked(True)
    settle()
    chips = [*(panel.detail_tabs.chip(number) for number in range(3)), *panel.compare._chips]
    for chip in chips:
        if chip.isVisible():
            assert chip.shown == chip.text()
            inside = QRect(chip.mapTo(page, QPoint(0, 0)), chip.size())
            assert page.rect().contains(inside), chip.text()
    page._window.actions["history"].setChecked(False)


def test_what_leads_to_hidden_pairs_costs_no_line_where_there_is_room_beside(review):
    panel = review((1600, 1000)).panel
    assert panel._line.indexOf(panel.implied_button) >= 0
    panel.show_counts(20, 23, [], 3)
    assert panel.implied_button.text() == "3 hidden because already implied – show"
    panel = review((1024, 700)).panel
    panel.show_counts(20, 23, ["Match", "Same phone"], 3, 4)
    settle()
    for link in (panel.implied_button, panel.came_up_button):
        assert link.width() >= link.sizeHint().width()
    assert (panel._line.indexOf(panel.implied_button) >= 0) is (panel.implied_button.text() == "3 hidden – show")
    panel.show_counts(20, 23, [], 3)
    window = panel.window()
    for history in (True, False):
        window.actions["history"].setChecked(history)
        settle()
        assert panel.implied_button.width() >= panel.implied_button.sizeHint().width(), "with another width too"


def test_a_chip_that_is_cut_says_all_its_words_in_the_tooltip(qtbot):
    chip = Chip("Last name sounds alike and first letter")
    chip.setToolTip("A key")
    qtbot.addWidget(chip)
    chip.show()
    assert chip.shown == chip.text()
    chip.resize(90, chip.height())
    assert chip.shown.endswith("…")
    assert chip.accessibleName() == chip.text()
    place = chip.rect().center()
    QApplication.sendEvent(chip, QHelpEvent(QEvent.Type.ToolTip, place, chip.mapToGlobal(place)))
    assert QToolTip.text() == f"{chip.text()}\nA key"
    QToolTip.hideText()


def test_a_long_reason_is_broken_where_a_row_has_two_lines(review):
    table = review((1600, 1000)).panel.table
    column = table.pairs.column_number("why")
    delegate, metrics = table.itemDelegateForColumn(column), QFontMetrics(font("chip"))
    painted = []
    option = QStyleOptionViewItem()
    option.initFrom(table)

    class Spy:
        """Takes the place of a painter for what a chip says."""

        def __getattr__(self, name):
            return (lambda *given: painted.append(given[-1])) if name == "drawText" else (lambda *_given: None)

    chip = "mail|E-mail up to the @"
    room = delegate.chip_width(chip, metrics) - 20
    wide = delegate._paint_chip(Spy(), QRect(0, 0, room, 2 * row_of_one_line(table)), chip, metrics)
    assert painted.pop().replace("\n", " ") == "E-mail up to the @"
    assert wide <= room
    delegate._paint_chip(Spy(), QRect(0, 0, room, row_of_one_line(table)), chip, metrics)
    assert painted.pop().endswith("…")


def row_of_one_line(table) -> int:
    return line_height() + 13


@pytest.mark.parametrize(("letters", "above"), [(120, False), (48, True)])
def test_names_of_fields_stand_above_values_that_would_be_broken(qtbot, letters, above):
    view = CompareView()
    qtbot.addWidget(view)
    rows = (
        CompareRow("Street", "≠", "Eulenspiegelstieg 63", "Wiesengrundweg 16", words="different"),
        CompareRow("Phone", "–", "089 99998237", "", words="one missing"),
        CompareRow("Check", "", "3 days apart", "", check=True),
    )
    view.resize(letters * view.fontMetrics().averageCharWidth(), 200)
    view.show_rows(rows)
    places = view._places()
    assert places.above is above
    line = view.fontMetrics().height()
    assert (view.minimumHeight() > 2 * line * len(rows)) is above
    for row in rows[:1]:
        for text, spans in ((row.left, row.left_spans), (row.right, row.right_spans)):
            layout, _ = view._layout(text, spans, places.room)
            ends = [layout.lineAt(at).textStart() for at in range(1, layout.lineCount())]
            assert all(text[at - 1] == " " for at in ends), "no word is broken"
    view.show()
    assert not view.grab().isNull()


@pytest.mark.parametrize("zoom", [100, 200])
def test_a_note_has_room_to_be_written_beside_or_above_the_ready_words(review, zoom):
    page = review((1024, 700), zoom)
    page.panel.table.step(1)
    page.window().actions["note"].trigger()
    settle()
    edit = page.note_line.edit
    assert edit.isVisible()
    assert edit.width() > edit.fontMetrics().horizontalAdvance(edit.placeholderText())


def test_the_row_of_a_record_in_a_group_is_read_whatever_the_list_is_called(review):
    page = review((1024, 700))
    page.parts.choose(1)
    settle()
    assert page.grouping.panel.members_view.textElideMode() == Qt.TextElideMode.ElideMiddle


def test_open_thresholds_take_no_line_of_the_records_for_words_with_large_text(review):
    page = review((1024, 700), 200)
    page.strip.set_folded(False)
    settle()
    assert page.panel.compare.height() >= 2.5 * line_height()  # 1.8 with the words about estimates
    assert page.buttons.isVisible()
    assert "How this is worked out" in page.strip._source.text()
    assert page.strip._source.toolTip(), "where the estimates come from is still said"
    page = review((1600, 1000), 100)
    assert page.strip._source.toolTip().split(".")[0] in page.strip._source.text()
