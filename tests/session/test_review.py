"""The pair table: filters with their counts, orders, search, and working through."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from entityres.entities.decisions import Answer
from entityres.scoring.scored_pairs import probability_of
from entityres.session import review as review_module
from entityres.session.decision_book import ROW
from entityres.session.filters import STATE_NAMES, Filters
from entityres.session.project import Project
from entityres.session.review import SORTS, PairState, Review
from entityres.session.risks import NAMES
from tests.session.customers import crm, new_project, rematch, without_engine

MATCH, NOT, UNSURE = Answer.MATCH, Answer.NOT, Answer.UNSURE


@pytest.fixture
def review(project: Project) -> Review:
    """The review of the small project."""
    return Review(project)


def show(review: Review, **values: object) -> list[int]:
    """Rows shown with these filters alone, in order."""
    review.filters = Filters(**{"states": frozenset(), **values})  # type: ignore[arg-type]
    review.refresh()
    return [int(pair) for pair in review.order]


def test_needs_review_comes_first_and_closest_to_the_threshold(review: Review) -> None:
    # The match threshold is .95 = 4.25 bits; 0-6 and 2-7 are matches, 4-9 is not.
    assert review.order.tolist() == [3, 5, 0, 2, 6, 8]
    assert review.order.dtype == np.int32
    assert [review.position(pair) for pair in (3, 8, 1, 99)] == [0, 5, None, None]


def test_states(review: Review) -> None:
    project = review.project
    project.decide([0], MATCH)
    project.decide([4], NOT)
    project.decide([8], UNSURE)
    review.refresh()
    # 1-6 follows from 0-1 (decided) and 0-6 (by score).
    assert [review.state_of(pair).name for pair in range(9)] == [
        "match", "match", "implied", "review", "not", "review", "review", "not", "unsure",
    ]  # fmt: skip
    assert review.state_of(0) == PairState("match", "Match", True)
    assert review.state_of(1) == PairState("match", "Match", False)
    assert show(review, states=frozenset({"implied"})) == [2]


def test_implied_pairs_are_hidden_and_counted(review: Review) -> None:
    review.project.decide([0], MATCH)
    review.refresh()
    assert 2 not in review.order
    assert review.hidden_implied == 1
    review.set_filters(keys=frozenset({"Same last name + town"}), states=frozenset())
    assert 2 not in review.order
    assert review.hidden_implied == 1
    review.set_filters(show_implied=True)
    assert 2 in review.order
    assert review.hidden_implied == 0
    review.set_filters(show_implied=False, keys=frozenset({"Same phone"}), text="gould")
    assert review.hidden_implied == 0


def test_what_follows_from_an_answer_is_known_before_the_order_is_made_anew(review: Review) -> None:
    project = review.project
    before = show(review)
    row = before.index(2)
    assert review.next_undecided(before[row - 1]) == 2
    project.decide([0], MATCH)
    project.groups_now()
    assert review.order.tolist() == before, "what is shown stays where it is"
    assert (review.hidden_implied, review.came_up) == (0, 0)
    assert review.next_undecided(before[row - 1]) == before[row + 1], "nobody need answer what follows from answers"
    review.filters = replace(review.filters, show_implied=True)
    assert review.next_undecided(before[row - 1]) == 2
    show(review)
    assert (review.hidden_implied, review.came_up) == (1, 0)
    project.undo()
    project.groups_now()
    assert review.came_up == 1, "it follows from nothing any more"
    assert sorted(show(review)) == sorted(before)


def test_a_pair_that_an_answer_puts_in_doubt_comes_up(review: Review) -> None:
    project = review.project
    before = show(review, states=frozenset({"review"}))
    # By score 0 is 6; if 1 is 6 and is not 0, a person has to look.
    project.decide([0], NOT)
    project.decide([2], MATCH)
    assert review.came_up == 0
    project.groups_now()
    assert review.state_of(1).name == "review"
    assert review.came_up == 1
    assert review.order.tolist() == before
    review.refresh()
    assert set(review.order.tolist()) == {*before, 1} - {0, 2}
    assert review.came_up == 0


def test_answers_that_contradict_each_other(review: Review) -> None:
    project = review.project
    project.decide([0, 1], MATCH)
    project.decide([2], NOT)
    review.refresh()
    broken = [pair for pair in (0, 1, 2) if review.state_of(pair).name == "conflict"]
    assert broken, "one of three contradicting answers cannot be followed"
    assert show(review, risks=frozenset({"conflict"})) == sorted(
        broken, key=lambda pair: abs(review.probability(pair) - 0.95)
    )
    assert "conflict" in review.risks(broken[0])


def test_values_that_changed_since_the_answer(review: Review) -> None:
    project = review.project
    project.decide([0, 6], MATCH)
    project.replace_list(0, crm(r4_Town="Bonn"))
    rematch(project)
    review.refresh()
    assert review.state_of(6) == PairState("match", "Match", True, True)
    assert review.state_of(0) == PairState("match", "Match", True, False)
    assert show(review, risks=frozenset({"changed"})) == [6]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ruiz", {0, 1, 2}),
        ("  RUIZ anna ", {0, 2}),
        ("Díaz", {7, 8}),
        ("555-0002", {3, 4, 5}),
        ("trier", {6, 7}),
        ("ana gould", set()),
        ("", set(range(9))),
        ("nobody", set()),
    ],
)
def test_search_looks_for_all_words_in_one_record(review: Review, text: str, expected: set[int]) -> None:
    assert set(show(review, text=text)) == expected


def test_score_range(review: Review) -> None:
    chances = probability_of(review.project.scored.score)  # type: ignore[union-attr]
    for low, high in ((0.5, 0.9), (0.0, 0.5), (0.97, 1.0)):
        expected = {i for i, chance in enumerate(chances) if low <= chance <= high}
        assert set(show(review, low=low, high=high)) == expected


def test_differences_and_risks_of_a_pair(review: Review) -> None:
    assert review.differences(1) == ("same",)
    assert set(review.differences(6)) == {"one missing", "1 letter"}
    assert set(review.risks(3)) == {"household", "twins"}
    assert review.risks(5) == ("household",)
    assert review.risks(6) == ("parent_child",)
    assert review.keys_of(1) == ("Same phone", "Same last name + town")


def test_words_of_a_record(review: Review) -> None:
    assert review.records(6) == (4, 8)
    assert review.summary(4) == "Carl Marx, Trier, 3 Fir Av"
    assert review.summary(5) == "Dora Díaz, Leeds, 5550003"
    assert review.place(4) == ("CRM", 5)
    assert review.place(8) == ("Shop", 3)
    assert review.group_size(1) == 2
    assert review.group_size(8) == 1


CHIPS = ["same", "one missing", "1 letter", "different"]


@settings(deadline=None, max_examples=40)
@given(
    states=st.sets(st.sampled_from(list(STATE_NAMES.values()))),
    keys=st.sets(st.sampled_from(["Same phone", "Same last name + town"])),
    differences=st.sets(st.sampled_from(CHIPS)),
    risks=st.sets(st.sampled_from(NAMES)),
    low=st.sampled_from([0.0, 0.4, 0.8]),
    text=st.sampled_from(["", "ruiz", "555"]),
    implied=st.booleans(),
)
def test_every_count_is_the_number_of_rows_after_ticking_it_alone(
    decided_review: Review,
    states: set[str],
    keys: set[str],
    differences: set[str],
    risks: set[str],
    low: float,
    text: str,
    implied: bool,
) -> None:
    review = decided_review
    chosen = {
        "states": frozenset(states),
        "keys": frozenset(keys),
        "differences": frozenset(differences),
        "risks": frozenset(risks),
    }
    rest = {"low": low, "text": text, "show_implied": implied}
    show(review, **chosen, **rest)
    counts = review.counts()
    for kind in chosen:
        for name, number in getattr(counts, kind).items():
            assert len(show(review, **{**chosen, kind: frozenset({name})}, **rest)) == number, (kind, name)
    assert set(counts.risks) == set(NAMES)
    assert set(counts.states) == set(STATE_NAMES.values())


@pytest.fixture(scope="module")
def decided_review(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    """A review with answers of every kind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENTITYRES_DATA", str(tmp_path_factory.mktemp("data")))
        without_engine(patch)
        project = new_project(tmp_path_factory.mktemp("project") / "x.entityres")
        project.decide([0], MATCH)
        project.decide([6], NOT)
        project.decide([8], UNSURE)
        yield Review(project)
        project.close()


