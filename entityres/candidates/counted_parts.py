"""Engine: what a key of plain parts would find, counted without listing its pairs.

A record has one value of such a key, so buckets do not overlap and their sizes tell the number of pairs; what the splitting
of large buckets keeps is told by the sizes of the smaller ones, counted once where two splits keep the same pair. As exact as
the run, at a cost that grows with the records alone.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, draw_pairs, gather, pair_codes, select
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.large_buckets import LargeBuckets
from entityres.candidates.pair_finder import PairFinder, hot_from
from entityres.progress import Progress
from entityres.records.sorted_sets import sorted_unique

FEW = 200_000
"""So many pairs are listed as quickly as some of them are drawn."""


def is_countable(key: Key) -> bool:
    """Whether a key gives a record one value and splits large buckets by a second part."""
    return bool(key.parts) and key.sets is None and not key.is_of_copies and not any(p.is_of_many for p in key.parts)


class PartsCount:
    """Counts the pairs of one key.

    Args:
        maker: Parts of the records.
        key: A key that `is_countable`.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.

    Attributes:
        pairs: Its different pairs.
        drawn_from: Pairs of all its buckets, also those inside one list and those that both splits keep.
    """

    def __init__(self, maker: EntryMaker, key: Key, across_only: bool, progress: Progress) -> None:
        self._maker, self._key, self._across, self._progress = maker, key, across_only, progress
        cleaned = self._cleaned = maker.cleaned
        hashes = maker.all_parts(key)
        assert hashes is not None
        self._hashes = hashes
        self._buckets = gather(np.arange(len(cleaned), dtype=np.int32), hashes)
        progress.check()
        self._whole = self._pairs(self._buckets)
        large = self._buckets.sizes > hot_from(key)
        self._small = select(self._buckets, ~large)
        self._large = LargeBuckets(maker, key, select(self._buckets, large), across_only, progress)
        self._is_large = np.zeros(len(cleaned), bool)
        self._is_large[self._large.buckets.records] = True
        self.pairs = int(self._whole[~large].sum() + self._large.kept.sum())
        self._sources = [self._small, *(split.buckets for split in self._large.splits)]
        self.drawn_from = sum(int(buckets.all_pairs.sum()) for buckets in self._sources)

    def _pairs(self, buckets: Buckets) -> np.ndarray:
        return count_pairs(buckets, self._cleaned.list_of, self._across)

    # what is asked of it

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        sizes = self._buckets.sizes
        largest, costliest = int(sizes.max(initial=0)), int(self._whole.max(initial=0))
        return KeyCounts(self._buckets.usable, len(sizes), largest, self.pairs, self.pairs, costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out, costliest first."""
        values, whole = self._large.left_out(), self._pairs(self._large.buckets)
        costliest_first = (values[i] for i in np.argsort(-whole, kind="stable"))
        return tuple(value for value in costliest_first if value is not None)

    @property
    def few(self) -> bool:
        """Whether its pairs are listed as quickly as counted."""
        return self.pairs <= FEW

    def listed(self) -> np.ndarray:
        """uint64: codes of its pairs, sorted and unique."""
        return PairFinder(self._maker, self._across, self._progress).find(0, self._key).codes

    def finds(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): whether the key finds these pairs (int32)."""
        agree = (self._hashes[left] == self._hashes[right]) & (self._hashes[left] != 0)
        if self._across:
            agree &= self._cleaned.list_of[left] != self._cleaned.list_of[right]
        kept = ~self._is_large[left]
        for number in range(len(self._large.splits)):
            kept |= self._kept_by(number, left, right)
        found: np.ndarray = agree & kept
        return found

    @cached_property
    def _kept(self) -> list[np.ndarray]:
        """bool (n_records,) for each way of splitting: records that stand in one of the smaller buckets that it keeps."""
        out = [np.zeros(len(self._cleaned), bool) for _ in self._large.splits]
        for kept, split in zip(out, self._large.splits, strict=True):
            kept[split.buckets.records] = True
        return out

    def _kept_by(self, number: int, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): whether a split keeps pairs that share a large bucket."""
        kept, hashes = self._kept[number], self._maker.part(self._large.parts[number])
        both: np.ndarray = kept[left] & kept[right] & (hashes[left] == hashes[right])
        return both

    def some_pairs(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """uint64: codes of some of its pairs drawn at random, each once and in order; n at most."""
        source, _, left, right = draw_pairs(self._sources, n, rng)
        fine = self.finds(left, right)
        if len(self._large.splits) == 2:
            # What both splits keep is drawn from each of them: once is enough.
            fine &= (source < 2) | ~self._kept_by(0, left, right)
        return sorted_unique(pair_codes(left[fine], right[fine]))
