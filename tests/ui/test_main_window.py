"""The window: steps, menus, shortcuts, dropping files, samples, undo, appearance, and that it says everything it shows."""

from __future__ import annotations

import re
import threading
from collections import Counter
from datetime import datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QSlider,
    QWidget,
)  # fmt: skip

from entityres.entities.decisions import Answer
from entityres.progress import Progress, quiet
from entityres.records.roles import Role
from entityres.session.left_drafts import Glance
from entityres.session.project import Project
from entityres.session.stages import Change, Step
from entityres.ui.actions import STEP_ACTIONS
from entityres.ui.all_pages import NAMES, PAGES
from entityres.ui.jobs import JobRunner
from entityres.ui.pages.start import state_words
from tests.helpers.windows import drop_files, open_window

FORBIDDEN = re.compile(
    r"false positive|cluster|blocking|jaccard|golden|entity\b|dataset|precision|recall|invalid|illegal", re.I
)


def click_step(qtbot, window, step: Step) -> None:
    steps = window.side.steps
    at = steps.visualItemRect(steps.item(int(step) - 1)).center()
    qtbot.mouseClick(steps.viewport(), Qt.MouseButton.LeftButton, pos=at)


def visible_words(window: QWidget) -> str:
    words = [one.text() for kind in (QLabel, QAbstractButton) for one in window.findChildren(kind) if one.isVisible()]
    return "\n".join(words)


# --- first start and steps ------------------------------------------------------------------------------------------


def test_the_first_start_shows_open_and_two_samples_without_a_dialog(window):
    page = window.start_page
    assert page.isVisible()
    assert page.open_button.words == "Open CSV files…"
    assert [card.button.text() for card in page.sample_cards.values()] == [
        "One list with duplicates",
        "Two lists to match",
    ]
    assert window.messages.asked == []
    assert window.title_label.text() == ""


@pytest.mark.parametrize("step", list(Step))
def test_every_step_can_be_clicked_without_data_and_offers_one_way_on(qtbot, window, step):
    click_step(qtbot, window, step)
    page = window.pages[step]
    assert page.isVisible()
    assert window.step is step
    buttons = [
        one for one in page.findChildren(QAbstractButton) if one.isVisible() and one.property("kind") == "primary"
    ]
    assert len([one for one in buttons if one.isEnabled()]) == 1
    assert "no matches" not in visible_words(window).lower()


