"""Points: the same score on the book's scale."""

from __future__ import annotations

import numpy as np
import pytest

from entityres import pipeline
from entityres.scoring.explaining import explain
from entityres.scoring.points import PointScale, point_scale
from entityres.settings import Settings
from tests.helpers.building import make_scored
from tests.helpers.generated_customers import customers


def test_points_are_a_straight_scale_from_nothing_to_three_hundred() -> None:
    scale = PointScale(-20.0, 40.0)
    assert [scale.points(bits) for bits in (-20, 10, 40)] == [0, 150, 300]
    assert scale.per_bit == 5
    assert (scale.points(-99), scale.points(99)) == (0, 300)


def test_all_pairs_of_a_run_lie_on_the_scale_and_their_parts_sum_to_it() -> None:
    result = pipeline.match([customers(300, 6).record_list], Settings(check="created"))
    scored = result.scored
    scale = point_scale(scored)
    points = (scored.score.astype(np.float64) - scale.low) * scale.per_bit
    assert points.min() >= 0
    assert points.max() == pytest.approx(300)
    for pair in range(0, len(scored), 50):
        told = explain(scored, result.cleaned, pair)
        start = (told.prior - scale.low) * scale.per_bit
        assert start + sum(part.weight for part in told.parts) * scale.per_bit == pytest.approx(points[pair], abs=0.01)


def test_one_pair_and_none_have_a_scale() -> None:
    assert point_scale(make_scored([(0, 1, 5.0)])).points(5.0) == 300
    assert point_scale(make_scored([])).high > point_scale(make_scored([])).low
