"""The list of groups on the Merge page: filters and orders against a naive twin."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.ui.models.merge_groups import MergeGroups, MergeGroupsTable, Show, Sort
from entityres.ui.qt import DISPLAY, SPOKEN


def make(n: int, seed: int = 0) -> MergeGroups:
    draw = np.random.default_rng(seed)
    return MergeGroups(
        np.arange(n, dtype=np.int32) * 3,
        draw.integers(2, 6, n),
        draw.random((n, 4)) < 0.3,
        np.tile([True, True, False, True], (n, 1)),
        draw.random(n) < 0.2,
        pa.array([f"Customer {draw.integers(0, 30)}" for _ in range(n)], pa.large_string()),
    )


@given(
    n=st.integers(0, 40),
    seed=st.integers(0, 9),
    show=st.sampled_from(Show),
    sort=st.sampled_from(Sort),
    column=st.integers(-1, 3),
    text=st.sampled_from(["", "customer 1", "CUSTOMER", "nobody"]),
)
def test_filter_and_sort_equal_a_naive_twin(n, seed, show, sort, column, text) -> None:
    groups = make(n, seed)
    labels = groups.labels.to_pylist()

    def listed(i: int) -> bool:
        conflict = groups.conflicts[i, [0, 1, 3]].any() if column < 0 else groups.conflicts[i, column]
        fits = {Show.ALL: True, Show.CONFLICTS: conflict, Show.BY_HAND: groups.by_hand[i]}[show]
        return bool(fits) and text.lower() in labels[i].lower()

    keys = {
        Sort.CONFLICTS: lambda i: -int(groups.conflicts[i, [0, 1, 3]].sum()),
        Sort.SIZE: lambda i: -int(groups.sizes[i]),
        Sort.NAME: lambda i: labels[i].lower(),
        Sort.ROW: lambda i: i,
    }
    expected = sorted((i for i in range(n) if listed(i)), key=keys[sort])
    assert groups.ordered(groups.chosen(show, column, text), sort).tolist() == expected


def test_model_keeps_qts_contract(qtmodeltester, qapp) -> None:
    table = MergeGroupsTable()
    table.take(make(50), keep_order=False)
    qtmodeltester.check(table)


def test_next_conflict_passes_over_groups_that_agree(qapp) -> None:
    table = MergeGroupsTable()
    groups = make(6)
    groups.conflicts[:] = False
    groups.conflicts[[1, 4], 0] = True
    table.take(groups, keep_order=False)
    table.arrange(Show.ALL, Sort.ROW)
    assert [table.next_conflict(row, 1) for row in (-1, 1, 4)] == [1, 4, -1]
    assert [table.next_conflict(row, -1) for row in (6, 4, 1)] == [4, 1, -1]


def test_order_stays_while_values_change(qapp) -> None:
    table = MergeGroupsTable()
    table.take(make(20), keep_order=False)
    before = [table.group_at(row) for row in range(table.rowCount())]
    table.take(make(20, seed=5), keep_order=True)
    assert [table.group_at(row) for row in range(table.rowCount())] == before


@pytest.mark.parametrize("role", [DISPLAY, SPOKEN])
def test_group_without_words_is_named_by_its_number(qapp, role) -> None:
    table = MergeGroupsTable()
    words = pa.array([""], pa.large_string())
    groups = MergeGroups(
        np.array([7], np.int32), np.array([2]), np.ones((1, 1), bool), np.ones(1, bool), np.ones(1, bool), words
    )
    table.take(groups, keep_order=False)
    assert str(table.index(0, 0).data(role)).startswith("Group 8")
