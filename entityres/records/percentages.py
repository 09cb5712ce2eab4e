"""Engine: shares in per cent, written one way in every sentence, table and box: "60 %"."""

from __future__ import annotations

PER_CENT = "\u00a0%"
"""What follows the figure: a space at which no line is broken, and the sign."""


def percentage(share: float, decimals: int = 0) -> str:
    """The figure alone, for ranges and boxes that write the sign once."""
    return f"{share * 100:.{decimals}f}"


def percent(share: float, decimals: int = 0) -> str:
    """A share (0 to 1) in per cent: `60 %`, with one decimal `99.8 %`."""
    return percentage(share, decimals) + PER_CENT
