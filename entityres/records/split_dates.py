"""Engine: dates that stand in several columns (day, month, year): which column holds which part, and the whole dates.

The columns stay as they are for the user; only for comparing they become one text a record, such as 1967-08-27, or as
much of it as there is: a date without its day is 1967-08, one without its month 1967.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import zip_longest

import numpy as np

from entityres.records.coding import Coded, Texts, chained, first_filled, mapped, texts_of
from entityres.records.dates import EARLIEST, LATEST, full_year, month_names
from entityres.records.fields import ColumnRole, OutputColumn
from entityres.records.folding import fold
from entityres.records.headings import heading_words
from entityres.records.once import once
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.tables import meanings

DATES = frozenset({Role.BIRTH_DATE, Role.DATE})
YEAR, MONTH, DAY, ONLY_YEAR = "year", "month", "day", "only year"
SAMPLE = 1000
SAID, SHOWN, LATE_DAYS = 0.8, 0.95, 0.2
_WHOLE = re.compile(r"\s*(\d{1,4})(?:\.0+)?\s*")
_LAST_MONTH, _LAST_DAY, _TWO_DIGITS = 12, 31, 100


@dataclass(frozen=True)
class DatePart:
    """What a column holds of a date.

    Attributes:
        part: "year", "month" or "day".
        rest: The other words of its heading.
        said: The heading says so; else only the values do.
        years: int32, ascending: the years in a sample of its cells; empty for other parts.
    """

    part: str
    rest: tuple[str, ...]
    said: bool
    years: np.ndarray


@once
def _part_words() -> dict[str, str]:
    return meanings("date_parts")


@cache
def _part_in_heading(heading: str) -> tuple[str, tuple[str, ...]]:
    """The part of a date that a heading names, and its other words; ("", all words) for none or several."""
    words = heading_words(heading)
    named = [(word, part) for word in words if (part := _part_words().get(word))]
    if not named and len(words) > 1:
        named = [(word, part) for word in words[-1:] if (part := meanings("date_parts", "letters").get(word))]
    if named:
        if len({part for _, part in named}) > 1:
            return "", tuple(words)
        said = {word for word, _ in named}
        return named[0][1], tuple(word for word in words if word not in said)
    for at, word in enumerate(words):
        ends = [end for end in _part_words() if len(end) > 2 and word.endswith(end)]
        if ends:
            end = max(ends, key=len)
            return _part_words()[end], (*words[:at], word[: -len(end)], *words[at + 1 :])
    return "", tuple(words)


def _number(text: str) -> int:
    """A whole number of up to four digits, -1 for other texts."""
    found = _WHOLE.fullmatch(text)
    return int(found[1]) if found else -1


def _months(texts: Sequence[str], numbers: np.ndarray) -> np.ndarray:
    """int32 (n,): the numbers, and of texts that are none the months that they name; -1 for other texts."""
    made = numbers.copy()
    named = np.flatnonzero(numbers < 0)
    folded = fold(texts_of([texts[at] for at in named.tolist()])).to_list()
    made[named] = [month_names().get(text, -1) for text in folded]
    return made


def date_part_of(record_list: RecordList, heading: str) -> DatePart | None:
    """Which part of a date a column holds; None when it holds whole dates or something else.

    The heading says it and most values could be that, or nearly all values are years, months or days and could be
    nothing else of a date: days are told from months by those above 12.
    """
    part, rest = _part_in_heading(heading)
    cells = _sample(record_list, heading)
    numbers = np.array([_number(cell) for cell in cells], dtype=np.int32)
    years = np.sort(numbers[(numbers >= EARLIEST) & (numbers < LATEST)])
    share = _shares(cells, numbers)
    if part and (not cells or share[part] >= SAID):
        return DatePart(part, rest, True, years if part == YEAR else years[:0])
    words = tuple(heading_words(heading))
    if len(cells) and len(years) >= SHOWN * len(cells):
        return DatePart(YEAR, words, False, years)
    if len(cells) and share[DAY] >= SHOWN:
        late = float((numbers > _LAST_MONTH).mean())
        shown = MONTH if share[MONTH] >= SHOWN else DAY if late >= LATE_DAYS else ""
        return DatePart(shown, words, False, years[:0]) if shown else None
    return None


def _shares(cells: Sequence[str], numbers: np.ndarray) -> dict[str, float]:
    """Share of the cells that could be a day, a month, a year (of two digits, too)."""
    if not cells:
        return dict.fromkeys((DAY, MONTH, YEAR), 0.0)
    months = _months(cells, numbers)
    short = (numbers >= 0) & (numbers < _TWO_DIGITS)
    return {
        DAY: float(((numbers > 0) & (numbers <= _LAST_DAY)).mean()),
        MONTH: float(((months > 0) & (months <= _LAST_MONTH)).mean()),
        YEAR: float((short | ((numbers >= EARLIEST) & (numbers < LATEST))).mean()),
    }


def _sample(record_list: RecordList, heading: str) -> list[str]:
    """Filled cells from all over a column."""
    n = len(record_list)
    places = np.unique(np.linspace(0, max(0, n - 1), min(n, SAMPLE)).astype(np.int64))
    return [cell for cell in record_list.table.column(heading).take(places).to_pylist() if cell and cell.strip()]


def date_parts_of(record_list: RecordList, columns: Sequence[ColumnRole]) -> dict[str, str]:
    """The part of a date that each column of dates holds, by heading; columns of whole dates are not in it.

    A year without a month beside it is "only year": all that is known of a date.
    """
    found: dict[str, str] = {}
    for role in sorted(DATES):
        parts = {c.column: p.part for c in columns if c.role is role and (p := date_part_of(record_list, c.column))}
        alone = MONTH not in parts.values()
        found |= {heading: ONLY_YEAR if alone and part == YEAR else part for heading, part in parts.items()}
    return found


def common_part(one: str, other: str) -> str | None:
    """What a column holds that two lists share; None where they hold different parts and must stay apart."""
    if one == other:
        return one
    if {one, other} == {YEAR, ONLY_YEAR}:
        return YEAR
    return "" if {one, other} == {"", ONLY_YEAR} else None


def date_units(outputs: Sequence[OutputColumn]) -> list[tuple[OutputColumn, ...]]:
    """Output columns of one role as they are compared: a column of whole dates and those of parts that complete it.

    The first column of years goes with the first of months, and so on; whole dates go before parts.
    """
    kinds = [[output for output in outputs if output.part == part] for part in ("", YEAR, MONTH, DAY)]
    return [tuple(output for output in unit if output is not None) for unit in zip_longest(*kinds)]


def whole_dates(cells: Sequence[Coded], parts: Sequence[str]) -> Coded:
    """One text a record from the columns of one unit (see `date_units`).

    Args:
        cells: The cells of each column.
        parts: What each holds: "year", "month", "day", or "" for whole dates, which go first.
    """
    by_part = dict(zip(parts, cells, strict=True))
    sources = [by_part[""]] if "" in by_part else []
    if YEAR in by_part:
        years = mapped(by_part[YEAR], texts_of([_full(text) for text in by_part[YEAR].texts.to_list()]))
        if MONTH in by_part:
            month = _numbers(by_part[MONTH])
            day = _numbers(by_part[DAY]) if DAY in by_part else np.zeros_like(month)
            sources.append(_joined(_numbers(years), month, day))
        sources.append(years)
    if not sources:
        return Coded(
            np.full(len(cells[0].codes), -1, dtype=np.int32), Texts(np.zeros(1, np.int64), np.zeros(0, np.uint8))
        )
    return first_filled(sources)


def _full(text: str) -> str:
    """A year with its century; a text that is none stays, because it may be a whole date."""
    number = _number(text)
    if number < 0 or number >= EARLIEST:
        return text.strip() if number < 0 else str(number)
    return str(full_year(number)) if number < _TWO_DIGITS else ""


def _numbers(cells: Coded) -> np.ndarray:
    """int32 (n_records,): the numbers that the cells hold, or of the months that they name; 0 for none."""
    texts = cells.texts.to_list()
    months = _months(texts, np.array([_number(text) for text in texts], dtype=np.int32))
    return np.maximum(chained(np.maximum(months, 0), cells.codes), 0)


def _joined(year: np.ndarray, month: np.ndarray, day: np.ndarray) -> Coded:
    """Dates as YYYY-MM-DD, or YYYY-MM without a day; none where year or month is missing."""
    known = (year >= EARLIEST) & (month > 0) & (month < _TWO_DIGITS)
    day = np.where(day < _TWO_DIGITS, day, 0)
    keys, at = np.unique((year * 10000 + month * 100 + day)[known], return_inverse=True)
    codes = np.full(len(year), -1, dtype=np.int32)
    codes[known] = at
    texts = [
        f"{key // 10000:04d}-{key // 100 % 100:02d}" + (f"-{key % 100:02d}" if key % 100 else "")
        for key in keys.tolist()
    ]
    return Coded(codes, texts_of(texts))
