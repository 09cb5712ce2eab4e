"""UI: the table of values that many records share under one key."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.ui.models.key_values import Hot

COLUMNS = (
    TableColumn("value", "Most shared values", tip="Values that the most pairs of this key come from"),
    TableColumn("records", "Records", numeric=True, tip="Records that share the value"),
    TableColumn("pairs", "Pairs", numeric=True, tip="Pairs of those records"),
)


class SharedTable(ArrayTableModel):
    """One row per value, costliest first."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        self.values: tuple[Hot, ...] = ()

    def show_values(self, values: Sequence[Hot]) -> None:
        """Show these values."""
        self.values = tuple(values)
        self.reset_rows(len(self.values))

    def text(self, source: int, column: str) -> str:
        value = self.values[source]
        return value.text if column == "value" else f"{getattr(value, column):,}"

    def sort_values(self, column: str) -> np.ndarray | None:
        if column == "value":
            return np.array([value.text for value in self.values])
        return np.array([float(getattr(value, column)) for value in self.values])
