"""Engine: the tables of a result: merged records, the crosswalk from input records to them, and the pairs.

Columns and their order are those of contract.md. Texts are the original ones; numbers are numbers until they are written.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.entities.decisions import Answer, Decisions
from entityres.entities.finished_run import FinishedRun
from entityres.entities.groups import How, PairState
from entityres.entities.survivorship import Merged, stacked_texts
from entityres.records.coding import Texts, beside, from_arrow, gather, joined_end_to_end, no_texts
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique
from entityres.scoring.scored_pairs import Zone, probability_of

if TYPE_CHECKING:
    from entityres.records.fields import FieldValues

SEPARATOR = ";"
HOW_WORDS = {How.SINGLE: "single", How.AUTOMATIC: "automatic", How.DECIDED: "decided"}
ZONE_WORDS = {Zone.NOT: "not", Zone.REVIEW: "review", Zone.MATCH: "match"}
STATE_WORDS = {PairState.AUTOMATIC: "automatic", PairState.DECIDED: "decided", PairState.IMPLIED: "implied"}
PAIR_CHOICES = ("matches", "review", "all")


def free_names(wanted: Iterable[str], taken: Iterable[str]) -> list[str]:
    """Our headings, each with a number behind it where the user's columns have that name already."""
    used = set(taken)
    names = []
    for name in wanted:
        free, number = name, 2
        while free in used:
            free, number = f"{name}_{number}", number + 1
        used.add(free)
        names.append(free)
    return names


def merged_table(run: FinishedRun, merged: Merged) -> pa.Table:
    """One row per group: the user's columns, then group_id, group_size and lists."""
    sizes = run.groups.sizes
    ours = [pa.array(np.arange(1, len(sizes) + 1)), pa.array(sizes), _lists_of_groups(run)]
    names = free_names(("group_id", "group_size", "lists"), merged.table.column_names)
    return pa.table([*merged.table.columns, *ours], names=[*merged.table.column_names, *names])


def crosswalk_table(run: FinishedRun) -> pa.Table:
    """One row per input record: where it is and which merged record it went into."""
    groups = run.groups
    identifier = next((column for column in run.columns.output if column.role == Role.IDENTIFIER), None)
    taken = [] if identifier is None else [identifier.name]
    group = groups.group_of.astype(np.int64) + 1
    ours = {
        "list": _list_names(run).take(pa.array(run.cleaned.list_of.astype(np.int32))),
        "row": pa.array(_rows(run, np.arange(len(group)))),
        "line": pa.array(np.concatenate([record_list.lines for record_list in run.lists]).astype(np.int64)),
        "group_id": pa.array(group),
        "group_size": pa.array(groups.sizes[groups.group_of]),
        "merged_row": pa.array(group),
        "how": _words(HOW_WORDS, groups.how),
    }
    columns = list(ours.values())
    names = free_names(ours, taken)
    if identifier is not None:
        columns.append(stacked_texts(run.lists, identifier))
        names.append(identifier.name)
    return pa.table(columns, names=names)


def chosen_pairs(run: FinishedRun, zones: np.ndarray, decisions: Decisions, which: str) -> np.ndarray:
    """int64: positions of the pairs to write, by list and row.

    Args:
        run: The finished run.
        zones: int8 (n_pairs,): zone of each pair.
        decisions: What a person said.
        which: `matches`: pairs that count as a match; `review`: these and whatever is worth a look; `all`.
    """
    pairs = run.scored.pairs
    decided = run.groups.pair_states == PairState.DECIDED
    keep = np.ones(len(pairs), bool)
    if which == "matches":
        together = run.groups.group_of[pairs.left] == run.groups.group_of[pairs.right]
        keep = np.where(decided, together & _answered(run, decisions, Answer.MATCH), zones == Zone.MATCH)
    elif which == "review":
        keep = decided | (zones != Zone.NOT)
    positions = np.flatnonzero(keep)
    left, right = pairs.left[positions].astype(np.int64), pairs.right[positions]
    codes = left << 32 | right
    return positions if (codes[1:] >= codes[:-1]).all() else positions[np.argsort(codes, kind="stable")]


PARTNERS_WEIGHT = "partners_weight"
"""Heading of what other partners say, where a record has at most one: with it the weights sum to the score."""


