"""Session: the small state of a project: which lists, which settings, which cells changed by hand.

A change of it is a *patch*: plain data that holds only what changed, so that a step of the history is two patches.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from entityres.session.sample import Sample
from entityres.settings import Settings

Patch = dict[str, Any]


@dataclass(frozen=True)
class ListEntry:
    """A list in the project.

    Attributes:
        number: Its number for good: decisions name it. A list that comes back under its old name gets its old number.
        name: The name it has now.
        content: The content of the project file that holds it.
    """

    number: int
    name: str
    content: int


@dataclass(frozen=True)
class HandChange:
    """A cell of a merged record that was chosen or typed by hand.

    Attributes:
        members: (list number, row number, see `row_numbers`) of the records of the group.
        column: The output column.
        source: (list number, row) of the record whose value is taken; None for a typed text.
        text: The typed text.
    """

    members: tuple[tuple[int, int], ...]
    column: str
    source: tuple[int, int] | None = None
    text: str = ""


@dataclass(frozen=True)
class Document:
    """The small state, immutable.

    Attributes:
        lists: The lists.
        settings: The user's choices.
        overrides: Cells changed by hand.
        samples: Samples that were drawn to be looked through, oldest first.
        verdicts: For each of them a letter a pair (`sample.LETTERS`).
    """

    lists: tuple[ListEntry, ...] = ()
    settings: Settings = field(default_factory=Settings)
    overrides: tuple[HandChange, ...] = ()
    samples: tuple[Sample, ...] = ()
    verdicts: tuple[str, ...] = ()

    def to_json(self) -> Patch:
        """All of it as plain data."""
        return {
            "lists": [vars(entry) for entry in self.lists],
            "settings": self.settings.to_json(),
            "overrides": [[[list(m) for m in o.members], o.column, o.source, o.text] for o in self.overrides],
            "samples": [sample.to_json() for sample in self.samples],
            "verdicts": list(self.verdicts),
        }

    def difference(self, other: Document) -> tuple[Patch, Patch]:
        """Patches that lead from `other` to this and from this to `other`."""
        here, there = self.to_json(), other.to_json()
        names = [f.name for f in fields(Settings) if getattr(self.settings, f.name) != getattr(other.settings, f.name)]
        parts = [name for name in ("lists", "overrides", "samples", "verdicts") if here[name] != there[name]]

        def patch(data: Patch) -> Patch:
            made = {name: data[name] for name in parts}
            return {**made, "settings": {name: data["settings"][name] for name in names}} if names else made

        return patch(here), patch(there)

    def patched(self, patch: Mapping[str, Any]) -> Document:
        """This with a patch in it."""
        made = self
        if "lists" in patch:
            made = replace(made, lists=tuple(ListEntry(**entry) for entry in patch["lists"]))
        if "settings" in patch:
            settings = Settings.from_json({**made.settings.to_json(), **patch["settings"]})
            made = replace(made, settings=settings)
        if "overrides" in patch:
            made = replace(made, overrides=tuple(_hand_change(*data) for data in patch["overrides"]))
        if "samples" in patch:
            made = replace(made, samples=tuple(Sample.from_json(data) for data in patch["samples"]))
        if "verdicts" in patch:
            made = replace(made, verdicts=tuple(str(letters) for letters in patch["verdicts"]))
        return made


def _hand_change(members: list[list[int]], column: str, source: list[int] | None, text: str) -> HandChange:
    places = tuple((int(number), int(row)) for number, row in members)
    return HandChange(places, column, None if source is None else (int(source[0]), int(source[1])), text)
