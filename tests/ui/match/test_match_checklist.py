"""Points 13 to 23 of the usability checklist on the Match page, by mouse and key; the last ones with real threads."""

from __future__ import annotations

import re
import shutil
import threading
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton

from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.pair_finder import PairFinder
from entityres.candidates.scurve import chance
from entityres.progress import quiet
from entityres.records.percentages import percent
from entityres.session.project import Project
from entityres.session.stages import State, Step
from entityres.ui.jobs import JobRunner
from entityres.ui.models.band_choice import BandChoice
from entityres.ui.qt import CHECK
from tests.helpers.building import make_list
from tests.helpers.mouse import press
from tests.helpers.review_project import make_lists, make_project, without_engine
from tests.helpers.windows import number, open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from entityres.ui.main_window import MainWindow
    from entityres.ui.widgets.key_table import KeyTable

SIMILAR = "Similar name + address"
LEFT = Qt.MouseButton.LeftButton


def tick(keys: KeyTable, row: int) -> None:
    """Press Space on a key."""
    keys.view.setCurrentIndex(keys.model.index(row, 0))
    keys.view.setFocus()
    QTest.keyClick(keys.view, Qt.Key.Key_Space)


def button_of(window: MainWindow, words: str) -> QPushButton | None:
    """The button with these words that can be seen, if there is one."""
    buttons = window.findChildren(QPushButton)
    return next((one for one in buttons if one.text() == words and one.isVisible()), None)


def test_13_before_the_first_run_nothing_says_no_matches(qtbot, tmp_path, monkeypatch):
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "fresh.entityres", 60, match=False), tmp_path) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        for row in range(page.compare.keys.model.rowCount()):
            page.compare.keys.view.selectRow(row)
            assert not any("no match" in text.lower() for text in shown_texts(window))
        page.compare._on_key_asked(False)
        assert not any("no match" in text.lower() for text in shown_texts(window))


def test_14_the_curve_shows_the_formula_where_the_mouse_is(page):
    plot, said = page.compare.similar.curve.plot, []
    plot.said.connect(said.append)
    choice = page.compare.similar.bands.choice
    for s in np.linspace(0.03, 0.97, 20):
        QTest.mouseMove(plot, QPoint(round(float(plot._x(s))), 40))
        here = plot._similarity(round(float(plot._x(s))))
        formula = 1 - (1 - here**choice.r) ** choice.b
        assert abs(plot.chance_at(here) - formula) < 0.001
        words = next(text for text in shown_texts(page) if text.startswith("Two records sharing "))
        assert f"sharing {percent(here)} of their" in words
        shown = re.search(r"have an? (more than )?([\d.]+)\u00a0% chance", words)
        assert shown is not None, words
        assert abs(float(shown[2]) / 100 - formula) <= 0.0051, "whole per cents in a sentence"
    assert len(said) >= 19


@given(st.lists(st.tuples(st.sampled_from("smbr"), st.integers(1, 99)), min_size=1, max_size=8))
def test_15_sentences_and_bands_move_each_other_and_always_fit(moves):
    choice = BandChoice()
    for what, value in moves:
        if what == "s":
            choice = choice.with_sentences(value / 100, choice.miss)
        elif what == "m":
            choice = choice.with_sentences(choice.similarity, min(value, 50) / 100)
        elif what == "b":
            choice = choice.with_bands(value, choice.r)
        else:
            choice = choice.with_bands(choice.b, min(value, 32))
        assert choice.b * choice.r <= choice.stored
        if choice.fits and not choice.custom:
            assert 1 - chance(choice.similarity, choice.b, choice.r) <= choice.miss + 1e-9
            again = BandChoice(stored=choice.stored).with_bands(choice.b, choice.r)
            assert (again.b, again.r) == (choice.b, choice.r)


@pytest.mark.parametrize("moves", [0, 3, -4])
def test_14_the_table_says_the_formula_to_a_tenth_of_a_per_cent(page, moves):
    """What a screen reader gets: similarity and chance, at twenty places, whatever the slider says."""
    bands = page.compare.similar.bands
    bands.similar_slider.setFocus()
    for _ in range(abs(moves)):
        QTest.keyClick(bands.similar_slider, Qt.Key.Key_Right if moves > 0 else Qt.Key.Key_Left)
    press(page.compare.similar.curve.table_chip)
    b, r = bands.bands_spin.value(), bands.rows_spin.value()
    model = page.compare.similar.curve.table_model
    assert model.rowCount() >= 20
    for row in range(model.rowCount()):
        s = float(model.index(row, 0).data().rstrip("%")) / 100
        shown = float(model.index(row, 1).data().rstrip("%")) / 100
        assert abs(shown - (1 - (1 - s**r) ** b)) < 0.001
    press(page.compare.similar.curve.table_chip)


