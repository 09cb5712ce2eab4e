"""Engine: how inner loops are compiled and where the compiled code is kept.

The compiled code is cached in the user's cache folder, so that only the first start ever compiles, also in an installed
or frozen program whose own folder cannot be written to.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import pkgutil
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import CodeType
from typing import Any, TypeVar, cast

import platformdirs

os.environ.setdefault(
    "NUMBA_CACHE_DIR", os.path.join(platformdirs.user_cache_dir("entityres", appauthor=False), "compiled")
)

import llvmlite.binding as llvm
import numba
import numpy as np

from entityres.progress import Progress

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

_LOCK = threading.RLock()


def _tell_nobody() -> None:
    """Nobody listens to numba's notes of each call of LLVM, and to load a kernel takes two hundred: a third of its time."""
    lock = getattr(llvm.ffi.lib, "_lock", None)
    for told in list(getattr(lock, "_cblist", ())):
        llvm.ffi.unregister_lock_callback(*told)


_tell_nobody()


class _Waiting:
    """A kernel that is loaded, or compiled, when it is first called: a run needs few of them, and each takes a while."""

    def __init__(self, function: Callable[..., Any], signatures: list[str]) -> None:
        functools.update_wrapper(self, function)
        self.function = function
        self.signatures = signatures
        self.ready: Callable[..., Any] | None = None

    def __call__(self, *arguments: Any) -> Any:
        return (self.ready or self.load())(*arguments)

    def load(self) -> Callable[..., Any]:
        """The compiled kernel, from the cache where it is there."""
        with _LOCK:
            if self.ready is None:
                digest = hashlib.sha256(_compiled_in(self.function, set()).encode()).hexdigest()
                self._offer_inner()
                kernel = numba.njit(cache=True, nogil=True)(self.function)
                # numba looks only whether the kernel's own file has changed: of what is compiled into it from other files
                # it would keep what they were before an upgrade.
                file = kernel._cache._cache_file
                file._source_stamp = (file._source_stamp, digest)
                for signature in self.signatures:
                    kernel.compile(signature)
                kernel.disable_compile()
                self.ready = kernel
            return self.ready

    def _offer_inner(self) -> None:
        """Kernels that this one calls must be known to the compiler; they are compiled into it."""
        names, scope = self.function.__code__.co_names, self.function.__globals__
        for name in names:
            inner = scope.get(name)
            if isinstance(inner, _Waiting):
                inner._offer_inner()
                scope[name] = numba.njit(nogil=True)(inner.function)


def _compiled_in(function: Callable[..., Any], seen: set[str]) -> str:
    """What a kernel is made of beside its own file: the code of what it calls, and constants."""
    scope = function.__globals__
    parts = [_words_of(function.__code__)]
    for name in function.__code__.co_names:
        value = scope.get(name)
        inner = (
            value.function if isinstance(value, _Waiting) else getattr(value, "py_func", getattr(value, "_defn", None))
        )
        if callable(inner) and name not in seen:
            seen.add(name)
            parts.append(_compiled_in(inner, seen))
        elif isinstance(value, int | float | str | tuple | np.generic):
            parts.append(f"{name} {value!r}")
    return "\n".join(parts)


