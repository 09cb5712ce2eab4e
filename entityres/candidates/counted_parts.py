"""Engine: what a key of plain parts would find, counted without listing its pairs.

A record has one value of such a key, so buckets do not overlap and their sizes tell the number of pairs; what the splitting
of large buckets keeps is told by the sizes of the smaller ones, counted once where two splits keep the same pair. As exact as
the run, at a cost that grows with the records alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, gather, mix, pair_codes, select
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.pair_finder import bucket_text, hot_from, refiners
from entityres.progress import Progress


def is_countable(key: Key) -> bool:
    """Whether a key gives a record one value and splits large buckets by a second part."""
    return bool(key.parts) and key.sets is None and not key.is_of_copies and not any(p.is_of_many for p in key.parts)


@dataclass(frozen=True)
class _Split:
    """Large buckets split by a second part.

    Attributes:
        agreeing: uint64 (n_entries,): hash of value and second part of each entry of the large buckets, 0 for none.
        buckets: The smaller buckets that are kept.
        kept: bool (n_records,): records that stand in one of them.
    """

    agreeing: np.ndarray
    buckets: Buckets
    kept: np.ndarray


class PartsCount:
    """Counts the pairs of one key.

    Args:
        maker: Parts of the records.
        key: A key that `is_countable`.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.
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
        self._large, self._small = select(self._buckets, large), select(self._buckets, ~large)
        self._is_large = np.zeros(len(cleaned), bool)
        self._is_large[self._large.records] = True
        self._whole_of_large = self._whole[large]
        self._home = np.full(len(cleaned), -1, np.int64)
        self._home[self._large.records] = np.repeat(np.arange(len(self._large.hashes)), self._large.sizes)
        self._parts = refiners(cleaned, key) if len(self._large.hashes) else []
        self._splits = [self._split(part) for part in self._parts]
        self._kept = self._kept_of_large()
        self.pairs = int(self._whole[~large].sum() + self._kept.sum())

    def _pairs(self, buckets: Buckets) -> np.ndarray:
        return count_pairs(buckets, self._cleaned.list_of, self._across)

    def _by_home(self, buckets: Buckets) -> np.ndarray:
        """int64 (n_large,): pairs of smaller buckets, summed for the large bucket that they lie in."""
        home = self._home[buckets.records[buckets.starts[:-1]]]
        pairs = np.bincount(home, self._pairs(buckets), minlength=len(self._large.hashes))
        return np.rint(pairs).astype(np.int64)

    def _split(self, part: Part) -> _Split:
        self._progress.check()
        large = self._large
        agreeing = mix(np.repeat(large.hashes, large.sizes), self._maker.part(part)[large.records])
        found = gather(large.records, agreeing)
        kept_buckets = select(found, found.sizes <= hot_from(self._key))
        kept = np.zeros(len(self._cleaned), bool)
        kept[kept_buckets.records] = True
        return _Split(agreeing, kept_buckets, kept)

    def _kept_of_large(self) -> np.ndarray:
        """int64 (n_large,): pairs of each large bucket that agree in one of the second parts, each counted once."""
        kept = np.zeros(len(self._large.hashes), np.int64)
        for split in self._splits:
            kept += self._by_home(split.buckets)
        if len(self._splits) == 2:
            one, other = self._splits
            records = self._large.records
            both = np.where(one.kept[records] & other.kept[records], mix(one.agreeing, other.agreeing), np.uint64(0))
            kept -= self._by_home(gather(records, both))
        return kept

    # what is asked of it

    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""
        sizes = self._buckets.sizes
        largest, costliest = int(sizes.max(initial=0)), int(self._whole.max(initial=0))
        return KeyCounts(self._buckets.usable, len(sizes), largest, self.pairs, self.pairs, costliest)

    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out, costliest first; copies are joined by a key of their own."""
        large = self._large
        copy_of = self._maker.part(Part(PartKind.WHOLE, ()))
        copies = gather(large.records, mix(np.repeat(large.hashes, large.sizes), copy_of[large.records]))
        kept = np.zeros(len(self._cleaned), bool)
        for split in self._splits:
            kept |= split.kept
        first = copies.records[copies.starts[:-1]]
        saved = self._kept - self._by_home(select(copies, kept[first])) + self._by_home(copies)
        lost = np.maximum(self._whole_of_large - saved, 0)
        return tuple(
            LeftOut(
                0,
                bucket_text(self._cleaned, self._key, int(large.records[large.starts[i]])),
                int(large.sizes[i]),
                int(lost[i]),
            )
            for i in np.argsort(-self._whole_of_large, kind="stable")
            if lost[i]
        )

    def finds(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): whether the key finds these pairs (int32)."""
        agree = (self._hashes[left] == self._hashes[right]) & (self._hashes[left] != 0)
        if self._across:
            agree &= self._cleaned.list_of[left] != self._cleaned.list_of[right]
        kept = ~self._is_large[left]
        for part, split in zip(self._parts, self._splits, strict=True):
            hashes = self._maker.part(part)
            kept |= split.kept[left] & split.kept[right] & (hashes[left] == hashes[right])
        found: np.ndarray = agree & kept
        return found

    def some_pairs(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """uint64: codes of some of its pairs drawn at random, each once and in order; n at most."""
        sources = [self._small, *(split.buckets for split in self._splits)]
        sizes = np.concatenate([buckets.sizes for buckets in sources])
        ends = np.cumsum(sizes * (sizes - 1) // 2)
        if not len(ends) or not ends[-1]:
            return np.empty(0, np.uint64)
        at = rng.integers(0, ends[-1], n)
        bucket = np.searchsorted(ends, at, "right")
        size = sizes[bucket]
        place = at - (ends[bucket] - size * (size - 1) // 2)
        # The pairs of a bucket one after the other: (0, 1), (0, 2), ..., (1, 2), ...
        i = ((2 * size - 1 - np.sqrt((2.0 * size - 1) ** 2 - 8.0 * place)) / 2).astype(np.int64)
        i -= i * (2 * size - i - 1) // 2 > place
        j = place - i * (2 * size - i - 1) // 2 + i + 1
        begins = np.cumsum([0, *(len(buckets.records) for buckets in sources)])
        starts = np.concatenate([buckets.starts[:-1] + begin for buckets, begin in zip(sources, begins, strict=False)])
        records = np.concatenate([buckets.records for buckets in sources])
        left, right = records[starts[bucket] + i], records[starts[bucket] + j]
        return np.unique(pair_codes(left, right)[self.finds(left, right)])
