"""Engine: what levels pairs reach by role, whatever the fields are called."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.fields import FieldValues
from entityres.records.roles import Role


class RoleLevels:
    """Levels by role; several fields of one role count by their best level."""

    def __init__(self, fields: Sequence[FieldValues], levels: Sequence[np.ndarray], n: int) -> None:
        self.n = n
        self._of: dict[Role, np.ndarray] = {}
        for field, found in zip(fields, levels, strict=True):
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
