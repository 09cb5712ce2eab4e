"""UI: what the Merge page shows of one group: its records side by side, the merged record, and where each value came from.

Plain data without Qt, made for one group at a time (a few dozen cells), so that the table model stays a reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.sentences import ended
from entityres.session.directions import isolated

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Merged, Override
    from entityres.records.fields import Columns
    from entityres.records.record_list import RecordList
    from entityres.settings import Rule, Settings

JOINED = -1
TYPED = -2


@dataclass(frozen=True)
class GroupView:
    """One group, column by column.

    Attributes:
        group: Number of the group.
        records: Its records (positions over all lists laid end to end).
        names: The words for each record, such as "CRM row 118".
        columns: The output columns.
        merged: Text of the merged record, by column.
        values: Text of each record, by column.
        origins: Record that the merged value came from, by column; JOINED for several or none, TYPED by hand.
        conflicts: Columns whose filled values differ.
        sets: Positions of columns that are taken from one record together.
        counted: Columns in which differing texts ask for a look; () for all (see `contradictions`).
        by_hand: Columns that a person changed in this group.
        rules: The rule in words, by column.
    """

    group: int
    records: tuple[int, ...]
    names: tuple[str, ...]
    columns: tuple[str, ...]
    merged: tuple[str, ...]
    values: tuple[tuple[str, ...], ...]
    origins: tuple[int, ...]
    conflicts: tuple[bool, ...]
    by_hand: frozenset[int] = frozenset()
    rules: tuple[str, ...] = ()
    sets: tuple[tuple[int, ...], ...] = ()
    counted: tuple[bool, ...] = ()

    def asks(self, column: int) -> bool:
        """Whether the records contradict each other in a way that asks for a look."""
        return self.conflicts[column] and (not self.counted or self.counted[column])

    def together(self, column: int) -> tuple[int, ...]:
        """The columns that are taken together with this one, itself among them."""
        return next((names for names in self.sets if column in names), (column,))

    def mixed(self, column: int) -> bool:
        """Whether the set that this column belongs to comes from more than one record, as only a person can make it."""
        return len({self.origins[one] for one in self.together(column) if self.merged[one]}) > 1

    def is_source(self, column: int, member: int) -> bool:
        """Whether the merged value was taken from this record."""
        return self.origins[column] == self.records[member]

    def is_joined(self, column: int) -> bool:
        """Whether the merged value holds the values of several records."""
        return self.origins[column] == JOINED and bool(self.merged[column])

    def differs(self, column: int, member: int) -> bool:
        """Whether this record says something that the merged record does not."""
        text = self.values[column][member]
        return self.conflicts[column] and bool(text) and text != self.merged[column] and not self.is_joined(column)

    def provenance(self, column: int) -> str:
        """Where the merged value came from, in one sentence; a second one where a set is torn apart."""
        said = self._whence(column)
        if self.mixed(column):
            names = ", ".join(isolated(self.columns[one]) for one in self.together(column))
            return f"{said} Not all of {names} come from one record."
        return said

    def _whence(self, column: int) -> str:
        name, rule = isolated(self.columns[column]), self.rules[column] if self.rules else ""
        by_hand = column in self.by_hand
        origin = self.origins[column]
        if origin == TYPED:
            return f"{name}: cleared by you." if not self.merged[column] else f"{name}: typed by you."
        if origin in self.records:
            whence = f"{name}: from {self.names[self.records.index(origin)]}"
            return f"{whence}, chosen by you." if by_hand else ended(f"{whence} · rule: {rule}")
        if not any(self.values[column]):
            return f"{name}: empty in every record of this group."
        if self.is_joined(column):
            return ended(f"{name}: put together from several records · rule: {rule}")
        return ended(f"{name}: left empty · rule: {rule}")


def record_name(lists: Sequence[RecordList], starts: np.ndarray, record: int) -> str:
    """The words for a record: its list, where there are several, and its row, counted from 1."""
    number = int(np.searchsorted(starts, record, side="right")) - 1
    row = f"row {record - int(starts[number]) + 1:,}"
    return f"{lists[number].name} {row}" if len(lists) > 1 else row


def starts_of(lists: Sequence[RecordList]) -> np.ndarray:
    """int64 (n_lists + 1,): where each list begins when all are laid end to end."""
    return np.concatenate([[0], np.cumsum([len(record_list) for record_list in lists])])


def positions_of_sets(columns: Columns, rules: Mapping[str, Rule]) -> tuple[tuple[int, ...], ...]:
    """Positions of the output columns that are taken from one record together."""
    from entityres.entities.survivorship import linked_sets

    place = {column.name: position for position, column in enumerate(columns.output)}
    return tuple(tuple(place[name] for name in names) for names in linked_sets(columns, rules))


def view_group(
    lists: Sequence[RecordList],
    columns: Columns,
    groups: Groups,
    merged: Merged,
    group: int,
    by_hand: Sequence[str] = (),
    rules: Mapping[str, Rule] | None = None,
    counted: Sequence[bool] = (),
) -> GroupView:
    """Gather one group.

    Args:
        lists: The lists.
        columns: Their lined-up columns.
        groups: The groups.
        merged: The merged records.
        group: Which group.
        by_hand: Names of the output columns that a person changed in this group.
        rules: The rule in use, by output column.
        sets: Positions of columns that are taken from one record together.
        counted: Columns in which differing texts ask for a look; () for all.
    """
    starts = starts_of(lists)
    records = tuple(int(record) for record in groups.members(group))
    output = columns.output
    values = []
    for column in output:
        row = []
        for record in records:
            number = int(np.searchsorted(starts, record, side="right")) - 1
            heading = column.columns[number]
            row.append(lists[number].cell(record - int(starts[number]), heading) if heading is not None else "")
        values.append(tuple(row))
    return GroupView(
        group=group,
        records=records,
        names=tuple(record_name(lists, starts, record) for record in records),
        columns=tuple(column.name for column in output),
        merged=tuple(str(merged.table.column(i)[group].as_py() or "") for i in range(len(output))),
        values=tuple(values),
        origins=tuple(int(origin) for origin in merged.origin[group]),
        conflicts=tuple(bool(conflict) for conflict in merged.conflicts[group]),
        by_hand=frozenset(i for i, column in enumerate(output) if column.name in by_hand),
        sets=positions_of_sets(columns, merged.rules),
        rules=tuple(rule_words((rules or {}).get(column.name)) for column in output),
        counted=tuple(counted),
    )


def view_group_alone(
    lists: Sequence[RecordList],
    columns: Columns,
    groups: Groups,
    group: int,
    settings: Settings,
    overrides: Sequence[Override],
    counted: Sequence[bool] = (),
) -> GroupView:
    """Merge and gather one group by itself: the same cells as merging everything, without waiting for it.

    Args:
        lists: The lists.
        columns: Their lined-up columns.
        groups: The groups.
        group: Which group.
        settings: Rules and preferred lists.
        overrides: Cells changed by hand, of any group.
        sets: Positions of columns that are taken from one record together.
        counted: Columns in which differing texts ask for a look; () for all.
    """
    from entityres.entities.groups import Groups
    from entityres.entities.survivorship import Override, merge_records

    records = groups.members(group)
    starts = starts_of(lists)
    parts = []
    for number, one in enumerate(lists):
        rows = records[(records >= starts[number]) & (records < starts[number + 1])] - starts[number]
        parts.append(replace(one, table=one.table.take(rows), lines=one.lines[rows]))
    size = len(records)
    alone = Groups(np.zeros(size, np.int32), np.zeros(size, np.int8), np.empty(0, np.int8), np.empty(0, np.int32))
    members = tuple(int(record) for record in records)
    place = {record: position for position, record in enumerate(members)}
    mine = [one for one in overrides if tuple(one.members) == members]
    moved = tuple(Override(tuple(range(size)), one.column, place.get(one.record, -1), one.text) for one in mine)
    merged = merge_records(parts, columns, alone, settings.rules, settings.preferred_lists, moved)
    by_hand = [one.column for one in mine]
    view = view_group(parts, columns, alone, merged, 0, by_hand, merged.rules, counted)
    origins = tuple(members[origin] if origin >= 0 else origin for origin in view.origins)
    names = tuple(record_name(lists, starts, record) for record in members)
    return replace(view, group=group, records=members, names=names, origins=origins)


def rule_words(rule: Rule | None) -> str:
    """A rule in the words of the rules table."""
    if rule is None:
        return ""
    from entityres.entities.survivorship import RULES

    words = RULES.get(rule.take, rule.take.replace("_", " "))
    return f"{words} by “{rule.by}”" if rule.by and rule.take in ("newest", "oldest") else words
