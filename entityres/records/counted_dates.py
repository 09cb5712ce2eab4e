"""Engine: dates that are counted instead of written: weeks and days of a year, seconds since 1970, and times run together.

    2021-W15-3   2021-105   1618358400   1618358400000   /Date(1618358400000)/   20210414103000

Each is put as a plain ISO date before dates are read. What only looks like one is left: long numbers are seconds only where
nearly the whole column is.
"""

from __future__ import annotations

import datetime
import re
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled

_NEARLY_ALL = 0.8
_WEEK = re.compile(r"(\d{4})-?[Ww](\d\d)(?:-?([1-7]))?")
_DAY = re.compile(r"(\d{4})-(\d{3})")
_SCRIPT = re.compile(r"/?Date\((-?\d{1,14})(?:([-+])(\d\d)(\d\d))?\)/?")  # as JSON of .NET has it
_UNITS = ((9, 10, 1), (12, 13, 1000))  # digits of seconds and of milliseconds, and how many there are in a second
_QUARTER, _DAY_SECONDS = 900, 86_400
_FIRST, _LAST = -2_208_988_800, 4_102_444_800  # 1900 and 2100 in seconds


@compiled(f"Tuple((int64[::1], int32[::1], int32[::1]))({PLACES}, {BYTES})")
def _whole_numbers(offsets: Any, data: Any) -> Any:
    """For each text its whole number, with what follows a point left out; its digits (0 for other texts), and odd marks."""
    n = len(offsets) - 1
    values = np.zeros(n, np.int64)
    digits = np.zeros(n, np.int32)
    marks = np.zeros(n, np.int32)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while at < end and data[at] <= 32:
            at += 1
        while end > at and data[end - 1] <= 32:
            end -= 1
        minus = at < end and data[at] == 45
        at += minus
        first = at
        count = 0
        while at < end and 48 <= data[at] <= 57 and count < 18:
            values[row] = values[row] * 10 + data[at] - 48
            count += 1
            at += 1
        whole = at == end
        if at < end and data[at] == 46:
            at += 1
            while at < end and data[at] == 48:
                at += 1
            whole = at == end
        if whole and count > 0 and (data[first] != 48 or count == 1):
            digits[row] = count
            if minus:
                values[row] = -values[row]
        for place in range(offsets[row], offsets[row + 1]):
            if (data[place] | 32) == 119:
                marks[row] |= 1
            elif data[place] == 40 and end - offsets[row] > 6:
                marks[row] |= 4
            elif data[place] == 45 and end - offsets[row] == 8:
                marks[row] |= 2
    return values, digits, marks


def plain_dates(texts: Texts) -> tuple[Texts, np.ndarray]:
    """Such dates as ISO dates, the other texts as they are; and bool (n,): which ones were seconds since 1970."""
    values, digits, marks = _whole_numbers(texts.offsets, texts.data)
    since = _seconds(values, digits, ~texts.empty())
    places = np.flatnonzero(since)
    if places.size:
        days, which = np.unique(_days(values[places], digits[places]), return_inverse=True)
        texts = replaced(texts, places, gather(texts_of(np.datetime_as_string(days).tolist()), which))
    places = np.flatnonzero(_with_times(values, digits) & ~since)
    if places.size:
        days, which = np.unique(values[places] // 10 ** (digits[places].astype(np.int64) - 8), return_inverse=True)
        texts = replaced(texts, places, gather(texts_of(days.astype(str).tolist()), which))
    places = np.flatnonzero(marks > 0)
    if places.size:
        texts = replaced(texts, places, texts_of([_of_year(text) for text in gather(texts, places).to_list()]))
    return texts, since


def _with_times(values: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """bool (n,): a day and an hour, with minutes or with seconds too, run together: 20210414103000."""
    found = (digits == 10) | (digits == 12) | (digits == 14)
    if not found.any():
        return found
    rest = values.copy()
    for length, parts in ((14, 3), (12, 2), (10, 1)):
        for part in range(parts):
            at = digits == length
            found[at] &= rest[at] % 100 < (24 if part == parts - 1 else 60)
            rest[at] //= 100
    year, month, day = rest // 10000, rest // 100 % 100, rest % 100
    return np.asarray(found & (year >= 1900) & (year < 2100) & (month >= 1) & (month <= 12) & (day >= 1) & (day <= 31))


def _seconds(values: np.ndarray, digits: np.ndarray, filled: np.ndarray) -> np.ndarray:
    """bool (n,): seconds or milliseconds since 1970; none unless nearly all filled texts of the column are."""
    none = np.zeros(len(values), bool)
    if not filled.any():
        return none
    for low, high, unit in _UNITS:
        long = (digits >= low) & (digits <= high) & (values < _LAST * unit) & (values > _FIRST * unit)
        if long.sum() < _NEARLY_ALL * filled.sum() or _with_times(values, digits)[long].mean() > _NEARLY_ALL:
            continue
        # In such a column shorter ones are of the years around 1970; nobody means the first second of all.
        return np.asarray((digits > 0) & (values != 0) & (values < _LAST * unit) & (values > _FIRST * unit))
    return none


def _days(values: np.ndarray, digits: np.ndarray) -> np.ndarray:
    """datetime64[D]: the days of seconds or milliseconds since 1970.

    Dates are kept so as the midnight of some place, whose clocks differ from ours: where all are at a quarter of an hour,
    the nearest midnight is meant.
    """
    unit = 1000 if np.median(digits) > _UNITS[0][1] else 1
    seconds = values // unit
    nearest = bool((seconds % _QUARTER == 0).all())
    return ((seconds + (_DAY_SECONDS // 2 if nearest else 0)) // _DAY_SECONDS).astype("datetime64[D]")


def _of_year(text: str) -> str:
    """The date of a week or of a day of a year, as far as it is known; any other text as it is."""
    week, day = _WEEK.fullmatch(text.strip()), _DAY.fullmatch(text.strip())
    try:
        if week and week[3]:
            return datetime.date.fromisocalendar(int(week[1]), int(week[2]), int(week[3])).isoformat()
        if week:
            ends = [datetime.date.fromisocalendar(int(week[1]), int(week[2]), one).isoformat() for one in (1, 7)]
            return ends[0][:7] if ends[0][:7] == ends[1][:7] else week[1]
        if day:
            date = datetime.date(int(day[1]), 1, 1) + datetime.timedelta(int(day[2]) - 1)
            return date.isoformat() if date.year == int(day[1]) and int(day[2]) else ""
        script = _SCRIPT.fullmatch(text.strip())
        if script:
            zone = (int(script[3]) * 60 + int(script[4])) * (-60 if script[2] == "-" else 60) if script[2] else 0
            moment = np.int64(int(script[1]) // 1000 + zone)
            return str((moment // _DAY_SECONDS).astype("datetime64[D]"))
    except (ValueError, OverflowError):
        return ""
    return text
