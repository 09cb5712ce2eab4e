"""Engine: many texts as two arrays, and distinct texts as codes, so that each is looked at once.

`Texts` has the layout of an Arrow string column (offsets and bytes) in arrays that compiled loops can read and write.
Finding the distinct texts is one pass with a hash table that grows with what it holds: columns with few values stay in
the processor's cache. O(n).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from entityres.records.compiled import compiled

if TYPE_CHECKING:
    import pyarrow as pa

BYTES = "Array(uint8, 1, 'C', readonly=True)"
PLACES = "Array(int64, 1, 'C', readonly=True)"
CODES = "Array(int32, 1, 'C', readonly=True)"


class Texts(NamedTuple):
    """Texts laid end to end: text i is data[offsets[i]:offsets[i + 1]].

    Attributes:
        offsets: int64 (n + 1,).
        data: uint8, UTF-8.
    """

    offsets: np.ndarray
    data: np.ndarray

    @property
    def n(self) -> int:
        """How many texts there are."""
        return len(self.offsets) - 1

    def to_arrow(self) -> pa.LargeStringArray:
        """The same texts as an Arrow array (without a copy)."""
        import pyarrow as pa

        return pa.LargeStringArray.from_buffers(self.n, pa.py_buffer(self.offsets), pa.py_buffer(self.data))

    def to_list(self) -> list[str]:
        """The texts as Python texts."""
        listed: list[str] = self.to_arrow().to_pylist()
        return listed

    def empty(self) -> np.ndarray:
        """bool (n,): the texts without any byte."""
        return np.diff(self.offsets) == 0


def texts_of(texts: Sequence[str]) -> Texts:
    """Python texts as arrays."""
    encoded = [text.encode("utf-8", "surrogatepass") for text in texts]
    offsets = np.zeros(len(encoded) + 1, dtype=np.int64)
    if encoded:
        np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return Texts(offsets, np.frombuffer(b"".join(encoded), dtype=np.uint8).copy())


def no_texts(n: int) -> Texts:
    """`n` empty texts."""
    return Texts(np.zeros(n + 1, dtype=np.int64), np.zeros(0, dtype=np.uint8))


def from_arrow(array: Any) -> Texts:
    """An Arrow array or chunked array of strings as arrays of our own; null counts as empty."""
    import pyarrow as pa

    chunks = array.chunks if isinstance(array, pa.ChunkedArray) else [array]
    parts = []
    for chunk in chunks:
        if chunk.null_count:
            chunk = chunk.fill_null("")
        if not pa.types.is_large_string(chunk.type):
            chunk = chunk.cast(pa.large_string())
        _, offsets, data = chunk.buffers()
        if not len(chunk):
            continue
        places = np.frombuffer(offsets, dtype=np.int64)[chunk.offset : chunk.offset + len(chunk) + 1]
        held = np.frombuffer(data, dtype=np.uint8) if data is not None else np.zeros(0, dtype=np.uint8)
        parts.append(Texts(places - places[0], held[places[0] : places[-1]]))
    return joined_end_to_end(parts)


def joined_end_to_end(parts: Sequence[Texts]) -> Texts:
    """Several runs of texts as one run."""
    if not parts:
        return no_texts(0)
    if len(parts) == 1:
        return Texts(np.ascontiguousarray(parts[0].offsets), np.array(parts[0].data))
    starts = np.cumsum([0] + [int(part.offsets[-1]) for part in parts])
    offsets = [np.zeros(1, dtype=np.int64)] + [
        part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)
    ]
    return Texts(np.concatenate(offsets), np.concatenate([part.data[: part.offsets[-1]] for part in parts]))


@compiled()
def hash_of(data: Any, start: Any, end: Any) -> Any:
    """A 64-bit hash of some bytes (FNV-1a with a final mix)."""
    value = np.uint64(14695981039346656037)
    for at in range(start, end):
        value = np.uint64(np.uint64(value ^ np.uint64(data[at])) * np.uint64(1099511628211))
    value = np.uint64(value ^ np.uint64(value >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
    return np.uint64(value ^ np.uint64(value >> np.uint64(29)))


def python_hash(text: bytes) -> int:
    """The same hash for a table that is built in Python."""
    value = 14695981039346656037
    for byte in text:
        value = ((value ^ byte) * 1099511628211) & 0xFFFFFFFFFFFFFFFF
    value = ((value ^ (value >> 32)) * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 29)


@compiled(f"Tuple((int32[::1], int32[::1]))({PLACES}, {BYTES})")
def encode(offsets: Any, data: Any) -> Any:
    """Codes by first appearance (int32 (n,), -1 for an empty text), and the place of each distinct text (int32 (m,))."""
    n = len(offsets) - 1
    codes = np.empty(n, np.int32)
    capacity = 1024
    firsts = np.empty(capacity, np.int32)
    hashes = np.empty(capacity, np.uint64)
    size = 4 * capacity
    slots = np.full(size, np.int32(-1))
    found = 0
    for row in range(n):
        start, end = offsets[row], offsets[row + 1]
        if start == end:
            codes[row] = -1
            continue
        value = hash_of(data, start, end)
        slot = np.int64(value & np.uint64(size - 1))
        while True:
            code = slots[slot]
            if code < 0:
                break
            if hashes[code] == value:
                other = offsets[firsts[code]]
                if offsets[firsts[code] + 1] - other == end - start:
                    same = True
                    for at in range(end - start):
                        if data[start + at] != data[other + at]:
                            same = False
                            break
                    if same:
                        break
            slot = (slot + 1) & np.int64(size - 1)
        if code >= 0:
            codes[row] = code
            continue
        if found == capacity:
            capacity *= 4
            more_firsts = np.empty(capacity, np.int32)
            more_hashes = np.empty(capacity, np.uint64)
            more_firsts[:found] = firsts[:found]
            more_hashes[:found] = hashes[:found]
            firsts, hashes = more_firsts, more_hashes
            size = 4 * capacity
            slots = np.full(size, np.int32(-1))
            for old in range(found):
                free = np.int64(hashes[old] & np.uint64(size - 1))
                while slots[free] >= 0:
                    free = (free + 1) & np.int64(size - 1)
                slots[free] = old
            slot = np.int64(value & np.uint64(size - 1))
            while slots[slot] >= 0:
                slot = (slot + 1) & np.int64(size - 1)
        slots[slot] = found
        hashes[found] = value
        firsts[found] = row
        codes[row] = found
        found += 1
    return codes, firsts[:found].copy()


@compiled(f"Tuple((int64, int64))({PLACES}, {BYTES})")
def count_distinct(offsets: Any, data: Any) -> Any:
    """How many texts are not empty, and how many different ones there are (by 64-bit hash)."""
    size = 4096
    slots = np.zeros(size, np.uint64)
    filled = 0
    found = 0
    for row in range(len(offsets) - 1):
        start, end = offsets[row], offsets[row + 1]
        if start == end:
            continue
        filled += 1
        value = hash_of(data, start, end) | np.uint64(1)
        slot = np.int64((value >> np.uint64(1)) & np.uint64(size - 1))
        while slots[slot] != 0 and slots[slot] != value:
            slot = (slot + 1) & np.int64(size - 1)
        if slots[slot] == value:
            continue
        slots[slot] = value
        found += 1
        if found * 2 > size:
            larger = np.zeros(size * 4, np.uint64)
            for old in range(size):
                if slots[old] != 0:
                    at = np.int64((slots[old] >> np.uint64(1)) & np.uint64(size * 4 - 1))
                    while larger[at] != 0:
                        at = (at + 1) & (size * 4 - 1)
                    larger[at] = slots[old]
            slots = larger
            size *= 4
    return filled, found


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {PLACES})")
def _gather(offsets: Any, data: Any, picks: Any) -> Any:
    n = len(picks)
    places = np.zeros(n + 1, np.int64)
    for at in range(n):
        places[at + 1] = places[at] + offsets[picks[at] + 1] - offsets[picks[at]]
    made = np.empty(places[n], np.uint8)
    for at in range(n):
        start = offsets[picks[at]]
        to = places[at]
        for byte in range(places[at + 1] - to):
            made[to + byte] = data[start + byte]
    return places, made


def gather(texts: Texts, picks: np.ndarray) -> Texts:
    """The texts at these places, in that order."""
    return Texts(*_gather(texts.offsets, texts.data, np.ascontiguousarray(picks, dtype=np.int64)))


def replaced(texts: Texts, places: np.ndarray, new: Texts) -> Texts:
    """The texts with those at `places` exchanged for `new`."""
    if not len(places):
        return texts
    both = joined_end_to_end([texts, new])
    picks = np.arange(texts.n, dtype=np.int64)
    picks[places] = texts.n + np.arange(len(places), dtype=np.int64)
    return gather(both, picks)


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {PLACES}, {BYTES})")
def _beside(offsets: Any, data: Any, offsets_2: Any, data_2: Any) -> Any:
    n = len(offsets) - 1
    places = np.zeros(n + 1, np.int64)
    for row in range(n):
        left, right = offsets[row + 1] - offsets[row], offsets_2[row + 1] - offsets_2[row]
        places[row + 1] = places[row] + left + right + (1 if left and right else 0)
    made = np.empty(places[n], np.uint8)
    for row in range(n):
        to = places[row]
        for at in range(offsets[row], offsets[row + 1]):
            made[to] = data[at]
            to += 1
        if to > places[row] and to < places[row + 1]:
            made[to] = 32
            to += 1
        for at in range(offsets_2[row], offsets_2[row + 1]):
            made[to] = data_2[at]
            to += 1
    return places, made


def beside(left: Texts, right: Texts) -> Texts:
    """Each text of `left`, a blank, and its neighbour of `right`; no blank beside an empty one."""
    return Texts(*_beside(left.offsets, left.data, right.offsets, right.data))


class Coded(NamedTuple):
    """Values of records as codes into distinct texts.

    Attributes:
        codes: int32 (n_records,); -1 where there is none.
        texts: The distinct texts, none empty.
    """

    codes: np.ndarray
    texts: Texts


def coded(texts: Texts) -> Coded:
    """One text a record as codes, in order of first appearance."""
    codes, firsts = encode(texts.offsets, texts.data)
    return Coded(codes, gather(texts, firsts))


def mapped(raw: Coded, made: Texts) -> Coded:
    """Codes for what the distinct texts became (`made` has one text for each; "" makes the value missing)."""
    codes, firsts = encode(made.offsets, made.data)
    distinct = made if len(firsts) == made.n else gather(made, firsts)
    return Coded(chained(codes, raw.codes), distinct)


def chained(table: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """int32: table[codes], and -1 where the code is -1."""
    return np.append(table, np.int32(-1)).astype(np.int32, copy=False)[codes]


def first_filled(sources: Sequence[Coded]) -> Coded:
    """For each record the value of the first source that has one."""
    texts = joined_end_to_end([source.texts for source in sources])
    codes = np.full(len(sources[0].codes), -1, dtype=np.int32)
    start = 0
    for source in sources:
        take = (codes < 0) & (source.codes >= 0)
        codes[take] = source.codes[take] + start
        start += source.texts.n
    return mapped(Coded(codes, texts), texts)
