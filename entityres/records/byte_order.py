"""Engine: distinct texts sorted by their bytes, so that codes do not depend on the order of the records.

The first eight bytes of each text are sorted as numbers, digit by digit; runs of equal ones are settled by the next eight,
then byte by byte. O(m) for m distinct texts, and O(r log r) for a run of r that begin alike.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Coded, Texts, chained, counts_of, gather
from entityres.records.compiled import compiled

_BITS = 11
_DIGITS, _MASK = -(-64 // _BITS), (1 << _BITS) - 1


@compiled(f"uint64[::1]({PLACES}, {BYTES}, int64)")
def prefixes(offsets: Any, data: Any, skip: Any) -> Any:
    """uint64 (n,): eight bytes of each text from `skip` on, so that numbers sort as the texts do."""
    n = len(offsets) - 1
    keys = np.zeros(n, np.uint64)
    for row in range(n):
        start = offsets[row] + skip
        end = offsets[row + 1]
        key = np.uint64(0)
        for at in range(8):
            key = np.uint64(key << np.uint64(8))
            if start + at < end:
                key = np.uint64(key | np.uint64(data[start + at]))
        keys[row] = key
    return keys


@compiled("Tuple((int64[::1], uint64[::1]))(uint64[::1], int64[::1])")
def _sorted_numbers(keys: Any, order: Any) -> Any:
    """What stands at some places, sorted by its number there, and the numbers in that order (radix sort, stable)."""
    n = len(order)
    counts = np.zeros((_DIGITS, 1 << _BITS), np.int64)
    now = np.empty(n, np.uint64)
    for at in range(n):
        now[at] = keys[order[at]]
        for digit in range(_DIGITS):
            counts[digit, np.int64(now[at] >> np.uint64(digit * _BITS)) & _MASK] += 1
    order = order.copy()
    then, order_then = np.empty(n, np.uint64), np.empty(n, np.int64)
    for digit in range(_DIGITS):
        shift, place = np.uint64(digit * _BITS), counts[digit]
        if n == 0 or place[np.int64(now[0] >> shift) & _MASK] == n:
            continue  # all have the same digit
        before = 0
        for value in range(1 << _BITS):
            count = place[value]
            place[value] = before
            before += count
        for at in range(n):
            mine = np.int64(now[at] >> shift) & _MASK
            then[place[mine]], order_then[place[mine]] = now[at], order[at]
            place[mine] += 1
        now, then = then, now
        order, order_then = order_then, order
    return order, now


@compiled()
def _before(offsets: Any, data: Any, left: Any, right: Any, skip: Any) -> Any:
    """Whether the text `left` sorts before `right`, the first `skip` bytes being equal."""
    a, a_end, b, b_end = offsets[left] + skip, offsets[left + 1], offsets[right] + skip, offsets[right + 1]
    while a < a_end and b < b_end:
        if data[a] != data[b]:
            return data[a] < data[b]
        a += 1
        b += 1
    return a >= a_end and b < b_end


@compiled(f"void({PLACES}, {BYTES}, uint64[::1], uint64[::1], int64[::1], int64)")
def _settle_ties(offsets: Any, data: Any, keys: Any, following: Any, order: Any, skip: Any) -> None:
    """Sort runs of equal keys by their following ones, then by the rest of the texts (merge sort, in place).

    Args:
        offsets, data: The texts.
        keys: Of the texts in their order.
        following: The eight bytes behind those of the keys, of each text.
        order: The order, written.
        skip: Bytes of keys and following ones.
    """
    n = len(order)
    begin = 0
    room = 16
    next_keys, spare_keys = np.empty(room, np.uint64), np.empty(room, np.uint64)
    spare = np.empty(room, np.int64)
    while begin < n:
        end = begin + 1
        while end < n and keys[end] == keys[begin]:
            end += 1
        length = end - begin
        if length > room:
            room = 2 * length
            next_keys, spare_keys = np.empty(room, np.uint64), np.empty(room, np.uint64)
            spare = np.empty(room, np.int64)
        if length > 1:
            for at in range(length):
                next_keys[at] = following[order[begin + at]]
        width = 1
        while width < length:
            for low in range(0, length, 2 * width):
                middle = min(low + width, length)
                high = min(low + 2 * width, length)
                left, right = low, middle
                for at in range(low, high):
                    take_left = left < middle
                    if take_left and right < high:
                        if next_keys[right] == next_keys[left]:
                            take_left = not _before(offsets, data, order[begin + right], order[begin + left], skip)
                        else:
                            take_left = next_keys[left] < next_keys[right]
                    if take_left:
                        spare[at], spare_keys[at] = order[begin + left], next_keys[left]
                        left += 1
                    else:
                        spare[at], spare_keys[at] = order[begin + right], next_keys[right]
                        right += 1
            for at in range(length):
                order[begin + at] = spare[at]
                next_keys[at] = spare_keys[at]
            width *= 2
        begin = end


def byte_order(texts: Texts, picks: np.ndarray | None = None) -> np.ndarray:
    """int64 (n,): the order that sorts the texts, or those at some places, by their bytes."""
    order = np.arange(texts.n) if picks is None else np.ascontiguousarray(picks, np.int64)
    order, keys = _sorted_numbers(prefixes(texts.offsets, texts.data, 0), order)
    _settle_ties(texts.offsets, texts.data, keys, prefixes(texts.offsets, texts.data, 8), order, 16)
    return order


def sorted_values(values: Coded) -> Coded:
    """The same values without those that no record has, distinct texts sorted by their bytes."""
    used = counts_of(values.codes, values.texts.n) > 0
    picks = None if used.all() else np.flatnonzero(used)
    order = byte_order(values.texts, picks)
    ranks = np.full(values.texts.n, -1, dtype=np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return Coded(chained(ranks, values.codes), gather(values.texts, order))
