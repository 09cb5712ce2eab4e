"""Engine: pairs inside lists that a run compares only with each other, looked at to see whether they hold doubles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.proposing import propose_pairs
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords
from entityres.scoring.doubles_inside import InsidePairs
from entityres.scoring.run_scores import evidence_of
from entityres.scoring.scored_pairs import summed
from entityres.scoring.weighing import Weigher

ENOUGH = 5_000
"""Records of a list that are compared with each other, at least."""

DOUBLES_BOUND = 600
"""Of n records sqrt(600 n) are compared: if no double is among these, fewer than one record in two hundred has one (of m
out of n records at most 3 n / m² are doubles then)."""


def inside_pairs(
    cleaned: CleanedRecords,
    keys: Sequence[Key],
    weigher: Weigher,
    prior: float,
    seed: int,
    maker: EntryMaker | None = None,
    progress: Progress | None = None,
) -> InsidePairs:
    """Pairs inside each list that the keys propose, scored like the others; of long lists a sample of the records.

    Args:
        cleaned: The records.
        keys: The keys of the run.
        weigher: That of the run.
        prior: Bits that any two records start with.
        seed: That of the run.
        maker: That of the run, when it is at hand.
        progress: Told how far the work is.
    """
    progress = progress or quiet()
    progress.begin("Looking for doubles inside the lists")
    taken = [_sampled(cleaned, number, seed) for number in range(cleaned.n_lists)]
    if sum(len(records) for records in taken) == len(cleaned):
        # What the run made of the keys serves again, which costs far less than making it for each list.
        found = propose_pairs(cleaned, keys, seed=seed, maker=maker, progress=progress)
        own = cleaned.list_of[found.left] == cleaned.list_of[found.right]
        one, other = found.left[own], found.right[own]
    else:
        sides = [_proposed(cleaned, keys, records, seed, progress) for records in taken]
        one, other = (np.concatenate(side) for side in zip(*sides, strict=True))
    # Whether two equal names are one thing is what the lists are asked here.
    evidence = evidence_of(weigher, one, other, copies=False)
    score = summed(prior, evidence.fields, len(one))
    return InsidePairs(one, other, score, evidence.guards, tuple(len(records) for records in taken))


def _proposed(
    cleaned: CleanedRecords, keys: Sequence[Key], records: np.ndarray, seed: int, progress: Progress
) -> tuple[np.ndarray, np.ndarray]:
    """Pairs among some records, as if there were no others: int32 left and right."""
    fields = tuple(replace(field, codes=field.codes[records]) for field in cleaned.fields)
    forms = None if cleaned.legal_forms is None else cleaned.legal_forms[records]
    alone = CleanedRecords(np.array([0, len(records)], np.int64), fields, legal_forms=forms)
    found = propose_pairs(alone, keys, seed=seed, progress=progress)
    return records[found.left], records[found.right]


def _sampled(cleaned: CleanedRecords, number: int, seed: int) -> np.ndarray:
    """int32: records of a list, ascending: all, or enough of them drawn at random."""
    start, end = (int(at) for at in cleaned.starts[number : number + 2])
    n = end - start
    enough = max(ENOUGH, math.isqrt(DOUBLES_BOUND * n))
    if n <= enough:
        return np.arange(start, end, dtype=np.int32)
    drawn = np.random.default_rng([seed, number]).choice(n, enough, replace=False)
    return (np.sort(drawn) + start).astype(np.int32)
