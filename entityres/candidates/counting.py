"""Engine: what one key would find, counted before it is used, alone and beside the keys of the last run.

Nothing is measured or scored. From stored signatures an answer takes about as long as the run would take for this key.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import pair_codes, split_codes
from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts, LeftOut
from entityres.candidates.counted_bands import BandsCount
from entityres.candidates.counted_parts import PartsCount, is_countable
from entityres.candidates.counted_words import WordsCount
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.overlapping import OverlappingCount
from entityres.candidates.pair_finder import PairFinder, too_many
from entityres.candidates.proposing import most_pairs
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.unions import beyond
from entityres.progress import Progress, quiet


@dataclass(frozen=True)
class KeyForecast:
    """What a key would find, counted before it is used.

    Attributes:
        counts: Its figures; `only_this` are pairs that none of the other keys found in the last run.
        together: Different pairs of the other keys and this one; None before the first run.
        new_left: int32 (n,): left records of the pairs that only this key finds, all or an even sample of them.
        new_right: int32 (n,): their right records.
    """

    counts: KeyCounts
    together: int | None
    new_left: np.ndarray
    new_right: np.ndarray


SAMPLE = 5_000
"""So many pairs of a key are handed out for judging."""

LONG = 50_000_000
"""To look at so many pairs takes about a second: where they are too many beyond doubt, about how many is said at once."""

BEYOND_DOUBT = 1.05
"""Some draws tell the number of pairs to a hundredth."""

FEW = 200_000
"""No more pairs than this are drawn to have so many."""


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
    most = most_pairs(memory_limit_mb)
    counted = _counted(maker, key, across_only, progress)
    if counted is None:
        found = PairFinder(maker, across_only, progress, most).find(0, key)
        return _beside(found.counts, found.codes, *_known(others, other_bits))
    if isinstance(counted, OverlappingCount) and counted.drawn_from > max(LONG, most):
        about = counted.about()
        if about > BEYOND_DOUBT * most:
            raise too_many(key, most, about, counted=False)
    if counted.pairs > most:
        raise too_many(key, most, counted.pairs)
    if counted.few:
        codes = counted.listed()
        return _beside(counted.counts(), codes, *_known(others, other_bits))
    return _many_beside(counted, maker.seed, others, other_bits, progress)


def left_out_by(
    maker: EntryMaker, key: Key, *, across_only: bool = False, progress: Progress | None = None
) -> tuple[LeftOut, ...]:
    """What the large buckets of one key leave out; the arguments are those of `foresee_key`.

    That is asked first, and keeps what both need: this may take as long, and nobody waits for it.
    """
    progress = progress or quiet()
    progress.check()
    maker.progress = progress
    counted = _counted(maker, key, across_only, progress)
    return PairFinder(maker, across_only, progress).find(0, key).left_out if counted is None else counted.left_out()


def _counted(
    maker: EntryMaker, key: Key, across_only: bool, progress: Progress
) -> PartsCount | OverlappingCount | None:
    """What counts the pairs of a key without listing them; None where they are listed."""
    if is_countable(key):
        return PartsCount(maker, key, across_only, progress)
    if key.bands is not None:
        return BandsCount(maker, key, across_only, progress)
    if key.join is None and any(part.is_of_many for part in key.parts):
        return WordsCount(maker, key, across_only, progress)
    return None


def _known(others: CandidatePairs | None, bits: int) -> tuple[np.ndarray, bool]:
    """Codes of the pairs that the keys that are on found, and whether there was a run at all."""
    if others is None:
        return np.empty(0, np.uint64), False
    there = (others.masks & np.uint64(bits)) != 0
    return pair_codes(others.left[there], others.right[there]), True


def _beside(counts: KeyCounts, codes: np.ndarray, known: np.ndarray, has_run: bool) -> KeyForecast:
    """The answer for a key whose pairs are listed."""
    codes = beyond(codes, known)
    together = len(known) + len(codes) if has_run else None
    return KeyForecast(replace(counts, only_this=len(codes)), together, *_some(codes))


def _many_beside(
    counted: PartsCount | OverlappingCount,
    seed: int,
    others: CandidatePairs | None,
    bits: int,
    progress: Progress,
) -> KeyForecast:
    """The answer for a key with many pairs: of those that other keys found it is asked whether it finds them as well."""
    known, has_run = _known(others, bits)
    only = counted.pairs - int(np.count_nonzero(counted.finds(*split_codes(known))))
    progress.check()
    # Some more, for those that are drawn twice or known already.
    n = int(min(2 * SAMPLE * counted.drawn_from / max(only, 1), FEW))
    codes = beyond(counted.some_pairs(n, np.random.Generator(np.random.PCG64(seed))), known)
    together = len(known) + only if has_run else None
    return KeyForecast(replace(counted.counts(), only_this=only), together, *_some(codes))


def _some(codes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Left and right records of the pairs, or of an even sample of them."""
    return split_codes(codes[:: max(1, -(-len(codes) // SAMPLE))])


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
