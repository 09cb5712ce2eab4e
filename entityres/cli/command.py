"""Command line: what makes a command."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A word behind the program's name.

    Attributes:
        name: The word.
        run: Does it, by the parsed arguments; returns the exit status.
        words: What it does, for the help.
        example: Arguments of a call that shows how, for the help.
        add_options: Declares its arguments.
    """

    name: str
    run: Callable[[argparse.Namespace], int]
    words: str
    example: str
    add_options: Callable[[argparse.ArgumentParser], None]
