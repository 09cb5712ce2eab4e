"""Engine: rows at the end of an export that are no records: a total, or what a program says of its work ("3 rows").

They are loaded all the same, since only a person can know; but they are named.
"""

from __future__ import annotations

import re

import numpy as np

from entityres.records.folding import fold_text
from entityres.records.parsing import Rows
from entityres.records.record_list import Problem
from entityres.records.tables import words

_LOOKED_AT, _COMPARED = 3, 50
_SAID = re.compile(
    r"\(?\s*(?:total\s*(?:records|rows)?\s*:?\s*)?\d[\d.,]*\s*"
    r"(?:rows?|records?|entries|lines?|zeilen?|datensätze|datensatz|lignes?|enregistrements?|filas?|registros?|righe|rijen|wierszy)\b.*"
    r"|(?:total|number of|anzahl|nombre|número|numero|liczba|aantal)\b[^:]*:\s*\d.*"
    r"|(?:generated|exported|created|printed|report|erstellt|exportiert|généré|exporté|generado|exportado|generato|esportato)\b.*\d.*",
    re.IGNORECASE,
)


def no_records(rows: Rows, loaded: np.ndarray) -> list[Problem]:
    """One problem for each of the last rows that is hardly a record.

    Args:
        rows: All rows.
        loaded: int64, rising, those that were loaded.
    """
    if loaded.size < _LOOKED_AT:
        return []
    usual = float(np.median([_filled(rows.texts(row)) for row in loaded[-_COMPARED:].tolist()]))
    problems = []
    for row in loaded[-_LOOKED_AT:].tolist():
        cells = rows.texts(row)
        if _filled(cells) < usual and _is_said(next((cell.strip() for cell in cells if cell.strip()), "")):
            line = int(rows.lines[row])
            text = f"Line {line:,} looks like a total or a note at the end of an export; it was loaded as a record:"
            problems.append(Problem(line, "last_row", f"{text} {rows.raw(row)[:160]}"))
    return problems


def _filled(cells: list[str]) -> int:
    return sum(bool(cell.strip()) for cell in cells)


def _is_said(text: str) -> bool:
    """Whether a text is a word for a total, or tells of an export."""
    return fold_text(text).replace(" ", "_") in words("totals") or (
        len(text) < 100 and _SAID.fullmatch(text) is not None
    )
