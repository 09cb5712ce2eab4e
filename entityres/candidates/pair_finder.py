"""Engine: all pairs of one key.

A bucket that is too large is split by a second part (AND) instead of being dropped; what even that cannot keep is
reported in `left_out`, never lost silently. Bands are hashed some at a time in one pass over the signatures, and only
records that share a bucket are sorted: the same way for a run and for a count before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

from entityres.candidates.bucketing import (
    Buckets,
    count_pairs,
    expand,
    expand_all,
    gather,
    mix,
    pair_codes,
    select,
    split_codes,
)
from entityres.candidates.candidate_pairs import HotValue, KeyCounts, LeftOut
from entityres.candidates.exact_join import MOST_SIMILAR, TooManySimilarError
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.minhash import in_passes
from entityres.candidates.unions import sorted_union
from entityres.errors import SettingsError
from entityres.progress import Progress
from entityres.records.compiled import compiled, side_by_side
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique

HOT_RECORDS = 200
"""A bucket with more records is split: 19,900 pairs in one bucket are more than one value is worth."""

HOT_COPIES = 20
"""The same for copies, which need no comparing with each other: where there are more, each is compared with the next one."""

MOST_PAIRS = 200_000_000
"""No key may bring more pairs than this, whatever the memory: days of comparing."""

_REFINERS = (
    (Role.BIRTH_DATE, PartKind.YEAR, 0),
    (Role.POSTCODE, PartKind.EXACT, 0),
    (Role.STREET, PartKind.HOUSE_NUMBER, 0),
    (Role.GIVEN_NAME, PartKind.PREFIX, 3),
    (Role.FAMILY_NAME, PartKind.PREFIX, 3),
    (Role.ORGANISATION, PartKind.PREFIX, 6),
    (Role.TITLE, PartKind.PREFIX, 8),
    (Role.PHONE, PartKind.LAST_DIGITS, 4),
    (Role.CITY, PartKind.EXACT, 0),
)


Result = TypeVar("Result")


@dataclass(frozen=True)
class FoundPairs:
    """Pairs of a key as codes (uint64, sorted, unique), its figures, its costliest values, what large buckets leave out."""

    codes: np.ndarray
    counts: KeyCounts
    hot: tuple[HotValue, ...]
    left_out: tuple[LeftOut, ...]

    def numbered(self, number: int) -> FoundPairs:
        """The same where the key stands at this position among those that run."""
        hot = tuple(replace(value, key=number) for value in self.hot)
        return replace(self, hot=hot, left_out=tuple(replace(value, key=number) for value in self.left_out))


@compiled("int64(uint64[::1], uint64[::1], int32[::1])")
def _pick_shared(hashes, picked, records):  # type: ignore[no-untyped-def]
    # The entries whose hash comes twice, and some more: two bits for each of 2^22 places at most, met once and met again, side
    # by side; 1 MB stays in the cache of a core. `picked` and `records` have room for one entry more than `hashes`, since what
    # is not picked is overwritten by the next one; returns how many are used.
    n_places = 1 << 10
    while n_places < min(8 * len(hashes), 1 << 22):
        n_places *= 2
    seen = np.zeros(n_places >> 5, np.uint64)
    places, one = np.uint64(n_places - 1), np.uint64(1)
    for h in hashes:
        place = h & places
        word, bit = np.int64(place >> np.uint64(5)), (place & np.uint64(31)) << one
        once = (seen[word] >> bit) & one
        seen[word] |= (one + (once << one)) << bit
    n = np.int64(0)
    for i in range(len(hashes)):
        h = hashes[i]
        place = h & places
        word, bit = np.int64(place >> np.uint64(5)), ((place & np.uint64(31)) << one) + one
        picked[n], records[n] = h, i
        n += np.int64((seen[word] >> bit) & one) & np.int64(h != 0)
    return n


def band_buckets(
    maker: EntryMaker, key: Key, progress: Progress, work: Callable[[Buckets], Result], first_band: int = 0
) -> Iterator[Result]:
    """`work` of the buckets of each band of a key that has bands, from one of them on, band after band, on all cores."""
    assert key.bands is not None
    if not len(maker.cleaned):
        return
    bands, signatures, base = key.bands, maker.signatures(key.bands), maker.all_parts(key)
    alike = maker.alike(key)
    if alike is not None:
        signatures, base = signatures[alike.records], None if base is None else base[alike.records]

    def one(hashes: np.ndarray) -> Result:
        progress.check()
        if base is not None:
            hashes = mix(hashes, base)
        if alike is not None:
            return work(alike.gathered(hashes))
        picked, records = np.empty(len(hashes) + 1, np.uint64), np.empty(len(hashes) + 1, np.int32)
        n = _pick_shared(hashes, picked, records)
        return work(replace(gather(records[:n], picked[:n]), usable=int(np.count_nonzero(hashes))))

    for hashes in in_passes(signatures, first_band, bands.b, bands.r):
        progress.check()
        yield from side_by_side(one, list(hashes))


@dataclass(frozen=True)
class _Batch:
    """What one batch of buckets gives: codes (uint64, each once, in any order) and the figures of the batch."""

    codes: list[np.ndarray]
    usable: int
    buckets: int
    largest: int
    hot: list[HotValue]
    left_out: list[LeftOut]


def refiners(cleaned: CleanedRecords, key: Key) -> list[Part]:
    """Parts of fields that the key does not read, for splitting its hot buckets: the first two that exist."""
    used = key.fields if key.sets is None else set()
    made = []
    for role, kind, size in _REFINERS:
        for field in cleaned.with_role(role)[:1]:
            if field.name not in used:
                made.append(Part(kind, (field.name,), size))
    return made[:2]


def bucket_text(cleaned: CleanedRecords, key: Key, record: int) -> str:
    """The value of a bucket in words, from one of its records."""
    names = [name for part in key.parts for name in part.fields] or list(key.sets.fields if key.sets else ())[:3]
    return " · ".join(text for text in (cleaned.field(name).text(record) for name in dict.fromkeys(names)) if text)


def hot_from(key: Key) -> int:
    """A bucket of the key with more records than this is split."""
    return HOT_COPIES if key.is_of_copies else HOT_RECORDS


def _chained(hot: Buckets, list_of: np.ndarray, across_only: bool) -> np.ndarray:
    """Each record of a bucket with the next one: codes uint64, sorted.

    Between lists all are paired with the first or the last, whichever is in another list, which joins them as well.
    """
    bucket_of = np.repeat(np.arange(len(hot.hashes)), hot.sizes)
    left, right = hot.records[:-1], hot.records[1:]
    fine = bucket_of[:-1] == bucket_of[1:]
    if across_only:
        first = hot.records[hot.starts[:-1]][bucket_of]
        last = hot.records[hot.starts[1:] - 1][bucket_of]
        left = np.concatenate([first, hot.records])
        right = np.concatenate([hot.records, last])
        fine = list_of[left] != list_of[right]
    return sorted_unique(pair_codes(left[fine], right[fine]))


def kept_pairs(maker: EntryMaker, key: Key, hot: Buckets, across_only: bool) -> np.ndarray:
    """Pairs of buckets that are too large that also agree in a second part: codes uint64, sorted and unique."""
    if key.is_of_copies:
        return _chained(hot, maker.cleaned.list_of, across_only)
    split = kept_buckets(maker, key, hot, HOT_RECORDS)
    codes = [expand(buckets, maker.cleaned.list_of, across_only) for buckets in split]
    return sorted_unique(np.concatenate([np.empty(0, np.uint64), *codes]))


def kept_buckets(maker: EntryMaker, key: Key, hot: Buckets, most: int) -> list[Buckets]:
    """Buckets that are too large split by each of the second parts: the smaller ones of at most so many records."""
    base = np.repeat(hot.hashes, hot.sizes)
    out = []
    for part in refiners(maker.cleaned, key) if len(base) else []:
        refined = gather(hot.records, mix(base, maker.part(part)[hot.records]))
        out.append(select(refined, refined.sizes <= most))
    return out


def too_many(key: Key, most: int, pairs: int | None = None, *, counted: bool = True) -> SettingsError:
    """What is said of a key that brings more pairs than are allowed; and how many, counted or about, where that is known."""
    if pairs is None:
        bring, at_most = f"more than {most:,}", ""
    else:
        bring, at_most = f"{pairs:,}" if counted else f"about {float(f'{pairs:.2g}'):,.0f}", f" ({most:,} at most)"
    # Another column makes no join smaller: all similar values are looked for first.
    if key.join is not None:
        remedy = "Ask for more similar records."
    elif key.bands is not None:
        remedy = "Ask for more similar records, or add a column that has to agree as well."
    else:
        remedy = "Add a column that has to agree as well, or switch this key off."
    return SettingsError(
        f"“{key.name}” would bring {bring} pairs to compare, more than fit in memory{at_most}.", remedy
    )


class PairFinder:
    """Runs keys over the same records.

    Args:
        maker: Parts and signatures of the records.
        across_only: No pairs inside one list.
        progress: Asked between batches whether to stop.
        most: A key that brings more pairs than this is refused.
    """

    def __init__(self, maker: EntryMaker, across_only: bool, progress: Progress, most: int = MOST_PAIRS) -> None:
        self.maker = maker
        self.cleaned = maker.cleaned
        self.across_only = across_only
        self.progress = progress
        self.most = most
        maker.most_similar = min(most, MOST_SIMILAR)

    def find(self, number: int, key: Key) -> FoundPairs:
        """All pairs of one key.

        Args:
            number: Position of the key among those that run.
            key: The key, on or off.

        Raises:
            SettingsError: More pairs than are allowed.
            Cancelled: They are not wanted any more.
        """
        codes, total = list[np.ndarray](), 0
        batches = list[_Batch]()
        for batch in self._batches(number, key):
            codes += batch.codes
            batches.append(batch)
            total += sum(len(part) for part in batch.codes)
            if total > self.most:
                # Many may be there several times, once for each bucket that they share.
                codes = [sorted_union(codes, len(self.cleaned), self.progress)]
                total = len(codes[0])
            if total > self.most:
                raise too_many(key, self.most)
        together = sorted_union(codes, len(self.cleaned), self.progress)
        if key.join is not None:
            # Large groups that are similar to each other stood in one bucket; not all pairs in it are.
            together = together[self.maker.similar(key.join, *split_codes(together))]
        usable = max((batch.usable for batch in batches), default=0)
        if key.join is not None or any(part.is_of_many for part in key.parts):
            usable = int(np.any([self.cleaned.field(f).codes >= 0 for f in key.fields], axis=0).sum())
        largest = max((batch.largest for batch in batches), default=0)
        hot = sorted((value for batch in batches for value in batch.hot), key=lambda value: (-value.pairs, value.text))
        buckets, costliest = sum(batch.buckets for batch in batches), hot[0].pairs if hot else 0
        counts = KeyCounts(usable, buckets, largest, len(together), len(together), costliest)
        return FoundPairs(together, counts, tuple(hot[:20]), tuple(v for batch in batches for v in batch.left_out))

    def _batches(self, number: int, key: Key) -> Iterator[_Batch]:
        if key.bands is not None and len(self.cleaned):
            yield from band_buckets(self.maker, key, self.progress, lambda buckets: self._batch(number, key, buckets))
            return
        try:
            for records, hashes in self.maker.entries(key):
                self.progress.check()
                yield self._batch(number, key, gather(records, hashes))
        except TooManySimilarError as problem:
            raise too_many(key, problem.most) from problem

    def _batch(self, number: int, key: Key, buckets: Buckets) -> _Batch:
        sizes, lost, codes = buckets.sizes, list[LeftOut](), list[np.ndarray]()
        largest, hot = int(sizes.max(initial=0)), self._hottest(number, key, buckets)
        usable, n_buckets = buckets.usable, len(sizes)
        too_large = sizes > hot_from(key)
        if too_large.any():
            kept, lost = self.split(number, key, select(buckets, too_large))
            codes.append(kept)
            buckets = select(buckets, ~too_large)
        codes.append(expand_all(buckets, self.cleaned.list_of, self.across_only))
        return _Batch(codes, usable, n_buckets, largest, hot, lost)

    def _hottest(self, number: int, key: Key, buckets: Buckets) -> list[HotValue]:
        pairs = count_pairs(buckets, self.cleaned.list_of, self.across_only)
        # A plain sort of so many small numbers is faster than a partition.
        top = np.flatnonzero(pairs >= np.sort(pairs)[-5]) if len(pairs) > 5 else np.arange(len(pairs))
        top = top[np.argsort(-pairs[top], kind="stable")][:5]
        return [
            HotValue(
                number,
                bucket_text(self.cleaned, key, int(buckets.records[buckets.starts[i]])),
                int(buckets.sizes[i]),
                int(pairs[i]),
            )
            for i in top
            if pairs[i] > 0
        ]

    def split(self, number: int, key: Key, hot: Buckets) -> tuple[np.ndarray, list[LeftOut]]:
        """Pairs of hot buckets that also agree in a second part; and what that leaves out.

        Args:
            number: Position of the key among those that run.
            key: The key.
            hot: Its buckets that are too large.

        Returns:
            Codes uint64, sorted and unique; and the values that lose pairs, costliest first.
        """
        if key.is_of_copies:
            return kept_pairs(self.maker, key, hot, self.across_only), []  # all of them are joined
        whole = count_pairs(hot, self.cleaned.list_of, self.across_only)
        bucket_of = np.repeat(np.arange(len(hot.hashes)), hot.sizes)
        kept = kept_pairs(self.maker, key, hot, self.across_only)
        # A record stands in one hot bucket of a batch, so the left record tells whose pair it is.
        home = np.full(len(self.cleaned), -1, np.int64)
        home[hot.records] = bucket_of
        copy_of = self.maker.part(Part(PartKind.WHOLE, ()))
        left, right = split_codes(kept)
        saved = np.bincount(home[left[copy_of[left] != copy_of[right]]], minlength=len(whole))
        # Copies are joined by a key of their own, so nothing is lost with their pairs.
        copies = gather(hot.records, mix(np.repeat(hot.hashes, hot.sizes), copy_of[hot.records]))
        saved += np.bincount(
            home[copies.records[copies.starts[:-1]]],
            count_pairs(copies, self.cleaned.list_of, self.across_only),
            minlength=len(whole),
        ).astype(np.int64)
        lost = [
            LeftOut(
                number,
                bucket_text(self.cleaned, key, int(hot.records[hot.starts[i]])),
                int(hot.sizes[i]),
                int(max(0, whole[i] - saved[i])),
            )
            for i in np.argsort(-whole, kind="stable")
        ]
        return kept, [value for value in lost if value.pairs]
