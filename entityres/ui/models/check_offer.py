"""UI: which column would be a good check column: dates or numbers, half filled, many values, not compared. No Qt in here."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from entityres.records.headings import CREATED, sense_of
from entityres.records.roles import Role

if TYPE_CHECKING:
    from entityres.ui.models.roles_table import RolesTableModel

CHECK_WORDS = (
    "Not used for matching. If true matches tend to have close values here (for example, the date the record was created), "
    "the program can estimate how many matches are right."
)
CHECK_WARNING = "A check column must not also be used for matching: the estimate would only confirm itself."
LEAST_FILLED, LEAST_DISTINCT = 0.5, 20
_USABLE = frozenset({Role.DATE, Role.NUMBER, Role.KEEP})
_DATE_LIKE = re.compile(r"\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b")
_NUMBER_LIKE = re.compile(r"[-+]?\d+([.,]\d+)?")


def check_candidates(model: RolesTableModel) -> list[str]:
    """Output columns that could check, the best first: dates on which records were made, other dates, numbers."""
    good = []
    for source in range(model.n_source):
        output = model.output(source)
        texts = [text for one in model.found(source) for text in one.examples]
        rank = 1 if all(map(_DATE_LIKE.search, texts)) else 2 if all(map(_NUMBER_LIKE.fullmatch, texts)) else 3
        rank -= rank == 1 and sense_of(output.name).kind == CREATED
        if not texts or rank == 3 or output.role not in _USABLE:
            continue
        if model.share_filled(source) >= LEAST_FILLED and model.distinct(source) >= LEAST_DISTINCT:
            good.append((rank, output.name))
    return [name for _rank, name in sorted(good)]
