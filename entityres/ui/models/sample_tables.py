"""UI: tables of the sample check: pairs that are on the wrong side of the line, and earlier checks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from entityres.session.sampling import POPULATIONS
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.score_scale import shown_of_chance

if TYPE_CHECKING:
    from entityres.session.sampling import SampleResult

NOTED = (TableColumn("one", "Record A"), TableColumn("other", "Record B"))
EARLIER = (
    TableColumn("when", "When"),
    TableColumn("from", "Drawn from"),
    TableColumn("result", "Result"),
    TableColumn("lines", "Line", numeric=True, tip="Score from which pairs counted as a match then"),
    TableColumn("who", "By"),
)


class WordsTable(ArrayTableModel):
    """Rows of words, as they are given."""

    def __init__(self, columns: Sequence[TableColumn]) -> None:
        super().__init__(columns)
        self._rows: list[tuple[str, ...]] = []

    def show_rows(self, rows: Sequence[tuple[str, ...]]) -> None:
        """Show these rows, a text for each column."""
        self._rows = list(rows)
        self.reset_rows(len(self._rows))

    def text(self, source: int, column: str) -> str:
        return self._rows[source][self.column_number(column)]


def earlier_rows(results: Sequence[SampleResult]) -> list[tuple[str, ...]]:
    """One row for each check, the newest first."""
    made: list[tuple[str, ...]] = []
    for result in reversed(results):
        sample = result.sample
        when = datetime.fromtimestamp(sample.at).strftime("%Y-%m-%d %H:%M")
        line = f"{float(shown_of_chance(sample.match_at)):.2f}"
        made.append((when, f"{sample.population:,} {POPULATIONS[sample.of]}", result.words, line, sample.person))
    return made
