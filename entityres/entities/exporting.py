"""Engine: the result of a run as files (contract.md): merged.csv, crosswalk.csv, pairs.csv, rejected.csv, report.json.

All files appear together when everything was written, or none does; an input file is never overwritten. The same input and
settings give the same bytes in the CSV files.
"""

from __future__ import annotations

import codecs
import hashlib
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import pyarrow as pa

from entityres.entities.crosswalk import (
    PAIR_CHOICES,
    PairTables,
    chosen_pairs,
    crosswalk_table,
    free_names,
    merged_table,
    rejected_table,
)
from entityres.entities.csv_text import csv_bytes, guarded_cells
from entityres.entities.staging import Staging
from entityres.errors import SettingsError
from entityres.progress import Progress, quiet
from entityres.records.compiled import side_by_side

if TYPE_CHECKING:
    import numpy as np

    from entityres.entities.decisions import Decisions
    from entityres.entities.finished_run import FinishedRun
    from entityres.entities.survivorship import Merged
    from entityres.records.record_list import RecordList
    from entityres.settings import Settings

FORMS = ("program", "excel", "same")
FILES = ("merged", "crosswalk", "pairs", "report")
CHUNK = 50_000
FEW_DIFFER = 4
"""Fractions of which one of so many differs from the others at most: weights, which follow from levels and frequencies."""

GUARD_OFF = "The formula guard is off: a spreadsheet may run a cell that begins with =, @, + or -."


@dataclass(frozen=True)
class ExportOptions:
    """How the results are written.

    Attributes:
        form: `program` (UTF-8, comma, LF), `excel` (UTF-8 with mark, comma, CRLF) or `same` (as the first list).
        formula_guard: An apostrophe before cells that a spreadsheet would run; None means on.
        pairs: Which pairs: `matches`, `review` or `all`.
        files: Which of `FILES` are written; rejected rows always are, if there are any.
        prefix: Stands before each file name, such as `customers_`.
        sample_checks: What people measured on samples of the pairs, for the report.
        similarity_checks: What keys by similarity find on a sample (`similarity_checks.check_keys`), for the report; None when
            nobody asked.
    """

    form: str = "program"
    formula_guard: bool | None = None
    pairs: str = "review"
    files: tuple[str, ...] = FILES
    prefix: str = ""
    sample_checks: tuple[Mapping[str, Any], ...] = ()
    similarity_checks: tuple[Mapping[str, Any], ...] | None = None


@dataclass(frozen=True)
class CsvForm:
    """The shape of a CSV file."""

    encoding: str
    delimiter: str
    line_end: str
    guard: bool


@dataclass
class Written:
    """What is known of a written file: rows, bytes and SHA-256."""

    rows: int = 0
    size: int = 0
    digest: Any = field(default_factory=hashlib.sha256)


class _NotInEncodingError(Exception):
    """A character that the encoding of the first list does not have."""

    def __init__(self, encoding: str, character: str) -> None:
        super().__init__(encoding, character)
        self.encoding = encoding
        self.character = character


def export(
    folder: str | Path,
    result: FinishedRun,
    merged: Merged,
    decisions: Decisions,
    options: ExportOptions,
    settings: Settings,
    progress: Progress | None = None,
) -> dict[str, Path]:
    """Write the result of a run.

    Args:
        folder: Where to; made if need be.
        result: The finished run.
        merged: Its merged records.
        decisions: What a person said.
        options: How to write.
        settings: The choices that led to the result, for the report.
        progress: Counts the rows.

    Returns:
        The written files by name.

    Raises:
        OutputError: Nothing was written: no permission, a full disk, a file in use, or an input file in that place.
    """
    import json

    from entityres.entities.reporting import about_files, about_run

    progress = progress or quiet()
    check_options(options)
    began = time.perf_counter()
    warnings = [] if options.formula_guard is not False else [GUARD_OFF]
    paths = [record_list.path for record_list in result.lists]
    with Staging(Path(folder), paths) as staging, ThreadPoolExecutor(1) as beside:
        asked = "report" in options.files
        judged = beside.submit(about_run, result, decisions, settings, options) if asked else None
        form = csv_form(options, result)
        tables = _tables(result, merged, decisions, options, settings)
        try:
            written = _write_tables(staging, tables, options.prefix, form, progress)
        except _NotInEncodingError as error:
            warnings.append(
                f"The encoding {error.encoding} of the first list has no “{error.character}”; the files are UTF-8 with mark."
            )
            staging.start_again()
            form = CsvForm("utf-8-sig", form.delimiter, form.line_end, form.guard)
            written = _write_tables(staging, tables, options.prefix, form, progress)
        if judged is not None:
            progress.begin("Writing the report")
            known, took = judged.result(), time.perf_counter() - began
            content = known | about_files(result, settings, options, form, written, took, warnings)
            text = json.dumps(content, indent=2, ensure_ascii=False, allow_nan=False)
            staging.open(f"{options.prefix}report.json").write(text.encode("utf-8") + b"\n")
        if not any(record_list.rejected for record_list in result.lists):
            staging.remove(f"{options.prefix}rejected.csv")
        return staging.commit()


