"""Engine: how inner loops are compiled and where the compiled code is kept.

The compiled code is cached in the user's cache folder, so that only the first start ever compiles, also in an installed
or frozen program whose own folder cannot be written to. It is found there by what it was made of and not by where that
stands: a program that is installed anew, or in another folder, compiles only what changed.
"""

from __future__ import annotations

import functools
import hashlib
import importlib
import os
import pkgutil
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from types import CodeType, ModuleType
from typing import Any, TypeVar, cast

import platformdirs

os.environ.setdefault(
    "NUMBA_CACHE_DIR", os.path.join(platformdirs.user_cache_dir("entityres", appauthor=False), "compiled")
)

import llvmlite.binding as llvm
import numba
import numpy as np
from numba.core.caching import IndexDataCacheFile

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
                file = _cache_file(self.function)
                self._offer_inner()
                kernel = numba.njit(cache=True, nogil=True)(self.function)
                if file is not None:
                    kernel._cache._cache_file = file
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


def _cache_file(function: Callable[..., Any]) -> IndexDataCacheFile | None:
    """Where a kernel is cached; None where the cache folder cannot be written to, and numba finds another place.

    So too where numba was loaded before this module named a folder: it then has none.

    numba would ask where the kernel's file is and when it was written, and would not see that something changed which is
    compiled into the kernel from another file.
    """
    if not numba.config.CACHE_DIR:
        return None
    made_of = f"{numba.__version__} {_text_of(function.__code__.co_filename)} {_compiled_in(function, set())}"
    digest = hashlib.sha256(made_of.encode()).hexdigest()
    folder = os.path.join(numba.config.CACHE_DIR, "kernels")
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError:
        return None
    if not os.access(folder, os.W_OK):
        return None
    name = f"{function.__module__}.{function.__name__}-{digest[:16]}.{sys.implementation.cache_tag}"
    return IndexDataCacheFile(folder, name, digest)


@functools.cache
def _text_of(file: str) -> str:
    try:
        with open(file, encoding="utf-8") as opened:
            return opened.read()
    except OSError:  # a frozen program has no files; the code of its kernels is looked at as well
        return ""


def _compiled_in(function: Callable[..., Any], seen: set[Any]) -> str:
    """What a kernel is made of, its own file aside: the code of what it calls, and constants."""
    scope, names = function.__globals__, function.__code__.co_names
    parts = [_words_of(function.__code__)]
    for name in names:
        value = scope.get(name)
        inner = (
            value.function if isinstance(value, _Waiting) else getattr(value, "py_func", getattr(value, "_defn", None))
        )
        if callable(inner) and inner not in seen:
            seen.add(inner)
            parts.append(_compiled_in(inner, seen))
        elif isinstance(value, ModuleType):
            parts += [
                f"{name}.{one} {getattr(value, one)!r}" for one in names if _is_constant(getattr(value, one, None))
            ]
        elif _is_constant(value):
            parts.append(f"{name} {value!r}")
        elif isinstance(value, type):
            parts.append(f"{name} {getattr(value, '_fields', ())}")
    return "\n".join(parts)


def _is_constant(value: Any) -> bool:
    return isinstance(value, int | float | str | tuple | np.generic)


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


SIZE_OF_CHUNK = 1 << 21
"""Bytes of texts that are looked at between two looks whether to stop: some hundredths of a second."""


def spread(
    n: int,
    work: Callable[[int, int], None],
    progress: Progress | None = None,
    chunk: int = 50_000,
    size: int = 0,
) -> None:
    """Run `work(start, stop)` over 0 .. n in chunks, on all cores.

    Plain threads over kernels that hold no interpreter lock: numba's own parallel loops must not be started from two
    threads at once, which a window does.

    Args:
        n: Number of records or pairs.
        work: Called with the bounds of a chunk; it writes only to its own part of the output.
        progress: Counts the finished units; raises Cancelled between chunks.
        chunk: Units in a chunk: some 50 ms of work.
        size: Bytes, or tokens, of all units where these may be long texts: a chunk has fewer of them then.
    """
    chunk = max(1, min(chunk, n * SIZE_OF_CHUNK // max(size, 1)))
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
