"""Engine: minhash signatures (method.md §3; *Mining of Massive Datasets*, ch. 3.3).

P[the minhashes of two sets agree] = their Jaccard similarity, so the share of equal places of two signatures estimates
it, with standard error sqrt(s (1 - s) / K). Permutations are replaced by hash functions and one pass over the data,
record by record: every slot starts at infinity and takes the smaller value whenever an element is met.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.compiled import compiled, spread

if TYPE_CHECKING:
    from entityres.candidates.shingling import Shingles
    from entityres.progress import Progress

VERSION = 1
"""Changes whenever the same records would get another signature."""

FEWEST_TOGETHER, MOST_HASHES = 8, 1 << 25
"""Bands are hashed in passes of so many, or of more while their hashes take 256 MB: a signature that is read in pieces comes
from memory once for each of them."""


def minhash_of_permutation(rows: set[int], order: Sequence[int]) -> int:
    """Minhash by its definition: the first row, in permuted order, that the set has.

    Args:
        rows: The set, rows counted from 1.
        order: The rows in permuted order.

    Returns:
        The place (from 1) of that row in the permuted order.
    """
    return next(place for place, row in enumerate(order, 1) if row in rows)


def signatures_by_hashing(
    columns: Sequence[set[int]], functions: Sequence[Callable[[int], int]], rows: Sequence[int]
) -> list[list[float]]:
    """The one-pass algorithm for any hash functions, as the book writes it; the twin that the compiled pass is tested by.

    Returns:
        For each function the slot of each column (infinity for an empty one).
    """
    slots = [[math.inf] * len(columns) for _ in functions]
    for row in rows:
        values = [function(row) for function in functions]
        for c, column in enumerate(columns):
            if row in column:
                for f, value in enumerate(values):
                    slots[f][c] = min(slots[f][c], value)
    return slots


def similarity_of_signatures(left: np.ndarray, right: np.ndarray) -> float:
    """Share of equal places."""
    return float(np.mean(np.asarray(left) == np.asarray(right)))


def standard_error(similarity: float, num_perm: int) -> float:
    """Standard error of a similarity estimated from signatures of that length."""
    return math.sqrt(similarity * (1 - similarity) / num_perm)


def hash_functions(num_perm: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Multipliers (odd) and additions, uint32 (num_perm,), of h(x) = mix(a·x + b) mod 2^32, the same for a seed everywhere.

    The first of a longer signature are those of a shorter one, so stored signatures serve any smaller b·r.
    """
    drawn = np.random.Generator(np.random.PCG64([VERSION, seed])).integers(
        0, 1 << 32, size=(num_perm, 2), dtype=np.uint64
    )
    return (drawn[:, 0].astype(np.uint32) | np.uint32(1)), drawn[:, 1].astype(np.uint32)


COMMON = 8
"""A value of so many records is signed once; of all records, at most one in so many such values are kept for it."""


@dataclass(frozen=True)
class Signatures:
    """Signatures that are kept, and what they were made with: those of another seed or version tell nothing about ours.

    Attributes:
        rows: uint32 (n_records, num_perm).
        seed: Which hash functions.
        version: `VERSION` of the program that made them.
    """

    rows: np.ndarray
    seed: int
    version: int = VERSION

    def serve(self, num_perm: int, seed: int) -> bool:
        """Whether they can stand for signatures of this length and seed made now."""
        return self.version == VERSION and self.seed == seed and self.rows.shape[1] >= num_perm


@compiled()
def _hash(a, b, x):  # type: ignore[no-untyped-def]
    h = np.uint32(np.uint32(a * x) + b)
    h = np.uint32(h ^ np.uint32(h >> np.uint32(15)))
    return np.uint32(h * np.uint32(0x2C1B3C6D))


@compiled(
    "void(int32[:,::1], int64[::1], uint32[::1], uint32[::1], uint32[::1], int32[::1], uint32[:,::1], uint32[:,::1], "
    "int64, int64)"
)
def _sign(codes, starts, tokens, a, b, row_of, made, out, first, last):  # type: ignore[no-untyped-def]
    # Every step is cast back to 32 bits: numba widens uint32 products, which is slower and gives other minima.
    k = a.shape[0]
    slots = np.empty(k, np.uint32)
    for record in range(first, last):
        for j in range(k):
            slots[j] = np.uint32(0xFFFFFFFF)
        for f in range(codes.shape[1]):
            code = codes[record, f]
            if code < 0:
                continue
            row = row_of[code]
            if row >= 0:
                for j in range(k):
                    slots[j] = min(slots[j], made[row, j])
                continue
            # Two tokens at a time: each slot is loaded and stored half as often. An odd one goes first, with itself.
            t, end = starts[code], starts[code + 1]
            step = 1 if (end - t) & 1 else 2
            while t < end:
                x, y = tokens[t], tokens[t + step - 1]
                for j in range(k):
                    slots[j] = min(slots[j], min(_hash(a[j], b[j], x), _hash(a[j], b[j], y)))
                t += step
                step = 2
        for j in range(k):
            out[record, j] = slots[j]


