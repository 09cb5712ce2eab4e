"""Session: a sample of pairs to be looked through without knowing their scores, as it is kept in the project."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from entityres.entities.decisions import Answer

OPEN = "."
LETTERS: dict[Answer | None, str] = {Answer.MATCH: "m", Answer.NOT: "n", Answer.UNSURE: "u", None: OPEN}
"""A verdict is one letter, so that a step of the history takes some bytes."""

Place = tuple[int, int, int, int]
"""List number and row number (see `row_numbers`) of the left and of the right record."""


@dataclass(frozen=True)
class Sample:
    """Which pairs were drawn, from what, when.

    Attributes:
        of: What they were drawn from, one of `sampling.POPULATIONS`.
        at: When, in seconds since 1970.
        person: Who.
        population: Pairs that they were drawn from.
        match_at: Probability from which pairs were matches then.
        review_at: Probability from which pairs were worth a look then.
        places: Where the records of each pair are, in the order in which they are shown.
    """

    of: str
    at: float
    person: str
    population: int
    match_at: float
    review_at: float
    places: tuple[Place, ...]

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return {**asdict(self), "places": [list(place) for place in self.places]}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Sample:
        """The same from plain data."""
        places = tuple((int(a), int(b), int(c), int(d)) for a, b, c, d in data["places"])
        return Sample(
            str(data["of"]),
            float(data["at"]),
            str(data["person"]),
            int(data["population"]),
            float(data["match_at"]),
            float(data["review_at"]),
            places,
        )
