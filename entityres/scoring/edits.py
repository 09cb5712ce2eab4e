"""Engine: how many slips of the pen apart two texts are, up to a few.

Optimal string alignment (Damerau 1964, restricted as by Boytsov 2011): letters changed, inserted, deleted or swapped with
the neighbour. Only whether it is none, one or two matters, so a band of five diagonals is enough, and texts that have
nothing in common are left after a few letters. On the bytes of the distinct values: no text is made into an object for it.
"""

from __future__ import annotations

import numpy as np

from entityres.candidates.part_hashes import BREAK
from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled, spread
from entityres.records.fields import FieldValues


@compiled()
def code_points(data, begin, end, out):  # type: ignore[no-untyped-def]
    """Write the code points of UTF-8 text to `out`; returns how many (for compiled loops)."""
    n, i = 0, begin
    while i < end:
        byte = np.int32(data[i])
        i += 1
        if byte >= 0xC0:
            byte &= 0x1F if byte < 0xE0 else (0x0F if byte < 0xF0 else 0x07)
            while i < end and (data[i] & 0xC0) == 0x80:
                byte = (byte << 6) | (data[i] & 0x3F)
                i += 1
        out[n] = byte
        n += 1
    return n


@compiled()
def _letters_in(data, begin, end):  # type: ignore[no-untyped-def]
    """A bit for each letter of UTF-8 text, by the byte that it begins with: some letters share one."""
    found = np.uint64(0)
    for i in range(begin, end):
        if (data[i] & 0xC0) != 0x80:
            found |= np.uint64(1) << np.uint64(data[i] & 63)
    return found


@compiled()
def _count_bits(bits):  # type: ignore[no-untyped-def]
    n = 0
    while bits:
        bits &= bits - np.uint64(1)
        n += 1
    return n


@compiled()
def edits_within(x, y, most, rows):  # type: ignore[no-untyped-def]
    """Edits between two runs of code points that neither begin nor end alike; `most` + 1 stands for more.

    For compiled loops. `rows` holds the last three rows of the table (two places more than the longer run has), of which only
    the places within `most` of the diagonal are ever looked at.
    """
    n, m = len(x), len(y)
    if abs(n - m) > most:
        return most + 1
    far = most + 1
    for j in range(min(m, most) + 1):
        rows[0, j] = j
    if most < m:
        rows[0, most + 1] = far
    for i in range(1, n + 1):
        now, before, two_before = i % 3, (i - 1) % 3, (i - 2) % 3
        first, last = max(1, i - most), min(m, i + most)
        rows[now, first - 1] = i if first == 1 else far
        best = rows[now, first - 1]
        for j in range(first, last + 1):
            cost = rows[before, j - 1] + (x[i - 1] != y[j - 1])
            cost = min(cost, rows[now, j - 1] + 1)
            if j < i + most:
                cost = min(cost, rows[before, j] + 1)
            if i > 1 and j > 1 and x[i - 1] == y[j - 2] and x[i - 2] == y[j - 1]:
                cost = min(cost, rows[two_before, j - 2] + 1)
            rows[now, j] = min(cost, far)
            best = min(best, rows[now, j])
        if last < m:
            rows[now, last + 1] = far
        # A swap may still jump over this row: then the one before was good enough.
        if best > most and rows[before, max(0, min(m, i - 1))] > most:
            return far
    return min(rows[n % 3, m], far)


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, int64, int8[::1], int64, int64)")
def _edits(data, offsets, a, b, most, out, first, last):  # type: ignore[no-untyped-def]
    room = 64
    x, y = np.empty(room, np.int32), np.empty(room, np.int32)
    rows = np.empty((3, room + 2), np.int32)
    for pair in range(first, last):
        i, end_i, j, end_j = offsets[a[pair]], offsets[a[pair] + 1], offsets[b[pair]], offsets[b[pair] + 1]
        # A letter has at most four bytes.
        if abs((end_i - i) - (end_j - j)) > 4 * most:
            out[pair] = most + 1
            continue
        # An edit takes one letter away and brings one at most: this tells most strangers, without a table.
        if _count_bits(_letters_in(data, i, end_i) ^ _letters_in(data, j, end_j)) > 2 * most:
            out[pair] = most + 1
            continue
        if max(end_i - i, end_j - j) > room:
            room = 2 * max(end_i - i, end_j - j)
            x, y = np.empty(room, np.int32), np.empty(room, np.int32)
            rows = np.empty((3, room + 2), np.int32)
        n, m = code_points(data, i, end_i, x), code_points(data, j, end_j, y)
        begin = 0
        while begin < n and begin < m and x[begin] == y[begin]:
            begin += 1
        while n > begin and m > begin and x[n - 1] == y[m - 1]:
            n -= 1
            m -= 1
        out[pair] = edits_within(x[begin:n], y[begin:m], most, rows)


