"""Engine: from a file to a list of records: every cell as text, every row accounted for.

Nothing is guessed about what cells mean: 0042 stays 0042. What is found out about the file (encoding, separator, quotation
mark, headings) comes from all of it, and a preview goes through the same code. About 0.8 s for 1,000,000 records (110 MB).
A sheet of a workbook becomes CSV text first; a Parquet file has its columns already.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from entityres.errors import InputError
from entityres.progress import Progress, quiet
from entityres.records.column_names import name_columns
from entityres.records.curly_quotes import curly_quoted
from entityres.records.drawn_tables import undraw
from entityres.records.encoding import Decoded, codec_name, find_encoding, looks_binary, survey, to_utf8
from entityres.records.file_kinds import CSV, PARQUET, not_text, other_name
from entityres.records.formula_guard import unguarded
from entityres.records.layout import Layout, find_layout
from entityres.records.odd_line_ends import ended_oddly, terminated
from entityres.records.opening import PREVIEW_BYTES, FileBytes, read_beginning, read_bytes
from entityres.records.parsing import MOST_COLUMNS, Rows, fill_columns
from entityres.records.record_list import Problem, ReadSettings, RecordList
from entityres.records.renaming import rename_columns
from entityres.records.row_account import RowAccount, account_for_rows, without_repeated_headings
from entityres.records.row_problems import encoding_problems, layout_problems, rejected_rows, row_problems
from entityres.records.symbol_separators import parted_by, symbol_parted
from entityres.records.wrapped_rows import unwrap

if TYPE_CHECKING:
    from entityres.records.workbooks import SheetText

_HEAD_ROWS = 2_000  # of a sheet, beside those that are shown: the search for headings looks at more than these
_LINE_ENDS = ("\n", "\r\n", "\r")


@dataclass(frozen=True)
class _Found:
    """What was found out about a file: its rows, and for a sheet of a workbook its name and headings."""

    decoded: Decoded
    layout: Layout
    settings: ReadSettings
    problems: tuple[Problem, ...] = ()
    sheet: str | None = None
    headings: tuple[str, ...] | None = None


def read_list(
    path: str, settings: ReadSettings | None = None, *, name: str | None = None, progress: Progress | None = None
) -> RecordList:
    """Read a file whole: CSV (also packed with gzip), a sheet of a workbook, or Parquet.

    Args:
        path: The file.
        settings: How to read it; what is left open is found out.
        name: Short name of the list; the file name without its ending if not given.
        progress: Told how far reading is.

    Raises:
        SheetError: A workbook has several sheets with rows and none was chosen.
        InputError: The file is missing, empty, no list, or cannot be read that way.
        Cancelled: The user asked to stop.
    """
    progress = progress or quiet()
    settings = settings or ReadSettings()
    name = name or _stem(path)
    if not progress.stage:
        progress.begin(f"Reading {name}")
    file = read_bytes(path)
    progress.total = 2 * int(file.data.size)
    progress.check()
    if file.kind == PARQUET:
        return _build_parquet(path, name, file, settings, None)
    if file.kind == CSV:
        settings = _checked(settings)
        found = _found_in_text(_decode(path, file, settings), settings, progress.advance)
    else:
        from entityres.records.workbooks import read_sheet

        text = read_sheet(path, file.data, file.kind, settings.sheet, advance=progress.advance)
        found = _found_in_sheet(text, settings, progress)
    progress.total = max(progress.total, progress.done + int(found.decoded.data.size))
    return _build(path, name, file, found, progress)


def preview(path: str, settings: ReadSettings | None = None, rows: int = 100) -> RecordList:
    """The first rows of a file, read by the same parser; of CSV from its first 256 KB, quick for a file of any size.

    Args:
        path: The file.
        settings: How to read it; what is left open is found out.
        rows: How many rows below the headings at most.

    Raises:
        SheetError: A workbook has several sheets with rows and none was chosen.
        InputError: The file is missing, empty, no list, or cannot be read that way.
    """
    settings = settings or ReadSettings()
    file = read_beginning(path)
    if file.kind == PARQUET:
        return _build_parquet(path, _stem(path), file, settings, rows)
    if file.kind == CSV:
        file, found, known = _beginning_of_text(path, file, _checked(settings))
    else:
        text = _beginning_of_sheet(path, os.stat(path).st_mtime_ns, file.size, settings.sheet, rows + _HEAD_ROWS)
        found = _found_in_sheet(text, settings, quiet())
        known = found.layout.rows
    known = known.first(max(0, found.layout.header + 1) + rows)
    if known is not found.layout.rows:
        decoded = found.decoded
        shown = decoded.with_places(*(places[places < known.data.size] for places in decoded.places()))
        beside = found.layout.beside[found.layout.beside < len(known)]
        found = replace(found, decoded=shown, layout=replace(found.layout, rows=known, beside=beside))
    return _build(path, _stem(path), file, found, quiet())


def unique_names(paths: Iterable[str]) -> list[str]:
    """Short names for files that are used together: the file name without ending, with ` (2)` where it is taken."""
    stems = [_stem(path) for path in paths]
    names: list[str] = []
    for stem in stems:
        name, number = stem, 2
        while name in names or (name != stem and name in stems):
            name, number = f"{stem} ({number})", number + 1
        names.append(name)
    return names


def _stem(path: str) -> str:
    """The file name without its ending (`.csv.gz` is one ending)."""
    name = os.path.basename(os.path.normpath(os.fspath(path)))
    stem = os.path.splitext(name.removesuffix(".gz") if name.lower().endswith(".gz") else name)[0]
    return stem or name


def _checked(settings: ReadSettings) -> ReadSettings:
    """The settings with the codec's own name. Raises InputError for what cannot be followed."""
    delimiter, quote = settings.delimiter, settings.quote
    usable = re.fullmatch(r"[\x01-\x09\x0b\x0c\x0e-\x7e]{1,7}|[^\x00-\x9f\ud800-\udfff]", delimiter or ",") is not None
    if not usable or (delimiter is not None and len(delimiter) > 1 and (quote or '"') in delimiter):
        raise InputError(
            f"The separator “{delimiter}” cannot be used.",
            "Choose a character such as a comma, a semicolon or a tab, or up to seven.",
        )
    if quote and (len(quote) != 1 or ord(quote) > 126 or quote in "\n\r\0" or quote == delimiter):
        raise InputError(
            f"The quotation mark “{quote}” cannot be used.", "Choose one character that is not the separator."
        )
    if settings.header_row is not None and settings.header_row < 0:
        raise InputError("The row of headings is counted from 1.", "Choose 0 if the file has no headings.")
    return replace(settings, encoding=codec_name(settings.encoding)) if settings.encoding else settings


