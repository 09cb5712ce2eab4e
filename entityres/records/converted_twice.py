"""Engine: text that was taken for Windows-1252 although it was UTF-8, and written as UTF-8 again: Müller as MÃ¼ller.

It is compared as what it was. The chance that a text which nobody converted twice looks so is tiny: each odd pair of letters
must be UTF-8 byte by byte. Shown and exported text stays as it is.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled

_MOST_TIMES = 3


@compiled(f"boolean[::1]({PLACES}, {BYTES})")
def _suspects(offsets: Any, data: Any) -> Any:
    """Texts in which a letter from Â to ô, which begins a character of UTF-8, stands before another that is not ASCII."""
    n = len(offsets) - 1
    found = np.zeros(n, np.bool_)
    for row in range(n):
        for at in range(offsets[row], offsets[row + 1] - 2):
            if data[at] == 0xC3 and 0x82 <= data[at + 1] <= 0xB4 and data[at + 2] >= 0xC2:
                found[row] = True
    return found


def as_it_was(text: str) -> str:
    """The text before it was converted again; the text itself where it was not."""
    for _ in range(_MOST_TIMES):
        try:
            text = b"".join(map(_byte, text)).decode()
        except (UnicodeError, ValueError):
            break
    return text


def _byte(letter: str) -> bytes:
    """The byte that a letter was taken for. Raises UnicodeError or ValueError where it was none."""
    try:
        return letter.encode("cp1252")
    except UnicodeEncodeError:
        return bytes([ord(letter)])  # five bytes that Windows-1252 does not know pass as control characters


def mended(texts: Texts) -> tuple[Texts, np.ndarray]:
    """The texts as they were before they were converted twice, and int64: the places of those that were."""
    none = np.empty(0, np.int64)
    if not len(texts.data) or int(texts.data.max()) < 0x80:
        return texts, none
    suspects = np.flatnonzero(_suspects(texts.offsets, texts.data))
    if not suspects.size:
        return texts, none
    written = gather(texts, suspects).to_list()
    made = [as_it_was(text) for text in written]
    twice = np.array([new != old for new, old in zip(made, written, strict=True)])
    changed = [text for text, new in zip(made, twice.tolist(), strict=True) if new]
    return replaced(texts, suspects[twice], texts_of(changed)), suspects[twice]