def test_15_on_the_page_each_control_moves_the_others(page):
    bands = page.compare.similar.bands
    bands.set_advanced(True)
    before = (bands.bands_spin.value(), bands.rows_spin.value())
    bands.similar_slider.setFocus()
    QTest.keyClick(bands.similar_slider, Qt.Key.Key_PageUp)
    after = (bands.bands_spin.value(), bands.rows_spin.value())
    assert after != before
    similarity = bands.similar_spin.value()
    bands.rows_spin.setFocus()
    QTest.keyClick(bands.rows_spin, Qt.Key.Key_Up)
    assert bands.rows_spin.value() == after[1] + 1
    assert (bands.similar_spin.value(), bands.miss_spin.value()) != (similarity, 5)
    assert page.compare.similar.curve.plot.target == pytest.approx(bands.similar_spin.value() / 100)


def test_16_moving_a_slider_starts_nothing_and_says_that_it_is_not_applied(window, page):
    scored, plot = window.project.scored, page.compare.similar.curve.plot
    QTest.mousePress(plot, LEFT, pos=QPoint(round(float(plot._x(plot.target))), 60))
    QTest.mouseMove(plot, QPoint(round(float(plot._x(0.8))), 60))
    QTest.mouseRelease(plot, LEFT, pos=QPoint(round(float(plot._x(0.8))), 60))
    assert page.pending
    assert not window.jobs.is_busy
    assert window.project.scored is scored
    assert window.project.stages()[Step.MATCH].state is not State.OUT_OF_DATE
    texts = shown_texts(page)
    assert "Settings not applied yet" in texts
    assert "Not applied yet" in texts
    assert page.compare.similar.bar.apply_button.isEnabled()
    press(page.compare.similar.bar.apply_button)
    assert not page.pending
    assert window.project.stages()[Step.MATCH].state is State.OUT_OF_DATE


def test_17_an_estimate_at_once_then_the_count_that_the_run_gets(qtbot, tmp_path, monkeypatch):
    """The engine itself: what is counted before Apply is what the next run finds, for this key and for all together."""
    project = Project.create(tmp_path / "real.entityres")
    project.add_lists(make_lists(200))
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        similar, name = page.compare.similar, "Alike"
        bands = Bands(("given_name", "family_name", "street"), b=30, r=4)
        project.set_keys((*(key for key in project.keys if key.bands is None), Key(name, bands=bands)))
        window.find_matches()
        window.go_to(Step.MATCH)
        page.compare.keys.choose(name)
        similar.bands.set_advanced(True)
        similar.bands.rows_spin.setFocus()
        began = time.perf_counter()
        QTest.keyClick(similar.bands.rows_spin, Qt.Key.Key_Down)
        assert similar.card.cell("pairs", 2).startswith("≈"), "at once, from the histogram"
        assert time.perf_counter() - began < 0.3
        qtbot.waitUntil(lambda: similar.card.cell("pairs", 2).endswith("counted"), timeout=20_000)
        counted, together = number(similar.card.cell("pairs", 2)), number(similar.card.cell("all_pairs", 2))
        press(similar.bar.apply_button)
        window.find_matches()
        pairs = project.scored.pairs
        bit = next(i for i, key in enumerate(pairs.keys) if key.name == name)
        assert counted == pairs.counts[bit].pairs == np.count_nonzero(pairs.masks >> np.uint64(bit) & np.uint64(1))
        assert together == len(pairs)


def test_18_missed_and_extra_work_are_hatched_differently(page, qtbot):
    """In grey, lines of the one area fall and those of the other rise; without hatching a row of dots would not move."""
    plot = page.compare.similar.curve.plot
    plot.resize(700, 500)
    plot.set_histogram(np.empty(0), np.empty(0))
    plot.set_bands(20, 5)
    plot.set_now(None)
    plot.set_target(0.5)
    grey = plot.grab().toImage().convertToFormat(plot.grab().toImage().Format.Format_Grayscale8)

    def dark(x: int, y: int) -> bool:
        return grey.pixelColor(x, y).red() < 235

    def leaning(x0: int, y0: int) -> int:
        """How far dark dots of one line lie to the right of those of the line above: +1 falls, -1 rises."""
        votes = 0
        for y in range(y0, y0 + 24):
            for x in range(x0, x0 + 60):
                if dark(x, y):
                    votes += int(dark(x + 1, y + 1)) - int(dark(x - 1, y + 1))
        return votes

    x = round(float(plot._x(0.5)))
    bottom = round(plot._plot().bottom())
    missed, extra = leaning(x + 6, round(plot._plot().top()) + 14), leaning(x - 66, bottom - 40)
    assert missed > 10
    assert extra < -10


