"""The project file: what is on the disk after a crash, who may write, other versions, damage and copies."""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from entityres.entities.decisions import Answer
from entityres.errors import ProjectError
from entityres.session.file_lock import FileLock
from entityres.session.project import Project
from entityres.session.store import APPLICATION_ID, FORMAT, VERSIONS_KEPT
from tests.session.customers import new_project, without_engine

ROOT = Path(__file__).resolve().parents[2]

DECIDE_AND_WAIT = """
import sys
from pathlib import Path
import pytest
from entityres.entities.decisions import Answer
from entityres.session.project import Project
from tests.session.customers import without_engine
with pytest.MonkeyPatch.context() as patch:
    without_engine(patch)
    project = Project.open(Path(sys.argv[1]))
    project.decide([0], Answer.MATCH)
    project.decide([6], Answer.NOT, note="no")
    project.undo()
    project.decide([5], Answer.UNSURE)
    print("decided", flush=True)
    sys.stdin.read()
"""


def started(path: Path) -> subprocess.Popen[str]:
    """Another process that has decided on pairs of the project and keeps it open."""
    process = subprocess.Popen(
        [sys.executable, "-c", DECIDE_AND_WAIT, str(path)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "decided\n"
    return process


def killed(process: subprocess.Popen[str]) -> None:
    """End a process at once, as a power cut would."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        assert stream is not None
        stream.close()


@pytest.fixture
def closed(project: Project) -> Path:
    """A project that nobody has open."""
    project.close()
    return project.path


@pytest.mark.slow
def test_a_decision_survives_the_end_of_the_process_and_so_does_undo(closed: Path) -> None:
    process = started(closed)
    killed(process)
    with Project.open(closed) as project:
        assert project.ended_unexpectedly
        assert not project.read_only
        assert project.decisions.answer_of(0) == Answer.MATCH
        assert project.decisions.answer_of(6) is None
        assert project.decisions.answer_of(5) == Answer.UNSURE
        assert project.undo_text == "Undo mark as unsure “Tom Gould”"
        project.undo()
        assert project.decisions.answer_of(5) is None
        project.undo()
        assert project.decisions.answer_of(0) is None
    with Project.open(closed) as project:
        assert not project.ended_unexpectedly
        assert project.redo_text == "Redo accept “Ana Ruiz”"


@pytest.mark.slow
def test_a_second_process_may_only_read_and_says_who_writes(closed: Path) -> None:
    process = started(closed)
    with Project.open(closed) as project:
        assert project.read_only
        assert f"process {process.pid}" in project.read_only_why
        assert project.decisions.answer_of(0) == Answer.MATCH
        with pytest.raises(ProjectError, match="open elsewhere") as caught:
            project.decide([1], Answer.MATCH)
        assert caught.value.hint == "Save a copy to go on working."
        assert project.decisions.answer_of(1) is None
        assert not project.can_undo
        copy = closed.with_name("copy.entityres")
        project.save_copy(copy)
        project.set_view("sort", "name")
        assert project.view("sort") is None
    killed(process)
    with Project.open(copy) as project:
        assert project.decisions.answer_of(0) == Answer.MATCH
        project.decide([1], Answer.MATCH)


def test_a_second_window_of_the_same_process_may_only_read(project: Project) -> None:
    with Project.open(project.path) as second:
        assert second.read_only
        assert f"process {os.getpid()}" in second.read_only_why
    with Project.open(project.path) as third:
        assert third.read_only, "closing a reader does not end the writer's lock"
    project.decide([0], Answer.MATCH)


def test_nobody_overwrites_a_project_that_is_open(project: Project, tmp_path: Path) -> None:
    other = new_project(tmp_path / "other.entityres")
    with pytest.raises(ProjectError, match="is open elsewhere"):
        other.save_copy(project.path)
    with pytest.raises(ProjectError, match="is open elsewhere"):
        other.name_it(project.path)
    with pytest.raises(ProjectError, match="already"):
        Project.create(project.path)
    other.close()


def test_a_lock_without_its_process_means_an_unclean_end(tmp_path: Path) -> None:
    path = tmp_path / "x.entityres"
    lock = FileLock(path)
    lock.path.write_text(json.dumps({"pid": 1, "host": "there", "user": "Kim", "since": "today"}), encoding="utf-8")
    owner = lock.owner()
    assert owner is not None
    assert owner.words == "Kim on there (process 1, since today)"
    assert lock.take()
    assert lock.left_behind
    lock.give_back()
    assert not lock.path.exists()
    lock.give_back()
    lock.path.write_bytes(b"\xff not JSON")
    assert lock.owner() is None


def test_a_folder_that_cannot_be_written_to_still_shows_the_project(
    closed: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refused(lock: FileLock) -> bool:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(FileLock, "take", refused)
    before = sorted(closed.parent.iterdir())
    with Project.open(closed) as project:
        assert project.read_only
        assert project.read_only_why == "customers.entityres is in a folder that cannot be written to."
        assert len(project.lists) == 2
        assert sorted(closed.parent.iterdir()) == before
        with pytest.raises(ProjectError, match="cannot be written to"):
            project.save_copy(tmp_path / "copy.entityres")
    with pytest.raises(ProjectError, match="Permission denied"):
        Project.create(tmp_path / "new.entityres")


def test_a_disk_without_locks_does_not_keep_anyone_out(closed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import fcntl

    def unknown(*_: object) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", unknown)
    with Project.open(closed) as project:
        assert not project.read_only


def test_every_answer_waits_for_the_disk(closed: Path) -> None:
    with Project.open(closed) as project:
        assert project._store._db.execute("PRAGMA synchronous").fetchone()[0] == 2
        assert project._store._db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"


def test_a_newer_format_opens_read_only(closed: Path) -> None:
    with sqlite3.connect(closed) as db:
        db.execute(f"PRAGMA user_version={FORMAT + 1}")
    db.close()
    with Project.open(closed) as project:
        assert project.read_only
        assert "newer version of entityres" in project.read_only_why
        assert len(project.lists) == 2
        assert project.scored is not None
        with pytest.raises(ProjectError, match="newer version"):
            project.set_cuts(0.9, 0.1)


def test_the_file_says_what_it_is(closed: Path) -> None:
    db = sqlite3.connect(closed)
    assert db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
    assert db.execute("PRAGMA user_version").fetchone()[0] == FORMAT
    assert db.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
    assert [row[0] for row in db.execute("SELECT version FROM migrations")] == list(range(1, FORMAT + 1))
    db.close()


@pytest.mark.parametrize("content", [b"", b"a,b\n1,2\n", b"SQLite format 3\x00" + bytes(100)])
def test_other_files_are_refused_and_left_as_they_are(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(content)
    with pytest.raises(ProjectError, match=r"list\.csv is not a project"):
        Project.open(path)
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "books.db"
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE books (title)")
    db.commit()
    db.close()
    before = path.read_bytes()
    with pytest.raises(ProjectError, match="is not a project"):
        Project.open(path)
    assert path.read_bytes() == before


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="was not found"):
        Project.open(tmp_path / "gone.entityres")


def damage(path: Path) -> None:
    """Overwrite the middle of a file."""
    data = bytearray(path.read_bytes())
    for at in range(4096 * 3, len(data) - 4096, 4096):
        data[at : at + 512] = os.urandom(512)
    path.write_bytes(data)


def test_damage_is_found_after_an_unclean_end_and_older_versions_remain(closed: Path) -> None:
    with Project.open(closed) as project:
        project.decide([0], Answer.MATCH)
        (version,) = project.older_versions()
    damage(closed)
    damaged = closed.read_bytes()
    lock = FileLock(closed)
    lock.path.write_text("{}", encoding="utf-8")
    with pytest.raises(ProjectError, match="is damaged") as caught:
        Project.open(closed)
    assert "older version" in caught.value.hint
    assert closed.read_bytes() == damaged
    with Project.open(version) as project:
        assert len(project.lists) == 2
        assert project.decisions.answer_of(0) is None


def test_the_last_five_versions_are_kept(closed: Path) -> None:
    for pair in range(VERSIONS_KEPT + 2):
        with Project.open(closed) as project:
            project.decide([pair], Answer.MATCH)
    with Project.open(closed) as project:
        versions = project.older_versions()
        assert len(versions) == VERSIONS_KEPT
    decided = []
    for version in versions:
        with Project.open(version) as old:
            decided.append(len(old.decisions))
    assert decided == [7, 6, 5, 4, 3]
    # Opening without changing anything keeps no second copy of the same state.
    before = versions
    with Project.open(closed) as project:
        assert project.older_versions() == before


def test_a_draft_moves_to_the_place_it_is_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)
    project = new_project()
    draft = project.path
    assert project.is_draft
    assert project.name == "Untitled"
    project.decide([0], Answer.MATCH)
    project.name_it(tmp_path / "named.entityres")
    assert not project.is_draft
    assert project.name == "named"
    assert not draft.exists()
    project.decide([1], Answer.MATCH)
    project.undo()
    project.undo()
    project.redo()
    project.close()
    assert sorted(p.name for p in tmp_path.glob("*.entityres*")) == ["named.entityres"]
    with Project.open(tmp_path / "named.entityres") as again:
        assert again.decisions.answer_of(0) == Answer.MATCH
        assert again.redo_text == "Redo accept “Ana Ruiz”"


def test_a_named_project_leaves_its_file_behind(project: Project, tmp_path: Path) -> None:
    old = project.path
    project.name_it(old)
    project.name_it(tmp_path / "new.entityres")
    project.decide([0], Answer.MATCH)
    with Project.open(old) as before:
        assert not before.read_only
        assert before.decisions.answer_of(0) is None


def test_a_draft_that_nobody_wants_is_removed(monkeypatch: pytest.MonkeyPatch) -> None:
    without_engine(monkeypatch)
    project = new_project()
    project.delete()
    assert not list(project.path.parent.iterdir())


def test_a_place_that_cannot_be_written(project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(ProjectError):
        project.save_copy(tmp_path / "file" / "copy.entityres")
    with pytest.raises(ProjectError):
        Project.create(tmp_path / "file" / "folder" / "new.entityres")
    project.decide([0], Answer.MATCH)


def test_a_full_disk_changes_nothing_and_says_so(project: Project) -> None:
    pages = project._store._db.execute("PRAGMA page_count").fetchone()[0]
    project._store._db.execute(f"PRAGMA max_page_count={pages}")
    with pytest.raises(ProjectError, match="disk is full"):
        project.decide([0], Answer.MATCH, note="x" * 10_000_000)
    assert project.decisions.answer_of(0) is None
    project._store._db.execute("PRAGMA max_page_count=1000000")
    steps = len(project.history())
    project.decide([1], Answer.MATCH)
    assert len(project.history()) == steps + 1
    assert project.decisions.answer_of(1) == Answer.MATCH


def test_contents_that_nothing_names_are_dropped_on_opening(project: Project) -> None:
    from entityres.progress import Progress

    for _ in range(3):
        project.take_matches(project.matching_job()(Progress()))
    path = project.path
    assert len(project._store.rows("SELECT id FROM contents")) == 6
    project.remove_list(0)
    project.close()
    again = Project.open(path)
    # Both lists (undo needs the removed one) and the last match are left.
    assert len(again._store.rows("SELECT id FROM contents")) == 3
    assert len({content for (content,) in again._store.rows("SELECT content FROM chunks")}) == 3
    again.undo()
    assert len(again.lists) == 2
    project._store = again._store


def test_how_things_were_shown_comes_back(project: Project) -> None:
    project.set_view("review", {"sort": "name", "states": ["match"]})
    steps = len(project.history())
    path = project.path
    project.close()
    again = Project.open(path)
    assert again.view("review") == {"sort": "name", "states": ["match"]}
    assert again.view("other", 7) == 7
    assert len(again.history()) == steps
    project._store = again._store


def test_pairs_of_another_version_are_left_out_and_the_rest_is_there(closed: Path) -> None:
    db = sqlite3.connect(closed)
    with db:
        meta = db.execute("SELECT id, meta FROM contents WHERE kind = 'match'").fetchone()
        changed = meta[1].replace('"kind": "exact"', '"kind": "not yet thought of"')
        assert changed != meta[1]
        db.execute("UPDATE contents SET meta = ? WHERE id = ?", (changed, meta[0]))
    db.close()
    with Project.open(closed) as project:
        assert project.matched is None
        assert "Press Find matches" in project.notices[0]
        assert len(project.lists) == 2


def test_sigkill_is_what_kill_sends() -> None:
    # The crash test above must not end its process in a way that lets it clean up.
    process = subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"], stdin=subprocess.PIPE)
    process.kill()
    assert process.wait() == -signal.SIGKILL
    assert process.stdin is not None
    process.stdin.close()
