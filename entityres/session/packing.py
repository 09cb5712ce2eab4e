"""Session: lists, pairs and cleaned values as Parquet tables and plain data, and back.

The tables hold the arrays as they are, bit by bit; column names of users go into the plain data, so that no heading can
meet a rule of the file format.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from entityres.candidates.candidate_pairs import (
    CandidatePairs,
    HotValue,
    KeyCounts,
    KeysNotUsed,
    LeftOut,
    NotUsed,
    WhyNot,
)
from entityres.candidates.keys import Key
from entityres.records.fields import (
    CheckValues,
    CleanedRecords,
    ColumnRole,
    Columns,
    FieldValues,
    OutputColumn,
    Placeholder,
)
from entityres.records.record_list import Problem, ReadSettings, RecordList, RejectedRow
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import FieldScores, InsideList, ScoredPairs
from entityres.session.row_numbers import RowNumbers

if TYPE_CHECKING:
    import pyarrow as pa

CHUNK_ROWS = 200_000

Parts = dict[str, "pa.Table"]
Meta = dict[str, Any]


def table_chunks(table: pa.Table) -> Iterator[bytes]:
    """The table in pieces of some hundred thousand rows, each a Parquet file."""
    import pyarrow.parquet as pq

    for start in range(0, max(table.num_rows, 1), CHUNK_ROWS):
        buffer = io.BytesIO()
        pq.write_table(table.slice(start, CHUNK_ROWS), buffer, compression="zstd", compression_level=1)
        yield buffer.getvalue()


def table_from_chunks(chunks: Sequence[bytes]) -> pa.Table:
    """The table that `table_chunks` took apart."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    return pa.concat_tables([pq.read_table(io.BytesIO(chunk)) for chunk in chunks])


def _arrays(**columns: np.ndarray) -> pa.Table:
    import pyarrow as pa

    return pa.table({name: pa.array(values, from_pandas=False) for name, values in columns.items()})


def _array(table: pa.Table, name: str) -> np.ndarray:
    values: np.ndarray = np.ascontiguousarray(table.column(name).to_numpy())
    values.setflags(write=False)
    return values


# Lists


def pack_list(record_list: RecordList, found: Sequence[ColumnRole]) -> tuple[Meta, Parts]:
    """A list, with the roles that were found for its columns."""
    headings = list(record_list.columns)
    table = record_list.table.rename_columns([f"c{i}" for i in range(len(headings))])
    meta = {
        "path": record_list.path,
        "settings": asdict(record_list.settings),
        "headings": headings,
        "problems": [[p.line, p.kind, p.message] for p in record_list.problems],
        "rejected": [[r.line, r.reason, r.text] for r in record_list.rejected],
        "blank_rows": record_list.blank_rows,
        "line_end": record_list.line_end,
        "size": record_list.size,
        "sha256": record_list.sha256,
        "found": [_role_data(role) for role in found],
    }
    return meta, {"cells": table, "lines": _arrays(line=np.asarray(record_list.lines, np.int64))}


def unpack_list(name: str, meta: Meta, parts: Mapping[str, pa.Table]) -> tuple[RecordList, tuple[ColumnRole, ...]]:
    """The list and the found roles that `pack_list` took apart."""
    table = parts["cells"].rename_columns(meta["headings"]).combine_chunks()
    record_list = RecordList(
        name=name,
        path=meta["path"],
        settings=ReadSettings(**meta["settings"]),
        table=table,
        lines=_array(parts["lines"], "line"),
        problems=tuple(Problem(*p) for p in meta["problems"]),
        rejected=tuple(RejectedRow(*r) for r in meta["rejected"]),
        blank_rows=meta["blank_rows"],
        line_end=meta["line_end"],
        size=meta["size"],
        sha256=meta["sha256"],
    )
    return record_list, tuple(_role_from(data) for data in meta["found"])


def pack_row_numbers(numbers: RowNumbers) -> Parts:
    """The numbers of the rows of a list that was read anew, to be kept beside it."""
    return {"row_numbers": _arrays(number=numbers.numbers), "free_number": _arrays(number=np.array([numbers.free]))}


