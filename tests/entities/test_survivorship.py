"""Merged records: which value survives, where it came from, and that the outcome is always the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.entities.groups import Groups
from entityres.entities.survivorship import (
    JOINED,
    RULES,
    TYPED,
    Merged,
    Override,
    default_rules,
    linked_sets,
    merge_records,
)
from entityres.errors import SettingsError
from entityres.records.roles import Role
from entityres.settings import Rule
from tests.helpers.building import make_columns, make_groups, make_list

ROLES = {
    "first": Role.GIVEN_NAME,
    "last": Role.FAMILY_NAME,
    "street": Role.STREET,
    "city": Role.CITY,
    "phone": Role.PHONE,
    "created": Role.DATE,
    "id": Role.IDENTIFIER,
    "note": Role.KEEP,
}


def merged_one(
    cells: dict[str, list[str]], rule: Rule | None = None, roles: dict[str, Role] | None = None, **kwargs
) -> Merged:
    """All records in one group; the rule is that of the first column."""
    lists = [make_list("crm", cells)]
    columns = make_columns(lists, roles or ROLES)
    rules = {} if rule is None else {next(iter(cells)): rule}
    n = len(next(iter(cells.values())))
    return merge_records(lists, columns, make_groups([0] * n), rules, kwargs.pop("preferred", ()), **kwargs)


def first_cell(merged: Merged) -> tuple[str, int]:
    return merged.table.column(0)[0].as_py(), int(merged.origin[0, 0])


@pytest.mark.parametrize(
    ("rule", "texts", "expected"),
    [
        (Rule("most_frequent"), ["a", "bb", "a"], ("a", 0)),
        (Rule("most_frequent", "longest"), ["a", "bb", "", "  "], ("bb", 1)),
        (Rule("most_frequent", "first"), ["a", "bb"], ("a", 0)),
        (Rule("longest"), ["a", "ccc", "bb"], ("ccc", 1)),
        (Rule("longest"), ["ß", "é", "日本"], ("日本", 2)),
        (Rule("shortest"), ["", "ccc", "bb"], ("bb", 2)),
        (Rule("highest"), ["9", "10", "x"], ("10", 1)),
        (Rule("lowest"), ["1.000,50", "20", "1,000.50"], ("20", 1)),
        (Rule("highest"), ["$1,200", "€900.99", "1.500,00"], ("1.500,00", 2)),
        (Rule("lowest"), ["C-0100", "C-0012"], ("C-0012", 1)),
        (Rule("first"), ["", "b", "a"], ("b", 1)),
        (Rule("all_different"), ["b", "a", "b", ""], ("b; a", JOINED)),
        (Rule("all_different"), ["", "a", "a"], ("a", 1)),
        (Rule("empty_if_conflict"), ["a", "b"], ("", JOINED)),
        (Rule("empty_if_conflict"), ["A", "a ", ""], ("a ", 1)),
        (Rule("first"), ["", " ", ""], ("", JOINED)),
    ],
)
def test_rules(rule, texts, expected):
    assert first_cell(merged_one({"note": texts}, rule)) == expected


@pytest.mark.parametrize(
    ("dates", "newest"),
    [
        (["2021-03-04", "2021-12-01", "2020-12-31"], 1),
        (["04/03/2021", "05/02/2021", "13/01/2021"], 0),
        (["03/04/2021", "02/05/2021", "01/13/2021"], 0),
        (["20210304", "20211201", ""], 1),
        (["4 Mar 2021", "December 1, 2021", "n/a"], 1),
        (["2021-03-04 09:00", "2021-03-04 10:30", "2021-03-04"], 1),
        (["3/4/21 9:00 PM", "3/4/21 10:30 AM", "3/4/21 12:05 AM"], 0),
        (["04.03.98", "04.03.04", ""], 1),
        (["3. März 2021", "1. Dezember 2021", "31. Mai 2021"], 1),
        (["3 de marzo de 2021", "1 février 2022", "2021"], 1),
        (["44200", "44300", "44100"], 1),  # day numbers of a spreadsheet
        (["30/02/2021", "01/02/2021", "04/03/2020"], 1),  # there is no such day
    ],
)
def test_newest_by_a_date_column(dates, newest):
    cells = {"phone": ["1", "2", "3"], "created": dates}
    assert first_cell(merged_one(cells, Rule("newest", "first", "created")))[1] == newest


def test_the_whole_column_says_whether_the_day_or_the_month_comes_first():
    cells = {"phone": ["1", "2", "3"], "created": ["03/04/2021", "02/05/2021", "01/13/2021"]}
    lists = [make_list("crm", cells)]
    rules = {"phone": Rule("newest", "first", "created")}
    merged = merge_records(lists, make_columns(lists, ROLES), make_groups([0, 0, 1]), rules, ())
    assert merged.table.column("phone").to_pylist() == ["1", "3"]


def test_oldest_passes_over_records_without_a_date():
    cells = {"phone": ["1", "2", "3"], "created": ["", "2021-01-02", "2021-01-01"]}
    assert first_cell(merged_one(cells, Rule("oldest", "first", "created"))) == ("3", 2)


def test_preferred_list_goes_first_then_the_order_of_lists():
    lists = [make_list("crm", {"id": ["7", ""]}), make_list("shop", {"id": ["8"]}), make_list("fair", {"id": ["9"]})]
    columns = make_columns(lists, ROLES)
    groups = make_groups([0, 0, 0, 0])
    for preferred, expected in [((), "7"), (("fair",), "9"), (("shop", "fair"), "8")]:
        merged = merge_records(lists, columns, groups, {}, preferred)
        assert merged.table.column("id").to_pylist() == [expected]


def test_address_parts_come_from_one_record():
    cells = {
        "street": ["1 Old Road", "", "5 New Way"],
        "city": ["", "Leeds", "York"],
        "created": ["2024-01-01", "2023-01-01", "2020-01-01"],
    }
    merged = merged_one(cells)
    assert merged.table.select(["street", "city"]).to_pylist() == [{"street": "5 New Way", "city": "York"}]
    assert merged.origin[0, :2].tolist() == [2, 2]
    assert linked_sets(make_columns([make_list("crm", cells)], ROLES), merged.rules) == (("street", "city"),)


def test_equally_complete_addresses_take_the_newest():
    cells = {"street": ["1 Old Road", "5 New Way"], "city": ["Leeds", "York"], "created": ["2019-01-01", "2020-01-01"]}
    assert merged_one(cells).table.column("city").to_pylist() == ["York"]


def test_an_address_part_with_a_rule_of_its_own_is_no_longer_tied_to_the_others():
    cells = {"city": ["Leeds", "York", "York"], "street": ["1 Old Road", "", ""]}
    merged = merged_one(cells, Rule("most_frequent"))
    assert merged.table.select(["street", "city"]).to_pylist() == [{"street": "1 Old Road", "city": "York"}]


def test_swapped_first_and_last_name_never_give_one_of_them_twice():
    merged = merged_one({"first": ["Jo", "Smithson"], "last": ["Smithson", "Jo"]})
    assert merged.table.to_pylist() == [{"first": "Jo", "last": "Smithson"}]


def test_a_full_name_goes_before_half_of_one():
    merged = merged_one({"first": ["Ann", "Ann", "Ann"], "last": ["", "", "Smith"]})
    assert merged.table.to_pylist() == [{"first": "Ann", "last": "Smith"}]


def test_best_connected_is_the_record_most_like_the_others():
    cells = {
        "note": ["x", "y", "z"],
        "phone": ["1", "1", "2"],
        "city": ["Bonn", "Bonn", "Bonn"],
        "last": ["A", "B", "B"],
    }
    assert first_cell(merged_one(cells, Rule("best_connected"))) == ("y", 1)


def test_single_records_are_copied_as_they_are():
    lists = [
        make_list("crm", {"first": [" Ann ", "="], "note": ["", "x"]}),
        make_list("shop", {"first": ["Bo"], "extra": ["e"]}),
    ]
    merged = merge_records(lists, make_columns(lists, ROLES), make_groups([0, 1, 2]), {}, ())
    assert merged.table.to_pydict() == {"first": [" Ann ", "=", "Bo"], "note": ["", "x", ""], "extra": ["", "", "e"]}
    assert merged.origin.tolist() == [[0, 0, 0], [1, 1, 1], [2, 2, 2]]
    assert not merged.conflicts.any()


def test_conflicts_are_real_differences():
    merged = merged_one({"first": ["Ann", "ANN "], "phone": ["1", "2"], "note": ["", "x"]})
    assert merged.conflicts.tolist() == [[False, True, False]]


class TestOverrides:
    CELLS = {"phone": ["1", "2", "3"]}

    def test_a_chosen_member_wins(self):
        merged = merged_one(self.CELLS, overrides=(Override((0, 1, 2), "phone", 2),))
        assert first_cell(merged) == ("3", 2)

    def test_a_typed_text_wins_also_when_it_is_empty(self):
        assert first_cell(merged_one(self.CELLS, overrides=(Override((0, 1, 2), "phone", -1, "9"),))) == ("9", TYPED)
        assert first_cell(merged_one(self.CELLS, overrides=(Override((0, 1, 2), "phone"),))) == ("", TYPED)

    def test_the_last_one_counts(self):
        two = (Override((0, 1, 2), "phone", -1, "9"), Override((0, 1, 2), "phone", 1))
        assert first_cell(merged_one(self.CELLS, overrides=two)) == ("2", 1)

    def test_it_ends_with_the_members(self):
        lists = [make_list("crm", self.CELLS)]
        overrides = (Override((0, 1, 2), "phone", 2), Override((0, 1), "gone", 1), Override((0, 9), "phone", 0))
        merged = merge_records(lists, make_columns(lists, ROLES), make_groups([0, 0, 1]), {}, (), overrides)
        assert merged.table.column("phone").to_pylist() == ["1", "3"]

    def test_it_replaces_a_joined_text(self):
        merged = merged_one(self.CELLS, Rule("all_different"), overrides=(Override((0, 1, 2), "phone", 1),))
        assert first_cell(merged) == ("2", 1)


def test_what_cannot_be_followed_is_said_plainly():
    lists = [make_list("crm", {"phone": ["1"]})]
    columns = make_columns(lists, ROLES)
    groups = make_groups([0])
    for rules, word in [
        ({"fax": Rule("first")}, "fax"),
        ({"phone": Rule("loudest")}, "loudest"),
        ({"phone": Rule("newest", by="made")}, "made"),
    ]:
        with pytest.raises(SettingsError, match=word):
            merge_records(lists, columns, groups, rules, ())
    with pytest.raises(SettingsError, match="shop"):
        merge_records(lists, columns, groups, {}, ("shop",))


def test_every_role_has_a_default_rule_that_exists():
    lists = [make_list("crm", {role.value: ["x"] for role in Role})]
    rules = default_rules(make_columns(lists, {role.value: role for role in Role}))
    assert set(rules) == {role.value for role in Role}
    assert {rule.take for rule in rules.values()} | {rule.if_tied for rule in rules.values()} <= set(RULES)


def naive(members: list[int], texts: list[str], filled: list[int], rule: Rule) -> int:
    """The record whose text a group takes, one comparison at a time."""
    usable = [m for m in members if texts[m].strip()]
    rank = {
        "most_frequent": lambda m: sum(texts[m] == texts[o] for o in members),
        "most_complete": lambda m: filled[m],
        "longest": lambda m: len(texts[m]),
        "shortest": lambda m: -len(texts[m]),
        "first": lambda m: -m,
        "highest": lambda m: float(texts[m]) if texts[m].isdigit() else -np.inf,
    }
    if not usable:
        return JOINED
    return max(usable, key=lambda m: (rank[rule.take](m), rank[rule.if_tied](m), -m))


@given(
    st.lists(
        st.tuples(
            st.integers(0, 5), st.sampled_from(["", " ", "a", "bb", "cc", "12", "3"]), st.sampled_from(["", "x"])
        ),
        min_size=1,
        max_size=25,
    ),
    st.sampled_from(["most_frequent", "most_complete", "longest", "shortest", "first", "highest"]),
    st.sampled_from(["longest", "first", "most_complete"]),
)
def test_choice_is_that_of_the_naive_twin(rows, take, tied):
    labels = {}
    group_of = [labels.setdefault(row[0], len(labels)) for row in rows]
    texts, others = [row[1] for row in rows], [row[2] for row in rows]
    lists = [make_list("crm", {"note": texts, "other": others})]
    groups: Groups = make_groups(group_of)
    rule = Rule(take, tied)
    merged = merge_records(lists, make_columns(lists, {}), groups, {"note": rule}, ())
    filled = [bool(a.strip()) + bool(b.strip()) for a, b in zip(texts, others, strict=True)]
    for group in range(len(groups.sizes)):
        members = groups.members(group).tolist()
        expected = naive(members, texts, filled, rule) if len(members) > 1 else members[0]
        assert merged.origin[group, 0] == expected
        assert merged.table.column("note")[group].as_py() == (texts[expected] if expected >= 0 else "")
