"""Engine: scores on a scale from 0 to 300, as the book counts them (method.md §5): the same numbers, stretched and shifted.

300 is the best score of the run, where everything agrees that can; 0 is where everything speaks against a match.
"""

from __future__ import annotations

from dataclasses import dataclass

from entityres.scoring.scored_pairs import ScoredPairs

MOST_POINTS = 300.0


@dataclass(frozen=True)
class PointScale:
    """A straight scale: `low` bits are 0 points, `high` bits are 300.

    Attributes:
        low: Bits of a pair against which every field speaks as strongly as it does anywhere.
        high: Bits of the best pair.
    """

    low: float
    high: float

    @property
    def per_bit(self) -> float:
        """Points that one bit is worth."""
        return MOST_POINTS / (self.high - self.low)

    def points(self, bits: float) -> float:
        """A score as points, from 0 to 300."""
        return min(max((bits - self.low) * self.per_bit, 0.0), MOST_POINTS)


def point_scale(scored: ScoredPairs) -> PointScale:
    """The scale on which all pairs of a run lie between 0 and 300 points."""
    low = float(scored.prior) + sum(min(float(field.weights.min(initial=0)), 0.0) for field in scored.fields)
    high = float(scored.score.max(initial=low + 1.0))
    return PointScale(min(low, float(scored.score.min(initial=low))), high)
