"""What report.json says of pairs that were not looked for."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np

from entityres.candidates.candidate_pairs import CandidatePairs, KeysNotUsed, LeftOut, NotUsed, WhyNot
from entityres.candidates.keys import Join, Key
from entityres.entities.reporting import keys_not_used, left_out
from entityres.pipeline import MatchResult
from entityres.records.roles import Role
from entityres.scoring.scored_pairs import Zone
from tests.helpers.building import make_list, make_result

NAMES = ["ann", "ann", "ann", "ann", "bo"]
MAILS = ["x@a", "x@a", "y@a", "y@a", ""]


def finished(**more: Any) -> MatchResult:
    """Four records named Ann, of whom two keys each found some pairs."""
    columns = {"name": NAMES, "email": MAILS}
    pairs = [(0, 1, 5.0), (0, 2, 5.0), (1, 2, 5.0), (2, 3, 5.0)]
    result = make_result(
        [make_list("list", columns)], {"name": Role.FULL_NAME, "email": Role.EMAIL}, pairs, [0, 0, 0, 0, 1]
    )
    scored = result.scored
    changed: CandidatePairs = replace(scored.pairs, **more)
    return replace(result, scored=replace(scored, pairs=changed))


def test_keys_that_were_not_used_are_reported_with_reason_gain_and_cost() -> None:
    join = Key("Name at least 20% similar", join=Join(("name",), "characters", 3, 0.2))
    slow = Key("Name at least 10% similar", join=Join(("name",), "characters", 3, 0.1))
    left = KeysNotUsed(
        (NotUsed(join, WhyNot.TOO_MANY_PAIRS, 1.5, 9000.0), NotUsed(slow, WhyNot.TOO_SLOW, None, None)), 1.5, 9000.0
    )
    told = json.loads(json.dumps(keys_not_used(finished(not_used=left))))
    assert (told["expected_matches"], told["pairs"]) == (1.5, 9000)
    assert [(one["name"], one["why"], one["expected_matches"], one["pairs"]) for one in told["keys"]] == [
        (join.name, "too_many_pairs", 1.5, 9000),
        (slow.name, "too_slow", None, None),
    ]
    assert Key.from_json(told["keys"][0]["key"]) == join, "a recipe can take it as it is"


def test_values_that_lose_pairs_are_reported_with_the_expected_loss_of_their_key() -> None:
    # Four pairs share the name; the key on it found three, and the key on e-mail one of those and the fourth.
    masks = np.array([3, 1, 1, 2], np.uint64)
    run = finished(masks=masks, left_out=(LeftOut(0, "ann", 4, 2), LeftOut(1, "x@a", 2, 1)))
    zones = np.full(4, Zone.MATCH)
    by_name, by_mail = left_out(run, zones)
    assert by_name == {"key": "Same name", "value": "ann", "records": 4, "pairs": 2, "expected_loss_of_key": 2.0}
    assert by_mail["expected_loss_of_key"] == 0.0
    assert left_out(finished(), zones) == []
