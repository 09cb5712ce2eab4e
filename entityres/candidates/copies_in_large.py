"""Engine: copies in large buckets, where the keys of a person or of a recipe have none that joins copies.

A large bucket is split by a second part, which copies share as they share everything: several hundred copies of one record
are too many for every split. A key of copies joins them, each with the next one, and what is left out rests on that.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.candidates.bucketing import split_codes
from entityres.candidates.candidate_pairs import LeftOut
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.pair_finder import FoundPairs, hot_from
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.unions import beyond, sorted_union
from entityres.records.fields import CleanedRecords
from entityres.records.sorted_sets import sorted_unique

NAME = "Same in every column"


def key_of_copies(cleaned: CleanedRecords, others: Sequence[Key] = ()) -> Key:
    """The key that joins records that are the same in every column, with a name that none of the others has."""
    name, taken = NAME, {key.name for key in others}
    while name in taken:
        name += " (all)"
    return Key(name, (Part(PartKind.WHOLE, tuple(field.name for field in cleaned.fields)),))


def with_large(keys: Sequence[Key], found: Sequence[FoundPairs]) -> list[Key]:
    """The keys that had to split a bucket, if copies in it are joined by no other key."""
    if any(key.enabled and key.is_of_copies for key in keys):
        return []
    return [k for k, one in zip(keys, found, strict=True) if k.enabled and one.counts.largest > hot_from(k)]


def copies_left_out(maker: EntryMaker, keys: Sequence[Key], found: Sequence[FoundPairs], copies: FoundPairs) -> LeftOut:
    """What a key of copies that does not run, being switched off or one too many, leaves out in the large buckets of others.

    Args:
        maker: Parts and signatures of the records.
        keys: The keys with large buckets.
        found: What all keys found.
        copies: What the key of copies would find.
    """
    known = sorted_union([one.codes for one in found], len(maker.cleaned))
    left, right = split_codes(beyond(copies.codes, known))
    together = np.zeros(len(left), bool)
    for key in keys:
        together |= shared_buckets(maker, key, left, right) > 0
    records = sorted_unique(np.concatenate([left[together], right[together]]))
    return LeftOut(0, "", len(records), int(together.sum()), copies=True)
