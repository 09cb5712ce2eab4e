"""Engine: how much two texts of a record say twice, measured among strangers.

A description begins with the title, one author writes about one thing. Strangers with like titles then have like
descriptions more often than chance would have it, and a sum takes both for evidence of its own. By how many bits more often
(pointwise mutual information; Church & Hanks 1990) is what both have in common, and counts once. Of several texts those ties
are kept that form the tree with most in common (Chow & Liu 1968), so that nothing is taken off twice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role

TEXTS = (Role.TITLE, Role.ORGANISATION, Role.TEXT, Role.ITEMS)
"""Fields of several words, which may be about the same. What persons and places have in common is known (see `dependence`)."""

KNOWN = 20
"""Weight of the usual, that nothing is said twice, counted in strangers of whom both texts are alike."""

LEAST_BITS = 0.1
"""Less than this in common is nothing."""


@dataclass(frozen=True)
class Repeat:
    """Two fields and what they have in common.

    Attributes:
        one: Number of the field.
        other: Number of the other field.
        bits: What counts once at most.
    """

    one: int
    other: int
    bits: float


def repeats_among(
    fields: Sequence[FieldValues], levels: Sequence[np.ndarray], weights: Sequence[np.ndarray], strangers: np.ndarray
) -> tuple[Repeat, ...]:
    """What the texts of records have in common.

    Args:
        fields: The compared fields.
        levels: For each field int8 (n_pairs,), of random pairs.
        weights: For each field float32 (n_pairs,).
        strangers: float64 (n_pairs,): chance that the pair is of two customers.
    """
    texts = [i for i, field in enumerate(fields) if field.role in TEXTS]
    ties = []
    for one, other in combinations(texts, 2):
        both = (levels[one] >= 0) & (levels[other] >= 0)
        bits = _in_common(weights[one][both] > 0, weights[other][both] > 0, strangers[both])
        if bits >= LEAST_BITS:
            ties.append(Repeat(one, other, bits))
    return _tree(ties)


def _in_common(one: np.ndarray, other: np.ndarray, strangers: np.ndarray) -> float:
    """Bits by which strangers are alike in both more often than if one had nothing to do with the other."""
    total = float(strangers.sum())
    together = float(strangers[one & other].sum())
    by_chance = float(strangers[one].sum()) * float(strangers[other].sum()) / max(total, 1.0)
    return float(np.log2((together + KNOWN) / (by_chance + KNOWN)))


def _tree(ties: list[Repeat]) -> tuple[Repeat, ...]:
    """The ties of a tree with most in common: the strongest first, none that closes a ring (Kruskal 1956)."""
    tree_of = {field: field for tie in ties for field in (tie.one, tie.other)}
    kept = []
    for tie in sorted(ties, key=lambda tie: -tie.bits):
        one, other = tree_of[tie.one], tree_of[tie.other]
        if one != other:
            kept.append(tie)
            tree_of = {field: one if tree == other else tree for field, tree in tree_of.items()}
    return tuple(kept)


def take_off(repeats: Sequence[Repeat], weights: Sequence[np.ndarray]) -> None:
    """Count what two fields have in common once; changes the weights in place.

    It is taken off the weaker one, and never more than an equal part for each of a field's ties: so no field that speaks
    for a match turns against it, and more agreement never lowers the sum.

    Args:
        repeats: As `repeats_among` gives them.
        weights: For each field float32 (n_pairs,).
    """
    ends = [field for tie in repeats for field in (tie.one, tie.other)]
    parts = {field: np.maximum(weights[field], 0) / np.float32(ends.count(field)) for field in set(ends)}
    for tie in repeats:
        one, other = parts[tie.one], parts[tie.other]
        off = np.minimum(np.minimum(one, other), np.float32(tie.bits))
        weaker = one <= other
        for field, bears in ((tie.one, weaker), (tie.other, ~weaker)):
            np.subtract(weights[field], off, out=weights[field], where=bears)
