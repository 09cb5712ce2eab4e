"""Engine: pairs inside lists that a run compares only with each other, looked at to see whether they hold doubles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from entityres.candidates.keys import Key
from entityres.candidates.proposing import propose_pairs
from entityres.progress import Progress, quiet
from entityres.records.fields import CleanedRecords
from entityres.scoring.doubles_inside import InsidePairs
from entityres.scoring.weighing import Weigher, evidence_of

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
    progress: Progress | None = None,
) -> InsidePairs:
    """Pairs inside each list that the keys propose, scored like the others; of long lists a sample of the records.

    Args:
        cleaned: The records.
        keys: The keys of the run.
        weigher: That of the run.
        prior: Bits that any two records start with.
        seed: That of the run.
        progress: Told how far the work is.
    """
    progress = progress or quiet()
    progress.begin("Looking for doubles inside the lists")
    left, right, compared = [], [], []
    for number in range(cleaned.n_lists):
        records = _sampled(cleaned, number, seed)
        fields = tuple(replace(field, codes=field.codes[records]) for field in cleaned.fields)
        alone = CleanedRecords(np.array([0, len(records)], np.int64), fields)
        found = propose_pairs(alone, keys, seed=seed, progress=progress)
        left.append(records[found.left])
        right.append(records[found.right])
        compared.append(len(records))
    one, other = np.concatenate(left), np.concatenate(right)
    evidence = evidence_of(cleaned, one, other, weigher=weigher)
    score = np.full(len(one), prior, np.float32)
    for field in evidence.fields:
        score += field.weights
    return InsidePairs(one, other, score, evidence.guards, tuple(compared))


def _sampled(cleaned: CleanedRecords, number: int, seed: int) -> np.ndarray:
    """int32: records of a list, ascending: all, or enough of them drawn at random."""
    start, end = (int(at) for at in cleaned.starts[number : number + 2])
    n = end - start
    enough = max(ENOUGH, math.isqrt(DOUBLES_BOUND * n))
    if n <= enough:
        return np.arange(start, end, dtype=np.int32)
    drawn = np.random.default_rng([seed, number]).choice(n, enough, replace=False)
    return (np.sort(drawn) + start).astype(np.int32)
