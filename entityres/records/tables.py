"""Engine: the word tables under `resources/tables`, and the only place that knows where they lie.

In a checkout `resources/` is beside the package, in a wheel inside it, in a frozen program in the folder of its data.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

SECTION_OF_ALL = ""


def resource_folder() -> Path:
    """The folder that holds `tables/`, wherever the program was installed."""
    package = Path(__file__).resolve().parent.parent
    places = [package / "resources", package.parent / "resources"]
    frozen = getattr(sys, "_MEIPASS", None)
    if frozen:
        places = [Path(frozen) / "resources", Path(frozen) / "entityres" / "resources", *places]
    for place in places:
        if (place / "tables").is_dir():
            return place
    raise FileNotFoundError("The folder 'resources/tables' of entityres is missing; install the program again.")


@cache
def resource_text(name: str) -> str:
    """The text of a resource file.

    Args:
        name: Path below `resources/`, such as `tables/nicknames.txt`.

    Raises:
        ValueError: The name leads out of the folder.
    """
    if ".." in Path(name).parts or Path(name).is_absolute():
        raise ValueError(f"A resource is named by its path below 'resources', not {name!r}.")
    return (resource_folder() / name).read_text(encoding="utf-8")


@cache
def table(name: str) -> dict[str, tuple[str, ...]]:
    """The lines of a word table by section (`[section]`); lines before the first section stand under "".

    Lines that are blank or start with "# " are left out.

    Args:
        name: File name without ending, such as `nicknames`.
    """
    sections: dict[str, list[str]] = {}
    section = SECTION_OF_ALL
    for line in resource_text(f"tables/{name}.txt").splitlines():
        line = line.strip()
        if not line or line.startswith("# "):
            continue
        if line.startswith("[") and line.endswith("]"):
            section = line[1:-1]
        else:
            sections.setdefault(section, []).append(line)
    return {section: tuple(lines) for section, lines in sections.items()}


@cache
def words(name: str, section: str = SECTION_OF_ALL) -> frozenset[str]:
    """All words of one section of a table whose lines are just words."""
    return frozenset(word for line in table(name).get(section, ()) for word in line.split())


def meanings(name: str, section: str = SECTION_OF_ALL) -> dict[str, str]:
    """Word -> what it means, from lines such as `ave: avenue av`; the first line that has a word wins."""
    found: dict[str, str] = {}
    for line in table(name).get(section, ()):
        meaning, _, listed = line.partition(":")
        for word in listed.split():
            found.setdefault(word, meaning.strip())
    return found
