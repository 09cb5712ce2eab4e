"""UI: the values that count as missing, each with a switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QTableView, QWidget

from entityres.ui.models.missing_table import MissingTableModel
from entityres.ui.theme import grid, line_height, row_height
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from entityres.records.fields import CleanedRecords
    from entityres.settings import Settings

WIDTHS = (7, 5, 4.5)
"""Of value, column and records, in lines of text; the reason takes the rest."""
LEAST_ROWS = 4


class MissingCard(Card):
    """A table of such values, or a sentence when there are none.

    Signals:
        switch_turned: Column (str), text (str), and whether it counts as missing (bool).
    """

    switch_turned = Signal(str, str, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Counts as missing", parent, margins=Card.TABLE)
        self.model = MissingTableModel(self)
        self.model.switch_turned.connect(self.switch_turned, Qt.ConnectionType.QueuedConnection)
        self.table = QTableView()
        self.table.setObjectName("missingTable")
        set_up_table(self.table, "Values that count as missing")
        self.table.setModel(self.model)
        self.note = label("", "muted", wrap=True)
        self.note.setContentsMargins(Card.INDENT, 0, Card.INDENT, grid(1))
        self.add(self.note)
        self.add(self.table, 1)
        self.body.addStretch(0)

    def show_missing(self, cleaned: CleanedRecords | None, settings: Settings) -> None:
        """Show what counts as missing; None while that is being found out."""
        self.model.show_missing(cleaned, settings)
        some = self.model.rowCount() > 0
        self.table.setVisible(some)
        nothing = "Nothing stands for a missing value in these lists."
        self.note.setText(nothing if cleaned is not None else "Looking through the values…")
        self.note.setVisible(not some)

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        renew_row_height(self.table)
        self.table.setMinimumHeight(row_height() * LEAST_ROWS)
        widths = {number: round(units * line_height()) for number, units in enumerate(WIDTHS)}
        header_of(self.table).give_widths(widths)