def unpack_row_numbers(parts: Mapping[str, pa.Table]) -> RowNumbers | None:
    """What `pack_row_numbers` packed, None for a list whose rows are numbered by their places."""
    if "row_numbers" not in parts or "free_number" not in parts:
        return None
    return RowNumbers(_array(parts["row_numbers"], "number"), int(_array(parts["free_number"], "number")[0]))


def _role_data(role: ColumnRole) -> Meta:
    return {**asdict(role), "role": str(role.role)}


def _role_from(data: Meta) -> ColumnRole:
    return ColumnRole(**{**data, "role": Role(data["role"]), "examples": tuple(data["examples"])})


# Matches


def pack_match(columns: Columns, cleaned: CleanedRecords, scored: ScoredPairs) -> tuple[Meta, Parts]:
    """What matching made: columns, cleaned values and scored pairs."""
    columns_meta = {
        "roles": [[_role_data(role) for role in roles] for roles in columns.roles],
        "output": [[column.name, str(column.role), list(column.columns), column.part] for column in columns.output],
    }
    cleaned_meta, cleaned_parts = _pack_cleaned(cleaned)
    scored_meta, scored_parts = _pack_scored(scored)
    return {"columns": columns_meta, "cleaned": cleaned_meta, "scored": scored_meta}, {**cleaned_parts, **scored_parts}


def unpack_match(meta: Meta, parts: Mapping[str, pa.Table]) -> tuple[Columns, CleanedRecords, ScoredPairs]:
    """What `pack_match` took apart."""
    columns = Columns(
        tuple(tuple(_role_from(role) for role in roles) for roles in meta["columns"]["roles"]),
        tuple(
            OutputColumn(name, Role(role), tuple(names), *part)
            for name, role, names, *part in meta["columns"]["output"]
        ),
    )
    return columns, _unpack_cleaned(meta["cleaned"], parts), _unpack_scored(meta["scored"], parts)


def _pack_cleaned(cleaned: CleanedRecords) -> tuple[Meta, Parts]:
    import pyarrow as pa

    fields = cleaned.fields
    meta = {
        "starts": [int(start) for start in cleaned.starts],
        "fields": [[f.name, f.label, str(f.role), [list(s) for s in f.sources]] for f in fields],
        "placeholders": [asdict(p) for p in cleaned.placeholders],
        "check": cleaned.check.name if cleaned.check else None,
        "warnings": list(cleaned.warnings),
    }
    parts = {"codes": _arrays(**{f"f{i}": f.codes for i, f in enumerate(fields)})}
    if cleaned.legal_forms is not None:
        parts["legal_forms"] = _arrays(code=cleaned.legal_forms)
    moved = {f"f{i}": f.moved for i, f in enumerate(fields) if f.moved is not None}
    if moved:
        parts["moved"] = _arrays(**moved)
    for i, f in enumerate(fields):
        parts[f"values{i}"] = pa.table({"text": f.values})
    if cleaned.check:
        parts["check"] = _arrays(value=cleaned.check.values)
        if cleaned.check.texts is not None:
            parts["check_texts"] = pa.table({"text": cleaned.check.texts})
    return meta, parts


def _unpack_cleaned(meta: Meta, parts: Mapping[str, pa.Table]) -> CleanedRecords:
    import pyarrow as pa

    def texts(part: str) -> pa.LargeStringArray:
        column = parts[part].column("text").combine_chunks().cast(pa.large_string())
        return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column

    fields = []
    for i, (name, label, role, sources) in enumerate(meta["fields"]):
        values = texts(f"values{i}")
        codes = _array(parts["codes"], f"f{i}")
        moved = _array(parts["moved"], f"f{i}") if "moved" in parts and f"f{i}" in parts["moved"].column_names else None
        fields.append(FieldValues(name, label, Role(role), tuple(tuple(s) for s in sources), codes, values, moved))
    check = None
    if meta["check"] is not None:
        found = texts("check_texts") if "check_texts" in parts else None
        check = CheckValues(meta["check"], _array(parts["check"], "value"), found)
    return CleanedRecords(
        np.asarray(meta["starts"], np.int64),
        tuple(fields),
        tuple(Placeholder(**p) for p in meta["placeholders"]),
        check,
        tuple(meta["warnings"]),
        _array(parts["legal_forms"], "code") if "legal_forms" in parts else None,
    )


