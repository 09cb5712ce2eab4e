"""Engine: what levels pairs reach by role, whatever the fields are called."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.genders import tells_sex
from entityres.records.roles import Role
from entityres.scoring.comparisons import NUMBER_DIFFERENT, NUMBER_SWAPPED, SAME


class RoleLevels:
    """Levels by role; several fields of one role count by their best level.

    Sexes are no category, as half of all have one; and what a family has together is nothing of one's own.
    """

    def __init__(self, fields: Sequence[FieldValues], levels: Sequence[np.ndarray], n: int) -> None:
        self.n = n
        self._sexes: list[np.ndarray] = []
        self._numbers: dict[str, np.ndarray] = {}
        self._of: dict[Role, np.ndarray] = {}
        self._of_families: list[np.ndarray] = []
        for field, found in zip(fields, levels, strict=True):
            if field.of_families:
                self._of_families.append(found)
                continue
            if field.role is Role.IDENTIFIER:
                self._numbers[field.name] = found
            if tells_sex(field):
                self._sexes.append(found)
                continue
            known = self._of.get(field.role)
            if known is None:
                self._of[field.role] = found
            else:
                better = (found >= 0) & ((known < 0) | (found < known))
                self._of[field.role] = np.where(better, found, known)

    def __contains__(self, role: Role) -> bool:
        return role in self._of

    def __getitem__(self, role: Role) -> np.ndarray:
        return self._of.get(role, np.full(self.n, -1, np.int8))

    def within(self, role: Role, last: int) -> np.ndarray:
        """Pairs whose level is 0 .. last."""
        found = self[role]
        return (found >= 0) & (found <= last)

    def of_one_family(self) -> np.ndarray:
        """bool (n,): pairs of one number or relative that a family has together."""
        same = np.zeros(self.n, bool)
        for found in self._of_families:
            same |= found == SAME
        return same

    def two_numbers(self) -> np.ndarray:
        """bool (n,): pairs of which one number of their own agrees and another does not: an account that several use."""
        one, two = self.agree_and_differ()
        return one & two

    def agree_and_differ(
        self, numbers: frozenset[str] | None = None, but: frozenset[str] = frozenset()
    ) -> tuple[np.ndarray, np.ndarray]:
        """Pairs of one number, or of one with two neighbouring digits swapped, and pairs of two.

        Args:
            numbers: Names of the fields to look at, None for all.
            but: Names of fields not to look at.

        Returns:
            bool (n,) each: some field has one number, and some has two.
        """
        one, two = np.zeros(self.n, bool), np.zeros(self.n, bool)
        for name, found in self._numbers.items():
            if name not in but and (numbers is None or name in numbers):
                one |= (found >= 0) & (found <= NUMBER_SWAPPED)
                two |= found == NUMBER_DIFFERENT
        return one, two

    def two_sexes(self) -> np.ndarray:
        """bool (n,): pairs of a man and a woman; not where a form of address says so and another column the contrary."""
        apart, same = np.zeros(self.n, bool), np.zeros(self.n, bool)
        for found in self._sexes:
            apart |= found > SAME
            same |= found == SAME
        return apart & ~same
