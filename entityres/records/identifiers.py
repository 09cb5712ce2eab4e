"""Engine: e-mail addresses, postcodes and numbers of identification, one form for each value."""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold

_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]@]+@[^\s<>,;:\"()\[\]@]+\.[^\s<>,;:\"()\[\]@.]{2,}")


@compiled(f"Tuple((int64[::1], uint8[::1], boolean[::1]))({PLACES}, {BYTES})")
def _emails(offsets: Any, data: Any) -> Any:
    """Addresses in lower case without blanks around; and which texts are not simply one address."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    odd = np.zeros(n, np.bool_)
    to = 0
    for row in range(n):
        begin = to
        at, end = offsets[row], offsets[row + 1]
        while at < end and data[at] <= 32:
            at += 1
        while end > at and data[end - 1] <= 32:
            end -= 1
        sign, dot = -1, -1
        for place in range(at, end):
            byte = data[place]
            if (
                byte <= 32
                or byte >= 128
                or byte == 44
                or byte == 59
                or byte == 58
                or byte == 60
                or byte == 62
                or byte == 34
                or byte == 40
            ):
                odd[row] = True
                break
            if byte == 64:
                if sign >= 0:
                    odd[row] = True
                sign = place
            elif byte == 46:
                dot = place
            if 65 <= byte <= 90:
                byte += 32
            made[to] = byte
            to += 1
        if at < end and (sign <= at or dot < sign + 2 or dot >= end - 2):
            odd[row] = True
        if odd[row]:
            to = begin
        places[row + 1] = to
    return places, made[:to].copy(), odd


def clean_email(text: str) -> str:
    """The first e-mail address in a text, in lower case; "" when there is none."""
    found = _ADDRESS.search(text)
    return found.group().lower().removeprefix("mailto:").strip(".") if found else ""


def clean_emails(texts: Texts) -> Texts:
    """E-mail addresses in lower case; "" for what is none."""
    offsets, data, odd = _emails(texts.offsets, texts.data)
    places = np.flatnonzero(odd)
    return replaced(
        Texts(offsets, data), places, texts_of([clean_email(text) for text in gather(texts, places).to_list()])
    )


def clean_identifiers(texts: Texts) -> Texts:
    """Letters and digits without anything between them; leading zeros stay."""
    return fold(texts, Fold.CLOSED)


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def _is_zip_plus_four(offsets: Any, data: Any) -> Any:
    """Texts such as 60302-1234 or 603021234."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        digits, ok, hyphen = 0, True, False
        for at in range(offsets[row], offsets[row + 1]):
            byte = data[at]
            if 48 <= byte <= 57:
                digits += 1
            elif (byte == 45 or byte == 32) and (digits == 0 or digits == 5 or digits == 9):
                hyphen = hyphen or byte == 45
            else:
                ok = False
                break
        found[row] = ok and digits == 9
    return found


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, boolean[::1])")
def _first_five(offsets: Any, data: Any, cut: Any) -> Any:
    n = len(offsets) - 1
    made = np.empty(offsets[n] + 1, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        end = min(offsets[row + 1], offsets[row] + 5) if cut[row] else offsets[row + 1]
        for at in range(offsets[row], end):
            made[to] = data[at]
            to += 1
        places[row + 1] = to
    return places, made[:to].copy()


def clean_postcodes(texts: Texts) -> Texts:
    """Postcodes as letters and digits; of nine digits (ZIP+4) the first five."""
    folded = fold(texts, Fold.CLOSED)
    return Texts(*_first_five(folded.offsets, folded.data, _is_zip_plus_four(texts.offsets, texts.data)))
