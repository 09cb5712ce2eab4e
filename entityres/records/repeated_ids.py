"""Engine: numbers of a list that are not used to tell records apart, and what to say when they repeat."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from entityres.records.coding import (
    Coded,
    coded,
    count_distinct,
    counts_of,
    from_arrow,
    gather,
    joined_end_to_end,
    mapped,
)
from entityres.records.damage import rounded_numbers
from entityres.records.fields import Columns, OutputColumn
from entityres.records.identifiers import clean_identifiers
from entityres.records.odd_values import about_damage
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.records.shared_numbers import is_compared_identifier
from entityres.records.sorted_sets import sorted_unique

MEANT_TO_BE_UNIQUE = 0.6  # share of different values from which a column is taken for numbers of records


def _repeats_inside(values: Coded, name: str, heading: str) -> str:
    counts = counts_of(values.codes, values.texts.n)
    repeated = np.flatnonzero(counts > 1)
    if not len(repeated) or values.texts.n < MEANT_TO_BE_UNIQUE * (values.codes >= 0).sum():
        return ""
    example = values.texts.to_arrow()[int(repeated[0])].as_py()
    if len(repeated) == 1:
        return f"In the list '{name}', the value {example} in the column '{heading}' is used for {counts[repeated[0]]:,} records"
    return f"In the list '{name}', {len(repeated):,} values in the column '{heading}' are used more than once (such as {example})"


def _shared(parts: list[Coded]) -> int:
    """How many values stand in more than one list."""
    texts = joined_end_to_end([part.texts for part in parts])
    owner = np.concatenate([np.full(part.texts.n, at) for at, part in enumerate(parts)])
    whole = mapped(Coded(np.arange(texts.n, dtype=np.int32), texts), texts)
    first = np.full(whole.texts.n, -1)
    first[whole.codes[::-1]] = owner[::-1]
    return len(sorted_unique(whole.codes[first[whole.codes] != owner]))


def _output_warning(lists: Sequence[RecordList], output: OutputColumn) -> str:
    named = [(one, h) for one, h in zip(lists, output.columns, strict=True) if h is not None and len(one)]
    cleaned = [clean_identifiers(from_arrow(one.table.column(heading))) for one, heading in named]
    filled, distinct = count_distinct(joined_end_to_end(cleaned))
    if filled == distinct:
        return ""
    parts = [coded(texts) for texts in cleaned]
    said = [_repeats_inside(values, one.name, heading) for values, (one, heading) in zip(parts, named, strict=True)]
    shared = _shared(parts) if len(parts) > 1 else 0
    sentences = [text for text in said if text]
    if shared:
        what = "1 value" if shared == 1 else f"{shared:,} values"
        sentences.append(
            f"{what} in the column '{output.name}' stand{'s' if shared == 1 else ''} in more than one list"
        )
    if not sentences:
        return ""
    return "; ".join(sentences) + ". That says nothing about the customers: the program uses its own record numbers."


def _damaged(lists: Sequence[RecordList], output: OutputColumn) -> str:
    """What a spreadsheet did to the numbers of a column: nobody finds a record by 4.02337E+12."""
    cells = [
        from_arrow(one.table.column(heading))
        for one, heading in zip(lists, output.columns, strict=True)
        if heading is not None
    ]
    texts = joined_end_to_end(cells)
    found = np.flatnonzero(rounded_numbers(texts))
    return about_damage(output.name, len(found), gather(texts, found[:1]).to_list()[0].strip()) if len(found) else ""


def id_warnings(lists: Sequence[RecordList], columns: Columns) -> list[str]:
    """Sentences about record numbers that repeat within a list or across lists, or that a spreadsheet damaged."""
    outputs = [
        output
        for output in columns.output
        if output.role is Role.IDENTIFIER and not is_compared_identifier(lists, output)
    ]
    said = [work(lists, output) for output in outputs for work in (_output_warning, _damaged)]
    return [warning for warning in said if warning]
