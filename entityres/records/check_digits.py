"""Engine: numbers that show by their check digits what they are: on things (EAN, UPC, GTIN, ISBN) or of persons and firms."""

from __future__ import annotations

import re

_BETWEEN = str.maketrans("", "", " -./")
_TRADE = re.compile(r"\d{8}|\d{12,14}")
_BOOK = re.compile(r"\d{9}[\dX]")
_SPANISH, _CHINESE = re.compile(r"(?:\d{8}|[XYZ]\d{7})[A-Z]"), re.compile(r"\d{17}[\dX]")
_LETTERS, _FOREIGNERS = "TRWAGMYFPDXBNJZSQVHLCKE", str.maketrans("XYZ", "012")


def is_trade_number(text: str) -> bool:
    """Whether a text is an EAN, UPC, GTIN or ISBN with the right check digit; one in ten other numbers is, by chance.

    Example:
        >>> is_trade_number("978-3-16-148410-0"), is_trade_number("4006381333932")
        (True, False)
    """
    digits = text.translate(_BETWEEN).upper()
    if _BOOK.fullmatch(digits):
        return sum((10 - i) * (10 if c == "X" else int(c)) for i, c in enumerate(digits)) % 11 == 0
    if not _TRADE.fullmatch(digits) or not digits.strip("0"):
        return False
    return sum(int(c) * (3 if i % 2 else 1) for i, c in enumerate(reversed(digits))) % 10 == 0


def is_person_number(text: str) -> bool:
    """Whether a text is a number that a state gives to persons or firms, with right check digits.

    CPF and CNPJ (Brazil), PESEL (Poland), T.C. kimlik no (Turkey), DNI and NIE (Spain), identity numbers of China. One in ten
    to one in a hundred other numbers is, by chance.

    Example:
        >>> is_person_number("529.982.247-25"), is_person_number("12345678Z"), is_person_number("529.982.247-26")
        (True, True, False)
    """
    digits = text.translate(_BETWEEN).upper()
    if _SPANISH.fullmatch(digits):
        number = int(digits[:-1].translate(_FOREIGNERS))
        return _LETTERS[number % 23] == digits[-1]
    if _CHINESE.fullmatch(digits):
        rest = sum(int(c) * (2 ** (17 - i) % 11) for i, c in enumerate(digits[:-1])) % 11
        return "10X98765432"[rest] == digits[-1]
    if len(digits) not in (11, 14) or not (digits.isascii() and digits.isdigit()) or len(set(digits)) == 1:
        return False
    values = [int(c) for c in digits]
    if len(digits) == 14:
        return _by_eleven(values, 12, 9) and _by_eleven(values, 13, 9)
    return (_by_eleven(values, 9, 11) and _by_eleven(values, 10, 11)) or _is_pesel(values) or _is_turkish(values)


def _by_eleven(values: list[int], at: int, largest: int) -> bool:
    """Whether a digit follows from those before it: weights 2 to `largest`, over and over from the right, modulo 11."""
    total = sum(value * (2 + i % (largest - 1)) for i, value in enumerate(reversed(values[:at])))
    return values[at] == (0 if total % 11 < 2 else 11 - total % 11)


def _is_pesel(values: list[int]) -> bool:
    month, day = 10 * values[2] + values[3], 10 * values[4] + values[5]
    total = sum(value * weight for value, weight in zip(values[:10], (1, 3, 7, 9, 1, 3, 7, 9, 1, 3), strict=True))
    return values[10] == -total % 10 and 1 <= month % 20 <= 12 and 1 <= day <= 31


def _is_turkish(values: list[int]) -> bool:
    odd, even = sum(values[0:9:2]), sum(values[1:8:2])
    return values[0] > 0 and values[9] == (7 * odd - even) % 10 and values[10] == sum(values[:10]) % 10
