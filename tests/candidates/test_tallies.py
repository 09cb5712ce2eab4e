"""Tables of tallied entries against the buckets that they stand for."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.tallies import among_drawn, in_halves, pairs_of, told_by


@given(st.lists(st.integers(0, 12), max_size=40), st.integers(1, 12))
def test_pairs_of_buckets_up_to_a_size(sizes: list[int], most: int) -> None:
    table = np.zeros(1 << 20, np.uint32)
    table[: len(sizes)] = sizes
    naive = sum(n * (n - 1) / 2 for n in sizes if n <= most)
    assert pairs_of(table, float(most)) == pytest.approx(naive, abs=0.2)
    # A fraction stands for so many of the buckets that are one larger.
    more = sum(n * (n - 1) / 2 for n in sizes if n <= most + 1)
    assert pairs_of(table, most + 0.25) == pytest.approx(naive + 0.25 * (more - naive), abs=0.2)


def test_pairs_that_meet_by_chance_are_taken_off() -> None:
    rng = np.random.default_rng(3)
    table = np.bincount(rng.integers(0, 1 << 16, 20_000), minlength=1 << 16).astype(np.uint32)
    by_chance = 20_000**2 / 2 / (1 << 16)
    assert pairs_of(table, 200.0) < 0.05 * by_chance


def test_a_size_among_drawn_records() -> None:
    assert among_drawn(200, 0) == 200
    assert among_drawn(200, 2) == 1 + 199 / 4
    assert among_drawn(1, 3) == 1


@pytest.mark.parametrize(("some", "drawn_bits"), [(4, 0), (1, 2), (4, 1)])
def test_how_far_off_some_buckets_of_drawn_records_are(some: int, drawn_bits: int) -> None:
    rng = np.random.default_rng(5)
    sizes = rng.geometric(0.15, 4_000)
    exact, far = float((sizes * (sizes - 1) // 2).sum()), []
    table = np.zeros(1 << 20, np.uint32)
    for _ in range(60):
        seen = sizes[rng.random(len(sizes)) < 1 / some]
        table[:] = 0
        table[: len(seen)] = rng.binomial(seen, 1 / (1 << drawn_bits))
        pairs, variance = told_by(table, 100, some, drawn_bits)
        far.append((pairs - exact) / np.sqrt(variance))
    assert abs(np.mean(far)) < 0.5
    assert 0.6 < np.std(far) < 1.6


def test_where_all_is_tallied_nothing_is_left_to_chance() -> None:
    assert told_by(np.array([3, 2, 9, 0] + [0] * 60, np.uint32), 3)[1] == 0


def test_halves_are_tallied_together() -> None:
    def tally(table: np.ndarray, first: int, last: int) -> None:
        np.add.at(table, np.arange(first, last) % 7, np.uint32(1))

    assert in_halves(20, 7, tally).tolist() == [3, 3, 3, 3, 3, 3, 2]
