"""House: start the program from a fresh checkout: python3 packaging/run.py [FILE...].

The first start makes an environment of its own (environment.py); later starts need no network. Without a display
the files, or the sample list, are matched and merged on the spot. A command of the program and its options are passed
on: python3 packaging/run.py match customers.csv --out result
"""

import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from environment import CHECKOUT, CannotGoOn, Environment, guarded, ready

SAMPLE = CHECKOUT / "resources" / "samples" / "one_list.csv"
COMMANDS = ("inspect", "match", "explain", "evaluate")


def main(arguments: Sequence[str]) -> int:
    """Set up what is missing and start the program."""
    if arguments and (arguments[0] in COMMANDS or arguments[0].startswith("-")):
        return ready(window="--smoke-test" in arguments).call("-m", "entityres", *arguments)
    files = arguments[1:] if arguments and arguments[0] == "open" else arguments
    for name in files:
        if not Path(name).exists():
            raise CannotGoOn(f"There is no file {name}.", "Check its name and place.")
    if has_display():
        return ready(window=True).call("-m", "entityres", *files)
    projects = [name for name in files if name.lower().endswith(".entityres")]
    if projects:
        raise CannotGoOn(f"{projects[0]} opens in a window, and there is no display here.", "Open it on a desktop.")
    return match_here(ready(window=False), files)


def has_display() -> bool:
    """Whether a window could be shown."""
    if not sys.platform.startswith("linux"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"))


def match_here(environment: Environment, files: Sequence[str]) -> int:
    """Do the main job without a window: find the duplicates and merge them."""
    if files:
        print("There is no display here, so the lists are matched and merged right away.")
    else:
        print("There is no display here, so the sample list of 1,000 customers is matched and merged.")
    out = result_folder()
    status = environment.call("-m", "entityres", "match", *(files or [str(SAMPLE)]), "--out", str(out))
    if status == 0:
        print("In it, merged.csv is the clean list, and crosswalk.csv says where each record went.")
    return status


def result_folder() -> Path:
    """A folder of its own for the result: here, or among the temporary files where writing is not allowed here."""
    if not os.access(Path.cwd(), os.W_OK):
        return Path(tempfile.mkdtemp(prefix="entityres-")) / "result"
    number, folder = 1, Path.cwd() / "entityres-result"
    while folder.exists():
        number += 1
        folder = Path.cwd() / f"entityres-result-{number}"
    return folder


if __name__ == "__main__":
    sys.exit(guarded(main))