def edits(field: FieldValues, a: np.ndarray, b: np.ndarray, most: int = 2) -> np.ndarray:
    """Letters to change, insert, delete or swap with the neighbour.

    Args:
        field: Whose values.
        a: int32 (n,), numbers of distinct values.
        b: int32 (n,).
        most: More are not told apart.

    Returns:
        int8 (n,): 0 to `most`; `most` + 1 stands for more.
    """
    out = np.empty(len(a), np.int8)
    data, offsets = field.buffers
    spread(len(out), lambda first, last: _edits(data, offsets, a, b, most, out, first, last))
    return out


@compiled(f"boolean[::1]({BYTES}, {PLACES}, {CODES}, {CODES})")
def _swapped(data, offsets, a, b):  # type: ignore[no-untyped-def]
    out = np.zeros(len(a), np.bool_)
    for pair in range(len(a)):
        i, j = offsets[a[pair]], offsets[b[pair]]
        n = offsets[a[pair] + 1] - i
        if offsets[b[pair] + 1] - j != n:
            continue
        at = 0
        while at < n and data[i + at] == data[j + at]:
            at += 1
        if at + 1 >= n or data[i + at] != data[j + at + 1] or data[i + at + 1] != data[j + at]:
            continue
        out[pair] = True
        for rest in range(at + 2, n):
            if data[i + rest] != data[j + rest]:
                out[pair] = False
                break
    return out


def neighbours_swapped(field: FieldValues, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """bool (n,): the two texts differ only in two neighbouring characters that have changed places.

    Byte by byte, for numbers and codes: characters beyond ASCII that changed places are not noticed.

    Args:
        field: Whose values.
        a: int32 (n,), numbers of distinct values.
        b: int32 (n,).
    """
    return _swapped(*field.buffers, a, b)


@compiled()
def _n_letters(data, begin, end):  # type: ignore[no-untyped-def]
    n = 0
    for i in range(begin, end):
        n += data[i] > BREAK and (data[i] & 0xC0) != 0x80
    return n


@compiled(f"void({BYTES}, {PLACES}, {CODES}, {CODES}, int32[:, ::1])")
def _letters_apart(data, offsets, a, b, out):  # type: ignore[no-untyped-def]
    for pair in range(len(a)):
        i, j, end_i, end_j = offsets[a[pair]], offsets[b[pair]], offsets[a[pair] + 1], offsets[b[pair] + 1]
        at = 0
        while i < end_i and j < end_j and data[i] == data[j]:
            at = at + 1 if data[i] > BREAK else 0
            i += 1
            j += 1
        # A word that only begins alike is a word that differs; so is one that only ends alike.
        if not ((i == end_i or data[i] <= BREAK) and (j == end_j or data[j] <= BREAK)):
            i, j = i - at, j - at
        at = 0
        while end_i > i and end_j > j and data[end_i - 1] == data[end_j - 1]:
            end_i -= 1
            end_j -= 1
            at = at + 1 if data[end_i] > BREAK else 0
        if (end_i == i or data[end_i - 1] <= BREAK) and (end_j == j or data[end_j - 1] <= BREAK):
            at = 0
        one, other = _n_letters(data, i, end_i + at), _n_letters(data, j, end_j + at)
        out[pair, 0], out[pair, 1] = min(one, other), max(one, other)


def letters_apart(field: FieldValues, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Letters of the words in which two texts differ, without the words that both begin or end with.

    Args:
        field: Whose values.
        a: int32 (n,), numbers of distinct values.
        b: int32 (n,).

    Returns:
        int32 (n, 2): of the one that has fewer of them, and of the other; blanks do not count.
    """
    out = np.empty((len(a), 2), np.int32)
    _letters_apart(*field.buffers, a, b, out)
    return out
