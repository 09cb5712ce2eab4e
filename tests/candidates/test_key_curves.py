"""Curves of keys: composed from families, and measured on random sets."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.bucketing import mix
from entityres.candidates.key_curves import chance_of_key, chance_of_keys, measured_agreement, parts_agree
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Join, Key, Part, PartKind
from entityres.candidates.minhash import hashes_of_bands, sign
from entityres.candidates.scurve import all_of, any_of, chance, minhash_family
from entityres.candidates.shingling import shingle
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

CITY = Part(PartKind.EXACT, ("city",))
WORDS = 20
PAIRS = 4000
COMMON = (6, 10, 13, 16, 18)
SIMILARITY = {common: common / (2 * WORDS - common) for common in COMMON}


@cache
def random_sets(common: int) -> np.ndarray:
    """Signatures of 2 × PAIRS random sets; set i and set PAIRS + i share `common` of 20 words."""
    pool = np.random.default_rng(common).integers(0, 1 << 40, (PAIRS, 2 * WORDS - common))
    rows = [" ".join(map(str, row)) for row in np.concatenate([pool[:, :WORDS], pool[:, -WORDS:]])]
    cleaned = make_cleaned([make_list("list", {"title": rows})], {"title": Role.TITLE})
    return sign(shingle(cleaned, ["title"], "words", 1), 240, seed=common)


def together(common: int, band: int, r: int) -> np.ndarray:
    """bool (PAIRS,): the pairs that fall in one bucket of a band."""
    hashes = hashes_of_bands(random_sets(common), band, band + 1, r)[0]
    return hashes[:PAIRS] == hashes[PAIRS:]


def any_band(common: int, first: int, b: int, r: int) -> np.ndarray:
    """bool (PAIRS,): the pairs that share a bucket of one of b bands."""
    return np.any([together(common, band, r) for band in range(first, first + b)], axis=0)


def on_the_curve(found: np.ndarray, wanted: float) -> bool:
    """Whether a measured share lies within five standard errors of a chance."""
    return abs(found.mean() - wanted) <= 5 * np.sqrt(max(wanted * (1 - wanted), 1e-4) / len(found))


@pytest.mark.parametrize("common", COMMON)
@pytest.mark.parametrize(("b", "r"), [(1, 1), (1, 5), (5, 1), (4, 2), (8, 3), (20, 5), (10, 8), (3, 20)])
def test_collision_rates_lie_on_the_curve(common: int, b: int, r: int) -> None:
    assert on_the_curve(any_band(common, 0, b, r), float(chance(SIMILARITY[common], b, r)))


@pytest.mark.parametrize("common", COMMON)
def test_an_and_of_ors_of_ands(common: int) -> None:
    # Two families of bands over different rows of the signature, both wanted: OR of AND, then AND of 2.
    found = any_band(common, 0, 4, 3) & any_band(common, 4, 4, 3)
    wanted = minhash_family(1 - SIMILARITY[common], 1).then(all_of(3)).then(any_of(4)).then(all_of(2)).p1
    assert on_the_curve(found, wanted)


@pytest.mark.parametrize("common", COMMON)
def test_an_or_of_ands_of_ors_of_ands(common: int) -> None:
    # (AND of 2, OR of 3, AND of 2, OR of 4), each on rows of its own.
    found = np.zeros(PAIRS, bool)
    for branch in range(4):
        found |= any_band(common, 6 * branch, 3, 2) & any_band(common, 6 * branch + 3, 3, 2)
    family = minhash_family(1 - SIMILARITY[common], 1)
    for step in (all_of(2), any_of(3), all_of(2), any_of(4)):
        family = family.then(step)
    assert on_the_curve(found, family.p1)


@pytest.mark.parametrize("common", COMMON)
def test_two_bands_mixed_into_one_bucket_are_their_and(common: int) -> None:
    hashes = mix(hashes_of_bands(random_sets(common), 0, 1, 2)[0], hashes_of_bands(random_sets(common), 1, 2, 2)[0])
    assert on_the_curve(hashes[:PAIRS] == hashes[PAIRS:], minhash_family(1 - SIMILARITY[common], 1).then(all_of(4)).p1)


@given(st.floats(0, 1), st.integers(1, 50), st.integers(1, 20))
def test_a_key_is_composed_of_its_parts(s: float, b: int, r: int) -> None:
    bands = Bands(("title",), b=b, r=r)
    alone = Key("Similar", bands=bands)
    both = Key("Similar, same city", (CITY,), bands)
    exact = Key("Same city", (CITY,))
    assert float(chance_of_key(alone, s)) == pytest.approx(any_of(b)(all_of(r)(s)), abs=1e-9)
    assert float(chance_of_key(both, s, parts_agree)) == float(chance_of_key(alone, s))
    assert float(chance_of_key(both, s)) == float(s == 1)
    assert float(chance_of_key(exact, s)) == float(s == 1)
    half = chance_of_key(both, s, lambda key, similarity: np.full_like(similarity, 0.5))
    assert float(half) == pytest.approx(float(chance_of_key(alone, s)) / 2)


def test_a_join_is_a_step_and_an_empty_key_finds_nothing() -> None:
    s = np.array([0.0, 0.69, 0.7, 1.0])
    assert chance_of_key(Key("Join", join=Join(("title",), similarity=0.7)), s).tolist() == [0, 0, 1, 1]
    assert chance_of_key(Key("Nothing"), s).tolist() == [0, 0, 0, 0]


@given(st.floats(0, 1), st.lists(st.tuples(st.integers(1, 30), st.integers(1, 8), st.booleans()), max_size=4))
def test_keys_together_miss_what_each_misses(s: float, shapes: list[tuple[int, int, bool]]) -> None:
    keys = [Key(f"{i}", (), Bands(("title",), b=b, r=r), on) for i, (b, r, on) in enumerate(shapes)]
    missed = 1.0
    for key in keys:
        missed *= 1 - float(chance_of_key(key, s)) if key.enabled else 1.0
    assert float(chance_of_keys(keys, s)) == pytest.approx(1 - missed)
    best = max((float(chance_of_key(key, s)) for key in keys if key.enabled), default=0.0)
    assert float(chance_of_keys(keys, s)) >= best - 1e-12


def test_two_minhash_keys_with_rows_of_their_own_are_independent() -> None:
    for common in COMMON:
        found = any_band(common, 0, 6, 4) | any_band(common, 6, 6, 4)
        keys = [Key(name, bands=Bands(("title",), b=6, r=4)) for name in ("one", "other")]
        assert on_the_curve(found, float(chance_of_keys(keys, SIMILARITY[common])))


def cities(texts: list[str]) -> CleanedRecords:
    return make_cleaned([make_list("list", {"city": texts})], {"city": Role.CITY})


def test_agreement_of_an_exact_part_is_measured_on_pairs() -> None:
    maker = EntryMaker(cities(["bath", "bath", "york", ""]))
    key = Key("Same city", (CITY,))
    left, right = np.array([0, 0, 1, 0], np.int32), np.array([1, 2, 2, 3], np.int32)
    agreement = measured_agreement(maker, [key], left, right, np.array([0.92, 0.93, 0.51, 0.52]))
    assert chance_of_key(key, np.array([0.94, 0.5, 0.0, 1.0]), agreement).tolist() == [0.5, 0.0, 0.0, 0.5]
    with_bands = Key("Similar, same city", (CITY,), Bands(("city",), b=2, r=1))
    assert float(chance_of_key(with_bands, 0.5, measured_agreement(maker, [with_bands], left, right, np.ones(4)))) == (
        pytest.approx(0.25 * 0.75)
    )


def test_without_pairs_a_part_promises_equality_only() -> None:
    key, nobody = Key("Same city", (CITY,)), np.empty(0, np.int32)
    agreement = measured_agreement(EntryMaker(cities(["bath"])), [key], nobody, nobody, np.empty(0))
    assert chance_of_key(key, np.array([0.5, 1.0]), agreement).tolist() == [0, 1]
