"""Engine: whether two words of names are two writings of one: a slip, a short form, a number with zeros before it."""

from __future__ import annotations

from entityres.records.compiled import compiled
from entityres.scoring.edits import edits_within


@compiled()
def is_number(x):  # type: ignore[no-untyped-def]
    """Whether a word (int32 code points) is of digits, or a Roman number up to ten."""
    digits, roman = True, len(x) <= 4
    for point in x:
        digits &= 48 <= point <= 57
        roman &= point == 105 or point == 118 or point == 120  # i, v, x
    return digits or roman


@compiled()
def _is_size(x):  # type: ignore[no-untyped-def]
    # Of clothes: s, m, l, xs, xl, xxl, ...; one of them is no short form of another.
    right = x[-1] == 115 or x[-1] == 109 or x[-1] == 108
    for point in x[:-1]:
        right &= point == 120
    return right


@compiled()
def _first_digit(x):  # type: ignore[no-untyped-def]
    # Where a number begins that is written with leading zeros, or with a v for version.
    i = 0
    if len(x) > 1 and x[0] == 118 and 48 <= x[1] <= 57:
        i = 1
    while i < len(x) and x[i] == 48:
        i += 1
    return i


@compiled()
def _same_number(x, y):  # type: ignore[no-untyped-def]
    i, j = _first_digit(x), _first_digit(y)
    if len(x) - i != len(y) - j:
        return False
    while i < len(x) and x[i] == y[j]:
        i += 1
        j += 1
    return i == len(x)


@compiled()
def _same_digits(x, y):  # type: ignore[no-untyped-def]
    i, j = 0, 0
    while True:
        while i < len(x) and not 48 <= x[i] <= 57:
            i += 1
        while j < len(y) and not 48 <= y[j] <= 57:
            j += 1
        if i == len(x) or j == len(y):
            return i == len(x) and j == len(y)
        if x[i] != y[j]:
            return False
        i += 1
        j += 1


@compiled()
def abbreviates(x, y):  # type: ignore[no-untyped-def]
    """Whether the first word is the beginning of the other, or has letters of it in their order: "ctr", "center"."""
    if x[0] != y[0]:
        return False
    at = 0
    for point in y:
        if at < len(x) and x[at] == point:
            at += 1
    return at == len(x)


@compiled()
def one_word(x, y, often, rows):  # type: ignore[no-untyped-def]
    """Whether two words are one: an abbreviation, or a slip for each four letters, up to three.

    Args:
        x: int32 (n,): code points.
        y: int32 (n,).
        often: Both stand in many names: then one slip.
        rows: int32 (3, n): room for counting edits.
    """
    if is_number(x) or is_number(y):
        return _same_number(x, y)
    if not _same_digits(x, y) or (_is_size(x) and _is_size(y)):
        return False
    if abbreviates(x, y) or abbreviates(y, x):
        return True
    short = min(len(x), len(y))
    most = 1 if often or short < 8 else 2 if short < 12 else 3
    begin, n, m = 0, len(x), len(y)
    while begin < n and begin < m and x[begin] == y[begin]:
        begin += 1
    while n > begin and m > begin and x[n - 1] == y[m - 1]:
        n -= 1
        m -= 1
    return edits_within(x[begin:n], y[begin:m], most, rows) <= most
