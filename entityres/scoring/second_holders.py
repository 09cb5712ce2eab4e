"""Engine: how often something of one's own is a stranger's too, counted in the list.

A phone that two customers have may be one customer's, entered twice, or a home's. How rare the second is, no table of
frequencies shows: a list of a thousand cannot tell one in a thousand from one in a million. But the values that a second
customer has can be counted, beside those that nobody else has (Good 1953: the chance to meet a value again is seen from the
values that were met twice). Two holders who are likely one customer are no strangers.
"""

from __future__ import annotations

import numpy as np

from entityres.records.coding import CODES
from entityres.records.compiled import compiled

USUAL = 0.25
"""Chance that the second holder of something of one's own is a stranger, as known beforehand."""

KNOWN = 50
"""Weight of what is known beforehand, counted in customers: a short list says little about the second holder."""


def stranger_share(alone: float, two: float, one_customer: float) -> float:
    """Share of customers with a value of their own that a stranger has too.

    Args:
        alone: Values that one customer has.
        two: Values that two have.
        one_customer: How many of these two are expected to be one.
    """
    strangers = 2 * max(two - one_customer, 0.0)
    return (strangers + KNOWN * USUAL) / (strangers + alone + one_customer + KNOWN)


@compiled(
    f"float64({CODES}, int64[::1], int32[::1], Array(int8, 1, 'C', readonly=True), {CODES}, {CODES}, float32[::1], "
    "boolean[::1], float64[::1])"
)
def _one_customer(codes, customers, of, levels, left, right, evidence, free, chance):  # type: ignore[no-untyped-def]
    # Of all pairs with the value the best tells how likely its two holders are one.
    for pair in range(len(levels)):
        if levels[pair] != 0 or not free[pair] or of[left[pair]] == of[right[pair]]:
            continue
        code = codes[left[pair]]
        if code == codes[right[pair]] and customers[code] == 2:
            chance[code] = max(chance[code], 1 / (1 + 2.0 ** -float(evidence[pair])))
    return chance.sum()


def measured(
    codes: np.ndarray,
    customers: np.ndarray,
    of: np.ndarray,
    levels: np.ndarray,
    left: np.ndarray,
    right: np.ndarray,
    evidence: np.ndarray,
    free: np.ndarray,
) -> float:
    """The `stranger_share` of a field, as the pairs show it.

    Args:
        codes: int32 (n_records,): the field's value of each record, -1 where missing.
        customers: int64 (n_values,): how many customers have each value.
        of: int32 (n_records,): the first record of each record's customer.
        levels: int8 (n_pairs,): 0 where the values are the same.
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        evidence: float32 (n_pairs,): all that is known of each pair, in bits.
        free: bool (n_pairs,): nothing speaks against the pair.
    """
    chance = np.zeros(len(customers))
    same = _one_customer(codes, customers, of, levels, left, right, evidence, free, chance)
    return stranger_share(float((customers == 1).sum()), float((customers == 2).sum()), float(same))
