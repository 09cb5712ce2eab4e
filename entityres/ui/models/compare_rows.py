"""UI: the rows of the compare panel: two records column by column, with what differs and how."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from entityres.records.percentages import percent
from entityres.records.roles import Role
from entityres.session.diff import compare_texts
from entityres.session.summary import cell_of
from entityres.ui.widgets.compare_view import CompareRow

if TYPE_CHECKING:
    from entityres.records.fields import OutputColumn
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.matched import Matched

DATE = re.compile(r"\d{1,4}[-./]\d{1,2}[-./]\d{1,4}")


def compare_rows(
    matched: Matched, left: int, right: int, pair: int | None, *, cleaned: bool = False
) -> tuple[CompareRow, ...]:
    """Two records side by side.

    Args:
        matched: The last match.
        left: One record.
        right: The other.
        pair: Position of the scored pair; None when they were not compared.
        cleaned: Show the values as they were compared.

    Returns:
        Compared columns first, then those that are only kept, the check column last.
    """
    keys = _key_columns(matched, pair)
    rows = _cleaned_rows(matched, left, right) if cleaned else _original_rows(matched, left, right, keys)
    check = _check_row(matched, left, right, pair)
    return rows if check is None else (*rows, check)


def _original_rows(matched: Matched, left: int, right: int, keys: set[str]) -> tuple[CompareRow, ...]:
    rows: list[CompareRow] = []
    kept: list[CompareRow] = []
    several = {label for label, times in Counter(_label(one) for one in matched.columns.output).items() if times > 1}
    for number, column in enumerate(matched.columns.output):
        if column.role == Role.CHECK:
            continue
        one, two = cell_of(matched, left, number), cell_of(matched, right, number)
        diff = compare_texts(one, two, column.role)
        words = "" if diff.words in ("same", "both empty") else diff.words
        if bool(one.strip()) != bool(two.strip()):
            words = _other_place(matched, *((left, right) if one.strip() else (right, left)), number) or words
        # Three lines of a street are told apart by their headings.
        label = column.name if _label(column) in several else _label(column)
        row = CompareRow(label, diff.relation, one, two, diff.spans_a, diff.spans_b, words, key=column.name in keys)
        (kept if column.role == Role.KEEP else rows).append(row)
    return (*rows, *kept)


def _other_place(matched: Matched, filled: int, empty: int, number: int) -> str:
    """Where a record has what is empty in a column, if the two were compared: `in “customer”`; "" where it has it nowhere.

    Of a full name in one list and its parts in another neither is missing.
    """
    lists = matched.cleaned.list_of
    heading = matched.columns.output[number].columns[lists[filled]]
    for field in matched.cleaned.fields:
        sources = field.sources[lists[empty]]
        if heading in field.sources[lists[filled]] and field.codes[empty] >= 0 and sources:
            cells = matched.lists[lists[empty]]
            row = empty - int(matched.cleaned.starts[lists[empty]])
            there = [one for one in sources if cells.cell(row, one).strip()]
            return f"in “{there[0]}”" if there else ""
    return ""


def _cleaned_rows(matched: Matched, left: int, right: int) -> tuple[CompareRow, ...]:
    rows = []
    for field in matched.cleaned.fields:
        one, two = field.text(left), field.text(right)
        diff = compare_texts(one, two, field.role)
        words = "" if diff.words in ("same", "both empty") else diff.words
        rows.append(CompareRow(field.label, diff.relation, one, two, diff.spans_a, diff.spans_b, words))
    return tuple(rows)


def _label(column: OutputColumn) -> str:
    """The name of a column: its role where that says it, else its heading."""
    if column.role in (
        Role.KEEP,
        Role.TEXT,
        Role.CATEGORY,
        Role.NUMBER,
        Role.IDENTIFIER,
        Role.ITEMS,
        Role.TITLE,
        Role.DATE,
    ):
        return column.name
    return column.label


def _key_columns(matched: Matched, pair: int | None) -> set[str]:
    """Output columns that the keys of a pair read."""
    if pair is None:
        return set()
    pairs = matched.scored.pairs
    fields: set[str] = set()
    for key in (key for i, key in enumerate(pairs.keys) if int(pairs.masks[pair]) >> i & 1):
        fields |= {name for part in key.parts for name in part.fields}
        if key.bands is not None:
            fields |= set(key.bands.fields)
    headings = {
        heading for one in matched.cleaned.fields if one.name in fields for source in one.sources for heading in source
    }
    return {column.name for column in matched.columns.output if any(h in headings for h in column.columns if h)}


def _check_row(matched: Matched, left: int, right: int, pair: int | None) -> CompareRow | None:
    """The check column, which is not used for matching."""
    scored = matched.scored
    number = next((i for i, column in enumerate(matched.columns.output) if column.role == Role.CHECK), None)
    if number is None:
        return None
    one, two = cell_of(matched, left, number), cell_of(matched, right, number)
    check = matched.cleaned.check
    words = _check_words(scored, pair, one, two, text=check is not None and check.texts is not None)
    return CompareRow(
        f"Check: {matched.columns.output[number].name}", "", words, "", words="not used for matching", check=True
    )


def _check_words(scored: ScoredPairs, pair: int | None, one: str, two: str, *, text: bool = False) -> str:
    if not one.strip() or not two.strip():
        return f"{one or '(empty)'} and {two or '(empty)'} — cannot be compared"
    if scored.check_distance is None or pair is None or np.isnan(scored.check_distance[pair]):
        return f"{one} and {two}"
    distance = float(scored.check_distance[pair])
    unit = " day" if DATE.search(one) else ""
    apart = f"{distance:,.0f}{unit}{'s' if unit and round(distance) != 1 else ''} apart"
    if text:
        apart = f"{percent(1 - distance)} alike"
    if distance == 0:
        apart = "the same"
    strangers = scored.random_check_distance
    if strangers is None or not len(strangers):
        return f"{one} and {two}: {apart}"
    known = strangers[~np.isnan(strangers)]
    share = float(np.mean(known <= distance)) if len(known) else 1.0
    near = f"as near as only {percent(share)}" if share < 0.5 else f"as {percent(share)}"
    return f"{one} and {two}: {apart} — {near} of strangers are"
