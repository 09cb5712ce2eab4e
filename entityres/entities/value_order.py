"""Engine: texts as dates and numbers, to tell which is newer or higher. Only for choosing: no text is ever changed.

Works on the distinct texts of a column, with regular expressions over all of them at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_TIME = r"(?:[T ,]+(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:[.,]\d+)?\s*(?P<half>[AaPp])?.*)?$"
_YEAR_FIRST = r"^\s*(?P<year>\d{4})[-/.]?(?P<month>\d{1,2})[-/.]?(?P<day>\d{1,2})" + _TIME
_YEAR_LAST = r"^\s*(?P<one>\d{1,2})[-/. ](?P<other>\d{1,2})[-/. ](?P<year>\d{4}|\d{2})" + _TIME
_DAY_NAME = r"^\s*(?P<day>\d{1,2})\.?[- ](?P<name>[A-Za-z]{3,9})\.?[-, ]+(?P<year>\d{4})" + _TIME
_NAME_DAY = r"^\s*(?P<name>[A-Za-z]{3,9})\.? (?P<day>\d{1,2}),? +(?P<year>\d{4})" + _TIME
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_NUMBER = r"^[-+]?(?:\d+\.?\d*|\.\d+)$"

Groups = dict[str, pa.Array]
Parts = Callable[[Groups], tuple[np.ndarray, np.ndarray, np.ndarray]]


def as_dates(texts: pa.LargeStringArray) -> np.ndarray:
    """float64 (n,): days, growing with time; NaN for a text that is no date.

    A column writes its dates one way: 03/04/2021 is read as month first only if another text of the column cannot be
    read day first and some can only be read month first.
    """
    days = np.full(len(texts), np.nan)
    _fill(days, texts, _YEAR_FIRST, lambda g: (_numbers(g["year"]), _numbers(g["month"]), _numbers(g["day"])))
    month, day = ("one", "other") if _month_first(texts) else ("other", "one")
    _fill(days, texts, _YEAR_LAST, lambda g: (_full_year(g["year"]), _numbers(g[month]), _numbers(g[day])))
    for pattern in (_DAY_NAME, _NAME_DAY):
        _fill(days, texts, pattern, lambda g: (_numbers(g["year"]), _month_of(g["name"]), _numbers(g["day"])))
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
    numbers = _numbers(pc.if_else(continental, turned, pc.replace_substring(plain, ",", "")))
    digits = _numbers(pc.replace_substring_regex(texts, r"[^0-9]", ""))
    return np.where(np.isnan(numbers), digits, numbers)


def _numbers(texts: pa.Array) -> np.ndarray:
    """float64 (n,): NaN where a text is missing or no plain number."""
    plain = pc.replace_substring_regex(texts, r"^\+", "")
    safe = pc.if_else(pc.match_substring_regex(texts, _NUMBER), plain, pa.scalar(None, plain.type))
    numbers: np.ndarray = pc.cast(safe, pa.float64()).to_numpy(zero_copy_only=False)
    return numbers


def _fill(days: np.ndarray, texts: pa.LargeStringArray, pattern: str, parts: Parts) -> None:
    """Put in the days of the texts that fit a pattern and have none yet."""
    open_rows = np.flatnonzero(np.isnan(days))
    found = pc.extract_regex(texts.take(pa.array(open_rows)), pattern)
    fits = np.flatnonzero(found.is_valid().to_numpy(zero_copy_only=False))
    if not len(fits):
        return
    kept = found.take(pa.array(fits))
    groups = {kept.type[i].name: kept.field(i) for i in range(kept.type.num_fields)}
    year, month, day = parts(groups)
    hour, minute, second = (np.nan_to_num(_numbers(groups[name])) for name in ("hour", "minute", "second"))
    afternoon, morning = (
        pc.match_substring_regex(groups["half"], half).to_numpy(zero_copy_only=False) for half in ("^[Pp]", "^[Aa]")
    )
    hour = hour + 12 * (afternoon & (hour < 12)) - 12 * (morning & (hour == 12))
    # A count that grows with time is all that is needed: months of 31 days, years of 372.
    value = year * 372 + month * 31 + day + (hour * 3600 + minute * 60 + second) / 86400
    possible = (month >= 1) & (month <= 12) & (day >= 1) & (day <= 31)
    days[open_rows[fits]] = np.where(possible, value, np.nan)


def _month_first(texts: pa.LargeStringArray) -> bool:
    found = pc.extract_regex(texts, _YEAR_LAST)
    if found.null_count == len(texts):
        return False
    there = found.filter(found.is_valid())
    one, other = _numbers(there.field(0)), _numbers(there.field(1))
    return bool((one <= 12).all() and (other > 12).any())


def _full_year(texts: pa.Array) -> np.ndarray:
    year = _numbers(texts)
    return np.where(year > 99, year, year + np.where(year < 50, 2000, 1900))


def _month_of(names: pa.Array) -> np.ndarray:
    short = pc.utf8_lower(pc.utf8_slice_codeunits(names, 0, 3))
    number: np.ndarray = pc.cast(pc.index_in(short, pa.array(_MONTHS, short.type)), pa.float64()).to_numpy(
        zero_copy_only=False
    )
    return number + 1
