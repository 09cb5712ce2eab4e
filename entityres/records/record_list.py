"""Engine: a list as it was read: every cell as text, every row accounted for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa


@dataclass(frozen=True)
class ReadSettings:
    """How a file is read. None means: find out.

    Attributes:
        encoding: `utf-8`, `utf-8-sig`, `utf-16`, `utf-16-le`, `utf-16-be`, `cp1252`, or another codec.
        delimiter: One ASCII character, or up to seven, or one sign beyond ASCII.
        quote: One character, or "" when quotation marks are ordinary text.
        header_row: Number of the row (1 = first) that holds the headings; 0 when there are none.
        sheet: Name of the sheet of a workbook; of no meaning for other files.
        skip_short_rows: Reject rows with too few cells, whose last cells would otherwise be empty.
        renamed: (heading as it was read, name to use instead), by hand.
    """

    encoding: str | None = None
    delimiter: str | None = None
    quote: str | None = None
    header_row: int | None = None
    sheet: str | None = None
    skip_short_rows: bool = False
    renamed: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        # Out of a project file the pairs come as lists.
        object.__setattr__(self, "renamed", tuple((str(old), str(new)) for old, new in self.renamed))


@dataclass(frozen=True)
class Problem:
    """Something odd in a file: where (physical line, None for the whole file), what kind, and one plain sentence."""

    line: int | None
    kind: str
    message: str


@dataclass(frozen=True)
class RejectedRow:
    """A row that could not be loaded: its physical line, why, and its raw text."""

    line: int
    reason: str
    text: str


@dataclass(frozen=True)
class RecordList:
    """One input file. Immutable; loaded + rejected + blank = rows of the file.

    Attributes:
        name: Short name, unique among the lists that are used together.
        path: The file.
        settings: How it was read, nothing left open.
        table: One `large_string` column per heading, no nulls: an empty cell is "".
        lines: int64 (n_records,), the physical line (from 1) on which each record begins.
        problems: What was odd, in order of lines.
        rejected: Rows that could not be loaded.
        blank_rows: How many rows were blank.
        line_end: `\\n`, `\\r\\n` or `\\r`: the commonest in the file.
        size: Bytes of the file.
        sha256: Hex digest of the file.
    """

    name: str
    path: str
    settings: ReadSettings
    table: pa.Table
    lines: np.ndarray
    problems: tuple[Problem, ...] = ()
    rejected: tuple[RejectedRow, ...] = ()
    blank_rows: int = 0
    line_end: str = "\n"
    size: int = 0
    sha256: str = ""

    def __len__(self) -> int:
        return int(self.table.num_rows)

    @property
    def columns(self) -> tuple[str, ...]:
        """The headings, unique, in the order of the file."""
        return tuple(self.table.column_names)

    def cell(self, row: int, column: str) -> str:
        """The text of one cell (row counted from 0)."""
        return str(self.table.column(column)[row].as_py())
