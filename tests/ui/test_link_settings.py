"""At most one match per record: proposed with its reason, switched on and off by the user, and left to the lists again."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from entityres.session.project import Project
from entityres.session.stages import Step
from tests.helpers.generated_customers import two_lists
from tests.helpers.windows import open_window


@pytest.fixture
def free(qtbot, tmp_path, monkeypatch):
    """A window over two lists without doubles, before matching."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path, size=(1024, 700)) as made:
        made.apply(made.project.add_lists(two_lists(900, 3, again=0.0)))
        made.go_to(Step.MATCH)
        yield made


def link_of(window):
    return window.pages[Step.MATCH].link


def test_it_is_proposed_with_its_reason_and_can_be_switched_off_and_taken_back(free):
    link = link_of(free)
    assert link.isVisible()
    assert not link.box.isChecked()
    assert link.words.text() == "Proposed after matching, if no list holds anybody twice."
    free.find_matches()
    free.go_to(Step.MATCH)
    assert link.box.isChecked()
    assert link.words.text().startswith("Proposed because hardly any record is in a list twice (at most 0.")
    assert link.box.accessibleDescription() == link.words.text()
    assert not link.lists_button.isVisible()
    assert free.project.settings.one_to_one is None

    link.box.click()
    assert free.project.settings.one_to_one is False
    assert not link.box.isChecked()
    assert link.words.text() == "Chosen by you."
    free.apply(free.project.undo()[0])
    assert free.project.settings.one_to_one is None
    assert link.box.isChecked()
    free.apply(free.project.redo()[0])
    link.lists_button.click()
    assert free.project.settings.one_to_one is None
    assert link.box.isChecked()


def test_by_keyboard(free):
    link = link_of(free)
    link.box.setFocus()
    QTest.keyClick(link.box, Qt.Key.Key_Space)
    assert free.project.settings.one_to_one is True
    assert link.lists_button.isVisible()


def test_lists_with_doubles_say_why_it_is_not_proposed(made_up):
    made_up.go_to(Step.MATCH)
    link = link_of(made_up)
    assert link.isVisible()
    assert not link.box.isChecked()
    assert link.words.text() == "Not proposed because the lists were not compared with themselves."


def test_one_list_has_no_such_choice(window, crm):
    window.add_files([crm])
    window.go_to(Step.MATCH)
    assert not link_of(window).isVisible()


def test_groups_follow_the_choice(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path) as window:
        window.apply(window.project.add_lists(two_lists(900, 3, again=1.0)))
        window.find_matches()
        window.go_to(Step.MATCH)
        project, link = window.project, link_of(window)
        list_of = project.cleaned.list_of
        assert not link.box.isChecked()
        assert most_of_one_list(project.groups.group_of, list_of) > 1
        link.box.click()
        assert most_of_one_list(project.groups.group_of, list_of) == 1
        link.lists_button.click()
        assert most_of_one_list(project.groups.group_of, list_of) > 1


def most_of_one_list(group_of: np.ndarray, list_of: np.ndarray) -> int:
    """The most records that a group has of one list."""
    return int(np.unique(np.stack([group_of, list_of]), axis=1, return_counts=True)[1].max())
