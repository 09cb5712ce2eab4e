"""Engine: the pairs worth comparing, and what each key brought."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from entityres.candidates.keys import Key


@dataclass(frozen=True)
class KeyCounts:
    """What one key found: records with a usable value, buckets of two or more, the largest, pairs, pairs no other has."""

    records: int
    buckets: int
    largest: int
    pairs: int
    only_this: int


@dataclass(frozen=True)
class HotValue:
    """A value that makes many pairs: the key (position), the value in words, records and pairs."""

    key: int
    text: str
    records: int
    pairs: int


@dataclass(frozen=True)
class LeftOut:
    """Pairs that the budget did not allow: the key (position), the value or "" for the whole key, records and pairs."""

    key: int
    text: str
    records: int
    pairs: int


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
        left_out: What the budget left out.
    """

    left: np.ndarray
    right: np.ndarray
    masks: np.ndarray
    jaccard: np.ndarray
    keys: tuple[Key, ...]
    counts: tuple[KeyCounts, ...] = ()
    hot: tuple[HotValue, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    def __len__(self) -> int:
        return len(self.left)

    def key_names(self, pair: int) -> tuple[str, ...]:
        """The names of the keys that proposed a pair."""
        mask = int(self.masks[pair])
        return tuple(key.name for i, key in enumerate(self.keys) if mask >> i & 1)
