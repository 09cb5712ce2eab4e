"""Engine: one sheet of a workbook (Excel, OpenDocument) as CSV text, every cell as the text that a person sees.

python-calamine gives the cells; what it does not know (zeros that a number format puts in front, formulas that failed) comes
from `number_formats`. As text a sheet goes through the same search for headings and the same account of rows as a CSV file.
"""

from __future__ import annotations

import io
import os
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from entityres.errors import InputError, SheetError
from entityres.records.file_kinds import damaged, protected
from entityres.records.number_formats import UNREADABLE, OddCells, odd_cells
from entityres.records.open_document import check_document, padded_cells
from entityres.records.shown_values import shown_objects

if TYPE_CHECKING:
    from python_calamine import CalamineSheet, CalamineWorkbook

Merged = list[tuple[tuple[int, int], tuple[int, int]]]

_ROWS_AT_ONCE, _LISTS_AT_ONCE = 20_000, 400
_MOST_CELLS = 400_000_000  # of the rectangle around all cells, which the library keeps whole
_CROWDED = 20_000_000  # a rectangle of so many cells is no trouble, however few are filled


@dataclass(frozen=True)
class SheetText:
    """A sheet as CSV text: comma, quotation marks, one line feed after each row.

    Attributes:
        name: Name of the sheet.
        data: uint8 (n,), writable, UTF-8.
        n_columns: From the first to the last column that holds anything.
        merged: First and last cell (row, column; from 0, columns counted from the first) of cells that are merged.
        unseen: Names of hidden sheets with rows that were not offered.
    """

    name: str
    data: np.ndarray
    n_columns: int
    merged: Merged
    unseen: tuple[str, ...]


def read_sheet(
    path: str,
    data: np.ndarray,
    kind: str,
    sheet: str | None,
    *,
    most_rows: int | None = None,
    advance: Callable[[int], None] | None = None,
) -> SheetText:
    """Read one sheet of a workbook.

    Args:
        path: The file, for its name in messages.
        data: uint8, its bytes.
        kind: What it is, one of `file_kinds.WORKBOOKS`.
        sheet: Name of the sheet; None takes the only one that has rows.
        most_rows: Read only so many rows.
        advance: Called with the share of the bytes that was read since the last call.

    Raises:
        SheetError: Several sheets have rows and none was chosen, or there is none of that name.
        InputError: The workbook is damaged, locked with a password, or empty.
    """
    with _plain_errors(path, kind):
        book = _Workbook(path, data, kind)
        name, unseen = _chosen(path, book, sheet)
        found, odd = book.sheet(name), book.odd(name)
        first_column = found.start[1] if found.start else 0
        text = _as_text(found, odd, first_column, most_rows, data.size, advance)
        merged = [
            ((top, left - first_column), (bottom, right - first_column))
            for (top, left), (bottom, right) in found.merged_cell_ranges or []
            if left >= first_column
        ]
        return SheetText(name, text, found.width, merged, unseen)


class _Workbook:
    """An open workbook whose sheets are read when they are asked for, once each."""

    def __init__(self, path: str, data: np.ndarray, kind: str) -> None:
        from python_calamine import CalamineWorkbook

        self._path = path
        self._file = io.BytesIO(data.data)
        self._archive = zipfile.ZipFile(self._file)
        self._look = odd_cells if kind == "xlsx" else padded_cells
        if kind == "ods":
            check_document(self._archive)
        self._book: CalamineWorkbook = CalamineWorkbook.from_filelike(io.BytesIO(data.data))
        self._odd: dict[str, OddCells] = {}

    def names(self, *, hidden: bool) -> list[str]:
        """Names of the sheets with cells (none of charts or macros), those that are seen or those that are hidden."""
        from python_calamine import SheetTypeEnum, SheetVisibleEnum

        return [
            sheet.name
            for sheet in self._book.sheets_metadata
            if sheet.typ == SheetTypeEnum.WorkSheet and (sheet.visible != SheetVisibleEnum.Visible) == hidden
        ]

    def odd(self, name: str) -> OddCells:
        """What cells of a sheet show beside their values, and how far they reach."""
        if name not in self._odd:
            self._odd[name] = self._look(self._archive, name)
        return self._odd[name]

    def sheet(self, name: str) -> CalamineSheet:
        """The cells of a sheet. Raises InputError where they are strewn so far that memory would not hold what is between."""
        rows, columns, count = self.odd(name).reach
        cells = rows * columns
        if cells > _MOST_CELLS or (cells > _CROWDED and cells > 200 * count):
            raise InputError(
                f"{os.path.basename(self._path)}: the sheet “{name}” spans {rows:,} rows and {columns:,} columns,"
                f" but only {count:,} of its cells are filled.",
                "Delete what stands far away from the list, or copy the list to a new workbook.",
            )
        return self._book.get_sheet_by_name(name)

    def has_rows(self, name: str) -> bool:
        """Whether anything stands in a sheet."""
        return self.odd(name).reach[2] > 0


