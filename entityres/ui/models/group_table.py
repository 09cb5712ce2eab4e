"""UI: groups by their weakest link, and the records of one group."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Signal

from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.score_scale import shown_of_bits

if TYPE_CHECKING:
    from collections.abc import Callable

    from entityres.entities.groups import Groups
    from entityres.scoring.scored_pairs import ScoredPairs

BIG_GROUP = 10
WEAK = 0.55

GROUP_COLUMNS = (
    TableColumn("group", "Group", numeric=True),
    TableColumn("name", "First record"),
    TableColumn("records", "Records", numeric=True),
    TableColumn("weakest", "Weakest link", numeric=True, tip="The lowest score between two of its records"),
    TableColumn("flags", "Look at", tip="Why the group deserves a look"),
)
MEMBER_COLUMNS = (
    TableColumn("place", "Record", checkable=True, tip="Untick a record to split it off"),
    TableColumn("words", "Who"),
    TableColumn("best", "Best link", numeric=True, tip="Its highest score with another record of the group"),
    TableColumn("weakest", "Weakest link", numeric=True, tip="Its lowest score with another record of the group"),
)


@dataclass(frozen=True)
class GroupFigures:
    """Groups of two or more records.

    Attributes:
        groups: int64 (n,): their numbers.
        sizes: int64 (n,): records in each.
        weakest: float64 (n,): lowest shown score between two of its records that were compared.
        uncompared: int64 (n,): pairs of its records that were never compared.
    """

    groups: np.ndarray
    sizes: np.ndarray
    weakest: np.ndarray
    uncompared: np.ndarray

    @staticmethod
    def of(groups: Groups, scored: ScoredPairs) -> GroupFigures:
        """Look at all groups. O(n_records + n_pairs)."""
        sizes = groups.sizes
        left = groups.group_of[scored.pairs.left]
        inside = np.flatnonzero(left == groups.group_of[scored.pairs.right])
        within = left[inside]
        weakest = np.full(len(sizes), np.inf, np.float32)
        np.minimum.at(weakest, within, scored.score[inside])
        compared = np.bincount(within, minlength=len(sizes))
        chosen = np.flatnonzero(sizes > 1)
        shown = np.where(
            np.isfinite(weakest[chosen]), shown_of_bits(np.nan_to_num(weakest[chosen], posinf=0.0)), np.nan
        )
        possible = sizes[chosen] * (sizes[chosen] - 1) // 2
        return GroupFigures(chosen, sizes[chosen], shown, possible - compared[chosen])


class GroupTable(ArrayTableModel):
    """One row per group of two or more."""

    def __init__(self) -> None:
        super().__init__(GROUP_COLUMNS)
        self.figures: GroupFigures | None = None
        self._name_of = str

    def show_groups(self, figures: GroupFigures | None, name_of: object = str) -> None:
        """Show these groups, the weakest first.

        Args:
            figures: The groups.
            name_of: From the number of a group to its words.
        """
        self.figures = figures
        self._name_of = name_of  # type: ignore[assignment]
        if figures is None:
            self.reset_rows(0)
            return
        order = np.lexsort((-figures.sizes, np.nan_to_num(figures.weakest, nan=2.0)))
        self.reset_rows(len(figures.groups), order.astype(np.int32))

    def group(self, source: int) -> int:
        """The number of the group in a row."""
        assert self.figures is not None
        return int(self.figures.groups[source])

    def source_of(self, group: int) -> int:
        """The row (in the arrays) of a group, -1 when it is not there."""
        if self.figures is None:
            return -1
        at = int(np.searchsorted(self.figures.groups, group))
        return at if at < len(self.figures.groups) and self.figures.groups[at] == group else -1

    def text(self, source: int, column: str) -> str:
        figures = self.figures
        assert figures is not None
        if column == "group":
            return f"{int(figures.groups[source]) + 1:,}"
        if column == "name":
            return self._name_of(int(figures.groups[source]))
        if column == "records":
            return f"{int(figures.sizes[source]):,}"
        if column == "weakest":
            weakest = float(figures.weakest[source])
            return "–" if np.isnan(weakest) else f"{weakest:.2f}"
        return ", ".join(flag.rpartition("|")[2] for flag in self.chips(source, column))

    def chips(self, source: int, column: str) -> tuple[str, ...]:
        figures = self.figures
        if column != "flags" or figures is None:
            return ()
        flags = []
        if figures.weakest[source] < WEAK:
            flags.append("warning|weak link")
        if figures.sizes[source] > BIG_GROUP:
            flags.append("people|big")
        if figures.uncompared[source]:
            count = int(figures.uncompared[source])
            flags.append(f"{count:,} {'pair' if count == 1 else 'pairs'} not compared")
        return tuple(flags)

    def flag_kinds(self) -> tuple[str, ...]:
        """Of each kind of flag that some group has, one as it is shown."""
        figures = self.figures
        if figures is None:
            return ()
        first = (
            np.flatnonzero(some)[:1]
            for some in (
                figures.weakest < WEAK,
                figures.sizes > BIG_GROUP,
                figures.uncompared == figures.uncompared.max(initial=0),
            )
        )
        return tuple(flag for rows in first for row in rows for flag in self.chips(int(row), "flags"))

    def sort_values(self, column: str) -> np.ndarray | None:
        figures = self.figures
        if figures is None:
            return None
        return {
            "group": figures.groups,
            "records": figures.sizes,
            "weakest": figures.weakest,
            "flags": figures.uncompared,
        }.get(column)


class MemberTable(ArrayTableModel):
    """The records of one group, each with a tick.

    Signals:
        ticks_changed: Another record is ticked or unticked.
    """

    ticks_changed = Signal()

    def __init__(self, letters: str) -> None:
        super().__init__(MEMBER_COLUMNS)
        self.records = np.empty(0, np.int32)
        self._letters = letters
        self._words_of: Callable[[int], tuple[str, str]] | None = None
        self._links = InnerLinks.none()
        self._ticked = np.empty(0, bool)

    def show_members(
        self, records: np.ndarray, words_of: Callable[[int], tuple[str, str]] | None, links: InnerLinks
    ) -> None:
        """Show records.

        Args:
            records: int32 (n,).
            words_of: From a record to its place and summary; asked for those that are looked at.
            links: How strongly they belong together.
        """
        self.records, self._words_of, self._links = records, words_of, links
        self._ticked = np.ones(len(records), bool)
        self.reset_rows(len(records))
        self.ticks_changed.emit()

    @property
    def ticked(self) -> np.ndarray:
        """int32: the records that are ticked."""
        return self.records[self._ticked]

    @property
    def unticked(self) -> np.ndarray:
        """int32: the records that are not ticked."""
        return self.records[~self._ticked]

    def text(self, source: int, column: str) -> str:
        if column in ("place", "words") and self._words_of is not None:
            place, words = self._words_of(int(self.records[source]))
            if column == "words":
                return words
            return f"{self._letters[source]}  {place}" if source < len(self._letters) else place
        strength = (self._links.best if column == "best" else self._links.weakest)[source]
        return "–" if np.isnan(strength) else f"{strength:.2f}"

    def tone(self, source: int, column: str) -> str:
        return "" if self._ticked[source] else "muted"

    def checked(self, source: int, column: str) -> bool:
        return bool(self._ticked[source])

    def set_checked(self, source: int, column: str, on: bool) -> bool:
        self._ticked[source] = on
        self.ticks_changed.emit()
        return True


@dataclass(frozen=True)
class InnerLinks:
    """How strongly the records of a group belong together, by their shown scores.

    Attributes:
        best: float64 (n,): the strongest link of each record, NaN where it has none.
        weakest: float64 (n,): its weakest one.
        each: float64 (n, n): the link of each two, NaN where they were never compared; empty where there are too many.
    """

    best: np.ndarray
    weakest: np.ndarray
    each: np.ndarray

    @staticmethod
    def none() -> InnerLinks:
        """Those of no records."""
        return InnerLinks(np.empty(0), np.empty(0), np.empty((0, 0)))

    @staticmethod
    def of(scored: ScoredPairs, records: np.ndarray, most_drawn: int) -> InnerLinks:
        """The links inside a group.

        Args:
            scored: The pairs, sorted by left and right record.
            records: int32 (n,), ascending.
            most_drawn: So many records are told of each two; a group that grew out of hand would take all memory.
        """
        n = len(records)
        first = np.searchsorted(scored.pairs.left, records)
        lengths = np.searchsorted(scored.pairs.left, records, side="right") - first
        pairs = np.arange(lengths.sum()) + np.repeat(first - (np.cumsum(lengths) - lengths), lengths)
        partners = scored.pairs.right[pairs]
        one, two = np.repeat(np.arange(n), lengths), np.minimum(np.searchsorted(records, partners), n - 1)
        inside = records[two] == partners
        one, two, shown = one[inside], two[inside], shown_of_bits(scored.score[pairs[inside]])
        best, weakest = np.full(n, np.nan), np.full(n, np.nan)
        for end in (one, two):
            np.fmax.at(best, end, shown)
            np.fmin.at(weakest, end, shown)
        each = np.full((n, n) if n <= most_drawn else (0, 0), np.nan)
        if len(each):
            each[one, two] = each[two, one] = shown
        return InnerLinks(best, weakest, each)
