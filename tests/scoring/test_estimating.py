"""The share that is right, told without labels, held against the truth that only the test knows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres import pipeline
from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.keys import Key, Part, PartKind
from entityres.scoring.check_column import check_ends, related_field
from entityres.scoring.estimating import Estimator, share_correct
from entityres.scoring.scored_pairs import FieldScores, ScoredPairs, Zone, probability_of, weight_of
from entityres.settings import Settings
from tests.helpers.generated_customers import Customers, customers

pytestmark = pytest.mark.slow

KEY = Key("Same name", (Part(PartKind.EXACT, ("name",)),))


def made(
    shares: list[tuple[int, float, float]], *, seed: int = 3, empty: float = 0.0, certain: float = 0.1
) -> tuple[ScoredPairs, np.ndarray]:
    """Pairs by (how many, score in bits, share of true ones), with days between two dates as check distance."""
    rng = np.random.default_rng(seed)
    score = np.concatenate([np.full(n, bits, np.float32) for n, bits, _ in shares])
    score += rng.uniform(0, 0.4, len(score)).astype(np.float32)
    true = np.concatenate([rng.random(n) < share for n, _, share in shares])
    distance = np.where(true, rng.geometric(certain, len(score)), rng.integers(0, 1500, len(score))).astype(np.float32)
    distance[rng.random(len(score)) < empty] = np.nan
    n = len(score)
    pairs = CandidatePairs(
        np.arange(n, dtype=np.int32), np.arange(1, n + 1, dtype=np.int32), np.ones(n, np.uint64), np.ones(n), (KEY,)
    )
    levels = rng.integers(0, 2, n).astype(np.int8)
    field = FieldScores("name", "Name", levels, score, ("same", "other"))
    guards = (rng.random(n) < 0.1).astype(np.uint8)
    strangers = np.abs(rng.integers(0, 1500, 20_000) - rng.integers(0, 1500, 20_000)).astype(np.float32)
    return ScoredPairs(pairs, 0.0, (field,), score, guards, 0.95, 0.05, "created", distance, strangers), true


PLAIN = [(3000, 15.0, 1.0), (800, 3.0, 0.7), (2000, -8.0, 0.02)]


def matched(people: Customers) -> ScoredPairs:
    return pipeline.match([people.record_list], Settings(check="created")).scored


@given(st.floats(0.01, 0.99), st.floats(0.01, 0.99), st.integers(0, 5))
@settings(deadline=None, max_examples=40)
def test_a_zone_counted_by_running_sums_is_the_zone_counted_pair_by_pair(one: float, two: float, seed: int) -> None:
    found, _ = made(PLAIN, seed=seed, empty=0.2)
    match_at, review_at = max(one, two), min(one, two)
    estimator = Estimator(found)
    zones = found.zones(match_at, review_at)
    for sums, zone in zip(estimator.zone_sums(match_at, review_at), (Zone.MATCH, Zone.REVIEW, Zone.NOT), strict=True):
        inside = zones == zone
        distance = found.check_distance[inside]
        assert sums.n == inside.sum()
        assert sums.filled == np.count_nonzero(~np.isnan(distance))
        assert sums.near == np.count_nonzero(distance <= estimator.ends.within)
        assert sums.expected == pytest.approx(found.probability[inside].sum(), abs=1e-6)
        assert share_correct(found, inside) == estimator.judge(replace(sums, expected=share_sum(found, inside)))


def share_sum(found: ScoredPairs, inside: np.ndarray) -> float:
    return float(found.probability[inside].sum())


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    held = 0
    for seed in range(60):
        found, true = made([(400, 15.0, 1.0), (120, 3.0, 0.7)], seed=seed)
        band = (found.score < 4) & (found.guards == 0)
        told = Estimator(found).band(2.0, 5.0)
        held += told.low <= true[band].mean() <= told.high
    assert held >= 54


def test_all_pairs_close_is_never_certain() -> None:
    found, _ = made([(400, 15.0, 1.0), (60, 3.0, 1.0)], certain=0.9)
    told = Estimator(found).band(2.0, 5.0)
    assert told.value > 0.95
    assert told.low < 0.99


def test_too_few_pairs_in_a_band_are_not_judged() -> None:
    found, _ = made([(400, 15.0, 1.0), (20, 3.0, 1.0)])
    assert Estimator(found).band(2.0, 5.0).warning == "not enough pairs"


def test_a_mostly_empty_column_is_called_out() -> None:
    found, _ = made(PLAIN, empty=0.7)
    told = Estimator(found).band(2.0, 5.0)
    assert "mostly empty" in told.warning
    assert told.advice


def test_nearer_than_any_true_pair_is_called_out() -> None:
    found, _ = made([(400, 15.0, 1.0), (900, 3.0, 1.0)])
    distance = found.check_distance.copy()
    distance[:400:4] = 900
    told = Estimator(replace(found, check_distance=distance), within=40).band(2.0, 5.0)
    assert "as expected" in told.warning


def test_a_column_that_tells_nothing_is_called_out() -> None:
    found, _ = made([(3000, 15.0, 0.1)])
    told = Estimator(found).above(0.95)
    assert "barely" in told.warning
    assert told.value is None


def test_break_even_is_where_the_band_above_is_right_often_enough() -> None:
    found, true = made(
        [(600, float(bits), share) for bits, share in ((12, 1), (6, 0.97), (4, 0.93), (2, 0.8), (0, 0.3))]
    )
    for target, low, high in ((0.9, 2.5, 4.0), (0.5, 0.5, 2.0), (0.95, 4.5, 6.0)):
        cut = Estimator(found).break_even(target)
        assert low <= cut <= high
        assert true[(found.score >= cut) & (found.score < cut + 1)].mean() >= target - 0.04


def test_break_even_without_a_check_column_follows_the_model() -> None:
    found, _ = made([(300, float(bits), 1.0) for bits in range(-6, 9)])
    cut = Estimator(replace(found, check_distance=None, random_check_distance=None)).break_even(0.9)
    assert probability_of(cut + 0.5) >= 0.9 > probability_of(cut - 0.5)


def test_no_band_that_is_right_often_enough_is_said_by_none() -> None:
    found, _ = made([(300, -5.0, 0.0)])
    assert Estimator(replace(found, check_distance=None, random_check_distance=None)).break_even(0.9) is None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_generated_customers_are_judged_rightly_at_the_cut_and_below(seed: int) -> None:
    people = customers(1500, seed)
    found = matched(people)
    true = people.true(found.pairs.left, found.pairs.right)
    estimator = Estimator(found)
    assert estimator.relation is None
    free = found.guards == 0
    bits = weight_of(found.default_match_at)
    match = free & (found.score >= np.float32(bits))
    told = estimator.above(found.default_match_at)
    assert told.source == "check column"
    assert told.warning == ""
    assert told.low <= true[match].mean() <= told.high
    assert told.high - told.low < 0.06
    low, high = estimator.above_cut(found.default_match_at)
    band = free & (found.score >= np.float32(low)) & (found.score < np.float32(high))
    told = estimator.band_above(found.default_match_at)
    assert told.value is not None
    assert told.low <= true[band].mean() <= told.high


def test_a_column_copied_from_the_email_is_called_out() -> None:
    people = customers(1500, 4, check_from_email=True)
    found = matched(people)
    ends = check_ends(found)
    assert ends is not None
    relation = related_field(found, ends)
    assert relation is not None
    assert "mail" in relation.label.lower()
    told = Estimator(found).above(found.default_match_at)
    assert "depends on" in told.warning
    assert told.advice


def test_a_text_column_judges_by_likeness() -> None:
    people = customers(1500, 5)
    rng = np.random.default_rng(1)
    shops = np.array(
        [f"{a} {b}" for a in ("north", "south", "old", "new") for b in ("mill", "harbour", "castle", "green")]
    )
    shop = rng.choice(shops, len(people.customer))[people.customer].astype(object)
    typed = [text[1:] if rng.random() < 0.1 else text for text in shop]
    table = people.record_list.table.set_column(
        people.record_list.table.column_names.index("created"), "created", [typed]
    )
    people = replace(people, record_list=replace(people.record_list, table=table))
    found = matched(people)
    assert 0 < found.check_distance[~np.isnan(found.check_distance)].max() <= 1
    true = people.true(found.pairs.left, found.pairs.right)
    match = (found.guards == 0) & (found.score >= np.float32(weight_of(found.default_match_at)))
    told = Estimator(found).above(found.default_match_at)
    assert told.source == "check column"
    assert told.low <= true[match].mean() <= told.high
