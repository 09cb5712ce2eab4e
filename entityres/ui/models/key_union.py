"""UI: what keys bring together, at once for any choice of keys that have run.

Pairs are counted once by their bit mask of keys; there are few different masks, so switching a key on or off costs a sum
over them and not a pass over the pairs.
"""

from __future__ import annotations

import numpy as np
import pandas as pd


class KeyUnion:
    """Pairs by the set of keys that proposed them.

    Args:
        masks: uint64 (n_pairs,): bit i is set when key i proposed the pair.
        matches: bool (n_pairs,): pairs that count as matches; None before a run, when nobody knows.
        n_keys: How many keys have run.
    """

    def __init__(self, masks: np.ndarray, matches: np.ndarray | None, n_keys: int) -> None:
        # By hashing: sorting a million masks would keep the window waiting ten times as long.
        back, self._masks = pd.factorize(np.asarray(masks, np.uint64))
        self._pairs = np.bincount(back, minlength=len(self._masks))
        self.knows_matches = matches is not None
        of_matches = back[:0] if matches is None else back[np.asarray(matches, bool)]
        self._matches = np.bincount(of_matches, minlength=len(self._masks))
        self.n_keys = n_keys

    def _bits(self, on: np.ndarray | list[bool]) -> np.uint64:
        return np.uint64(sum(1 << i for i, ticked in enumerate(on) if ticked and i < self.n_keys))

    def together(self, on: np.ndarray | list[bool]) -> int:
        """Pairs that at least one of these keys proposed.

        Args:
            on: (n_keys,), which keys are on.
        """
        return int(self._pairs[(self._masks & self._bits(on)) != 0].sum())

    def pairs_of(self, key: int) -> int:
        """Pairs that a key proposed."""
        return int(self._pairs[(self._masks & np.uint64(1 << key)) != 0].sum())

    def only_this(self, key: int, on: np.ndarray | list[bool]) -> int:
        """Pairs that this key proposed and no other key that is on."""
        others = [ticked and i != key for i, ticked in enumerate(on)]
        mine = (self._masks & np.uint64(1 << key)) != 0
        return int(self._pairs[mine & ((self._masks & self._bits(others)) == 0)].sum())

    def only_matches(self, key: int, on: np.ndarray | list[bool]) -> int:
        """Matches that this key proposed and no other key that is on."""
        others = [ticked and i != key for i, ticked in enumerate(on)]
        mine = (self._masks & np.uint64(1 << key)) != 0
        return int(self._matches[mine & ((self._masks & self._bits(others)) == 0)].sum())

    def matches_of(self, key: int) -> int:
        """Matches that a key proposed."""
        return int(self._matches[(self._masks & np.uint64(1 << key)) != 0].sum())

    def matches(self, on: np.ndarray | list[bool]) -> int:
        """Matches that at least one of these keys proposed."""
        return int(self._matches[(self._masks & self._bits(on)) != 0].sum())

    def accepted(self, key: int) -> float | None:
        """Share of a key's pairs that count as matches; None when it has none, or nobody knows."""
        if not self.knows_matches:
            return None
        mine = (self._masks & np.uint64(1 << key)) != 0
        pairs = int(self._pairs[mine].sum())
        return float(self._matches[mine].sum()) / pairs if pairs else None
