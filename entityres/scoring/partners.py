"""Engine: what it says of a pair that each record has at most one partner in the other list.

Where lists are free of doubles the pairs of a record compete: if one is a match, the others are none, and a pair that
nothing competes with is the likelier the more records of both lists have a partner. This is the monomer-dimer model of
statistical physics: a matching of the two lists has odds that are the product of what its pairs say, and the chance of each
pair over all matchings is found by belief propagation (Heilmann & Lieb 1972; Huang & Jebara 2009). How many pairs there are
in all follows from the same chances. Copies of a record in its list are one record here: none takes a partner from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from entityres.candidates.bucketing import pair_codes
from entityres.scoring.match_cut import usual_cut
from entityres.scoring.partner_lessons import ROUNDS as LESSONS
from entityres.scoring.partner_lessons import taught, untaught
from entityres.scoring.people_at_home import rivals_count
from entityres.scoring.scored_pairs import Guard, ScoredPairs, probability_of, summed

ROUNDS = 20
"""Rounds of messages; each carries what is known one pair further, and doubt decays quickly on the way."""

ROUNDS_BEFORE = 6
"""The same before each lesson, which takes shares of many pairs from it and not the chance of one."""

MOST_PARTNERED = 0.95
"""At most this share of the records of the smaller list has a partner: some things are always in one list only."""

NOT_FOUND = 0.02
"""Share of the true pairs that no key found: a record's partner may be none of those that were compared."""

MOST_BITS = 40.0

ONE_HOME = np.uint8(Guard.FIRST_NAME | Guard.BIRTH_DATE)
"""Guards that say: these may be two people of one home."""

NEITHER_LISTED = 0.01
"""Chance that the other person of the home is in neither list, by the shares of records without a partner. Up to this he need
not be thought of: he would have been the better partner."""

BEST_PARTNER = 0.99
"""Probability from which a pair has won against its rivals."""


@dataclass(frozen=True)
class _Side:
    """One end of the pairs.

    Attributes:
        record: int64 (n_pairs,): which record it is, numbered from 0.
        records: How many have a pair.
        size: How many there are.
        competes: A record here has at most one partner at the other end.
    """

    record: np.ndarray
    records: int
    size: float
    competes: bool

    def alone(self, expected: float) -> float:
        """How many records can still take a partner, if so many pairs are expected."""
        return self.size - expected if self.competes else self.size

    def total(self, values: np.ndarray) -> np.ndarray:
        """float64 (n_records,): sums by record."""
        sums: np.ndarray = np.bincount(self.record, weights=values, minlength=self.records)
        return sums


@dataclass(frozen=True)
class _Between:
    """The pairs between two lists.

    Attributes:
        at: int64 (n_pairs,): their positions.
        one_of: int64 (n_different,): of those that join the same two things one, by its place in `at`.
        back: int64 (n_pairs,): which of these stands for each pair.
        one: One end of the different pairs, and
        other: the other one.
    """

    at: np.ndarray
    one_of: np.ndarray
    back: np.ndarray
    one: _Side
    other: _Side

    def of(self, values: np.ndarray) -> np.ndarray:
        """(n_different,): of values of all pairs those of the different ones between the two lists."""
        found: np.ndarray = values[self.at[self.one_of]]
        return found


def with_partners(
    scored: ScoredPairs, list_of: np.ndarray, single: Sequence[bool] = (), things: np.ndarray | None = None
) -> ScoredPairs:
    """The same pairs with what the other partners of both records say added to the score, and what that teaches of texts.

    Args:
        scored: Scored pairs without that.
        list_of: int16 (n_records,): the list that each record is in.
        single: For each list whether a record of another list has at most one partner in it; empty where all are such.
        things: int32 (n_records,): the same number for copies in a list, see `copies.things_of`; None where there are none.
    """
    single = tuple(single) or (True,) * (int(list_of.max(initial=0)) + 1)
    between = _between(scored, list_of, single, things)
    rivals = compete(list_of[scored.pairs.left], list_of[scored.pairs.right], single)
    alone = fields = tuple(rivals_count(field, rivals) for field in scored.fields)
    evidence = summed(scored.prior, fields, len(scored))
    for _ in range(LESSONS if any(field.m for field in fields) else 0):
        chance = probability_of(evidence + _compete(between, evidence, scored.prior, ROUNDS_BEFORE))
        fields = tuple(taught(field, chance) for field in alone)
        evidence = summed(scored.prior, fields, len(scored))
    bits = _compete(between, evidence, scored.prior, ROUNDS)
    score = (evidence + bits).astype(np.float32)
    guards = _without_others(scored.guards, probability_of(score), between)
    made = replace(
        scored, fields=fields, score=score, guards=guards, partners=bits, guards_alone=scored.guards, single=single
    )
    return replace(made, default_match_at=usual_cut(made))


def compete(one: np.ndarray, other: np.ndarray, single: Sequence[bool]) -> np.ndarray:
    """bool (n_pairs,): pairs of two lists of which one is single, by the lists of their records (int16)."""
    at_most_one = np.array(single, bool)
    made: np.ndarray = (one != other) & (at_most_one[one] | at_most_one[other])
    return made


