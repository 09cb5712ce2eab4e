"""House: build the wheel: python3 packaging/build.py [FOLDER], by default into dist/. Works without a network."""

import sys
from collections.abc import Sequence
from pathlib import Path

from environment import CHECKOUT, CannotGoOn, Environment, guarded, ready


def build_wheel(environment: Environment, folder: Path) -> Path:
    """Build the wheel into the folder. Returns the file."""
    folder.mkdir(parents=True, exist_ok=True)
    before = {file: file.stat().st_mtime_ns for file in folder.glob("*.whl")}
    status, printed = environment.ask(
        "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder.resolve()), folder=CHECKOUT
    )
    made = [file for file in folder.glob("*.whl") if before.get(file) != file.stat().st_mtime_ns]
    if status != 0 or len(made) != 1:
        raise CannotGoOn("The wheel could not be built.", printed.strip())
    return made[0]


def main(arguments: Sequence[str]) -> int:
    """Build and say where it is."""
    print(build_wheel(ready(window=False), Path(arguments[0]) if arguments else CHECKOUT / "dist"))
    return 0


if __name__ == "__main__":
    sys.exit(guarded(main))
