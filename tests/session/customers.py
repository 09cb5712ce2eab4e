"""A small project with two lists of customers, matched by hand instead of by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs, KeyCounts
from entityres.candidates.keys import Key, Part, PartKind
from entityres.entities.clustering import cluster
from entityres.entities.decisions import Decisions
from entityres.pipeline import MatchResult, RunSoFar
from entityres.progress import Progress
from entityres.records.fields import CheckValues, ColumnRole, Columns
from entityres.records.record_list import Problem, RecordList, RejectedRow
from entityres.records.roles import Role
from entityres.scoring.doubles_inside import single_lists
from entityres.scoring.scored_pairs import FieldScores, Guard, ScoredPairs
from entityres.session.core import Core
from entityres.session.project import Project
from entityres.settings import Settings
from tests.helpers.building import make_cleaned, make_columns, make_list

if TYPE_CHECKING:
    import pyarrow as pa
    import pytest

ROLES = {
    "First": Role.GIVEN_NAME,
    "Last": Role.FAMILY_NAME,
    "Street": Role.STREET,
    "Town": Role.CITY,
    "Born": Role.BIRTH_DATE,
    "Phone": Role.PHONE,
}
LEVELS = ("same", "1 letter", "different")
KEYS = (
    Key("Same phone", (Part(PartKind.EXACT, ("Phone",)),)),
    Key("Same last name + town", (Part(PartKind.EXACT, ("Last",)), Part(PartKind.EXACT, ("Town",)))),
)

CRM = [
    ("Ana", "Ruiz", "1 Oak Rd", "Leeds", "1980-01-02", "5550001"),
    ("Anna", "Ruiz", "1 Oak Rd", "Leeds", "1980-01-02", "5550001"),
    ("Bob", "Gould", "2 Elm St", "York", "1975-05-05", "5550002"),
    ("Tom", "Gould", "2 Elm St", "York", "1975-05-05", "5550002"),
    ("Carl", "Marx", "3 Fir Av", "Trier", "1918-05-05", ""),
    ("Dora", "Díaz", "", "Leeds", "1990-09-09", "5550003"),
]
SHOP = [
    ("Ana", "Ruiz", "1 Oak Rd", "Leeds", "1980-01-02", "5550001"),
    ("Bob", "Gould", "2 Elm St", "York", "", "5550002"),
    ("Carl", "Marx", "3 Fir Av", "Trier", "1951-05-05", "5550009"),
    ("Dora", "Diaz", "4 Ash Ln", "Leeds", "1990-09-09", "5550003"),
]
# left, right, score in bits, key mask, guards; records 6.. are those of SHOP
PAIRS = [
    (0, 1, 2.0, 1, 0),
    (0, 6, 12.0, 3, 0),
    (1, 6, 1.0, 3, 0),
    (2, 3, 4.0, 3, int(Guard.FIRST_NAME)),
    (2, 7, 9.0, 3, 0),
    (3, 7, 3.0, 1, int(Guard.FIRST_NAME)),
    (4, 8, 0.5, 2, 0),
    (4, 9, -8.0, 2, 0),
    (5, 9, -1.0, 1, 0),
]


def crm(**cells: str) -> RecordList:
    """The first list; cells as `r0_Phone="..."` change single values."""
    return _list("CRM", CRM, cells)


def shop(**cells: str) -> RecordList:
    """The second list."""
    return _list("Shop", SHOP, cells)


def _list(name: str, rows: Sequence[tuple[str, ...]], cells: dict[str, str]) -> RecordList:
    columns = {heading: [row[i] for row in rows] for i, heading in enumerate(ROLES)}
    for place, text in cells.items():
        row, heading = place[1:].split("_")
        columns[heading][int(row)] = text
    made = make_list(name, columns, rejected=[RejectedRow(9, "too many values", "a,b,c")] if name == "Shop" else [])
    problems = (Problem(3, "odd", "Row 2 is odd."),)
    return RecordList(**{**vars(made), "problems": problems, "blank_rows": 1, "size": 100, "sha256": "ab" * 32})


def scored_pairs(lists: Sequence[RecordList], pairs: Sequence[tuple[int, int, float, int, int]] = PAIRS) -> ScoredPairs:
    """Scored pairs whose levels follow from the cleaned values."""
    cleaned = make_cleaned(lists, ROLES)
    n = len(cleaned)
    kept = [p for p in pairs if p[1] < n]
    left, right = (np.array([p[i] for p in kept], np.int32) for i in (0, 1))
    fields = []
    for field in cleaned.fields:
        one, two = field.codes[left], field.codes[right]
        texts = [(field.text(int(a)), field.text(int(b))) for a, b in zip(left, right, strict=True)]
        near = np.array(
            [a != b and sorted(a)[:2] == sorted(b)[:2] and abs(len(a) - len(b)) < 2 for a, b in texts], bool
        )
        levels = np.where((one < 0) | (two < 0), -1, np.where(one == two, 0, np.where(near, 1, 2))).astype(np.int8)
        fields.append(FieldScores(field.name, field.label, levels, levels.astype(np.float32), LEVELS))
    masks = np.array([p[3] for p in kept], np.uint64)
    candidates = CandidatePairs(
        left, right, masks, np.full(len(kept), 0.5, np.float32), KEYS, (KeyCounts(9, 4, 3, 5, 1),) * 2
    )
    score, guards = np.array([p[2] for p in kept], np.float32), np.array([p[4] for p in kept], np.uint8)
    distance = np.arange(len(kept), dtype=np.float32)
    distance[:1] = np.nan
    return ScoredPairs(
        candidates, -10.0, tuple(fields), score, guards, 0.95, 0.3, "Since", distance, np.arange(5, dtype=np.float32)
    )


def match(
    lists: Sequence[RecordList],
    settings: Settings,
    decisions: Decisions | None = None,
    progress: Progress | None = None,
    so_far: RunSoFar | None = None,
) -> MatchResult:
    """Stands in for `pipeline.match`."""
    cleaned = make_cleaned(lists, ROLES)
    cleaned = type(cleaned)(
        cleaned.starts, cleaned.fields, (), CheckValues("Since", np.arange(len(cleaned)) * 1.0), ("note",)
    )
    scored = scored_pairs(lists)
    groups = cluster(
        cleaned.list_of,
        scored,
        decisions or Decisions.none(),
        settings.match_at,
        settings.review_at,
        single=single_lists(scored.inside, settings, cleaned.n_lists),
    )
    return MatchResult(tuple(lists), make_columns(lists, ROLES), cleaned, scored, groups, {"scoring": 0.1})


def without_engine(patch: pytest.MonkeyPatch) -> None:
    """Let projects find roles and match by hand."""

    def columns(project: Core, document: object) -> Columns | None:
        lists = [project._list(entry)[0] for entry in document.lists]  # type: ignore[attr-defined]
        return make_columns(lists, {**ROLES, **_chosen(document.settings)}) if lists else None  # type: ignore[attr-defined]

    def found(project: Core, record_list: RecordList) -> tuple[ColumnRole, ...]:
        return tuple(
            ColumnRole(h, ROLES.get(h, Role.KEEP), "by name", examples=("x", "y")) for h in record_list.columns
        )

    patch.setattr("entityres.session.core.Core._columns_for", columns)
    patch.setattr("entityres.session.choosing.Choosing._found_roles", found)
    patch.setattr("entityres.pipeline.match", match)


def _chosen(settings: Settings) -> dict[str, Role]:
    return {name.partition(":")[2]: role for name, role in settings.roles.items()}


def new_project(path: Path | None = None) -> Project:
    """A project with both lists, matched."""
    project = Project.create(path)
    project.add_lists([crm(), shop()])
    rematch(project)
    return project


def rematch(project: Project) -> None:
    """Find matches again."""
    project.take_matches(project.matching_job()(Progress()))


def same_table(one: pa.Table, two: pa.Table) -> bool:
    """True when two tables have the same cells and headings."""
    return one.column_names == two.column_names and one.to_pydict() == two.to_pydict()
