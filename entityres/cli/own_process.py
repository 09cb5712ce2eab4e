"""Command line: what a process of our own needs at its beginning and its end, and one that calls us must see to itself."""

from __future__ import annotations

import gc
import os
import sys

from entityres.cli.large_pages import ASKING

_TRIM_THRESHOLD, _MMAP_MAX, _ARENA_MAX = -1, -4, -8
"""Numbers of the parameters of glibc's `mallopt` (malloc.h)."""


def begin(ends_by_itself: bool) -> None:
    """Before numpy is loaded.

    It multiplies matrices in one thread: ours are small, and the other threads of its library spin while they wait for the
    next one, which took a thirtieth of a run from the cores.

    Args:
        ends_by_itself: Nothing stays for long, so that memory need not be given back before the end.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if ends_by_itself and sys.platform == "linux" and ASKING not in os.environ:
        _keep_memory()


def _keep_memory() -> None:
    """What one stage gives back the next one takes again, as `large_pages` explains, of one store for all threads."""
    import ctypes

    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is None:  # another C library
        return
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")
    for parameter, value in ((_ARENA_MAX, 1), (_MMAP_MAX, 0), (_TRIM_THRESHOLD, 2**31 - 1)):
        mallopt(parameter, value)


def end() -> None:
    """Before the interpreter ends: it need not look for cycles among the objects of libraries, a fifth of a second long."""
    gc.freeze()
