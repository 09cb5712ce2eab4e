"""Python functions: the whole job over pandas frames. `import entityres` gives them, and loads no Qt.

import entityres

result = entityres.match(["crm.csv", "webshop.csv"])
result.merged()      # one row per customer
result.pairs         # every compared pair with its score
result.report["counts"]
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import pandas as pd
import pyarrow as pa

from entityres import pipeline
from entityres.entities.crosswalk import PairTables, chosen_pairs, crosswalk_table, merged_table
from entityres.entities.decisions import Decisions
from entityres.entities.exporting import ExportOptions, csv_form
from entityres.entities.reporting import report
from entityres.errors import InputError
from entityres.progress import Progress
from entityres.records.record_list import ReadSettings, RecordList
from entityres.settings import Rule, Settings

List: TypeAlias = RecordList | pd.DataFrame | str | os.PathLike[str]


def read(path: str | os.PathLike[str], settings: ReadSettings | None = None) -> RecordList:
    """Read a CSV file, a sheet of a workbook (.xlsx, .ods) or a Parquet file; every cell is the text that a person sees.

    Args:
        path: The file.
        settings: How to read it; what is left open is found out.

    Raises:
        InputError: The file is missing, empty, or no list; a SheetError where a sheet must be chosen.

    Example:
        >>> crm = entityres.read("crm.csv")
        >>> len(crm), crm.columns
        (3, ('name', 'phone'))
        >>> crm.table.to_pandas()
    """
    from entityres.records.reading import read_list

    return read_list(os.fspath(path), settings)


def match(
    lists: List | Sequence[List] | Mapping[str, List],
    settings: Settings | None = None,
    progress: Progress | None = None,
) -> MatchResult:
    """Find the records that are the same customer.

    Args:
        lists: One list or several: paths, what `read` gave, or data frames; a mapping gives them names.
        settings: Choices; whatever they leave open the program chooses itself.
        progress: Told how far the work is, and asked whether to stop.

    Raises:
        EntityResError: A list or setting cannot be used.
        Cancelled: `progress.cancel()` was called.

    Example:
        >>> result = entityres.match(frame, entityres.Settings(match_at=0.95))
        >>> result.merged().to_csv("customers.csv", index=False)
    """
    settings = settings or Settings()
    return MatchResult(pipeline.match(_lists(lists), settings, progress=progress), settings)


class MatchResult:
    """What `match` found.

    Attributes:
        run: The result of each stage as arrays.
        settings: The choices that led to it.
    """

    def __init__(self, run: pipeline.MatchResult, settings: Settings) -> None:
        self.run = run
        self.settings = settings

    @cached_property
    def pairs(self) -> pd.DataFrame:
        """Every compared pair: the columns of pairs.csv."""
        zones = self.run.scored.zones(self.settings.match_at, self.settings.review_at)
        positions = chosen_pairs(self.run, zones, Decisions.none(), "all")
        return PairTables(self.run, zones).table(positions).to_pandas()

    @cached_property
    def groups(self) -> pd.DataFrame:
        """Every group of two or more: `group_id`, and `list` and `row` of each of its records."""
        crosswalk = self.crosswalk()
        own = list(crosswalk.columns[:4])  # a record ID of the user may have one of these names, ours come first
        several = crosswalk[crosswalk.iloc[:, 4] > 1][own]
        return several.iloc[:, [3, 0, 1]].sort_values(by=[own[3]], kind="stable", ignore_index=True)

    def merged(self, rules: Mapping[str, Rule] | None = None) -> pd.DataFrame:
        """One row per customer: the columns of merged.csv.

        Args:
            rules: Rule by column, instead of those of the settings.
        """
        run, settings = self.run, self.settings
        chosen = settings if rules is None else settings.changed(rules=rules)
        made = pipeline.merge(run.lists, run.columns, run.groups, chosen)
        return merged_table(run, made).to_pandas()

    def crosswalk(self) -> pd.DataFrame:
        """One row per record of the lists: the columns of crosswalk.csv."""
        return crosswalk_table(self.run).to_pandas()

    @cached_property
    def report(self) -> dict[str, Any]:
        """The content of report.json, without files."""
        options = ExportOptions(pairs="all")
        form = csv_form(options, self.run)
        return report(self.run, Decisions.none(), self.settings, options, form, {}, 0.0)


def _lists(given: List | Sequence[List] | Mapping[str, List]) -> tuple[RecordList, ...]:
    """RecordLists with names of their own."""
    from dataclasses import replace

    from entityres.records.reading import unique_names

    if isinstance(given, Mapping):
        return tuple(replace(_record_list(one), name=name) for name, one in given.items())
    several = [given] if isinstance(given, RecordList | pd.DataFrame | str | os.PathLike) else list(given)
    lists = [_record_list(one) for one in several]
    if not lists:
        raise InputError("There is no list to match.", "Give at least one.")
    names = unique_names([record_list.path or "list.csv" for record_list in lists])
    return tuple(replace(one, name=name) for one, name in zip(lists, names, strict=True))


def _record_list(given: List) -> RecordList:
    if isinstance(given, RecordList):
        return given
    if isinstance(given, pd.DataFrame):
        return _from_frame(given)
    return read(given)


def _from_frame(frame: pd.DataFrame) -> RecordList:
    """A frame as a list: every cell as text, missing ones empty."""
    columns = {}
    for position, heading in enumerate(frame.columns):
        cells = frame.iloc[:, position].astype(object)
        texts = cells.where(cells.notna(), "").map(str)
        columns[str(heading)] = pa.array(texts.tolist(), pa.large_string())
    if len(columns) < frame.shape[1]:
        raise InputError("Two columns of the frame have the same name.", "Give each column a name of its own.")
    lines = np.arange(1, len(frame) + 1, dtype=np.int64)
    settings = ReadSettings("utf-8", ",", '"', 1)
    table = pa.table(columns) if columns else pa.table({})
    return RecordList(name="list", path="", settings=settings, table=table, lines=lines)
