"""Engine: records near to one, put in order by the evidence that they are the same customer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.candidates.nearest import NearRecords
from entityres.records.fields import CleanedRecords
from entityres.scoring.explaining import EvidencePart, parts_of, sentence_of
from entityres.scoring.prior_odds import estimate_prior
from entityres.scoring.run_scores import evidence_of
from entityres.scoring.scored_pairs import probability_of
from entityres.scoring.weighing import Weigher


@dataclass(frozen=True)
class Neighbour:
    """A record near to the one that was asked for.

    Attributes:
        record: Its number over all lists.
        score: Evidence that both are one customer, in bits, before anything is learned from the other pairs of the lists.
        probability: The same as 0-1.
        jaccard: Similarity of their shingles, over the fields that the record asked for has.
        keys: Names of the keys that put them together; empty where only the similarity does.
        sentence: The strongest evidence in words.
        parts: Evidence by field.
    """

    record: int
    score: float
    probability: float
    jaccard: float
    keys: tuple[str, ...]
    sentence: str
    parts: tuple[EvidencePart, ...]


def rank(
    cleaned: CleanedRecords,
    record: int,
    near: NearRecords,
    n: int = 10,
    *,
    weigher: Weigher | None = None,
    seed: int = 1,
) -> tuple[Neighbour, ...]:
    """The best of the near records by their score, similarity where that is equal.

    Args:
        cleaned: The records.
        record: The record that was asked for.
        near: Records near to it.
        n: How many are wanted.
        weigher: Made before for the same records, all pairs of lists and seed.
        seed: Which random pairs stand for strangers.
    """
    if not len(near):
        return ()
    weigher = weigher or Weigher(cleaned, False, seed)
    one = np.full(len(near), record, np.int32)
    left, right = np.minimum(one, near.records), np.maximum(one, near.records)
    found = evidence_of(weigher, left, right)
    prior = estimate_prior(cleaned, np.zeros(0), np.zeros(0, np.uint8), False)
    score = np.sum([field.weights for field in found.fields], axis=0) + prior
    best = np.lexsort((near.records, -near.jaccard, -score))[:n]
    out = []
    for at in best:
        parts = parts_of(cleaned, found.fields, int(at), (record, int(near.records[at])))
        total = float(score[at])
        out.append(
            Neighbour(
                int(near.records[at]),
                total,
                float(probability_of(total)),
                float(near.jaccard[at]),
                near.key_names(int(at)),
                sentence_of(parts),
                parts,
            )
        )
    return tuple(out)
