"""Engine: the encoding of a text that is neither UTF-8 nor UTF-16, guessed from its letters.

Latin alphabets are told apart by which language explains the accented letters best; lists of names are too short and too
mixed for statistics of letter pairs, which take Spanish names for Polish ones. Other scripts go to charset-normalizer.
Windows-1252 wins every tie.
"""

from __future__ import annotations

import codecs

import numpy as np

from entityres.records.compiled import compiled

SAMPLE_BYTES = 65_536
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
    ("cp1250", _CENTRAL),
    ("cp1254", _TURKISH),
    ("cp1257", _BALTIC),
    ("iso8859-2", _CENTRAL),
    ("mac-roman", _WESTERN),
    ("cp850", _WESTERN),
    ("cp852", _CENTRAL),
)
_OTHER_SCRIPTS = [
    "cp1251", "koi8_r", "cp866", "mac_cyrillic", "cp1253", "cp1255", "cp1256", "cp874",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
]  # fmt: skip
_NEEDED = 0.7  # share of the characters that a language must explain
_CLEARLY = 0.05  # by how much another encoding must be better than Windows-1252
_OUTSIDE_WORDS = frozenset("‘’‚“”„«»‹›–—…•€£§©®™°·\u00a0ªº¡¿´`½¼¾²³µ±×÷†‡")


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
    sample = _sample(data)
    if _share_in_runs(sample) < 0.5:
        best, explained = "cp1252", _explained(sample, "cp1252", _WESTERN)
        for name, languages in _LATIN[1:]:
            share = _explained(sample, name, languages)
            if share > explained + (_CLEARLY if best == "cp1252" else 0.0):
                best, explained = name, share
        if explained >= _NEEDED:
            return best
    return _other_script(sample)


def _sample(data: np.ndarray) -> bytes:
    """Lines with bytes over 127 from several places all over the file."""
    out = np.empty(SAMPLE_BYTES // _SAMPLE_PLACES, np.uint8)
    if data.size <= SAMPLE_BYTES:
        starts, out = [0], np.empty(SAMPLE_BYTES, np.uint8)
    else:
        starts = [data.size * place // _SAMPLE_PLACES for place in range(_SAMPLE_PLACES)]
    return b"".join(bytes(out[: _lines_beyond_ascii(data, start, out)]) for start in starts)


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
        inside_word = text[place - 1 : place].isalpha() and text[place + 1 : place + 2].isalpha()
        if character in _OUTSIDE_WORDS and (not inside_word or character == "’"):
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


def _other_script(sample: bytes) -> str:
    """What charset-normalizer finds among the encodings of other scripts; Windows-1252 if it finds none."""
    import charset_normalizer

    found = charset_normalizer.from_bytes(sample, cp_isolation=_OTHER_SCRIPTS).best()
    if found is None:
        return "cp1252"
    # Hebrew has no capitals: its letters alone look like a Cyrillic text that has none, which no list of names is.
    high = {byte for byte in sample if byte >= 0x80}
    if found.encoding == "cp1251" and min(high) >= 0xE0 and max(high) <= 0xFA:
        return "cp1255"
    return codecs.lookup(found.encoding).name
