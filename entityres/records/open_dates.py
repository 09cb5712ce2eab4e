"""Engine: columns of dates that do not show whether the day or the month comes first, for a question to the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.records.coding import coded, counts_of, gather
from entityres.records.column_cells import column_texts
from entityres.records.dates import date_parts, decide_order
from entityres.records.fields import Columns, OutputColumn
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.value_cleaning import find_context

_DATES = frozenset({Role.BIRTH_DATE, Role.DATE, Role.CHECK})
_EXAMPLES = 3


@dataclass(frozen=True)
class OpenDates:
    """Dates of an output column that can be read in two ways.

    Attributes:
        column: The output column.
        day_first: How they are read as long as nobody says otherwise.
        records: How many cells can be read in two ways.
        examples: Some of them.
        clear: A date of the same column that can be read in one way only, or "".
    """

    column: str
    day_first: bool
    records: int
    examples: tuple[str, ...]
    clear: str = ""


def open_dates(lists: Sequence[RecordList], columns: Columns) -> tuple[OpenDates, ...]:
    """Look through the columns of dates, the check column among them.

    Args:
        lists: The lists.
        columns: Their roles, and how they line up.
    """
    american = find_context(lists, columns.output).american
    found = (_of_column(lists, output, american) for output in columns.output if output.role in _DATES)
    return tuple(one for one in found if one is not None)


def _of_column(lists: Sequence[RecordList], output: OutputColumn, american: bool) -> OpenDates | None:
    raw = coded(column_texts(lists, output))
    if not raw.texts.n:
        return None
    counts = counts_of(raw.codes, raw.texts.n)
    parts = date_parts(raw.texts)
    order = decide_order(parts, counts, american)
    both = (parts.low > 0) & (parts.high > 0) & (parts.low <= 12) & (parts.high <= 12)
    if order.known or not both.any():
        return None
    clear = np.flatnonzero((parts.low == 0) & (parts.day > 0) & (parts.day != parts.month) & ~parts.serial)
    texts = gather(raw.texts, np.flatnonzero(both)[:_EXAMPLES]).to_list()
    one = gather(raw.texts, clear[:1]).to_list()
    return OpenDates(output.name, order.day_first, int(counts[both].sum()), tuple(texts), one[0] if one else "")
