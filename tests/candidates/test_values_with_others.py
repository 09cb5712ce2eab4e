"""Values of a key that are a reason to compare only where another key fits as well."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.hottest import hottest_values
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.shared_buckets import shared_buckets
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

NAMES, TOWNS = ("anna smith", "ann smith", "bob reeve", "smith anna", ""), ("ulm 89073", "bonn 53111", "ulm 89077", "")
ROLES = {"name": Role.FULL_NAME, "town": Role.CITY}
TOWN = Key("Same town", (Part(PartKind.EXACT, ("town",)),))


def cleaned_of(rows: list[tuple[int, int]]) -> CleanedRecords:
    columns = {"name": [NAMES[row[0]] for row in rows], "town": [TOWNS[row[1]] for row in rows]}
    return make_cleaned([make_list("list", columns)], ROLES)


def pairs_of(cleaned: CleanedRecords, *keys: Key) -> set[tuple[int, int]]:
    found = propose_pairs(cleaned, keys)
    return set(zip(found.left.tolist(), found.right.tolist(), strict=True))


KINDS = (
    (Part(PartKind.EXACT, ("name",)),),
    (Part(PartKind.PREFIX, ("name",), 2),),
    (Part(PartKind.SORTED_WORDS, ("name", "town")),),
    (Part(PartKind.FIRST_WORD, ("town",)), Part(PartKind.PHONETIC, ("name",))),
    (Part(PartKind.LAST_DIGITS, ("town",), 3), Part(PartKind.EXACT, ("name",))),
)


@given(
    st.lists(st.tuples(st.integers(0, 4), st.integers(0, 3)), min_size=2, max_size=14),
    st.sampled_from(KINDS),
    st.integers(0, 13),
)
@pytest.mark.slow
def test_a_pair_with_such_a_value_needs_another_key(
    rows: list[tuple[int, int]], parts: tuple[Part, ...], at: int
) -> None:
    cleaned, key = cleaned_of(rows), Key("Key", parts)
    example = at % len(rows)
    left_alone = replace(key, with_others=(tuple(cleaned.field(name).text(example) for name in key.part_fields),))
    hashes = EntryMaker(cleaned).all_parts(key)
    assert hashes is not None
    shared = {(i, j) for i, j in pairs_of(cleaned, key) if hashes[i] != hashes[example]}
    assert pairs_of(cleaned, left_alone) == shared
    assert pairs_of(cleaned, left_alone, TOWN) == shared | pairs_of(cleaned, TOWN)


def test_it_stays_when_no_record_has_the_very_text_any_more() -> None:
    key = Key("Begins", (Part(PartKind.PREFIX, ("name",), 3),), with_others=(("ann of old",),))
    cleaned = cleaned_of([(0, 0), (1, 0), (2, 0), (2, 1)])
    assert pairs_of(cleaned, key) == {(2, 3)}


def test_every_other_way_to_ask_for_the_key_knows_it() -> None:
    cleaned = cleaned_of([(0, 0), (0, 1), (2, 0), (2, 1)])
    key = Key("Name", (Part(PartKind.EXACT, ("name",)),), with_others=(("anna smith",),))
    maker = EntryMaker(cleaned)
    assert [value.text for value in hottest_values(maker, key)] == ["bob reeve"]
    left, right = np.array([0, 2], np.int32), np.array([1, 3], np.int32)
    assert shared_buckets(maker, key, left, right).tolist() == [0, 1]
    (records, _hashes), *rest = maker.some_entries(key, 0)
    assert (records.tolist(), rest) == ([2, 3], [])


@pytest.mark.parametrize("values", [(), (("a", ""), ("b", "c"))])
def test_it_is_kept_in_a_recipe(values: tuple[tuple[str, ...], ...]) -> None:
    key = Key("Key", (Part(PartKind.EXACT, ("x",)), Part(PartKind.YEAR, ("y",))), with_others=values)
    assert Key.from_json(key.to_json()) == key
    older = {name: value for name, value in key.to_json().items() if name != "with_others"}
    assert Key.from_json(older) == replace(key, with_others=())
