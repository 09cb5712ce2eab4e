"""Engine: Jaccard similarity of sets and bags (method.md §1; *Mining of Massive Datasets*, ch. 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.coding import CODES
from entityres.records.compiled import compiled, spread

if TYPE_CHECKING:
    from entityres.candidates.shingling import Shingles
    from entityres.progress import Progress

PAIRS = 10_000
"""So many pairs are measured at a time: of long texts some hundredths of a second."""


def jaccard(left: Iterable[object], right: Iterable[object]) -> float | None:
    """Size of the intersection over size of the union; None for two empty sets, which are no evidence at all."""
    a, b = set(left), set(right)
    return len(a & b) / len(a | b) if a or b else None


def bag_jaccard(left: Iterable[object], right: Iterable[object]) -> float | None:
    """The same for bags: an element counts as often as it occurs."""
    a, b = Counter(left), Counter(right)
    return (a & b).total() / (a | b).total() if a or b else None


def bit_similarity(left: str, right: str) -> float | None:
    """Jaccard similarity of two bit vectors written as texts of 0 and 1: places with 1 in both over places with any 1."""
    return jaccard(
        (i for i, bit in enumerate(left) if bit == "1"),
        (i for i, bit in enumerate(right) if bit == "1"),
    )


@compiled(f"void(int32[:,::1], int64[::1], uint32[::1], {CODES}, {CODES}, float32[::1], int64, int64)")
def _pair_similarity(codes, starts, tokens, left, right, out, first, last):  # type: ignore[no-untyped-def]
    for pair in range(first, last):
        shared = 0
        total = 0
        for f in range(codes.shape[1]):
            a = codes[left[pair], f]
            b = codes[right[pair], f]
            if a >= 0 and a == b:
                size = starts[a + 1] - starts[a]
                shared += size
                total += size
                continue
            i = starts[a] if a >= 0 else 0
            end_i = starts[a + 1] if a >= 0 else 0
            j = starts[b] if b >= 0 else 0
            end_j = starts[b + 1] if b >= 0 else 0
            total += (end_i - i) + (end_j - j)
            while i < end_i and j < end_j:
                if tokens[i] == tokens[j]:
                    shared += 1
                    total -= 1
                    i += 1
                    j += 1
                elif tokens[i] < tokens[j]:
                    i += 1
                else:
                    j += 1
        out[pair] = shared / total if total > 0 else 0.0


def pair_similarity(
    shingles: Shingles, left: np.ndarray, right: np.ndarray, progress: Progress | None = None
) -> np.ndarray:
    """Jaccard similarity of the shingle sets of pairs of records.

    Args:
        shingles: The shingles of all records.
        left: int32 (n_pairs,) records.
        right: int32 (n_pairs,) records.
        progress: Counts pairs.

    Returns:
        float32 (n_pairs,); 0 where both sets are empty.
    """
    out = np.zeros(len(left), np.float32)

    def work(first: int, last: int) -> None:
        _pair_similarity(shingles.codes, shingles.starts, shingles.tokens, left, right, out, first, last)

    spread(len(left), work, progress, chunk=PAIRS)
    return out
