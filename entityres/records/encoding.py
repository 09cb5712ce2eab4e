"""Engine: in what encoding a file is written, judged from the whole file, and its text as UTF-8 bytes.

Marks first, then the pattern of zero bytes (UTF-16), then a strict check of every byte as UTF-8. Only what is none of these
is guessed, with Windows-1252 where nothing speaks against it. One pass over the bytes each: about 0.1 s for 100 MB.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass, field, replace

import numpy as np

from entityres.errors import InputError
from entityres.records.compiled import compiled
from entityres.records.cores import side_by_side
from entityres.records.guessing_encoding import FEW_BYTES, guess_encoding, is_utf7

MULTIBYTE, BAD, NULS_EVEN, NULS_ODD, CONTROLS = range(5)
_AT_ONCE, _MOST_LOOKED, _MANY = 1 << 24, 1 << 16, 8
_HIGH_BITS, _BLANKS, _ONES = np.uint64(0x8080808080808080), np.uint64(0x2020202020202020), np.uint64(0xFFFFFFFFFFFFFFFF)

_PUT_TOGETHER, _IN_BOTH = 0.25, 0.05
"""Lines of two files stand in one where so many for each line of the other encoding are sound UTF-8, and so few have both."""

# How a text in ISO-2022-JP, all of it ASCII bytes, goes over to Japanese characters.
_JAPANESE_MAIL = re.compile(rb"\x1b\$[@B]")

_MARK_BYTES = len(codecs.BOM_UTF8)

# Some of these end lines with the control character NEL.
MAINFRAMES = ("cp037", "cp273", "cp500", "cp1140", "cp1026")

# Codecs of Python that no file is written in.
_NOT_OF_FILES = ("idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined")

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@dataclass(frozen=True)
class Decoded:
    """A file's text.

    Attributes:
        data: uint8 (n,), the text as UTF-8 without a mark and without zero bytes; writable.
        encoding: Name of the codec that it was written in.
        nul_at: int64, places in `data` where zero bytes were taken out.
        mended_at: int64, places in `data` of characters that did not fit the encoding.
        mended_as: In UTF-8 the codec that these were read in.
        marks_at: int64, places in `data` where byte-order marks at the beginning of later lines were taken out.
    """

    data: np.ndarray
    encoding: str
    nul_at: np.ndarray
    mended_at: np.ndarray
    marks_at: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    mended_as: str = "cp1252"

    def places(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """`nul_at`, `mended_at` and `marks_at`."""
        return self.nul_at, self.mended_at, self.marks_at

    def with_places(self, nul_at: np.ndarray, mended_at: np.ndarray, marks_at: np.ndarray) -> Decoded:
        """The same with other places, where another text is put in the place of this one or it is cut off."""
        return replace(self, nul_at=nul_at, mended_at=mended_at, marks_at=marks_at)


@compiled("int64(uint8[::1], int64)")
def _sequence_length(data: np.ndarray, at: int) -> int:
    """Bytes of the UTF-8 sequence (2 to 4) that begins with a byte over 127, or 0 where there is none."""
    left = data.size - at
    first = data[at]
    if first < 0xC2 or first > 0xF4 or left < 2:
        return 0
    second = data[at + 1]
    if second & 0xC0 != 0x80:
        return 0
    if first < 0xE0:
        return 2
    if left < 3 or data[at + 2] & 0xC0 != 0x80:
        return 0
    if first < 0xF0:
        if (first == 0xE0 and second < 0xA0) or (first == 0xED and second > 0x9F):
            return 0
        return 3
    if left < 4 or data[at + 3] & 0xC0 != 0x80:
        return 0
    if (first == 0xF0 and second < 0x90) or (first == 0xF4 and second > 0x8F):
        return 0
    return 4


@compiled("void(uint8[::1], int64[::1])")
def _survey(data: np.ndarray, counts: np.ndarray) -> None:
    """Count UTF-8 sequences, bytes that fit none, zero bytes at even and odd places, other control bytes."""
    words = data[: data.size // 8 * 8].view(np.uint64)
    at = 0
    while at < data.size:
        if at & 7 == 0:
            # Eight bytes at once where all are plain: no bit 7, and none under 32.
            word = at >> 3
            while (
                word < words.size
                and (words[word] | ((words[word] - _BLANKS) & (words[word] ^ _ONES))) & _HIGH_BITS == 0
            ):
                word += 1
            at = word << 3
            if at >= data.size:
                break
        byte = data[at]
        if byte >= 0x80:
            length = _sequence_length(data, at)
            if length:
                counts[MULTIBYTE] += 1
                at += length
                continue
            counts[BAD] += 1
        elif byte < 32:
            if byte == 0:
                counts[NULS_EVEN + (at & 1)] += 1
            elif byte < 9 or byte > 13:
                counts[CONTROLS] += 1
        at += 1


@compiled("int64(uint8[::1], int64[::1], uint8[::1], int64[::1], int64[::1])")
def _mend(data: np.ndarray, code_points: np.ndarray, out: np.ndarray, nul_at: np.ndarray, mended_at: np.ndarray) -> int:
    """Copy without zero bytes, each byte that is not UTF-8 as the character of its code point; returns the length."""
    at = length = nuls = mended = 0
    while at < data.size:
        byte = data[at]
        if byte == 0:
            nul_at[nuls] = length
            nuls += 1
            at += 1
        elif byte < 0x80:
            out[length] = byte
            length += 1
            at += 1
        else:
            whole = _sequence_length(data, at)
            if whole:
                for _ in range(whole):
                    out[length] = data[at]
                    length += 1
                    at += 1
            else:
                point = code_points[byte]
                mended_at[mended] = length
                mended += 1
                at += 1
                if point < 0x800:
                    out[length] = 0xC0 | (point >> 6)
                    length += 1
                else:
                    out[length] = 0xE0 | (point >> 12)
                    out[length + 1] = 0x80 | ((point >> 6) & 0x3F)
                    length += 2
                out[length] = 0x80 | (point & 0x3F)
                length += 1
    return length


def survey(data: np.ndarray) -> np.ndarray:
    """Count what the bytes of a file are.

    Returns:
        int64 (5,): UTF-8 sequences of several bytes, bytes that fit none, zero bytes at even and at odd places,
        other control characters that are not white space.
    """

    def count(begin: int, end: int) -> np.ndarray:
        counts = np.zeros(5, np.int64)
        _survey(data[begin:end], counts)
        return counts

    # No character reaches over an ASCII byte: there a text can be parted. Multiples of eight keep even places even.
    borders = [0]
    while data.size - borders[-1] > _AT_ONCE * 3 // 2:
        start = borders[-1] + _AT_ONCE
        ascii_at = np.flatnonzero(data[start : start + _MOST_LOOKED : 8] < 0x80)
        if not ascii_at.size:
            break
        borders.append(start + 8 * int(ascii_at[0]))
    parts = list(zip(borders, [*borders[1:], data.size], strict=True))
    return np.sum(list(side_by_side(count, parts)), axis=0)


def find_encoding(data: np.ndarray, counts: np.ndarray) -> str:
    """Name of the codec that the bytes are most likely written in."""
    head = bytes(data[:4])
    for mark, name in _MARKS:
        if head.startswith(mark):
            return name
    unmarked = _unmarked_utf16(data, counts)
    if unmarked:
        return unmarked
    if counts[CONTROLS] and not counts[BAD] and _JAPANESE_MAIL.search(data.data):
        return "iso2022_jp"
    if not counts[MULTIBYTE] and not counts[BAD] and is_utf7(data):
        return "utf-7"
    # Where most of what is not ASCII is sound UTF-8, single bytes that are not are slips and are mended one by one:
    # text of another encoding almost never looks like UTF-8 by chance.
    if counts[MULTIBYTE] >= counts[BAD] or _is_put_together(data, counts):
        return "utf-8"
    return guess_encoding(data)


@compiled("int64(uint8[::1], int64[::1], uint8[::1])")
def _lines_by_encoding(data: np.ndarray, n_lines: np.ndarray, out: np.ndarray) -> int:
    """Count lines that are UTF-8 beyond ASCII, that are not, and that are both; copy those that are not as far as they fit."""
    at = line = length = 0
    good = bad = False
    while at < data.size:
        byte = data[at]
        whole = _sequence_length(data, at) if byte >= 0x80 else 1
        good |= whole > 1
        bad |= whole == 0
        at += max(whole, 1)
        if byte == 10 or byte == 13 or at >= data.size:
            if good or bad:
                n_lines[2 if good and bad else int(bad)] += 1
            if bad and not good and length + at - line <= out.size:
                for place in range(line, at):
                    out[length] = data[place]
                    length += 1
            line, good, bad = at, False, False
    return length


def _is_put_together(data: np.ndarray, counts: np.ndarray) -> bool:
    """Whether files in UTF-8 and in another encoding stand one after the other, or line by line as systems wrote them."""
    if counts[MULTIBYTE] < _PUT_TOGETHER / 10 * counts[BAD]:
        return False
    n_lines = np.zeros(3, np.int64)
    _lines_by_encoding(data, n_lines, np.empty(0, np.uint8))
    good, bad, both = n_lines.tolist()
    return good >= max(_PUT_TOGETHER * bad, 2) and both <= _IN_BOTH * good


def _encoding_of_rest(data: np.ndarray, bad: int) -> str:
    """The codec of the lines that are not UTF-8, one byte a character; Windows-1252 where they are too few to tell."""
    if bad < FEW_BYTES:
        return "cp1252"
    lines = np.empty(min(data.size, _AT_ONCE), np.uint8)
    lines = lines[: _lines_by_encoding(data, np.zeros(3, np.int64), lines)]
    if np.count_nonzero(lines >= 0x80) < FEW_BYTES:
        return "cp1252"
    name = guess_encoding(lines)
    one_byte = len(bytes(range(256)).decode(name, "replace")) == 256 and name not in MAINFRAMES
    return name if one_byte else "cp1252"


def _unmarked_utf16(data: np.ndarray, counts: np.ndarray) -> str:
    """`utf-16-le` or `utf-16-be` when zero bytes lie as they do in UTF-16 and not strewn in UTF-8, else ""."""
    even, odd = int(counts[NULS_EVEN]), int(counts[NULS_ODD])
    units = data.size // 2
    many, few = max(even, odd), min(even, odd)
    # A text that is sound UTF-8 apart from zero bytes is UTF-16 only if nearly every other byte is zero. Letters that are
    # not Latin give no zero bytes: their upper bytes are control characters (04 of Cyrillic), or no UTF-8, and all zero
    # bytes that there are belong to separators and line ends and lie on the same side.
    other = bool(counts[BAD]) or counts[CONTROLS] > 0.02 * data.size or (few == 0 and many >= _MANY)
    if data.size % 2 or units < 2 or many < (0.05 if other else 0.6) * units or few > (0.2 if other else 0.02) * many:
        return ""
    name = "utf-16-le" if odd > even else "utf-16-be"
    try:
        begins = bytes(data).decode(name)[:_MOST_LOOKED]
    except UnicodeDecodeError:
        return ""
    if not any(end in begins for end in "\r\n"):
        return ""
    odd_ones = sum(not (letter.isprintable() or letter in "\t\r\n\ufeff\u2028") for letter in begins)
    return name if odd_ones <= 0.05 * len(begins) else ""


def looks_binary(counts: np.ndarray, size: int, encoding: str) -> bool:
    """Whether the bytes are no text at all (a picture, an archive, a program)."""
    if encoding.startswith(("utf-16", "utf-32")):
        return False
    nuls = int(counts[NULS_EVEN] + counts[NULS_ODD])
    controls = int(counts[CONTROLS])
    if nuls == size:
        return True
    if counts[BAD] > counts[MULTIBYTE]:
        return controls + nuls > max(8, 0.02 * size)
    return controls > max(8, 0.2 * (size - nuls))


def codec_name(name: str) -> str:
    """The Python codec's own name for what a user wrote (`Windows-1252` is `cp1252`). Raises InputError if unknown."""
    try:
        known = codecs.lookup(name.strip()).name
        bytes(4).decode(known, "replace")
        if known.replace("_", "-") in _NOT_OF_FILES:
            raise LookupError(known)
    except (LookupError, ValueError, UnicodeError):
        raise InputError(
            f"The encoding “{name}” is not known.", "Choose one such as utf-8, utf-16, cp1252 or shift_jis."
        ) from None
    return known