@pytest.mark.parametrize("row", range(4))
def test_19_switching_a_key_off_lowers_together_by_only_this(page, row):
    keys = page.compare.keys
    before, only = number(keys.foot.words), number(keys.model.text(row, "only"))
    tick(keys, row)
    assert keys.model.index(row, 0).data(CHECK) == Qt.CheckState.Unchecked
    assert number(keys.foot.words) == before - only
    tick(keys, row)
    assert number(keys.foot.words) == before


def test_20_a_shared_value_warns_and_can_be_treated_as_empty(qtbot, tmp_path, monkeypatch):
    """230 records share a phone number, written in two ways; after "Treat as empty" none of their pairs is left."""
    first, second = make_lists(400)
    columns = {name: [*first.table[name].to_pylist(), *second.table[name].to_pylist()] for name in first.columns}
    for i in range(230):
        columns["phone"][i] = "961-880-8628" if i % 2 else "(961) 880 8628"
    project = Project.create(tmp_path / "hot.entityres")
    project.add_lists([make_list("crm", columns)])
    for text in ("961-880-8628", "(961) 880 8628"):
        project.set_placeholder("phone", text, False)
    phone = Key("Same phone", (Part(PartKind.EXACT, ("phone",)),))
    project.set_keys((phone, Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),))))
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        window.find_matches()
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        keys = page.compare.keys
        row = next(i for i, key in enumerate(keys.model.keys) if key.name == "Same phone")
        keys.view.selectRow(row)
        assert keys.model.text(row, "largest").startswith("! ")
        assert "shared by" in keys.model.tip(row, "largest")
        detail = page.compare.detail
        assert detail.current.records >= 230
        press(detail.empty_button)
        assert {text for column, text in project.settings.placeholders if column == "phone"} == {
            "961-880-8628",
            "(961) 880 8628",
        }
        window.find_matches()
        window.go_to(Step.MATCH)
        assert project.scored.pairs.counts[0].largest < 20
        assert "!" not in keys.model.text(row, "largest")
        project.undo()
        assert not project.settings.placeholders


# with real threads


class Heart:
    """Beats every 10 ms; keeps the longest time between two beats, and the longest that the window itself worked.

    Work of its own is counted in processor time, which other programs on the machine do not lengthen.

    Attributes:
        quiet: The most work between two beats while nobody did anything in the window.
        busiest: The most work between two beats in which somebody went to another page.
        switched: Set when somebody goes to another page.
    """

    def __init__(self, jobs: JobRunner) -> None:
        self._jobs, self.switched = jobs, True  # until the first beat the run is being started
        self.timer = QTimer()
        self.timer.setInterval(10)
        self.timer.timeout.connect(self.beat)
        self.beats, self.longest, self.busiest, self.quiet = 0, 0.0, 0.0, 0.0
        self._last, self._worked = time.perf_counter(), time.thread_time()

    def beat(self) -> None:
        now, worked = time.perf_counter(), time.thread_time()
        if self._jobs.is_busy:  # taking up the result is no part of the run
            self.longest = max(self.longest, now - self._last)
            if self.switched:
                self.busiest = max(self.busiest, worked - self._worked)
            else:
                self.quiet = max(self.quiet, worked - self._worked)
        self._last, self._worked, self.switched = now, worked, False
        self.beats += 1


@pytest.fixture(scope="module")
def unmatched(tmp_path_factory) -> Path:
    """Projects over two lists of so many records each, by that number; kernels were loaded by a small run before."""
    folder = tmp_path_factory.mktemp("unmatched")
    for records in (100, 500, 10_000):
        with Project.create(folder / f"{records}.entityres") as made:
            made.add_lists(make_lists(records))
            if records == 100:
                made.take_matches(made.matching_job()(quiet()))
    return folder


@pytest.fixture
def threaded(request, qtbot, tmp_path, unmatched) -> Iterator[MainWindow]:
    """Two lists and the engine, with jobs in their own threads."""
    path = shutil.copy(unmatched / f"{request.param}.entityres", tmp_path / "large.entityres")
    with open_window(Project.open(path), tmp_path, jobs=JobRunner()) as made:
        made.go_to(Step.MATCH)
        qtbot.waitUntil(lambda: not made.jobs._questions, timeout=60_000)
        yield made
        # Nothing may still be worked out when the program ends, however busy the machine is.
        qtbot.waitUntil(lambda: made.jobs._question_pool.activeThreadCount() == 0, timeout=60_000)


