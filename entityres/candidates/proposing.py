"""Engine: from keys to candidate pairs, each pair with the keys that proposed it."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import replace

import numpy as np

from entityres.candidates.allowed_memory import allowed_mb
from entityres.candidates.bucketing import split_codes
from entityres.candidates.candidate_pairs import CandidatePairs, HotValue, KeyCounts
from entityres.candidates.copies_in_large import copies_left_out, key_of_copies, with_large
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key
from entityres.candidates.pair_finder import MOST_PAIRS, FoundPairs, PairFinder
from entityres.candidates.places import PLACE_TOKENS
from entityres.candidates.unions import sorted_union
from entityres.errors import SettingsError
from entityres.progress import Progress, quiet
from entityres.records.compiled import compiled, side_by_side
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role

MAX_KEYS = 64
"""A pair keeps the keys that proposed it as bits of one 64-bit number."""

PAIR_BYTES = 160
"""What a pair takes at the peak: codes while sorting, evidence of some eight fields afterwards; measured 144 to 156 in runs of
tens of millions."""

MOST_HOT = 50
"""So many values of all keys together are kept, those that make the most pairs."""

MARKED = 200_000
"""Pairs that are marked at a time with the keys that found them: they stay in the cache of a core."""

_NAME_ROLES = (
    Role.GIVEN_NAME,
    Role.FAMILY_NAME,
    Role.ORGANISATION,
    Role.STREET,
    Role.CITY,
    Role.POSTCODE,
    Role.TITLE,
)

_SHINGLE_ROLES = (*_NAME_ROLES, Role.PHONE, Role.EMAIL, Role.BIRTH_DATE, Role.TEXT, Role.ITEMS)


def shingle_fields(cleaned: CleanedRecords) -> tuple[str, ...]:
    """The fields whose text makes two records look alike."""
    return tuple(field.name for field in cleaned.fields if field.role in _SHINGLE_ROLES)


def name_fields(cleaned: CleanedRecords) -> tuple[str, ...]:
    """Those of them that hold names, titles and addresses: what people take for the likeness of two records."""
    return tuple(field.name for role in _NAME_ROLES for field in cleaned.with_role(role))


@compiled("void(uint64[::1], uint64[::1], uint64, uint64[::1])")
def _mark(codes, found, bit, masks):  # type: ignore[no-untyped-def]
    # Both ascending; everything found, but perhaps the last, is among the codes.
    i = 0
    for code in found:
        while i < len(codes) and codes[i] < code:
            i += 1
        if i == len(codes):
            return
        if codes[i] == code:
            masks[i] |= bit


def combine(found: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Union of the keys' pairs.

    Args:
        found: For each key its pair codes, uint64, sorted and unique.

    Returns:
        Pair codes uint64, sorted and unique; masks uint64, bit i set where key i proposed the pair.
    """
    n_records = max((int(one[-1] >> np.uint64(32)) + 1 for one in found if len(one)), default=0)
    codes = sorted_union(found, n_records)
    masks = np.zeros(len(codes), np.uint64)
    bounds = [(first, min(first + MARKED, len(codes))) for first in range(0, len(codes), MARKED)]

    def mark(bound: tuple[int, int]) -> None:
        first, last = bound
        for i, one in enumerate(found):
            from_, to = np.searchsorted(one, codes[[first, last - 1]]) + np.array([0, 1])
            _mark(codes[first:last], one[from_:to], np.uint64(1 << i), masks[first:last])

    list(side_by_side(mark, bounds))
    return codes, masks


def measured_by(cleaned: CleanedRecords, keys: Sequence[Key]) -> Bands:
    """What similarity is measured on: the shingles of the first minhash key that runs, else names and addresses, if any.

    The planner has looked at the latter, so nothing more is shingled for a number that is only shown.
    """
    minhash = (key.bands for key in keys if key.bands and key.enabled and key.bands.tokens != PLACE_TOKENS)
    return next(minhash, Bands(name_fields(cleaned) or shingle_fields(cleaned)))


def _costliest(hot: Sequence[Sequence[HotValue]]) -> tuple[HotValue, ...]:
    """The values of all keys that make the most pairs, costliest first; the costliest of each key is among them."""
    every = sorted(
        (value for of_key in hot for value in of_key), key=lambda value: (-value.pairs, value.key, value.text)
    )
    first = {value.key: value for value in reversed(every)}
    return tuple(value for place, value in enumerate(every) if place < MOST_HOT or first[value.key] is value)


