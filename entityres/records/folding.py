"""Engine: one spelling for texts that mean the same: case, accents, apostrophes, punctuation, blanks.

`fold_text` says what folding is, for one text. `fold` does the same for many at once: a compiled loop that looks code
points up in a table made by `fold_text` itself, and hands over what it cannot judge letter by letter (marks that stand
apart, HTML codes, blanks inside Chinese, Japanese or Korean text, rare scripts).

Letters of other scripts keep their meaning: only Latin and Greek letters lose their accents.
"""

from __future__ import annotations

import html
import re
import unicodedata
from enum import IntFlag
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled


class Fold(IntFlag):
    """What is done beside the usual.

    AND: `&` becomes the word "and". COMMAS: commas are kept as words of their own. HYPHENS: hyphens between letters stay.

    CLOSED: nothing is left but letters and digits (used alone).
    """

    PLAIN = 0
    AND = 1
    COMMAS = 2
    HYPHENS = 4
    CLOSED = 8


APOSTROPHES = "'`´‘’ʼʹ′ˈ＇‛"
_DASHES = dict.fromkeys(map(ord, "‐‑‒−"), "-")
_DROPPED = dict.fromkeys(map(ord, APOSTROPHES + "ـ"), None)
_LETTERS = {
    "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t", "ĸ": "k",
    "ƒ": "f", "ɖ": "d", "ɨ": "i", "ʉ": "u", "ƶ": "z", "ƀ": "b", "ȼ": "c", "ǥ": "g", "ɫ": "l", "ə": "a",
}  # fmt: skip
_HTML = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_INNER_HYPHEN = re.compile(r"(?<=\w)-+(?=\w)")
TABLE_SIZE = 0x2500
_LETTER, _BLANK, _DROP, _ODD = 0, 1, 2, 3


def _loses_accents(letter: str) -> bool:
    code = ord(letter)
    return code < 0x250 or 0x370 <= code < 0x400 or 0x1E00 <= code < 0x2000


def is_closed_script(letter: str) -> bool:
    """Whether a letter belongs to a script that writes names without blanks (Chinese, Japanese, Korean)."""
    code = ord(letter)
    return (
        0x2E80 <= code < 0xA4D0
        and code != 0x3000
        or 0xAC00 <= code < 0xD7B0
        or 0xF900 <= code < 0xFB00
        or 0x20000 <= code < 0x32000
    )


def _plain_letters(text: str) -> str:
    """Lower case without accents; what is neither letter, digit nor `&,-` is a blank."""
    kept: list[str] = []
    drop_marks = False
    for letter in unicodedata.normalize("NFD", text.casefold()):
        kind = unicodedata.category(letter)
        if kind[0] == "M":
            if not drop_marks and not 0xFE00 <= ord(letter) <= 0xFE0F:
                kept.append(letter)
        elif kind[0] in "LN":
            drop_marks = _loses_accents(letter)
            kept.append(_LETTERS.get(letter, letter))
        elif kind != "Cf":
            drop_marks = True
            kept.append(letter if letter in "&,-" else " ")
    return unicodedata.normalize("NFC", "".join(kept))


def fold_text(text: str, how: Fold = Fold.PLAIN) -> str:
    """The folded form of one text.

    Example:
        >>> fold_text("  O’Neale-Müller &amp; Söhne ", Fold.AND)
        'oneale muller and sohne'
    """
    if "&" in text and _HTML.search(text):
        text = html.unescape(text)
    text = unicodedata.normalize("NFKC", text.translate(_DROPPED)).translate(_DROPPED).translate(_DASHES)
    text = _plain_letters(text)
    text = text.replace("&", " and " if Fold.AND in how else " ").replace(",", " , " if Fold.COMMAS in how else " ")
    if Fold.HYPHENS in how:
        text = _INNER_HYPHEN.sub("\x00", text).replace("-", " ").replace("\x00", "-")
    else:
        text = text.replace("-", " ")
    words = text.split()
    if Fold.CLOSED in how:
        return "".join(words)
    folded = " ".join(words)
    if len(words) > 1 and all(is_closed_script(letter) or letter in ", " for letter in folded):
        folded = " , ".join("".join(part.split()) for part in folded.split(",") if part.strip())
    return folded


class _Table(NamedTuple):
    """For each code point: what to do (`_LETTER` ...) and where its replacement lies in `data`."""

    kinds: np.ndarray
    starts: np.ndarray
    data: np.ndarray


def _stands_alone(letter: str) -> bool:
    """Whether what follows a letter cannot change it; letters whose accents are kept can take on another one."""
    parts = unicodedata.normalize("NFD", letter)
    return not unicodedata.combining(parts[-1]) or _loses_accents(parts[0])


