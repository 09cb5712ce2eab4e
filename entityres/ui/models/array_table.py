"""UI: the base of all tables: an index array over columns.

The model keeps `order`, the positions (int32) of the visible rows in the source arrays, in the order of the view. Sorting is
one stable argsort over a numpy array, filtering is one boolean mask; no proxy model, no fetchMore, no numpy scalar leaves
`data()`. Cost: O(n log n) to sort, O(n) to filter, and per paint only the visible cells are asked for.

A table of its own is a subclass that lists its columns and answers `text(source, column)`, and what else it needs of
`tone`, `icon_name`, `chips`, `tip`, `spoken`, `checked`, `sort_values`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, Qt

from entityres.ui.qt import (
    ALIGN,
    CHECK,
    CHECKED,
    CHIPS,
    DISPLAY,
    EDIT,
    FONT,
    ICON_NAME,
    LEFT,
    RIGHT,
    ROOT,
    SOURCE,
    SPOKEN,
    TONE,
    TOOLTIP,
    UNCHECKED,
    Index,
    as_tip,
)  # fmt: skip

_CACHE_CELLS = 4096
_SERVED = frozenset(
    int(role) for role in (DISPLAY, EDIT, TOOLTIP, ALIGN, CHECK, SPOKEN, ICON_NAME, TONE, CHIPS, SOURCE, FONT)
)


@dataclass(frozen=True)
class TableColumn:
    """One column of a table.

    Attributes:
        name: Short name, unique in the table; what the model's methods are asked for.
        title: Words in the heading.
        numeric: Right-aligned, with figures of one width.
        editable: The text can be changed (`set_text` of the model is called).
        checkable: There is a check box before the text (`checked` and `set_checked` of the model are called).
        tip: Longer words for the heading.
    """

    name: str
    title: str
    numeric: bool = False
    editable: bool = False
    checkable: bool = False
    tip: str = ""


class ArrayTableModel(QAbstractTableModel):
    """Rows are positions in arrays; the view sees those in `order`."""

    def __init__(self, columns: Sequence[TableColumn], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._order = np.empty(0, np.int32)
        self._n_source = 0
        self._mask: np.ndarray | None = None
        self._view_of: np.ndarray | None = None
        self._sorted_by: tuple[int, bool] | None = None
        self._texts: dict[tuple[int, int], str] = {}
        self._interactive = any(column.editable or column.checkable for column in self._columns)

    # --- what a subclass answers -----------------------------------------------------------------------------------

    def text(self, source: int, column: str) -> str:
        """The words in a cell."""
        raise NotImplementedError

    def tone(self, source: int, column: str) -> str:
        """Name of the colour role of a cell, "" for the usual one."""
        return ""

    def icon_name(self, source: int, column: str) -> str:
        """Name of the icon of a cell, "" for none."""
        return ""

    def chips(self, source: int, column: str) -> tuple[str, ...]:
        """Chips of a cell."""
        return ()

    def tip(self, source: int, column: str) -> str:
        """Tooltip of a cell; the whole text unless told, so that elided text can be read."""
        return self.text(source, column)

    def spoken(self, source: int, column: str) -> str:
        """What a screen reader says; heading and text unless told."""
        return f"{self.column(column).title}: {self.text(source, column)}"

    def checked(self, source: int, column: str) -> bool:
        """Whether the check box of a cell is ticked."""
        return False

    def set_checked(self, source: int, column: str, on: bool) -> bool:
        """Tick or untick; return whether it was accepted."""
        return False

    def set_text(self, source: int, column: str, text: str) -> bool:
        """Take a changed text; return whether it was accepted."""
        return False

    def sort_values(self, column: str) -> np.ndarray | None:
        """The values (n_source,) to sort by: numbers or texts, missing ones NaN or "". None: not sortable."""
        return None

    # --- rows ------------------------------------------------------------------------------------------------------

    @property
    def columns(self) -> tuple[TableColumn, ...]:
        """The columns, in order."""
        return self._columns

    @property
    def order(self) -> np.ndarray:
        """int32: source positions of the visible rows, in view order."""
        return self._order

    @property
    def n_source(self) -> int:
        """How many rows there are without a filter."""
        return self._n_source

    def column(self, name: str) -> TableColumn:
        """The column of that name."""
        return self._columns[self.column_number(name)]

    def column_number(self, name: str) -> int:
        """Position of the column of that name."""
        return next(i for i, column in enumerate(self._columns) if column.name == name)

    def set_columns(self, columns: Sequence[TableColumn]) -> None:
        """Other columns (a preview of another list)."""
        self.beginResetModel()
        self._columns = tuple(columns)
        self._interactive = any(column.editable or column.checkable for column in self._columns)
        self._texts.clear()
        self._sorted_by = None
        self.endResetModel()

    def reset_rows(self, n_source: int, order: np.ndarray | None = None) -> None:
        """Show other data: all rows, or those in `order`. Filter and sorting are forgotten."""
        self.beginResetModel()
        self._n_source = int(n_source)
        self._mask = None
        self._sorted_by = None
        self._take(np.arange(n_source, dtype=np.int32) if order is None else order)
        self.endResetModel()

    def set_order(self, order: np.ndarray) -> None:
        """Show these source rows in this order; current row and selection stay on their source rows."""
        if len(order) == len(self._order):
            self._relayout(np.asarray(order, np.int32))
            return
        self.beginResetModel()
        self._take(order)
        self.endResetModel()

    def set_mask(self, mask: np.ndarray | None) -> None:
        """Show the rows where the mask (n_source,) is true, or all with None, sorted as before."""
        self._mask = None if mask is None else np.asarray(mask, bool)
        self.set_order(self._sorted(np.arange(self._n_source, dtype=np.int32)))

    def source_row(self, view_row: int) -> int:
        """Source position of a visible row, -1 when there is no such row."""
        return int(self._order[view_row]) if 0 <= view_row < len(self._order) else -1

    def view_row(self, source: int) -> int:
        """Visible row of a source position, -1 when it is filtered out."""
        if self._view_of is None:
            self._view_of = np.full(max(self._n_source, int(self._order.max(initial=-1)) + 1), -1, np.int32)
            self._view_of[self._order] = np.arange(len(self._order), dtype=np.int32)
        return int(self._view_of[source]) if 0 <= source < len(self._view_of) else -1

    def rows_changed(self, sources: Sequence[int] | np.ndarray | None = None) -> None:
        """Say that these source rows (all, if None) have other values now."""
        self._texts.clear()
        rows = [] if sources is None else [row for row in (self.view_row(int(s)) for s in sources) if row >= 0]
        if sources is not None and not rows or not len(self._order):
            return
        first, last = (min(rows), max(rows)) if rows else (0, len(self._order) - 1)
        self.dataChanged.emit(self.index(first, 0), self.index(last, len(self._columns) - 1))

    def _take(self, order: np.ndarray) -> None:
        self._order = np.ascontiguousarray(order, np.int32)
        self._view_of = None
        self._texts.clear()

    def _sorted(self, order: np.ndarray) -> np.ndarray:
        """Filter `order` by the mask and sort it by what the user chose last."""
        if self._mask is not None:
            order = order[self._mask[order]]
        values = None if self._sorted_by is None else self.sort_values(self._columns[self._sorted_by[0]].name)
        if values is None or self._sorted_by is None:
            return order
        return order[sorted_positions(values[order], descending=self._sorted_by[1])]

    def _relayout(self, order: np.ndarray) -> None:
        """Another order of as many rows, with the persistent indexes moved along."""
        self.layoutAboutToBeChanged.emit()
        old = self.persistentIndexList()
        sources = [(self.source_row(index.row()), index.column()) for index in old]
        self._take(order)
        rows = [(self.view_row(source), column) for source, column in sources]
        self.changePersistentIndexList(
            old, [self.index(row, column) if row >= 0 else QModelIndex() for row, column in rows]
        )
        self.layoutChanged.emit()

    # --- Qt --------------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._order)

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._columns)

    def data(self, index: Index, role: int = DISPLAY) -> Any:
        if int(role) not in _SERVED or not index.isValid():
            return None
        column = self._columns[index.column()]
        if role == ALIGN:
            return int(RIGHT if column.numeric else LEFT)
        source = int(self._order[index.row()])
        if role in (DISPLAY, EDIT):
            return self._cell_text(source, index.column())
        if role == TOOLTIP:
            return as_tip(self.tip(source, column.name)) or None
        if role == TONE:
            return self.tone(source, column.name) or None
        if role == ICON_NAME:
            return self.icon_name(source, column.name) or None
        if role == CHIPS:
            return self.chips(source, column.name)
        if role == SPOKEN:
            return self.spoken(source, column.name)
        if role == SOURCE:
            return source
        if role == CHECK and column.checkable:
            return CHECKED if self.checked(source, column.name) else UNCHECKED
        if role == FONT and column.numeric:
            from entityres.ui.theme import font

            return font("text", tabular=True)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = DISPLAY) -> Any:
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        if role == DISPLAY:
            return column.title
        if role == TOOLTIP:
            return as_tip(column.tip or column.title)
        if role == ALIGN:
            return int(RIGHT if column.numeric else LEFT)
        return None

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        if not 0 <= column < len(self._columns) or self.sort_values(self._columns[column].name) is None:
            return
        self._sorted_by = (column, order == Qt.SortOrder.DescendingOrder)
        self._relayout(self._sorted(self._order))

    def setData(self, index: Index, value: Any, role: int = EDIT) -> bool:
        if not index.isValid():
            return False
        column, source = self._columns[index.column()], self.source_row(index.row())
        taken = False
        if role == CHECK and column.checkable:
            taken = self.set_checked(source, column.name, Qt.CheckState(value) == CHECKED)
        elif role == EDIT and column.editable:
            taken = self.set_text(source, column.name, str(value))
        if taken:
            self.rows_changed([source])
        return taken

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if not self._interactive or not index.isValid():
            return flags
        column = self._columns[index.column()]
        if column.editable:
            flags |= Qt.ItemFlag.ItemIsEditable
        if column.checkable:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def _cell_text(self, source: int, number: int) -> str:
        """The words in a cell, from the small cache of visible cells where it has them."""
        key = (source, number)
        found = self._texts.get(key)
        if found is None:
            if len(self._texts) >= _CACHE_CELLS:
                self._texts.clear()
            found = self._texts[key] = str(self.text(source, self._columns[number].name))
        return found


def sorted_positions(values: np.ndarray, *, descending: bool = False) -> np.ndarray:
    """Positions in sorted order: stable (ties keep their order), missing values (NaN, "") last in both directions.

    Args:
        values: (n,) numbers or texts.
        descending: Largest first.
    """
    values = np.asarray(values)
    missing = values == "" if values.dtype.kind in "OUS" else np.isnan(values) if values.dtype.kind == "f" else None
    present = np.arange(len(values)) if missing is None else np.flatnonzero(~missing)
    kept = values[present]
    if descending:
        placed = present[len(present) - 1 - np.argsort(kept[::-1], kind="stable")[::-1]]
    else:
        placed = present[np.argsort(kept, kind="stable")]
    return placed if missing is None else np.concatenate([placed, np.flatnonzero(missing)])
