"""Engine: from hashes to buckets to pairs (method.md §4, §5).

A key gives entries: a record and the hash of its bucket. Entries of one hash are brought together, as by sorting, which
takes several times longer; every two records of a bucket are a pair. Cost: three passes over the entries, and the pairs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.compiled import compiled, side_by_side, spread
from entityres.records.sorted_sets import sorted_unique

ENTRIES_IN_BIN = 8


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

    @property
    def all_pairs(self) -> np.ndarray:
        """int64 (n_buckets,): pairs of the records in each bucket, those inside one list among them."""
        return self.sizes * (self.sizes - 1) // 2


@compiled()
def both_hashes(a, b):  # type: ignore[no-untyped-def]
    """One hash for two, 0 where either is: a piece of kernels."""
    if a == 0 or b == 0:
        return np.uint64(0)
    h = np.uint64(np.uint64(a ^ (a >> np.uint64(31))) * np.uint64(0x9E3779B97F4A7C15)) + b
    h ^= h >> np.uint64(29)
    h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9))
    h ^= h >> np.uint64(32)
    return np.uint64(1) if h == 0 else h


@compiled("void(uint64[::1], uint64[::1], uint64[::1], int64, int64)")
def _mix(hashes, more, out, first, last):  # type: ignore[no-untyped-def]
    for i in range(first, last):
        out[i] = both_hashes(hashes[i], more[i])


def mix(hashes: np.ndarray, more: np.ndarray) -> np.ndarray:
    """AND of two parts: one hash for both; 0 (no bucket) where either has none. Texts are never joined: nothing can clash."""
    out = np.empty(len(hashes), np.uint64)
    spread(len(out), lambda first, last: _mix(hashes, more, out, first, last), chunk=250_000)
    return out


@compiled("int64(uint64[::1], uint64[::1], uint64[::1], int64, uint64, int32[::1], uint64[::1])")
def _mix_some(first, second, third, n_parts, mask, records, out):  # type: ignore[no-untyped-def]
    n = 0
    for i in range(len(first)):
        h = first[i]
        if n_parts > 1:
            h = both_hashes(h, second[i])
        if n_parts > 2:
            h = both_hashes(h, third[i])
        if h != 0 and (h & mask) == 0:
            if n < len(out):
                records[n], out[n] = i, h
            n += 1
    return n


def mix_some(parts: Sequence[np.ndarray], bits: int) -> tuple[np.ndarray, np.ndarray]:
    """AND of parts, only where its hash ends in this many zero bits: one pass, whatever the number of records.

    Args:
        parts: For each part uint64 (n_records,).
        bits: One of 2^bits buckets is taken.

    Returns:
        records int32, ascending, and their hashes uint64, none 0.
    """
    whole = list(parts)
    while len(whole) > 3:
        whole[:2] = [mix(whole[0], whole[1])]
    mask = np.uint64((1 << bits) - 1)
    # A value that very many records share may bring more than its part: then the room is made anew.
    room = len(whole[0]) if bits == 0 else (len(whole[0]) >> bits) * 2 + 1_000
    while True:
        records, out = np.empty(room, np.int32), np.empty(room, np.uint64)
        n = _mix_some(whole[0], whole[min(1, len(whole) - 1)], whole[-1], len(whole), mask, records, out)
        if n <= room:
            return records[:n], out[:n]
        room = n


@compiled("int64[::1](uint64[::1], int64)")
def _bin_starts(hashes, bits):  # type: ignore[no-untyped-def]
    starts = np.zeros((1 << bits) + 1, np.int64)
    shift = np.uint64(64 - bits)
    for h in hashes:
        if h != 0:
            starts[np.int64(np.uint64(h * np.uint64(0x9E3779B97F4A7C15)) >> shift) + 1] += 1
    for i in range(1 << bits):
        starts[i + 1] += starts[i]
    return starts


@compiled("int64(int32[::1], uint64[::1], int64, int64[::1], int64, int32[::1], int64[::1], uint64[::1])")
def _gather(records, hashes, bits, bins, least, out, starts, found):  # type: ignore[no-untyped-def]
    # Entries are spread over bins by bits of their hash; a bin holds some eight of them, or a value that many records share
    # and a few others, so that looking through it once for each hash in it is quick.
    total = bins[1 << bits]
    binned, who = np.empty(total, np.uint64), np.empty(total, np.int32)
    free = bins.copy()
    shift = np.uint64(64 - bits)
    for i in range(len(hashes)):
        h = hashes[i]
        if h != 0:
            b = np.int64(np.uint64(h * np.uint64(0x9E3779B97F4A7C15)) >> shift)
            binned[free[b]], who[free[b]] = h, records[i]
            free[b] += 1
    n, n_found = 0, 0
    for bin_ in range(1 << bits):
        for j in range(bins[bin_], bins[bin_ + 1]):
            h = binned[j]
            if h == 0:
                continue  # gathered already
            begin = n
            out[n] = who[j]
            n += 1
            for k in range(j + 1, bins[bin_ + 1]):
                if binned[k] == h:
                    binned[k] = 0
                    out[n] = who[k]
                    n += 1
            if n - begin >= least:
                found[n_found] = h
                n_found += 1
                starts[n_found] = n
            else:
                n = begin
    return n_found


def gather(records: np.ndarray, hashes: np.ndarray, least: int = 2) -> Buckets:
    """Entries as buckets of two or more different records.

    Args:
        records: int32 (n_entries,).
        hashes: uint64 (n_entries,); entries with 0 are in no bucket.
        least: So many records have the smallest buckets, 1 or 2.
    """
    bits = max(1, (len(hashes) // ENTRIES_IN_BIN).bit_length())
    bins = _bin_starts(hashes, bits)
    usable = int(bins[-1])
    out, starts = np.empty(usable, np.int32), np.zeros(usable // least + 1, np.int64)
    found = np.empty(usable // least, np.uint64)
    n = _gather(records, hashes, bits, bins, least, out, starts, found)
    return Buckets(out[: starts[n]].copy(), starts[: n + 1].copy(), found[:n].copy(), usable)


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


def pair_codes(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """uint64 code of each pair, left in the upper half."""
    return (left.astype(np.uint64) << np.uint64(32)) | right.astype(np.uint64)


def split_codes(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """left and right, int32, of pair codes."""
    return (codes >> np.uint64(32)).astype(np.int32), (codes & np.uint64(0xFFFFFFFF)).astype(np.int32)


@compiled("int64(int32[::1], int64[::1], boolean[::1], int32[::1], int64[::1])")
def _select(records, starts, chosen, out, out_starts):  # type: ignore[no-untyped-def]
    n, n_chosen = 0, 0
    for bucket in range(len(chosen)):
        if chosen[bucket]:
            for at in range(starts[bucket], starts[bucket + 1]):
                out[n] = records[at]
                n += 1
            n_chosen += 1
            out_starts[n_chosen] = n
    return n


def select(buckets: Buckets, chosen: np.ndarray) -> Buckets:
    """Only the chosen buckets (bool (n_buckets,))."""
    if chosen.all():
        return buckets
    records, starts = np.empty_like(buckets.records), np.zeros(np.count_nonzero(chosen) + 1, np.int64)
    n = _select(buckets.records, buckets.starts, chosen, records, starts)
    # Where much is left, no second copy of it is made.
    records = records[:n] if 2 * n > len(records) else records[:n].copy()
    return Buckets(records, starts, buckets.hashes[chosen], buckets.usable)


def joined(sources: Sequence[Buckets]) -> Buckets:
    """All buckets, those of one source after those of another."""
    sizes = np.concatenate([np.empty(0, np.int64), *(buckets.sizes for buckets in sources)])
    return Buckets(
        np.concatenate([np.empty(0, np.int32), *(buckets.records for buckets in sources)]),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        np.concatenate([np.empty(0, np.uint64), *(buckets.hashes for buckets in sources)]),
        max((buckets.usable for buckets in sources), default=0),
    )


def draw_pairs(
    sources: Sequence[Buckets], n: int, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Pairs of buckets drawn at random, with replacement: each pair of each bucket is as likely as any other.

    Returns:
        The source that each pair is drawn from, the bucket in it, the left and the right record, int32 (n,); none where there
        is no pair.
    """
    ends = list(side_by_side(lambda buckets: np.cumsum(buckets.all_pairs), sources))
    totals = np.cumsum([0, *(int(one[-1]) if len(one) else 0 for one in ends)])
    if not totals[-1]:
        none = np.empty(0, np.int32)
        return none, none, none, none
    at = rng.integers(0, totals[-1], n)
    source = np.searchsorted(totals[1:], at, "right").astype(np.int32)
    bucket, left, right = (np.empty(n, np.int32) for _ in range(3))

    def draw(number: int) -> None:
        mine = np.flatnonzero(source == number)
        drawn = _pairs_at(sources[number], ends[number], at[mine] - totals[number])
        bucket[mine], left[mine], right[mine] = drawn

    list(side_by_side(draw, range(len(sources))))
    return source, bucket, left, right


def _pairs_at(buckets: Buckets, ends: np.ndarray, at: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The bucket, left and right record of the pairs at these places (int64) among those of all buckets."""
    bucket = np.searchsorted(ends, at, "right")
    starts, size = buckets.starts[bucket], buckets.sizes[bucket]
    place = at - (ends[bucket] - size * (size - 1) // 2)
    # The pairs of a bucket one after the other: (0, 1), (0, 2), ..., (1, 2), ...
    i = ((2 * size - 1 - np.sqrt((2.0 * size - 1) ** 2 - 8.0 * place)) / 2).astype(np.int64)
    i -= i * (2 * size - i - 1) // 2 > place
    j = place - i * (2 * size - i - 1) // 2 + i + 1
    return bucket, buckets.records[starts + i], buckets.records[starts + j]
