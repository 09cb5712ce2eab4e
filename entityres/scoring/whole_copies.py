"""Engine: records that are the same in all that a list of one or two columns holds.

In a list of e-mail addresses, of firms or of titles no other column can put two equal records beyond doubt, and the longer
the list, the less one field could: strangers may share it. But whoever looked at the two saw no more, and nothing gets lost
with the second one. So they count as the same, and as no more than that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.copies import TELLS_ALONE, is_thin
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.scoring.customer_counts import Customers
from entityres.scoring.prior_odds import LEAST_OF_USUAL, possible_pairs, usual_pairs
from entityres.scoring.scored_pairs import weight_of

AS_SURE = 0.97
"""Probability that two records are one customer if they are the same in all that is known: as sure as a match, not surer."""


@dataclass(frozen=True)
class WholeCopies:
    """The copies of a list that holds little.

    Attributes:
        of: int32 (n_records,): the first of each record's copies.
        bits: Evidence that makes two of them as sure as `AS_SURE`, whatever the prior odds turn out to be.
    """

    of: np.ndarray
    bits: float

    @classmethod
    def of_thin_lists(cls, cleaned: CleanedRecords, across_only: bool, copies: Customers | None) -> WholeCopies | None:
        """Of these records with these copies (`copies_as_one`); None where they hold more, or no copies."""
        if copies is None or not is_thin(cleaned):
            return None
        least = usual_pairs(cleaned, across_only) * LEAST_OF_USUAL
        odds = least / max(possible_pairs(cleaned, across_only) - least, least)
        return cls(copies.of, weight_of(AS_SURE) - float(np.log2(odds)))

    def among(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs of copies."""
        same: np.ndarray = self.of[left] == self.of[right]
        return same

    def raise_to_certain(
        self, fields: Sequence[FieldValues], weights: Sequence[np.ndarray], left: np.ndarray, right: np.ndarray
    ) -> None:
        """Let what names the thing say what is missing to `bits` for pairs of copies; changes the weights in place."""
        pairs = np.flatnonzero(self.among(left, right))
        missing = np.float32(self.bits) - np.sum([weight[pairs] for weight in weights], axis=0)
        naming = next(weight for field, weight in zip(fields, weights, strict=True) if field.role in TELLS_ALONE)
        naming[pairs] += np.maximum(missing, 0).astype(np.float32)
