"""Command line: an answer as one JSON object on standard output."""

from __future__ import annotations

import json
import sys
from typing import Any


def print_json(answer: dict[str, Any]) -> None:
    """Print an object, in UTF-8 whatever the terminal's encoding is."""
    sys.stdout.flush()
    text = json.dumps(answer, indent=2, ensure_ascii=False)
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
