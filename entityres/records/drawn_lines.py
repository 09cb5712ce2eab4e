"""Engine: the compiled passes over the lines of a drawn table: what each line is, and where its cells are.

Cells stand between bars, or under the runs of a line of hyphens. Columns are counted as they are seen on a screen: letters
of East Asia take two, accents of their own none; or as letters, or as bytes, whichever lets more rows fit.
"""

from __future__ import annotations

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.csv_passes import holds_text
from entityres.records.memory import copy_bytes

BLANK, RULE, SPACED_RULE, BARRED, OTHER, LONE_RULE = range(6)
SEEN, LETTERS, BYTES = range(3)


@compiled("int64(uint8[::1], int64)")
def _letter(data: np.ndarray, at: int) -> int:
    """The letter that begins at a place of a text in UTF-8."""
    first = data[at]
    if first < 0xE0:
        return first if first < 0x80 or at + 1 >= data.size else (first & 0x1F) << 6 | (data[at + 1] & 0x3F)
    if first < 0xF0:
        return (
            (first & 0x0F) << 12 | (data[at + 1] & 0x3F) << 6 | (data[at + 2] & 0x3F) if at + 2 < data.size else first
        )
    return (
        (first & 0x07) << 18 | (data[at + 1] & 0x3F) << 12 | (data[at + 2] & 0x3F) << 6 if at + 3 < data.size else first
    )


@compiled("int64(uint8)")
def _size(first: int) -> int:
    """Bytes of the letter that begins with a byte."""
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4


@compiled("int64(int64)")
def _columns_of(letter: int) -> int:
    """How many columns of a screen a letter takes."""
    if letter < 0x300:
        return 1
    if letter <= 0x36F or 0x200B <= letter <= 0x200F or 0xFE00 <= letter <= 0xFE0F:
        return 0
    wide = 0x1100 <= letter <= 0x115F or 0x2E80 <= letter <= 0xA4CF or 0xAC00 <= letter <= 0xD7A3
    wide |= 0xF900 <= letter <= 0xFAFF or 0xFE30 <= letter <= 0xFE6F or 0xFF00 <= letter <= 0xFF60
    return 2 if wide or 0xFFE0 <= letter <= 0xFFE6 or 0x1F300 <= letter <= 0x3FFFD else 1


@compiled("int64(uint8[::1], int64, int64)")
def _line_end(data: np.ndarray, begin: int, end: int) -> int:
    """Where the text of a line ends that has its line end with it."""
    while end > begin and (data[end - 1] == 10 or data[end - 1] == 13):
        end -= 1
    return end


@compiled("int64(uint8[::1], int64, int64, int64)")
def _kind(data: np.ndarray, begin: int, end: int, bar: int) -> int:
    """What a line is. A rule is made of runs of hyphens or their like, and of joints, one run between two of them."""
    barred = has_text = has_other = False
    runs = longest = run = joints = in_part = 0
    at = begin
    while at < end:
        letter = _letter(data, at)
        at += _size(data[at])
        barred |= letter == bar
        has_text |= letter > 32
        if letter == 45 or letter == 61 or letter == 0x2500 or letter == 0x2501 or letter == 0x2550:
            if run == 0:
                runs += 1
                in_part += 1
            run += 1
            longest = max(longest, run)
            continue
        run = 0
        if letter == 43 or letter == 124 or 0x2502 <= letter <= 0x257F:
            has_other |= in_part > 1 or (joints > 0 and in_part == 0)
            joints += 1
            in_part = 0
        else:
            has_other |= (letter > 32 and letter != 58) or letter == 9
        if has_other and barred:
            break
    if not has_text:
        return BLANK
    if not has_other and longest > 1:
        if joints == 0:
            return SPACED_RULE if runs > 1 else LONE_RULE
        if runs > 1 and in_part < 2:
            return RULE
    return BARRED if barred else OTHER


@compiled("boolean(uint8[::1], int64, int64, int64)")
def _is_framed(data: np.ndarray, begin: int, end: int, bar: int) -> bool:
    """Whether a line begins and ends with a bar, but for blanks."""
    while begin < end and data[begin] <= 32:
        begin += 1
    while begin < end and data[end - 1] <= 32:
        end -= 1
    last = end - 1
    while last > begin and data[last] & 0xC0 == 0x80:
        last -= 1
    return last > begin and _letter(data, begin) == bar and _letter(data, last) == bar


