"""Lists and matches come back from the file bit by bit."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from entityres.candidates.candidate_pairs import HotValue, KeysNotUsed, LeftOut, NotUsed, WhyNot
from entityres.progress import Progress
from entityres.records.fields import ColumnRole, OutputColumn, Placeholder
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import InsideList
from entityres.session import packing
from entityres.session.project import Project
from entityres.settings import Settings
from tests.helpers.building import make_list
from tests.session.customers import crm, match, same_table, shop


def same(one: Any, two: Any) -> None:
    """Assert that two values are equal all the way down, arrays with their types."""
    assert type(one) is type(two)
    if hasattr(one, "__dataclass_fields__"):
        for part in fields(one):
            same(getattr(one, part.name), getattr(two, part.name))
    elif isinstance(one, np.ndarray):
        assert one.dtype == two.dtype
        np.testing.assert_array_equal(one, two)
    elif isinstance(one, pa.Table):
        assert one.schema.equals(two.schema)
        assert same_table(one, two)
    elif isinstance(one, pa.Array):
        assert one.equals(two)
    elif isinstance(one, tuple | list):
        assert len(one) == len(two)
        for left, right in zip(one, two, strict=True):
            same(left, right)
    else:
        assert one == two


@pytest.fixture(params=[200_000, 4])
def chunk_rows(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """One chunk, and many."""
    monkeypatch.setattr(packing, "CHUNK_ROWS", request.param)


def through_chunks(parts: dict[str, pa.Table]) -> dict[str, pa.Table]:
    return {name: packing.table_from_chunks(list(packing.table_chunks(table))) for name, table in parts.items()}


ODD = {"": ["x", ""], "a,b": ["\x00\n", "é"], "a.b": ["01067", "  "], "c0": ["'=1", "日本"]}


@pytest.mark.usefixtures("chunk_rows")
@pytest.mark.parametrize("record_list", [crm(), shop(), make_list("odd", ODD), make_list("none", {"A": [], "B": []})])
def test_a_list_comes_back(record_list: RecordList) -> None:
    found = tuple(ColumnRole(c, Role.CITY, "why", False, 3, 2, ("a", "b")) for c in record_list.columns)
    meta, parts = packing.pack_list(record_list, found)
    back, roles = packing.unpack_list(record_list.name, meta, through_chunks(parts))
    same(back, record_list)
    same(roles, found)


@pytest.mark.usefixtures("chunk_rows")
def test_a_match_comes_back() -> None:
    result = match([crm(), shop()], Settings())
    pairs, scored = result.scored.pairs, result.scored
    left = KeysNotUsed((NotUsed(pairs.keys[0], WhyNot.BUDGET, 3.5, 40.0),), 3.5, 40.0)
    pairs = replace(pairs, hot=(HotValue(0, "x", 3, 3),), left_out=(LeftOut(1, "", 2, 9),), not_used=left)
    moved = replace(result.cleaned.fields[0], moved=np.array([True, False, False, False, True]))
    inside = (InsideList(3, 3, 1, 0, 1, 0, 2), InsideList(2, 2, 0, 0, 0, 0, 2))
    scored = type(scored)(**{**vars(scored), "pairs": pairs, "inside": inside})
    cleaned = type(result.cleaned)(
        **{f.name: getattr(result.cleaned, f.name) for f in fields(result.cleaned)}
        | {"placeholders": (Placeholder("Phone", "000", 3, "too many"),)}
        | {"legal_forms": np.array([4, -1, 0, 2, 3], np.int32)}
        | {"fields": (moved, *result.cleaned.fields[1:])}
    )
    columns = replace(result.columns, output=(*result.columns.output, OutputColumn("d", Role.DATE, ("d", "d"), "day")))
    meta, parts = packing.pack_match(columns, cleaned, scored)
    columns_back, cleaned_back, scored_back = packing.unpack_match(meta, through_chunks(parts))
    same(columns_back, columns)
    same(cleaned_back, cleaned)
    same(scored_back, scored)


def test_a_match_of_an_older_version_does_not_know_what_the_lists_show_inside() -> None:
    result = match([crm(), shop()], Settings())
    meta, parts = packing.pack_match(result.columns, result.cleaned, result.scored)
    del meta["scored"]["inside"]
    assert packing.unpack_match(meta, parts)[2].inside == ()


def test_a_match_without_check_column_and_pairs_comes_back() -> None:
    result = match([crm()], Settings())
    empty = {name: getattr(result.scored.pairs, name)[:0] for name in ("left", "right", "masks", "jaccard")}
    pairs = type(result.scored.pairs)(**{**vars(result.scored.pairs), **empty})
    evidence = tuple(type(f)(f.name, f.label, f.levels[:0], f.weights[:0], f.level_names) for f in result.scored.fields)
    scored = type(result.scored)(pairs, -3.5, evidence, result.scored.score[:0], result.scored.guards[:0], 0.9, 0.1)
    cleaned = type(result.cleaned)(result.cleaned.starts, result.cleaned.fields)
    meta, parts = packing.pack_match(result.columns, cleaned, scored)
    _, cleaned_back, scored_back = packing.unpack_match(meta, through_chunks(parts))
    same(cleaned_back, cleaned)
    same(scored_back, scored)


def test_a_project_comes_back_from_its_file(project: Project) -> None:
    lists, matched = project.lists, project.matched
    path = project.path
    project.close()
    again = Project.open(path)
    same(again.lists, lists)
    assert matched is not None
    assert again.matched is not None
    for name in ("columns", "cleaned", "scored", "entries", "content"):
        same(getattr(again.matched, name), getattr(matched, name))
    assert again.changed_since_match() == ()
    groups, before = again.groups, project.latest_groups
    assert groups is not None
    assert before is not None
    assert groups.group_of.tolist() == before.group_of.tolist()
    assert Progress().done == 0
    project._store = again._store
