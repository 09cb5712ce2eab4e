"""UI: texts that count as missing, each with a switch."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Signal

from entityres.session.stages import count
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.typesetting import typeset

if TYPE_CHECKING:
    from entityres.records.fields import CleanedRecords
    from entityres.settings import Settings

COLUMNS = (
    TableColumn("text", "Value", checkable=True, tip="Ticked: it counts as missing when records are compared"),
    TableColumn("column", "Column"),
    TableColumn("records", "Records", numeric=True),
    TableColumn("why", "Why"),
)


class MissingTableModel(ArrayTableModel):
    """Shows placeholders.

    Signals:
        switch_turned: Column (str), text (str), and whether it counts as missing (bool). Connect it queued.
    """

    switch_turned = Signal(str, str, bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: list[tuple[str, str, int, str, bool]] = []

    def show_missing(self, cleaned: CleanedRecords | None, settings: Settings) -> None:
        """Show what counts as missing, and what the user said does not."""
        off, on = set(settings.not_placeholders), set(settings.placeholders)
        rows: dict[tuple[str, str], tuple[str, str, int, str, bool]] = {}
        for one in cleaned.placeholders if cleaned is not None else ():
            rows[one.column, one.text] = (
                one.column,
                one.text,
                one.records,
                typeset(one.why),
                (one.column, one.text) not in off,
            )
        known = {(row[0], row[1]): row for row in self._rows}
        for key in (*settings.not_placeholders, *settings.placeholders):
            if key not in rows:
                records = known[key][2] if key in known else -1
                rows[key] = (*key, records, "You said so.", key in on)
        self._rows = sorted(rows.values(), key=lambda row: (-row[2], row[0], row[1]))
        self.reset_rows(len(self._rows))

    def text(self, source: int, column: str) -> str:
        name, text, records, why, _on = self._rows[source]
        return {"text": text, "column": name, "records": f"{records:,}" if records >= 0 else "–", "why": why}[column]

    def checked(self, source: int, column: str) -> bool:
        return self._rows[source][4]

    def spoken(self, source: int, column: str) -> str:
        name, text, records, _why, on = self._rows[source]
        return f"{text} in {name}, {count(records, 'record')}: {'counts as missing' if on else 'counts as a value'}"

    def set_checked(self, source: int, column: str, on: bool) -> bool:
        name, text, records, why, _on = self._rows[source]
        self._rows[source] = (name, text, records, why, bool(on))
        self.switch_turned.emit(name, text, bool(on))
        return True

    def sort_values(self, column: str) -> np.ndarray | None:
        return np.asarray([row[2] for row in self._rows]) if column == "records" else None
