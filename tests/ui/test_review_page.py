"""The Review page in the window: answers by keys, undo, thresholds, filters, groups."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QPushButton, QScrollArea, QWidget
from shiboken6 import isValid

from entityres.entities.decisions import Answer
from entityres.errors import ProjectError
from entityres.progress import quiet
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import Zone
from entityres.session.decision_book import NO_ANSWER, DecisionBook
from entityres.session.project import Project
from entityres.session.review import Review, ReviewProgress
from entityres.session.stages import Step
from entityres.session.standing import Standing
from entityres.ui.models.compare_rows import compare_rows
from entityres.ui.models.review_view import answers_words, kept_words, no_pair_words, nothing_words
from entityres.ui.models.score_scale import chance_of_shown
from entityres.ui.pages.review import ReviewPage
from entityres.ui.qt import DISPLAY, SPOKEN
from entityres.ui.theme import font
from tests.helpers.building import make_list
from tests.helpers.review_project import make_match, make_project, without_engine
from tests.helpers.windows import open_window, shown_texts
from tests.session.customers import new_project
from tests.session.customers import without_engine as without_a_run

if TYPE_CHECKING:
    from collections.abc import Iterator

    from entityres.ui.main_window import MainWindow


@pytest.fixture
def window(made_up) -> MainWindow:
    made_up.go_to(Step.REVIEW)
    QTest.qWaitForWindowActive(made_up, 1000)
    return made_up


@pytest.fixture
def page(window) -> ReviewPage:
    return window.pages[Step.REVIEW]


def press(widget: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    widget.setFocus()
    QTest.keyClick(widget, key, modifiers)


def answers(window: MainWindow) -> np.ndarray:
    return window.project.decisions.answers.copy()


# deciding


@pytest.mark.parametrize(
    ("key", "answer"), [(Qt.Key.Key_A, Answer.MATCH), (Qt.Key.Key_R, Answer.NOT), (Qt.Key.Key_U, Answer.UNSURE)]
)
def test_a_letter_answers_and_goes_to_the_next_undecided(window, page, key, answer):
    pair, order = page.current_pair, page.review.order.copy()
    press(page.panel.table, key)
    assert window.project.decisions.answer_of(pair) == answer
    assert page.current_pair != pair
    assert window.project.decisions.answer_of(page.current_pair) is None
    assert np.array_equal(page.panel.table.pairs.order, order), "a decided row stays where it is"


def test_skip_saves_nothing_and_puts_the_pair_at_the_end(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_S)
    assert page.current_pair != pair
    assert len(window.project.decisions) == 0
    for _ in range(len(page.review) - 1):
        press(page.panel.table, Qt.Key.Key_R)
    assert page.current_pair == pair


def test_letters_work_in_the_compare_panel_too(window, page):
    pair = page.current_pair
    press(page.panel.compare, Qt.Key.Key_A)
    assert window.project.decisions.answer_of(pair) == Answer.MATCH


def test_letters_decide_nothing_in_search_spin_box_and_combo_box(window, page):
    for widget in (page.panel.filters.search, page.strip.match_spin, page.panel.sort_choice):
        widget.setFocus()
        for key in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U):
            QTest.keyClick(widget, key)
    assert len(window.project.decisions) == 0


def test_a_held_key_decides_one_pair(window, page):
    table = page.panel.table
    table.setFocus()
    QTest.keyPress(table, Qt.Key.Key_A)
    for _ in range(10):
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_A, Qt.KeyboardModifier.NoModifier, "a", True)
        QApplication.sendEvent(table, held)
    QTest.keyRelease(table, Qt.Key.Key_A)
    assert len(window.project.decisions) == 1
    for name in ("accept", "reject", "unsure", "skip", "clear_decision", "previous_pair"):
        assert not window.actions[name].autoRepeat()


def test_undo_restores_and_selects_again(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    assert window.project.undo_text.startswith("Undo accept")
    assert page.undo_button.toolTip().startswith("Undo accept")
    window.actions["undo"].trigger()
    assert window.project.decisions.answer_of(pair) is None
    assert page.current_pair == pair


def test_many_undos_and_redos_come_back_to_the_same(window, page):
    steps = min(60, len(page.review))
    for number in range(steps):
        press(page.panel.table, (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U)[number % 3])
    decided = answers(window)
    for _ in range(steps):
        window.actions["undo"].trigger()
    assert (answers(window) == NO_ANSWER).all()
    for _ in range(steps):
        window.actions["redo"].trigger()
    assert np.array_equal(answers(window), decided)


def test_clearing_goes_back_to_automatic(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    page.select_pair(pair)
    press(page.panel.table, Qt.Key.Key_C)
    assert window.project.decisions.answer_of(pair) is None
    assert page.current_pair == pair


def test_backspace_goes_back_without_undoing(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    press(page.panel.table, Qt.Key.Key_Backspace)
    assert page.current_pair == pair
    assert window.project.decisions.answer_of(pair) == Answer.MATCH


def test_j_and_k_move_and_decide_nothing(window, page):
    first = page.current_pair
    press(page.panel.table, Qt.Key.Key_J)
    assert page.panel.table.pairs.view_row(page.current_pair) == page.panel.table.pairs.view_row(first) + 1
    press(page.panel.table, Qt.Key.Key_K)
    assert page.current_pair == first
    assert len(window.project.decisions) == 0


def test_several_selected_pairs_are_answered_in_one_step(window, page):
    table = page.panel.table
    table.choose(int(page.review.order[0]))
    table.setFocus()
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert len(table.selected_pairs()) == 3
    QTest.keyClick(table, Qt.Key.Key_R)
    assert len(window.project.decisions) == 3
    window.actions["undo"].trigger()
    assert len(window.project.decisions) == 0


def test_a_note_is_written_and_shown(window, page, qtbot):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_N)
    assert page.note_line.isVisible()
    QTest.keyClicks(page.note_line.edit, "ask her")
    QTest.keyClick(page.note_line.edit, Qt.Key.Key_Return)
    assert window.project.decisions.note_of(pair) == "ask her"
    assert not page.note_line.isVisible()
    assert page.panel.table.pairs.text(pair, "note") == "ask her"


def test_a_note_that_is_being_written_stays_with_its_pair_when_another_one_is_chosen(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_N)
    QTest.keyClicks(page.note_line.edit, "ask her")
    other = int(page.review.order[5])
    page.panel.table.choose(other)
    assert not page.note_line.isVisible()
    assert window.project.decisions.note_of(pair) == "ask her"
    assert not window.project.decisions.note_of(other)
    assert page.current_pair == other


def test_a_note_that_is_being_written_stays_with_its_pair_over_another_run(window, page):
    project = window.project
    pairs = project.scored.pairs
    fewer = make_match(project.lists, strangers=300)
    after = list(zip(fewer.scored.pairs.left.tolist(), fewer.scored.pairs.right.tolist(), strict=True))
    both = list(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))
    page.review.set_filters(states=frozenset())
    page.refresh_order()
    pair = next(pair for pair in range(len(both) - 1, -1, -1) if both[pair] in after[: pair or 1])
    page.panel.table.choose(pair)
    press(page.panel.table, Qt.Key.Key_N)
    QTest.keyClicks(page.note_line.edit, "ask her")
    window.change(project.take_matches, fewer)
    QTest.keyClick(page.note_line.edit, Qt.Key.Key_Return)
    assert project.decisions.note_of(after.index(both[pair])) == "ask her"
    assert sum(bool(project.decisions.note_of(one)) for one in range(len(after))) == 1


def test_decided_and_automatic_are_spoken(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_R)
    row = page.panel.table.pairs.view_row(pair)
    assert page.panel.table.pairs.index(row, 0).data(SPOKEN) == "Not a match, decided by you"
    assert page.panel.table.pairs.index(row, 0).data(DISPLAY) == "Not"


def test_model_is_sound(page, qtmodeltester):
    qtmodeltester.check(page.panel.table.pairs)


# showing


def test_differences_only_and_hidden_scores(window, page):
    table = page.panel.table
    press(table, Qt.Key.Key_D)
    assert page.panel.compare.differences_only
    assert all(row.differs for row in page.panel.compare.view.rows)
    press(table, Qt.Key.Key_H)
    assert table.isColumnHidden(1)
    assert page.panel.evidence.bars.isHidden()
    press(table, Qt.Key.Key_H)
    assert not table.isColumnHidden(1)
    assert not page.panel.evidence.bars.isHidden()


def test_compare_shows_the_records_of_the_pair(page):
    left, right = page.review.records(page.current_pair)
    rows = {row.label: row for row in page.panel.compare.rows}
    lists = page._window.project.lists
    assert rows["Last name"].left == lists[0].cell(left, "last_name")
    assert rows["Last name"].right == lists[1].cell(right - len(lists[0]), "last_name")
    assert page.panel.compare.rows[-1].check
    assert page.panel.compare.rows[-1].words == "not used for matching"


def test_after_another_run_the_same_two_records_are_shown_and_not_the_pair_of_that_number(window, page):
    project = window.project
    page.review.set_filters(states=frozenset())
    page.refresh_order()
    pairs = project.scored.pairs
    fewer = make_match(project.lists, strangers=300)
    after = {(int(a), int(b)) for a, b in zip(fewer.scored.pairs.left, fewer.scored.pairs.right, strict=True)}
    both = [(int(a), int(b)) for a, b in zip(pairs.left, pairs.right, strict=True)]
    stays = next(pair for pair in range(len(both) - 1, -1, -1) if both[pair] in after)
    goes = next(pair for pair in range(len(both)) if both[pair] not in after)
    page.panel.table.choose(goes)
    page.panel.table.choose(stays)
    window.change(project.take_matches, fewer)
    assert page.current_pair != stays
    assert page.review.records(page.current_pair) == both[stays]
    window.change(project.take_matches, make_match(project.lists, strangers=1500))
    assert page.review.records(page.current_pair) == both[stays]
    page.panel.table.choose(goes)
    window.change(project.take_matches, make_match(project.lists, strangers=300))
    assert page.current_pair == page.review.next_undecided()


def test_progress_line_is_a_recount(window, page):
    for key in (Qt.Key.Key_A, Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U):
        press(page.panel.table, key)
    progress = page.review.progress()
    given = answers(window)
    assert progress.reviewed == int((given != NO_ANSWER).sum()) == 4
    zones = window.project.scored.zones()
    assert progress.left <= int((zones == Zone.REVIEW).sum())
    assert f"{progress.reviewed:,} reviewed" in page._progress.text()
    assert f"{progress.left:,} left" in page._progress.text()


@pytest.mark.parametrize(("width", "narrow", "filters"), [(1600, False, True), (1150, True, True), (1024, True, False)])
def test_narrow_windows_fold_evidence_and_filters(window, page, width, narrow, filters):
    window.resize(width, 760)
    QApplication.processEvents()
    assert page.panel.narrow is narrow
    assert (page.panel.compare.head.parentWidget() is page.panel.compare) is not narrow
    assert page.panel.compare.head.isVisible()
    assert page.panel.filter_card.isVisible() is filters
    assert page.panel.funnel.isVisible() is not filters
    if not filters:
        page.panel.funnel.click()
        assert page.panel.filter_card.isVisible()


def test_nothing_is_cut_off_at_the_smallest_size(window, page):
    window.resize(1024, 700)
    QApplication.processEvents()
    inside = page.rect()
    for button in (*page.buttons.buttons.values(), page.undo_button):
        corner = button.mapTo(page, QPoint(button.width(), button.height()))
        assert inside.contains(corner - QPoint(1, 1)), button.text()
        assert button.width() >= button.sizeHint().width()


def test_answers_can_be_pressed_only_while_a_pair_is_asked(window, page):
    page.narrowing.look_for("nobody has this name")
    QApplication.processEvents()
    assert not any(button.isEnabled() for button in page.buttons.buttons.values())
    window.go_to(Step.MATCH)
    window.go_to(Step.REVIEW)
    assert not any(button.isEnabled() for button in page.buttons.buttons.values())
    page.narrowing.clear()
    QApplication.processEvents()
    assert all(button.isEnabled() for button in page.buttons.buttons.values())
    page.buttons.buttons["reject"].click()
    assert len(window.project.decisions) == 1


# thresholds


def test_moving_a_threshold_counts_live_writes_no_decision_and_is_one_step(window, page):
    steps = len(window.project.history())
    plot, strip = page.strip.plot, page.strip
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(plot._x(plot.lines[1])), 40))
    before = strip.counts
    for shown in (0.62, 0.66, 0.7):
        QTest.mouseMove(plot, QPoint(int(plot._x(shown)), 40))
        zones = window.project.scored.zones(*strip.cuts)
        assert strip.counts == tuple(int((zones == zone).sum()) for zone in (Zone.MATCH, Zone.REVIEW, Zone.NOT))
    assert len(window.project.history()) == steps
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(plot._x(0.7)), 40))
    assert len(window.project.history()) == steps + 1
    assert len(window.project.decisions) == 0
    assert window.project.settings.match_at == pytest.approx(chance_of_shown(0.7))
    assert strip.counts != before
    window.actions["undo"].trigger()
    assert strip.counts == before


def test_a_moved_line_of_a_long_list_is_shown_before_groups_are_made_and_once_more_after(window, page, monkeypatch):
    monkeypatch.setattr("entityres.ui.widgets.pair_order.WHILE_MOVED", 0)
    project = window.project
    before, words = project.latest_groups, page.tabs.chip(1).text()
    page.strip.match_spin.setValue(0.9)
    assert project.latest_groups is before, "the window does not wait for groups"
    zones = project.scored.zones(*page.strip.cuts)
    shown = set(page.review.order.tolist())
    assert shown <= set(np.flatnonzero(zones == Zone.REVIEW).tolist())
    QApplication.processEvents()
    assert not project.groups_are_old
    assert project.latest_groups is not before
    assert page.tabs.chip(1).text() == f"Groups {np.count_nonzero(project.latest_groups.sizes > 1):,}" != words
    again = Review(project)
    again.filters = page.review.filters
    again.refresh()
    assert np.array_equal(page.review.order, again.order)


def test_estimates_never_say_a_bare_hundred(window, page):
    for shown in (0.5, 0.6, 0.75, 0.95):
        page.strip.match_spin.setValue(shown)
        QApplication.processEvents()
        words = [page.strip._shares[zone].figure.text() for zone in ("match", "review", "not")]
        assert not {"100\u00a0%", "0\u00a0%"} & set(words)
        if page.strip.counts[0] < 30:
            assert words[0] == "not enough pairs"


# filters


def test_every_filter_count_is_the_number_of_rows_after_ticking_it(window, page):
    panel = page.panel.filters
    panel.clear()
    for section, option in list(panel._boxes):
        count = panel.count(section, option)
        if not count:
            continue
        panel.box(section, option).setChecked(True)
        assert page.panel.table.pairs.rowCount() == count, (section, option)
        assert panel.box(section, option).words in panel.active()
        panel.clear()
    assert page.panel.table.pairs.rowCount() == len(window.project.scored) - page.review.hidden_implied


def test_only_keys_that_show_something_have_a_line(page):
    panel = page.panel.filters
    keys = {key.name for key in page.review.project.scored.pairs.keys}
    shown = {option for (section, option), box in panel._boxes.items() if section == "keys" and box.isVisible()}
    assert shown == {name for name, count in page.review.counts().keys.items() if count}
    assert shown <= keys


def test_nothing_matches_and_clear_brings_everything_back(page, qtbot):
    page.panel.filters.set_text("nobody is called this")
    page.narrowing.take_panel()
    assert "Nothing matches these filters" in shown_texts(page)
    page.panel.empty.button.click()
    assert page.panel.table.pairs.rowCount() > 0
    assert page.panel.filters.active() == []


def test_search_finds_and_gives_the_focus_back(page, qtbot):
    page.focus_search()
    page.panel.filters.clear()
    everything = page.panel.table.pairs.rowCount()
    with qtbot.waitSignal(page.panel.filters.changed, timeout=3000):
        QTest.keyClicks(page.panel.filters.search, "gould")
    assert 0 < page.panel.table.pairs.rowCount() < everything
    QTest.keyClick(page.panel.filters.search, Qt.Key.Key_Escape)
    assert page.panel.table.hasFocus()


def test_sorting_by_a_heading(page):
    page.panel.table.horizontalHeader().setSortIndicator(1, Qt.SortOrder.DescendingOrder)
    scores = page._window.project.scored.score[page.panel.table.pairs.order]
    assert (np.diff(scores) <= 0).all()
    assert page.review.sort == "score_down"


def test_hidden_implied_pairs_are_said(window, page):
    page.panel.filters.clear()
    hidden = page.review.hidden_implied
    assert page.panel.implied_button.isVisible() is (hidden > 0)
    if hidden:
        before = page.panel.table.pairs.rowCount()
        page.panel.implied_button.click()
        assert page.panel.table.pairs.rowCount() == before + hidden


@pytest.fixture
def small(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    """A window over the project of ten records, whose records are also related by more than one pair."""
    without_a_run(monkeypatch)
    with open_window(new_project(tmp_path / "small.entityres"), tmp_path) as made:
        made.go_to(Step.REVIEW)
        yield made


def answer(window: MainWindow, pair: int, key: Qt.Key) -> None:
    page = window.pages[Step.REVIEW]
    assert page.panel.table.choose(pair)
    press(page.panel.table, key)


def assert_all_figures_agree(window: MainWindow) -> None:
    """What the page and the step say is what a recount says, without a wait."""
    page, project = window.pages[Step.REVIEW], window.project
    left = int(np.count_nonzero(project.standings() == Standing.REVIEW))
    assert not project.groups_are_old
    assert page.review.progress().left == left == page.review.counts().states["review"]
    assert page._progress.shortest == f"<b>{left} left</b>"
    assert page.panel.filters.count("states", "review") == left
    assert window.side.steps.entry(4).words == project.stages()[Step.REVIEW].words


def test_what_an_answer_puts_in_doubt_is_said_at_once_and_comes_by_itself_in_the_end(small):
    window, page = small, small.pages[Step.REVIEW]
    assert page.review.order.tolist() == [3, 5, 0, 2, 6, 8]
    answer(window, 0, Qt.Key.Key_R)
    assert not page.panel.came_up_button.isVisible()
    assert_all_figures_agree(window)
    answer(window, 2, Qt.Key.Key_A)
    assert page.panel.came_up_button.isVisible()
    assert page.panel.came_up_button.text() == "1 more came up by your answers – show"
    assert page.review.position(1) is None, "rows stay where they are"
    assert_all_figures_agree(window)
    window.actions["undo"].trigger()
    assert not page.panel.came_up_button.isVisible()
    window.actions["redo"].trigger()
    page.panel.came_up_button.click()
    assert page.review.position(1) is not None
    assert not page.panel.came_up_button.isVisible()
    assert page.panel.table.hasFocus()
    while page.review.next_undecided() is not None:
        answer(window, page.review.next_undecided(), Qt.Key.Key_R)
        assert_all_figures_agree(window)
    assert window.messages.said[-1].text == "Review finished."


def test_the_last_answer_leads_to_the_pairs_that_came_up(small):
    window, page = small, small.pages[Step.REVIEW]
    answer(window, 0, Qt.Key.Key_R)
    answer(window, 2, Qt.Key.Key_A)
    for pair in (3, 5, 6, 8):
        assert not any("finished" in one.topic for one in window.messages.said)
        answer(window, pair, Qt.Key.Key_R)
    assert page.current_pair == 1
    assert page.review.order.tolist() == [1]


def test_what_follows_from_an_answer_is_not_asked(small):
    window, page = small, small.pages[Step.REVIEW]
    answer(window, 0, Qt.Key.Key_A)
    assert page.review.state_of(2).name == "implied"
    assert page.review.position(2) is not None
    assert page.current_pair == 6, "the row after the one that follows"
    assert not page.panel.implied_button.isVisible(), "it is not hidden yet"
    page.refresh_order()
    assert page.panel.implied_button.text() == "1 hidden because already implied – show"


def test_what_is_said_of_the_answers_goes_with_the_next_one_and_with_the_page(small):
    window, page = small, small.pages[Step.REVIEW]
    for pair in page.review.order.tolist():
        answer(window, pair, Qt.Key.Key_R)
    assert "review finished" in window.message_bar.topics
    answer(window, page.review.order.tolist()[0], Qt.Key.Key_U)
    assert [one.text for one in window.messages.said if one.topic == "review finished"][-1] == "Review finished."
    said = [row.message for row in window.message_bar._rows if row.message.topic == "review finished"]
    assert [one.hint for one in said] == [f"{answers_words(page.review.progress())}."]
    window.go_to(Step.MERGE)
    assert "review finished" not in window.message_bar.topics


def test_the_same_letter_again_makes_no_step(small):
    window, page = small, small.pages[Step.REVIEW]
    answer(window, 0, Qt.Key.Key_R)
    steps = len(window.project.history())
    answer(window, 0, Qt.Key.Key_R)
    assert len(window.project.history()) == steps
    assert page.current_pair != 0, "but it goes on"


def test_accepting_many_offers_a_look_at_the_doubtful_ones_first(small):
    page = small.pages[Step.REVIEW]
    page.sheet.ask("20 pairs will be marked as match.", 5, 15)
    QApplication.processEvents()
    shown = [page.sheet.look_button, page.sheet.others_button, page.sheet.all_button, page.sheet.cancel_button]
    assert [button.text() for button in shown] == [
        "Look at those 5 first",
        "Accept 15 others",
        "Accept all 20",
        "Cancel",
    ]
    assert [button.x() for button in shown] == sorted(button.x() for button in shown)
    assert [button.property("kind") == "primary" for button in shown] == [True, False, False, False]
    page.sheet.ask("20 pairs will be marked as match.", 0, 20)
    assert [button.property("kind") == "primary" for button in shown[2:]] == [True, False]
    assert not page.sheet.look_button.isVisible()


def test_the_links_below_the_lines_stay_where_they_are_when_scores_are_hidden(small):
    page = small.pages[Step.REVIEW]
    page.strip.set_folded(False)
    QApplication.processEvents()
    links = [one for one in page.strip.findChildren(QPushButton) if one.text() in ("Break-even", "Reset")]
    before = [(one.mapTo(page, one.rect().topLeft()).x(), one.width()) for one in links]
    assert len(before) == 2
    small.actions["hide_scores"].trigger()
    QApplication.processEvents()
    assert [(one.mapTo(page, one.rect().topLeft()).x(), one.width()) for one in links] == before
    small.actions["hide_scores"].trigger()


def test_accepting_all_shown_counts_what_it_changes(small):
    window, page = small, small.pages[Step.REVIEW]
    answer(window, 0, Qt.Key.Key_A)
    answer(window, 3, Qt.Key.Key_A)
    window.actions["accept_shown"].trigger()
    shown = len(page.review)
    assert page.sheet.words.startswith(f"{shown - 2} pairs will be marked as match.")
    assert page.sheet.words.endswith("2 more have this answer already.")
    page.sheet.all_button.click()
    assert window.project.history()[-1][1].startswith(f"Accept {shown - 2} pairs")
    window.actions["accept_shown"].trigger()
    assert not page.sheet.isVisible()
    assert window.messages.said[-1].text == "All pairs that are shown are accepted already."


@pytest.mark.parametrize("what", ["undo", "run", "threshold", "filter"])
def test_accepting_all_shown_is_not_asked_any_more_when_others_are_shown(small, what):
    window, page = small, small.pages[Step.REVIEW]
    answer(window, 0, Qt.Key.Key_R)
    window.actions["accept_shown"].trigger()
    assert page.sheet.isVisible()
    if what == "undo":
        window.actions["undo"].trigger()
    elif what == "run":
        window.find_matches()
    elif what == "threshold":
        window.change(window.project.set_cuts, 0.99, 0.5)
    else:
        page.narrowing.look_for("Ruiz")
    given = answers(window)
    assert not page.sheet.isVisible()
    page.sheet.all_button.click()
    assert (answers(window) == given).all()
    window.actions["accept_shown"].trigger()
    assert page.sheet.isVisible()


def test_a_state_whose_values_changed_is_read_to_its_end(page):
    table = page.panel.table
    metrics = QFontMetrics(font("strong"))
    assert table.columnWidth(0) >= metrics.horizontalAdvance("Conflict ↻") + metrics.height()


def test_an_answer_that_is_saved_ends_the_word_of_one_that_was_not(window, page, monkeypatch):
    def full(*_arguments: object, **_named: object) -> None:
        raise ProjectError("The last change is not saved: the disk is full.", "Free some space or save elsewhere.")

    with monkeypatch.context() as patch:
        patch.setattr(window.project, "decide", full)
        window.actions["accept"].trigger()
        assert "change" in window.message_bar.topics
    window.actions["accept"].trigger()
    assert "change" not in window.message_bar.topics


def test_columns_of_one_role_are_told_apart_by_their_headings(small):
    matched = small.project.matched
    before = [row.label for row in compare_rows(matched, 0, 1, None)]
    assert "Street" in before
    output = tuple(replace(one, role=Role.STREET) if one.name == "Town" else one for one in matched.columns.output)
    both = replace(matched, columns=replace(matched.columns, output=output))
    after = [row.label for row in compare_rows(both, 0, 1, None)]
    assert after == [{"City": "Town"}.get(label, label) for label in before]
    assert after.count("Street") == 1


def test_what_the_other_list_has_in_another_column_is_not_called_missing(qtbot, tmp_path):
    parts = make_list("parts", {"first name": ["Ann", "Bo"], "last name": ["Hill", "Fox"], "city": ["Ulm", "Bonn"]})
    whole = make_list("whole", {"customer": ["Hill, Ann", ""], "city": ["Ulm", "Bonn"]})
    with Project.create(tmp_path / "parts.entityres") as project:
        project.add_lists([parts, whole])
        project.take_matches(project.matching_job()(quiet()))
        words = {row.label: row.words for row in compare_rows(project.matched, 0, 2, None)}
        missing = {row.label: row.words for row in compare_rows(project.matched, 1, 3, None)}
    assert words == {
        "First name": "in “customer”", "Last name": "in “customer”", "City": "", "Full name": "in “first name”"
    }  # fmt: skip
    assert missing["First name"] == missing["Last name"] == "one missing"


def test_filters_and_order_come_back(window, page):
    page.panel.filters.clear()
    page.panel.filters.box("states", "match").setChecked(True)
    page.narrowing.sort("score_down")
    fresh = ReviewPage(window)
    window.stack.addWidget(fresh)
    fresh.on_shown()
    assert fresh.review.filters.states == frozenset({"match"})
    assert fresh.review.sort == "score_down"
    assert fresh.panel.filters.checked() == {"states": {"match"}}


# many at once, groups, empty


def test_accepting_all_shown_is_asked_and_one_step(window, page):
    shown = page.review.order.copy()
    window.actions["accept_shown"].trigger()
    assert page.sheet.isVisible()
    assert f"{len(shown):,} pairs" in page.sheet.words
    assert len(window.project.decisions) == 0
    page.sheet.all_button.click()
    assert (window.project.decisions.answers[shown] == Answer.MATCH).all()
    assert window.project.undo_text.startswith("Undo accept")
    window.actions["undo"].trigger()
    assert len(window.project.decisions) == 0


def test_a_group_can_be_split(window, page):
    page.tabs.chip(1).click()
    groups = page.groups
    assert groups.count > 0
    group, members = groups.current_group, groups.members
    assert not groups.split_button.isEnabled()
    gone = int(members.records[0])
    members.setData(members.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    rest = [int(record) for record in members.records[1:]]
    groups.split_button.click()
    after = window.project.groups_now().group_of
    assert all(after[gone] != after[record] for record in rest), group
    counts, panel = page.review.counts().states, page.panel.filters
    assert {name: panel.count("states", name) for name in counts} == counts
    assert window.project.undo_text.startswith("Undo split")


def test_keys_tick_records_of_a_group_cut_a_link_and_put_the_ticked_together(window, page):
    page.tabs.chip(1).click()
    groups, project = page.groups, window.project
    view, members = groups.members_view, groups.members
    one, other = (int(record) for record in members.records[:2])
    rest = [int(record) for record in members.records[2:]]
    view.selectRow(0)
    press(view, Qt.Key.Key_Space)
    assert members.unticked.tolist() == [one]
    press(view, Qt.Key.Key_Space)
    assert not len(members.unticked)
    before = len(project.decisions)
    press(view, Qt.Key.Key_X)
    assert len(project.decisions) == before
    assert window.messages.said[-1].text == "A link is between two records."
    view.selectAll() if not rest else view.selectRow(0)
    view.selectionModel().select(
        members.index(1, 0), QItemSelectionModel.SelectionFlag.Select | QItemSelectionModel.SelectionFlag.Rows
    )
    press(view, Qt.Key.Key_X)
    assert project.undo_text.startswith("Undo reject")
    assert project.history()[-1][1].startswith("Reject")
    together = project.groups_now().group_of
    assert together[one] != together[other] or rest
    window.actions["undo"].trigger()
    page.groups.choose(int(project.groups_now().group_of[one]))
    press(view, Qt.Key.Key_M)
    n = len(members.records)
    assert len(project.decisions) == before + n * (n - 1) // 2
    assert project.undo_text == f"Undo putting {n} records of {project.undo_text.partition(' of ')[2]}"
    assert len({int(project.groups_now().group_of[record]) for record in members.records}) == 1


def test_keys_of_groups_say_where_they_work(window, page):
    window.actions["cut_link"].trigger()
    assert window.messages.said[-1].text == "This is for the records of a group."
    assert len(window.project.decisions) == 0


def test_groups_stay_in_the_order_that_was_asked_for(window, page):
    page.tabs.chip(1).click()
    groups = page.groups
    groups.table.horizontalHeader().setSortIndicator(0, Qt.SortOrder.DescendingOrder)
    first = groups.list.group(groups.list.source_row(0))
    page.tabs.chip(0).click()
    page.tabs.chip(1).click()
    assert groups.list.group(groups.list.source_row(0)) == first
    window.change(window.project.split_group, first, [int(groups.members.records[0])])
    window.project.groups_now()
    page.parts.show_groups()
    shown = [groups.list.group(groups.list.source_row(row)) for row in range(groups.list.rowCount())]
    assert shown == sorted(shown, reverse=True)


def test_splitting_what_was_accepted_by_hand_is_explained(window, page):
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    page.select_pair(pair)
    press(page.panel.table, Qt.Key.Key_G)
    members = page.groups.members
    members.setData(members.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    page.groups.split_button.click()
    assert window.project.decisions.answer_of(pair) == Answer.MATCH
    assert any("one by one" in message.text for message in window.messages.said)


def test_g_shows_the_group_of_the_pair(window, page):
    press(page.panel.table, Qt.Key.Key_A)
    press(page.panel.table, Qt.Key.Key_Backspace)
    left, _ = page.review.records(page.current_pair)
    press(page.panel.table, Qt.Key.Key_G)
    groups = window.project.groups_now()
    assert page.tabs.choice == 1
    assert page.groups.current_group == groups.group_of[left]


def test_place_and_switches_stand_beside_the_tabs_of_a_narrow_window(window, page):
    window.resize(1024, 700)
    QApplication.processEvents()
    compare = page.panel.compare
    place = compare._origin.text()
    assert place.startswith("● CRM row ")
    assert (
        compare.head.mapTo(page, compare.head.rect().topLeft()).y()
        <= page.panel.detail_tabs.mapTo(page, page.panel.detail_tabs.rect().bottomLeft()).y()
    )
    page.panel.detail_tabs.chip(1).click()
    assert not compare.head.isVisible()
    page.panel.detail_tabs.chip(0).click()
    assert compare.head.isVisible()
    window.theme.set_zoom(200)
    QApplication.processEvents()
    first, second = page.review.records(page.current_pair)
    assert compare._origin.text() == f"● {page.review.place(first)[1]}  ▲ {page.review.place(second)[1]}"
    assert compare.differences_chip.toolTip().endswith("(D)")


def test_with_large_text_in_a_small_window_a_pair_has_the_place_and_keys_decide(window, page):
    window.resize(1024, 700)
    window.theme.set_zoom(200)
    QApplication.processEvents()
    panel, scroll = page.panel, page.panel.compare._scroll
    assert panel.compare.isVisible()
    assert not panel.table.isVisible()
    line = page.fontMetrics().height()
    assert scroll.viewport().height() >= 4 * 1.4 * line, "four fields at least"
    assert panel.compare.hasFocus()
    first = page.current_pair
    QTest.keyClick(panel.compare, Qt.Key.Key_A)
    assert answers(window)[first] == Answer.MATCH
    assert page.current_pair != first
    assert panel.compare.hasFocus()
    second = page.current_pair
    QTest.keyClick(panel.compare, Qt.Key.Key_Down)
    QTest.keyClick(panel.compare, Qt.Key.Key_Up)
    assert page.current_pair == second
    QTest.mouseClick(panel.detail_tabs.chip(2), Qt.MouseButton.LeftButton)
    assert panel.table.viewport().height() >= 3 * panel.table.rowHeight(0)
    assert panel.funnel.isVisible()
    panel.filters.set_text("nobody is called so")
    page.narrowing.take_panel()
    QTest.mouseClick(panel.detail_tabs.chip(0), Qt.MouseButton.LeftButton)
    page.refresh_order()
    assert panel.empty.isVisible(), "why there is nothing, and what to do, is seen"
    window.theme.set_zoom(100)
    window.resize(1280, 800)
    QApplication.processEvents()
    assert not panel.detail_tabs.chip(2).isVisible()
    assert panel.compare.isVisible()


LINES_READ = 8


@pytest.mark.parametrize(
    ("size", "taken_by"), [((1024, 700), "thresholds"), ((1024, 700), "history"), ((1280, 720), "thresholds")]
)
def test_what_takes_height_or_width_leaves_either_eight_lines_of_a_pair_or_of_the_table(window, page, size, taken_by):
    window.resize(*size)
    QApplication.processEvents()
    panel = page.panel
    assert panel.table.isVisible()
    if taken_by == "thresholds":
        QTest.mouseClick(page.strip.fold_chip, Qt.MouseButton.LeftButton)
    else:
        window.actions["history"].setChecked(True)
    QApplication.processEvents()
    line = page.fontMetrics().height()
    assert not panel.table.isVisible()
    assert panel.compare._scroll.viewport().height() >= LINES_READ * 1.4 * line
    QTest.mouseClick(panel.detail_tabs.chip(2), Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    assert panel.table.viewport().height() >= LINES_READ * 1.4 * line
    assert not panel.compare.head.isVisible()
    if taken_by == "thresholds":
        QTest.mouseClick(page.strip.fold_chip, Qt.MouseButton.LeftButton)
    else:
        window.actions["history"].setChecked(False)
    QApplication.processEvents()
    assert panel.table.isVisible()
    assert panel.compare.isVisible()
    assert panel.sort_choice.isVisible()
    assert min(panel._middle.sizes()) > 6 * line, "each has its share again"


def test_in_every_tab_of_a_low_window_keys_decide(window, page):
    window.resize(1024, 700)
    page.strip.set_folded(False)
    QApplication.processEvents()
    tabs, given = page.panel.detail_tabs, answers(window)
    for number in (1, 2, 0):
        QTest.mouseClick(tabs.chip(number), Qt.MouseButton.LeftButton)
        pair = page.current_pair
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_A)
        assert answers(window)[pair] == Answer.MATCH
        assert page.current_pair != pair
        pair = page.current_pair
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Down)
        assert page.current_pair != pair
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Up)
        assert page.current_pair == pair
    assert (answers(window) != given).sum() == 3


def test_arrows_among_tabs_pass_over_one_that_is_not_offered(window, page):
    window.resize(1024, 700)
    QApplication.processEvents()
    tabs = page.panel.detail_tabs
    tabs.chip(1).click()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert tabs.choice == 1
    window.resize(1280, 720)
    page.strip.set_folded(False)
    QApplication.processEvents()
    QTest.keyClick(tabs, Qt.Key.Key_Right)
    assert tabs.choice == 2
    assert page.panel.table.isVisible()


def test_empty_states_before_anything(qtbot, tmp_path, monkeypatch):
    without_engine(monkeypatch)
    project = make_project(tmp_path / "fresh.entityres", 20, match=False)
    with open_window(project, tmp_path) as window:
        window.go_to(Step.REVIEW)
        page = window.pages[Step.REVIEW]
        assert page._empty.title_label.text() == "No pairs yet"
        assert page._empty.button.isEnabled()
        assert not any("no matches" in text.lower() for text in shown_texts(page))


def test_finished_review_says_so(window, page):
    while page.review.progress().left:
        press(page.panel.table, Qt.Key.Key_R)
    page.refresh_order()
    assert "Review finished" in shown_texts(page)


def finish_with_one_unsure(page) -> int:
    """Answer every pair, the first with "unsure"; returns that one."""
    unsure = page.current_pair
    press(page.panel.table, Qt.Key.Key_U)
    while page.review.progress().left:
        press(page.panel.table, Qt.Key.Key_R)
    return unsure


def test_a_finished_review_leads_to_the_unsure_to_a_sample_and_to_merge(window, page):
    unsure = finish_with_one_unsure(page)
    page.refresh_order()
    buttons = [page.panel.empty.button, page.panel.empty.second_button, page.panel.empty.third_button]
    assert [button.text() for button in buttons if button.isVisible()] == [
        "Look at unsure",
        "Check a sample",
        "Go to Merge",
    ]
    buttons[0].click()
    assert page.review.order.tolist() == [unsure]
    assert page.current_pair == unsure
    page.narrowing.clear()
    page.review.set_filters(states=frozenset({"review"}))
    page.refresh_order()
    buttons[1].click()
    assert page.tabs.choice == 2
    assert page.sampling.panel.isVisible()
    page.tabs.chip(0).click()
    buttons[2].click()
    assert window.step is Step.MERGE


def test_the_message_after_the_last_answer_leads_to_the_unsure_too(window, page):
    unsure = finish_with_one_unsure(page)
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == "review finished"]
    assert [button.text for button in said.buttons] == ["Look at unsure", "Check a sample", "Go to Merge"]
    said.buttons[0].pressed()
    assert page.review.order.tolist() == [unsure]


def test_a_review_with_nothing_to_decide_does_not_pretend_that_something_was(window, page, monkeypatch):
    review = page.review
    review.set_filters(states=frozenset({"review"}))
    monkeypatch.setattr(review, "progress", lambda: ReviewProgress(0, 0, 0, 0, 0, None))
    assert no_pair_words(review, 1)[:2] == ("Nothing needs review", "Every pair is clear by its score.")
    monkeypatch.setattr(review, "progress", lambda: ReviewProgress(3, 0, 2, 1, 0, None))
    words = ("Review finished", "3 decided: 2 match, 1 not, 0 unsure.")
    assert no_pair_words(review, 1) == (*words, "Show all pairs", "Check a sample", "Go to Merge")


def test_without_a_pair_the_comparison_says_so(window, page):
    page.narrowing.look_for("nobody has this name")
    texts = shown_texts(page)
    assert "Nothing matches these filters" in texts
    assert "No pair is chosen." in texts
    assert not page.panel.compare.differences_chip.isVisible()


@pytest.mark.parametrize(
    ("rows", "title", "button"),
    [
        ("Ann Lee,0151 496 0001\n", "Nothing to compare", "Go to Load"),
        ("Ann Lee,0151 496 0001\nBo Fox,0191 498 0777\n", "No duplicates found", "Go to Match"),
    ],
)
def test_no_pair_at_all_is_said_as_what_it_means(qtbot, tmp_path, monkeypatch, rows, title, button):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    path = tmp_path / "few.csv"
    path.write_text("name,phone\n" + rows)
    with open_window(Project.create(None), tmp_path) as window:
        window.add_files([str(path)])
        window.find_matches()
        assert not len(window.project.scored)
        window.go_to(Step.REVIEW)
        page = window.pages[Step.REVIEW]
        assert (page._empty.title_label.text(), page._empty.button.text()) == (title, button)
        window.go_to(Step.MERGE)
        merge = window.pages[Step.MERGE]
        assert merge._frame.is_empty
        assert not merge.parts.choice.isVisible()
        assert merge._empty.sentence_label.text() == "No pair counts as a match at 0.57: each record stays as it is."
        merge._empty.second_button.click()
        assert window.step is Step.EXPORT


# any two records


def test_enter_opens_the_pair_in_a_window_of_its_own(window, page):
    left, right = page.review.records(page.current_pair)
    press(page.panel.table, Qt.Key.Key_Return)
    dialog = page.records_dialog
    assert dialog.isVisible()
    assert (dialog.left.record, dialog.right.record) == (left, right)
    assert dialog.words.startswith("Compared because of:")
    dialog.close()


def test_two_records_that_were_not_compared_are_explained_and_can_be_decided(window, page):
    window.actions["compare_two"].trigger()
    dialog = page.records_dialog
    scored = window.project.scored
    compared = set(zip(scored.pairs.left.tolist(), scored.pairs.right.tolist(), strict=True))
    pair = next((0, other) for other in range(1, 150) if (0, other) not in compared)
    dialog.left.show_record(pair[0])
    assert not dialog.match_button.isEnabled()
    dialog.right.edit.setText(window.project.lists[0].cell(pair[1], "email"))
    dialog.right.search()
    assert dialog.right.record == pair[1]
    assert dialog.words.startswith("Not compared in this run")
    assert "chance to be found" in dialog.words
    dialog.not_button.click()
    assert len(window.project.decisions) == 1
    assert dialog.words == "Saved: not a match."
    dialog.close()


# after another run


@pytest.mark.parametrize(
    ("decided", "changed", "lost", "kept", "more"),
    [
        (1, 0, 0, "Your 1 decision is kept.", ""),
        (12, 0, 0, "Your 12 decisions are kept.", ""),
        (12, 1, 0, "Your 12 decisions are kept.", "The compared values of one have changed since: look at it again."),
        (1200, 3, 2, "Your 1,200 decisions are kept.", "The compared values of 3 have changed since: look at them again. "
         "2 are about records that are not in these lists; they count again when they are."),
    ],
)  # fmt: skip
def test_what_became_of_decisions_is_put_into_words(decided, changed, lost, kept, more):
    assert kept_words(decided, changed, lost) == (kept, more)
    assert kept_words(0, 0, 0) is None


@pytest.mark.parametrize(
    ("apart", "more"),
    [
        (1, "One is about a pair that was not compared this time; it counts all the same."),
        (76, "76 are about pairs that were not compared this time; they count all the same."),
    ],
)
def test_decisions_about_pairs_that_no_key_found_are_told(apart, more):
    assert kept_words(80, 0, 0, apart) == ("Your 80 decisions are kept.", more)


def test_a_run_with_fewer_keys_says_what_became_of_each_decision(small):
    window = small
    project = window.project
    total = len(project.scored)
    window.change(project.decide, range(total), Answer.NOT)
    window.change(project.decide_records, 2, 9, Answer.NOT)
    found = project.decisions.count - int(np.count_nonzero(project.decisions.answers != NO_ANSWER))
    window.find_matches()
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == "decisions"]
    assert said.text == f"Your {project.decisions.count} decisions are kept."
    assert (f"{found} are" in said.hint or "One is about a pair" in said.hint) is (found > 0)


def test_a_run_says_that_decisions_are_kept_and_which_to_look_at_again(window, page, monkeypatch):
    window.find_matches()
    assert "decisions" not in window.message_bar.topics
    pair = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    window.find_matches()
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == "decisions"]
    assert said.text == "Your 1 decision is kept."
    assert not said.buttons
    monkeypatch.setattr(DecisionBook, "changed_pairs", property(lambda _book: np.array([pair], np.int32)))
    window.find_matches()
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == "decisions"]
    assert said.hint == "The compared values of one have changed since: look at it again."
    said.buttons[0].pressed()
    assert page.review.order.tolist() == [pair]
    assert page.review.filters.risks == {"changed"}


@pytest.mark.parametrize(
    ("keys", "rows", "title", "words"),
    [
        (0, 60, "Nothing was compared", "Add a key, or give columns other roles."),
        (1, 60, "No duplicates found", "1 key ran and proposed no pair of records."),
        (0, 1, "Nothing to compare", "There is only one record."),
    ],
)
def test_without_a_pair_it_is_said_whether_anything_was_compared(keys, rows, title, words):
    scored = SimpleNamespace(pairs=SimpleNamespace(keys=("key",) * keys))
    said = nothing_words(SimpleNamespace(lists=[range(rows)], scored=scored))
    assert said[0] == title
    assert words in said[1]


def test_filters_and_evidence_can_be_read_at_every_width(window, page):
    for width in (1280, 1400, 1600):
        window.resize(width, 800)
        QApplication.processEvents()
        panel = page.panel
        assert panel.evidence.minimumSizeHint().width() <= panel.evidence.width()
        for part in (panel.evidence, panel.filters):
            for one in part.findChildren(QAbstractScrollArea):
                if one.isVisible():
                    assert one.horizontalScrollBar().maximum() == 0
                    inside = one.widget() if isinstance(one, QScrollArea) else None
                    assert inside is None or inside.width() <= one.viewport().width()


def test_undo_on_another_page_leaves_the_focus_there(window, page):
    press(page.panel.table, Qt.Key.Key_A)
    window.go_to(Step.MERGE)
    preview = window.pages[Step.MERGE].browser.preview
    preview.setFocus()
    window.actions["undo"].trigger()
    assert QApplication.focusWidget() is preview


def test_what_is_left_is_the_same_number_everywhere_after_groups_are_made(window, page):
    press(page.panel.table, Qt.Key.Key_R)
    page.grouping._ask()
    left = page.review.progress().left
    assert f"{left:,} left" in page._progress.text()
    assert window.side.steps.entry(4).words == f"{left:,} left"


def test_after_reopening_the_work_goes_on_at_the_pair_that_was_looked_at(window, page, tmp_path):
    for _ in range(3):
        QTest.keyClick(page.panel.table, Qt.Key.Key_Down)
    pair = page.current_pair
    assert pair != page.review.order[0]
    window.go_to(Step.MERGE)
    copy = tmp_path / "copy.entityres"
    window.project.save_copy(copy)
    with open_window(Project.open(copy), tmp_path) as again:
        again.go_to(Step.REVIEW)
        assert again.pages[Step.REVIEW].current_pair == pair


def test_the_pair_is_kept_when_the_window_closes_right_after_it_was_looked_at(qtbot, tmp_path, monkeypatch):
    without_engine(monkeypatch)
    place = tmp_path / "customers.entityres"
    with open_window(make_project(place), tmp_path) as first:
        first.go_to(Step.REVIEW)
        table = first.pages[Step.REVIEW].panel.table
        for _ in range(4):
            QTest.keyClick(table, Qt.Key.Key_Down)
        pair = table.current_pair
    with open_window(Project.open(place), tmp_path) as again:
        again.go_to(Step.REVIEW)
        shown = again.pages[Step.REVIEW].panel.table
        assert shown.current_pair == pair != int(again.pages[Step.REVIEW].review.order[0])
        QTest.keyClick(shown, Qt.Key.Key_Down)
        other = shown.current_pair
        again.set_project(Project.create(None))
        again.set_project(Project.open(place))
        again.go_to(Step.REVIEW)
        assert again.pages[Step.REVIEW].current_pair == other != pair


def test_undo_says_so_when_it_takes_filters_off_to_show_its_pair(window, page):
    first = page.current_pair
    press(page.panel.table, Qt.Key.Key_A)
    page.panel.filters.set_text("nobody is called so")
    page.narrowing.take_panel()
    assert page.review.position(first) is None
    window.actions["undo"].trigger()
    assert page.current_pair == first
    assert window.messages.said[-1].text == "Filters were taken off."


def test_the_window_that_compares_closes_with_its_project(window, page, tmp_path):
    window.actions["large_window"].trigger()
    dialog = page.records_dialog
    window.set_project(Project.create(tmp_path / "other.entityres"))
    assert not isValid(dialog) or not dialog.isVisible()


def test_the_window_that_compares_closes_with_the_window(window, page):
    window.actions["large_window"].trigger()
    dialog = page.records_dialog
    assert dialog.isVisible()
    window.close_for_good()
    assert not isValid(dialog) or not dialog.isVisible()


def test_a_search_that_finds_no_record_says_so_and_one_that_finds_shows_the_first(window, page):
    page.compare_two()
    search = page.records_dialog.left
    assert (search.choice.placeholderText(), search.choice.isEnabled()) == ("Records found are listed here", False)
    search.edit.setText("nobody is called so")
    search.search()
    assert (search.choice.placeholderText(), search.record) == ("No record has these words", -1)
    search.edit.setText("gould")
    search.search()
    assert search.choice.isEnabled()
    assert "Gould" in search.choice.currentText()
    assert search.record >= 0
    page.records_dialog.close()


# keys alone


def test_keys_work_in_the_part_that_is_shown(window, page):
    page.tabs.chip(1).click()
    assert page.groups.table.hasFocus()
    window.go_to(Step.MERGE)
    window.go_to(Step.REVIEW)
    assert page.tabs.choice == 1
    assert page.groups.table.hasFocus()


def test_undo_leaves_filters_alone_while_groups_are_shown(window, page):
    press(page.panel.table, Qt.Key.Key_A)
    page.narrowing.look_for("nobody has this name")
    page.tabs.chip(1).click()
    window.actions["undo"].trigger()
    assert page.review.filters.text == "nobody has this name"
    assert not any("Filters" in message.text for message in window.messages.said)
    assert page.groups.table.hasFocus()


def test_accepting_all_that_is_shown_shows_it_and_escape_leaves_it_alone(window, page):
    page.tabs.chip(1).click()
    window.actions["accept_shown"].trigger()
    assert page.tabs.choice == 0
    assert page.sheet.isVisible()
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert not page.sheet.isVisible()
    assert page.panel.table.hasFocus()
    assert len(window.project.decisions) == 0


def test_a_pair_whose_records_are_alone_leads_to_no_group(window, page):
    groups = window.project.groups_now()
    pairs = window.project.scored.pairs
    alone = (groups.sizes[groups.group_of[pairs.left]] == 1) & (groups.sizes[groups.group_of[pairs.right]] == 1)
    page.narrowing.clear()
    page.select_pair(int(np.flatnonzero(alone)[0]))
    press(page.panel.table, Qt.Key.Key_G)
    assert page.tabs.choice == 0
    assert any("Neither record" in message.text for message in window.messages.said)