def _decode(path: str, file: FileBytes, settings: ReadSettings) -> Decoded:
    """The text of a file as UTF-8. Raises InputError when it is no text or holds nothing but blanks."""
    judged = file.data
    counts = own = survey(judged)
    encoding = settings.encoding or find_encoding(judged, counts)
    if file.elsewhere.size and settings.encoding is None and not encoding.startswith(("utf-16", "utf-32")):
        judged = np.concatenate((file.data, file.elsewhere))
        counts = survey(judged)
        encoding = find_encoding(judged, counts)
    if settings.encoding is None and looks_binary(counts, int(judged.size), encoding):
        raise not_text(path)
    decoded = to_utf8(file.data, encoding, own)
    if not bytes(decoded.data[:4096]).strip() and not bytes(decoded.data).strip():
        raise InputError(f"{os.path.basename(path)} is empty.", "Choose another file.")
    return decoded


def _found_in_text(decoded: Decoded, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> _Found:
    """Rows and headings of a text, or of one that is made of it where it is drawn, wrapped or has odd quotes or line ends."""
    if settings.delimiter is not None and not settings.delimiter.isascii():
        layout = parted_by(decoded.data, settings.delimiter, settings, advance)
    else:
        layout = undraw(decoded.data, settings, advance) or find_layout(decoded.data, settings, advance)
    for remake in (unwrap, ended_oddly, terminated, curly_quoted, symbol_parted):
        layout = layout if layout.rows.source is not None else remake(layout, settings, advance) or layout
    rows = layout.rows
    if rows.source is None:
        return _Found(decoded, layout, settings)

    def moved(places: np.ndarray) -> np.ndarray:
        of_row = np.searchsorted(rows.source_starts, places, side="right") - 1
        return rows.starts[np.clip(of_row, 0, len(rows) - 1)]

    decoded = replace(decoded, data=rows.data).with_places(*map(moved, decoded.places()))
    return _Found(decoded, layout, settings)


def _beginning_of_text(path: str, file: FileBytes, settings: ReadSettings) -> tuple[FileBytes, _Found, Rows]:
    """What was found out about the beginning of a text, and those of its rows that are whole; at least one record."""
    most = PREVIEW_BYTES
    while True:
        found = _found_in_text(_decode(path, file, settings), settings)
        layout = found.layout
        known = layout.rows if file.whole else _whole_rows(layout.rows)
        if file.whole or len(known) > layout.header + 1:
            return file, found, known
        most *= 16  # a row that is longer than what was read
        file = read_beginning(path, most)


def _whole_rows(rows: Rows) -> Rows:
    """The rows of a text that was cut off: all but the last, or but the quoted cell that the cut went through."""
    whole = max(1, len(rows) - 1)
    if rows.unclosed:
        # A quotation mark in the second half is most likely closed beyond the cut.
        opened = int(rows.stray_quotes[-1])
        if opened > rows.data.size // 2:
            whole = int(np.searchsorted(rows.starts, opened, side="right")) - 1
    return rows.first(max(1, whole))


@lru_cache(maxsize=1)
def _beginning_of_sheet(path: str, changed: int, size: int, sheet: str | None, rows: int) -> SheetText:
    """The first rows of a sheet, kept while the file stays as it is: a workbook must be unpacked whole for them."""
    from entityres.records.workbooks import read_sheet

    file = read_beginning(path)
    return read_sheet(path, file.data, file.kind, sheet, most_rows=rows)


def _found_in_sheet(text: SheetText, settings: ReadSettings, progress: Progress) -> _Found:
    """Rows, headings and oddities of a sheet."""
    from entityres.records.sheet_layout import find_sheet_layout, sheet_problems

    none = np.empty(0, np.int64)
    layout, headings = find_sheet_layout(text, settings, progress.advance)
    problems = sheet_problems(layout, text)
    decoded = Decoded(text.data, "utf-8", none, none)
    return _Found(decoded, layout, settings, tuple(problems), text.name, tuple(headings))


def _build(path: str, name: str, file: FileBytes, found: _Found, progress: Progress) -> RecordList:
    """Records, problems and rejected rows from what was found out about the file."""
    decoded, layout = found.decoded, found.layout
    rows, header = layout.rows, layout.header
    if header >= len(rows):
        raise InputError(
            f"{os.path.basename(path)} has {len(rows):,} rows; row {header + 1:,} cannot hold the headings.",
            "Choose a smaller number for the row of headings.",
        )
    account = account_for_rows(layout, found.settings.skip_short_rows)
    if account.n_columns > MOST_COLUMNS:
        raise _too_many_columns(path, account.n_columns)
    line = int(rows.lines[header]) if header >= 0 else None
    headings = list(found.headings or layout.headings or (rows.texts(header) if header >= 0 else ()))
    names, problems = name_columns(headings, account.n_columns, line)
    problems += [*other_name(path, file.kind), *found.problems]
    columns = _columns(rows, account, progress)
    account, columns = without_repeated_headings(layout, account, columns)
    if not account.loaded.size:
        problems.append(_no_rows(path, layout, account))
    problems += layout_problems(layout, account) + row_problems(layout, account)
    problems += encoding_problems(rows, decoded)
    lines = np.ascontiguousarray(rows.lines[account.loaded])
    lines.setflags(write=False)
    skips = found.settings.skip_short_rows
    made = RecordList(
        name=name,
        path=path,
        settings=ReadSettings(decoded.encoding, layout.delimiter, layout.quote, header + 1, found.sheet, skips),
        table=pa.table(columns, names=names),
        lines=lines,
        problems=tuple(sorted(problems, key=lambda problem: problem.line or 0)),
        rejected=rejected_rows(layout, account),
        blank_rows=account.blank,
        line_end=_LINE_ENDS[int(np.argmax(rows.line_ends))],
        size=file.size,
        sha256=file.sha256,
    )
    return rename_columns(made, found.settings.renamed)


def _build_parquet(path: str, name: str, file: FileBytes, settings: ReadSettings, most_rows: int | None) -> RecordList:
    """Records of a Parquet file; its headings count as line 1, as they would in a CSV file."""
    from entityres.records.parquet_lists import blank_rows, read_parquet

    headings, columns = read_parquet(path, file.data, most_rows)
    if len(columns) > MOST_COLUMNS:
        raise _too_many_columns(path, len(columns))
    blank = blank_rows(columns)
    names, problems = name_columns(headings, len(columns), 1)
    problems += other_name(path, file.kind)
    table = pa.table(columns, names=names).filter(pa.array(~blank)).combine_chunks()
    if not table.num_rows:
        problems.append(Problem(None, "no_rows", f"{os.path.basename(path)} has headings but no rows."))
    lines = (np.flatnonzero(~blank) + 2).astype(np.int64)
    lines.setflags(write=False)
    made = RecordList(
        name=name,
        path=path,
        settings=ReadSettings("utf-8", ",", '"', 1),
        table=table,
        lines=lines,
        problems=tuple(problems),
        blank_rows=int(np.count_nonzero(blank)),
        size=file.size,
        sha256=file.sha256,
    )
    return rename_columns(made, settings.renamed)


def _too_many_columns(path: str, n_columns: int) -> InputError:
    """The error for a file that is hardly a list."""
    return InputError(
        f"{os.path.basename(path)} has {n_columns:,} columns; a list may have {MOST_COLUMNS:,}.",
        "Check that this is a CSV file, and choose its separator.",
    )


def _columns(rows: Rows, account: RowAccount, progress: Progress) -> list[pa.LargeStringArray]:
    """The cells of the loaded rows, without the apostrophes of our own formula guard."""
    share = rows.data.size / max(1, account.loaded.size)
    columns, apostrophes = fill_columns(
        rows, account.loaded, account.n_columns, lambda n: progress.advance(int(n * share))
    )
    return [unguarded(column) if n else column for column, n in zip(columns, apostrophes.tolist(), strict=True)]


def _no_rows(path: str, layout: Layout, account: RowAccount) -> Problem:
    """The problem of a list without records."""
    name = os.path.basename(path)
    if account.rejected.size:
        return Problem(None, "no_rows", f"{name}: none of its {account.rejected.size:,} rows could be loaded.")
    return Problem(
        None, "no_rows", f"{name} has headings but no rows." if layout.header >= 0 else f"{name} has no rows."
    )
