"""Command line: `inspect`, `match`, `explain`, `find`, `evaluate`, and the window. What it promises is in contract.md.

A command, its options and its words are one module each. Everything heavy is imported where it is first needed, so that
`--version` and `--help` answer at once.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from entityres.cli import own_process
from entityres.cli.arguments import COMMANDS, parser
from entityres.cli.ending import DONE, STOPPED, UNUSABLE, fault, say, stopped_by_signal
from entityres.cli.large_pages import start_anew
from entityres.errors import Cancelled, EntityResError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command.

    Args:
        arguments: What stands behind the program's name.

    Returns:
        Exit status: 0 done, 2 unusable input, 130 stopped by the user, 1 a fault of the program.
    """
    given = list(sys.argv[1:] if arguments is None else arguments)
    commands = [command.name for command in COMMANDS]
    if not given or (given[0] not in (*commands, "-h", "--help", "--version")):
        given = ["open", *given]
    verbose = "--verbose" in given
    ends_by_itself = given[0] != "open"
    with stopped_by_signal():
        try:
            chosen = parser().parse_args(given)
            if arguments is None:
                start_anew(getattr(chosen, "files", None) or ())
                own_process.begin(ends_by_itself)
            status: int = chosen.run(chosen)
            sys.stdout.flush()
            if arguments is None and ends_by_itself:  # a window has its own order of ending
                own_process.end()
            return status
        except EntityResError as error:
            say(error.message, error.hint)
            return UNUSABLE
        except (KeyboardInterrupt, Cancelled):
            say("Stopped. Nothing was written.")
            return STOPPED
        except BrokenPipeError:  # whoever reads our output has seen enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return DONE
        except MemoryError:
            say("There is not enough memory for these lists.", "Close other programs or use a smaller list.")
            return UNUSABLE
        except Exception:
            return fault(verbose)
