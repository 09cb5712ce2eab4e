"""UI: counts of the three zones at any two lines, and estimates of each zone in words.

Counting costs two binary searches in sorted scores, so it follows a dragged line at any number of pairs. A guarded pair is
never a match by itself: it counts as "needs review" wherever it would be a match.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.percentages import PER_CENT, percentage
from entityres.scoring.scored_pairs import weight_of
from entityres.ui.models.score_scale import shown_of_bits

if TYPE_CHECKING:
    from entityres.records.roles import Role
    from entityres.scoring.estimating import Estimate
    from entityres.scoring.scored_pairs import ScoredPairs

FEWEST = 30


class ZoneCounts:
    """Sorted scores of all pairs and of those without a guard.

    Args:
        score: float32 (n_pairs,), bits.
        guards: uint8 (n_pairs,).
    """

    def __init__(self, score: np.ndarray, guards: np.ndarray) -> None:
        self._all = np.sort(np.asarray(score, np.float32))
        self._free = np.sort(np.asarray(score, np.float32)[np.asarray(guards) == 0])

    def at(self, match_at: float, review_at: float) -> tuple[int, int, int]:
        """Pairs in (match, review, not) when matches begin at one probability and review at the other."""
        match_bits, review_bits = np.float32(weight_of(match_at)), np.float32(weight_of(min(review_at, match_at)))
        match = len(self._free) - int(np.searchsorted(self._free, match_bits, side="left"))
        below = int(np.searchsorted(self._all, review_bits, side="left"))
        return match, len(self._all) - below - match, below


@dataclass(frozen=True)
class ZoneWords:
    """What stands in one row of the strip: a figure, its range, and a sentence for the tooltip."""

    figure: str = ""
    range: str = ""
    why: str = ""


def per_cent(share: float) -> str:
    """A share without needless digits, and without its sign: 92, 99.8."""
    fine = 0 < share < 0.01 or 0.99 < share and percentage(share, 1) != "100.0"
    return percentage(share, 1 if fine else 0)


def share_words(estimate: Estimate, pairs: int) -> ZoneWords:
    """An estimated share correct, never a bare 100 %, and no figure where there are too few pairs."""
    if estimate.value is None:
        return ZoneWords("not enough pairs" if 0 < pairs < FEWEST else "not estimated", "", estimate.warning)
    if pairs < FEWEST and estimate.source == "check column":
        return ZoneWords("not enough pairs", "", estimate.warning)
    low, high = per_cent(estimate.low), per_cent(estimate.high)
    figure = per_cent(estimate.value)
    if figure in ("100", "0") or low == high:
        if low == high:
            low = per_cent(max(estimate.low - 0.001, 0.0)) if high == "100" else low
            return ZoneWords(f"about {low}{PER_CENT}" if low != "100" else f"over 99{PER_CENT}", "", estimate.warning)
        return ZoneWords(f"{low} – {high}{PER_CENT}", "", estimate.warning)
    return ZoneWords(f"{figure}{PER_CENT}", f"{low} – {high}", estimate.warning)


def lost_words(expected: float, estimate: Estimate, pairs: int) -> ZoneWords:
    """How many matches lie below the review line."""
    if pairs == 0:
        return ZoneWords("none")
    if estimate.value is not None and estimate.source == "check column":
        expected = estimate.value * pairs
    shown = "0" if expected < 0.5 else f"{round_off(expected):,}"
    span = ""
    if estimate.value is not None and estimate.high > estimate.low:
        span = f"{round_off(estimate.low * pairs):,} – {round_off(estimate.high * pairs):,}"
    return ZoneWords(f"≈ {shown} missed", span, estimate.warning)


def round_off(value: float) -> int:
    """A figure rounded to two digits, as an estimate deserves."""
    if value < 10:
        return int(round(value))
    size = 10 ** (int(np.log10(value)) - 1)
    return int(round(value / size) * size)


def work_words(pairs: int, seconds_each: float) -> str:
    """How long reviewing takes."""
    if pairs == 0:
        return "–"
    minutes = pairs * seconds_each / 60
    if minutes < 1:
        return "< 1 min"
    if minutes < 90:
        return f"≈ {minutes:.0f} min" if minutes < 10 else f"≈ {round(minutes / 5) * 5} min"
    return f"≈ {round_off(minutes / 60):,} h"


@dataclass(frozen=True)
class StripEstimates:
    """Everything the strip says beside the counts.

    Attributes:
        match: Words of each zone.
        review: Likewise.
        lost: Likewise.
        source: Where they come from.
        warning: What speaks against them.
        found: How many of all true pairs the keys found.
    """

    match: ZoneWords
    review: ZoneWords
    lost: ZoneWords
    source: str
    warning: str = ""
    found: str = ""


def estimate_zones(
    scored: ScoredPairs, match_at: float, review_at: float, roles: dict[str, Role] | None = None
) -> StripEstimates:
    """Estimate the three zones; after the first time for the same pairs it costs a few binary searches.

    Args:
        scored: Scored pairs.
        match_at: Probability from which pairs are matches.
        review_at: Probability from which pairs are worth a look.
        roles: Role of each compared field by name, to see which keys are independent.
    """
    from entityres.scoring.capture import pairs_found
    from entityres.scoring.estimating import TOO_FEW, estimator_of
    from entityres.scoring.model_estimate import disagreement, model_estimate

    estimator = estimator_of(scored)
    counted = estimator.zone_sums(match_at, review_at)
    told = estimator.zones(match_at, review_at)
    sources = {estimate.source for estimate in told if estimate.value is not None}
    if "check column" in sources:
        source = f"From the check column “{scored.check_name}”, which the score never saw."
    elif sources:
        source = "From the model alone. A check column would give an independent estimate."
    else:
        source = "Share correct: not estimated. Choose a check column to get an estimate."
    recapture = pairs_found(scored, roles)
    said = [f"{one.warning} {one.advice}".strip() for one in told if one.warning and one.warning != TOO_FEW]
    said.append(disagreement(told[0], model_estimate(estimator, match_at, review_at, recapture)))
    return StripEstimates(
        share_words(told[0], counted[0].n),
        share_words(told[1], counted[1].n),
        lost_words(counted[2].expected, told[2], counted[2].n),
        source,
        said[0],
        "" if recapture is None else found_words(recapture.share, recapture.low, recapture.high),
    )


def found_words(share: float, low: float, high: float) -> str:
    """How many of all true pairs the keys found; never a bare 100 %."""
    ends = per_cent(low), per_cent(high)
    if per_cent(share) == "100" or ends[0] == ends[1]:
        return f"The keys found about {ends[0]}{PER_CENT} or more of all true pairs."
    return f"The keys found about {per_cent(share)}{PER_CENT} ({ends[0]} – {ends[1]}) of all true pairs."


def break_even(scored: ScoredPairs, target: float = 0.9) -> float | None:
    """The lowest shown score above which every band is likely right often enough.

    The band just above the line counts, not the average of all above it: an average hides a bad lower end.

    Returns:
        A shown score, rounded up to two decimals; None when no band can be estimated.
    """
    from entityres.scoring.estimating import estimator_of

    bits = estimator_of(scored).break_even(target)
    return None if bits is None else min(1.0, float(np.ceil(shown_of_bits(bits) * 100 - 1e-9) / 100))
