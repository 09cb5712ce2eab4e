"""Engine: amounts as plain decimal texts, with one decimal mark for a whole column.

"1.234" is a thousand in a column that also has "12,50", and one and a bit in one that has "12.5". Values that leave no
doubt decide for the column; each value with both marks, or with several of one, still speaks for itself.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal, InvalidOperation
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled

_NUMBER = re.compile(r"[-+(]?(?:(?<![^\x00-\x20\-+(])[.,])?\d[\d.,'’\s]*")
_MINUS_BEHIND = re.compile(r"-[\x00-\x20]*")
_ROUNDED = re.compile(r"(\d)(?:[.,](\d+))?[eE]([-+]?\d{1,3})(?![\w.,])")
_BLANKS = "".join(map(chr, range(33)))
DOT, COMMA, UNDECIDED = 46, 44, 0
# The minus sign, the Arabic decimal mark and the one that parts thousands, full-width marks.
_ASCII = {"−": "-", "－": "-", "٫": ".", "٬": "", "（": "(", "，": ",", "．": "."}


def clean_number(text: str, decimal: str = "") -> str:
    """A number as plain decimal text without superfluous zeros; "" when there is none.

    Args:
        text: As written.
        decimal: The decimal mark of the column, where that is known.

    Example: "$1,234.50" and "1.234,5 €" are "1234.5"; "5-", as accounting programs write it, is "-5".
    """
    if not text.isascii():
        text = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else _ASCII.get(c, c) for c in text)
        text = re.sub(r"–(?=\d)", "-", text, count=1)
    found = _NUMBER.search(text)
    if not found:
        return ""
    digits = re.sub(r"[\s'’(+]", "", found.group()).rstrip(".,")
    negative = digits.startswith("-") or found.group().startswith("(") or text.lstrip(_BLANKS).startswith("-")
    if found.group()[-1].isdigit() and _MINUS_BEHIND.fullmatch(text, found.end()):
        negative = True
    digits = digits.lstrip("-")
    if digits[0] in ".,":
        if digits[1:].isdigit() and digits[1:].strip("0"):
            return f"{'-' * negative}0.{digits[1:].rstrip('0')}"
        digits = digits[1:]
    rounded = _ROUNDED.match(text, found.start() + (not found.group()[0].isdigit()))
    if rounded:
        return _written_out(rounded, negative)
    mark = _mark_of(digits, decimal)
    whole, _, part = digits.rpartition(mark) if mark and mark in digits else (digits, "", "")
    whole = re.sub(r"[.,]", "", whole).lstrip("0") or "0"
    part = re.sub(r"[.,]", "", part).rstrip("0")
    made = f"{whole}.{part}" if part else whole
    return f"-{made}" if negative and made != "0" else made


def _mark_of(digits: str, decimal: str) -> str:
    """The decimal mark of digits with dots and commas; "" when they only part thousands."""
    last_dot, last_comma = digits.rfind("."), digits.rfind(",")
    if last_dot >= 0 and last_comma >= 0:
        return "." if last_dot > last_comma else ","
    mark = "." if last_dot >= 0 else ","
    if digits.count(mark) > 1:
        return ""
    if len(digits) - digits.rfind(mark) == 4:
        return mark if mark == (decimal or ".") else ""
    return mark


def _written_out(rounded: re.Match[str], negative: bool) -> str:
    """A number such as 1.5E+03 in full."""
    whole, part, power = rounded.groups()
    try:
        made = f"{Decimal(f'{whole}.{part or 0}E{power}'):f}"
    except InvalidOperation:
        return ""
    made = made.rstrip("0").rstrip(".") if "." in made else made
    return f"-{made}" if negative and made != "0" else made


@compiled()
def _scan(data: Any, begin: Any, end: Any, held: Any) -> Any:
    """Copy the first number of a text to `held`: digits, dots and commas.

    Returns how many there are, whether it is negative, and whether it is odd: too long, rounded, in rare letters, or with a mark
    where few have one (.5, 5-).
    """
    at = begin
    while at < end and not 48 <= data[at] <= 57:
        if data[at] >= 0xC4 and (data[at] != 0xE2 or (at + 1 < end and data[at + 1] == 0x88)):
            return 0, False, True
        at += 1
    if at == end:
        return 0, False, False
    if at - begin >= 3 and data[at - 3] == 0xE2 and data[at - 2] == 0x80 and data[at - 1] == 0x93:
        return 0, False, True
    if at > begin and (data[at - 1] == 46 or data[at - 1] == 44):
        before = data[at - 2] if at - 1 > begin else 32
        if before <= 32 or before == 45 or before == 43 or before == 40:
            return 0, False, True
    first = begin
    while first < end and data[first] <= 32:
        first += 1
    negative = data[first] == 45 or (at > begin and (data[at - 1] == 45 or data[at - 1] == 40))
    length = 0
    while at < end:
        byte = data[at]
        if 48 <= byte <= 57 or byte == 46 or byte == 44:
            if length == 60:
                return 0, False, True
            held[length] = byte
            length += 1
        elif byte == 0xC2 and at + 1 < end and data[at + 1] == 0xA0:
            at += 1
        elif (
            byte == 0xE2
            and at + 2 < end
            and data[at + 1] == 0x80
            and (data[at + 2] <= 0x8A or data[at + 2] == 0x99 or data[at + 2] == 0xAF)
        ):
            at += 2
        elif byte >= 0xC4 and byte != 0xE2:
            return 0, False, True
        elif not (byte == 32 or byte == 39 or 9 <= byte <= 13 or 28 <= byte <= 31):
            if byte == 101 or byte == 69:
                return 0, False, True
            break
        at += 1
    if at < end and data[at] == 45 and 48 <= data[at - 1] <= 57:
        behind = at + 1
        while behind < end and data[behind] <= 32:
            behind += 1
        if behind == end:
            return 0, False, True
    while length > 0 and (held[length - 1] == 46 or held[length - 1] == 44):
        length -= 1
    for place in range(at, end):
        if data[place] >= 0xC4 and data[place] != 0xE2:
            return 0, False, True
    return length, negative, False


@compiled()
def _marks(held: Any, length: Any) -> Any:
    """Last dot, last comma, how many of each."""
    dot, comma, dots, commas = -1, -1, 0, 0
    for at in range(length):
        if held[at] == 46:
            dot = at
            dots += 1
        elif held[at] == 44:
            comma = at
            commas += 1
    return dot, comma, dots, commas


@compiled(f"Tuple((int64, int64))({PLACES}, {BYTES})")
def _votes(offsets: Any, data: Any) -> Any:
    """How many numbers show that the dot is the decimal mark, and the comma."""
    for_dot, for_comma = 0, 0
    held = np.empty(60, np.uint8)
    for row in range(len(offsets) - 1):
        length, _, odd = _scan(data, offsets[row], offsets[row + 1], held)
        if odd or length == 0:
            continue
        dot, comma, dots, commas = _marks(held, length)
        if dots > 0 and commas > 0:
            if dot > comma:
                for_dot += 1
            else:
                for_comma += 1
        elif dots > 1 or (commas == 1 and length - comma != 4):
            for_comma += 1
        elif commas > 1 or (dots == 1 and length - dot != 4):
            for_dot += 1
    return for_dot, for_comma


def decimal_mark(texts: Texts) -> int:
    """The decimal mark of a column, `DOT` or `COMMA`; `UNDECIDED` when nothing tells."""
    for_dot, for_comma = _votes(texts.offsets, texts.data)
    return DOT if for_dot > for_comma else COMMA if for_comma > for_dot else UNDECIDED


@compiled(f"Tuple((int64[::1], uint8[::1], boolean[::1]))({PLACES}, {BYTES}, int64)")
def _plain(offsets: Any, data: Any, decimal: Any) -> Any:
    """Each number in plain form, and which texts are odd."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0] + 2 * n + 4, np.uint8)
    places = np.zeros(n + 1, np.int64)
    odds = np.zeros(n, np.bool_)
    held = np.empty(60, np.uint8)
    to = 0
    for row in range(n):
        length, negative, odd = _scan(data, offsets[row], offsets[row + 1], held)
        odds[row] = odd
        if not odd and length > 0:
            dot, comma, dots, commas = _marks(held, length)
            if dots > 0 and commas > 0:
                cut = max(dot, comma)
            else:
                cut = max(dot, comma)
                single = length - cut == 4
                mark = 46 if dots > 0 else 44
                if dots + commas != 1 or (single and mark != (decimal if decimal > 0 else 46)):
                    cut = length
            last = length
            if cut < length:
                while last > cut + 1 and held[last - 1] == 48:
                    last -= 1
            begin = to
            if negative:
                made[to] = 45
                to += 1
            zero = True
            for at in range(cut):
                byte = held[at]
                if byte != 46 and byte != 44 and not (zero and byte == 48):
                    made[to] = byte
                    to += 1
                    zero = False
            if zero:
                made[to] = 48
                to += 1
            if last > cut + 1:
                made[to] = 46
                to += 1
                for at in range(cut + 1, last):
                    made[to] = held[at]
                    to += 1
                zero = False
            if negative and zero:
                made[begin] = 48
                to = begin + 1
        places[row + 1] = to
    return places, made[:to].copy(), odds


def clean_numbers(texts: Texts) -> Texts:
    """Numbers in one form (see `clean_number`)."""
    decimal = decimal_mark(texts)
    offsets, data, odd = _plain(texts.offsets, texts.data, decimal)
    made = Texts(offsets, data)
    places = np.flatnonzero(odd)
    if not len(places):
        return made
    mark = chr(decimal) if decimal else ""
    return replaced(made, places, texts_of([clean_number(text, mark) for text in gather(texts, places).to_list()]))