@compiled("boolean(uint8[::1], int64[::1], int64, uint8[::1])")
def sort_lines(data: np.ndarray, starts: np.ndarray, bar: int, kinds: np.ndarray) -> bool:
    """Note what each line is; returns whether all that have bars begin and end with one.

    Args:
        data: The text.
        starts: Where each line begins.
        bar: The letter that parts cells; -1 for none.
        kinds: Written.
    """
    framed = True
    for row in range(starts.size):
        end = _line_end(data, starts[row], starts[row + 1] if row + 1 < starts.size else data.size)
        kinds[row] = _kind(data, starts[row], end, bar)
        if kinds[row] == BARRED and framed:
            framed = _is_framed(data, starts[row], end, bar)
    return framed


@compiled("int64(uint8[::1], int64, int64, int64, int64, int64)")
def _place(data: np.ndarray, at: int, end: int, column: int, wanted: int, measure: int) -> int:
    """The place of a column, counted from one that is known; the end where the line is shorter, -1 inside a letter."""
    while column < wanted and at < end:
        size = 1 if measure == BYTES else _size(data[at])
        if measure == SEEN:
            column += 8 - column % 8 if data[at] == 9 else _columns_of(_letter(data, at))
        else:
            column += 1
        at += size
    while measure == SEEN and at < end and data[at] >= 0xC0 and _columns_of(_letter(data, at)) == 0:
        at += _size(data[at])
    if measure == BYTES and at < end and data[at] & 0xC0 == 0x80:
        return -1
    return at if column <= wanted else -1


@compiled("int64(uint8[::1], int64, int64, uint8[::1], int64)")
def _put(data: np.ndarray, begin: int, end: int, out: np.ndarray, to: int) -> int:
    """Copy a cell without the blanks around it; returns the place behind it."""
    while begin < end and data[begin] <= 32:
        begin += 1
    while begin < end and data[end - 1] <= 32:
        end -= 1
    copy_bytes(out, to, data, begin, end - begin)
    return to + end - begin


@compiled("int64(uint8[::1], int64, int64, boolean, int64, uint8[::1], int64)")
def _put_cell(data: np.ndarray, begin: int, end: int, escaped: bool, bar: int, out: np.ndarray, to: int) -> int:
    """Copy a cell without the blanks around it, and without the backslash before a bar that is text."""
    first = to
    to = _put(data, begin, end, out, to)
    if escaped:
        last, to = to, first
        for at in range(first, last):
            if not (out[at] == 92 and at + 1 < last and out[at + 1] == bar):
                out[to] = out[at]
                to += 1
    return to


@compiled("int64(uint8[::1], int64, int64, int64, boolean, int64[::1])")
def _bars(data: np.ndarray, begin: int, end: int, bar: int, escaped: bool, found: np.ndarray) -> int:
    """Write where bars are, as many as there is room for; returns their number. One behind a backslash may be text."""
    count = 0
    first = bar if bar < 0x80 else 0xE2
    for at in range(begin, end):
        if data[at] == first and _letter(data, at) == bar and not (escaped and at > begin and data[at - 1] == 92):
            if count < found.size:
                found[count] = at
            count += 1
    return count


@compiled("boolean(uint8[::1], int64, int64, int64, int64[::1], int64, int64[::1])")
def _bars_below(
    data: np.ndarray, begin: int, end: int, bar: int, joints: np.ndarray, measure: int, found: np.ndarray
) -> bool:
    """Whether bars stand right below all joints of the rule; writes where."""
    at, column = begin, 0
    for number in range(joints.size):
        at = _place(data, at, end, column, joints[number], measure)
        if at < 0 or at >= end or _letter(data, at) != bar:
            return False
        found[number] = at
        column = joints[number]
    return True


@compiled("int64(uint8[::1], int64[::1], uint8[::1], int64, boolean, boolean, int64[::1], int64, uint8[::1])")
def cut_at_bars(
    data: np.ndarray,
    starts: np.ndarray,
    kinds: np.ndarray,
    bar: int,
    framed: bool,
    escaped: bool,
    joints: np.ndarray,
    separator: int,
    out: np.ndarray,
) -> int:
    """Write the cells of barred lines, one line for each line of the text; returns how many bytes.

    Args:
        data: The text.
        starts: Where each line begins.
        kinds: What each line is.
        bar: The letter that parts cells.
        framed: Whether a bar begins and ends each of those lines.
        escaped: Whether a bar behind a backslash is text.
        joints: Columns of the joints of the rule: where a line has more bars than that, those below joints part cells.
        separator: The byte to write between cells.
        out: Written; as long as the text and 1 byte for each line.
    """
    to = 0
    size = 1 if bar < 0x80 else 3
    found = np.empty(max(joints.size, 1), np.int64)
    for row in range(starts.size):
        begin = starts[row]
        end = _line_end(data, begin, starts[row + 1] if row + 1 < starts.size else data.size)
        if kinds[row] == OTHER:
            to = _put(data, begin, end, out, to)
        elif kinds[row] == BARRED:
            by_joints = False
            if _bars(data, begin, end, bar, escaped, found) > joints.size:
                for measure in range(2):
                    by_joints = by_joints or _bars_below(data, begin, end, bar, joints, measure, found)
            number = 0
            cell = begin
            leaves = framed  # what stands before the first bar is no cell then
            for at in range(begin, end):
                if by_joints:
                    is_bar = number < joints.size and at == found[number]
                else:
                    is_bar = data[at] == (bar if size == 1 else 0xE2) and _letter(data, at) == bar
                    is_bar = is_bar and not (escaped and at > begin and data[at - 1] == 92)
                if is_bar:
                    number += 1
                    if not leaves:
                        to = _put_cell(data, cell, at, escaped, bar, out, to)
                        out[to] = separator
                        to += 1
                    leaves = False
                    cell = at + size
            if framed:
                to -= 1
            else:
                to = _put_cell(data, cell, end, escaped, bar, out, to)
        out[to] = 10
        to += 1
    return to


