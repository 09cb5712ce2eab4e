"""UI: the fixed scale from 0 to 1 on which scores are shown.

A score is a number of bits; zero bits are even odds. As a probability nearly every pair would stand at 0.00 or 1.00 and
a handle could not be set between them. So the shown score is the same number on a straight scale:

    bits     -30    -15    -3      0      6     15     30
    shown   0.00   0.25   0.45   0.50   0.60   0.75   1.00
    chance  1e-9   3e-5   0.11   0.50   0.98   1-3e-5 1-1e-9
"""

from __future__ import annotations

import numpy as np

from entityres.records.percentages import percent
from entityres.scoring.scored_pairs import probability_of, weight_of

SPAN = 60.0


def shown_of_bits(bits: np.ndarray | float) -> np.ndarray:
    """Bits as a shown score."""
    return np.clip(0.5 + np.asarray(bits, dtype=np.float64) / SPAN, 0.0, 1.0)


def bits_of_shown(shown: float) -> float:
    """A shown score as bits."""
    return (shown - 0.5) * SPAN


def shown_of_chance(probability: float) -> float:
    """A probability as a shown score."""
    return float(shown_of_bits(weight_of(probability)))


def chance_of_shown(shown: float) -> float:
    """A shown score as a probability."""
    return float(probability_of(bits_of_shown(shown)))


def chance_words(probability: float) -> str:
    """A probability as a share, never a bare 0 % or 100 %."""
    if probability > 0.999:
        return f"more than {percent(0.999, 1)}"
    if probability < 0.001:
        return f"less than {percent(0.001, 1)}"
    return percent(probability, 1)


def signed(points: float) -> str:
    """Points with their sign, one decimal."""
    return f"{points:+.1f}".replace("-", "\N{MINUS SIGN}") if abs(points) >= 0.05 else "0.0"
