"""Groups: decisions win, evidence is weighed, and the order of the pairs does not matter."""

from __future__ import annotations

import itertools
from unittest import mock

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.entities import clustering
from entityres.entities.clustering import (
    AGAINST,
    CONTRADICTIONS,
    FOR,
    LINKS_A_PART,
    RIVAL_MARGIN,
    UNCOMPARED,
    cluster,
)
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.groups import Groups, How, PairState
from entityres.entities.joining import LARGE_GROUP
from entityres.scoring.scored_pairs import Guard, ScoredPairs, Zone, weight_of
from tests.helpers.building import make_decisions, make_scored

ONE_LIST = np.zeros(20, np.int16)


def sets_of(groups: Groups) -> set[frozenset[int]]:
    return {frozenset(groups.members(g).tolist()) for g in range(len(groups.sizes)) if groups.sizes[g] > 1}


def naive(n: int, scored: ScoredPairs, decisions: Decisions, match_at: float) -> set[frozenset[int]]:
    """The same rule with Python sets, going through all pairs between two groups each time."""
    cut = weight_of(match_at)
    floor = min(cut, 0.0)
    answer = {
        (int(a), int(b)): int(c) for a, b, c in zip(decisions.left, decisions.right, decisions.answers, strict=True)
    }
    pairs = {
        (int(a), int(b)): (float(s), int(g))
        for a, b, s, g in zip(scored.pairs.left, scored.pairs.right, scored.score, scored.guards, strict=True)
    }
    zone = dict(zip(pairs, scored.zones(match_at).tolist(), strict=True))
    matches = {p for p, a in answer.items() if a == Answer.MATCH}
    automatic = {p: pairs[p][0] for p in pairs if zone[p] == Zone.MATCH and p not in answer}
    apart = {p for p, (_, g) in pairs.items() if p not in answer and g & CONTRADICTIONS}
    apart |= {p for p, a in answer.items() if a == Answer.NOT}
    strength = {**automatic, **dict.fromkeys(matches, 1e30)}
    rivals = set()
    for (a, b), third in itertools.product(apart, range(n)):
        one, other = tuple(sorted((a, third))), tuple(sorted((b, third)))
        if one in strength and other in strength and abs(strength[one] - strength[other]) < RIVAL_MARGIN:
            rivals |= {one, other}
    links = [(0, -pairs.get(p, (-1e30, 0))[0], p) for p in matches]
    links += [(1, -s, p) for p, s in automatic.items() if p not in rivals]
    group = {i: frozenset([i]) for i in range(n)}
    for is_automatic, _, (a, b) in sorted(links):
        one, other = group[a], group[b]
        if one is other:
            continue
        between = [tuple(sorted(p)) for p in itertools.product(one, other)]
        if any(answer.get(p) == Answer.NOT for p in between):
            continue
        known = [pairs[p] for p in between if p in pairs and p not in answer]
        if is_automatic and known and len(group[a] | group[b]) > 2:
            bits = sum(AGAINST if g & CONTRADICTIONS else max(AGAINST, min(FOR, s)) for s, g in known)
            bits -= UNCOMPARED * (len(between) - len(known))
            if bits < floor * len(known) - 0.01:
                continue
            if min(len(one), len(other)) >= LARGE_GROUP and bits < cut * len(known):
                continue
        for record in one | other:
            group[record] = one | other
    return {g for g in group.values() if len(g) > 1}


@st.composite
def problems(
    draw: st.DrawFn,
) -> tuple[int, list[tuple[int, int, float]], list[int], list[tuple[int, int, Answer]], float]:
    n = draw(st.integers(2, 12))
    every = list(itertools.combinations(range(n), 2))
    chosen = draw(st.lists(st.sampled_from(every), unique=True, max_size=30))
    scores = st.sampled_from([-30.0, -12.0, -3.5, -2.0, -0.5, 0.25, 1.0, 4.0, 4.0, 6.5, 12.5, 15.0, 25.0])
    pairs = [(a, b, draw(scores)) for a, b in chosen]
    guards = [draw(st.sampled_from([0, 0, 0, 0, int(Guard.SUFFIX), int(Guard.THIN)])) for _ in pairs]
    decided = draw(st.lists(st.sampled_from(every), unique=True, max_size=5))
    decisions = [(a, b, draw(st.sampled_from(list(Answer)))) for a, b in decided]
    return n, pairs, guards, decisions, draw(st.sampled_from([0.3, 0.5, 0.9]))


