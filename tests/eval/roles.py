"""How many columns get a right role. With the folder of the labelled lists as argument: on the lists themselves.

usage: python -m tests.eval.roles [FOLDER_OF_LABELLED_LISTS]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from entityres.records.fields import ColumnRole
from entityres.records.finding_roles import find_roles
from entityres.records.reading import read_list
from entityres.records.tables import resource_folder
from tests.eval.role_lists import RightList, known_lists, lists_with_headings, lists_without_headings
from tests.helpers.building import make_list


@dataclass(frozen=True)
class Verdict:
    """A column of a list: what it is, and what was found."""

    list: str
    heading: str
    right: tuple[str, ...]
    found: ColumnRole

    @property
    def is_right(self) -> bool:
        """Whether a sensible person could have said the same."""
        return str(self.found.role) in self.right


def judge(lists: Sequence[RightList]) -> list[Verdict]:
    """The roles found in made-up lists."""
    made = []
    for one in lists:
        found = find_roles(make_list("list", {column.heading: column.cells for column in one.columns}))
        made += [Verdict(one.name, c.heading, c.roles, f) for c, f in zip(one.columns, found, strict=True)]
    return made


def judge_files(folder: Path) -> list[Verdict]:
    """The roles found in the labelled lists of a folder, and in the samples."""
    made = []
    for one in known_lists():
        path = folder / one.name if "/" in one.name else resource_folder() / "samples" / one.name
        found = {c.column: c for c in find_roles(read_list(str(path)))}
        made += [Verdict(one.name, c.heading, c.roles, found[c.heading]) for c in one.columns if c.heading in found]
    return made


def share(verdicts: Sequence[Verdict]) -> float:
    """Share of columns with a right role."""
    return sum(verdict.is_right for verdict in verdicts) / len(verdicts)


def wrong(verdicts: Sequence[Verdict]) -> list[str]:
    """One line for each column with another role."""
    return [
        f"{v.list}: {v.heading} is {'|'.join(v.right)}, found {v.found.role}: {v.found.why} {v.found.examples[:2]}"
        for v in verdicts
        if not v.is_right
    ]


def main() -> None:
    """Print the shares, and what is wrong."""
    parts = {
        "known lists, made-up cells": judge(known_lists()),
        "eight languages": judge(lists_with_headings()),
        "without headings": judge(lists_without_headings()),
    }
    if len(sys.argv) > 1:
        parts["labelled lists and samples"] = judge_files(Path(sys.argv[1]))
    for name, verdicts in parts.items():
        print("\n".join(wrong(verdicts)))
        print(f"{name}: {share(verdicts):.3f} of {len(verdicts)} columns are right")


if __name__ == "__main__":
    main()
