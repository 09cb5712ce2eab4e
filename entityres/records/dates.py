"""Engine: dates as `YYYY-MM-DD`, with one order of day and month for a whole column.

A compiled loop takes the numbers out of each text; which of them is the day is then decided for the column by evidence:
values above 12, agreement with dates that leave no doubt, dots. Names of months are read in eight languages.
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from entityres.records.coding import BYTES, PLACES, Texts, gather, texts_of
from entityres.records.compiled import compiled
from entityres.records.folding import fold_text
from entityres.records.tables import meanings

EARLIEST, LATEST = 1000, 2200
SERIAL_FIRST, SERIAL_LAST = 7000, 60000
_SERIAL_ZERO = np.datetime64("1899-12-30")


@compiled(f"int32[:, ::1]({PLACES}, {BYTES})")
def _numbers(offsets: Any, data: Any) -> Any:
    """For each text up to three numbers, their digits, the first separator (or 0), how many numbers (-1: letters inside)."""
    n = len(offsets) - 1
    made = np.zeros((n, 8), np.int32)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        while end > at and (data[end - 1] <= 32 or data[end - 1] == 46 or data[end - 1] == 44):
            end -= 1
        count = 0
        inside = False
        while at < end:
            byte = data[at]
            if 48 <= byte <= 57:
                if not inside:
                    if count == 3:
                        break
                    count += 1
                    inside = True
                if made[row, 2 + count] < 8:
                    made[row, count - 1] = made[row, count - 1] * 10 + byte - 48
                made[row, 2 + count] += 1
            else:
                inside = False
                if count == 3 and (byte == 84 or byte <= 32):
                    break
                if byte >= 128 or (65 <= byte <= 90) or (97 <= byte <= 122):
                    count = -1
                    break
                if count == 1 and made[row, 6] == 0:
                    made[row, 6] = byte
            at += 1
        made[row, 7] = count
    return made


@dataclass(frozen=True)
class DateParts:
    """What the texts of a column say before the order of day and month is known.

    Attributes:
        year, month, day: int32 (n,); 0 where not given.
        low, high: int32 (n,): the two numbers of a day and month whose order is open; 0 where the order is clear.
        serial: bool (n,): a day number of a spreadsheet.
        dotted: bool (n,): written with dots.
    """

    year: np.ndarray
    month: np.ndarray
    day: np.ndarray
    low: np.ndarray
    high: np.ndarray
    serial: np.ndarray
    dotted: np.ndarray


@cache
def _months() -> dict[str, int]:
    return {fold_text(name): int(number) for name, number in meanings("months").items()}


def _worded(text: str) -> tuple[int, int, int]:
    """Year, month, day of a date with the name of a month in it; zeros when it is none."""
    month = 0
    numbers: list[str] = []
    for word in fold_text(text).split():
        if word in _months() and not month:
            month = _months()[word]
        elif word[0].isdigit() and word.isascii():
            digits = "".join(c for c in word if c.isdigit())
            letters = word[len(digits) :]
            if letters in _months() and not month:
                month = _months()[letters]
            numbers.append(digits)
    if not month or not numbers or len(numbers) > 6:
        return 0, 0, 0
    if len(numbers) == 1:
        return (int(numbers[0]), month, 0) if len(numbers[0]) == 4 else (0, 0, 0)
    first, second = numbers[:2]
    if len(first) == 4:
        first, second = second, first
    if len(second) not in (2, 4) or len(first) > 2:
        return 0, 0, 0
    return (int(second) if len(second) == 4 else full_year(int(second))), month, int(first)


def full_year(year: int) -> int:
    """A two-digit year with its century: the latest that is not in the future."""
    now = datetime.date.today().year
    return year + (now // 100 * 100 if year <= now % 100 else now // 100 * 100 - 100)


def date_parts(texts: Texts) -> DateParts:
    """Take the texts apart (see `DateParts`)."""
    found = _numbers(texts.offsets, texts.data)
    a, b, c, a_len, b_len, c_len, separator, count = (np.ascontiguousarray(found[:, i]) for i in range(8))
    n = texts.n
    year, month, day, low, high = (np.zeros(n, dtype=np.int32) for _ in range(5))
    centuries = np.array([full_year(two) for two in range(100)], dtype=np.int32)

    three = count == 3
    ymd = three & (a_len == 4)
    swapped = ymd & (b > 12) & (c <= 12)
    year[ymd], month[ymd], day[ymd] = a[ymd], np.where(swapped, c, b)[ymd], np.where(swapped, b, c)[ymd]
    short_ymd = three & (a_len == 2) & (c_len <= 2) & (a > 31)
    year[short_ymd], month[short_ymd], day[short_ymd] = centuries[a[short_ymd]], b[short_ymd], c[short_ymd]
    last = three & ~ymd & ~short_ymd & (a_len <= 2) & (b_len <= 2) & ((c_len == 4) | (c_len == 2))
    low[last], high[last] = a[last], b[last]
    year[last] = np.where(c_len[last] == 4, c[last], centuries[np.minimum(c[last], 99)])

    one = count == 1
    eight = one & (a_len == 8)
    leading = eight & (a // 10000 >= EARLIEST) & (a // 10000 < LATEST) & (a // 100 % 100 <= 31) & (a % 100 <= 31)
    year[leading], month[leading], day[leading] = (a // 10000)[leading], (a // 100 % 100)[leading], (a % 100)[leading]
    trailing = eight & ~leading
    low[trailing], high[trailing], year[trailing] = (
        (a // 1000000)[trailing],
        (a // 10000 % 100)[trailing],
        (a % 10000)[trailing],
    )
    only_year = one & (a_len == 4)
    year[only_year] = a[only_year]
    serial = one & (a_len == 5) & (a >= SERIAL_FIRST) & (a <= SERIAL_LAST)
    if serial.any():
        days = (_SERIAL_ZERO + a[serial].astype(np.int64)).astype("datetime64[D]")
        year[serial], month[serial], day[serial] = _calendar(days)

    two = count == 2
    year_month = two & (a_len == 4) & (b <= 12)
    year[year_month], month[year_month] = a[year_month], b[year_month]
    month_year = two & (b_len == 4) & (a <= 12)
    year[month_year], month[month_year] = b[month_year], a[month_year]

    worded = np.flatnonzero(count == -1)
    for place, text in zip(worded, gather(texts, worded).to_list(), strict=True):
        year[place], month[place], day[place] = _worded(text)
    _clear_order(low, high, month, day)
    return DateParts(year, month, day, low, high, serial, separator == ord("."))


def _calendar(days: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Year, month and day of dates."""
    months = days.astype("datetime64[M]")
    years = days.astype("datetime64[Y]")
    return (
        years.astype(np.int64).astype(np.int32) + 1970,
        (months - years).astype(np.int64).astype(np.int32) + 1,
        (days - months).astype(np.int64).astype(np.int32) + 1,
    )


