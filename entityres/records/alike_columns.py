"""Engine: whether two columns of words hold the same kind of values, by the words that they share."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.folding import fold_text
from entityres.records.record_list import RecordList

SAMPLE, ENOUGH = 2000, 20
ALIKE, LONGER, SHORTEST_WORD = 0.5, 2.5, 3


def words_in_common(one: Sequence[str], other: Sequence[str]) -> float:
    """How much of the words of two columns is the same, beside how much of it two halves of one column have in common.

    Two columns of one kind are about as like each other as their own halves are, however many words there are.

    Args:
        one: Cells of a column.
        other: Cells of the other one.

    Returns:
        0 for nothing in common, about 1 for columns of one kind; 0 where values of one are far longer, or too few.
    """
    sides = [[words for cell in cells if (words := fold_text(cell).split())] for cells in (one, other)]
    if min(map(len, sides)) < ENOUGH:
        return 0.0
    short, long = sorted(float(np.mean([len(words) for words in side])) for side in sides)
    if long > LONGER * short:
        return 0.0
    half = min(map(len, sides)) // 2
    a, a_2, b, b_2 = (_vocabulary(side[start : 2 * half : 2]) for side in sides for start in (0, 1))
    own = min(_shared(a, a_2), _shared(b, b_2))
    across = (_shared(a, b) + _shared(a_2, b_2)) / 2
    return min(1.0, across / own) if own > 0 else float(across > 0)


def _vocabulary(cells: Sequence[Sequence[str]]) -> frozenset[str]:
    return frozenset(word for words in cells for word in words if len(word) >= SHORTEST_WORD and not word.isdigit())


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    """Share of the words of both that both have (Dice)."""
    return 2 * len(one & other) / max(1, len(one) + len(other))


def sample_of(record_list: RecordList, heading: str) -> list[str]:
    """Filled cells from all over a column."""
    n = len(record_list)
    places = np.unique(np.linspace(0, max(0, n - 1), min(n, SAMPLE)).astype(np.int64))
    return [cell for cell in record_list.table.column(heading).take(places).to_pylist() if cell and cell.strip()]
