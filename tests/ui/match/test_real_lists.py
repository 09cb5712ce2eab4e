"""The Match page over the sample and over a list of 8,000 records, matched by the engine: points 13 to 20 of the checklist.

What is shown is held to what the engine does: every figure is compared with the pairs themselves.
"""

from __future__ import annotations

import shutil
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSlider, QApplication

from entityres import pipeline
from entityres.candidates.keys import Bands, Key
from entityres.candidates.proposing import propose_pairs
from entityres.progress import quiet
from entityres.records.percentages import percent
from entityres.session.project import Project
from entityres.session.stages import State, Step
from entityres.ui.qt import CHECK
from tests.helpers.generated_customers import customers
from tests.helpers.mouse import click_cell, press, write
from tests.helpers.windows import number, open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from entityres.records.record_list import RecordList
    from entityres.ui.main_window import MainWindow
    from entityres.ui.pages.match import MatchPage

SAMPLES = ("resources/samples/crm.csv", "resources/samples/webshop.csv")
pytestmark = pytest.mark.slow

LISTS = ["sample", "8,000"]
ALIKE = "Alike"
LEFT = Qt.MouseButton.LeftButton


@cache
def lists_of(name: str) -> tuple[RecordList, ...]:
    return pipeline.load(list(SAMPLES)) if name == "sample" else (customers(8_000, 3).record_list,)


def alike(project: Project) -> Key:
    """A key by similarity, which short lists do without."""
    names = {field.role: field.name for field in project.cleaned.fields}
    return Key(ALIKE, bands=Bands(tuple(names[role] for role in names if role.endswith("name")), b=20, r=4))


@pytest.fixture(scope="module")
def matched(tmp_path_factory) -> dict[str, Path]:
    """Project files with a finished match, made when they are asked for first."""
    return _Made(tmp_path_factory.mktemp("matched"))


class _Made(dict[str, "Path"]):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, name: str) -> Path:
        path = self[name] = self._folder / f"{name}.entityres"
        project = Project.create(path)
        project.add_lists(lists_of(name))
        project.take_matches(project.matching_job()(quiet()))
        project.set_keys((*project.keys, alike(project)))
        project.take_matches(project.matching_job()(quiet()))
        project.close()
        return path


@pytest.fixture
def window(request, qtbot, tmp_path, matched) -> Iterator[MainWindow]:
    """A window of its own over a copy of the matched project, at the Match page."""
    path = shutil.copy(matched[request.param], tmp_path / "matched.entityres")
    with open_window(Project.open(path), tmp_path, size=(1600, 1000)) as made:
        made.go_to(Step.MATCH)
        yield made


def masks_without(window: MainWindow, off: int) -> int:
    """Pairs of the last run that a key other than this one found."""
    masks = window.project.scored.pairs.masks
    return int(np.count_nonzero(masks & ~np.uint64(1 << off)))


@pytest.mark.parametrize("name", LISTS)
def test_13_before_the_first_run_no_page_says_no_matches(qtbot, tmp_path, name):
    project = Project.create(tmp_path / "fresh.entityres")
    project.add_lists(lists_of(name))
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        seen: list[str] = []
        for step in Step:
            window.go_to(step)
            seen += shown_texts(window)
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        keys = page.compare.keys
        assert keys.model.rowCount() > 1
        for row in range(keys.model.rowCount()):
            click_cell(keys.view, row, 0)
            seen += shown_texts(window)
        press(page.tabs.chip(1))
        seen += shown_texts(window)
        press(page.tabs.chip(0))
        for similar in (False, True):
            keys.foot._menu.aboutToShow.emit()
            seen += [action.text() for action in keys.foot._menu.actions()]
            keys.foot._menu.actions()[int(similar)].trigger()
            seen += shown_texts(window)
            press(page.compare.editor.cancel_button)
        assert "No pairs yet" in seen
        assert not [text for text in seen if "no match" in text.lower() or "no pair is" in text.lower()]


