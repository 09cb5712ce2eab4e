"""Engine: from scored pairs and decisions to groups of records that are one customer.

Joining every accepted pair multiplies errors where groups are big: one wrong link between two right groups makes as many
wrong pairs as the sizes multiply to. So links are tried from the strongest to the weakest, and before two groups join
without a person all evidence between them is weighed, also the evidence against (design.md §2.6):

- a person's "match" joins and a person's "not a match" keeps apart, also through any third record;
- a guarded pair that contradicts (another suffix, another birth date, ...) or a pair that scores far below zero between
  two groups rules an automatic joining out; a pair that was never compared says nothing;
- the sum of the evidence between the two groups must not speak against the joining (be under 0 bits, or under the match
  cut where that is set lower); each pair counts `CLIP` bits at most,
  so that one overwhelming pair cannot drown several contradictions;
- two groups of ten or more join only if their evidence is above the match cut on average.

The cost is that of sorting the links; see `joining`.
"""

from __future__ import annotations

import numpy as np

from entityres.entities.decisions import Answer, Decisions
from entityres.entities.groups import Groups, How, PairState
from entityres.scoring.scored_pairs import Guard, ScoredPairs, Zone, weight_of

CONTRADICTIONS = int(Guard.SUFFIX | Guard.BIRTH_DATE | Guard.JOINT | Guard.FIRST_NAME)
FAR_BELOW = -3.0  # bits: eight to one against
CLIP = 10.0  # bits: a thousand to one
LOWEST = np.float32(-1e30)
UNDECIDED = -128


def cluster(
    list_of: np.ndarray,
    scored: ScoredPairs,
    decisions: Decisions,
    match_at: float | None = None,
    review_at: float | None = None,
    *,
    one_to_one: bool = False,
) -> Groups:
    """Join records into groups; decisions win, then guards, then the weight of the evidence.

    Args:
        list_of: int16 (n_records,): the list that each record is in.
        scored: Scored pairs, in any order.
        decisions: What a person said; pairs that were never scored count too.
        match_at: Probability from which pairs are matches; None is the default of the scores.
        review_at: Probability from which pairs are worth a look; None is the default.
        one_to_one: At most one record of each list in a group; equally good partners are left to a person.
    """
    n = len(list_of)
    left, right = scored.pairs.left, scored.pairs.right
    answers, unscored = _answers(n, left, right, decisions)
    in_zone = scored.zones(match_at, review_at) == Zone.MATCH
    accepted = (in_zone & (answers == UNDECIDED)) | (answers == Answer.MATCH)
    cut = weight_of(scored.default_match_at if match_at is None else match_at)
    group_of = _joined(n, list_of, scored, decisions, answers, unscored, accepted, cut, one_to_one)

    together = group_of[left] == group_of[right]
    states = np.where(together & ~accepted, PairState.IMPLIED, PairState.AUTOMATIC).astype(np.int8)
    states[answers != UNDECIDED] = PairState.DECIDED
    kept_apart = np.flatnonzero((in_zone | (answers == Answer.MATCH)) & ~together).astype(np.int32)
    return Groups(group_of, _how(group_of, decisions), states, kept_apart)


