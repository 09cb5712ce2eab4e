"""Engine: from hashes to buckets to pairs (method.md §4, §5: buckets by sorting).

A key gives entries: a record and the hash of its bucket. Entries are sorted by hash; records of one run share a bucket
and every two of them are a pair. Cost: the sort of the entries, and the pairs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.compiled import compiled, spread


@dataclass(frozen=True)
class Buckets:
    """Buckets of two or more records.

    Attributes:
        records: int32 (n_entries,): records sorted by bucket, then by position.
        starts: int64 (n_buckets + 1,): bucket i is records[starts[i] : starts[i + 1]].
        hashes: uint64 (n_buckets,).
        usable: How many different records have a value for this key.
    """

    records: np.ndarray
    starts: np.ndarray
    hashes: np.ndarray
    usable: int

    @property
    def sizes(self) -> np.ndarray:
        """int64 (n_buckets,): records in each bucket."""
        return np.diff(self.starts)


@compiled("void(uint64[::1], uint64[::1], uint64[::1], int64, int64)")
def _mix(hashes, more, out, first, last):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        a, b = hashes[i], more[i]
        if a == 0 or b == 0:
            out[i] = 0
            continue
        h = np.uint64(np.uint64(a ^ (a >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)) + b
        h ^= h >> np.uint64(29)
        h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
        h ^= h >> np.uint64(32)
        out[i] = np.uint64(1) if h == 0 else h


def mix(hashes: np.ndarray, more: np.ndarray) -> np.ndarray:
    """AND of two parts: one hash for both; 0 (no bucket) where either has none. Texts are never joined: nothing can clash."""
    out = np.empty(len(hashes), np.uint64)
    spread(len(out), lambda first, last: _mix(hashes, more, out, first, last), chunk=250_000)
    return out


def gather(records: np.ndarray, hashes: np.ndarray) -> Buckets:
    """Entries as buckets of two or more different records.

    Args:
        records: int32 (n_entries,).
        hashes: uint64 (n_entries,); entries with 0 are in no bucket.
    """
    there = hashes != 0
    if not there.all():
        records, hashes = records[there], hashes[there]
    usable = len(records)
    # The upper bits of the hash and the position in one number: a plain sort is several times faster than an argsort, and
    # positions of one bucket come out in order.
    bits = np.uint64(max(1, int(usable - 1).bit_length()))
    packed = np.sort(((hashes >> bits) << bits) | np.arange(usable, dtype=np.uint64))
    order = (packed & ((np.uint64(1) << bits) - np.uint64(1))).astype(np.int64)
    hashes, records = hashes[order], records[order]
    first = np.concatenate([[True], hashes[1:] != hashes[:-1]]) if usable else np.empty(0, bool)
    begins = np.flatnonzero(first)
    sizes = np.diff(np.concatenate([begins, [usable]]))
    shared = sizes > 1
    keep = np.repeat(shared, sizes)
    starts = np.concatenate([[0], np.cumsum(sizes[shared])]).astype(np.int64)
    return Buckets(records[keep], starts, hashes[begins[shared]], usable)


@compiled("int64(int32[::1], int64[::1], int16[::1], boolean, int64[::1])")
def _count(records, starts, list_of, across, out):  # type: ignore[no-untyped-def]
    total = 0
    for bucket in range(len(starts) - 1):
        size = starts[bucket + 1] - starts[bucket]
        pairs = size * (size - 1) // 2
        if across:
            run = 1
            for i in range(starts[bucket] + 1, starts[bucket + 1] + 1):
                if i < starts[bucket + 1] and list_of[records[i]] == list_of[records[i - 1]]:
                    run += 1
                else:
                    pairs -= run * (run - 1) // 2
                    run = 1
        out[bucket] = pairs
        total += pairs
    return total


def count_pairs(buckets: Buckets, list_of: np.ndarray, across_only: bool) -> np.ndarray:
    """int64 (n_buckets,): pairs that each bucket makes.

    Records are ascending in a bucket, and those of one list stand together, so lists are runs.
    """
    out = np.zeros(len(buckets.starts) - 1, np.int64)
    _count(buckets.records, buckets.starts, list_of, across_only, out)
    return out


@compiled("void(int32[::1], int64[::1], int16[::1], boolean, uint64[::1])")
def _expand(records, starts, list_of, across, out):  # type: ignore[no-untyped-def]
    n = 0
    for bucket in range(len(starts) - 1):
        for i in range(starts[bucket], starts[bucket + 1]):
            left = records[i]
            for j in range(i + 1, starts[bucket + 1]):
                right = records[j]
                if across and list_of[left] == list_of[right]:
                    continue
                out[n] = (np.uint64(left) << np.uint64(32)) | np.uint64(right)
                n += 1


def expand_all(buckets: Buckets, list_of: np.ndarray, across_only: bool) -> np.ndarray:
    """The pairs of all buckets as uint64 codes (left in the upper half), one for each bucket that a pair shares."""
    total = int(count_pairs(buckets, list_of, across_only).sum())
    codes = np.empty(total, np.uint64)
    _expand(buckets.records, buckets.starts, list_of, across_only, codes)
    return codes


def expand(buckets: Buckets, list_of: np.ndarray, across_only: bool) -> np.ndarray:
    """All pairs of all buckets as uint64 codes, sorted and unique."""
    return sorted_unique(expand_all(buckets, list_of, across_only))


def sorted_unique(codes: np.ndarray) -> np.ndarray:
    """The codes sorted, each once."""
    codes = np.sort(codes)
    if len(codes) < 2:
        return codes
    return codes[np.concatenate([[True], codes[1:] != codes[:-1]])]


def pair_codes(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """uint64 code of each pair, left in the upper half."""
    return (left.astype(np.uint64) << np.uint64(32)) | right.astype(np.uint64)


def split_codes(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """left and right, int32, of pair codes."""
    return (codes >> np.uint64(32)).astype(np.int32), (codes & np.uint64(0xFFFFFFFF)).astype(np.int32)


def select(buckets: Buckets, chosen: np.ndarray) -> Buckets:
    """Only the chosen buckets (bool (n_buckets,))."""
    sizes = buckets.sizes
    keep = np.repeat(chosen, sizes)
    starts = np.concatenate([[0], np.cumsum(sizes[chosen])]).astype(np.int64)
    return Buckets(buckets.records[keep], starts, buckets.hashes[chosen], buckets.usable)
