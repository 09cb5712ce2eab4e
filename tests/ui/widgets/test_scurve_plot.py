from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest

from entityres.records.percentages import percent
from entityres.ui.widgets.scurve_plot import SCurvePlot


@pytest.fixture
def plot(qtbot):
    made = SCurvePlot()
    qtbot.addWidget(made)
    made.resize(700, 480)
    made.set_bands(38, 5)
    return made


@pytest.mark.parametrize("s", np.linspace(0, 1, 20))
def test_value_at_each_similarity_is_that_of_the_formula(plot, s):
    assert plot.chance_at(s) == pytest.approx(1 - (1 - s**5) ** 38, abs=0.001)


def test_sentence_says_similarity_and_chance(plot):
    plot.set_bands(32, 4)
    assert plot.sentence(0.45).startswith("Two records sharing 45\u00a0% of their 3-letter pieces have a 7")
    assert "an 8" in plot.sentence(0.4722) or "a 8" not in plot.sentence(0.4722)
    assert "100\u00a0%" not in plot.sentence(0.97).split("pieces")[1]
    plot.set_pieces("words")
    assert plot.sentence(0.45).startswith("Two records sharing 45\u00a0% of their words have a 7")
    assert "words" in plot.accessibleDescription()


def test_keys_move_the_target_by_one_and_by_five(plot, qtbot):
    plot.set_target(0.6)
    with qtbot.waitSignal(plot.target_changed) as caught:
        QTest.keyClick(plot, Qt.Key.Key_Right)
    assert caught.args == [pytest.approx(0.61)]
    QTest.keyClick(plot, Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert plot.target == pytest.approx(0.56)
    assert "56\u00a0%" in plot.accessibleDescription()


def test_dragging_the_line_moves_the_target(plot):
    moved: list[float] = []
    plot.target_changed.connect(moved.append)
    start = QPoint(int(plot._x(0.6)), 200)
    QTest.mousePress(plot, Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(plot, QPoint(int(plot._x(0.75)), 200))
    QTest.mouseRelease(plot, Qt.MouseButton.LeftButton, pos=QPoint(int(plot._x(0.75)), 200))
    assert moved[-1] == pytest.approx(0.75, abs=0.011)


def test_target_stays_inside_the_plot(plot):
    plot.set_target(0.02)
    for _ in range(5):
        QTest.keyClick(plot, Qt.Key.Key_Left)
    assert plot.target == pytest.approx(0.01)


def test_table_says_what_the_curve_shows(plot):
    plot.set_histogram(np.linspace(0, 1, 21), np.full(20, 100.0))
    rows = plot.rows()
    assert len(rows) == 21
    at_60 = next(row for row in rows if row[0] == "60\u00a0%")
    assert at_60[1] == percent(1 - (1 - 0.6**5) ** 38, 1)
    assert sum(float(row[2].replace(",", "")) for row in rows) == pytest.approx(2000, abs=2)


def _stripes(image: QImage, left: int, right: int, top: int, bottom: int) -> np.ndarray:
    """Grey values of a part of the picture."""
    return np.array([[image.pixelColor(x, y).lightness() for x in range(left, right)] for y in range(top, bottom)])


def test_missed_and_extra_work_differ_by_hatch_in_grey(plot):
    """The lines of one area rise, those of the other fall: each correlates with itself moved along its own slope."""
    plot.set_bands(4, 5)
    plot.set_target(0.5)
    image = plot.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    low, high = int(plot._x(0.55)), int(plot._x(0.65))
    top = int(plot._plot().top())
    missed = _stripes(image, low, high, top + 60, top + 120)
    plot.set_bands(60, 3)
    plot.set_target(0.9)
    image = plot.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    extra = _stripes(image, int(plot._x(0.55)), int(plot._x(0.65)), top + 60, top + 120)

    def slant(part: np.ndarray) -> float:
        """Positive when lines fall to the right."""
        falling = np.abs(part[1:, 1:] - part[:-1, :-1]).mean()
        rising = np.abs(part[1:, :-1] - part[:-1, 1:]).mean()
        return float(rising - falling)

    assert missed.std() > 3
    assert extra.std() > 3
    assert slant(missed) > 2
    assert slant(extra) < -2
