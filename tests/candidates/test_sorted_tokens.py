"""Tokens sorted in bins, against numpy's sort."""

from __future__ import annotations

import numba
import numpy as np
import pytest

from entityres.candidates.sorted_tokens import LONG, SHORT, room_to_sort, sort_tokens

pytestmark = pytest.mark.slow  # to compile the loop over all texts takes five seconds


@numba.njit
def sort_all(runs: list[np.ndarray]) -> None:
    scratch, places = room_to_sort()
    for run in runs:
        sort_tokens(run, scratch, places)


@pytest.mark.parametrize("n", [0, 1, 2, SHORT, SHORT + 1, 100, 5_000, LONG, LONG + 1])
@pytest.mark.parametrize("highest", [1, 50, 1 << 20, 1 << 32])
def test_tokens_come_in_the_order_of_numpy(n: int, highest: int) -> None:
    # One room for several texts: what is left in it of a longer one does not matter. Bounded so that tokens come twice, and all
    # in one bin, which is the slowest that can be: so the longest are only tried where they spread.
    if highest <= 1 << 20 and n > 5_000:
        highest = 1 << 32
    rng = np.random.default_rng(n)
    runs = [rng.integers(0, highest, size, dtype=np.uint32) for size in (n, n // 2, n)]
    wanted = [np.sort(run) for run in runs]
    sort_all(numba.typed.List(runs))
    for run, sorted_run in zip(runs, wanted, strict=True):
        np.testing.assert_array_equal(run, sorted_run)
