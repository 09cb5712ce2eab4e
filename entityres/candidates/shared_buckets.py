"""Engine: in how many buckets of a key pairs of records stand together, for pairs that are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from entityres.candidates.key_entries import EntryMaker, one_valued
from entityres.candidates.keys import Bands, Key, Part
from entityres.records.coding import CODES
from entityres.records.compiled import compiled, side_by_side, spread

FEW = 4
"""Where fewer than one of so many records stand in a pair, only these are signed."""

TOGETHER = 20_000
"""Pairs whose signatures are compared at a time: they stay in the cache of a core."""


@compiled(f"void(uint64[::1], {CODES}, {CODES}, boolean[::1], int64, int64)")
def _agree(hashes, left, right, out, first, last):  # type: ignore[no-untyped-def]
    for pair in range(first, last):
        h = hashes[left[pair]]
        out[pair] = h != 0 and h == hashes[right[pair]]


@compiled("boolean(uint32[::1], int64)")
def _is_empty(signature, n_rows):  # type: ignore[no-untyped-def]
    row = 0
    while row < n_rows and signature[row] == np.uint32(0xFFFFFFFF):
        row += 1
    return row == n_rows


@compiled(f"void(uint32[:,::1], {CODES}, {CODES}, int64, int64, int32[::1], int64, int64)")
def _count_bands(signatures, left, right, b, r, out, first, last):  # type: ignore[no-untyped-def]
    for pair in range(first, last):
        one, other = left[pair], right[pair]
        n = 0
        for band in range(b):
            row, end = band * r, band * r + r
            while row < end and signatures[one, row] == signatures[other, row]:
                row += 1
            n += row == end
        # Two empty sets have the largest value everywhere: no evidence, and in no bucket.
        out[pair] = 0 if n == b and _is_empty(signatures[one], b * r) else n


@compiled(f"void(int64[::1], uint64[::1], {CODES}, {CODES}, int32[::1])")
def _add_shared(starts, hashes, left, right, out):  # type: ignore[no-untyped-def]
    # The hashes of each record are ascending.
    for pair in range(len(left)):
        i, end_i = starts[left[pair]], starts[left[pair] + 1]
        j, end_j = starts[right[pair]], starts[right[pair] + 1]
        while i < end_i and j < end_j:
            if hashes[i] == hashes[j]:
                out[pair] += 1
                i += 1
                j += 1
            elif hashes[i] < hashes[j]:
                i += 1
            else:
                j += 1


class SharedBuckets:
    """Counts the buckets that pairs share, key after key; what several keys ask of the same parts is looked up once.

    Args:
        maker: Parts and signatures of the records.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,); left < right.
    """

    def __init__(self, maker: EntryMaker, left: np.ndarray, right: np.ndarray) -> None:
        self.maker = maker
        self.left, self.right = np.ascontiguousarray(left, np.int32), np.ascontiguousarray(right, np.int32)
        self._agree: dict[Part, np.ndarray] = {}
        self._within: tuple[np.ndarray, np.ndarray, np.ndarray] | None = None

    def of_all(self, keys: Sequence[Key]) -> Iterator[np.ndarray]:
        """What `of` gives for each of the keys, in order, made on all cores."""
        list(side_by_side(self._agreeing, one_valued(keys)))
        return side_by_side(self.of, keys)

    def of(self, key: Key) -> np.ndarray:
        """int32 (n_pairs,): in how many buckets of the key both records are (large buckets not yet split)."""
        out = np.ones(len(self.left), np.int32)
        for part in one_valued([key]):
            out[~self._agreeing(part)] = 0
        if key.with_others:
            hashes = self.maker.all_parts(key)
            assert hashes is not None
            out[hashes[self.left] == 0] = 0
        if key.bands is not None:
            out *= self._shared_bands(key.bands)
        elif key.join is not None:
            out *= self.maker.similar(key.join, self.left, self.right)
        elif any(part.is_of_many for part in key.parts):
            out *= self._shared_words(key)
        return out

    def _agreeing(self, part: Part) -> np.ndarray:
        if part not in self._agree:
            hashes, same = self.maker.part(part), np.empty(len(self.left), bool)
            spread(len(same), lambda first, last: _agree(hashes, self.left, self.right, same, first, last))
            self._agree[part] = same
        return self._agree[part]

    def _shared_words(self, key: Key) -> np.ndarray:
        """int32 (n_pairs,): how many of the words that make entries both records have."""
        n = len(self.maker.cleaned)
        asked = np.zeros(n, bool)
        asked[self.left] = asked[self.right] = True
        out = np.zeros(len(self.left), np.int32)
        for records, hashes in self.maker.entries(key):
            taken = asked[records] & (hashes != 0)
            records, hashes = records[taken], hashes[taken]
            order = np.lexsort((hashes, records))
            starts = np.concatenate([[0], np.cumsum(np.bincount(records, minlength=n))]).astype(np.int64)
            _add_shared(starts, hashes[order], self.left, self.right, out)
        return out

    def _shared_bands(self, bands: Bands) -> np.ndarray:
        signatures, left, right = self._signed(bands)
        out = np.empty(len(left), np.int32)
        spread(
            len(out),
            lambda first, last: _count_bands(signatures, left, right, bands.b, bands.r, out, first, last),
            chunk=TOGETHER,
        )
        return out

    def _signed(self, bands: Bands) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Signatures, and where in them the two records of each pair are."""
        if len(self.left) * FEW > len(self.maker.cleaned):
            return self.maker.signatures(bands), self.left, self.right
        if self._within is None:
            there = np.zeros(len(self.maker.cleaned), bool)
            there[self.left] = there[self.right] = True
            records = np.flatnonzero(there).astype(np.int32)
            place = np.empty(len(there), np.int32)
            place[records] = np.arange(len(records), dtype=np.int32)
            self._within = records, place[self.left], place[self.right]
        records, left, right = self._within
        return self.maker.signatures_of(bands, records), left, right


def shared_buckets(maker: EntryMaker, key: Key, left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """int32 (n_pairs,): in how many buckets of the key both records of each pair are, see `SharedBuckets`."""
    return SharedBuckets(maker, left, right).of(key)