@pytest.mark.parametrize("threaded", [10_000], indirect=True)
def test_21_and_23_during_a_run_the_window_lives_and_no_key_stops_it(threaded, qtbot):
    window, page = threaded, threaded.pages[Step.MATCH]
    for step in (Step.COLUMNS, Step.LOAD, Step.MATCH):
        window.go_to(step)  # built at its first visit, which is measured elsewhere
        QTest.qWait(20)
    qtbot.waitUntil(lambda: not window.jobs._questions, timeout=60_000)
    heart, shown, rounds = Heart(window.jobs), set(), 0
    page.run_bar.find_button.setFocus()
    heart.timer.start()
    press(page.run_bar.find_button)
    assert window.jobs.is_busy
    assert not page.run_bar.stop_button.hasFocus()
    steps = [Step.COLUMNS, Step.LOAD, Step.MATCH]
    while window.jobs.is_busy:
        for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_S, Qt.Key.Key_Escape):
            QTest.keyClick(page, key)
        if rounds % 4 == 0:
            heart.switched = True
            window.go_to(steps[rounds // 4 % 3])
            shown.add(window.step)
        rounds += 1
        QTest.qWait(20)
    heart.timer.stop()
    assert window.project.scored is not None, "nothing stopped the run"
    assert len(shown) == 3
    assert heart.beats > 10
    assert heart.quiet < 0.1, "the run itself never keeps the window busy"
    assert heart.busiest < 0.3, "going to another page takes no longer than at other times"
    assert heart.longest < 2, "the run does not keep the window from answering"


@pytest.mark.parametrize("threaded", [500], indirect=True)
def test_22_stop_keeps_finished_keys_and_leaves_no_worker(threaded, qtbot, monkeypatch):
    window, page = threaded, threaded.pages[Step.MATCH]
    waiting = threading.Event()

    def slow(_shingles, _left, _right, progress):
        """As a step that takes long and asks whether to stop, as all do."""
        waiting.set()
        while True:
            progress.check()
            time.sleep(0.005)

    with monkeypatch.context() as patch:
        patch.setattr("entityres.candidates.proposing.pair_similarity", slow)
        press(page.run_bar.find_button)
        qtbot.waitUntil(waiting.is_set, timeout=60_000)
        qtbot.waitUntil(page.run_bar.stop_button.isVisible, timeout=5_000)
        press(page.run_bar.stop_button)
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=1_000)
    assert window.jobs._pool.activeThreadCount() == 0
    keys = len(window.project.keys)
    assert re.search(rf"Stopped\. All {keys} keys are finished \([\d,]+ pairs\)\.", " ".join(shown_texts(window)))
    assert button_of(window, "Use these") is None, "it would do no other than Continue"
    with monkeypatch.context() as patch:
        patch.setattr("entityres.records.cleaning.clean_records", None)
        patch.setattr("entityres.candidates.planning.plan_keys", None)
        press(button_of(window, "Continue"))
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert len(window.project.scored)


@pytest.mark.parametrize("threaded", [500], indirect=True)
def test_22_what_was_stopped_can_be_used_or_gone_on_from_or_discarded(threaded, qtbot, monkeypatch):
    window, page = threaded, threaded.pages[Step.MATCH]
    finding, ran, held = PairFinder.find, [], threading.Event()

    def find(finder, number, key):
        """The last key waits until somebody presses Stop."""
        if finder.progress is not window.jobs.progress:
            return finding(finder, number, key)  # the page counts in the background
        while number == len(window.project.keys) - 1 and not held.is_set():
            finder.progress.check()
            time.sleep(0.005)
        found = finding(finder, number, key)
        ran.append(key.name)
        return found

    monkeypatch.setattr(PairFinder, "find", find)

    def stop():
        press(page.run_bar.find_button)
        qtbot.waitUntil(lambda: len(ran) == len(keys) - 1, timeout=60_000)
        press(page.run_bar.stop_button)
        qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=1_000)

    keys = window.project.keys
    stop()
    words = rf"Stopped\. {len(keys) - 1} of {len(keys)} keys are finished \([\d,]+ pairs\)\."
    assert re.search(words, " ".join(shown_texts(window)))
    press(button_of(window, "Discard"))
    assert not re.search(words, " ".join(shown_texts(window)))
    ran.clear()
    stop()
    assert len(ran) == len(keys) - 1, "all was discarded"
    ran.clear()
    held.set()
    press(button_of(window, "Use these"))
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert ran == [], "no key ran again"
    used = window.project.scored.pairs.keys
    assert used == window.project.keys == (*keys[:-1], replace(keys[-1], enabled=False))
    assert window.project.changed_since_match() == ()
    window.go_to(Step.MATCH)
    assert page.compare.keys.model.index(len(keys) - 1, 0).data(CHECK) == Qt.CheckState.Unchecked
    window.actions["undo"].trigger()
    assert window.project.changed_since_match() == ("keys",)
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert len(window.project.scored)


