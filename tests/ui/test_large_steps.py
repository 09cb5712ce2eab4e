"""Very many answers at once: the window is used while they are written, and nothing of them is lost."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt

import entityres.session.batches as batches
import entityres.ui.widgets.answering as answering
from entityres.session.pair_notes import PairNotes
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.jobs import JobRunner
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window


@pytest.fixture
def many(qtbot, tmp_path, monkeypatch):
    """A window on the review of all pairs, in which three answers are many."""
    without_engine(monkeypatch)
    monkeypatch.setattr(batches, "LARGE", 3)
    monkeypatch.setattr(answering, "LARGE", 3)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path, jobs=JobRunner()) as window:
        window.go_to(Step.REVIEW)
        window.pages[Step.REVIEW].narrowing.clear()
        yield window


@pytest.fixture
def slow_disk(monkeypatch):
    """Answers are saved only when it is set."""
    go_on, real = threading.Event(), batches.write_decisions

    def written(db, rows, progress=None):
        assert go_on.wait(20)
        real(db, rows, progress)

    monkeypatch.setattr(batches, "write_decisions", written)
    yield go_on
    go_on.set()


def ended(qtbot, window):
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=20000)


def accept_all(window):
    window.actions["accept_shown"].trigger()
    window.pages[Step.REVIEW].sheet.all_button.click()


def test_accepting_all_shown_leaves_the_window_usable_and_other_answers_wait_with_a_sentence(qtbot, many, slow_disk):
    page, project = many.pages[Step.REVIEW], many.project
    accept_all(many)
    assert many.jobs.is_busy
    assert many.jobs.title.startswith(f"Accept {len(page.review):,} pairs")
    assert project.decisions.count == 0
    page.panel.table.setFocus()
    qtbot.keyClick(page.panel.table, Qt.Key.Key_R)
    assert many.messages.said[-1].text.endswith("is still being written.")
    many.actions["undo"].trigger()
    many.go_to(Step.COLUMNS)
    many.go_to(Step.REVIEW)
    page.narrowing.look_for("Ruiz")
    chosen = page.current_pair
    slow_disk.set()
    ended(qtbot, many)
    assert project.decisions.count == len(project.scored)
    assert page.current_pair == chosen, "who went on looks where they looked"
    assert many.actions["undo"].text().startswith("Undo accept")


def test_undo_and_redo_take_the_same_way(qtbot, many, monkeypatch):
    project = many.project
    accept_all(many)
    ended(qtbot, many)
    seen = []
    many.jobs.job_started.connect(seen.append)
    many.actions["undo"].trigger()
    assert many.jobs.is_busy
    ended(qtbot, many)
    assert project.decisions.count == 0
    many.actions["redo"].trigger()
    ended(qtbot, many)
    assert project.decisions.count == len(project.scored)
    assert [title.split()[0] for title in seen] == ["Undo", "Redo"]


def test_going_to_a_moment_passes_large_steps_and_small_ones(qtbot, many):
    project = many.project
    project.decide([0], 1)
    accept_all(many)
    ended(qtbot, many)
    project.set_cuts(0.9, 0.2)
    in_force = project.steps[0]
    many.commands.go_to_moment(in_force - 3)
    ended(qtbot, many)
    assert project.decisions.count == 0
    assert project.steps[0] == in_force - 3
    many.commands.go_to_moment(in_force)
    ended(qtbot, many)
    assert project.decisions.count == len(project.scored)
    assert project.settings.match_at == 0.9


def test_stopping_changes_nothing_and_says_so(qtbot, many, slow_disk):
    accept_all(many)
    many.commands.stop()
    slow_disk.set()
    ended(qtbot, many)
    assert many.project.decisions.count == 0
    assert many.messages.said[-1].text == "Stopped. Nothing was changed."
    accept_all(many)
    ended(qtbot, many)
    assert many.project.decisions.count == len(many.project.scored)


def test_a_window_that_closes_waits_until_all_is_written(qtbot, many, slow_disk):
    path, count = many.project.path, len(many.project.scored)
    accept_all(many)
    threading.Timer(0.2, slow_disk.set).start()
    many.close_for_good()
    with Project.open(path) as again:
        assert again.decisions.count == count


def test_what_the_review_shows_of_pairs_is_worked_out_before_they_arrive(qtbot, many, monkeypatch, tmp_path):
    places, real = [], PairNotes.of

    def of(matched):
        places.append(threading.current_thread() is threading.main_thread())
        return real(matched)

    monkeypatch.setattr(PairNotes, "of", staticmethod(of))
    many.find_matches()
    ended(qtbot, many)
    assert many.step is Step.REVIEW
    assert len(many.pages[Step.REVIEW].review)
    assert places == [False]
    other = make_project(tmp_path / "other.entityres")
    place = other.path
    other.close()
    places.clear()
    many.messages.answers = [0]
    many.open_paths([str(place)])
    qtbot.waitUntil(lambda: many.project.path == place, timeout=20000)
    assert places == [False]


def test_a_project_that_is_being_opened_when_the_window_closes_is_let_go(qtbot, many, monkeypatch, tmp_path):
    other = make_project(tmp_path / "other.entityres")
    place = other.path
    other.close()
    begun, go_on = threading.Event(), threading.Event()

    def slow(self):
        begun.set()
        assert go_on.wait(20)

    monkeypatch.setattr(Project, "make_ready", slow)
    many.open_paths([str(place)])
    assert many.jobs.title == "Opening other.entityres"
    assert begun.wait(20)
    assert many.project.path != place, "meanwhile the present one is shown"
    threading.Timer(0.2, go_on.set).start()
    many.close_for_good()
    with Project.open(place) as again:
        assert not again.read_only
        assert not again.ended_unexpectedly


def test_a_note_that_cannot_be_kept_now_stays_written(qtbot, many, slow_disk):
    page, project = many.pages[Step.REVIEW], many.project
    first = page.current_pair
    accept_all(many)
    page.panel.table.setFocus()
    qtbot.keyClick(page.panel.table, Qt.Key.Key_N)
    page.note_line.edit.setText("ask the customer")
    qtbot.keyClick(page.note_line.edit, Qt.Key.Key_Return)
    assert many.messages.said[-1].text.endswith("is still being written.")
    assert page.note_line.isVisible()
    page.panel.table.step(1)
    assert page.note_line.edit.text() == "ask the customer"
    slow_disk.set()
    ended(qtbot, many)
    page.panel.table.step(1)
    assert project.decisions.note_of(first) == "ask the customer"
    assert not page.note_line.isVisible()


def test_what_was_chosen_and_not_taken_is_not_shown_as_if_it_were(qtbot, many, slow_disk):
    page, project = many.pages[Step.REVIEW], many.project
    cuts = page.strip.cuts
    many.go_to(Step.MERGE)
    rules = many.pages[Step.MERGE].rules
    box = next(iter(rules._choices.values()))
    rule = box.currentIndex()
    many.go_to(Step.REVIEW)
    page.narrowing.clear()
    accept_all(many)
    page.strip.set_folded(False)
    page.strip.match_spin.setValue(0.9)
    assert page.strip.cuts == cuts
    many.go_to(Step.MERGE)
    box.setCurrentIndex(rule + 1)
    box.activated.emit(rule + 1)
    assert many.messages.said[-1].text.endswith("is still being written.")
    box = next(iter(many.pages[Step.MERGE].rules._choices.values()))
    assert box.currentIndex() == rule
    slow_disk.set()
    ended(qtbot, many)
    assert project.settings.match_at is None
    assert not project.settings.rules