def without_partners(scored: ScoredPairs) -> ScoredPairs:
    """The same pairs as if a record could have many partners."""
    if scored.partners is None:
        return scored
    fields = tuple(untaught(field) for field in scored.fields)
    guards = scored.guards if scored.guards_alone is None else scored.guards_alone
    score = summed(scored.prior, fields, len(scored))
    made = replace(scored, fields=fields, score=score, guards=guards, partners=None, guards_alone=None, single=())
    return replace(made, default_match_at=usual_cut(made))


def _between(
    scored: ScoredPairs, list_of: np.ndarray, single: Sequence[bool], things: np.ndarray | None
) -> list[_Between]:
    """For each two lists of which one is single the pairs between them."""
    left, right = scored.pairs.left, scored.pairs.right
    n_lists = int(list_of.max(initial=0)) + 1
    lists = list_of[left].astype(np.int64) * n_lists + list_of[right]
    across = list_of[left] != list_of[right]
    sizes, made = np.bincount(list_of), list[_Between]()
    if things is not None:
        sizes, left, right = np.bincount(list_of[np.unique(things, return_index=True)[1]]), things[left], things[right]
    for two in np.unique(lists[across]):
        here = np.flatnonzero((lists == two) & across)
        first, second = divmod(int(two), n_lists)
        if single[first] or single[second]:
            one_of = back = np.arange(len(here))
            if things is not None:
                codes = pair_codes(left[here], right[here])
                _, one_of, back = np.unique(codes, return_index=True, return_inverse=True)
            one = _Side(*_numbered(left[here[one_of]]), float(sizes[first]), competes=single[second])
            other = _Side(*_numbered(right[here[one_of]]), float(sizes[second]), competes=single[first])
            made.append(_Between(here, one_of, back, one, other))
    return made


def _compete(between: list[_Between], score: np.ndarray, prior: float, rounds: int) -> np.ndarray:
    """float32 (n_pairs,): what the other partners say after some rounds, for pairs with this score."""
    bits = np.zeros(len(score), np.float32)
    for two in between:
        evidence = two.of(score).astype(np.float64) - prior
        bits[two.at] = _competing(evidence, prior, two.one, two.other, rounds)[two.back]
    return bits


def _without_others(guards: np.ndarray, chance: np.ndarray, between: list[_Between]) -> np.ndarray:
    """uint8 (n_pairs,): the guards, without those against two people of one home who would both have a partner.

    Father and son, or twins, may be taken for one only where each is in one list. Where nearly all records of both lists
    have a partner, the other one would be the better partner.
    """
    guards = guards.copy()
    for two in between:
        partnered = float(two.of(chance).sum()) * (1 + NOT_FOUND)
        alone = [max(1 - partnered / side.size, 0.0) for side in (two.one, two.other)]
        if two.one.competes and two.other.competes and alone[0] * alone[1] <= NEITHER_LISTED:
            guards[two.at[chance[two.at] >= BEST_PARTNER]] &= ~ONE_HOME
    return guards


def _numbered(ends: np.ndarray) -> tuple[np.ndarray, int]:
    values, number = np.unique(ends, return_inverse=True)
    return number, len(values)


def _competing(evidence: np.ndarray, prior: float, one: _Side, other: _Side, rounds: int) -> np.ndarray:
    """float64 (n_pairs,): bits to add to prior + evidence so that they become the log odds of each pair."""
    ratio = np.exp2(np.minimum(evidence, MOST_BITS))
    most = MOST_PARTNERED * min(side.size for side in (one, other) if side.competes)
    expected = min(one.size * other.size * 2.0**prior, most)
    from_other = np.ones(len(ratio))
    for _ in range(rounds):
        activity = expected / (one.alone(expected) * other.alone(expected))
        from_one, from_other = _exchanged(ratio, activity, from_other, one, other)
        odds = activity * ratio * from_one * from_other
        expected = float(np.clip((odds / (1 + odds)).sum() * (1 + NOT_FOUND), 0.5, most))
    bits: np.ndarray = np.log2(activity) - prior + np.log2(from_one) + np.log2(from_other)
    return bits


def _exchanged(
    ratio: np.ndarray, activity: float, from_other: np.ndarray, one: _Side, other: _Side
) -> tuple[np.ndarray, np.ndarray]:
    """One round: for each pair the chance, by all other pairs, that its record of one list is free for it; and the other's."""
    weight = activity * ratio
    from_one = 1 / _free(weight * from_other, activity, from_other, one, other)
    return from_one, 1 / _free(weight * from_one, activity, from_one, other, one)


def _free(offers: np.ndarray, activity: float, messages: np.ndarray, own: _Side, theirs: _Side) -> np.ndarray:
    """float64 (n_pairs,): odds, to one, of all that the own record may be without this pair: alone, or another's partner."""
    if not own.competes:
        return np.ones(len(offers))
    elsewhere = NOT_FOUND * activity * theirs.size * float(messages.mean())
    return 1 + elsewhere + np.maximum(own.total(offers)[own.record] - offers, 0)
