"""Engine: last names that begin with other letters and are names of other customers as well: Good and Wood.

A hand seldom slips at the first letter of a name, and then to one of 25 others. That it makes of one name just another that
customers have is less likely the rarer that name is not: a pair of two such names says what log2 of
m / 25 / (how often the rarer one is met) allows at most. A name that nobody else has may be any slip.
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.fields import FieldValues
from entityres.scoring import comparisons as level

LETTERS = 25
"""A slip may put any of so many other letters in the place of one."""

_NEAR = (level.NAME_LETTER, level.NAME_SIMILAR)


def letter_at(texts: pa.LargeStringArray, end: int) -> np.ndarray:
    """object (n,): the letter at one end of each text: the first for 0, the last for -1."""
    letters: np.ndarray = pc.utf8_slice_codeunits(texts, end, None if end else 1).to_numpy(zero_copy_only=False)
    return letters


def others_with(field: FieldValues, customers: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """int64 (n,): of names that begin with other letters how many other customers have the rarer one; 0 for others.

    Args:
        field: The field of last names.
        customers: int64 (n_values,): customers with each name.
        a: int32 (n,): numbers of names.
        b: int32 (n,): numbers of other names.
    """
    one, other = (letter_at(field.values.take(codes), 0) for codes in (a, b))
    found: np.ndarray = np.where(one != other, np.minimum(customers[a], customers[b]) - 1, 0)
    return found


def limit_other_names(
    field: FieldValues,
    customers: np.ndarray,
    m: np.ndarray,
    different: float,
    levels: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    weights: np.ndarray,
) -> None:
    """Lower the weights of last names that begin with other letters and that other customers have.

    Args:
        field: The field of last names.
        customers: int64 (n_values,): customers with each name.
        m: float64 (n_levels,): share of true pairs at each level.
        different: Weight of two other names, below which none is lowered.
        levels: int8 (n_pairs,).
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        weights: float32 (n_pairs,), changed in place.
    """
    near = np.flatnonzero(np.isin(levels, _NEAR))
    others = others_with(field, customers, field.codes[left[near]], field.codes[right[near]])
    near, others = near[others > 0], others[others > 0]
    most = np.log2(m[levels[near]] / LETTERS * (customers.sum() / others))
    weights[near] = np.minimum(weights[near], np.maximum(most, different))
