"""Searching very many pairs: the words are looked for in the background, and nothing that is typed meanwhile is lost."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import entityres.session.review as session_review
import entityres.session.searching as searching
from entityres.session.stages import Step
from entityres.ui.jobs import JobRunner
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window


@pytest.fixture
def page(qtbot, tmp_path, monkeypatch):
    """The review of a list that counts as long."""
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path, jobs=JobRunner()) as window:
        window.go_to(Step.REVIEW)
        made = window.pages[Step.REVIEW]
        made.narrowing.clear()
        monkeypatch.setattr(session_review, "QUICK", 10)
        yield made


@pytest.fixture
def slow(monkeypatch):
    """Words are found only when it is set."""
    go_on, real = threading.Event(), searching.matching_pairs

    def found(matched, text):
        assert threading.current_thread() is not threading.main_thread()
        assert go_on.wait(20)
        return real(matched, text)

    monkeypatch.setattr(searching, "matching_pairs", found)
    yield go_on
    go_on.set()


def shown_by(page, text):
    """How many pairs hold the words, by a plain look."""
    return int(searching.matching_pairs(page._window.project.matched, text).sum())


def wait_for(qtbot, page, count):
    qtbot.waitUntil(lambda: page.panel.table.pairs.rowCount() == count, timeout=20000)


def test_the_words_are_looked_for_in_the_background_and_the_newest_ones_count(qtbot, page, monkeypatch):
    first, second = shown_by(page, "gould"), shown_by(page, "ruiz")
    assert first != second
    page.narrowing.look_for("gould")
    page.narrowing.look_for("ruiz")
    wait_for(qtbot, page, second)
    assert page.review.filters.text == "ruiz"
    assert page.panel.filters.text == "ruiz"
    page.narrowing.clear()
    assert page.panel.table.pairs.rowCount() == len(page.review.order)


def test_what_is_chosen_meanwhile_counts_too(qtbot, page, slow):
    everything = page.panel.table.pairs.rowCount()
    page.narrowing.look_for("gould")
    assert page.panel.table.pairs.rowCount() == everything
    page.panel.filters.box("states", "match").click()
    page.answering.answer(None)
    page.order.show_regrouped()
    assert page.panel.filters.text == "gould"
    assert page.panel.filters.checked() == {"states": {"match"}}
    slow.set()
    qtbot.waitUntil(lambda: page.review.filters.text == "gould", timeout=20000)
    assert page.review.filters.states == {"match"}
    expected = page.review.counts().states["match"]
    assert page.panel.table.pairs.rowCount() == expected < everything


def test_taking_the_filters_off_forgets_the_search(qtbot, page, slow):
    everything = page.panel.table.pairs.rowCount()
    page.narrowing.look_for("gould")
    page.narrowing.clear()
    slow.set()
    qtbot.wait(100)
    assert page.panel.filters.text == ""
    assert page.panel.table.pairs.rowCount() == everything


def test_a_match_that_comes_meanwhile_is_searched(qtbot, page, slow):
    page.narrowing.look_for("gould")
    page._window.find_matches()
    qtbot.waitUntil(lambda: not page._window.jobs.is_busy, timeout=20000)
    slow.set()
    qtbot.waitUntil(lambda: page.review.filters.text == "gould", timeout=20000)
    assert page.review.position(int(page.review.order[0])) == 0


def test_letters_that_were_just_typed_stay_when_groups_arrive(qtbot, page):
    page.focus_search()
    QTest.keyClicks(page.panel.filters.search, "gou")
    page.order.show_regrouped()
    QTest.keyClicks(page.panel.filters.search, "ld")
    assert page.panel.filters.text == "gould"
    QTest.keyClick(page.panel.filters.search, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: page.review.filters.text == "gould", timeout=20000)
