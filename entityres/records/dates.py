"""Engine: dates as `YYYY-MM-DD`, with one order of day and month for a whole column.

A compiled loop takes the numbers out of each text; which of them is the day is then decided for the column by evidence:
values above 12, agreement with dates that leave no doubt, dots. Names of months are read in many languages.
"""

from __future__ import annotations

import datetime
import re
import unicodedata
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from entityres.records.coding import BYTES, CODES, PLACES, Texts, gather, replaced, texts_of
from entityres.records.compiled import compiled
from entityres.records.counted_dates import plain_dates
from entityres.records.folding import fold, fold_text
from entityres.records.once import once
from entityres.records.sorted_sets import sorted_unique
from entityres.records.tables import meanings
from entityres.records.word_tables import HASHES, WordTable, find_word, word_table

EARLIEST, LATEST = 1000, 2200
SERIAL_FIRST, SERIAL_LAST, SHORT_SERIAL_FIRST = 10000, 60000, LATEST
THAI_AHEAD, THAI_FIRST, THAI_LAST = 543, 2400, 2643  # 1857 to 2100 of our years
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "民國": 1911, "民国": 1911}
_ERA = re.compile(rf"({'|'.join(_ERAS)})\s*(\d+|元)\s*年")
_THAI_DOT = re.compile(r"(?<=[\u0e01-\u0e4e])\.")
_YEAR_MONTH_DAY = str.maketrans(
    {"年": "-", "月": "-", "日": " ", "년": "-", "월": "-", "일": " ", "．": ".", "／": "/", "－": "-"}
)
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
                if (count == 3 or (count == 1 and made[row, 3] == 8)) and (byte == 84 or byte <= 32):
                    break  # a time of day follows
                if byte >= 128 or (65 <= byte <= 90) or (97 <= byte <= 122):
                    count = -1
                    break
                if count == 1 and made[row, 6] == 0:
                    made[row, 6] = byte
                    if byte == 58 and made[row, 3] < 4:
                        count = -1  # a time of day; 1980:01:05 is a date, as cameras write it
                        break
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
        short: bool (n,): a year of two digits.
        buddhist: bool (n,): a year that is only possible as one of the Thai calendar; it is counted as ours here.
        since_1970: bool (n,): seconds or milliseconds since the beginning of 1970.
    """

    year: np.ndarray
    month: np.ndarray
    day: np.ndarray
    low: np.ndarray
    high: np.ndarray
    serial: np.ndarray
    dotted: np.ndarray
    short: np.ndarray
    buddhist: np.ndarray
    since_1970: np.ndarray

    def repeated(self, times: int) -> DateParts:
        """The same dates several times, one after the other."""
        return DateParts(*(np.tile(getattr(self, part.name), times) for part in fields(self)))


@once
def month_names() -> dict[str, int]:
    """Names of months and their short forms, folded, with their numbers."""
    return {fold_text(name): int(number) for name, number in meanings("months").items()}


@once
def _month_words() -> WordTable:
    return word_table(month_names())


@compiled(f"int32[:, ::1]({PLACES}, {BYTES}, {HASHES}, {CODES})")
def _worded_numbers(offsets: Any, data: Any, hashes: Any, numbers: Any) -> Any:
    """For each folded text its month, its first two numbers and their digits; all zero where it is no date."""
    n = len(offsets) - 1
    made = np.zeros((n, 5), np.int32)
    for row in range(n):
        at, end = offsets[row], offsets[row + 1]
        month, count = 0, 0
        while at < end:
            stop = at
            while stop < end and data[stop] != 32:
                stop += 1
            # A year may stand at the end of a word: 03apr1980.
            for part in range(2):
                digits = 0
                value = np.int32(0)
                while at + digits < stop and 48 <= data[at + digits] <= 57:
                    if digits < 8:
                        value = value * 10 + data[at + digits] - 48
                    digits += 1
                if digits > 0 and (part == 0 or digits == 4):
                    if count < 2:
                        made[row, 1 + 2 * count] = value
                        made[row, 2 + 2 * count] = digits
                    count += 1
                at += digits
                letters = 0
                while at + letters < stop and not 48 <= data[at + letters] <= 57:
                    letters += 1
                if month == 0 and letters > (count == 0):  # V is May behind a day only
                    month = max(0, find_word(data, at, at + letters, hashes, numbers))
                at += letters
            at = stop + 1
        made[row, 0] = month
        if month == 0 or count == 0 or count > 6:
            made[row, :] = 0
    return made


@compiled(f"uint8[::1]({PLACES}, {BYTES})")
def _without_times(offsets: Any, data: Any) -> Any:
    """The texts with blanks for times of day such as 12:30:00.5, of one or two digits before each colon."""
    made = data.copy()
    for row in range(len(offsets) - 1):
        begin, end = offsets[row], offsets[row + 1]
        for colon in range(begin + 1, end - 1):
            if made[colon] != 58 or not 48 <= made[colon - 1] <= 57 or not 48 <= made[colon + 1] <= 57:
                continue
            first = colon - 1
            while first > begin and 48 <= made[first - 1] <= 57:
                first -= 1
            at = colon
            if colon - first > 2:
                made[colon] = 32  # a colon between a year and the time, as SAS writes it
                continue
            while at < end and (48 <= made[at] <= 58 or (made[at] == 46 and at + 1 < end and 48 <= made[at + 1] <= 57)):
                at += 1
            made[first:at] = 32
    return made


def _worded_dates(texts: Texts) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Year, month, day and whether the year is short, of dates with the name of a month in them; zeros for others."""
    held = _month_words()
    folded = fold(Texts(texts.offsets, _without_times(texts.offsets, texts.data)))
    found = _worded_numbers(folded.offsets, folded.data, held.hashes, held.numbers)
    month, first, first_len, second, second_len = (found[:, i].copy() for i in range(5))
    alone = (month > 0) & (second_len == 0)
    year = np.where(alone & (first_len == 4), first, 0).astype(np.int32)
    turned = (second_len > 0) & (first_len == 4)
    day, other = np.where(turned, second, first), np.where(turned, first, second)
    day_len, other_len = np.where(turned, second_len, first_len), np.where(turned, first_len, second_len)
    whole = (second_len > 0) & (day_len <= 2) & ((other_len == 4) | (other_len == 2))
    short = whole & (other_len == 2)
    year = np.where(whole, np.where(short, _centuries()[np.minimum(other, 99)], other), year)
    month = np.where(year > 0, month, 0)
    return year, month, np.where(whole, day, 0), short


