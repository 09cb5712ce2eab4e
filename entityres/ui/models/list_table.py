"""UI: the loaded lists: name (can be changed), file, rows, columns, how each was read, and whether something needs a look."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.encoding_names import encoding_words
from entityres.records.separators import written
from entityres.session.stages import count
from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from PySide6.QtCore import QObject

    from entityres.records.record_list import RecordList

SHAPES = "●▲■◆★⬟"
"""Tags that tell lists apart without colour."""

SEPARATORS: dict[str, str] = {",": "Comma", ";": "Semicolon", "\t": "Tab", "|": "Bar |", ":": "Colon", " ": "Blank"}
QUOTES: dict[str, str] = {'"': 'Double "', "'": "Single '", "": "None"}


def shape(number: int) -> str:
    """The tag of a list."""
    return SHAPES[number % len(SHAPES)]


def separator_words(separator: str | None) -> str:
    """A separator in words."""
    return SEPARATORS.get(separator or "", f"“{written(separator)}”" if separator else "None")


def trial_words(trial: RecordList, read: RecordList) -> str:
    """What is odd about the first rows of a list, read with another separator than the list was; "" where nothing is."""
    separator = trial.settings.delimiter
    if not is_text(trial) or separator == read.settings.delimiter:
        return ""
    if trial.rejected:
        rows = f"{len(trial.rejected):,} of the first rows {'does' if len(trial.rejected) == 1 else 'do'}"
        return f"{rows} not fit the headings with the separator {separator_words(separator)}."
    if len(trial.columns) == 1:
        return f"The separator {separator_words(separator)} parts nothing here: each row is one value."
    return ""


def is_text(record_list: RecordList) -> bool:
    """Whether the list was read from text, where encoding and separator mean something."""
    return record_list.settings.sheet is None and not is_columns(record_list)


def is_columns(record_list: RecordList) -> bool:
    """Whether the list came from a file of columns (Parquet), where nothing is to be chosen."""
    return Path(record_list.path).suffix.lower() in (".parquet", ".pq")


COLUMNS = (
    TableColumn("name", "Name", editable=True, tip="Short name of the list; double-click to change it"),
    TableColumn("file", "File"),
    TableColumn("rows", "Rows", numeric=True),
    TableColumn("columns", "Columns", numeric=True),
    TableColumn("encoding", "Encoding"),
    TableColumn("separator", "Separator", tip="Separator of a text file, sheet of a workbook"),
    TableColumn("state", "State"),
)


class ListTableModel(ArrayTableModel):
    """Shows RecordLists; a new name is handed to `rename`, which says whether it was taken."""

    def __init__(self, rename: Callable[[int, str], bool], parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rename = rename
        self._lists: Sequence[RecordList] = ()
        self._kept: Sequence[Collection[str]] = ()

    def show_lists(self, lists: Sequence[RecordList], kept: Sequence[Collection[str]] = ()) -> None:
        """Show these lists.

        Args:
            lists: The lists.
            kept: For each list the kinds of remarks that the user keeps as they are.
        """
        self._lists = tuple(lists)
        self._kept = tuple(kept) or ((),) * len(self._lists)
        self.reset_rows(len(self._lists))

    def text(self, source: int, column: str) -> str:
        one = self._lists[source]
        if column == "name":
            return one.name
        if column == "file":
            path = Path(one.path)
            return f"…{path.parent.name and '/' + path.parent.name}/{path.name}"
        if column == "rows":
            return f"{len(one):,}"
        if column == "columns":
            return f"{len(one.columns):,}"
        if column == "encoding":
            return encoding_words(one.settings.encoding) if is_text(one) else "–"
        if column == "separator":
            return separator_words(one.settings.delimiter) if is_text(one) else one.settings.sheet or "–"
        return self._state(source)[0]

    def icon_name(self, source: int, column: str) -> str:
        return self._state(source)[1] if column == "state" else ""

    def tone(self, source: int, column: str) -> str:
        return self._state(source)[2] if column == "state" else ""

    def tip(self, source: int, column: str) -> str:
        return self._lists[source].path if column == "file" else self.text(source, column)

    def set_text(self, source: int, column: str, text: str) -> bool:
        if text.strip() == self._lists[source].name:
            return False
        return self._rename(source, text)

    def sort_values(self, column: str) -> np.ndarray | None:
        if column in ("rows", "columns"):
            return np.asarray([len(one) if column == "rows" else len(one.columns) for one in self._lists], np.int64)
        return None

    def _state(self, source: int) -> tuple[str, str, str]:
        """Words, icon and colour role."""
        one = self._lists[source]
        if not len(one):
            return "No rows", "problem", "not_match"
        if one.rejected:
            return f"{count(len(one.rejected), 'row')} not loaded", "warning", "warning"
        remarks = sum(problem.kind not in self._kept[source] for problem in one.problems)
        return (count(remarks, "remark"), "warning", "warning") if remarks else ("Ready", "check", "match")
