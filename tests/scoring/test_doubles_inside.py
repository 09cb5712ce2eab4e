"""Lists that hold nobody twice are told from lists that do, also where little or much else looks alike inside them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from entityres import pipeline
from entityres.records.fields import CleanedRecords
from entityres.records.record_list import RecordList
from entityres.records.roles import Role
from entityres.scoring import doubles_inside, inside_pairs
from entityres.scoring.doubles_inside import (
    free_of_doubles,
    is_one_to_one,
    look_inside,
    most_doubles,
    single_lists,
    sure_doubles,
    why,
)
from entityres.scoring.scored_pairs import Guard, InsideList, ScoredPairs
from entityres.settings import Settings
from tests.helpers.building import make_cleaned, make_list, make_scored
from tests.helpers.generated_customers import two_lists

pytestmark = pytest.mark.slow


def inside_of(
    sizes: Sequence[int], pairs: Sequence[tuple[int, int, float]], words: Sequence[str] = (), guards: Sequence[int] = ()
) -> tuple[InsideList, ...]:
    """What lists of these sizes show, with one compared field (different everywhere if no words are given)."""
    records, cleaned = sum(sizes), None
    words = words or [f"w{number}" for number in range(records)]
    starts = np.cumsum([0, *sizes])
    lists = [make_list(f"l{i}", {"name": words[starts[i] : starts[i + 1]]}) for i in range(len(sizes))]
    cleaned = make_cleaned(lists, {"name": Role.FULL_NAME})
    return look_inside(cleaned, make_scored(pairs, guards=guards or None, match_at=0.95))


class TestWhatAListShows:
    def test_a_double_has_the_same_partner(self):
        one, other = inside_of([3, 2], [(0, 1, 9.0), (0, 3, 8.0), (1, 3, 7.0)])
        assert (one.alike, one.doubles, one.same, one.two, one.matched) == (1, 1, 1, 0, 2)
        assert (other.alike, other.doubles, other.matched) == (0, 0, 1)

    def test_two_that_another_list_holds_both_are_two(self):
        one, other = inside_of([3, 2], [(0, 1, 9.0), (0, 3, 8.0), (1, 4, 8.0), (0, 4, 6.0), (1, 3, 6.0)])
        assert (one.alike, one.doubles, one.same, one.two, one.matched) == (1, 0, 0, 1, 2)
        assert (other.alike, other.matched) == (0, 2)

    def test_a_word_for_word_copy_is_no_witness(self):
        pairs = [(0, 1, 9.0), (0, 2, 12.0), (1, 3, 8.0)]
        one, _ = inside_of([2, 2], pairs, ["ann lee", "anne lee", "ann lee", "annie lee"])
        assert (one.doubles, one.same, one.two) == (1, 0, 0)

    def test_partners_that_fit_alike_say_nothing(self):
        one, _ = inside_of([2, 2], [(0, 1, 9.0), (0, 2, 8.0), (0, 3, 8.0), (1, 2, 8.0), (1, 3, 7.0)])
        assert (one.doubles, one.same, one.two) == (1, 0, 0)

    def test_one_witness_among_several_lists_is_enough(self):
        one, _, _ = inside_of([2, 1, 2], [(0, 1, 9.0), (0, 2, 8.0), (1, 2, 8.5), (0, 3, 7.0), (1, 4, 7.0)])
        assert (one.doubles, one.same, one.two) == (0, 0, 1)

    def test_records_that_look_like_another_one_are_counted_with_and_without_a_match_elsewhere(self):
        one, other = inside_of([5, 2], [(0, 1, 9.0), (1, 2, 9.0), (3, 4, 9.0), (0, 5, 8.0), (4, 6, 8.0)])
        assert (one.near, one.near_matched, one.matched) == (5, 2, 2)
        assert (other.near, other.near_matched) == (0, 0)

    def test_pairs_below_the_cut_and_pairs_of_two_people_do_not_count(self):
        pairs = [(0, 1, 9.0), (0, 2, 9.0), (1, 2, 3.0), (0, 4, 9.0)]
        guards = [Guard.FIRST_NAME, Guard.THIN, Guard.NONE, Guard.SUFFIX]
        one, other = inside_of([4, 2], pairs, guards=guards)
        assert (one.alike, one.matched, other.matched) == (1, 0, 0)

    def test_one_list_shows_nothing(self):
        assert inside_of([3], [(0, 1, 9.0)]) == ()
        assert not free_of_doubles(())

    @given(st.data())
    def test_as_a_naive_twin_counts(self, data: st.DataObject):
        sizes = data.draw(st.lists(st.integers(1, 5), min_size=2, max_size=3))
        n = sum(sizes)
        every = list(combinations(range(n), 2))
        chosen = data.draw(st.lists(st.sampled_from(every), unique=True, max_size=14)) if every else []
        pairs = sorted((a, b, float(data.draw(st.integers(4, 8)))) for a, b in chosen)
        words = [data.draw(st.sampled_from("xyz")) for _ in range(n)]
        assert [_counts(one) for one in inside_of(sizes, pairs, words)] == _naive(sizes, pairs, words)


def _counts(one: InsideList) -> tuple[int, ...]:
    return one.alike, one.doubles, one.same, one.two, one.matched, one.near, one.near_matched


def _naive(
    sizes: Sequence[int], pairs: Sequence[tuple[int, int, float]], words: Sequence[str]
) -> list[tuple[int, ...]]:
    list_of = [number for number, size in enumerate(sizes) for _ in range(size)]
    near = [(a, b, score) for a, b, score in pairs if score >= 4.25]

    def best(record: int, number: int) -> int | None:
        links = {b if a == record else a: s for a, b, s in near if record in (a, b) and list_of[a] != list_of[b]}
        there = {other: s for other, s in links.items() if list_of[other] == number}
        top = [other for other, s in there.items() if s == max(there.values())]
        return top[0] if len(top) == 1 else None

    def says(a: int, b: int) -> str:
        found = set()
        for number in range(len(sizes)):
            one, other = best(a, number), best(b, number)
            if one is not None and one == other:
                found.add("same")
            elif one is not None and other is not None and words[a] != words[one] and words[b] != words[other]:
                found.add("two")
        return "two" if "two" in found else "same" if found else ""

    own = [(a, b, says(a, b)) for a, b, _ in near if list_of[a] == list_of[b]]
    matched = {end for a, b, _ in near if list_of[a] != list_of[b] for end in (a, b)}

    def fewer(joined: list[tuple[int, int]], members: list[int]) -> int:
        group = {record: record for record in members}
        for _ in members:
            for a, b in joined:
                group[a] = group[b] = min(group[a], group[b])
        return len(members) - len(set(group.values()))

    made = []
    for number in range(len(sizes)):
        members = [record for record in range(len(list_of)) if list_of[record] == number]
        here = [(a, b, word) for a, b, word in own if list_of[a] == number]
        alike = fewer([(a, b) for a, b, _ in here], members)
        doubles = fewer([(a, b) for a, b, word in here if word != "two"], members)
        said = [word for _, _, word in here]
        near = {end for a, b, _ in here for end in (a, b)}
        told = said.count("same"), said.count("two")
        made.append((alike, doubles, *told, len(matched & set(members)), len(near), len(near & matched)))
    return made


class TestBounds:
    @pytest.mark.parametrize("count", [0, 1, 3, 10, 50])
    def test_the_upper_bound_is_where_so_few_are_seen_once_in_twenty(self, count: int):
        mean = doubles_inside._most(count)
        seen = sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(count + 1))
        assert seen == pytest.approx(0.05, abs=0.003)

    @pytest.mark.parametrize("count", [2, 3, 10, 50])
    def test_the_lower_bound_is_where_so_many_are_seen_once_in_twenty(self, count: int):
        mean = doubles_inside._least(count)
        fewer = sum(math.exp(-mean) * mean**k / math.factorial(k) for k in range(count))
        assert 1 - fewer == pytest.approx(0.05, abs=0.006)

    def test_a_sample_holds_few_of_the_pairs(self):
        whole = InsideList(1000, 1000, 40, 40, 0, 0, 800)
        tenth = InsideList(10_000, 1000, 4, 4, 0, 0, 8000)
        assert most_doubles(whole) == pytest.approx(0.0527, abs=0.001)
        assert most_doubles(tenth) == pytest.approx(0.0915, abs=0.001)

    def test_what_the_other_lists_can_tell_speaks_for_the_rest(self):
        assert most_doubles(InsideList(1000, 1000, 200, 160, 2, 98, 900)) < 0.02
        assert most_doubles(InsideList(1000, 1000, 200, 160, 50, 50, 900)) > 0.1

    def test_a_list_tells_no_more_pairs_apart_than_it_holds_both_of(self):
        # Two in five have a partner elsewhere, so of pairs without any double .4 / 1.6 = one in four are told apart. 30 of
        # 100 were (at least .219); with .219 / .25 at most one in eight of the 160 or so is a double.
        assert doubles_inside._told_apart(0.4) == pytest.approx(0.25)
        assert doubles_inside._told_apart(1.0) == 1.0
        third = InsideList(1000, 1000, 140, 140, 70, 30, 400, 200, 80)
        assert most_doubles(replace(third, near_matched=200)) == pytest.approx(0.781 * 0.162, abs=0.002)
        assert most_doubles(third) < 0.05
        assert sure_doubles(third) == 0
        # Had every record a partner elsewhere, 40 more pairs would be one than two.
        assert sure_doubles(replace(third, matched=1000)) == pytest.approx(0.030, abs=0.001)

    @pytest.mark.parametrize("held", [0.2, 0.5, 0.9])
    def test_so_many_are_told_apart_as_chance_says(self, held: float):
        one, other = np.random.default_rng(4).random((2, 100_000)) < held
        assert (one & other).sum() / (one | other).sum() == pytest.approx(doubles_inside._told_apart(held), abs=0.005)


class TestRule:
    CLEAN = InsideList(2000, 2000, 0, 0, 0, 0, 1500)

    @pytest.mark.parametrize(
        ("one", "free"),
        [
            (CLEAN, True),
            (InsideList(2000, 2000, 3, 3, 1, 0, 1500), True),  # a slip
            (InsideList(2000, 2000, 20, 20, 20, 0, 1500), False),  # 1 % that the other list calls the same
            (InsideList(2000, 2000, 60, 60, 0, 0, 1500), False),  # 3 % that nobody can tell
            (InsideList(2000, 2000, 60, 20, 10, 40, 1500), True),  # things that look alike
            (InsideList(2000, 2000, 400, 300, 8, 120, 1500, 700, 600), True),  # many things that look alike, told apart
            (InsideList(2000, 2000, 800, 700, 8, 120, 1500, 1400, 1400), False),  # so many, and all could be told
            (InsideList(2000, 2000, 400, 300, 60, 120, 1500), False),  # two in three told apart, all have a partner
            (InsideList(2000, 2000, 400, 300, 60, 120, 1500, 700, 490), True),  # the same where no more can be told
            (InsideList(60, 60, 0, 0, 0, 0, 40), False),  # too few records to tell
            (InsideList(2000, 2000, 0, 0, 0, 0, 10), False),  # hardly any match between the lists
            (InsideList(0, 0, 0, 0, 0, 0, 0), False),  # nothing to match with
        ],
    )
    def test_every_list_must_be_free(self, one: InsideList, free: bool):
        assert free_of_doubles([self.CLEAN, one]) is free
        assert free_of_doubles([one, self.CLEAN]) is free

    def test_an_empty_list_holds_no_double(self):
        assert free_of_doubles([self.CLEAN, InsideList(0, 0, 0, 0, 0, 0, 0), self.CLEAN])

    def test_the_user_decides_if_he_wants_to(self):
        for chosen in (True, False):
            assert is_one_to_one((self.CLEAN,) * 2, Settings(one_to_one=chosen)) is chosen
            assert is_one_to_one((), Settings(one_to_one=chosen)) is chosen
        assert is_one_to_one((self.CLEAN,) * 2, Settings())
        assert not is_one_to_one((), Settings())

    def test_a_list_without_doubles_is_single_whatever_the_others_hold(self):
        doubled = InsideList(2000, 2000, 60, 60, 50, 0, 1500)
        assert single_lists((self.CLEAN, doubled), Settings(), 2) == (True, False)
        assert single_lists((doubled, doubled), Settings(), 2) == ()
        assert single_lists((self.CLEAN, self.CLEAN), Settings(), 2) == (True, True)
        assert single_lists((), Settings(), 2) == ()
        assert single_lists((doubled, doubled), Settings(one_to_one=True), 2) == (True, True)
        assert single_lists((self.CLEAN, doubled), Settings(one_to_one=False), 2) == ()
        assert why([self.CLEAN, doubled], ["crm", "shop"]).endswith(
            "; in “crm” hardly any is, so others have one match there at most"
        )

    def test_says_why(self):
        assert why([self.CLEAN] * 2, ["crm", "shop"]) == (
            "hardly any record is in a list twice (at most 0.1\u00a0% of “crm”, 0.1\u00a0% of “shop”), while 1,500 match records"
            " of another list"
        )
        alike = InsideList(2000, 2000, 400, 300, 8, 120, 1500, 700, 600)
        assert why([self.CLEAN, alike], ["crm", "shop"]) == (
            "hardly any record is in a list twice (at most 0.1\u00a0% of “crm”) and of what looks alike inside a list another"
            " list holds both (120 of 128 pairs in “shop”), while 1,500 match records of another list"
        )
        doubled = InsideList(2000, 2000, 60, 60, 50, 0, 1500)
        assert why([self.CLEAN, doubled], ["crm", "shop"]).startswith(
            "up to 3.7\u00a0% of the records of “shop” may be there"
        )
        few = InsideList(2000, 2000, 0, 0, 0, 0, 10)
        assert why([few, self.CLEAN], ["crm", "shop"]) == (
            "too few records of “crm” match another list to tell (10 of 2,000)"
        )
        assert why((), ["crm", "shop"]) == "the lists were not compared with themselves"


@pytest.mark.parametrize("across_only", [False, True])
class TestMatching:
    def test_lists_without_doubles_are_matched_one_to_one(self, across_only: bool):
        lists = two_lists(1600, 3, again=0.0)
        run = pipeline.match(lists, Settings(across_only=across_only))
        assert free_of_doubles(run.scored.inside)
        assert [one.records for one in run.scored.inside] == [len(one) for one in lists]
        members = np.bincount(run.groups.group_of[: len(lists[0])])
        assert members.max() == 1

    def test_lists_with_doubles_are_not(self, across_only: bool):
        run = pipeline.match(two_lists(1600, 3, again=1.0), Settings(across_only=across_only))
        assert not free_of_doubles(run.scored.inside)
        assert run.scored.inside[0].doubles > 40

    def test_of_a_list_without_doubles_a_group_holds_one_record_and_of_the_other_any_number(self, across_only: bool):
        lists = [two_lists(1600, 3, again=1.0)[0], two_lists(1600, 3, again=0.0)[1]]
        run = pipeline.match(lists, Settings(across_only=across_only))
        assert single_lists(run.scored.inside, Settings(), 2) == (False, True) == run.scored.single
        first = len(run.lists[0])
        assert np.bincount(run.groups.group_of[first:]).max() == 1
        assert (
            np.bincount(run.groups.group_of[:first], minlength=len(run.cleaned))[run.groups.group_of[first:]].max() > 1
        )


def run_and_cleaned(lists: Sequence[RecordList], settings: Settings) -> tuple[ScoredPairs, CleanedRecords]:
    run = pipeline.match(lists, settings)
    return run.scored, run.cleaned


class TestInsidePairs:
    def test_the_pairs_of_whole_lists_are_those_of_a_run_with_the_same_keys(self):
        lists = two_lists(800, 5, again=1.0)
        scored, cleaned = run_and_cleaned(lists, Settings())
        shop = pipeline.workshop(cleaned, Settings())
        found = inside_pairs.inside_pairs(cleaned, scored.pairs.keys, shop.weigher, scored.prior, 1)
        left, right = scored.pairs.left, scored.pairs.right
        own = cleaned.list_of[left] == cleaned.list_of[right]
        assert {*zip(left[own].tolist(), right[own].tolist(), strict=True)} <= {
            *zip(found.left.tolist(), found.right.tolist(), strict=True)
        }
        assert (cleaned.list_of[found.left] == cleaned.list_of[found.right]).all()
        assert found.compared == tuple(len(one) for one in lists)

    def test_of_long_lists_a_sample_is_compared(self, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(inside_pairs, "ENOUGH", 50)
        monkeypatch.setattr(inside_pairs, "DOUBLES_BOUND", 100)
        lists = two_lists(800, 5, again=1.0)
        scored, cleaned = run_and_cleaned(lists, Settings())
        shop = pipeline.workshop(cleaned, Settings())
        found = inside_pairs.inside_pairs(cleaned, scored.pairs.keys, shop.weigher, scored.prior, 1)
        assert all(50 < size < len(one) for size, one in zip(found.compared, lists, strict=True))
        again = inside_pairs.inside_pairs(cleaned, scored.pairs.keys, shop.weigher, scored.prior, 1)
        assert found.left.tolist() == again.left.tolist()
