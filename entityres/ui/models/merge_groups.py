"""UI: the groups of two or more on the Merge page: which are shown, in which order, with how many conflicts.

Filter and sort are numpy masks and stable argsorts over one array per property; texts are made per visible cell.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.roles import Role
from entityres.session.stages import Change
from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    import pyarrow as pa
    from PySide6.QtCore import QObject

    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged
    from entityres.records.fields import Columns

MERGE_CONCERNS = frozenset(
    {Change.LISTS, Change.MATCHES, Change.GROUPS, Change.DECISIONS, Change.THRESHOLDS, Change.MERGE}
)
"""After these changes the merged records are other ones."""
MAX_SHOWN = 10_000_000  # rows above 71 million do not fit a Qt view
COLUMNS = (
    TableColumn("group", "Group", tip="The records that belong to the same customer"),
    TableColumn("records", "Records", numeric=True, tip="How many records become one"),
    TableColumn(
        "conflicts",
        "Conflicts",
        numeric=True,
        tip="Columns in which the records say different things (record IDs and dates are not counted)",
    ),
)


class Show(StrEnum):
    """Which groups are listed."""

    ALL = "all"
    CONFLICTS = "conflicts"
    BY_HAND = "by hand"


class Sort(StrEnum):
    """In which order groups are listed; the words are shown."""

    CONFLICTS = "Most conflicts first"
    SIZE = "Largest first"
    NAME = "By name"
    ROW = "As in the lists"


@dataclass(frozen=True)
class MergeGroups:
    """Arrays about the groups of two or more, all parallel.

    Attributes:
        groups: int32 (n,): their numbers.
        sizes: int64 (n,): records in each.
        conflicts: bool (n, n_columns): columns in which the records differ.
        counted: bool (n, n_columns): where differing texts ask for a look (see `contradictions`).
        by_hand: bool (n,): groups in which a person changed something.
        labels: `large_string` (n,): the words for each.
    """

    groups: np.ndarray
    sizes: np.ndarray
    conflicts: np.ndarray
    counted: np.ndarray
    by_hand: np.ndarray
    labels: pa.Array

    def __len__(self) -> int:
        return len(self.groups)

    @staticmethod
    def none() -> MergeGroups:
        """No groups."""
        import pyarrow as pa

        nothing = np.empty(0, bool)
        words = pa.array([], pa.large_string())
        none = nothing.reshape(0, 0)
        return MergeGroups(np.empty(0, np.int32), np.empty(0, np.int64), none, none, nothing, words)

    @cached_property
    def asking(self) -> np.ndarray:
        """int64 (n,): columns in which the records contradict each other in a way that asks for a look."""
        return (self.conflicts & self.counted).sum(axis=1)

    def marked(self, by_hand: Iterable[int]) -> MergeGroups:
        """The same with these groups (numbers) as changed by hand."""
        mask = np.isin(self.groups, np.fromiter(by_hand, np.int64))
        return replace(self, by_hand=mask)

    def chosen(self, show: Show, column: int = -1, text: str = "") -> np.ndarray:
        """bool (n,): the groups to list: which, with a conflict in one column (-1 for any), with a text in their words."""
        import pyarrow.compute as pc

        if show == Show.BY_HAND:
            mask = self.by_hand.copy()
        elif show == Show.CONFLICTS:
            mask = self.asking > 0 if column < 0 else self.conflicts[:, column].copy()
        else:
            mask = np.ones(len(self), bool)
        if text.strip():
            found = pc.match_substring(pc.utf8_lower(self.labels), text.strip().lower())
            mask &= found.to_numpy(zero_copy_only=False).astype(bool)
        return mask

    def ordered(self, mask: np.ndarray, sort: Sort) -> np.ndarray:
        """int32: positions of the groups in the mask, sorted; ties stay as in the lists."""
        import pyarrow as pa
        import pyarrow.compute as pc

        rows = np.flatnonzero(mask)
        if sort == Sort.CONFLICTS:
            rows = rows[np.argsort(-self.asking[rows], kind="stable")]
        elif sort == Sort.SIZE:
            rows = rows[np.argsort(-self.sizes[rows], kind="stable")]
        elif sort == Sort.NAME:
            lower = pc.utf8_lower(self.labels.take(pa.array(rows)))
            rows = rows[np.argsort(pc.rank(lower, tiebreaker="dense").to_numpy(), kind="stable")]
        return rows.astype(np.int32)


class MergeGroupsTable(ArrayTableModel):
    """One row per listed group."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._all = MergeGroups.none()
        self._show, self._sort, self._column, self._text = Show.ALL, Sort.CONFLICTS, -1, ""

    @property
    def groups(self) -> MergeGroups:
        """All groups of two or more."""
        return self._all

    def take(self, groups: MergeGroups, *, keep_order: bool) -> None:
        """Show other arrays; with `keep_order` the listed groups stay where they are (nothing jumps under the cursor)."""
        same = len(groups) == len(self._all) and np.array_equal(groups.groups, self._all.groups)
        self._all = groups
        if keep_order and same:
            self.rows_changed()
        else:
            self.reset_rows(len(groups), self._arranged())

    def arrange(self, show: Show, sort: Sort, column: int = -1, text: str = "") -> None:
        """List other groups, or in another order."""
        self._show, self._sort, self._column, self._text = show, sort, column, text
        self.reset_rows(len(self._all), self._arranged())

    def group_at(self, row: int) -> int:
        """Number of the group in a row, -1 when there is no such row."""
        at = self.source_row(row)
        return -1 if at < 0 else int(self._all.groups[at])

    def row_of(self, group: int) -> int:
        """Row of a group, -1 when it is not listed."""
        at = int(np.searchsorted(self._all.groups, group))
        found = at < len(self._all) and int(self._all.groups[at]) == group
        return self.view_row(at) if found else -1

    def next_conflict(self, row: int, step: int) -> int:
        """Row of the next (1) or previous (-1) listed group with a conflict, -1 without one."""
        rows = np.flatnonzero(self._all.asking[self.order])
        ahead = rows[rows > row] if step > 0 else rows[rows < row][::-1]
        return int(ahead[0]) if len(ahead) else -1

    def text(self, source: int, column: str) -> str:
        if column == "group":
            return str(self._all.labels[source].as_py()) or f"Group {int(self._all.groups[source]) + 1:,}"
        if column == "records":
            return f"{int(self._all.sizes[source]):,}"
        conflicts = int(self._all.asking[source])
        return f"{conflicts:,}" if conflicts else "–"

    def icon_name(self, source: int, column: str) -> str:
        return "note" if column == "group" and self._all.by_hand[source] else ""

    def tone(self, source: int, column: str) -> str:
        return "" if column == "group" else "muted"

    def tip(self, source: int, column: str) -> str:
        conflicts = int(self._all.asking[source])
        columns = "1 column differs" if conflicts == 1 else f"{conflicts:,} columns differ"
        said = f"{self.text(source, 'group')}: {int(self._all.sizes[source]):,} records, {columns}"
        return f"{said}, changed by hand" if self._all.by_hand[source] else said

    def spoken(self, source: int, column: str) -> str:
        return self.tip(source, column)

    def _arranged(self) -> np.ndarray:
        if not len(self._all):
            return np.empty(0, np.int32)
        return self._all.ordered(self._all.chosen(self._show, self._column, self._text), self._sort)[:MAX_SHOWN]


