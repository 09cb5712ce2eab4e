"""Engine: other names for the columns of a list, chosen by hand; they stay when the file is read again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from entityres.errors import InputError
from entityres.records.record_list import Problem, RecordList

_ABOUT_HEADINGS = ("duplicate_heading", "missing_heading")


def rename_columns(record_list: RecordList, renamed: Sequence[tuple[str, str]]) -> RecordList:
    """The list with other names for some columns; what was said of their headings is settled with that.

    Args:
        record_list: The list.
        renamed: (heading, new name); a heading that the list does not have, and a name that it has already, count for nothing.
    """
    wanted = dict(renamed)
    if not wanted:
        return record_list
    taken = set(record_list.columns)
    names, given = [], []
    for heading in record_list.columns:
        name = wanted.get(heading, heading)
        if name != heading and name not in taken:
            taken = (taken - {heading}) | {name}
            given.append((heading, name))
            heading = name
        names.append(heading)
    settings = replace(record_list.settings, renamed=_joined(record_list.settings.renamed, given))
    problems = tuple(one for one in record_list.problems if not _is_settled(one, given))
    return replace(record_list, table=record_list.table.rename_columns(names), settings=settings, problems=problems)


def rename_column(record_list: RecordList, heading: str, name: str) -> RecordList:
    """The list with another name for one column.

    Raises:
        InputError: The name is empty, or another column has it.
    """
    name = name.strip()
    if not name:
        raise InputError("A column needs a name.", "Type at least one letter.")
    if name != heading and name in record_list.columns:
        raise InputError(f"Another column is named “{name}”.", "Choose another name.")
    return rename_columns(record_list, [(heading, name)])


def letters(number: int) -> str:
    """The name of a column as spreadsheet programs count them: 0 is A, 25 is Z, 26 is AA."""
    name = ""
    number += 1
    while number:
        number, place = divmod(number - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def _joined(before: Sequence[tuple[str, str]], given: Sequence[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """All names by the headings of the file: a column that was renamed before keeps its first heading."""
    names = dict(before)
    first = {name: heading for heading, name in before}
    for heading, name in given:
        original = first.get(heading, heading)
        names.pop(original, None)
        if name != original:
            names[original] = name
    return tuple(names.items())


def _is_settled(problem: Problem, given: Sequence[tuple[str, str]]) -> bool:
    return problem.kind in _ABOUT_HEADINGS and any(f"‘{heading}’" in problem.message for heading, _ in given)
