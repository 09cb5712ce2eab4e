"""Learning in the Review page: asked for in the menu, shown before it is taken, taken back by undo."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from entityres.entities.decisions import Answer
from entityres.session.stages import Step

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow


@pytest.fixture
def window(made_up) -> MainWindow:
    made_up.go_to(Step.REVIEW)
    return made_up


def decide_wrongly_scored(window: MainWindow, n: int = 40) -> None:
    """Call the best pairs with the same street matches and all others not, which the score does not know."""
    project = window.project
    street = next(field for field in project.scored.fields if field.name == "street")
    pairs = np.argsort(np.abs(project.scored.score), kind="stable")[:n]
    for pair in pairs.tolist():
        project.decide([pair], Answer.MATCH if street.levels[pair] == 0 else Answer.NOT)


def learned(window: MainWindow, qtbot) -> None:
    bar = window.pages[Step.REVIEW].learning.bar
    window.actions["learn"].trigger()
    qtbot.waitUntil(lambda: not bar.isHidden())


def test_too_few_decisions_are_said_in_the_bar(window, qtbot):
    learned(window, qtbot)
    bar = window.pages[Step.REVIEW].learning.bar
    assert "0 decisions are too few" in bar.words
    assert "Decide 30 more pairs." in bar.words
    assert bar.use_button.isHidden()
    bar.close_button.click()
    assert bar.isHidden()
    assert window.project.settings.refit is None


def test_what_was_learned_is_shown_taken_and_taken_back(window, qtbot):
    decide_wrongly_scored(window)
    page, before = window.pages[Step.REVIEW], window.project.scored
    page.refresh()
    learned(window, qtbot)
    bar = page.learning.bar
    assert "Learned from 40 decisions" in bar.words
    assert window.project.scored is before
    steps = len(window.project.history())
    bar.use_button.click()
    assert bar.isHidden()
    assert len(window.project.history()) == steps + 1
    assert window.project.scored is not before
    assert page.strip.counts == page.strip._zone_counts.at(*page.strip.cuts)
    zones = window.project.scored.zones(*page.strip.cuts)
    assert page.strip.counts[0] == int((zones == 2).sum())
    learned(window, qtbot)
    assert not bar.forget_button.isHidden()
    bar.close_button.click()
    window.actions["undo"].trigger()
    assert window.project.scored is before
    window.actions["redo"].trigger()
    learned(window, qtbot)
    bar.forget_button.click()
    assert window.project.scored is before


def test_an_offer_comes_by_itself_after_enough_decisions(window, qtbot):
    page = window.pages[Step.REVIEW]
    decide_wrongly_scored(window, 20)
    page.learning.after_decisions(10)
    assert page.learning._asked_at == 0
    decide_wrongly_scored(window, 40)
    page.learning.after_decisions(10)
    assert page.learning._asked_at == 40
    qtbot.waitUntil(lambda: not page.learning.bar.isHidden())
    assert not page.learning.bar.use_button.isHidden()


def test_the_most_useful_pairs_can_be_put_first(window):
    page = window.pages[Step.REVIEW]
    page.panel.filters.clear()
    page.narrowing.sort("useful")
    shown = np.abs(window.project.scored.score[page.review.order])
    assert shown[0] == shown.min()
