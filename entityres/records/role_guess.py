"""Engine: a column on its way to a role: its heading, what the heading says, what its values look like, the guess so far."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from entityres.records.contents import Looks
from entityres.records.headings import Sense
from entityres.records.roles import Role

ENOUGH, MANY = 5, 20
FILLED_FOR_CHECK = 0.5
MOSTLY, OF_SHORT = 0.5, 2
_NUMBERED = re.compile(
    r"(?:[A-Za-z]|col|column|field|var|variable|unnamed|attr|attribute|spalte|feld)?[\s_.:#-]*\d{1,4}", re.IGNORECASE
)


@dataclass(frozen=True)
class Guess:
    """A column on its way to a role."""

    heading: str
    sense: Sense
    seen: Looks
    role: Role
    why: str
    sure: bool

    def now(self, role: Role, why: str, sure: bool = True) -> Guess:
        """The same column with another role."""
        return replace(self, role=role, why=why, sure=sure)

    @property
    def unknown(self) -> bool:
        """Whether neither heading nor values have said anything yet, and there are enough values to look at."""
        return (
            self.role is Role.KEEP and not self.sense.kind and self.seen.sampled >= (OF_SHORT if self.short else MANY)
        )

    @property
    def short(self) -> bool:
        """Whether a few values have to speak, as the list is short and the heading only a number: Column 3, col3, V3.

        Words that are not known say that a column is something else; a number says nothing.
        """
        return (
            self.seen.sampled >= OF_SHORT
            and self.seen.records < MANY
            and _NUMBERED.fullmatch(self.heading.strip()) is not None
        )

    def varied(self, more_than: int) -> bool:
        """Whether a column has more different values than that; in a short list, in most of its cells."""
        seen = self.seen
        return seen.distinct > (min(more_than, MOSTLY * seen.filled) if self.short else more_than)


def check_tip(guess: Guess) -> str:
    """The end of a sentence about a date that does not tell who somebody is: it could be the check column, if it is filled."""
    if guess.seen.fill < FILLED_FOR_CHECK:
        return ""
    return "; true matches tend to have close values here, so it could be the check column"
