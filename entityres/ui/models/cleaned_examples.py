"""UI: a few values as they are written and as they are compared, from the first rows of the lists. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from entityres import pipeline

if TYPE_CHECKING:
    from entityres.progress import Progress
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.records.record_list import RecordList
    from entityres.settings import Settings

SAMPLE_ROWS = 200
EXAMPLES = 3
MISSING = "counts as missing"

Examples = Mapping[str, tuple[tuple[str, str], ...]]
"""By output column: pairs of a value and what is compared."""


def make_examples(
    lists: Sequence[RecordList], columns: Columns, settings: Settings, progress: Progress | None = None
) -> Examples:
    """Clean the first rows of each list and pick examples, those that cleaning changes first.

    Args:
        lists: The lists.
        columns: Their lined-up columns.
        settings: Placeholders are taken from here.
        progress: Asked whether to stop.
    """
    heads = [replace(one, table=one.table.slice(0, SAMPLE_ROWS), lines=one.lines[:SAMPLE_ROWS]) for one in lists]
    cleaned = pipeline.clean(heads, columns, settings, progress)
    return {output.name: _of_column(heads, cleaned, output.columns) for output in columns.output}


def _of_column(
    heads: Sequence[RecordList], cleaned: CleanedRecords, headings: Sequence[str | None]
) -> tuple[tuple[str, str], ...]:
    """Examples of one output column."""
    seen: dict[str, str] = {}
    for number, (head, heading) in enumerate(zip(heads, headings, strict=True)):
        fields = [one for one in cleaned.fields if heading is not None and heading in one.sources[number]]
        if heading is None:
            continue
        start = int(cleaned.starts[number])
        for row, value in enumerate(head.table.column(heading).to_pylist()):
            if value and value not in seen:
                parts = [(one.label, one.text(start + row)) for one in fields]
                parts = [part for part in parts if part[1]]
                seen[value] = (
                    " · ".join(f"{label.lower()} {text}" for label, text in parts)
                    if len(parts) > 1
                    else parts[0][1]
                    if parts
                    else ""
                )
    changed = [pair for pair in seen.items() if pair[1] and pair[0] != pair[1]]
    same = [pair for pair in seen.items() if pair[0] == pair[1]]
    gone = [(value, MISSING) for value, text in seen.items() if not text]
    changed.sort(key=lambda pair: -_much_changed(*pair))
    return tuple((changed[:EXAMPLES] + gone[:1] + same)[:EXAMPLES])


def _much_changed(value: str, text: str) -> int:
    """How much cleaning did to a value: 0 only its case, 1 its punctuation, 2 its words; an initial shows little."""
    if value.casefold() == text.casefold() or len(value) < 4:
        return 0
    letters = ["".join(filter(str.isalnum, one.casefold())) for one in (value, text)]
    return 1 if letters[0] == letters[1] else 2
