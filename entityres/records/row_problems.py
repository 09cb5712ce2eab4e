"""Engine: what was odd about the rows of a file, in plain sentences, and the rows that did not become records."""

from __future__ import annotations

import re
from collections.abc import Callable

import numpy as np

from entityres.records.csv_passes import INNER_QUOTE, TEXT_AFTER_QUOTE
from entityres.records.encoding import Decoded
from entityres.records.encoding_names import encoding_words
from entityres.records.header_rows import known_headings, looks_like_data
from entityres.records.last_rows import no_records
from entityres.records.layout import SEPARATORS, Layout
from entityres.records.parsing import LINE_FEED, Rows
from entityres.records.record_list import Problem, RejectedRow
from entityres.records.row_account import LOOKED_AT, RowAccount

MOST_LISTED = 100
_MOST_LINES = 30  # a cell that runs over more lines is worth a look
_RAW_CHARACTERS = 160
_NAME_AND_VALUE = re.compile(r"\s*([^\W\d][^:=]{0,30}?)\s*[:=](?:\s|$)")
_NUMBER_WORDS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten")


def rejected_rows(layout: Layout, account: RowAccount) -> tuple[RejectedRow, ...]:
    """The rows that are not loaded, in the order of the file, with their raw text."""
    rows, columns = layout.rows, account.n_columns
    above = [
        RejectedRow(int(rows.lines[row]), "It stands above the headings.", rows.raw(row))
        for row in account.above.tolist()
    ]
    wrong = [
        RejectedRow(
            int(rows.lines[row]),
            f"It has {_values(_held(rows, row, columns))}; there are {columns:,} columns.",
            rows.raw(row),
        )
        for row in account.rejected.tolist()
    ]
    other = [
        RejectedRow(int(rows.lines[row]), reason, rows.raw(row))
        for reason, which in (
            ("It stands beside the table.", np.intersect1d(account.beside, layout.beside)),
            ("It stands under the headings and is no record.", np.setdiff1d(account.beside, layout.beside)),
            ("It repeats the headings.", account.repeated[:0] if account.keeps_repeated else account.repeated),
        )
        for row in which.tolist()
    ]
    return tuple(above + sorted(wrong + other, key=lambda row: row.line))


def limited(rows: np.ndarray, kind: str, sentence: Callable[[int], Problem], what: str) -> list[Problem]:
    """One problem a row for the first hundred, then one that says how many more there are.

    Args:
        rows: int64, the rows that have the problem.
        kind: What kind of problem.
        sentence: Makes the problem of one row.
        what: Follows the number of those that are not listed ("rows have too few values").
    """
    # One that is left over is rather listed: "1 more" would need another sentence.
    listed = MOST_LISTED if rows.size > MOST_LISTED + 1 else int(rows.size)
    problems = [sentence(row) for row in rows[:listed].tolist()]
    more = int(rows.size) - listed
    if more:
        problems.append(Problem(sentence(int(rows[listed])).line, kind, f"{more:,} more {what}."))
    return problems


