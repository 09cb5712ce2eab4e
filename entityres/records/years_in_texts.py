"""Engine: the year of a thing that stands in a text: "Aladdin (1992)" beside a column of years, or "STOC 1993" instead of it.

The list tells whether a text gives the year: the two agree where a record has both, or a year stands in the text where the
year's own column is empty and hardly ever else. Then it fills the empty year and is left out of the text, so that it counts
once and "Aladdin (1992)" is like "Aladdin". Only for comparing: shown and exported text never changes.
"""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import pyarrow.compute as pc

from entityres.records.coding import Coded, Texts, chained, from_arrow, gather, joined_end_to_end, mapped, texts_of

FIRST = 1800
"""Numbers before it are hardly years of what lists hold; nor are those after next year."""

ENOUGH = 5
"""Records that show a year in a text before anything is made of it."""

TRUSTED = 0.8
"""Share of the years in a text that are the record's, from which they are taken for it."""

MOSTLY = 0.9
"""Share of the dates that are years only; where whole dates are kept, a year would be the poorer value."""

_YEAR = r"(?P<year>1[89]\d\d|20\d\d)(?:\.0)?"
IN_BRACKETS = rf"[(\[]\s*{_YEAR}[a-z]?\s*[)\]]"
BARE = rf"(?:^|[\s,;:]){_YEAR}(?:[\s,;:.]*$|[\s,;:]|\.\s)"

NONE = -1


class Years(NamedTuple):
    """What texts say of years.

    Attributes:
        dates: The dates, empty ones filled with a year.
        filled: bool (n_records,): the year stood in a text.
        texts: The columns of texts without the years that the record's date says as well; None where nothing was taken out.
    """

    dates: Coded
    filled: np.ndarray
    texts: tuple[Coded | None, ...]


def years_in(dates: Coded, columns: Sequence[Coded]) -> Years | None:
    """Years that stand in texts; None where the list does not show that they are those of the records.

    Args:
        dates: Cleaned dates of one column.
        columns: Cells of columns of texts, as written.
    """
    own = _years_of(dates)
    if own is None:
        return None
    ways = [(number, pattern) for number in range(len(columns)) for pattern in (IN_BRACKETS, BARE)]
    told = {way: _told(columns[way[0]], way[1]) for way in ways}
    trust = {way: _trust(own, seen) for way, seen in told.items()}
    trusted = sorted((way for way in ways if trust[way] >= TRUSTED), key=lambda way: -trust[way])
    if not trusted:
        return None
    year = own
    for way in trusted:
        year = np.where(year == NONE, told[way], year)
    texts = list[Coded | None](None for _ in columns)
    for number, pattern in trusted:
        texts[number] = _without(texts[number] or columns[number], pattern, year)
    filled = (own == NONE) & (year != NONE)
    return Years(_filled(dates, filled, year), filled, tuple(texts))


def _years_of(dates: Coded) -> np.ndarray | None:
    """int32 (n_records,): the year of each record, -1 for none; None for a column that does not hold years."""
    texts = dates.texts
    if not texts.n:
        return None
    only = np.diff(texts.offsets) == len("1992")
    here = dates.codes[dates.codes >= 0]
    if not len(here) or np.mean(only[here]) < MOSTLY:
        return None
    years = pc.cast(pc.utf8_slice_codeunits(texts.to_arrow(), 0, 4), "int32").to_numpy(zero_copy_only=False)
    return chained(years, dates.codes)


def _told(cells: Coded, pattern: str) -> np.ndarray:
    """int32 (n_records,): the only year that each record's cell has in this writing, -1 for none."""
    return chained(_years_in(cells.texts, pattern), cells.codes)


def _years_in(texts: Texts, pattern: str) -> np.ndarray:
    """int32 (n,): the only year that each text has in this writing, -1 for none."""
    made = np.full(texts.n, NONE, np.int32)
    listed = texts.to_arrow()
    places = np.flatnonzero(pc.equal(pc.count_substring_regex(listed, pattern), 1).to_numpy(zero_copy_only=False))
    if len(places):
        years = pc.struct_field(pc.extract_regex(listed.take(places), pattern), "year").cast("int32")
        made[places] = years.to_numpy(zero_copy_only=False)
    made[(made < FIRST) | (made > datetime.date.today().year + 1)] = NONE
    return made


def _trust(own: np.ndarray, seen: np.ndarray) -> float:
    """The share of years in a text that are the record's, as far as the list shows it.

    Args:
        own: int32 (n_records,): the record's year, -1 for none.
        seen: int32 (n_records,): the year in its text, -1 for none.
    """
    has, told = own != NONE, seen != NONE
    both, instead = int(np.count_nonzero(has & told)), int(np.count_nonzero(~has & told))
    agree = (np.count_nonzero(has & (own == seen)) + 1) / (both + 2) if both >= ENOUGH else 0.0
    if instead < ENOUGH:
        return float(agree)
    # As many as stand in texts of records that have their year are there for another reason.
    for_another_reason = (both + 1) / (np.count_nonzero(has) + 1) * np.count_nonzero(~has) / instead
    return float(max(agree, 1 - for_another_reason))


def _without(cells: Coded, pattern: str, year: np.ndarray) -> Coded:
    """The cells without the year in this writing where it is the record's."""
    of_text = _years_in(cells.texts, pattern)
    with_year = np.flatnonzero(of_text != NONE)
    stripped = pc.replace_substring_regex(gather(cells.texts, with_year).to_arrow(), pattern, " ", max_replacements=1)
    both = joined_end_to_end([cells.texts, from_arrow(pc.utf8_trim_whitespace(stripped))])
    to = np.arange(cells.texts.n, dtype=np.int32)
    to[with_year] = cells.texts.n + np.arange(len(with_year), dtype=np.int32)
    same = (cells.codes >= 0) & (year != NONE) & (chained(of_text, cells.codes) == year)
    codes = np.where(same, to[cells.codes], cells.codes)
    return mapped(Coded(codes, both), both)


def _filled(dates: Coded, filled: np.ndarray, year: np.ndarray) -> Coded:
    """The dates with the years of some records."""
    years, place = np.unique(year[filled], return_inverse=True)
    codes = dates.codes.copy()
    codes[filled] = dates.texts.n + place
    both = joined_end_to_end([dates.texts, texts_of([str(one) for one in years])])
    return mapped(Coded(codes, both), both)
