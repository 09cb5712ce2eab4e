"""Session: what is worked out once about the pairs of a match: how they differ, and what is risky about them by their values.

It takes a second for a million pairs, so the jobs that make or open a match do it; whoever shows pairs finds it there.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from entityres.session.differences import Differences
from entityres.session.risks import risks_by_values

if TYPE_CHECKING:
    import numpy as np

    from entityres.session.matched import Matched


@dataclass(frozen=True)
class PairNotes:
    """What holds for a match whatever people answer.

    Attributes:
        of_match: The match; one with the same pairs under other names is as good.
        differences: How the records of each pair differ.
        by_values: uint32 (n_pairs,): the risks that follow from the values alone.
    """

    of_match: Matched
    differences: Differences
    by_values: np.ndarray

    @staticmethod
    def of(matched: Matched) -> PairNotes:
        """Work them out. O(n_pairs * n_fields)."""
        for field in matched.cleaned.fields:
            _ = field.counts  # the evidence of a pair says how rare its values are; the first to ask counts them
        return PairNotes(matched, Differences.of(matched), risks_by_values(matched))

    def hold_for(self, matched: Matched) -> bool:
        """True when they are about these very pairs and values."""
        return self.of_match.scored is matched.scored and self.of_match.cleaned is matched.cleaned
