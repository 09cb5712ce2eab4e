"""Two lists with keys in hot values: no explosion, and every pair is either proposed or told of."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from entityres.candidates.copies_in_large import key_of_copies
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.pair_finder import HOT_RECORDS
from entityres.candidates.planning import pair_budget, plan_keys
from entityres.candidates.proposing import MAX_KEYS, propose_pairs
from entityres.candidates.shared_buckets import shared_buckets
from entityres.entities.joining import connected
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

pytestmark = pytest.mark.slow

N = 3000
ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "born": Role.BIRTH_DATE,
    "postcode": Role.POSTCODE,
    "city": Role.CITY,
}
EXACT = PartKind.EXACT
CITY = Key("Same city", (Part(EXACT, ("city",)),))
FAMILY = Key("Same last name", (Part(EXACT, ("family",)),))
BOTH = Key("Last name + city", (Part(EXACT, ("family",)), Part(EXACT, ("city",))))
ALIKE = Key("Similar last name", join=Join(("family",), "characters", 3, 0.6))
BANDS = Key("Similar city", bands=Bands(("city",), b=3, r=2))


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    """Two lists in one city; one in five people has one surname or another one much like it; every tenth stands in both."""
    rng = np.random.default_rng(8)
    columns = {
        "given": [f"g{i}" for i in rng.integers(0, 400, N)],
        "family": [f"f{i}x{i}" for i in rng.integers(0, 2000, N)],
        "born": [f"19{y}-{m:02d}-11" for y, m in zip(rng.integers(10, 99, N), rng.integers(1, 13, N), strict=True)],
        "postcode": [f"{p:05d}" for p in rng.integers(0, 500, N)],
        "city": ["springfield"] * N,
    }

    for value, share in (("johannson", 0.1), ("johannsson", 0.08)):
        for i in np.flatnonzero(rng.random(N) < share):
            columns["family"][i] = value
    for i in range(0, N // 2, 10):
        for values in columns.values():
            values[N // 2 + i] = values[i]
    lists = [
        make_list(f"list{k}", {name: values[k * N // 2 : (k + 1) * N // 2] for name, values in columns.items()})
        for k in range(2)
    ]
    return make_cleaned(lists, ROLES)


@pytest.mark.parametrize("key", [CITY, FAMILY, BOTH, ALIKE], ids=lambda key: key.name)
@pytest.mark.parametrize("across", [False, True])
def test_every_pair_is_proposed_or_told(cleaned: CleanedRecords, key: Key, across: bool) -> None:
    pairs = propose_pairs(cleaned, (key,), across_only=across)
    left, right = (side.astype(np.int32) for side in np.triu_indices(N, 1))
    if across:
        differ = cleaned.list_of[left] != cleaned.list_of[right]
        left, right = left[differ], right[differ]
    whole = int((shared_buckets(EntryMaker(cleaned), key, left, right) > 0).sum())
    told = sum(value.pairs for value in pairs.left_out)
    assert told > 0
    assert len(pairs) + told == whole
    assert len(pairs) <= 25 * N
    assert pairs.hot[0].pairs >= max(value.pairs for value in pairs.left_out)
    assert pairs.counts[0].largest == max(value.records for value in pairs.left_out) > HOT_RECORDS


def test_bands_over_a_hot_value_do_not_explode(cleaned: CleanedRecords) -> None:
    pairs = propose_pairs(cleaned, (BANDS,))
    assert len(pairs) <= 25 * N
    assert [value.text for value in pairs.left_out] == ["springfield"] * 3


def test_the_plan_stays_in_its_budget_and_finds_who_stands_in_both(cleaned: CleanedRecords) -> None:
    def judge(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return ((right - left == N // 2) & (left % 10 == 0)).astype(np.float64)

    keys = plan_keys(cleaned, judge, across_only=True).keys
    pairs = propose_pairs(cleaned, keys, across_only=True)
    assert len(pairs) <= pair_budget(N)
    found = set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True))
    assert {(i, i + N // 2) for i in range(0, N // 2, 10)} <= found


def same_people(n: int, lists: int = 1) -> CleanedRecords:
    """n records that say the same, and as many who share nothing but the city with them."""
    columns = {
        "given": ["ann"] * n + [f"g{i}" for i in range(n)],
        "family": ["hill"] * n + [f"f{i}" for i in range(n)],
        "city": ["rome"] * (2 * n),
    }
    roles = {name: ROLES[name] for name in columns}
    return make_cleaned(
        [make_list(f"list{k}", {name: v[k::lists] for name, v in columns.items()}) for k in range(lists)], roles
    )


@pytest.mark.parametrize("lists", [1, 2])
def test_hundreds_of_copies_in_one_value_are_joined_whatever_keys_a_person_chose(lists: int) -> None:
    cleaned = same_people(300, lists)
    found = propose_pairs(cleaned, (CITY, FAMILY), across_only=lists > 1, copies_too=True)
    assert found.keys[:2] == (CITY, FAMILY)
    assert found.keys[2].is_of_copies
    assert len(found.counts) == 3
    said_the_same = cleaned.field("given").codes == cleaned.field("given").codes[0]
    joined = connected(len(cleaned), found.left, found.right)
    assert said_the_same.sum() == 300
    assert len(np.unique(joined[said_the_same])) == 1
    assert len(found) < 2_000


def test_copies_that_a_person_does_not_want_joined_are_told_of() -> None:
    cleaned = same_people(300)
    off = replace(key_of_copies(cleaned), enabled=False)
    found = propose_pairs(cleaned, (CITY, off), copies_too=True)
    assert found.keys == (CITY, off)
    assert found.counts[1].pairs == 0
    assert not ((found.left < 300) & (found.right < 300)).any()
    assert [(value.key, value.records, value.pairs) for value in found.left_out if value.key == 1] == [(1, 300, 299)]


def test_copies_for_which_there_is_no_room_for_a_key_are_told_of() -> None:
    cleaned = same_people(300)
    full = tuple(replace(CITY, name=f"City {i}") for i in range(MAX_KEYS))
    found = propose_pairs(cleaned, full, copies_too=True)
    assert found.keys == full
    assert [(value.key, value.records, value.pairs) for value in found.left_out if value.copies] == [(0, 300, 299)]
    same = propose_pairs(cleaned, full)
    assert np.array_equal(found.left, same.left)
    assert np.array_equal(found.masks, same.masks)


def test_a_key_of_copies_is_added_only_where_it_is_needed() -> None:
    small = same_people(90)
    assert propose_pairs(small, (CITY,), copies_too=True).keys == (CITY,), "no bucket is large"
    cleaned = same_people(300)
    on = key_of_copies(cleaned, [replace(CITY, name="Same in every column")])
    assert on.name != "Same in every column"
    assert propose_pairs(cleaned, (CITY, on), copies_too=True).keys == (CITY, on)
    strangers = make_cleaned(
        [make_list("one", {"city": ["rome"] * 300, "given": [f"g{i}" for i in range(300)]})],
        {"city": Role.CITY, "given": Role.GIVEN_NAME},
    )
    assert propose_pairs(strangers, (CITY,), copies_too=True).keys == (CITY,), "there are no copies"
