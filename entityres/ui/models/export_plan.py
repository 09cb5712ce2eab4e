"""UI: what an export would write, before it is written: rows of each file, the account of rows, the first rows.

Made in the background from snapshots; plain data without Qt. The tables are those of the engine, so what is previewed is
what is written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import pyarrow as pa

    from entityres.entities.decisions import Decisions
    from entityres.entities.survivorship import Merged
    from entityres.pipeline import MatchResult
    from entityres.settings import Settings

FIRST_ROWS = 20


@dataclass(frozen=True)
class FirstRows:
    """The beginning of a file: headings and cells."""

    headings: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class ExportPlan:
    """An export before it is written.

    Attributes:
        records: Records of all lists.
        joined: Records in groups of two or more.
        groups: Groups of two or more.
        single: Records without a partner.
        pairs: How many pairs each choice writes, by its name.
        rejected: Rows that could not be loaded.
        guarded: Cells that get an apostrophe where the formula guard is on.
        previews: First rows by file: `merged`, `crosswalk`, `pairs`, and `rejected` if there are any.
    """

    records: int = 0
    joined: int = 0
    groups: int = 0
    single: int = 0
    pairs: dict[str, int] = field(default_factory=dict)
    rejected: int = 0
    guarded: int = 0
    previews: dict[str, FirstRows] = field(default_factory=dict)

    @property
    def merged(self) -> int:
        """Rows of the merged list."""
        return self.groups + self.single

    @property
    def adds_up(self) -> bool:
        """Whether every record went into exactly one row."""
        return self.joined + self.single == self.records

    def rows(self, file: str, pairs: str) -> int:
        """Rows of a file.

        Args:
            file: `merged`, `crosswalk`, `pairs` or `rejected`.
            pairs: The choice of pairs.
        """
        counts = {"merged": self.merged, "crosswalk": self.records, "rejected": self.rejected}
        return self.pairs.get(pairs, 0) if file == "pairs" else counts.get(file, 0)


def plan_export(
    result: MatchResult, merged: Merged, decisions: Decisions, settings: Settings, pairs: str
) -> ExportPlan:
    """Count what would be written.

    Args:
        result: The finished run.
        merged: Its merged records.
        decisions: What a person said.
        settings: The choices; its cuts matter here.
        pairs: The choice of pairs to preview.
    """
    from entityres.entities.crosswalk import (
        PAIR_CHOICES,
        PairTables,
        chosen_pairs,
        crosswalk_table,
        merged_table,
        rejected_table,
    )

    sizes = result.groups.sizes
    zones = result.scored.zones(settings.match_at, settings.review_at)
    positions = {choice: chosen_pairs(result, zones, decisions, choice) for choice in PAIR_CHOICES}
    out = merged_table(result, merged)
    previews = {
        "merged": first_rows(out),
        "crosswalk": first_rows(crosswalk_table(result)),
        "pairs": first_rows(PairTables(result, zones).table(positions[pairs][:FIRST_ROWS])),
    }
    rejected = sum(len(one.rejected) for one in result.lists)
    if rejected:
        previews["rejected"] = first_rows(rejected_table(result))
    several = sizes[sizes > 1]
    return ExportPlan(
        records=int(sizes.sum()),
        joined=int(several.sum()),
        groups=len(several),
        single=int(np.count_nonzero(sizes == 1)),
        pairs={choice: len(chosen) for choice, chosen in positions.items()},
        rejected=rejected,
        guarded=guarded_count(out.columns),
        previews=previews,
    )


def first_rows(table: pa.Table) -> FirstRows:
    """The first rows of a table as texts."""
    import pyarrow as pa

    head = table.slice(0, FIRST_ROWS)
    columns = [column.cast(pa.large_string()).to_pylist() for column in head.columns]
    return FirstRows(tuple(table.column_names), tuple(zip(*columns, strict=True)) if head.num_rows else ())


def guarded_count(columns: Sequence[pa.ChunkedArray]) -> int:
    """How many cells the formula guard would mark."""
    import pyarrow as pa
    import pyarrow.compute as pc

    from entityres.entities.csv_text import guarded_cells

    marked = 0
    for column in columns:
        if pa.types.is_large_string(column.type) and len(column):
            cells = column.combine_chunks()
            after = guarded_cells(cells)
            if after is not cells:
                marked += pc.sum(pc.not_equal(cells, after)).as_py() or 0
    return marked


def account(plan: ExportPlan) -> str:
    """Where every row went, as a sum that a person can check."""
    groups = "group" if plan.groups == 1 else "groups"
    rows = "row" if plan.joined == 1 else "rows"
    return (
        f"{plan.records:,} in = {plan.joined:,} {rows} in {plan.groups:,} {groups} + {plan.single:,} single"
        f" → {plan.merged:,} out"
    )


def short_account(plan: ExportPlan) -> str:
    """The same where there is little room: what goes in and what comes out."""
    return f"{plan.records:,} in → {plan.merged:,} out"
