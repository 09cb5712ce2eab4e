"""The Sample check tab: drawn, answered blind by keys and buttons, undone, its result shown and taken as decisions."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from entityres.entities.decisions import Answer
from entityres.session.project import Project
from entityres.session.sampling import BELOW, MATCH, open_sample, pairs_of, population, results
from entityres.session.stages import Step
from entityres.ui.widgets.review_parts import GROUPS, PAIRS, SAMPLE
from tests.helpers.windows import open_window, shown_texts


@pytest.fixture
def window(made_up):
    made_up.go_to(Step.REVIEW)
    made_up.pages[Step.REVIEW].tabs.chip(SAMPLE).click()
    return made_up


@pytest.fixture
def page(window):
    return window.pages[Step.REVIEW]


@pytest.fixture
def panel(page):
    return page.sampling.panel


def draw(panel, of: str = MATCH, n: int = 25) -> None:
    panel.source_choice.setCurrentIndex(panel.source_choice.findData(of))
    panel.size_choice.setCurrentText(str(n))
    panel.draw_button.click()


def press(panel, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        panel.compare.setFocus()
        QTest.keyClick(panel.compare, key)


def test_nothing_is_drawn_at_first_and_both_choices_say_how_many_there_are(window, panel):
    assert panel.isVisible()
    assert not panel.is_asking
    words = [panel.source_choice.itemText(i) for i in range(panel.source_choice.count())]
    assert words == [
        f"pairs counted as match ({len(population(window.project, MATCH)):,})",
        f"pairs just below the line ({len(population(window.project, BELOW)):,})",
    ]
    assert "No pairs checked yet" in shown_texts(panel)


def test_no_score_evidence_or_estimate_is_on_screen_while_asking(window, page, panel):
    draw(panel)
    assert panel.is_asking
    assert "Pair 1 of 25 · scores are hidden" in shown_texts(panel)
    assert panel.compare.rows
    for hidden in (page.strip, page.panel.table, page.panel.evidence):
        assert not hidden.isVisible()
    words = " ".join(shown_texts(page))
    assert not any(word in words for word in ("%", "share correct", "points", "likely"))


def test_keys_answer_the_pair_that_is_seen_and_no_other(window, page, panel):
    draw(panel)
    for key, letter in ((Qt.Key.Key_A, "m"), (Qt.Key.Key_R, "n"), (Qt.Key.Key_U, "u")):
        press(panel, key)
        assert open_sample(window.project)[1].strip(".").endswith(letter)
    assert "Pair 4 of 25 · scores are hidden" in shown_texts(panel)
    assert len(window.project.decisions) == 0
    panel.buttons["accept"].click()
    window.actions["reject"].trigger()  # from the menu
    assert open_sample(window.project)[1][:6] == "mnumn."
    assert len(window.project.decisions) == 0


def test_actions_of_the_menu_decide_no_pair_that_is_not_seen(window, page, panel):
    window.actions["accept"].trigger()
    page.tabs.chip(GROUPS).click()
    window.actions["accept"].trigger()
    assert len(window.project.decisions) == 0
    page.tabs.chip(PAIRS).click()
    window.actions["accept"].trigger()
    assert len(window.project.decisions) == 1


def test_back_asks_the_pair_before_again_and_undo_takes_an_answer_back(window, panel):
    draw(panel)
    assert not panel.buttons["previous_pair"].isEnabled()
    first = [row.left for row in panel.compare.rows]
    press(panel, Qt.Key.Key_A, 2)
    press(panel, Qt.Key.Key_Backspace, 2)
    assert [row.left for row in panel.compare.rows] == first
    press(panel, Qt.Key.Key_R)
    assert open_sample(window.project)[1][:3] == "nm."
    assert "Pair 3 of 25 · scores are hidden" in shown_texts(panel)
    window.actions["undo"].trigger()
    assert open_sample(window.project)[1][:3] == "mm."
    window.actions["undo"].trigger()
    assert open_sample(window.project)[1][:3] == "m.."
    assert "Pair 2 of 25 · scores are hidden" in shown_texts(panel)


def test_cleaned_values_and_differences_only_by_their_letters(window, panel):
    draw(panel)
    before = panel.compare.rows
    press(panel, Qt.Key.Key_O)
    assert panel.compare.cleaned_chip.isChecked()
    assert panel.compare.rows != before
    press(panel, Qt.Key.Key_O)
    assert panel.compare.rows == before
    press(panel, Qt.Key.Key_D)
    assert panel.compare.differences_only
    assert open_sample(window.project)[1].strip(".") == ""


def test_the_result_lists_what_was_wrong_and_leads_to_it(window, page, panel):
    draw(panel)
    press(panel, Qt.Key.Key_A, 4)
    press(panel, Qt.Key.Key_R)
    panel.end_button.click()
    assert not panel.is_asking
    assert panel.words.text().startswith("4 of 5 correct → 80\u00a0% (")
    assert panel.consequence.text().startswith("Of ")
    assert panel.noted.rowCount() == 1
    assert "1 pair you said is not a match" in shown_texts(panel)
    wrong = int(pairs_of(window.project, window.project.samples[-1][0])[4])
    panel.show_button.click()
    assert page.tabs.choice == PAIRS
    assert page.current_pair == wrong


def test_answers_become_decisions_when_asked_for_and_undo_takes_them_back(window, panel):
    draw(panel)
    press(panel, Qt.Key.Key_A, 2)
    press(panel, Qt.Key.Key_R)
    panel.end_button.click()
    pairs = pairs_of(window.project, window.project.samples[-1][0]).tolist()
    panel.decide_button.click()
    answers = [window.project.decisions.answer_of(pair) for pair in pairs]
    assert answers == [Answer.MATCH, Answer.MATCH, Answer.NOT]
    assert not panel.decide_button.isVisible()
    window.actions["undo"].trigger()
    assert len(window.project.decisions) == 0


def test_pairs_below_the_line_and_all_checks(window, panel):
    for of in (MATCH, BELOW):
        draw(panel, of)
        press(panel, Qt.Key.Key_R, 3)
        press(panel, Qt.Key.Key_A, 1)
        panel.end_button.click()
    assert panel.words.text().startswith("1 of 4 is a match → 25\u00a0% (")
    assert "1 pair you said is a match" in shown_texts(panel)
    assert panel.earlier.rowCount() == 2
    assert panel.earlier_table.isVisible()
    assert [one.right for one in results(window.project)] == [1, 1]


def test_the_check_goes_on_after_the_project_was_closed(qtbot, window, panel, tmp_path):
    draw(panel)
    press(panel, Qt.Key.Key_A, 2)
    shown = [row.left for row in panel.compare.rows]
    path = window.project.path
    window.close_for_good()
    with open_window(Project.open(path), tmp_path) as again:
        again.go_to(Step.REVIEW)
        page = again.pages[Step.REVIEW]
        page.tabs.chip(SAMPLE).click()
        assert "Pair 3 of 25 · scores are hidden" in shown_texts(page)
        assert [row.left for row in page.sampling.panel.compare.rows] == shown


def test_where_there_is_nothing_to_draw_from_it_says_so(window, panel):
    window.apply(window.project.decide(population(window.project, BELOW), Answer.NOT, how="bulk"))
    draw(panel, BELOW)
    assert not panel.is_asking
    assert any("no pairs just below the line" in str(one) for one in window.messages.said)


def test_links_lead_here(window, page):
    page.tabs.chip(PAIRS).click()
    page.strip._source.linkActivated.emit("sample")
    assert page.tabs.choice == SAMPLE
    page.tabs.chip(PAIRS).click()
    page.answering.sample_asked.emit()
    assert page.tabs.choice == SAMPLE
    assert page.sampling.panel.isVisible()


def test_its_tables_are_sound(window, panel, qtmodeltester):
    draw(panel)
    press(panel, Qt.Key.Key_R, 3)
    panel.end_button.click()
    qtmodeltester.check(panel.noted)
    qtmodeltester.check(panel.earlier)
