"""The buttons that answer a pair: of one width in every window, and the last one says as much as it has room for."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres.session.stages import Step
from entityres.ui.widgets.answer_buttons import ANSWERS
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window

WHERE = [((1024, 700), 100), ((1280, 800), 100), ((1600, 1000), 100), ((1024, 700), 200), ((1600, 1000), 200)]


@pytest.fixture
def review(qtbot, tmp_path, monkeypatch):
    """Review in a window of a size and zoom."""
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path) as window:

        def show(size: tuple[int, int], zoom: int):
            window.theme.set_zoom(zoom)
            window.resize(*size)
            window.go_to(Step.REVIEW)
            settle()
            return window.pages[Step.REVIEW]

        yield show


def settle() -> None:
    for _ in range(6):  # sizes settle from the inside to the outside
        QApplication.processEvents()


def widths(buttons, *names: str) -> set[int]:
    return {buttons[name].width() for name in names}


@pytest.mark.parametrize(("size", "zoom"), WHERE)
def test_answers_are_of_one_width_and_stay_so_whatever_can_be_undone(review, size, zoom):
    page = review(size, zoom)
    buttons = page.buttons.buttons
    before = widths(buttons, *ANSWERS)
    assert len(before) == 1
    assert len(widths(buttons, "skip", "note")) == 1
    QTest.keyClick(page.panel.table if page.panel.table.isVisible() else page.panel.compare, "r")
    settle()
    assert page.undo_button.toolTip().startswith("Undo reject")
    assert widths(buttons, *ANSWERS) == before
    for button in (*buttons.values(), page.undo_button):
        assert page.rect().contains(QRect(button.mapTo(page, QPoint(0, 0)), button.size())), button.words
        assert button.width() >= button.sizeHint().width(), button.words


def test_one_line_is_enough_in_the_smallest_window_and_large_text_gets_columns(review):
    def lines(page) -> int:
        return len({button.y() for button in (*page.buttons.buttons.values(), page.undo_button)})

    assert lines(review((1024, 700), 100)) == 1
    large = review((1024, 700), 200)
    assert lines(large) == 2
    assert len(widths(large.buttons.buttons, *large.buttons.buttons) | {large.undo_button.width()}) == 1


def test_the_undo_button_says_what_it_undoes_where_there_is_room(review):
    page = review((1600, 1000), 100)
    QTest.keyClick(page.panel.table, "r")
    settle()
    whole = page._window.project.undo_text
    assert page.undo_button.words == whole
    page = review((1024, 700), 100)
    assert page.undo_button.words == "Undo"
    assert page.undo_button.accessibleName() == whole
    assert page.undo_button.toolTip().startswith(whole)


@pytest.mark.parametrize(("size", "zoom"), WHERE)
def test_a_sample_is_answered_with_the_same_buttons(review, size, zoom):
    page = review(size, zoom)
    page.parts.choose(2)
    page.sampling.panel.draw_button.click()
    settle()
    assert len(widths(page.sampling.panel.buttons, *ANSWERS)) == 1
