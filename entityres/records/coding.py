"""Engine: many texts as two arrays, and distinct texts as codes, so that each is looked at once.

`Texts` has the layout of an Arrow string column (offsets and bytes) in arrays that compiled loops can read and write.
Distinct texts are found by hashes, in tables that fit the processor's cache. O(n).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.memory import copy_bytes, eight_bytes
from entityres.records.sorted_sets import sorted_unique

if TYPE_CHECKING:
    import pyarrow as pa

BYTES = "Array(uint8, 1, 'C', readonly=True)"
PLACES = "Array(int64, 1, 'C', readonly=True)"
CODES = "Array(int32, 1, 'C', readonly=True)"
FEW = 1 << 15  # different texts whose table fits the cache


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
    """An Arrow array or chunked array of strings as arrays, without a copy where it is one chunk; null counts as empty."""
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
        parts.append(Texts(places - places[0] if places[0] else places, held[places[0] : places[-1]]))
    return joined_end_to_end(parts)


def joined_end_to_end(parts: Sequence[Texts]) -> Texts:
    """Several runs of texts as one run."""
    if not parts:
        return no_texts(0)
    if len(parts) == 1:
        return parts[0]
    starts = np.cumsum([0] + [int(part.offsets[-1]) for part in parts])
    offsets = [np.zeros(1, dtype=np.int64)] + [
        part.offsets[1:] + start for part, start in zip(parts, starts, strict=False)
    ]
    return Texts(np.concatenate(offsets), np.concatenate([part.data[: part.offsets[-1]] for part in parts]))


@compiled()
def up_to_eight(data: Any, at: Any, end: Any) -> Any:
    """The bytes from one place to another, at most eight, as a number: the first byte lowest, zeros where there are fewer."""
    left = end - at
    if left >= 8:
        return eight_bytes(data, at)
    if at + 8 <= len(data):
        return eight_bytes(data, at) & np.uint64((np.uint64(1) << np.uint64(8 * left)) - np.uint64(1))
    word = np.uint64(0)
    for byte in range(left):
        word |= np.uint64(data[at + byte]) << np.uint64(8 * byte)
    return word


@compiled()
def hash_of(data: Any, start: Any, end: Any) -> Any:
    """A 64-bit hash of some bytes, eight at a time."""
    value = np.uint64(np.uint64(14695981039346656037) + np.uint64(end - start))
    for at in range(start, end, 8):
        value = np.uint64(np.uint64(value ^ up_to_eight(data, at, end)) * np.uint64(0x9E3779B97F4A7C15))
        value = np.uint64(value ^ np.uint64(value >> np.uint64(32)))
    value = np.uint64(value * np.uint64(0xC2B2AE3D27D4EB4F))
    return np.uint64(value ^ np.uint64(value >> np.uint64(29)))


def python_hash(text: bytes) -> int:
    """The same hash for a table that is built in Python."""
    value = (14695981039346656037 + len(text)) & 0xFFFFFFFFFFFFFFFF
    for at in range(0, len(text), 8):
        value ^= int.from_bytes(text[at : at + 8], "little")
        value = (value * 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        value ^= value >> 32
    value = (value * 0xC2B2AE3D27D4EB4F) & 0xFFFFFFFFFFFFFFFF
    return value ^ (value >> 29)


@compiled(f"Tuple((uint64[::1], uint64[::1]))({PLACES}, {BYTES})")
def _hashes(offsets: Any, data: Any) -> Any:
    """Two hashes of each text, so different that texts with both equal are equal; 0 for empty ones."""
    n = len(offsets) - 1
    first, second = np.zeros(n, np.uint64), np.zeros(n, np.uint64)
    for row in range(n):
        start, end = offsets[row], offsets[row + 1]
        if start == end:
            continue
        # `first` is hash_of, worked out beside the other: reading the bytes is what takes time.
        a, b = np.uint64(np.uint64(14695981039346656037) + np.uint64(end - start)), np.uint64(end - start)
        for at in range(start, end, 8):
            word = up_to_eight(data, at, end)
            a = np.uint64(np.uint64(a ^ word) * np.uint64(0x9E3779B97F4A7C15))
            a = np.uint64(a ^ np.uint64(a >> np.uint64(32)))
            b = np.uint64(np.uint64(b + word) * np.uint64(0x9FB21C651E98DF25))
            b = np.uint64(b ^ np.uint64(b >> np.uint64(35)))
        a = np.uint64(a * np.uint64(0xC2B2AE3D27D4EB4F))
        first[row] = max(np.uint64(1), np.uint64(a ^ np.uint64(a >> np.uint64(29))))
        second[row] = b
    return first, second


@compiled("Tuple((int32[::1], int32[::1], int64))(uint64[::1], uint64[::1])")
def _encode_few(first: Any, second: Any) -> Any:
    """Codes, the place of each distinct text, and how many there are: -1 as soon as the table leaves the cache."""
    n = len(first)
    codes = np.empty(n, np.int32)
    firsts = np.empty(FEW, np.int32)
    size = 4 * FEW
    slots = np.full(size, np.int32(-1))
    found = 0
    for row in range(n):
        value = first[row]
        if value == 0:
            codes[row] = -1
            continue
        slot = np.int64(value & np.uint64(size - 1))
        code = slots[slot]
        while code >= 0 and (first[firsts[code]] != value or second[firsts[code]] != second[row]):
            slot = (slot + 1) & (size - 1)
            code = slots[slot]
        if code < 0:
            if found == FEW:
                return codes, firsts, -1
            code = np.int32(found)
            slots[slot] = code
            firsts[found] = row
            found += 1
        codes[row] = code
    return codes, firsts[:found].copy(), found


@compiled("Tuple((int64[::1], int32[::1]))(uint64[::1], int64)")
def _parts(first: Any, bits: Any) -> Any:
    """The rows that are not empty, in parts by the upper bits of their hash: bounds of the parts, and rows."""
    parts = 1 << bits
    shift = np.uint64(64 - bits)
    bounds = np.zeros(parts + 1, np.int64)
    for row in range(len(first)):
        if first[row] != 0:
            bounds[np.int64(first[row] >> shift) + 1] += 1
    for part in range(parts):
        bounds[part + 1] += bounds[part]
    rows = np.empty(bounds[parts], np.int32)
    to = bounds[:-1].copy()
    for row in range(len(first)):
        if first[row] != 0:
            mine = np.int64(first[row] >> shift)
            rows[to[mine]] = row
            to[mine] += 1
    return bounds, rows


@compiled("Tuple((int32[::1], int32[::1]))(uint64[::1], uint64[::1], int64[::1], int32[::1])")
def _encode_parts(first: Any, second: Any, bounds: Any, rows: Any) -> Any:
    """Codes by first appearance: equal texts are in one part, and the table of a part fits the cache."""
    n = len(first)
    codes = np.full(n, np.int32(-1))
    largest = 0
    for part in range(len(bounds) - 1):
        largest = max(largest, int(bounds[part + 1] - bounds[part]))
    size = 64
    while size < 2 * largest:
        size *= 2
    slots = np.empty(size, np.int32)
    one, two = np.empty(largest, np.uint64), np.empty(largest, np.uint64)
    for part in range(len(bounds) - 1):
        begin = bounds[part]
        count = bounds[part + 1] - begin
        slots[:] = -1
        for at in range(count):
            row = rows[begin + at]
            one[at], two[at] = first[row], second[row]
            slot = np.int64(one[at] & np.uint64(size - 1))
            held = slots[slot]
            while held >= 0 and (one[held] != one[at] or two[held] != two[at]):
                slot = (slot + 1) & (size - 1)
                held = slots[slot]
            if held < 0:
                slots[slot] = at
                held = np.int32(at)
            codes[row] = rows[begin + held]  # for the time being: the row with the same text that comes first
    firsts = np.empty(n, np.int32)
    found = 0
    for row in range(n):
        if codes[row] == row:
            firsts[found] = row
            codes[row] = found
            found += 1
        elif codes[row] >= 0:
            codes[row] = codes[codes[row]]
    return codes, firsts[:found].copy()


@compiled("int64(uint64[::1], int64[::1], int32[::1])")
def _count_parts(first: Any, bounds: Any, rows: Any) -> Any:
    """How many different texts there are, part by part."""
    largest = 0
    for part in range(len(bounds) - 1):
        largest = max(largest, int(bounds[part + 1] - bounds[part]))
    size = 64
    while size < 2 * largest:
        size *= 2
    slots = np.empty(size, np.uint64)
    found = 0
    for part in range(len(bounds) - 1):
        slots[:] = 0
        for at in range(bounds[part], bounds[part + 1]):
            value = first[rows[at]]
            slot = np.int64(value & np.uint64(size - 1))
            while slots[slot] != 0 and slots[slot] != value:
                slot = (slot + 1) & (size - 1)
            if slots[slot] == 0:
                slots[slot] = value
                found += 1
    return found


def _bits(n: int) -> int:
    """Upper bits of the hashes that part `n` rows so that the rows of a part fit the cache."""
    return max(1, min(12, int(n // FEW).bit_length()))


def encode(texts: Texts) -> tuple[np.ndarray, np.ndarray]:
    """Codes by first appearance (int32 (n,), -1 for an empty text), and the place of each distinct text (int32 (m,)).

    A column with few values is looked up in one table; one with many is parted by hash first, since a table that does
    not fit the cache costs a memory access for every row.
    """
    return encode_hashes(*_hashes(texts.offsets, texts.data))


def encode_hashes(first: np.ndarray, second: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The same for two hashes of each thing (uint64 (n,)): those with both equal are equal, a first one of 0 is none."""
    codes, firsts, found = _encode_few(first, second)
    if found < 0:
        codes, firsts = _encode_parts(first, second, *_parts(first, _bits(len(first))))
    return codes, firsts


