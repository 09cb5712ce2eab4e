"""Engine: the check column as dates, numbers or texts. It is never used to match, only to judge how many are right."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.coding import coded, counts_of, mapped
from entityres.records.column_cells import column_texts
from entityres.records.dates import date_parts, day_numbers
from entityres.records.fields import CheckValues, OutputColumn
from entityres.records.folding import fold
from entityres.records.numbers import clean_numbers
from entityres.records.record_list import RecordList
from entityres.records.value_cleaning import Context, list_orders

_LEAST_READABLE = 0.5


def check_values(
    lists: Sequence[RecordList], output: OutputColumn, context: Context, day_first: bool | None = None
) -> tuple[CheckValues | None, str]:
    """The check column: dates as days, numbers, or else texts; None with a warning when it is empty.

    Args:
        lists: The lists.
        output: The column.
        context: What the lists tell about where they are from.
        day_first: What the user said of its dates; None lets them speak for themselves.
    """
    raw = coded(column_texts(lists, output))
    if not raw.texts.n:
        return None, f"The check column '{output.name}' is empty, so it cannot be used."
    counts = counts_of(raw.codes, raw.texts.n)
    parts = date_parts(raw.texts)
    starts = np.concatenate([[0], np.cumsum([len(one) for one in lists])]).astype(np.int64)
    orders = list_orders(parts, raw.codes, starts, context)
    firsts = [order.day_first if day_first is None else day_first for order in orders]
    days = {first: day_numbers(parts, first) for first in firsts}
    dated = ~np.isnan(days[firsts[0]])
    has_date = (parts.day > 0) | (parts.low > 0) | parts.month.astype(bool)
    share = counts[dated & has_date & ~parts.serial].sum() / max(1, counts.sum())
    if share >= _LEAST_READABLE:
        pieces = [
            _per_record(days[first], raw.codes[begin:end])
            for first, begin, end in zip(firsts, starts[:-1], starts[1:], strict=True)
        ]
        return CheckValues(output.name, _read_only(np.concatenate(pieces))), ""
    values = np.array([float(text) if text else np.nan for text in clean_numbers(raw.texts).to_list()])
    if counts[~np.isnan(values)].sum() < _LEAST_READABLE * counts.sum():
        folded = mapped(raw, fold(raw.texts))
        numbers = _read_only(_per_record(np.arange(folded.texts.n), folded.codes))
        return CheckValues(output.name, numbers, folded.texts.to_arrow()), ""
    return CheckValues(output.name, _read_only(_per_record(values, raw.codes))), ""


def _per_record(values: np.ndarray, codes: np.ndarray) -> np.ndarray:
    """float64 (n_records,): the value of each record's code, NaN for -1."""
    made: np.ndarray = np.append(values.astype(np.float64), np.nan)[codes]
    return made


def _read_only(values: np.ndarray) -> np.ndarray:
    values.flags.writeable = False
    return values
