"""Engine: what one key would find, counted before it is used, alone and beside the keys of the last run.

Nothing is measured or scored. From stored signatures an answer takes about as long as the run would take for this key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import pair_codes, split_codes
from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts, LeftOut
from entityres.candidates.counted_parts import PartsCount, is_countable
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import MOST_PAIRS, PairFinder, too_many
from entityres.candidates.proposing import PAIR_BYTES
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.unions import beyond
from entityres.progress import Progress, quiet


def most_pairs(memory_limit_mb: int | None) -> int:
    """So many pairs fit in this memory; without a limit as many as a run ever compares."""
    return memory_limit_mb * 1_000_000 // PAIR_BYTES if memory_limit_mb else MOST_PAIRS


@dataclass(frozen=True)
class KeyForecast:
    """What a key would find, counted before it is used.

    Attributes:
        counts: Its figures; `only_this` are pairs that none of the other keys found in the last run.
        left_out: What its large buckets leave out.
        together: Different pairs of the other keys and this one; None before the first run.
        new_left: int32 (n,): left records of the pairs that only this key finds, all or an even sample of them.
        new_right: int32 (n,): their right records.
    """

    counts: KeyCounts
    left_out: tuple[LeftOut, ...]
    together: int | None
    new_left: np.ndarray
    new_right: np.ndarray


SAMPLE = 5_000
"""So many pairs of a key are handed out for judging."""

FEW = 200_000
"""So many pairs are listed as quickly as some of them are drawn."""


def foresee_key(
    maker: EntryMaker,
    key: Key,
    others: CandidatePairs | None = None,
    other_bits: int = 0,
    *,
    across_only: bool = False,
    memory_limit_mb: int | None = None,
    progress: Progress | None = None,
) -> KeyForecast:
    """Count what one key would find, alone and beside the pairs of the last run; nothing is scored.

    Args:
        maker: Parts and signatures of the records; it keeps them for the next question.
        key: The key, on or off.
        others: Pairs of the last run, None before it.
        other_bits: Which keys of `others` count as being on.
        across_only: No pairs inside one list.
        memory_limit_mb: The most that pairs may take.
        progress: Asked whether to stop.

    Raises:
        SettingsError: More pairs than fit in memory.
        Cancelled: The answer is not wanted any more.
    """
    progress = progress or quiet()
    progress.check()
    maker.progress = progress
    if is_countable(key):
        return _foresee_parts(maker, key, others, other_bits, across_only, most_pairs(memory_limit_mb), progress)
    found = PairFinder(maker, across_only, progress, most_pairs(memory_limit_mb)).find(0, key)
    codes, together = found.codes, None
    if others is not None:
        known = (others.masks & np.uint64(other_bits)) != 0
        theirs = pair_codes(others.left[known], others.right[known])
        codes = beyond(codes, theirs)
        together = len(theirs) + len(codes)
    left, right = split_codes(codes[:: max(1, -(-len(codes) // SAMPLE))])
    return KeyForecast(replace(found.counts, only_this=len(codes)), found.left_out, together, left, right)


def _foresee_parts(
    maker: EntryMaker,
    key: Key,
    others: CandidatePairs | None,
    other_bits: int,
    across_only: bool,
    most: int,
    progress: Progress,
) -> KeyForecast:
    """The same for a key of plain parts, of which few pairs need be listed."""
    found = PartsCount(maker, key, across_only, progress)
    if found.pairs > most:
        raise too_many(key, most)
    together, only, known = None, found.pairs, np.empty(0, np.uint64)
    if others is not None:
        there = (others.masks & np.uint64(other_bits)) != 0
        left, right = others.left[there], others.right[there]
        only -= int(np.count_nonzero(found.finds(left, right)))
        together, known = len(left) + only, pair_codes(left, right)
    progress.check()
    if found.pairs <= FEW:
        codes = PairFinder(maker, across_only, progress, most).find(0, key).codes
    else:
        # Some more, for those that are drawn twice or known already.
        n = int(min(2 * SAMPLE * found.pairs / max(only, 1), FEW))
        codes = found.some_pairs(n, np.random.Generator(np.random.PCG64(maker.seed)))
    codes = beyond(codes, known)
    left, right = split_codes(codes[:: max(1, -(-len(codes) // SAMPLE))])
    return KeyForecast(replace(found.counts(), only_this=only), found.left_out(), together, left, right)


def expected_loss(maker: EntryMaker, key: Key, bit: int, pairs: CandidatePairs, matches: np.ndarray) -> float | None:
    """Matches that a key's large buckets leave out and that no other key finds, about.

    Of the matches that share the key's value some were left out and found by other keys all the same. How often others
    find a match of this key says how many more there are that nobody found (capture and recapture).

    Args:
        maker: Parts of the records.
        key: A key of the last run without minhash bands.
        bit: Its position among the keys of the run.
        pairs: Pairs of the last run.
        matches: bool (n_pairs,): those that count as matches.

    Returns:
        None when no match of this key was found by another, so that nothing can be said.
    """
    at = np.flatnonzero(matches)
    masks, mine = pairs.masks[at], np.uint64(1 << bit)
    agree = shared_buckets(maker, key, pairs.left[at], pairs.right[at]) > 0
    by_key = agree & ((masks & mine) != 0)
    both = int(np.count_nonzero(by_key & ((masks & ~mine) != 0)))
    if not both:
        return None
    share = both / int(np.count_nonzero(by_key))
    return int(np.count_nonzero(agree & ((masks & mine) == 0))) * (1 - share) / share
