"""Engine: which row of a table holds the headings, and whether any does, by what its cells are like."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np

from entityres.records.parsing import Rows

HEAD_ROWS = 30
"""Headings are looked for in so many rows."""

_LONGEST_HEADING = 60
_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}([ T]\d.*)?")
_FIGURES = re.compile(r"(?!(?:19|20)\d\d$)[+(]?\d[\d\s().,/+-]*")  # a year is often a heading
_LONG_NUMBER = re.compile(r"[+(]?(?:[ ./()-]*\d){5,}")  # a telephone number, a postcode; no year and no question 12
_REMARK = re.compile(r"\s*(#|//)|.*(\d{4}|: )")  # no heading of a single column begins or reads so


def find_header(rows: Rows, head: list[list[str]]) -> int:
    """The row with the headings: the first that is neither blank nor a title above them."""
    width = usual_width(rows)
    not_blank = [row for row in range(len(head)) if rows.filled[row]]
    if not not_blank:
        return 0
    first = not_blank[0]
    if not (head[first] and head[first][0].lower().startswith("sep=") and len(not_blank) > 1):
        for row in not_blank:
            if not _is_title(rows, head, row, width) or _names_more_than_below(head, row):
                # A title right above values: its row is kept as headings, so that no record is taken for them.
                return first if row > first and looks_like_data(head[row]) else _below_groups(head, row)
        return first
    return not_blank[1]


def _below_groups(head: list[list[str]], row: int) -> int:
    """The row of headings where a row has names for groups of columns and the headings stand below it.

    Such a row has gaps; the one below has none and names what records of customers have.
    """
    texts = [text.strip() for text in head[row]]
    if row + 1 >= len(head) or 3 * texts.count("") < len(texts) or len(texts) - texts.count("") < 2:
        return row
    below = [text.strip() for text in head[row + 1]]
    if len(below) < len(texts) or not all(map(is_heading, below)) or len(set(below)) < len(below):
        return row
    known = known_headings(below)
    return row + 1 if known > 1 and 2 * known >= len(below) else row


def _names_more_than_below(head: list[list[str]], row: int) -> bool:
    """Whether a row with gaps names at least two things that records of customers have, and the next one no more."""
    known = known_headings(head[row])
    return known > 1 and (row + 1 >= len(head) or known >= known_headings(head[row + 1]))


def known_headings(cells: list[str]) -> int:
    """How many cells name what records of customers have; 0 where one is no heading."""
    from entityres.records.headings import sense_of

    texts = [text for text in cells if text.strip()]
    return sum(sense_of(text).role is not None for text in texts) if all(map(is_heading, texts)) else 0


def _is_title(rows: Rows, head: list[list[str]], row: int, width: int) -> bool:
    """Whether a row stands above the headings: a title, a date of export, a name and its value."""
    if width < 2 or row + 1 >= len(head):
        return False
    if width == 2 and rows.cells[row] == 1 and _REMARK.match(head[row][0]):
        return True
    narrow = int(rows.cells[row]) < width
    filled = _filled(head[row])
    if (filled == 1 and width > 2) or ((narrow or _ends_early(rows, head, row, width)) and filled < width / 2):
        return True
    # Lines with a value or two count as a title where a blank row parts them from a table that is wider.
    below = row + 1
    while below < len(head) and rows.filled[below] and _is_loose(rows, head, below, width):
        below += 1
    parted = below < len(head) and rows.filled[below] == 0
    return parted and (filled == 1 or _is_loose(rows, head, row, width))


def _filled(cells: list[str]) -> int:
    """How many cells hold more than blanks."""
    return sum(bool(cell.strip()) for cell in cells)


def _is_loose(rows: Rows, head: list[list[str]], row: int, width: int) -> bool:
    """Whether a row is too short for a row of the table, or holds a value or two and ends before the others do."""
    return int(rows.cells[row]) < width or (_filled(head[row]) <= 2 and _ends_early(rows, head, row, width))


def _ends_early(rows: Rows, head: list[list[str]], row: int, width: int) -> bool:
    """Whether the last cells of a row are empty that others fill: spreadsheet programs fill short rows up so."""
    return int(rows.filled[row]) < min(width, int(rows.filled[: len(head)].max()))


def is_heading(text: str) -> bool:
    """Whether a cell reads like one of several headings."""
    worded = text[:1] != " " and any(letter.isalpha() for letter in text)
    return worded and len(text) <= _LONGEST_HEADING and not looks_like_data([text])


def looks_like_data(cells: list[str]) -> bool:
    """Whether a row holds values and not headings: an e-mail address, a date, or many figures."""
    texts = [cell.strip() for cell in cells if cell.strip()]
    if any(_EMAIL.fullmatch(text) or _DATE.fullmatch(text) for text in texts):
        return True
    return sum(_FIGURES.fullmatch(text) is not None for text in texts) > 0.4 * len(texts)


def is_record(rows: Rows, header: int) -> bool:
    """Whether the row taken for headings is a record: an e-mail address, a date or a long number as in the rows below.

    So it is where its number goes on in the rows below: 1, 2, 3.
    """
    if not 0 <= header < len(rows) or rows.filled[:header].any():
        return False
    head = rows.head(header + 1 + HEAD_ROWS)
    below = [cells for row, cells in enumerate(head) if row > header and rows.filled[row]]
    if len(head[header]) > 1 and _counts_on([head[header], *below]):
        return True
    for column, text in enumerate(head[header]):
        for pattern in (_EMAIL, _DATE, _LONG_NUMBER):
            if pattern.fullmatch(text.strip()):
                others = [cells[column].strip() for cells in below if column < len(cells)]
                same = sum(pattern.fullmatch(other) is not None for other in others)
                if same and same >= 0.6 * sum(map(bool, others)):
                    return True
    return False


def _counts_on(records: list[list[str]]) -> bool:
    """Whether the first cells are a number and the next ones, of three rows or more."""
    numbers = [cells[0].strip() if cells else "" for cells in records]
    if len(numbers) < 3 or not all(number.isascii() and number.isdigit() and len(number) < 16 for number in numbers):
        return False
    return all(int(after) == int(before) + 1 for before, after in pairwise(numbers))


def usual_width(rows: Rows) -> int:
    """The number of cells that most rows have which are not blank; 1 where there are none."""
    widths = np.bincount(rows.cells[rows.filled > 0], minlength=2)
    return max(1, int(widths.size - 1 - np.argmax(widths[::-1])))
