"""Very many answers as one step: the same as if they were given while somebody waits, whole or not at all."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import entityres.session.batches as batches
from entityres.entities.decisions import Answer
from entityres.errors import Cancelled, ProjectError
from entityres.progress import Progress
from entityres.records.roles import Role
from entityres.session.decision_book import DecisionBook
from entityres.session.project import Change, Project
from tests.session.customers import new_project, rematch

MATCH, NOT = Answer.MATCH, Answer.NOT
DECIDED = {Change.DECISIONS, Change.GROUPS}


@pytest.fixture(autouse=True)
def every_step_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "LARGE", 1)


class Held(Progress):
    """Waits where answers are saved, as a slow disk would."""

    def __init__(self) -> None:
        super().__init__()
        self.reached, self.go_on = threading.Event(), threading.Event()

    def advance(self, units: int = 1) -> None:
        self.reached.set()
        assert self.go_on.wait(20)
        super().advance(units)


@contextmanager
def held(job: Any) -> Iterator[tuple[Future[Any], Held]]:
    progress = Held()
    with ThreadPoolExecutor(1) as pool:
        future = pool.submit(job, progress)
        assert progress.reached.wait(20)
        try:
            yield future, progress
        finally:
            progress.go_on.set()


def said(project: Project) -> list[tuple[Any, ...]]:
    """All decisions but for when they were made."""
    book: DecisionBook = project.decisions
    names = [name for name in book.rows.dtype.names or () if name != "at"]
    return [tuple(row[name] for name in names) for row in book.rows if row["answer"] >= NOT]


def do(project: Project, pairs: list[int], answer: Answer | None, how: str = "key") -> Any:
    return project.take_written(project.deciding_job(np.array(pairs), answer, how)(Progress()))


def test_it_is_what_answering_at_once_is(project: Project, tmp_path: Path) -> None:
    with new_project(tmp_path / "other.entityres") as other:
        for one in (project, other):
            one.decide([0], NOT)
        assert do(project, [6, 0, 2, 6], MATCH, "bulk") == (DECIDED, None)
        other.decide([6, 0, 2, 6], MATCH, "bulk")
        assert said(project) == said(other)
        assert project.left_alone == other.left_alone == 1
        assert project.undo_text == other.undo_text
        assert project.decisions.as_decisions().answers.tolist() == other.decisions.as_decisions().answers.tolist()
        assert do(project, [6, 2], None)[0] == DECIDED
        other.decide([6, 2], None)
        assert said(project) == said(other)
        assert do(project, [2], None) == (frozenset(), None), "there is nothing to clear"
        kept, path = said(project), project.path
    project.close()
    with Project.open(path) as again:
        assert said(again) == kept


def test_it_goes_back_and_forth(project: Project) -> None:
    do(project, [0, 2, 6], MATCH, "bulk")
    after = said(project)
    back = project.moving_job(undo=True)
    assert back is not None
    assert project.take_written(back(Progress())) == (DECIDED, 0)
    assert said(project) == []
    assert project.redo_text.startswith("Redo accept 3 pairs")
    rematch(project)
    forth = project.moving_job(undo=False)
    assert forth is not None
    project.take_written(forth(Progress()))
    assert said(project) == after
    assert project.undo() == (DECIDED, 0), "the short way and the long one take the same steps"


def test_small_steps_need_no_job(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    assert project.moving_job(undo=True) is None
    project.set_role(0, "Phone", Role.KEEP)
    assert project.moving_job(undo=True) is None
    monkeypatch.setattr(batches, "LARGE", 5_000)
    project.decide([0, 2, 6], MATCH, "bulk")
    assert project.moving_job(undo=True) is None


def test_meanwhile_the_project_is_shown_as_it_was_and_other_steps_wait(project: Project, tmp_path: Path) -> None:
    project.decide([8], NOT)
    project.set_view("width", 1)
    before = said(project)
    with held(project.deciding_job(np.arange(4), MATCH, "bulk")) as (written, _progress):
        assert said(project) == before
        assert project.saved_at is not None
        assert project.undo_text.startswith("Undo reject")
        project.set_view("width", 2)
        assert project.view("width") == 2
        calls: list[Any] = [
            lambda: project.decide([5], MATCH),
            lambda: project.set_cuts(0.9, 0.2),
            lambda: project.set_note(5, "a note that nobody wrote before"),
            project.undo,
            lambda: project.rename_list(0, "customers"),
            lambda: project.deciding_job(np.arange(2), NOT),
            lambda: project.save_copy(tmp_path / "copy.entityres"),
        ]
        for call in calls:
            with pytest.raises(ProjectError, match=r"“Accept 4 pairs .*” is still being written\."):
                call()
    project.take_written(written.result())
    assert len(said(project)) == 5
    assert project.decide([5], MATCH) == DECIDED
    path = project.path
    project.close()
    with Project.open(path) as again:
        assert again.view("width") == 2
        assert len(said(again)) == 6


def test_stopped_it_changes_nothing_and_holds_up_nobody(project: Project) -> None:
    project.decide([8], NOT)
    before, steps = said(project), project.steps
    with held(project.deciding_job(np.arange(4), MATCH, "bulk")) as (written, progress):
        progress.cancel()
    with pytest.raises(Cancelled):
        written.result()
    assert (said(project), project.steps) == (before, steps)
    assert project.decide([5], MATCH) == DECIDED
    path = project.path
    project.close()
    with Project.open(path) as again:
        assert len(said(again)) == 2


def test_a_job_that_is_not_run_holds_up_nobody(project: Project) -> None:
    project.deciding_job(np.arange(4), MATCH, "bulk")
    project.give_up()
    assert project.decide([5], MATCH) == DECIDED
