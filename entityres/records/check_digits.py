"""Engine: numbers that show by their check digit that they stand on a thing: EAN, UPC and GTIN, ISBN of both lengths."""

from __future__ import annotations

import re

_BETWEEN = str.maketrans("", "", " -")
_TRADE = re.compile(r"\d{8}|\d{12,14}")
_BOOK = re.compile(r"\d{9}[\dX]")


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
