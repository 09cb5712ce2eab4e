"""Engine: the pairs worth comparing, and what each key brought."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from entityres.candidates.keys import Key


@dataclass(frozen=True)
class KeyCounts:
    """What one key found.

    Attributes:
        records: Records with a usable value.
        buckets: Values that two or more records share.
        largest: Records that share the commonest.
        pairs: Pairs proposed.
        only_this: Of these, pairs that no other key has.
        costliest: Pairs that the costliest value makes, those that its splitting leaves out among them; 0 where unknown.
    """

    records: int
    buckets: int
    largest: int
    pairs: int
    only_this: int
    costliest: int = 0


@dataclass(frozen=True)
class HotValue:
    """A value that makes many pairs: the key (position), the value in words, records and pairs."""

    key: int
    text: str
    records: int
    pairs: int


@dataclass(frozen=True)
class LeftOut:
    """Pairs that the budget did not allow: the key (position), the value or "" for the whole key, records and pairs.

    Attributes:
        copies: They are copies that no key joins, in large buckets of all keys.
    """

    key: int
    text: str
    records: int
    pairs: int
    copies: bool = False


class WhyNot(StrEnum):
    """Why a key that was looked at is not used."""

    NOTHING_NEW = "nothing_new"
    TOO_LITTLE = "too_little"
    TOO_MANY_PAIRS = "too_many_pairs"
    BUDGET = "budget"
    ENOUGH_KEYS = "enough_keys"
    TOO_SLOW = "too_slow"


@dataclass(frozen=True)
class NotUsed:
    """A key that was looked at and not used.

    Attributes:
        key: The key.
        why: The reason.
        matches: Matches that it would add to those of the keys in use, by the score of a sample; None when not looked into.
        pairs: Pairs to compare that it would add, by the sample.
    """

    key: Key
    why: WhyNot
    matches: float | None
    pairs: float | None


@dataclass(frozen=True)
class KeysNotUsed:
    """All keys that were looked at and not used, and what they would add together (a pair that several find counts once).

    Attributes:
        keys: Those that would add most first.
        matches: Matches that no key in use finds: the expected loss.
        pairs: Pairs to compare that finding them would take.
    """

    keys: tuple[NotUsed, ...] = ()
    matches: float = 0.0
    pairs: float = 0.0


@dataclass(frozen=True)
class CandidatePairs:
    """Pairs of records over all lists laid end to end.

    Attributes:
        left: int32 (n_pairs,).
        right: int32 (n_pairs,); left < right, sorted by (left, right), unique.
        masks: uint64 (n_pairs,): bit i is set when `keys[i]` proposed the pair.
        jaccard: float32 (n_pairs,): similarity of the two records' shingles.
        keys: The keys that ran, in order.
        counts: What each of them found.
        hot: Values that make many pairs, costliest first.
        left_out: What the budget left out of large buckets.
        not_used: Keys that the budget left out.
    """

    left: np.ndarray
    right: np.ndarray
    masks: np.ndarray
    jaccard: np.ndarray
    keys: tuple[Key, ...]
    counts: tuple[KeyCounts, ...] = ()
    hot: tuple[HotValue, ...] = ()
    left_out: tuple[LeftOut, ...] = ()
    not_used: KeysNotUsed = field(default_factory=KeysNotUsed)

    def __len__(self) -> int:
        return len(self.left)

    @cached_property
    def key_sets(self) -> tuple[np.ndarray, np.ndarray]:
        """The different masks (uint64, ascending), and int32 (n_pairs,): which of them each pair has.

        They are few: numbered by a table, which takes a hundredth of the time of sorting the masks of all pairs.
        """
        import pyarrow as pa

        numbered = pa.array(self.masks).dictionary_encode()
        masks = numbered.dictionary.to_numpy()
        order = np.argsort(masks)
        place = np.empty(len(order), np.int32)
        place[order] = np.arange(len(order), dtype=np.int32)
        return masks[order], place[numbered.indices.to_numpy()]

    def key_names(self, pair: int) -> tuple[str, ...]:
        """The names of the keys that proposed a pair."""
        mask = int(self.masks[pair])
        return tuple(key.name for i, key in enumerate(self.keys) if mask >> i & 1)
