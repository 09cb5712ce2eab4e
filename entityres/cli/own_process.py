"""Command line: what a process of our own needs at its beginning and its end, and one that calls us must see to itself."""

from __future__ import annotations

import gc
import os


def begin() -> None:
    """Before numpy is loaded: let it multiply matrices in one thread.

    Ours are small, and the other threads of its library spin while they wait for the next one: that took a thirtieth of a
    run from the cores.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


def end() -> None:
    """Before the interpreter ends: it need not look for cycles among the objects of libraries, a fifth of a second long."""
    gc.freeze()
