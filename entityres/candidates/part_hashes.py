"""Engine: parts of keys as hashes of records.

Each distinct value is hashed once, then records take the hash of their value; 0 means: no value, in no bucket.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from entityres.candidates.bucketing import gather, mix
from entityres.candidates.drawn_records import count_drawn, is_drawn
from entityres.candidates.keys import Part, PartKind
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.copies import whole_hashes
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.items import ITEM_SEPARATOR

BREAK = 32
"""Bytes up to the blank end a word: the blank itself, and the separator of the items of a set."""

ITEM_BREAK = ord(ITEM_SEPARATOR)
"""Bytes up to this one end an item of a set; a blank inside it does not."""

_EXACT, _PREFIX, _LAST_DIGITS, _YEAR, _FIRST_WORD, _PHONETIC, _HOUSE_NUMBER, _LOCAL_PART = range(8)
_NUMBER = {
    PartKind.EXACT: _EXACT,
    PartKind.PREFIX: _PREFIX,
    PartKind.LAST_DIGITS: _LAST_DIGITS,
    PartKind.YEAR: _YEAR,
    PartKind.FIRST_WORD: _FIRST_WORD,
    PartKind.PHONETIC: _PHONETIC,
    PartKind.HOUSE_NUMBER: _HOUSE_NUMBER,
    PartKind.LOCAL_PART: _LOCAL_PART,
}

READ_WHOLE = frozenset({PartKind.EXACT, PartKind.SORTED_WORDS, PartKind.LOCAL_PART})
"""Kinds for which a text is read to its end."""

# Letters that sound alike share a class, after the idea of Soundex (Russell 1918) with w, h and vowels dropped and c/k/q/g,
# s/z/x together as in Daitch-Mokotoff: b p f v w=1, c g k q j x=2, s z=3, d t=4, l=5, m n=6, r=7.
_CLASS = np.zeros(256, np.uint8)
for _letters, _class in (("bpfv", 1), ("cgkqjx", 2), ("sz", 3), ("dt", 4), ("l", 5), ("mn", 6), ("r", 7)):
    for _letter in _letters:
        _CLASS[ord(_letter)] = _class


@compiled("uint64(uint64, uint8)")
def _step(h, byte):  # type: ignore[no-untyped-def]
    return np.uint64((h ^ np.uint64(byte)) * np.uint64(0x100000001B3))


@compiled("uint64(uint64)")
def _finish(h):  # type: ignore[no-untyped-def]
    h = np.uint64(h)
    h ^= h >> np.uint64(33)
    h = np.uint64(h * np.uint64(0xFF51AFD7ED558CCD))
    h ^= h >> np.uint64(33)
    h = np.uint64(h * np.uint64(0xC4CEB9FE1A85EC53))
    h ^= h >> np.uint64(33)
    return np.uint64(1) if h == 0 else h


@compiled(f"uint64({BYTES}, int64, int64, int64)")
def _letters_from(data, begin, end, size):  # type: ignore[no-untyped-def]
    # The first `size` characters (0: all), blanks left out: "o neale" and "oneale" are one.
    h = np.uint64(0xCBF29CE484222325)
    n = 0
    for i in range(begin, end):
        if data[i] == 32:
            continue
        if (data[i] & 0xC0) != 0x80:
            if size > 0 and n == size:
                break
            n += 1
        h = _step(h, data[i])
    return _finish(h) if n > 0 else np.uint64(0)


@compiled(f"uint64({BYTES}, int64, int64, int64)")
def _last_digits(data, begin, end, size):  # type: ignore[no-untyped-def]
    h = np.uint64(0xCBF29CE484222325)
    n = 0
    for i in range(end - 1, begin - 1, -1):
        if 48 <= data[i] <= 57:
            h = _step(h, data[i])
            n += 1
            if n == size:
                return _finish(h)
    return np.uint64(0)


@compiled(f"uint64({BYTES}, int64, int64)")
def _year(data, begin, end):  # type: ignore[no-untyped-def]
    if end - begin < 4:
        return np.uint64(0)
    h = np.uint64(0xCBF29CE484222325)
    for i in range(begin, begin + 4):
        if data[i] < 48 or data[i] > 57:
            return np.uint64(0)
        h = _step(h, data[i])
    return _finish(h)


@compiled(f"uint64({BYTES}, int64, int64, uint8)")
def _up_to(data, begin, end, stop):  # type: ignore[no-untyped-def]
    h = np.uint64(0xCBF29CE484222325)
    i = begin
    while i < end and data[i] != stop:
        h = _step(h, data[i])
        i += 1
    return _finish(h) if i > begin else np.uint64(0)


@compiled(f"uint64({BYTES}, int64, int64, uint8[::1])")
def _phonetic(data, begin, end, classes):  # type: ignore[no-untyped-def]
    # First letter as its class, then the consonant classes without repeats, at most four.
    h = np.uint64(0xCBF29CE484222325)
    n = 0
    last = np.uint8(255)
    for i in range(begin, end):
        byte = data[i]
        if byte == 32:
            continue
        c = classes[byte]
        if i == begin and c == 0:
            c = np.uint8(8) if byte < 128 else byte
        elif c == 0:
            if byte >= 128:
                c = byte
            else:
                if byte != 104 and byte != 119:
                    last = np.uint8(255)
                continue
        if c != last:
            h = _step(h, c)
            n += 1
            if n == 5:
                break
        last = c
    return _finish(h) if n > 0 else np.uint64(0)


@compiled(f"uint64({BYTES}, int64, int64)")
def _house_number(data, begin, end):  # type: ignore[no-untyped-def]
    h = np.uint64(0xCBF29CE484222325)
    n = 0
    for i in range(begin, end):
        if data[i] < 48 or data[i] > 57:
            break
        if n == 0 and data[i] == 48:
            continue
        h = _step(h, data[i])
        n += 1
    return _finish(h) if n > 0 else np.uint64(0)


@compiled(f"void({BYTES}, {PLACES}, uint32[::1], uint64[::1], int32[::1], int64, int64)")
def _add_words(data, offsets, counts, out, n_words, first, last):  # type: ignore[no-untyped-def]
    # The hashes of the words of each value summed, which does not see their order, and how many these are.
    for value in range(first, last):
        if len(counts) > 0 and counts[value] == 0:
            continue
        i, end = offsets[value], offsets[value + 1]
        total, n = np.uint64(0), 0
        while i < end:
            while i < end and data[i] <= BREAK:
                i += 1
            h = np.uint64(0xCBF29CE484222325)
            begin = i
            while i < end and data[i] > BREAK:
                h = _step(h, data[i])
                i += 1
            if i > begin:
                total += _finish(h)
                n += 1
        out[value], n_words[value] = total, n


@compiled(f"void({CODES}, uint64[::1], int32[::1], int64, uint64[::1], int32[::1], int64, int64)")
def _add_values(codes, sums, n_words, drawn_bits, total, n_total, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        code = codes[record]
        if code >= 0 and is_drawn(record, drawn_bits):
            total[record] += sums[code]
            n_total[record] += n_words[code]


def _sorted_words(fields: Sequence[FieldValues], drawn_bits: int) -> np.ndarray:
    """uint64 (n_records,): hash of the words of all fields in any order, 0 where these are fewer than two."""
    n = len(fields[0].codes)
    total, n_total = np.zeros(n, np.uint64), np.zeros(n, np.int32)
    for field in fields:
        data, offsets = field.buffers
        counts = count_drawn(field, drawn_bits) if drawn_bits else np.empty(0, np.uint32)
        sums, n_words = np.zeros(len(field.values), np.uint64), np.zeros(len(field.values), np.int32)
        values = (data, offsets, counts, sums, n_words)
        spread(len(sums), partial(_add_words, *values))
        records = (field.codes, sums, n_words, drawn_bits, total, n_total)
        spread(n, partial(_add_values, *records), chunk=250_000)
    total[n_total < 2] = 0
    return total


@compiled(f"void({BYTES}, {PLACES}, uint32[::1], int64, int64, uint8[::1], uint64[::1], int64, int64)")
def _hash_values(data, offsets, counts, kind, size, classes, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        if len(counts) > 0 and counts[value] == 0:
            continue
        begin, end = offsets[value], offsets[value + 1]
        h = np.uint64(0)
        if kind == _EXACT:
            h = _letters_from(data, begin, end, 0)
        elif kind == _PREFIX:
            h = _letters_from(data, begin, end, size)
        elif kind == _LAST_DIGITS:
            h = _last_digits(data, begin, end, size)
        elif kind == _YEAR:
            h = _year(data, begin, end)
        elif kind == _FIRST_WORD:
            h = _up_to(data, begin, end, np.uint8(32))
        elif kind == _PHONETIC:
            h = _phonetic(data, begin, end, classes)
        elif kind == _HOUSE_NUMBER:
            h = _house_number(data, begin, end)
        else:
            h = _up_to(data, begin, end, np.uint8(64))
        out[value] = h


def value_hashes(field: FieldValues, kind: PartKind, size: int = 0, drawn_bits: int = 0) -> np.ndarray:
    """uint64 (n_distinct,): hash of that part of each distinct value, 0 where it has none or no drawn record has it."""
    data, offsets = field.buffers
    out = np.zeros(len(field.values), np.uint64)
    counts = count_drawn(field, drawn_bits) if drawn_bits else np.empty(0, np.uint32)
    given = (data, offsets, counts, _NUMBER[kind], size, _CLASS, out)
    spread(len(out), lambda first, last: _hash_values(*given, first, last))
    return out


@compiled(f"void({CODES}, uint64[::1], int64, uint64[::1], int64, int64)")
def _hand_out(codes, hashes, drawn_bits, out, first, last):  # type: ignore[no-untyped-def]
    for record in range(first, last):
        code = codes[record]
        out[record] = hashes[code] if code >= 0 and is_drawn(record, drawn_bits) else np.uint64(0)


def _of_records(field: FieldValues, part: Part, drawn_bits: int) -> np.ndarray:
    """uint64 (n_records,): hash of each drawn record's value, 0 where there is none."""
    hashes, out = value_hashes(field, part.kind, part.size, drawn_bits), np.empty(len(field.codes), np.uint64)
    given = (field.codes, hashes, drawn_bits, out)
    spread(len(out), lambda first, last: _hand_out(*given, first, last), chunk=250_000)
    return out


