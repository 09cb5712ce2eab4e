"""UI: values that many records share: which they are, what can be done about them, and how they are written in the lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.keys import PartKind
from entityres.session.stages import count

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from entityres.candidates.candidate_pairs import CandidatePairs
    from entityres.candidates.hottest import SharedValue
    from entityres.candidates.keys import Key
    from entityres.records.fields import CleanedRecords, Columns
    from entityres.records.record_list import RecordList

MOST_HOT = 5
LARGE_BUCKET = 200
LARGE_SHARE = 0.2
FEW_PAIRS = 10
"""Whatever share of a key's pairs so few are: nobody saves anything by leaving them out."""


def is_costly(records: int, pairs: int, pairs_of_key: int) -> bool:
    """Whether one value deserves a look: very many records share it, or it makes a large part of the pairs of its key."""
    return records > LARGE_BUCKET or (pairs >= FEW_PAIRS and pairs > LARGE_SHARE * pairs_of_key)


def can_be_left(key: Key) -> bool:
    """Whether single values of a key can be left to other keys: where its parts give a record one value."""
    one_value = all(not part.is_of_many and part.kind != PartKind.WHOLE for part in key.parts)
    return bool(key.parts) and key.sets is None and one_value


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
        key: Name of the key under which it is shared.
        value: The value as `Key.with_others` has it, () where it cannot be left to other keys.
    """

    text: str
    words: str
    column: str = ""
    field: str = ""
    records: int = 0
    pairs: int = 0
    key: str = ""
    value: tuple[str, ...] = ()

    @property
    def search(self) -> str:
        """Words that find its records in the review."""
        pieces = [piece.strip("…") for piece in self.text.split(" · ") if not piece.startswith("sounds like ")]
        return " ".join(piece for piece in pieces if piece)


def costly_values(
    pairs: CandidatePairs,
    keys: Sequence[Key],
    cleaned: CleanedRecords,
    columns: Columns,
    empty: Collection[tuple[str, str]] = (),
) -> tuple[Hot, ...]:
    """Values of the last run that are worth a warning and about which nothing was done since, costliest first.

    Args:
        pairs: Pairs of the last run.
        keys: The keys as they are now; values of a key that is gone are left out.
        cleaned: Cleaned values.
        columns: How columns line up.
        empty: Values that count as empty now, by output column and text.
    """
    out: list[Hot] = []
    now = {(key.parts, key.sets): key for key in keys if key.enabled}
    for value in pairs.hot:
        ran = pairs.keys[value.key]
        key = now.get((ran.parts, ran.sets))
        if key is None or not is_costly(value.records, value.pairs, pairs.counts[value.key].pairs):
            continue
        words = f"“{value.text}” ({key.name}) stands in {value.records:,} records and adds {value.pairs:,} pairs on its own."
        texts = tuple(value.text.split(" · "))
        left_to_others = texts if can_be_left(key) and len(texts) == len(key.part_fields) else ()
        where = where_of(key, cleaned, columns)
        if left_to_others not in key.with_others and (where[0], value.text) not in empty:
            out.append(Hot(value.text, words, *where, value.records, value.pairs, key.name, left_to_others))
    return tuple(out[:MOST_HOT])


def shared_values(
    values: Sequence[SharedValue], key: Key, cleaned: CleanedRecords, columns: Columns | None
) -> tuple[Hot, ...]:
    """The values of one key, costliest first."""
    column, field = ("", "") if columns is None else where_of(key, cleaned, columns)
    return tuple(
        Hot(
            value.text,
            f"“{value.text}” stands in {value.records:,} records, {count(value.pairs, 'pair')}",
            column,
            field,
            value.records,
            value.pairs,
            key.name,
            tuple(cleaned.field(name).text(value.example) for name in key.part_fields) if can_be_left(key) else (),
        )
        for value in values
    )


def left_words(value: Sequence[str]) -> str:
    """A value of `Key.with_others` in words."""
    return " · ".join(text for text in value if text)


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
