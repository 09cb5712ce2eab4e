"""The interval of a sample holds the truth as often as it says, and every pair is drawn alike."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.scoring.sample_estimate import draw, sample_estimate


def test_the_worked_example():
    found = sample_estimate(48, 2, 0, 100_000)
    assert found.share == 0.96
    assert (round(found.low, 2), round(found.high, 2)) == (0.87, 0.99)
    assert found.right_in_all == 96_000


def test_who_has_seen_all_knows():
    found = sample_estimate(30, 10, 0, 40)
    assert (found.low, found.share, found.high) == (0.75, 0.75, 0.75)
    assert (found.fewest, found.right_in_all, found.most) == (30, 30, 30)


def test_unsure_pairs_may_be_either():
    sure, unsure = sample_estimate(40, 10, 0, 10**6), sample_estimate(40, 6, 4, 10**6)
    assert unsure.share == pytest.approx(40 / 46)
    assert unsure.low == sure.low
    assert unsure.high == sample_estimate(44, 6, 0, 10**6).high
    nothing = sample_estimate(0, 0, 5, 100)
    assert nothing.share is None
    assert nothing.low < 0.01 < 0.99 < nothing.high


def test_without_an_answer_nothing_is_known():
    found = sample_estimate(0, 0, 0, 100)
    assert (found.share, found.low, found.high) == (None, 0.0, 1.0)
    assert (found.fewest, found.most) == (0, 100)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 10), st.integers(0, 1000))
def test_the_ends_are_in_order_and_what_was_seen_is_known(right: int, wrong: int, unsure: int, more: int):
    population = right + wrong + unsure + more
    found = sample_estimate(right, wrong, unsure, population)
    assert 0 <= found.low <= found.high <= 1
    if found.share is not None:
        assert found.low - 1e-9 <= found.share <= found.high + 1e-9
    assert right <= found.fewest <= found.right_in_all <= found.most <= population - wrong


@pytest.mark.parametrize(("population", "n"), [(60, 20), (200, 50), (2000, 50)])
def test_the_interval_holds_the_truth_about_as_often_as_it_says(population: int, n: int):
    """Twin: every possible sample, weighted by how often it is drawn (hypergeometric)."""
    held = []
    for true in range(population // 2, population + 1, max(1, population // 40)):
        chance = 0.0
        for right in range(max(0, n - (population - true)), min(n, true) + 1):
            found = sample_estimate(right, n - right, 0, population)
            if found.low - 1e-12 <= true / population <= found.high + 1e-12:
                chance += comb(true, right) * comb(population - true, n - right) / comb(population, n)
        held.append(chance)
    assert np.mean(held) > 0.94
    assert min(held) > 0.85


def test_a_small_population_needs_a_narrower_interval():
    wide, narrow = sample_estimate(18, 2, 0, 10**6), sample_estimate(18, 2, 0, 40)
    assert narrow.high - narrow.low < 0.8 * (wide.high - wide.low)


def test_every_pair_is_drawn_alike_and_none_twice():
    pairs = np.arange(100, 112, dtype=np.int32)
    seen = np.zeros(12)
    first = np.zeros(12)
    for seed in range(3000):
        drawn = draw(pairs, 4, [seed, 1])
        assert len(set(drawn.tolist())) == 4
        seen[drawn - 100] += 1
        first[drawn[0] - 100] += 1
    assert np.abs(seen - 1000).max() < 5 * np.sqrt(1000 * 2 / 3)
    assert np.abs(first - 250).max() < 5 * np.sqrt(250)
    assert draw(pairs, 4, 7).tolist() == draw(pairs, 4, 7).tolist()
    assert sorted(draw(pairs, 50, 7).tolist()) == pairs.tolist()
