"""The audit of minhash: exact pairs that banding missed, beside the promise of the curve."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from entityres.candidates import exact_join
from entityres.candidates.auditing import audit
from entityres.candidates.jaccard import jaccard
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.scurve import chance
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

BANDS = Bands(("title",), tokens="words", k=1, b=6, r=3)


def titles(n: int, seed: int, lists: int = 1) -> CleanedRecords:
    """n titles of ten words; every second one shares some with the one before."""
    rng = np.random.default_rng(seed)
    rows = rng.integers(0, 100_000, (n, 10))
    for i in range(0, n - 1, 2):
        shared = rng.integers(4, 11)
        rows[i + 1, :shared] = rows[i, :shared]
    texts = [" ".join(f"w{word}" for word in row) for row in rows]
    size = n // lists
    made = [make_list(f"list{k}", {"title": texts[k * size : (k + 1) * size]}) for k in range(lists)]
    return make_cleaned(made, {"title": Role.TITLE})


def similar(cleaned: CleanedRecords, least: float, across: bool = False) -> set[tuple[int, int]]:
    sets = [cleaned.field("title").text(i).split() for i in range(len(cleaned))]
    return {
        (a, b)
        for a, b in combinations(range(len(sets)), 2)
        if (jaccard(sets[a], sets[b]) or 0) >= least and not (across and cleaned.list_of[a] == cleaned.list_of[b])
    }


@pytest.mark.parametrize("across", [False, True])
def test_found_and_missed_are_those_of_the_run(across: bool) -> None:
    cleaned = titles(200, 1, lists=2)
    whole = (Key("Similar", bands=BANDS), Key("Same title", (Part(PartKind.EXACT, ("title",)),)))
    run = propose_pairs(cleaned, whole, across_only=across)
    wanted = similar(cleaned, 0.4, across)
    masks = {(int(a), int(b)): int(m) for a, b, m in zip(run.left, run.right, run.masks, strict=True)}
    found = sum(bool(masks.get(pair, 0) & 1) for pair in wanted)
    report = audit(cleaned, BANDS, run, similarity=0.4, across_only=across)
    assert (report.records, report.similar_pairs) == (200, len(wanted))
    assert (report.found, report.missed) == (found, len(wanted) - found)
    assert report.found_by_any == sum(pair in masks for pair in wanted)
    alone = audit(cleaned, BANDS, None, similarity=0.4, across_only=across)
    assert (alone.found, alone.missed, alone.promised) == (report.found, report.missed, report.promised)


def test_what_is_found_lies_on_the_curve() -> None:
    cleaned = titles(3000, 2)
    report = audit(cleaned, BANDS, similarity=0.25)
    assert report.similar_pairs > 1000
    assert 0 < report.missed < report.similar_pairs
    assert abs(report.found - report.promised) < 4 * report.spread


def test_the_promise_is_the_sum_over_the_pairs() -> None:
    cleaned = titles(100, 3)
    sets = [set(cleaned.field("title").text(i).split()) for i in range(100)]
    wanted = sum(float(chance(jaccard(sets[a], sets[b]) or 0, 6, 3)) for a, b in similar(cleaned, 0.3))
    assert audit(cleaned, BANDS, similarity=0.3).promised == pytest.approx(wanted, abs=1e-4)


def test_a_sample_of_the_records() -> None:
    cleaned = titles(600, 4)
    report = audit(cleaned, BANDS, sample=300, similarity=0.3, maker=EntryMaker(cleaned))
    assert report.records == 300
    assert 0 < report.similar_pairs < audit(cleaned, BANDS, similarity=0.3).similar_pairs
    assert report == audit(cleaned, BANDS, sample=300, similarity=0.3)
    assert report != audit(cleaned, BANDS, sample=300, similarity=0.3, seed=2)


def test_large_groups_are_left_out_and_counted() -> None:
    cleaned = make_cleaned(
        [make_list("list", {"title": ["one two"] * 300 + ["three", "three"]})], {"title": Role.TITLE}
    )
    report = audit(cleaned, BANDS)
    assert (report.similar_pairs, report.found, report.not_looked_at) == (1, 1, 300 * 299 // 2)


def test_where_everything_is_alike_not_all_pairs_are_listed_and_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    n = 600
    texts = [f"journal of {chr(97 + i % 20)}{i % 200}" for i in range(n)]
    cleaned = make_cleaned([make_list("list", {"title": texts})], {"title": Role.TITLE})
    bands = Bands(("title",), b=20, r=1, tokens="words", k=1)
    whole = audit(cleaned, bands, similarity=0.2)
    assert whole.not_looked_at == 0
    monkeypatch.setattr(exact_join, "LISTED", 0)
    monkeypatch.setattr(exact_join, "LISTED_AT_LEAST", 1_000)
    some = audit(cleaned, bands, similarity=0.2)
    assert some.similar_pairs < whole.similar_pairs
    assert some.similar_pairs + some.not_looked_at == whole.similar_pairs
