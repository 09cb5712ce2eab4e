"""Engine: names of firms that numbers show to be one firm's or several ones'.

Where a name stands at two addresses with one number, and nowhere with another, it is one firm with branches, or one that has
moved; whoever leaves the number out there means it as well. Where it stands with two numbers it is a chain's or a common one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.sorted_sets import sorted_unique


@dataclass(frozen=True)
class NamedNumbers:
    """What the numbers of a list tell of the names in it.

    Attributes:
        names: int32 (n_records,): the name of each record, -1 for none.
        several: bool (n_names + 1,): the name stands with two numbers; the last place is for no name.
        spread: bool (n_names + 1,): the name stands with one number at two places.
    """

    names: np.ndarray
    several: np.ndarray
    spread: np.ndarray

    @classmethod
    def of(cls, firms: FieldValues, numbers: FieldValues) -> NamedNumbers:
        """Of a field of firms and one of their numbers, before any pairs are looked at."""
        both = np.flatnonzero((firms.codes >= 0) & (numbers.codes >= 0))
        held = sorted_unique(firms.codes[both].astype(np.int64) * len(numbers.values) + numbers.codes[both])
        n = len(firms.values)
        several = np.bincount(held // max(1, len(numbers.values)), minlength=n + 1) > 1
        return cls(firms.codes, several, np.zeros(n + 1, bool))

    def seen_at_two_places(self, left: np.ndarray, right: np.ndarray) -> NamedNumbers:
        """The same, having seen pairs of one name and number at two places.

        Args:
            left: int32 (n_pairs,) records.
            right: int32 (n_pairs,).
        """
        spread = np.zeros_like(self.spread)
        spread[self.names[left]] = spread[self.names[right]] = True
        return NamedNumbers(self.names, self.several, spread & ~self.several)

    def of_several(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs of a name that stands with two numbers."""
        made: np.ndarray = self.several[self.names[left]] | self.several[self.names[right]]
        return made

    def of_one(self, left: np.ndarray, right: np.ndarray) -> np.ndarray:
        """bool (n_pairs,): pairs of a name of one firm at several places."""
        made: np.ndarray = self.spread[self.names[left]] | self.spread[self.names[right]]
        return made & ~self.of_several(left, right)

    def votes(self, left: np.ndarray, one: np.ndarray, two: np.ndarray) -> tuple[int, int]:
        """Names that numbers show to be one firm's, and such that they show to be several ones'; each counts once.

        A chain of ten would count for fifty pairs.

        Args:
            left: int32 (n_pairs,): records of pairs of one name.
            one: bool (n_pairs,): pairs that have one number.
            two: bool (n_pairs,): pairs that have two.
        """
        apart = np.unique(self.names[left[two]])
        return len(np.setdiff1d(self.names[left[one]], apart)), len(apart)