def test_naive_filters(review: Review) -> None:
    project = review.project
    project.decide([4], NOT)
    shown = show(
        review,
        states=frozenset({"review", "not"}),
        keys=frozenset({"Same phone"}),
        differences=frozenset({"different"}),
    )
    expected = {
        pair
        for pair in range(9)
        if review.state_of(pair).name in ("review", "not")
        and "Same phone" in review.keys_of(pair)
        and "different" in review.differences(pair)
    }
    assert set(shown) == expected
    assert expected


def test_filters_that_mean_nothing_any_more_are_dropped(review: Review) -> None:
    gone = frozenset({"gone"})
    shown = show(review, states=gone, keys=gone | {"Same phone"}, differences=gone, risks=gone)
    assert review.filters == Filters(states=frozenset(), keys=frozenset({"Same phone"}))
    assert len(shown) == 7


def test_active_filters_are_counted_and_cleared(review: Review) -> None:
    assert review.filters.active == 1
    review.set_filters(text="ruiz", low=0.2, risks=frozenset({"twins"}))
    assert review.filters.active == 4
    review.clear_filters()
    assert review.filters.active == 0
    assert len(review) == 9


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("score_down", [1, 4, 3, 5, 0, 2, 6, 8, 7]),
        ("score_up", [7, 8, 6, 2, 0, 5, 3, 4, 1]),
        ("threshold", [3, 5, 0, 2, 6, 4, 8, 1, 7]),
        ("changed", [8, 5, 1, 4, 3, 0, 2, 6, 7]),
        ("name", [8, 4, 3, 5, 6, 7, 1, 0, 2]),
        ("risk", [3, 6, 5, 7, 8, 2, 0, 4, 1]),
        ("group", [1, 0, 4, 3, 2, 5, 6, 7, 8]),
    ],
)
def test_orders(review: Review, monkeypatch: pytest.MonkeyPatch, name: str, expected: list[int]) -> None:
    if name == "changed":
        clock = iter(range(100, 200))
        monkeypatch.setattr("time.time", lambda: float(next(clock)))
        review.project.decide([5], NOT)
        review.project.decide([8], NOT)
    show(review)
    review.sort_by(name)
    assert review.order.tolist() == expected


