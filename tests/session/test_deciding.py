"""Answers: what is kept of them, which one wins, and that matching again keeps them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from entityres.entities.decisions import Answer
from entityres.records.roles import Role
from entityres.session.decision_book import NO_ANSWER, DecidedHow, DecisionBook, Placing, find_pairs, fingerprints
from entityres.session.project import Change, Project
from tests.session.customers import PAIRS, crm, rematch, scored_pairs, shop

MATCH, NOT, UNSURE = Answer.MATCH, Answer.NOT, Answer.UNSURE


def test_a_decision_holds_who_when_how_and_what_the_pair_scored_then(project: Project) -> None:
    project.person = "Kim"
    project.set_cuts(0.9, 0.2)
    changes = project.decide([6], MATCH, note=" looks right ")
    decision = project.decisions.decision(6)
    assert changes == {Change.DECISIONS, Change.GROUPS}
    assert decision is not None
    assert (decision.answer, decision.how, decision.person, decision.note) == (
        MATCH,
        DecidedHow.KEY,
        "Kim",
        "looks right",
    )
    assert decision.score == pytest.approx(0.5)
    assert (decision.match_at, decision.review_at) == (pytest.approx(0.9), pytest.approx(0.2))
    assert not decision.changed
    assert project.saved_at >= decision.at


def test_the_engine_gets_the_answers_in_order(project: Project) -> None:
    project.decide([8], NOT)
    project.decide([0, 6], MATCH, "bulk")
    project.decide([2], UNSURE)
    given = project.decisions.as_decisions()
    rows = list(zip(given.left.tolist(), given.right.tolist(), given.answers.tolist(), strict=True))
    assert rows == [(0, 1, 1), (1, 6, 0), (4, 8, 1), (5, 9, -1)]
    assert len(project.decisions) == 4


def test_a_weaker_answer_leaves_a_stronger_one_alone(project: Project) -> None:
    project.decide([0], NOT)
    project.decide([2], NOT, "split")
    project.decide([0, 2, 6], MATCH, "bulk")
    assert [project.decisions.answer_of(pair) for pair in (0, 2, 6)] == [NOT, NOT, MATCH]
    assert project.left_alone == 2
    project.decide([0, 2], MATCH, "split")
    assert [project.decisions.answer_of(pair) for pair in (0, 2)] == [NOT, MATCH]
    project.decide([0, 2, 6], UNSURE)
    assert [project.decisions.answer_of(pair) for pair in (0, 2, 6)] == [UNSURE, UNSURE, UNSURE]
    assert project.left_alone == 0


def test_clearing_gives_the_pair_back_to_its_score(project: Project) -> None:
    project.decide([0], MATCH)
    project.decide([0], None)
    assert project.decisions.answer_of(0) is None
    assert project.decisions.decision(0) is None
    assert len(project.decisions.as_decisions()) == 0
    assert project.decide([0, 5], None) == frozenset()


def test_a_note_needs_no_answer_and_outlives_one(project: Project) -> None:
    project.set_note(3, "ask Bob")
    assert project.decisions.note_of(3) == "ask Bob"
    assert project.decisions.answer_of(3) is None
    assert len(project.decisions) == 0
    project.decide([3], NOT)
    assert project.decisions.note_of(3) == "ask Bob"
    project.decide([3], None)
    assert project.decisions.note_of(3) == "ask Bob"
    assert project.set_note(3, "ask Bob") == frozenset()
    project.set_note(3, "")
    assert project.decisions.decision(3) is None


def test_groups_follow_decisions(project: Project) -> None:
    groups = project.groups
    assert groups is not None
    assert groups.group_of[4] != groups.group_of[8]
    project.decide([6], MATCH)
    assert project.latest_groups is groups
    now = project.groups
    assert now is not None
    assert now.group_of[4] == now.group_of[8]
    assert project.groups is now


def test_the_same_answer_again_is_no_step(project: Project) -> None:
    assert project.decide([0, 1], Answer.MATCH)
    steps = len(project.history())
    assert project.decide([0], Answer.MATCH) == frozenset()
    assert project.decide([0, 1], Answer.MATCH) == frozenset()
    assert len(project.history()) == steps
    assert project.decide([0, 2], Answer.MATCH), "one of them is new"
    assert project.decide([0], Answer.MATCH, note="seen by phone"), "the note is new"
    assert project.decide([0], Answer.NOT)
    project.undo()
    assert project.decisions.answer_of(0) == Answer.MATCH
    assert len(project.history()) == steps + 3


def test_what_many_at_once_said_can_be_said_once_more_by_a_person(project: Project) -> None:
    project.decide([0], Answer.MATCH, how="bulk")
    assert project.decide([0], Answer.MATCH), "now somebody looked at it"
    assert project.decide([0], Answer.MATCH, how="bulk") == frozenset()


def test_splitting_a_group_keeps_its_parts_apart_after_matching_again(project: Project) -> None:
    project.decide([0, 2], MATCH)
    groups = project.groups
    assert groups is not None
    group = int(groups.group_of[0])
    assert groups.members(group).tolist() == [0, 1, 6]
    # 0-6 is in the match zone; 0-1 and 1-6 were decided by hand and a split may not overrule them.
    project.undo()
    project.decide([2], MATCH, "bulk")
    groups = project.groups
    assert groups is not None
    project.split_group(int(groups.group_of[0]), [0])
    for again in (False, True):
        if again:
            rematch(project)
        parts = project.groups
        assert parts is not None
        assert parts.group_of[0] != parts.group_of[1]
        assert parts.group_of[1] == parts.group_of[6]


def test_splitting_also_parts_records_that_were_never_compared(project: Project) -> None:
    project.set_cuts(0.05, 0.01)
    groups = project.groups
    assert groups is not None
    members = groups.members(int(groups.group_of[4]))
    assert members.tolist() == [4, 8]
    project.decide_records(4, 5, MATCH)
    groups = project.groups
    assert groups is not None
    group = int(groups.group_of[4])
    assert 5 in groups.members(group)
    before = len(project.decisions)
    project.split_group(group, [8])
    apart = project.groups
    assert apart is not None
    assert apart.group_of[8] not in (apart.group_of[4], apart.group_of[5])
    # 5-8 was never compared and is decided all the same.
    assert len(project.decisions) > before + 1
    assert project.undo_text == "Undo split of the group of “Carl Marx”"
    assert project.split_group(group, []) == frozenset()


def test_any_two_records_can_be_decided(project: Project) -> None:
    project.decide_records(9, 4, MATCH, "same man")
    project.decide_records(0, 5, NOT)
    assert project.decisions.answer_of(7) == MATCH
    given = project.decisions.as_decisions()
    assert list(zip(given.left.tolist(), given.right.tolist(), strict=True)) == [(0, 5), (4, 9)]
    assert project.decide_records(3, 3, MATCH) == frozenset()
    project.undo()
    assert len(project.decisions) == 1


def test_matching_again_keeps_decisions_and_flags_changed_values(project: Project) -> None:
    project.decide([0, 4, 6], MATCH)
    project.replace_list(1, shop(r2_Phone="5551234"))
    assert project.decisions.changed_pairs.tolist() == []
    rematch(project)
    assert project.decisions.changed_pairs.tolist() == [6]
    decision = project.decisions.decision(6)
    assert decision is not None
    assert decision.changed
    assert decision.answer == MATCH
    project.decide([6], MATCH)
    assert project.decisions.changed_pairs.tolist() == []
    project.undo()
    assert project.decisions.changed_pairs.tolist() == [6]


def test_decisions_follow_their_lists(project: Project) -> None:
    project.decide([0, 6], MATCH)
    project.decide([8], NOT)
    project.remove_list(0)
    rematch(project)
    assert len(project.decisions.as_decisions()) == 0
    assert project.decisions.lost == 3
    project.add_lists([crm()])
    assert [one.name for one in project.lists] == ["Shop", "CRM"]
    rematch(project)
    given = project.decisions.as_decisions()
    # Shop is first now: its records are 0..3, those of CRM 4..9.
    rows = list(zip(given.left.tolist(), given.right.tolist(), given.answers.tolist(), strict=True))
    assert rows == [(2, 8, 1), (3, 9, -1), (4, 5, 1)]
    assert project.decisions.lost == 0


def test_a_renamed_list_keeps_its_decisions_and_its_match(project: Project) -> None:
    project.set_role(1, "Phone", Role.KEEP)
    rematch(project)
    project.decide([6], MATCH)
    project.rename_list(1, "Web shop")
    assert project.changed_since_match() == ()
    assert project.matched is not None
    assert [one.name for one in project.matched.lists] == ["CRM", "Web shop"]
    assert "Web shop:Phone" in project.settings.roles
    rematch(project)
    assert project.decisions.answer_of(6) == MATCH
    project.undo()
    assert project.lists[1].name == "Shop"
    project.redo()
    project.remove_list(1)
    renamed = shop()
    project.add_lists([type(renamed)(**{**vars(renamed), "name": "Web shop"})])
    rematch(project)
    assert project.decisions.answer_of(6) == MATCH


def test_the_pairs_that_an_answer_is_about_are_found_whatever_their_number() -> None:
    scored = scored_pairs([crm(), shop()])
    rng = np.random.default_rng(1)
    left = rng.integers(0, 9, 300).astype(np.int32)
    right = (left + 1 + rng.integers(0, 9 - left)).astype(np.int32)
    there = {(left, right): i for i, (left, right, *_) in enumerate(PAIRS)}
    expected = [there.get((int(a), int(b)), -1) for a, b in zip(left, right, strict=True)]
    assert find_pairs(scored, left, right).tolist() == expected
    assert find_pairs(scored, left[:9], right[:9]).tolist() == expected[:9]


def test_the_book_grows_and_finds_every_place(project: Project) -> None:
    assert project.cleaned is not None
    book = DecisionBook()
    book.attach(Placing([7], [2000]), None, None)
    left, right = np.arange(0, 1000, dtype=np.int32), np.arange(1000, 2000, dtype=np.int32)
    for start in range(0, 1000, 100):
        rows = book.places(left[start : start + 100], right[start : start + 100])
        rows["answer"] = MATCH
        book.put(rows)
    assert len(book) == 1000
    given = book.as_decisions()
    assert given.left.tolist() == left.tolist()
    assert given.right.tolist() == right.tolist()
    # The same pairs the other way round are the same pairs.
    turned = book.places(right[:5], left[:5])
    assert (book.standing(turned)["answer"] == MATCH).all()


def test_fingerprints_are_those_of_the_values_alone(project: Project) -> None:
    assert project.matched is not None
    cleaned = project.matched.cleaned
    prints = fingerprints(cleaned, np.arange(len(cleaned)))
    turned = type(cleaned)(cleaned.starts, cleaned.fields[::-1])
    assert fingerprints(turned, np.arange(len(cleaned))).tolist() == prints.tolist()
    # The first and the seventh record are equal, all others differ.
    assert prints[0] == prints[6]
    assert len(set(prints.tolist())) == len(cleaned) - 1


def test_answers_by_pair(project: Project) -> None:
    project.decide([1], NOT)
    project.decide([4], UNSURE)
    answers = project.decisions.answers
    assert answers.tolist() == [NO_ANSWER, -1, NO_ANSWER, NO_ANSWER, 0, *[NO_ANSWER] * 4]
    project.undo()
    assert project.decisions.answers.tolist() == [NO_ANSWER, -1, *[NO_ANSWER] * 7]
    assert answers[4] == UNSURE, "what was handed out does not change"


def test_nothing_happens_without_a_match(tmp_path: Path) -> None:
    with Project.create(tmp_path / "empty.entityres") as project:
        assert project.decide([0], MATCH) == frozenset()
        assert project.set_note(0, "x") == frozenset()
        assert project.split_group(0, [0]) == frozenset()
        assert project.decide_records(0, 1, MATCH) == frozenset()
        assert project.override(0, "First", text="x") == frozenset()
        assert project.clear_override(0, "First") == frozenset()
        assert project.groups is None
        assert not project.can_undo
