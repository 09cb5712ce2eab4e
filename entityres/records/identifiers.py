"""Engine: e-mail addresses, postcodes and numbers of identification, one form for each value."""

from __future__ import annotations

import html
import re
import unicodedata
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import Fold, fold
from entityres.records.memory import copy_bytes
from entityres.records.once import once
from entityres.records.tables import words
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

_ADDRESS = re.compile(r"""(?:^|(?<=[\s<>,;:"()\[\]{}|?\\]))([^\s<>,;:"()\[\]{}|?\\@]+)@(\w[\w.-]*)""")
_SPELT_AT = re.compile(r"\s*(?:[\[({<]\s*(?:at|ät|a|arroba)\s*[\])}>]|%40)\s*", re.IGNORECASE)
_SPELT_DOT = re.compile(r"\s*[\[({<]\s*(?:dot|punkt|point|punto|kropka)\s*[\])}>]\s*", re.IGNORECASE)
_IN_WORDS = re.compile(r"([\w.+-]+) at ([\w-]+(?:(?:\.| dot )[\w-]+)*(?:\.| dot )[a-z]{2,})", re.IGNORECASE)
_COMMA = re.compile(r"([^\s@,;]+@[\w.-]+),([a-z]{2,3})", re.IGNORECASE)
_TWO_SIGNS = re.compile(r"([\w.+-]+@[\w.+-]+)@([\w-]+(?:\.[\w-]+)*\.[a-z]{2,})")
_IPV4 = re.compile(r"\d+(?:\.\d+){3}")
_APOSTROPHES = str.maketrans("’‘`´", "'" * 4)
_AROUND = "./*#!&~'•–-"  # of links, lists and quotations, and not of the address itself
_SAME_PROVIDER = {"googlemail.com": "gmail.com"}
_WITHOUT_STOPS = frozenset({"gmail.com"})


@compiled(f"boolean({BYTES}, int64)")
def _is_gmail(data: Any, at: Any) -> Any:
    """Whether the nine bytes from a place on are gmail.com in letters of either case."""
    return (
        data[at] | 32 == 103
        and data[at + 1] | 32 == 109
        and data[at + 2] | 32 == 97
        and data[at + 3] | 32 == 105
        and data[at + 4] | 32 == 108
        and data[at + 5] == 46
        and data[at + 6] | 32 == 99
        and data[at + 7] | 32 == 111
        and data[at + 8] | 32 == 109
    )


@compiled(f"Tuple((int64[::1], uint8[::1], boolean[::1]))({PLACES}, {BYTES})")
def _emails(offsets: Any, data: Any) -> Any:
    """Addresses in lower case without blanks around and what follows a plus sign; and which are not simply one address."""
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
        sign, dot, plus = -1, -1, -1
        for place in range(at, end):
            byte = data[place]
            letter = 97 <= byte | 32 <= 122 and byte < 128
            if not (letter or (48 <= byte <= 57) or byte == 46 or byte == 45 or byte == 64 or byte == 95 or byte == 43):
                odd[row] = True
                break
            before = data[max(at, place - 1)]
            if sign >= 0 and (byte == 43 or (byte <= 46 and (before == 45 or before == 46 or before == 64))):
                odd[row] = True
                break
            if byte == 64:
                if sign >= 0:
                    odd[row] = True
                sign = place
                if plus > begin:
                    to = plus
            elif byte == 43 and sign < 0 and plus < 0:
                plus = to
            elif byte == 46:
                dot = place
            if 65 <= byte <= 90:
                byte += 32
            made[to] = byte
            to += 1
        last = data[max(at, end - 1)]
        if at < end and (last < 65 or last == 95):
            odd[row] = True
        if at < end and (sign <= at or dot < sign + 2 or dot >= end - 2 or data[at] <= 46):
            odd[row] = True
        if odd[row]:
            to = begin
        elif end - sign == 10 and _is_gmail(data, sign + 1):
            kept = begin  # this provider does not look at full stops
            for place in range(begin, to - 10):
                if made[place] != 46:
                    made[kept] = made[place]
                    kept += 1
            for place in range(to - 10, to):
                made[kept] = made[place]
                kept += 1
            to = kept
        elif end - sign == 15 and data[sign + 1] | 32 == 103 and data[sign + 7] | 32 == 109:
            odd[row] = True  # perhaps googlemail.com
            to = begin
        places[row + 1] = to
    return places, made[:to].copy(), odd


def clean_email(text: str) -> str:
    """The first e-mail address in a text, in lower case; "" when there is none.

    What follows a plus sign only sorts the mail of one mailbox and is left out, and so are full stops where the provider does
    not look at them; of two names of a provider one is taken.
    """
    if "&" in text:
        text = html.unescape(text)
    text = "".join(letter for letter in unicodedata.normalize("NFKC", text) if unicodedata.category(letter) != "Cf")
    name, provider = _first_address(text)
    if not name:
        return ""
    name = name.partition("+")[0] or name
    provider = ".".join(map(_as_written, provider.split(".")))
    provider = _SAME_PROVIDER.get(provider, provider)
    name = (name.replace(".", "") or name) if provider in _WITHOUT_STOPS else name
    return f"{name}@{provider}"


