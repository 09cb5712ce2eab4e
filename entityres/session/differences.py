"""Session: how the records of each pair differ, as chips: one bit a chip, taken from the comparison levels."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.scoring.comparisons import SAME_WORDS
from entityres.session.bits import bit_counts

if TYPE_CHECKING:
    from entityres.session.matched import Matched

ONE_MISSING = "one missing"
NOT_COMPARED = "not comparable"
"""Two values that nothing can be said about, such as names in two scripts."""
MOST_CHIPS = 63


@dataclass(frozen=True)
class Differences:
    """Chips of all pairs.

    Attributes:
        names: The chips; bit i stands for names[i].
        bits: uint64 (n_pairs,).
    """

    names: tuple[str, ...]
    bits: np.ndarray

    @staticmethod
    def of(matched: Matched) -> Differences:
        """Read the chips off the comparison levels. O(n_pairs * n_fields)."""
        scored, cleaned = matched.scored, matched.cleaned
        names: dict[str, int] = {SAME_WORDS: 0, ONE_MISSING: 1}
        bits = np.zeros(len(scored), np.uint64)
        fields = {field.name: field for field in cleaned.fields}
        for scores in scored.fields:
            # One more entry at the end: level -1 is a missing value, and its bit is set below.
            bit_of = np.zeros(len(scores.level_names) + 1, np.uint64)
            happens = np.bincount(scores.levels[scores.levels >= 0], minlength=len(scores.level_names))
            for level, name in enumerate(scores.level_names):
                if name != SAME_WORDS and happens[level]:
                    bit_of[level] = np.uint64(1) << np.uint64(min(names.setdefault(name, len(names)), MOST_CHIPS))
            bits |= bit_of[scores.levels]
            field = fields.get(scores.name)
            if field is not None:
                left, right = field.codes[scored.pairs.left], field.codes[scored.pairs.right]
                unknown_left, unknown_right = left < 0, right < 0
                bits[unknown_left != unknown_right] |= np.uint64(2)
                silent = (scores.levels < 0) & (left != right) & ~unknown_left & ~unknown_right
                if silent.any():
                    bits[silent] |= np.uint64(1) << np.uint64(
                        min(names.setdefault(NOT_COMPARED, len(names)), MOST_CHIPS)
                    )
        bits[bits == 0] = np.uint64(1)
        bits.setflags(write=False)
        return Differences(tuple(names)[: MOST_CHIPS + 1], bits)

    def mask(self, chips: Iterable[str]) -> np.ndarray:
        """bool (n_pairs,): pairs with any of these chips."""
        wanted = sum(1 << self.names.index(chip) for chip in chips if chip in self.names)
        return np.asarray((self.bits & np.uint64(wanted)) != 0)

    def counts(self, pairs: np.ndarray | slice) -> dict[str, int]:
        """How many of these pairs have each chip."""
        return dict(zip(self.names, bit_counts(self.bits[pairs], len(self.names)), strict=True))

    def of_pair(self, pair: int) -> tuple[str, ...]:
        """The chips of one pair."""
        bits = int(self.bits[pair])
        return tuple(name for i, name in enumerate(self.names) if bits >> i & 1)