def _clear_order(low: np.ndarray, high: np.ndarray, month: np.ndarray, day: np.ndarray) -> None:
    """Settle those where both numbers are equal; those that only one order allows stay, as evidence for the column."""
    equal = (low > 0) & (low == high)
    month[equal] = day[equal] = low[equal]
    low[equal] = high[equal] = 0


@dataclass(frozen=True)
class DateOrder:
    """How a column is read: day before month or not, and whether something in the lists says so."""

    day_first: bool
    known: bool


def decide_order(parts: DateParts, counts: np.ndarray | None = None, american: bool = False) -> DateOrder:
    """One order of day and month for a column.

    Args:
        parts: Its dates.
        counts: int64 (n,), records that hold each.
        american: Other columns speak for the United States.
    """
    open_ = (parts.low > 0) & (parts.high > 0)
    weight = np.ones(len(parts.low), dtype=np.int64) if counts is None else counts
    day_first = int(weight[open_ & (parts.low > 12) & (parts.high <= 12)].sum())
    month_first = int(weight[open_ & (parts.high > 12) & (parts.low <= 12)].sum())
    if day_first != month_first:
        return DateOrder(day_first > month_first, True)
    both = open_ & (parts.low <= 12) & (parts.high <= 12)
    if not both.any():
        return DateOrder(not american, True)
    clear = (parts.low == 0) & (parts.day > 0)
    known = np.unique(parts.year[clear] * 10000 + parts.month[clear] * 100 + parts.day[clear])
    as_day_first = np.isin(parts.year[both] * 10000 + parts.high[both] * 100 + parts.low[both], known).sum()
    as_month_first = np.isin(parts.year[both] * 10000 + parts.low[both] * 100 + parts.high[both], known).sum()
    if as_day_first != as_month_first:
        return DateOrder(bool(as_day_first > as_month_first), True)
    if parts.dotted[both].mean() > 0.5:
        return DateOrder(True, True)
    return DateOrder(not american, False)


