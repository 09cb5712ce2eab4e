from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from entityres.ui.widgets.filter_panel import FilterOption, FilterPanel, FilterSection

SECTIONS = (
    FilterSection(
        "state", "State", (FilterOption("review", "Needs review", 104), FilterOption("match", "Match", 2364))
    ),
    FilterSection(
        "key", "Why compared", (FilterOption("email", "same e-mail", 12), FilterOption("none", "nothing", 0))
    ),
)


@pytest.fixture
def panel(qtbot):
    made = FilterPanel()
    qtbot.addWidget(made)
    made.set_sections(SECTIONS)
    return made


def test_ticking_tells_and_is_listed(panel, qtbot):
    with qtbot.waitSignal(panel.changed):
        panel.box("state", "match").click()
    assert panel.checked() == {"state": {"match"}}
    assert panel.active() == ["Match"]
    assert panel.count("state", "match") == 2364


def test_counts_change_without_losing_ticks(panel):
    panel.box("state", "review").setChecked(True)
    fewer = FilterSection(
        "state", "State", (FilterOption("review", "Needs review", 3), FilterOption("match", "Match", 0))
    )
    panel.set_sections((fewer, SECTIONS[1]))
    assert panel.checked() == {"state": {"review"}}
    assert panel.count("state", "review") == 3


def test_clear_takes_everything_off(panel, qtbot):
    panel.box("key", "email").setChecked(True)
    panel.set_score_range(0.4, 0.6)
    panel.set_text("gould")
    assert panel.active() == ["same e-mail", "score 0.40 to 0.60", "“gould”"]
    with qtbot.waitSignal(panel.changed):
        panel.clear()
    assert panel.active() == []
    assert panel.score_range == (0.0, 1.0)


def test_typing_tells_once_and_enter_gives_the_focus_back(panel, qtbot):
    told: list[int] = []
    panel.changed.connect(lambda: told.append(1))
    with qtbot.waitSignal(panel.changed, timeout=2000):
        QTest.keyClicks(panel.search, "gould")
    assert told == [1]
    assert panel.text == "gould"
    with qtbot.waitSignal(panel.search_left):
        QTest.keyClick(panel.search, Qt.Key.Key_Return)


def test_an_option_without_rows_cannot_be_ticked(panel):
    assert not panel.box("key", "none").isEnabled()