@cache
def _table() -> _Table:
    kinds = np.full(TABLE_SIZE, _ODD, dtype=np.uint8)
    pieces: list[str] = [""] * TABLE_SIZE
    for code in range(TABLE_SIZE):
        letter = chr(code)
        if 0xD800 <= code < 0xE000 or unicodedata.category(letter)[0] == "M":
            continue
        folded = fold_text(letter)
        if letter in APOSTROPHES or unicodedata.category(letter) == "Cf" or letter == "ـ":
            kinds[code] = _DROP
        elif not folded:
            kinds[code] = _BLANK if letter not in _DASHES_TEXT else _ODD
        elif (
            fold_text("a" + letter + "a") == "a" + folded + "a"
            and len(folded.encode()) <= len(letter.encode())
            and _stands_alone(letter)
        ):
            kinds[code], pieces[code] = _LETTER, folded
    for jamo in range(0x1100, 0x1200):
        kinds[jamo] = _ODD
    held = texts_of(pieces)
    return _Table(kinds, held.offsets, held.data)


_DASHES_TEXT = "".join(map(chr, _DASHES))


@compiled(f"Tuple((int64[::1], uint8[::1], boolean[::1]))({PLACES}, {BYTES}, {BYTES}, {PLACES}, {BYTES}, int64)")
def _fold(offsets: Any, data: Any, kinds: Any, starts: Any, letters: Any, how: Any) -> Any:
    n = len(offsets) - 1
    keep_and, keep_commas, keep_hyphens, closed = how & 1, how & 2, how & 4, how & 8
    extra = 0
    for at in range(offsets[0], offsets[n]):
        if (keep_and and data[at] == 38) or (keep_commas and data[at] == 44):
            extra += 5
    made = np.empty(offsets[n] - offsets[0] + extra, np.uint8)
    places = np.zeros(n + 1, np.int64)
    odd = np.zeros(n, np.bool_)
    to = 0
    for row in range(n):
        begin = to
        blank = False
        wide = False
        blanks = 0
        at, end = offsets[row], offsets[row + 1]
        while at < end:
            byte = data[at]
            code = np.int64(byte)
            size = 1
            if byte >= 0x80:
                if byte >= 0xF0:
                    odd[row] = True
                    break
                if byte >= 0xE0:
                    if at + 2 >= end:
                        odd[row] = True
                        break
                    size = 3
                    code = ((code & 15) << 12) | ((np.int64(data[at + 1]) & 63) << 6) | (np.int64(data[at + 2]) & 63)
                else:
                    if at + 1 >= end:
                        odd[row] = True
                        break
                    size = 2
                    code = ((code & 31) << 6) | (np.int64(data[at + 1]) & 63)
            if code >= 0x2500:
                if (
                    0x3400 <= code < 0xA000
                    or 0xAC00 <= code < 0xD7A4
                    or 0x3041 <= code < 0x3097
                    or 0x30A1 <= code < 0x30F5
                ):
                    wide = True
                    if blank and to > begin and not closed:
                        made[to] = 32
                        to += 1
                        blanks += 1
                    blank = False
                    for part in range(size):
                        made[to] = data[at + part]
                        to += 1
                    at += size
                    continue
                odd[row] = True
                break
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
                blank = True
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
                at += 1
                continue
            if code == 45 and keep_hyphens and not blank and to > begin and at + 1 < end:
                ahead_byte = data[at + 1]
                if ahead_byte >= 0x80 or ahead_byte == 95 or ahead_byte == 39 or ahead_byte == 96 or ahead_byte == 45:
                    odd[row] = True
                    break
                if kinds[ahead_byte] == 0:
                    made[to] = 45
                    to += 1
                    at += 1
                    continue
            kind = kinds[code]
            if kind == 0:
                if blank and to > begin and not closed:
                    made[to] = 32
                    to += 1
                    blanks += 1
                blank = False
                for part in range(starts[code], starts[code + 1]):
                    made[to] = letters[part]
                    to += 1
            elif kind == 1:
                blank = True
            elif kind == 3:
                odd[row] = True
                break
            at += size
        if wide and blanks > 0:
            odd[row] = True
        if odd[row]:
            to = begin
        places[row + 1] = to
    return places, made[:to].copy(), odd


def fold(texts: Texts, how: Fold = Fold.PLAIN) -> Texts:
    """The folded form of each text (see `fold_text`)."""
    table = _table()
    offsets, data, odd = _fold(texts.offsets, texts.data, table.kinds, table.starts, table.data, int(how))
    places = np.flatnonzero(odd)
    made = Texts(offsets, data)
    if not len(places):
        return made
    return replaced(made, places, texts_of([fold_text(text, how) for text in gather(texts, places).to_list()]))
