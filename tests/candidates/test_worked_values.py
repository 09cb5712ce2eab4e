"""Every worked value of chapter 3 of Mining of Massive Datasets that the method rests on."""

from __future__ import annotations

import math

import numpy as np
import pytest

from entityres.candidates.jaccard import bag_jaccard, bit_similarity, jaccard
from entityres.candidates.minhash import (
    minhash_of_permutation,
    signatures_by_hashing,
    similarity_of_signatures,
    standard_error,
)
from entityres.candidates.scurve import (
    all_of,
    any_of,
    bit_family,
    chance,
    minhash_family,
    promise,
    solve,
    steepest,
)
from entityres.candidates.shingling import character_shingles, stop_word_shingles, word_shingles


def test_jaccard_of_three_shared_of_eight() -> None:
    similarity = jaccard({1, 2, 3, 4, 5}, {3, 4, 5, 6, 7, 8})
    assert similarity == 3 / 8
    assert 1 - similarity == 5 / 8


@pytest.mark.parametrize(("other", "wanted"), [({0, 5, 11}, 2 / 5), ({2, 7}, 0), ({0, 1, 5, 8}, 1)])
def test_jaccard_of_small_sets(other: set[int], wanted: float) -> None:
    assert jaccard({0, 1, 5, 8}, other) == wanted


def test_jaccard_of_bit_vectors() -> None:
    assert bit_similarity("10111", "10011") == 3 / 4


def test_two_empty_sets_are_no_evidence() -> None:
    assert jaccard([], []) is None
    assert bag_jaccard([], []) is None
    assert bit_similarity("00", "00") is None


def test_rows_of_type_d_never_count() -> None:
    a, b, c, d = 2, 1, 3, 50
    left = "1" * a + "1" * b + "0" * c + "0" * d
    right = "1" * a + "0" * b + "1" * c + "0" * d
    assert bit_similarity(left, right) == a / (a + b + c)


def test_bags_count_repeats() -> None:
    assert bag_jaccard("aab", "aaab") == 3 / 4
    assert jaccard("aab", "aaab") == 1


def test_shingles_of_abcab() -> None:
    assert character_shingles("abcab", 2) == ["ab", "bc", "ca", "ab"]
    assert set(character_shingles("abcab", 2)) == {"ab", "bc", "ca"}


def test_word_shingles_of_a_car_is_a_car() -> None:
    words = ["a", "car", "is", "a", "car", "is", "a", "car"]
    assert set(word_shingles(words, 4)) == {
        ("a", "car", "is", "a"),
        ("car", "is", "a", "car"),
        ("is", "a", "car", "is"),
    }


def test_a_changed_word_touches_only_near_shingles() -> None:
    before = set(character_shingles("The dog which chased the cat".replace(" ", "_"), 3))
    after = set(character_shingles("The dog that chased the cat".replace(" ", "_"), 3))
    assert before - after == {"g_w", "_wh", "whi", "hic", "ich", "ch_", "h_c"}


def test_stop_word_shingles() -> None:
    stop = frozenset({"i", "that", "you", "for", "your"})
    text = "I recommend that you buy Sudzo for your laundry"
    assert stop_word_shingles(text, stop)[:3] == [
        ("I", "recommend", "that"),
        ("that", "you", "buy"),
        ("you", "buy", "Sudzo"),
    ]
    assert stop_word_shingles(text, stop)[3] == ("for", "your", "laundry")
    assert stop_word_shingles("Buy Sudzo", stop) == []


def test_minhash_of_a_permutation() -> None:
    goes_to = [4, 1, 5, 3, 2]
    order = sorted(range(1, 6), key=lambda row: goes_to[row - 1])
    assert [minhash_of_permutation(rows, order) for rows in ({1, 4}, {2, 3, 4}, {3, 5})] == [3, 1, 2]


def test_minhash_by_hash_values() -> None:
    values = {2: 4, 3: 5, 6: 2}
    assert signatures_by_hashing([{2, 3, 6}], [values.__getitem__], [2, 3, 6]) == [[2]]


MATRIX = ["1010", "1001", "0101", "0101", "0101", "1010", "1010"]
PERMUTATIONS = [[2, 3, 7, 6, 1, 5, 4], [4, 2, 1, 3, 6, 7, 5], [3, 4, 7, 2, 6, 1, 5]]
COLUMNS = [{row for row, bits in enumerate(MATRIX, 1) if bits[c] == "1"} for c in range(4)]


def test_signature_matrix_of_three_permutations() -> None:
    functions = [lambda row, p=p: p[row - 1] for p in PERMUTATIONS]
    signatures = np.array(signatures_by_hashing(COLUMNS, functions, range(1, 8)))
    assert signatures.tolist() == [[2, 1, 2, 1], [2, 1, 4, 1], [1, 2, 1, 2]]
    pairs = [(0, 2), (1, 3), (0, 1), (2, 3)]
    assert [jaccard(COLUMNS[a], COLUMNS[b]) for a, b in pairs] == [0.75, 0.75, 0, 0]
    near = [similarity_of_signatures(signatures[:, a], signatures[:, b]) for a, b in pairs]
    assert near == pytest.approx([2 / 3, 1, 0, 0])