def gather_groups(columns: Columns, groups: Groups, merged: Merged, counted: np.ndarray) -> MergeGroups:
    """The groups of two or more, none changed by hand yet, with words made from the merged names and city.

    Args:
        columns: Lined-up columns.
        groups: All groups.
        merged: All merged records.
        counted: bool (n_groups, n_columns): where differing texts ask for a look.
    """
    import pyarrow as pa

    numbers = np.flatnonzero(groups.sizes > 1).astype(np.int32)
    table = merged.table.take(pa.array(numbers))
    return MergeGroups(
        numbers,
        groups.sizes[numbers],
        merged.conflicts[numbers],
        counted[numbers],
        np.zeros(len(numbers), bool),
        name_records(columns, table),
    )


def name_records(columns: Columns, table: pa.Table) -> pa.Array:
    """`large_string`: the words for each record of a table of output columns: its name, and its city if there is one."""

    def with_role(*roles: Role) -> list[int]:
        return [i for role in roles for i, column in enumerate(columns.output) if column.role == role][:3]

    people = with_role(Role.FULL_NAME)[:1] or with_role(Role.GIVEN_NAME, Role.FAMILY_NAME)
    called = people or with_role(Role.ORGANISATION, Role.TITLE)[:1] or with_role(Role.TEXT, Role.EMAIL)[:1] or [0]
    names = _joined(table, called, " ")
    city = with_role(Role.CITY)[:1]
    return _with(names, table.column(city[0]).combine_chunks(), " · ") if city else names


def _joined(table: pa.Table, positions: list[int], between: str) -> pa.Array:
    words = table.column(positions[0]).combine_chunks()
    for position in positions[1:]:
        words = _with(words, table.column(position).combine_chunks(), between)
    return words


def _with(words: pa.Array, more: pa.Array, between: str) -> pa.Array:
    """Both texts with something between them where both are filled (joining with null_handling="skip" loses rows)."""
    import pyarrow as pa
    import pyarrow.compute as pc

    both = pc.binary_join_element_wise(words, more, pa.scalar(between, pa.large_string()))
    return pc.if_else(pc.equal(words, ""), more, pc.if_else(pc.equal(more, ""), words, both))