class PairTables:
    """The pairs as tables, a chunk at a time (a million pairs with all their texts would fill the memory).

    Attributes:
        names: Headings.
    """

    def __init__(self, run: FinishedRun, zones: np.ndarray) -> None:
        self._run = run
        self._zones = zones
        self._lists = _list_names(run)
        self._texts = [_source_texts(run, field) for field in run.cleaned.fields]
        masks, self._key_codes = run.scored.pairs.key_sets
        # A separator in a name that a person gave would make two keys of one.
        keys = [key.name.replace(SEPARATOR, ",") for key in run.scored.pairs.keys]
        self._key_texts = pa.array(
            [SEPARATOR.join(name for i, name in enumerate(keys) if int(mask) >> i & 1) for mask in masks],
            pa.large_string(),
        )
        self._weights = {field.name: field.weights for field in run.scored.fields}

    def table(self, positions: np.ndarray) -> pa.Table:
        """The rows of these pairs."""
        run = self._run
        pairs = run.scored.pairs
        left, right = pairs.left[positions], pairs.right[positions]
        columns: dict[str, pa.Array] = {
            "left_list": self._lists.take(pa.array(run.cleaned.list_of[left].astype(np.int32))),
            "left_row": pa.array(_rows(run, left)),
            "right_list": self._lists.take(pa.array(run.cleaned.list_of[right].astype(np.int32))),
            "right_row": pa.array(_rows(run, right)),
            "score": pa.array(run.scored.score[positions]),
            "probability": pa.array(probability_of(run.scored.score[positions])),
            "zone": _words(ZONE_WORDS, self._zones[positions]),
            "state": _words(STATE_WORDS, run.groups.pair_states[positions]),
            "keys": self._key_texts.take(pa.array(self._key_codes[positions])),
            "jaccard": pa.array(pairs.jaccard[positions]),
        }
        for field, texts in zip(run.cleaned.fields, self._texts, strict=True):
            columns[f"{field.name}_left"] = gather(texts, left).to_arrow()
            columns[f"{field.name}_right"] = gather(texts, right).to_arrow()
            weights = self._weights.get(field.name)
            columns[f"{field.name}_weight"] = pa.array(
                np.zeros(len(positions), np.float32) if weights is None else weights[positions]
            )
        if run.scored.partners is not None:
            columns[PARTNERS_WEIGHT] = pa.array(run.scored.partners[positions])
        return pa.table(columns)


def rejected_table(run: FinishedRun) -> pa.Table:
    """One row per row of a file that could not be loaded."""
    rows = [(record_list.name, row) for record_list in run.lists for row in record_list.rejected]
    return pa.table(
        {
            "list": pa.array([name for name, _ in rows], pa.large_string()),
            "line": pa.array([row.line for _, row in rows], pa.int64()),
            "reason": pa.array([row.reason for _, row in rows], pa.large_string()),
            "text": pa.array([row.text for _, row in rows], pa.large_string()),
        }
    )


def _list_names(run: FinishedRun) -> pa.LargeStringArray:
    return pa.array([record_list.name for record_list in run.lists], pa.large_string())


def _rows(run: FinishedRun, records: np.ndarray) -> np.ndarray:
    """int64: the row numbers (from 1) of records within their lists."""
    starts = np.asarray(run.cleaned.starts)
    rows: np.ndarray = records.astype(np.int64) - starts[run.cleaned.list_of[records]] + 1
    return rows


def _words(words: dict[How, str] | dict[Zone, str] | dict[PairState, str], numbers: np.ndarray) -> pa.LargeStringArray:
    texts = pa.array([words[i] for i in sorted(words)], pa.large_string())  # type: ignore[index]
    return texts.take(pa.array(numbers.astype(np.int32)))


def _lists_of_groups(run: FinishedRun) -> pa.LargeStringArray:
    """`large_string` (n_groups,): the names of the lists in each group."""
    n_lists, n_groups = len(run.lists), len(run.groups.sizes)
    names = _list_names(run)
    if n_lists == 1:
        return names.take(pa.array(np.zeros(n_groups, np.int32)))
    held = sorted_unique(run.groups.group_of.astype(np.int64) * n_lists + run.cleaned.list_of)
    group, number = np.divmod(held, n_lists)
    offsets = np.concatenate([[0], np.cumsum(np.bincount(group, minlength=n_groups))])
    listed = pa.LargeListArray.from_arrays(pa.array(offsets, pa.int64()), names.take(pa.array(number)))
    return pc.binary_join(listed, pa.scalar(SEPARATOR, pa.large_string()))


def _source_texts(run: FinishedRun, field: FieldValues) -> Texts:
    """The original texts that a compared field was made from, one a record, several joined by a blank."""
    parts = []
    for record_list, headings in zip(run.lists, field.sources, strict=True):
        columns = [from_arrow(record_list.table.column(heading).combine_chunks()) for heading in headings]
        parts.append(reduce(beside, columns) if columns else no_texts(len(record_list)))
    return joined_end_to_end(parts)


def _answered(run: FinishedRun, decisions: Decisions, answer: Answer) -> np.ndarray:
    """bool (n_pairs,): pairs to which a person gave this answer."""
    n = len(run.groups.group_of)
    given = decisions.answers == answer
    codes = decisions.left[given].astype(np.int64) * n + decisions.right[given]
    return np.isin(run.scored.pairs.left.astype(np.int64) * n + run.scored.pairs.right, codes)