def to_utf8(data: np.ndarray, encoding: str, counts: np.ndarray) -> Decoded:
    """The file's text as UTF-8; nothing that can be read is lost.

    Args:
        data: uint8, the bytes of the file.
        encoding: Codec, as `codec_name` gives it.
        counts: What `survey` counted.
    """
    decoded = _to_utf8(data, encoding, counts)
    plain = not counts[MULTIBYTE] and encoding in ("utf-8", "ascii")
    return decoded if plain else _without_marks(decoded)


@compiled("int64(uint8[::1], int64[::1])")
def _later_marks(data: np.ndarray, places: np.ndarray) -> int:
    """Count byte-order marks behind line ends, and write where they are as far as there is room."""
    found = 0
    for at in range(1, data.size - 2):
        if (
            data[at] == 0xEF
            and data[at + 1] == 0xBB
            and data[at + 2] == 0xBF
            and (data[at - 1] == 10 or data[at - 1] == 13)
        ):
            if found < places.size:
                places[found] = at
            found += 1
    return found


def _without_marks(decoded: Decoded) -> Decoded:
    """The text without byte-order marks at the beginning of later lines: they stay where files were put together."""
    count = _later_marks(decoded.data, np.empty(0, np.int64))
    if not count:
        return decoded
    marks = np.empty(count, np.int64)
    _later_marks(decoded.data, marks)
    data = np.delete(decoded.data, (marks[:, None] + np.arange(_MARK_BYTES)).ravel())
    nul_at, mended_at = (at - _MARK_BYTES * np.searchsorted(marks, at) for at in (decoded.nul_at, decoded.mended_at))
    return replace(decoded, data=data).with_places(nul_at, mended_at, marks - _MARK_BYTES * np.arange(count))


