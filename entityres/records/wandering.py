"""Engine: one number or address in several columns of a kind, such as home and mobile, brought into one column.

People write their mobile number where the home number belongs, and two lists seldom agree which is which. A value that stands
in several columns gets the one in which it stands most often, and what stands there instead changes places with it. So equal
values meet, whatever compares them. Two that stand as often in either (two records that are each other's mirror image) get one
column each. A record that has one number in both columns has one number: it is compared once, or a family's only telephone
would speak twice for two of them being one. Only for comparing: shown and exported text never changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np

from entityres.records.byte_order import byte_order
from entityres.records.coding import Coded, Texts, chained, encode, gather, joined_end_to_end

NONE = -1


class Gathered(NamedTuple):
    """A column after values have changed places.

    Attributes:
        values: What is compared.
        moved: bool (n_records,): what came from another column of the record.
    """

    values: Coded
    moved: np.ndarray


def in_one_column(columns: Sequence[Coded]) -> list[Gathered]:
    """The columns with each value in one of them, as far as others that belong there leave it room; in a record only once.

    Args:
        columns: Cleaned values of two or more columns of one role.
    """
    texts = joined_end_to_end([column.texts for column in columns])
    same, firsts = encode(texts)
    starts = np.cumsum([0] + [column.texts.n for column in columns])
    codes = [chained(same[starts[i] : starts[i + 1]], column.codes) for i, column in enumerate(columns)]
    counts = np.array([np.bincount(one[one >= 0], minlength=len(firsts)) for one in codes])
    distinct = gather(texts, firsts)
    # The last place is that of no value.
    home = np.append(_homes(counts, codes, distinct), NONE)
    wanders = np.append((counts > 0).sum(axis=0) > 1, False)
    shared = np.append(counts.sum(axis=0) > 1, False)
    moved = [np.zeros(len(one), bool) for one in codes]
    if wanders.any():
        for at, to in permutations(range(len(codes)), 2):
            here, there = codes[at], codes[to]
            leaves = wanders[here] & (home[here] == to)
            swap = np.flatnonzero(leaves & ~(shared[there] & (home[there] == to)))
            here[swap], there[swap] = there[swap], here[swap]
            moved[at][swap], moved[to][swap] = here[swap] >= 0, True
        for at, to in combinations(range(len(codes)), 2):
            twice = np.flatnonzero((codes[at] == codes[to]) & (codes[at] >= 0))
            stays = home[codes[at][twice]] == to
            for column, rows in ((at, twice[stays]), (to, twice[~stays])):
                codes[column][rows], moved[column][rows] = NONE, False
    return [Gathered(Coded(one, distinct), found) for one, found in zip(codes, moved, strict=True)]


def _homes(counts: np.ndarray, codes: Sequence[np.ndarray], distinct: Texts) -> np.ndarray:
    """int64 (n_distinct,): the column in which each value stands most often.

    A value that stands as often in several columns leaves the first of them to values of the same record that belong there,
    and of several such values to the one that comes first by its bytes.

    Args:
        counts: int64 (n_columns, n_distinct): how often each value stands in each column.
        codes: For each column int32 (n_records,).
        distinct: The values.
    """
    by_count = np.argsort(-counts, axis=0, kind="stable")
    # The last place is that of no value.
    choices = np.append((counts == counts.max(axis=0)).sum(axis=0), 0)
    first, shared = np.append(by_count[0], NONE), np.append(counts.sum(axis=0) > 1, False)
    rows = np.flatnonzero(np.any([choices[one] > 1 for one in codes], axis=0))
    there = [one[rows] for one in codes]
    open_values = np.flatnonzero(choices > 1)
    rank = np.full(len(choices), NONE)
    rank[byte_order(distinct, open_values)] = np.arange(len(open_values))
    place = np.zeros(len(choices), np.int64)
    for at, one in enumerate(there):
        doubtful = np.flatnonzero(choices[one] > 1)
        mine = one[doubtful]
        before = np.zeros(len(mine), np.int64)
        for other in (other[doubtful] for to, other in enumerate(there) if to != at):
            before += shared[other] & (first[other] == first[mine]) & (rank[other] < rank[mine])
        np.maximum.at(place, mine, before)
    return by_count[np.minimum(place[:-1], choices[:-1] - 1), np.arange(len(choices) - 1)]
