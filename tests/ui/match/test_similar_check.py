"""Checking a similarity key on a sample, on the Match page."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from entityres.candidates.auditing import audit
from entityres.candidates.keys import Bands, Key
from entityres.records.percentages import percent
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.jobs import JobRunner
from tests.helpers.mouse import press
from tests.helpers.review_project import make_lists
from tests.helpers.slow_work import slowly
from tests.helpers.windows import open_window, shown_texts

if TYPE_CHECKING:
    from entityres.ui.widgets.similarity_side import SimilaritySide

SIMILAR = "Similar name + address"


@pytest.fixture
def side(window) -> SimilaritySide:
    return window.pages[Step.MATCH].compare.similar


def move(side: SimilaritySide, key: Qt.Key = Qt.Key.Key_Right) -> None:
    side.bands.similar_slider.setFocus()
    QTest.keyClick(side.bands.similar_slider, key)


def test_the_answer_is_that_of_the_audit_of_the_run(window, side):
    press(side.check.button)
    project = window.project
    key = next(one for one in project.keys if one.name == SIMILAR)
    assert key.bands is not None
    found = audit(project.cleaned, key.bands, project.scored.pairs, similarity=side.bands.choice.similarity)
    words = side.check.words
    assert words in shown_texts(window)
    assert words.lstrip("! ").startswith(
        f"Of {found.similar_pairs:,} pairs at least {percent(side.bands.choice.similarity)}"
    )
    assert f"these settings find {found.found:,} (" in words
    assert "the curve promises" in words
    assert f"All keys together find {found.found_by_any:,}." in words
    assert not side.check.button.isVisible()


def test_settings_that_did_not_run_are_tried_on_the_sample(window, side):
    for _ in range(5):
        move(side)
    press(side.check.button)
    cleaned, bands = window.pages[Step.MATCH]._cleaned, side._wanted()
    found = audit(cleaned, bands, None, similarity=side.bands.choice.similarity, seed=window.project.settings.seed)
    assert f"these settings find {found.found:,} (" in side.check.words
    assert "All keys" not in side.check.words


def test_an_answer_is_remembered_until_settings_change_and_with_them(window, side):
    press(side.check.button)
    words = side.check.words
    move(side)
    assert side.check.words == ""
    assert side.check.button.isVisible()
    press(side.bar.revert_button)
    assert side.check.words == words, "the same settings again"
    window.go_to(Step.LOAD)
    window.go_to(Step.MATCH)
    assert side.check.words == words
    window.apply(window.project.set_across_only(not window.project.settings.across_only))
    assert side.check.words == ""


def test_a_broken_promise_warns_in_word_and_colour(side, monkeypatch):
    monkeypatch.setattr("entityres.ui.widgets.similar_check.promise_kept", lambda _found: False)
    press(side.check.button)
    assert side.check.words.startswith("! Of ")
    assert side.check.findChild(QLabel, "sampleAnswer").property("kind") == "warning"


def test_a_key_of_another_kind_has_no_such_check(window, side):
    window.pages[Step.MATCH].compare.keys.choose("Birth date + last name")
    assert not side.check.isVisible()


def test_the_next_change_takes_the_question_back(qtbot, tmp_path, monkeypatch):
    """With a real thread: the count stops at its next step, and no answer comes."""
    project = Project.create(tmp_path / "real.entityres")
    project.add_lists(make_lists(100))
    project.set_keys((Key("Alike", bands=Bands(("given_name", "family_name", "street"), b=30, r=4)),))
    begun, ended = threading.Event(), threading.Event()

    monkeypatch.setattr("entityres.candidates.auditing.audit", slowly(begun, ended))
    with open_window(project, tmp_path, size=(1600, 1000), jobs=JobRunner()) as window:
        window.go_to(Step.MATCH)
        side = window.pages[Step.MATCH].compare.similar
        qtbot.waitUntil(lambda: not window.jobs._questions and side.check.isVisible(), timeout=60_000)
        press(side.check.button)
        assert side.check.words == "Checking on a sample …"
        qtbot.waitUntil(begun.is_set, timeout=10_000)
        move(side)
        assert side.check.words == ""
        qtbot.waitUntil(ended.is_set, timeout=1_000)
        qtbot.waitUntil(lambda: window.jobs._question_pool.activeThreadCount() == 0, timeout=20_000)
        assert side.check.words == ""
