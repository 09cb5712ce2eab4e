"""Command line: all commands, and the parser of their arguments."""

from __future__ import annotations

import argparse
from typing import NoReturn

from entityres import __version__
from entityres.cli import evaluating, explaining, finding, inspecting, matching, opening
from entityres.cli.ending import UNUSABLE

COMMANDS = tuple(module.COMMAND for module in (opening, inspecting, matching, explaining, finding, evaluating))
"""In the order in which the help lists them."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in two lines instead of the whole usage."""

    def error(self, message: str) -> NoReturn:
        """End with the status for wrong usage."""
        self.exit(UNUSABLE, f"{message[:1].upper()}{message[1:]}.\nSee: {self.prog} --help\n")


def parser() -> argparse.ArgumentParser:
    """The commands and their options; what is parsed has the function to call as `run`."""
    about = "Find and merge duplicate customers in CSV lists. Without a command the window opens."
    raw = argparse.RawDescriptionHelpFormatter
    made = _Parser(
        prog="entityres", description=about, formatter_class=raw, epilog="Example:\n  entityres customers.csv"
    )
    made.add_argument("--version", action="version", version=f"entityres {__version__}")
    places = made.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in COMMANDS:
        one = places.add_parser(
            command.name,
            help=command.words,
            description=command.words,
            formatter_class=raw,
            epilog=f"Example:\n  entityres {command.example}",
        )
        one.set_defaults(run=command.run)
        command.add_options(one)
    return made
