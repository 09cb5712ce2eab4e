"""UI: the preview of a list: some of its rows as text, from the line that is asked for; headings can be renamed."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QTableView, QWidget

from entityres.records.record_list import RecordList
from entityres.session.stages import count
from entityres.ui.models.csv_preview import LINE, ROWS, CsvPreviewModel
from entityres.ui.theme import grid, line_height, row_height, set_kind
from entityres.ui.widgets.card import Card, label
from entityres.ui.widgets.cell_delegates import renew_row_height, set_up_table
from entityres.ui.widgets.table_header import header_of


class PreviewCard(Card):
    """Up to 100 rows of a list, or why it cannot be shown.

    Signals:
        rename_wanted: Heading (str) of the column whose heading was double-clicked.
    """

    rename_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Preview", parent, margins=Card.TABLE)
        self.model = CsvPreviewModel(self)
        self.table = QTableView()
        self.table.setObjectName("csvPreview")
        set_up_table(self.table, "Preview of the list")
        self.table.setModel(self.model)
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionsClickable(True)
        header.sectionDoubleClicked.connect(self._on_heading_double_clicked)
        self.note = label("", "caption")
        self.top_button = QPushButton("Back to the first rows")
        set_kind(self.top_button, "link")
        self.top_button.clicked.connect(self._on_top_clicked)
        self.top_button.hide()
        if self.head is not None:
            self.head.addWidget(self.top_button)
            self.head.addWidget(self.note)
        self.problem = label("", "warning", wrap=True)
        self.problem.setContentsMargins(Card.INDENT, 0, Card.INDENT, 0)
        self.problem.hide()
        self.add(self.problem)
        self.add(self.table, 1)
        self._list: RecordList | None = None
        self._trial = False

    def show_list(self, record_list: RecordList, title: str, *, trial: bool = False) -> None:
        """Show the first rows of a list.

        Args:
            record_list: The list, or the beginning of its file read otherwise.
            title: Words for the heading of the card.
            trial: It is only the beginning, read with settings that are tried out.
        """
        self.set_title(title)
        self.problem.hide()
        self._list, self._trial = record_list, trial
        before = [column.name for column in self.model.columns]
        self._show_from(0)
        if before != [column.name for column in self.model.columns]:
            header_of(self.table).forget_widths()
            self.fit()

    def show_problem(self, words: str) -> None:
        """Say why there is nothing to show."""
        self.model.show_list(None)
        self.table.clearSpans()
        self.problem.setText(words)
        self.problem.show()
        self.note.setText("")
        self.top_button.hide()

    def show_line(self, line: int) -> None:
        """Go to the row that begins on a line of the file."""
        first = self.model.first_for_line(line)
        if first != self.model.first:
            self._show_from(first)
        row = max(self.model.row_at_line(line), 0)
        index = self.model.index(row, 0)
        self.table.selectRow(row)
        self.table.scrollTo(index, QTableView.ScrollHint.PositionAtCenter)

    def fit(self) -> None:
        """Column widths from the texts of the first rows."""
        model, metrics, widths = self.model, self.table.fontMetrics(), {}
        for number, column in enumerate(model.columns):
            texts = [
                model.text(row, column.name)
                for row in range(min(model.rowCount(), 30))
                if column.name == LINE or row not in model.raw_rows
            ]
            widest = max(
                [metrics.horizontalAdvance(text) for text in texts] + [metrics.horizontalAdvance(column.title)]
            )
            widths[number] = min(max(widest + grid(3), line_height() * 3), line_height() * 16)
        header_of(self.table).give_widths(widths)

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        renew_row_height(self.table)
        self.table.setMinimumHeight(row_height() * 4)
        self.fit()

    def _show_from(self, first: int) -> None:
        record_list = self._list
        if record_list is None:
            return
        self.table.clearSpans()
        self.model.show_list(record_list, first)
        for row in self.model.raw_rows:
            if self.model.columnCount() > 2:
                self.table.setSpan(row, 1, 1, self.model.columnCount() - 1)
        rows = len(record_list)
        if self._trial:
            words = f"first {count(rows, 'row')}, as text"
        elif first:
            words = f"rows {first + 1:,} to {min(first + ROWS, rows):,} of {rows:,}"
        else:
            words = f"first {ROWS} rows, as text" if rows > ROWS else f"{count(rows, 'row')}, as text"
        self.note.setText(words)
        self.top_button.setVisible(first > 0)

    @Slot()
    def _on_top_clicked(self) -> None:
        self._show_from(0)

    @Slot(int)
    def _on_heading_double_clicked(self, section: int) -> None:
        name = self.model.columns[section].name
        if name != LINE and not self._trial:
            self.rename_wanted.emit(name)