def count_distinct(texts: Texts) -> tuple[int, int]:
    """How many texts are not empty, and how many different ones there are."""
    first, second = _hashes(texts.offsets, texts.data)
    filled = int(np.count_nonzero(first))
    *_, found = _encode_few(first, second)
    return filled, int(found if found >= 0 else _count_parts(first, *_parts(first, _bits(len(first)))))


def drawn(texts: Texts, n: int) -> Texts:
    """At most `n` of the texts, drawn by their hashes: the same ones whatever order the rows have."""
    if texts.n <= n:
        return texts
    return gather(texts, np.argpartition(_hashes(texts.offsets, texts.data)[0], n)[:n])


@compiled(
    f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {PLACES})",
    f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {CODES})",
)
def _gather(offsets: Any, data: Any, picks: Any) -> Any:
    n = len(picks)
    places = np.zeros(n + 1, np.int64)
    starts = np.empty(n, np.int64)  # the picks are strewn: what was looked up once is kept
    for at in range(n):
        if picks[at] < 0:
            starts[at] = 0
            places[at + 1] = places[at]
            continue
        starts[at] = offsets[picks[at]]
        places[at + 1] = places[at] + offsets[picks[at] + 1] - starts[at]
    made = np.empty(places[n], np.uint8)
    for at in range(n):
        copy_bytes(made, places[at], data, starts[at], places[at + 1] - places[at])
    return places, made


