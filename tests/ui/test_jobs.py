"""Work in the background: results arrive in the GUI thread, in order, once; stopping and closing wait for it."""

from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import QObject

from entityres.errors import InputError
from entityres.ui.jobs import InlineJobRunner, JobRunner, wait_for_late


class Receiver(QObject):
    """Keeps what it is told, and in which thread."""

    def __init__(self):
        super().__init__()
        self.results, self.errors, self.stops, self.threads = [], [], 0, []

    def take(self, result):
        self.results.append(result)
        self.threads.append(threading.current_thread())

    def fail(self, error):
        self.errors.append(error)

    def stop(self):
        self.stops += 1


@pytest.fixture
def runner(qapp):
    made = JobRunner()
    yield made
    assert made.shut_down()


def until_stopped(progress):
    progress.begin("Waiting")
    while True:
        progress.check()


def test_a_result_arrives_in_the_gui_thread(qtbot, runner):
    receiver, threads = Receiver(), []

    def work(progress):
        threads.append(threading.current_thread())
        return 42

    with qtbot.waitSignal(runner.job_finished, timeout=5000) as told:
        assert runner.start("Counting", work, done=receiver.take)
        assert runner.is_busy
        assert runner.title == "Counting"
    assert told.args == ["Counting"]
    assert receiver.results == [42]
    assert receiver.threads == [threading.main_thread()]
    assert threads[0] is not threading.main_thread()
    assert not runner.is_busy


def test_one_job_at_a_time(qtbot, runner):
    receiver = Receiver()
    assert runner.start("First", until_stopped, stopped=receiver.stop)
    assert not runner.start("Second", until_stopped)
    with qtbot.waitSignal(runner.job_finished, timeout=5000):
        runner.cancel()
    assert receiver.stops == 1
    assert receiver.errors == []


def test_progress_is_polled(qtbot, runner):
    with qtbot.waitSignal(runner.job_progressed, timeout=5000) as told:
        runner.start("Waiting", until_stopped)
    assert told.args[0].stage == "Waiting"
    with qtbot.waitSignal(runner.job_finished, timeout=5000):
        runner.cancel()


def test_errors_go_to_who_asked(qtbot, runner):
    receiver = Receiver()

    def work(progress):
        raise InputError("There is no file.", "Choose another.")

    with qtbot.waitSignal(runner.job_finished, timeout=5000):
        runner.start("Reading", work, failed=receiver.fail)
    assert [error.message for error in receiver.errors] == ["There is no file."]
    with qtbot.waitSignal(runner.job_failed, timeout=5000) as told:
        runner.start("Reading", work)
    assert told.args[0] == "Reading"


def test_a_fault_is_logged_and_handed_over(qtbot, runner, caplog):
    receiver = Receiver()
    with qtbot.waitSignal(runner.job_finished, timeout=5000):
        runner.start("Reading", lambda progress: 1 / 0, failed=receiver.fail)
    assert isinstance(receiver.errors[0], ZeroDivisionError)
    assert "ZeroDivisionError" in caplog.text


def test_the_newest_question_wins(qtbot, runner):
    receiver, gate = Receiver(), threading.Event()

    def slow(progress):
        gate.wait(5)
        return "old"

    runner.ask("forecast", slow, receiver.take)
    runner.ask("forecast", lambda progress: "new", receiver.take)
    gate.set()
    qtbot.waitUntil(lambda: bool(receiver.results), timeout=5000)
    assert receiver.results == ["new"]


def test_questions_of_other_names_are_answered_too(qtbot, runner):
    receiver = Receiver()
    runner.ask("one", lambda progress: 1, receiver.take)
    runner.ask("two", lambda progress: 2, receiver.take)
    qtbot.waitUntil(lambda: len(receiver.results) == 2, timeout=5000)
    assert sorted(receiver.results) == [1, 2]


def test_closing_stops_and_waits(qapp):
    runner, receiver = JobRunner(), Receiver()
    runner.start("Waiting", until_stopped, done=receiver.take)
    runner.ask("too", until_stopped, receiver.take)
    assert runner.shut_down()
    assert not runner.is_busy
    assert not runner.start("Late", until_stopped)
    qapp.processEvents()
    assert receiver.results == []


def test_what_does_not_stop_in_time_is_waited_for_before_the_program_ends(qapp):
    parent = QObject()
    runner, gate, ended = JobRunner(parent), threading.Event(), []

    def stubborn(progress):
        gate.wait(10)
        ended.append(True)

    runner.ask("stubborn", stubborn, Receiver().take)
    assert not runner.shut_down(20)
    assert runner.parent() is None, "it outlives its window"
    gate.set()
    wait_for_late()
    assert ended == [True]


def test_the_inline_runner_does_everything_at_once(qapp):
    runner, receiver = InlineJobRunner(), Receiver()
    assert runner.start("Counting", lambda progress: 1, done=receiver.take)
    runner.ask("more", lambda progress: 2, receiver.take)
    assert receiver.results == [1, 2]
    runner.shut_down()


def test_many_signals_do_not_end_the_process(run_python):
    script = """
import sys
from PySide6.QtCore import QCoreApplication, QObject, Signal
class Sender(QObject):
    sent = Signal(int)
application = QCoreApplication([])
sender = Sender()
for number in range(5000):
    sender.sent.emit(number)
print("alive", sys.getrefcount(True) > 10)
"""
    assert run_python("-c", script, QT_QPA_PLATFORM="offscreen").strip() == "alive True"


def test_what_is_answered_at_once_does_not_wait_behind_a_long_question(qtbot, runner):
    slow, quick, begun = Receiver(), Receiver(), threading.Event()

    def long(progress):
        begun.set()
        until_stopped(progress)

    runner.ask("long", long, slow.take)
    assert begun.wait(10)
    runner.ask("quick", lambda _progress: 7, quick.take, at_once=True)
    qtbot.waitUntil(lambda: quick.results == [7], timeout=10_000)
    assert quick.threads == [threading.main_thread()]
    assert slow.results == []
    runner.withdraw("long")


def test_no_question_waits_behind_what_nobody_waits_for(qtbot, runner):
    later, asked, begun = Receiver(), Receiver(), threading.Event()

    def long(progress):
        begun.set()
        until_stopped(progress)

    runner.ask("later", long, later.take, idle=True)
    assert begun.wait(10)
    runner.ask("now", lambda _progress: 3, asked.take)
    runner.ask("at once", lambda _progress: 4, asked.take, at_once=True)
    qtbot.waitUntil(lambda: sorted(asked.results) == [3, 4], timeout=10_000)
    assert later.results == []
    runner.withdraw("later")


def test_what_was_asked_of_a_project_that_is_left_is_answered_to_nobody(qtbot, runner):
    receiver, asked = Receiver(), threading.Event()

    def work(_progress):
        asked.wait(5)
        return 1

    runner.ask("groups", work, receiver.take)
    runner.withdraw_all()
    asked.set()
    runner.ask("groups", lambda _progress: 2, receiver.take)
    qtbot.waitUntil(lambda: bool(receiver.results))
    assert receiver.results == [2]