def test_random_order_is_the_same_each_time_and_another_with_another_seed(review: Review) -> None:
    show(review)
    review.sort_by("random")
    first = review.order.tolist()
    review.refresh()
    assert review.order.tolist() == first
    assert sorted(first) == list(range(9))
    review.seed = 2
    review.refresh()
    assert review.order.tolist() != first
    assert set(SORTS) >= {"threshold", "random", "risk"}


def test_the_order_stays_while_deciding(review: Review) -> None:
    before = review.order.tolist()
    review.project.decide([3], MATCH)
    review.project.set_cuts(0.5, 0.4)
    assert review.order.tolist() == before
    assert review.state_of(3).name == "match"
    review.refresh()
    assert 3 not in review.order


def test_next_goes_down_then_from_the_top_and_to_skipped_ones_last(review: Review) -> None:
    assert review.next_undecided() == 3
    assert review.next_undecided(3) == 5
    review.project.decide([3, 0], NOT)
    assert review.next_undecided(5) == 2
    assert review.skip(2) == 6
    assert review.next_undecided(8) == 5
    review.project.decide([5, 6, 8], NOT)
    assert review.next_undecided(8) == 2
    review.project.decide([2], NOT)
    assert review.next_undecided(8) is None
    assert review.next_undecided() is None
    # A pair that is not in the list begins at the top.
    review.project.undo()
    assert review.next_undecided(1) == 2


