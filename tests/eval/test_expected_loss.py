"""What the keys that are not used are said to miss, beside what is missing."""

from __future__ import annotations

import numpy as np
import pytest

from entityres import pipeline
from entityres.candidates import planning
from entityres.candidates.bucketing import pair_codes
from entityres.candidates.keys import Key
from entityres.candidates.proposing import propose_pairs
from entityres.records.record_list import RecordList
from entityres.settings import Settings
from tests.helpers.building import make_list
from tests.helpers.generated_customers import FIRST, SYLLABLES

N = 30_000


def families(n: int, seed: int) -> tuple[RecordList, np.ndarray]:
    """People in towns that each lie in one region, with postcodes of their own; one in four again, with a slip or a move.

    Strangers of one name in one town agree in town and region, and nearly in the postcode: beforehand they look like matches.
    """
    rng = np.random.default_rng(seed)
    unique = int(n / 1.25)
    who = np.concatenate([np.arange(unique), rng.permutation(unique)[: n - unique]])
    town = rng.integers(0, 60, unique)
    names = np.array(["".join(part) for part in rng.choice(SYLLABLES, (400, 3))])
    towns = np.array(["".join(part) for part in rng.choice(SYLLABLES, (60, 3))])
    cells = {
        "first_name": rng.choice(FIRST, unique).astype(object),
        "last_name": names[rng.integers(0, len(names), unique)].astype(object),
        "address": np.array(
            [f"{i} {s} street" for i, s in zip(rng.integers(1, 99, unique), rng.choice(names, unique), strict=True)]
        ),
        "city": towns[town].astype(object),
        "region": np.array([f"region {letter}" for letter in "abcdefghijkl"])[town % 12],
        "postcode": np.array(
            [f"{10_000 + 100 * t + i}" for t, i in zip(town, rng.integers(0, 9, unique), strict=True)]
        ),
        "birth_date": np.datetime64("1940-01-01") + rng.integers(0, 25_000, unique).astype("timedelta64[D]"),
    }
    copy = np.arange(n) >= unique
    made = {}
    for name, values in cells.items():
        column = values.astype(str).astype(object)[who]
        column[(rng.random(n) < 0.3) & (np.arange(n) % 3 > 0)] = ""
        moved = copy & (rng.random(n) < 0.25)
        column[moved] = np.where(rng.random(moved.sum()) < 0.5, "", rng.permutation(column)[: moved.sum()])
        made[name] = column.tolist()
    return make_list("people", made), who


@pytest.mark.parametrize("seed", [7, 8])
def test_the_expected_loss_is_what_the_keys_would_have_found(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # As on a long list, where keys must earn their pairs, so that some are left out.
    monkeypatch.setattr(planning, "QUICK", N // 6)
    people, who = families(N, seed)
    settings = Settings()
    cleaned = pipeline.clean([people], pipeline.understand([people], settings), settings)
    pairs = pipeline.match([people], settings).scored.pairs
    known = pair_codes(pairs.left, pairs.right)

    def lost(key: Key) -> int:
        more = propose_pairs(cleaned, (key,))
        new = ~np.isin(pair_codes(more.left, more.right), known)
        return int(np.count_nonzero(new & (who[more.left] == who[more.right])))

    worth_most = pairs.not_used.keys[:3]
    assert pairs.not_used.matches >= worth_most[0].matches > 50
    for one in worth_most:
        assert one.matches == pytest.approx(lost(one.key), rel=0.5, abs=20), one.key.name
    before = pipeline.choose_keys(cleaned, settings).not_used.matches
    assert before > 3 * pairs.not_used.matches, "strangers that look like matches as long as nothing is learned"
