"""UI: what is common in a column: values or shapes of values, each with its records and its share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.records.percentages import percent
from entityres.session.stages import count
from entityres.ui.models.array_table import ArrayTableModel, TableColumn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PySide6.QtCore import QObject

    from entityres.records.profile import ColumnProfile, Counted

COLUMNS = (
    TableColumn("text", "Value"),
    TableColumn("share", "Share", tip="Share of the cells that are not empty"),
    TableColumn("records", "Records", numeric=True),
)


class ProfileTableModel(ArrayTableModel):
    """Shows texts with their counts."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(COLUMNS, parent)
        self._rows: Sequence[Counted] = ()

    def show_counted(self, rows: Sequence[Counted]) -> None:
        """Show these."""
        self._rows = tuple(rows)
        self.reset_rows(len(self._rows))

    def share_of(self, view_row: int) -> float:
        """Share of a visible row, 0 to 1; for the bar."""
        source = self.source_row(view_row)
        return self._rows[source].share if source >= 0 else 0.0

    def value(self, source: int) -> str:
        """The text of a row."""
        return self._rows[source].text

    def text(self, source: int, column: str) -> str:
        one = self._rows[source]
        if column == "text":
            return one.text.replace("\n", " ⏎ ")
        return f"{one.records:,}" if column == "records" else share_words(one.share)

    def tip(self, source: int, column: str) -> str:
        return self._rows[source].text if column == "text" else self.text(source, column)

    def spoken(self, source: int, column: str) -> str:
        one = self._rows[source]
        return f"{one.text}: {count(one.records, 'record')}, {share_words(one.share)}"

    def sort_values(self, column: str) -> np.ndarray | None:
        return np.asarray([one.records for one in self._rows]) if column != "text" else None


def share_words(share: float) -> str:
    """A share as people write it: `12 %`, `0.4 %`, `<0.1 %`."""
    if 0 < share < 0.001:
        return f"<{percent(0.001, 1)}"
    return percent(share) if share >= 0.0995 or share == 0 else percent(share, 1)


def summary(profile: ColumnProfile) -> str:
    """A column in one line: how full, how varied, how long."""
    filled = 1.0 if profile.filled == profile.records else min(profile.fill, 0.999)
    parts = [f"{share_words(filled)} filled", f"{profile.distinct:,} distinct"]
    if profile.filled:
        least, most = profile.shortest_length, profile.longest_length
        parts.append(count(most, "letter") if least == most else f"{least:,} to {most:,} letters")
    if profile.blank:
        parts.append(f"{profile.blank:,} only blanks")
    return " · ".join(parts)
