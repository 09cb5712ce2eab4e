"""Engine: from keys to candidate pairs.

A bucket that is too large is split by a second part (AND) instead of being dropped; what even that cannot keep is
reported in `left_out`, never lost silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.bucketing import (
    Buckets,
    count_pairs,
    expand,
    gather,
    mix,
    select,
    sorted_unique,
    split_codes,
)
from entityres.candidates.candidate_pairs import CandidatePairs, HotValue, KeyCounts, LeftOut
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.errors import SettingsError
from entityres.progress import Progress, quiet
from entityres.records.compiled import side_by_side
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role

MAX_KEYS = 64
"""A pair keeps the keys that proposed it as bits of one 64-bit number."""

HOT_RECORDS = 200
"""A bucket with more records is split: 19,900 pairs in one bucket are more than one value is worth."""

PAIR_BYTES = 120
"""What a pair takes at the peak: codes while sorting, evidence of some eight fields afterwards."""

_SHINGLE_ROLES = (
    Role.GIVEN_NAME,
    Role.FAMILY_NAME,
    Role.ORGANISATION,
    Role.STREET,
    Role.CITY,
    Role.POSTCODE,
    Role.PHONE,
    Role.EMAIL,
    Role.BIRTH_DATE,
    Role.TITLE,
    Role.TEXT,
    Role.ITEMS,
)

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


def shingle_fields(cleaned: CleanedRecords) -> tuple[str, ...]:
    """The fields whose text makes two records look alike."""
    return tuple(field.name for field in cleaned.fields if field.role in _SHINGLE_ROLES)


@dataclass(frozen=True)
class _Found:
    codes: np.ndarray
    counts: KeyCounts
    hot: tuple[HotValue, ...]
    left_out: tuple[LeftOut, ...]


def _refiners(cleaned: CleanedRecords, key: Key) -> list[Part]:
    """Parts of fields that the key does not read, for splitting its hot buckets: the first two that exist."""
    used = key.fields if key.sets is None else set()
    made = []
    for role, kind, size in _REFINERS:
        for field in cleaned.with_role(role)[:1]:
            if field.name not in used:
                made.append(Part(kind, (field.name,), size))
    return made[:2]


def _bucket_text(cleaned: CleanedRecords, key: Key, record: int) -> str:
    names = [name for part in key.parts for name in part.fields] or list(key.sets.fields if key.sets else ())[:3]
    return " · ".join(text for text in (cleaned.field(name).text(record) for name in dict.fromkeys(names)) if text)


class _Finder:
    """Runs one key after the other."""

    def __init__(self, maker: EntryMaker, across_only: bool, progress: Progress) -> None:
        self.maker = maker
        self.cleaned = maker.cleaned
        self.across_only = across_only
        self.progress = progress

    def find(self, number: int, key: Key) -> _Found:
        """All pairs of one key."""
        codes: list[np.ndarray] = []
        usable, n_buckets, largest = 0, 0, 0
        hot: list[HotValue] = []
        left_out: list[LeftOut] = []
        for records, hashes in self.maker.entries(key):
            self.progress.check()
            buckets = gather(records, hashes)
            usable = max(usable, buckets.usable)
            n_buckets += len(buckets.hashes)
            sizes = buckets.sizes
            largest = max(largest, int(sizes.max(initial=0)))
            hot += self._hottest(number, key, buckets)
            too_large = sizes > HOT_RECORDS
            if too_large.any():
                kept, lost = self._split(number, key, select(buckets, too_large))
                codes.append(kept)
                left_out += lost
                buckets = select(buckets, ~too_large)
            codes.append(expand(buckets, self.cleaned.list_of, self.across_only))
        together = sorted_unique(np.concatenate(codes)) if codes else np.empty(0, np.uint64)
        if key.join is not None:
            # Large groups that are similar to each other stood in one bucket; not all pairs in it are.
            together = together[self.maker.similar(key.join, *split_codes(together))]
        if key.join is not None or any(part.kind == PartKind.RARE_WORDS for part in key.parts):
            usable = int(np.any([self.cleaned.field(f).codes >= 0 for f in key.fields], axis=0).sum())
        counts = KeyCounts(usable, n_buckets, largest, len(together), 0)
        hot.sort(key=lambda value: (-value.pairs, value.text))
        return _Found(together, counts, tuple(hot[:20]), tuple(left_out))

    def _hottest(self, number: int, key: Key, buckets: Buckets) -> list[HotValue]:
        pairs = count_pairs(buckets, self.cleaned.list_of, self.across_only)
        top = np.argsort(-pairs, kind="stable")[:5]
        return [
            HotValue(
                number,
                _bucket_text(self.cleaned, key, int(buckets.records[buckets.starts[i]])),
                int(buckets.sizes[i]),
                int(pairs[i]),
            )
            for i in top
            if pairs[i] > 0
        ]

    def _split(self, number: int, key: Key, hot: Buckets) -> tuple[np.ndarray, list[LeftOut]]:
        """Pairs of hot buckets that also agree in a second part; and what that leaves out."""
        whole = count_pairs(hot, self.cleaned.list_of, self.across_only)
        base = np.repeat(hot.hashes, hot.sizes)
        bucket_of = np.repeat(np.arange(len(hot.hashes)), hot.sizes)
        codes = [np.empty(0, np.uint64)]
        for part in _refiners(self.cleaned, key):
            refined = gather(hot.records, mix(base, self.maker.part(part)[hot.records]))
            codes.append(expand(select(refined, refined.sizes <= HOT_RECORDS), self.cleaned.list_of, self.across_only))
        kept = sorted_unique(np.concatenate(codes))
        # A record stands in one hot bucket of a batch, so the left record tells whose pair it is.
        home = np.full(len(self.cleaned), -1, np.int64)
        home[hot.records] = bucket_of
        saved = np.bincount(home[split_codes(kept)[0]], minlength=len(whole)) if len(kept) else np.zeros(len(whole))
        lost = [
            LeftOut(
                number,
                _bucket_text(self.cleaned, key, int(hot.records[hot.starts[i]])),
                int(hot.sizes[i]),
                int(max(0, whole[i] - saved[i])),
            )
            for i in np.argsort(-whole, kind="stable")
        ]
        return kept, [value for value in lost if value.pairs]


def combine(found: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Union of the keys' pairs.

    Args:
        found: For each key its pair codes, uint64, sorted and unique.

    Returns:
        Pair codes uint64, sorted and unique; masks uint64, bit i set where key i proposed the pair.
    """
    codes = np.concatenate([*found, np.empty(0, np.uint64)])
    bits = np.repeat(np.uint64(1) << np.arange(len(found), dtype=np.uint64), [len(c) for c in found])
    if not len(codes):
        return codes, np.empty(0, np.uint64)
    order = np.argsort(codes)
    codes, bits = codes[order], bits[order]
    begins = np.flatnonzero(np.concatenate([[True], codes[1:] != codes[:-1]]))
    return codes[begins], np.bitwise_or.reduceat(bits, begins)


