"""Engine: the encoding of a text that is neither UTF-8 nor UTF-16, guessed from its letters.

Latin alphabets are told apart by which language explains the accented letters best; lists of names are too short and too
mixed for statistics of letter pairs, which take Spanish names for Polish ones. Where most customers are of one country and
some of another, the few decide: signs inside their names (£ukasz) are letters of another encoding. Other scripts go to
charset-normalizer. Windows-1252 wins every tie.
"""

from __future__ import annotations

import codecs
import re
import string
from itertools import combinations

import numpy as np

from entityres.records.compiled import compiled

SAMPLE_BYTES = 65_536
_UTF7_BYTES, _MANY_RUNS = 1 << 20, 6
_PLUS = re.compile(rb"\+[A-Za-z0-9+/]*-?")
_SAMPLE_PLACES = 8

# Letters beyond a-z of the languages that each encoding serves; upper case is added below.
_WESTERN = (
    "äöüß",  # German
    "éèêëàâçîïôûùüœæÿ",  # French
    "áéíóúñü",  # Spanish
    "ãáàâéêíóôúç",  # Portuguese; its õ stands only in õe, and alone it is a Hungarian ő, see _explained
    "åäöæøé",  # Danish, Norwegian, Swedish, Finnish
    "àèéìòùí",  # Italian
    "éëïöüèê",  # Dutch
    "áðéíóúýþæö",  # Icelandic
    "áéíóúàèìòù",  # Irish, Gaelic
    "äöüßéèêëàâçîïôáíóúñ",  # customers of several countries: what the larger of them share
)
_CENTRAL = (
    "ąćęłńóśźż",  # Polish
    "áčďéěíňóřšťúůýž",  # Czech
    "áäčďéíĺľňóôŕšťúýž",  # Slovak
    "áéíóöőúüű",  # Hungarian
    "čćđšž",  # Croatian, Bosnian, Slovene
    "ăâîşţ",  # Romanian
)
_TURKISH = ("çğıİöşüâî",)
_BALTIC = ("ąčęėįšųūž", "āčēģīķļņšūž", "äõöüšž")

# In the order of preference where several explain the letters equally well.
_LATIN: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("cp1252", _WESTERN),
    ("iso8859-15", _WESTERN),
    ("cp1250", _CENTRAL),
    ("cp1254", _TURKISH),
    ("cp1257", _BALTIC),
    ("iso8859-2", _CENTRAL),
    ("mac-roman", _WESTERN),
    ("cp850", _WESTERN),
    ("cp852", _CENTRAL),
)
# Customers of two countries that one encoding serves, such as Poland and Czechia. Two languages explain much by chance:
# they are asked only where none does it alone.
_LATIN_IN_PAIRS = tuple(
    (name, (*languages, *(one + other for one, other in combinations(languages, 2)))) for name, languages in _LATIN
)
_OTHER_SCRIPTS = [
    "cp1251", "koi8_r", "cp866", "mac_cyrillic", "cp1253", "cp1255", "cp1256", "cp874",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
]  # fmt: skip
_MAINFRAME_TEXT = string.ascii_letters + string.digits + " ,;|@.-'/()+\n\x85\""
_NEEDED = 0.7  # share of the characters that a language must explain
_NEEDED_IN_PAIRS = 0.9  # share that two must explain together
FEW_BYTES = 12  # of letters that are not ASCII; fewer fit several encodings by chance
_CLEARLY = 0.05  # by how much another encoding must be better than Windows-1252
_WINDOWS = ("cp1252", "cp1250")
_SIGNS_AS_LETTERS = ("cp1250", "iso8859-2", "iso8859-15")
_ENOUGH_SIGNS, _SIGNS, _ALL_LETTERS = 3, 0.25, 0.95  # shares of the characters that two encodings read otherwise
_TOUCH_WORDS = frozenset("‘’‚“”„«»‹›–—…•€§©®™°ªº·\u00a0´`†‡")
_OUTSIDE_WORDS = frozenset("‘’‚“”„«»‹›–—…•€£§©®™°·\u00a0ªº¡¿´`½¼¾²³µ±×÷†‡")


def is_utf7(data: np.ndarray) -> bool:
    """Whether a text in ASCII is UTF-7: whatever follows a plus sign is letters in base 64, and nothing else.

    Args:
        data: uint8 (n,), ASCII.
    """
    sample = bytes(data[:_UTF7_BYTES])
    runs = set(_PLUS.findall(sample.rpartition(b"\n")[0] or sample)) - {b"+-"}
    if not runs or any(not run.strip(b"+-") or run.strip(b"+-").isdigit() for run in runs):
        return False  # nothing to read, a line, or a number of a telephone
    try:
        letters = [run.decode("utf-7") for run in runs]
    except UnicodeDecodeError:
        return False
    if not all(letter.isalpha() or letter in _OUTSIDE_WORDS for text in letters for letter in text):
        return False
    # A few codes such as A+APY could look so by chance, but hardly as letters with accents only.
    return len(runs) >= _MANY_RUNS or all(letter < "\u0180" for text in letters for letter in text)


