"""The calibration script: its arithmetic, and that a generated list stays well calibrated."""

from __future__ import annotations

import numpy as np
import pytest

from entityres import pipeline
from entityres.settings import Settings
from tests.eval.calibration import calibration, draw, table
from tests.helpers.generated_customers import customers


def test_the_error_is_the_mean_difference_weighed_by_pairs() -> None:
    probability = np.array([0.01, 0.25, 0.25, 0.95, 0.95, 0.95, 0.95, 0.95, 0.95])
    true = np.array([1, 1, 0, 1, 1, 1, 1, 1, 0], bool)
    found = calibration("x", probability, true)
    assert found.pairs == 8
    assert found.error == pytest.approx((2 * 0.25 + 6 * (0.95 - 5 / 6)) / 8)
    assert calibration("none", probability[:1], true[:1]).error == 0


def test_a_generated_list_is_calibrated_and_drawn(tmp_path) -> None:
    people = customers(2000, 21)
    scored = pipeline.match([people.record_list], Settings(check="created")).scored
    true = people.true(scored.pairs.left, scored.pairs.right)
    found = calibration("customers", scored.probability, true)
    assert found.error <= 0.05
    assert "customers" in table([found])
    draw([found], tmp_path / "picture.png")
    assert (tmp_path / "picture.png").stat().st_size > 1000
