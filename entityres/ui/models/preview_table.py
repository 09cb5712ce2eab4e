"""UI: the table of one group on the Merge page: the merged record first, then a column for each record."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal

from entityres.records.sentences import ended
from entityres.ui.models.group_view import TYPED, GroupView
from entityres.ui.qt import ALIGN, DISPLAY, EDIT, LEFT, ROOT, SPOKEN, TOOLTIP, VERTICAL, Index, as_tip

MARK = Qt.ItemDataRole.UserRole + 16
"""Icon (str) before the text: a tick where the merged value came from, a pencil where a person changed it."""
DIFFERS = Qt.ItemDataRole.UserRole + 17
"""Whether the record says something that the merged record does not."""
EMPTY = Qt.ItemDataRole.UserRole + 18
"""Whether the cell is empty."""
MERGED = 0


class PreviewTable(QAbstractTableModel):
    """Rows are columns of the lists; column 0 is the merged record, column i the record i - 1.

    Signals:
        value_typed: A person typed a text for the merged record: output column, text.
    """

    value_typed = Signal(int, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._view: GroupView | None = None
        self._only_conflicts = False
        self._rows: tuple[int, ...] = ()

    @property
    def view(self) -> GroupView | None:
        """The group that is shown."""
        return self._view

    def show_group(self, view: GroupView | None) -> None:
        """Show another group, or the same one after a change (the current cell stays)."""
        same = (
            self._view is not None
            and view is not None
            and (self._view.records, self._view.columns) == (view.records, view.columns)
        )
        if same and not self._only_conflicts:
            self._view = view
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, self.columnCount() - 1))
            self.headerDataChanged.emit(VERTICAL, 0, self.rowCount() - 1)
            return
        self.beginResetModel()
        self._view = view
        self._choose_rows()
        self.endResetModel()

    def show_only_conflicts(self, only: bool) -> None:
        """Leave out the rows on which all records agree."""
        self.beginResetModel()
        self._only_conflicts = only
        self._choose_rows()
        self.endResetModel()

    def output_column(self, row: int) -> int:
        """Position of the output column that a row of the table shows."""
        return self._rows[row]

    def row_of(self, column: int) -> int:
        """Row of the table that shows an output column, -1 when it is left out."""
        return self._rows.index(column) if column in self._rows else -1

    def conflict_rows(self) -> list[int]:
        """Rows of the table in which the records differ."""
        view = self._view
        return [] if view is None else [row for row, column in enumerate(self._rows) if view.asks(column)]

    def _choose_rows(self) -> None:
        view = self._view
        columns = () if view is None else tuple(range(len(view.columns)))
        if view is not None and self._only_conflicts:
            columns = tuple(column for column in columns if view.asks(column) or column in view.by_hand)
        self._rows = columns

    def _text(self, view: GroupView, column: int, at: int) -> str:
        return view.merged[column] if at == MERGED else view.values[column][at - 1]

    def _mark(self, view: GroupView, column: int, at: int) -> str:
        if at == MERGED:
            return "note" if column in view.by_hand else ""
        return "check" if view.is_source(column, at - 1) and view.values[column][at - 1] else ""

    def _accessible(self, view: GroupView, column: int, at: int) -> str:
        text = self._text(view, column, at) or "empty"
        if at == MERGED:
            return f"{ended(f'{view.columns[column]} of the merged record: {text}')} {view.provenance(column)}"
        said = [f"{view.columns[column]} of {view.names[at - 1]}: {text}"]
        if view.is_source(column, at - 1):
            said.append("taken for the merged record")
        elif view.differs(column, at - 1):
            said.append("differs from the merged record")
        return ", ".join(said)

    def _tip(self, view: GroupView, column: int, at: int) -> str:
        text = self._text(view, column, at)
        if at == MERGED:
            return f"{text}\n{view.provenance(column)}".strip()
        if not text:
            return "Empty in this record"
        source = view.is_source(column, at - 1)
        act = "Click again to follow the rule" if source and column in view.by_hand else "Click to take this value"
        others = [view.columns[one] for one in view.together(column) if one != column]
        act = f"{act}, with {', '.join(others)} of the same record" if others and act.startswith("Click to") else act
        return text if source and column not in view.by_hand else f"{text}\n{act}"

    # Qt overrides

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() or self._view is None else 1 + len(self._view.records)

    def data(self, index: Index, role: int = DISPLAY) -> object:
        view = self._view
        if view is None or not index.isValid():
            return None
        column, at = self._rows[index.row()], index.column()
        if role == DISPLAY:
            return self._text(view, column, at) or "(empty)"
        if role == EDIT:
            return self._text(view, column, at)
        if role == EMPTY:
            return not self._text(view, column, at)
        if role == MARK:
            return self._mark(view, column, at)
        if role == DIFFERS:
            return at != MERGED and view.differs(column, at - 1)
        if role == TOOLTIP:
            return as_tip(self._tip(view, column, at))
        if role == SPOKEN:
            return self._accessible(view, column, at)
        return None

    def setData(self, index: Index, value: object, role: int = EDIT) -> bool:
        view = self._view
        if view is None or not index.isValid() or role != EDIT or index.column() != MERGED:
            return False
        column, text = self._rows[index.row()], str(value)
        if text != view.merged[column] or view.origins[column] == TYPED:
            self.value_typed.emit(column, text)
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> object:
        view = self._view
        if view is None:
            return None
        if orientation == VERTICAL:
            name = view.columns[self._rows[section]] if section < len(self._rows) else ""
            return name if role == DISPLAY else as_tip(name) if role == TOOLTIP else None
        if role == DISPLAY:
            return "Merged record" if section == MERGED else view.names[section - 1]
        if role == TOOLTIP and section == MERGED:
            return "One row built from the records of this group (also called golden record)"
        if role == ALIGN:
            return LEFT
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        return flags | Qt.ItemFlag.ItemIsEditable if index.isValid() and index.column() == MERGED else flags
