"""UI: the first rows of a file, as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QTableView, QWidget

from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.export_plan import FirstRows
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


class FirstRowsModel(ArrayTableModel):
    """Cells that are texts already."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__((), parent)
        self._rows: tuple[tuple[str, ...], ...] = ()

    def show_rows(self, rows: FirstRows) -> None:
        """Show other rows."""
        self._rows = rows.rows
        self.set_columns([TableColumn(str(i), heading) for i, heading in enumerate(rows.headings)])
        self.reset_rows(len(rows.rows))

    def text(self, source: int, column: str) -> str:
        return self._rows[source][int(column)].replace("\n", " ↵ ")


class FirstRowsTable(QTableView):
    """A table of the first rows of a file."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("exportPreview")
        self._model = FirstRowsModel(self)
        set_up_table(self, "First rows of the file")
        self.setModel(self._model)
        self.horizontalHeader().setStretchLastSection(False)

    def show_rows(self, rows: FirstRows) -> None:
        """Show other rows, in columns as wide as they need."""
        other = [column.title for column in self._model.columns] != list(rows.headings)
        self._model.show_rows(rows)
        if other:
            header_of(self).forget_widths()
        self.fit_columns()

    def fit_columns(self) -> None:
        """Columns as wide as their texts, within reason; rows as high as the font asks."""
        renew_row_height(self)
        widest, header = self.fontMetrics().averageCharWidth() * 30, header_of(self)
        wanted = [
            max(self.sizeHintForColumn(section), header.sectionSizeHint(section) + 12)
            for section in range(self._model.columnCount())
        ]
        header.give_widths({section: min(hint, widest) for section, hint in enumerate(wanted)})
