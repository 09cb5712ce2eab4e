"""UI: sentences of the engine as a window writes them."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"(?<!\w)'(?=\S)(.+?)(?<=\S)'(?!\w)")


def typeset(words: str) -> str:
    """A sentence with ‘phone’ where a terminal gets 'phone'; apostrophes stay."""
    return _QUOTED.sub("‘\\1’", words)
