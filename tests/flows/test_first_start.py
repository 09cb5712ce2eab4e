"""The first minutes: start page, samples, pages without data, files that are dropped."""

from __future__ import annotations

from typing import ClassVar

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from entityres.session.stages import State, Step
from entityres.ui.widgets.empty_state import EmptyState
from tests.helpers.windows import drop_files, shown_texts

EMPTY_TITLES = {
    Step.LOAD: "No lists yet",
    Step.COLUMNS: "Load a list first",
    Step.MATCH: "Load a list first",
    Step.REVIEW: "Load a list first",
    Step.MERGE: "Nothing to merge",
    Step.EXPORT: "Nothing to export yet",
}


def test_first_start_offers_files_and_two_samples_and_asks_nothing(window) -> None:
    words = shown_texts(window.start_page)
    assert any("Open CSV files" in text for text in words) or window.start_page.open_button.isVisible()
    assert len(window.start_page.sample_cards) == 2
    assert all(card.isVisible() for card in window.start_page.sample_cards.values())
    assert window.messages.asked == []


@pytest.mark.parametrize(("name", "lists"), [("one_list", 1), ("two_lists", 2)])
def test_a_sample_ends_on_review_with_pairs_to_look_at(window, name, lists) -> None:
    window.start_page.sample_cards[name].button.click()
    assert window.step == Step.REVIEW
    assert len(window.project.lists) == lists
    assert window.project.left_to_review() > 0
    assert window.pages[Step.REVIEW].panel.table.pairs.rowCount() > 0
    assert all(stage.state != State.PROBLEM for stage in window.project.stages().values())


@pytest.mark.parametrize("step", list(Step))
def test_every_step_without_data_says_what_is_missing_and_has_one_button(window, step) -> None:
    window.side.steps.step_chosen.emit(int(step))
    assert window.step == step
    page = window.pages[step]
    states = [state for state in page.findChildren(EmptyState) if state.isVisible()]
    assert len(states) == 1
    assert states[0].title_label.text() == EMPTY_TITLES[step]
    assert states[0].button.isVisible()
    assert states[0].button.isEnabled()
    pushed = [button for button in page.findChildren(QPushButton) if button.isVisible() and button.isEnabled()]
    assert states[0].button in pushed
    assert len(pushed) <= 2, "one way on, and at most a sample beside it"


def test_no_page_speaks_of_no_matches_before_a_run(window, sample) -> None:
    def words() -> str:
        return " ".join(shown_texts(window)).lower()

    for step in Step:
        window.go_to(step)
        assert "no matches" not in words(), step
    assert drop_files(window, [sample])
    for step in Step:
        window.go_to(step)
        assert "no matches" not in words(), step


def test_two_files_dropped_anywhere_become_two_lists(window, project) -> None:
    folder = project / "resources" / "samples"
    assert drop_files(window, [folder / "crm.csv", folder / "webshop.csv"])
    assert [one.name for one in window.project.lists] == ["crm", "webshop"]
    assert [len(one) for one in window.project.lists] == [600, 500]


def test_no_part_of_a_page_flashes_as_a_window_of_its_own(window, sample) -> None:
    class Spy(QObject):
        seen: ClassVar[list[str]] = []

        def eventFilter(self, watched: QObject, event: QEvent) -> bool:
            if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
                self.seen.append(f"{type(watched).__name__} {watched.objectName()}")
            return False

    spy = Spy()
    QApplication.instance().installEventFilter(spy)
    assert drop_files(window, [sample])
    window.find_matches()
    for step in Step:
        window.go_to(step)
    for number in range(3):
        window.go_to(Step.REVIEW)
        window.pages[Step.REVIEW].tabs.chip(number).click()
    window.resize(1024, 700)
    window.theme.set_zoom(150)
    window.theme.set_zoom(100)
    QApplication.processEvents()
    QApplication.instance().removeEventFilter(spy)
    assert spy.seen == []
    assert window.isActiveWindow()
