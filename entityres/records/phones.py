"""Engine: telephone numbers as national digits, whatever way they were written.

Two compiled passes: first the digits of every number with a mark for international ones ("+44 (0)1632 960123" and
"00441632960123" are "+441632960123"), then, with the calling code that the lists speak for, the national digits.
Only what has letters inside goes to `phonenumbers`, which takes 22 µs a number.
"""

from __future__ import annotations

import unicodedata
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.once import once
from entityres.records.tables import words

SHORTEST = 5
ENOUGH = 3  # numbers that have to show the country of a list, where other lists may show another
NORTH_AMERICA = 1
INDIAN = 0.05  # share of numbers that are none of North America, where all begin with 6 to 9
_FINE, _DAMAGED, _ODD = 0, 1, 2


@once
def calling_codes() -> np.ndarray:
    """bool (1000,): which numbers are country calling codes."""
    known = np.zeros(1000, dtype=np.bool_)
    known[[int(code) for code in words("calling_codes")]] = True
    return known


@compiled(f"Tuple((int64[::1], uint8[::1], int8[::1]))({PLACES}, {BYTES})")
def _digits(offsets: Any, data: Any) -> Any:
    """Digits with "+" in front of international ones; and 1 for numbers that a spreadsheet damaged, 2 for odd ones."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 2 * n + 2, np.uint8)
    places = np.zeros(n + 1, np.int64)
    state = np.zeros(n, np.int8)
    to = 0
    for row in range(n):
        begin = to
        at, end = offsets[row], offsets[row + 1]
        while end > at and data[end - 1] <= 32:
            end -= 1
        digits = 0
        plus = False
        separated = False
        same = True
        to += 1
        while at < end:
            byte = data[at]
            if 48 <= byte <= 57:
                if digits > 0 and byte != made[begin + 1]:
                    same = False
                made[to] = byte
                to += 1
                digits += 1
                if digits > 20:
                    state[row] = 2
                    break
            elif byte == 43:
                if digits == 0:
                    plus = True
                elif digits >= 7:
                    break
            elif byte == 40 and at + 2 < end and data[at + 1] == 48 and data[at + 2] == 41 and digits > 0:
                at += 2
            elif byte == 46 and at + 2 == end and data[at + 1] == 48 and digits >= 7 and not separated:
                break
            elif byte >= 128:
                state[row] = 2
                break
            elif (65 <= byte <= 90) or (97 <= byte <= 122):
                lower = byte | 32
                if lower == 101 and digits > 0 and at + 1 < end and (data[at + 1] == 43 or 48 <= data[at + 1] <= 57):
                    state[row] = 1
                    break
                # An extension, or words behind a whole number ("030 1234567 at work").
                if digits >= 7 or (digits >= 6 and (lower == 120 or lower == 101)):
                    break
                if digits > 0:
                    state[row] = 2
                    break
            elif digits >= 7 and (
                byte == 35 or byte == 59 or byte == 44 or byte == 124 or byte == 38 or byte == 10 or byte == 13
            ):
                break
            elif byte == 47 and digits >= 7:
                # A second number after a stroke, or its last figures; "310/246-1501", "01/2345/67" and
                # "0043/699/12345678" are one.
                ahead = 0
                for place in range(at + 1, end):
                    if 48 <= data[place] <= 57:
                        ahead += 1
                if digits >= 9 or ahead >= (9 if plus or (made[begin + 1] == 48 and made[begin + 2] == 48) else 7):
                    break
            elif byte != 44:
                separated = separated or digits > 0
            at += 1
        if state[row] != 0:
            to = begin
        else:
            first = begin + 1
            if not same and digits > 8 and made[first] == 48 and made[first + 1] == 48:
                plus = True
                first += 2
                digits -= 2
            if digits < 5:
                to = begin
            else:
                place = begin
                if plus:
                    made[place] = 43
                    place += 1
                for step in range(digits):
                    made[place + step] = made[first + step]
                to = place + digits
        places[row + 1] = to
    return places, made[:to].copy(), state


@compiled(f"int64({BYTES}, int64, int64, int64)")
def _mobile_prefix(data: Any, at: Any, end: Any, country: Any) -> Any:
    """How many digits before the number of a subscriber only say that it is a mobile, which lists have or leave out.

    In Argentina a 9 from abroad, in Mexico a 1 from abroad and 044, 045 or 01 within the country, their zero left out here.
    """
    length = end - at
    if country == 54 and length == 11 and data[at] == 57:
        return 1
    if country == 52 and length == 11 and data[at] == 49:
        return 1
    if country == 52 and length == 12 and data[at] == 52 and (data[at + 1] == 52 or data[at + 1] == 53):
        return 2
    return 0


@compiled(f"int64({BYTES}, int64, int64, int64)")
def _mobile_infix(data: Any, at: Any, end: Any, country: Any) -> Any:
    """Where within Argentina 15 stands behind the area code of a mobile, -1 where it does not."""
    if country == 54 and end - at == 12:
        capital = data[at] == 49 and data[at + 1] == 49  # the only area code of two digits
        for place in range(at + (2 if capital else 3), at + (3 if capital else 5)):
            if data[place] == 49 and data[place + 1] == 53:
                return place
    return -1


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, Array(boolean, 1, 'C', readonly=True), int64)")
def _national(offsets: Any, data: Any, known: Any, calling_code: Any) -> Any:
    """Digits without calling code and trunk zero."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    code_length = 1 if calling_code < 10 else 2 if calling_code < 100 else 3
    to = 0
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        country = calling_code
        # In North America 011 stands before numbers of other countries.
        abroad = calling_code == 1 and end - at >= 12 and data[at] == 48 and data[at + 1] == 49 and data[at + 2] == 49
        if at < end and (data[at] == 43 or abroad):
            at += 3 if abroad else 1
            value = 0
            for length in range(1, 4):
                if at + length > end:
                    break
                value = value * 10 + data[at + length - 1] - 48
                if known[value]:
                    at += length
                    country = value
                    break
            if end - at > SHORTEST and data[at] == 48:
                at += 1
        elif at < end:
            length = end - at
            if calling_code > 0 and length - code_length >= 9 and length <= 13:
                value = 0
                for place in range(code_length):
                    value = value * 10 + data[at + place] - 48
                if value == calling_code and (calling_code != 1 or length == 11):
                    at += code_length
            if end - at > SHORTEST and data[at] == 48:
                same = True
                for place in range(at, end):
                    if data[place] != 48:
                        same = False
                if not same:
                    at += 1
        at += _mobile_prefix(data, at, end, country)
        inside = _mobile_infix(data, at, end, country)
        if end - at >= SHORTEST:
            for place in range(at, end):
                if inside < 0 or place < inside or place > inside + 1:
                    made[to] = data[place]
                    to += 1
        places[row + 1] = to
    return places, made[:to].copy()


