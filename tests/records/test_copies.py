"""Which records are the same in everything, and which of them tell enough."""

from __future__ import annotations

import numpy as np

from entityres.records.copies import tell_enough, whole_hashes
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

ROLES = {"name": Role.FAMILY_NAME, "town": Role.CITY, "phone": Role.PHONE}


def test_records_share_a_hash_if_and_only_if_all_their_values_are_the_same() -> None:
    rng = np.random.default_rng(5)
    rows = [tuple(rng.choice(["", "a", "b"], 3)) for _ in range(300)]
    cleaned = make_cleaned([make_list("list", dict(zip(ROLES, zip(*rows, strict=True), strict=True)))], ROLES)
    hashes = whole_hashes(cleaned)
    for i, row in enumerate(rows):
        for j in range(i):
            assert (hashes[i] == hashes[j]) == (row == rows[j])
        assert (hashes[i] == 0) == (not any(row)), "nothing at all is no value"


def test_the_order_of_the_columns_does_not_count() -> None:
    rng = np.random.default_rng(7)
    columns = {name: rng.choice(["", "a", "b"], 90).tolist() for name in ROLES}
    turned = dict(reversed(list(ROLES.items())))
    as_they_stand, other = (make_cleaned([make_list("list", columns)], roles) for roles in (ROLES, turned))
    assert [field.name for field in other.fields] == list(turned)
    assert whole_hashes(as_they_stand).tolist() == whole_hashes(other).tolist()
    assert as_they_stand.by_values.tolist() == other.by_values.tolist()


def test_copies_are_one_thing_in_their_list_where_they_tell_enough() -> None:
    rows = [
        ("x", "t", "1"),
        ("x", "t", "1"),
        ("x", "t", ""),
        ("x", "t", ""),
        ("", "", ""),
        ("", "", ""),
        ("x", "t", "1"),
    ]
    columns = dict(zip(ROLES, (list(column) for column in zip(*rows, strict=True)), strict=True))
    halves = [
        make_list(name, {k: v[part] for k, v in columns.items()})
        for name, part in (("a", slice(6)), ("b", slice(6, 7)))
    ]
    things = make_cleaned(halves, ROLES).things
    assert things is not None
    assert things[0] == things[1]
    assert len(set(things.tolist())) == len(rows) - 1, "a name and a town are many people's, and each list has its own"
    notes = make_list("works", {"title": ["Notes"] * 2, "author": ["Hill"] * 2, "year": ["1999"] * 2})
    roles = {"title": Role.TITLE, "author": Role.ITEMS, "year": Role.DATE}
    assert make_cleaned([notes], roles).things is None, "each number of a journal has some"
    assert make_cleaned([make_list("a", {k: v[2:6] for k, v in columns.items()})], ROLES).things is None


def test_values_in_other_columns_are_other_values() -> None:
    columns = {"name": ["x", "", "x"], "town": ["", "x", ""], "phone": ["", "", ""]}
    one, other, again = whole_hashes(make_cleaned([make_list("list", columns)], ROLES))
    assert one == again != other


def test_an_order_by_values_is_the_same_for_the_same_rows_in_any_order() -> None:
    rng = np.random.default_rng(6)
    rows = np.array([tuple(rng.choice(["", "a", "b", "c"], 3)) for _ in range(200)])

    def in_order(of: np.ndarray) -> list[list[str]]:
        cleaned = make_cleaned([make_list("list", dict(zip(ROLES, of.T.tolist(), strict=True)))], ROLES)
        assert cleaned.by_values[cleaned.places].tolist() == list(range(len(of)))
        return of[cleaned.by_values].tolist()

    ordered = in_order(rows)
    assert ordered == in_order(rng.permutation(rows))
    ends = [i for i in range(1, len(ordered)) if ordered[i] != ordered[i - 1]]
    assert len(ends) + 1 == len({tuple(row) for row in ordered}), "those that are the same stand side by side"


def test_three_values_one_of_them_of_ones_own_tell_enough() -> None:
    rows = [("a", "b", "1"), ("a", "b", ""), ("a", "", "1"), ("", "", "1")]
    cleaned = make_cleaned([make_list("list", dict(zip(ROLES, zip(*rows, strict=True), strict=True)))], ROLES)
    assert tell_enough(cleaned, np.arange(4, dtype=np.int32)).tolist() == [True, False, False, False]


def test_in_a_list_of_one_column_a_value_that_names_one_thing_tells_enough() -> None:
    for role, enough in (
        (Role.EMAIL, True),
        (Role.PHONE, True),
        (Role.ORGANISATION, True),
        (Role.TITLE, True),
        (Role.FAMILY_NAME, False),
        (Role.BIRTH_DATE, False),
        (Role.CITY, False),
    ):
        cleaned = make_cleaned([make_list("list", {"only": ["x", "x"]})], {"only": role})
        assert tell_enough(cleaned, np.arange(2, dtype=np.int32)).tolist() == [enough, enough], role


def test_of_two_columns_both_must_be_filled() -> None:
    columns = {"firm": ["x", "x", ""], "town": ["y", "", "y"]}
    cleaned = make_cleaned([make_list("list", columns)], {"firm": Role.ORGANISATION, "town": Role.CITY})
    assert tell_enough(cleaned, np.arange(3, dtype=np.int32)).tolist() == [True, False, False]