def part_hashes(cleaned: CleanedRecords, part: Part, drawn_bits: int = 0) -> np.ndarray:
    """uint64 (n_records,): hash of a part for each record, 0 where a value is missing.

    Several fields must all have a value; for sorted words it is enough that there are two words in all of them together.

    Args:
        cleaned: The records.
        part: Not one of words or items.
        drawn_bits: Only one record of two to this power is looked at; all others have 0.
    """
    if part.kind == PartKind.WHOLE:
        return whole_hashes(cleaned)
    fields = [cleaned.field(name) for name in part.fields]
    if part.kind == PartKind.SORTED_WORDS:
        return _sorted_words(fields, drawn_bits)
    out = _of_records(fields[0], part, drawn_bits)
    for field in fields[1:]:
        out = mix(out, _of_records(field, part, drawn_bits))
    return out


@compiled(f"void({BYTES}, {PLACES}, uint8, int32[::1], int64, int64)")
def _count_words(data, offsets, up_to, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        n = 0
        for i in range(offsets[value], offsets[value + 1]):
            if data[i] > up_to and (i == offsets[value] or data[i - 1] <= up_to):
                n += 1
        out[value] = n


def count_words(field: FieldValues, up_to: int = BREAK) -> np.ndarray:
    """int32 (n_distinct,): words in each distinct value; bytes up to `up_to` end one."""
    data, offsets = field.buffers
    out = np.zeros(len(field.values), np.int32)
    given = data, offsets, np.uint8(up_to), out
    spread(len(out), lambda first, last: _count_words(*given, first, last), size=field.values.nbytes)
    return out


@compiled(f"void({BYTES}, {PLACES}, uint8, int64[::1], uint64[::1], int64, int64)")
def _word_hashes(data, offsets, up_to, starts, out, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        at = starts[value]
        i = offsets[value]
        while i < offsets[value + 1]:
            while i < offsets[value + 1] and data[i] <= up_to:
                i += 1
            begin = i
            h = np.uint64(0xCBF29CE484222325)
            while i < offsets[value + 1] and data[i] > up_to:
                h = _step(h, data[i])
                i += 1
            if i > begin:
                out[at] = _finish(h)
                at += 1


def value_words(field: FieldValues, up_to: int = BREAK) -> tuple[np.ndarray, np.ndarray]:
    """The words of each distinct value; bytes up to `up_to` end one.

    Returns:
        starts int64 (n_distinct + 1,), and uint64 hashes of the words of all values one after the other.
    """
    data, offsets = field.buffers
    starts = np.concatenate([[0], np.cumsum(count_words(field, up_to))]).astype(np.int64)
    out = np.zeros(int(starts[-1]), np.uint64)
    given = data, offsets, np.uint8(up_to), starts, out
    spread(len(field.values), lambda first, last: _word_hashes(*given, first, last), size=field.values.nbytes)
    return starts, out


def words_of(field: FieldValues, kind: PartKind) -> tuple[np.ndarray, np.ndarray]:
    """The words of each distinct value, or its items where rare ones of these are asked for, see `value_words`."""
    return value_words(field, ITEM_BREAK if kind == PartKind.RARE_ITEMS else BREAK)


@dataclass(frozen=True)
class Words:
    """Entries of words, or of items of a set, word by word.

    Attributes:
        records: int32 (n_entries,).
        hashes: uint64 (n_entries,): of the word.
        in_records: int32 (n_entries,): in how many records the word stands.
    """

    records: np.ndarray
    hashes: np.ndarray
    in_records: np.ndarray

    def in_at_most(self, limit: int) -> tuple[np.ndarray, np.ndarray]:
        """The entries (records int32, hashes uint64) of the words that stand in so many records at most."""
        rare = self.in_records <= limit
        return self.records[rare], self.hashes[rare]


def shared_words(cleaned: CleanedRecords, names: Sequence[str], kind: PartKind, most: int) -> Words:
    """Every word of some fields, or item of a set, that stands in 2 to `most` records."""
    all_records, all_words = [], []
    for name in names:
        field = cleaned.field(name)
        starts, words = words_of(field, kind)
        records = np.flatnonzero(field.codes >= 0).astype(np.int32)
        codes = field.codes[records]
        sizes = (starts[1:] - starts[:-1])[codes]
        all_records.append(np.repeat(records, sizes))
        within = np.arange(int(sizes.sum())) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        all_words.append(words[np.repeat(starts[codes], sizes) + within])
    records, words = np.concatenate(all_records), np.concatenate(all_words)
    if len(names) > 1:
        order = np.argsort(records, kind="stable")
        records, words = records[order], words[order]
    buckets = gather(records, words)
    if not len(buckets.hashes):
        return Words(buckets.records, buckets.hashes, np.empty(0, np.int32))
    # The same word twice in a record is one entry; the two stand side by side.
    new = np.concatenate([[True], buckets.records[1:] != buckets.records[:-1]])
    new[buckets.starts[:-1]] = True
    n_records = np.add.reduceat(new, buckets.starts[:-1], dtype=np.int32)
    taken = new & np.repeat((n_records >= 2) & (n_records <= most), buckets.sizes)
    every = (np.repeat(of_bucket, buckets.sizes)[taken] for of_bucket in (buckets.hashes, n_records))
    return Words(buckets.records[taken], *every)
