"""Engine: the names of columns from a row of headings: trimmed, none twice, none missing."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa

from entityres.records.formula_guard import unguarded
from entityres.records.record_list import Problem
from entityres.records.row_problems import number_word

_INVISIBLE = "\ufeff\u200b\u2060"


def name_columns(cells: list[str], n_columns: int, line: int | None) -> tuple[list[str], list[Problem]]:
    """Unique names for all columns, and what had to be changed.

    Args:
        cells: The row of headings; empty when there is none.
        n_columns: How many names are needed.
        line: Physical line of the headings; None when there are none.
    """
    marked = any(cell.startswith("'") for cell in cells)
    texts = unguarded(pa.array(cells, pa.large_string())).to_pylist() if marked else cells
    found = [text.strip().strip(_INVISIBLE).strip() for text in texts][:n_columns]
    found += [""] * (n_columns - len(found))
    taken = {name for name in found if name}
    given: dict[str, list[str]] = {}
    names: list[str] = []
    problems: list[Problem] = []
    for number, heading in enumerate(found, 1):
        if heading and heading not in given:
            name = heading
        else:
            name = _free(heading or f"Column {number}", taken, first=not heading)
            taken.add(name)
        if not heading and line is not None:
            problems.append(Problem(line, "missing_heading", f"Column {number:,} has no heading. It is now ‘{name}’."))
        if heading:
            given.setdefault(heading, []).append(name)
        names.append(name)
    for heading, count in Counter(filter(None, found)).items():
        if count > 1:
            listed = [f"‘{name}’" for name in given[heading]]
            text = f"{number_word(count)} columns are named ‘{heading}’. They are now {', '.join(listed[:-1])} and {listed[-1]}."
            problems.append(Problem(line, "duplicate_heading", text))
    return names, problems


def _free(name: str, taken: set[str], *, first: bool) -> str:
    """The name itself if it may be the first of that name and is free, else with the first free number."""
    if first and name not in taken:
        return name
    number = 2
    while f"{name} ({number})" in taken:
        number += 1
    return f"{name} ({number})"
