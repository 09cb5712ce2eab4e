"""Starting: the guard against an unsound binding, the program with files, the crash hook, preferences, the smoke test."""

from __future__ import annotations

import logging
import sys
import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

import entityres.ui.app as app
from entityres.session.stages import Step
from entityres.ui.crash import CrashHook, start_log
from entityres.ui.preferences import RECENT, Preferences
from entityres.ui.recorded_messages import RecordedMessages


@pytest.mark.parametrize(
    ("python", "qt", "sound"),
    [((3, 11), "6.11.3", True), ((3, 11), "6.12.0", False), ((3, 12), "6.12.0", True), ((3, 11), "7.0.0", False)],
)
def test_an_unsound_binding_is_refused_in_words(python, qt, sound):
    why = app.unsound_binding(python, qt)
    assert (why == "") is sound
    if not sound:
        assert qt in why
        assert "Install" in why


def test_main_refuses_an_unsound_binding(monkeypatch, capsys):
    monkeypatch.setattr(app, "unsound_binding", lambda python, qt: "This cannot run.")
    assert app.main([]) == 2
    assert capsys.readouterr().err == "This cannot run.\n"


@pytest.fixture
def program(qtbot, tmp_path, monkeypatch):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))

    def start(paths):
        made = app.Program(paths, Preferences(tmp_path / "preferences.ini"))
        programs.append(made)
        return made

    programs = []
    handlers = list(logging.getLogger().handlers)
    yield start
    for one in programs:
        for window in list(one.windows):
            window.close_for_good(delete_draft=True)
        one.theme.deleteLater()
        one.collector.deleteLater()
    for handler in logging.getLogger().handlers[:]:
        if handler not in handlers:
            logging.getLogger().removeHandler(handler)
            handler.close()


def test_the_program_opens_lists_that_it_is_given(qtbot, program, crm):
    window = program([crm]).open_window([crm])
    qtbot.waitUntil(lambda: len(window.project.lists) == 1, timeout=10000)
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=10000)
    assert window.step is Step.LOAD


def test_the_program_opens_a_project_and_other_windows(qtbot, program, crm, tmp_path):
    from entityres.progress import Progress
    from entityres.session.project import Project

    place = tmp_path / "customers.entityres"
    with Project.create(place) as project:
        project.add_lists(project.reading_job([crm])(Progress()))
    one = program([])
    window = one.open_window([str(place)])
    assert window.step is Step.COLUMNS
    window.actions["new_window"].trigger()
    assert len(one.windows) == 2
    assert one.windows[1].project.is_draft
    one.windows[1].close()
    assert one.windows == [window]


def test_a_project_that_cannot_be_opened_is_said(program, tmp_path):
    window = program([]).open_window([str(tmp_path / "gone.entityres")])
    assert window.message_bar.texts
    assert window.start_page.isVisible()


def test_a_fault_is_logged_first_and_said_once(qtbot, caplog):
    messages = RecordedMessages()
    hook = CrashHook(messages)
    hook.install()
    try:
        for _ in range(3):
            try:
                raise ValueError("broken")
            except ValueError:
                sys.excepthook(*sys.exc_info())
    finally:
        hook.uninstall()
    qtbot.waitUntil(lambda: bool(messages.said))
    QApplication.processEvents()
    assert [one.text for one in messages.said] == ["Something went wrong in the program. Your decisions are safe."]
    assert "ValueError: broken" in messages.said[0].details
    assert caplog.text.count("ValueError: broken") == 1
    assert sys.excepthook is not hook.handle


def test_a_fault_in_another_thread_is_said_in_the_gui_thread(qtbot, caplog):
    messages, threads = RecordedMessages(), []
    hook = CrashHook(messages)
    messages.message_posted.connect(lambda message: threads.append(threading.current_thread()))

    def fail():
        try:
            raise KeyError("there")
        except KeyError:
            hook.handle(*sys.exc_info())

    worker = threading.Thread(target=fail)
    worker.start()
    worker.join()
    qtbot.waitUntil(lambda: bool(threads))
    assert threads == [threading.main_thread()]


def test_the_log_is_in_the_data_folder(tmp_path):
    before = list(logging.getLogger().handlers)
    path = start_log(tmp_path)
    added = [one for one in logging.getLogger().handlers if one not in before]
    try:
        logging.getLogger("somewhere").warning("Something odd.")
        assert "Something odd." in path.read_text("utf-8")
    finally:
        for handler in added:
            logging.getLogger().removeHandler(handler)
            handler.close()


def test_preferences_keep_their_types(tmp_path):
    first = Preferences(tmp_path / "p.ini")
    first.keep("zoom", 125)
    first.keep("narrow", False)
    first.keep("names", ["a"])
    first.keep("none", [])
    first.flush()
    second = Preferences(tmp_path / "p.ini")
    assert second.number("zoom") == 125
    assert second.flag("narrow", True) is False
    assert second.texts("names") == ["a"]
    assert second.texts("none") == []
    assert second.number("nothing", 7) == 7
    second.keep("zoom", "much")
    assert second.number("zoom", 100) == 100
    assert second.state("window/state").isEmpty()


def test_recent_files_are_few_and_newest_first(tmp_path):
    preferences = Preferences(tmp_path / "p.ini")
    for number in range(RECENT + 3):
        preferences.add_recent(f"{number}.csv")
    preferences.add_recent("5.csv")
    assert preferences.recent()[:2] == ["5.csv", f"{RECENT + 2}.csv"]
    assert len(preferences.recent()) == RECENT
    preferences.remove_recent("5.csv")
    assert "5.csv" not in preferences.recent()


@pytest.mark.slow
def test_the_smoke_test_goes_through_all_pages(run_python, tmp_path):
    said = run_python("-m", "entityres.ui.app", "--smoke-test", ENTITYRES_DATA=str(tmp_path))
    assert "every page was shown" in said


@pytest.mark.slow
def test_starting_imports_no_plots(run_python):
    script = "import sys, entityres.ui.main_window; print(sorted({'pyqtgraph', 'pandas', 'scipy'} & set(sys.modules)))"
    assert run_python("-c", script).strip() == "[]"


def test_samples_are_there():
    from entityres.ui.projects import SAMPLES
    from entityres.ui.resources import resource_path

    for names in SAMPLES.values():
        for name in names:
            assert Path(resource_path(f"samples/{name}")).stat().st_size > 1000