def gather(texts: Texts, picks: np.ndarray) -> Texts:
    """The texts at these places, in that order; an empty one for -1."""
    kind = np.int32 if picks.dtype == np.int32 else np.int64
    return Texts(*_gather(texts.offsets, texts.data, np.ascontiguousarray(picks, dtype=kind)))


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
        left, right = offsets[row + 1] - offsets[row], offsets_2[row + 1] - offsets_2[row]
        copy_bytes(made, places[row], data, offsets[row], left)
        if left and right:
            made[places[row] + left] = 32
        copy_bytes(made, places[row + 1] - right, data_2, offsets_2[row], right)
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
    codes, firsts = encode(texts)
    return Coded(codes, gather(texts, firsts))


def mapped(raw: Coded, made: Texts) -> Coded:
    """Codes for what the distinct texts became (`made` has one text for each; "" makes the value missing)."""
    codes, firsts = encode(made)
    distinct = made if len(firsts) == made.n else gather(made, firsts)
    return Coded(chained(codes, raw.codes), distinct)


@compiled(f"int32[::1]({CODES}, {CODES})")
def _chained(table: Any, codes: Any) -> Any:
    made = np.empty(len(codes), np.int32)
    for row in range(len(codes)):
        made[row] = table[codes[row]] if codes[row] >= 0 else -1
    return made


def chained(table: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """int32: table[codes], and -1 where the code is -1."""
    made: np.ndarray = _chained(np.ascontiguousarray(table, np.int32), np.ascontiguousarray(codes, np.int32))
    return made


@compiled(f"int64[::1]({CODES}, int64)")
def _counts(codes: Any, n: Any) -> Any:
    counts = np.zeros(n, np.int64)
    for row in range(len(codes)):
        if codes[row] >= 0:
            counts[codes[row]] += 1
    return counts


def counts_of(codes: np.ndarray, n: int) -> np.ndarray:
    """int64 (n,): how many records have each of `n` values; codes of -1 have none."""
    counts: np.ndarray = _counts(np.ascontiguousarray(codes, np.int32), n)
    return counts


def only_used(raw: Coded) -> Coded:
    """The same values, without texts that no record has."""
    used = sorted_unique(raw.codes[raw.codes >= 0])
    places = np.zeros(raw.texts.n, dtype=np.int32)
    places[used] = np.arange(len(used))
    return Coded(chained(places, raw.codes), gather(raw.texts, used))


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
