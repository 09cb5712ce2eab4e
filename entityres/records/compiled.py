"""Engine: how inner loops are compiled and where the compiled code is kept.

The compiled code is cached in the user's cache folder, so that only the first start ever compiles, also in an installed
or frozen program whose own folder cannot be written to.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import platformdirs

os.environ.setdefault("NUMBA_CACHE_DIR", os.path.join(platformdirs.user_cache_dir("entityres", appauthor=False), "compiled"))

import numba  # noqa: E402 - reads the cache folder's name while it is imported

Kernel = TypeVar("Kernel", bound=Callable[..., Any])


def compiled(*signatures: str, parallel: bool = False) -> Callable[[Kernel], Kernel]:
    """Compile a kernel for these signatures, without the interpreter lock, and cache it on disk.

    Args:
        signatures: numba signatures, such as "int64(uint8[::1], int64)". None given: compiled for what it is called with.
        parallel: Spread `prange` loops over all cores.
    """

    def wrap(kernel: Kernel) -> Kernel:
        compile_now: Any = numba.njit(list(signatures) or None, cache=True, nogil=True, parallel=parallel)
        made: Kernel = compile_now(kernel)
        return made

    return wrap
