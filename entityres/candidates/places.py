"""Engine: texts as rows of places, for those that differ in a few (Hamming distance; method.md §4).

The book's vectors of m bits become texts of m characters: a place is a coordinate, and the function that looks at one
place chosen by chance finds two texts of distance d equal there with chance 1 - d/m, which is the
(d1, d2, 1 - d1/m, 1 - d2/m)-sensitive family of bits, over letters and digits instead of 0 and 1. Characters rather than
their bits, because people get a digit wrong, not a bit: one wrong digit is distance 1, whichever digit it became. It is
for what has a fixed length and no words: telephone numbers, customer numbers, IBANs, dates. Texts of another length never
agree; a letter left out is no matter of places, letters that stand together (`shingling`) see that.

A signature row is a place, so bands of r rows and b bands have the curve 1 - (1 - s^r)^b over s = 1 - d/m, as minhash has
over the Jaccard similarity. Short texts have few places, and all texts of one length are looked at in the same ones: for a
number of ten digits twenty bands make it certain enough that some band leaves out the wrong digit.
The exact join takes (length, place, character) as elements: of two texts of one length those have the Jaccard similarity
s / (2 - s).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.candidates.shingling import Shingles, mix_bits, stack_values, zlib_tag
from entityres.records.coding import BYTES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import CleanedRecords, FieldValues

PLACE_TOKENS = "places"


def curve_similarity(tokens: str, jaccard: np.ndarray) -> np.ndarray:
    """What the curve of a similarity key is over: the share of equal places, or the Jaccard similarity itself.

    Args:
        tokens: What the sets are made of, one of `keys.TOKENS`.
        jaccard: Jaccard similarities of sets; of places for texts of one length.
    """
    return 2 * jaccard / (1 + jaccard) if tokens == PLACE_TOKENS else jaccard


def needed_jaccard(tokens: str, similarity: float) -> float:
    """The Jaccard similarity of sets that `curve_similarity` makes at least this of."""
    # A hair less, so that 9 of 10 places are .9 whatever the rounding.
    return similarity / (2 - similarity) - 1e-9 if tokens == PLACE_TOKENS else similarity


@compiled(f"int64({BYTES}, int64, int64)")
def _length(data, begin, end):  # type: ignore[no-untyped-def]
    # Characters, blanks left out: a number is the same however it is spaced.
    n = 0
    for i in range(begin, end):
        if data[i] != 32 and (data[i] & 0xC0) != 0x80:
            n += 1
    return n


@compiled(f"void({BYTES}, {PLACES}, int64[::1], int64, int64)")
def _lengths(data, offsets, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        out[value] = _length(data, offsets[value], offsets[value + 1])


@compiled(f"void({BYTES}, {PLACES}, uint32, int64[::1], uint32[::1], int64, int64)")
def _fill(data, offsets, tag, starts, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        length = np.uint32(starts[value + 1] - starts[value])
        place = 0
        i = offsets[value]
        while i < offsets[value + 1]:
            if data[i] == 32:
                i += 1
                continue
            h = np.uint32(2166136261) ^ tag
            h = np.uint32((h ^ np.uint32(data[i])) * np.uint32(16777619))
            i += 1
            while i < offsets[value + 1] and (data[i] & 0xC0) == 0x80:
                h = np.uint32((h ^ np.uint32(data[i])) * np.uint32(16777619))
                i += 1
            h = mix_bits(np.uint32(h ^ np.uint32(length * np.uint32(0x9E3779B9))))
            out[starts[value] + place] = mix_bits(np.uint32(h + np.uint32(np.uint32(place) * np.uint32(0x85EBCA77))))
            place += 1


def _of_values(field: FieldValues) -> tuple[np.ndarray, np.ndarray]:
    """Elements (uint32) of each distinct value in the order of its places, and how many each has (int64)."""
    data, offsets = field.buffers
    n = len(field.values)
    sizes = np.zeros(n, np.int64)
    spread(n, lambda first, last: _lengths(data, offsets, sizes, first, last))
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    out = np.empty(int(starts[-1]), np.uint32)
    tag = np.uint32(zlib_tag(field.name))
    spread(n, lambda first, last: _fill(data, offsets, tag, starts, out, first, last))
    return out, sizes


def place_elements(cleaned: CleanedRecords, fields: Sequence[str]) -> Shingles:
    """(length, place, character) of each character of the fields, hashed to 4 bytes, in the order of the places."""
    return stack_values(cleaned, fields, _of_values)


@compiled("void(uint32[::1], int64[::1], int64, int64)")
def _sort_values(tokens, starts, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        tokens[starts[value] : starts[value + 1]].sort()


def place_sets(elements: Shingles) -> Shingles:
    """The same as sets: the elements of each value ascending."""
    tokens = elements.tokens.copy()
    spread(len(elements.starts) - 1, lambda a, b: _sort_values(tokens, elements.starts, a, b))
    return Shingles(elements.fields, tokens, elements.starts, elements.codes)


@compiled("void(int32[:,::1], int64[::1], uint32[::1], uint32[::1], uint32[:,::1], int64, int64)")
def _look(codes, starts, tokens, draws, out, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        total = np.uint64(0)
        for f in range(codes.shape[1]):
            if codes[record, f] >= 0:
                total += np.uint64(starts[codes[record, f] + 1] - starts[codes[record, f]])
        for j in range(len(draws)):
            out[record, j] = np.uint32(0xFFFFFFFF)
            # A part of one in 2^32 of all places together: the same places for all records of these lengths.
            place = np.int64(np.uint64(np.uint64(draws[j]) * total) >> np.uint64(32))
            for f in range(codes.shape[1]):
                code = codes[record, f]
                if code >= 0:
                    size = starts[code + 1] - starts[code]
                    if place < size:
                        out[record, j] = min(tokens[starts[code] + place], np.uint32(0xFFFFFFFE))
                        break
                    place -= size


def look_at_places(elements: Shingles, num_rows: int, seed: int = 1) -> np.ndarray:
    """Signatures of places: each row looks at one place, chosen by chance with return.

    Args:
        elements: The records by places.
        num_rows: Rows of a signature.
        seed: Which places. The first of a longer signature are those of a shorter one.

    Returns:
        uint32 (n_records, num_rows): the element at each place; the largest number everywhere for an empty record.
    """
    draws = np.random.Generator(np.random.PCG64([1, seed, 5])).integers(0, 1 << 32, num_rows, dtype=np.uint64)
    out = np.empty((len(elements.codes), num_rows), np.uint32)
    narrow = draws.astype(np.uint32)
    spread(
        len(out), lambda a, b: _look(elements.codes, elements.starts, elements.tokens, narrow, out, a, b), chunk=20_000
    )
    return out