@given(problems(), st.sampled_from([1, 4, LINKS_A_PART]))
@settings(deadline=None, max_examples=100)
def test_groups_are_those_of_the_naive_twin_however_many_links_are_joined_at_a_time(problem, at_a_time):
    n, pairs, guards, decided, match_at = problem
    scored, decisions = make_scored(pairs, guards=guards), make_decisions(*decided)
    with mock.patch.object(clustering, "LINKS_A_PART", at_a_time):
        groups = cluster(np.zeros(n, np.int16), scored, decisions, match_at)
    assert sets_of(groups) == naive(n, scored, decisions, match_at)


@given(problems(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=40)
def test_order_of_pairs_does_not_matter(problem, random):
    n, pairs, guards, decided, match_at = problem
    order = list(range(len(pairs)))
    random.shuffle(order)
    decisions = make_decisions(*decided)
    one = cluster(np.zeros(n, np.int16), make_scored(pairs, guards=guards), decisions, match_at)
    shuffled = make_scored([pairs[i] for i in order], guards=[guards[i] for i in order])
    random.shuffle(decided)
    other = cluster(np.zeros(n, np.int16), shuffled, make_decisions(*decided), match_at)
    assert one.group_of.tolist() == other.group_of.tolist()
    assert one.pair_states[order].tolist() == other.pair_states.tolist()
    assert one.how.tolist() == other.how.tolist()


@given(problems(), st.randoms(use_true_random=False))
@settings(deadline=None, max_examples=100)
@pytest.mark.slow
def test_order_of_records_does_not_matter_where_their_places_are_known(problem, random):
    n, pairs, guards, decided, match_at = problem
    row_of = list(range(n))
    random.shuffle(row_of)

    def moved(pair):
        left, right, *rest = pair
        return min(row_of[left], row_of[right]), max(row_of[left], row_of[right]), *rest

    def grouped(pairs, decided, places):
        scored = make_scored(pairs, guards=guards)
        found = cluster(np.zeros(n, np.int16), scored, make_decisions(*decided), match_at, places=places)
        return {frozenset(places[found.order[a:b]].tolist()) for a, b in itertools.pairwise(found.starts)}

    moved_places = np.argsort(row_of).astype(np.int32)
    one = grouped(pairs, decided, np.arange(n, dtype=np.int32))
    assert grouped([moved(pair) for pair in pairs], [moved(one) for one in decided], moved_places) == one


def test_of_links_that_weigh_the_same_the_places_of_their_records_decide():
    scored = make_scored([(0, 1, 6.0), (1, 2, 6.0), (0, 2, -20.0)])
    for places, together in (((0, 1, 2), (0, 1)), ((2, 1, 0), (1, 2)), (None, (0, 1))):
        where = None if places is None else np.array(places, np.int32)
        group_of = cluster(np.zeros(3, np.int16), scored, Decisions.none(), places=where).group_of
        assert [int(i) for i in range(3) if group_of[i] == group_of[1]] == list(together)


@given(problems())
def test_not_a_match_always_keeps_apart(problem):
    n, pairs, guards, decided, match_at = problem
    groups = cluster(np.zeros(n, np.int16), make_scored(pairs, guards=guards), make_decisions(*decided), match_at)
    for left, right, answer in decided:
        if answer == Answer.NOT:
            assert groups.group_of[left] != groups.group_of[right]


@given(problems())
@settings(deadline=None, max_examples=40)
def test_decided_matches_are_joined_unless_another_decision_forbids_it(problem):
    n, pairs, guards, decided, match_at = problem
    matches = [d for d in decided if d[2] == Answer.MATCH]
    groups = cluster(np.zeros(n, np.int16), make_scored(pairs, guards=guards), make_decisions(*matches), match_at)
    assert all(groups.group_of[left] == groups.group_of[right] for left, right, _ in matches)


def test_groups_are_numbered_by_their_first_record():
    groups = cluster(ONE_LIST[:6], make_scored([(3, 5, 8.0), (1, 4, 9.0)]), Decisions.none())
    assert groups.group_of.tolist() == [0, 1, 2, 3, 1, 3]
    assert groups.how.tolist() == [How.SINGLE, How.AUTOMATIC, How.SINGLE, How.AUTOMATIC, How.AUTOMATIC, How.AUTOMATIC]


def test_a_record_that_fits_two_who_exclude_each_other_goes_with_neither():
    scored = make_scored([(0, 1, 8.0), (1, 2, 7.0), (0, 2, 6.0)], guards=[0, 0, Guard.BIRTH_DATE])
    groups = cluster(ONE_LIST[:3], scored, Decisions.none())
    assert sets_of(groups) == set()
    assert groups.kept_apart.tolist() == [0, 1]


def test_a_clearly_better_partner_wins_over_the_one_it_excludes():
    scored = make_scored([(0, 1, 14.0), (1, 2, 7.0), (0, 2, 6.0)], guards=[0, 0, Guard.BIRTH_DATE])
    groups = cluster(ONE_LIST[:3], scored, Decisions.none())
    assert sets_of(groups) == {frozenset({0, 1})}
    assert groups.kept_apart.tolist() == [1]


def test_a_person_may_choose_between_two_who_exclude_each_other():
    scored = make_scored([(0, 1, 8.0), (1, 2, 7.0), (0, 2, 6.0)], guards=[0, 0, Guard.BIRTH_DATE])
    groups = cluster(ONE_LIST[:3], scored, make_decisions((1, 2, Answer.MATCH)))
    assert sets_of(groups) == {frozenset({1, 2})}


def test_many_who_agree_outweigh_one_guard():
    def group(n: int) -> set[frozenset[int]]:
        pairs = [(a, b, 16.0 - 8 * (a == 0 and b < n - 1)) for a, b in itertools.combinations(range(n), 2)]
        guards = [Guard.FIRST_NAME if pair[:2] == (0, n - 1) else 0 for pair in pairs]
        return sets_of(cluster(ONE_LIST[:n], make_scored(pairs, guards=guards), Decisions.none()))

    assert group(6) == {frozenset(range(6))}
    assert group(5) == {frozenset(range(1, 5))}


def test_two_generations_with_several_records_each_stay_two_groups():
    old, young = [0, 1, 2], [3, 4, 5]
    pairs = [(a, b, 30.0 if (a < 3) == (b < 3) else 20.0) for a, b in itertools.combinations(range(6), 2)]
    guards = [0 if (a < 3) == (b < 3) else int(Guard.SUFFIX) for a, b, _ in pairs]
    both = [(a, 6, 25.0) for a in range(6)]  # the seventh has no suffix
    groups = cluster(ONE_LIST[:7], make_scored(pairs + both, guards=guards + [0] * 6), Decisions.none())
    assert sets_of(groups) == {frozenset(old), frozenset(young)}


def test_too_little_to_compare_is_no_contradiction():
    scored = make_scored([(0, 1, 8.0), (1, 2, 7.0), (0, 2, 1.0)], guards=[0, 0, Guard.THIN])
    assert sets_of(cluster(ONE_LIST[:3], scored, Decisions.none())) == {frozenset({0, 1, 2})}


def test_a_person_overrides_a_guard():
    scored = make_scored([(0, 1, 8.0), (1, 2, 7.0), (0, 2, 6.0)], guards=[0, 0, Guard.BIRTH_DATE])
    groups = cluster(ONE_LIST[:3], scored, make_decisions((0, 2, Answer.MATCH)))
    assert sets_of(groups) == {frozenset({0, 1, 2})}
    assert groups.pair_states.tolist() == [PairState.AUTOMATIC, PairState.AUTOMATIC, PairState.DECIDED]
    assert groups.how.tolist() == [How.DECIDED, How.AUTOMATIC, How.DECIDED]


def test_a_bridge_between_two_groups_is_outweighed_by_the_pairs_that_differ():
    inside = [(0, 1, 9.0), (2, 3, 9.0)]
    bridge = [(1, 2, 4.0), (0, 2, -2.5), (1, 3, -2.5)]
    groups = cluster(ONE_LIST[:4], make_scored(inside + bridge), Decisions.none())
    assert sets_of(groups) == {frozenset({0, 1}), frozenset({2, 3})}


def test_not_a_match_between_never_compared_records_keeps_groups_apart():
    scored = make_scored([(0, 1, 19.0), (1, 2, 6.0)])
    groups = cluster(ONE_LIST[:3], scored, make_decisions((0, 2, Answer.NOT)))
    assert sets_of(groups) == {frozenset({0, 1})}


def test_contradicting_decisions_leave_the_weaker_match_apart_and_say_so():
    scored = make_scored([(0, 1, 9.0), (1, 2, 2.0), (0, 2, 1.0)])
    decisions = make_decisions((0, 1, Answer.MATCH), (1, 2, Answer.MATCH), (0, 2, Answer.NOT))
    groups = cluster(ONE_LIST[:3], scored, decisions)
    assert sets_of(groups) == {frozenset({0, 1})}
    assert groups.kept_apart.tolist() == [1]


def test_an_unsure_pair_is_not_joined_by_itself():
    groups = cluster(ONE_LIST[:2], make_scored([(0, 1, 9.0)]), make_decisions((0, 1, Answer.UNSURE)))
    assert groups.group_of.tolist() == [0, 1]
    assert groups.pair_states.tolist() == [PairState.DECIDED]


def test_pairs_below_the_match_zone_inside_a_group_are_implied():
    scored = make_scored([(0, 1, 9.0), (1, 2, 8.0), (0, 2, 1.0)])
    groups = cluster(ONE_LIST[:3], scored, Decisions.none())
    assert groups.pair_states.tolist() == [PairState.AUTOMATIC, PairState.AUTOMATIC, PairState.IMPLIED]


@pytest.mark.parametrize(("size", "joined"), [(LARGE_GROUP - 1, True), (LARGE_GROUP, False)])
def test_two_large_groups_need_more_than_one_good_link(size, joined):
    chains = [(i, i + 1, 60.0) for i in range(2 * size - 1) if i != size - 1]
    # Eleven strong pairs outweigh all that were never compared, but are no match on average.
    links = [(size - 1, size, 50.0), *((i, j, 20.0) for i in range(5) for j in (2 * size - 1, 2 * size - 2))]
    groups = cluster(np.zeros(2 * size, np.int16), make_scored(chains + links), Decisions.none())
    assert (len(groups.sizes) == 1) is joined


class TestOneToOne:
    LISTS = np.array([0, 0, 1, 1], np.int16)

    def test_best_partner_wins(self):
        scored = make_scored([(0, 2, 5.0), (0, 3, 6.0), (1, 2, 4.0)])
        groups = cluster(self.LISTS, scored, Decisions.none(), single=(True, True))
        assert sets_of(groups) == {frozenset({0, 3}), frozenset({1, 2})}
        assert groups.kept_apart.tolist() == [0]

    def test_equally_good_partners_are_left_to_a_person(self):
        scored = make_scored([(0, 2, 5.0), (0, 3, 5.0), (1, 3, 4.0)])
        groups = cluster(self.LISTS, scored, Decisions.none(), single=(True, True))
        assert sets_of(groups) == {frozenset({1, 3})}
        assert groups.kept_apart.tolist() == [0, 1]

    def test_a_partner_that_is_taken_is_no_tie(self):
        scored = make_scored([(0, 2, 5.0), (0, 3, 5.0), (1, 3, 9.0)])
        groups = cluster(self.LISTS, scored, Decisions.none(), single=(True, True))
        assert sets_of(groups) == {frozenset({0, 2}), frozenset({1, 3})}

    def test_no_two_records_of_a_list_share_a_group_in_many_lists(self):
        lists = np.repeat(np.arange(70, dtype=np.int16), 2)
        pairs = [(a, b, 5.0 + (a * 7 + b) % 11) for a in range(0, 140, 3) for b in range(a + 1, min(a + 9, 140))]
        groups = cluster(lists, make_scored(pairs), Decisions.none(), single=(True,) * 70)
        assert max(np.unique(groups.group_of[lists == i], return_counts=True)[1].max() for i in range(70)) == 1
        assert groups.sizes.max() > 1

    def test_a_list_with_doubles_may_be_in_a_group_twice_beside_one_record_of_a_list_without(self):
        scored = make_scored([(0, 2, 9.0), (0, 3, 8.0), (1, 3, 7.0)])
        groups = cluster(self.LISTS, scored, Decisions.none(), single=(True, False))
        assert sets_of(groups) == {frozenset({0, 2, 3})}
        assert sets_of(cluster(self.LISTS, scored, Decisions.none(), single=(False, True))) == {
            frozenset({0, 2}),
            frozenset({1, 3}),
        }

    def test_records_of_one_list_that_were_never_compared_do_not_speak_against_each_other(self):
        lists = np.array([0, *[1] * 15], np.int16)
        across = make_scored([(0, other, 9.0) for other in range(1, 16)])
        assert sets_of(cluster(lists, across, Decisions.none(), single=(True, False))) == {frozenset(range(16))}
        # Where they were compared, that no key saw them alike does.
        inside = make_scored([*((0, other, 9.0) for other in range(1, 16)), (1, 2, 9.0)])
        assert len(sets_of(cluster(lists, inside, Decisions.none()))) == 1
        assert cluster(lists, inside, Decisions.none()).sizes.max() < 16

    @pytest.mark.parametrize("compared", [False, True])
    def test_a_copy_in_its_list_is_no_second_record(self, compared):
        things = np.array([0, 0, 2, 3], np.int32)
        scored = make_scored([(0, 2, 9.0), (1, 2, 9.0), *([(0, 1, 20.0)] if compared else [])])
        apart = cluster(self.LISTS, scored, Decisions.none(), single=(True, True))
        assert sets_of(apart) == set()
        groups = cluster(self.LISTS, scored, Decisions.none(), single=(True, True), things=things)
        assert sets_of(groups) == {frozenset({0, 1, 2})}
        assert groups.kept_apart.tolist() == []

    def test_copies_that_a_person_parts_are_two(self):
        things = np.array([0, 0, 2, 3], np.int32)
        scored = make_scored([(0, 1, 20.0), (0, 2, 9.0), (1, 2, 8.0)])
        said = make_decisions((0, 1, Answer.NOT))
        groups = cluster(self.LISTS, scored, said, single=(True, True), things=things)
        assert sets_of(groups) == set(), "each may be the partner of 2"

    def test_a_person_may_join_two_of_one_list(self):
        groups = cluster(
            self.LISTS, make_scored([(0, 1, 9.0)]), make_decisions((0, 1, Answer.MATCH)), single=(True, True)
        )
        assert sets_of(groups) == {frozenset({0, 1})}


def test_nothing_to_group():
    assert cluster(np.zeros(0, np.int16), make_scored([]), Decisions.none()).group_of.tolist() == []
    assert cluster(ONE_LIST[:1], make_scored([]), Decisions.none()).group_of.tolist() == [0]
