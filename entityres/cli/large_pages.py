"""Command line: large pages of memory for large lists, on Linux, and memory that is used again.

A run over millions of records goes through arrays of gigabytes in any order. In pages of 4 KB a fifth of its time is spent on
finding them; in pages of 2 MB, which the system gives to a program that asks for them, hardly any. And what one stage gives
back the next one takes again: handed to the system in between, the same gigabytes would be cleared time after time, and if
each thread had a store of its own, a fifth more would be held. The C library does so where it is told to before a program
starts, so the program starts itself anew, once, as the very same process.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

WORTH_IT = 50_000_000
"""Bytes of files from which on the twentieth of a second that it takes is won back."""

OFFERED = Path("/sys/kernel/mm/transparent_hugepage/enabled")
ASKING = "GLIBC_TUNABLES"
TUNED = {"hugetlb": 1, "arena_max": 1, "mmap_max": 0, "trim_threshold": 1 << 40}
"""Large pages; one store for all threads, which keeps all that was ever in it."""


def wanted(files: Sequence[str], environment: Mapping[str, str]) -> bool:
    """Whether large pages are worth it for these files, offered to those who ask, and not asked for yet."""
    if sys.platform != "linux" or ASKING in environment:
        return False
    paths = [Path(name) for name in files]
    if sum(path.stat().st_size for path in paths if path.is_file()) < WORTH_IT:
        return False
    try:
        return "[madvise]" in OFFERED.read_text()
    except OSError:
        return False


def start_anew(files: Sequence[str]) -> None:
    """Start the program anew with large pages, if they are wanted; does not return then."""
    if wanted(files, os.environ):
        tuned = ":".join(f"glibc.malloc.{what}={value}" for what, value in TUNED.items())
        asking = {ASKING: tuned, "ARROW_DEFAULT_MEMORY_POOL": "system"}
        os.execve(sys.executable, [sys.executable, *sys.orig_argv[1:]], {**os.environ, **asking})
