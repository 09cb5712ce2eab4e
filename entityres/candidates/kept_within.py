"""Engine: what was made for keys, kept for the next question within a limit of bytes: what was not used longest goes first."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from dataclasses import fields, is_dataclass
from typing import Any, TypeVar

import numpy as np

Made = TypeVar("Made")


def bytes_of(made: Any) -> int:
    """Bytes of the arrays of an array, a tuple or a dataclass; a view counts as all that it keeps alive."""
    arrays: dict[int, np.ndarray] = {}
    _gather_arrays(made, arrays)
    return sum(array.nbytes for array in arrays.values())


def _gather_arrays(made: Any, arrays: dict[int, np.ndarray]) -> None:
    if isinstance(made, np.ndarray):
        while isinstance(made.base, np.ndarray):
            made = made.base
        arrays[id(made)] = made
    elif isinstance(made, tuple):
        for one in made:
            _gather_arrays(one, arrays)
    elif is_dataclass(made):
        for field in fields(made):
            _gather_arrays(getattr(made, field.name), arrays)


class KeptWithin:
    """Keeps things by name. Threads may share it; whoever holds a thing that goes still has it.

    Args:
        most_bytes: No more than this is kept; None is no limit. What is larger by itself is not kept at all.
    """

    def __init__(self, most_bytes: int | None = None) -> None:
        self._most_bytes = most_bytes
        self._lock = threading.Lock()
        self._things: OrderedDict[Hashable, tuple[Any, int]] = OrderedDict()
        self._bytes = 0
        self._making: dict[Hashable, threading.Lock] = {}

    @property
    def bytes(self) -> int:
        """What is kept now, in bytes."""
        return self._bytes

    def has_room(self, n_bytes: int) -> bool:
        """Whether so much more fits without anything having to go."""
        return self._most_bytes is None or self._bytes + n_bytes <= self._most_bytes

    def __contains__(self, name: Hashable) -> bool:
        return name in self._things

    def limit(self, most_bytes: int | None) -> None:
        """Keep no more than this from now on."""
        with self._lock:
            self._most_bytes = most_bytes
            self._drop(0)

    def make_room(self, n_bytes: int) -> None:
        """Drop what would have to go for a thing of this size, before it is made: both need not be there at once."""
        with self._lock:
            self._drop(n_bytes)

    def get(self, name: Hashable) -> Any:
        """The thing of that name, None where there is none; it counts as used."""
        with self._lock:
            if name not in self._things:
                return None
            self._things.move_to_end(name)
            return self._things[name][0]

    def put(self, name: Hashable, made: Made) -> Made:
        """Keep a thing under a name, instead of the one before; returns it."""
        size = bytes_of(made)
        with self._lock:
            self._forget(name)
            if self._most_bytes is None or size <= self._most_bytes:
                self._drop(size)
                self._things[name] = (made, size)
                self._bytes += size
        return made

    def put_where_room(self, name: Hashable, made: Any) -> None:
        """Keep a thing under a name, instead of the one before, if nothing else has to go for it."""
        size = bytes_of(made)
        with self._lock:
            self._forget(name)
            if self.has_room(size):
                self._things[name] = (made, size)
                self._bytes += size

    def forget(self, name: Hashable) -> None:
        """Keep the thing of that name no longer."""
        with self._lock:
            self._forget(name)

    def made(self, name: Hashable, make: Callable[[], Made]) -> Made:
        """The thing of that name, made where there is none; once, however many threads ask for it meanwhile."""
        found: Made | None = self.get(name)
        if found is not None:
            return found
        with self._lock:
            making = self._making.setdefault(name, threading.Lock())
        with making:
            found = self.get(name)
            if found is None:
                found = self.put(name, make())
        with self._lock:
            self._making.pop(name, None)
        return found

    def _forget(self, name: Hashable) -> None:
        _, size = self._things.pop(name, (None, 0))
        self._bytes -= size

    def _drop(self, for_bytes: int) -> None:
        """Make room for so many bytes."""
        while self._most_bytes is not None and self._things and self._bytes + for_bytes > self._most_bytes:
            self._forget(next(iter(self._things)))
