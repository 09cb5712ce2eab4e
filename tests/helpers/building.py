"""Small hand-made lists, pairs and results for tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pyarrow as pa

from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
from entityres.candidates.keys import Key, Part, PartKind
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.groups import Groups, How, PairState
from entityres.pipeline import MatchResult
from entityres.records.fields import CleanedRecords, ColumnRole, Columns, FieldValues, OutputColumn
from entityres.records.record_list import ReadSettings, RecordList, RejectedRow
from entityres.records.roles import LABELS, Role
from entityres.scoring.scored_pairs import FieldScores, ScoredPairs


def make_list(
    name: str,
    columns: Mapping[str, Sequence[str]],
    *,
    path: str = "",
    settings: ReadSettings | None = None,
    line_end: str = "\n",
    rejected: Sequence[RejectedRow] = (),
) -> RecordList:
    """A list as the reader would make it."""
    table = pa.table({heading: pa.array(list(cells), pa.large_string()) for heading, cells in columns.items()})
    return RecordList(
        name=name,
        path=path or f"{name}.csv",
        settings=settings or ReadSettings("utf-8", ",", '"', 1),
        table=table,
        lines=np.arange(2, table.num_rows + 2, dtype=np.int64),
        rejected=tuple(rejected),
        line_end=line_end,
    )


def make_columns(lists: Sequence[RecordList], roles: Mapping[str, Role]) -> Columns:
    """Columns lined up by equal headings; a heading without a role is kept only."""
    names = list(dict.fromkeys(heading for record_list in lists for heading in record_list.columns))
    return Columns(
        tuple(tuple(ColumnRole(h, roles.get(h, Role.KEEP), "") for h in record_list.columns) for record_list in lists),
        tuple(
            OutputColumn(name, roles.get(name, Role.KEEP), tuple(name if name in r.columns else None for r in lists))
            for name in names
        ),
    )


def make_cleaned(lists: Sequence[RecordList], roles: Mapping[str, Role]) -> CleanedRecords:
    """One compared field per heading with a role, cleaned by lower-casing."""
    starts = np.concatenate([[0], np.cumsum([len(record_list) for record_list in lists])]).astype(np.int64)
    fields = []
    for heading, role in roles.items():
        texts = [
            text.lower().strip()
            for record_list in lists
            for text in (
                record_list.table[heading].to_pylist() if heading in record_list.columns else [""] * len(record_list)
            )
        ]
        values = sorted({text for text in texts if text}, key=lambda text: text.encode())
        place = {text: code for code, text in enumerate(values)}
        codes = np.array([place.get(text, -1) for text in texts], np.int32)
        sources = tuple((heading,) if heading in record_list.columns else () for record_list in lists)
        fields.append(FieldValues(heading, LABELS[role], role, sources, codes, pa.array(values, pa.large_string())))
    return CleanedRecords(starts, tuple(fields))


def make_scored(
    pairs: Sequence[tuple[int, int, float]],
    *,
    guards: Sequence[int] | None = None,
    fields: Sequence[str] = (),
    match_at: float = 0.9,
    review_at: float = 0.1,
) -> ScoredPairs:
    """Scored pairs from (left, right, score) in the order given; all the evidence is in the first field."""
    left = np.array([p[0] for p in pairs], np.int32)
    right = np.array([p[1] for p in pairs], np.int32)
    score = np.array([p[2] for p in pairs], np.float32)
    keys = (
        Key("Same name", (Part(PartKind.EXACT, ("name",)),)),
        Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),)),
    )
    masks = (np.arange(len(pairs)) % 3 + 1).astype(np.uint64)
    candidates = CandidatePairs(
        left, right, masks, np.full(len(pairs), 0.5, np.float32), keys, (KeyCounts(2, 1, 2, len(pairs), 0),) * 2
    )
    weights = [score + np.float32(10), *[np.zeros(len(pairs), np.float32)] * (len(fields) - 1)]
    evidence = tuple(
        FieldScores(name, name, np.zeros(len(pairs), np.int8), weights[i], ("same",)) for i, name in enumerate(fields)
    )
    held = np.zeros(len(pairs), np.uint8) if guards is None else np.array(guards, np.uint8)
    return ScoredPairs(candidates, -10.0, evidence, score, held, match_at, review_at)


def make_decisions(*decided: tuple[int, int, Answer]) -> Decisions:
    """Decisions from (left, right, answer)."""
    return Decisions(
        np.array([d[0] for d in decided], np.int32),
        np.array([d[1] for d in decided], np.int32),
        np.array([d[2] for d in decided], np.int8),
    )


def make_groups(group_of: Sequence[int], n_pairs: int = 0) -> Groups:
    """Groups from the group number of each record, all joined without a person."""
    numbers = np.array(group_of, np.int32)
    how = np.where(np.bincount(numbers, minlength=1)[numbers] > 1, How.AUTOMATIC, How.SINGLE).astype(np.int8)
    return Groups(numbers, how, np.full(n_pairs, PairState.AUTOMATIC, np.int8), np.zeros(0, np.int32))


def make_result(
    lists: Sequence[RecordList],
    roles: Mapping[str, Role],
    pairs: Sequence[tuple[int, int, float]],
    group_of: Sequence[int],
) -> MatchResult:
    """A finished run over hand-made parts."""
    cleaned = make_cleaned(lists, {heading: role for heading, role in roles.items() if role != Role.KEEP})
    scored = make_scored(pairs, fields=[field.name for field in cleaned.fields])
    return MatchResult(
        tuple(lists), make_columns(lists, roles), cleaned, scored, make_groups(group_of, len(pairs)), {"scoring": 0.1}
    )
