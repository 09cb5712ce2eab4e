"""Random pairs, which stand for strangers: they follow from what records say, not from where their rows stand."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.scoring.random_pairs import random_pairs
from tests.helpers.building import make_cleaned, make_list

ROLES = {"name": Role.FAMILY_NAME, "town": Role.CITY}
SHORT, LONG = 30, 900


def people(n: int, lists: int, order_seed: int | None) -> CleanedRecords:
    """A third of them copies of another, in some order inside each list."""
    names = [f"lind{i % (2 * n // 3)}" for i in range(n)]
    made = []
    for number in range(lists):
        rows = np.arange(n)[number::lists]
        if order_seed is not None:
            rows = np.random.default_rng([order_seed, number]).permutation(rows)
        columns = {"name": [names[i] for i in rows], "town": [f"town{len(names[i])}" for i in rows]}
        made.append(make_list(f"list{number}", columns))
    return make_cleaned(made, ROLES)


def said(cleaned: CleanedRecords, across_only: bool) -> Counter[tuple[str, ...]]:
    """The pairs by what stands in their records and in which lists these are."""
    left, right = random_pairs(cleaned, across_only, 1, n=5_000)
    name, lists = cleaned.field("name"), cleaned.list_of
    ends = ((f"{name.text(a)} {lists[a]}", f"{name.text(b)} {lists[b]}") for a, b in zip(left, right, strict=True))
    return Counter(tuple(sorted(pair)) for pair in ends)


@pytest.mark.parametrize("n", [SHORT, LONG])
@pytest.mark.parametrize("lists", [1, 2])
def test_the_order_of_rows_does_not_matter(n: int, lists: int) -> None:
    one, other = (said(people(n, lists, seed), across_only=lists > 1) for seed in (None, 7))
    # Which of two copies a pair holds depends on the order, and whether it stands in one list with the other.
    assert (one - other).total() <= 0.001 * one.total() * (lists - 1) * (n == LONG)


@pytest.mark.parametrize("across", [False, True])
def test_of_a_short_list_all_pairs_stand_for_strangers(across: bool) -> None:
    cleaned = people(SHORT, 2, None)
    left, right = random_pairs(cleaned, across, 1)
    found = Counter(zip(left.tolist(), right.tolist(), strict=True))
    wanted = [(a, b) for b in range(SHORT) for a in range(b) if not across or (a < SHORT // 2 <= b)]
    assert found == dict.fromkeys(wanted, 2)


def test_of_a_long_list_different_records_are_drawn() -> None:
    cleaned = people(LONG, 1, None)
    left, right = random_pairs(cleaned, False, 1, n=5_000)
    assert (left < right).all()
    assert 4_950 < len(left) <= 5_000
    counts = np.bincount(np.concatenate([left, right]), minlength=LONG)
    assert counts.min() > 0
    assert counts.max() < 35
