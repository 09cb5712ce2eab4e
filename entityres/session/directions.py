"""Session: names and values from the lists inside sentences, whatever direction they are written in."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def isolated(text: str) -> str:
    """A text that stands in a sentence without turning the words around it; left as it is unless it runs to the left."""
    return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}" if runs_left(text) else text


def side_by_side(parts: Iterable[str]) -> str:
    """Values with commas between them, each in its own direction: a phone number beside an Arabic name keeps its order."""
    parts = list(parts)
    if any(runs_left(part) for part in parts):
        parts = [f"{FIRST_STRONG_ISOLATE}{part}{POP_ISOLATE}" for part in parts]
    return ", ".join(parts)


def without_marks(text: str) -> str:
    """A text for other programs: without the marks that keep directions apart."""
    return text.replace(FIRST_STRONG_ISOLATE, "").replace(POP_ISOLATE, "")


def runs_left(text: str) -> bool:
    """Whether some of its letters are written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)
