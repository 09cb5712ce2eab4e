"""Engine: what a person means who types a separator: its name, `\\t` or `\\x1f`, or the signs themselves."""

from __future__ import annotations

import re

NAMES = {
    "comma": ",",
    "semicolon": ";",
    "tab": "\t",
    "colon": ":",
    "pipe": "|",
    "bar": "|",
    "space": " ",
    "blank": " ",
}
_ESCAPE = re.compile(r"\\(?:t|x([0-9a-f]{2}))", re.IGNORECASE)


def separator_of(text: str) -> str:
    """The separator that a typed text means.

    Args:
        text: A name of NAMES, `\\t`, signs such as `~|~` of which some may be written as `\\x1f`, also between “ and ”.
    """
    if len(text) > 2 and text[0] == "“" and text[-1] == "”":
        text = text[1:-1]
    named = NAMES.get(text.strip().lower())
    return named or _ESCAPE.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\t", text)


def written(separator: str) -> str:
    """A separator as it can be typed: signs that cannot be seen as `\\t` or `\\x1f`."""
    shown = "".join(sign if " " <= sign else f"\\x{ord(sign):02x}" for sign in separator)
    return shown.replace("\\x09", "\\t")
