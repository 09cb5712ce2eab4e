"""Session: what the review can be narrowed down to."""

from __future__ import annotations

from dataclasses import dataclass, field

from entityres.session.standing import Standing

STATE_NAMES: dict[Standing, str] = {
    Standing.REVIEW: "review",
    Standing.MATCH: "match",
    Standing.NOT: "not",
    Standing.UNSURE: "unsure",
    Standing.IMPLIED: "implied",
    Standing.CONFLICT: "conflict",
}
STATE_WORDS: dict[str, str] = {
    "review": "Needs review",
    "match": "Match",
    "not": "Not a match",
    "unsure": "Unsure",
    "implied": "Implied",
    "conflict": "Conflict",
}


@dataclass(frozen=True)
class Filters:
    """What is shown. An empty set lets everything of its kind through.

    Attributes:
        states: Names of states: review, match, not, unsure, implied, conflict.
        keys: Names of keys that proposed the pair.
        differences: Difference chips.
        risks: Names of risks.
        low: Lowest probability shown.
        high: Highest probability shown.
        text: Words that one of the two records must hold.
        show_implied: Show pairs that follow from others where no state is ticked.
    """

    states: frozenset[str] = frozenset({"review"})
    keys: frozenset[str] = frozenset()
    differences: frozenset[str] = frozenset()
    risks: frozenset[str] = frozenset()
    low: float = 0.0
    high: float = 1.0
    text: str = ""
    show_implied: bool = False

    @property
    def active(self) -> int:
        """How many kinds of filters are on."""
        kinds = (self.states, self.keys, self.differences, self.risks, self.text.strip())
        return sum(bool(kind) for kind in kinds) + (self.low > 0.0 or self.high < 1.0)


@dataclass(frozen=True)
class FilterCounts:
    """Rows that each filter would show on top of the filters of the other kinds."""

    states: dict[str, int] = field(default_factory=dict)
    keys: dict[str, int] = field(default_factory=dict)
    differences: dict[str, int] = field(default_factory=dict)
    risks: dict[str, int] = field(default_factory=dict)


def state_codes(states: frozenset[str]) -> list[int]:
    """The `Standing` values of states by name."""
    return [int(standing) for standing, name in STATE_NAMES.items() if name in states]
