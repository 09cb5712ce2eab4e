"""What the Merge page shows of one group, from real lists."""

from __future__ import annotations

import dataclasses

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.groups import Groups
from entityres.entities.survivorship import RULES, Merged, Override, merge_records
from entityres.records.fields import Columns, OutputColumn
from entityres.records.record_list import ReadSettings, RecordList
from entityres.records.roles import Role
from entityres.settings import Rule, Settings
from entityres.ui.models.group_view import (
    JOINED,
    TYPED,
    GroupView,
    record_name,
    starts_of,
    view_group,
    view_group_alone,
)
from entityres.ui.models.preview_table import PreviewTable
from entityres.ui.qt import SPOKEN
from tests.helpers.building import make_columns, make_groups, make_list


def texts(*values: str) -> pa.Array:
    return pa.array(values, pa.large_string())


@pytest.fixture
def lists() -> tuple[RecordList, ...]:
    crm = pa.table({"name": texts("Ana Ruiz", "Tom Reeve", "Ana Ruis"), "zip": texts("01067", "", "01067")})
    shop = pa.table({"Name": texts("Ana Ruiz-Ortega"), "note": texts("x")})
    return (
        RecordList("CRM", "crm.csv", ReadSettings(), crm, np.array([2, 3, 4])),
        RecordList("Webshop", "shop.csv", ReadSettings(), shop, np.array([2])),
    )


COLUMNS = Columns(
    ((), ()),
    (
        OutputColumn("name", Role.FULL_NAME, ("name", "Name")),
        OutputColumn("zip", Role.POSTCODE, ("zip", None)),
        OutputColumn("note", Role.KEEP, (None, "note")),
    ),
)


def groups() -> Groups:
    return Groups(np.array([0, 1, 0, 0], np.int32), np.zeros(4, np.int8), np.empty(0, np.int8), np.empty(0, np.int32))


def merged(origin: list[list[int]]) -> Merged:
    table = pa.table({"name": texts("Ana Ruiz", "Tom Reeve"), "zip": texts("01067", ""), "note": texts("x", "")})
    conflicts = np.array([[True, False, False], [False, False, False]])
    return Merged(table, np.array(origin, np.int32), dict.fromkeys(table.column_names, Rule("longest")), conflicts)


def view(lists: tuple[RecordList, ...], origin: list[int], by_hand: tuple[str, ...] = ()) -> GroupView:
    rules = {"name": Rule("longest")}
    return view_group(lists, COLUMNS, groups(), merged([origin, [1, -1, -1]]), 0, by_hand, rules)


def test_group_holds_every_member_with_its_list_and_row(lists) -> None:
    shown = view(lists, [0, 0, 3])
    assert shown.records == (0, 2, 3)
    assert shown.names == ("CRM row 1", "CRM row 3", "Webshop row 1")
    assert shown.values == (("Ana Ruiz", "Ana Ruis", "Ana Ruiz-Ortega"), ("01067", "01067", ""), ("", "", "x"))
    assert shown.merged == ("Ana Ruiz", "01067", "x")


def test_values_that_the_merged_record_does_not_say_differ(lists) -> None:
    shown = view(lists, [0, 0, 3])
    assert [shown.differs(0, member) for member in range(3)] == [False, True, True]
    assert not any(shown.differs(1, member) for member in range(3)), "an empty cell contradicts nothing"
    assert shown.is_source(0, 0)
    assert not shown.is_source(0, 1)


@pytest.mark.parametrize(
    ("origin", "by_hand", "column", "sentence"),
    [
        ([2, 0, 3], (), 0, "name: from CRM row 3 · rule: longest."),
        ([3, 0, 3], ("name",), 0, "name: from Webshop row 1, chosen by you."),
        ([TYPED, 0, 3], ("name",), 0, "name: typed by you."),
        ([JOINED, 0, 3], (), 0, "name: put together from several records · rule: longest."),
    ],
)
def test_provenance_names_list_row_and_rule(lists, origin, by_hand, column, sentence) -> None:
    assert view(lists, origin, by_hand).provenance(column) == sentence


def test_what_a_screen_reader_says_of_a_value_that_ends_with_a_full_stop_has_one(lists) -> None:
    shown = GroupView(0, (0,), ("a",), ("firm",), ("Hill Inc.",), (("Hill Inc.",),), (0,), (False,), rules=("longest",))
    table = PreviewTable()
    table.show_group(shown)
    assert table.index(0, 0).data(SPOKEN) == "firm of the merged record: Hill Inc. firm: from a · rule: longest."


def test_provenance_of_a_column_that_is_empty_everywhere(lists) -> None:
    shown = GroupView(0, (0, 2), ("a", "b"), ("x",), ("",), (("", ""),), (JOINED,), (False,))
    assert shown.provenance(0) == "x: empty in every record of this group."


def test_record_names_count_rows_from_one_in_each_list(lists) -> None:
    starts = starts_of(lists)
    assert [record_name(lists, starts, record) for record in range(4)] == [
        "CRM row 1",
        "CRM row 2",
        "CRM row 3",
        "Webshop row 1",
    ]


@pytest.mark.slow
@given(
    cells=st.lists(st.sampled_from(["", "a", "b", "bb"]), min_size=18, max_size=18),
    group_of=st.lists(st.integers(0, 2), min_size=6, max_size=6),
    take=st.sampled_from(sorted(RULES)),
    prefer=st.sampled_from([(), ("Webshop",)]),
    typed=st.booleans(),
)
def test_a_group_merged_alone_is_as_in_the_whole(cells, group_of, take, prefer, typed) -> None:
    parts = [
        make_list("CRM", {"name": cells[:3], "zip": cells[3:6], "city": cells[6:9]}),
        make_list("Webshop", {"name": cells[9:12], "zip": cells[12:15], "city": cells[15:18]}),
    ]
    roles = {"name": Role.FULL_NAME, "zip": Role.POSTCODE, "city": Role.CITY}
    columns = make_columns(parts, roles)
    together = make_groups(np.unique(group_of, return_inverse=True)[1].tolist())
    first = {int(g): np.flatnonzero(together.group_of == g) for g in np.unique(together.group_of)}
    members = tuple(first[0].tolist())
    overrides = (Override(members, "name", -1, "typed") if typed else Override(members, "name", members[-1]),)
    chosen = Settings(rules={"name": Rule(take), "zip": Rule(take), "city": Rule(take)}, preferred_lists=prefer)
    whole = merge_records(parts, columns, together, chosen.rules, prefer, overrides)
    for group in range(len(together.sizes)):
        hand = ["name"] if group == 0 else []
        expected = view_group(parts, columns, together, whole, group, hand, whole.rules)
        assert view_group_alone(parts, columns, together, group, chosen, overrides) == expected


def test_a_set_that_a_person_tore_apart_is_told() -> None:
    torn = GroupView(
        0, (1, 2), ("row 2", "row 3"), ("street", "zip"), ("a", "b"), (("a", "c"), ("d", "b")), (1, 2), (True, True),
        by_hand=frozenset({1}), rules=("longest", "longest"), sets=((0, 1),),
    )  # fmt: skip
    assert torn.mixed(0)
    assert torn.provenance(0) == "street: from row 2 · rule: longest. Not all of street, zip come from one record."
    assert not dataclasses.replace(torn, origins=(1, 1)).mixed(0)


def test_rows_of_a_single_list_need_no_name(lists) -> None:
    assert record_name(lists[:1], starts_of(lists[:1]), 2) == "row 3"