def check_options(options: ExportOptions) -> None:
    """Raise SettingsError for a word that is not known."""
    known = (("form", options.form, FORMS), ("choice of pairs", options.pairs, PAIR_CHOICES))
    for what, word, words in (*known, *(("file", name, FILES) for name in options.files)):
        if word not in words:
            raise SettingsError(f"The {what} “{word}” is not known.", f"Use one of: {', '.join(words)}.")


def delimiter_of(first: RecordList) -> str:
    """The separator that a file written like a list has: its own, but for blanks, which other programs do not take for one."""
    delimiter = first.settings.delimiter or ","
    return delimiter if delimiter.isascii() and delimiter.strip(" ") else ","


def csv_form(options: ExportOptions, result: FinishedRun) -> CsvForm:
    """The shape that the options ask for."""
    guard = options.formula_guard is not False
    if options.form == "excel":
        return CsvForm("utf-8-sig", ",", "\r\n", guard)
    if options.form == "same":
        first = result.lists[0]
        return CsvForm(first.settings.encoding or "utf-8", delimiter_of(first), first.line_end, guard)
    return CsvForm("utf-8", ",", "\n", guard)


def write_table(
    file: BinaryIO, names: Sequence[str], tables: Iterator[pa.Table], form: CsvForm, progress: Progress | None = None
) -> Written:
    """Write headings and tables, one after the other, as one CSV file.

    Args:
        file: Open for writing bytes.
        names: The headings.
        tables: Parts of the table, in order.
        form: The shape.
        progress: Counts the rows.
    """
    written = Written()
    encoder = _encoder(form.encoding)

    def put(data: bytes | memoryview) -> None:
        file.write(data)
        written.digest.update(data)
        written.size += len(data)

    heading = pa.table({str(i): pa.array([name], pa.large_string()) for i, name in enumerate(names)})
    put(encoder(_csv_of(heading, form)))
    for rows, data in _ahead(lambda table: (table.num_rows, _csv_of(table, form)), tables):
        put(encoder(data))
        written.rows += rows
        if progress is not None:
            progress.advance(rows)
    return written


def write_records(record_list: RecordList, path: Path, progress: Progress | None = None) -> None:
    """Write a list as it was loaded, values untouched, with `_row` and `_line` in front.

    Raises:
        OutputError: The place cannot be written, or is that of the list itself.
    """
    progress = progress or quiet()
    n = len(record_list)
    columns = [pa.array(range(1, n + 1), pa.int64()), pa.array(record_list.lines), *record_list.table.columns]
    names = [*free_names(("_row", "_line"), record_list.columns), *record_list.columns]
    progress.begin(f"Writing {path.name}", n)
    with Staging(path.parent, [record_list.path]) as staging:
        parts = _chunks(pa.table(columns, names=names))
        write_table(staging.open(path.name), names, parts, CsvForm("utf-8", ",", "\n", False), progress)
        staging.commit()


@dataclass(frozen=True)
class _Table:
    """A CSV file to write: its headings, how many rows it has, and these in parts, made as they are written."""

    names: Sequence[str]
    rows: int
    parts: Iterator[pa.Table]


