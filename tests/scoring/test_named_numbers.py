"""Names of firms and their numbers, beside a count that goes record by record."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from entityres.records.fields import FieldValues
from entityres.records.roles import Role
from entityres.scoring.named_numbers import NamedNumbers

CODES = st.lists(st.tuples(st.integers(-1, 3), st.integers(-1, 3)), min_size=1, max_size=20)


def field(role: Role, codes: list[int]) -> FieldValues:
    values = pa.array(list("abcd"), pa.large_string())
    return FieldValues(role.value, role.value, role, (("a",),), np.array(codes, np.int32), values)


def made(records: list[tuple[int, int]]) -> NamedNumbers:
    names, numbers = zip(*records, strict=True)
    return NamedNumbers.of(field(Role.ORGANISATION, list(names)), field(Role.IDENTIFIER, list(numbers)))


@given(CODES, st.data())
def test_names_by_the_numbers_they_stand_with(records: list[tuple[int, int]], data: st.DataObject):
    at = st.integers(0, len(records) - 1)
    pairs = data.draw(st.lists(st.tuples(at, at), max_size=12))
    left, right = (np.array(side, np.int32) for side in (zip(*pairs, strict=True) if pairs else ((), ())))
    seen = made(records).seen_at_two_places(left, right)

    def numbers_of(name: int) -> set[int]:
        return {number for other, number in records if other == name and number >= 0} if name >= 0 else set()

    spread = {records[one][0] for pair in pairs for one in pair}
    for i, (a, _) in enumerate(records):
        for j, (b, _) in enumerate(records):
            ends = np.array([i], np.int32), np.array([j], np.int32)
            several = any(len(numbers_of(name)) > 1 for name in (a, b))
            assert bool(seen.of_several(*ends)[0]) is several
            assert bool(seen.of_one(*ends)[0]) is (not several and any(name in spread for name in (a, b)))


def test_a_name_votes_once_and_for_two_if_it_ever_stands_for_two():
    seen = made([(0, 0), (0, 0), (0, 0), (1, 1), (1, 2), (2, 3)])
    left = np.array([0, 0, 1, 3, 3, 5], np.int32)
    one = np.array([True, True, True, False, True, True])
    assert seen.votes(left, one, ~one) == (2, 1)
    assert seen.votes(left[:0], one[:0], one[:0]) == (0, 0)
