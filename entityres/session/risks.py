"""Session: pairs that are worth a look although their score may be high: same household, weak links, shared contacts.

One bit a risk and pair. What follows from the values is worked out once for a match, what follows from groups and
decisions whenever those change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from entityres.entities.decisions import Answer
from entityres.records.roles import Role
from entityres.records.sorted_sets import sorted_unique
from entityres.scoring.scored_pairs import Guard, Zone, weight_of
from entityres.session.bits import bit_counts
from entityres.session.standing import not_honoured

if TYPE_CHECKING:
    from entityres.entities.groups import Groups
    from entityres.records.fields import CleanedRecords, FieldValues
    from entityres.scoring.scored_pairs import ScoredPairs
    from entityres.session.decision_book import Said
    from entityres.session.matched import Matched
    from entityres.settings import Settings

RISK_WORDS: dict[str, str] = {
    "household": "Same household, different first name",
    "twins": "Perhaps twins",
    "parent_child": "Perhaps parent and child",
    "shared_contact": "Phone or e-mail shared by 3 or more names",
    "joint": "One record names two people",
    "thin": "Too little to compare",
    "check_apart": "Check column far apart",
    "weak_link": "Weak link in its group",
    "big_group": "Big group",
    "kept_apart": "Match by score, but kept apart",
    "conflict": "Answers that contradict each other",
    "changed": "Values changed since the answer",
}
NAMES = tuple(RISK_WORDS)
BIT = {name: np.uint32(1 << i) for i, name in enumerate(NAMES)}

BIG_GROUP = 10
NAMES_THAT_SHARE = 3
GENERATION_YEARS = 15
WEAK_LINK_BITS = 6.0
CERTAIN = 0.999


@dataclass(frozen=True)
class Risks:
    """Risks of all pairs.

    Attributes:
        bits: uint32 (n_pairs,): all bits.
        groups: The groups that they were worked out for.
        version: Version of the decisions that they were worked out for.
    """

    bits: np.ndarray
    groups: Groups
    version: int

    @staticmethod
    def of(matched: Matched, by_values: np.ndarray, groups: Groups, said: Said, settings: Settings) -> Risks:
        """Work the risks out; what follows from the values (`risks_by_values`) is known."""
        return Risks(by_values | _by_groups(matched, groups, said, settings), groups, said.version)

    def holds_for(self, groups: Groups, version: int) -> bool:
        """True when these groups and decisions are those they were worked out for."""
        return self.groups is groups and self.version == version

    def mask(self, risks: Iterable[str]) -> np.ndarray:
        """bool (n_pairs,): pairs with any of these risks."""
        wanted = np.uint32(0)
        for name in risks:
            wanted |= BIT[name]
        return np.asarray((self.bits & wanted) != 0)

    def counts(self, pairs: np.ndarray | slice) -> dict[str, int]:
        """How many of these pairs have each risk."""
        return dict(zip(NAMES, bit_counts(self.bits[pairs], len(NAMES)), strict=True))

    def how_many(self, pairs: np.ndarray) -> np.ndarray:
        """int8 (n,): number of risks of these pairs."""
        bits = self.bits[pairs]
        total = np.zeros(len(pairs), np.int8)
        for name in NAMES:
            total += (bits & BIT[name]) != 0
        return total

    def of_pair(self, pair: int) -> tuple[str, ...]:
        """The risks of one pair."""
        bits = self.bits[pair]
        return tuple(name for name in NAMES if bits & BIT[name])


# What follows from the values


def risks_by_values(matched: Matched) -> np.ndarray:
    """uint32 (n_pairs,): the risks that follow from the values of the records alone, one bit each."""
    scored, cleaned = matched.scored, matched.cleaned
    bits = np.zeros(len(scored), np.uint32)

    def mark(name: str, where: np.ndarray) -> None:
        bits[where] |= BIT[name]

    street, family = (_same(scored, cleaned, role) for role in (Role.STREET, Role.FAMILY_NAME))
    given = _same(scored, cleaned, Role.GIVEN_NAME)
    other_given = _different(scored, cleaned, Role.GIVEN_NAME)
    birth = _same(scored, cleaned, Role.BIRTH_DATE)
    home = street & family
    mark("household", (home & other_given) | _guarded(scored, Guard.FIRST_NAME))
    mark("twins", home & other_given & birth)
    generations = _years_apart(scored, cleaned) >= GENERATION_YEARS
    mark("parent_child", (home & given & generations) | _guarded(scored, Guard.SUFFIX))
    mark("shared_contact", _shared_contact(scored, cleaned))
    mark("joint", _guarded(scored, Guard.JOINT))
    mark("thin", _guarded(scored, Guard.THIN))
    mark("check_apart", _check_apart(scored))
    bits.setflags(write=False)
    return bits


def _guarded(scored: ScoredPairs, guard: Guard) -> np.ndarray:
    return np.asarray((scored.guards & int(guard)) != 0)


def _same(scored: ScoredPairs, cleaned: CleanedRecords, role: Role) -> np.ndarray:
    """bool (n_pairs,): both records have the same value in a field of the role."""
    same = np.zeros(len(scored), bool)
    for field in cleaned.with_role(role):
        left, right = field.codes[scored.pairs.left], field.codes[scored.pairs.right]
        same |= (left == right) & (left >= 0)
    return same


def _different(scored: ScoredPairs, cleaned: CleanedRecords, role: Role) -> np.ndarray:
    """bool (n_pairs,): both have a value in every such field, and the comparison calls it different."""
    different = np.zeros(len(scored), bool)
    names = {field.name for field in cleaned.with_role(role)}
    for scores in scored.fields:
        if scores.name in names:
            is_different = np.asarray([name.startswith("different") for name in scores.level_names] + [False])
            different |= is_different[scores.levels]
    return different


def _years_apart(scored: ScoredPairs, cleaned: CleanedRecords) -> np.ndarray:
    """int32 (n_pairs,): years between the birth dates, 0 where one is not known."""
    apart = np.zeros(len(scored), np.int32)
    for field in cleaned.with_role(Role.BIRTH_DATE):
        years = np.append(_years(field), 0)
        left, right = (years[field.codes[side]] for side in (scored.pairs.left, scored.pairs.right))
        apart = np.maximum(apart, np.where((left > 0) & (right > 0), np.abs(left - right), 0))
    return apart


def _years(field: FieldValues) -> np.ndarray:
    """int32 (n_distinct,): the year that a cleaned date begins with, 0 where there is none."""
    import pyarrow as pa
    import pyarrow.compute as pc

    first = pc.utf8_slice_codeunits(field.values, 0, 4)
    is_year = pc.and_(pc.utf8_is_digit(first), pc.equal(pc.utf8_length(first), 4))
    texts = pc.if_else(is_year, first, pa.scalar("0000", pa.large_string()))
    return np.asarray(pc.cast(texts, pa.int32()).to_numpy(zero_copy_only=False), np.int32)


def _shared_contact(scored: ScoredPairs, cleaned: CleanedRecords) -> np.ndarray:
    """bool (n_pairs,): the pair shares a phone or e-mail that at least three names use."""
    shared = np.zeros(len(scored), bool)
    for field in (*cleaned.with_role(Role.PHONE), *cleaned.with_role(Role.EMAIL)):
        # Most values are of one or two records, which need no look at their names.
        often = np.bincount(field.codes + 1, minlength=len(field.values) + 1)[1:] >= NAMES_THAT_SHARE
        records = np.flatnonzero(np.append(often, False)[field.codes])
        names = _name_numbers(cleaned, records)
        records, names = records[names >= 0], names[names >= 0]
        both = sorted_unique(field.codes[records].astype(np.int64) << 32 | names)
        users = np.bincount(both >> 32, minlength=len(field.values) + 1)
        left, right = field.codes[scored.pairs.left], field.codes[scored.pairs.right]
        shared |= (left == right) & (left >= 0) & (users[left] >= NAMES_THAT_SHARE)
    return shared


def _name_numbers(cleaned: CleanedRecords, records: np.ndarray) -> np.ndarray:
    """int64 (n,): a number for each full name of these records, -1 where there is none."""
    numbers = np.zeros(len(records), np.int64)
    known = np.zeros(len(records), bool)
    for role in (Role.GIVEN_NAME, Role.FAMILY_NAME, Role.FULL_NAME, Role.ORGANISATION):
        for field in cleaned.with_role(role)[:1]:
            codes = field.codes[records]
            known |= codes >= 0
            _, numbers = np.unique(numbers * (len(field.values) + 1) + codes + 1, return_inverse=True)
    return np.where(known, numbers, -1)


def _check_apart(scored: ScoredPairs) -> np.ndarray:
    """bool (n_pairs,): the score is high, but the check values lie further apart than 95 % of those of certain pairs."""
    distance = scored.check_distance
    if distance is None:
        return np.zeros(len(scored), bool)
    known = np.isfinite(distance)
    certain = distance[known & (scored.score >= weight_of(CERTAIN))]
    if len(certain) < 20:
        return np.zeros(len(scored), bool)
    high = scored.zones() == Zone.MATCH
    return np.asarray(high & known & (np.nan_to_num(distance) > np.quantile(certain, 0.95)))


# What follows from groups and decisions


def _by_groups(matched: Matched, groups: Groups, said: Said, settings: Settings) -> np.ndarray:
    scored = matched.scored
    left, right = scored.pairs.left, scored.pairs.right
    bits = np.zeros(len(scored), np.uint32)
    together = groups.group_of[left] == groups.group_of[right]
    sizes = groups.sizes[groups.group_of[left]]
    bits[together & (sizes > BIG_GROUP)] |= BIT["big_group"]
    bits[_weak_links(scored, groups, said, settings, together & (sizes > 2))] |= BIT["weak_link"]
    answers = said.answers
    decided = np.flatnonzero(answers >= Answer.NOT)
    bits[decided[not_honoured(scored, answers, groups, decided)]] |= BIT["conflict"]
    # Links that were not made because somebody said "not a match" of one of the two records.
    said_not = decided[answers[decided] == Answer.NOT]
    touched = np.zeros(len(groups.group_of), bool)
    touched[left[said_not]] = touched[right[said_not]] = True
    apart = groups.kept_apart[answers[groups.kept_apart] != Answer.NOT]
    bits[apart[touched[left[apart]] | touched[right[apart]]]] |= BIT["conflict"]
    bits[groups.kept_apart[answers[groups.kept_apart] < Answer.NOT]] |= BIT["kept_apart"]
    bits[said.changed_pairs] |= BIT["changed"]
    return bits


def _weak_links(scored: ScoredPairs, groups: Groups, said: Said, settings: Settings, inside: np.ndarray) -> np.ndarray:
    """int64: undecided links inside groups of three or more that alone hold their group together, or lie far below the rest."""
    from entityres.session.bridges import find_bridges

    linked = inside & (
        (scored.zones(settings.match_at, settings.review_at) == Zone.MATCH) | (said.answers == Answer.MATCH)
    )
    links = np.flatnonzero(linked)
    if not len(links):
        return links
    left, right = scored.pairs.left[links], scored.pairs.right[links]
    bridge = find_bridges(len(groups.group_of), left, right)
    group = groups.group_of[left]
    score = scored.score[links].astype(np.float64)
    mean = np.bincount(group, weights=score)[group] / np.maximum(np.bincount(group), 1)[group]
    weak = bridge & (score < mean - 1.0) | (score < mean - WEAK_LINK_BITS)
    return np.asarray(links[weak & (said.answers[links] != Answer.MATCH)])