def row_problems(layout: Layout, account: RowAccount) -> list[Problem]:
    """What is odd about single rows."""
    rows, columns, loaded = layout.rows, f"there are {account.n_columns:,} columns", account.loaded
    span = np.diff(rows.lines, append=rows.lines[-1:])

    def told(kind: str, sentence: Callable[[int], str]) -> Callable[[int], Problem]:
        return lambda row: Problem(int(rows.lines[row]), kind, sentence(row))

    def short(row: int) -> str:
        values = _values(int(rows.cells[row]))
        return f"{_line(rows, row)} has {values}; {columns}. The cells missing at its end are empty: {_raw(rows, row)}"

    def rejected(row: int) -> str:
        values = _values(_held(rows, row, account.n_columns))
        return f"{_line(rows, row)} has {values}; {columns}. It was not loaded: {_raw(rows, row)}"

    def late_text(row: int) -> str:
        what = "text follows a closing quotation mark; it was kept as part of the cell"
        return f"{_line(rows, row)}: {what}: {_raw(rows, row)}"

    def inner(row: int) -> str:
        what = "quotation marks inside a quoted cell are not doubled; they were kept as text"
        return f"{_line(rows, row)}: {what}: {_raw(rows, row)}"

    def many_lines(row: int) -> str:
        what = f"a quoted cell goes on for more than {_MOST_LINES} lines"
        return f"{_line(rows, row)}: {what}. Check that its closing quotation mark is where it should be."

    return [
        *limited(
            loaded[rows.cells[loaded] < account.n_columns],
            "short_row",
            told("short_row", short),
            "rows have too few values",
        ),
        *limited(
            account.rejected[rows.filled[account.rejected] > account.n_columns],
            "long_row",
            told("long_row", rejected),
            "rows have too many values and were not loaded",
        ),
        *limited(
            account.rejected[rows.filled[account.rejected] <= account.n_columns],
            "skipped_row",
            told("skipped_row", rejected),
            "rows have too few values and were not loaded",
        ),
        *limited(
            np.flatnonzero(rows.flags & TEXT_AFTER_QUOTE),
            "text_after_quote",
            told("text_after_quote", late_text),
            "rows have text after a closing quotation mark",
        ),
        *limited(
            np.flatnonzero(rows.flags & INNER_QUOTE),
            "inner_quote",
            told("inner_quote", inner),
            "rows have quotation marks inside a quoted cell that are not doubled",
        ),
        *limited(
            np.flatnonzero(span > _MOST_LINES),
            "many_lines",
            told("many_lines", many_lines),
            f"rows go on for more than {_MOST_LINES} lines",
        ),
        *no_records(rows, account.loaded),
        *_spare_cells(rows, account),
        *_stray_quotes(rows),
    ]


def _spare_cells(rows: Rows, account: RowAccount) -> list[Problem]:
    """Empty cells beyond the last column, such as spare separators at the end of rows leave."""
    spare = account.loaded[rows.cells[account.loaded] > account.n_columns]
    if not spare.size and account.declared <= account.n_columns:
        return []
    if not spare.size:
        return [Problem(None, "spare_cells", "The row of headings ends with spare separators; they are left out.")]
    line = int(rows.lines[spare[0]])
    count = "1 row ends" if spare.size == 1 else f"{spare.size:,} rows end"
    text = f"{count} with empty cells beyond the last column, first in line {line:,}; they are left out."
    return [Problem(line, "spare_cells", text)]


def _stray_quotes(rows: Rows) -> list[Problem]:
    """Quotation marks that have no partner and are read as text."""
    found = np.searchsorted(rows.starts, rows.stray_quotes, side="right") - 1

    def stray(row: int) -> Problem:
        line = int(rows.lines[row])
        text = (
            f"A quotation mark opened in line {line:,} is closed only in the middle of a later row. It is read as text:"
        )
        return Problem(line, "stray_quote", f"{text} {_raw(rows, row)}")

    problems = []
    if rows.unclosed:
        row = int(found[-1])
        line, after = int(rows.lines[row]), len(rows) - row - 1
        kept = {0: "", 1: " The row after it is kept."}.get(after, f" The {after:,} rows after it are kept.")
        text = f"A quotation mark opened in line {line:,} is not closed before the end of the file. It is read as text.{kept}"
        problems.append(Problem(line, "unclosed_quote", text))
        found = found[:-1]
    return problems + limited(found, "stray_quote", stray, "quotation marks have no partner and are read as text")


