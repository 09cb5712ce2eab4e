"""Command line: the lists that were named, and a record of them by LIST:ROW."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from entityres.cli.options import reading_settings
from entityres.errors import InputError, SettingsError
from entityres.progress import Progress

if TYPE_CHECKING:
    from entityres.records.record_list import RecordList


def load_lists(chosen: argparse.Namespace, progress: Progress) -> tuple[RecordList, ...]:
    """Read the lists. Raises InputError when none of them has a record."""
    from entityres import pipeline

    lists = pipeline.load(chosen.files, reading_settings(chosen), progress)
    if not any(len(record_list) for record_list in lists):
        raise InputError(f"{chosen.files[0]} has headings but no records.", "Choose another file.")
    return lists


def record_at(place: str, lists: Sequence[RecordList]) -> int:
    """The number of a record over all lists, from LIST:ROW (or ROW where there is one list).

    Raises SettingsError, with what there is, when no record is at that place.
    """
    name, colon, row = place.rpartition(":")
    names = [record_list.name for record_list in lists]
    files = [Path(record_list.path).name for record_list in lists]
    if not colon and len(lists) == 1:
        name = names[0]
    if name not in names and name not in files:
        raise SettingsError(f"{place} is not LIST:ROW.", f"Lists: {', '.join(names)}; rows count from 1.")
    number = names.index(name) if name in names else files.index(name)
    if not row.isdigit() or not 1 <= int(row) <= len(lists[number]):
        raise SettingsError(f"{place}: “{name}” has the rows 1 to {len(lists[number]):,}.", "Name one of these.")
    return sum(len(record_list) for record_list in lists[:number]) + int(row) - 1
