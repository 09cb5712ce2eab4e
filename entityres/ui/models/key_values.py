"""UI: values that many records share: which they are, what can be done about them, and how they are written in the lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.keys import PartKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.candidates.candidate_pairs import HotValue
    from entityres.candidates.hottest import SharedValue
    from entityres.candidates.keys import Key
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.records.record_list import RecordList

MOST_HOT = 5
HOT_RECORDS = 50
HOT_SHARE = 0.2


@dataclass(frozen=True)
class Hot:
    """A value that many records share.

    Attributes:
        text: The value.
        words: One sentence: what stands where, and what it costs.
        column: Output column in which it can count as missing, "" where it cannot.
        field: The compared field that holds it, "" where it is made of several.
        records: Records that share it.
        pairs: Pairs of them.
    """

    text: str
    words: str
    column: str = ""
    field: str = ""
    records: int = 0
    pairs: int = 0

    @property
    def search(self) -> str:
        """Words that find its records in the review."""
        pieces = [piece.strip("…") for piece in self.text.split(" · ") if not piece.startswith("sounds like ")]
        return " ".join(piece for piece in pieces if piece)


def costly_values(
    hot: Sequence[HotValue], keys: Sequence[Key], total: int, cleaned: CleanedRecords, columns: Columns
) -> tuple[Hot, ...]:
    """Values of the last run that are worth a warning, costliest first.

    Args:
        hot: Values that make many pairs.
        keys: The keys of the run.
        total: Pairs of the run.
        cleaned: Cleaned values.
        columns: How columns line up.
    """
    out = []
    for value in hot:
        if value.records < HOT_RECORDS and value.pairs < HOT_SHARE * max(total, 1):
            continue
        key = keys[value.key]
        words = f"“{value.text}” ({key.name}) stands in {value.records:,} records and adds {value.pairs:,} pairs on its own."
        out.append(Hot(value.text, words, *where_of(key, cleaned, columns), value.records, value.pairs))
        if len(out) == MOST_HOT:
            break
    return tuple(out)


def shared_values(
    values: Sequence[SharedValue], key: Key, cleaned: CleanedRecords, columns: Columns | None
) -> tuple[Hot, ...]:
    """The values of one key, costliest first."""
    column, field = ("", "") if columns is None else where_of(key, cleaned, columns)
    return tuple(
        Hot(
            value.text,
            f"“{value.text}” stands in {value.records:,} records, {value.pairs:,} pairs",
            column,
            field,
            value.records,
            value.pairs,
        )
        for value in values
    )


def where_of(key: Key, cleaned: CleanedRecords, columns: Columns) -> tuple[str, str]:
    """Output column and field of a key that is the whole value of one column; "" and "" for other keys."""
    if key.sets is not None or len(key.parts) != 1 or len(key.parts[0].fields) != 1:
        return "", ""
    if key.parts[0].kind != PartKind.EXACT:
        return "", ""
    found = next((one for one in cleaned.fields if one.name == key.parts[0].fields[0]), None)
    if found is None:
        return "", ""
    for column in columns.output:
        # A field that is only a part of its column (the first name in a full name) cannot be emptied by its value.
        sources = [
            heading is None or found.sources[i] == (heading,) or not found.sources[i]
            for i, heading in enumerate(column.columns)
        ]
        here = any(heading in found.sources[i] for i, heading in enumerate(column.columns) if heading is not None)
        if here and all(sources) and column.role == found.role:
            return column.name, found.name
    return "", ""


def spellings(hot: Hot, lists: Sequence[RecordList], cleaned: CleanedRecords, columns: Columns) -> tuple[str, ...]:
    """How a value is written in the lists ("(000) 000-0000" and "000 000 0000" are one cleaned phone number).

    Args:
        hot: A value of one field, with its output column.
        lists: The lists that were cleaned.
        cleaned: Cleaned values.
        columns: How columns line up.

    Returns:
        The different cell texts, sorted; the value itself where none is found.
    """
    field = next((one for one in cleaned.fields if one.name == hot.field), None)
    column = next((one for one in columns.output if one.name == hot.column), None)
    if field is None or column is None:
        return (hot.text,)
    code = int(np.searchsorted(field.texts, hot.text)) if len(field.texts) else 0
    if code >= len(field.texts) or field.texts[code] != hot.text:
        return (hot.text,)
    found: set[str] = set()
    records = np.flatnonzero(field.codes == code)
    for number, (one, heading) in enumerate(zip(lists, column.columns, strict=True)):
        if heading is None:
            continue
        begin, end = int(cleaned.starts[number]), int(cleaned.starts[number + 1])
        rows = records[(records >= begin) & (records < end)] - begin
        found |= set(one.table[heading].take(rows).unique().to_pylist())
    return tuple(sorted(text for text in found if text)) or (hot.text,)
