"""What is made once, however many threads ask."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from entityres.records.once import once


def test_threads_that_ask_at_the_same_time_wait_for_one_call() -> None:
    begun, calls = threading.Event(), []

    @once
    def words() -> frozenset[str]:
        calls.append(1)
        begun.wait(0.2)  # long enough for all others to ask
        return frozenset({"ann"})

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: words(), range(8)))
    assert calls == [1]
    assert all(one is found[0] for one in found)
    assert words.__name__ == "words"


def test_what_could_not_be_made_is_tried_again() -> None:
    calls = []

    @once
    def table() -> int:
        calls.append(1)
        if len(calls) == 1:
            raise OSError("gone")
        return 7

    with pytest.raises(OSError, match="gone"):
        table()
    assert table() == table() == 7
    assert len(calls) == 2
