"""Weights, guards, explanations and estimates."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.records.fields import CheckValues, CleanedRecords
from entityres.records.roles import Role
from entityres.scoring import run_scores
from entityres.scoring.estimating import Estimate, expected_matches, share_by_lag, share_correct, wilson
from entityres.scoring.explaining import explain, explain_records, find_pair
from entityres.scoring.run_scores import OVERWHELMING, score_pairs
from entityres.scoring.scored_pairs import Guard, ScoredPairs, Zone, probability_of, weight_of
from tests.helpers.building import make_cleaned, make_list

ROLES = {
    "given": Role.GIVEN_NAME,
    "family": Role.FAMILY_NAME,
    "suffix": Role.NAME_SUFFIX,
    "born": Role.BIRTH_DATE,
    "street": Role.STREET,
    "city": Role.CITY,
    "phone": Role.PHONE,
    "email": Role.EMAIL,
}
EMPTY = dict.fromkeys(ROLES, "")
NAME = Key("Same last name", (Part(PartKind.EXACT, ("family",)),))


def crowd(n: int = 150) -> list[dict[str, str]]:
    """Strangers, so that frequencies mean something."""
    rng = np.random.default_rng(5)
    given = ["anna", "peter", "maria", "paul", "laura", "simon", "clara", "oscar"]
    return [
        EMPTY
        | {
            "given": given[rng.integers(8)],
            "family": f"name{rng.integers(60)}",
            "born": f"{rng.integers(1940, 2000)}-{rng.integers(1, 13):02d}-{rng.integers(1, 29):02d}",
            "street": f"{rng.integers(1, 99)} street{rng.integers(25)} st",
            "city": f"city{rng.integers(12)}",
            "phone": f"0171{rng.integers(10**6, 10**7)}",
            "email": f"mail{i}@x.org",
        }
        for i in range(n)
    ]


def records(*rows: dict[str, str], strangers: int = 150) -> CleanedRecords:
    people = [EMPTY | row for row in rows] + crowd(strangers)
    columns = {name: [row[name] for row in people] for name in ROLES}
    return make_cleaned([make_list("list", columns)], ROLES)


HAROLD = {
    "given": "harold",
    "family": "vance",
    "born": "1948-03-12",
    "street": "5 orchard way",
    "city": "ely",
    "phone": "1632960901",
    "email": "vance@x.org",
}


def scored(*rows: dict[str, str]) -> ScoredPairs:
    cleaned = records(*rows)
    return score_pairs(cleaned, propose_pairs(cleaned, (NAME,)))


def first(*rows: dict[str, str]) -> tuple[float, Guard]:
    found = scored(*rows)
    pair = find_pair(found, 0, 1)
    assert pair is not None
    return float(found.score[pair]), Guard(int(found.guards[pair]))


def test_one_kind_of_evidence_is_enough_where_it_is_overwhelming(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same last name is not; a birth date that nobody else has is, beside a first name that is another form."""
    lone = {"given": "susan", "family": "mooney"}
    score, guard = first(lone, lone)
    assert score < OVERWHELMING
    assert Guard.ONE_KIND in guard
    born = {"family": "mooney", "born": "1998-06-15"}
    score, guard = first(born | {"given": "susan"}, born | {"given": "susanne"})
    assert score >= OVERWHELMING
    assert guard == Guard.NONE
    monkeypatch.setattr(run_scores, "OVERWHELMING", score + 1)
    assert first(born | {"given": "susan"}, born | {"given": "susanne"})[1] == Guard.ONE_KIND | Guard.THIN


def test_the_parts_sum_to_the_score() -> None:
    found = scored(HAROLD, HAROLD | {"phone": "", "city": "york"})
    total = found.prior + sum(field.weights for field in found.fields)
    assert np.allclose(total, found.score, atol=1e-4)


def test_a_copy_is_a_match_and_a_missing_value_says_nothing() -> None:
    score, guard = first(HAROLD, HAROLD)
    assert probability_of(score) > 0.999
    assert guard == Guard.NONE
    found = scored(HAROLD, HAROLD | {"phone": ""})
    phone = next(field for field in found.fields if field.name == "phone")
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert (phone.levels[pair], phone.weights[pair]) == (-1, 0)


def test_more_agreement_scores_higher() -> None:
    scores = [
        first(HAROLD, HAROLD | change)[0]
        for change in (
            {},
            {"given": "harod"},
            {"given": "harod", "phone": "1632999999"},
            {"given": "harod", "phone": "1632999999", "born": "1951-11-30"},
        )
    ]
    assert scores == sorted(scores, reverse=True)


