"""Engine: links of a record that fits two customers alike.

Harold Vance without a birth date fits Harold Vance senior as well as junior. Joining him with whichever scores a hair higher
would be a guess; such links are left to a person.
"""

from __future__ import annotations

import numpy as np

MARGIN = 3.0
"""Bits: a link that is eight times as likely as the other is no guess."""


def ambiguous_links(
    n_records: int,
    left: np.ndarray,
    right: np.ndarray,
    score: np.ndarray,
    apart_left: np.ndarray,
    apart_right: np.ndarray,
) -> np.ndarray:
    """Links of a record to two others that contradict each other, when they score alike.

    Args:
        n_records: Number of records.
        left: int32 (n_links,).
        right: int32 (n_links,); each link once.
        score: float32 (n_links,).
        apart_left: int32 (k,): pairs that contradict each other.
        apart_right: int32 (k,).

    Returns:
        bool (n_links,).
    """
    out = np.zeros(len(left), bool)
    if not len(left) or not len(apart_left):
        return out
    # Every link from both of its ends, sorted by record and neighbour.
    ends = np.concatenate([left, right]).astype(np.int64)
    others = np.concatenate([right, left]).astype(np.int64)
    link = np.tile(np.arange(len(left)), 2)
    order = np.lexsort((others, ends))
    ends, others, link = ends[order], others[order], link[order]
    starts = np.searchsorted(ends, np.arange(n_records + 1))
    codes = ends * n_records + others
    # For each contradicting pair (a, b) all neighbours c of a, kept where c is a neighbour of b too.
    a, b = apart_left.astype(np.int64), apart_right.astype(np.int64)
    degree = starts[a + 1] - starts[a]
    which = np.repeat(np.arange(len(a)), degree)
    first = np.repeat(starts[a] - (np.cumsum(degree) - degree), degree) + np.arange(int(degree.sum()))
    wanted = b[which] * n_records + others[first]
    second = np.minimum(np.searchsorted(codes, wanted), len(codes) - 1)
    shared = codes[second] == wanted
    one, other = link[first[shared]], link[second[shared]]
    alike = np.abs(score[one] - score[other]) < MARGIN
    out[one[alike]] = True
    out[other[alike]] = True
    return out
