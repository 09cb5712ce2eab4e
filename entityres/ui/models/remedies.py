"""UI: what can be done about each kind of oddity of a file: words for a button, and what it does. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from entityres.records.layout import SEPARATORS
from entityres.records.renaming import letters

if TYPE_CHECKING:
    from entityres.records.record_list import Problem, RecordList

READ, KEEP, RENAME, SEPARATOR, ADD = "read", "keep", "rename", "separator", "add"
NOT_LOADED = "not_loaded"
"""Kind of a row that could not be loaded and has no remark of its own."""
LOST = frozenset({"long_row", "skipped_row", "above_headings", NOT_LOADED, "no_rows"})
"""Kinds that cannot be kept as they are, since rows are missing."""
NO_RECORDS = frozenset({"repeated_headings", "beside_table"})
"""Kinds of rows that are left out because they are no records."""


@dataclass(frozen=True)
class Remedy:
    """A button on a remark.

    Attributes:
        words: Words on it.
        does: READ the file with `settings`; KEEP things as they are, which takes all remarks of the kind away; RENAME the
            column `column`; go to the SEPARATOR; ADD another file.
        settings: What changes in the ReadSettings.
        column: Heading of a column.
    """

    words: str
    does: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    column: str = ""


def remedies(problem: Problem, record_list: RecordList) -> tuple[Remedy, ...]:
    """What can be done about a remark, the likeliest first."""
    keep = Remedy("Keep as it is", KEEP)
    quotes = Remedy("Treat quotes as text", READ, {"quote": ""})
    kind, settings = problem.kind, record_list.settings
    plain_text = settings.sheet is None
    if kind == "short_row":
        skip = Remedy("Skip these rows", READ, {"skip_short_rows": True})
        separator = (Remedy("Change separator", SEPARATOR),) if plain_text else ()
        return skip, Remedy("Fill the gap at the end", KEEP), *separator
    if kind == "skipped_row":
        return (Remedy("Load them, gaps at the end", READ, {"skip_short_rows": False}),)
    if kind in ("long_row", NOT_LOADED, "above_headings"):
        return (Remedy("Change separator", SEPARATOR),) if plain_text else ()
    if kind in ("unclosed_quote", "stray_quote", "many_lines", "text_after_quote", "inner_quote", "curly_quotes"):
        return (quotes, keep) if settings.quote else (keep,)
    if kind == "odd_characters":
        shown = settings.encoding not in ("utf-8", "utf-8-sig")
        again = () if settings.encoding == "cp1252" else (Remedy("Read as Windows-1252", READ, {"encoding": "cp1252"}),)
        return *again, Remedy("Keep, show �", KEEP) if shown else keep
    if kind == "one_column":
        found = [separator for separator, name in SEPARATORS.items() if f" {name}" in problem.message]
        uses = (Remedy(f"Use {SEPARATORS[one]}", READ, {"delimiter": one}) for one in found)
        return *uses, Remedy("It is one column", KEEP)
    if kind in ("duplicate_heading", "missing_heading"):
        named = [name for name in record_list.columns if f"‘{name}’" in problem.message]
        return (*(Remedy("Rename…", RENAME, column=name) for name in named[-1:]), keep)
    if kind == "headings_look_like_data":
        named_by_letter = tuple((f"Column {i + 1}", letters(i)) for i in range(len(record_list.columns)))
        use = Remedy("Use A, B, C…", READ, {"header_row": 0, "renamed": named_by_letter})
        if settings.header_row == 0:
            return use, Remedy("It is the header", READ, {"header_row": problem.line or 1})
        return use, Remedy("It is the header", KEEP)
    if kind == "no_rows":
        return (Remedy("Choose another file", ADD),)
    return (keep,)
