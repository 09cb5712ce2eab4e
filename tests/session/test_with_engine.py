"""A project on real lists with the real engine, from files to files."""

from __future__ import annotations

import json
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest

from entityres import cli, pipeline
from entityres.candidates.keys import Key
from entityres.candidates.pair_finder import FoundPairs, PairFinder
from entityres.entities.decisions import Answer
from entityres.pipeline import MatchResult
from entityres.progress import Progress
from entityres.records import cleaning, finding_roles
from entityres.records.roles import Role
from entityres.session.project import Prepared, Project, State, Stopped
from entityres.session.review import Review
from entityres.settings import Settings

pytestmark = pytest.mark.slow

LISTS = [
    str(Path(__file__).resolve().parents[2] / "resources" / "samples" / name) for name in ("crm.csv", "webshop.csv")
]
TABLES = ("merged.csv", "crosswalk.csv", "pairs.csv")


def tables(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in TABLES]


@pytest.fixture(scope="module")
def matched_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed project of two lists that were matched, with the files of `entityres match` beside it."""
    folder = tmp_path_factory.mktemp("engine")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ENTITYRES_DATA", str(folder / "data"))
        with Project.create(folder / "x.entityres") as project:
            project.add_lists(project.reading_job(LISTS)(Progress()))
            project.take_matches(project.matching_job()(Progress()))
        assert cli.main(["match", *LISTS, "--out", str(folder / "cli"), "--quiet"]) == 0
    return folder / "x.entityres"


def test_from_lists_to_files_and_back_again(matched_file: Path, tmp_path: Path) -> None:
    with Project.open(matched_file) as project:
        project.exporting_job(tmp_path / "first")(Progress())
        assert tables(tmp_path / "first") == tables(matched_file.parent / "cli")
        assert {stage.state for stage in project.stages().values()} == {State.READY}

        review = Review(project)
        pair = review.next_undecided()
        assert pair is not None
        assert review.state_of(pair).name == "review"
        groups = project.groups
        assert groups is not None
        left, right = review.records(pair)
        project.decide([pair], Answer.MATCH)
        joined = project.groups
        merged = project.merged_now()
        assert joined is not None
        assert merged is not None
        assert joined.group_of[left] == joined.group_of[right]
        assert merged.table.num_rows == len(joined.sizes)
        project.exporting_job(tmp_path / "decided")(Progress())
        assert tables(tmp_path / "decided") != tables(tmp_path / "first")
        states = project.standings().tolist()

    with Project.open(matched_file) as project:
        assert project.standings().tolist() == states
        assert project.decisions.answer_of(pair) == Answer.MATCH
        project.exporting_job(tmp_path / "again")(Progress())
        assert tables(tmp_path / "again") == tables(tmp_path / "decided")
        project.undo()
        project.exporting_job(tmp_path / "undone")(Progress())
        assert tables(tmp_path / "undone") == tables(tmp_path / "first")


def test_roles_are_found_and_chosen(matched_file: Path) -> None:
    with Project.open(matched_file) as project:
        assert project.columns is not None
        email = next(c for c in project.columns.output if c.role == Role.EMAIL)
        heading = email.columns[0]
        assert heading is not None
        project.set_role(0, heading, Role.KEEP)
        role = next(r for r in project.columns.roles[0] if r.column == heading)
        assert role.role == Role.KEEP
        assert project.changed_since_match() == (f"role of “{heading}”",)
        project.rename_list(0, "Main")
        role = next(r for r in project.columns.roles[0] if r.column == heading)
        assert role.role == Role.KEEP
        project.undo()
        project.undo()
        assert project.changed_since_match() == ()


def test_other_keys_need_no_cleaning(matched_file: Path) -> None:
    with Project.open(matched_file) as project:
        assert project.matched is not None
        project.set_keys(project.keys[:2])
        prepared = project.preparing_job()(Progress())
        assert prepared.cleaned is project.matched.cleaned
        assert prepared.keys == project.keys
        heading = project.lists[0].columns[0]
        project.set_role(0, heading, Role.KEEP)
        assert project.preparing_job()(Progress()).cleaned is not project.matched.cleaned
        project.undo()
        project.undo()


def test_a_run_cleans_only_what_was_not_cleaned_since_the_project_was_opened(
    matched_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    clean, find = cleaning.clean_records, finding_roles.find_roles

    def clean_records(*given: Any, **named: Any) -> Any:
        made.append("values")
        return clean(*given, **named)

    def find_roles(record_list: Any) -> Any:
        made.append("roles")
        return find(record_list)

    def run(project: Project) -> bytes:
        result = project.matching_job()(Progress())
        project.take_matches(result)
        return scores_of(result)

    with Project.open(matched_file) as project:
        anew = run(project)
        monkeypatch.setattr(cleaning, "clean_records", clean_records)
        monkeypatch.setattr(finding_roles, "find_roles", find_roles)
        assert run(project) == anew
        project.set_keys(project.keys[:2])
        few = run(project)
        assert made == []
        monkeypatch.undo()
        assert few == scores_of(pipeline.match(project.lists, project.settings))
        monkeypatch.setattr(cleaning, "clean_records", clean_records)
        project.set_role(0, project.lists[0].columns[0], Role.KEEP)
        prepared = project.preparing_job()(Progress())
        project.take_prepared(prepared)
        assert made == ["values"]
        assert run(project) == scores_of(pipeline.match(project.lists, project.settings))
        assert made == ["values"] * 2, "once when it was prepared, once for the run outside the project"
        project.undo()
        project.undo()
        assert run(project) == anew
        assert made == ["values"] * 3
    with Project.open(matched_file) as project:
        assert run(project) == anew
        assert made == ["values"] * 4, "another version of the program may have made those of the file"


def test_stopping_keeps_the_keys_that_were_finished(matched_file: Path) -> None:
    class Stopping(Progress):
        """Somebody presses Stop while the third key runs."""

        def begin(self, stage: str, total: int = 0) -> None:
            if sum(text.startswith("Key: ") for text in (*self.finished, self.stage)) == 3:
                self.cancel()
            super().begin(stage, total)

    with Project.open(matched_file) as project:
        prepared = project.preparing_job()(Progress())
        assert isinstance(prepared, Prepared)
        project.take_prepared(prepared)
        assert project.keys == prepared.keys
        stopped = project.matching_job()(Stopping())
        assert isinstance(stopped, Stopped)
        enabled = tuple(key for key in prepared.keys if key.enabled)
        assert set(stopped.partial_keys) < set(enabled)
        assert len(stopped.partial_keys) >= 2
        assert stopped.n_keys == len(enabled)
        project.take_matches(stopped)
        project.set_keys(stopped.keys_to_use)
        result = project.matching_job()(Progress())
        assert not isinstance(result, Stopped)
        assert [key for key in result.scored.pairs.keys if key.enabled] == list(stopped.partial_keys)
        assert len(result.scored.pairs) == stopped.n_pairs
        project.undo()


def scores_of(result: MatchResult | Stopped) -> bytes:
    assert not isinstance(result, Stopped)
    pairs, scored = result.scored.pairs, result.scored
    arrays = (pairs.left, pairs.right, pairs.masks, pairs.jaccard, scored.score, result.groups.group_of)
    return pickle.dumps((*(one.tobytes() for one in arrays), pairs.keys, pairs.counts, pairs.hot, pairs.left_out))


@pytest.mark.parametrize("where", ["Choosing keys", "Key: ", "Measuring similarity", "Scoring pairs", "Saving pairs"])
def test_a_stopped_run_goes_on_and_makes_nothing_twice(
    matched_file: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Stopping(Progress):
        """Somebody presses Stop in this stage, of keys in the fourth."""

        def begin(self, stage: str, total: int = 0) -> None:
            begun = sum(text.startswith(where) for text in (*self.finished, self.stage, stage))
            if stage.startswith(where) and begun == (4 if where == "Key: " else 1):
                self.cancel()
            super().begin(stage, total)

    ran: list[str] = []
    clean, finding = cleaning.clean_records, PairFinder.find

    def clean_records(*given: Any, **named: Any) -> Any:
        ran.append("cleaning")
        return clean(*given, **named)

    def find(finder: PairFinder, number: int, key: Key) -> FoundPairs:
        found = finding(finder, number, key)
        ran.append(key.name)
        return found

    with Project.open(matched_file) as project:
        whole = scores_of(project.matching_job()(Progress()))
        monkeypatch.setattr(cleaning, "clean_records", clean_records)
        monkeypatch.setattr(PairFinder, "find", find)
        stopped = project.matching_job()(Stopping())
        assert isinstance(stopped, Stopped)
        project.take_matches(stopped)
        assert scores_of(project.matching_job()(Progress())) == whole
        assert sorted(ran) == sorted({"cleaning", *(key.name for key in project.keys)})


def test_a_run_without_a_pair_is_not_searched_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That no key finds a pair is a result too: whoever stops later and goes on does not wait for the keys once more."""
    place = tmp_path / "strangers.csv"
    place.write_text("name,email\nAnna Weiss,anna@example.org\nBernd Kohl,kohl@example.net\n", encoding="utf-8")
    lists, so_far, ran = pipeline.load([place]), pipeline.RunSoFar(), list[str]()
    finding = PairFinder.find

    def find(finder: PairFinder, number: int, key: Key) -> FoundPairs:
        ran.append(key.name)
        return finding(finder, number, key)

    monkeypatch.setattr(PairFinder, "find", find)
    for _ in range(2):
        assert len(pipeline.match(lists, Settings(), so_far=so_far).scored) == 0
    assert ran
    assert len(ran) == len(set(ran))


def test_keys_of_ones_own_outlive_the_role_of_a_column(matched_file: Path, tmp_path: Path) -> None:
    with Project.open(shutil.copy(matched_file, tmp_path / "mine.entityres")) as project:
        project.enable_key(project.keys[-1].name, False)  # from now on all keys are the user's own
        assert project.columns is not None
        for number, roles in enumerate(project.columns.roles):
            for column in roles:
                if column.role == Role.PHONE:
                    project.set_role(number, column.column, Role.KEEP)
        project.take_matches(project.matching_job()(Progress()))
        assert project.scored is not None
        assert len(project.scored) > 0
        ran = dict(zip((key.name for key in project.scored.pairs.keys), project.scored.pairs.counts, strict=True))
        assert ran["Same phone"].pairs == ran["Same phone"].records == 0
        project.exporting_job(tmp_path / "out")(Progress())
    warnings = json.loads((tmp_path / "out" / "report.json").read_text("utf-8"))["warnings"]
    assert "The key “Same phone” reads Phone, which is not compared here: it finds nothing." in warnings
