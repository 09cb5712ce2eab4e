"""Engine: a record that somebody typed, as a list of one row beside the lists, so that it is cleaned just as they are."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from entityres.errors import SettingsError
from entityres.records.fields import CleanedRecords, ColumnRole, Columns, OutputColumn
from entityres.records.folding import Fold, fold_text
from entityres.records.headings import sense_of
from entityres.records.record_list import ReadSettings, RecordList
from entityres.records.roles import NAME_ROLES, NOT_COMPARED, Role
from entityres.records.sentences import ended

NAME = "typed"
WHOLE_NAME = "whole name"

_NEXT_VALUE = re.compile(r",(?=[^,=]*=)")


def parse_typed(text: str) -> dict[str, str]:
    """Values by heading from `name=Ann Lee,phone=0151 496 0001`; a comma ends a value only where another heading follows.

    Raises:
        SettingsError: The text is not of this form, or names a heading twice.
    """
    values: dict[str, str] = {}
    for piece in _NEXT_VALUE.split(text):
        heading, equals, value = piece.partition("=")
        heading = heading.strip()
        if not equals or not heading:
            raise SettingsError(
                f"“{piece.strip()}” is not COLUMN=VALUE.", 'Write a record as "name=Ann Lee,phone=0151 496 0001".'
            )
        if heading in values:
            raise SettingsError(f"The record has two values for “{heading}”.", "Give each column once.")
        values[heading] = value.strip()
    return values


def _same(heading: str) -> str:
    return fold_text(heading, Fold.CLOSED) or heading.strip().lower()


def _is_whole_name(heading: str, text: str, column: OutputColumn, columns: Columns) -> bool:
    """Whether "name=Ann Lee" means both names, although the heading is that of the last names of one of the lists."""
    roles = {one.role for one in columns.output}
    parts = {Role.GIVEN_NAME, Role.FAMILY_NAME}
    several = len(text.replace(",", " ").split()) > 1
    return several and column.role in parts <= roles and sense_of(heading).role is Role.FULL_NAME


def _place(heading: str, text: str, columns: Columns) -> OutputColumn:
    """The output column that a typed heading means: by its words, else by the role that they stand for.

    Raises:
        SettingsError: There is no such column, or it is not compared.
    """
    shown = ", ".join(column.name for column in columns.output if column.role not in NOT_COMPARED)
    for column in columns.output:
        names = [column.name, *(name for name in column.columns if name is not None)]
        if _same(heading) in map(_same, names):
            if column.role in NOT_COMPARED:
                raise SettingsError(f"The column “{heading}” is not compared.", ended(f"Columns to look by: {shown}"))
            if _is_whole_name(heading, text, column, columns):
                return OutputColumn(WHOLE_NAME, Role.FULL_NAME, tuple(None for _ in columns.roles))
            return column
    role = sense_of(heading).role
    for column in columns.output:
        if column.role is role and role not in NOT_COMPARED and not column.part:
            return column
    named = role in NAME_ROLES and any(column.role in NAME_ROLES for column in columns.output)
    if named or any(column.role is role and column.part for column in columns.output):
        return OutputColumn(heading, role or Role.FULL_NAME, tuple(None for _ in columns.roles))
    raise SettingsError(f"No list has a column “{heading}”.", ended(f"Columns to look by: {shown}"))


def _of_one_name(text: str, lists: Sequence[RecordList], columns: Columns) -> OutputColumn | None:
    """The first names, where a name of one word stands among these more often than among last names; else None."""
    import pyarrow.compute as pc

    wanted, often = text.strip(" ,").lower(), {Role.GIVEN_NAME: 0, Role.FAMILY_NAME: 0}
    for output in columns.output:
        if output.role in often:
            for one, heading in zip(lists, output.columns, strict=True):
                if heading is not None:
                    same = pc.equal(pc.utf8_lower(pc.utf8_trim_whitespace(one.table.column(heading))), wanted)
                    often[output.role] += pc.sum(same).as_py() or 0
    if often[Role.GIVEN_NAME] <= often[Role.FAMILY_NAME]:
        return None
    return next(output for output in columns.output if output.role is Role.GIVEN_NAME)


def with_typed(
    lists: Sequence[RecordList], columns: Columns, values: Mapping[str, str]
) -> tuple[tuple[RecordList, ...], Columns]:
    """The lists and a last one that holds the typed record alone, lined up with them.

    Args:
        lists: The lists.
        columns: Their columns.
        values: Text by heading; a heading may also be a word for a role, such as "phone".

    Raises:
        SettingsError: A heading means none of the columns, or nothing was typed.
    """
    import pyarrow as pa

    typed: dict[str, str] = {}
    added: dict[str, OutputColumn] = {}
    for heading, text in values.items():
        column = _place(heading, text, columns)
        if sense_of(heading).role is Role.FULL_NAME and len(text.replace(",", " ").split()) == 1:
            column = _of_one_name(text, lists, columns) or column
        if column.name in typed:
            raise SettingsError(f"The record has two values for “{column.name}”.", "Give each column once.")
        typed[column.name] = text
        added[column.name] = column
    if not any(text.strip() for text in typed.values()):
        raise SettingsError("The record to look for is empty.", "Give at least one value.")
    table = pa.table({name: pa.array([text], pa.large_string()) for name, text in typed.items()})
    made = RecordList(NAME, "", ReadSettings("utf-8", ",", '"', 1), table, np.ones(1, np.int64))
    roles = tuple(ColumnRole(name, added[name].role, "Typed.") for name in typed)
    known = {column.name for column in columns.output}
    output = [
        replace(
            column,
            columns=(*column.columns, column.name if column.name in typed else None),
            asked=bool(typed.get(column.name, "").strip()),
        )
        for column in columns.output
    ]
    output += [
        replace(column, name=name, columns=(*column.columns, name))
        for name, column in added.items()
        if name not in known
    ]
    return (*lists, made), Columns((*columns.roles, roles), tuple(output))


def check_says_something(cleaned: CleanedRecords, values: Mapping[str, str]) -> None:
    """Refuse a typed record of which nothing can be compared: a search for it would find nobody and not say why.

    Args:
        cleaned: The lists and the typed record, the last one.
        values: What was typed.

    Raises:
        SettingsError: All of it counts as missing.
    """
    if any(field.codes[-1] >= 0 for field in cleaned.fields):
        return
    typed = " and ".join(f"“{text.strip()}” for {heading}" for heading, text in values.items() if text.strip())
    raise SettingsError(
        f"Nobody can be found by {typed}: it counts as missing.",
        "It may be too short, such as a phone number of three digits, or stand in place of a value, such as “n/a”.",
    )
