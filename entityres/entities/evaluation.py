"""Engine: how good a written result is, measured by a file that tells the truth.

Pairs inside groups are counted by sizes, never listed, so a million records take a second. B-cubed after Bagga and Baldwin
(1998): for each record the share of its group that belongs to its entity, and the other way round, as a mean over records.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.csv

from entityres.errors import InputError
from entityres.records.sentences import ended
from entityres.records.sorted_sets import sorted_unique

ENTITY_COLUMNS = ("list", "row", "entity_id")
PAIR_COLUMNS = ("left_list", "left_row", "right_list", "right_row")


@dataclass(frozen=True)
class Evaluation:
    """Shares from 0 to 1; None where there is nothing to divide by.

    Attributes:
        records: Records of the result.
        true_pairs: Pairs that the truth says are one.
        merged_pairs: Pairs that the result put in one group.
        right_pairs: Pairs that are both.
        precision: Share of the merged pairs that are right.
        recall: Share of the true pairs that were merged.
        f1: Harmonic mean of the two.
        pairs_found: Share of the true pairs that pairs.csv holds.
        bcubed_precision, bcubed_recall, bcubed_f1: The same, record by record.
        notes: Plain sentences about what the figures do not tell.
    """

    records: int
    true_pairs: int
    merged_pairs: int
    right_pairs: int
    precision: float | None
    recall: float | None
    f1: float | None
    pairs_found: float | None
    bcubed_precision: float | None
    bcubed_recall: float | None
    bcubed_f1: float | None
    notes: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The figures as plain data."""
        return asdict(self)


@dataclass(frozen=True)
class _Result:
    """A written result: records by position, their lists and groups, compared pairs by code."""

    starts: dict[str, int]
    sizes: dict[str, int]
    list_of: np.ndarray
    groups: np.ndarray
    compared: np.ndarray
    across_only: bool
    all_pairs: bool

    def positions(self, lists: pd.Series, rows: pd.Series, truth: Path) -> np.ndarray:
        """int64: positions of records named by list and row."""
        names = lists.str.strip()
        numbers = pd.to_numeric(rows, errors="coerce")
        unknown = ~names.isin(list(self.starts))
        if unknown.any():
            at = int(np.flatnonzero(unknown)[0])
            raise InputError(
                f"{truth}, record {at + 1}, names the list “{names.iloc[at]}”, which the result does not have.",
                ended(f"Lists of the result: {', '.join(self.starts)}"),
            )
        outside = ~numbers.between(1, names.map(self.sizes)) | (numbers % 1 != 0)
        if outside.any():
            at = int(np.flatnonzero(outside)[0])
            raise InputError(
                f"{truth}, record {at + 1}, names row “{rows.iloc[at]}” of “{names.iloc[at]}”, which has"
                f" {self.sizes[names.iloc[at]]:,} records.",
                "Rows are the numbers of records, counted from 1 without the headings.",
            )
        return (names.map(self.starts) + numbers - 1).to_numpy(np.int64)


def evaluate(folder: str | Path, truth: str | Path) -> Evaluation:
    """Measure a result by the truth.

    Args:
        folder: What `export` wrote.
        truth: A CSV file with `list,row,entity_id` (records that are not in it are alone) or with
            `left_list,left_row,right_list,right_row`.

    Raises:
        InputError: One of the files is missing or does not fit the other.
    """
    from entityres.records.reading import read_list

    result = _read_result(Path(folder))
    truth = Path(truth)
    table = read_list(str(truth)).table.to_pandas().rename(columns=lambda name: name.strip())
    if set(PAIR_COLUMNS) <= set(table.columns):
        return _by_pairs(result, table, truth)
    if set(ENTITY_COLUMNS) <= set(table.columns):
        return _by_entities(result, table, truth)
    raise InputError(
        f"{truth} has neither the columns {', '.join(ENTITY_COLUMNS)} nor {', '.join(PAIR_COLUMNS)}.",
        "Name its columns like that.",
    )


def _by_entities(result: _Result, table: pd.DataFrame, truth: Path) -> Evaluation:
    at = result.positions(table["list"], table["row"], truth)
    n = len(result.groups)
    entity = n + np.arange(n, dtype=np.int64)  # nobody else's
    entity[at] = pd.factorize(table["entity_id"])[0]
    entity = np.unique(entity, return_inverse=True)[1]
    lists = result.list_of if result.across_only else None
    true = _pairs_within(entity, lists)
    right = _pairs_within(_both(entity, result.groups), lists)
    left, other = np.divmod(result.compared, max(n, 1))
    same = entity[left] == entity[other]
    if lists is not None:
        same &= lists[left] != lists[other]
    return _evaluation(
        result, entity, true, _pairs_within(result.groups, lists), right, int(same.sum()), lists is not None
    )


def _by_pairs(result: _Result, table: pd.DataFrame, truth: Path) -> Evaluation:
    from entityres.entities.joining import connected

    n = len(result.groups)
    left = result.positions(table["left_list"], table["left_row"], truth)
    right = result.positions(table["right_list"], table["right_row"], truth)
    codes = sorted_unique((np.minimum(left, right) * n + np.maximum(left, right))[left != right])
    left, right = np.divmod(codes, max(n, 1))
    over_lists = len(result.starts) > 1 and bool((result.list_of[left] != result.list_of[right]).all())
    lists = result.list_of if result.across_only or over_lists else None
    if lists is not None:
        keep = lists[left] != lists[right]
        codes, left, right = codes[keep], left[keep], right[keep]
    hits = int((result.groups[left] == result.groups[right]).sum())
    found = int(np.isin(codes, result.compared).sum())
    entity = connected(n, left.astype(np.int32), right.astype(np.int32)).astype(np.int64)
    merged = _pairs_within(result.groups, lists)
    return _evaluation(result, entity, len(codes), merged, hits, found, lists is not None)


