"""Engine: how inner loops are compiled and where the compiled code is kept.

The compiled code is cached in the user's cache folder, so that only the first start ever compiles, also in an installed
or frozen program whose own folder cannot be written to.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import platformdirs

os.environ.setdefault("NUMBA_CACHE_DIR", os.path.join(platformdirs.user_cache_dir("entityres", appauthor=False), "compiled"))

import numba  # noqa: E402 - reads the cache folder's name while it is imported

from entityres.progress import Progress  # noqa: E402

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(*signatures: str) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these signatures, without the interpreter lock, and cache it on disk.

    Args:
        signatures: numba signatures, such as "int64(uint8[::1], int64)". None given: compiled for what it is called with.
    """

    def wrap(kernel: Kernel) -> Kernel:
        compile_now: Any = numba.njit(list(signatures) or None, cache=True, nogil=True)
        made: Kernel = compile_now(kernel)
        return made

    return wrap


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
