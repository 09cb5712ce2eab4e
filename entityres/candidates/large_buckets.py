"""Engine: large buckets split by a second part, and what that keeps, told by sizes without listing pairs."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, count_pairs, gather, mix, select
from entityres.candidates.candidate_pairs import LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.pair_finder import bucket_text, hot_from, refiners
from entityres.progress import Progress


@dataclass(frozen=True)
class Split:
    """Large buckets split by a second part.

    Attributes:
        agreeing: uint64 (n_entries,): hash of value and second part of each entry of the large buckets, 0 for none.
        buckets: The smaller buckets that are kept.
        home: int32 (n_kept_buckets,): the large bucket that each lies in.
        kept: bool (n_entries,): entries of the large buckets that stand in one of the smaller ones.
    """

    agreeing: np.ndarray
    buckets: Buckets
    home: np.ndarray
    kept: np.ndarray


class LargeBuckets:
    """The buckets of one key, or of one band of it, that are too large, and their splitting.

    Args:
        maker: Parts of the records.
        key: The key, not one of copies.
        buckets: Its large buckets.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.
        most: So many records of a smaller bucket are kept; as in a run where it is not given.
    """

    def __init__(
        self,
        maker: EntryMaker,
        key: Key,
        buckets: Buckets,
        across_only: bool,
        progress: Progress | None = None,
        most: int | None = None,
    ) -> None:
        self._maker, self._key, self._across = maker, key, across_only
        self._most = hot_from(key) if most is None else most
        self.buckets = buckets
        self._base = np.repeat(buckets.hashes, buckets.sizes)
        self._home = np.repeat(np.arange(len(buckets.hashes), dtype=np.int32), buckets.sizes)
        self._everyone = np.arange(len(self._home), dtype=np.int32)
        self.parts = refiners(maker.cleaned, key) if len(buckets.hashes) else []
        self.splits = list[Split]()
        for part in self.parts:
            if progress is not None:
                progress.check()
            self.splits.append(self._split(part))

    def _split(self, part: Part) -> Split:
        agreeing = mix(self._base, self._maker.part(part)[self.buckets.records])
        places, home = self._gathered(agreeing)
        fine = places.sizes <= self._most
        places = select(places, fine)
        kept = np.zeros(len(agreeing), bool)
        kept[places.records] = True
        return Split(agreeing, self._of_records(places), home[fine], kept)

    def _gathered(self, hashes: np.ndarray) -> tuple[Buckets, np.ndarray]:
        """Entries (int32 places among those of the large buckets) by their hash, and the large bucket that each lies in."""
        places = gather(self._everyone, hashes)
        return places, self._home[places.records[places.starts[:-1]]]

    def _of_records(self, places: Buckets) -> Buckets:
        """The same buckets of records; these ascend in a large bucket, as their places do."""
        return replace(places, records=self.buckets.records[places.records])

    @cached_property
    def kept(self) -> np.ndarray:
        """int64 (n_large,): pairs of each large bucket that agree in one of the second parts, each counted once."""
        kept = np.zeros(len(self.buckets.hashes), np.int64)
        for split in self.splits:
            kept += self._by_home(split.buckets, split.home)
        if len(self.splits) == 2:
            one, other = self.splits
            both = np.where(one.kept & other.kept, mix(one.agreeing, other.agreeing), np.uint64(0))
            places, home = self._gathered(both)
            kept -= self._by_home(self._of_records(places), home)
        return kept

    def _by_home(self, buckets: Buckets, home: np.ndarray) -> np.ndarray:
        """int64 (n_large,): pairs of smaller buckets, summed for the large bucket that they lie in."""
        pairs = np.bincount(home, self._pairs(buckets), minlength=len(self.buckets.hashes))
        return np.rint(pairs).astype(np.int64)

    def _pairs(self, buckets: Buckets) -> np.ndarray:
        return count_pairs(buckets, self._maker.cleaned.list_of, self._across)

    def left_out(self) -> list[LeftOut | None]:
        """What splitting leaves out of each large bucket, None where nothing; copies are joined by a key of their own."""
        large, whole = self.buckets, self._pairs(self.buckets)
        if not len(whole):
            return []
        copy_of = self._maker.part(Part(PartKind.WHOLE, ()))
        places, home = self._gathered(mix(self._base, copy_of[large.records]))
        copies = self._pairs(self._of_records(places))
        kept = np.zeros(len(self._home), bool)
        for split in self.splits:
            kept |= split.kept
        alone = ~kept[places.records[places.starts[:-1]]]
        # Copies that a split keeps are among the pairs that it keeps already.
        saved = self.kept + np.rint(np.bincount(home[alone], copies[alone], minlength=len(whole))).astype(np.int64)
        lost = np.maximum(whole - saved, 0)
        return [self._value(i, int(pairs)) if pairs else None for i, pairs in enumerate(lost)]

    def _value(self, i: int, lost: int) -> LeftOut:
        record = int(self.buckets.records[self.buckets.starts[i]])
        return LeftOut(0, bucket_text(self._maker.cleaned, self._key, record), int(self.buckets.sizes[i]), lost)
