"""Engine: tables that are drawn with lines, as database programs print them and Markdown writes them.

    +----+----------+         id | name            | id | name     |
    | id | name     |        ----+----------       |----|----------|
    +----+----------+          1 | Ann Hill        |  1 | Ann Hill |

What stands between the bars is a list with the same lines: the drawn ones are blank rows, what stands beside the table is none.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np

from entityres.records.layout import Layout, find_layout, usual_width
from entityres.records.parsing import find_rows
from entityres.records.record_list import ReadSettings

_LOOKED_AT = 20_000
_FIRST_LINES = 6
_BOXES = str.maketrans("│┃║─━═┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╞╪╡┏┳┓┣╋┫┗┻┛┡╇┩", "|||---" + "+" * 33)
_DRAWN = re.compile(r"(?=.*(?:--|==))\s*[+|]?\s*:?[-=]+:?\s*(?:[+|]\s*:?[-=]+:?\s*)+[+|]?\s*")


def undraw(data: np.ndarray, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout | None:
    """The layout of a drawn table; None where the text is none.

    Args:
        data: uint8 (n,), the text as UTF-8.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    if settings.delimiter not in (None, "|") or settings.quote not in (None, '"'):
        return None
    first = bytes(data[:_LOOKED_AT]).decode("utf-8", "replace").translate(_BOXES).split("\n")
    first = [line for line in first if line.strip()][:_FIRST_LINES]
    if not any(map(_DRAWN.fullmatch, first)) or not any("|" in line for line in first if not _DRAWN.fullmatch(line)):
        return None
    text = bytes(data).decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.removesuffix("\n").translate(_BOXES).split("\n")
    drawn = [_DRAWN.fullmatch(line) is not None for line in lines]
    barred = ["|" in line and not rule for line, rule in zip(lines, drawn, strict=True)]
    framed = all(_has_frame(line) for line, bars in zip(lines, barred, strict=True) if bars)
    out = io.StringIO()
    writer = csv.writer(out, delimiter="|", lineterminator="\n")
    for line, rule, bars in zip(lines, drawn, barred, strict=True):
        cells = (line.strip()[1:-1] if framed else line).split("|") if bars else [line]
        writer.writerow([] if rule else [cell.strip() for cell in cells])
    inner = find_layout(
        np.frombuffer(bytearray(out.getvalue().encode()), np.uint8), replace(settings, delimiter="|"), advance
    )
    if usual_width(inner.rows) < 2 or len(inner.rows) != len(lines) or inner.headings:
        return None
    beside = np.array(
        [bool(line.strip()) and not rule and not bars for line, rule, bars in zip(lines, drawn, barred, strict=True)]
    )
    header = inner.header
    if settings.header_row is None and (header < 0 or beside[header]):
        header = barred.index(True)
    ends = (0, len(lines), 0) if b"\r\n" in bytes(data[:_LOOKED_AT]) else (len(lines), 0, 0)
    starts = find_rows(data, "|", "").starts
    rows = replace(inner.rows, line_ends=ends, source=data, source_starts=starts)
    found = replace(inner, rows=rows, header=header, found_none=False)
    return replace(found, drawn=sum(drawn), beside=np.flatnonzero(beside))


def _has_frame(line: str) -> bool:
    """Whether a line has bars at both ends."""
    line = line.strip()
    return len(line) > 1 and line[0] == line[-1] == "|"
