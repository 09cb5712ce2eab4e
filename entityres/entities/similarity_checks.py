"""Engine: what keys by similarity find of the similar pairs of a sample, beside what their curve promises, in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.records.percentages import PER_CENT, percent
from entityres.scoring.estimating import wilson

if TYPE_CHECKING:
    from entityres.candidates.auditing import Audit
    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords

SIMILARITY = 0.6
"""From here on most people would call two texts alike; the window takes what the user chose."""

SURPRISE = 0.01
"""A promise counts as broken where luck would miss so many pairs in fewer than one of a hundred checks."""


def interval(audit: Audit) -> tuple[float, float]:
    """95 % interval of the share found."""
    return wilson(audit.found, audit.similar_pairs)


def promise_kept(audit: Audit) -> bool:
    """Whether so many misses may be luck with the hash functions; also where too few pairs are similar to tell.

    Each pair is missed by its own chance, so the number of misses has no heavier tail than Poisson's (Hoeffding 1956).
    """
    return chance_of_more(audit.missed, audit.similar_pairs - audit.promised) >= SURPRISE


def chance_of_more(seen: int, expected: float) -> float:
    """The chance that a Poisson number with this mean is at least `seen`."""
    if seen <= 0:
        return 1.0
    if expected <= 0:
        return 0.0
    below = np.arange(seen)
    logs = below * np.log(expected) - expected - np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, seen)))])
    return float(max(0.0, 1.0 - np.exp(logs).sum()))


def sentence(audit: Audit, whose: str = "these settings find", *, with_others: bool = False) -> str:
    """What the check found.

    Args:
        audit: The counts.
        whose: Subject and verb: "these settings find", "the key “Similar title” finds".
        with_others: Whether `found_by_any` says what all keys of a run found.
    """
    of = f"among all {audit.records:,} records" if audit.everyone else f"in a sample of {audit.records:,} records"
    similar = f"at least {percent(audit.similarity)} similar"
    skipped = (
        f" {audit.not_looked_at:,} pairs of texts that very many records share were not looked at."
        if audit.not_looked_at
        else ""
    )
    if not audit.similar_pairs:
        return f"No two records are {similar} {of}: nothing can be said.{skipped}"
    low, high = interval(audit)
    share = audit.found / audit.similar_pairs
    digits = max(_digits(value) for value in (share, low, high))
    pairs = "the 1 pair" if audit.similar_pairs == 1 else f"{audit.similar_pairs:,} pairs"
    words = (
        f"Of {pairs} {similar} {of}, {whose} {audit.found:,} ({_percent(share, digits)}{PER_CENT}, between"
        f" {_percent(low, digits)} and {_percent(high, digits)});"
        f" the curve promises {_percent(audit.promised / audit.similar_pairs, digits)}{PER_CENT}."
    )
    if not promise_kept(audit):
        words += " That is less than promised."
    if with_others:
        words += f" All keys together find {audit.found_by_any:,}."
    return words + skipped


def _digits(share: float) -> int:
    """Decimals of a percentage: one more near the ends, so that 99.6 does not read as all."""
    return 1 if 0.99 < share < 1 or 0 < share < 0.01 else 0


def _percent(share: float, digits: int) -> str:
    """A share in per cent; all and nothing are said only where they are meant."""
    step = 10.0**-digits
    percent = share * 100
    if percent < 1e-7 or percent > 100 - 1e-7:
        return f"{percent:.0f}"
    return f"{min(max(percent, step), 100 - step):.{digits}f}"


def check_keys(
    cleaned: CleanedRecords,
    pairs: CandidatePairs,
    *,
    across_only: bool = False,
    seed: int = 1,
    progress: Progress | None = None,
) -> tuple[dict[str, Any], ...]:
    """Check each key of a run that has minhash bands, for the report.

    Args:
        cleaned: The records.
        pairs: What the run proposed, with its keys.
        across_only: Whether pairs inside one list count.
        seed: Which sample.
        progress: Counts sets.

    Returns:
        Plain data, one entry a key; none where no key has bands.
    """
    from entityres.candidates.auditing import audit
    from entityres.candidates.key_entries import EntryMaker

    maker = EntryMaker(cleaned, seed, progress)
    made = []
    for key in pairs.keys:
        if key.bands is None or not key.enabled:
            continue
        found = audit(
            cleaned,
            key.bands,
            pairs,
            seed=seed,
            similarity=SIMILARITY,
            parts=key.parts,
            across_only=across_only,
            maker=maker,
            progress=progress,
        )
        low, high = interval(found)
        made.append(
            {
                "key": key.name,
                "similarity": found.similarity,
                "records": found.records,
                "similar_pairs": found.similar_pairs,
                "found": found.found,
                "found_by_all_keys": found.found_by_any,
                "share_found": found.found / found.similar_pairs if found.similar_pairs else None,
                "low": low,
                "high": high,
                "promised": found.promised / found.similar_pairs if found.similar_pairs else None,
                "promise_kept": promise_kept(found),
                "not_looked_at": found.not_looked_at,
                "words": sentence(found, f"the key “{key.name}” finds", with_others=True),
            }
        )
    return tuple(made)
