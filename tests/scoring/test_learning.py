"""Learning from decisions: better where the weights are off, nothing where they are right, and what to decide next."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres import pipeline
from entityres.scoring.learning import (
    ENOUGH_DECISIONS,
    foretold_streak,
    learn_from,
    least_useful,
    refitted,
    zone_moves,
)
from entityres.scoring.scored_pairs import FieldScores, ScoredPairs, Zone
from entityres.settings import FieldRefit, Refit, Settings
from tests.helpers.building import make_scored
from tests.helpers.generated_customers import Customers, customers

pytestmark = pytest.mark.slow


@cache
def engine() -> tuple[ScoredPairs, Customers]:
    people = customers(1200, 11, slips=0.4)
    return pipeline.match([people.record_list], Settings(check="created")).scored, people


def exaggerated(scored: ScoredPairs, name: str, scale: float, shift: float) -> ScoredPairs:
    """Weights as a program would have them that thinks too much of one field."""
    found = refitted(scored, Refit(shift, (FieldRefit(name, scale, 0.0),), 0))
    return replace(found, refit=None)


def decided(scored: ScoredPairs, people: Customers, n: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    """What a person decides who takes the most useful pairs, here and there one that is not, and is right."""
    rng = np.random.default_rng(seed)
    useful = np.argsort(least_useful(scored, np.zeros(len(scored), bool)), kind="stable")[: 2 * n]
    pairs = rng.choice(useful, min(n, len(useful)), replace=False)
    return pairs, people.true(scored.pairs.left[pairs], scored.pairs.right[pairs])


def surprise(scored: ScoredPairs, true: np.ndarray, pairs: np.ndarray) -> float:
    bits = np.where(true[pairs], scored.score[pairs], -scored.score[pairs]).astype(np.float64)
    return float(np.logaddexp(0, -bits * np.log(2)).mean())


def test_weights_that_are_off_are_put_right_for_pairs_that_nobody_decided() -> None:
    scored, people = engine()
    true = people.true(scored.pairs.left, scored.pairs.right)
    off = exaggerated(scored, "phone", 2.5, 5.0)
    pairs, match = decided(off, people, 80)
    lesson = learn_from(off, pairs, match)
    assert lesson.refit is not None
    assert lesson.decisions == len(pairs)
    assert lesson.loss_after < lesson.loss_before
    assert lesson.wrong_after <= lesson.wrong_before
    others = np.setdiff1d(np.flatnonzero(np.abs(off.score) < 9), pairs)
    assert surprise(refitted(off, lesson.refit), true, others) < surprise(off, true, others)


def test_decisions_by_chance_teach_nothing() -> None:
    scored, people = engine()
    pairs, match = decided(scored, people, 60)
    for seed in range(5):
        lesson = learn_from(scored, pairs, np.random.default_rng(seed).permutation(match), seed)
        if lesson.refit is not None:
            assert lesson.loss_after < lesson.loss_before
            assert lesson.wrong_after <= lesson.wrong_before
        else:
            assert lesson.why


@pytest.mark.parametrize(
    ("n", "matches", "words"), [(12, 6, "12 decisions"), (40, 40, "not a match"), (40, 2, "matches")]
)
def test_too_little_to_learn_from_is_said(n: int, matches: int, words: str) -> None:
    scored, _ = engine()
    lesson = learn_from(scored, np.arange(n), np.arange(n) < matches)
    assert lesson.refit is None
    assert words in lesson.why
    assert lesson.remedy
    assert ENOUGH_DECISIONS == 30


@given(st.floats(0.25, 2), st.floats(-3, 3), st.floats(-3, 3))
@settings(deadline=None, max_examples=30)
def test_refitted_parts_sum_to_the_score_and_a_missing_value_says_nothing(
    scale: float, shift: float, all_alike: float
) -> None:
    scored, _ = engine()
    fields = tuple(FieldRefit(field.name, scale, shift) for field in scored.fields[::2])
    made = refitted(scored, Refit(all_alike, (*fields, FieldRefit("a field of yore", 9, 9)), 30))
    total = made.prior + sum(field.weights.astype(np.float64) for field in made.fields)
    assert np.allclose(total, made.score, atol=1e-3)
    for field in made.fields:
        assert not field.weights[field.levels < 0].any()
    moves = zone_moves(scored, made, 0.95, 0.05)
    assert moves.sum() == len(scored)
    for zone in Zone:
        assert moves[zone].sum() == np.count_nonzero(scored.zones(0.95, 0.05) == zone)
        assert moves[:, zone].sum() == np.count_nonzero(made.zones(0.95, 0.05) == zone)


def test_a_refit_that_changes_nothing_changes_nothing() -> None:
    scored, _ = engine()
    same = Refit(0.0, tuple(FieldRefit(field.name, 1.0, 0.0) for field in scored.fields), 30)
    assert np.allclose(refitted(scored, same).score, scored.score, atol=1e-3)


def test_most_useful_are_doubtful_pairs_of_many_kinds() -> None:
    levels = np.array([0, 0, 0, 0, 1, 1, 2, 0], np.int8)
    score = np.array([0.1, 0.2, 0.3, 0.4, 0.9, 1.2, 30.0, 0.0], np.float32)
    scored = make_scored([(i, i + 1, float(bits)) for i, bits in enumerate(score)])
    scored = replace(scored, fields=(FieldScores("name", "Name", levels, score, ("same", "near", "other")),))
    answered = np.zeros(8, bool)
    order = np.argsort(least_useful(scored, answered), kind="stable").tolist()
    assert order[0] == 7
    assert order.index(4) < order.index(1)  # another kind before a second and third one of the same
    assert order[-1] == 6
    answered[[7, 0, 1]] = True
    order = np.argsort(least_useful(scored, answered), kind="stable").tolist()
    assert order[:2] == [4, 2] or order[0] == 4
    assert set(order[-3:]) == {7, 0, 1}


def test_the_streak_counts_back_to_the_last_surprise() -> None:
    assert foretold_streak(np.array([3.0, -2, 1, 4]), np.array([True, True, True, True])) == 2
    assert foretold_streak(np.array([3.0, -2]), np.array([True, False])) == 2
    assert foretold_streak(np.array([]), np.array([], bool)) == 0
    assert foretold_streak(np.array([1.0]), np.array([False])) == 0
