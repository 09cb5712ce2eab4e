"""UI: how much memory a run may take, and what it would need."""

from __future__ import annotations

import os

SHARE = 0.6
USUAL_MB = 8_000


def allowed_mb(limit_mb: int | None) -> int:
    """The limit of the settings; without one a good half of the memory that is built in."""
    if limit_mb:
        return limit_mb
    names = getattr(os, "sysconf_names", {})
    if "SC_PHYS_PAGES" in names and "SC_PAGE_SIZE" in names:
        return int(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * SHARE / 1e6)
    return USUAL_MB


def needed_mb(pairs: float, checks: int, records: int) -> float:
    """What comparing so many pairs takes, with the stored checks (4 bytes each) of all records."""
    from entityres.candidates.proposing import PAIR_BYTES

    return (pairs * PAIR_BYTES + 4.0 * checks * records) / 1e6
