"""Engine: tables that are drawn with lines, as database programs print them and Markdown writes them.

    +----+----------+         id | name            | id | name     |        ID NAME
    | id | name     |        ----+----------       |----|----------|        -- ----------
    +----+----------+          1 | Ann Hill        |  1 | Ann Hill |         1 Ann Hill

What stands between the bars, or below the runs of hyphens, is a list with the same lines: the drawn ones are blank rows,
what stands beside the table is none.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.drawn_lines import (
    BARRED,
    BLANK,
    LONE_RULE,
    OTHER,
    RULE,
    SPACED_RULE,
    cut_at_bars,
    cut_below_runs,
    sort_lines,
    try_measures,
)
from entityres.records.header_rows import usual_width
from entityres.records.layout import Layout, find_layout
from entityres.records.parsing import Rows, find_rows
from entityres.records.record_list import Problem, ReadSettings
from entityres.records.remade import places_of, with_source

_LOOKED_AT, _FIRST_LINES = 20_000, 6
_BARS = "|│┃║"
_UNUSED = (0x1F, 0x1E, 0x1D, 0x1C, 0x02, 0x03, 0x04)  # bytes of which one stands between cells, none in them
_RUN = re.compile("[-=]+")
_ENOUGH = 0.8


def undraw(data: np.ndarray, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout of a drawn table; None where the text is none.

    Args:
        data: uint8 (n,), the text as UTF-8, writable.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    if settings.delimiter not in (None, "|", "\t") or settings.quote not in (None, '"'):
        return None
    head = [line for line in re.split("\r\n?|\n", bytes(data[:_LOOKED_AT]).decode("utf-8", "replace")) if line.strip()]
    head = head[:_FIRST_LINES]
    kinds = [_kind_of(line) for line in head]
    barred = [line for line, kind in zip(head, kinds, strict=True) if kind == BARRED]
    if RULE not in kinds and SPACED_RULE not in kinds:
        return None  # and the text need not be looked through for a byte that it does not have
    separator = next((byte for byte in _UNUSED if byte not in data), 0)
    if RULE in kinds and barred and settings.delimiter != "\t" and separator:
        bar = max(_BARS, key=barred[0].count)
        return _between_bars(data, settings, bar, head[kinds.index(RULE)], separator, advance)
    if SPACED_RULE in kinds and settings.delimiter != "|" and separator:
        return _below_runs(data, settings, head[kinds.index(SPACED_RULE)], separator, advance)
    return None


def _kind_of(line: str) -> int:
    """What a line is, whatever the bars."""
    data = np.frombuffer(bytearray(line.encode()), np.uint8)
    kinds = np.zeros(1, np.uint8)
    sort_lines(data, np.zeros(1, np.int64), ord(max(_BARS, key=line.count)), kinds)
    return int(kinds[0])


def _between_bars(
    data: np.ndarray,
    settings: ReadSettings,
    bar: str,
    rule: str,
    separator: int,
    advance: Callable[[int], None] | None,
) -> Layout | None:
    """The layout of what stands between bars."""
    lines = find_rows(data, "|", "")
    kinds = np.zeros(len(lines), np.uint8)
    framed = sort_lines(data, lines.starts, ord(bar), kinds)
    kinds[kinds == LONE_RULE] = OTHER
    markdown = bar == "|" and "+" not in rule
    joints = [place for place, letter in enumerate(rule.rstrip()) if not letter.isspace() and letter not in "-=:─━═"]
    out = np.empty(data.size + len(lines) + 1, np.uint8)
    size = cut_at_bars(
        data, lines.starts, kinds, ord(bar), framed, markdown, np.array(joints, np.int64), separator, out
    )
    kinds[kinds == SPACED_RULE] = OTHER
    found = _layout(out[:size], lines, kinds, settings, separator, "|", advance)
    return replace(found, notes=_going_on(lines, kinds, bar, len(rule.rstrip()))) if found and not markdown else found


def _going_on(lines: Rows, kinds: np.ndarray, bar: str, width: int) -> tuple[Problem, ...]:
    """What is said of cells that go on in the next line: psql has a plus sign right before the bar then, and no blank."""
    inside, last = places_of(lines.data, f"+{bar}".encode()), places_of(lines.data, b"+\n")
    at_end = np.searchsorted(lines.starts, last, side="right") - 1
    at_end = at_end[last + 1 - lines.starts[at_end] == width]
    rows = np.union1d(np.searchsorted(lines.starts, inside, side="right") - 1, at_end)
    rows = rows[kinds[rows] == BARRED]
    if not rows.size:
        return ()
    many = "1 line has" if rows.size == 1 else f"{rows.size:,} lines have"
    line = int(rows[0]) + 1
    text = f"{many} cells that go on in the next line, first line {line:,}; each line was read as a row. Export the list as CSV."
    return (Problem(line, "cells_go_on", text),)


def _below_runs(
    data: np.ndarray, settings: ReadSettings, rule: str, separator: int, advance: Callable[[int], None] | None
) -> Layout | None:
    """The layout of what stands below the runs of a line of hyphens: columns of a fixed width."""
    lines = find_rows(data, "|", "")
    kinds = np.zeros(len(lines), np.uint8)
    sort_lines(data, lines.starts, -1, kinds)
    if (kinds == LONE_RULE).any():
        return None  # the headings of records that run over several lines, each with a rule of its own
    runs = [found.span() for found in _RUN.finditer(rule)]
    begins, ends = np.array(runs, np.int64).T.copy()
    out = np.empty(data.size + (len(runs) + 1) * len(lines) + 1, np.uint8)
    rules = np.flatnonzero(kinds == SPACED_RULE)
    if any(lines.raw(row).rstrip() != rule.rstrip() for row in rules[:_LOOKED_AT].tolist()):
        return None  # likewise
    kinds[kinds == RULE] = OTHER
    counts = np.zeros((3, 2), np.int64)
    try_measures(data, lines.starts, kinds, begins, ends, counts)
    measure = max(range(3), key=counts.tolist().__getitem__)
    size = cut_below_runs(data, lines.starts, kinds, begins, ends, measure, separator, out)
    first = int(rules[0])
    header = first - 1 if first and kinds[first - 1] != BLANK else first + 1
    if header >= len(kinds) or kinds[header] != BARRED:
        return None
    # What a program says of its work stands below all records.
    body = kinds[header : int(np.flatnonzero(kinds == BARRED)[-1]) + 1]
    if np.count_nonzero(body == OTHER) > (1 - _ENOUGH) * np.count_nonzero(body == BARRED):
        return None
    kinds[:header][kinds[:header] == BARRED] = OTHER
    chosen = settings if settings.header_row is not None else replace(settings, header_row=header + 1)
    return _layout(out[:size], lines, kinds, chosen, separator, "\t", advance)


def _layout(
    made: np.ndarray,
    lines: Rows,
    kinds: np.ndarray,
    settings: ReadSettings,
    separator: int,
    delimiter: str,
    advance: Callable[[int], None] | None,
) -> Layout | None:
    """The layout of the cells of a drawn table.

    Args:
        made: uint8, its cells as text, one line for each line of the file.
        lines: The lines of the file.
        kinds: uint8, what each of them is: those that are OTHER stand beside the table.
        settings: What the user chose.
        separator: The byte between cells.
        delimiter: The separator that is told.
        advance: Called with the number of bytes parsed since the last call.
    """
    inner = find_layout(np.ascontiguousarray(made), replace(settings, delimiter=chr(separator), quote=""), advance)
    if usual_width(inner.rows) < 2 or len(inner.rows) != len(lines) or inner.headings:
        return None
    header = inner.header
    if settings.header_row is None and (header < 0 or kinds[header] == OTHER):
        header = int(np.argmax(kinds == BARRED))
    rows = replace(with_source(inner.rows, lines.data, lines.starts), line_ends=lines.line_ends)
    drawn = int(np.count_nonzero((kinds == RULE) | (kinds == SPACED_RULE)))
    found = replace(inner, rows=rows, header=header, delimiter=delimiter, quote='"', found_none=False)
    return replace(found, drawn=drawn, beside=np.flatnonzero(kinds == OTHER))