def places_by_line(rows: Rows, places: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows that hold some places of the text, and how many each holds."""
    found, counts = np.unique(np.searchsorted(rows.starts, places, side="right") - 1, return_counts=True)
    return found, counts


def encoding_problems(rows: Rows, decoded: Decoded) -> list[Problem]:
    """Zero bytes and marks that were taken out, and characters that do not fit the encoding."""
    encoding, problems = decoded.encoding, []
    taken = (("nul_bytes", "Zero bytes", decoded.nul_at), ("later_marks", "Byte-order marks", decoded.marks_at))
    for kind, what, places in taken:
        if places.size:
            found, _ = places_by_line(rows, places)
            line = int(rows.lines[max(0, found[0])])
            count = "1 row" if found.size == 1 else f"{found.size:,} rows"
            problems.append(Problem(line, kind, f"{what} were taken out of {count}, first in line {line:,}."))
    mended_at = decoded.mended_at
    found, counts = places_by_line(rows, mended_at)
    per_row = dict(zip(found.tolist(), counts.tolist(), strict=True))

    def unreadable(row: int) -> Problem:
        line, n = int(rows.lines[max(0, row)]), per_row[row]
        count = "1 character" if n == 1 else f"{n:,} characters"
        if encoding.startswith("utf-8"):
            read_as = encoding_words(decoded.mended_as)
            text = f"Line {line:,}: {count} did not fit UTF-8 and {'was' if n == 1 else 'were'} read as {read_as}"
        else:
            text = f"Line {line:,}: {count} cannot be read as {encoding} and {'is' if n == 1 else 'are'} shown as �"
        return Problem(line, "odd_characters", f"{text}: {_raw(rows, max(0, row))}")

    return problems + limited(found, "odd_characters", unreadable, "rows have characters that do not fit the encoding")


def layout_problems(layout: Layout, account: RowAccount) -> list[Problem]:
    """What is odd about the list as a whole: one column, lines above the headings, headings that look like values.

    Args:
        layout: Where rows and headings are.
        account: What became of the rows.
    """
    rows, header = layout.rows, layout.header
    problems = [*layout.notes]
    if account.above.size:
        line = int(rows.lines[header])
        count = "1 line" if account.above.size == 1 else f"{account.above.size:,} lines"
        text = f"The headings are in line {line:,}; {count} above them {'is' if account.above.size == 1 else 'are'} not used."
        problems.append(Problem(int(rows.lines[account.above[0]]), "above_headings", text))
    if header >= 0:
        problems += _heading_problems(layout, account)
    if rows.hidden.size:
        line = int(rows.lines[places_by_line(rows, rows.hidden[:1])[0][0]])
        inside = "line feed" if rows.hidden_break == LINE_FEED else "carriage return"
        many = f"1 {inside} is" if rows.hidden.size == 1 else f"{rows.hidden.size:,} {inside}s are"
        feeds, both, _ = rows.line_ends
        end = "a carriage return and a line feed" if both > feeds else "a line feed"
        text = f"Rows end with {end}; {many} text of a cell, first in line {line:,}."
        problems.append(Problem(line, "line_feeds_inside", text))
    if layout.drawn:
        lines = "1 line is" if layout.drawn == 1 else f"{layout.drawn:,} lines are"
        text = f"The table is drawn with lines: {lines} only drawn and counted as blank."
        problems.append(Problem(None, "drawn_table", text))
    under = np.setdiff1d(account.beside, layout.beside)
    for where, which in (("beside the table", np.setdiff1d(account.beside, under)), ("under the headings", under)):
        if which.size:
            line = int(rows.lines[which[0]])
            lines = "1 line stands" if which.size == 1 else f"{which.size:,} lines stand"
            used = f"{'is' if which.size == 1 else 'are'} not used, first line {line:,}: {_raw(rows, int(which[0]))}"
            problems.append(Problem(line, "beside_table", f"{lines} {where} and {used}"))
    if layout.wrapped:
        text = "Each row stands in quotation marks as a whole. What is inside them was read as its cells."
        problems.append(Problem(None, "wrapped_rows", text))
    if layout.found_none:
        line = int(rows.lines[np.argmax(rows.filled > 0)])
        text = f"{'The first row' if line == 1 else f'Line {line:,}'} looks like data, not headings. It was loaded as a record."
        problems.append(Problem(line, "headings_look_like_data", text))
    if account.n_columns == 1 and account.loaded.size:
        problems += _other_separators(layout, len(rows) - account.blank)
    return problems


def _heading_problems(layout: Layout, account: RowAccount) -> list[Problem]:
    """Headings that look like values or are values of their own columns, and rows that repeat the headings."""
    rows, texts = layout.rows, layout.rows.texts(layout.header)
    named = sum(bool(text.strip()) for text in texts[: account.n_columns])
    if not named or not account.loaded.size:
        return []
    problems = []
    # Where headings say what customers have, "title" among the titles is no wonder.
    own_values = account.own_values if 2 * known_headings(texts) < named else 0
    if looks_like_data(texts) or own_values >= max(2, named / 3):
        what = "The first row" if layout.header == 0 else _line(rows, layout.header)
        text = f"{what} looks like data, not headings."
        problems.append(Problem(int(rows.lines[layout.header]), "headings_look_like_data", text))
    what = "it was loaded as a record" if account.keeps_repeated else "it was not loaded"

    def repeated(row: int) -> Problem:
        text = f"{_line(rows, row)} repeats the headings; {what}."
        return Problem(int(rows.lines[row]), "repeated_headings", text)

    return problems + limited(account.repeated, "repeated_headings", repeated, "rows repeat the headings")


def _other_separators(layout: Layout, n_rows: int) -> list[Problem]:
    """Separators that may be the right ones where only one column was found."""
    problems = []
    for separator, count in layout.counts.items():
        each = round(count / max(1, n_rows))
        if separator != layout.delimiter and each:
            name = SEPARATORS[separator]
            words = f"is 1 {name}" if each == 1 else f"are {each:,} {name}s"
            problems.append(Problem(None, "one_column", f"Only one column found. There {words} per row."))
    if _has_fixed_widths(layout):
        # Likelier than a sign that stands in texts, such as the comma of an address.
        text = "Only one column found. Its rows look like columns of a fixed width, which cannot be told apart."
        problems.insert(0, Problem(None, "one_column", f"{text} Save the list as CSV."))
    label = "" if problems else _label(layout)
    if label:
        text = f"Only one column found. Its lines look like names and values (“{label}: …”), one record over several lines."
        problems.append(Problem(None, "one_column", f"{text} They are not put together: save the list as CSV."))
    return problems


def _label(layout: Layout) -> str:
    """The first of the names that stand before values, where lines are such and the names come again; else ""."""
    lines = [cells[0] for cells in layout.rows.head(LOOKED_AT) if cells[0].strip()]
    labels = [found[1].strip() for found in map(_NAME_AND_VALUE.match, lines) if found]
    again = len(labels) - len(set(labels))
    return labels[0] if len(labels) >= 0.6 * len(lines) and again >= 2 and 2 * again >= len(set(labels)) else ""


def _has_fixed_widths(layout: Layout) -> bool:
    """Whether nearly all of the first rows, the headings too, are parted by two blanks or more."""
    rows = [cells[0].strip() for cells in layout.rows.head(LOOKED_AT) if cells[0].strip()]
    return len(rows) > 1 and sum("  " in row for row in rows) >= 0.8 * len(rows) and "  " in rows[0]


def number_word(number: int) -> str:
    """A small number as a word that begins a sentence."""
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else f"{number:,}"


def _held(rows: Rows, row: int, columns: int) -> int:
    """The values of a row that is not loaded: all its cells where they are too few, else those up to the last filled one."""
    return int(rows.filled[row] if rows.filled[row] > columns else rows.cells[row])


def _values(number: int) -> str:
    """`1 value`, `8 values`."""
    return "1 value" if number == 1 else f"{number:,} values"


def _line(rows: Rows, row: int) -> str:
    """`Line 1,204`."""
    return f"Line {rows.lines[row]:,}"


def _raw(rows: Rows, row: int) -> str:
    """The raw text of a row, not too long for a message."""
    text = rows.raw(row)
    return text if len(text) <= _RAW_CHARACTERS else f"{text[:_RAW_CHARACTERS]}…"