def _first_address(text: str) -> tuple[str, str]:
    """The parts of the first address in a text, in lower case; empty where there is none.

    What is hardly an address may yet be meant as one: `ann (at) x.com`, `ann @ x.com`, `ann@x,com`, `ann@@x..com`. One sign
    too many inside, `an@n@x.com`, is a slip: it is kept as it stands, and is like the address that was meant.
    """
    if "@" not in text:
        spelt = _IN_WORDS.fullmatch(" ".join(_SPELT_DOT.sub(" dot ", _SPELT_AT.sub(" at ", text)).split()))
        text = _SPELT_DOT.sub(".", _SPELT_AT.sub("@", text))
        text = f"{spelt[1]}@{spelt[2].lower().replace(' dot ', '.')}" if spelt else text
    joined = re.sub(r"\s*@+\s*\.*", "@", text)
    for meant in (text, joined, _COMMA.sub(r"\1.\2", joined) if _COMMA.fullmatch(joined.strip()) else ""):
        for found in _ADDRESS.finditer(meant):
            name = found[1].lower().translate(_APOSTROPHES).lstrip(_AROUND).rstrip("'")
            provider = re.sub(r"\.{2,}", ".", found[2].lower().rstrip("._-"))
            last = provider.rpartition(".")[2]
            if name and "." in provider and (not last.isdigit() and len(last) > 1 or _IPV4.fullmatch(provider)):
                return name, provider
    slip = _TWO_SIGNS.fullmatch(text.strip().lower())
    return (slip[1], slip[2]) if slip else ("", "")


def _as_written(label: str) -> str:
    """A part of a name of a server in its own letters: "xn--mnchen-3ya" is "münchen"."""
    if not label.startswith("xn--"):
        return label
    try:
        return label.encode("ascii").decode("idna")
    except UnicodeError:
        return label


def clean_emails(texts: Texts) -> Texts:
    """E-mail addresses in lower case; "" for what is none."""
    offsets, data, odd = _emails(texts.offsets, texts.data)
    places = np.flatnonzero(odd)
    return replaced(
        Texts(offsets, data), places, texts_of([clean_email(text) for text in gather(texts, places).to_list()])
    )


def clean_identifiers(texts: Texts) -> Texts:
    """Letters and digits without anything between them; leading zeros stay (but see `numbers_with_zeros`)."""
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


@once
def _country_marks() -> WordTable:
    """What stands before postcodes for a country, as in D-01067."""
    return word_table(dict.fromkeys(words("countries", "before postcodes"), 1))


@compiled(f"Tuple((int64[::1], uint8[::1]))({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _bare(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """Postcodes without the mark of a country before them and the name of a place behind them."""
    n = len(offsets) - 1
    made = np.empty(offsets[n] - offsets[0], np.uint8)
    places = np.zeros(n + 1, np.int64)
    mark = np.empty(3, np.uint8)
    to = 0
    for row in range(n):
        begin, end = offsets[row], offsets[row + 1]
        while begin < end and data[begin] <= 32:
            begin += 1
        at = begin
        while at < end and at - begin < 3 and 97 <= data[at] | 32 <= 122 and data[at] < 128:
            mark[at - begin] = data[at] | 32
            at += 1
        letters = at - begin
        hyphen = False
        while at < end and (data[at] <= 32 or data[at] == 45):
            hyphen = hyphen or data[at] == 45
            at += 1
        if letters > 0 and at > begin + letters and at < end and 48 <= data[at] <= 57:
            digits, others = 0, 0
            for place in range(at, end):
                if 48 <= data[place] <= 57:
                    digits += 1
                elif data[place] > 32 and data[place] != 45:
                    others += 1
            if (hyphen or (digits >= 4 and others == 0)) and find_word(mark, 0, letters, hashes, numbers) >= 0:
                begin = at
        at = begin
        while at < end and 48 <= data[at] <= 57:
            at += 1
        if at - begin >= 4 and at + 3 < end and data[at] <= 32:
            worded = True
            for place in range(at + 1, at + 4):
                worded = worded and data[place] > 57
            if worded:
                end = at
        copy_bytes(made, to, data, begin, end - begin)
        to += end - begin
        places[row + 1] = to
    return places, made[:to].copy()


def clean_postcodes(texts: Texts) -> Texts:
    """Postcodes as letters and digits, without country (D-01067) and place; of nine digits (ZIP+4) the first five."""
    held = _country_marks()
    texts = Texts(*_bare(texts.offsets, texts.data, held.hashes, held.numbers))
    folded = fold(texts, Fold.CLOSED)
    return Texts(*_first_five(folded.offsets, folded.data, _is_zip_plus_four(texts.offsets, texts.data)))
