"""UI: what comparing takes of the memory."""

from __future__ import annotations


def needed_mb(pairs: float, checks: int, records: int) -> float:
    """What comparing so many pairs takes, with the stored checks (4 bytes each) of all records."""
    from entityres.candidates.proposing import PAIR_BYTES

    return (pairs * PAIR_BYTES + 4.0 * checks * records) / 1e6