def drag(slider: QAbstractSlider, share: float) -> None:
    """Take the handle of a slider with the mouse and leave it at a share of the way."""
    slider.setFocus()
    at = (slider.value() - slider.minimum()) / max(slider.maximum() - slider.minimum(), 1)
    y, room = slider.height() // 2, slider.width() - 18
    QTest.mousePress(slider, LEFT, pos=QPoint(9 + round(at * room), y))
    QTest.mouseMove(slider, QPoint(9 + round(share * room), y))
    QTest.mouseRelease(slider, LEFT, pos=QPoint(9 + round(share * room), y))


def drag_target(page: MatchPage, to: float) -> None:
    plot = page.compare.similar.curve.plot
    QTest.mousePress(plot, LEFT, pos=QPoint(round(float(plot._x(plot.target))), 60))
    QTest.mouseMove(plot, QPoint(round(float(plot._x(to))), 60))
    QTest.mouseRelease(plot, LEFT, pos=QPoint(round(float(plot._x(to))), 60))


def choose_preset(page: MatchPage, name: str) -> None:
    curve = page.compare.similar.curve
    press(curve.preset_chip)
    next(action for action in curve._menu.actions() if action.text().startswith(name)).trigger()
    curve._menu.close()


MOVES = {
    "similar by mouse": lambda page: drag(page.compare.similar.bands.similar_slider, 0.8),
    "miss by mouse": lambda page: drag(page.compare.similar.bands.miss_slider, 0.6),
    "bands by mouse": lambda page: drag(page.compare.similar.bands.bands_slider, 0.2),
    "rows by mouse": lambda page: drag(page.compare.similar.bands.rows_slider, 0.2),
    "similar typed": lambda page: write(page.compare.similar.bands.similar_spin, 81),
    "miss typed": lambda page: write(page.compare.similar.bands.miss_spin, 20),
    "bands typed": lambda page: write(page.compare.similar.bands.bands_spin, 33),
    "rows typed": lambda page: write(page.compare.similar.bands.rows_spin, 6),
    "target by mouse": lambda page: drag_target(page, 0.83),
    "preset": lambda page: choose_preset(page, "Quick"),
}


def choose_alike(page: MatchPage) -> None:
    """Click on the key by similarity and unfold its bands and rows."""
    row = next(i for i, key in enumerate(page.compare.keys.model.keys) if key.name == ALIKE)
    click_cell(page.compare.keys.view, row, 0)
    bands = page.compare.similar.bands
    if not bands.bands_spin.isVisible():
        press(bands._advanced_button)
    assert page.compare.keys.current_key == ALIKE


@pytest.mark.parametrize("window", LISTS, indirect=True)
def test_15_whatever_is_moved_the_rest_follows_and_fits(window, page):
    choose_alike(page)
    side, plot = page.compare.similar, page.compare.similar.curve.plot
    bands = side.bands
    rng = np.random.default_rng(5)
    for _ in range(25):
        move = list(MOVES)[int(rng.integers(len(MOVES)))]
        {
            "similar by mouse": lambda: drag(bands.similar_slider, rng.random()),
            "miss by mouse": lambda: drag(bands.miss_slider, rng.random()),
            "bands by mouse": lambda: drag(bands.bands_slider, rng.random()),
            "rows by mouse": lambda: drag(bands.rows_slider, rng.random()),
            "similar typed": lambda: write(bands.similar_spin, int(rng.integers(1, 100))),
            "miss typed": lambda: write(bands.miss_spin, int(rng.integers(1, 51))),
            "bands typed": lambda: write(bands.bands_spin, int(rng.integers(1, 513))),
            "rows typed": lambda: write(bands.rows_spin, int(rng.integers(1, 33))),
            "target by mouse": lambda: drag_target(page, rng.random()),
            "preset": lambda: choose_preset(page, str(rng.choice(["Quick", "Balanced", "Thorough"]))),
        }[move]()
        choice = bands.choice
        assert choice.b * choice.r <= choice.stored, move
        for spin, slider, value in (
            (bands.similar_spin, bands.similar_slider, round(choice.similarity * 100)),
            (bands.miss_spin, bands.miss_slider, round(choice.miss * 100)),
            (bands.bands_spin, bands.bands_slider, choice.b),
            (bands.rows_spin, bands.rows_slider, choice.r),
        ):
            assert (spin.value(), slider.value()) == (value, value), move
        assert plot.target == pytest.approx(choice.similarity), move
        assert plot.chance_at(0.5) == pytest.approx(1 - (1 - 0.5**choice.r) ** choice.b), move
        assert ("Custom" in bands._said.text()) == choice.custom
        if choice.fits and not choice.custom:
            assert plot.chance_at(choice.similarity) >= 1 - choice.miss - 1e-9, move