def _to_utf8(data: np.ndarray, encoding: str, counts: np.ndarray) -> Decoded:
    """The text, with all its marks but the first."""
    none = np.empty(0, np.int64)
    if encoding in ("utf-8", "utf-8-sig", "ascii"):
        if bytes(data[:3]) == codecs.BOM_UTF8:
            data = data[3:]
        nuls = int(counts[NULS_EVEN] + counts[NULS_ODD])
        bad = int(counts[BAD])
        if not nuls and not bad:
            return Decoded(data, encoding, none, none)
        return _mended(data, encoding, nuls, bad)
    text = bytes(data).decode(encoding, "replace").removeprefix("\ufeff")
    if encoding in MAINFRAMES:
        text = text.replace("\x85", "\n")
    data = np.frombuffer(bytearray(text.encode("utf-8", "replace")), np.uint8)
    nuls = int(np.count_nonzero(data == 0))
    decoded = _mended(data, encoding, nuls, 0) if nuls else Decoded(data, encoding, none, none)
    if "\ufffd" in text:
        decoded = replace(decoded, mended_at=_replacement_characters(decoded.data))
    return decoded


def _mended(data: np.ndarray, encoding: str, nuls: int, bad: int) -> Decoded:
    """The text without zero bytes, and with each byte that is not UTF-8 read in the encoding that the rest is most likely in."""
    out = np.empty(data.size + 2 * bad, np.uint8)
    nul_at, mended_at = np.empty(nuls, np.int64), np.empty(bad, np.int64)
    mended_as = _encoding_of_rest(data, bad)
    code_points = np.array([ord(bytes([byte]).decode(mended_as, "replace")) for byte in range(256)], np.int64)
    length = _mend(data, code_points, out, nul_at, mended_at)
    return Decoded(out[:length], encoding, nul_at, mended_at, mended_as=mended_as)


def _replacement_characters(data: np.ndarray) -> np.ndarray:
    """Places of U+FFFD, which stands where bytes could not be read."""
    return np.flatnonzero((data[:-2] == 0xEF) & (data[1:-1] == 0xBF) & (data[2:] == 0xBD)).astype(np.int64)
