"""Engine: the compiled loop of folding: code points looked up in a table, letter by letter, byte by byte.

What a letter becomes stands in the table (see `folding`); the loop follows what one letter means for the next: whether
marks are dropped or kept, where blanks fall, and what must be left to `fold_text` ("odd"): marks that would join with
the letter before them or change places, HTML codes, rare scripts.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES
from entityres.records.compiled import compiled

# Kinds of code points.
LETTER, BLANK, DROP, ODD, MARK, OPTIONAL_MARK, WIDE, UNSEEN = 0, 1, 2, 3, 4, 5, 6, 7
# Traits: letters that lose accents, letters that are joined from others, marks that join with letters.
LOSES, OPEN, JOINS = 1, 2, 4
# What stood before a mark.
NOTHING, LOSING, KEEPING, JOINED, KEPT_MARK, GAP, UNCLEAR = 0, 1, 2, 3, 4, 5, 6


@compiled()
def _is_pair(pairs: Any, first: Any, second: Any) -> Any:
    """Whether a letter and a mark join into one."""
    wanted = (first << 16) | second
    low, high = 0, len(pairs)
    while low < high:
        middle = (low + high) // 2
        if pairs[middle] < wanted:
            low = middle + 1
        else:
            high = middle
    return low < len(pairs) and pairs[low] == wanted


@compiled()
def _kind_beyond(code: Any) -> Any:
    """The kind of a code point behind the table: Chinese and Korean letters, pictures, what nobody sees."""
    if 0x3400 <= code < 0xA000 or 0xAC00 <= code < 0xD7A4 or 0x20000 <= code < 0x2A6E0:
        return WIDE
    if 0x1F300 <= code < 0x1F700 or 0x1F900 <= code < 0x1FA00 or 0x1FA70 <= code < 0x1FB00:
        return BLANK
    if 0xFE00 <= code < 0xFE10 or code == 0xFEFF:
        return UNSEEN
    return ODD


@compiled()
def _closed_up(made: Any, begin: Any, end: Any) -> Any:
    """Take the blanks out of a name in Chinese, Japanese or Korean; commas stay between what is not empty."""
    to = begin
    comma = False
    for at in range(begin, end):
        byte = made[at]
        if byte == 32:
            continue
        if byte == 44:
            comma = to > begin
            continue
        if comma:
            made[to], made[to + 1], made[to + 2] = 32, 44, 32
            to += 3
            comma = False
        made[to] = byte
        to += 1
    return to


@compiled(
    f"Tuple((int64[::1], uint8[::1], boolean[::1]))"
    f"({PLACES}, {BYTES}, {BYTES}, {PLACES}, {BYTES}, {BYTES}, {BYTES}, {PLACES}, int64)"
)
def fold_letters(
    offsets: Any, data: Any, kinds: Any, starts: Any, letters: Any, traits: Any, orders: Any, pairs: Any, how: Any
) -> Any:
    """The folded texts; those that are odd are empty and marked.

    Args:
        offsets, data: The texts.
        kinds: uint8, what to do with each code point of the table.
        starts, letters: What each letter becomes.
        traits: uint8, bits.
        orders: uint8, canonical combining class of marks.
        pairs: int64, sorted: letter << 16 | mark of those that join.
        how: `Fold`.
    """
    n = len(offsets) - 1
    keep_and, keep_commas, keep_hyphens, closed = how & 1, how & 2, how & 4, how & 8
    extra = 0
    for at in range(offsets[0], offsets[n]):
        if (keep_and and data[at] == 38) or (keep_commas and data[at] == 44):
            extra += 5
    made = np.empty(offsets[n] - offsets[0] + extra, np.uint8)
    places = np.zeros(n + 1, np.int64)
    odd = np.zeros(n, np.bool_)
    plain = np.zeros(256, np.uint8)  # what letters and digits of ASCII become, where that is one byte
    for letter in range(128):
        if kinds[letter] == LETTER and starts[letter + 1] - starts[letter] == 1:
            plain[letter] = letters[starts[letter]]
    to = 0
    for row in range(n):
        begin = to
        blank = False
        wide = False
        other = False
        blanks = 0
        before = NOTHING
        before_code = np.int64(0)
        before_order = 0
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            byte = data[at]
            code = np.int64(byte)
            if plain[byte]:
                if blank and to > begin and not closed:
                    made[to] = 32
                    to += 1
                    blanks += 1
                blank, other = False, True
                while at < end and plain[data[at]]:
                    made[to] = plain[data[at]]
                    to += 1
                    at += 1
                before_code = np.int64(data[at - 1])
                before = LOSING if traits[before_code] & LOSES else JOINED if traits[before_code] & OPEN else KEEPING
                continue
            size = 1
            if byte >= 0x80:
                size = 4 if byte >= 0xF0 else 3 if byte >= 0xE0 else 2
                if at + size > end or byte < 0xC0:
                    odd[row] = True
                    break
                code = code & (0x7F >> size)
                for part in range(1, size):
                    code = (code << 6) | (np.int64(data[at + part]) & 63)
            if code == 38:
                for ahead in range(at + 1, min(at + 11, end)):
                    if data[ahead] == 59:
                        odd[row] = True
                if odd[row]:
                    break
                if keep_and and not closed:
                    if to > begin:
                        made[to] = 32
                        to += 1
                    made[to], made[to + 1], made[to + 2] = 97, 110, 100
                    to += 3
                    blanks += 1
                    other = True
                blank = True
                before = GAP
                at += 1
                continue
            if code == 44 and keep_commas:
                if to > begin:
                    made[to] = 32
                    to += 1
                made[to] = 44
                to += 1
                blanks += 1
                blank = True
                before = GAP
                at += 1
                continue
            if code == 45 and keep_hyphens and not blank and to > begin and at + 1 < end:
                ahead_byte = data[at + 1]
                if ahead_byte >= 0x80 or ahead_byte == 95 or ahead_byte == 39 or ahead_byte == 96 or ahead_byte == 45:
                    odd[row] = True
                    break
                if kinds[ahead_byte] == LETTER:
                    made[to] = 45
                    to += 1
                    at += 1
                    other = True
                    before = GAP
                    continue
            kind = kinds[code] if code < len(kinds) else _kind_beyond(code)
            if kind == ODD:
                odd[row] = True
                break
            if kind in (LETTER, WIDE):
                if blank and to > begin and not closed:
                    made[to] = 32
                    to += 1
                    blanks += 1
                blank = False
                if kind == WIDE:
                    wide = True
                    before = KEEPING
                    for part in range(size):
                        made[to] = data[at + part]
                        to += 1
                else:
                    other = True
                    before = LOSING if traits[code] & LOSES else JOINED if traits[code] & OPEN else KEEPING
                    for part in range(starts[code], starts[code + 1]):
                        made[to] = letters[part]
                        to += 1
            elif kind == BLANK:
                blank = True
                before = GAP
            elif kind == MARK:
                if before in (NOTHING, KEEPING, KEPT_MARK):
                    joins = traits[code] & JOINS
                    order = orders[code]
                    again = before == KEPT_MARK
                    changes_places = again and 0 < order < before_order
                    if changes_places or (
                        joins and before != NOTHING and (again or _is_pair(pairs, before_code, code))
                    ):
                        odd[row] = True
                        break
                    if code >= 0x2E80:
                        wide = True
                    else:
                        other = True
                    for part in range(size):
                        made[to] = data[at + part]
                        to += 1
                    before = KEPT_MARK
                    before_order = order
                elif before != LOSING and before != GAP:
                    odd[row] = True
                    break
            elif kind == OPTIONAL_MARK:
                if before != LOSING and before != GAP:
                    before = UNCLEAR
            elif kind == UNSEEN and before in (KEEPING, JOINED, KEPT_MARK):
                before = UNCLEAR
            if kind != DROP:
                before_code = code
            at += size
        if wide and not other and blanks > 0 and not odd[row]:
            to = _closed_up(made, begin, to)
        if odd[row]:
            to = begin
        places[row + 1] = to
    return places, made[:to].copy(), odd
