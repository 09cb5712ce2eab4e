"""Engine: the compiled loops that take names of persons apart; `names` says, for one name, what they do.

The words of a name are marked first (form of address, particle, generation ...), then moved by their numbers only; the
parts are written out at the end.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES
from entityres.records.compiled import compiled
from entityres.records.word_tables import HASHES, find_word

# What a word can be; a word may be several. The generation stands above: 1 + its number, times GENERATION.
BEFORE, AFTER, PARTICLE, LEADING, JOINED, TWO, PREFIX, MAIDEN, RARE, GENERATION = 1, 2, 4, 8, 16, 32, 64, 128, 256, 512
MOST_WORDS = 60
JOINT = 1  # the first generation in the table stands for two people in one name


@compiled()
def _words(
    data: Any, at: Any, end: Any, hashes: Any, numbers: Any, starts: Any, ends: Any, marks: Any, segment: Any
) -> Any:
    """Find the words of a folded name, commas left out but counted; -1 for too many, and for what is left to `names`."""
    count, commas = 0, 0
    while at < end:
        stop = at
        while stop < end and data[stop] != 32:
            stop += 1
        if stop - at == 1 and data[at] == 44:
            commas += 1
        elif stop > at:
            if count == MOST_WORDS:
                return -1
            starts[count], ends[count] = at, stop
            marks[count] = max(np.int32(0), find_word(data, at, stop, hashes, numbers))
            segment[count] = commas
            if marks[count] & (MAIDEN | RARE) and count > 0:
                return -1
            count += 1
        at = stop + 1
    for at in range(count - 1):
        if marks[at] & LEADING and marks[at + 1] & BEFORE:
            return -1  # "de heer"
        if at > 0 and marks[at] & TWO and marks[at - 1] & PARTICLE and marks[at + 1] & PARTICLE:
            return -1  # "von und zu"
        if _is_letters_behind(data, hashes, numbers, starts, ends, at, min(count, at + 3)):
            return -1
    return count


@compiled()
def _is_letters_behind(data: Any, hashes: Any, numbers: Any, starts: Any, ends: Any, first: Any, most: Any) -> Any:
    """Whether two or three short words are together what stands behind a name, such as M.D."""
    joined = np.empty(6, np.uint8)
    to = 0
    for at in range(first, most):
        if ends[at] - starts[at] > 2:
            return False
        for place in range(starts[at], ends[at]):
            joined[to] = data[place]
            to += 1
        if at > first:
            kind = find_word(joined, 0, to, hashes, numbers)
            if kind > 0 and kind & (AFTER | RARE):  # "M.A.": whether it is one depends on the words before
                return True
    return False


@compiled()
def _without_titles(marks: Any, begin: Any, end: Any) -> Any:
    """The words without forms of address before and letters after them."""
    while begin < end and marks[begin] & BEFORE:
        begin += 1
    while end - begin > 1 and marks[end - 1] & AFTER:
        end -= 1
    return begin, end


@compiled()
def _generation(marks: Any, at: Any) -> Any:
    """The number of the generation that a word is, 0 for none."""
    return marks[at] // GENERATION


@compiled()
def _in_order(marks: Any, starts: Any, ends: Any, begin: Any, end: Any, cut: Any) -> Any:
    """First name, middle names, last name: bounds of the three in `cut`.

    Returns 1 where the last name is joined from two, else 0; -1 where the last name stands first, which is left to `names`.
    """
    cut[:] = begin
    if end == begin:
        return 0
    if end - begin > 2:
        initials = ends[begin] - starts[begin] > 1
        for at in range(begin + 1, end):
            initials = initials and ends[at] - starts[at] == 1
        if initials or marks[begin] & LEADING:
            return -1
    last = end - 1
    while last > begin + 1 and marks[last - 1] & PARTICLE:
        last -= 1
    cut[4], cut[5] = last, end
    if end - begin == 1 or (last == begin + 1 and marks[begin] & LEADING):
        cut[4] = begin
        return 0
    cut[1] = begin + 1
    cut[2] = begin + 1
    if end - begin > 2 and marks[end - 2] & JOINED:
        cut[3], cut[4] = end - 2, end - 2
        return 1
    cut[3] = last
    return 0


@compiled()
def _couple(marks: Any, starts: Any, ends: Any, count: Any, cut: Any) -> Any:
    """Two people in one name: the bounds of the first one's parts.

    Returns 0 when it is one name, 1, or 2 with a joined name; -1 for what is left to `names`.
    """
    at = 0
    while at < count and not marks[at] & TWO:
        at += 1
    if at == count:
        return 0
    left, left_end = _without_titles(marks, 0, at)
    right, right_end = _without_titles(marks, at + 1, count)
    if left == left_end:
        if at == 0 or right == right_end:
            return 0
        joined = _in_order(marks, starts, ends, right, right_end, cut)
        return joined + 1 if joined >= 0 else -1
    if left_end - left == 1 and right_end - right >= 2:
        joined = _in_order(marks, starts, ends, right, right_end, cut)
        cut[0], cut[1], cut[2], cut[3] = left, left_end, 0, 0
        return joined + 1 if joined >= 0 else -1
    if left_end - left >= 2 and right_end > right:
        joined = _in_order(marks, starts, ends, left, left_end, cut)
        return joined + 1 if joined >= 0 else -1
    return 0


@compiled()
def _put(made: Any, to: Any, begin: Any, data: Any, start: Any, stop: Any, gap: Any) -> Any:
    """Write a word, hyphens as blanks, with a blank before it unless it is the first."""
    if gap and to > begin:
        made[to] = 32
        to += 1
    for at in range(start, stop):
        made[to] = 32 if data[at] == 45 else data[at]
        to += 1
    return to


@compiled(
    f"Tuple((int64[::1], uint8[::1], int64[::1], uint8[::1], int64[::1], uint8[::1], int32[::1], boolean[::1]))"
    f"({PLACES}, {BYTES}, {HASHES}, {CODES})"
)
def split_full_names(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """First, middle and last names of folded full names, generations (0 for none), and which have too many words."""
    n = len(offsets) - 1
    room = offsets[n] - offsets[0] + 1
    given, middle, family = np.empty(room, np.uint8), np.empty(room, np.uint8), np.empty(room, np.uint8)
    given_at, middle_at, family_at = np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64), np.zeros(n + 1, np.int64)
    generations, odd = np.zeros(n, np.int32), np.zeros(n, np.bool_)
    starts, ends = np.empty(MOST_WORDS, np.int64), np.empty(MOST_WORDS, np.int64)
    marks, segment = np.empty(MOST_WORDS, np.int32), np.empty(MOST_WORDS, np.int64)
    begins, stops = np.empty(MOST_WORDS, np.int64), np.empty(MOST_WORDS, np.int64)
    rest = np.empty(MOST_WORDS, np.int64)
    cut = np.zeros(6, np.int64)
    g, m, f = 0, 0, 0
    for row in range(n):
        g0, m0, f0 = g, m, f
        count = _words(data, offsets[row], offsets[row + 1], hashes, numbers, starts, ends, marks, segment)
        suffix, segments, at = 0, 0, 0
        if count < 0:
            odd[row] = True
            count = 0
        while at < count:
            stop = at
            while stop < count and segment[stop] == segment[at]:
                stop += 1
            begin, end = at, stop
            alone = segments > 0 and end - begin == 1 and _generation(marks, begin) > 0
            if not alone:
                begin, end = _without_titles(marks, begin, end)
            if segments > 0 and end - begin == 1 and (marks[begin] & AFTER or _generation(marks, begin) > 0):
                if suffix == 0:
                    suffix = _generation(marks, begin)
            elif end > begin:
                begins[segments], stops[segments] = begin, end
                segments += 1
            at = stop
        joined = 0
        couple = _couple(marks, starts, ends, count, cut) if segments == 1 else 0
        last_first = False
        if couple != 0:
            joined = couple - 1 if couple > 0 else -1
            suffix = JOINT
        elif segments == 1:
            begin, end = begins[0], stops[0]
            if end - begin >= 2 and _generation(marks, end - 1) > 0:
                suffix = _generation(marks, end - 1)
                end -= 1
            begin, end = _without_titles(marks, begin, end)
            joined = _in_order(marks, starts, ends, begin, end, cut)
        elif segments > 1 and stops[0] - begins[0] > 1 and 48 <= data[starts[begins[1]]] <= 57:
            joined = _in_order(marks, starts, ends, begins[0], stops[0], cut)
        elif segments > 1:
            last_first = True
            end = stops[0]
            found = 0
            if end - begins[0] >= 2:
                found = _generation(marks, end - 1)
                if found > 0:
                    end -= 1
            words = 0
            for part in range(1, segments):
                for word in range(begins[part], stops[part]):
                    rest[words] = word
                    words += 1
            if words >= 2 and _generation(marks, rest[words - 1]) > 0:
                if found == 0:
                    found = _generation(marks, rest[words - 1])
                words -= 1
            suffix = found if found > 0 else suffix
            tail = words
            while tail > 1 and marks[rest[tail - 1]] & PARTICLE:
                tail -= 1
            for place in range(tail, words):
                f = _put(family, f, f0, data, starts[rest[place]], ends[rest[place]], True)
            for word in range(begins[0], end):
                f = _put(family, f, f0, data, starts[word], ends[word], True)
            for place in range(tail):
                if place == 0:
                    g = _put(given, g, g0, data, starts[rest[0]], ends[rest[0]], True)
                else:
                    m = _put(middle, m, m0, data, starts[rest[place]], ends[rest[place]], True)
        odd[row] = odd[row] or joined < 0
        if segments > 0 and not last_first and joined >= 0:
            for word in range(cut[0], cut[1]):
                g = _put(given, g, g0, data, starts[word], ends[word], True)
            for word in range(cut[2], cut[3]):
                m = _put(middle, m, m0, data, starts[word], ends[word], True)
            for word in range(cut[4], cut[5]):
                f = _put(family, f, f0, data, starts[word], ends[word], joined == 0)
        generations[row] = suffix
        given_at[row + 1], middle_at[row + 1], family_at[row + 1] = g, m, f
    return (
        given_at,
        given[:g].copy(),
        middle_at,
        middle[:m].copy(),
        family_at,
        family[:f].copy(),
        generations,
        odd,
    )


@compiled(f"Tuple((int64[::1], uint8[::1], int32[::1], boolean[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES})")
def clean_single_names(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """Folded first (or last) names without forms of address, generations (0 for none), and which have too many words."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    generations, odd = np.zeros(n, np.int32), np.zeros(n, np.bool_)
    starts, ends = np.empty(MOST_WORDS, np.int64), np.empty(MOST_WORDS, np.int64)
    marks, segment = np.empty(MOST_WORDS, np.int32), np.empty(MOST_WORDS, np.int64)
    to = 0
    for row in range(n):
        first = to
        count = _words(data, offsets[row], offsets[row + 1], hashes, numbers, starts, ends, marks, segment)
        if count < 0:
            odd[row] = True
            count = 0
        begin, end = _without_titles(marks, 0, count)
        if begin == end:
            begin, end = 0, count
        if end - begin >= 2 and _generation(marks, end - 1) > 0:
            generations[row] = _generation(marks, end - 1)
            end -= 1
        for at in range(begin + 1, end - 1):
            if marks[at] & TWO:
                end = at
                generations[row] = JOINT
                break
        gap = True
        if end - begin == 2 and marks[begin] & PREFIX:
            letters = 0
            for at in range(starts[begin + 1], ends[begin + 1]):
                letters += (data[at] & 0xC0) != 0x80
            gap = letters <= 2
        for at in range(begin, end):
            to = _put(made, to, first, data, starts[at], ends[at], gap)
        places[row + 1] = to
    return places, made[:to].copy(), generations, odd
