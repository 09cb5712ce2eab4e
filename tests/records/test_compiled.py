"""Kernels wait until they are called, and chunks cover everything once."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.errors import Cancelled
from entityres.progress import Progress
from entityres.records.compiled import compiled, spread


@compiled("int64(int64)")
def _double(x):  # type: ignore[no-untyped-def]
    return 2 * x


@compiled("int64(int64)")
def _quadruple(x):  # type: ignore[no-untyped-def]
    return _double(_double(x))


def test_a_kernel_may_call_another_that_waits() -> None:
    assert _quadruple(5) == 20
    assert _double(4) == 8


@pytest.mark.parametrize("n", [0, 1, 7, 50, 101])
def test_every_unit_is_worked_on_once(n: int) -> None:
    seen = np.zeros(n, np.int64)
    progress = Progress()

    def work(first: int, last: int) -> None:
        seen[first:last] += 1

    spread(n, work, progress, chunk=10)
    assert seen.tolist() == [1] * n
    assert progress.done == n


def test_a_stop_ends_the_work_between_chunks() -> None:
    progress = Progress()

    def work(first: int, last: int) -> None:
        progress.cancel()

    with pytest.raises(Cancelled):
        spread(100, work, progress, chunk=10)