def _checked(parts: DateParts, day_first: bool) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Year, month, day with the order applied; zeros for dates that do not exist."""
    year, month, day = parts.year.copy(), parts.month.copy(), parts.day.copy()
    open_ = parts.low > 0
    first_is_day = np.where(parts.low > 12, True, np.where(parts.high > 12, False, day_first))
    day[open_] = np.where(first_is_day, parts.low, parts.high)[open_]
    month[open_] = np.where(first_is_day, parts.high, parts.low)[open_]
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    longest = np.array([31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dtype=np.int32)[np.clip(month, 0, 12)]
    fine = (year >= EARLIEST) & (year < LATEST) & (month <= 12) & (day <= longest + (leap & (month == 2)))
    fine &= (day == 0) | (month > 0)
    for part in (year, month, day):
        part[~fine] = 0
    return year, month, day


@compiled("Tuple((int64[::1], uint8[::1]))(int32[::1], int32[::1], int32[::1])")
def _written(year: Any, month: Any, day: Any) -> Any:
    n = len(year)
    made = np.empty(10 * n, np.uint8)
    places = np.zeros(n + 1, np.int64)
    to = 0
    for row in range(n):
        if year[row] > 0:
            made[to] = 48 + year[row] // 1000
            made[to + 1] = 48 + year[row] // 100 % 10
            made[to + 2] = 48 + year[row] // 10 % 10
            made[to + 3] = 48 + year[row] % 10
            to += 4
            for part in range(2):
                value = month[row] if part == 0 else day[row]
                if value == 0:
                    break
                made[to] = 45
                made[to + 1] = 48 + value // 10
                made[to + 2] = 48 + value % 10
                to += 3
        places[row + 1] = to
    return places, made[:to].copy()


def iso_dates(parts: DateParts, day_first: bool) -> Texts:
    """The dates as `YYYY-MM-DD` (`YYYY` or `YYYY-MM` where no more is known); "" for none and impossible ones."""
    return Texts(*_written(*_checked(parts, day_first)))


def day_numbers(parts: DateParts, day_first: bool) -> np.ndarray:
    """float64 (n,): days since 1970-01-01, NaN where there is no date (a missing month or day counts as the first)."""
    year, month, day = (part.astype(np.int64) for part in _checked(parts, day_first))
    months = (year - 1970).astype("datetime64[Y]").astype("datetime64[M]") + np.maximum(month - 1, 0)
    days = months.astype("datetime64[D]").astype(np.int64) + np.maximum(day - 1, 0)
    return np.where(year > 0, days.astype(np.float64), np.nan)


def clean_dates(texts: list[str], american: bool = False) -> list[str]:
    """A column of dates as ISO texts; for small lists and tests."""
    parts = date_parts(texts_of(texts))
    return iso_dates(parts, decide_order(parts, american=american).day_first).to_list()
