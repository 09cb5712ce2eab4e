"""Engine: what spreadsheets and other programs do to codes: rounded to 4.477E+11, leading zeros gone, 1067 as 1067.0.

A rounded number is no value any more: thousands of customers may share it. A lost zero can be put back where another
cell of the column shows it; both are reported, and the cells that are shown and exported stay as they are.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.memory import copy_bytes
from entityres.records.word_tables import HASHES, find_word, table_of_texts


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def _rounded(offsets: Any, data: Any) -> Any:
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while at < end and data[at] <= 32:
            at += 1
        while end > at and data[end - 1] <= 32:
            end -= 1
        if at < end and (data[at] == 45 or data[at] == 43):
            at += 1
        # One digit, perhaps a fraction, "E+", two or three digits.
        if end - at < 5 or not 48 <= data[at] <= 57:
            continue
        at += 1
        if data[at] == 46 or data[at] == 44:
            at += 1
            while at < end and 48 <= data[at] <= 57:
                at += 1
        if at + 3 >= end or (data[at] | 32) != 101 or data[at + 1] != 43:
            continue
        at += 2
        digits = end - at
        while at < end and 48 <= data[at] <= 57:
            at += 1
        found[row] = at == end and 2 <= digits <= 3
    return found


def rounded_numbers(texts: Texts) -> np.ndarray:
    """bool (n,): texts such as 4.477E+11, which a spreadsheet made of a long number."""
    found: np.ndarray = _rounded(texts.offsets, texts.data)
    return found


def without(texts: Texts, which: np.ndarray) -> Texts:
    """The texts, some of them empty."""
    places = np.flatnonzero(which)
    return replaced(texts, places, texts_of([""] * len(places))) if len(places) else texts


@compiled(f"Tuple((int64[::1], uint8[::1], boolean))({PLACES}, {BYTES})")
def _without_fraction(offsets: Any, data: Any) -> Any:
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0], np.uint8)
    places = np.zeros(n + 1, np.int64)
    for row in range(n):
        begin, end = offsets[row], offsets[row + 1]
        stop = end
        while stop > begin and data[stop - 1] <= 32:
            stop -= 1
        if stop - begin > 2 and data[stop - 1] == 48 and (data[stop - 2] == 46 or data[stop - 2] == 44):
            at = begin
            while at < stop - 2 and 48 <= data[at] <= 57:
                at += 1
            if at == stop - 2:
                end = at
        copy_bytes(made, places[row], data, begin, end - begin)
        places[row + 1] = places[row] + end - begin
    return places, made[: places[n]].copy(), places[n] < offsets[n] - offsets[0]


def without_fraction(texts: Texts) -> Texts:
    """Codes such as 1067.0 as 1067: programs that took a column with empty cells for fractions write them so."""
    offsets, data, changed = _without_fraction(texts.offsets, texts.data)
    return Texts(offsets, data) if changed else texts


@compiled(f"int32[::1]({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _with_zero(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """For each text of digits the place of the same one with a zero before it, -1 for others."""
    n = len(offsets) - 1
    found = np.full(n, np.int32(-1))
    longer = np.empty(12, np.uint8)
    longer[0] = 48
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        if end - at < 3 or end - at > 8 or data[at] == 48:
            continue
        plain = True
        for step in range(end - at):
            byte = data[at + step]
            plain = plain and 48 <= byte <= 57
            longer[step + 1] = byte
        if plain:
            found[row] = find_word(longer, 0, end - at + 1, hashes, numbers)
    return found


def with_leading_zeros(texts: Texts) -> tuple[Texts, np.ndarray]:
    """Codes such as 1067 as 01067, where that very code occurs too; and bool (n,): which ones."""
    begins = np.flatnonzero((np.diff(texts.offsets) > 3) & (_first_bytes(texts) == ord("0")))
    none = np.zeros(texts.n, dtype=np.bool_)
    if not len(begins):
        return texts, none
    whole = gather(texts, begins)
    hashes, numbers = table_of_texts(whole)
    found = _with_zero(texts.offsets, texts.data, hashes, numbers)
    places = np.flatnonzero(found >= 0)
    none[places] = True
    return replaced(texts, places, gather(whole, found[places])), none


LEAST_DIGITS = 4
"""A number of fewer digits after its zeros, such as 0058, is a plain number: 58 may be another one."""


def numbers_with_zeros(texts: Texts) -> tuple[Texts, np.ndarray]:
    """Numbers such as 488526 as 00488526, where that very number occurs too; and bool (n,): which ones.

    As many zeros stand before a number as the program writes it with; spreadsheets take off all of them. Of several forms
    that with most zeros is taken.

    Args:
        texts: Cleaned numbers of the distinct cells of a column.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    changed = np.zeros(texts.n, dtype=np.bool_)
    if not len(texts.data) or not (_first_bytes(texts) == ord("0")).any():
        return texts, changed
    column = texts.to_arrow()
    numbers = np.flatnonzero(pc.match_substring_regex(column, rf"^0*[1-9][0-9]{{{LEAST_DIGITS - 1},}}$"))
    if not len(numbers):
        return texts, changed
    bare = pc.utf8_ltrim(column.take(pa.array(numbers)), "0").dictionary_encode()
    codes, sizes = bare.indices.to_numpy(zero_copy_only=False), np.diff(texts.offsets)[numbers]
    order = np.lexsort([numbers, sizes, codes])
    last = np.append(codes[order][1:] != codes[order][:-1], True)
    longest = np.empty(len(bare.dictionary), np.int64)
    longest[codes[order][last]] = numbers[order][last]
    shorter = sizes < np.diff(texts.offsets)[longest[codes]]
    places = numbers[shorter]
    changed[places] = True
    return replaced(texts, places, gather(texts, longest[codes[shorter]])), changed


def _first_bytes(texts: Texts) -> np.ndarray:
    """uint8 (n,): the first byte of each text, 0 of empty ones."""
    begin = np.minimum(texts.offsets[:-1], max(0, len(texts.data) - 1))
    return np.where(texts.empty(), 0, texts.data[begin]) if len(texts.data) else np.zeros(texts.n, dtype=np.uint8)
