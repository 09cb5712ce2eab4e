"""Engine: the chance that a key puts two records together, by their similarity (method.md §4, families of functions).

A key is an AND of parts, the keys together are an OR, and each has a curve: bands 1 - (1 - s^r)^b, over the Jaccard
similarity of sets or over the share of equal places (1 - d/m at Hamming distance d, see `places`), a join a step, an exact
part the family that collides always at distance 0 and is bound to nothing elsewhere. How often an exact part agrees at
lower similarities is a fact about the records: `measured_agreement` takes it from pairs. AND multiplies, which is right
when what is left to chance in one factor is not in the others; OR multiplies the chances to miss, which takes the keys as
independent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key
from entityres.candidates.scurve import chance
from entityres.candidates.shared_buckets import shared_buckets

Agreement = Callable[[Key, np.ndarray], np.ndarray]
"""Chance (float64) that all parts of a key agree (apart from bands or join), for similarities (float64, any shape)."""

BINS = 20


def only_equal(key: Key, similarity: np.ndarray) -> np.ndarray:
    """What an exact part promises by itself: always at similarity 1, nothing below."""
    return np.where(similarity >= 1, 1.0, 0.0)


def parts_agree(key: Key, similarity: np.ndarray) -> np.ndarray:
    """For pairs that are known to agree in the parts, such as records of one postcode area."""
    return np.ones_like(similarity)


def chance_of_key(key: Key, similarity: np.ndarray | float, agreement: Agreement = only_equal) -> np.ndarray:
    """Chance that a key proposes a pair of this similarity.

    Args:
        key: The key.
        similarity: Any shape, 0 to 1.
        agreement: How likely the parts agree at a similarity.

    Returns:
        float64 of the same shape.
    """
    s = np.asarray(similarity, np.float64)
    out = agreement(key, s) if key.parts else np.ones_like(s)
    if key.bands is not None:
        return out * chance(s, key.bands.b, key.bands.r)
    if key.join is not None:
        return out * (s >= key.join.similarity)
    return out if key.parts else np.zeros_like(s)


def chance_of_keys(
    keys: Sequence[Key], similarity: np.ndarray | float, agreement: Agreement = only_equal
) -> np.ndarray:
    """Chance that any of the enabled keys proposes a pair of this similarity, taking the keys as independent.

    They are not quite: two records that agree in a name are more likely to agree in an address too, so that the true chance
    is rather lower where several keys are likely, and never below that of the best single key.

    Args:
        keys: The keys.
        similarity: Any shape, 0 to 1.
        agreement: How likely the parts of a key agree at a similarity.
    """
    s = np.asarray(similarity, np.float64)
    missed = np.ones_like(s)
    for key in keys:
        if key.enabled:
            missed = missed * (1 - chance_of_key(key, s, agreement))
    return 1 - missed


def measured_agreement(
    maker: EntryMaker, keys: Sequence[Key], left: np.ndarray, right: np.ndarray, similarity: np.ndarray
) -> Agreement:
    """How often the parts of keys agree, by similarity, measured on pairs.

    The pairs should not come from these keys alone: a key agrees with all that it proposed.

    Args:
        maker: Parts of the records.
        keys: The keys to measure.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        similarity: float (n_pairs,): of each pair.

    Returns:
        The share of pairs that agree, in steps of a twentieth; a step without pairs takes the nearest that has some.
    """
    step = np.minimum((np.asarray(similarity) * BINS).astype(np.int64), BINS - 1)
    there = np.bincount(step, minlength=BINS)
    filled = np.flatnonzero(there)
    shares: dict[Key, np.ndarray] = {}
    for key in keys:
        if key.parts and len(filled):
            agree = shared_buckets(maker, Key(key.name, key.parts), left, right) > 0
            share = np.bincount(step, agree, minlength=BINS)[filled] / there[filled]
            nearest = np.abs(np.arange(BINS)[:, None] - filled[None, :]).argmin(axis=1)
            shares[key] = share[nearest]

    def agreement(key: Key, s: np.ndarray) -> np.ndarray:
        share = shares.get(key)
        if share is None:
            return only_equal(key, s)
        return share[np.minimum((s * BINS).astype(np.int64), BINS - 1)]

    return agreement
