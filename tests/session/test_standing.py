"""Where pairs stand: what the groups leave apart waits for a person, whatever its score."""

from __future__ import annotations

import numpy as np

from entityres.entities.clustering import cluster
from entityres.entities.decisions import Answer, Decisions
from entityres.session.decision_book import NO_ANSWER
from entityres.session.standing import Standing, standings
from entityres.settings import Settings
from tests.helpers.building import make_decisions, make_scored

LISTS = np.array([0, 0, 1, 1], np.int16)
PAIRS = [(0, 2, 9.0), (0, 3, 6.0), (1, 3, 6.0), (0, 1, 1.0)]


def standing_of(decisions: Decisions, answers: list[int]) -> list[int]:
    scored = make_scored(PAIRS)
    groups = cluster(LISTS, scored, decisions, single=(True, True))
    return standings(scored, np.array(answers, np.int8), groups, Settings()).tolist()


def test_a_pair_with_a_better_partner_is_no_match_but_worth_a_look():
    found = standing_of(Decisions.none(), [NO_ANSWER] * 4)
    assert found == [Standing.MATCH, Standing.REVIEW, Standing.MATCH, Standing.REVIEW]


def test_an_answer_counts_more():
    found = standing_of(make_decisions((0, 3, Answer.NOT)), [NO_ANSWER, int(Answer.NOT), NO_ANSWER, NO_ANSWER])
    assert found[1] == Standing.NOT
