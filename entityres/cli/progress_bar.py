"""Command line: the bar that long work draws on a terminal."""

from __future__ import annotations

import argparse
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from entityres.progress import Progress
from entityres.records.percentages import percent


@contextmanager
def progress_of(chosen: argparse.Namespace) -> Iterator[Progress]:
    """A Progress, with a bar on standard error if that is a terminal and nobody asked for quiet."""
    progress = Progress()
    if chosen.quiet or not sys.stderr.isatty():
        yield progress
        return
    done = threading.Event()
    bar = threading.Thread(target=_draw, args=(progress, done), daemon=True)
    bar.start()
    try:
        yield progress
    finally:
        done.set()
        bar.join()


def _draw(progress: Progress, done: threading.Event) -> None:
    """Show the stage and how far it is, ten times a second, until done."""
    width = 24
    while not done.wait(0.1):
        share = min(1.0, progress.done / progress.total) if progress.total else 0.0
        filled = int(share * width)
        bar = f"[{'#' * filled}{'-' * (width - filled)}] {percent(share):>5}" if progress.total else ""
        print(f"\r\x1b[K{progress.stage[:44]:<44} {bar}", end="", file=sys.stderr, flush=True)
    print("\r\x1b[K", end="", file=sys.stderr, flush=True)
