"""Engine: plain sentences about odd values of a column: damaged by a spreadsheet, dates that nobody can read or have."""

from __future__ import annotations

import numpy as np

from entityres.records.coding import gather
from entityres.records.dates import DateOrder, full_year
from entityres.records.roles import Role
from entityres.records.value_cleaning import Cleaned


def _many(n: int, one: str, several: str) -> str:
    return f"1 {one}" if n == 1 else f"{n:,} {several}"


def _found(which: np.ndarray | None, counts: np.ndarray) -> tuple[int, int]:
    """How many records have one of these cells, and the place of the commonest."""
    if which is None or not which.any():
        return 0, -1
    places = np.flatnonzero(which)
    return int(counts[places].sum()), int(places[counts[places].argmax()])


def about_damage(name: str, n: int, example: str, so: str = "") -> str:
    """A sentence on values such as 4.02337E+12 in a column, with what follows from it."""
    what = _many(n, "value looks", "values look")
    return (
        f"In the column '{name}', {what} damaged by a spreadsheet (such as {example}){so}. "
        "Export the list again with the column as text."
    )


def warnings_of(name: str, cleaned: Cleaned, role: Role) -> list[str]:
    """What a person should know about the values of a column.

    Args:
        name: The output column.
        cleaned: Its values.
        role: Its role.
    """
    counts = cleaned.counts()

    def example(place: int) -> str:
        return gather(cleaned.cells.texts, np.array([place])).to_list()[0].strip()

    said = []
    n, place = _found(cleaned.damaged, counts)
    if n:
        said.append(about_damage(name, n, example(place), " and cannot be compared"))
    n, place = _found(cleaned.repaired, counts)
    if n:
        what = _many(n, "value has", "values have")
        said.append(
            f"In the column '{name}', {what} lost leading zeros that others show (such as {example(place)}); "
            "they are compared with the zeros."
        )
    if cleaned.parts is not None:
        said += _about_dates(name, cleaned, counts, role)
    return said


def _about_dates(name: str, cleaned: Cleaned, counts: np.ndarray, role: Role) -> list[str]:
    assert cleaned.parts is not None
    said = []
    texts = cleaned.cells.texts

    def example(place: int) -> str:
        return gather(texts, np.array([place])).to_list()[0].strip()

    if cleaned.order is not None and not cleaned.order.known:
        said.append(_order_warning(name, cleaned.order))
    n, place = _found(cleaned.parts.serial & ~cleaned.texts.empty(), counts)
    if n:
        what = _many(n, "value is a day number", "values are day numbers")
        read = gather(cleaned.texts, np.array([place])).to_list()[0]
        said.append(
            f"In the column '{name}', {what} of a spreadsheet (such as {example(place)}) and read as a date ({read})."
        )
    n, place = _found(cleaned.parts.since_1970 & ~cleaned.texts.empty(), counts)
    if n:
        what = _many(n, "value counts seconds since 1970 and is", "values count seconds since 1970 and are")
        read = gather(cleaned.texts, np.array([place])).to_list()[0]
        said.append(f"In the column '{name}', {what} read as a date (such as {example(place)} as {read}).")
    n, place = _found(cleaned.parts.short & ~cleaned.texts.empty(), counts)
    if n:
        what = _many(n, "year has two digits; it is", "years have two digits; they are")
        earliest = min(full_year(two) for two in range(100))
        said.append(f"In the column '{name}', {what} read as {earliest} to {earliest + 99} (such as {example(place)}).")
    n, place = _found(cleaned.parts.buddhist & ~cleaned.texts.empty(), counts)
    if n:
        what = _many(n, "year is one of the Thai calendar", "years are those of the Thai calendar")
        read = gather(cleaned.texts, np.array([place])).to_list()[0]
        said.append(f"In the column '{name}', {what} (such as {example(place)}) and read as ours ({read}).")
    n, place = _found(cleaned.impossible, counts)
    if n:
        what = _many(n, "value is no date", "values are no dates")
        also = " of the past" if role is Role.BIRTH_DATE else ""
        they = "it is" if n == 1 else "they are"
        said.append(f"In the column '{name}', {what}{also} (such as {example(place)}); {they} not compared.")
    n, place = _found(cleaned.cut, counts)
    if n:
        what = _many(n, "date does", "dates do")
        read = gather(cleaned.texts, np.array([place])).to_list()[0]
        of = "it" if n == 1 else "them"
        said.append(
            f"In the column '{name}', {what} not exist (such as {example(place)}); "
            f"only what can be right of {of} is compared ({read})."
        )
    return said


def _order_warning(name: str, order: DateOrder) -> str:
    first, second = ("day", "month") if order.day_first else ("month", "day")
    return (
        f"The dates in the column '{name}' do not show whether the day or the month comes first; "
        f"they are read with the {first} before the {second}."
    )
