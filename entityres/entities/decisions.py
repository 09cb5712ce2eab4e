"""Engine: what a person said about pairs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np


class Answer(IntEnum):
    """A person's word on a pair."""

    NOT = -1
    UNSURE = 0
    MATCH = 1


@dataclass(frozen=True)
class Decisions:
    """Decided pairs over all lists laid end to end.

    Attributes:
        left: int32 (n,).
        right: int32 (n,); left < right, unique pairs.
        answers: int8 (n,): `Answer`.
    """

    left: np.ndarray
    right: np.ndarray
    answers: np.ndarray

    def __len__(self) -> int:
        return len(self.left)

    @staticmethod
    def none() -> Decisions:
        """No decisions."""
        return Decisions(np.empty(0, np.int32), np.empty(0, np.int32), np.empty(0, np.int8))
