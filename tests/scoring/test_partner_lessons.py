"""What competing partners teach about texts."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.keys import Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.roles import Role
from entityres.scoring.explaining import explain_records, find_pair
from entityres.scoring.partner_lessons import never_rising, relearned, taught, untaught
from entityres.scoring.partners import with_partners, without_partners
from entityres.scoring.run_scores import score_pairs
from entityres.scoring.scored_pairs import FieldScores, Lesson, ScoredPairs, summed
from tests.helpers.building import make_cleaned, make_list

pytestmark = pytest.mark.slow


def field_of(levels: list[int], m: tuple[float, ...] = (0.5, 0.3, 0.2), strangers=(0.0, 0.0, 0.0)) -> FieldScores:
    found = np.array(levels, np.int8)
    weights = np.array([8, 4, -3, 0], np.float32)[found]
    return FieldScores("title", "Title", found, weights, ("same", "alike", "different"), m, strangers)


def test_the_share_of_true_pairs_moves_towards_what_the_winners_show():
    # 300 true pairs: 30 the same, 210 alike, 60 different; known beforehand 50 / 30 / 20 of 100.
    levels = [0] * 30 + [1] * 210 + [2] * 60 + [2] * 500
    chance = np.array([1.0] * 300 + [0.0] * 500)
    made = taught(field_of(levels), chance)
    # (30 + 50) / 400 = .2, (210 + 30) / 400 = .6, (60 + 20) / 400 = .2: log2 of .2/.5, .6/.3 and .2/.2. What the levels say,
    # 8, 4 and -3 bits, comes to 6.678, 5 and -3, still in order.
    assert made.lesson is not None
    assert made.lesson.shifts == pytest.approx((-1.32193, 1.0, 0.0), abs=1e-4)
    assert made.weights[[0, 30, 240]] == pytest.approx((6.67807, 5, -3), abs=1e-4)


def test_levels_whose_order_would_turn_round_say_the_same():
    # 1,000 true pairs, nearly all of them alike: 5 + 50, 985 + 30 and 10 + 20 of 1,100. log2 of .05/.5, .92273/.3 and
    # .02727/.2 are -3.3219, 1.6210 and -2.8745; 4.6781 and 5.6210 bits are pooled as 55 and 1,015 pairs: 5.57252.
    made = taught(field_of([0] * 5 + [1] * 985 + [2] * 10), np.ones(1000))
    assert made.weights[[0, 5, 990]] == pytest.approx((5.57252, 5.57252, -5.87447), abs=1e-4)


def test_a_common_value_that_is_the_same_says_no_less_than_if_it_were_only_alike():
    # The same, but so common that it says 4.2 bits, not 8: the level loses 1.32193, and 2.87807 would be less than the
    # min(4.2, 4) + 1 of values that are alike.
    levels = [0] * 30 + [1] * 210 + [2] * 560
    field = field_of(levels)
    common = field.weights.copy()
    common[0] = 4.2
    learned = taught(field, np.array([1.0] * 300 + [0.0] * 500)).lesson
    made = relearned(replace(field, weights=common), learned)
    assert made.weights[:2] == pytest.approx((5, 6.67807), abs=1e-4)


@given(
    st.lists(
        st.tuples(st.integers(0, 4), st.floats(-6, 15), st.floats(-6, 15), st.floats(0, 1)), min_size=1, max_size=30
    ),
    st.lists(st.floats(0.05, 1), min_size=5, max_size=5),
)
def test_more_agreement_never_lowers_what_is_taught(pairs: list[tuple[int, float, float, float]], m: list[float]):
    most = np.array([18.0, 9, 5, 1, -4])
    levels = np.array([level for level, *_ in pairs] * 2, np.int8)
    levels[len(pairs) :] = np.minimum(levels[: len(pairs)] + 1, 4)  # the same values, a little less alike
    rarity = np.array([rare for _, rare, *_ in pairs] * 2)
    weights = np.minimum(most[levels], rarity).astype(np.float32)
    shares = tuple((np.array(m) / sum(m)).tolist())
    field = FieldScores("title", "Title", levels, weights, ("",) * 5, shares, (0.0, 3.0, 9.0, 0.0, 0.0))
    # A level says at most what it says of the rarest value, which stands among the pairs too.
    every = replace(
        field,
        levels=np.append(levels, np.arange(5, dtype=np.int8)),
        weights=np.append(weights, most).astype(np.float32),
    )
    chance = np.array([one for *_, one in pairs] * 2 + [0.5] * 5)
    made = taught(every, chance).weights[: len(levels)]
    assert (made[: len(pairs)] >= made[len(pairs) :] - 1e-4).all()


def test_fewer_strangers_than_expected_make_a_likeness_say_more():
    # 35 strangers were expected to be alike and 3 are; 5 pairs of what was known: log2 of 40 / 8 is 2.3219. The level above,
    # which no pair reaches, gains as much.
    levels = [1] * 3 + [2] * 900
    made = taught(field_of(levels, strangers=(0.0, 35.0, 0.0)), np.zeros(903))
    assert made.lesson is not None
    assert made.lesson.shifts == pytest.approx((2.32193, 2.32193, 0.0), abs=1e-4)


@pytest.mark.parametrize(("rare", "says"), [(5, (4.0, 2.0, 1.0)), (35, (2.0, 2.0, 1.0))])
def test_strangers_with_a_common_value_are_not_counted_twice(rare: int, says: tuple[float, float, float]):
    # 5 strangers were expected to be alike. 300 more have values so common that these say 2 bits or 1, not 4. If there are
    # 35 with rare values, log2 of 40 / 10 is taken off, and a common value says no more than a rare one.
    field = field_of([1] * (rare + 300) + [2] * 500, strangers=(0.0, 5.0, 0.0))
    weights = field.weights.copy()
    weights[rare : rare + 200], weights[rare + 200 : rare + 300] = 2, 1
    made = taught(replace(field, weights=weights), np.zeros(len(weights)))
    assert made.weights[[0, rare, rare + 200]] == pytest.approx(says, abs=1e-4)


def test_a_missing_value_still_says_nothing():
    made = taught(field_of([-1, 0, 1, -1]), np.ones(4))
    assert made.weights[[0, 3]].tolist() == [0, 0]


def test_nothing_is_taught_of_fields_without_expectations():
    plain = field_of([0, 1], m=())
    assert taught(plain, np.ones(2)) is plain
    assert relearned(plain, None) is plain
    assert untaught(plain) is plain


@given(st.lists(st.tuples(st.floats(-9, 9), st.floats(0.1, 100)), min_size=1, max_size=11))
def test_pooled_values_never_rise_and_keep_their_sum(given_: list[tuple[float, float]]):
    values, weights = np.array(given_).T
    made = never_rising(values, weights)
    assert (np.diff(made) <= 1e-9).all()
    assert (made * weights).sum() == pytest.approx((values * weights).sum(), abs=1e-6)
    falling = np.sort(values)[::-1]
    assert never_rising(falling, weights) == pytest.approx(falling)


def competing(n: int = 60) -> tuple[ScoredPairs, np.ndarray]:
    """Each record of one list has a partner with a text that is alike, and a stranger with one that is not."""
    one = np.repeat(np.arange(n), 2)
    other = np.stack([np.arange(n), (np.arange(n) + 1) % n], axis=1).ravel() + n
    levels = np.tile(np.array([1, 2], np.int8), n)
    field = FieldScores(
        "title",
        "Title",
        levels,
        np.where(levels == 1, 7, -2).astype(np.float32),
        ("same", "alike", "different"),
        (0.6, 0.2, 0.2),
        (0.0, 10.0, 0.0),
    )
    pairs = CandidatePairs(
        one.astype(np.int32), other.astype(np.int32), np.zeros(2 * n, np.uint64), np.zeros(2 * n, np.float32), ()
    )
    scored = ScoredPairs(pairs, -7.0, (field,), summed(-7.0, (field,), 2 * n), np.zeros(2 * n, np.uint8), 0.95, 0.05)
    return scored, np.repeat(np.array([0, 1], np.int16), n)


def test_lists_whose_partners_are_worded_anew_come_to_be_matched():
    scored, list_of = competing()
    made = with_partners(scored, list_of)
    (field,) = scored.fields
    plain = with_partners(replace(scored, fields=(replace(field, m=()),)), list_of)
    alike = scored.fields[0].levels == 1
    assert (made.probability[alike] > plain.probability[alike]).all()
    assert (made.probability[~alike] < 0.01).all()


def test_the_parts_still_sum_to_the_score_and_all_can_be_taken_back_bit_by_bit():
    scored, list_of = competing()
    made = with_partners(scored, list_of)
    assert made.partners is not None
    assert np.allclose(made.score, summed(made.prior, made.fields, len(made)) + made.partners, atol=1e-4)
    back = without_partners(made)
    assert np.array_equal(back.score, scored.score)
    assert np.array_equal(back.fields[0].weights, scored.fields[0].weights)
    assert back.fields[0].lesson is None


def test_the_explanation_of_a_pair_that_no_key_proposed_knows_what_was_taught():
    words = ["lamp", "chair", "table", "desk", "shelf", "stool", "bench", "rug", "clock", "mirror", "vase", "frame"]
    colours = ["red", "blue", "green", "black", "white", "grey"]
    titles = [f"{colour} {word}" for word in words for colour in colours]
    shops = [make_list("a", {"title": titles}), make_list("b", {"title": [f"{t} new" for t in titles]})]
    cleaned = make_cleaned(shops, {"title": Role.TITLE})
    pairs = propose_pairs(cleaned, (Key("First word", (Part(PartKind.FIRST_WORD, ("title",)),)),), across_only=True)
    made = with_partners(score_pairs(cleaned, pairs, across_only=True), cleaned.list_of)
    (field,) = made.fields
    assert isinstance(field.lesson, Lesson)
    assert any(field.lesson.shifts)
    n = len(titles)
    apart = next((0, n + i) for i in range(1, n) if find_pair(made, 0, n + i) is None)
    told = explain_records(made, cleaned, *apart, across_only=True)
    plain = explain_records(without_partners(made), cleaned, *apart, across_only=True)
    reached = field.level_names.index(told.parts[0].level)
    usual = plain.parts[0].weight
    worse = [
        min(usual, most) + shift
        for most, shift in zip(field.lesson.most[reached + 1 :], field.lesson.shifts[reached + 1 :], strict=True)
    ]
    assert told.parts[0].weight != pytest.approx(usual, abs=1e-4)
    assert told.parts[0].weight == pytest.approx(max(usual + field.lesson.shifts[reached], *worse), abs=1e-4)