def test_progress_counts(review: Review) -> None:
    assert review.progress().words == "Reviewed 0 · left 6 in “needs review”"
    review.project.decide([3], MATCH)
    review.project.decide([5, 0], NOT)
    review.project.decide([8], UNSURE)
    progress = review.progress()
    assert (progress.reviewed, progress.accepted, progress.rejected, progress.unsure) == (4, 1, 2, 1)
    assert progress.left == sum(review.state_of(pair).name == "review" for pair in range(9)) == 2
    assert progress.minutes is None


def test_the_pace_is_that_of_the_last_answers_without_breaks(review: Review) -> None:
    rows = np.zeros(8, ROW)
    rows["left_row"] = np.arange(8)
    rows["right_row"] = 9
    rows["left_list"] = 99
    rows["answer"], rows["how"] = MATCH, 3
    rows["at"] = [0, 40, 80, 120, 5000, 5040, 5080, 5120]
    review.project.decisions.put(rows)
    assert review.progress().minutes == 4
    assert review.progress().words.endswith("about 4 min at your pace")


def test_what_a_bulk_answer_would_do(review: Review) -> None:
    review.project.decide([8], NOT)
    show(review)
    check = review.bulk_check(MATCH, big=3)
    assert check.contradicting.tolist() == [8]
    assert set(check.big.tolist()) == {0, 2, 3, 5}
    assert set(check.others.tolist()) == {1, 4, 6, 7}
    assert check.words == (
        "9 pairs will be marked as match. 4 create groups of 3 or more. 1 contradicts an earlier answer."
    )
    again = review.bulk_check(NOT, np.asarray([1, 8]))
    assert again.pairs.tolist() == [1], "8 has this answer already"
    assert again.words == "1 pair will be marked as not a match. 1 more has this answer already."
    review.project.decide([8], MATCH)
    assert review.bulk_check(MATCH, np.asarray([8])).pairs.tolist() == []


def test_without_a_match_there_is_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)
    with Project.create(tmp_path / "x.entityres") as project:
        review = Review(project)
        assert len(review) == 0
        assert review.next_undecided() is None
        assert review.counts().states == {}
        assert review.hidden_implied == 0
        assert review.progress().reviewed == 0
        project.add_lists([crm()])
        rematch(project)
        review.refresh()
        assert len(review) > 0


def test_the_order_is_made_once_for_all_filters(review: Review, monkeypatch: pytest.MonkeyPatch) -> None:
    sorted_anew: list[int] = []
    real = review_module.ordered
    monkeypatch.setattr(review_module, "ordered", lambda *keys: sorted_anew.append(1) or real(*keys))
    for sort in SORTS:
        review.sort_by(sort)
        sorted_anew.clear()
        for states in (frozenset(), frozenset({"match"}), frozenset({"review", "not"})):
            review.set_filters(states=states)
            seen = review.order.tolist()
            assert not sorted_anew, sort
            review._everything = None
            review.refresh()
            assert review.order.tolist() == seen, sort
            sorted_anew.clear()
    review.clear_filters()
    review.sort_by("changed")
    review.project.decide([4], Answer.NOT)
    review.refresh()
    assert review.order[0] == 4, "what an order follows from is asked again"


def test_filters_are_counted_anew_only_where_a_count_can_be_another(
    review: Review, monkeypatch: pytest.MonkeyPatch
) -> None:
    review.clear_filters()
    before = review.counts()
    anew: list[int] = []
    real = Review._counts
    monkeypatch.setattr(Review, "_counts", lambda self: anew.append(1) or real(self))
    review.sort_by("name")
    assert review.counts() is before
    assert not anew
    review.set_filters(states=frozenset({"match"}))
    assert review.counts() == real(review)
    review.project.decide([6], Answer.NOT)
    assert review.counts() == real(review)
    review.project.set_cuts(0.9, 0.2)
    review.refresh()
    assert review.counts() == real(review)
    assert len(anew) == 3