class PhoneDigits(NamedTuple):
    """Numbers as digits, international ones with "+"; damaged ones are empty.

    Attributes:
        digits: The digits.
        damaged: bool (n,): the text looks like a number that a spreadsheet rounded, such as 4.477E+11.
        worded: Places of the numbers with letters inside, which are empty as yet.
    """

    digits: Texts
    damaged: np.ndarray
    worded: np.ndarray


def _plain(letter: str) -> str:
    """A letter of a number as ASCII: digits of all scripts, blanks for what has no meaning here."""
    if letter.isascii():
        return letter
    return str(unicodedata.decimal(letter)) if letter.isdecimal() else "-" if letter in "‐‑‒–—−" else " "


def phone_digits(texts: Texts) -> PhoneDigits:
    """The digits of each number."""
    offsets, data, state = _digits(texts.offsets, texts.data)
    digits = Texts(offsets, data)
    places = np.flatnonzero(state == _ODD)
    if len(places):
        # Blanks and digits of other scripts are read again in their plain form.
        plain = ["".join(_plain(c) for c in unicodedata.normalize("NFKC", t)) for t in gather(texts, places).to_list()]
        offsets, data, again = _digits(*texts_of(plain))
        digits = replaced(digits, places, Texts(offsets, data))
        state[places] = again
    return PhoneDigits(digits, state == _DAMAGED, np.flatnonzero(state == _ODD))


def guess_calling_code(digits: Texts, at_least: int = 1) -> int:
    """The calling code of the country that most numbers are in; 0 when nothing tells.

    Args:
        digits: Numbers as `phone_digits` gives them.
        at_least: Numbers that have to say so.
    """
    n = digits.n
    if not n:
        return 0
    pick = np.linspace(0, n - 1, min(n, 20_000)).astype(np.int64)
    sample = gather(digits, np.unique(pick)).to_list()
    known = calling_codes()
    votes: dict[int, int] = {}
    for number in sample:
        if number.startswith("+"):
            code = next((int(number[1:k]) for k in (2, 3, 4) if number[1:k].isdigit() and known[int(number[1:k])]), 0)
            votes[code] = votes.get(code, 0) + 1
    plain = [number for number in sample if number and not number.startswith("+")]
    american = sum(len(number) == 10 and number[0] > "1" and number[3] > "0" for number in plain)
    begin_as_mobiles = [number for number in plain if len(number) == 10 and number[0] in "6789"]
    if len(begin_as_mobiles) == len(plain) and sum(number[3] in "01" for number in plain) > INDIAN * len(plain):
        american = 0  # mobile phones in India; in North America no fourth digit is 0 or 1
    american = american if american >= at_least else 0
    trunk = {number[1:] for number in plain if number[0] == "0" and number[1] != "0"}
    if american > len(plain) / 2 and american > sum(votes.values()) and len(trunk) < american / 4:
        return NORTH_AMERICA
    if not votes:
        for number in plain:
            if number[0] != "0" and len(number) >= 11:
                code = next((int(number[:k]) for k in (1, 2, 3) if known[int(number[:k])] and number[k:] in trunk), 0)
                votes[code] = votes.get(code, 0) + 1
    votes.pop(0, None)
    best = max(votes, key=lambda code: (votes[code], -code), default=0)
    return best if best and votes[best] >= at_least else 0


def national_digits(texts: Texts, phones: PhoneDigits, calling_code: int) -> Texts:
    """The national digits of each number; "" where there is none.

    Args:
        texts: As written.
        phones: Their digits.
        calling_code: Country of the numbers that do not say theirs, 0 when not known.
    """
    made = Texts(*_national(phones.digits.offsets, phones.digits.data, calling_codes(), calling_code))
    if not len(phones.worded):
        return made
    import phonenumbers

    region = phonenumbers.region_code_for_country_code(calling_code or NORTH_AMERICA)
    found = []
    for text in gather(texts, phones.worded).to_list():
        try:
            found.append(str(phonenumbers.parse(text[:60], region).national_number))
        except phonenumbers.NumberParseException:
            found.append("")
    return replaced(made, phones.worded, texts_of([number if len(number) >= SHORTEST else "" for number in found]))


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def repeated_digit(offsets: Any, data: Any) -> Any:
    """The texts whose digits are all the same one (at least five), whatever stands between them."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        digit, count, same = 0, 0, True
        for at in range(offsets[row], offsets[row + 1]):
            byte = data[at]
            if 48 <= byte <= 57:
                if count > 0 and byte != digit:
                    same = False
                    break
                digit = byte
                count += 1
            elif byte > 57:
                same = False
                break
        found[row] = same and count >= 5
    return found
