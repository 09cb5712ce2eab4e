"""Pairs found, by capture and recapture, against a truth that only the test knows."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.candidates.keys import Key, Part, PartKind
from entityres.records.roles import Role
from entityres.scoring.capture import pairs_found, source_of
from entityres.scoring.estimating import Estimate, Estimator
from entityres.scoring.model_estimate import ModelEstimate, disagreement, model_estimate
from entityres.scoring.scored_pairs import ScoredPairs
from tests.helpers.building import make_scored

PHONE, MAIL, BIRTH = (Key(name, (Part(PartKind.EXACT, (name,)),)) for name in ("phone", "email", "birth"))
NAME = Key("name", (Part(PartKind.EXACT, ("given",)), Part(PartKind.EXACT, ("family",))))


def caught(chances: dict[Key, float], total: int = 10_000, seed: int = 1) -> tuple[ScoredPairs, float]:
    """True pairs that each key finds by chance, those that none finds left out, beside strangers; and the share found."""
    rng = np.random.default_rng(seed)
    masks = np.zeros(total, np.uint64)
    for i, chance in enumerate(chances.values()):
        masks |= (rng.random(total) < chance).astype(np.uint64) << np.uint64(i)
    found = masks[masks != 0]
    share = len(found) / total
    strangers = np.ones(3000, np.uint64)
    masks = np.concatenate([found, strangers])
    score = np.concatenate([np.full(len(found), 14.0), np.full(len(strangers), -14.0)]).astype(np.float32)
    n = len(masks)
    pairs = CandidatePairs(
        np.arange(n, dtype=np.int32), np.arange(1, n + 1, dtype=np.int32), masks, np.ones(n), tuple(chances)
    )
    return ScoredPairs(pairs, -10.0, (), score, np.zeros(n, np.uint8), 0.95, 0.05), share


@pytest.mark.parametrize("chances", [(0.7, 0.6, 0.5), (0.3, 0.3, 0.3), (0.95, 0.2, 0.4)])
def test_independent_keys_tell_the_share_found(chances: tuple[float, ...]) -> None:
    found, share = caught(dict(zip((PHONE, MAIL, BIRTH), chances, strict=True)))
    told = pairs_found(found)
    assert told is not None
    assert told.share == pytest.approx(share, abs=0.02)
    assert told.low <= share <= told.high
    assert told.high - told.low < 0.08


def test_nothing_is_told_where_all_keys_depend_on_each_other() -> None:
    roles = {"given": Role.GIVEN_NAME, "family": Role.FAMILY_NAME, "email": Role.EMAIL}
    found, _ = caught({MAIL: 0.7, NAME: 0.6})
    assert pairs_found(found, roles) is None
    assert pairs_found(found, {}) is not None
    assert source_of(Role.EMAIL, "email") == source_of(Role.FAMILY_NAME, "family")


def test_nothing_is_told_of_few_pairs() -> None:
    found, _ = caught({PHONE: 0.5, BIRTH: 0.5}, total=40)
    assert pairs_found(found) is None


def test_the_model_expects_what_its_probabilities_add_up_to() -> None:
    scored = make_scored([(0, 1, 3.0), (0, 2, 3.0), (1, 2, 0.0), (2, 3, -3.0)])
    told = model_estimate(Estimator(scored), 0.6, 0.3)
    assert told.wrong == pytest.approx(1 / 9)
    assert told.correct == pytest.approx(8 / 9)
    assert told.missed == pytest.approx((1 / 2 + 1 / 9) / (16 / 9 + 1 / 2 + 1 / 9))
    assert told.missed_in_all is None


def test_a_disagreement_is_told_in_one_sentence() -> None:
    model = ModelEstimate(0.99, 0.01, 0.1, None)
    assert "look through" in disagreement(Estimate(0.9, 0.88, 0.92, "check column"), model)
    assert "lower" in disagreement(Estimate(0.99, 0.97, 1.0, "check column"), ModelEstimate(0.9, 0.1, 0.1, None))
    assert disagreement(Estimate(0.98, 0.97, 0.995, "check column"), model) == ""
    assert disagreement(Estimate(0.9, 0.88, 0.92, "model"), model) == ""
    assert disagreement(Estimate(None), model) == ""
