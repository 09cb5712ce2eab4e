"""Engine: distinct texts sorted by their bytes, so that codes do not depend on the order of the records.

The first eight bytes of each text are sorted as numbers; runs of equal ones are settled by the next eight, then byte by
byte. O(m log m) for m distinct texts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Coded, Texts, chained, gather
from entityres.records.compiled import compiled


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


@compiled()
def _key_at(offsets: Any, data: Any, text: Any, skip: Any) -> Any:
    """Eight bytes of a text from `skip` on, as a number."""
    start = offsets[text] + skip
    key = np.uint64(0)
    for at in range(8):
        key = np.uint64(key << np.uint64(8))
        if start + at < offsets[text + 1]:
            key = np.uint64(key | np.uint64(data[start + at]))
    return key


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


@compiled(f"void({PLACES}, {BYTES}, uint64[::1], int64[::1], int64)")
def _settle_ties(offsets: Any, data: Any, keys: Any, order: Any, skip: Any) -> None:
    """Sort runs of equal keys by the next eight bytes, then by the rest of the texts (merge sort, in place)."""
    n = len(order)
    begin = 0
    room = 16
    next_keys, spare_keys = np.empty(room, np.uint64), np.empty(room, np.uint64)
    spare = np.empty(room, np.int64)
    while begin < n:
        end = begin + 1
        while end < n and keys[order[end]] == keys[order[begin]]:
            end += 1
        length = end - begin
        if length > room:
            room = 2 * length
            next_keys, spare_keys = np.empty(room, np.uint64), np.empty(room, np.uint64)
            spare = np.empty(room, np.int64)
        if length > 1:
            for at in range(length):
                next_keys[at] = _key_at(offsets, data, order[begin + at], skip)
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
    keys = prefixes(texts.offsets, texts.data, 0)
    order = np.argsort(keys) if picks is None else picks[np.argsort(keys[picks])]
    _settle_ties(texts.offsets, texts.data, keys, order, 8)
    return order


def sorted_values(values: Coded) -> Coded:
    """The same values without those that no record has, distinct texts sorted by their bytes."""
    used = np.zeros(values.texts.n + 1, dtype=np.bool_)
    used[values.codes] = True  # the last place stands for missing ones
    picks = None if used[:-1].all() else np.flatnonzero(used[:-1])
    order = byte_order(values.texts, picks)
    ranks = np.full(values.texts.n, -1, dtype=np.int32)
    ranks[order] = np.arange(len(order), dtype=np.int32)
    return Coded(chained(ranks, values.codes), gather(values.texts, order))
