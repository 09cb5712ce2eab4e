"""Engine: streets taken apart for comparing: the house number in front, the flat behind, and the name between them.

Neighbours of one house have the same street but for the flat, and one flat is written with many words: "Apt 4", "Unit 4", "#4".
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from entityres.records.addresses import unit_words
from entityres.records.coding import BYTES, CODES, PLACES, Texts, encode, gather
from entityres.records.compiled import compiled
from entityres.records.fields import FieldValues
from entityres.records.memory import copy_bytes
from entityres.records.word_tables import HASHES, find_word


@compiled(f"Tuple((int64[::1], uint8[::1], uint64[::1]))({BYTES}, {PLACES}, {CODES}, {HASHES}, {CODES})")
def _taken_apart(data: Any, offsets: Any, codes: Any, hashes: Any, numbers: Any) -> Any:
    # The texts of these values without a first word that begins with a digit and without a flat at their end; and a hash of
    # the number of that flat (FNV-1a), 0 without one.
    n = len(codes)
    begins, places, units = np.empty(n, np.int64), np.zeros(n + 1, np.int64), np.zeros(n, np.uint64)
    for i in range(n):
        at, end = offsets[codes[i]], offsets[codes[i] + 1]
        if at < end and 48 <= data[at] <= 57:
            while at < end and data[at] != 32:
                at += 1
            if at < end:
                at += 1
        last = end
        while last > at and data[last - 1] != 32:
            last -= 1
        word = last - 1
        while word > at and data[word - 1] != 32:
            word -= 1
        if word > at and find_word(data, word, last - 1, hashes, numbers) >= 0:
            made = np.uint64(14695981039346656037)
            for place in range(last, end):
                made = np.uint64((made ^ np.uint64(data[place])) * np.uint64(1099511628211))
            units[i] = made
            end = word - 1
        begins[i] = at
        places[i + 1] = places[i] + end - at
    texts = np.empty(places[n], np.uint8)
    for i in range(n):
        copy_bytes(texts, places[i], data, begins[i], places[i + 1] - places[i])
    return places, texts, units


class Streets(NamedTuple):
    """Pairs of streets taken apart.

    Attributes:
        names: object (n_names,): the names, each once; the last one is "".
        a: int32 (n,): which name each first street has.
        b: int32 (n,): the same of the second ones.
        other_unit: bool (n,): both have a flat, and not the same.
    """

    names: np.ndarray
    a: np.ndarray
    b: np.ndarray
    other_unit: np.ndarray


def taken_apart(field: FieldValues, a: np.ndarray, b: np.ndarray) -> Streets:
    """Streets of pairs without their house numbers and flats.

    Args:
        field: Cleaned streets.
        a: int32 (n,): numbers of values.
        b: int32 (n,): numbers of other values.
    """
    words = unit_words()
    places, data, units = _taken_apart(*field.buffers, np.concatenate([a, b]), words.hashes, words.numbers)
    texts = Texts(places, data)
    found, firsts = encode(texts)
    # A house number alone leaves nothing: the last name is "".
    names = np.append(gather(texts, firsts).to_arrow().to_numpy(zero_copy_only=False), "")
    found[found < 0] = len(firsts)
    one, other = units[: len(a)], units[len(a) :]
    return Streets(names, found[: len(a)], found[len(a) :], (one != 0) & (other != 0) & (one != other))
