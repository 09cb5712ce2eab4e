"""Small windows and large text: what a page says is read without scrolling and without guessing at its ends."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QLabel, QScrollArea, QTableView

from entityres.session.stages import Step
from entityres.ui.qt import CHIPS
from entityres.ui.theme import font, grid, line_height
from entityres.ui.widgets.card import Card, PageTitle
from entityres.ui.widgets.cell_delegates import PADDING, WordsDelegate
from entityres.ui.widgets.elided import in_lines
from entityres.ui.widgets.lists_card import WIDTHS
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window


@pytest.fixture
def opened(qtbot, tmp_path, monkeypatch):
    """A window of a size and zoom on a page."""
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path) as window:

        def show(step: Step, size: tuple[int, int], zoom: int = 100):
            window.theme.set_zoom(zoom)
            window.resize(*size)
            window.go_to(step)
            for _ in range(6):  # sizes settle from the inside to the outside
                QApplication.processEvents()
            return window.pages[step]

        yield show


@pytest.mark.parametrize("size", [(1024, 700), (1280, 800), (1600, 1000)])
def test_the_forecast_stands_beside_what_changes_it(opened, size):
    compare = opened(Step.MATCH, size).compare
    assert compare.similar.card.isVisible()
    viewport = compare._side.area.viewport()
    for card in (compare._side.bands_card, compare._side.forecast_card):
        assert viewport.rect().contains(QRect(card.mapTo(viewport, card.rect().topLeft()), card.size()))
    bands = compare.similar.bands
    for spin, slider in ((bands.similar_spin, bands.similar_slider), (bands.miss_spin, bands.miss_slider)):
        assert slider.isVisible(), "a number never stands without its slider"
        assert slider.width() > slider.fontMetrics().averageCharWidth() * 6
        beside = slider.mapTo(bands, slider.rect().center()).y() - spin.mapTo(bands, spin.rect().center()).y()
        assert (abs(beside) < spin.height() / 2) is (size[1] < 1000)


@pytest.mark.parametrize(("size", "zoom"), [((1280, 800), 100), ((1600, 1000), 100), ((1024, 700), 100)])
def test_rules_are_read_to_their_end(opened, size, zoom):
    page = opened(Step.MERGE, size, zoom)
    page.parts.show_part(0)
    QApplication.processEvents()
    shown = [choice for choice in page.rules._choices.values() if choice.isVisible()]
    assert len(shown) > 8
    assert all(choice.width() >= choice.wanted_width for choice in shown)


def test_in_a_low_window_the_order_of_lists_leaves_room_for_rules(opened):
    page = opened(Step.MERGE, (1024, 700), 200)
    page.parts.show_part(0)
    QApplication.processEvents()
    assert page._scrolled.indexOf(page.preferred) >= 0
    area = page._rules_area
    seen = [
        choice
        for choice in page.rules._choices.values()
        if choice.isVisible()
        and area.viewport().rect().contains(QRect(choice.mapTo(area, choice.rect().topLeft()), choice.size()))
    ]
    assert len(seen) >= 4
    page = opened(Step.MERGE, (1600, 1000))
    assert page._scrolled.indexOf(page.preferred) < 0


@pytest.mark.parametrize("zoom", [100, 200])
def test_headings_of_groups_are_read_to_their_end(opened, zoom):
    page = opened(Step.REVIEW, (1024, 700), zoom)
    page.parts.choose(1)
    QApplication.processEvents()
    for table in (page.groups.table, page.groups.members_view):
        header, model = table.horizontalHeader(), table.model()
        for number, column in enumerate(model.columns):
            if not table.isColumnHidden(number):
                assert table.columnWidth(number) >= header.fontMetrics().horizontalAdvance(column.title) + 16
        assert table.columnWidth(1) > table.fontMetrics().averageCharWidth() * 12, "who it is"


def test_a_group_is_seen_above_its_values(opened):
    browser = opened(Step.MERGE, (1024, 700), 200).browser
    row = browser.list.visualRect(browser.groups.index(0, 0))
    assert browser.list.viewport().rect().contains(row)


def test_the_result_is_said_shorter_where_there_is_no_room(opened):
    page = opened(Step.MERGE, (1600, 1000))
    assert page.summary.text() == page.summary.longest
    assert "groups" in page.summary.text()
    page = opened(Step.MERGE, (1024, 700), 200)
    assert "after merging" in page.summary.text()
    assert "groups" not in page.summary.text()


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1600, 1000), 100), ((1600, 1000), 200)])
def test_both_records_of_nearly_every_pair_are_read_whole(opened, size, zoom):
    page = opened(Step.REVIEW, size, zoom)
    page.narrowing.clear()
    if not page.panel.table.isVisible():
        page.panel.detail_tabs.chip(2).click()
        QApplication.processEvents()
    table = page.panel.table
    metrics, lines = QFontMetrics(font()), table.verticalHeader().defaultSectionSize() // line_height()
    for name in ("left", "right"):
        column = table.pairs.column_number(name)
        room = table.columnWidth(column) - 2 * PADDING
        texts = [table.pairs.index(row, column).data() for row in range(table.pairs.rowCount())]
        assert len(texts) > 5
        whole = [in_lines(words, metrics, room, lines).replace("\n", " ") == words for words in texts]
        assert sum(whole) >= 0.98 * len(texts)
        assert table.columnViewportPosition(column) + table.columnWidth(column) <= table.viewport().width()


def test_all_reasons_of_a_pair_are_read_with_the_evidence(opened):
    page = opened(Step.REVIEW, (1024, 700))
    page.narrowing.clear()
    page.panel.detail_tabs.chip(1).click()
    label = page.panel.evidence.findChild(QLabel, "whyCompared")
    for pair in page.panel.table.pairs.order[:5]:
        page.panel.table.choose(int(pair))
        assert label.text() == f"Why compared: {' · '.join(page.review.keys_of(int(pair)))}"
        assert label.isVisible()


def test_differences_that_do_not_fit_are_counted(opened):
    table = opened(Step.REVIEW, (1600, 1000)).panel.table
    column = table.pairs.column_number("differences")
    rows = [table.pairs.index(row, column) for row in range(table.pairs.rowCount())]
    several = next(index for index in rows if len(index.data(CHIPS)) > 1)
    first, second, *_ = several.data(CHIPS)
    assert several.data() == ", ".join(words.removeprefix("· ") for words in several.data(CHIPS))
    assert not first.startswith("·")
    assert second.startswith("· ")
    metrics = QFontMetrics(table.font())
    assert WordsDelegate.chip_width("one missing", metrics) > metrics.horizontalAdvance("one missing")


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1600, 1000), 100), ((1024, 700), 200)])
def test_records_of_a_group_are_told_apart(opened, size, zoom):
    page = opened(Step.REVIEW, size, zoom)
    page.tabs.chip(1).click()
    QApplication.processEvents()
    view = page.groups.members_view
    metrics, lines = QFontMetrics(font()), view.verticalHeader().defaultSectionSize() // line_height()
    room = view.columnWidth(1) - 2 * PADDING
    for group in range(5):
        page.groups.table.selectRow(group)
        QApplication.processEvents()
        for row in range(view.model().rowCount()):
            words = view.model().index(row, 1).data()
            shown = in_lines(words, metrics, room, lines).replace("\n", " ")
            assert shown == words or (zoom == 200 and shown.startswith(words.partition(",")[0]))


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1600, 1000), 100), ((1024, 700), 200)])
def test_titles_of_all_pages_are_on_one_line(opened, size, zoom):
    middles = {}
    for step in Step:
        page = opened(step, size, zoom)
        title = next(one for one in page.findChildren(PageTitle) if one.isVisible())
        middles[step] = title.mapTo(page, title.rect().center()).y()
    assert len(set(middles.values())) == 1, middles


@pytest.mark.parametrize("zoom", [100, 150, 200])
def test_the_name_of_the_project_is_read_in_the_smallest_window(opened, zoom):
    window = opened(Step.LOAD, (1024, 700), zoom).window()
    whole = window.title_label.text()
    assert whole.startswith("customers — saved ")
    assert window.title_label.shown in (whole, whole[:-3], "customers"), "seconds are left out before letters are"
    for words in ("A project with a name that is much longer than the room for it", "Untitled"):
        saved = f"{words} — saved 10:42"
        window.title_label.show_words(f"{saved}:07", saved, words)
        assert window.title_label.shown.startswith(words[:8])
    assert not window.title_label.shown.endswith("…")


def test_the_choice_of_a_part_stands_above_that_part(opened):
    page = opened(Step.LOAD, (1024, 700), 200)
    below = page.parts.mapTo(page, page.parts.rect().topLeft()).y()
    choice = page.parts.choice.mapTo(page, page.parts.choice.rect().bottomLeft()).y()
    lists = page.lists.mapTo(page, page.lists.rect().bottomLeft()).y()
    assert page.parts.choice.isVisible()
    assert lists < choice < below


def test_the_name_of_a_file_is_read_where_its_folder_is_not(opened):
    page = opened(Step.LOAD, (1024, 700), 200)
    table = page.lists.table
    metrics = QFontMetrics(font())
    words = "…/a folder with a long name/customers.csv"
    room = QSize(metrics.horizontalAdvance("customers.csv") + 30, 20)
    delegate = table.itemDelegateForColumn(page.lists.model.column_number("file"))
    assert delegate.fitting(words, metrics, room).endswith("customers.csv")


def test_the_file_has_the_room_that_the_name_does_not_need(opened):
    page = opened(Step.LOAD, (1600, 1000), 200)
    page = opened(Step.LOAD, (1024, 700), 200)
    page = opened(Step.LOAD, (1600, 1000), 200)
    table, number = page.lists.table, page.lists.model.column_number
    assert not table.isColumnHidden(number("file"))
    assert table.columnWidth(number("name")) == round(WIDTHS["name"] * line_height())


def test_a_long_value_of_the_merged_record_is_read_below_it(opened):
    page = opened(Step.MERGE, (1024, 700), 200)
    page.parts.show_part(1)
    QApplication.processEvents()
    preview = page.browser.preview
    cut = []
    for row in range(preview.table.rowCount()):
        index = preview.table.index(row, 0)
        preview.setCurrentIndex(index)
        whole = f"“{index.data()}” · "
        wide = preview.sizeHintForIndex(index).width() > preview.columnWidth(0)
        cut.append(wide)
        assert page.browser.provenance.text().startswith(whole) is wide
    assert any(cut)
    assert not all(cut)


@pytest.mark.parametrize(
    ("size", "zoom"),
    [((1600, 1000), 200), ((1600, 1000), 100), ((1024, 700), 100), ((1024, 700), 200), ((1280, 800), 125)],
)
def test_what_is_written_is_read_to_its_right_end(opened, size, zoom):
    page = opened(Step.EXPORT, size, zoom)
    area = next(one for one in page.findChildren(QScrollArea) if one.isAncestorOf(page.files))
    assert area.widget().width() <= area.viewport().width()


def test_the_left_part_gets_the_room_that_its_words_come_to_need(opened):
    page = opened(Step.EXPORT, (1600, 1000), 200)
    page.files.findChildren(QCheckBox)[0].setText("A merged list with a much longer name than it has")
    for _ in range(6):
        QApplication.processEvents()
    area = next(one for one in page.findChildren(QScrollArea) if one.isAncestorOf(page.files))
    assert area.widget().width() <= area.viewport().width() or area.width() >= page.parts.width() // 2


@pytest.mark.parametrize(
    ("size", "zoom"), [((1024, 700), 100), ((1600, 1000), 100), ((1024, 700), 200), ((1600, 1000), 200)]
)
def test_titles_of_cards_are_read_to_their_end_on_every_page(opened, size, zoom):
    seen = set()
    for step in Step:
        page = opened(step, size, zoom)
        for card in page.findChildren(Card):
            if card.title_label is not None and card.title_label.isVisible() and card.title_label.text():
                seen.add(card.title_label.text())
                assert not card.title_label.shown.endswith("…"), (step, card.title_label.text())
    assert len(seen) >= 6


@pytest.mark.parametrize("zoom", [100, 200])
def test_what_tab_comes_to_is_always_seen_and_begins_at_the_top(opened, zoom):
    for step in Step:
        page = opened(step, (1024, 700), zoom)
        window = page.window()
        window.side.history_button.setFocus(Qt.FocusReason.TabFocusReason)
        stops = []
        while not stops or stops[-1] is not window.side.history_button:
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
            now = window.focusWidget()
            seen = now.visibleRegion().boundingRect().height()
            assert seen >= min(now.height(), line_height()), (step, now, now.accessibleName())
            stops.append(now)
            assert len(stops) < 120
        inside = [one for one in stops if page.isAncestorOf(one)]
        if step is Step.EXPORT:
            assert inside.index(page._review) < inside.index(page.folder) < inside.index(page._choose)
            assert inside.index(page._choose) < inside.index(page.form)
        if step is Step.MATCH:
            assert inside.index(page.compare.keys.view) < inside.index(page.compare.keys.foot.edit_button)


def test_words_of_a_card_begin_where_those_of_its_table_do(opened):
    lefts = {}
    for step in Step:
        page = opened(step, (1600, 1000))
        for card in page.findChildren(Card):
            label = card.title_label
            if label is None or not label.isVisible():
                continue
            lefts[step, label.text()] = label.mapTo(card, QPoint(0, 0)).x()
            for table in card.findChildren(QTableView):
                fills = table.x() < card.width() / 2 and card.body.contentsMargins().left() == Card.TABLE[0]
                if table.isVisible() and fills and not table.verticalHeader().isVisible():
                    lefts[step, table.objectName()] = table.viewport().mapTo(card, QPoint(0, 0)).x() + PADDING
    assert len(lefts) > 12
    assert set(lefts.values()) == {grid(2)}, lefts