@pytest.mark.parametrize("move", MOVES)
@pytest.mark.parametrize("window", LISTS, indirect=True)
def test_16_no_control_starts_anything(window, page, move):
    choose_alike(page)
    scored, keys, runs = window.project.scored, window.project.keys, []
    window.jobs.job_started.connect(runs.append)
    MOVES[move](page)
    bar = page.compare.similar.bar
    assert page.pending
    assert runs == []
    assert (window.project.scored is scored, window.project.keys == keys) == (True, True)
    texts = shown_texts(page)
    assert "Settings not applied yet" in texts
    assert "Not applied yet" in texts
    assert bar.apply_button.isEnabled()
    press(bar.revert_button)
    assert not page.pending
    assert not bar.apply_button.isEnabled()
    assert "Not applied yet" not in shown_texts(page)
    MOVES[move](page)
    press(bar.apply_button)
    assert runs == []
    assert window.project.scored is scored
    assert window.project.stages()[Step.MATCH].state is State.OUT_OF_DATE
    assert page.run_bar.find_button.words == "Update"


@pytest.mark.parametrize("window", LISTS, indirect=True)
def test_19_each_key_lowers_together_by_exactly_its_only_this(window, page):
    keys = page.compare.keys
    pairs = window.project.scored.pairs
    assert number(keys.foot.words) == len(pairs)
    for row, key in enumerate(keys.model.keys):
        before, only = number(keys.foot.words), number(keys.model.index(row, keys.model.column_number("only")).data())
        keys.view.setCurrentIndex(keys.model.index(row, 0))
        keys.view.setFocus()
        QTest.keyClick(keys.view, Qt.Key.Key_Space)
        assert keys.model.index(row, 0).data(CHECK) == Qt.CheckState.Unchecked
        bit = next(i for i, ran in enumerate(pairs.keys) if ran.name == key.name)
        assert number(keys.foot.words) == before - only == masks_without(window, bit), key.name
        QTest.keyClick(keys.view, Qt.Key.Key_Space)
        assert number(keys.foot.words) == before
    click_cell(keys.view, 0, 0)
    box = QPoint(14, keys.view.visualRect(keys.model.index(0, 0)).center().y())
    QTest.mouseClick(keys.view.viewport(), LEFT, pos=box)
    assert not window.project.keys[0].enabled, "by mouse as well"


