"""Work without a name is found again, also when its process was killed; a draft that is open somewhere is left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from entityres.entities.decisions import Answer
from entityres.session.file_lock import is_open, was_left_behind
from entityres.session.left_drafts import delete_draft, glance, left_drafts
from entityres.session.places import versions_folder
from entityres.session.project import Project
from tests.session.customers import new_project, without_engine


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)


def kill(project: Project) -> Path:
    """The file as it is when the process of its window was killed: with a lock that names it and that nobody has."""
    path = project.path
    lock = path.with_name(path.name + ".lock")
    words = lock.read_bytes()
    project.close()
    lock.write_bytes(words)
    return path


def test_a_draft_is_found_with_its_lists_and_what_was_decided() -> None:
    project = new_project()
    project.decide([0, 2], Answer.MATCH)
    project.decide([3], Answer.UNSURE)
    project.set_note(4, "twins?")
    saved = project.saved_at
    assert is_open(project.path)
    assert left_drafts() == [], "it is open"
    project.close()
    (found,) = left_drafts()
    assert found.path == project.path
    assert found.lists == tuple(one.name for one in project.lists)
    assert found.answered == 3
    assert found.saved_at >= saved
    assert not found.unclean
    assert not is_open(project.path)


def test_a_killed_draft_is_known_for_one_until_it_is_opened() -> None:
    path = kill(new_project())
    assert was_left_behind(path)
    assert left_drafts()[0].unclean
    assert left_drafts()[0].unclean, "looking changes nothing"
    with Project.open(path) as again:
        assert again.ended_unexpectedly
        assert not was_left_behind(path)
    assert not was_left_behind(path)
    assert not left_drafts()[0].unclean


def test_drafts_without_lists_and_files_of_others_are_not_offered() -> None:
    empty = Project.create(None)
    empty.close()
    (empty.path.parent / "Untitled notes.entityres").write_text("not a project")
    assert glance(empty.path.parent / "Untitled notes.entityres") is None
    assert left_drafts() == []


def test_deleting_removes_all_of_a_draft_but_never_one_that_is_open() -> None:
    project = new_project()
    path = project.path
    assert not delete_draft(path)
    assert path.exists()
    project.close()
    Project.open(path).close()
    assert list(versions_folder(path).iterdir()) != []
    assert delete_draft(path)
    assert list(path.parent.iterdir()) == []
    assert not versions_folder(path).exists()


def test_what_is_left_to_review_is_known_without_opening_the_project() -> None:
    project = new_project()
    project.groups_now()
    project.decide([0], Answer.MATCH)
    left = project.left_to_review()
    project.close()
    project.close()
    look = glance(project.path)
    assert look is not None
    assert (look.left, look.answered) == (left, 1)
    with Project.open(project.path) as again:
        again.decide([1], Answer.NOT)
        killed = glance(project.path)
        assert killed is not None
        assert (killed.left, killed.answered) == (None, 2), "a killed window has not said it"


def test_before_the_first_match_nothing_is_said_about_what_is_left() -> None:
    with Project.create(None) as project:
        pass
    look = glance(project.path)
    assert look is None or look.left is None
