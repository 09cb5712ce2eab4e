"""UI: how pairs are scored: for every field and level how often pairs reach it and how many points it gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.percentages import percent
from entityres.ui.models.array_table import ArrayTableModel, TableColumn
from entityres.ui.models.score_scale import signed

if TYPE_CHECKING:
    from entityres.scoring.scored_pairs import ScoredPairs

COLUMNS = (
    TableColumn("field", "Field", tip="What is compared"),
    TableColumn("level", "If the values are", tip="How near the two values are"),
    TableColumn("points", "Points", numeric=True, tip="Points for (+) or against (−) a match, on average"),
    TableColumn("range", "From – to", numeric=True, tip="Rare values give more points than common ones"),
    TableColumn("pairs", "Pairs", numeric=True, tip="Compared pairs at this level"),
    TableColumn("matches", "Among matches", numeric=True, tip="Share of the pairs above the match line at this level"),
)


@dataclass(frozen=True)
class LevelRow:
    """One level of one field."""

    field: str
    level: str
    points: float
    low: float
    high: float
    pairs: int
    matches: float


def level_rows(scored: ScoredPairs, is_match: np.ndarray) -> list[LevelRow]:
    """One row per field and level that any pair reached, missing values last; O(pairs) for each field."""
    rows = []
    matches = max(int(np.count_nonzero(is_match)), 1)
    for field in scored.fields:
        levels = np.asarray(field.levels)
        for level in (*range(len(field.level_names)), -1):
            here = levels == level
            pairs = int(np.count_nonzero(here))
            if not pairs:
                continue
            words = "missing" if level < 0 else field.level_names[level]
            weights = field.weights[here]
            share = int(np.count_nonzero(here & is_match)) / matches
            low, high = float(weights.min()), float(weights.max())
            rows.append(LevelRow(field.label, words, float(weights.mean()), low, high, pairs, share))
    return rows


class ScoringTable(ArrayTableModel):
    """Fields, levels, points."""

    def __init__(self) -> None:
        super().__init__(COLUMNS)
        self.rows: list[LevelRow] = []

    def show_rows(self, rows: list[LevelRow]) -> None:
        """Show these rows."""
        self.rows = rows
        self.reset_rows(len(rows))

    def text(self, source: int, column: str) -> str:
        row = self.rows[source]
        if column == "field":
            return row.field
        if column == "level":
            return row.level
        if column == "points":
            return "not counted" if row.level == "missing" else signed(row.points)
        if column == "range":
            if row.level == "missing" or row.high - row.low < 0.05:
                return ""
            return f"{signed(row.low)} – {signed(row.high)}"
        if column == "pairs":
            return f"{row.pairs:,}"
        return percent(row.matches)

    def tone(self, source: int, column: str) -> str:
        if column == "points" and self.rows[source].level != "missing":
            return "match" if self.rows[source].points >= 0 else "not_match"
        return "muted" if column in ("range", "matches") or self.rows[source].level == "missing" else ""
