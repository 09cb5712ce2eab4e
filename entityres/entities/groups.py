"""Engine: groups of records that are one customer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

import numpy as np

from entityres.records.compiled import compiled


@compiled("int64[::1](int32[::1], int64[::1])")
def _ordered(group_of, starts):  # type: ignore[no-untyped-def]
    # Each record goes to the next free place of its group.
    order = np.empty(len(group_of), np.int64)
    free = starts[:-1].copy()
    for record in range(len(group_of)):
        order[free[group_of[record]]] = record
        free[group_of[record]] += 1
    return order


class How(IntEnum):
    """How a record came into its group."""

    SINGLE = 0
    AUTOMATIC = 1
    DECIDED = 2


class PairState(IntEnum):
    """Where the standing of a pair comes from."""

    AUTOMATIC = 0
    DECIDED = 1
    IMPLIED = 2


@dataclass(frozen=True)
class Groups:
    """Which records belong together.

    Attributes:
        group_of: int32 (n_records,): group number, from 0, in the order of each group's first record.
        how: int8 (n_records,): `How`.
        pair_states: int8 (n_pairs,), parallel to the scored pairs: `PairState`.
        kept_apart: int32 (k,): scored pairs in the match zone that were not joined (guards, chains, one-to-one, decisions).
    """

    group_of: np.ndarray
    how: np.ndarray
    pair_states: np.ndarray
    kept_apart: np.ndarray

    @cached_property
    def sizes(self) -> np.ndarray:
        """int64 (n_groups,): records in each group."""
        return np.bincount(self.group_of)

    @cached_property
    def order(self) -> np.ndarray:
        """int64 (n_records,): records sorted by group, then by position."""
        return _ordered(np.ascontiguousarray(self.group_of, np.int32), self.starts)

    @cached_property
    def starts(self) -> np.ndarray:
        """int64 (n_groups + 1,): group g is order[starts[g] : starts[g + 1]]."""
        return np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64, copy=False)

    def members(self, group: int) -> np.ndarray:
        """int64: the records of a group, ascending."""
        return self.order[self.starts[group] : self.starts[group + 1]]
