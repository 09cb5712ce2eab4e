"""Engine: which rows of a file become records, and which cannot; what was odd about any, `row_problems` says.

Loaded, rejected and blank rows and the row of headings are together all rows of the file.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import reduce

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.records.cores import side_by_side
from entityres.records.header_rows import usual_width
from entityres.records.layout import Layout
from entityres.records.once import once
from entityres.records.tables import words

_FEW = 100_000
LOOKED_AT = 30  # rows
_KIND_OF_VALUES = re.compile(
    r"(?:(?:tiny|small|medium|big|long)?int(?:eger)?|n?(?:var)?char2?|text|string|str|datetime2?|date|time(?:stamp)?|decimal"
    r"|numeric|number|float|double(?: precision)?|real|money|bool(?:ean)?|bit|uuid)(?:\s*\(\s*\d+(?:\s*,\s*\d+)?\s*\))?",
    re.IGNORECASE,
)
_BRACKETS = ("[]", "()", "<>", "{}")
_IMPORT_CODE = re.compile(r'\{"ImportId":.*\}')


@dataclass(frozen=True)
class RowAccount:
    """What becomes of each row.

    Attributes:
        loaded: int64, rising, rows that become records.
        rejected: int64, rows that do not fit.
        above: int64, rows that stand above the headings and are not blank.
        blank: How many rows are blank.
        n_columns: How many columns the records have.
        declared: How many cells the row of headings has.
        beside: int64, rows that stand beside a drawn table, or are a line under the headings.
        repeated: int64, rows that repeat the headings; they are not loaded, but for lists of one column.
        own_values: How many columns hold their heading in other rows, too.
    """

    loaded: np.ndarray
    rejected: np.ndarray
    above: np.ndarray
    blank: int
    n_columns: int
    declared: int
    beside: np.ndarray
    repeated: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    own_values: int = 0

    @property
    def keeps_repeated(self) -> bool:
        """Whether the rows that repeat the headings are loaded all the same."""
        if not self.repeated.size:
            return False
        first = self.repeated[0]
        place = int(np.searchsorted(self.loaded, first))
        return place < self.loaded.size and bool(self.loaded[place] == first)


def account_for_rows(layout: Layout, skip_short_rows: bool = False) -> RowAccount:
    """Sort the rows into those that are loaded, rejected, blank, or above the headings.

    Args:
        layout: Where rows, cells and headings are.
        skip_short_rows: Reject rows with fewer cells than there are columns.
    """
    rows, header = layout.rows, layout.header
    numbers = np.arange(len(rows))
    not_blank = rows.filled > 0
    body = not_blank & (numbers > header)
    beside = np.union1d(layout.beside[layout.beside > header], _lines_under_headings(layout))
    beside = beside[not_blank[beside]]  # a line with nothing but a control character is blank
    body[beside] = False
    declared, named = _width_of_headings(layout)
    filled = rows.filled[body]
    # Where most rows reach further than the headings, headings are missing; nothing is wrong with the rows.
    usual = int(np.median(filled)) if filled.size and header >= 0 else 0
    reach = max(declared, usual)
    n_columns = max(named, int(filled[filled <= reach].max(initial=0)), 1)
    fits = rows.filled <= n_columns
    if skip_short_rows:
        fits &= rows.cells >= n_columns
    return RowAccount(
        numbers[body & fits],
        numbers[body & ~fits],
        numbers[not_blank & (numbers < header)],
        int(np.count_nonzero(~not_blank & (numbers != header))),
        n_columns,
        declared,
        beside,
    )


def _lines_under_headings(layout: Layout) -> np.ndarray:
    """int64: rows below the headings that are no records: lines of hyphens, kinds of values, units, or what surveys write.

    Database programs draw lines and name kinds (`int`, `varchar(20)`); lists of measures name units (`EUR`, `[kg]`);
    Qualtrics writes each question and a code for it.
    """
    row = layout.header + 1
    if not 0 < row < len(layout.rows) or int(layout.rows.cells[row]) < 2:
        return np.empty(0, np.int64)
    cells = [cell.strip() for cell in layout.rows.texts(row)]
    drawn = all(cell and not cell.strip("-=") for cell in cells) and max(map(len, cells)) > 1
    typed = all(_KIND_OF_VALUES.fullmatch(cell) for cell in cells)
    typed = typed or _are_units(layout, row, cells)
    if not drawn and not typed and row + 1 < len(layout.rows):
        codes = [cell.strip() for cell in layout.rows.texts(row + 1)]
        if all(_IMPORT_CODE.fullmatch(code) for code in codes):
            return np.array([row, row + 1], np.int64)
    return np.array([row] if drawn or typed else [], np.int64)


@once
def _units() -> tuple[frozenset[str], frozenset[str]]:
    """Units, and those that are units only in brackets."""
    alone = words("units")
    return alone, alone | words("units", "in brackets")


def _are_units(layout: Layout, row: int, cells: list[str]) -> bool:
    """Whether the filled cells of a row are units, and below each stand values with figures."""
    alone, bracketed = _units()
    named = {at: cell.casefold() for at, cell in enumerate(cells) if cell.strip("-–—")}
    bare = {at: cell[1:-1].strip() if cell[0] + cell[-1] in _BRACKETS else "" for at, cell in named.items()}
    if not named or not all(cell in alone or bare[at] in bracketed for at, cell in named.items()):
        return False
    last = min(len(layout.rows), row + 1 + LOOKED_AT)
    below = [layout.rows.texts(other) for other in range(row + 1, last) if layout.rows.filled[other]]
    for at in named:
        values = [texts[at].strip() for texts in below if at < len(texts) and texts[at].strip()]
        if sum(any(sign.isdigit() for sign in value) for value in values) <= len(values) / 2:
            return False
    return True


def without_repeated_headings(
    layout: Layout, account: RowAccount, columns: list[pa.LargeStringArray]
) -> tuple[RowAccount, list[pa.LargeStringArray]]:
    """Without rows that are the headings once more, as files that were put together have them.

    Args:
        layout: Where rows and headings are.
        account: What becomes of the rows.
        columns: The cells of the loaded rows.

    Returns:
        What becomes of the rows then, and the cells of those that are loaded.
    """
    texts = layout.rows.texts(layout.header) if layout.header >= 0 else []
    named = [(number, number) for number, text in enumerate(texts[: len(columns)]) if text.strip()]
    if not named or not account.loaded.size:
        return account, columns

    def equal(number: int, _: int) -> np.ndarray:
        same: np.ndarray = pc.indices_nonzero(pc.equal(columns[number], texts[number])).to_numpy(zero_copy_only=False)
        return same

    few = account.loaded.size < _FEW  # not worth threads
    where = [equal(*part) for part in named] if few else list(side_by_side(equal, named))
    repeats = reduce(np.intersect1d, where)
    own_values = sum(found.size > repeats.size for found in where)
    if len(named) > 1:
        repeats = np.union1d(repeats.astype(np.int64), _alike(columns, texts, [number for number, _ in named]))
    account = replace(account, repeated=account.loaded[repeats], own_values=own_values)
    if not repeats.size or len(named) < 2:  # a single column may well hold its own heading
        return account, columns
    kept = np.ones(account.loaded.size, bool)
    kept[repeats] = False
    mask = pa.array(kept)
    return replace(account, loaded=account.loaded[kept]), [column.filter(mask) for column in columns]


def _alike(columns: list[pa.LargeStringArray], texts: list[str], named: list[int]) -> np.ndarray:
    """int64: rows whose cells are the headings in other letters, small or large, or with blanks around them."""
    rows = np.arange(len(columns[0]))
    for number in named:
        cells = columns[number] if rows.size == len(columns[number]) else columns[number].take(pa.array(rows))
        same = pc.equal(pc.utf8_lower(pc.utf8_trim_whitespace(cells)), texts[number].strip().lower())
        rows = rows[pc.indices_nonzero(same).to_numpy(zero_copy_only=False)]
    return rows


def _width_of_headings(layout: Layout) -> tuple[int, int]:
    """Cells of the row of headings, and the last of them that holds a heading."""
    if 0 <= layout.header < len(layout.rows):
        return int(layout.rows.cells[layout.header]), int(layout.rows.filled[layout.header])
    return usual_width(layout.rows), 0