@compiled("int64(uint8[::1], int64, uint8[::1])")
def _lines_beyond_ascii(data: np.ndarray, start: int, out: np.ndarray) -> int:
    """Copy the lines after a place that hold bytes over 127 until `out` is full; returns the bytes copied."""
    length = 0
    line = start
    at = start
    found = False
    while at < data.size and length < out.size:
        byte = data[at]
        if byte >= 0x80:
            found = True
        if byte == 10 or byte == 13 or at == data.size - 1:
            if found:
                # Of a very long line only the part that fits.
                for place in range(line, min(at + 1, line + out.size - length)):
                    out[length] = data[place]
                    length += 1
            line = at + 1
            found = False
        at += 1
    return length


def guess_encoding(data: np.ndarray) -> str:
    """Name of the codec that explains the bytes over 127 best.

    Args:
        data: uint8 (n,), a text that is not UTF-8.
    """
    if _is_of_a_mainframe(data[:SAMPLE_BYTES]):
        return "cp037"
    sample = _sample(data)
    if _share_in_runs(sample) < 0.5:
        best, explained = _latin(sample, _LATIN)
        if explained >= _NEEDED or _count_beyond_ascii(sample) < FEW_BYTES:
            # A few letters between Latin ones are no other script.
            return _with_letters_for_signs(sample, best) if best in _WINDOWS else best
        best, explained = _latin(sample, _LATIN_IN_PAIRS)
        if explained >= _NEEDED_IN_PAIRS:
            return best
    return _other_script(sample)


