"""Engine: how a text is laid out: separator, quotation mark, and the row with the headings, judged over all rows.

Each separator that may be it parses the whole text; the one wins whose rows fit its headings best. Regularity alone is not
enough: where every row has a comma in its name and one in its amount, commas are as regular as the semicolons between cells.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

import numpy as np

from entityres.records.compiled import compiled
from entityres.records.cores import side_by_side
from entityres.records.header_rows import (
    HEAD_ROWS,
    find_header,
    is_heading,
    is_record,
    known_headings,
    looks_like_data,
    usual_width,
)
from entityres.records.parsing import CARRIAGE_RETURN, LINE_FEED, Rows, find_rows, with_hidden_breaks
from entityres.records.record_list import Problem, ReadSettings

SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_RARE_SEPARATORS = "^~:\x1f\x01\x14\x1e"  # of databases; tried where none of the usual ones parts the rows
_SIGNS = re.compile(r"[|~^:;,#@*!&\t]{2,7}(?=[^|~^:;,#@*!&\t])")  # of which a separator of several characters is made
_QUOTED_WORDS = re.compile('"(?:[^"]|"")*"(?: "(?:[^"]|"")*")+')
_ENOUGH = 0.9
_NEEDED_SCORE, _RARE_SCORE = 0.3, 0.6
_SAMPLED = 1_000_000
_AT_ONCE = 1 << 21
_EXCEL_SEPARATOR = re.compile(
    rb'^"?sep=([\x01-\x09\x0b\x0c\x0e-\x21\x23-\x7e])"?[ \t,;|]*(?:\r\n|\r|\n|$)', re.IGNORECASE
)


@dataclass(frozen=True)
class Layout:
    """Where rows, cells and headings are.

    Attributes:
        rows: The rows of the text.
        delimiter: The separator, seldom of several characters.
        quote: The quotation mark, or "".
        header: Index of the row with the headings; -1 when there are none.
        counts: How often each separator that may be it occurs in the text.
        headings: The headings where they are others than the cells of that row, else None.
        wrapped: Whether each row stood in quotation marks as a whole; `rows` are what was inside.
        found_none: Whether the text was found to have no headings; False where the user said so.
        drawn: How many lines were only drawn, in a table of such; they count as blank.
        beside: int64, rising: rows that stand beside a drawn table, or between it and its headings, and are no records.
        notes: What is to be said of how the text was read.
    """

    rows: Rows
    delimiter: str
    quote: str
    header: int
    counts: dict[str, int]
    headings: tuple[str, ...] | None = None
    wrapped: bool = False
    found_none: bool = False
    drawn: int = 0
    beside: np.ndarray = field(default_factory=lambda: np.empty(0, np.int64))
    notes: tuple[Problem, ...] = ()


_AGREE = 0.5
"""Where fewer rows are of the usual width, what parts their values is no separator of columns."""


@compiled("int64(uint8[::1], uint8)")
def _count(data: np.ndarray, byte: np.uint8) -> int:
    """How often a byte occurs."""
    count = 0
    for at in range(data.size):
        count += data[at] == byte
    return count


def find_layout(data: np.ndarray, settings: ReadSettings, advance: Callable[[int], None] | None = None) -> Layout:
    """Find out what the settings leave open.

    Args:
        data: uint8 (n,), the text as UTF-8, writable.
        settings: What the user chose.
        advance: Called with the number of bytes parsed since the last call.
    """
    quote = '"' if settings.quote is None else settings.quote
    counts = _separator_counts(data)
    best, best_score = _best(data, _possible_separators(data, settings, counts), quote, settings, counts, advance)
    if settings.delimiter is None and best_score < _NEEDED_SCORE and not _declared(data):
        best = _fewer_columns(data, quote, settings, best, advance)
    if settings.delimiter is None:
        best = _longer_separator(best, settings, advance)
    best = _breaks_inside(_headings_apart(_row_names(best, settings), settings), settings, advance)
    if settings.header_row is None and not best.headings and is_record(best.rows, best.header):
        best = replace(best, header=-1, found_none=True)
    if settings.quote is None and _quoted_by_apostrophes(best):
        rows = find_rows(data, best.delimiter, "'", advance)
        return Layout(rows, best.delimiter, "'", best.header, counts)
    return best


def _best(
    data: np.ndarray,
    delimiters: Iterable[str],
    quote: str,
    settings: ReadSettings,
    counts: dict[str, int],
    advance: Callable[[int], None] | None,
) -> tuple[Layout, float]:
    """The layout by the separator whose rows fit their headings best, and how well (0 to 1)."""
    best: Layout | None = None
    best_score = -1.0
    for delimiter in delimiters:
        rows = _quoting(find_rows(data, delimiter, quote, advance), advance)
        head = rows.head(HEAD_ROWS)
        header = find_header(rows, head) if settings.header_row is None else settings.header_row - 1
        score = _score(rows, head, header, delimiter)
        if score > best_score:
            best, best_score = Layout(rows, delimiter, quote, header, counts), score
    assert best is not None
    return best, best_score


def _fewer_columns(
    data: np.ndarray, quote: str, settings: ReadSettings, found: Layout, advance: Callable[[int], None] | None
) -> Layout:
    """The layout where no usual separator parts the rows well: a rare one, ragged rows, or a list of one column."""
    blanks = _parted_by_blanks(data, quote, settings, found, advance)
    if blanks is not None:
        return blanks
    lines = data[:_SAMPLED]
    rare = [one for one in _RARE_SEPARATORS if np.count_nonzero(lines == ord(one)) >= np.count_nonzero(lines == 10)]
    if rare:
        other, score = _best(data, rare, quote, settings, found.counts, advance)
        if score >= _RARE_SCORE and usual_width(other.rows) > 1:
            return other
    if not found.rows.filled.any() or (_is_row_of_headings(found) and not _heads_sets(found)):
        return found
    return _single_column(data, settings, quote, found.counts, found)


def _parted_by_blanks(
    data: np.ndarray, quote: str, settings: ReadSettings, found: Layout, advance: Callable[[int], None] | None
) -> Layout | None:
    """The layout by blanks, where each heading stands in quotation marks and nearly all rows have as many cells, or one more."""
    first = int(np.argmax(found.rows.filled > 0))
    if quote != '"' or not found.rows.filled.any() or not _QUOTED_WORDS.fullmatch(found.rows.raw(first)):
        return None
    rows = find_rows(data, " ", quote, advance)
    width = usual_width(rows)
    fit = (
        np.mean(rows.cells[first + 1 :][rows.filled[first + 1 :] > 0] == width) if rows.filled[first + 1 :].any() else 0
    )
    if fit < _ENOUGH or not 0 <= width - int(rows.cells[first]) <= 1:
        return None
    return Layout(rows, " ", quote, first if settings.header_row is None else settings.header_row - 1, found.counts)


def _row_names(found: Layout, settings: ReadSettings) -> Layout:
    """The layout with a heading for the numbers of rows, which R writes without one: in quotation marks, 1, 2, 3 and so on."""
    rows, header = found.rows, found.header
    below = [row for row in range(header + 1, min(len(rows), header + 1 + HEAD_ROWS)) if rows.filled[row]]
    if header < 0 or not below or found.quote != '"' or settings.header_row == 0:
        return found
    texts = rows.texts(header)
    if len(texts) != usual_width(rows) - 1 or not all(f'"{text}"' in rows.raw(header) for text in texts):
        return found
    if not all(rows.raw(row).startswith(f'"{number}"') for number, row in enumerate(below, 1)):
        return found
    text = "Each row begins with its number, which has no heading, as R writes lists; the headings are those of other columns."
    note = Problem(int(rows.lines[header]), "row_names", text)
    return _with_headings(found, header, ["", *texts], note)


def _with_headings(found: Layout, header: int, texts: list[str], note: Problem) -> Layout:
    """The layout with other headings than the cells of their row, and what is to be said of it."""
    cells, filled = found.rows.cells.copy(), found.rows.filled.copy()
    cells[header] = filled[header] = len(texts)
    rows = replace(found.rows, cells=cells, filled=filled)
    return replace(found, rows=rows, header=header, headings=tuple(texts), notes=(*found.notes, note))


def _longer_separator(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None) -> Layout:
    """The layout where several signs together part cells: `||`, `~|~`, `@#`; always the same in the row of headings."""
    rows = found.rows
    if not 0 <= found.header < len(rows):
        return found
    lines = [rows.raw(row) for row in range(found.header, min(len(rows), found.header + HEAD_ROWS)) if rows.filled[row]]
    signs = set(_SIGNS.findall(lines[0])) if lines else set()
    longer = signs.pop() if len(signs) == 1 else ""
    alone = not longer or found.delimiter in lines[0].replace(longer, "")
    if alone or (found.delimiter not in longer and usual_width(rows) > 1):
        return found
    if sum(longer in line for line in lines) < _ENOUGH * len(lines):
        return found
    other = _quoting(find_rows(rows.data, longer, found.quote, advance), advance)
    if usual_width(other) < 2 or misfits(other) > misfits(rows):
        return found
    return replace(found, rows=other, delimiter=longer)


def _breaks_inside(found: Layout, settings: ReadSettings, advance: Callable[[int], None] | None) -> Layout:
    """The layout with line feeds, or carriage returns, as text where nearly all rows end otherwise and fit better so."""
    rows = found.rows
    feeds, both, returns = rows.line_ends
    if found.headings or usual_width(rows) < 2:
        return found
    for byte, alone, others in ((LINE_FEED, feeds, both), (CARRIAGE_RETURN, returns, feeds + both)):
        if not alone or others < max(3, 2 * alone) or (byte == LINE_FEED and returns):
            continue
        other = with_hidden_breaks(rows, byte, advance)
        # Each break inside a cell makes two rows that are too short; where rows fit anyhow, it ends one.
        if misfits(rows) - misfits(other) >= alone:
            header = find_header(other, other.head(HEAD_ROWS)) if settings.header_row is None else found.header
            return replace(found, rows=other, header=header)
    return found


def _is_row_of_headings(found: Layout) -> bool:
    """Whether the separator parts the headings into words, however ragged the rows below are."""
    if not 0 <= found.header < len(found.rows):
        return False
    texts = found.rows.texts(found.header)
    # A blank after the separator is how text is written, and a list of one column has headings without one.
    return len(texts) > 1 and all(is_heading(text) for text in texts) and len(set(texts)) == len(texts)


def _heads_sets(found: Layout) -> bool:
    """Whether one heading stands right above rows of all widths: a list of one column whose cells hold several items."""
    rows, above = found.rows, found.header - 1
    if above < 0 or int(rows.filled[above]) != 1 or int(rows.cells[above]) != 1:
        return False
    below = rows.cells[above + 1 :][rows.filled[above + 1 :] > 0]
    agree = float(np.mean(below == usual_width(rows)))
    return agree < _AGREE and not known_headings(rows.head(found.header + 1)[found.header])


def _headings_apart(found: Layout, settings: ReadSettings) -> Layout:
    """The layout with headings that another separator parts than the rows, where they would be lost as a title."""
    rows = found.rows
    width = usual_width(rows)
    first = int(np.argmax(rows.filled > 0)) if len(rows) else 0
    near = (first, first + 1) if settings.header_row is None else (first,)
    if width < 2 or first >= len(rows) or int(rows.cells[first]) != 1 or found.header not in near:
        return found
    for delimiter in SEPARATORS:
        if delimiter != found.delimiter and delimiter in rows.raw(first):
            line = np.frombuffer(bytearray(rows.raw(first).encode()), np.uint8)
            texts = find_rows(line, delimiter, found.quote).texts(0)
            if len(texts) == width and all(map(is_heading, texts)) and len(set(texts)) == width:
                text = f"The headings are parted by another separator than the rows: the {SEPARATORS[delimiter]}."
                return _with_headings(found, first, texts, Problem(int(rows.lines[first]), "headings_apart", text))
    return found


def _separator_counts(data: np.ndarray) -> dict[str, int]:
    """How often each possible separator occurs."""

    def count(begin: int, end: int) -> list[int]:
        return [_count(data[begin:end], np.uint8(ord(separator))) for separator in SEPARATORS]

    parts = [(begin, min(data.size, begin + _AT_ONCE)) for begin in range(0, max(1, data.size), _AT_ONCE)]
    counts = np.sum(list(side_by_side(count, parts)), axis=0)
    return dict(zip(SEPARATORS, counts.tolist(), strict=True))


def _declared(data: np.ndarray) -> str:
    """The separator that a first line such as `sep=;` declares, as spreadsheet programs understand it, or ""."""
    found = _EXCEL_SEPARATOR.match(bytes(data[:16]))
    return found[1].decode("ascii") if found else ""


def _possible_separators(data: np.ndarray, settings: ReadSettings, counts: dict[str, int]) -> list[str]:
    """The separators worth a try, never none."""
    if settings.delimiter is not None:
        return [settings.delimiter]
    declared = _declared(data)
    if declared:
        return [declared]
    lines = max(1, int(np.count_nonzero(data[:_SAMPLED] == 10) + np.count_nonzero(data[:_SAMPLED] == 13)))
    seldom = lines * max(1, data.size // _SAMPLED) / 20  # a cell may run over several lines, but hardly over twenty
    return [separator for separator, count in counts.items() if count and count >= seldom] or [","]


def _score(rows: Rows, head: list[list[str]], header: int, delimiter: str) -> float:
    """How well the rows fit the headings when they are cut by this separator (0 to 1)."""
    body = slice(header + 1, None)
    cells = rows.cells[body][rows.filled[body] > 0]
    filled = rows.filled[body][rows.filled[body] > 0]
    width = int(rows.filled[header]) if 0 <= header < len(rows) else usual_width(rows)
    if width < 2:
        return 0.0
    fits = 1.0
    if cells.size:
        fits = float(np.mean((filled <= width) & (cells >= width)))
        # Where a heading is missing the rows still agree with each other.
        fits = max(fits, 0.5 * float(np.mean(cells == usual_width(rows))))
    score = fits * width / (width + 0.3)
    titles = int(np.count_nonzero(rows.filled[: max(0, header)]))
    if titles and not (titles == 1 and head[0][0].lower().startswith("sep=")):
        score *= 0.6
    if 0 <= header < len(head):
        if looks_like_data(head[header]):
            score *= 0.8
        others = "".join(separator for separator in SEPARATORS if separator != delimiter)
        score *= 0.9 ** len({character for cell in head[header] for character in cell if character in others})
    later = [cell for row in head[max(0, header) :] for cell in row[1:] if cell]
    if later:
        # A blank after every comma is how text is written, not how cells are.
        score *= 1 - 0.5 * sum(cell[0] == " " for cell in later) / len(later)
    return score


def _single_column(
    data: np.ndarray, settings: ReadSettings, quote: str, counts: dict[str, int], found: Layout
) -> Layout:
    """A list of one column: the comma where its cells stay whole by it, else the separator that occurs least."""
    rows = found.rows if found.delimiter == "," else find_rows(data, ",", quote)
    delimiter = ","
    if usual_width(rows) > 1 or misfits(rows):
        delimiter = min(SEPARATORS, key=lambda separator: (counts[separator] > 0, separator != ",", counts[separator]))
        rows = found.rows if delimiter == found.delimiter else find_rows(data, delimiter, quote)
    head = rows.head(HEAD_ROWS)
    header = find_header(rows, head) if settings.header_row is None else settings.header_row - 1
    return Layout(rows, delimiter, quote, header, counts)


def _quoting(rows: Rows, advance: Callable[[int], None] | None) -> Rows:
    """The rows with backslashes that make text of quotation marks, or blanks before opening ones, where rows fit better so."""
    opened, backslashes, after_blanks = rows.opened
    best, least = rows, misfits(rows)
    if not backslashes and least:
        backslashes = bytes(rows.data[:_SAMPLED]).count(b"\\" + rows.separator.encode())
    if not backslashes and not after_blanks:
        return rows
    quote = chr(rows.quote) if rows.quote >= 0 else ""
    for escape, blanks in (("\\", False), ("", True), ("\\", True)):
        if (blanks and not after_blanks) or not (blanks or backslashes):
            continue
        other = find_rows(rows.data, rows.separator, quote, advance, escape=escape, blanks=blanks)
        odd = misfits(other)
        # Marks after blanks that change the width of no row are still marks, where hardly any stand without blanks.
        if odd < least or (odd == least == 0 and not escape and after_blanks >= opened):
            best, least = other, odd
    return best


def misfit_rows(rows: Rows) -> np.ndarray:
    """bool (n_rows,): rows of another width than most, and with quotation marks that are odd."""
    wrong = (rows.filled > 0) & (rows.cells != usual_width(rows))
    return np.asarray(wrong | (rows.flags > 0))


def misfits(rows: Rows) -> int:
    """How many rows misfit, and quotation marks that have no partner."""
    return int(np.count_nonzero(misfit_rows(rows))) + int(rows.stray_quotes.size)


def _quoted_by_apostrophes(layout: Layout) -> bool:
    """Whether headings and cells stand in apostrophes instead of quotation marks."""
    rows, first = layout.rows, max(0, layout.header)
    cells = [cell for cell in rows.texts(first) if cell.strip()] if first < len(rows) else []
    if not cells or not all(map(_in_apostrophes, cells)):
        return False
    return all(_in_apostrophes(rows.raw(row)) for row in range(first, min(len(rows), first + 4)) if rows.filled[row])


def _in_apostrophes(text: str) -> bool:
    """Whether a text begins and ends with an apostrophe."""
    text = text.strip()
    return len(text) > 1 and text[0] == text[-1] == "'"