def test_minhash_by_definition_equals_the_one_pass_algorithm() -> None:
    for permutation in PERMUTATIONS:
        order = [permutation.index(place) + 1 for place in range(1, 8)]
        slots = signatures_by_hashing(COLUMNS, [lambda row, p=permutation: p[row - 1]], range(1, 8))[0]
        assert [minhash_of_permutation(column, order) for column in COLUMNS] == slots


@pytest.mark.parametrize(
    ("columns", "functions", "rows", "wanted"),
    [
        (
            [{0, 3}, {2}, {1, 3, 4}, {0, 2, 3}],
            [lambda x: (x + 1) % 5, lambda x: (3 * x + 1) % 5],
            range(5),
            [[1, 3, 0, 1], [0, 2, 0, 0]],
        ),
        (
            [{1, 3, 4}, {2, 3, 5}],
            [lambda x: x % 5, lambda x: (2 * x + 1) % 5],
            range(1, 6),
            [[1, 0], [2, 0]],
        ),
        (
            [{3, 7, 8}, {1, 6, 9}, {1, 4, 6, 9, 10}, {1, 5}, {2, 8}],
            [lambda r: (3 * r + 1) % 10, lambda r: (7 * r + 1) % 10],
            range(1, 11),
            # The last column is {2, 8}: 7·2+1 = 15 gives 5, 7·8+1 = 57 gives 7, the smaller counts.
            [[0, 4, 1, 4, 5], [0, 3, 1, 6, 5]],
        ),
    ],
)
def test_one_pass_signatures(columns, functions, rows, wanted) -> None:
    assert signatures_by_hashing(columns, functions, rows) == wanted


def test_a_hundred_thousand_signatures_are_forty_megabytes() -> None:
    assert np.empty((100_000, 100), np.uint32).nbytes == 40_000_000


def test_standard_error_of_a_signature() -> None:
    assert standard_error(0.5, 100) == pytest.approx(0.05)


@pytest.mark.parametrize(
    ("similarity", "wanted"),
    [(0.2, 0.006), (0.3, 0.047), (0.4, 0.186), (0.5, 0.470), (0.6, 0.802), (0.7, 0.975), (0.8, 0.9996)],
)
def test_the_curve_of_twenty_bands_of_five(similarity: float, wanted: float) -> None:
    assert float(chance(similarity, 20, 5)) == pytest.approx(wanted, abs=5e-4)


def test_one_band_at_four_fifths_and_what_twenty_miss() -> None:
    assert float(chance(0.8, 1, 5)) == pytest.approx(0.328, abs=5e-4)
    assert promise(0.8, 20, 5) == pytest.approx(0.00035, abs=1e-5)


@pytest.mark.parametrize(("b", "r", "wanted"), [(20, 5, 0.549), (10, 5, 0.631), (5, 20, 0.923)])
def test_where_the_curve_is_steepest(b: int, r: int, wanted: float) -> None:
    assert steepest(b, r) == pytest.approx(wanted, abs=5e-4)


def test_families_by_and_and_or() -> None:
    family = minhash_family(0.2, 0.6).then(all_of(4)).then(any_of(4))
    assert (family.p1, family.p2) == pytest.approx((1 - (1 - 0.8**4) ** 4, 1 - (1 - 0.4**4) ** 4))
    assert (family.d1, family.d2) == (0.2, 0.6)
    bits = bit_family(2, 5, 10)
    assert (bits.p1, bits.p2) == pytest.approx((0.8, 0.5))
    assert bits.then(all_of(3)).p1 == pytest.approx(0.8**3)
    assert minhash_family(0.4, 0.6).then(all_of(5)).then(any_of(20)).p1 == pytest.approx(float(chance(0.6, 20, 5)))


@pytest.mark.parametrize(
    ("similarity", "miss", "wanted"),
    [
        (0.6, 0.05, {3: 13, 4: 22, 5: 38}),
        (0.5, 0.05, {3: 23, 4: 47}),
        (0.7, 0.01, {3: 11, 4: 17, 5: 26, 6: 37}),
    ],
)
def test_bands_for_a_promise(similarity: float, miss: float, wanted: dict[int, int]) -> None:
    found = {choice.r: choice.b for choice in solve(similarity, miss, 256)}
    assert {r: found[r] for r in wanted} == wanted
    best = solve(similarity, miss, 256)[0]
    assert best.r == max(found)
    assert best.hashes == best.b * best.r <= 256
    assert promise(similarity, best.b, best.r) <= miss + 1e-9


def test_nothing_fits_an_impossible_promise() -> None:
    assert solve(0.02, 0.001, 64) == []


def test_missing_little_lies_below_the_wanted_similarity() -> None:
    thorough, quick = solve(0.6, 0.01)[0], solve(0.6, 0.5)[0]
    assert steepest(thorough.b, thorough.r) < 0.6
    assert math.isclose(float(chance(0.6, quick.b, quick.r)), 0.5, abs_tol=0.1)
