from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from entityres.scoring.scored_pairs import Zone
from entityres.ui.models.score_scale import bits_of_shown, chance_of_shown, shown_of_bits, shown_of_chance
from entityres.ui.models.zone_estimates import ZoneCounts
from entityres.ui.widgets.threshold_plot import ThresholdPlot
from entityres.ui.widgets.threshold_strip import ThresholdStrip
from tests.helpers.building import make_scored

SCORED = make_scored(
    [(i, i + 1000, float(bits)) for i, bits in enumerate(np.random.default_rng(5).normal(0, 12, 800))],
    guards=[1 if i % 17 == 0 else 0 for i in range(800)],
)


@pytest.fixture
def strip(qtbot):
    made = ThresholdStrip()
    qtbot.addWidget(made)
    made.resize(1200, 180)
    made.set_pairs(SCORED.score, SCORED.guards)
    made.set_cuts(chance_of_shown(0.6), chance_of_shown(0.45))
    return made


@given(st.floats(0, 1), st.floats(0, 1))
def test_counts_are_those_of_the_zones(a, b):
    match_at, review_at = max(a, b), min(a, b)
    zones = SCORED.zones(match_at, review_at)
    counted = ZoneCounts(SCORED.score, SCORED.guards).at(match_at, review_at)
    assert counted == tuple(int((zones == zone).sum()) for zone in (Zone.MATCH, Zone.REVIEW, Zone.NOT))
    assert sum(counted) == len(SCORED)


@given(st.floats(0, 1))
@settings(deadline=None, max_examples=40)
def test_scale_goes_there_and_back(shown):
    assert float(shown_of_bits(bits_of_shown(shown))) == pytest.approx(shown)
    assert shown_of_chance(chance_of_shown(shown)) == pytest.approx(shown, abs=1e-6)


def test_even_odds_stand_in_the_middle():
    assert float(shown_of_bits(0.0)) == 0.5
    assert shown_of_chance(0.5) == pytest.approx(0.5)


def test_moving_a_handle_counts_at_once_and_tells_once_at_the_end(strip):
    told: list[tuple[float, float]] = []
    strip.cuts_changed.connect(lambda match, review: told.append((match, review)))
    plot = strip.plot
    plot.resize(600, 140)
    before = strip.counts
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(plot._x(0.6)), 40))
    seen = set()
    for shown in (0.62, 0.65, 0.7):
        QTest.mouseMove(plot, QPoint(int(plot._x(shown)), 40))
        seen.add(strip.counts)
    assert told == []
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(plot._x(0.7)), 40))
    assert len(told) == 1
    assert len(seen) == 3
    assert before not in seen
    zones = SCORED.zones(*told[0])
    assert strip.counts[0] == int((zones == Zone.MATCH).sum())


def test_keys_move_the_current_handle_and_tab_changes_it(strip):
    plot = strip.plot
    plot.setFocus()
    plot._current = "match"
    QTest.keyClick(plot, Qt.Key.Key_Right)
    assert shown_of_chance(strip.cuts[0]) == pytest.approx(0.61)
    QTest.keyClick(plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert shown_of_chance(strip.cuts[0]) == pytest.approx(0.56)
    plot._current = "review"
    QTest.keyClick(plot, Qt.Key.Key_Left)
    assert shown_of_chance(strip.cuts[1]) == pytest.approx(0.44)


def test_handles_cannot_cross(strip):
    plot = strip.plot
    plot._move("review", 0.9)
    assert plot.lines == pytest.approx((0.6, 0.6))
    plot._move("match", 0.1)
    assert plot.lines == pytest.approx((0.6, 0.6))
    strip.review_spin.setValue(0.95)
    assert strip.cuts[1] <= strip.cuts[0]


def test_a_line_that_was_not_moved_keeps_its_exact_place(strip):
    strip.set_cuts(0.93, 0.21)
    strip.match_spin.setValue(0.7)
    assert strip.cuts[1] == 0.21


def test_spin_boxes_tell_once_and_show_the_same(strip):
    told: list[float] = []
    strip.cuts_changed.connect(lambda match, _review: told.append(match))
    strip.match_spin.setValue(0.66)
    assert told == [pytest.approx(chance_of_shown(0.66))]
    assert strip.plot.lines[1] == pytest.approx(0.66)


def test_folded_it_says_everything_in_one_line(strip):
    strip.set_folded(True)
    assert strip.folded
    assert strip.words() == "Match ≥ 0.60 · Review 0.45 – 0.60 · Not < 0.45"


def test_zones_differ_in_grey(qtbot):
    plot = ThresholdPlot()
    qtbot.addWidget(plot)
    plot.resize(900, 200)
    plot.set_scores(np.repeat(np.linspace(0.01, 0.99, 50), 500))
    plot.set_lines(0.3, 0.7)
    image = plot.grab().toImage()
    y = int(plot._plot().bottom()) - 40

    def texture(low: float, high: float) -> float:
        part = [
            [image.pixelColor(x, yy).lightness() for x in range(int(plot._x(low)), int(plot._x(high)))]
            for yy in range(y, y + 30)
        ]
        return float(np.array(part).mean())

    greys = [texture(0.05, 0.25), texture(0.35, 0.65), texture(0.75, 0.95)]
    assert min(abs(a - b) for a in greys for b in greys if a != b) > 12


def test_numbers_are_not_cut_off_beside_the_plot_which_gives_way(strip, qtbot):
    page = QWidget()
    qtbot.addWidget(page)
    page.resize(1300, 300)
    strip.setParent(page)
    page.show()
    letter = strip.fontMetrics().averageCharWidth()
    shown = set()
    for letters in (160, 120, 100, 90, 80, 70):
        strip.setGeometry(0, 0, letters * letter, 240)
        QApplication.processEvents()
        shown.add(strip.plot.isVisible())
        for words in strip.findChildren(QLabel):
            if words.isVisible() and not words.wordWrap() and "<" not in words.text():
                assert words.width() >= words.fontMetrics().horizontalAdvance(words.text()), (letters, words.text())
    assert shown == {True, False}
    strip.match_spin.setValue(0.7)
    assert strip.cuts[0] == pytest.approx(chance_of_shown(0.7))
    strip.setParent(None)  # it has a test of its own to close it
