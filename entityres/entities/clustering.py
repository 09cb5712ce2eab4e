"""Engine: from scored pairs and decisions to groups of records that are one customer.

Joining every accepted pair multiplies errors where groups are big: one wrong link between two right groups makes as many
wrong pairs as the sizes multiply to. So links are tried from the strongest to the weakest, and before two groups join
without a person all evidence between them is weighed, also the evidence against (design.md §2.6):

- a person's "match" joins and a person's "not a match" keeps apart, also through any third record;
- a record that fits two others equally well which exclude each other (another suffix, another birth date, two first names
  in one household, a person's word) goes with neither of them: a person chooses;
- the sum of the evidence between two groups must not be negative (or below the match cut where that is set lower). A pair
  counts `FOR` bits at most, so that one overwhelming pair cannot drown several contradictions, and `AGAINST` at least; a
  pair that contradicts by a guard counts `AGAINST`, so that it takes three of the strongest pairs to outweigh it; a pair
  that was never compared speaks `UNCOMPARED` bits against: in groups of linked records of five unlike lists none to a
  fifth of the true pairs were never compared, and a seventh to nearly all of the others; that is 1.7 bits and more;
- two groups of ten or more join only if their evidence is above the match cut on average.

The cost is that of sorting the links; see `joining`. What these rules bring, as precision and recall of the pairs inside
groups beside plain joining at the same cut of .95: a list of 50,000 names with heavy errors .98/.87 for .69/.91, one of
20,000 people in households .985/.94 for .951/.94.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from entityres.candidates.pair_finder import HOT_COPIES
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.groups import Groups, How, PairState
from entityres.records.compiled import side_by_side
from entityres.scoring.scored_pairs import CONTRADICTIONS, ScoredPairs, Zone, weight_of

FOR = 10.0
AGAINST = -30.0
UNCOMPARED = 1.0
RIVAL_MARGIN = weight_of(0.95)
"""Bits by which a link must be better than its rival: as sure as a match usually is."""

MOST_COLUMNS = 16
"""Lists up to which it is kept how many records of each are in a group."""

LINKS_A_PART = 20_000
"""Components with about so many links are joined at a time: what is known of them stays in the cache of a core."""

UNDECIDED = -128
_LOWEST = np.float32(-1e30)


@dataclass(frozen=True)
class _Known:
    """Scored pairs with what a person said about them, and decisions on other pairs.

    Attributes:
        scored: The pairs.
        answers: int8 (n_pairs,): the answer to each pair, or UNDECIDED.
        matches: Positions in `decisions` of matches that are no scored pair.
        nots: The same for "not a match".
        decisions: All decisions.
    """

    scored: ScoredPairs
    answers: np.ndarray
    matches: np.ndarray
    nots: np.ndarray
    decisions: Decisions


@dataclass(frozen=True)
class _Links:
    """Pairs to join: int32 left and right, float32 score, bool decided (a person said "match")."""

    left: np.ndarray
    right: np.ndarray
    score: np.ndarray
    decided: np.ndarray

    def at(self, positions: np.ndarray) -> _Links:
        """Some of them, in that order."""
        return _Links(self.left[positions], self.right[positions], self.score[positions], self.decided[positions])


def cluster(
    list_of: np.ndarray,
    scored: ScoredPairs,
    decisions: Decisions,
    match_at: float | None = None,
    review_at: float | None = None,
    *,
    single: Sequence[bool] = (),
    things: np.ndarray | None = None,
    places: np.ndarray | None = None,
) -> Groups:
    """Join records into groups; decisions win, then the weight of all evidence.

    Args:
        list_of: int16 (n_records,): the list that each record is in.
        scored: Scored pairs, in any order.
        decisions: What a person said; pairs that were never scored count too.
        match_at: Probability from which pairs are matches; None is the default of the scores.
        review_at: Probability from which pairs are worth a look; None is the default.
        single: For each list whether a group holds at most one record of it; equally good ones are left to a person. Empty
            where no list is such.
        things: int32 (n_records,): the same number for copies in a list: there they are one record. None where there are none.
        places: int32 (n_records,): which of links that weigh the same is tried first; None is the order of the rows.
    """
    n = len(list_of)
    left, right = scored.pairs.left, scored.pairs.right
    known = _known(n, scored, decisions)
    in_zone = scored.zones(match_at, review_at) == Zone.MATCH
    said_match = known.answers == Answer.MATCH
    accepted = (in_zone & (known.answers == UNDECIDED)) | said_match
    links = _without_rivals(n, _links(known, accepted, _copies(things, decisions)), known)
    cut = weight_of(scored.default_match_at if match_at is None else match_at)
    group_of = _joined(list_of, known, links, cut, single, places)

    together = group_of[left] == group_of[right]
    states = np.where(together & ~accepted, PairState.IMPLIED, PairState.AUTOMATIC).astype(np.int8)
    states[known.answers != UNDECIDED] = PairState.DECIDED
    kept_apart = np.flatnonzero((in_zone | said_match) & ~together).astype(np.int32)
    return Groups(group_of, _how(group_of, decisions), states, kept_apart)


def _known(n: int, scored: ScoredPairs, decisions: Decisions) -> _Known:
    """Look up the decided pairs among the scored ones."""
    answers = np.full(len(scored), UNDECIDED, np.int8)
    elsewhere = np.zeros(len(decisions), bool)
    if len(decisions):
        codes = scored.pairs.left.astype(np.int64) * n + scored.pairs.right
        order = np.argsort(codes, kind="stable")
        wanted = decisions.left.astype(np.int64) * n + decisions.right
        at = np.searchsorted(codes, wanted, sorter=order)
        found = at < len(codes)
        found[found] = codes[order[at[found]]] == wanted[found]
        answers[order[at[found]]] = decisions.answers[found]
        elsewhere = ~found
    matches = np.flatnonzero(elsewhere & (decisions.answers == Answer.MATCH))
    nots = np.flatnonzero(elsewhere & (decisions.answers == Answer.NOT))
    return _Known(scored, answers, matches, nots, decisions)


def _copies(things: np.ndarray | None, decisions: Decisions) -> tuple[np.ndarray, np.ndarray]:
    """int32: the first of some copies in a list, and each of the others but for those of which a person said "not a match"."""
    if things is None:
        return np.empty(0, np.int32), np.empty(0, np.int32)
    _, first, number = np.unique(things, return_index=True, return_inverse=True)
    left, right = first[number].astype(np.int64), np.arange(len(things))
    nots = decisions.answers == Answer.NOT
    parted = np.isin(left << 32 | right, decisions.left[nots].astype(np.int64) << 32 | decisions.right[nots])
    further = (left != right) & ~parted
    return left[further].astype(np.int32), right[further].astype(np.int32)


def _links(known: _Known, accepted: np.ndarray, copies: tuple[np.ndarray, np.ndarray]) -> _Links:
    """The accepted pairs, the decided matches that were never scored, and copies in a list, by (left, right)."""
    pairs, decisions, more = known.scored.pairs, known.decisions, known.matches
    left = np.concatenate([pairs.left[accepted], decisions.left[more], copies[0]]).astype(np.int32)
    right = np.concatenate([pairs.right[accepted], decisions.right[more], copies[1]]).astype(np.int32)
    # A decided match that was never scored has the least to say against another decision: it comes last of the decided.
    # Copies are as sure as these.
    unscored = np.full(len(more) + len(copies[0]), _LOWEST, np.float32)
    score = np.concatenate([known.scored.score[accepted], unscored])
    decided = np.concatenate([known.answers[accepted] == Answer.MATCH, np.ones(len(unscored), bool)])
    links = _Links(left, right, score, decided)
    codes = left.astype(np.int64) << 32 | right
    return links if (codes[1:] >= codes[:-1]).all() else links.at(np.argsort(codes, kind="stable"))


def _without_rivals(n: int, links: _Links, known: _Known) -> _Links:
    """Leave out automatic links of a record to two others that exclude each other and fit it about equally well."""
    from entityres.entities.joining import rival_links

    pairs, decisions = known.scored.pairs, known.decisions
    contradicts = (known.answers == UNDECIDED) & ((known.scored.guards & CONTRADICTIONS) != 0)
    apart = np.flatnonzero(contradicts | (known.answers == Answer.NOT))
    if not len(apart) and not len(known.nots):
        return links
    # A person's "match" is better than any rival.
    score = np.where(links.decided, np.float32(1e30), links.score)
    rivals = rival_links(
        n,
        links.left,
        links.right,
        score,
        np.concatenate([pairs.left[apart], decisions.left[known.nots]]).astype(np.int32),
        np.concatenate([pairs.right[apart], decisions.right[known.nots]]).astype(np.int32),
        RIVAL_MARGIN,
    )
    return links.at(np.flatnonzero(~rivals | links.decided))


@dataclass(frozen=True)
class _Evidence:
    """Pairs that can be asked for, or "not a match" of a person.

    Attributes:
        left: int32 (n_pairs,).
        right: int32 (n_pairs,).
        sums: int64 (n_pairs,): evidence in `UNITS` a bit.
        counts: int64 (n_pairs,): pairs that it is of, 0 or 1.
        never: uint8 (n_pairs,): 1 where a person said "not a match".
    """

    left: np.ndarray
    right: np.ndarray
    sums: np.ndarray
    counts: np.ndarray
    never: np.ndarray

    def at(self, positions: np.ndarray) -> _Evidence:
        """Some of them, in that order."""
        parts = (self.left, self.right, self.sums, self.counts, self.never)
        return _Evidence(*(part[positions] for part in parts))


def _joined(
    list_of: np.ndarray,
    known: _Known,
    links: _Links,
    cut: float,
    single: Sequence[bool],
    places: np.ndarray | None,
) -> np.ndarray:
    """int32 (n,): the group of each record, numbered in the order of first records."""
    from entityres.entities.joining import connected

    n = len(list_of)
    # Only records with a link take part, and only evidence inside a component of links can ever be asked for: components
    # have nothing to do with each other, so that some of them at a time can be joined beside others.
    component = connected(n, links.left, links.right)
    size = np.bincount(component, minlength=n)
    members = np.flatnonzero(size[component] > 1)
    evidence = _evidence(known, component, size)
    sizes = _sizes(list_of, known.scored, cut)
    parts = -(-len(links.left) // LINKS_A_PART)
    part_of = (component // max(1, -(-n // max(1, parts)))).astype(np.uint16)
    number, first = np.empty(n, np.int32), np.arange(n)

    def join(part: tuple[np.ndarray, np.ndarray, np.ndarray]) -> None:
        some, own_links, own_evidence = part
        records = members[some]
        number[records] = np.arange(len(records), dtype=np.int32)
        ordered = _strongest_first(links.at(own_links), places)
        root = _roots(number, ordered, evidence.at(own_evidence), list_of[records], sizes[records], cut, single)
        lowest = np.empty(len(records), np.int64)
        lowest[root[::-1]] = records[::-1]  # they ascend, so the lowest of each root is written last
        first[records] = lowest[root]

    split = (_by_part(part_of[whose], parts) for whose in (members, links.left, evidence.left))
    list(side_by_side(join, list(zip(*split, strict=True))))
    return _numbered(first)


def _by_part(part_of: np.ndarray, parts: int) -> list[np.ndarray]:
    """int64: the positions of each part, ascending."""
    order = np.argsort(part_of, kind="stable")
    return np.split(order, np.searchsorted(part_of[order], np.arange(1, parts))) if parts else []


def _strongest_first(links: _Links, places: np.ndarray | None) -> _Links:
    """Decided links, then the others, by weight; those that weigh the same by the places of their records, or as they came."""
    if places is None:
        return links.at(np.lexsort((-links.score, ~links.decided)))
    one, two = places[links.left], places[links.right]
    placed = np.minimum(one, two).astype(np.int64) << 32 | np.maximum(one, two)
    return links.at(np.lexsort((placed, -links.score, ~links.decided)))


def _roots(
    number: np.ndarray,
    links: _Links,
    evidence: _Evidence,
    own: np.ndarray,
    sizes: np.ndarray,
    cut: float,
    single: Sequence[bool],
) -> np.ndarray:
    """int32 (m,): for each record of some components one of its group, the same for all in it.

    Args:
        number: int32 (n,): their numbers among these.
        links: Links between them, the strongest first.
        evidence: Evidence between them.
        own: int16 (m,): the list that each is in.
        sizes: int32 (m, any): as how many each counts.
        cut: Bits from which pairs are matches.
        single: For each list whether a group holds at most one record of it, or empty.
    """
    from entityres.entities.joining import UNITS, join_links

    lists = np.zeros((len(own) if single else 1, len(single) // 64 + 1), np.uint64)
    if single:
        alone = np.array(single, bool)[own]
        bits = own[alone].astype(np.uint64)
        lists[np.flatnonzero(alone), bits // 64] = np.uint64(1) << (bits % 64)
    return join_links(
        len(own),
        number[links.left],
        number[links.right],
        np.cumsum(np.diff(links.score, prepend=links.score[:1]) != 0).astype(np.int64),
        links.decided.astype(np.uint8),
        number[evidence.left],
        number[evidence.right],
        evidence.sums,
        evidence.counts,
        evidence.never,
        round(cut * UNITS),
        round(min(cut, 0.0) * UNITS),
        round(UNCOMPARED * UNITS),
        lists,
        len(single),
        sizes,
    )


def _sizes(list_of: np.ndarray, scored: ScoredPairs, cut: float) -> np.ndarray:
    """int32 (n, 1): as how many each record counts; (n, lists), in its list's column, where lists were compared across only.

    There two records of one list were not compared because nobody asked, which says nothing.
    """
    n, n_lists = len(list_of), int(list_of.max(initial=0)) + 1
    across_only = not (list_of[scored.pairs.left] == list_of[scored.pairs.right]).any()
    counts = (~_further_copies(n, scored, cut)).astype(np.int32)
    if not across_only or not 1 < n_lists <= MOST_COLUMNS:
        return counts[:, None]
    sizes = np.zeros((n, n_lists), np.int32)
    sizes[np.arange(n), list_of] = counts
    return sizes


def _further_copies(n: int, scored: ScoredPairs, cut: float) -> np.ndarray:
    """bool (n,): of records that are the same in everything and so many that not all were compared, all but the first.

    They count as one with it: what was not compared with each of many copies does not speak against any of them.
    """
    from entityres.entities.joining import connected

    bits = [np.uint64(1) << np.uint64(i) for i, key in enumerate(scored.pairs.keys) if key.is_of_copies]
    if not bits:
        return np.zeros(n, bool)
    same = np.flatnonzero(((scored.pairs.masks & bits[0]) != 0) & (scored.score >= cut))
    component = connected(n, scored.pairs.left[same], scored.pairs.right[same])
    many = np.bincount(component, minlength=n)[component] > HOT_COPIES
    further: np.ndarray = many & (component != np.arange(n))
    return further


def _evidence(known: _Known, component: np.ndarray, size: np.ndarray) -> _Evidence:
    """The evidence inside components.

    A decided pair is no evidence: it is a rule ("not a match"), or a link ("match"), or nothing ("unsure").
    """
    from entityres.entities.joining import UNITS

    pairs, decisions = known.scored.pairs, known.decisions
    inside = np.flatnonzero(component[pairs.left] == component[pairs.right])
    inside = inside[size[component[pairs.left[inside]]] > 2]
    answers = known.answers[inside]
    undecided = answers == UNDECIDED
    bits = np.clip(known.scored.score[inside].astype(np.float64), AGAINST, FOR)
    bits[(known.scored.guards[inside] & CONTRADICTIONS) != 0] = AGAINST
    bits[~undecided] = 0
    nots = known.nots[component[decisions.left[known.nots]] == component[decisions.right[known.nots]]]
    nothing = np.zeros(len(nots), np.int64)
    return _Evidence(
        np.concatenate([pairs.left[inside], decisions.left[nots]]),
        np.concatenate([pairs.right[inside], decisions.right[nots]]),
        np.concatenate([np.rint(bits * UNITS).astype(np.int64), nothing]),
        np.concatenate([undecided.astype(np.int64), nothing]),
        np.concatenate([answers == Answer.NOT, np.ones(len(nots), bool)]).astype(np.uint8),
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
