"""Engine: records drawn from a list whose texts are long, so that not all of them need be read for what is said at once."""

from __future__ import annotations

from functools import partial

import numpy as np

from entityres.candidates.tallies import in_halves
from entityres.records.coding import CODES
from entityres.records.compiled import compiled
from entityres.records.fields import FieldValues


@compiled()
def is_drawn(record, bits):  # type: ignore[no-untyped-def]
    """Whether a record is one of those that stand for 2^bits: a piece of kernels."""
    h = np.uint64(np.uint64(record + 1) * np.uint64(0x9E3779B97F4A7C15))
    h ^= h >> np.uint64(32)
    h = np.uint64(h * np.uint64(0xBF58476D1CE4E5B9)) >> np.uint64(32)
    return (h & np.uint64((1 << bits) - 1)) == 0


@compiled(f"void({CODES}, int64, uint32[::1], int64, int64)")
def _count(codes, bits, counts, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        if codes[record] >= 0:
            counts[codes[record]] += np.uint32(is_drawn(record, bits))


def count_drawn(field: FieldValues, bits: int) -> np.ndarray:
    """uint32 (n_distinct,): drawn records that hold each value."""
    return in_halves(len(field.codes), len(field.values), partial(_count, field.codes, bits))


def letters_of(field: FieldValues) -> int:
    """Bytes of all its different values."""
    offsets = field.buffers[1]
    return int(offsets[-1] - offsets[0])


def bits_to_draw(letters: int, soon: int) -> int:
    """One record of two to this power is read where texts have so many letters, of which `soon` are read at once.

    With fewer records it is told less well which buckets are large: of texts four times as long half as many are drawn.
    """
    return ((letters // soon).bit_length() + 1) // 2
