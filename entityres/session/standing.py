"""Session: where every pair stands now: decided, implied, or by its score. O(n_pairs), some milliseconds a million."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer
from entityres.entities.groups import PairState
from entityres.session.decision_book import NO_ANSWER

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.settings import Settings


class Standing(IntEnum):
    """What is said of a pair. The first three are by score (they equal `Zone`), the rest by people."""

    NOT = 0
    REVIEW = 1
    MATCH = 2
    UNSURE = 3
    IMPLIED = 4
    CONFLICT = 5


def standings(scored: ScoredPairs, answers: np.ndarray, groups: Groups | None, settings: Settings) -> np.ndarray:
    """int8 (n_pairs,): `Standing` of each pair.

    Args:
        scored: The pairs.
        answers: int8 (n_pairs,): answers of people, NO_ANSWER where there is none.
        groups: The groups; None leaves out what follows from them (implied, conflict).
        settings: Holds the cuts.
    """
    standing = scored.zones(settings.match_at, settings.review_at)
    if groups is not None:
        standing[groups.pair_states == PairState.IMPLIED] = Standing.IMPLIED
        # A match by score that was not joined (a better partner, a contradiction) is no match yet: a person decides.
        standing[groups.kept_apart] = Standing.REVIEW
    of_answer = np.asarray([Standing.NOT, Standing.UNSURE, Standing.MATCH], np.int8)
    decided = np.flatnonzero(answers != NO_ANSWER)
    standing[decided] = of_answer[answers[decided] + 1]
    if groups is not None:
        standing[decided[not_honoured(scored, answers, groups, decided)]] = Standing.CONFLICT
    return standing


def not_honoured(scored: ScoredPairs, answers: np.ndarray, groups: Groups, decided: np.ndarray) -> np.ndarray:
    """bool (n_decided,): decided pairs that the groups contradict, because decisions contradict each other.

    A pair that was decided since the groups were made is not judged by them.
    """
    left, right = scored.pairs.left[decided], scored.pairs.right[decided]
    together = groups.group_of[left] == groups.group_of[right]
    said = answers[decided]
    wrong = ((said == Answer.MATCH) & ~together) | ((said == Answer.NOT) & together)
    taken_in: np.ndarray = groups.pair_states[decided] == PairState.DECIDED
    return np.asarray(wrong & taken_in)
