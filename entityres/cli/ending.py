"""Command line: how a command ends: its exit status, what is said on standard error, and a polite stop."""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

from entityres import __version__

DONE, FAULT, UNUSABLE, STOPPED = 0, 1, 2, 130


@contextmanager
def stopped_by_signal() -> Iterator[None]:
    """A polite request to end (SIGTERM) stops the work like Ctrl-C does, so that nothing half-written stays."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: object) -> NoReturn:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def say(message: str, hint: str = "") -> None:
    """Tell what happened and what to do about it, a line each, on standard error."""
    print(f"{message}\n{hint}".strip(), file=sys.stderr)


def fault(verbose: bool) -> int:
    """Keep the details of the fault that is being handled in the log, say where it is, and give the exit status."""
    import traceback

    import platformdirs

    text = traceback.format_exc()
    if verbose:
        print(text, file=sys.stderr)
    log = Path(platformdirs.user_log_dir("entityres", appauthor=False)) / "entityres.log"
    where = f"The details are in {log}."
    try:
        log.parent.mkdir(parents=True, exist_ok=True)
        with log.open("a", encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')} entityres {__version__}\n{text}\n")
    except OSError:
        where = "Run it again with --verbose for the details."
    say("Something went wrong inside the program; your files are unchanged.", where)
    return FAULT