def _pack_scored(scored: ScoredPairs) -> tuple[Meta, Parts]:
    pairs = scored.pairs
    meta = {
        "keys": [key.to_json() for key in pairs.keys],
        "counts": [asdict(c) for c in pairs.counts],
        "hot": [asdict(h) for h in pairs.hot],
        "left_out": [asdict(o) for o in pairs.left_out],
        "not_used": asdict(pairs.not_used),
        "prior": float(scored.prior),
        "fields": [[f.name, f.label, list(f.level_names), list(f.m), list(f.strangers)] for f in scored.fields],
        "default_match_at": float(scored.default_match_at),
        "default_review_at": float(scored.default_review_at),
        "check_name": scored.check_name,
        "inside": [asdict(one) for one in scored.inside],
    }
    arrays = {"left": pairs.left, "right": pairs.right, "masks": pairs.masks, "jaccard": pairs.jaccard}
    arrays |= {"score": scored.score, "guards": scored.guards}
    for i, f in enumerate(scored.fields):
        arrays |= {f"level{i}": f.levels, f"weight{i}": f.weights}
        if f.at_home is not None:
            arrays[f"at_home{i}"] = f.at_home
    if scored.check_distance is not None:
        arrays["check_distance"] = scored.check_distance
    parts = {"pairs": _arrays(**arrays)}
    if scored.random_check_distance is not None:
        parts["random_check"] = _arrays(distance=scored.random_check_distance)
    return meta, parts


def _keys_not_used(meta: Meta | None) -> KeysNotUsed:
    """Keys that the planner left; none in a file of a version that did not keep them."""
    if meta is None:
        return KeysNotUsed()
    keys = tuple(
        NotUsed(Key.from_json(one["key"]), WhyNot(one["why"]), one["matches"], one["pairs"]) for one in meta["keys"]
    )
    return KeysNotUsed(keys, meta["matches"], meta["pairs"])


def _unpack_scored(meta: Meta, parts: Mapping[str, pa.Table]) -> ScoredPairs:
    table = parts["pairs"].combine_chunks()
    pairs = CandidatePairs(
        _array(table, "left"),
        _array(table, "right"),
        _array(table, "masks"),
        _array(table, "jaccard"),
        tuple(Key.from_json(key) for key in meta["keys"]),
        tuple(KeyCounts(**c) for c in meta["counts"]),
        tuple(HotValue(**h) for h in meta["hot"]),
        tuple(LeftOut(**o) for o in meta["left_out"]),
        _keys_not_used(meta.get("not_used")),
    )
    fields = tuple(
        # Older files hold no expectations: there partners teach nothing until the pairs are scored again.
        FieldScores(
            name,
            label,
            _array(table, f"level{i}"),
            _array(table, f"weight{i}"),
            tuple(names),
            tuple(more[0]) if more else (),
            tuple(more[1]) if more else (),
            at_home=_array(table, f"at_home{i}") if f"at_home{i}" in table.column_names else None,
        )
        for i, (name, label, names, *more) in enumerate(meta["fields"])
    )
    return ScoredPairs(
        pairs,
        meta["prior"],
        fields,
        _array(table, "score"),
        _array(table, "guards"),
        meta["default_match_at"],
        meta["default_review_at"],
        meta["check_name"],
        _array(table, "check_distance") if "check_distance" in table.column_names else None,
        _array(parts["random_check"], "distance") if "random_check" in parts else None,
        inside=tuple(InsideList(**one) for one in meta.get("inside", ())),
    )