def full_year(year: int) -> int:
    """A two-digit year with its century: the latest that is not in the future."""
    now = datetime.date.today().year
    return year + (now // 100 * 100 if year <= now % 100 else now // 100 * 100 - 100)


def _plain_letter(letter: str) -> str:
    """A letter of a date in digits of ours; blanks are plain ones, and marks that nobody sees are left out."""
    if letter.isascii():
        return letter
    if letter.isdecimal():
        return str(unicodedata.decimal(letter))
    kind = unicodedata.category(letter)
    return " " if letter.isspace() else "" if kind == "Cf" else "-" if kind == "Pd" else letter


def _of_our_era(text: str) -> str:
    """A date with a year of a Japanese era, or of the Republic of China, as one of ours."""
    return _ERA.sub(lambda found: f"{_ERAS[found[1]] + (1 if found[2] == '元' else int(found[2]))}年", text)


def _in_plain_digits(texts: Texts) -> Texts:
    """Dates of East Asia (1980年4月3日), in digits of other scripts, or with marks of direction, as numbers with hyphens."""
    if not len(texts.data) or texts.data.max() < 0x80:
        return texts
    wide = np.add.reduceat(np.append(texts.data >= 0x80, False), texts.offsets[:-1]) > 0
    places = np.flatnonzero(wide & ~texts.empty())
    written = gather(texts, places).to_list()
    plain = [_of_our_era("".join(map(_plain_letter, text))).translate(_YEAR_MONTH_DAY).strip("- ") for text in written]
    return replaced(texts, places, texts_of([_THAI_DOT.sub("", text) for text in plain]))


@once
def _centuries() -> np.ndarray:
    return np.array([full_year(two) for two in range(100)], dtype=np.int32)


def date_parts(texts: Texts) -> DateParts:
    """Take the texts apart (see `DateParts`)."""
    texts, since_1970 = plain_dates(_in_plain_digits(texts))
    found = _numbers(texts.offsets, texts.data)
    a, b, c, a_len, b_len, c_len, separator, count = (np.ascontiguousarray(found[:, i]) for i in range(8))
    n = texts.n
    year, month, day, low, high = (np.zeros(n, dtype=np.int32) for _ in range(5))
    centuries = _centuries()

    three = count == 3
    ymd = three & (a_len == 4)
    swapped = ymd & (b > 12) & (b <= 31) & (c <= 12)
    year[ymd], month[ymd], day[ymd] = a[ymd], np.where(swapped, c, b)[ymd], np.where(swapped, b, c)[ymd]
    short_ymd = three & (a_len == 2) & (c_len <= 2) & (a > 31)
    year[short_ymd], month[short_ymd], day[short_ymd] = centuries[a[short_ymd]], b[short_ymd], c[short_ymd]
    last = three & ~ymd & ~short_ymd & (a_len <= 2) & (b_len <= 2) & ((c_len == 4) | (c_len == 2))
    low[last], high[last] = a[last], b[last]
    year[last] = np.where(c_len[last] == 4, c[last], centuries[np.minimum(c[last], 99)])
    short = short_ymd | (last & (c_len == 2))

    # 19800403.0, as programs write it that took a column with empty cells for fractions.
    count[(count == 2) & (a_len == 8) & (b == 0) & (b_len == 1) & (separator == ord("."))] = 1
    one = count == 1
    eight = one & (a_len == 8)
    leading = eight & (a // 10000 >= EARLIEST) & (a // 10000 < LATEST) & (a // 100 % 100 <= 31) & (a % 100 <= 31)
    leading |= eight & ((a // 1000000 > 31) | (a // 10000 % 100 > 31))
    year[leading], month[leading], day[leading] = (a // 10000)[leading], (a // 100 % 100)[leading], (a % 100)[leading]
    trailing = eight & ~leading
    low[trailing], high[trailing], year[trailing] = (
        (a // 1000000)[trailing],
        (a // 10000 % 100)[trailing],
        (a % 10000)[trailing],
    )
    only_year = one & (a_len == 4)
    year[only_year] = a[only_year]

    two = count == 2
    year_month = two & (a_len == 4) & (b <= 12)
    year[year_month], month[year_month] = a[year_month], b[year_month]
    month_year = two & (b_len == 4) & (a <= 12)
    year[month_year], month[month_year] = b[month_year], a[month_year]

    serial = _serials(found)
    if serial.any():
        days = (_SERIAL_ZERO + a[serial].astype(np.int64)).astype("datetime64[D]")
        year[serial], month[serial], day[serial] = _calendar(days)

    worded = np.flatnonzero(count == -1)
    if len(worded):
        year[worded], month[worded], day[worded], short[worded] = _worded_dates(gather(texts, worded))
    _clear_order(low, high, month, day)
    buddhist = (year >= THAI_FIRST) & (year <= THAI_LAST) & ~serial
    year[buddhist] -= THAI_AHEAD
    return DateParts(year, month, day, low, high, serial, separator == ord("."), short, buddhist, since_1970)


def _serials(found: np.ndarray) -> np.ndarray:
    """bool (n,): day numbers of a spreadsheet: five digits, with or without a part of a day; four beside such ones."""
    a, a_len, b_len, separator, count = (found[:, i] for i in (0, 3, 4, 6, 7))
    with_time = (count == 2) & ((separator == ord(".")) | (separator == ord(","))) & (b_len > 0)
    long = ((count == 1) | with_time) & (a_len == 5) & (a >= SERIAL_FIRST) & (a <= SERIAL_LAST)
    if not long.any():
        return long
    return long | ((count == 1) & (a_len == 4) & (a >= SHORT_SERIAL_FIRST))


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
    """How a column is read.

    Attributes:
        day_first: Day before month.
        known: Something says so, or no date can be read in two ways.
        shown: The dates themselves say so.
    """

    day_first: bool
    known: bool
    shown: bool = False


def decide_order(parts: DateParts, counts: np.ndarray | None = None, american: bool = False) -> DateOrder:
    """One order of day and month for a column.

    Args:
        parts: Its dates.
        counts: int64 (n,), records that hold each.
        american: Other columns speak for the United States.
    """
    weight = np.ones(len(parts.low), dtype=np.int64) if counts is None else counts
    open_ = (parts.low > 0) & (parts.high > 0) & (weight > 0)
    day_first = int(weight[open_ & (parts.low > 12) & (parts.high <= 12)].sum())
    month_first = int(weight[open_ & (parts.high > 12) & (parts.low <= 12)].sum())
    if day_first != month_first:
        return DateOrder(day_first > month_first, True, True)
    both = open_ & (parts.low <= 12) & (parts.high <= 12)
    if not both.any():
        return DateOrder(not american, True)
    clear = (parts.low == 0) & (parts.day > 0)
    known = sorted_unique(parts.year[clear] * 10000 + parts.month[clear] * 100 + parts.day[clear])
    as_day_first = np.isin(parts.year[both] * 10000 + parts.high[both] * 100 + parts.low[both], known).sum()
    as_month_first = np.isin(parts.year[both] * 10000 + parts.low[both] * 100 + parts.high[both], known).sum()
    if as_day_first != as_month_first:
        return DateOrder(bool(as_day_first > as_month_first), True, True)
    if parts.dotted[both].mean() > 0.5:
        return DateOrder(True, True, True)
    return DateOrder(not american, False)


def _days_in_month(year: np.ndarray, month: np.ndarray) -> np.ndarray:
    """int32 (n,): how many days each month has; 31 for months that there are not."""
    leap = (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0))
    longest = np.array([31, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31], dtype=np.int32)[np.clip(month, 0, 12)]
    return np.asarray(longest + (leap & (month == 2)))


class _Checked(NamedTuple):
    """Dates with the order of day and month applied; zeros for what is not given or cannot be.

    Attributes:
        year, month, day: int32 (n,).
        cut: bool (n,): a day or month was left out because there is no such day.
    """

    year: np.ndarray
    month: np.ndarray
    day: np.ndarray
    cut: np.ndarray


def _checked(parts: DateParts, day_first: bool, births: bool = False) -> _Checked:
    """Apply the order; of dates that do not exist what can be right is kept, of births in the future nothing."""
    year, month, day = parts.year.copy(), parts.month.copy(), parts.day.copy()
    open_ = parts.low > 0
    first_is_day = np.where(parts.low > 12, True, np.where(parts.high > 12, False, day_first))
    day[open_] = np.where(first_is_day, parts.low, parts.high)[open_]
    month[open_] = np.where(first_is_day, parts.high, parts.low)[open_]
    fine = (year >= EARLIEST) & (year < LATEST)
    no_month = fine & ((month > 12) | ((month == 0) & (day > 0)))
    no_day = fine & (day > _days_in_month(year, month))
    month[no_month] = day[no_month] = 0
    day[no_day] = 0
    if births:
        today = datetime.date.today()
        later = year * 10000 + month * 100 + day > today.year * 10000 + today.month * 100 + today.day
        year[later & parts.short] -= 100
        fine &= ~later | parts.short
    for part in (year, month, day):
        part[~fine] = 0
    return _Checked(year, month, day, (no_month | no_day) & fine)


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


def iso_dates(parts: DateParts, day_first: bool, births: bool = False) -> Texts:
    """The dates as `YYYY-MM-DD` (`YYYY` or `YYYY-MM` where no more is known or can be right); "" for none.

    Args:
        parts: The dates.
        day_first: The order of day and month.
        births: They are birth dates, which lie in the past: a short year is then of the century before, a full one wrong.
    """
    return Texts(*_written(*_checked(parts, day_first, births)[:3]))


def cut_dates(parts: DateParts, day_first: bool, births: bool = False) -> np.ndarray:
    """bool (n,): dates that do not exist, such as 1970-02-30, of which the year and perhaps the month is kept."""
    return _checked(parts, day_first, births).cut


def day_numbers(parts: DateParts, day_first: bool) -> np.ndarray:
    """float64 (n,): days since 1970-01-01, NaN where there is no such date (a missing month or day counts as the first)."""
    checked = _checked(parts, day_first)
    year, month, day = (part.astype(np.int64) for part in checked[:3])
    months = (year - 1970).astype("datetime64[Y]").astype("datetime64[M]") + np.maximum(month - 1, 0)
    days = months.astype("datetime64[D]").astype(np.int64) + np.maximum(day - 1, 0)
    return np.where((year > 0) & ~checked.cut, days.astype(np.float64), np.nan)


def clean_dates(texts: list[str], american: bool = False) -> list[str]:
    """A column of dates as ISO texts; for small lists and tests."""
    parts = date_parts(texts_of(texts))
    return iso_dates(parts, decide_order(parts, american=american).day_first).to_list()
