"""Engine: a second telephone number or e-mail address in one cell ("01632 960111 / 07700 900111").

The first one is what the cell is compared by; whoever is listed under the second one elsewhere would be missed.
"""

from __future__ import annotations

import re

import numpy as np
import pyarrow.compute as pc

from entityres.records.coding import Coded, Texts, gather, mapped, no_texts, replaced, texts_of
from entityres.records.roles import Role

ENOUGH_DIGITS, MANY_DIGITS = 7, 9
"""A number has so many digits at least; behind a stroke, which also parts one number, one of the two has so many."""

ONE_IN = 1000
"""A column in which fewer cells than this hold two has none worth a comparison of its own."""

LEAST_OF_TWO = 2 * ENOUGH_DIGITS + 1
"""Bytes of two numbers with something between."""

_BETWEEN = re.compile(r"[;|&,\n\r#]|\s/\s|\s(?:or|and|und|oder|ou|et|y|e|o|i|lub|of|en)\s", re.IGNORECASE)
_STROKE = re.compile("/")
_TWO = (
    rf"(\d\D*){{{ENOUGH_DIGITS}}}({_BETWEEN.pattern})(\D*\d){{{ENOUGH_DIGITS}}}"
    rf"|(\d\D*){{{ENOUGH_DIGITS}}}/(\D*\d){{{MANY_DIGITS}}}|(\d\D*){{{MANY_DIGITS}}}/(\D*\d){{{ENOUGH_DIGITS}}}"
)
"""Enough digits on either side: "+49 (0)30/1234567" is told from two numbers without looking at each cell in Python."""

_ADDRESS = re.compile(r"[^\s;,|/<>()\[\]\"':]+@[^\s;,|/<>()\[\]\"':]+")


def second_values(cells: Coded, role: Role) -> Coded | None:
    """What stands behind the first number or address of each cell; None where hardly any cell has two.

    Args:
        cells: The cells as written.
        role: Phone numbers or e-mail addresses; other roles have no second value.
    """
    if role not in (Role.PHONE, Role.EMAIL):
        return None
    places = _with_two_at_signs(cells.texts) if role is Role.EMAIL else _long_ones(cells.texts)
    second_of = _second_address if role is Role.EMAIL else _second_number
    texts = texts_of([second_of(text) for text in gather(cells.texts, places).to_list()])
    second = mapped(cells, replaced(no_texts(cells.texts.n), places, texts))
    two, filled = (int(np.count_nonzero(one.codes >= 0)) for one in (second, cells))
    return second if two * ONE_IN >= filled and two else None


def _with_two_at_signs(texts: Texts) -> np.ndarray:
    """int64: places of texts with more than one @."""
    texts_with = np.searchsorted(texts.offsets, np.flatnonzero(texts.data == ord("@")), side="right") - 1
    return np.flatnonzero(np.bincount(texts_with, minlength=texts.n) > 1)


def _long_ones(texts: Texts) -> np.ndarray:
    """int64: places of texts that hold enough digits for two numbers, with something between."""
    long = np.flatnonzero(np.diff(texts.offsets) >= LEAST_OF_TWO)
    found = pc.match_substring_regex(gather(texts, long).to_arrow(), _TWO, ignore_case=True)
    return long[found.to_numpy(zero_copy_only=False)] if len(long) else long


def _second_address(cell: str) -> str:
    """The second e-mail address of a cell, "" for none."""
    return (_ADDRESS.findall(cell) + ["", ""])[1]


def _second_number(cell: str) -> str:
    """The second telephone number of a cell, "" for none."""
    for between, needed in ((_BETWEEN, ENOUGH_DIGITS), (_STROKE, MANY_DIGITS)):
        for found in between.finditer(cell):
            digits = _digits(cell[: found.start()])
            other = between.split(cell[found.end() :], maxsplit=1)[0]
            if min(digits, _digits(other)) >= ENOUGH_DIGITS and max(digits, _digits(other)) >= needed:
                return other
    return ""


def _digits(text: str) -> int:
    return sum(sign.isdigit() for sign in text)
