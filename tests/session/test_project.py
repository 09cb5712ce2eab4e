"""The steps and what makes them out of date; lists, jobs, merging and export."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from entityres import pipeline
from entityres.candidates.candidate_pairs import KeyCounts
from entityres.candidates.pair_finder import FoundPairs
from entityres.candidates.planning import KeyPlan
from entityres.entities.decisions import Answer
from entityres.entities.exporting import ExportOptions
from entityres.errors import Cancelled, ProjectError, SettingsError
from entityres.pipeline import MatchResult
from entityres.progress import Progress
from entityres.records.roles import Role
from entityres.session.places import drafts
from entityres.session.project import Prepared, Project, State, Step, Stopped
from entityres.settings import Rule, Settings
from tests.helpers.building import make_list
from tests.session.customers import KEYS, crm, match, new_project, rematch, shop, without_engine

READY, OUT, EMPTY = State.READY, State.OUT_OF_DATE, State.EMPTY


def states(project: Project) -> list[State]:
    return [stage.state for stage in project.stages().values()]


def words(project: Project, step: Step) -> str:
    return project.stages()[step].words


def test_an_empty_project_says_what_to_do_first(tmp_path: Path) -> None:
    with Project.create(tmp_path / "new.entityres") as project:
        stages = project.stages()
        assert list(stages) == list(Step)
        assert {stage.state for stage in stages.values()} == {EMPTY}
        assert all(stage.words for stage in stages.values())
        assert not any("match" in stage.words and "no match" in stage.words for stage in stages.values())
        assert project.lists == ()
        assert project.columns is project.scored is project.cleaned is project.merged is project.matched is None
        assert project.keys == ()
        assert project.merged_now() is None
        assert project.overrides is None
        with pytest.raises(ProjectError, match="no lists to match"):
            project.matching_job()
        with pytest.raises(ProjectError, match="nothing to export"):
            project.exporting_job(tmp_path)


def test_words_of_the_steps(project: Project, tmp_path: Path) -> None:
    assert words(project, Step.LOAD) == "2 lists · 10 rows"
    assert project.stages()[Step.LOAD].why == "1 row could not be loaded."
    assert words(project, Step.COLUMNS) == "6 of 6 compared"
    assert words(project, Step.MATCH) == "9 pairs"
    assert words(project, Step.REVIEW) == "6 left"
    assert words(project, Step.MERGE) == "not merged yet"
    merged = project.merged_now()
    assert merged is not None
    assert words(project, Step.MERGE) == f"{merged.table.num_rows} records"
    assert words(project, Step.EXPORT) == "not exported yet"
    project.exporting_job(tmp_path / "out")(Progress())
    assert words(project, Step.EXPORT).startswith("exported ")
    assert states(project) == [READY] * 6


def finished(project: Project, folder: Path) -> None:
    """Every step is up to date."""
    rematch(project)
    project.merged_now()
    project.exporting_job(folder)(Progress())
    assert states(project) == [READY] * 6


@pytest.mark.parametrize(
    ("change", "expected", "why"),
    [
        (lambda p: p.set_role(0, "Phone", Role.KEEP), [READY, READY, OUT, OUT, OUT, OUT], "role of “Phone”"),
        (lambda p: p.set_check("Town"), [READY, READY, OUT, OUT, OUT, OUT], "check column"),
        (
            lambda p: p.set_placeholder("Town", "x", True),
            [READY, READY, OUT, OUT, OUT, OUT],
            "values that count as missing",
        ),
        (lambda p: p.enable_key("Same phone", False), [READY, READY, OUT, OUT, OUT, OUT], "keys"),
        (lambda p: p.set_across_only(True), [READY, READY, OUT, OUT, OUT, OUT], "which lists are compared"),
        (lambda p: p.remove_list(1), [READY, READY, OUT, OUT, OUT, OUT], "lists"),
        (lambda p: p.replace_list(1, shop(r0_Town="Hull")), [READY, READY, OUT, OUT, OUT, OUT], "lists"),
        (lambda p: p.set_cuts(0.99, 0.01), [READY, READY, READY, READY, OUT, OUT], ""),
        (lambda p: p.set_one_to_one(True), [READY, READY, READY, READY, OUT, OUT], ""),
        (lambda p: p.decide([0], Answer.MATCH), [READY, READY, READY, READY, OUT, OUT], ""),
        (lambda p: p.set_rule("Phone", Rule("longest")), [READY, READY, READY, READY, OUT, OUT], ""),
        (lambda p: p.override(0, "Phone", text="1"), [READY, READY, READY, READY, OUT, OUT], ""),
    ],
)
def test_what_makes_what_out_of_date(
    project: Project, tmp_path: Path, change: Any, expected: list[State], why: str
) -> None:
    finished(project, tmp_path / "out")
    assert project.matched
    before = (project.matched.as_weighed, project.merged)
    change(project)
    assert states(project) == expected
    assert project.stages()[Step.MATCH].why == (
        f"These results come from earlier settings (changed: {why})." if why else ""
    )
    assert project.matched.as_weighed is before[0], "nothing downstream is deleted"
    assert project.merged == before[1], "nothing downstream is deleted"
    project.undo()
    assert states(project) == [READY] * 6
    project.redo()
    assert states(project) == expected
    finished(project, tmp_path / "out")


def test_steps_are_the_same_after_opening_again(project: Project, tmp_path: Path) -> None:
    finished(project, tmp_path / "out")
    project.decide([0], Answer.MATCH)
    project.set_role(0, "Town", Role.KEEP)
    assert project.groups is not None
    before, path = project.stages(), project.path
    project.close()
    again = Project.open(path)
    assert again.stages() == before
    project._store = again._store


def test_two_changes_are_both_named(project: Project) -> None:
    project.set_role(0, "Phone", Role.KEEP)
    project.set_role(1, "Town", Role.KEEP)
    project.enable_key("Same phone", False)
    assert project.changed_since_match() == ("column roles", "keys")


def test_an_empty_list_is_a_problem(project: Project) -> None:
    project.add_lists([make_list("Nobody", {"First": []})])
    stage = project.stages()[Step.LOAD]
    assert (stage.state, stage.why) == (State.PROBLEM, "“Nobody” has no rows.")
    project.remove_list(2)
    assert project.stages()[Step.LOAD].state == READY


def test_no_compared_column_is_a_problem(project: Project) -> None:
    for column in ("First", "Last", "Street", "Town", "Born", "Phone"):
        project.set_role(0, column, Role.KEEP)
    assert project.stages()[Step.COLUMNS].state == State.PROBLEM


def test_lists_get_names_of_their_own(project: Project) -> None:
    project.add_lists([crm(), crm()])
    assert [one.name for one in project.lists] == ["CRM", "Shop", "CRM (2)", "CRM (3)"]
    assert project.undo_text == "Undo adding “CRM (2)” and “CRM (3)”"
    project.add_lists([crm(), crm(), crm()])
    assert project.undo_text == "Undo adding 3 lists"
    assert project.add_lists([]) == frozenset()
    with pytest.raises(SettingsError, match="Another list"):
        project.rename_list(0, "Shop")
    with pytest.raises(SettingsError, match="needs a name"):
        project.rename_list(0, "  ")


def test_renaming_follows_in_choices(project: Project) -> None:
    project.set_role(0, "Phone", Role.KEEP)
    project.set_preferred_lists(["Shop", "CRM"])
    project.rename_list(0, "Main")
    assert project.settings.roles == {"Main:Phone": Role.KEEP}
    assert project.settings.preferred_lists == ("Shop", "Main")


def test_placeholders_are_one_or_the_other(project: Project) -> None:
    project.set_placeholder("Phone", "000", True)
    project.set_placeholder("Phone", "000", False)
    assert project.settings.placeholders == ()
    assert project.settings.not_placeholders == (("Phone", "000"),)
    project.set_placeholder("Phone", "000", True)
    assert project.settings.placeholders == (("Phone", "000"),)
    assert project.settings.not_placeholders == ()


def test_keys_are_those_of_the_planner_until_the_user_chooses(project: Project) -> None:
    assert project.settings.keys is None
    assert project.keys == KEYS
    project.enable_key("Same phone", False)
    assert [key.enabled for key in project.keys] == [False, True]
    project.reset_keys()
    assert project.keys == KEYS


def test_prepared_values_show_until_something_they_follow_from_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_engine(monkeypatch)
    result = match([crm()], Settings())
    monkeypatch.setattr(pipeline, "clean", lambda *_: result.cleaned)
    monkeypatch.setattr(pipeline, "choose_keys", lambda _, settings, progress: KeyPlan(settings.keys or KEYS[:1]))
    with Project.create(tmp_path / "p.entityres") as project:
        project.add_lists([crm()])
        assert not project.prepared_is_current
        prepared = project.preparing_job()(Progress())
        assert isinstance(prepared, Prepared)
        project.take_prepared(prepared)
        assert project.prepared_is_current
        assert project.cleaned is result.cleaned
        assert project.keys == KEYS[:1]
        project.enable_key("Same phone", False)
        assert project.prepared_is_current
        project.set_role(0, "Phone", Role.KEEP)
        assert not project.prepared_is_current
        rematch(project)
        assert project.matched is not None
        assert project.cleaned is project.matched.cleaned


def test_reading_writes_lists_in_the_background(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    read = crm()
    monkeypatch.setattr(pipeline, "load", lambda paths, settings, progress: (read,))
    contents = len(project._store.rows("SELECT id FROM contents"))
    progress = Progress()
    lists = project.reading_job(["crm.csv"])(progress)
    assert progress.stage == "Saving CRM"
    assert len(project._store.rows("SELECT id FROM contents")) == contents + 1
    project.add_lists(lists)
    assert len(project._store.rows("SELECT id FROM contents")) == contents + 1
    assert project.lists[2].name == "CRM (2)"


def test_decisions_made_while_matching_are_in_the_groups(project: Project) -> None:
    job = project.matching_job()
    project.decide([6], Answer.MATCH)
    project.rename_list(1, "Web")
    result = job(Progress())
    assert not isinstance(result, Stopped)
    assert result.groups.group_of[4] != result.groups.group_of[8]
    project.take_matches(result)
    groups = project.groups
    assert groups is not None
    assert groups.group_of[4] == groups.group_of[8]
    assert project.matched is not None
    assert project.matched.lists[1].name == "Web"


def test_settings_changed_while_matching_make_it_out_of_date(project: Project) -> None:
    job = project.matching_job()
    project.set_role(0, "Phone", Role.KEEP)
    project.take_matches(job(Progress()))
    assert project.changed_since_match() == ("role of “Phone”",)


def test_a_stopped_match_keeps_the_finished_keys(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[pipeline.RunSoFar] = []
    assert project.cleaned is not None
    columns = project.columns
    cleaned, found = project.cleaned, FoundPairs(np.arange(3, dtype=np.uint64), KeyCounts(9, 4, 3, 3, 3), (), ())

    def stopped(
        lists: Any, settings: Settings, decisions: Any, progress: Progress, so_far: pipeline.RunSoFar
    ) -> MatchResult:
        seen.append(replace(so_far, found=dict(so_far.found)))
        so_far.cleaned, so_far.plan = cleaned, KeyPlan(settings.keys or KEYS)
        so_far.found[KEYS[0]] = found
        progress.begin("Key: Same last name + town")
        progress.cancel()
        progress.advance()
        return match(lists, settings)

    def stop() -> Stopped:
        left = project.matching_job()(Progress())
        assert isinstance(left, Stopped)
        assert left == Stopped(KEYS[:1], 2, 3, "Key: Same last name + town", left.so_far, left.made_from)
        assert project.take_matches(left) == frozenset()
        return left

    before = project.matched
    monkeypatch.setattr(pipeline, "match", stopped)
    left = stop()
    assert project.matched is before
    stop()
    assert left.keys_to_use == (KEYS[0], replace(KEYS[1], enabled=False))
    project.set_keys(left.keys_to_use)
    used = project.matching_job()(Progress())
    assert isinstance(used, Stopped)
    assert (used.partial_keys, used.n_keys) == (KEYS[:1], 1)
    project.undo()
    project.set_check("Town")
    stop()
    project.forget_stopped_run()
    stop()
    shown = pipeline.RunSoFar(columns)
    values, checked = replace(shown, cleaned=cleaned), pipeline.RunSoFar(project.columns)
    whole = replace(values, plan=KeyPlan(KEYS), found={KEYS[0]: found})
    without_plan = replace(whole, plan=None)
    assert seen == [values, whole, without_plan, checked, checked], (
        "other settings and a run that is discarded begin anew"
    )

    monkeypatch.setattr(pipeline, "match", match)
    project.take_matches(project.matching_job()(Progress()))
    assert project.matched is not before
    monkeypatch.setattr(pipeline, "match", stopped)
    stop()
    values = pipeline.RunSoFar(project.columns, project.cleaned)
    assert seen[-1] == values, "of a run that came to its end only the values are kept, which are shown too"

    def at_once(lists: Any, settings: Settings, decisions: Any, progress: Progress, so_far: Any) -> Any:
        raise Cancelled

    project.forget_stopped_run()
    project.set_check("Street")
    monkeypatch.setattr(pipeline, "match", at_once)
    with pytest.raises(Cancelled):
        project.matching_job()(Progress())


def test_cells_by_hand_hold_as_long_as_the_group_has_the_same_members(project: Project) -> None:
    groups = project.groups
    assert groups is not None
    group = int(groups.group_of[0])
    assert groups.members(group).tolist() == [0, 6]
    project.override(group, "Phone", text="5559999")
    project.override(group, "Town", record=6)
    merged = project.merged_now()
    assert merged is not None
    column = merged.table.column_names.index("Phone")
    assert merged.table.column("Phone")[group].as_py() == "5559999"
    assert merged.origin[group, column] == -2
    project.override(group, "Phone", text="5558888")
    merged = project.merged_now()
    assert merged is not None
    assert merged.table.column("Phone")[group].as_py() == "5558888"
    assert len(project.overrides or ()) == 2
    project.decide([0], Answer.MATCH)
    merged = project.merged_now()
    assert merged is not None
    assert merged.table.column("Phone")[group].as_py() == "5550001"
    project.undo()
    project.merged_now()
    project.clear_override(group, "Town")
    merged = project.merged_now()
    assert merged is not None
    assert merged.table.column("Phone")[group].as_py() == "5558888"
    assert len(project.overrides or ()) == 1
    project.remove_list(1)
    rematch(project)
    assert project.overrides == ()


def test_a_cell_by_hand_is_in_the_group_that_was_on_screen(project: Project) -> None:
    merged = project.merged_now()
    groups = project.latest_groups
    assert merged is not None
    assert groups is not None
    last = len(groups.sizes) - 1
    member = int(groups.members(last)[0])
    project.decide([0, 2, 6], Answer.MATCH)
    assert project.groups is not groups
    project.override(last, "Phone", text="1")
    now = project.groups
    merged = project.merged_now()
    assert now is not None
    assert merged is not None
    assert merged.table.column("Phone")[int(now.group_of[member])].as_py() == "1"


def test_groups_and_merged_records_of_another_match_are_left(project: Project) -> None:
    grouping, merging = project.grouping_job(), project.merging_job()
    assert grouping is not None
    assert merging is not None
    late_groups, late_merged = grouping(Progress()), merging(Progress())
    project.set_role(0, "Street", Role.KEEP)
    rematch(project)
    groups = project.groups_now()
    assert groups is not None
    project.take_groups(late_groups)
    assert project.take_merged(late_merged) is None
    assert project.latest_groups is groups
    merged = project.merged_now()
    assert merged is not None
    assert merged.table.num_rows == len(groups.sizes)
    members = groups.members(int(groups.group_of[0]))
    project.override(int(groups.group_of[0]), "First", -1, "typed")
    assert project.overrides is not None
    assert project.overrides[0].members == tuple(members.tolist())


def test_merging_again_without_a_change_is_for_free(project: Project) -> None:
    merged = project.merged_now()
    assert project.merged_now() is merged
    assert project.merged is merged
    project.set_rule("Phone", Rule("shortest"))
    assert project.merged is merged
    again = project.merged_now()
    assert again is not merged
    assert again is not None
    assert again.rules["Phone"] == Rule("shortest")
    project.rename_list(0, "Main")
    assert project.merged_now() is not again


def test_exporting_the_same_state_twice_gives_the_same_files(project: Project, tmp_path: Path) -> None:
    project.decide([6], Answer.MATCH)
    first = project.exporting_job(tmp_path / "a")(Progress())
    path = project.path
    project.close()
    again = Project.open(path)
    second = again.exporting_job(str(tmp_path / "b"), ExportOptions())(Progress())
    assert first.keys() == second.keys()
    for name in first:
        if name != "report.json":
            assert first[name].read_bytes() == second[name].read_bytes()
    rows = first["crosswalk.csv"].read_text(encoding="utf-8").splitlines()
    assert len(rows) == 1 + 10
    assert sum("decided" in row for row in rows) == 2
    project._store = again._store


def test_exporting_works_in_a_project_that_is_open_elsewhere(project: Project, tmp_path: Path) -> None:
    with Project.open(project.path) as second:
        written = second.exporting_job(tmp_path / "out")(Progress())
        assert written["merged.csv"].exists()
        assert second.stages()[Step.EXPORT].state == EMPTY


def test_drafts_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)
    assert drafts() == []
    project = new_project()
    project.close()
    assert drafts() == [project.path]


def test_standings_after_opening_are_those_before(project: Project) -> None:
    project.decide([0, 2], Answer.MATCH)
    project.decide([1], Answer.NOT)
    assert project.groups is not None
    before, path = project.standings(), project.path
    project.close()
    again = Project.open(path)
    assert np.array_equal(again.standings(), before)
    project._store = again._store