@pytest.mark.parametrize("window", LISTS, indirect=True)
def test_every_figure_of_the_table_is_that_of_the_pairs(window, page):
    model, pairs, project = page.compare.keys.model, window.project.scored.pairs, window.project
    match = project.scored.zones(project.settings.match_at, project.settings.review_at) == 2
    for row, key in enumerate(model.keys):
        bit = next(i for i, ran in enumerate(pairs.keys) if ran.name == key.name)
        mine = (pairs.masks >> np.uint64(bit) & np.uint64(1)).astype(bool)
        assert number(model.text(row, "pairs")) == np.count_nonzero(mine)
        assert number(model.text(row, "only")) == np.count_nonzero(pairs.masks == np.uint64(1 << bit))
        assert number(model.text(row, "records")) == pairs.counts[bit].records
        shown = model.text(row, "accepted")
        assert shown == (percent(match[mine].mean()) if mine.any() else "")


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("window", ["sample"], indirect=True)
def test_18_the_areas_stay_apart_in_grey(window, page, theme):
    """Left of the target lines rise, right of it they fall: seen without colour, over the bars and in both themes."""
    window.theme.choose(theme)
    QApplication.processEvents()
    choose_alike(page)
    choose_preset(page, "Thorough")
    plot = page.compare.similar.curve.plot
    write(page.compare.similar.bands.miss_spin, 50)
    grey = plot.grab().toImage().convertToFormat(plot.grab().toImage().Format.Format_Grayscale8)
    ratio = grey.devicePixelRatio()

    def leaning(left: float, top: float, width: int = 60, height: int = 24) -> int:
        """Falling lines come out above 0, rising ones below: how alike neighbours are along each diagonal."""
        votes = 0
        for y in range(int(top), int(top) + height):
            for x in range(int(left), int(left) + width):
                here = grey.pixelColor(int(x * ratio), int(y * ratio)).red()
                falls = grey.pixelColor(int((x + 1) * ratio), int((y + 1) * ratio)).red()
                rises = grey.pixelColor(int((x - 1) * ratio), int((y + 1) * ratio)).red()
                votes += abs(here - rises) - abs(here - falls)
        return votes

    x, area = float(plot._x(plot.target)), plot._plot()
    top_of_curve = area.bottom() - area.height() * plot.chance_at(plot.target)
    missed = leaning(x + 4, area.top() + 4, 24, int((top_of_curve - area.top()) / 2))
    extra = leaning(x - 70, area.bottom() - 22, 60, 18)
    assert missed > 50
    assert extra < -50
    assert {"missed", "extra work"} <= set(plot.labels), "each area says what it is"


@pytest.mark.parametrize("name", LISTS)
def test_19_holds_before_the_first_run_too(qtbot, tmp_path, name):
    """Keys were counted together: what one brings alone follows the others that are on, and nothing is called accepted."""
    project = Project.create(tmp_path / "fresh.entityres")
    project.add_lists(lists_of(name))
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        keys = page.compare.keys
        found = propose_pairs(page._cleaned, project.keys, seed=project.settings.seed)
        assert keys.foot.words == f"{len(found):,}"
        assert f"Estimate: {len(found):,} pairs" in " ".join(shown_texts(page.run_bar))
        off = np.uint64(0)
        for row, _key in enumerate(keys.model.keys):
            assert keys.model.text(row, "accepted") == ""
            before, only = number(keys.foot.words), number(keys.model.text(row, "only"))
            keys.view.setCurrentIndex(keys.model.index(row, 0))
            keys.view.setFocus()
            QTest.keyClick(keys.view, Qt.Key.Key_Space)
            assert number(keys.foot.words) == before - only
            if row % 2:
                QTest.keyClick(keys.view, Qt.Key.Key_Space)
            else:
                off |= np.uint64(1 << row)
        assert number(keys.foot.words) == np.count_nonzero(found.masks & ~off), "with every second key off"


def test_pairs_across_lists_only_are_counted_anew(qtbot, tmp_path):
    project = Project.create(tmp_path / "fresh.entityres")
    project.add_lists(lists_of("sample"))
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        before = number(page.compare.keys.foot.words)
        window.apply(project.set_across_only(True))
        found = propose_pairs(page._cleaned, project.keys, across_only=True, seed=project.settings.seed)
        assert number(page.compare.keys.foot.words) == len(found) < before
        for row in range(page.compare.keys.model.rowCount()):
            assert number(page.compare.keys.model.text(row, "pairs")) == found.counts[row].pairs
