"""Session: a record in a few words, from the text of its own cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from entityres.records.roles import Role
from entityres.session.directions import side_by_side

if TYPE_CHECKING:
    from entityres.session.matched import Matched

NAME_PARTS = ((Role.FULL_NAME,), (Role.GIVEN_NAME, Role.FAMILY_NAME), (Role.ORGANISATION,), (Role.TITLE,), (Role.TEXT,))
PLACES = (Role.CITY, Role.STREET, Role.POSTCODE, Role.EMAIL, Role.PHONE, Role.BIRTH_DATE)


def cell_of(matched: Matched, record: int, column: int) -> str:
    """The text of a record in an output column, as it is in the file; "" where its list has no such column."""
    placing = matched.placing
    at = int(np.searchsorted(placing.starts, record, side="right")) - 1
    heading = matched.columns.output[column].columns[at]
    return "" if heading is None else matched.lists[at].cell(record - int(placing.starts[at]), heading)


def name_of(matched: Matched, record: int) -> str:
    """The name of a record, or whatever comes first in it."""
    for roles in NAME_PARTS:
        words = " ".join(filter(None, (_first(matched, record, role) for role in roles)))
        if words:
            return words
    cells = (cell_of(matched, record, i) for i in range(len(matched.columns.output)))
    return next((cell for cell in cells if cell.strip()), "a record")


def summary_of(matched: Matched, record: int) -> str:
    """The two or three most telling values of a record: its name and where it is."""
    parts = [name_of(matched, record)]
    for role in PLACES:
        text = _first(matched, record, role)
        if text and text not in parts:
            parts.append(text)
        if len(parts) == 3:
            break
    return side_by_side(parts)


def place_of(matched: Matched, record: int) -> tuple[str, int]:
    """The name of the list of a record and its row, counted from 1."""
    starts = matched.placing.starts
    at = int(np.searchsorted(starts, record, side="right")) - 1
    return matched.lists[at].name, record - int(starts[at]) + 1


def _first(matched: Matched, record: int, role: Role) -> str:
    for i, column in enumerate(matched.columns.output):
        if column.role == role:
            text = cell_of(matched, record, i).strip()
            if text:
                return text
    return ""
