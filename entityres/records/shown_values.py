"""Engine: numbers, dates and truth values of workbooks and Parquet files as the text that a person sees there.

1067.0 is 1067, 0.30000000000000004 is 0.3, a long number has no exponent, a date is 2021-04-03 with its time only where
there is one, true is TRUE. Done in bulk; only numbers that are neither whole nor short are looked at one by one, once each.
"""

from __future__ import annotations

import datetime
import math
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_TEXT = pa.large_string()
_MOST_EXACT = 2.0**53  # whole numbers beyond are not all there as float64
_SIGNIFICANT = 15  # digits that spreadsheet programs show; what follows is binary noise
_MIDNIGHT = " 00:00:00"


def shown_numbers(array: pa.Array) -> pa.LargeStringArray:
    """Floating numbers as text; NaN and missing ones are ""."""
    texts = pc.fill_null(pc.cast(array, _TEXT), "")
    values = np.nan_to_num(array.cast(pa.float64()).to_numpy(zero_copy_only=False), nan=0.5, posinf=0.5, neginf=0.5)
    whole = (np.floor(values) == values) & (np.abs(values) < _MOST_EXACT)
    if whole.any():
        integers = pa.array(np.where(whole, values, 0).astype(np.int64)).cast(_TEXT)
        texts = pc.if_else(pa.array(whole), integers, texts)
    odd = pc.or_(pc.match_substring_regex(texts, "[en]"), pc.greater(pc.utf8_length(texts), _SIGNIFICANT + 1))
    odd = pc.and_not(odd, pa.array(whole))
    return _replaced(texts, odd, shown_number)


def shown_number(text: str) -> str:
    """One number, given in the shortest form that says it exactly, as a person sees it."""
    value = float(text)
    if math.isnan(value):
        return ""
    if math.isinf(value):
        return text
    exact = Decimal(text)
    if len(exact.as_tuple().digits) > _SIGNIFICANT and exact != exact.to_integral_value():
        exact = Decimal(format(value, f".{_SIGNIFICANT}g"))
    plain = format(exact, "f")
    return plain.rstrip("0").rstrip(".") if "." in plain else plain


def shown_booleans(array: pa.Array) -> pa.LargeStringArray:
    """TRUE and FALSE."""
    true, false = pa.scalar("TRUE", _TEXT), pa.scalar("FALSE", _TEXT)
    return pc.fill_null(pc.if_else(array, true, false), "")


def shown_moments(array: pa.Array) -> pa.LargeStringArray:
    """Points in time as `2021-04-03 10:30:00`, only the date at midnight, fractions of a second only where there are any."""
    if array.type.tz is not None:
        try:
            array = pc.local_timestamp(array)  # the clock of the place that the file names
        except pa.ArrowInvalid:  # a zone that this computer does not know: the clock of Greenwich
            array = array.cast(pa.timestamp(array.type.unit))
    texts = pc.cast(array, _TEXT)
    texts = pc.replace_substring_regex(texts, r"(\.\d*?)0+$", r"\1") if array.type.unit != "s" else texts
    texts = pc.if_else(pc.ends_with(texts, "."), pc.utf8_slice_codeunits(texts, 0, -1), texts)
    midnight = pc.ends_with(texts, _MIDNIGHT)
    texts = pc.if_else(midnight, pc.utf8_slice_codeunits(texts, 0, -len(_MIDNIGHT)), texts)
    return pc.fill_null(texts, "")


def shown_times(array: pa.Array) -> pa.LargeStringArray:
    """Times of day as `10:30:00`."""
    texts = pc.cast(array, _TEXT)
    return pc.fill_null(pc.replace_substring_regex(texts, r"\.0+$", ""), "")


def shown_duration(value: datetime.timedelta) -> str:
    """Hours, minutes and seconds, as `26:30:00`."""
    seconds = round(value.total_seconds())
    sign, seconds = ("-", -seconds) if seconds < 0 else ("", seconds)
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def shown_objects(values: Sequence[Any] | np.ndarray) -> pa.LargeStringArray:
    """The cells of one column of a workbook, values of several kinds, as text.

    Args:
        values: str, float, int, bool, date, datetime, time and timedelta objects.
    """
    kinds = set(map(type, values))
    if kinds <= {str}:
        return pa.array(values, _TEXT)
    cells = np.empty(len(values), object)
    cells[:] = values
    if kinds == {float}:
        return _shown_floats(cells)
    kind_of = np.empty(len(values), object)
    kind_of[:] = list(map(type, values))
    for kind in kinds - {str}:
        mask = kind_of == kind
        cells[mask] = _SHOWN.get(kind, _shown_others)(cells[mask]).to_numpy(zero_copy_only=False)
    return pa.array(cells, _TEXT)


def _shown_floats(cells: np.ndarray) -> pa.LargeStringArray:
    return shown_numbers(pa.array(cells.astype(np.float64)))


def _shown_others(cells: np.ndarray) -> pa.LargeStringArray:
    return pa.array(map(str, cells), _TEXT)


def _shown_datetimes(cells: np.ndarray) -> pa.LargeStringArray:
    # Spreadsheets keep moments as parts of a day; what is left of a second after that is noise.
    rounded = cells.astype("datetime64[ms]") + np.timedelta64(500, "ms")
    return shown_moments(pa.array(rounded.astype("datetime64[s]")))


def _shown_times_of_day(cells: np.ndarray) -> pa.LargeStringArray:
    seconds = [min(86_399, t.hour * 3600 + t.minute * 60 + t.second + (t.microsecond >= 500_000)) for t in cells]
    return shown_times(pa.array(seconds, pa.int32()).cast(pa.time32("s")))


_SHOWN: dict[type, Callable[[np.ndarray], pa.LargeStringArray]] = {
    float: _shown_floats,
    bool: lambda cells: shown_booleans(pa.array(cells.astype(bool))),
    datetime.date: lambda cells: pa.array(cells.astype("datetime64[D]")).cast(_TEXT),
    datetime.datetime: _shown_datetimes,
    datetime.time: _shown_times_of_day,
    datetime.timedelta: lambda cells: pa.array(map(shown_duration, cells), _TEXT),
}


def _replaced(texts: pa.LargeStringArray, where: pa.BooleanArray, shown: Callable[[str], str]) -> pa.LargeStringArray:
    """The texts with some of them changed, each different one once."""
    if not pc.any(where, min_count=0).as_py():
        return texts
    odd = texts.filter(where).dictionary_encode()
    changed = pa.array(map(shown, odd.dictionary.to_pylist()), _TEXT)
    return pc.replace_with_mask(texts, where, changed.take(odd.indices))