def _latin(sample: bytes, alphabets: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[str, float]:
    """The encoding whose languages explain most of the characters beyond ASCII, and their share of them."""
    best, explained = "", 0.0
    for name, languages in alphabets:
        share = _explained(sample, name, languages)
        if not best or share > explained + (_CLEARLY if best == "cp1252" else 0.0):
            best, explained = name, share
    return best, explained


def _with_letters_for_signs(sample: bytes, best: str) -> str:
    """The encoding in which signs are letters that stand inside words in the best one; that one where there are hardly any.

    What both read alike says nothing: a German list with some Polish customers has as many letters of German in either.
    """
    text = sample.decode(best, "replace")
    signs = [at for at, character in enumerate(text) if character > "\x7f" and _is_sign_in_word(text, at)]
    if len(signs) < _ENOUGH_SIGNS:
        return best
    most = 0.0
    for name, languages in _LATIN:
        if name not in _SIGNS_AS_LETTERS:
            continue
        other = sample.decode(name, "replace")
        differ = [at for at, (one, two) in enumerate(zip(text, other, strict=True)) if one != two]
        letters = min(sum(other[at].isalpha() for at in places) / len(places) for places in (signs, differ or signs))
        if len(signs) >= _SIGNS * len(differ) and letters >= _ALL_LETTERS:
            explained = max(sum(other[at].lower() in one for at in differ) for one in languages) / len(differ)
            best, most = (name, explained) if explained > most else (best, most)
    return best


def _is_sign_in_word(text: str, at: int) -> bool:
    """Whether a character is no letter but touches one, where such a sign never does: £ukasz, Micha³, but not m³ or ¿Qué."""
    sign, before, behind = text[at], text[:at][-3:], text[at + 1 : at + 2]
    if sign.isalpha() or sign in _TOUCH_WORDS:
        return False
    if sign in "¿¡":
        return before[-1:].isalpha()
    if sign in "²³":
        return len(before) == 3 and before.isalpha()  # behind a unit of one letter or two they are in their place
    return before[-1:].isalpha() or behind.isalpha()


def _is_of_a_mainframe(data: np.ndarray) -> bool:
    """Whether the bytes are EBCDIC: line ends of no other computer, and nearly all of them its letters, digits and blanks."""
    if data.size < FEW_BYTES or ((data == 10) | (data == 13)).any() or not ((data == 0x25) | (data == 0x15)).any():
        return False
    known = np.zeros(256, np.bool_)
    known[list(_MAINFRAME_TEXT.encode("cp037"))] = True
    return bool(known[data].mean() > 0.98)


def _sample(data: np.ndarray) -> bytes:
    """Lines with bytes over 127 from several places all over the file."""
    out = np.empty(SAMPLE_BYTES // _SAMPLE_PLACES, np.uint8)
    if data.size <= SAMPLE_BYTES:
        starts, out = [0], np.empty(SAMPLE_BYTES, np.uint8)
    else:
        starts = [data.size * place // _SAMPLE_PLACES for place in range(_SAMPLE_PLACES)]
    return b"".join(bytes(out[: _lines_beyond_ascii(data, start, out)]) for start in starts)


def _count_beyond_ascii(sample: bytes) -> int:
    return int(np.count_nonzero(np.frombuffer(sample, np.uint8) >= 0x80))


def _share_in_runs(sample: bytes) -> float:
    """Share of the bytes over 127 that stand three or more together, as they do where a script is not Latin."""
    high = np.frombuffer(sample, np.uint8) >= 0x80
    if not high.any():
        return 0.0
    edges = np.flatnonzero(np.diff(np.concatenate(([False], high, [False])).astype(np.int8)))
    lengths = edges[1::2] - edges[::2]
    return float(lengths[lengths >= 3].sum() / lengths.sum())


def _explained(sample: bytes, name: str, languages: tuple[str, ...]) -> float:
    """Largest share of the characters beyond ASCII that are letters of one of the languages; 0 if it cannot be read."""
    text = sample.decode(name, "replace")
    if languages is _WESTERN:
        text = text.replace("õe", "ãe").replace("ÕE", "ÃE")
    characters: dict[str, int] = {}
    for place, character in enumerate(text):
        if character < "\x80":
            continue
        behind = text[place + 1 : place + 2]
        inside_word = text[place - 1 : place].isalpha() and behind.isalpha()
        joins = character == "’" or (character in "–—" and behind.isupper())  # d’Arc, Jean–Luc
        if character in _OUTSIDE_WORDS and (not inside_word or joins):
            continue
        characters[character] = characters.get(character, 0) + 1
    total = sum(characters.values())
    if not total:
        return 1.0
    return (
        max(
            sum(
                count for character, count in characters.items() if character in letters or character.lower() in letters
            )
            for letters in languages
        )
        / total
    )


# Where the characters stand that texts are made of, as (first, last) of the first bytes: each national standard has the
# common ones in front, and behind them those that only a dictionary needs. In the order of preference where several fit.
_COMMON: tuple[tuple[str, tuple[tuple[int, int], ...]], ...] = (
    ("cp932", ((0x81, 0x83), (0x88, 0x98))),  # kana; characters of level 1
    ("cp949", ((0xA1, 0xA1), (0xB0, 0xC8))),
    ("euc_jp", ((0xA1, 0xA5), (0xB0, 0xCF))),
    ("gb18030", ((0xA1, 0xA3), (0xB0, 0xD7))),
    ("big5", ((0xA1, 0xA1), (0xA4, 0xC6))),
    ("cp932", ((0x81, 0x83), (0x88, 0x98), (0xA1, 0xDF))),  # half-width kana, one byte each, fit much else too
)
_EASTERN_NEEDED = 0.97


def _eastern(sample: bytes) -> list[str]:
    """The East Asian encodings in which the sample is made of common characters, those that fit few texts first.

    Statistics of letters need more text than a short list of names has; the layout of the standards does not.
    """
    text = bytes(byte for byte in sample if byte >= 0x80)
    if len(text) < FEW_BYTES:
        return []
    shares = [_common(sample, name, common) for name, common in _COMMON]
    best = max(shares)
    if best < _EASTERN_NEEDED:
        return []
    return [name for (name, _), share in zip(_COMMON, shares, strict=True) if share == best]


def _common(sample: bytes, name: str, common: tuple[tuple[int, int], ...]) -> float:
    """Share of the characters beyond ASCII that are common ones; 0 where the sample cannot be read."""
    try:
        text = sample.decode(name)
    except UnicodeDecodeError:
        return 0.0
    firsts = [character.encode(name)[0] for character in text if character >= "\x80"]
    return sum(any(first <= byte <= last for first, last in common) for byte in firsts) / max(1, len(firsts))


def _other_script(sample: bytes) -> str:
    """What charset-normalizer finds among the encodings of other scripts; Windows-1252 if it finds none."""
    import charset_normalizer

    found = charset_normalizer.from_bytes(sample, cp_isolation=_OTHER_SCRIPTS).best()
    guess = codecs.lookup(found.encoding).name if found else ""
    eastern = _eastern(sample)
    if eastern:
        return guess if guess in eastern else eastern[0]
    # Hebrew has no capitals: its letters alone look like a Cyrillic text that has none, which no list of names is.
    high = {byte for byte in sample if byte >= 0x80}
    if guess == "cp1251" and min(high) >= 0xE0 and max(high) <= 0xFA:
        return "cp1255"
    return guess or "cp1252"
