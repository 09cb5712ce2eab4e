"""UI: the forms of exported files in words, and where they go unless the user says otherwise."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QStandardPaths

from entityres.entities.exporting import delimiter_of
from entityres.ui.resources import resource_path

if TYPE_CHECKING:
    from entityres.records.record_list import RecordList

FORMS = (("program", "For another program"), ("excel", "For opening in Excel"), ("same", "Same as the first list"))
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
LINE_ENDS = {"\n": "LF", "\r\n": "CRLF", "\r": "CR"}


def form_words(form: str, first: RecordList) -> str:
    """What a form means, in words.

    Args:
        form: `program`, `excel` or `same`.
        first: The first list, which `same` follows.
    """
    if form == "excel":
        return (
            "UTF-8 with mark · comma · CRLF. Excel shows all letters right. It drops leading zeros when it opens a CSV "
            "file; take Data ▸ From Text/CSV to keep them."
        )
    if form == "same":
        delimiter = delimiter_of(first)
        words = DELIMITERS.get(delimiter, f"“{delimiter}”")
        encoding = (first.settings.encoding or "utf-8").upper()
        return f"{encoding} · {words} · {LINE_ENDS.get(first.line_end, 'LF')}, as in {first.name}."
    return "UTF-8 · comma · LF. Values stay as they are."


def guard_words(marked: int, on: bool) -> str:
    """What the formula guard does to this many cells."""
    cells = "1 value looks" if marked == 1 else f"{marked:,} values look"
    if not marked:
        return "No value looks like a formula."
    if on:
        return f"{cells} like a formula and will get a leading ' so that a spreadsheet shows it as text."
    return f"{cells} like a formula; a spreadsheet may run what is in them."


def default_folder(lists: Sequence[RecordList]) -> Path:
    """Beside the first list in a folder of its own; in the documents where the list is a sample of the program."""
    if not lists:
        return Path()
    first = Path(lists[0].path)
    ours = first.parent.resolve() == resource_path("samples").resolve()
    documents = Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation))
    beside = documents if ours or not first.is_absolute() else first.parent
    return beside / f"{lists[0].name} merged"
