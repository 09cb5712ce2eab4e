"""Engine: one spelling for texts that mean the same: case, accents, apostrophes, punctuation, blanks.

`fold_text` says what folding is, for one text. `fold` does the same for many at once: a compiled loop that looks code
points up in a table made by `fold_text` itself (`folding_loop`), and hands over what it cannot judge letter by letter.

Letters of other scripts keep their meaning: only Latin and Greek letters and the Arabic alef lose their accents. Russian
may be written with or without the dots of ё, Arabic and Hebrew with or without vowel signs. Digits of all scripts are 0-9.
"""

from __future__ import annotations

import html
import re
import unicodedata
from enum import IntFlag
from functools import cache
from typing import NamedTuple

import numpy as np

from entityres.records import folding_loop as loop
from entityres.records.coding import Texts, gather, replaced, texts_of
from entityres.records.once import once


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
    # Arabic letters that keyboards and people exchange.
    "ی": "ي", "ى": "ي", "ک": "ك", "ة": "ه", "ٱ": "ا",
}  # fmt: skip
# Vowel signs of Arabic and Hebrew, which are nearly never written.
_OPTIONAL_MARKS = frozenset(
    chr(code)
    for first, last in ((0x591, 0x5BD), (0x5BF, 0x5BF), (0x5C1, 0x5C2), (0x5C4, 0x5C5), (0x5C7, 0x5C7), (0x610, 0x61A),
                        (0x64B, 0x652), (0x656, 0x65F), (0x670, 0x670), (0x6D6, 0x6DC), (0x6DF, 0x6E4), (0x6E7, 0x6E8),
                        (0x6EA, 0x6ED))
    for code in range(first, last + 1)
)  # fmt: skip
_ALEF, _IE, _DIAERESIS = "\u0627", "\u0435", "\u0308"
_HTML = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});")
_INNER_HYPHEN = re.compile(r"(?<=[^\s&,-])-+(?=[^\s&,-])")
TABLE_SIZE = 0x3100


def _loses_accents(letter: str) -> bool:
    code = ord(letter)
    return code < 0x250 or 0x370 <= code < 0x400 or 0x1E00 <= code < 0x2000 or letter == _ALEF


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
            optional = letter in _OPTIONAL_MARKS or (letter == _DIAERESIS and kept[-1:] == [_IE])
            if not drop_marks and not optional and not 0xFE00 <= ord(letter) <= 0xFE0F:
                kept.append(letter)
        elif kind[0] in "LN":
            plain = str(unicodedata.decimal(letter)) if kind == "Nd" else _LETTERS.get(letter, letter)
            drop_marks = _loses_accents(plain[-1])
            kept.append(plain)
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
    if len(words) > 1 and any(map(is_closed_script, folded)) and all(is_closed_script(c) or c in ", " for c in folded):
        folded = " , ".join("".join(part.split()) for part in folded.split(",") if part.strip())
    return folded


class _Table(NamedTuple):
    """What the loop must know about each code point (see `folding_loop`)."""

    kinds: np.ndarray
    starts: np.ndarray
    letters: np.ndarray
    traits: np.ndarray
    orders: np.ndarray
    pairs: np.ndarray


def _last_letter_loses(folded: str) -> bool:
    """Whether marks behind a letter are dropped: it is the last letter of what it becomes that says so."""
    parts = [part for part in unicodedata.normalize("NFD", folded) if unicodedata.category(part)[0] in "LN"]
    return bool(parts) and _loses_accents(parts[-1])


def _kind_of_mark(mark: str) -> int:
    if mark in _OPTIONAL_MARKS:
        return loop.OPTIONAL_MARK
    # A mark that is kept behind a Thai letter and dropped behind a Latin one, and nothing else, is a plain mark.
    plain = fold_text("a" + mark + "b") == "ab" and fold_text("\u0e01" + mark + "\u0e01") == "\u0e01" + mark + "\u0e01"
    return loop.MARK if plain else loop.ODD


def _letter(letter: str, inside: str) -> tuple[int, str]:
    """The kind of a letter or digit, and what it becomes inside a word; `inside` is it between two a, folded."""
    folded = inside[1:-1]
    if inside != "a" + folded + "a" or not folded or " " in folded or len(folded.encode()) > len(letter.encode()):
        return loop.ODD, ""
    if unicodedata.category(unicodedata.normalize("NFKD", letter)[0])[0] == "M":  # it changes with what is before it
        return loop.ODD, ""
    if is_closed_script(letter):
        return (loop.WIDE if folded == letter else loop.ODD), ""
    return loop.LETTER, folded


