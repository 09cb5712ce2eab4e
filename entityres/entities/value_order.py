"""Engine: texts as dates and numbers, to tell which is newer or higher. Only for choosing: no text is ever changed.

Works on the distinct texts of a column, with regular expressions over all of them at once.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

_TIME = r"(?:[T ,]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:[.,]\d+)?\s*(?P<half>[AaPp])?.*)?$"
_YEAR_FIRST = r"^\s*(?P<year>\d{4})[-/.]?(?P<month>\d{1,2})[-/.]?(?P<day>\d{1,2})" + _TIME
_YEAR_LAST = r"^\s*(?P<one>\d{1,2})[-/. ](?P<other>\d{1,2})[-/. ](?P<year>\d{4}|\d{2})" + _TIME
_DAY_NAME = r"^\s*(?P<day>\d{1,2})\.?[- ](?P<name>[A-Za-z]{3,9})\.?[-, ]+(?P<year>\d{4})" + _TIME
_NAME_DAY = r"^\s*(?P<name>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}),? +(?P<year>\d{4})" + _TIME
_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTHS = {name: number for number, name in enumerate(_MONTH_NAMES, 1)}


def as_dates(texts: pa.LargeStringArray) -> np.ndarray:
    """float64 (n,): days, growing with time; NaN for a text that is no date.

    A column writes its dates one way: 03/04/2021 is read as month first only if another text of the column cannot be
    read day first and some can only be read month first.
    """
    days = np.full(len(texts), np.nan)
    _fill(days, texts, _YEAR_FIRST, lambda g: (g["year"], g["month"], g["day"]))
    month_first = _month_first(texts)
    _fill(days, texts, _YEAR_LAST, lambda g: (_full_year(g["year"]), *(_swapped(g) if month_first else _in_order(g))))
    for pattern in (_DAY_NAME, _NAME_DAY):
        _fill(days, texts, pattern, lambda g: (g["year"], g["name"].str[:3].str.lower().map(_MONTHS), g["day"]))
    return days


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
    numbers = pd.to_numeric(
        _series(pc.if_else(continental, turned, pc.replace_substring(plain, ",", ""))), errors="coerce"
    )
    digits = pd.to_numeric(_series(pc.replace_substring_regex(texts, r"[^0-9]", "")), errors="coerce")
    return numbers.fillna(digits).to_numpy(np.float64)


def _series(texts: pa.LargeStringArray) -> pd.Series:
    return pd.Series(texts.to_numpy(zero_copy_only=False), dtype=object)


def _fill(days: np.ndarray, texts: pa.LargeStringArray, pattern: str, parts: Any) -> None:
    """Put in the days of the texts that fit a pattern and have none yet."""
    open_rows = np.flatnonzero(np.isnan(days))
    found = pc.extract_regex(texts.take(pa.array(open_rows)), pattern)
    fits = np.flatnonzero(found.is_valid().to_numpy(zero_copy_only=False))
    if not len(fits):
        return
    kept = found.take(pa.array(fits))
    groups = pd.DataFrame({kept.type[i].name: _series(kept.field(i)) for i in range(kept.type.num_fields)})
    year, month, day = (pd.to_numeric(part, errors="coerce") for part in parts(groups))
    time = {name: pd.to_numeric(groups[name], errors="coerce").fillna(0) for name in ("hour", "minute", "second")}
    half = groups["half"].fillna("").str.lower()
    hour = time["hour"] + 12 * ((half == "p") & (time["hour"] < 12)) - 12 * ((half == "a") & (time["hour"] == 12))
    # A count that grows with time is all that is needed: months of 31 days, years of 372.
    value = year * 372 + month * 31 + day + (hour * 3600 + time["minute"] * 60 + time["second"]) / 86400
    possible = month.between(1, 12) & day.between(1, 31)
    days[open_rows[fits]] = value.where(possible).to_numpy(np.float64)


def _month_first(texts: pa.LargeStringArray) -> bool:
    found = pc.extract_regex(texts, _YEAR_LAST)
    if found.null_count == len(texts):
        return False
    one, other = (pd.to_numeric(_series(found.field(i)), errors="coerce") for i in range(2))
    return bool((one <= 12).where(one.notna(), True).all() and (other > 12).any())


def _full_year(year: pd.Series) -> pd.Series:
    number = pd.to_numeric(year, errors="coerce")
    return number.where(number > 99, number + np.where(number < 50, 2000, 1900))


def _in_order(groups: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    return groups["other"], groups["one"]


def _swapped(groups: pd.DataFrame) -> tuple[pd.Series, pd.Series]:
    return groups["one"], groups["other"]