def test_a_rare_value_weighs_more_than_a_common_one() -> None:
    found = scored(HAROLD, HAROLD)
    given = next(field for field in found.fields if field.name == "given")
    rare = find_pair(found, 0, 1)
    common = np.flatnonzero((given.levels == 0) & (found.pairs.left > 1))
    assert rare is not None
    assert (given.weights[rare] > given.weights[common] + 3).all()


def test_the_score_does_not_depend_on_the_order_of_records() -> None:
    changed = HAROLD | {"given": "harod", "phone": "1632999999"}
    assert first(HAROLD, changed)[0] == pytest.approx(first(changed, HAROLD)[0], abs=1e-4)


@pytest.mark.parametrize(
    ("change", "guard"),
    [
        ({"suffix": "sr"}, Guard.NONE),
        ({"born": "1975-08-30", "email": ""}, Guard.BIRTH_DATE | Guard.YEARS_APART),
        ({"born": "1975-08-30"}, Guard.YEARS_APART),
        ({"given": "joan"}, Guard.FIRST_NAME),
        ({"given": "mildred", "born": ""}, Guard.FIRST_NAME),
        ({"suffix": "joint"}, Guard.JOINT),
        ({"born": "1948-12-03"}, Guard.NONE),
    ],
)
def test_guards(change: dict[str, str], guard: Guard) -> None:
    assert first(HAROLD, HAROLD | change)[1] & ~Guard.THIN == guard


def test_the_address_of_a_family_does_not_tell_father_and_son_to_be_one() -> None:
    kin = HAROLD | {"email": "fam.vance@x.org"}
    assert first(kin, kin | {"born": "1975-08-30"})[1] & ~Guard.THIN == Guard.BIRTH_DATE | Guard.YEARS_APART


def test_father_and_son_by_their_suffix() -> None:
    score, guard = first(HAROLD | {"suffix": "sr", "born": ""}, HAROLD | {"suffix": "jr", "born": ""})
    assert Guard.SUFFIX in guard
    found = scored(HAROLD | {"suffix": "sr"}, HAROLD | {"suffix": "jr"})
    pair = find_pair(found, 0, 1)
    assert pair is not None
    assert found.zones()[pair] == Zone.REVIEW
    assert score > 0


def test_the_name_alone_is_too_little() -> None:
    bare = {"given": "harold", "family": "vance"}
    assert Guard.THIN in first(bare, bare)[1]


def test_zones_are_a_partition() -> None:
    found = scored(HAROLD, HAROLD, HAROLD | {"suffix": "jr"})
    zones = found.zones(0.9, 0.2)
    p = found.probability
    free = found.guards == 0
    assert (zones == Zone.MATCH).sum() == ((p >= 0.9) & free).sum()
    assert (zones == Zone.NOT).sum() == (p < 0.2).sum()
    assert sum((zones == zone).sum() for zone in Zone) == len(found)


@pytest.mark.parametrize("probability", [0.001, 0.5, 0.95, 0.999999])
def test_weight_and_probability_are_each_others_inverse(probability: float) -> None:
    assert float(probability_of(weight_of(probability))) == pytest.approx(probability)


def test_explanation_of_a_compared_pair() -> None:
    cleaned = records(HAROLD, HAROLD | {"phone": "", "born": "1948-12-03"})
    found = score_pairs(cleaned, propose_pairs(cleaned, (NAME,)))
    pair = find_pair(found, 0, 1)
    assert pair is not None
    told = explain(found, cleaned, pair)
    assert told.total == pytest.approx(told.prior + sum(part.weight for part in told.parts), abs=1e-3)
    assert told.keys == ("Same last name",)
    by_name = {part.name: part for part in told.parts}
    assert by_name["phone"].missing
    assert by_name["phone"].level == "not counted"
    assert by_name["born"].level == "day/month swapped"
    assert by_name["family"].note == "2 records have this value"
    assert "agree" in told.sentence


def test_explanation_of_a_pair_that_no_key_proposed() -> None:
    cleaned = records(HAROLD, HAROLD | {"family": "vanse"})
    similar = Key("Similar", (Part(PartKind.EXACT, ("city",)),), Bands(("given", "family"), b=4, r=4))
    pairs = propose_pairs(cleaned, (NAME, similar))
    found = score_pairs(cleaned, pairs)
    apart = next((a, b) for a, b in [(0, 1), (0, 2), (0, 3)] if find_pair(found, a, b) is None)
    told = explain_records(found, cleaned, *apart)
    assert not told.compared
    assert told.chance_to_be_found is not None
    assert 0 <= told.chance_to_be_found <= 1
    assert explain_records(found, cleaned, 1, 1 + 150) is not None
    pair = int(np.flatnonzero(found.pairs.left >= 0)[0])
    a, b = int(pairs.left[pair]), int(pairs.right[pair])
    assert explain_records(found, cleaned, b, a) == explain(found, cleaned, pair)


