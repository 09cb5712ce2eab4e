"""Buckets and pairs against naive twins."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.bucketing import count_pairs, expand, gather, mix, pair_codes, split_codes
from entityres.candidates.proposing import combine

HASHES = st.lists(st.integers(0, 6), max_size=40)


def naive_pairs(hashes: list[int], lists: list[int], across: bool) -> set[tuple[int, int]]:
    return {
        (a, b)
        for a, b in combinations(range(len(hashes)), 2)
        if hashes[a] == hashes[b] != 0 and not (across and lists[a] == lists[b])
    }


@given(HASHES, st.booleans(), st.integers(0, 40), st.booleans())
@settings(deadline=None, max_examples=120)
def test_pairs_of_buckets(hashes: list[int], across: bool, border: int, scrambled: bool) -> None:
    lists = [int(i >= border) for i in range(len(hashes))]
    # Small numbers differ in their lowest bits only, in the place of which the sort has the position of the entry.
    values = np.array(hashes, np.uint64) * np.uint64(0x9E3779B97F4A7C15 if scrambled else 1)
    buckets = gather(np.arange(len(hashes), dtype=np.int32), values)
    for i, h in enumerate(buckets.hashes):
        assert (values[buckets.records[buckets.starts[i] : buckets.starts[i + 1]]] == h).all()
    list_of = np.array(lists, np.int16)
    left, right = split_codes(expand(buckets, list_of, across))
    wanted = naive_pairs(hashes, lists, across)
    assert list(zip(left.tolist(), right.tolist(), strict=True)) == sorted(wanted)
    assert int(count_pairs(buckets, list_of, across).sum()) == len(wanted)
    assert buckets.usable == sum(h != 0 for h in hashes)
    assert all(size >= 2 for size in buckets.sizes)


@given(st.lists(st.sets(st.tuples(st.integers(0, 9), st.integers(10, 19)), max_size=12), max_size=5))
@pytest.mark.slow
def test_union_of_keys_keeps_who_found_what(found: list[set[tuple[int, int]]]) -> None:
    sorted_codes = [
        pair_codes(np.array([a for a, _ in sorted(pairs)], np.int32), np.array([b for _, b in sorted(pairs)], np.int32))
        for pairs in found
    ]
    codes, masks = combine(sorted_codes)
    left, right = split_codes(codes)
    got = {(a, b): int(m) for a, b, m in zip(left.tolist(), right.tolist(), masks, strict=True)}
    every = set().union(*found) if found else set()
    assert got == {pair: sum(1 << i for i, pairs in enumerate(found) if pair in pairs) for pair in every}
    assert list(got) == sorted(every)


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_and_of_two_parts(rows: list[tuple[int, int]]) -> None:
    a = np.array([row[0] for row in rows], np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    b = np.array([row[1] for row in rows], np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
    both = mix(a, b)
    for (i, x), (j, y) in combinations(enumerate(rows), 2):
        assert (both[i] == both[j] != 0) == (x == y and 0 not in x)