def _letters() -> dict[int, tuple[int, str]]:
    """Kind and folded form of all letters and digits of the table, folded in one text: one by one takes four times as long."""
    codes = [code for code in range(TABLE_SIZE) if unicodedata.category(chr(code))[0] in "LN"]
    inside = fold_text(" qq ".join(f"a{chr(code)}a" for code in codes)).split(" qq ")
    return {code: _letter(chr(code), text) for code, text in zip(codes, inside, strict=True)}


def _joining() -> np.ndarray:
    """int64: letter << 16 | mark of all that join into one letter."""
    pairs = []
    for code in range(TABLE_SIZE):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            pairs.append(int(parts[0], 16) << 16 | int(parts[1], 16))
    return np.array(sorted(pairs), dtype=np.int64)


@once
def _table() -> _Table:
    kinds = np.full(TABLE_SIZE, loop.ODD, dtype=np.uint8)
    traits, orders = np.zeros(TABLE_SIZE, dtype=np.uint8), np.zeros(TABLE_SIZE, dtype=np.uint8)
    pieces: list[str] = [""] * TABLE_SIZE
    letters, loses = _letters(), cache(_last_letter_loses)
    for code in range(TABLE_SIZE):
        letter = chr(code)
        category = unicodedata.category(letter)
        if letter in APOSTROPHES or letter == "ـ":
            kinds[code] = loop.DROP
        elif category == "Cf":
            kinds[code] = loop.UNSEEN
        elif category[0] == "M":
            kinds[code], orders[code] = _kind_of_mark(letter), unicodedata.combining(letter)
        elif category[0] in "LN":
            kinds[code], pieces[code] = letters[code]
            joined = unicodedata.combining(unicodedata.normalize("NFD", letter)[-1]) > 0 or pieces[code] != letter
            traits[code] = loop.LOSES if loses(pieces[code]) else loop.OPEN if joined else 0
        elif letter not in _DASHES_TEXT and (
            unicodedata.normalize("NFKC", letter) == letter or fold_text("a" + letter + "a", _ALL_KEPT) == "a a"
        ):
            kinds[code] = loop.BLANK
    kinds[0x1100:0x1200] = loop.ODD
    pairs = _joining()
    traits[np.unique(pairs & 0xFFFF)] |= loop.JOINS
    held = texts_of(pieces)
    return _Table(kinds, held.offsets, held.data, traits, orders, pairs)


_DASHES_TEXT = "".join(map(chr, _DASHES))
_ALL_KEPT = Fold.AND | Fold.COMMAS | Fold.HYPHENS
_BETWEEN = "\ue000"  # means nothing and joins with nothing


def fold(texts: Texts, how: Fold = Fold.PLAIN) -> Texts:
    """The folded form of each text (see `fold_text`)."""
    offsets, data, odd = loop.fold_letters(texts.offsets, texts.data, *_table(), int(how))
    places = np.flatnonzero(odd)
    made = Texts(offsets, data)
    if not len(places):
        return made
    return replaced(made, places, _fold_odd(gather(texts, places).to_list(), how))


def _without(text: str) -> str:
    """A long text without apostrophes, with plain hyphens."""
    for letter in APOSTROPHES + "ـ":
        text = text.replace(letter, "")
    for letter in _DASHES_TEXT:
        text = text.replace(letter, "-")
    return text


def _fold_odd(written: list[str], how: Fold) -> Texts:
    """Texts that the loop could not judge: most of them it can in their normal form, which is made for all at once."""
    plain = [at for at, text in enumerate(written) if "&" not in text and "＆" not in text and _BETWEEN not in text]
    whole = _BETWEEN.join(written[at] for at in plain)
    normal = _without(unicodedata.normalize("NFKC", _without(whole)))
    texts = texts_of(normal.split(_BETWEEN) if plain else [])
    offsets, data, odd = loop.fold_letters(texts.offsets, texts.data, *_table(), int(how))
    again = {plain[at] for at in np.flatnonzero(odd)} | (set(range(len(written))) - set(plain))
    made = replaced(texts_of([""] * len(written)), np.array(plain, dtype=np.int64), Texts(offsets, data))
    last = np.array(sorted(again), dtype=np.int64)
    return replaced(made, last, texts_of([fold_text(written[at], how) for at in last]))
