"""The chance of strangers, counted and carried on."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.records.roles import Role
from entityres.scoring.comparisons import COMPARISONS
from entityres.scoring.field_weights import level_weights, usual_m
from entityres.scoring.tails import FALLS, FLATTENING, stranger_shares

M = usual_m(COMPARISONS[Role.TITLE])
U = np.array([level.u for level in COMPARISONS[Role.TITLE].levels])
U /= U.sum()
WORST = len(M) - 1


def levels_of(counts: dict[int, int]) -> np.ndarray:
    return np.repeat(np.array(list(counts), np.int8), list(counts.values()))


def falling(first: float, factor: float, best: int) -> dict[int, int]:
    """Strangers that fall by a factor from the second level from below up to `best`."""
    return {level: round(first / factor ** (WORST - 2 - level)) for level in range(WORST - 2, best - 1, -1)}


def test_what_can_be_counted_is_counted_and_the_rest_carried_on():
    seen = {WORST: 180_000, WORST - 1: 15_000, **falling(4000, 2.5, WORST - 5)}
    shares = stranger_shares(levels_of(seen), M, U, 1e-7)
    total = sum(seen.values())
    for level, count in seen.items():
        assert shares[level] == pytest.approx(count / total, rel=0.02)
    for level in range(WORST - 5):
        assert shares[level] / shares[level + 1] == pytest.approx(2.5**-FLATTENING, rel=0.1)


def test_true_pairs_among_random_ones_are_not_taken_for_strangers():
    strangers = {WORST: 8000, WORST - 1: 900, **falling(300, 2.5, 1)}
    clean = stranger_shares(levels_of(strangers), M, U, 1e-7)
    true = {level: round(120 * M[level]) for level in range(WORST)}
    mixed = {level: strangers.get(level, 0) + true.get(level, 0) for level in range(WORST + 1)}
    shares = stranger_shares(levels_of(mixed), M, U, 0.004)
    assert shares[2] < 3 * clean[2]
    assert sum(mixed[level] for level in range(5)) > 4 * sum(shares[:5]) * sum(mixed.values()), "true pairs stand out"


def test_a_list_without_alike_texts_has_bounds():
    shares = stranger_shares(levels_of({WORST: 1000}), M, U, 1e-3)
    assert (shares > 0).all()
    ratios = shares[: WORST - 6] / shares[1 : WORST - 5]
    assert (ratios >= 0.99 / FALLS[1]).all()
    assert (ratios <= 1.01).all()


@pytest.mark.parametrize("most", [WORST - 3, WORST - 5, 5, 3, 2])
def test_likeness_that_most_strangers_have_is_no_evidence(most: int):
    # Long texts of one language, or such as begin with the same sentences: the words of all of them are alike.
    seen = {most + 1: 20_000, most: 150_000, most - 1: 30_000}
    weights = level_weights(COMPARISONS[Role.TEXT], usual_m(COMPARISONS[Role.TEXT]), levels_of(seen), 1e-4)
    assert (weights[most - 1 :] < 0).all(), "as much alike as most, or less"
    assert weights[0] > 4 or most < 4, "much more alike"


def test_no_more_strangers_are_expected_than_were_seen():
    seen = {WORST - 2: 150_000, WORST - 3: 50_000}
    shares = stranger_shares(levels_of(seen), M, U, 1e-5)
    assert (shares[: WORST - 5] * 200_500 <= 4 + 500 * U[: WORST - 5]).all()
    assert (np.diff(shares[: WORST - 5]) >= 0).all()


def test_missing_values_count_for_nothing():
    seen = levels_of({WORST: 5000, WORST - 1: 500, WORST - 2: 100, -1: 4000})
    assert np.array_equal(stranger_shares(seen, M, U, 1e-4), stranger_shares(seen[seen >= 0], M, U, 1e-4))


def test_a_list_of_a_few_records_goes_by_what_is_known_beforehand():
    weights = level_weights(COMPARISONS[Role.TITLE], M, np.empty(0, np.int8), 0.1)
    assert weights[0] > 8, "nearly the same speaks for a match"
    assert weights[-1] < -3
    assert (np.diff(weights) <= 0).all()


def test_a_stranger_more_or_less_in_a_short_list_changes_little():
    one = {WORST: 15795, WORST - 1: 1178, WORST - 2: 358, WORST - 3: 99, WORST - 4: 33, WORST - 5: 24, WORST - 6: 24}
    other = {WORST: 15916, WORST - 1: 1188, WORST - 2: 336, WORST - 3: 118, WORST - 4: 36, WORST - 5: 24, WORST - 6: 26}
    true = {3: 36, 2: 60, 1: 91}
    shares = [stranger_shares(levels_of(seen | true), M, U, 0.0045) for seen in (one, other)]
    assert shares[1][1:5] / shares[0][1:5] == pytest.approx(1.3, abs=0.2)
