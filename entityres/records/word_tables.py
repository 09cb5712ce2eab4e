"""Engine: words looked up inside compiled loops: a hash table as three arrays."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, hash_of, python_hash, texts_of
from entityres.records.compiled import compiled

HASHES = "Array(uint64, 1, 'C', readonly=True)"


class WordTable(NamedTuple):
    """A word's number by its hash; the words are few, so equal hashes of different words do not happen.

    Attributes:
        hashes: uint64 (2^k,), 0 where a slot is free.
        numbers: int32 (2^k,), what the word means.
        texts: Replacements that numbers may point to.
        firsts: uint64 (longest + 1,), for each length of a word bits of the letters that words begin with.
    """

    hashes: np.ndarray
    numbers: np.ndarray
    texts: Texts
    firsts: np.ndarray


def _bit(byte: int) -> int:
    return byte & 31 if byte >= 64 else 32 + (byte & 31)


def word_table(numbers: Mapping[str, int], replacements: list[str] | None = None) -> WordTable:
    """A table of words (UTF-8, as they look after folding) and the number of each."""
    size = 16
    while size < 4 * len(numbers):
        size *= 2
    hashes, held = np.zeros(size, dtype=np.uint64), np.full(size, -1, dtype=np.int32)
    firsts = np.zeros(max((len(word.encode()) for word in numbers), default=0) + 1, dtype=np.uint64)
    for word, number in numbers.items():
        firsts[len(word.encode())] |= np.uint64(1 << _bit(word.encode()[0]))
        value = python_hash(word.encode())
        slot = value & (size - 1)
        while hashes[slot]:
            slot = (slot + 1) & (size - 1)
        hashes[slot], held[slot] = value, number
    return WordTable(hashes, held, texts_of(replacements or []), firsts)


@compiled(f"Tuple((uint64[::1], int32[::1]))({PLACES}, {BYTES})")
def _filled(offsets: Any, data: Any) -> Any:
    size = 16
    while size < 4 * len(offsets):
        size *= 2
    hashes = np.zeros(size, np.uint64)
    numbers = np.full(size, np.int32(-1))
    for row in range(len(offsets) - 1):
        value = hash_of(data, offsets[row], offsets[row + 1])
        slot = np.int64(value & np.uint64(size - 1))
        while hashes[slot] != 0 and hashes[slot] != value:
            slot = (slot + 1) & (size - 1)
        if hashes[slot] == 0:
            hashes[slot] = value
            numbers[slot] = row
    return hashes, numbers


def table_of_texts(texts: Texts) -> tuple[np.ndarray, np.ndarray]:
    """Hashes and numbers of words (see `WordTable`); a word's number is its first place."""
    hashes, numbers = _filled(texts.offsets, texts.data)
    return hashes, numbers


@compiled()
def find_word(data: Any, start: Any, end: Any, hashes: Any, numbers: Any) -> Any:
    """The number of the word data[start:end], -1 when the table does not have it."""
    value = hash_of(data, start, end)
    size = len(hashes)
    slot = np.int64(value & np.uint64(size - 1))
    while hashes[slot] != 0:
        if hashes[slot] == value:
            return numbers[slot]
        slot = (slot + 1) & (size - 1)
    return np.int32(-1)


@compiled(f"int32[::1]({PLACES}, {BYTES}, {HASHES}, {CODES}, {HASHES})")
def _look_up(offsets: Any, data: Any, hashes: Any, numbers: Any, firsts: Any) -> Any:
    n = len(offsets) - 1
    longest = len(firsts) - 1
    found = np.full(n, np.int32(-1))
    low = np.empty(longest, np.uint8)
    for row in range(n):
        start, end = offsets[row], offsets[row + 1]
        while start < end and (data[start] <= 32):
            start += 1
        while end > start and data[end - 1] <= 32:
            end -= 1
        if end > start and end - start <= longest:
            byte = data[start]
            if 65 <= byte <= 90:
                byte += 32
            bit = byte & 31 if byte >= 64 else 32 + (byte & 31)
            if (firsts[end - start] >> np.uint64(bit)) & np.uint64(1) == 0:
                continue
            for at in range(start, end):
                byte = data[at]
                if 65 <= byte <= 90:
                    byte += 32
                low[at - start] = byte
            found[row] = find_word(low, 0, end - start, hashes, numbers)
    return found


def look_up(texts: Texts, table: WordTable) -> np.ndarray:
    """int32 (n,): the number of each whole text (trimmed, ASCII letters in lower case), -1 for others."""
    found: np.ndarray = _look_up(texts.offsets, texts.data, table.hashes, table.numbers, table.firsts)
    return found