def _chosen(path: str, book: _Workbook, wanted: str | None) -> tuple[str, tuple[str, ...]]:
    """The name of the sheet to read, and those of hidden sheets with rows that were not offered."""
    file = os.path.basename(path)
    seen, hidden = book.names(hidden=False), book.names(hidden=True)
    if wanted is not None:
        for name in (*seen, *hidden):
            if name == wanted:
                return name, ()
        alike = [name for name in (*seen, *hidden) if name.strip().casefold() == wanted.strip().casefold()]
        if len(alike) == 1:
            return alike[0], ()
        names = tuple(seen or hidden)
        raise SheetError(f"{file} has no sheet “{wanted}”.", f"Choose one of its sheets: {_listed(names)}.", names)
    offered = [name for name in seen if book.has_rows(name)]
    unseen = tuple(name for name in hidden if book.has_rows(name))
    if not offered:
        offered, unseen = list(unseen), ()
    if not offered:
        raise InputError(f"{file} is empty.", "Choose another file.")
    if len(offered) > 1:
        text = f"{file} has {len(offered):,} sheets with rows: {_listed(tuple(offered))}."
        raise SheetError(text, "Choose one of them with --sheet NAME.", tuple(offered))
    return offered[0], unseen


def _listed(names: tuple[str, ...]) -> str:
    """`“A”, “B” and “C”`."""
    quoted = [f"“{name}”" for name in names]
    return " and ".join([", ".join(quoted[:-1]), quoted[-1]]) if len(quoted) > 1 else "".join(quoted)


def _as_text(
    sheet: CalamineSheet,
    odd: OddCells,
    first_column: int,
    most_rows: int | None,
    size: int,
    advance: Callable[[int], None] | None,
) -> np.ndarray:
    """The rows of a sheet from its first one, as CSV text."""
    parts: list[bytes] = []
    done = 0
    for cells in _blocks(sheet, most_rows):
        n_rows, n_columns = cells.shape
        if _all_empty(cells) and not odd.any_in(done, done + n_rows):
            parts.append((b"," * (n_columns - 1) + b"\n") * n_rows)
        else:
            columns = [np.ascontiguousarray(column) for column in cells.T]
            odd.put_into(columns, done, first_column)
            parts.append(csv_text([shown_objects(column) for column in columns]))
        done += n_rows
        if advance:
            advance(size * n_rows // max(done, sheet.height))
    return np.frombuffer(bytearray(b"".join(parts)), np.uint8)


def _blocks(sheet: CalamineSheet, most_rows: int | None) -> Iterator[np.ndarray]:
    """The cells of a sheet as object arrays (rows, columns), some rows at a time.

    The library makes a list of each row. Only a few are kept at once: thousands of them would set off Python's search for
    garbage again and again, which took two thirds of the time.
    """
    rows = islice(sheet.iter_rows(), most_rows)
    block = np.empty((_ROWS_AT_ONCE, sheet.width), object)
    filled = 0
    while few := list(islice(rows, _LISTS_AT_ONCE)):
        flat = np.fromiter(chain.from_iterable(few), object, len(few) * sheet.width)
        block[filled : filled + len(few)] = flat.reshape(len(few), -1)
        filled += len(few)
        if filled == _ROWS_AT_ONCE:
            yield block
            filled = 0
    if filled:
        yield block[:filled]


def _all_empty(cells: np.ndarray) -> bool:
    """Whether none of the cells holds anything."""
    return bool((cells[[0, -1]] == "").all() and (cells == "").all())


def csv_text(columns: list[pa.LargeStringArray]) -> bytes:
    """Columns as CSV text: comma, quotation marks where they are needed, a line feed after each row."""
    quoted = []
    for column in columns:
        needed = pc.match_substring_regex(column, '["\\r\\n,]')
        if pc.any(needed, min_count=0).as_py():
            mark = pa.scalar('"', column.type)
            inside = pc.replace_substring(column, '"', '""')
            inside = pc.binary_join_element_wise(mark, inside, mark, pa.scalar("", column.type))
            column = pc.if_else(needed, inside, column)
        quoted.append(column)
    nothing = pa.array([""] * len(quoted[0]), pa.large_string())
    lines = pc.binary_join_element_wise(*quoted, pa.scalar(",", nothing.type)) if len(quoted) > 1 else quoted[0]
    lines = pc.binary_join_element_wise(lines, nothing, pa.scalar("\n", nothing.type))
    _, offsets, data = lines.buffers()
    bounds = np.frombuffer(offsets, np.int64)[lines.offset : lines.offset + len(lines) + 1]
    return bytes(memoryview(data)[bounds[0] : bounds[-1]]) if data is not None else b""


@contextmanager
def _plain_errors(path: str, kind: str) -> Iterator[None]:
    """Turn what the library raises into plain words."""
    from python_calamine import CalamineError, PasswordError

    try:
        yield
    except PasswordError:
        raise protected(path) from None
    except (CalamineError, zipfile.BadZipFile, *UNREADABLE):
        raise damaged(path, kind) from None
    except MemoryError:
        raise InputError(
            f"{os.path.basename(path)} is too large for the memory of this computer.", "Save its list as CSV."
        ) from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # how an unforeseen end of the library's Rust code shows itself
            raise
        raise damaged(path, kind) from None
