"""Engine: from groups to merged records: which value survives, and from which record it came.

Only groups of two or more need choosing; single records are copied in one go. For each column the candidates of a group
are narrowed down rule by rule (`np.maximum.reduceat` over the members of all groups at once), then by list, then by row,
so the outcome is always the same. A merged value is the original text of one record, or the texts of several joined.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.value_choice import Candidates, Unit, chosen, conflicting, joined_texts
from entityres.errors import SettingsError
from entityres.records.coding import from_arrow, gather
from entityres.records.compiled import side_by_side
from entityres.records.roles import ADDRESS_ROLES, NAME_ROLES, Role
from entityres.records.sentences import ended
from entityres.records.split_dates import DATES, date_units
from entityres.settings import Rule

if TYPE_CHECKING:
    import pyarrow as pa

    from entityres.entities.groups import Groups
    from entityres.records.fields import Columns, OutputColumn
    from entityres.records.record_list import RecordList

RULES: dict[str, str] = {
    "most_frequent": "most frequent",
    "most_complete": "from the most complete record",
    "longest": "longest",
    "shortest": "shortest",
    "newest": "from the newest record",
    "oldest": "from the oldest record",
    "highest": "highest",
    "lowest": "lowest",
    "preferred_list": "from the preferred list",
    "first": "first that is filled",
    "all_different": "all different ones, joined",
    "best_connected": "from the record most like the others",
    "empty_if_conflict": "left empty if they differ",
}

JOINED, TYPED = -1, -2
TOGETHER = ("all_different", "empty_if_conflict")  # rules that look at a column by itself, also within an address


@dataclass(frozen=True)
class Override:
    """A cell that a person chose: it holds as long as the group has the same members.

    Attributes:
        members: The records of the group, ascending.
        column: Output column.
        record: The member whose value was taken; -1 when the text was typed.
        text: The typed text.
    """

    members: tuple[int, ...]
    column: str
    record: int = -1
    text: str = ""


Overrides = tuple[Override, ...]


@dataclass(frozen=True)
class Merged:
    """One record for each group.

    Attributes:
        table: One `large_string` column per output column, a row per group.
        origin: int32 (n_groups, n_columns): the record that each value came from; JOINED (-1) when it is none or several,
            TYPED (-2) when a person typed it.
        rules: The rule of each output column.
        conflicts: bool (n_groups, n_columns): the members hold different values (case and blanks at the ends aside).
    """

    table: pa.Table
    origin: np.ndarray
    rules: dict[str, Rule]
    conflicts: np.ndarray


def default_rules(columns: Columns) -> dict[str, Rule]:
    """A rule for each output column by its role.

    Names, phone numbers, e-mail addresses and other facts: what most records say, because errors rarely repeat; among
    equally frequent names the longest, because people shorten. Address parts: together from the most complete record,
    because two half addresses make a wrong one; among those the newest. Record IDs: from the preferred list, because that
    is the one that other programs know. Kept columns and dates: the first that is filled, for nothing says which is better.
    """
    date = next((column.name for column in columns.output if column.role == Role.DATE), "")
    newest = Rule("most_complete", "newest", date) if date else Rule("most_complete", "first")
    rules = {}
    for column in columns.output:
        if column.role in NAME_ROLES or column.role in (Role.ORGANISATION, Role.TITLE, Role.ITEMS):
            rules[column.name] = Rule("most_frequent", "longest")
        elif column.role in ADDRESS_ROLES:
            rules[column.name] = newest
        elif column.role == Role.IDENTIFIER:
            rules[column.name] = Rule("preferred_list", "first")
        elif column.role in (Role.KEEP, Role.DATE, Role.TEXT, Role.CHECK):
            rules[column.name] = Rule("first", "longest")
        else:
            rules[column.name] = Rule("most_frequent", "first")
    return rules


def linked_sets(columns: Columns, rules: Mapping[str, Rule]) -> tuple[tuple[str, ...], ...]:
    """Output columns whose values are taken from one record together, as long as they have the same rule.

    The parts of an address, so that two halves never make a third address; first with last name, so that records with the
    two swapped never give one of them twice; and day, month and year of one date, each in its own column.
    """
    sets = []
    units = [unit for role in sorted(DATES) for unit in date_units(columns.with_role(role))]
    dates = [tuple(column for column in columns.output if column.part and column in unit) for unit in units]
    for together in (columns.with_role(*ADDRESS_ROLES), columns.with_role(Role.GIVEN_NAME, Role.FAMILY_NAME), *dates):
        by_rule: dict[Rule, list[str]] = {}
        for column in together:
            if rules[column.name].take not in TOGETHER:
                by_rule.setdefault(rules[column.name], []).append(column.name)
        sets += [tuple(names) for names in by_rule.values() if len(names) > 1]
    return tuple(sets)


def merge_records(
    lists: Sequence[RecordList],
    columns: Columns,
    groups: Groups,
    rules: Mapping[str, Rule],
    preferred_lists: Sequence[str],
    overrides: Overrides | None = None,
) -> Merged:
    """Build one record for each group, in the order of the groups.

    Args:
        lists: The lists that were read.
        columns: Their columns, lined up.
        groups: Which records belong together.
        rules: Rule by output column; `default_rules` for the others.
        preferred_lists: Names of lists, best first; the others follow in their order.
        overrides: Cells that a person chose.

    Raises:
        SettingsError: A rule names a column, a rule or a date column that there is not, or a list is unknown.
    """
    all_rules = _all_rules(columns, rules)
    stacked = [stacked_texts(lists, column) for column in columns.output]
    candidates = _candidates(lists, columns, groups, preferred_lists, stacked)
    number = {column.name: i for i, column in enumerate(columns.output)}
    in_sets = linked_sets(columns, all_rules)
    linked = {name for names in in_sets for name in names}
    first = groups.order[groups.starts[:-1]].astype(np.int32)
    origin = np.repeat(first[:, None], len(columns.output), axis=1)
    conflicts = np.zeros(origin.shape, bool)
    joined: dict[int, tuple[np.ndarray, pa.LargeStringArray]] = {}
    rows = candidates.group_numbers

    def choose(names: tuple[str, ...]) -> None:
        numbers = tuple(number[name] for name in names)
        unit = Unit(candidates, numbers, names_first=columns.output[numbers[0]].role in NAME_ROLES)
        rule = all_rules[names[0]]
        origin[np.ix_(rows, np.array(numbers))] = chosen(unit, rule, number)[:, None]
        for i in numbers:
            conflicts[rows, i] = conflicting(candidates, i)
        if rule.take == "all_different":
            which, texts = joined_texts(unit)
            joined[numbers[0]] = (rows[which], texts)
            origin[rows[which], numbers[0]] = JOINED

    list(side_by_side(choose, [*in_sets, *((column.name,) for column in columns.output if column.name not in linked)]))
    typed = _overridden(columns, groups, overrides or (), origin)
    table = _table(columns, stacked, origin, joined, typed)
    return Merged(table, origin, all_rules, conflicts)


def stacked_texts(lists: Sequence[RecordList], column: OutputColumn) -> pa.LargeStringArray:
    """`large_string` (n_records,): an output column over all lists laid end to end; "" where a list has no such column."""
    import pyarrow as pa

    chunks = []
    for record_list, heading in zip(lists, column.columns, strict=True):
        if heading is None:
            chunks.append(pa.repeat(pa.scalar("", pa.large_string()), len(record_list)))
        else:
            chunks += record_list.table.column(heading).chunks
    chunks = [chunk for chunk in chunks if len(chunk)]
    if not chunks:
        return pa.array([], pa.large_string())
    return chunks[0] if len(chunks) == 1 else pa.concat_arrays(chunks)


def _all_rules(columns: Columns, rules: Mapping[str, Rule]) -> dict[str, Rule]:
    """The rule of each output column, checked."""
    names = [column.name for column in columns.output]
    for name, rule in rules.items():
        if name not in names:
            raise SettingsError(
                f"There is a rule for the column “{name}”, which is not in these lists.", "Remove that rule."
            )
        for taken in (rule.take, rule.if_tied):
            if taken not in RULES:
                raise SettingsError(
                    f"The rule “{taken}” of column “{name}” is not known.", f"Use one of: {', '.join(RULES)}."
                )
        if rule.by and rule.by not in names:
            raise SettingsError(
                f"The rule of column “{name}” needs the column “{rule.by}”, which is not in these lists.",
                "Choose another date column for it.",
            )
    return default_rules(columns) | dict(rules)


def _candidates(
    lists: Sequence[RecordList],
    columns: Columns,
    groups: Groups,
    preferred_lists: Sequence[str],
    stacked: Sequence[pa.LargeStringArray],
) -> Candidates:
    """The members of all groups of two or more."""
    names = [record_list.name for record_list in lists]
    for name in preferred_lists:
        if name not in names:
            raise SettingsError(
                f"The preferred list “{name}” is not among the lists.", ended(f"Use: {', '.join(names)}")
            )
    best_first = [*preferred_lists, *(name for name in names if name not in preferred_lists)]
    list_rank = np.repeat([best_first.index(name) for name in names], [len(record_list) for record_list in lists])
    return Candidates.of(groups, list_rank.astype(np.int64), columns, stacked)


def _overridden(
    columns: Columns, groups: Groups, overrides: Overrides, origin: np.ndarray
) -> dict[int, dict[int, str]]:
    """Put in what a person chose; returns the typed texts by column and group."""
    number = {column.name: i for i, column in enumerate(columns.output)}
    typed: dict[int, dict[int, str]] = {}
    for override in overrides:
        if override.column not in number or not override.members or max(override.members) >= len(groups.group_of):
            continue
        group = int(groups.group_of[override.members[0]])
        if tuple(sorted(override.members)) != tuple(groups.members(group).tolist()):
            continue
        column = number[override.column]
        typed.setdefault(column, {}).pop(group, None)
        if override.record in override.members:
            origin[group, column] = override.record
        elif override.record < 0:
            origin[group, column] = TYPED
            typed[column][group] = override.text
    return typed


def _table(
    columns: Columns,
    stacked: Sequence[pa.LargeStringArray],
    origin: np.ndarray,
    joined: Mapping[int, tuple[np.ndarray, pa.LargeStringArray]],
    typed: Mapping[int, Mapping[int, str]],
) -> pa.Table:
    """The texts that the origins point to, with joined and typed ones put in."""
    import pyarrow as pa
    import pyarrow.compute as pc

    def one(i: int) -> pa.Array:
        source = origin[:, i]
        texts = gather(from_arrow(stacked[i]), source).to_arrow()
        if i in joined:
            rows, values = joined[i]
            still = source[rows] == JOINED
            mask = np.zeros(len(source), bool)
            mask[rows[still]] = True
            texts = pc.replace_with_mask(texts, pa.array(mask), values.filter(pa.array(still)))
        if typed.get(i):
            mask = np.zeros(len(source), bool)
            mask[list(typed[i])] = True
            values = pa.array([typed[i][group] for group in sorted(typed[i])], pa.large_string())
            texts = pc.replace_with_mask(texts, pa.array(mask), values)
        return texts

    made = list(side_by_side(one, range(len(columns.output))))
    return pa.table(made, names=[column.name for column in columns.output])
