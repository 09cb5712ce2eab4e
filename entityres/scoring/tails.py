"""Engine: how often strangers are as alike as true pairs are, which is too rare to be counted.

The share of random pairs that are at least so much alike falls by a nearly constant factor with each further tenth (as sums
of many small coincidences do; the exponential tail of extreme-value theory, Pickands 1975). So it is counted where strangers
are many and carried on from there. Among the pairs of a small list true ones are no longer few: they are taken off by
expectation-maximisation (Dempster, Laird & Rubin 1977) with one unknown, their share.
"""

from __future__ import annotations

import numpy as np

FALLS = (1.7, 4.0)
"""Bounds of that factor: outside of them something else than chance was counted, such as series of like titles."""

AT_BOUND = 0.999 * np.log(FALLS[1])

FLATTENING = 0.85
"""Power of the factor where it is carried on: the fall gets slower towards the top, where series of titles stand."""

FIRST, MEASURED = 3, 5
"""The fall is measured over five levels from the third from below, two to six tenths alike, as far as strangers are seen
there: below, texts share no word. Where most strangers are more alike than that, as long texts in one language are, or those
that begin with the same sentences, it is measured from where they get fewer."""

CARRIED = 5
"""Above the fifth level from below strangers are no longer counted, or further up where they are more alike."""

OF_LONG = 0.2
"""Where so large a share of strangers is two tenths alike or more, texts are long, or most words of them the same."""

NONE_SEEN = 3
"""Where none are seen there may be so many (the rule of three: a chance of one in twenty)."""

KNOWN_PAIRS = 500
"""Weight of what is known beforehand, counted in random pairs: a list of some thirty records says as much."""

ROUNDS = 12
MOST = 16.0
"""The share of true pairs goes up by this factor at most from what is usual, and down by two."""


def stranger_shares(levels: np.ndarray, m: np.ndarray, u: np.ndarray, usual: float) -> np.ndarray:
    """float64 (n_levels,): share of strangers at each level of likeness, best level first.

    Args:
        levels: int8 (n,): levels of random pairs, -1 where a value is missing; equally wide but the first and the last.
        m: float64 (n_levels,): share of true pairs at each level.
        u: float64 (n_levels,): share of strangers that is known beforehand.
        usual: Share of true pairs among random ones that is usual in such lists.
    """
    seen = np.bincount(levels[levels >= 0], minlength=len(m)) + KNOWN_PAIRS * u
    total = float(seen.sum())
    true_share = usual
    for _ in range(ROUNDS):
        shares = _carried_on(seen, np.minimum(true_share * total * m, seen), total)
        odds = true_share * m / ((1 - true_share) * shares)
        true_share = float(np.clip((seen * odds / (1 + odds)).sum() / total, usual / 2, min(usual * MOST, 0.5)))
    return shares


def _carried_on(seen: np.ndarray, true: np.ndarray, total: float) -> np.ndarray:
    """Shares of strangers by level: as counted (true pairs taken off) below, carried on above."""
    strangers = np.maximum(seen - true, 0)
    worst = len(seen) - 1
    # The best level, "same", has no width: nothing is measured there.
    first = min(max(FIRST, worst - int(strangers[1:].argmax())), worst - 2)
    counts = strangers[worst - np.arange(first, min(first + MEASURED, worst))]
    # From the first level on that shows no stranger, nothing is counted.
    counts = counts[: max(2, int(np.argmax(np.append(counts, 0) < 1)))]
    fall = _fall(counts)
    at_first = float(np.log(counts.sum() + 0.5) - np.log(np.exp(-fall * np.arange(len(counts))).sum()))
    start = max(worst - first - (CARRIED - FIRST), 1)
    at_start = at_first - fall * (worst - first - start)
    # The best level takes what would be above.
    above = np.arange(1, start + 1)
    carried = np.exp(at_start - fall * FLATTENING * above)
    long = strangers[1 : worst - FIRST + 1].sum() >= OF_LONG * total
    if fall > AT_BOUND and long:
        # These are all about as much alike, so that their share falls faster than it may be carried on.
        carried = np.minimum.accumulate(np.minimum(carried, seen[start - above] + NONE_SEEN))
    strangers[:start] = carried[::-1]
    shares: np.ndarray = np.maximum(strangers, 1e-3) / total
    return shares


def _fall(counts: np.ndarray) -> float:
    """Natural logarithm of the factor by which counts fall from one to the next: the most likely one (Poisson), in bounds."""
    steps = np.arange(len(counts), dtype=np.float64)
    middle = float((counts * steps).sum() / max(float(counts.sum()), 1e-9))
    low, high = np.log(FALLS)
    for _ in range(40):
        fall = (low + high) / 2
        shares = np.exp(-fall * steps)
        low, high = (fall, high) if (shares * steps).sum() / shares.sum() > middle else (low, fall)
    return float((low + high) / 2)
