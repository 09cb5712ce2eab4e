"""What other partners say, against all matchings of small lists."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.scoring import partners
from entityres.scoring.partners import with_partners, without_partners
from entityres.scoring.scored_pairs import FieldScores, Guard, ScoredPairs, probability_of, summed


def pairs_of(left: list[int], right: list[int], evidence: list[float], prior: float = -8.0) -> ScoredPairs:
    n = len(left)
    ends = (np.array(side, np.int32) for side in (left, right))
    pairs = CandidatePairs(*ends, np.zeros(n, np.uint64), np.zeros(n, np.float32), (), (), (), ())
    field = FieldScores("name", "Name", np.zeros(n, np.int8), np.array(evidence, np.float32), ("same", "different"))
    return ScoredPairs(pairs, prior, (field,), summed(prior, (field,), n), np.zeros(n, np.uint8), 0.95, 0.05)


def lists(one: int, other: int) -> np.ndarray:
    return np.repeat(np.array([0, 1], np.int16), [one, other])


def by_all_matchings(left, right, weight: np.ndarray) -> np.ndarray:
    """Chance of each pair over all matchings, each with odds that are the product of its pairs' weights."""
    n = len(left)
    total, with_pair = 0.0, np.zeros(n)
    for size in range(n + 1):
        for chosen in itertools.combinations(range(n), size):
            if len({left[i] for i in chosen}) == size == len({right[i] for i in chosen}):
                odds = float(np.prod(weight[list(chosen)]))
                total += odds
                with_pair[list(chosen)] += odds
    return with_pair / total


@given(st.lists(st.floats(-6, 6), min_size=3, max_size=3))
def test_a_chain_of_pairs_has_the_chances_of_all_its_matchings(bits: list[float]):
    # a-x, b-x, b-y: belief propagation is exact where pairs form no circle.
    left, right = np.array([0, 1, 1]), np.array([2, 2, 3])
    weight = np.exp2(np.array(bits))
    one = partners._Side(left, 2, 2.0, competes=True)
    other = partners._Side(right - 2, 2, 2.0, competes=True)
    activity, from_other = 0.01, np.ones(3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partners, "NOT_FOUND", 0.0)
        for _ in range(partners.ROUNDS):
            from_one, from_other = partners._exchanged(weight / activity, activity, from_other, one, other)
    odds = weight * from_one * from_other
    assert odds / (1 + odds) == pytest.approx(by_all_matchings(left, right, weight), rel=1e-6)


def test_of_two_partners_the_better_one_stays_and_the_other_goes():
    scored = pairs_of([0, 0, 1], [100, 101, 101], [20, 12, 20])
    made = with_partners(scored, lists(100, 100))
    assert made.partners is not None
    chance = probability_of(made.score)
    assert chance[0] > 0.99
    assert chance[2] > 0.99
    assert chance[1] < 0.01 < probability_of(scored.score)[1]


def test_two_equally_good_partners_share_the_chance():
    made = with_partners(pairs_of([0, 0], [100, 101], [18, 18]), lists(100, 100))
    chance = probability_of(made.score)
    assert chance[0] == pytest.approx(chance[1])
    assert chance[0] <= 0.5


def test_a_copy_in_its_list_takes_no_partner_from_the_record():
    things = np.arange(200)
    things[1] = 0
    scored = pairs_of([0, 1, 0, 5], [100, 100, 101, 104], [18, 18, 12, 18])
    alone = with_partners(pairs_of([0, 0, 5], [100, 101, 104], [18, 12, 18]), lists(99, 100))
    made = with_partners(scored, lists(100, 100), (), things)
    assert made.score[[0, 2, 3]] == pytest.approx(alone.score, abs=0.05)
    assert made.score[0] == made.score[1]
    apart = with_partners(scored, lists(100, 100))
    assert probability_of(apart.score)[0] <= 0.5 < probability_of(made.score)[0]


def test_a_pair_without_rivals_is_likelier_where_most_records_have_a_partner():
    n = 50
    sure = list(range(n - 1))
    evidence = [20.0] * (n - 1) + [6.0]
    made = with_partners(pairs_of([*sure, n - 1], [n + i for i in range(n)], evidence), lists(n, n))
    assert made.partners is not None
    assert made.partners[-1] > 3
    few = with_partners(pairs_of([0, 1], [n, n + 1], [20.0, 6.0]), lists(n, n))
    assert few.partners is not None
    assert few.partners[-1] < 1


def test_pairs_inside_a_list_and_other_pairs_of_lists_do_not_compete():
    list_of = np.array([0, 0, 1, 2], np.int16)
    scored = pairs_of([0, 0, 0], [1, 2, 3], [14, 14, 14])
    made = with_partners(scored, list_of)
    assert made.partners is not None
    assert made.partners[0] == 0
    assert made.partners[1] == pytest.approx(made.partners[2])