def sign(shingles: Shingles, num_perm: int, seed: int = 1, progress: Progress | None = None) -> np.ndarray:
    """Minhash signatures of all records.

    The minimum over a record is that of the minima of its values: a value that many records have is signed once.

    Args:
        shingles: The records as sets.
        num_perm: Length K of a signature.
        seed: Which hash functions.
        progress: Asked between some thousand records whether to stop.

    Returns:
        uint32 (n_records, num_perm); a record with an empty set has the largest value everywhere. 4·K bytes a record, and
        an eighth more while they are made.
    """
    a, b = hash_functions(num_perm, seed)
    common, n_values = _common_values(shingles), max(1, len(shingles.starts) - 1)

    def signed(codes: np.ndarray, row_of: np.ndarray, made: np.ndarray) -> np.ndarray:
        out = np.empty((len(codes), num_perm), np.uint32)
        given = (codes, shingles.starts, shingles.tokens, a, b, row_of, made, out)

        def work(first: int, last: int) -> None:
            if progress is not None:
                progress.check()
            _sign(*given, first, last)

        n_tokens = len(shingles.tokens) / n_values * codes.size
        spread(len(out), work, chunk=20_000, size=int(n_tokens))
        return out

    row_of = np.full(len(shingles.starts) - 1, -1, np.int32)
    made = signed(common.reshape(-1, 1), row_of, np.empty((0, num_perm), np.uint32))
    row_of[common] = np.arange(len(common), dtype=np.int32)
    return signed(shingles.codes, row_of, made)


def _common_values(shingles: Shingles) -> np.ndarray:
    """int32 (n,): numbers of the values that so many records have that it saves time to sign them first."""
    n_records, n_values = len(shingles.codes), len(shingles.starts) - 1
    uses = np.zeros(n_values + 1, np.int64)
    for column in shingles.codes.T:
        uses += np.bincount(column + 1, minlength=n_values + 1)
    least = COMMON
    while np.count_nonzero(uses[1:] >= least) > n_records // COMMON:
        least *= 2
    return np.flatnonzero(uses[1:] >= least).astype(np.int32)


@compiled("void(uint32[:,::1], int64, int64, uint64[:,::1], int64, int64)")
def _band_hashes(signatures, at, r, out, first, last):  # type: ignore[no-untyped-def]
    # A polynomial of the rows, record by record: a signature is read from one end to the other.
    factor, n_rows = np.uint64(0x9E3779B97F4A7C15), len(out) * r
    for i in range(first, last):
        signature = signatures[i]
        empty = signature[at] == np.uint32(0xFFFFFFFF)
        if empty:
            for place in range(at + 1, at + n_rows):
                empty = empty and signature[place] == np.uint32(0xFFFFFFFF)
        row = np.uint64(at)
        for band in range(len(out)):
            h = np.uint64(0)
            for _ in range(r):
                h = np.uint64(h * factor) + np.uint64(signature[row])
                row += np.uint64(1)
            h ^= h >> np.uint64(32)
            h = np.uint64(h * factor)
            h ^= h >> np.uint64(32)
            out[band, i] = np.uint64(0) if empty else max(h, np.uint64(1))


def hashes_of_bands(signatures: np.ndarray, first: int, end: int, r: int) -> np.ndarray:
    """Hashes of the bands first .. end - 1 in one pass: what lies side by side in memory is read once.

    Returns:
        uint64 (end - first, n_records): band b hashes rows b·r .. b·r + r - 1; 0 for a record with an empty set.
    """
    out = np.empty((end - first, len(signatures)), np.uint64)
    spread(len(signatures), lambda a, b: _band_hashes(signatures, first * r, r, out, a, b), chunk=8_192)
    return out


def in_passes(signatures: np.ndarray, first: int, end: int, r: int) -> Iterator[np.ndarray]:
    """The hashes of these bands, as many of them in a pass as may be kept at once; each as `hashes_of_bands` gives them."""
    together = max(FEWEST_TOGETHER, MOST_HASHES // max(len(signatures), 1))
    for begin in range(first, end, together):
        yield hashes_of_bands(signatures, begin, min(begin + together, end), r)