STAGES = ("Choosing keys", "Key: ", "Scoring pairs", "Grouping")


@pytest.mark.slow
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("threaded", [10_000], indirect=True)
def test_22_stop_at_any_stage_of_a_run_of_20_000_records(threaded, qtbot, stage):
    """By mouse, with the engine as it is; then the finished keys are used, or a run goes on to its end."""
    window, page = threaded, threaded.pages[Step.MATCH]
    press(page.run_bar.find_button)
    while window.jobs.is_busy and not window.jobs.progress.stage.startswith(stage):
        QApplication.processEvents()
        time.sleep(0.001)
    assert window.jobs.is_busy
    page.run_bar.show_running(window.jobs.progress)
    began, worked = time.perf_counter(), time.process_time()
    press(page.run_bar.stop_button)
    while window.jobs.is_busy:
        QApplication.processEvents()
        time.sleep(0.001)
    # Other programs take the clock, not the processor time, from it.
    assert min(time.perf_counter() - began, time.process_time() - worked) < 1
    assert window.jobs._pool.activeThreadCount() == 0
    texts = " ".join(shown_texts(window))
    finished = re.search(r"Stopped\. (?:All )?([\d,]+) (?:of [\d,]+ )?keys? (?:are|is) finished", texts)
    if finished is None:
        # Before a key is finished there is nothing to keep; a run that is as good as finished ends by itself.
        early = stage in STAGES[:2] and "Stopped. Nothing was changed." in texts
        assert early or (stage == "Grouping" and window.project.scored is not None), texts
        return
    used = int(finished[1])
    use = button_of(window, "Use these") if stage == "Key: " else None
    press(use or button_of(window, "Continue"))
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert len(window.project.scored)
    ran = [key for key in window.project.scored.pairs.keys if key.enabled]
    assert len(ran) == (used if use else len(window.project.keys))


KEYS_OF_NO_USE = (
    *(Qt.Key(Qt.Key.Key_A + i) for i in range(26)),
    Qt.Key.Key_Space,
    Qt.Key.Key_Return,
    Qt.Key.Key_Escape,
)


@pytest.mark.parametrize("threaded", [500], indirect=True)
def test_23_no_letter_space_or_enter_stops_a_run_wherever_the_focus_is(threaded, qtbot, monkeypatch):
    window, page = threaded, threaded.pages[Step.MATCH]
    waiting, go_on = threading.Event(), threading.Event()

    def slow(*arguments, **named):
        waiting.set()
        while not go_on.wait(0.005):
            named.get("progress", arguments[-1]).check()
        return measured(*arguments, **named)

    from entityres.candidates.proposing import pair_similarity as measured

    monkeypatch.setattr("entityres.candidates.proposing.pair_similarity", slow)
    page.run_bar.find_button.setFocus()
    press(page.run_bar.find_button)
    qtbot.waitUntil(waiting.is_set, timeout=60_000)
    qtbot.waitUntil(page.run_bar.stop_button.isVisible, timeout=5_000)
    assert not page.run_bar.stop_button.hasFocus()
    places = [
        page,
        page.compare.keys.view,
        page.compare.keys.foot.add_button,
        page.tabs,
        window.focusWidget() or window,
    ]
    for place in places:
        place.setFocus()
        assert not page.run_bar.stop_button.hasFocus()
        for key in KEYS_OF_NO_USE:
            QTest.keyClick(window.focusWidget() or place, key)
            menu = QApplication.activePopupWidget()
            if menu is not None:
                menu.close()
            assert window.jobs.is_busy
            assert not window.jobs.progress.cancelled
    go_on.set()
    qtbot.waitUntil(lambda: not window.jobs.is_busy, timeout=60_000)
    QApplication.processEvents()
    assert window.project.scored is not None, "nothing stopped the run"
