"""From which probability pairs are matches by themselves."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from entityres.candidates.candidate_pairs import CandidatePairs
from entityres.scoring.match_cut import MATCH_AT, WITH_LITTLE, WITH_PARTNERS, usual_cut
from entityres.scoring.partners import with_partners, without_partners
from entityres.scoring.scored_pairs import FieldScores, Guard, ScoredPairs, weight_of


def scored(sure: int, doubtful: int, at: float = 0.92, against: float = 0.0, no_match: int = 50) -> ScoredPairs:
    """Pairs at .9995, at a doubtful probability and at .001; two fields, the second of which may speak against."""
    counts = (sure, doubtful, no_match)
    score = np.repeat(np.array([weight_of(p) for p in (0.9995, at, 0.001)], np.float32), counts)
    second = np.repeat(np.array([0, against, 0], np.float32), counts)
    n = len(score)
    ends = np.arange(n, dtype=np.int32)
    pairs = CandidatePairs(ends, ends + np.int32(n), np.zeros(n, np.uint64), np.zeros(n, np.float32), ())
    levels = np.zeros(n, np.int8)
    fields = tuple(
        FieldScores(name, name, levels, weights, ("same",))
        for name, weights in (("name", score + np.float32(12) - second), ("born", second))
    )
    return ScoredPairs(pairs, -12.0, fields, score, np.zeros(n, np.uint8), 0.95, 0.05)


def test_matches_begin_at_nineteen_in_twenty_where_pairs_are_that_sure():
    assert usual_cut(scored(100, 5)) == MATCH_AT
    assert usual_cut(scored(0, 0)) == MATCH_AT


def test_they_begin_at_nine_in_ten_where_a_tenth_cannot_be_surer():
    # 13 * .92 = 11.96 of 100 * .9995 + 11.96 = 111.9 expected matches are 10.7 %; 12 are 9.9 %.
    assert usual_cut(scored(100, 13)) == WITH_LITTLE
    assert usual_cut(scored(100, 12)) == MATCH_AT


def test_not_where_something_speaks_against_these_pairs():
    assert usual_cut(scored(100, 30, against=-4)) == MATCH_AT
    assert usual_cut(scored(100, 30, against=-0.5)) == WITH_LITTLE


def test_not_where_too_many_of_all_would_be_wrong():
    # 100 * .9995 and 200 * .92 are .9465 on average.
    assert usual_cut(scored(100, 200)) == MATCH_AT


def test_pairs_that_are_kept_from_merging_do_not_count():
    found = scored(100, 30)
    guards = np.where(np.arange(len(found)) < 100, 0, int(Guard.FIRST_NAME)).astype(np.uint8)
    assert usual_cut(replace(found, guards=guards)) == MATCH_AT


@pytest.mark.parametrize(("at", "cut"), [(0.85, WITH_PARTNERS), (0.75, MATCH_AT)])
def test_rivals_that_were_weighed_make_less_enough(at: float, cut: float):
    found = scored(100, 30, at=at, against=-4)
    assert usual_cut(replace(found, partners=np.zeros(len(found), np.float32))) == cut
    assert usual_cut(found) == MATCH_AT


def test_the_cut_goes_with_the_partners():
    found = scored(100, 30)
    n = len(found)
    list_of = np.repeat(np.array([0, 1], np.int16), n)
    paired = with_partners(found, list_of)
    assert paired.default_match_at == usual_cut(paired)
    assert without_partners(paired).default_match_at == usual_cut(found) == WITH_LITTLE
