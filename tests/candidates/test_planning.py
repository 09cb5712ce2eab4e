"""Which keys are chosen, and what is told of the others."""

from __future__ import annotations

import numpy as np
import pytest

from entityres.candidates import key_entries, planning
from entityres.candidates.bucketing import pair_codes
from entityres.candidates.candidate_pairs import KeysNotUsed, WhyNot
from entityres.candidates.key_choices import KeyChoice, key_choices
from entityres.candidates.key_entries import EntryMaker
from entityres.candidates.key_sampling import Sampled, Universe
from entityres.candidates.keys import Key
from entityres.candidates.planning import KeyPlan, pair_budget, plan_keys
from entityres.candidates.proposing import propose_pairs
from entityres.errors import SettingsError
from entityres.records.fields import CleanedRecords
from entityres.records.roles import Role
from tests.helpers.building import make_cleaned, make_list

N = 900


def titles(n: int = N, role: Role = Role.TITLE) -> CleanedRecords:
    """Titles of six words, none rare; every second one is that before it with two words changed, in another order."""
    rng = np.random.default_rng(3)
    words = np.array(["".join(letters) for letters in rng.choice(list("abcdefghijklmnop"), (60, 6))])
    rows = rng.choice(words, (n, 6))
    rows[1::2] = rows[::2]
    for row in rows[1::2]:
        row[rng.choice(6, 2, replace=False)] = rng.choice(words, 2)
        rng.shuffle(row)
    return make_cleaned([make_list("list", {"title": [" ".join(row) for row in rows]})], {"title": role})