def _words_of(code: CodeType) -> str:
    """The code of a function, and of those inside it, as text that is the same whenever it is."""
    held = [_words_of(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return f"{code.co_code.hex()} {code.co_names} {' '.join(held)}"


_waiting: list[_Waiting] = []


def compiled(*signatures: str) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these signatures, without the interpreter lock, and cache it on disk.

    Args:
        signatures: numba signatures, such as "int64(uint8[::1], int64)". None given: a piece that other kernels call,
            compiled into them.
    """

    def wrap(kernel: Kernel) -> Kernel:
        if not signatures:
            piece: Kernel = numba.njit(nogil=True)(kernel)
            return piece
        waiting: Any = _Waiting(kernel, list(signatures))
        _waiting.append(waiting)
        return cast("Kernel", waiting)

    return wrap


def prepare() -> int:
    """Compile all kernels that are not in the cache yet, on all cores. Returns how many there are."""
    from concurrent.futures import ProcessPoolExecutor  # a run of the program never needs it
    from multiprocessing import get_context

    n = _import_all()
    cores = min(os.cpu_count() or 1, n)
    if cores <= 1:
        for kernel in _waiting:
            kernel.load()
        return n
    # Processes, since the compiler lets one thread work at a time. What they compile is in the cache, one file a kernel.
    with ProcessPoolExecutor(cores, get_context("spawn"), initializer=_import_all) as pool:
        for _ in pool.map(_load_named, [_name_of(kernel) for kernel in _waiting]):
            pass
    return n


def _import_all() -> int:
    """Import every module that has kernels. Returns how many kernels there are."""
    for name in ("records", "candidates", "scoring", "entities", "session"):
        _import_modules(f"entityres.{name}")
    return len(_waiting)


def _load_named(name: str) -> None:
    next(kernel for kernel in _waiting if _name_of(kernel) == name).load()


def _name_of(kernel: _Waiting) -> str:
    return f"{kernel.function.__module__}.{kernel.function.__qualname__}"


def _import_modules(name: str) -> None:
    for module in pkgutil.iter_modules(getattr(importlib.import_module(name), "__path__", ()), f"{name}."):
        importlib.import_module(module.name)


def load_kernels(name: str, progress: Progress | None = None) -> None:
    """Load, or compile, the kernels of a module, or of all modules of a package, before somebody waits for what they do.

    Args:
        name: Its full name.
        progress: Asked between kernels whether to stop.
    """
    _import_modules(name)
    for kernel in list(_waiting):
        if f"{kernel.function.__module__}.".startswith(f"{name}."):
            if progress is not None:
                progress.check()
            kernel.load()


def spread(n: int, work: Callable[[int, int], None], progress: Progress | None = None, chunk: int = 50_000) -> None:
    """Run `work(start, stop)` over 0 .. n in chunks, on all cores.

    Plain threads over kernels that hold no interpreter lock: numba's own parallel loops must not be started from two
    threads at once, which a window does.

    Args:
        n: Number of records or pairs.
        work: Called with the bounds of a chunk; it writes only to its own part of the output.
        progress: Counts the finished units; raises Cancelled between chunks.
        chunk: Units in a chunk: some 50 ms of work.
    """
    bounds = [(start, min(start + chunk, n)) for start in range(0, n, chunk)]
    cores = min(os.cpu_count() or 1, len(bounds))
    if cores <= 1:
        for start, stop in bounds:
            work(start, stop)
            if progress is not None:
                progress.advance(stop - start)
        return
    with ThreadPoolExecutor(cores) as pool:
        waiting = [(pool.submit(work, start, stop), stop - start) for start, stop in bounds]
        try:
            for future, units in waiting:
                future.result()
                if progress is not None:
                    progress.advance(units)
        except BaseException:
            for future, _ in waiting:
                future.cancel()
            raise


Item = TypeVar("Item")
Result = TypeVar("Result")


def side_by_side(
    work: Callable[[Item], Result], items: Sequence[Item], effort: Callable[[Item], float] | None = None
) -> Iterator[Result]:
    """`work` of each item, in order, on all cores; for work that leaves the interpreter lock alone most of the time.

    Args:
        work: Called with one item.
        items: The items.
        effort: About how much work an item is: what is most is begun first, so that in the end no core waits for it.

    Yields:
        The results in the order of the items.
    """
    begun = range(len(items)) if effort is None else sorted(range(len(items)), key=lambda at: -effort(items[at]))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        waiting = {at: pool.submit(work, items[at]) for at in begun}
        try:
            for at in range(len(items)):
                yield waiting[at].result()
        except BaseException:
            for future in waiting.values():
                future.cancel()
            raise