def _answers(n: int, left: np.ndarray, right: np.ndarray, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """int8 (n_pairs,): the answer to each scored pair or UNDECIDED; bool (n_decisions,): decisions on no scored pair."""
    answers = np.full(len(left), UNDECIDED, np.int8)
    if not len(decisions):
        return answers, np.zeros(0, bool)
    codes = left.astype(np.int64) * n + right
    order = np.argsort(codes, kind="stable")
    wanted = decisions.left.astype(np.int64) * n + decisions.right
    at = np.searchsorted(codes, wanted, sorter=order)
    found = at < len(codes)
    found[found] = codes[order[at[found]]] == wanted[found]
    answers[order[at[found]]] = decisions.answers[found]
    return answers, ~found


def _joined(
    n: int,
    list_of: np.ndarray,
    scored: ScoredPairs,
    decisions: Decisions,
    answers: np.ndarray,
    unscored: np.ndarray,
    accepted: np.ndarray,
    cut: float,
    one_to_one: bool,
) -> np.ndarray:
    """int32 (n,): the group of each record, numbered in the order of first records."""
    from entityres.entities.joining import UNITS, connected, join_links

    all_left, all_right = scored.pairs.left, scored.pairs.right
    extra = unscored & (decisions.answers == Answer.MATCH)
    left = np.concatenate([all_left[accepted], decisions.left[extra]]).astype(np.int32)
    right = np.concatenate([all_right[accepted], decisions.right[extra]]).astype(np.int32)
    # A decided pair that was never scored has the least to say against another decision: it comes last of the decided.
    score = np.concatenate([scored.score[accepted], np.full(int(extra.sum()), LOWEST, np.float32)])
    decided = np.concatenate([answers[accepted] == Answer.MATCH, np.ones(int(extra.sum()), bool)])
    order = np.lexsort((right, left, -score, ~decided))
    left, right, score, decided = left[order], right[order], score[order], decided[order]
    rank = np.cumsum(np.diff(score, prepend=score[:1]) != 0)

    # Only records with a link take part, and only evidence inside a component of links can ever be asked for.
    component = connected(n, left, right)
    size = np.bincount(component, minlength=n)
    takes_part = size[component] > 1
    number = np.cumsum(takes_part, dtype=np.int64) - 1
    edges = _evidence(scored, decisions, answers, unscored, component, size, min(cut, 0.0))
    edge_left, edge_right, sums, counts, flags = edges
    m = int(takes_part.sum())
    words = (int(list_of.max(initial=0)) + 64) // 64
    lists = np.zeros((m if one_to_one else 1, words), np.uint64)
    if one_to_one:
        own = list_of[takes_part].astype(np.int64)
        lists[np.arange(m), own // 64] = np.uint64(1) << (own % 64).astype(np.uint64)
    root = join_links(
        m,
        number[left].astype(np.int32),
        number[right].astype(np.int32),
        rank.astype(np.int64),
        decided.astype(np.uint8),
        number[edge_left].astype(np.int32),
        number[edge_right].astype(np.int32),
        sums,
        counts,
        flags,
        round(cut * UNITS),
        round(min(cut, 0.0) * UNITS),
        lists,
        int(list_of.max(initial=-1)) + 1 if one_to_one else 0,
    )
    first = np.arange(n)
    members = np.flatnonzero(takes_part)
    lowest = np.full(m, n, np.int64)
    np.minimum.at(lowest, root, members)
    first[members] = lowest[root]
    return _numbered(first)


def _evidence(
    scored: ScoredPairs,
    decisions: Decisions,
    answers: np.ndarray,
    unscored: np.ndarray,
    component: np.ndarray,
    size: np.ndarray,
    floor: float,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Pairs with evidence that can be asked for: left, right, evidence in UNITS, pairs that it is of (0 or 1), flags."""
    from entityres.entities.joining import AGAINST, NEVER, UNITS

    left, right = scored.pairs.left, scored.pairs.right
    inside = (component[left] == component[right]) & (size[component[left]] > 2)
    left, right, score, answer = left[inside], right[inside], scored.score[inside], answers[inside]
    undecided = answer == UNDECIDED
    against = undecided & (((scored.guards[inside] & CONTRADICTIONS) != 0) | (score < floor + FAR_BELOW))
    flags = np.where(answer == Answer.NOT, NEVER, np.where(against, AGAINST, 0)).astype(np.uint8)
    bits = np.where(undecided, np.clip(score, -CLIP, CLIP), 0).astype(np.float64)
    apart = unscored & (decisions.answers == Answer.NOT)
    apart[apart] = component[decisions.left[apart]] == component[decisions.right[apart]]
    more = int(apart.sum())
    return (
        np.concatenate([left, decisions.left[apart]]),
        np.concatenate([right, decisions.right[apart]]),
        np.concatenate([np.rint(bits * UNITS).astype(np.int64), np.zeros(more, np.int64)]),
        np.concatenate([undecided.astype(np.int64), np.zeros(more, np.int64)]),
        np.concatenate([flags, np.full(more, NEVER, np.uint8)]),
    )


def _numbered(first: np.ndarray) -> np.ndarray:
    """int32: group numbers in the order of first records, from the first record of each record's group."""
    is_first = first == np.arange(len(first))
    number = np.cumsum(is_first) - 1
    numbered: np.ndarray = number[first].astype(np.int32)
    return numbered


def _how(group_of: np.ndarray, decisions: Decisions) -> np.ndarray:
    """int8 (n_records,): `How`; DECIDED where a person's "match" ties the record to its group."""
    how = np.where(np.bincount(group_of)[group_of] > 1, How.AUTOMATIC, How.SINGLE).astype(np.int8)
    match = decisions.answers == Answer.MATCH
    left, right = decisions.left[match], decisions.right[match]
    held = group_of[left] == group_of[right]
    how[left[held]] = How.DECIDED
    how[right[held]] = How.DECIDED
    return how
