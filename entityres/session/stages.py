"""Session: the six steps, what state each is in, and what kinds of change there are.

A step is out of date when what it was made from differs from what it would be made from now. Both are compared by
content, so undoing a change makes the step up to date again, and nothing downstream is ever deleted.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum, StrEnum


class Step(IntEnum):
    """The steps in the order of the work."""

    LOAD = 1
    COLUMNS = 2
    MATCH = 3
    REVIEW = 4
    MERGE = 5
    EXPORT = 6


class State(StrEnum):
    """What a step has to show."""

    EMPTY = "empty"
    READY = "ready"
    OUT_OF_DATE = "out of date"
    PROBLEM = "problem"


@dataclass(frozen=True)
class StageState:
    """One step: its state, its live figures in words ("2 lists · 10,000 rows"), and why it is not ready."""

    state: State
    words: str
    why: str = ""


class Change(Enum):
    """What a call changed, so that a window refreshes that and no more."""

    LISTS = "lists"
    COLUMNS = "columns"
    KEYS = "keys"
    MATCHES = "matches"
    THRESHOLDS = "thresholds"
    DECISIONS = "decisions"
    GROUPS = "groups"
    MERGE = "merge"
    SETTINGS = "settings"
    SAMPLES = "samples"


Changes = frozenset[Change]

NOTHING: Changes = frozenset()

# Which kinds of change an option of the settings brings.
CHANGES_OF_SETTING: dict[str, Changes] = {
    "roles": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "check": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "placeholders": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "not_placeholders": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "date_orders": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "lined_up": frozenset({Change.SETTINGS, Change.COLUMNS}),
    "keys": frozenset({Change.SETTINGS, Change.KEYS}),
    "across_only": frozenset({Change.SETTINGS, Change.KEYS}),
    "seed": frozenset({Change.SETTINGS}),
    "memory_limit_mb": frozenset({Change.SETTINGS}),
    "refit": frozenset({Change.SETTINGS, Change.MATCHES, Change.DECISIONS, Change.GROUPS}),
    "match_at": frozenset({Change.SETTINGS, Change.THRESHOLDS, Change.GROUPS}),
    "review_at": frozenset({Change.SETTINGS, Change.THRESHOLDS, Change.GROUPS}),
    "one_to_one": frozenset({Change.SETTINGS, Change.MATCHES, Change.DECISIONS, Change.GROUPS}),
    "rules": frozenset({Change.SETTINGS, Change.MERGE}),
    "preferred_lists": frozenset({Change.SETTINGS, Change.MERGE}),
}

# Options that a match is made from, with the words that name a change of them.
MADE_FROM: dict[str, str] = {
    "roles": "column roles",
    "check": "check column",
    "placeholders": "values that count as missing",
    "not_placeholders": "values that count as missing",
    "date_orders": "order of day and month",
    "lined_up": "which columns belong together",
    "keys": "keys",
    "across_only": "which lists are compared",
    "seed": "random seed",
    "memory_limit_mb": "memory limit",
}


def count(number: int, one: str, many: str = "") -> str:
    """A number with its noun: `1 list`, `10,000 rows`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