def most_pairs(memory_limit_mb: int | None) -> int:
    """So many pairs fit in this memory, without a limit in a good half of the memory that is built in."""
    return min(MOST_PAIRS, allowed_mb(memory_limit_mb) * 1_000_000 // PAIR_BYTES)


def _check_stored(n_records: int, keys: Sequence[Key], memory_limit_mb: int | None) -> None:
    """Refuse a key whose signatures would not fit, before they are made."""
    allowed = allowed_mb(memory_limit_mb)
    for key in keys:
        needed = 0 if key.bands is None or not key.enabled else 4 * key.bands.b * key.bands.r * n_records
        if needed > allowed * 1_000_000:
            fitting = allowed * 1_000_000 // (4 * n_records)
            raise SettingsError(
                f"The checks of the key “{key.name}” would take {needed // 1_000_000:,} MB for {n_records:,} records; "
                f"{allowed:,} MB may be used.",
                f"Use fewer bands or rows, together {fitting:,} checks at most, or allow more memory."
                if fitting
                else "Switch this key off, or allow more memory.",
            )


def _check_budget(found: Sequence[FoundPairs], key: Key, most: int, n_records: int, progress: Progress) -> None:
    """Refuse more pairs than are allowed; what several keys find is one pair, though each keeps its code."""
    if sum(len(one.codes) for one in found) <= most:
        return
    pairs = len(sorted_union([one.codes for one in found], n_records, progress))
    if pairs > most:
        raise SettingsError(
            f"The key “{key.name}” brings the pairs to compare to {pairs:,}, more than fit in memory.",
            "Switch this key off, make it stricter, or allow more memory.",
        )


def _with_copies(
    finder: PairFinder, keys: Sequence[Key], found: Sequence[FoundPairs]
) -> tuple[Sequence[Key], list[FoundPairs]]:
    """The keys and what they found, with copies joined where large buckets were split and nobody thought of a key for them.

    Where such a key is there and a person switched it off, or where there is no room for one more, what that leaves out is
    told instead.
    """
    large, found = with_large(keys, found), list(found)
    off = next((i for i, key in enumerate(keys) if key.is_of_copies), None)
    if not large:
        return keys, found
    joining = replace(keys[off], enabled=True) if off is not None else key_of_copies(finder.cleaned, keys)
    number = len(keys) if off is None else off
    copies = finder.find(number, joining)
    lost = copies_left_out(finder.maker, large, found, copies)
    if not lost.pairs:
        return keys, found
    if off is None and len(keys) < MAX_KEYS:
        return (*keys, joining), [*found, copies]
    at = keys.index(large[0]) if off is None else off
    found[at] = replace(found[at], left_out=(*found[at].left_out, replace(lost, key=at)))
    return keys, found


def propose_pairs(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    memory_limit_mb: int | None = None,
    maker: EntryMaker | None = None,
    progress: Progress | None = None,
    known: MutableMapping[Key, FoundPairs] | None = None,
    copies_too: bool = False,
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
        known: Keys that are not run again, for the same records, seed and `across_only`; those that are run are added.
        copies_too: Add a key that joins copies where large buckets are split, copies are lost there, and none of the keys is
            about copies. Where there is no room for it, the copies are in `left_out`.

    Raises:
        SettingsError: More pairs than fit in memory.
        Cancelled: The user asked to stop.
    """
    progress = progress or quiet()
    if len(keys) > MAX_KEYS:
        raise SettingsError(f"There are {len(keys)} keys; at most {MAX_KEYS} can be used together.", "Remove some.")
    maker = maker or EntryMaker(cleaned, seed)
    maker.progress = progress
    _check_stored(len(cleaned), keys, memory_limit_mb)
    most = most_pairs(memory_limit_mb)
    finder = PairFinder(maker, across_only, progress, most)
    nothing = FoundPairs(np.empty(0, np.uint64), KeyCounts(0, 0, 0, 0, 0), (), ())
    found: list[FoundPairs] = []
    known = {} if known is None else known

    def find(number: int) -> FoundPairs:
        key = keys[number]
        if not key.enabled:
            return nothing
        if key not in known:
            known[key] = finder.find(number, key)
        return known[key].numbered(number)

    every = side_by_side(find, range(len(keys)))
    for key in keys:
        progress.begin(f"Key: {key.name}")
        found.append(next(every))
        _check_budget(found, key, most, len(cleaned), progress)
    if copies_too:
        keys, found = _with_copies(finder, keys, found)
    codes, masks = combine([f.codes for f in found])
    left, right = split_codes(codes)
    progress.begin("Measuring similarity", len(left))
    similar = pair_similarity(maker.shingles(measured_by(cleaned, keys)), left, right, progress)
    alone = [int(np.count_nonzero(masks == np.uint64(1) << np.uint64(i))) for i in range(len(keys))]
    counts = tuple(replace(f.counts, only_this=only) for f, only in zip(found, alone, strict=True))
    hot = _costliest([f.hot for f in found])
    left_out = tuple(value for f in found for value in f.left_out)
    return CandidatePairs(left, right, masks, similar, tuple(keys), counts, hot, left_out)


def count_keys(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[KeyCounts, ...]:
    """What each key would find, counted exactly and without measuring or scoring anything (enabled or not)."""
    return count_together(cleaned, keys, across_only=across_only, seed=seed, progress=progress)[0]


def count_together(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    *,
    across_only: bool = False,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[tuple[KeyCounts, ...], np.ndarray]:
    """The same, with uint64 (n_pairs,): for each pair of all keys together the keys that would find it, bit by bit."""
    progress = progress or quiet()
    finder = PairFinder(EntryMaker(cleaned, seed, progress), across_only, progress, most_pairs(None))
    found = list(side_by_side(lambda number: finder.find(number, keys[number]), range(len(keys))))
    _, masks = combine([f.codes for f in found])
    counts = tuple(
        replace(f.counts, only_this=int(np.count_nonzero(masks == np.uint64(1) << np.uint64(i))))
        for i, f in enumerate(found)
    )
    return counts, masks
