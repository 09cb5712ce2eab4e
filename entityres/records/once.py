"""Engine: what is made when it is first asked for, once, even where several threads ask at the same time.

`functools.cache` lets each of them make it: two cores then take twice as long for the word tables as one.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def once(make: Callable[[], T]) -> Callable[[], T]:
    """The function, which is called once; all others wait for that call, and get what it gave."""
    made: list[T] = []
    lock = threading.RLock()

    @functools.wraps(make)
    def ask() -> T:
        if not made:
            with lock:
                if not made:
                    made.append(make())
        return made[0]

    return ask
