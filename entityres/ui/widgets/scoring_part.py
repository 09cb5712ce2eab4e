"""UI: the part of the Match page that shows how pairs are scored."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QTableView

from entityres.scoring.scored_pairs import Zone
from entityres.ui.models.scoring_table import ScoringTable, level_rows
from entityres.ui.theme import grid
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from PySide6.QtGui import QResizeEvent

    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.settings import Settings

WORDS = (
    "Each field adds points for how near its values are. Agreeing on a rare value gives more than on a common one; a "
    "missing value counts for nothing. The sum is the score."
)

LETTERS = (18, 26, 12, 16, 14, 16)
"""Of the columns, where there is room; what is left after that is the second one's."""
TEXTS, RANGE = ("field", "level"), "range"
"""Columns of words, read whole even where the figures beside them have to be scrolled to."""
LONGEST = ("not counted", "−10.0 – +10.0")
"""What stands in a column of figures at most, and in that of ranges."""


class _PointsTable(QTableView):
    """The table of points: its words are read whole at any size of the text."""

    def __init__(self, model: ScoringTable) -> None:
        super().__init__()
        self.setObjectName("scoringTable")
        set_up_table(self, "Points by field and level")
        self._model = model
        self.setModel(model)
        self.horizontalHeader().setStretchLastSection(False)
        model.modelReset.connect(self.share_room)

    @Slot()
    def share_room(self) -> None:
        """Each column as wide as it would like, or where they do not fit as wide as what stands in it."""
        metrics, room = self.fontMetrics(), self.viewport().width()
        rows = self._model.rows
        least, liked = {}, {}
        for number, (column, letters) in enumerate(zip(self._model.columns, LETTERS, strict=True)):
            words = (
                {getattr(row, column.name) for row in rows} if column.name in TEXTS else {LONGEST[column.name == RANGE]}
            )
            least[number] = max(metrics.horizontalAdvance(text) for text in {column.title, *words}) + grid(3.5)
            liked[number] = max(metrics.averageCharWidth() * letters, least[number])
        widths = liked if sum(liked.values()) <= room else least
        widths[1] += max(room - sum(widths.values()), 0)
        header_of(self).give_widths(widths)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.share_room()


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
        self._table = _PointsTable(self.model)
        self.renew_sizes()
        self.add(self._table, 1)

    def renew_sizes(self) -> None:
        """Row height and widths for the size of the text."""
        renew_row_height(self._table)
        self._table.share_room()

    def show_scored(self, scored: ScoredPairs | None, settings: Settings) -> None:
        """Show the points of the last run; nothing before it."""
        if scored is None:
            self.model.show_rows([])
            return
        self.model.show_rows(level_rows(scored, scored.zones(settings.match_at, settings.review_at) == Zone.MATCH))
