"""UI: in which columns the records of a group really contradict each other.

Two texts may differ and say the same ("28.02.1970" and "1970-02-28", "St" and "Street"). Where a column was cleaned for
comparing, its cleaned values decide. Record IDs, dates of records and kept columns that differ in nearly every group (the
day when a record was made, say) differ by nature and ask for no look.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.roles import Role

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.records.fields import CleanedRecords, Columns, FieldValues

ROLES_THAT_DIFFER = frozenset({Role.IDENTIFIER, Role.DATE, Role.CHECK})
NEARLY_EVERY = 0.8
FEW = 10


def fields_of(columns: Columns, cleaned: CleanedRecords) -> list[list[FieldValues]]:
    """For each output column the compared fields that are made from it."""
    return [
        [
            field
            for field in cleaned.fields
            if any(heading in made for heading, made in zip(column.columns, field.sources, strict=True) if heading)
        ]
        for column in columns.output
    ]


def differing_by_nature(columns: Columns, conflicts: np.ndarray, groups: Groups) -> tuple[bool, ...]:
    """Columns in which records of one customer may well differ.

    Args:
        columns: Lined-up columns.
        conflicts: bool (n_groups, n_columns): where the texts differ.
        groups: All groups; fewer than ten of two or more say nothing about kept columns.
    """
    several = groups.sizes > 1
    share = conflicts[several].mean(axis=0) if several.sum() >= FEW else np.zeros(len(columns.output))
    return tuple(
        column.role in ROLES_THAT_DIFFER or (column.role == Role.KEEP and bool(share[number] > NEARLY_EVERY))
        for number, column in enumerate(columns.output)
    )


def contradicting(columns: Columns, cleaned: CleanedRecords, groups: Groups, by_nature: Sequence[bool]) -> np.ndarray:
    """bool (n_groups, n_columns): False where differing texts ask for no look.

    Args:
        columns: Lined-up columns.
        cleaned: Their cleaned values.
        groups: All groups. O(n_records) for each compared field.
        by_nature: Columns that differ by nature.
    """
    several = np.flatnonzero(groups.sizes > 1)
    answer = np.ones((len(groups.sizes), len(columns.output)), bool)
    members = groups.order[np.repeat(groups.sizes > 1, groups.sizes)]
    starts = np.concatenate([[0], np.cumsum(groups.sizes[several])])[:-1]
    known: dict[str, np.ndarray] = {}
    for number, fields in enumerate(fields_of(columns, cleaned)):
        if by_nature[number]:
            answer[:, number] = False
        elif fields and len(several):
            for field in fields:
                if field.name not in known:
                    codes = field.codes[members]
                    least = np.minimum.reduceat(np.where(codes < 0, np.iinfo(np.int32).max, codes), starts)
                    known[field.name] = np.maximum.reduceat(codes, starts) > least
            answer[several, number] = np.any([known[field.name] for field in fields], axis=0)
    return answer


def contradicting_in(
    columns: Columns, cleaned: CleanedRecords, records: np.ndarray, by_nature: Sequence[bool]
) -> tuple[bool, ...]:
    """The same for the records of one group."""
    answer = []
    for nature, fields in zip(by_nature, fields_of(columns, cleaned), strict=True):
        codes = [field.codes[records] for field in fields]
        differ = any(len(np.unique(one[one >= 0])) > 1 for one in codes)
        answer.append(not nature and (differ or not fields))
    return tuple(answer)
