"""Engine: the pairs of buckets that overlap, so that two records may meet in several: what all counts of such keys have alike.

A pair counts in the first bucket that both records share. How that is found, and how pairs are counted by it, is the count's
own: see `counted_bands` and `counted_words`.
"""

from __future__ import annotations

import itertools
from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property

import numpy as np

from entityres.candidates.bucketing import Buckets, draw_pairs, expand_all, pair_codes
from entityres.candidates.candidate_pairs import KeyCounts, LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.unions import sorted_union
from entityres.progress import Progress
from entityres.records.compiled import side_by_side
from entityres.records.sorted_sets import sorted_unique

FEW = 3_000_000
"""So many pairs of buckets are listed as quickly as counted."""

AT_A_TIME = 4_000_000
"""Pairs between two looks whether to stop: some hundredths of a second."""

DRAWN = 200_000
"""So many pairs drawn at random tell about how many there are."""


class OverlappingCount(ABC):
    """Counts the pairs of one key.

    Args:
        maker: Parts and signatures of the records.
        key: The key.
        across_only: No pairs inside one list.
        progress: Asked between steps whether to stop.
    """

    def __init__(self, maker: EntryMaker, key: Key, across_only: bool, progress: Progress) -> None:
        self._maker, self._key, self._across, self._progress = maker, key, across_only, progress
        self._list_of = maker.cleaned.list_of

    # what a key of its kind adds

    @property
    @abstractmethod
    def _sources(self) -> list[Buckets]:
        """All buckets, in the order in which the first one that two records share is told."""

    def _counted(self, source: int) -> Buckets:
        """The buckets of a source as they are counted: the same ones, but perhaps with some records that stand for others."""
        return self._sources[source]

    @abstractmethod
    def _count(self, source: int, first: int, end: int) -> int:
        """Pairs of the buckets first .. end - 1 of a source that share none before."""

    @abstractmethod
    def _shared(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """int32 (n_pairs,): a number for the first bucket that these records (int32) share, -1 for none."""

    @abstractmethod
    def _number(self, source: np.ndarray, bucket: np.ndarray) -> np.ndarray:
        """int32 (n,): that number of some buckets (int32) of some sources (int32)."""

    @abstractmethod
    def counts(self) -> KeyCounts:
        """The figures of the key, as those of a run."""

    @abstractmethod
    def left_out(self) -> tuple[LeftOut, ...]:
        """The values whose splitting leaves pairs out."""

    # what is asked of it

    @cached_property
    def drawn_from(self) -> int:
        """Pairs of all its buckets, also those inside one list, one for each bucket that a pair shares."""
        return sum(int(buckets.all_pairs.sum()) for buckets in self._sources)

    @property
    def few(self) -> bool:
        """Whether its pairs are listed as quickly as counted."""
        return self.drawn_from <= FEW

    def listed(self) -> np.ndarray:
        """uint64: codes of its pairs, sorted and unique."""
        return self._listed

    @cached_property
    def _listed(self) -> np.ndarray:
        codes = [expand_all(buckets, self._list_of, self._across) for buckets in self._sources]
        return sorted_union(codes, len(self._maker.cleaned), self._progress)

    @cached_property
    def pairs(self) -> int:
        """Its different pairs."""
        if self.few:
            return len(self.listed())
        return sum(side_by_side(self._checked, self._pieces(range(len(self._sources)))))

    def about(self) -> int:
        """About how many that are: a draw of them tells it to a hundredth where each is in few buckets."""
        _, _, firsts = self._drawn(DRAWN, np.random.Generator(np.random.PCG64(self._maker.seed)))
        return int(self.drawn_from * float(firsts.mean())) if len(firsts) else 0

    def finds(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): whether the key finds these pairs (int32)."""
        found: np.ndarray = self._shared(left, right) >= 0
        return found

    def some_pairs(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """uint64: codes of some of its pairs drawn at random, each once and in order; n at most."""
        left, right, firsts = self._drawn(n, rng)
        return sorted_unique(pair_codes(left[firsts], right[firsts]))

    def _drawn(self, n: int, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pairs of buckets, and which of them (bool) came from the first bucket that they share: of these all are as likely."""
        source, bucket, left, right = draw_pairs(self._sources, n, rng)
        return left, right, self._shared(left, right) == self._number(source, bucket)

    def _pieces(self, sources: Sequence[int]) -> list[tuple[int, int, int]]:
        """These sources, and some of their buckets at a time: first and end."""

        def of(source: int) -> list[tuple[int, int, int]]:
            ends = np.cumsum(self._counted(source).all_pairs)
            cuts = np.searchsorted(ends, np.arange(AT_A_TIME, ends[-1] if len(ends) else 0, AT_A_TIME))
            bounds = np.unique([0, *cuts, len(ends)])
            return [(source, int(first), int(end)) for first, end in itertools.pairwise(bounds)]

        return list(itertools.chain.from_iterable(side_by_side(of, sources)))

    def _checked(self, piece: tuple[int, int, int]) -> int:
        self._progress.check()
        return self._count(*piece)
