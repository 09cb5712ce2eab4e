"""Command line: `open`, the window; also what happens without a command."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from entityres.cli.command import Command
from entityres.errors import InputError

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
"""What names a display, or does without one."""


def _run(chosen: argparse.Namespace) -> int:
    """Open the window."""
    missing = [name for name in chosen.files if not name.startswith("-") and not Path(name).exists()]
    if missing:
        raise InputError(f"{missing[0]} was not found.", "Check its name and place, or see: entityres --help.")
    if sys.platform == "linux" and not chosen.smoke_test and not any(map(os.environ.get, DISPLAYS)):
        # Qt would end the program where it stands.
        raise InputError(
            "There is no display to open a window on.", "Without one: entityres match FILE... --out FOLDER."
        )
    from entityres.ui.app import main as open_window

    return open_window([*chosen.files, *(["--smoke-test"] if chosen.smoke_test else [])])


def _add_options(made: argparse.ArgumentParser) -> None:
    made.add_argument("files", nargs="*", metavar="FILE", help="lists (.csv) or a project (.entityres)")
    made.add_argument("--smoke-test", action="store_true", help=argparse.SUPPRESS)
    made.add_argument("--verbose", action="store_true", help=argparse.SUPPRESS)


COMMAND = Command("open", _run, "Open the window, on lists or on a project.", "open crm.csv webshop.csv", _add_options)
