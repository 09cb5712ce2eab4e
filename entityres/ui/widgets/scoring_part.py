"""UI: the part of the Match page that shows how pairs are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHeaderView, QTableView

from entityres.scoring.scored_pairs import Zone
from entityres.ui.models.scoring_table import ScoringTable, level_rows
from entityres.ui.theme import grid
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.settings import Settings

WORDS = (
    "Each field adds points for how near its values are. Agreeing on a rare value gives more than on a common one; a "
    "missing value counts for nothing. The sum is the score."
)

LETTERS = (18, 26, 12, 16, 14, 16)
"""Of the columns, at least; the second one takes the rest."""
LONGEST = "not counted"
"""What stands in a column of figures at most."""


class ScoringPart(Card):
    """A note and the table of points.

    Attributes:
        model: The table of points.
    """

    def __init__(self) -> None:
        super().__init__("Points by field", margins=Card.TABLE)
        note = label(WORDS, "muted", wrap=True)
        note.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.add(note)
        self.model = ScoringTable()
        self._table = table = QTableView()
        table.setObjectName("scoringTable")
        set_up_table(table, "Points by field and level")
        table.setModel(self.model)
        header = table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        self.renew_sizes()
        self.add(table, 1)

    def renew_sizes(self) -> None:
        """Row height and widths for the size of the text."""
        renew_row_height(self._table)
        metrics, widths = self._table.fontMetrics(), {}
        for number, letters in enumerate(LETTERS):
            longest = max(metrics.horizontalAdvance(words) for words in (self.model.columns[number].title, LONGEST))
            widths[number] = max(metrics.averageCharWidth() * letters, longest + grid(3.5))
        header_of(self._table).give_widths(widths)

    def show_scored(self, scored: ScoredPairs | None, settings: Settings) -> None:
        """Show the points of the last run; nothing before it."""
        if scored is None:
            self.model.show_rows([])
            return
        self.model.show_rows(level_rows(scored, scored.zones(settings.match_at, settings.review_at) == Zone.MATCH))
