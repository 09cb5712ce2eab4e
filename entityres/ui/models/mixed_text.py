"""UI: names and values from the lists inside the program's own sentences, whatever direction they are written in."""

from __future__ import annotations

import unicodedata

FIRST_STRONG_ISOLATE, POP_ISOLATE = "\u2068", "\u2069"
_RIGHT_TO_LEFT = frozenset({"R", "AL"})


def isolated(text: str) -> str:
    """A text that stands in a sentence without turning the words around it; left as it is unless it runs to the left."""
    if any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text):
        return f"{FIRST_STRONG_ISOLATE}{text}{POP_ISOLATE}"
    return text
