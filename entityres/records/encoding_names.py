"""Engine: encodings as people name them."""

from __future__ import annotations

ENCODINGS: dict[str, str] = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with mark",
    "cp1252": "Windows-1252",
    "iso8859-1": "ISO 8859-1",
    "iso8859-15": "ISO 8859-15",
    "utf-16": "UTF-16",
    "utf-16-le": "UTF-16 LE",
    "utf-16-be": "UTF-16 BE",
    "cp1250": "Windows-1250",
    "cp1251": "Windows-1251",
    "cp1253": "Windows-1253",
    "cp1254": "Windows-1254",
    "mac-roman": "Mac Roman",
    "cp850": "DOS 850",
    "cp437": "DOS 437",
    "shift_jis": "Shift JIS",
    "gb18030": "GB 18030",
    "big5": "Big5",
    "euc_kr": "EUC-KR",
}


def encoding_words(codec: str | None) -> str:
    """An encoding as people name it."""
    name = codec or ""
    return ENCODINGS.get(name) or ENCODINGS.get(name.replace("_", "-")) or name.upper().replace("_", "-")
