"""Texts that differ in a few places: against a plain comparison, and measured collision rates on the curve."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.candidates.auditing import audit
from entityres.candidates.bucketing import pair_codes
from entityres.candidates.forecasting import similarity_histogram
from entityres.candidates.jaccard import pair_similarity
from entityres.candidates.key_curves import chance_of_key, parts_agree
from entityres.candidates.key_entries import EntryMaker, sets_of
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.minhash import hashes_of_bands
from entityres.candidates.places import curve_similarity, look_at_places, place_elements
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.scurve import all_of, any_of, bit_family, chance
from entityres.candidates.shared_buckets import shared_buckets
from entityres.candidates.shingling import Shingles
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

pytestmark = pytest.mark.slow

PAIRS = 4_000
LENGTHS = (7, 8, 10, 12, 15)


def numbers(texts: list[str]) -> CleanedRecords:
    return make_cleaned([make_list("list", {"number": texts})], {"number": Role.IDENTIFIER})


def equal_places(one: str, other: str) -> float:
    """The definition: places that agree over places, of texts of one length; blanks do not count."""
    one, other = one.replace(" ", ""), other.replace(" ", "")
    if len(one) != len(other) or not one:
        return 0.0
    return sum(a == b for a, b in zip(one, other, strict=True)) / len(one)


@cache
def elements_of_twins(length: int, differ: int) -> Shingles:
    return place_elements(numbers(twins(length, differ, 1)), ("number",))


def twins(length: int, differ: int, seed: int) -> list[str]:
    """Number i and number PAIRS + i differ in so many places of their own."""
    rng = np.random.default_rng([seed, length, differ])
    first = rng.integers(0, 10, (PAIRS, length))
    second = first.copy()
    for row in second:
        at = rng.choice(length, differ, replace=False)
        row[at] = (row[at] + rng.integers(1, 10, differ)) % 10
    return ["".join(map(str, row)) for row in np.concatenate([first, second])]


@given(st.lists(st.text(alphabet="01é ", max_size=5), min_size=2, max_size=12))
@settings(deadline=None, max_examples=80)
def test_similarity_is_the_share_of_equal_places(texts: list[str]) -> None:
    texts = [text.strip() for text in texts]
    cleaned = numbers(texts)
    left, right = (side.astype(np.int32) for side in np.triu_indices(len(texts), 1))
    jaccard = pair_similarity(sets_of(cleaned, Bands(("number",), "places")), left, right)
    wanted = [equal_places(texts[a], texts[b]) for a, b in zip(left, right, strict=True)]
    assert curve_similarity("places", jaccard) == pytest.approx(wanted, abs=1e-6)


@given(
    st.lists(st.text(alphabet="012", min_size=3, max_size=6), min_size=2, max_size=25),
    st.sampled_from([0.5, 0.75, 0.8, 1]),
)
def test_the_join_misses_none_and_adds_none(texts: list[str], share: float) -> None:
    pairs = propose_pairs(numbers(texts), (Key("Near", join=Join(("number",), "places", 1, share)),))
    wanted = {(a, b) for a, b in combinations(range(len(texts)), 2) if equal_places(texts[a], texts[b]) >= share - 1e-9}
    assert set(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)) == wanted


@pytest.mark.parametrize(("b", "r"), [(1, 1), (1, 4), (6, 2), (10, 4), (20, 8)])
@pytest.mark.parametrize("differ", [1, 2, 4])
def test_collision_rates_lie_on_the_curve(differ: int, b: int, r: int) -> None:
    # The same places are looked at in all texts of one length, so chance is in the places: many draws of them are averaged.
    found, wanted = [], []
    for length in LENGTHS:
        elements = elements_of_twins(length, differ)
        for seed in range(24):
            hashes = hashes_of_bands(look_at_places(elements, b * r, seed), 0, b, r)
            found.append((hashes[:, :PAIRS] == hashes[:, PAIRS:]).any(axis=0).mean())
            wanted.append(bit_family(differ, length, length).then(all_of(r)).then(any_of(b)).p1)
            assert wanted[-1] == pytest.approx(float(chance(1 - differ / length, b, r)))
    error = np.std(np.subtract(found, wanted)) / np.sqrt(len(found))
    assert abs(np.mean(found) - np.mean(wanted)) <= 5 * error + 1e-3


def test_and_of_a_part_and_or_of_bands_is_composed() -> None:
    bands = Bands(("number",), "places", b=20, r=8)
    key = Key("Nearly the same number, same city", (Part(PartKind.EXACT, ("city",)),), bands)
    s = np.array([0.5, 0.9, 1.0])
    assert chance_of_key(key, s, parts_agree) == pytest.approx([any_of(20)(all_of(8)(x)) for x in s])
    half = chance_of_key(key, s, lambda _key, x: np.full_like(x, 0.5))
    assert half == pytest.approx(chance_of_key(key, s, parts_agree) / 2)


def test_a_wrong_digit_is_found_a_missing_one_is_not() -> None:
    cleaned = numbers(["0171 234567", "0171 234568", "0171 23456", "9999 999999", ""])
    key = Key("One digit off", bands=Bands(("number",), "places", b=20, r=8))
    pairs = propose_pairs(cleaned, (key,))
    assert list(zip(pairs.left.tolist(), pairs.right.tolist(), strict=True)) == [(0, 1)]
    assert pairs.counts[0].records == 4, "a missing number is in no bucket"
    shared = shared_buckets(EntryMaker(cleaned), key, np.array([0, 0, 4], np.int32), np.array([1, 2, 4], np.int32))
    assert shared[0] > 0
    assert shared[1] == 0


def test_longer_signatures_begin_as_shorter_ones() -> None:
    elements = place_elements(numbers(twins(10, 1, 2)[:50]), ("number",))
    assert np.array_equal(look_at_places(elements, 100)[:, :30], look_at_places(elements, 30))


def test_audit_and_histogram_speak_of_places() -> None:
    cleaned = numbers(twins(10, 1, 3)[:300] + twins(10, 1, 3)[PAIRS : PAIRS + 300])
    bands = Bands(("number",), "places", b=20, r=8)
    looked = audit(cleaned, bands, similarity=0.9)
    assert looked.similar_pairs >= 300
    assert looked.missed == 0
    assert looked.promised == pytest.approx(looked.similar_pairs, rel=0.01)
    pairs = propose_pairs(cleaned, (Key("One digit off", bands=bands),))
    histogram = similarity_histogram(cleaned, bands, pairs)
    assert histogram.counts.sum() == len(pairs) == len(np.unique(pair_codes(pairs.left, pairs.right)))
    ninety = histogram.counts[(histogram.edges[:-1] <= 0.9) & (histogram.edges[1:] > 0.9 - 1e-6)].sum()
    assert ninety >= 300