def neighbours(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """True are each even record and the one after it."""
    return ((left % 2 == 0) & (right == left + 1)).astype(np.float64)


@pytest.fixture(scope="module")
def cleaned() -> CleanedRecords:
    return titles()


@pytest.fixture(scope="module")
def plan(cleaned: CleanedRecords) -> KeyPlan:
    return plan_keys(cleaned, neighbours)


def found(cleaned: CleanedRecords, keys: tuple[Key, ...]) -> set[int]:
    pairs = propose_pairs(cleaned, keys)
    return set(pair_codes(pairs.left, pairs.right).tolist())


def test_the_exact_join_carries_a_list_of_texts(cleaned: CleanedRecords, plan: KeyPlan) -> None:
    assert any(key.join is not None for key in plan.keys)
    pairs = found(cleaned, plan.keys)
    true = {(i << 32) | (i + 1) for i in range(0, N, 2)}
    assert len(true & pairs) >= 0.99 * len(true)
    assert len(pairs) <= pair_budget(N)
    without = found(cleaned, tuple(key for key in plan.keys if key.join is None))
    assert len(true & pairs) > len(true & without)


def test_joins_of_one_column_are_offered_for_long_texts_without_data_of_persons() -> None:
    def joined(cleaned: CleanedRecords) -> set[tuple[str, ...]]:
        return {choice.key.join.fields for choice in key_choices(cleaned) if choice.key.join is not None}

    assert joined(titles(20)) == {("title",)}
    assert joined(make_cleaned([make_list("list", {"title": ["short", "word"]})], {"title": Role.TITLE})) == set()
    columns = {"title": ["a long enough title"] * 2, "phone": ["0171 234567"] * 2}
    both = make_cleaned([make_list("list", columns)], {"title": Role.TITLE, "phone": Role.PHONE})
    assert joined(both) == {("title", "phone")}, "whole records only"


def test_long_texts_are_looked_for_by_long_pieces() -> None:
    # Any two of them share most of their pieces of three letters.
    rng = np.random.default_rng(5)
    words = np.array(["".join(rng.choice(list("aeioulnrst"), size)) for size in rng.integers(2, 8, 3_000)])
    texts = [rng.choice(words, 300) for _ in range(300)]
    copies = [text[rng.random(len(text)) > 0.1] for text in texts[:60]]
    pages = [" ".join(text) for text in [*texts, *copies]]
    cleaned = make_cleaned([make_list("list", {"about": pages})], {"about": Role.TEXT})
    pairs = found(cleaned, plan_keys(cleaned, lambda left, right: (right == left + 300).astype(np.float64)).keys)
    assert len({(i << 32) | (i + 300) for i in range(60)} & pairs) >= 59
    assert len(pairs) < 3 * len(pages)


def test_every_key_is_used_or_told_of(cleaned: CleanedRecords, plan: KeyPlan) -> None:
    names = [key.name for key in plan.keys] + [one.key.name for one in plan.not_used.keys]
    assert sorted(names) == sorted(choice.key.name for choice in key_choices(cleaned))
    assert {one.why for one in plan.not_used.keys} <= {WhyNot.NOTHING_NEW, WhyNot.TOO_LITTLE, WhyNot.BUDGET}
    matches = [one.matches for one in plan.not_used.keys]
    assert matches == sorted(matches, reverse=True)


def test_what_is_left_out_is_what_the_keys_would_have_found(cleaned: CleanedRecords) -> None:
    def all_true(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return np.full(len(left), 0.25)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "PAIRS_A_RECORD", 1)
        plan = plan_keys(cleaned, all_true)
    assert any(one.why == WhyNot.BUDGET for one in plan.not_used.keys)
    have = found(cleaned, plan.keys)
    extra = found(cleaned, tuple(one.key for one in plan.not_used.keys)) - have
    assert plan.not_used.pairs == pytest.approx(len(extra), rel=0.15)
    assert plan.not_used.matches == pytest.approx(plan.not_used.pairs / 4)
    for one in plan.not_used.keys[:5]:
        assert one.pairs == pytest.approx(len(found(cleaned, (one.key,)) - have), rel=0.25, abs=20)


def test_no_key_is_used_whose_pairs_the_others_find(cleaned: CleanedRecords, plan: KeyPlan) -> None:
    expected = {choice.key.name for choice in key_choices(cleaned) if choice.expected}
    for key in plan.keys:
        others = tuple(one for one in plan.keys if one is not key)
        assert key.name in expected or found(cleaned, (key,)) - found(cleaned, others)


def test_what_would_take_too_long_is_not_looked_into(cleaned: CleanedRecords, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MOST_LOOKUPS", 0)
    plan = plan_keys(cleaned, neighbours)
    slow = [one for one in plan.not_used.keys if one.why == WhyNot.TOO_SLOW]
    assert {one.key.name for one in slow} == {c.key.name for c in key_choices(cleaned) if c.key.join is not None}
    assert all(one.matches is None and one.pairs is None for one in slow)
    assert not any(key.join for key in plan.keys)


def test_joins_of_too_many_similar_texts_are_told_as_too_slow(
    cleaned: CleanedRecords, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(key_entries, "MOST_SIMILAR", 0)
    without = plan_keys(cleaned, neighbours)
    slow = {one.key.name for one in without.not_used.keys if one.why == WhyNot.TOO_SLOW}
    assert slow == {c.key.name for c in key_choices(cleaned) if c.key.join is not None}
    assert without.keys
    assert not any(key.join for key in without.keys)


def test_work_of_a_join_is_known_before_it(cleaned: CleanedRecords) -> None:
    maker = EntryMaker(cleaned)
    joins = [choice.key.join for choice in key_choices(cleaned) if choice.key.join is not None]
    work = [maker.work_of(join) for join in joins]
    assert work == sorted(work), "the less similar, the more work"
    for join, lookups in zip(joins, work, strict=True):
        assert len(maker.joined(join).left) <= lookups, "each similar pair was looked up at least once"


def test_keys_that_others_make_needless_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MOST_KEYS", 2)
    n = 6
    # Each finds what the one before it finds, and a further pair that is less probable.
    universe = Universe(np.empty(0, np.uint64), np.tri(n, dtype=bool), np.ones(n), np.linspace(0.9, 0.4, n))
    samples = [Sampled(np.empty(0, np.uint64), 1.0, i + 1.0) for i in range(n)]
    choosing = planning._Choosing(1_000, universe, samples)
    choosing.take_best([KeyChoice(Key(str(i))) for i in range(n)])
    assert choosing.chosen == [n - 1]
    assert choosing.gains.max() == pytest.approx(0)


def test_a_short_list_is_searched_for_less_probable_matches(cleaned: CleanedRecords) -> None:
    def doubtful(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return neighbours(left, right) * planning.REVIEWED / 3

    true = {(i << 32) | (i + 1) for i in range(0, N, 2)}
    short = found(cleaned, plan_keys(cleaned, doubtful).keys)
    assert len(true & short) >= 0.99 * len(true)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "SHORT", N // 3)
        plan = plan_keys(cleaned, doubtful)
    assert plan.not_used.matches == 0, "on a longer list nobody would see them"
    assert len(found(cleaned, plan.keys)) < len(short)


def test_what_is_common_is_made_selective_by_the_year() -> None:
    n, n_authors = 1_200, 12
    rng = np.random.default_rng(5)
    authors = np.array(["".join(letters) for letters in rng.choice(list("abcdefghijklmnop"), (n_authors, 14))])
    columns = {
        "title": ["".join(letters) for letters in rng.choice(list("qrstuvwxyz"), (n, 20))],
        "authors": np.repeat(authors[rng.integers(0, n_authors, n // 2)], 2).tolist(),
        "year": np.repeat(rng.integers(1960, 2020, n // 2), 2).astype(str).tolist(),
    }
    roles = {"title": Role.TITLE, "authors": Role.ITEMS, "year": Role.DATE}
    pairs = found(made := make_cleaned([make_list("list", columns)], roles), plan_keys(made, neighbours).keys)
    assert len({(i << 32) | (i + 1) for i in range(0, n, 2)} & pairs) >= 0.95 * n // 2
    assert len(pairs) <= pair_budget(n)
    undated = make_cleaned([make_list("list", columns)], roles | {"year": Role.KEEP})
    assert not any("year" in choice.key.name for choice in key_choices(undated))


@pytest.mark.parametrize(("pairs", "why"), [(5_000, None), (25_000, WhyNot.TOO_MANY_PAIRS)])
def test_a_short_list_does_not_compare_masses_of_strangers_for_half_a_match(pairs: int, why: WhyNot | None) -> None:
    universe = Universe(np.empty(0, np.uint64), np.ones((1, 2), bool), np.array([1.0, pairs - 1]), np.array([0.5, 0.0]))
    choosing = planning._Choosing(1_000, universe, [Sampled(np.empty(0, np.uint64), 1.0, pairs)])
    assert choosing.why_not(0) is why


@pytest.mark.parametrize(
    ("n", "gain", "pairs", "why"),
    [
        (10_000, 0.2, 2_000, None),
        (10_000, 0.05, 1, WhyNot.TOO_LITTLE),
        (200_000, 20.0, 2_000, WhyNot.TOO_LITTLE),
        (200_000, 40.0, 20_000, WhyNot.TOO_MANY_PAIRS),
        (200_000, 40.0, 10_000, None),
    ],
)
def test_a_key_must_earn_its_pairs_where_somebody_waits_for_them(
    n: int, gain: float, pairs: int, why: WhyNot | None
) -> None:
    # The first key has found 30,000 matches; the second one would add some at a probability that somebody would see.
    finds = np.array([[True, False, False], [False, True, True]])
    stands_for = np.array([30_000.0, gain / 0.5, pairs - gain / 0.5])
    universe = Universe(np.empty(0, np.uint64), finds, stands_for, np.array([1.0, 0.5, 0.0]))
    samples = [Sampled(np.empty(0, np.uint64), 1.0, n_pairs) for n_pairs in (30_000, pairs)]
    choosing = planning._Choosing(n, universe, samples)
    choosing.take(0)
    assert choosing.why_not(1) is why


@pytest.mark.parametrize(("probability", "why"), [(0.006, None), (0.004, WhyNot.TOO_LITTLE)])
def test_however_short_a_list_is_pairs_that_no_run_makes_matches_are_not_compared(
    probability: float, why: WhyNot | None
) -> None:
    universe = Universe(np.empty(0, np.uint64), np.ones((1, 1), bool), np.ones(1), np.array([probability]))
    choosing = planning._Choosing(4, universe, [Sampled(np.empty(0, np.uint64), 1.0, 1)])
    assert choosing.why_not(0) is why


def test_what_is_left_out_is_judged_again_by_what_a_run_learned(cleaned: CleanedRecords) -> None:
    def unlearned(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return np.full(len(left), 0.25)

    def learned(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        return np.where(left % 2 == 0, 0.5, planning.REVIEWED / 2)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(planning, "PAIRS_A_RECORD", 1)
        plan = plan_keys(cleaned, unlearned)
    again = plan.judged_again(learned)
    have = found(cleaned, plan.keys)

    def expected(keys: tuple[Key, ...]) -> float:
        return sum((code >> 32) % 2 == 0 for code in found(cleaned, keys) - have) / 2

    assert again.matches == pytest.approx(expected(tuple(one.key for one in again.keys)), rel=0.15)
    for one in again.keys[:5]:
        assert one.matches == pytest.approx(expected((one.key,)), rel=0.25, abs=10)
    assert [one.matches for one in again.keys] == sorted((one.matches for one in again.keys), reverse=True)
    assert again.pairs == plan.not_used.pairs
    assert KeyPlan(plan.keys).judged_again(learned) == KeysNotUsed()


def test_keys_are_chosen_that_fit_in_the_memory_that_was_allowed(cleaned: CleanedRecords, plan: KeyPlan) -> None:
    without = propose_pairs(cleaned, plan.keys)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("entityres.candidates.proposing.PAIR_BYTES", 1_000_000 // len(without) + 1)
        with pytest.raises(SettingsError, match="more than fit in memory"):
            propose_pairs(cleaned, plan.keys, memory_limit_mb=1)
        allowed = plan_keys(cleaned, neighbours, memory_limit_mb=1)
        pairs = propose_pairs(cleaned, allowed.keys, memory_limit_mb=1)
    assert 0 < len(pairs) < len(without)
    assert WhyNot.BUDGET in {one.why for one in allowed.not_used.keys}
    assert plan_keys(cleaned, neighbours, memory_limit_mb=1_000_000).keys == plan.keys
