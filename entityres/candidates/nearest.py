"""Engine: the records nearest to one, from the same index as the candidate pairs (method.md §7).

Near is who shares a bucket of any key or minhash band with the record; the true Jaccard similarity puts them in order. Where
the buckets hold too few, all records are measured. O(n) for each key, n·b·r hashes for the bands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import shingle_fields
from entityres.progress import Progress
from entityres.records.fields import CleanedRecords

NEAR_BANDS = (32, 3)
"""Bands and rows that find 58 % of what is 30 % similar and 98 % of what is 50 % similar; one record's buckets are cheap."""

MOST = 5_000
"""The most records that are handed on to be scored."""


@dataclass(frozen=True)
class NearRecords:
    """Records near to one, the most similar first.

    Attributes:
        records: int32 (n,).
        jaccard: float32 (n,): similarity of their shingles to those of the record, over the fields that it has.
        masks: uint64 (n,): bit i is set where `keys[i]` puts both in one bucket.
        keys: The keys that were tried.
    """

    records: np.ndarray
    jaccard: np.ndarray
    masks: np.ndarray
    keys: tuple[Key, ...]

    def __len__(self) -> int:
        return len(self.records)

    def key_names(self, at: int) -> tuple[str, ...]:
        """The names of the keys that put the record and that one together."""
        return tuple(key.name for i, key in enumerate(self.keys) if int(self.masks[at]) >> i & 1)


def near_keys(cleaned: CleanedRecords, record: int, keys: Sequence[Key]) -> tuple[Key, ...]:
    """At most 63 of the keys without bands, and bands over the fields that the record has a value in.

    A field that no bands read, such as a region or a number, has a key of its own: who agrees in it is near.
    """
    has = [field for field in cleaned.fields if field.codes[record] >= 0]
    alike = set(shingle_fields(cleaned))
    there = tuple(field.name for field in has if field.name in alike)
    only = [
        Key(f"Same {field.label}", (Part(PartKind.EXACT, (field.name,)),)) for field in has if field.name not in alike
    ]
    known = {key.parts for key in keys if key.sets is None}
    only = [key for key in only if key.parts not in known]
    chosen = [*only, *(key for key in keys if key.bands is None)][:63]
    b, r = NEAR_BANDS
    return (*chosen, Key("Similar", bands=Bands(there, b=b, r=r))) if there else tuple(chosen)


def nearest(
    cleaned: CleanedRecords,
    record: int,
    keys: Sequence[Key],
    n: int = 10,
    *,
    maker: EntryMaker | None = None,
    seed: int = 1,
    progress: Progress | None = None,
) -> NearRecords:
    """Records that share a bucket with one, and the most similar others where these are fewer than wanted.

    Args:
        cleaned: The records.
        record: One of them.
        keys: Keys to look by; their bands are replaced by wider ones over what the record has.
        n: How many are wanted; more are given where buckets hold more.
        maker: Parts and signatures made before, for the same records and seed.
        seed: Which minhash functions.
        progress: One step for each key.
    """
    maker = maker or EntryMaker(cleaned, seed, progress)
    tried = near_keys(cleaned, record, keys)
    masks = np.zeros(len(cleaned), np.uint64)
    if progress is not None:
        progress.begin("Looking through keys", len(tried))
    for number, key in enumerate(tried):
        masks[_sharing(maker, key, record)] |= np.uint64(1) << np.uint64(number)
        if progress is not None:
            progress.advance()
    masks[record] = 0
    there = np.flatnonzero(masks).astype(np.int32)
    net = next((key.bands for key in tried if key.bands is not None), None)
    if net is None:
        there = there[: max(n, MOST)]
        return NearRecords(there, np.zeros(len(there), np.float32), masks[there], tried)
    if len(there) < n:
        there = np.delete(np.arange(len(cleaned), dtype=np.int32), record)
    similar = pair_similarity(maker.shingles(net), np.full(len(there), record, np.int32), there)
    order = np.lexsort((there, -similar, masks[there] == 0))[: max(n, min(MOST, int((masks != 0).sum())))]
    order = order[(similar[order] > 0) | (masks[there[order]] != 0)]
    order = order[np.lexsort((there[order], -similar[order]))]
    return NearRecords(there[order], similar[order], masks[there[order]], tried)


def _sharing(maker: EntryMaker, key: Key, record: int) -> np.ndarray:
    """int32: the records (the one itself among them) that share a bucket of the key with it."""
    nobody = np.empty(0, np.int32)
    if not _has_parts(maker.cleaned, key, record):
        return nobody  # it is in no bucket, so nothing need be hashed
    if key.join is not None:
        others = np.arange(len(maker.cleaned), dtype=np.int32)
        alike = maker.similar(key.join, np.full(len(others), record, np.int32), others)
        base = maker.all_parts(key)
        return others[alike if base is None else alike & (base == base[record]) & (base != 0)]
    found = [nobody]
    several = any(part.is_of_many for part in key.parts)  # one entry for each word, not for each record
    for records, hashes in maker.entries(key):
        for mine in np.unique(hashes[records == record]) if several else [hashes[record]]:
            if mine:
                found.append(records[hashes == mine])
    return np.concatenate(found)


def _has_parts(cleaned: CleanedRecords, key: Key, record: int) -> bool:
    """Whether the record has a value in every field that the parts of a key need."""
    for part in key.parts:
        there = [cleaned.field(name).codes[record] >= 0 for name in part.fields]
        some = part.is_of_many or part.kind in (PartKind.SORTED_WORDS, PartKind.WHOLE)
        if not (any(there) if some else all(there)):
            return False
    return True
