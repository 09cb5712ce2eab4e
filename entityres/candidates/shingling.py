"""Engine: from texts to sets of shingles (method.md §2; *Mining of Massive Datasets*, ch. 3.2).

A field shingle carries its field: `ann` in a first name and `ann` in a street are different elements. Shingles are
hashed to 4 bytes. They are made once for each distinct value; a record is then a row of value numbers.

In a bag the second `ab` of a text is an element of its own, as is the third: the Jaccard similarity of bags is then that of
sets, and everything that works on sets (minhash, bands, the exact join) works on bags.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pyarrow.compute as pc

from entityres.candidates.sorted_tokens import room_to_sort, sort_tokens
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import CleanedRecords, FieldValues
from entityres.records.folding import fold_text
from entityres.records.items import ITEM_SEPARATOR
from entityres.records.once import once
from entityres.records.roles import Role
from entityres.records.tables import table
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def character_shingles(text: str, k: int) -> list[str]:
    """All runs of k characters in order, repeats included (a bag; `set` of it is the set)."""
    return [text[i : i + k] for i in range(len(text) - k + 1)]


def word_shingles(words: Sequence[str], k: int) -> list[tuple[str, ...]]:
    """All runs of k words in order, repeats included."""
    return [tuple(words[i : i + k]) for i in range(len(words) - k + 1)]


def stop_word_shingles(text: str, stop_words: frozenset[str]) -> list[tuple[str, str, str]]:
    """Each stop word with the two words after it: prose has many, the advertisements around it few.

    Args:
        text: An article.
        stop_words: Stop words in lower case.

    Returns:
        The shingles in order, words as written.
    """
    words = _WORD.findall(text)
    return [(words[i], words[i + 1], words[i + 2]) for i in range(len(words) - 2) if words[i].lower() in stop_words]


@dataclass(frozen=True)
class Shingles:
    """The shingle sets of all records.

    Attributes:
        fields: Names of the fields.
        tokens: uint32 (n_tokens,): shingles of each distinct value, sorted and unique within it.
        starts: int64 (n_values + 1,): bounds of each value's tokens; the values of all fields one after the other.
        codes: int32 (n_records, n_fields): value of each record in that numbering, -1 where missing.
    """

    fields: tuple[str, ...]
    tokens: np.ndarray
    starts: np.ndarray
    codes: np.ndarray


@compiled()
def mix_bits(x):  # type: ignore[no-untyped-def]
    """The finalizer of MurmurHash3 (Appleby, public domain): every input bit reaches every output bit."""
    x = np.uint32(x)
    x ^= x >> np.uint32(16)
    x = np.uint32(x * np.uint32(0x85EBCA6B))
    x ^= x >> np.uint32(13)
    x = np.uint32(x * np.uint32(0xC2B2AE35))
    x ^= x >> np.uint32(16)
    return np.uint32(x)


_CHARACTERS, _WORDS, _STOP_WORDS, _ITEMS = range(4)
_KINDS = {"characters": _CHARACTERS, "words": _WORDS, "stop words": _STOP_WORDS, "items": _ITEMS}
_KINDS |= {"character bags": _CHARACTERS, "word bags": _WORDS}
_BREAK = ord(ITEM_SEPARATOR)


@compiled()
def _is_stop_word(data, first, end, stop_hashes, stop_numbers):  # type: ignore[no-untyped-def]
    last = first
    while last < end and data[last] > 32:
        last += 1
    return find_word(data, first, last, stop_hashes, stop_numbers) >= 0


@compiled()
def _runs_of_characters(data, begin, end, k, tag, out, at):  # type: ignore[no-untyped-def]
    # Writes the value's tokens from `at` on (unsorted) and returns how many; a value shorter than k is one shingle. Loops
    # over bytes stand here whole: a function called for each byte takes ten times longer.
    n, first, last = 0, begin, begin
    for _ in range(k):
        if last < end:
            last += 1
        while last < end and (data[last] & 0xC0) == 0x80:
            last += 1
    while first < last:
        h = np.uint32(2166136261) ^ tag
        for j in range(first, last):
            h = np.uint32((h ^ np.uint32(data[j])) * np.uint32(16777619))
        out[at + n] = mix_bits(h)
        n += 1
        if last == end:
            break
        first, last = first + 1, last + 1
        while (data[first] & 0xC0) == 0x80:
            first += 1
        while last < end and (data[last] & 0xC0) == 0x80:
            last += 1
    return n


@compiled()
def _runs_of_words(data, begin, end, kind, window, tag, stop_hashes, stop_numbers, out, at):  # type: ignore[no-untyped-def]
    # The same of words, or items. A text without stop words has no shingle with one. `window` is for where the last k begin.
    n, seen, slot, k = 0, 0, 0, len(window)
    low, high = (_BREAK, _BREAK) if kind == _ITEMS else (0, 32)  # bytes between words
    # Between words of a set stands what parts its items; they are words side by side all the same.
    blank = np.uint32(_BREAK if kind == _ITEMS else 32)
    between = True
    for i in range(begin, end + 1):
        if i < end:
            before, between = between, low <= data[i] <= high
            if between or not before:
                continue
        if seen >= k or (i == end and n == 0 and i > begin and kind != _STOP_WORDS):
            first = window[slot] if seen >= k else begin
            if kind != _STOP_WORDS or _is_stop_word(data, first, end, stop_hashes, stop_numbers):
                last = i - 1 if i > first and data[i - 1] <= 32 else i
                h = np.uint32(2166136261) ^ tag
                for j in range(first, last):
                    byte = blank if low <= data[j] <= high else np.uint32(data[j])
                    h = np.uint32((h ^ byte) * np.uint32(16777619))
                out[at + n] = mix_bits(h)
                n += 1
        window[slot] = i
        slot = slot + 1 if slot + 1 < k else 0
        seen += 1
    return n


@compiled()
def _tell_repeats_apart(run):  # type: ignore[no-untyped-def]
    # The second of equal tokens of a sorted run becomes another token, and so on: a bag as a set.
    before, repeat = np.uint32(0), np.uint32(0)
    for i in range(len(run)):
        token = run[i]
        repeat = np.uint32(repeat + np.uint32(1)) if i > 0 and token == before else np.uint32(0)
        before = token
        if repeat > 0:
            run[i] = mix_bits(np.uint32(token + np.uint32(repeat * np.uint32(0x9E3779B9))))


@compiled(
    f"void({BYTES}, {PLACES}, int64, int64, boolean, uint32, {HASHES}, {CODES}, uint32[::1], int64[::1], int64, int64)"
)
def _shingle_values(  # type: ignore[no-untyped-def]
    data, offsets, kind, k, bag, tag, stop_hashes, stop_numbers, out, sizes, first, last
):
    # A value of L bytes has at most L shingles, so `out` is as long as `data` and needs no counting pass.
    window = np.empty(k, np.int64)
    scratch, places = room_to_sort()
    for value in range(first, last):
        begin, end = offsets[value], offsets[value + 1]
        at = begin - offsets[0]
        if kind == _CHARACTERS:
            n = _runs_of_characters(data, begin, end, k, tag, out, at)
        else:
            n = _runs_of_words(data, begin, end, kind, window, tag, stop_hashes, stop_numbers, out, at)
        run = out[at : at + n]
        sort_tokens(run, scratch, places)
        if bag:
            _tell_repeats_apart(run)
            sort_tokens(run, scratch, places)
        kept = 0
        for i in range(n):
            if i == 0 or run[i] != run[kept - 1]:
                run[kept] = run[i]
                kept += 1
        sizes[value] = kept


@compiled(f"void(uint32[::1], {PLACES}, int64[::1], int64[::1], uint32[::1], int64, int64)")
def _pack(loose, offsets, sizes, starts, tokens, first, last):  # type: ignore[no-untyped-def]
    for value in range(first, last):
        at = offsets[value] - offsets[0]
        for i in range(sizes[value]):
            tokens[starts[value] + i] = loose[at + i]


@once
def stop_words() -> frozenset[str]:
    """The stop words of all languages of the table, as they look in cleaned texts."""
    return frozenset(
        fold_text(word) for lines in table("stop_words").values() for line in lines for word in line.split()
    )


@once
def _stop_words() -> WordTable:
    return word_table(dict.fromkeys(sorted(stop_words()), 1))


def _value_tokens(field: FieldValues, tokens: str, k: int, tag: int) -> tuple[np.ndarray, np.ndarray]:
    """Tokens (uint32) and how many of them (int64) for each distinct value of a field."""
    if field.role == Role.EMAIL:
        # Half the world shares a provider: only what stands before it makes two people look alike.
        field = replace(field, values=pc.replace_substring_regex(field.values, "@.*$", ""))
    data, offsets = field.buffers
    n = len(field.values)
    loose = np.empty(max(1, int(offsets[-1] - offsets[0])), np.uint32)
    sizes = np.zeros(n, np.int64)
    kind, bag, stop = _KINDS[tokens], tokens.endswith("bags"), _stop_words()
    units = 1 if kind == _ITEMS else k  # a set has no order, so its items stand alone

    def work(first: int, last: int) -> None:
        _shingle_values(
            data, offsets, kind, units, bag, np.uint32(tag), stop.hashes, stop.numbers, loose, sizes, first, last
        )

    spread(n, work, size=len(loose))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    packed = np.empty(int(starts[-1]), np.uint32)
    spread(n, lambda first, last: _pack(loose, offsets, sizes, starts, packed, first, last))
    return packed, sizes


Tokens = tuple[np.ndarray, np.ndarray]
"""Tokens (uint32) of the distinct values of a field one after the other, and how many each has (int64)."""


def stack_values(
    cleaned: CleanedRecords, fields: Sequence[str], tokens_of: Callable[[FieldValues], Tokens]
) -> Shingles:
    """Records as rows of value numbers over the values of several fields; the order of the fields makes no difference."""
    chosen = [cleaned.field(name) for name in sorted(fields)]
    made = [tokens_of(field) for field in chosen]
    sizes = np.concatenate([sizes for _, sizes in made]) if made else np.empty(0, np.int64)
    shifts = np.cumsum([0] + [len(field.values) for field in chosen])[:-1]
    codes = np.full((len(cleaned), len(chosen)), -1, np.int32)
    for column, (field, shift) in enumerate(zip(chosen, shifts, strict=True)):
        np.add(field.codes, np.int32(shift), out=codes[:, column], where=field.codes >= 0)
    return Shingles(
        tuple(field.name for field in chosen),
        np.concatenate([packed for packed, _ in made]) if made else np.empty(0, np.uint32),
        np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64),
        codes,
    )


def shingle(cleaned: CleanedRecords, fields: Sequence[str], tokens: str = "characters", k: int = 3) -> Shingles:
    """The field shingles of all records.

    Args:
        cleaned: The records.
        fields: Names of the fields to take; their order does not change the similarity of records.
        tokens: One of `TOKENS` but places, which `places` takes.
        k: Characters or words in a shingle (a stop word counts as one of them); a shorter value is one shingle.
    """
    if tokens not in _KINDS:
        raise ValueError(f"shingles are not made of {tokens}")
    return stack_values(cleaned, fields, lambda field: _value_tokens(field, tokens, k, zlib_tag(field.name)))


def zlib_tag(name: str) -> int:
    """A field's mark in its shingles: the same in every process, unlike `hash`."""
    import zlib

    return zlib.crc32(name.encode())
