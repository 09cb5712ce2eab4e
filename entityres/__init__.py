"""Find and merge duplicate customers in lists: right without training, fast, and honest about what it does not know.

The functions over pandas frames are imported when they are first used, so that the command line starts at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from entityres.frames import MatchResult, match, read
    from entityres.records.record_list import ReadSettings, RecordList
    from entityres.settings import Rule, Settings

__all__ = ["MatchResult", "ReadSettings", "RecordList", "Rule", "Settings", "__version__", "match", "read"]

_HOMES = {
    "MatchResult": "entityres.frames",
    "match": "entityres.frames",
    "read": "entityres.frames",
    "ReadSettings": "entityres.records.record_list",
    "RecordList": "entityres.records.record_list",
    "Rule": "entityres.settings",
    "Settings": "entityres.settings",
}


def __getattr__(name: str) -> object:
    """Import a public name when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'entityres' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names too."""
    return sorted({*globals(), *__all__})
