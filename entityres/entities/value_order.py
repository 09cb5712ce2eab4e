"""Engine: texts as dates and numbers, to tell which is newer or higher. Only for choosing: no text is ever changed.

Works on the distinct texts of a column, all of them at once. Dates are read as they are for comparing (`records.dates`).
"""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.coding import drawn, from_arrow
from entityres.records.dates import date_parts, day_numbers, decide_order

LOOKED_AT = 10_000
"""Cells of a column that are looked at for its order of day and month."""

_TIME = r"[T ,](?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:[.,]\d+)?\s*(?P<half>[AaPp])?"
_NUMBER = r"^[-+]?(?:\d+\.?\d*|\.\d+)$"


def day_comes_first(column: pa.LargeStringArray) -> bool:
    """Whether a column writes the day before the month, as its own dates say."""
    return decide_order(date_parts(drawn(from_arrow(column), LOOKED_AT))).day_first


def as_dates(texts: pa.LargeStringArray, day_first: bool) -> np.ndarray:
    """float64 (n,): days with the time of day as their fraction; NaN for a text that is no date.

    Args:
        texts: Texts of a column.
        day_first: Its order of day and month.
    """
    days = day_numbers(date_parts(from_arrow(texts)), day_first)
    found = pc.extract_regex(texts, _TIME)
    if found.null_count == len(texts):
        return days
    hour, minute, second = (
        np.nan_to_num(_numbers(pc.struct_field(found, part))) for part in ("hour", "minute", "second")
    )
    half = pc.fill_null(pc.utf8_lower(pc.struct_field(found, "half")), "").to_numpy(zero_copy_only=False)
    hour = hour + 12 * ((half == "p") & (hour < 12)) - 12 * ((half == "a") & (hour == 12))
    return days + (hour * 3600 + minute * 60 + second) / 86400


def as_numbers(texts: pa.LargeStringArray) -> np.ndarray:
    """float64 (n,): the number that a text is (with a currency or thousands marks) or that it holds; NaN without one."""
    # Marks and letters around a number are a currency or a unit; a hyphen between letters and digits is no minus.
    is_amount = pc.match_substring_regex(
        texts, r"^\s*(?:[A-Z]{3}|\p{Sc})?\s*[-+]?[\d.,' ]+\s*(?:[A-Z]{3}|\p{Sc}|%)?\s*$"
    )
    plain = pc.if_else(
        is_amount, pc.replace_substring_regex(texts, r"[^0-9.,\-+]", ""), pa.scalar("", pa.large_string())
    )
    continental = pc.match_substring_regex(plain, r"^[-+]?\d{1,3}(\.\d{3})+(,\d+)?$|^[-+]?\d+,\d{1,2}$")
    turned = pc.replace_substring(pc.replace_substring(plain, ".", ""), ",", ".")
    numbers = _numbers(pc.if_else(continental, turned, pc.replace_substring(plain, ",", "")))
    digits = _numbers(pc.replace_substring_regex(texts, r"[^0-9]", ""))
    return np.where(np.isnan(numbers), digits, numbers)


def _numbers(texts: pa.Array) -> np.ndarray:
    """float64 (n,): NaN where a text is missing or no plain number."""
    plain = pc.replace_substring_regex(texts, r"^\+", "")
    safe = pc.if_else(pc.match_substring_regex(texts, _NUMBER), plain, pa.scalar(None, plain.type))
    numbers: np.ndarray = pc.cast(safe, pa.float64()).to_numpy(zero_copy_only=False)
    return numbers