def test_steps_go_by_key_and_back_and_forth(qtbot, window):
    for number, step in enumerate((Step.LOAD, Step.COLUMNS), 1):
        qtbot.keyClick(window, getattr(Qt.Key, f"Key_{number}"), Qt.KeyboardModifier.AltModifier)
        assert window.step is step
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.LOAD
    qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.COLUMNS
    qtbot.keyClick(window, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert window.step is Step.COLUMNS
    window.actions["step_load"].trigger()
    window.actions["next_step"].trigger()
    assert window.step is Step.COLUMNS


def test_large_text_in_a_small_window_leaves_the_page_its_room(window):
    window.resize(1024, 700)
    assert not window.side.steps.narrow
    QApplication.processEvents()
    high = window.menuBar().height()
    window.theme.set_zoom(200)
    QApplication.processEvents()
    assert window.side.steps.narrow
    assert window.side.width() < 1024 * 0.12
    assert not window.side.narrow_by_choice
    window.theme.set_zoom(100)
    assert not window.side.steps.narrow
    QApplication.processEvents()
    QApplication.processEvents()
    assert window.menuBar().height() == high
    window.theme.set_zoom(200)
    window.actions["collapse_steps"].trigger()
    assert not window.side.steps.narrow


def test_steps_that_a_person_made_narrow_stay_so_after_large_text(window):
    window.resize(1024, 700)
    window.actions["collapse_steps"].trigger()
    window.theme.set_zoom(200)
    assert window.side.narrow_by_choice
    window.theme.set_zoom(100)
    assert window.side.steps.narrow


def test_the_tooltip_of_a_step_has_what_a_narrow_list_leaves_out(window, crm):
    window.add_files([crm])
    assert window.side.steps.item(0).toolTip() == "Load (Alt+1)\n1 list · 4 rows"


def test_the_step_list_can_be_narrow(window):
    wide = window.side.width()
    window.actions["collapse_steps"].trigger()
    assert window.side.steps.narrow
    assert window.side.sizeHint().width() < wide
    window.actions["collapse_steps"].trigger()


# --- files -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [None, Step.LOAD, Step.COLUMNS])
def test_two_files_dropped_anywhere_become_two_lists(window, crm, shop, before):
    if before is not None:
        window.go_to(before)
    assert drop_files(window, [crm, shop])
    assert [one.name for one in window.project.lists] == ["crm", "shop"]
    assert window.step is Step.LOAD
    assert window.side.steps.entry(1).words == "2 lists · 6 rows"
    assert window.status_line.counts.text() == "6 records"


def test_opening_by_the_dialog_uses_the_only_door(window, crm):
    window.messages.answers = [[crm]]
    window.actions["open"].trigger()
    assert window.messages.asked[0].kind == "files"
    assert len(window.project.lists) == 1
    assert crm in window.preferences.recent()


@pytest.mark.parametrize(("answer", "lists"), [("Keep one", 1), ("Load again as a second list", 2), (-1, 1)])
def test_the_same_file_twice_is_asked_about(window, crm, answer, lists):
    window.add_files([crm])
    window.messages.answers = [answer]
    window.add_files([crm])
    assert "crm.csv is loaded already." in window.messages.asked[0].text
    assert len(window.project.lists) == lists


def test_a_file_that_cannot_be_read_is_said_with_a_remedy(window, tmp_path):
    window.add_files([str(tmp_path / "nothing.csv")])
    assert window.messages.said[-1].kind == "problem"
    assert "nothing.csv" in window.messages.said[-1].text
    assert window.messages.said[-1].hint
    assert window.message_bar.isVisible()
    assert not window.jobs.is_busy


# --- the sample ------------------------------------------------------------------------------------------------------


def test_a_sample_lands_on_review_without_another_click(qtbot, window):
    card = window.start_page.sample_cards["one_list"]
    qtbot.mouseClick(card.button, Qt.MouseButton.LeftButton)
    assert window.step is Step.REVIEW
    assert len(window.project.scored) > 0
    assert window.windowTitle().startswith("Sample")
    assert "sample" in window.message_bar.topics
    assert window.project.is_draft
    window.go_to(Step.MERGE)
    assert "sample" not in window.message_bar.topics
    for step in Step:
        window.go_to(step)
        assert window.pages[step].isVisible()
        assert not FORBIDDEN.search(visible_words(window.pages[step])), step
    assert [one for one in window.messages.said if one.kind == "problem"] == []


def test_the_window_stays_usable_while_a_job_runs_and_stop_ends_it(qtbot, tmp_path, monkeypatch, crm):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path, jobs=JobRunner()) as window:
        window.add_files([crm])
        qtbot.waitUntil(lambda: bool(window.project.lists) and not window.jobs.is_busy, timeout=20000)
        started = threading.Event()

        def endless(progress):
            progress.begin("Waiting", 10)
            started.set()
            while True:
                progress.check()

        monkeypatch.setattr(window.project, "matching_job", lambda: endless)
        window.find_matches()
        qtbot.waitUntil(started.is_set, timeout=5000)
        qtbot.waitUntil(lambda: "Waiting" in window.progress_strip.words.text(), timeout=5000)
        assert window.side.steps.entry(3).state == "working"
        assert not window.actions["run"].isEnabled()
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_A):
            qtbot.keyClick(window, key)
        window.go_to(Step.COLUMNS)
        assert window.jobs.is_busy
        assert not window.runs.find_matches()
        qtbot.mouseClick(window.progress_strip.stop_button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=5000)
        assert window.messages.said[-1].text == "Stopped. Nothing was changed."
        assert not window.progress_strip.isVisible()
        assert window.actions["run"].isEnabled()


def test_a_double_click_on_a_sample_opens_it_once_and_says_nothing(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path, jobs=JobRunner()) as window:
        card = window.start_page.sample_cards["one_list"]
        with qtbot.assertNotEmitted(card.card_pressed):
            qtbot.mouseClick(card, Qt.MouseButton.RightButton)
        for _ in range(2):
            qtbot.mouseClick(card, Qt.MouseButton.LeftButton)
        project = window.project
        assert window.jobs.is_busy
        assert window.messages.said == []
        window.jobs.cancel()
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=20000)
        assert window.project is project


