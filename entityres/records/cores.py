"""Engine: one piece of work for many parts, on all cores; for work that holds no interpreter lock."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def side_by_side(work: Callable[[int, int], T], parts: Sequence[tuple[int, int]]) -> Iterator[T]:
    """The results of `work(begin, end)` over parts, each as soon as it and those before it are there.

    Args:
        work: Called with the bounds of a part.
        parts: At least one.
    """
    if len(parts) == 1:
        yield work(*parts[0])
        return
    with ThreadPoolExecutor(min(os.cpu_count() or 1, len(parts))) as pool:
        waiting = [pool.submit(work, begin, end) for begin, end in parts]
        try:
            for future in waiting:
                yield future.result()
        except BaseException:
            for future in waiting:
                future.cancel()
            raise