def _measured_by(cleaned: CleanedRecords, keys: Sequence[Key]) -> Bands:
    """What similarity is measured on: the shingles of the first minhash key that runs, else all that look alike."""
    return next((key.bands for key in keys if key.bands is not None and key.enabled), Bands(shingle_fields(cleaned)))


def _check_budget(found_so_far: int, key: Key, memory_limit_mb: int | None) -> None:
    limit = memory_limit_mb * 1_000_000 // PAIR_BYTES if memory_limit_mb else 200_000_000
    if found_so_far > limit:
        raise SettingsError(
            f"The key “{key.name}” brings the pairs to compare to {found_so_far:,}, more than fit in memory.",
            "Switch this key off, make it stricter, or allow more memory.",
        )


def propose_pairs(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    memory_limit_mb: int | None = None,
    maker: EntryMaker | None = None,
    progress: Progress | None = None,
) -> CandidatePairs:
    """All pairs that any enabled key proposes.

    Args:
        cleaned: The records.
        keys: At most 64 keys; those that are not enabled propose nothing.
        across_only: No pairs inside one list.
        seed: Which minhash functions.
        memory_limit_mb: The most that pairs may take.
        maker: Parts and signatures that planning already made, if it was for the same records and seed.
        progress: One stage for each key.

    Raises:
        SettingsError: More pairs than fit in memory.
        Cancelled: The user asked to stop.
    """
    progress = progress or quiet()
    if len(keys) > MAX_KEYS:
        raise SettingsError(f"There are {len(keys)} keys; at most {MAX_KEYS} can be used together.", "Remove some.")
    maker = maker or EntryMaker(cleaned, seed)
    maker.progress = progress
    finder = _Finder(maker, across_only, progress)
    nothing = _Found(np.empty(0, np.uint64), KeyCounts(0, 0, 0, 0, 0), (), ())
    found: list[_Found] = []
    every = side_by_side(
        lambda number: finder.find(number, keys[number]) if keys[number].enabled else nothing, range(len(keys))
    )
    for key in keys:
        progress.begin(f"Key: {key.name}")
        found.append(next(every))
        _check_budget(sum(len(f.codes) for f in found), key, memory_limit_mb)
    codes, masks = combine([f.codes for f in found])
    left, right = split_codes(codes)
    progress.begin("Measuring similarity", len(left))
    similar = pair_similarity(maker.shingles(_measured_by(cleaned, keys)), left, right, progress)
    alone = [int(np.count_nonzero(masks == np.uint64(1) << np.uint64(i))) for i in range(len(keys))]
    counts = tuple(
        KeyCounts(f.counts.records, f.counts.buckets, f.counts.largest, f.counts.pairs, only)
        for f, only in zip(found, alone, strict=True)
    )
    hot = sorted((value for f in found for value in f.hot), key=lambda value: (-value.pairs, value.key, value.text))
    left_out = tuple(value for f in found for value in f.left_out)
    return CandidatePairs(left, right, masks, similar, tuple(keys), counts, tuple(hot[:50]), left_out)


def count_keys(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[KeyCounts, ...]:
    """What each key would find, counted exactly and without measuring or scoring anything (enabled or not)."""
    progress = progress or quiet()
    finder = _Finder(EntryMaker(cleaned, seed, progress), across_only, progress)
    found = list(side_by_side(lambda number: finder.find(number, keys[number]), range(len(keys))))
    _, masks = combine([f.codes for f in found])
    return tuple(
        KeyCounts(
            f.counts.records,
            f.counts.buckets,
            f.counts.largest,
            f.counts.pairs,
            int(np.count_nonzero(masks == np.uint64(1) << np.uint64(i))),
        )
        for i, f in enumerate(found)
    )
