"""Undo and redo: names, restarts, long rows of steps across all kinds of changes."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from entityres.candidates.keys import Bands
from entityres.entities.decisions import Answer
from entityres.records.roles import Role
from entityres.session.project import Change, Project
from entityres.settings import Rule
from tests.session.customers import new_project, rematch

pytestmark = pytest.mark.slow

MATCH, NOT = Answer.MATCH, Answer.NOT


def state_of(project: Project) -> dict[str, Any]:
    """Everything that undo is about."""
    given = project.decisions.as_decisions()
    notes = [project.decisions.note_of(pair) for pair in range(len(project.scored or ()))]
    return {
        "document": project._document.to_json(),
        "decisions": [given.left.tolist(), given.right.tolist(), given.answers.tolist()],
        "how": project.decisions.pair_values("how", 0).tolist(),
        "notes": notes,
        "columns": project.columns,
        "changed": sorted(project.decisions.changed_pairs.tolist()),
    }


PARTNERS = {Change.SETTINGS, Change.MATCHES, Change.DECISIONS, Change.GROUPS}
"""With at most one partner, pairs of a record compete: their scores change."""


@pytest.mark.parametrize(
    ("act", "text", "changes"),
    [
        (lambda p: p.decide([1], MATCH), "accept “Ana Ruiz”", {Change.DECISIONS, Change.GROUPS}),
        (lambda p: p.decide([6], NOT), "reject “Carl Marx”", {Change.DECISIONS, Change.GROUPS}),
        (lambda p: p.decide([6], Answer.UNSURE), "mark as unsure “Carl Marx”", {Change.DECISIONS, Change.GROUPS}),
        (
            lambda p: p.decide([0, 1, 3], MATCH, "bulk"),
            "accept 3 pairs scoring 0.80 or higher",
            {Change.DECISIONS, Change.GROUPS},
        ),
        (
            lambda p: p.decide([7, 8], NOT, "bulk"),
            "reject 2 pairs scoring 0.34 or lower",
            {Change.DECISIONS, Change.GROUPS},
        ),
        (
            lambda p: p.set_cuts(0.9, 0.4),
            "move of thresholds",
            {Change.SETTINGS, Change.THRESHOLDS, Change.GROUPS},
        ),
        (
            lambda p: p.set_role(0, "Phone", Role.KEEP),
            "change of role of “Phone”",
            {Change.SETTINGS, Change.COLUMNS},
        ),
        (lambda p: p.set_check("Town"), "choice of the check column", {Change.SETTINGS, Change.COLUMNS}),
        (
            lambda p: p.set_placeholder("Phone", "000", True),
            "counting “000” as missing",
            {Change.SETTINGS, Change.COLUMNS},
        ),
        (
            lambda p: p.set_placeholder("Phone", "000", False),
            "counting “000” as a value",
            {Change.SETTINGS, Change.COLUMNS},
        ),
        (
            lambda p: p.enable_key("Same phone", False),
            "switching off key “Same phone”",
            {Change.SETTINGS, Change.KEYS},
        ),
        (
            lambda p: p.set_bands("Same phone", Bands(("Phone",))),
            "change of key “Same phone”",
            {Change.SETTINGS, Change.KEYS},
        ),
        (lambda p: p.set_keys(p.keys[:1]), "change of keys", {Change.SETTINGS, Change.KEYS}),
        (lambda p: p.set_across_only(True), "change of which lists are compared", {Change.SETTINGS, Change.KEYS}),
        (lambda p: p.set_one_to_one(True), "change of “one partner per list”", PARTNERS),
        (lambda p: p.set_rule("Phone", Rule("longest")), "change of rule for “Phone”", {Change.SETTINGS, Change.MERGE}),
        (
            lambda p: p.set_preferred_lists(["Shop"]),
            "change of preferred lists",
            {Change.SETTINGS, Change.MERGE},
        ),
        (lambda p: p.override(0, "Phone", text="1"), "change of “Phone” by hand", {Change.MERGE}),
        (lambda p: p.set_note(0, "hm"), "note on “Ana Ruiz”", {Change.DECISIONS, Change.GROUPS}),
        (lambda p: p.remove_list(1), "removing “Shop”", {Change.LISTS, Change.COLUMNS}),
        (
            lambda p: p.rename_list(1, "Web"),
            "renaming “Shop”",
            {Change.LISTS, Change.COLUMNS},
        ),
        (
            lambda p: p.apply_recipe(p.settings.changed(one_to_one=True)),
            "use of a recipe",
            PARTNERS,
        ),
    ],
)
def test_every_step_has_a_name_and_can_be_taken_back_and_done_again(
    project: Project, act: Callable[[Project], frozenset[Change]], text: str, changes: set[Change]
) -> None:
    before = state_of(project)
    assert act(project) == changes
    after = state_of(project)
    assert before != after
    assert project.undo_text == f"Undo {text}"
    assert project.undo()[0] == changes
    assert state_of(project) == before
    assert project.redo_text == f"Redo {text}"
    assert project.redo()[0] == changes
    assert state_of(project) == after


def test_doing_what_is_so_already_is_no_step(project: Project) -> None:
    project.set_cuts(0.9, 0.4)
    steps = len(project.history())
    assert project.set_cuts(0.9, 0.4) == frozenset()
    assert project.set_preferred_lists([]) == frozenset()
    assert project.clear_override(0, "Phone") == frozenset()
    assert len(project.history()) == steps


def test_undo_shows_the_pair_it_was_about(project: Project) -> None:
    project.decide([5], MATCH)
    project.set_cuts(0.9, 0.4)
    assert project.undo()[1] is None
    assert project.undo()[1] == 5
    assert project.redo()[1] == 5


def test_a_new_step_ends_the_way_forth(project: Project) -> None:
    project.decide([0], MATCH)
    project.decide([1], MATCH)
    project.undo()
    assert project.can_redo
    project.decide([2], NOT)
    assert not project.can_redo
    assert project.redo() == (frozenset(), None)
    assert [text for _, text, _ in project.history()][1:] == ["Accept “Ana Ruiz”", "Reject “Anna Ruiz”"]


def test_history_says_what_is_undone(project: Project) -> None:
    project.set_cuts(0.9, 0.4)
    project.decide([0], MATCH)
    project.undo()
    assert [(text, undone) for _, text, undone in project.history()] == [
        ("Adding “CRM” and “Shop”", False),
        ("Move of thresholds", False),
        ("Accept “Ana Ruiz”", True),
    ]


def test_bulk_is_one_step_and_brings_back_what_was_there(project: Project) -> None:
    project.decide([6], NOT, "bulk", note="first")
    before = state_of(project)
    project.decide(range(9), MATCH, "bulk")
    assert len(project.decisions) == 9
    project.undo()
    assert state_of(project) == before
    assert project.decisions.note_of(6) == "first"


def steps(project: Project, number: int, seed: int) -> None:
    """A long row of steps of all kinds."""
    rng = random.Random(seed)
    names = iter(range(10_000))
    kinds: list[Callable[[], object]] = [
        lambda: project.decide([rng.randrange(9)], rng.choice([*Answer, None])),
        lambda: project.decide(rng.sample(range(9), 4), rng.choice([*Answer, None]), rng.choice(["bulk", "key"])),
        lambda: project.set_note(rng.randrange(9), rng.choice(["", "a note", "another"])),
        lambda: project.set_cuts(rng.choice([0.8, 0.9, 0.99, None]), rng.choice([0.1, 0.3, None])),
        lambda: project.set_role(rng.randrange(2), rng.choice(["Phone", "Town"]), rng.choice([Role.KEEP, Role.PHONE])),
        lambda: project.enable_key("Same phone", rng.random() < 0.5),
        lambda: project.set_rule(rng.choice(["Phone", "Town"]), rng.choice([Rule("longest"), Rule("first"), None])),
        lambda: project.rename_list(1, f"Shop {next(names)}"),
        lambda: project.override(0, "Phone", text=str(rng.random())),
        lambda: project.decide_records(*rng.sample(range(10), 2), rng.choice(list(Answer))),
    ]
    start = len(project.history())
    while len(project.history()) - start < number:
        rng.choice(kinds)()


def test_500_undos_then_500_redos_give_the_same_state(project: Project) -> None:
    beginning = state_of(project)
    steps(project, 500, seed=3)
    end = state_of(project)
    for _ in range(500):
        project.undo()
    assert state_of(project) == beginning
    for _ in range(500):
        project.redo()
    assert not project.can_redo
    assert state_of(project) == end


def test_undo_works_after_a_restart_and_after_matching_again(project: Project, tmp_path: Path) -> None:
    states = [state_of(project)]
    for seed in range(30):
        steps(project, 1, seed)
        states.append(state_of(project))
    project.undo()
    path = project.path
    rematch(project)
    project.close()
    again = Project.open(path)
    assert again.redo_text.startswith("Redo ")
    again.redo()
    assert state_of(again) == states[-1]
    for state in reversed(states[:-1]):
        again.undo()
        assert state_of(again) == state
    again.close()
    project._store = Project.open(path)._store  # the fixture closes it


def test_undoing_a_removed_list_brings_its_records_back(tmp_path: Path, project: Project) -> None:
    project.remove_list(0)
    path = project.path
    project.close()
    again = Project.open(path)
    assert [one.name for one in again.lists] == ["Shop"]
    again.undo()
    assert [one.name for one in again.lists] == ["CRM", "Shop"]
    assert again.lists[0].cell(4, "Last") == "Marx"
    assert again.changed_since_match() == ()
    project._store = again._store


def test_steps_of_one_project_are_not_those_of_another(project: Project, tmp_path: Path) -> None:
    other = new_project(tmp_path / "other.entityres")
    other.decide([0], MATCH)
    assert project.decisions.answer_of(0) is None
    other.close()
