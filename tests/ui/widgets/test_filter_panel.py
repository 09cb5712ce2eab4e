from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres.ui.theme import Appearance
from entityres.ui.widgets.elided import ElidedCheckBox
from entityres.ui.widgets.filter_panel import FilterOption, FilterPanel, FilterSection
from tests.helpers.windows import activate

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

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


DIFFERENCES = ("letter", "swapped", "missing")


def differences(*counts: int) -> tuple[FilterSection, ...]:
    """A section whose options are shown only where there is something to show."""
    options = tuple(FilterOption(name, name, n, False) for name, n in zip(DIFFERENCES, counts, strict=True))
    return (*SECTIONS, FilterSection("differences", "Differences", options))


def lines_shown(panel) -> list[str]:
    """The words of the check boxes from top to bottom."""
    boxes = [box for box in panel.findChildren(ElidedCheckBox) if box.isVisibleTo(panel)]
    return [box.words for box in sorted(boxes, key=lambda box: box.mapTo(panel, box.rect().topLeft()).y())]


def test_an_option_that_comes_up_later_has_its_place_among_the_others(panel, qtbot):
    panel.set_sections(differences(0, 3, 0))
    assert lines_shown(panel)[-1:] == ["swapped"]
    panel.set_sections(differences(2, 3, 1))
    panel.resize(240, 700)
    panel.show()
    assert lines_shown(panel)[-3:] == list(DIFFERENCES)
    panel.set_sections(differences(2, 0, 1))
    assert lines_shown(panel)[-2:] == ["letter", "missing"]
    panel.hide()


def test_tab_goes_from_the_search_down_the_options_in_reading_order(panel, qtbot):
    panel.set_sections(differences(0, 3, 0))
    panel.set_sections(differences(2, 3, 1))
    panel.box("key", "none").setEnabled(True)  # so that Tab goes to it as well
    panel.resize(240, 900)
    panel.show()
    activate(panel)
    panel.search.setFocus()
    found: list[str] = []
    # Where Python goes along the chain of focus, the binding takes each widget for the owner of the next one: Qt goes.
    for _ in range(40):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
        if at is panel.search:
            break
        if isinstance(at, ElidedCheckBox):
            found.append(at.words)
    assert found == ["Needs review", "Match", "same e-mail", "nothing", *DIFFERENCES]


def test_a_ticked_option_without_rows_is_kept(panel):
    panel.set_sections(differences(0, 3, 0))
    panel.set_checked({"differences": {"missing"}})
    panel.set_sections(differences(0, 3, 0))
    assert panel.checked() == {"differences": {"missing"}}
    assert lines_shown(panel)[-2:] == ["swapped", "missing"]


def test_words_have_the_same_room_whether_or_not_something_scrolls(panel):
    panel.resize(panel.least_width, 1000)
    panel.show()
    bar = panel._scrolled.verticalScrollBar()
    room = panel._inside.width()
    assert (bar.maximum(), len(colours(bar))) == (0, 1), "there is nothing to scroll, and nothing is drawn"
    panel.resize(panel.least_width, 120)
    assert bar.maximum() > 0
    assert len(colours(bar)) > 1
    assert panel._inside.width() == room, "else lines break anew, the bar goes, they break again, without an end"


@pytest.mark.parametrize("zoom", [100, 200])
def test_the_lowest_and_highest_score_are_read_whole(panel, zoom):
    appearance = Appearance()
    appearance.set_zoom(zoom)
    panel.set_sections(differences(0, 3, 0))
    panel.resize(panel.least_width, 400)
    panel.show()
    QApplication.processEvents()
    for box in (panel._low, panel._high):
        assert box.width() >= box.minimumWidth() >= box.fontMetrics().horizontalAdvance("0.00") + 40
    appearance.set_zoom(100)
    appearance.deleteLater()


def colours(widget: QWidget) -> set[int]:
    image = widget.grab().toImage()
    return {image.pixel(image.width() // 2, y) for y in range(image.height())}