def _evaluation(
    result: _Result, entity: np.ndarray, true: int, merged: int, right: int, found: int, across: bool
) -> Evaluation:
    both = _both(entity, result.groups)
    together = np.bincount(both)[both] if len(both) else np.zeros(0)
    precision_b = _mean(together / np.bincount(result.groups)[result.groups]) if len(both) else None
    recall_b = _mean(together / np.bincount(entity)[entity]) if len(both) else None
    notes = []
    if across:
        notes.append("Only pairs across two lists count for precision, recall and pairs found.")
    if not result.all_pairs:
        notes.append("pairs.csv does not hold all compared pairs; match with --pairs all for the whole share found.")
    precision, recall = _share(right, merged), _share(right, true)
    return Evaluation(
        records=len(result.groups),
        true_pairs=true,
        merged_pairs=merged,
        right_pairs=right,
        precision=precision,
        recall=recall,
        f1=_share(2 * right, merged + true),
        pairs_found=_share(found, true),
        bcubed_precision=precision_b,
        bcubed_recall=recall_b,
        bcubed_f1=2 * precision_b * recall_b / (precision_b + recall_b) if precision_b and recall_b else None,
        notes=tuple(notes),
    )


def _read_result(folder: Path) -> _Result:
    if not (folder / "crosswalk.csv").is_file():
        raise InputError(f"{folder} has no crosswalk.csv.", "Name the folder that “entityres match --out” wrote.")
    report: dict[str, Any] = {}
    if (folder / "report.json").is_file():
        report = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    crosswalk = _read_columns(folder / "crosswalk.csv", ("list", "row", "group_id"), report)
    names = crosswalk["list"].drop_duplicates().tolist()
    sizes = crosswalk["list"].value_counts().to_dict()
    starts = dict(zip(names, np.cumsum([0, *(sizes[name] for name in names)]).tolist(), strict=False))
    number = {name: i for i, name in enumerate(names)}
    at = (crosswalk["list"].map(starts) + crosswalk["row"].astype(np.int64) - 1).to_numpy(np.int64)
    groups = np.empty(len(crosswalk), np.int64)
    groups[at] = pd.factorize(crosswalk["group_id"])[0]
    list_of = np.empty(len(crosswalk), np.int64)
    list_of[at] = crosswalk["list"].map(number).to_numpy(np.int64)
    compared = np.zeros(0, np.int64)
    if (folder / "pairs.csv").is_file():
        pairs = _read_columns(folder / "pairs.csv", PAIR_COLUMNS, report)
        left = (pairs["left_list"].map(starts) + pairs["left_row"].astype(np.int64) - 1).to_numpy(np.int64)
        right = (pairs["right_list"].map(starts) + pairs["right_row"].astype(np.int64) - 1).to_numpy(np.int64)
        compared = np.minimum(left, right) * len(groups) + np.maximum(left, right)
    return _Result(
        starts,
        sizes,
        list_of,
        groups,
        compared,
        bool(report.get("settings", {}).get("across_only")),
        report.get("export", {}).get("pairs") == "all",
    )


def _read_columns(path: Path, columns: tuple[str, ...], report: dict[str, Any]) -> pd.DataFrame:
    """Some columns of a file that `export` wrote, all text."""
    from entityres.records.formula_guard import unguarded

    form = report.get("export", {})
    encoding = str(form.get("encoding", "utf-8"))
    try:
        table = pa.csv.read_csv(
            path,
            read_options=pa.csv.ReadOptions(encoding="utf-8" if encoding == "utf-8-sig" else encoding),
            parse_options=pa.csv.ParseOptions(delimiter=form.get("delimiter", ","), newlines_in_values=True),
            convert_options=pa.csv.ConvertOptions(
                include_columns=list(columns),
                column_types=dict.fromkeys(columns, pa.large_string()),
                strings_can_be_null=False,
            ),
        )
    except (pa.ArrowInvalid, pa.ArrowKeyError, OSError) as error:
        raise InputError(f"{path} cannot be read as a result: {error}.", "Match again into another folder.") from error
    return pd.DataFrame(
        {name: unguarded(table.column(name).combine_chunks()).to_numpy(zero_copy_only=False) for name in columns},
        dtype=object,
    )


def _pairs_within(labels: np.ndarray, lists: np.ndarray | None) -> int:
    """Pairs of records with one label; only those over two lists when `lists` gives the list of each."""
    sizes = np.bincount(labels).astype(np.int64)
    pairs = int((sizes * (sizes - 1) // 2).sum())
    return pairs if lists is None else pairs - _pairs_within(_both(labels, lists), None)


def _both(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """int64: equal where both labels are equal."""
    return np.unique(one.astype(np.int64) * (int(other.max(initial=0)) + 1) + other, return_inverse=True)[1]


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def _mean(values: np.ndarray) -> float:
    return float(np.mean(values))
