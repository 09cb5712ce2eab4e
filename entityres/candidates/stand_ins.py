"""Engine: records that a key cannot tell apart, of which one stands for all of them in a count.

Names come again: who counts by last name has a million records and some ten thousand names. Records that are alike in all that
a key reads, in what its large buckets are split by and in the list that they stand in, are in the same buckets of every band,
and what is counted of one of them holds for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import Buckets, gather, mix
from entityres.records.coding import CODES, encode_hashes
from entityres.records.compiled import compiled

FEWER = 2
"""So many times fewer stand-ins than records are worth it."""


@compiled(f"int64(int32[::1], int64[::1], int32[::1], {CODES}, int32[::1], int64[::1])")
def _thin(records, starts, first, number, out, out_starts):  # type: ignore[no-untyped-def]
    n = 0
    for bucket in range(len(starts) - 1):
        for at in range(starts[bucket], starts[bucket + 1]):
            stand_in = number[records[at]]
            if first[stand_in] == records[at]:
                out[n] = stand_in
                n += 1
        out_starts[bucket + 1] = n
    return n


@compiled(f"void({CODES}, int32[::1], int64[::1], int32[::1])")
def _hand_out(number, bucket_of, free, out):  # type: ignore[no-untyped-def]
    for record in range(len(number)):
        bucket = bucket_of[number[record]]
        if bucket >= 0:
            out[free[bucket]] = record
            free[bucket] += 1


@dataclass(frozen=True)
class StandIns:
    """Who stands for whom.

    Attributes:
        number: int32 (n_records,): the stand-in of each record.
        records: int32 (n_stand_ins,): the record that it is, the first of those that are alike.
        counts: int64 (n_stand_ins,): for how many records each stands.
        list_of: int16 (n_stand_ins,): the list that they are all in; where that is asked for.
    """

    number: np.ndarray
    records: np.ndarray
    counts: np.ndarray
    list_of: np.ndarray

    def gathered(self, hashes: np.ndarray) -> Buckets:
        """The buckets of all records, as `bucketing.gather` has them, from the hashes of their stand-ins (uint64)."""
        buckets = gather(np.arange(len(hashes), dtype=np.int32), hashes, least=1)
        usable = int(self.counts[hashes != 0].sum())
        members = self.counts[buckets.records]
        sizes = np.add.reduceat(members, buckets.starts[:-1]) if len(members) else members
        real = sizes >= 2
        number = np.where(real, np.cumsum(real) - 1, -1).astype(np.int32)
        bucket_of = np.full(len(self.counts), -1, np.int32)
        bucket_of[buckets.records] = np.repeat(number, buckets.sizes)
        starts = np.concatenate([[0], np.cumsum(sizes[real])]).astype(np.int64)
        records = np.empty(int(starts[-1]), np.int32)
        _hand_out(self.number, bucket_of, starts[:-1].copy(), records)
        return Buckets(records, starts, buckets.hashes[real], usable)

    def thinned(self, buckets: Buckets) -> Buckets:
        """The same buckets of stand-ins, one or more in each: whoever is alike is in the same of them."""
        records, starts = np.empty_like(buckets.records), np.zeros_like(buckets.starts)
        n = _thin(buckets.records, buckets.starts, self.records, self.number, records, starts)
        return Buckets(records[:n].copy(), starts, buckets.hashes, buckets.usable)


def stand_ins(
    values: Sequence[np.ndarray], parts: Sequence[np.ndarray], list_of: np.ndarray, across_only: bool
) -> StandIns | None:
    """Who stands for whom; None where there are not so few that it is worth it.

    Args:
        values: Of each field that a key reads int32 (n_records,): the number of the value, -1 for none.
        parts: Of each other part uint64 (n_records,) hashes, 0 for none.
        list_of: int16 (n_records,): the list of each record.
        across_only: Pairs inside one list do not count.
    """
    n = len(list_of)
    if any(FEWER * (int(codes.max(initial=-1)) + 1) > n for codes in values):
        return None
    every = np.ones(n, np.uint64)
    numbers = [codes.astype(np.int64) + 2 for codes in values] + ([list_of.astype(np.int64) + 1] if across_only else [])
    for hashes in (*(one.astype(np.uint64) for one in numbers), *(np.maximum(one, np.uint64(1)) for one in parts)):
        every = mix(every, hashes)
    number, first = encode_hashes(every, every)
    if FEWER * len(first) > n:
        return None
    counts = np.bincount(number, minlength=len(first))
    return StandIns(number, first, counts.astype(np.int64), np.ascontiguousarray(list_of[first]))