@pytest.mark.parametrize(
    ("single", "given_back"), [((), [False, True, True, True]), ((True, False, False), [False, True, True, False])]
)
def test_what_people_of_a_home_share_is_given_back_only_to_pairs_with_rivals(
    single: tuple[bool, ...], given_back: list[bool]
) -> None:
    list_of = np.array([0, 0, 1, 2], np.int16)
    scored = pairs_of([0, 0, 0, 2], [1, 2, 3, 3], [2, 2, 2, 2])
    (field,) = scored.fields
    scored = replace(scored, fields=(replace(field, at_home=np.full(4, 9, np.float32)),))
    made = with_partners(scored, list_of, single)
    assert (made.fields[0].weights == 11).tolist() == given_back
    assert made.score[0] == scored.score[0], "two colleagues of one list have no rivals, and stay what they were"


def test_parts_sum_to_the_score_and_it_can_be_taken_back_bit_by_bit():
    rng = np.random.default_rng(3)
    left, right = rng.integers(0, 40, 200), rng.integers(40, 80, 200)
    places = np.unique(left * 100 + right)
    scored = pairs_of((places // 100).tolist(), (places % 100).tolist(), rng.normal(8, 6, len(places)).tolist())
    made = with_partners(scored, lists(40, 40))
    assert made.partners is not None
    assert np.allclose(made.score, scored.score + made.partners, atol=1e-4)
    assert np.array_equal(without_partners(made).score, scored.score)
    assert without_partners(made).partners is None
    assert without_partners(scored) is scored


def test_no_pairs_are_no_fault():
    made = with_partners(pairs_of([], [], []), lists(3, 3))
    assert len(made) == 0


def homes(alone: int) -> tuple[ScoredPairs, np.ndarray]:
    """Fifty pairs of partners, the first with another first name, and `alone` records of each list without a partner.

    Record 1 has a second pair, with the partner of record 2, which is another person of their home.
    """
    n = 50
    one = np.concatenate([np.arange(n), [1]])
    other = np.concatenate([np.arange(n), [2]]) + n + alone
    scored = pairs_of(one.tolist(), other.tolist(), [30.0] * n + [12.0])
    guards = np.zeros(n + 1, np.uint8)
    guards[[0, n]] = Guard.FIRST_NAME
    guards[3] = Guard.BIRTH_DATE
    guards[4] = Guard.SUFFIX
    return replace(scored, guards=guards), lists(n + alone, n + alone)


def test_the_other_person_of_a_home_is_no_worry_where_nearly_all_records_have_a_partner():
    # 4 of 54 records are alone in either list: that both of two people are is a chance of (4 / 54)^2 = .0055.
    scored, list_of = homes(alone=4)
    made = with_partners(scored, list_of)
    assert made.guards[[0, 3]].tolist() == [0, 0]
    assert made.guards[4] == Guard.SUFFIX
    assert made.guards[50] == Guard.FIRST_NAME  # it lost against its rivals
    assert np.array_equal(without_partners(made).guards, scored.guards)
    assert without_partners(made).guards_alone is None


def test_it_is_where_many_records_have_none():
    # 10 of 60 records: .028.
    scored, list_of = homes(alone=10)
    assert np.array_equal(with_partners(scored, list_of).guards, scored.guards)


def test_where_one_list_holds_nobody_twice_only_the_records_of_the_other_choose():
    # 100 and 101 are the same customer, who is 0; 1 looks a little like him.
    scored = pairs_of([0, 0, 1], [100, 101, 101], [20, 20, 12])
    made = with_partners(scored, lists(100, 100), (True, False))
    chance = probability_of(made.score)
    assert chance[:2].min() > 0.99, "one record may have two partners in the list with doubles"
    assert chance[2] < 0.01, "a record of that list has one partner at most"
    both = probability_of(with_partners(scored, lists(100, 100)).score)
    assert both[:2].min() < 0.6 < both[:2].sum() < 1.1
    assert made.single == (True, False)
    assert with_partners(scored, lists(100, 100), (False, True)).score[2] > made.score[2]


@given(st.lists(st.floats(-6, 6), min_size=4, max_size=4))
def test_the_chance_of_each_pair_of_a_choosing_record_is_its_share_of_the_odds(bits: list[float]):
    left, right = np.array([0, 1, 0, 2]), np.array([0, 0, 1, 1])
    weight, activity = np.exp2(np.array(bits)), 0.01
    clean, chooser = (
        partners._Side(side, 3, 3.0, competes=competes) for side, competes in ((left, False), (right, True))
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(partners, "NOT_FOUND", 0.0)
        from_one, from_other = partners._exchanged(weight / activity, activity, np.ones(4), clean, chooser)
    odds = weight * from_one * from_other
    shares = weight / (1 + np.bincount(right, weight)[right])
    assert odds / (1 + odds) == pytest.approx(shares, rel=1e-6)