def test_another_project_waits_for_the_run_of_the_present_one(qtbot, tmp_path, monkeypatch, crm, shop):
    """Its results would land in the other project."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with Project.create(tmp_path / "other.entityres") as other:
        other.add_lists(other.reading_job([shop])(quiet()))
        place = other.path
    with open_window(Project.create(None), tmp_path, jobs=JobRunner()) as window:
        window.add_files([crm])
        qtbot.waitUntil(lambda: bool(window.project.lists) and not window.jobs.is_busy, timeout=20000)
        mine, go_on = window.project, threading.Event()
        real = mine.matching_job()

        def held(progress):
            assert go_on.wait(20)
            return real(progress)

        monkeypatch.setattr(mine, "matching_job", lambda: held)
        window.messages.answers = [0, str(tmp_path / "named.entityres")]
        window.find_matches()
        assert drop_files(window, [place])
        assert window.messages.said[-1].text == "Finding matches is still going on."
        window.open_sample("one_list")
        window.actions["save"].trigger()
        assert window.messages.asked == []
        assert window.project is mine
        assert not window.is_sample
        go_on.set()
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60000)
        assert window.project is mine
        assert mine.scored is not None
        window.messages.answers = [0]
        assert drop_files(window, [place])
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=20000)
        assert window.project.path == place
        assert [one.name for one in window.project.lists] == ["shop"]
        assert window.project.scored is None


# --- undo, out of date -----------------------------------------------------------------------------------------------


def test_undo_names_the_step_and_works_from_any_page(qtbot, window, crm):
    window.add_files([crm])
    window.change(window.project.set_role, 0, "street", Role.KEEP)
    assert window.actions["undo"].text() == "Undo change of role of “street”"
    window.go_to(Step.MATCH)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.project.settings.roles == {}
    assert window.actions["redo"].text() == "Redo change of role of “street”"
    qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert window.project.settings.roles == {"crm:street": Role.KEEP}
    window.actions["history"].trigger()
    words = [window.history_dock.list.item(i).text() for i in range(window.history_dock.list.count())]
    assert words[0].startswith("Change of role of “street”")
    assert "crm" in words[1]


def test_a_step_of_the_history_leads_back_and_forth_to_it(qtbot, window, crm):
    window.add_files([crm])
    for column in ("street", "phone", "email"):
        window.change(window.project.set_role, 0, column, Role.KEEP)
    window.actions["history"].trigger()
    steps = window.history_dock.list
    assert steps.item(0).text().startswith("Change of role of “email”")
    steps.setCurrentRow(2)
    qtbot.keyClick(steps, Qt.Key.Key_Return)
    assert window.project.settings.roles == {"crm:street": Role.KEEP}
    assert [steps.item(row).text().split("\n")[0].endswith("(undone)") for row in range(4)] == [
        True,
        True,
        False,
        False,
    ]
    shown = []
    window.status_line.show_project = shown.append  # once, however many steps it is
    steps.itemActivated.emit(steps.item(0))
    assert list(window.project.settings.roles) == ["crm:street", "crm:phone", "crm:email"]
    assert len(shown) == 1


def test_a_new_step_says_how_many_undone_ones_it_replaced(window, crm):
    window.add_files([crm])
    ready = window.status_line.ready
    for column in ("street", "phone", "email"):
        window.change(window.project.set_role, 0, column, Role.KEEP)
    for _ in range(3):
        window.actions["undo"].trigger()
    window.actions["redo"].trigger()
    assert ready.text() == "Ready"
    window.change(window.project.set_role, 0, "zip", Role.KEEP)
    assert ready.text() == "2 undone steps were replaced"
    window.change(window.project.set_role, 0, "phone", Role.KEEP)
    assert ready.text() == "Ready"
    window.actions["undo"].trigger()
    window.actions["redo"].trigger()
    assert ready.text() == "Ready"
    window.actions["undo"].trigger()
    window.change(window.project.set_role, 0, "email", Role.KEEP)
    assert ready.text() == "1 undone step was replaced"


def test_an_error_of_a_change_is_said(window, crm):
    window.add_files([crm])
    assert not window.change(window.project.rename_list, 0, " ")
    assert window.messages.said[-1].text == "A list needs a name."
    assert window.change(window.project.rename_list, 0, "CRM")
    assert "A list needs a name." not in window.message_bar.texts


def bar_buttons(window):
    """The words of the buttons in the message bar."""
    return {one.text() for one in window.message_bar.findChildren(QAbstractButton) if one.isVisibleTo(window)}


def test_without_a_list_nobody_is_asked_to_match_again(window, crm):
    window.add_files([crm])
    window.find_matches()
    window.change(window.project.remove_list, 0)
    assert "out of date" in window.message_bar.topics
    assert "Undo the change" in bar_buttons(window)
    assert "Update now" not in bar_buttons(window)


def test_results_from_earlier_settings_are_marked(qtbot, window, crm):
    window.add_files([crm])
    window.find_matches()
    assert window.step is Step.REVIEW
    window.change(window.project.set_role, 0, "street", Role.KEEP)
    assert window.side.steps.entry(3).state == "out of date"
    assert "out of date" in window.message_bar.topics
    window.go_to(Step.LOAD)
    assert "out of date" not in window.message_bar.topics
    window.go_to(Step.MERGE)
    assert "out of date" in window.message_bar.topics
    assert {"Update now", "Undo the change"} <= bar_buttons(window)
    window.actions["undo"].trigger()
    assert "out of date" not in window.message_bar.topics
    assert window.side.steps.entry(3).state == "ready"


def test_the_way_back_to_the_settings_of_the_results_is_no_other_step(qtbot, window, crm):
    window.add_files([crm])
    window.change(window.project.set_role, 0, "phone", Role.KEEP)
    window.find_matches()
    window.change(window.project.set_role, 0, "street", Role.KEEP)
    page = window.pages[Step.REVIEW]
    page.narrowing.clear()
    page.panel.table.step(1)
    window.actions["accept"].trigger()
    assert "Undo the change" not in bar_buttons(window), "it would take the decision back"
    window.actions["undo"].trigger()
    assert "Undo the change" in bar_buttons(window)
    window.actions["undo"].trigger()
    assert "out of date" not in window.message_bar.topics
    window.actions["undo"].trigger()
    assert "Redo the change" in bar_buttons(window), "the role of phone was taken back, which the results know"
    assert "Undo the change" not in bar_buttons(window)
    window.actions["undo"].trigger()
    assert window.project.lists == ()
    assert bar_buttons(window) >= {"Redo the change"}
    assert "Update now" not in bar_buttons(window)
    window.actions["redo"].trigger()
    window.actions["redo"].trigger()
    assert "out of date" not in window.message_bar.topics


def test_pages_hear_of_changes(window, crm):
    heard = []

    class Page(QWidget):
        def on_changes(self, changes):
            heard.append(changes)

        def on_shown(self):
            pass

    page = Page(window)
    window.pages[Step.COLUMNS] = page
    window.add_files([crm])
    assert Change.LISTS in heard[0]
    window.apply(frozenset())
    assert len(heard) == 1


# --- projects --------------------------------------------------------------------------------------------------------


def test_a_draft_is_named_kept_or_deleted(window, crm, tmp_path):
    window.add_files([crm])
    assert window.isWindowModified()
    draft = window.project.path
    place = tmp_path / "customers.entityres"
    window.messages.answers = [str(place)]
    window.actions["save"].trigger()
    assert window.project.path == place
    assert not draft.exists()
    assert window.windowTitle().startswith("customers")
    assert not window.isWindowModified()
    assert str(place) in window.preferences.recent()
    window.actions["save"].trigger()
    assert window.messages.said[-1].text == "customers.entityres is saved."
    window.messages.answers = [str(tmp_path / "copy.entityres")]
    window.actions["save_copy"].trigger()
    assert (tmp_path / "copy.entityres").exists()
    window.actions["close"].trigger()
    assert window.start_page.isVisible()
    assert window.project.is_draft
    window.projects.open_paths([str(place)])
    assert [one.name for one in window.project.lists] == ["crm"]
    assert window.step is Step.COLUMNS


@pytest.mark.parametrize(("answer", "exists"), [("Keep as draft", True), ("Delete", False)])
def test_leaving_a_draft_asks_what_becomes_of_it(window, crm, answer, exists):
    window.add_files([crm])
    draft = window.project.path
    window.messages.answers = [answer]
    window.actions["new_project"].trigger()
    assert window.messages.asked[-1].buttons == ("Keep as draft", "Name and save…", "Delete", "Cancel")
    assert draft.exists() is exists
    assert window.project.lists == ()
    assert (str(draft) in window.preferences.recent()) is exists


def test_cancelling_stays(window, crm):
    window.add_files([crm])
    window.messages.answers = ["Cancel"]
    assert not window.close()
    assert window.isVisible()
    assert len(window.project.lists) == 1


def test_a_project_that_is_open_elsewhere_can_be_looked_at(window, crm, tmp_path):
    place = tmp_path / "customers.entityres"
    with Project.create(place) as other:
        other.add_lists(other.reading_job([crm])(Progress()))
        window.projects.open_paths([str(place)])
        assert window.project.read_only
        assert "read only" in window.message_bar.topics
        assert window.status_line.saved.text() == "Read only"


def test_a_file_that_is_no_project_is_said_and_nothing_is_lost(window, crm, tmp_path):
    window.add_files([crm])
    bad = tmp_path / "bad.entityres"
    bad.write_text("no project")
    window.messages.answers = ["Keep as draft"]
    window.projects.open_paths([str(bad)])
    assert window.messages.said[-1].kind == "problem"
    assert len(window.project.lists) == 1


def test_recent_files_are_offered_and_missing_ones_can_be_located(qtbot, window, crm, tmp_path):
    window.preferences.add_recent(crm)
    window.preferences.add_recent(str(tmp_path / "gone.entityres"))
    window.start_page.on_shown()
    buttons = {
        one.text(): one
        for one in window.start_page.recent_card.findChildren(QAbstractButton)
        if one.isVisibleTo(window)
    }
    assert not buttons["gone"].isEnabled()
    assert "Locate…" in buttons
    assert "file not found" in visible_words(window.start_page)
    window.messages.answers = [[crm]]
    qtbot.mouseClick(buttons["Locate…"], Qt.MouseButton.LeftButton)
    assert len(window.project.lists) == 1
    assert str(tmp_path / "gone.entityres") not in window.preferences.recent()


def test_a_missing_list_of_a_set_can_be_located_and_opens_with_the_others(qtbot, window, crm, shop, tmp_path):
    entry = f"{crm}\n{tmp_path / 'moved.csv'}"
    window.preferences.add_recent(entry)
    window.start_page.on_shown()
    found = window.start_page.recent_card.findChildren(QAbstractButton)
    locate = next(one for one in found if one.text() == "Locate…" and one.isVisibleTo(window))
    window.messages.answers = [[shop]]
    qtbot.mouseClick(locate, Qt.MouseButton.LeftButton)
    assert window.messages.asked[-1].text == "Where is moved.csv now?"
    assert [one.name for one in window.project.lists] == ["crm", "shop"]
    assert entry not in window.preferences.recent()


@pytest.mark.parametrize(
    ("answered", "left", "words"),
    [
        (0, 104, " · 104 pairs left"),
        (3, 1, " · 1 pair left"),
        (9, 0, " · review finished"),
        (212, None, " · 212 reviewed"),
    ],
)
def test_a_recent_project_says_how_far_its_review_is(answered, left, words, tmp_path):
    look = Glance(tmp_path, datetime.now(), ("crm",), answered, left, False)
    assert state_words(look) == words


def test_the_start_page_shows_the_pairs_left_of_a_recent_project(window, tmp_path):
    place = tmp_path / "customers.entityres"
    window.open_sample("one_list")
    window.project.save_copy(place)
    with Project.open(place) as project:
        project.groups_now()
        left = project.left_to_review()
    assert left
    window.preferences.add_recent(str(place))
    window.start_page.on_shown()
    said = [one.text() for one in window.start_page.recent_card.findChildren(QLabel)]
    assert any(re.fullmatch(rf"today \d\d:\d\d · {left:,} pairs left", words) for words in said)


def start_buttons(window):
    """What can be pressed among the recent files, by its words or its name."""
    QApplication.processEvents()  # rows are shown, and those of before removed, when their turn comes
    found = window.start_page.recent_card.findChildren(QAbstractButton)
    return {one.text() or one.accessibleName(): one for one in found if one.isVisibleTo(window)}


def test_work_without_a_name_is_offered_again_after_the_process_was_killed(qtbot, tmp_path, monkeypatch, crm):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with Project.create(None) as killed:
        killed.add_lists(killed.reading_job([crm])(quiet()))
        lock = killed.path.with_name(killed.path.name + ".lock")
        words = lock.read_bytes()
    lock.write_bytes(words)
    with open_window(Project.create(None), tmp_path) as window:
        said = window.messages.said[-1]
        assert re.fullmatch(r"The program closed unexpectedly. Everything up to \d\d:\d\d:\d\d is safe.", said.text)
        assert {"crm", "Delete the draft of crm"} <= set(start_buttons(window))
        assert re.search(r"draft · today \d\d:\d\d", visible_words(window.start_page))
        said.buttons[0].pressed()
        assert window.project.path == killed.path
        assert [one.name for one in window.project.lists] == ["crm"]
        window.messages.answers = ["Keep as draft"]
        window.actions["new_project"].trigger()
        assert start_buttons(window)["crm"].isEnabled()
        window.messages.answers = ["Cancel"]
        qtbot.mouseClick(start_buttons(window)["Delete the draft of crm"], Qt.MouseButton.LeftButton)
        assert killed.path.exists()
        window.messages.answers = ["Delete"]
        qtbot.mouseClick(start_buttons(window)["Delete the draft of crm"], Qt.MouseButton.LeftButton)
        assert not killed.path.exists()
        assert start_buttons(window) == {}


def test_a_sample_leaves_nothing_behind_unless_something_was_decided_in_it(window):
    for decided in (False, True):
        window.open_sample("one_list")
        place = window.project.path
        if decided:
            window.change(window.project.decide, [0], Answer.MATCH)
        window.actions["new_project"].trigger()
        assert window.messages.asked == []
        assert place.exists() is decided


def test_recipes_go_out_and_in(window, crm, tmp_path):
    window.add_files([crm])
    window.change(window.project.set_role, 0, "street", Role.KEEP)
    place = tmp_path / "recipe.json"
    window.messages.answers = [str(place)]
    window.actions["save_recipe"].trigger()
    assert place.exists()
    window.actions["undo"].trigger()
    window.messages.answers = [[str(place)]]
    window.actions["load_recipe"].trigger()
    assert window.project.settings.roles == {"crm:street": Role.KEEP}
    place.write_text("{}")
    window.messages.answers = [[str(place)]]
    window.actions["load_recipe"].trigger()
    assert window.messages.said[-1].text == "This is not a recipe of entityres."


# --- look ------------------------------------------------------------------------------------------------------------


def test_appearance_changes_while_running_and_is_remembered(window):
    window.actions["appearance_dark"].trigger()
    assert QApplication.palette().color(QPalette.ColorRole.Window).name() == "#17191c"
    assert window.actions["appearance_dark"].isChecked()
    assert window.preferences.text("appearance") == "dark"
    dark = window.grab().toImage()
    window.actions["appearance_light"].trigger()
    assert window.grab().toImage() != dark


def test_zoom_by_key(qtbot, window):
    usual = window.font().pointSizeF()
    qtbot.keyClick(window, Qt.Key.Key_Plus, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.font().pointSizeF() > usual
    qtbot.keyClick(window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.font().pointSizeF() == pytest.approx(usual)
    assert window.preferences.number("zoom") == 100


def test_window_and_narrow_steps_come_back(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path, size=(1300, 750)) as first:
        first.actions["collapse_steps"].trigger()
        first.actions["history"].trigger()
        first.close()
    with open_window(Project.create(None), tmp_path, size=(1300, 750)) as second:
        assert second.side.steps.narrow
        assert not second.history_dock.isHidden()
        assert second.actions["history"].isChecked()
        assert second.preferences.state("window/geometry").size() > 0


def test_dialogs_open(window):
    for name, words in (
        ("about", "entityres"),
        ("shortcuts", "Letters work"),
        ("help", "Words"),
        ("settings", "Colours"),
    ):
        window.actions[name].trigger()
        dialog = window.commands.dialog
        assert dialog.isVisible()
        assert words in visible_words(dialog)
        dialog.reject()
        assert not dialog.isVisible()


# --- for everybody ---------------------------------------------------------------------------------------------------


def test_every_action_is_in_a_menu_and_none_shares_a_shortcut_on_a_page(window):
    in_menus = {id(action) for menu in window.menus.values() for action in menu.actions()}
    assert all(id(window.actions[name]) in in_menus for name in window.actions)
    steps = {spec.step for spec in window.actions.specs.values()}
    for step in steps:
        there = [spec for spec in window.actions.specs.values() if spec.step in ("", step)]
        keys = Counter(key.toString() for spec in there for key in window.actions[spec.name].shortcuts())
        assert [key for key, times in keys.items() if times > 1] == [], step


def test_letters_are_scoped_and_do_not_repeat(window):
    for name in ("accept", "reject", "unsure", "skip"):
        action = window.actions[name]
        assert action.shortcutContext() == Qt.ShortcutContext.WidgetWithChildrenShortcut
        assert not action.autoRepeat()
        assert action not in QWidget.actions(window)
    window.go_to(Step.LOAD)
    assert not window.actions["accept"].isEnabled()


def test_step_actions_are_in_the_order_of_the_steps():
    assert [name.removeprefix("step_").upper() for name in STEP_ACTIONS] == [step.name for step in Step]
    assert len(NAMES) == len(PAGES) == len(Step)


@pytest.mark.parametrize("step", [None, Step.LOAD, Step.COLUMNS])
def test_everything_has_a_name_for_a_screen_reader(window, crm, shop, step):
    if step is not None:
        window.add_files([crm, shop])
        window.go_to(step)
    kinds = (QAbstractButton, QAbstractItemView, QAbstractSpinBox, QComboBox, QLineEdit, QSlider)
    nameless = []
    for kind in kinds:
        for one in window.findChildren(kind):
            inside = isinstance(one.parent(), (QAbstractSpinBox, QComboBox)) or "qt_" in one.objectName()
            text = one.text() if isinstance(one, QAbstractButton) else ""
            hidden_corner = one.metaObject().className() == "QTableCornerButton"
            header = one.metaObject().className() == "QHeaderView"
            if (
                one.isVisible()
                and not inside
                and not hidden_corner
                and not header
                and not (one.accessibleName() or text)
            ):
                nameless.append(
                    f"{one.metaObject().className()} {one.objectName()} in {one.parent().metaObject().className()}"
                )
    assert nameless == []


@pytest.mark.parametrize("zoom", [100, 200])
def test_nothing_on_a_button_is_cut_off_in_a_small_window(qtbot, tmp_path, monkeypatch, crm, shop, zoom):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path, size=(1024, 700)) as window:
        window.theme.set_zoom(zoom)
        window.add_files([crm, shop])
        for step in (Step.LOAD, Step.COLUMNS):
            window.go_to(step)
            QApplication.processEvents()
            button = window.pages[step].next_button
            corner = button.mapTo(window, button.rect().bottomRight())
            assert window.rect().contains(corner), f"{step.name} at {zoom} %"
            assert button.width() >= button.sizeHint().width()


def test_arrows_go_on_through_the_steps_and_a_chosen_step_takes_the_focus(made_up):
    window, steps = made_up, made_up.side.steps
    window.go_to(Step.LOAD)
    steps.setFocus()
    for step in (Step.COLUMNS, Step.MATCH, Step.REVIEW, Step.MERGE, Step.EXPORT):
        QTest.keyClick(steps, Qt.Key.Key_Down)
        assert (window.step, steps.hasFocus()) == (step, True)
    for number, step in enumerate(Step, 1):
        steps.setFocus()
        window.actions[f"step_{step.name.lower()}"].trigger()
        assert window.pages[step].isAncestorOf(QApplication.focusWidget()), number


def test_pages_that_are_not_shown_may_be_restyled_after_their_lists_are_gone(window, crm, shop):
    window.add_files([crm, shop])
    for step in (Step.REVIEW, Step.COLUMNS):
        window.go_to(step)
    page = window.pages[Step.COLUMNS]
    page.roles.table.selectRow(page.roles.model.rowCount() - 1)
    window.go_to(Step.LOAD)
    window.change(window.project.remove_list, 0)
    window.theme.choose("dark")
    window.theme.set_zoom(120)
    window.go_to(Step.COLUMNS)
    assert page.roles.model.n_source == len(window.project.columns.output)
