"""Engine: how much memory a run may take."""

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
