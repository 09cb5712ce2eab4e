"""UI: the S-curve as a table, for those who read rather than see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

COLUMNS = (
    TableColumn("similarity", "Similarity", numeric=True, tip="Share of pieces that two records have in common"),
    TableColumn("chance", "Chance", numeric=True, tip="Chance to be found: how likely two such records are compared"),
    TableColumn("pairs", "Pairs", numeric=True, tip="Pairs in your data that are about so similar"),
    TableColumn("found", "Found", numeric=True, tip="How many of them are expected to be found"),
)


class CurveTable(ArrayTableModel):
    """One row for every 5 % of similarity."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        self._rows: tuple[tuple[str, str, str, str], ...] = ()

    def show_rows(self, rows: Sequence[tuple[str, str, str, str]]) -> None:
        """Show these rows."""
        self._rows = tuple(rows)
        if self.n_source == len(self._rows):
            self.rows_changed()
        else:
            self.reset_rows(len(self._rows))

    def text(self, source: int, column: str) -> str:
        return self._rows[source][self.column_number(column)]
