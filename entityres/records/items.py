"""Engine: sets such as authors, tags and languages: each item folded, sorted, without repeats.

A compiled loop makes every separator a comma, the texts are folded with commas as words of their own, and a second loop
takes the items apart and sorts them.
"""

from __future__ import annotations

import html
import re
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold, fold_text

ITEM_SEPARATOR = "\x1f"
_CODE = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_BETWEEN = re.compile(r"[;/|\n]|(?<=\s)&(?=\s)")
_LAST_LINK = frozenset({"and", "und", "et"})


def clean_item_set(text: str) -> str:
    """The items of a cell, each folded, sorted by their bytes, joined by a separator that no text has.

    Example: "Y. Freund, A. Blum and N. Weir" has the items "a blum", "n weir" and "y freund".
    """
    if "&" in text and _CODE.search(text):
        text = html.unescape(text)
    words = fold_text(_BETWEEN.sub(",", text), Fold.COMMAS).split()
    items: list[list[str]] = [[]]
    for word in words:
        if word == "," or word in _LAST_LINK:
            items.append([])
        else:
            items[-1].append(word)
    return ITEM_SEPARATOR.join(sorted({" ".join(item) for item in items if item}, key=str.encode))


@compiled(f"Tuple((int64[::1], uint8[::1], boolean[::1]))({PLACES}, {BYTES})")
def _with_commas(offsets: Any, data: Any) -> Any:
    """The texts with a comma for every separator; and those with something like an HTML code."""
    n = len(offsets) - 1
    made = data[offsets[0] : offsets[n]].copy()
    odd = np.zeros(n, np.bool_)
    shift = offsets[0]
    places = offsets - shift
    for row in range(n):
        begin, end = offsets[row], offsets[row + 1]
        for at in range(begin, end):
            byte = data[at]
            if byte == 59 or byte == 47 or byte == 124 or byte == 10:
                made[at - shift] = 44
            elif byte == 38:
                # Between blanks it parts items; with a semicolon soon behind it, it may be a code.
                before = at > begin and (data[at - 1] == 32 or 9 <= data[at - 1] <= 13)
                if before and at + 1 < end and (data[at + 1] == 32 or 9 <= data[at + 1] <= 13):
                    made[at - shift] = 44
                for ahead in range(at + 1, min(at + 11, end)):
                    if data[ahead] == 59:
                        odd[row] = True
                if at > begin and data[at - 1] >= 0x80 or at + 1 < end and data[at + 1] >= 0x80:
                    odd[row] = True
    return places, made, odd


@compiled()
def _is_link(data: Any, begin: Any, end: Any) -> Any:
    """Whether a word is a comma, or "and" in one of three languages."""
    if end - begin == 1:
        return data[begin] == 44
    if end - begin == 2:
        return data[begin] == 101 and data[begin + 1] == 116
    if end - begin != 3 or data[begin + 1] != 110 or data[begin + 2] != 100:
        return False
    return data[begin] == 97 or data[begin] == 117


@compiled()
def _order_of(data: Any, a: Any, a_end: Any, b: Any, b_end: Any) -> Any:
    """-1, 0 or 1: whether an item sorts before, like or after another one."""
    while a < a_end and b < b_end:
        if data[a] != data[b]:
            return -1 if data[a] < data[b] else 1
        a += 1
        b += 1
    if a < a_end:
        return 1
    return -1 if b < b_end else 0


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES})")
def _sorted_items(offsets: Any, data: Any) -> Any:
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    room = 64
    starts, ends = np.empty(room, np.int64), np.empty(room, np.int64)
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        count = 0
        open_ = False
        while at < end:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            if _is_link(data, at, stop):
                open_ = False
            elif open_:
                ends[count - 1] = stop
            else:
                if count == room:
                    more_starts, more_ends = np.empty(2 * room, np.int64), np.empty(2 * room, np.int64)
                    more_starts[:room], more_ends[:room] = starts, ends
                    starts, ends = more_starts, more_ends
                    room *= 2
                starts[count], ends[count] = at, stop
                count += 1
                open_ = True
            at = stop + 1
        for first in range(1, count):  # insertion sort: items of one cell are few
            start, stop = starts[first], ends[first]
            place = first
            while place > 0 and _order_of(data, start, stop, starts[place - 1], ends[place - 1]) < 0:
                starts[place], ends[place] = starts[place - 1], ends[place - 1]
                place -= 1
            starts[place], ends[place] = start, stop
        for item in range(count):
            if item > 0 and _order_of(data, starts[item], ends[item], starts[item - 1], ends[item - 1]) == 0:
                continue
            if item > 0:
                made[to] = 31
                to += 1
            for place in range(starts[item], ends[item]):
                made[to] = data[place]
                to += 1
        places[row + 1] = to
    return places, made[:to].copy()


def clean_items(texts: Texts) -> Texts:
    """Sets of items (see `clean_item_set`)."""
    offsets, data, odd = _with_commas(texts.offsets, texts.data)
    folded = fold(Texts(offsets, data), Fold.COMMAS)
    made = Texts(*_sorted_items(folded.offsets, folded.data))
    places = np.flatnonzero(odd)
    return replaced(made, places, texts_of([clean_item_set(text) for text in gather(texts, places).to_list()]))
