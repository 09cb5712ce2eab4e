"""A project with a finished match that no engine made: two lists, four keys, pairs from sure to hopeless."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs, HotValue, KeyCounts
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.planning import KeyPlan
from entityres.entities.clustering import cluster
from entityres.entities.decisions import Decisions
from entityres.pipeline import MatchResult
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import FieldScores, Guard, ScoredPairs
from entityres.session.project import Project
from tests.helpers.building import make_cleaned, make_columns, make_list

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import pytest

    from entityres.records.fields import CleanedRecords, ColumnRole, Columns
    from entityres.records.record_list import RecordList
    from entityres.session.core import Core
    from entityres.settings import Settings

ROLES = {
    "first_name": Role.GIVEN_NAME,
    "last_name": Role.FAMILY_NAME,
    "street": Role.STREET,
    "city": Role.CITY,
    "phone": Role.PHONE,
    "email": Role.EMAIL,
    "birth_date": Role.BIRTH_DATE,
    "created": Role.CHECK,
}
KEYS = (
    Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),)),
    Key("Same phone", (Part(PartKind.EXACT, ("phone",)),)),
    Key("Birth date + last name", (Part(PartKind.EXACT, ("birth_date",)), Part(PartKind.EXACT, ("last_name",)))),
    Key("Similar name + address", bands=Bands(("first_name", "last_name", "street", "city"), b=32, r=4)),
)
FIRST = (
    "Debbie",
    "Debby",
    "John",
    "J.",
    "Carmen",
    "Karmen",
    "Ana",
    "Thomas",
    "Tom",
    "Joan",
    "Wei",
    "Karl",
    "Mary",
    "Marie",
)
LAST = (
    "Gould",
    "Smith",
    "Martinez",
    "Ruiz",
    "Reeve",
    "Ashby",
    "Zhang",
    "Mueller",
    "Kelly",
    "Hopper",
    "Weaver",
    "Farrow",
)
CITY = ("Gibsonfort", "Maryville", "Coxview", "Lakeport", "Ashford", "Norwich", "Salford", "Ulm", "Rordton")
LEVELS = ("same", "1 letter", "short form", "different")
WEIGHT = {"same": 5.2, "1 letter": 3.1, "short form": 2.2, "different": -3.4}


@cache
def make_lists(n: int, seed: int = 4) -> tuple[RecordList, RecordList]:
    """Two lists of n records; record i of the second is a worn copy of record i of the first."""
    rng = np.random.default_rng(seed)

    def one(i: int, copy: bool) -> list[str]:
        r = np.random.default_rng(i * 7 + seed)
        first, last, city = FIRST[r.integers(len(FIRST))], LAST[r.integers(len(LAST))], CITY[r.integers(len(CITY))]
        street, phone = f"{r.integers(1, 4000)} King Avenue", f"{r.integers(200, 999)}-555-{r.integers(1000, 9999)}"
        email = f"{first.lower().strip('.')}.{last.lower()}{i}@example.org"
        birth = f"{r.integers(1940, 2004)}-{r.integers(1, 13):02}-{r.integers(1, 29):02}"
        day = r.integers(1, 26)
        created = f"2021-{r.integers(1, 13):02}-{day:02}"
        if copy:
            street = street.replace("Avenue", "Ave") if rng.random() < 0.4 else street
            first = first[:-1] + "a" if rng.random() < 0.3 else first
            phone = "" if rng.random() < 0.3 else phone
            email = email if rng.random() < 0.6 else ""
            birth = f"{birth[:5]}{birth[8:]}-{birth[5:7]}" if int(birth[8:]) <= 12 and rng.random() < 0.5 else birth
            created = f"{created[:8]}{day + 2:02}"
        return [first, last, street, city, phone, email, birth, created]

    lists = []
    for name, copy in (("CRM", False), ("Webshop", True)):
        rows = [one(i, copy) for i in range(n)]
        lists.append(make_list(name, {heading: [row[c] for row in rows] for c, heading in enumerate(ROLES)}))
    return lists[0], lists[1]


def make_match(lists: tuple[RecordList, ...], strangers: int, *, check: bool = True) -> MatchResult:
    """True pairs (i, i + n) and random ones, scored by what their values say, with a bit of noise."""
    return replace(_match(len(lists[0]), strangers, check), lists=lists)


@cache
def _match(n: int, strangers: int, check: bool, seed: int = 5) -> MatchResult:
    lists = make_lists(n)
    rng = np.random.default_rng(seed)
    compared = {heading: role for heading, role in ROLES.items() if role != Role.CHECK}
    cleaned = make_cleaned(lists, compared)
    left = np.concatenate([np.arange(n), rng.integers(0, n, strangers)])
    right = np.concatenate([np.arange(n) + n, rng.integers(n, 2 * n, strangers)])
    codes = np.unique(left.astype(np.int64) << 32 | right)
    left, right = (codes >> 32).astype(np.int32), (codes & 0xFFFFFFFF).astype(np.int32)
    true = right - left == n
    fields, total = [], np.full(len(left), -13.0, np.float32)
    for field in cleaned.fields:
        a, b = field.codes[left], field.codes[right]
        near = rng.random(len(left))
        level = np.where(a == b, 0, np.where(true & (near < 0.6), 1, np.where(near < 0.1, 2, 3))).astype(np.int8)
        level[(a < 0) | (b < 0)] = -1
        weights = np.array([*(WEIGHT[name] for name in LEVELS), 0.0], np.float32)[level]
        weights = (weights * rng.uniform(0.5, 1.3, len(left))).astype(np.float32)
        fields.append(FieldScores(field.name, field.label, level, weights, LEVELS))
        total += weights
    masks = np.zeros(len(left), np.uint64)
    for bit, name in enumerate(("email", "phone")):
        field = cleaned.field(name)
        masks[(field.codes[left] == field.codes[right]) & (field.codes[left] >= 0)] |= np.uint64(1 << bit)
    masks[true & (rng.random(len(left)) < 0.5)] |= np.uint64(4)
    masks[(masks == 0) | (rng.random(len(left)) < 0.8)] |= np.uint64(8)
    jaccard = np.where(true, rng.beta(8, 3, len(left)), rng.beta(2, 7, len(left))).astype(np.float32)
    counts = tuple(
        KeyCounts(
            int(2 * n * 0.8),
            int(n * 0.4),
            (4, 5, 4, 58)[bit],
            int(np.count_nonzero(masks >> np.uint64(bit) & np.uint64(1))),
            int(np.count_nonzero(masks == np.uint64(1 << bit))),
        )
        for bit in range(4)
    )
    hot = (HotValue(1, "000-000-0000", 412, 84_666),)
    pairs = CandidatePairs(left, right, masks, jaccard, KEYS, counts, hot)
    guards = np.where(rng.random(len(left)) < 0.01, int(Guard.BIRTH_DATE), 0).astype(np.uint8)
    distance = np.where(true, rng.integers(0, 9, len(left)), rng.integers(0, 900, len(left))).astype(np.float32)
    scored = ScoredPairs(
        pairs,
        -13.0,
        tuple(fields),
        total,
        guards,
        0.98,
        0.1,
        "created" if check else "",
        distance if check else None,
        rng.integers(0, 900, 5000).astype(np.float32) if check else None,
    )
    groups = cluster(cleaned.list_of, scored, Decisions.none(), None, None)
    return MatchResult(lists, make_columns(lists, ROLES), cleaned, scored, groups, {"candidates": 0.4, "scoring": 1.1})


def without_engine(patch: pytest.MonkeyPatch, strangers: int = 1500, *, check: bool = True) -> None:
    """Let projects find roles, clean and match by hand; keys, curves, forecasts and explanations stay the engine's own."""
    compared = {heading: role for heading, role in ROLES.items() if role != Role.CHECK}

    def columns(project: Core, document: object) -> Columns | None:
        lists = [project._list(entry)[0] for entry in document.lists]  # type: ignore[attr-defined]
        return make_columns(lists, ROLES) if lists else None

    def found(_project: Core, record_list: RecordList) -> tuple[ColumnRole, ...]:
        return make_columns([record_list], ROLES).roles[0]

    def clean(lists: Sequence[RecordList], *_rest: object, **_more: object) -> CleanedRecords:
        return make_cleaned(lists, compared)

    def choose_keys(_cleaned: CleanedRecords, settings: Settings, *_rest: object, **_more: object) -> KeyPlan:
        return KeyPlan(settings.keys or KEYS)

    def match(lists: Sequence[RecordList], *_rest: object, **_more: object) -> MatchResult:
        return make_match(tuple(lists), strangers, check=check)

    patch.setattr("entityres.session.core.Core._columns_for", columns)
    patch.setattr("entityres.session.choosing.Choosing._found_roles", found)
    patch.setattr("entityres.pipeline.clean", clean)
    patch.setattr("entityres.pipeline.choose_keys", choose_keys)
    patch.setattr("entityres.pipeline.match", match)


def make_project(path: Path, n: int = 150, strangers: int = 1500, *, check: bool = True, match: bool = True) -> Project:
    """A project with such lists and such a match, in a file of its own."""
    project = Project.create(path)
    lists = make_lists(n)
    project.add_lists(lists)
    if match:
        project.take_matches(make_match(project.lists, strangers, check=check))
    return project
