"""Engine: what a title says again of its maker, its genre or another category.

A maker stands in the title too, and things of one kind are called alike: strangers of one category are more often as alike
in their texts than any strangers are. Both are measured, and by how many bits more often (log2 of the ratio; pointwise mutual
information, Church & Hanks 1990) is said twice where the category agrees, and counts once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.roles import Role
from entityres.scoring import comparisons as level
from entityres.scoring.comparing import Comparer
from entityres.scoring.field_weights import Rarity, text_weights
from entityres.scoring.prior_odds import usual_pairs

TEXTS = (Role.TITLE, Role.TEXT, Role.ITEMS)
"""What is written about things of one kind, and who makes them."""

RANDOM_PAIRS = 50_000
"""Pairs of one category that are drawn: enough to see one in a thousand within a seventh."""


USUAL_AGAIN = 4
"""So many times as often are strangers of one category alike where the list is too short to tell: a maker's name stands in
the title of most things."""


@dataclass(frozen=True)
class _Kind:
    """A category, and random pairs that agree in it.

    Attributes:
        number: Of the field.
        levels: By number of a text: int8 (n_pairs,).
        true_share: Share of these pairs that is usually true.
    """

    number: int
    levels: Mapping[int, np.ndarray]
    true_share: float


@dataclass(frozen=True)
class TitlesOfAKind:
    """What texts say again of categories.

    Attributes:
        kinds: The categories.
        again: For each category by number of the text: float32 (n_levels,), bits that are said twice.
    """

    kinds: tuple[_Kind, ...]
    again: tuple[Mapping[int, np.ndarray], ...] = ()

    @classmethod
    def among(cls, cleaned: CleanedRecords, comparer: Comparer, across_only: bool, seed: int) -> TitlesOfAKind | None:
        """Compare the texts of random pairs of one category; None where there are no such pairs."""
        texts = [number for number, field in enumerate(comparer.fields) if field.role in TEXTS]
        kinds = []
        for number, field in enumerate(comparer.fields):
            if not texts or field.role is not Role.CATEGORY:
                continue
            left, right, others = pairs_of_a_kind(cleaned, field, across_only, seed)
            if len(left):
                levels = {text: comparer.field_levels(text, left, right) for text in texts}
                partners = 2 * usual_pairs(cleaned, across_only) / len(cleaned)
                agree = comparer.comparisons[number].levels[level.SAME].m
                kinds.append(_Kind(number, levels, min(partners * agree * float((1 / others).mean()), 0.5)))
        return cls(tuple(kinds)) if kinds else None

    def measured(self, rarity: Sequence[Rarity]) -> TitlesOfAKind:
        """With what is said twice, by what is known of the fields."""
        return replace(
            self, again=tuple({text: _again(kind, text, rarity[text]) for text in kind.levels} for kind in self.kinds)
        )

    def take_off(self, levels: Sequence[np.ndarray], weights: Sequence[np.ndarray]) -> None:
        """Count once what texts and categories say together; changes the weights in place.

        It is taken off the texts, as far as they speak for a match, and never more of it than the category says itself: so
        more agreement never lowers the sum.

        Args:
            levels: For each field int8 (n_pairs,).
            weights: For each field float32 (n_pairs,).
        """
        for kind, again in zip(self.kinds, self.again, strict=True):
            agree = np.flatnonzero(levels[kind.number] == level.SAME)
            rest = np.maximum(weights[kind.number][agree], 0)
            for text, bits in again.items():
                there = levels[text][agree]
                says = np.maximum(weights[text][agree], 0)
                off = np.minimum(np.minimum(says, rest), np.where(there >= 0, bits[there], 0))
                weights[text][agree] -= off
                rest -= off


def _again(kind: _Kind, text: int, rarity: Rarity) -> np.ndarray:
    """float32 (n_levels,): by how many bits a level says less where the category agrees."""
    strangers = rarity.m[1:] / np.exp2(rarity.by_level)
    known = np.concatenate([strangers[:1], strangers])
    known[: level.TEXT_SOME + 1] *= USUAL_AGAIN
    there = text_weights(rarity.m, known / known.sum(), kind.levels[text], kind.true_share)
    bits = np.maximum(rarity.by_level - there, 0).astype(np.float32)
    return np.concatenate([bits[:1], bits])


def pairs_of_a_kind(
    cleaned: CleanedRecords, field: FieldValues, across_only: bool, seed: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random pairs of records with one value; each record is as likely as any other.

    Returns:
        left and right, int32 (n_pairs,), and int64 (n_pairs,): to how many records the left one could be paired. The same
        pairs in whatever order the rows stand.
    """
    records = cleaned.by_values[field.codes[cleaned.by_values] >= 0]
    own = cleaned.list_of[records] if across_only else np.arange(len(records))
    order = np.lexsort([own, field.codes[records]])
    records, own = records[order], own[order]
    codes = field.codes[records]
    first, past = (np.searchsorted(codes, codes, side) for side in ("left", "right"))
    begins = np.flatnonzero(np.concatenate([[True], (codes[1:] != codes[:-1]) | (own[1:] != own[:-1])])[: len(codes)])
    sizes = np.diff(np.append(begins, len(codes)))
    mine, n_mine = np.repeat(begins, sizes), np.repeat(sizes, sizes)
    others = past - first - n_mine
    able = np.flatnonzero(others)
    if not len(able):
        return np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int64)
    rng = np.random.Generator(np.random.PCG64([seed, 23]))
    one = able[rng.integers(0, len(able), min(RANDOM_PAIRS, int(others.sum())))]
    # Which of the others, those of its own side left out.
    other = first[one] + (rng.random(len(one)) * others[one]).astype(np.int64)
    other += np.where(other >= mine[one], n_mine[one], 0)
    return records[one], records[other], others[one]