def test_no_pairs_at_all() -> None:
    cleaned = records(HAROLD, strangers=0)
    found = score_pairs(cleaned, propose_pairs(cleaned, (NAME,)))
    assert len(found) == 0
    assert len(found.zones()) == 0


def test_share_of_true_pairs_by_the_lag_of_the_book() -> None:
    assert share_by_lag(10, chance=45, true=10) == 1
    assert share_by_lag(45, chance=45, true=10) == 0
    assert share_by_lag(24, chance=45, true=10) == pytest.approx((45 - 24) / 35)


def test_wilson_does_not_collapse() -> None:
    low, high = wilson(30, 30)
    assert (round(low, 2), high) == (0.89, 1.0)
    assert round(wilson(2210, 2210)[0], 3) == 0.998


def checked(shares: list[tuple[int, float, float]], seed: int = 0) -> tuple[ScoredPairs, np.ndarray]:
    """Pairs of score bands (n, score, share true) whose check values tell true from chance."""
    rng = np.random.default_rng(seed)
    score = np.concatenate([np.full(n, s, np.float32) for n, s, _ in shares])
    true = np.concatenate([rng.random(n) < share for n, _, share in shares])
    distance = np.where(true, rng.geometric(0.1, len(score)), rng.integers(0, 1500, len(score))).astype(np.float32)
    n = len(score)
    pairs = CandidatePairs(
        np.arange(n, dtype=np.int32),
        np.arange(1, n + 1, dtype=np.int32),
        np.ones(n, np.uint64),
        np.ones(n, np.float32),
        (NAME,),
    )
    strangers = rng.integers(0, 1500, 20_000).astype(np.float32)
    return ScoredPairs(pairs, -10, (), score, np.zeros(n, np.uint8), 0.95, 0.05, "created", distance, strangers), true


def test_the_check_column_tells_the_share_that_is_right() -> None:
    found, true = checked([(3000, 15, 1.0), (800, 2, 0.7), (2000, -5, 0.02)])
    for score in (15, 2, -5):
        mask = found.score == score
        told = share_correct(found, mask)
        assert told.source == "check column"
        assert told.low <= true[mask].mean() <= told.high
        assert told.high - told.low < 0.12


def test_too_few_pairs_are_not_judged() -> None:
    found, _ = checked([(3000, 15, 1.0), (20, 2, 0.7)])
    assert share_correct(found, found.score == 2) == Estimate(None, source="check column", warning="not enough pairs")


def test_a_check_column_that_says_nothing_is_called_out() -> None:
    found, _ = checked([(3000, 15, 0.1)])
    assert "barely" in share_correct(found, found.score > 0).warning


def test_without_a_check_column_the_model_speaks() -> None:
    cleaned = records(*[HAROLD | {"family": f"rare{i}", "email": f"r{i}@x.org"} for i in range(40) for _ in range(2)])
    found = score_pairs(cleaned, propose_pairs(cleaned, (NAME,)))
    mask = found.zones() == Zone.MATCH
    told = share_correct(found, mask)
    assert told.source == "model"
    assert told.value is not None
    assert told.value > 0.95
    assert expected_matches(found, mask) == pytest.approx(told.value * mask.sum())


def test_a_check_column_is_measured_but_never_scored() -> None:
    cleaned = records(HAROLD, HAROLD)
    with_check = CleanedRecords(
        cleaned.starts, cleaned.fields, check=CheckValues("created", np.arange(len(cleaned), dtype=np.float64))
    )
    pairs = propose_pairs(cleaned, (NAME,))
    one, other = score_pairs(cleaned, pairs), score_pairs(with_check, pairs)
    assert np.array_equal(one.score, other.score)
    assert other.check_distance is not None
    assert np.array_equal(other.check_distance, (pairs.right - pairs.left).astype(np.float32))


@pytest.mark.parametrize(
    ("sure", "size", "enough"),
    [(49, 100, False), (50, 100, True), (50, 501, False), (60, 600, True), (199, 10**6, False), (200, 10**6, True)],
)
def test_how_many_sure_pairs_tell_how_much_evidence_is_enough(sure: int, size: int, *, enough: bool) -> None:
    assert run_scores._speaks_for_itself(sure, size) == enough