@compiled("boolean(uint8[::1], int64, int64, int64[::1], int64[::1], int64, int64[::1])")
def _cells_below(
    data: np.ndarray, begin: int, end: int, begins: np.ndarray, ends: np.ndarray, measure: int, found: np.ndarray
) -> bool:
    """Whether a line has nothing but blanks between the runs of a rule; writes where its cells begin."""
    at, column = begin, 0
    for number in range(begins.size):
        if number:
            gap = _place(data, at, end, column, ends[number - 1], measure)
            if gap < 0:
                return False
            at, column = gap, ends[number - 1]
        place = _place(data, at, end, column, begins[number], measure)
        if place < 0:
            return False
        for between in range(at, place):
            if data[between] > 32:
                return False
        at, column = place, begins[number]
        found[number] = place
    return True


@compiled("void(uint8[::1], int64[::1], uint8[::1], int64[::1], int64[::1], int64[:, ::1])")
def try_measures(
    data: np.ndarray, starts: np.ndarray, kinds: np.ndarray, begins: np.ndarray, ends: np.ndarray, counts: np.ndarray
) -> None:
    """Count for each way to measure the lines that fit the runs of a rule, and their filled cells; of those beyond ASCII.

    Args:
        data: The text.
        starts: Where each line begins.
        kinds: What each line is.
        begins: Columns where the runs of the rule begin.
        ends: Columns where they end.
        counts: Added to, (3, 2).
    """
    found = np.empty(begins.size + 1, np.int64)
    for row in range(starts.size):
        begin = starts[row]
        end = _line_end(data, begin, starts[row + 1] if row + 1 < starts.size else data.size)
        plain = True
        for at in range(begin, end):
            plain &= data[at] < 0x80 and data[at] != 9
        if plain or (kinds[row] != OTHER and kinds[row] != BARRED):
            continue
        for measure in range(3):
            if _cells_below(data, begin, end, begins, ends, measure, found):
                found[0], found[begins.size] = begin, end
                counts[measure, 0] += 1
                for number in range(begins.size):
                    counts[measure, 1] += holds_text(data, found[number], found[number + 1])


@compiled("int64(uint8[::1], int64[::1], uint8[::1], int64[::1], int64[::1], int64, int64, uint8[::1])")
def cut_below_runs(
    data: np.ndarray,
    starts: np.ndarray,
    kinds: np.ndarray,
    begins: np.ndarray,
    ends: np.ndarray,
    measure: int,
    separator: int,
    out: np.ndarray,
) -> int:
    """Write the cells of lines below the runs of a rule, one line for each line of the text; returns how many bytes.

    Args:
        data: The text.
        starts: Where each line begins.
        kinds: What each line is; written: BARRED for lines that were cut, OTHER for those that do not fit.
        begins: Columns where the runs of the rule begin.
        ends: Columns where they end.
        measure: How columns are counted: SEEN, LETTERS or BYTES.
        separator: The byte to write between cells.
        out: Written; as long as the text and a byte for each line and each of its cells.
    """
    to = 0
    found = np.empty(begins.size + 1, np.int64)
    for row in range(starts.size):
        begin = starts[row]
        end = _line_end(data, begin, starts[row + 1] if row + 1 < starts.size else data.size)
        if kinds[row] == OTHER or kinds[row] == BARRED:
            if _cells_below(data, begin, end, begins, ends, measure, found):
                kinds[row] = BARRED
                found[0], found[begins.size] = begin, end
                for number in range(begins.size):
                    if number:
                        out[to] = separator
                        to += 1
                    to = _put(data, found[number], found[number + 1], out, to)
            else:
                kinds[row] = OTHER
                to = _put(data, begin, end, out, to)
        out[to] = 10
        to += 1
    return to