def _tables(
    result: FinishedRun, merged: Merged, decisions: Decisions, options: ExportOptions, settings: Settings
) -> dict[str, Callable[[], _Table]]:
    """The CSV files to write, by kind."""

    def whole(made: Callable[[], pa.Table]) -> Callable[[], _Table]:
        def table() -> _Table:
            one = made()
            return _Table(one.column_names, one.num_rows, _chunks(one))

        return table

    def pairs() -> _Table:
        zones = result.scored.zones(settings.match_at, settings.review_at)
        positions = chosen_pairs(result, zones, decisions, options.pairs)
        tables = PairTables(result, zones)
        parts = (positions[start : start + CHUNK] for start in range(0, len(positions), CHUNK))
        names = tables.table(positions[:0]).column_names
        return _Table(names, len(positions), (tables.table(part) for part in parts))

    found = {
        "merged": whole(lambda: merged_table(result, merged)),
        "crosswalk": whole(lambda: crosswalk_table(result)),
        "pairs": pairs,
    }
    found = {kind: table for kind, table in found.items() if kind in options.files}
    if any(record_list.rejected for record_list in result.lists):
        found["rejected"] = whole(lambda: rejected_table(result))
    return found


def _write_tables(
    staging: Staging, tables: Mapping[str, Callable[[], _Table]], prefix: str, form: CsvForm, progress: Progress
) -> dict[str, Written]:
    """Write the CSV files under their temporary names, several at a time."""
    names = [f"{prefix}{kind}.csv" for kind in tables]
    files = [staging.open(name) for name in names]
    progress.begin("Writing the files")

    def write(number: int) -> Written:
        table = list(tables.values())[number]()
        progress.expect(table.rows)
        written = write_table(files[number], table.names, table.parts, form, progress)
        staging.settle(names[number])
        return written

    return dict(zip(names, side_by_side(write, range(len(names))), strict=True))


def _chunks(table: pa.Table) -> Iterator[pa.Table]:
    return (table.slice(start, CHUNK) for start in range(0, table.num_rows, CHUNK))


def _csv_of(table: pa.Table, form: CsvForm) -> np.ndarray:
    """The rows of a table as UTF-8 CSV text."""
    columns = []
    for column in table.columns:
        texts = _texts(column.combine_chunks())
        is_text = pa.types.is_large_string(column.type)
        columns.append(guarded_cells(texts) if form.guard and is_text else texts)
    return csv_bytes(columns, form.delimiter, form.line_end)


def _texts(column: pa.Array) -> pa.LargeStringArray:
    """What is written of a column. Of fractions, which take time to put into words, those that differ are, if they are few."""
    if pa.types.is_floating(column.type):
        numbered = column.dictionary_encode()
        if len(numbered.dictionary) * FEW_DIFFER < len(column):
            return numbered.dictionary.cast(pa.large_string()).take(numbered.indices)
    return column.cast(pa.large_string())


def _encoder(encoding: str) -> Callable[[np.ndarray], bytes | memoryview]:
    """From UTF-8 bytes to the bytes of an encoding, with its mark, if it has one, before the first."""
    if codecs.lookup(encoding).name == "utf-8":
        return lambda data: data.data
    made = codecs.getincrementalencoder(encoding)()

    def encode(data: np.ndarray) -> bytes:
        text = data.tobytes().decode("utf-8")
        try:
            return made.encode(text)
        except UnicodeEncodeError as error:
            raise _NotInEncodingError(encoding, text[error.start]) from error

    return encode


def _ahead(work: Callable[[pa.Table], Any], parts: Iterator[pa.Table]) -> Iterator[Any]:
    """Do the work on two parts at a time (its kernels hold no interpreter lock), results in order."""
    with ThreadPoolExecutor(2) as pool:
        waiting: list[Future[Any]] = [pool.submit(work, part) for part in islice(parts, 2)]
        while waiting:
            first = waiting.pop(0)
            yield first.result()
            waiting += [pool.submit(work, part) for part in islice(parts, 1)]
