"""Which differences between the records of a group ask for a look."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.roles import Role
from entityres.ui.models.contradictions import contradicting, contradicting_in, differing_by_nature
from tests.helpers.building import make_cleaned, make_columns, make_groups, make_list

ROLES = {"name": Role.FULL_NAME, "id": Role.IDENTIFIER, "since": Role.DATE, "phone": Role.PHONE}


@given(
    cells=st.lists(st.sampled_from(["", "a", "A", "b"]), min_size=30, max_size=30),
    group_of=st.lists(st.integers(0, 3), min_size=6, max_size=6),
)
def test_all_groups_and_one_group_and_a_naive_twin_agree(cells, group_of) -> None:
    headings = (*ROLES, "note")
    lists = [make_list("one", {heading: cells[6 * i : 6 * i + 6] for i, heading in enumerate(headings)})]
    columns = make_columns(lists, ROLES)
    cleaned = make_cleaned(lists, {"name": Role.FULL_NAME, "id": Role.IDENTIFIER, "phone": Role.PHONE})
    groups = make_groups(np.unique(group_of, return_inverse=True)[1].tolist())
    conflicts = np.ones((len(groups.sizes), len(headings)), bool)
    by_nature = differing_by_nature(columns, conflicts, groups)
    assert by_nature == (False, True, True, False, False), "so few groups say nothing about a kept column"
    together = contradicting(columns, cleaned, groups, by_nature)
    for group in range(len(groups.sizes)):
        members = groups.members(group)
        if len(members) > 1:
            expected = []
            for i, heading in enumerate(headings):
                said = {cells[6 * i + int(member)].lower() for member in members} - {""}
                expected.append(heading == "note" or (heading in ("name", "phone") and len(said) > 1))
            assert together[group].tolist() == expected
            assert list(contradicting_in(columns, cleaned, members, by_nature)) == expected


def test_a_kept_column_that_differs_nearly_everywhere_asks_for_no_look() -> None:
    lists = [make_list("one", {"note": ["x"] * 24, "made": ["y"] * 24, "name": ["z"] * 24})]
    columns = make_columns(lists, {"name": Role.FULL_NAME})
    groups = make_groups(np.repeat(np.arange(12), 2).tolist())
    conflicts = np.ones((12, 3), bool)
    conflicts[:3, 0] = False
    assert differing_by_nature(columns, conflicts, groups) == (False, True, False)
