"""Engine: a Parquet file as columns of text, every cell as a person sees it; what is missing is empty."""

from __future__ import annotations

import json
import os
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.errors import InputError
from entityres.records.file_kinds import PARQUET, damaged
from entityres.records.shown_values import (
    shown_booleans,
    shown_duration,
    shown_moments,
    shown_numbers,
    shown_times,
)

_TEXT = pa.large_string()


def read_parquet(
    path: str, data: np.ndarray, most_rows: int | None = None
) -> tuple[list[str], list[pa.LargeStringArray]]:
    """Headings and columns of a Parquet file.

    Args:
        path: The file, for its name in messages.
        data: uint8, its bytes.
        most_rows: Read only so many rows.

    Raises:
        InputError: The file is damaged, locked, or has no columns.
    """
    import pyarrow.parquet as pq

    name = os.path.basename(path) or path
    try:
        file = pq.ParquetFile(pa.BufferReader(pa.py_buffer(data)))
        if most_rows is None:
            table = file.read()
        else:
            first = islice(file.iter_batches(batch_size=max(1, most_rows)), 1)
            table = pa.Table.from_batches(list(first), file.schema_arrow)
        while any(pa.types.is_struct(kind) for kind in table.schema.types):
            table = table.flatten()
        if not table.num_columns:
            raise InputError(f"{name} is empty.", "Choose another file.")
        return list(table.column_names), [_as_text(column) for column in table.columns]
    except MemoryError:
        raise InputError(
            f"{name} is too large for the memory of this computer.", "Split it and load the parts."
        ) from None
    except (pa.ArrowException, OSError, ValueError, NotImplementedError):
        raise damaged(path, PARQUET) from None


def _as_text(column: pa.ChunkedArray) -> pa.LargeStringArray:
    """One column as text."""
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    array = column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = pa.concat_arrays(array.chunks) if array.num_chunks else pa.array([], array.type)
    kind = array.type
    if pa.types.is_floating(kind):
        return shown_numbers(array.cast(pa.float32()) if kind == pa.float16() else array)
    if pa.types.is_boolean(kind):
        return shown_booleans(array)
    if pa.types.is_timestamp(kind):
        return shown_moments(array)
    if pa.types.is_time(kind):
        return shown_times(array)
    if pa.types.is_null(kind):
        return pa.array([""] * len(array), _TEXT)
    if pa.types.is_nested(kind) or pa.types.is_duration(kind) or not _casts(kind):
        return pa.array(map(_shown, array.to_pylist()), _TEXT)
    try:
        return pc.fill_null(array.cast(_TEXT), "")
    except pa.ArrowInvalid:  # bytes that are no UTF-8
        return pa.array(map(_shown, array.to_pylist()), _TEXT)


def _casts(kind: pa.DataType) -> bool:
    """Whether Arrow itself writes such values as a person does."""
    return bool(
        pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_string_view(kind)
        or pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_integer(kind)
        or pa.types.is_date(kind)
        or pa.types.is_decimal(kind)
    )


def _shown(value: Any) -> str:
    """A value of a kind that tables of customers hardly have: lists, maps, durations, bytes."""
    if value is None:
        return ""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, list):
        # A list of plain values is shown as people write one, with semicolons between.
        if not any(isinstance(item, (list, dict, tuple)) for item in value):
            return "; ".join(map(_shown, value))
        return json.dumps(value, ensure_ascii=False, default=str)
    if isinstance(value, (dict, tuple)):
        return json.dumps(value, ensure_ascii=False, default=str)
    if hasattr(value, "total_seconds"):
        return shown_duration(value)
    return str(value)


def blank_rows(columns: list[pa.LargeStringArray]) -> np.ndarray:
    """bool (n,): rows of which no cell holds more than blanks."""
    sizes = np.zeros(len(columns[0]), np.int64)
    for column in columns:
        sizes += pc.binary_length(column).to_numpy(zero_copy_only=False)
    blank: np.ndarray = sizes == 0
    few = np.flatnonzero((sizes > 0) & (sizes <= 2 * len(columns)))
    holds = np.zeros(few.size, bool)
    for column in columns:
        holds |= pc.match_substring_regex(column.take(few), r"[^\x00-\x20]").to_numpy(zero_copy_only=False)
    blank[few[~holds]] = True
    return blank
