"""Sets of pair codes against Python's sets; hashes of bands against the bands themselves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates import minhash, unions
from entityres.candidates.minhash import hashes_of_bands
from entityres.candidates.unions import beyond, sorted_union
from entityres.errors import Cancelled
from entityres.progress import Progress

RECORDS = 100
CODES = st.lists(st.tuples(st.integers(0, RECORDS - 1), st.integers(0, RECORDS - 1)), max_size=60)


def codes(pairs: list[tuple[int, int]]) -> np.ndarray:
    return np.array([(left << 32) | right for left, right in pairs], np.uint64)


@given(st.lists(CODES, max_size=5), st.booleans())
@settings(deadline=None, max_examples=80)
def test_a_union_is_that_of_sets(parts: list[list[tuple[int, int]]], in_ranges: bool) -> None:
    with pytest.MonkeyPatch.context() as patch:
        if in_ranges:
            patch.setattr(unions, "FEW", 0)
        made = sorted_union([codes(part) for part in parts], RECORDS)
    assert made.tolist() == sorted({(left << 32) | right for part in parts for left, right in part})


@given(CODES, CODES)
@settings(deadline=None, max_examples=80)
def test_what_is_beyond_is_the_difference_of_sets(mine: list[tuple[int, int]], known: list[tuple[int, int]]) -> None:
    made = beyond(np.unique(codes(mine)), np.unique(codes(known)))
    assert made.tolist() == sorted({(a << 32) | b for a, b in mine} - {(a << 32) | b for a, b in known})


def test_a_union_that_is_not_wanted_any_more_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unions, "FEW", 0)
    progress = Progress()
    progress.cancel()
    with pytest.raises(Cancelled):
        sorted_union([codes([(1, 2)])], RECORDS, progress)


@pytest.mark.parametrize(("b", "r"), [(1, 1), (8, 2), (3, 5), (16, 1)])
def test_bands_hash_alike_exactly_where_all_their_rows_agree(b: int, r: int) -> None:
    rows = np.random.default_rng(b).integers(0, 2, (400, b * r)).astype(np.uint32)
    rows[::7] = 0xFFFFFFFF  # empty sets
    hashes = hashes_of_bands(rows, 0, b, r)
    for band in range(b):
        seen: dict[tuple[int, ...], int] = {}
        for row, h in zip(rows[:, band * r : band * r + r].tolist(), hashes[band].tolist(), strict=True):
            assert (h == 0) == (row[0] == 0xFFFFFFFF)
            assert seen.setdefault(tuple(row), h) == h
        assert len(set(seen.values())) == len(seen)
        assert np.array_equal(hashes_of_bands(rows, band, band + 1, r)[0], hashes[band])


@pytest.mark.parametrize("most", [0, 3 * 50, 100 * 50])
def test_bands_are_hashed_alike_in_any_number_of_passes(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(1).integers(0, 2, (50, 40)).astype(np.uint32)
    monkeypatch.setattr(minhash, "FEWEST_TOGETHER", 2)
    monkeypatch.setattr(minhash, "MOST_HASHES", most)
    passes = list(minhash.in_passes(rows, 1, 20, 2))
    assert max(len(one) for one in passes) == {0: 2, 150: 3, 5_000: 19}[most]
    assert np.array_equal(np.concatenate(passes), hashes_of_bands(rows, 1, 20, 2))
