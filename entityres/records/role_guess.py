"""Engine: a column on its way to a role: its heading, what the heading says, what its values look like, the guess so far."""

from __future__ import annotations

from dataclasses import dataclass, replace

from entityres.records.contents import Looks
from entityres.records.headings import Sense
from entityres.records.roles import Role

ENOUGH, MANY = 5, 20
FILLED_FOR_CHECK = 0.5


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
        return self.role is Role.KEEP and not self.sense.kind and self.seen.sampled >= MANY


def percent(share: float) -> str:
    """A share in words."""
    return f"{share * 100:.0f} %"


def check_tip(guess: Guess) -> str:
    """The end of a sentence about a date that does not tell who somebody is: it could be the check column, if it is filled."""
    if guess.seen.fill < FILLED_FOR_CHECK:
        return ""
    return "; true matches tend to have close values here, so it could be the check column"
