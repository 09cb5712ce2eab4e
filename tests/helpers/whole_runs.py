"""Whole runs of the command line over lists made of texts: what was read, compared, said on screen and written."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from entityres import pipeline
from entityres.cli import main
from entityres.records.fields import CleanedRecords
from entityres.settings import Settings


def read(path: Path) -> list[dict[str, str]]:
    """The rows of a file that the program wrote."""
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@dataclass
class Run:
    """What a run read and wrote.

    Attributes:
        merged, crosswalk, pairs: Rows of the files.
        report: The report.
        written: The bytes of merged.csv.
        shown: What stood on the screen.
        folder: Where the files are.
        paths: The lists.
    """

    merged: list[dict[str, str]]
    crosswalk: list[dict[str, str]]
    pairs: list[dict[str, str]]
    report: dict
    written: bytes
    shown: str
    folder: Path
    paths: list[str] = field(default_factory=list)

    @cached_property
    def cleaned(self) -> CleanedRecords:
        """What was compared: the lists cleaned once more."""
        lists = pipeline.load(self.paths)
        return pipeline.clean(lists, pipeline.understand(lists, Settings()), Settings())

    @property
    def names(self) -> list[str]:
        """The names of the lists."""
        return [one["name"] for one in self.report["lists"]]

    def pair(self, left: int, right: int, lists: tuple[str, str] | None = None) -> dict[str, str] | None:
        """The compared pair of these rows (of one list, or of two)."""
        for row in self.pairs:
            same = (int(row["left_row"]), int(row["right_row"])) == (left, right)
            if same and (lists is None or (row["left_list"], row["right_list"]) == lists):
                return row
        return None

    def together(self, *rows: int) -> bool:
        """Whether these records came out as one."""
        return len({self.crosswalk[row - 1]["group_id"] for row in rows}) == 1

    def groups(self, column: str = "row") -> set[frozenset[str]]:
        """The groups, each as what its records have in a column of crosswalk.csv."""
        found: dict[str, set[str]] = {}
        for row in self.crosswalk:
            found.setdefault(row["group_id"], set()).add(row[column])
        return {frozenset(rows) for rows in found.values()}

    def values(self, name: str) -> list[str]:
        """What each record was compared by in a field."""
        return [self.cleaned.field(name).text(i) for i in range(len(self.cleaned))]

    def said(self, *parts: str) -> bool:
        """Whether one warning has all these parts."""
        return any(all(part in warning for part in parts) for warning in self.report["warnings"])


def run(folder: Path, files: Mapping[str, str | bytes], *options: str) -> Run:
    """Write the files and match them by the command line, with all compared pairs."""
    paths = []
    for name, text in files.items():
        path = folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        paths.append(str(path))
    out = folder / "out"
    with redirect_stdout(io.StringIO()) as shown:
        assert main(["match", *paths, "--out", str(out), "--pairs", "all", *options]) == 0
    return Run(
        read(out / "merged.csv"),
        read(out / "crosswalk.csv"),
        read(out / "pairs.csv"),
        json.loads((out / "report.json").read_text(encoding="utf-8")),
        (out / "merged.csv").read_bytes(),
        shown.getvalue(),
        out,
        paths,
    )


def table(*rows: str) -> str:
    """A list from its lines."""
    return "\n".join(rows) + "\n"


def cells(rows: list[dict[str, str]], column: str) -> list[str]:
    """A column of rows."""
    return [row[column] for row in rows]
