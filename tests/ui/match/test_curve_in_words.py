"""The sentences of the design on the S-curve panel that no other test holds, on the page itself."""

from __future__ import annotations

import re
import threading
from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres.candidates.keys import Bands, Key
from entityres.candidates.scurve import solve
from entityres.records.percentages import percent
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.jobs import JobRunner
from tests.helpers.generated_customers import customers
from tests.helpers.mouse import press
from tests.helpers.review_project import make_lists
from tests.helpers.slow_work import slowly
from tests.helpers.windows import open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from entityres.ui.main_window import MainWindow
    from entityres.ui.widgets.similarity_side import SimilaritySide

SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def side(page) -> SimilaritySide:
    return page.compare.similar


def number(words: str) -> float:
    return float("".join(c for c in words if c.isdigit() or c == "."))


@pytest.mark.parametrize(
    ("key", "modifier", "step"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 0.01),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, -0.01),
        (Qt.Key.Key_Right, SHIFT, 0.05),
        (Qt.Key.Key_Left, SHIFT, -0.05),
    ],
)
def test_arrow_keys_move_the_target_and_the_sentence_with_it(side, key, modifier, step):
    plot = side.curve.plot
    plot.setFocus()
    before = plot.target
    QTest.keyClick(plot, key, modifier)
    assert plot.target == pytest.approx(before + step)
    assert side.bands.similar_spin.value() == round(plot.target * 100)
    assert plot.accessibleDescription().startswith(
        f"Two records sharing {percent(plot.target)} of their 3-letter pieces"
    )
    assert plot.sentence(plot.target) in " ".join(shown_texts(side.curve))


def test_the_place_under_the_mouse_is_said_and_taken_back(side):
    plot = side.curve.plot
    QTest.mouseMove(plot, QPoint(round(float(plot._x(0.3))), 50))
    assert any(text.startswith("Two records sharing 30\u00a0% of their") for text in shown_texts(side.curve))
    plot.leaveEvent(None)
    assert plot.sentence(plot.target) in " ".join(shown_texts(side.curve))


def test_pairs_have_an_axis_of_their_own_and_both_scales(side):
    plot = side.curve.plot
    logarithmic = plot._count_ticks()
    assert [words for words, _ in logarithmic][:2] == ["1", "10"]
    tenfold = np.diff([part for _, part in logarithmic[1:]])
    assert np.allclose(tenfold, tenfold[0], rtol=0.2), "tenfold as many pairs, about the same height"
    press(side.curve.log_chip)
    even = plot._count_ticks()
    assert np.allclose(np.diff([part for _, part in even]), even[0][1]), "as many more pairs, the same height"
    assert plot._plot().right() + 6 + plot.fontMetrics().horizontalAdvance("10") < plot.width()


def test_the_largest_rows_that_keep_the_sentences_and_fewer_checks_as_the_other_choice(side):
    bands = side.bands
    bands.set_advanced(True)
    bands.similar_spin.setValue(60)
    bands.miss_spin.setValue(5)
    every = solve(0.6, 0.05, 256)
    assert (bands.bands_spin.value(), bands.rows_spin.value()) == (38, 5) == (every[0].b, every[0].r)
    assert every[0].r == max(one.r for one in every)
    assert bands._runner_up.text() == "22 × 4: fewer checks, more pairs"
    few = number(side.card.cell("pairs", 2).split("–")[-1])
    press(bands._runner_up)
    assert (bands.bands_spin.value(), bands.rows_spin.value()) == (22, 4)
    assert number(side.card.cell("pairs", 2).split("–")[-1]) > few


def test_what_does_not_fit_says_which_sentence_to_relax_or_stores_more(side):
    bands = side.bands
    bands.similar_spin.setValue(1)
    bands.miss_spin.setValue(1)
    texts = " ".join(shown_texts(bands))
    assert (
        "256 checks are not enough for that. Look for pairs at least 2\u00a0% similar, or allow 8\u00a0% to be missed."
        in texts
    )
    assert bands._more_button.text() == "Store 512 checks (twice the time)"
    press(bands._more_button)
    assert (bands.choice.stored, bands.choice.b, bands.choice.r) == (512, 459, 1)
    assert "not enough" not in " ".join(shown_texts(bands))


@pytest.mark.parametrize(("name", "similarity"), [("Quick", 70), ("Balanced", 60), ("Thorough", 50)])
def test_presets_are_values_of_the_two_sentences(side, name, similarity):
    press(side.curve.preset_chip)
    action = next(one for one in side.curve._menu.actions() if one.text().startswith(name))
    assert action.text() == f"{name}: at least {similarity}\u00a0% similar, miss 5\u00a0%"
    action.trigger()
    side.curve._menu.close()
    assert (side.bands.similar_spin.value(), side.bands.miss_spin.value()) == (similarity, 5)
    assert side.curve.preset_chip.text() == f"{name} ▾"


@pytest.mark.slow
def test_bars_say_where_they_come_from_before_and_after_a_run(qtbot, tmp_path):
    project = Project.create(tmp_path / "fresh.entityres")
    project.add_lists([customers(3_000, 5).record_list])
    with open_window(project, tmp_path, size=(1600, 1000)) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        names = tuple(one.name for one in page._cleaned.fields if one.name.endswith("name"))
        window.apply(project.set_keys((*project.keys, Key("Alike", bands=Bands(names, b=12, r=9)))))
        page.compare.keys.choose("Alike")
        side = page.compare.similar
        assert re.match(r"Bars: from [\d,]+ random pairs", side.curve._note)
        assert "Dashed" not in side.curve._note
        assert side.card.cell("together", 1) == "–", "no count of missed matches before a run"
        window.find_matches()
        window.go_to(Step.MATCH)
        pairs = project.scored.pairs
        bit = next(i for i, key in enumerate(pairs.keys) if key.name == "Alike")
        assert "pairs of the last run" in side.curve._note
        assert "Dashed: few of these are found with current settings; counts are extrapolated." in side.curve._note
        assert side.curve.plot._unseen.sum() > 0
        assert pairs.counts[bit].pairs > 0


# counting, with real threads


@pytest.fixture
def threaded(qtbot, tmp_path) -> Iterator[MainWindow]:
    project = Project.create(tmp_path / "real.entityres")
    project.add_lists(make_lists(100))
    project.set_keys((Key("Alike", bands=Bands(("given_name", "family_name", "street"), b=30, r=4)),))
    with open_window(project, tmp_path, size=(1600, 1000), jobs=JobRunner()) as made:
        made.go_to(Step.MATCH)
        side = made.pages[Step.MATCH].compare.similar
        qtbot.waitUntil(lambda: not made.jobs._questions and side.card.cell("pairs", 1) != "…", timeout=60_000)
        qtbot.waitUntil(lambda: not side._timer.isActive() and not made.jobs._questions, timeout=60_000)
        yield made
        qtbot.waitUntil(lambda: made.jobs._question_pool.activeThreadCount() == 0, timeout=20_000)


def test_a_count_begins_when_nothing_was_moved_for_a_while_and_ends_with_the_next_move(threaded, qtbot, monkeypatch):
    side = threaded.pages[Step.MATCH].compare.similar
    begun, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("entityres.candidates.counting.foresee_key", slowly(begun, ended))
    side.bands.similar_slider.setFocus()
    QTest.keyClick(side.bands.similar_slider, Qt.Key.Key_Right)
    assert side.card.cell("pairs", 2).startswith("≈"), "an estimate at once"
    assert side.card.is_counting
    assert "counting…" in shown_texts(side.card)
    assert not begun.is_set()
    qtbot.waitUntil(begun.is_set, timeout=10_000)
    QTest.keyClick(side.bands.similar_slider, Qt.Key.Key_Right)
    qtbot.waitUntil(ended.is_set, timeout=1_000)
    assert side.card.is_counting, "for what is chosen now"
    monkeypatch.undo()
    qtbot.waitUntil(lambda: side.card.cell("pairs", 2).endswith("counted"), timeout=60_000)
    assert not side.card.is_counting


def test_a_key_that_is_written_is_counted_anew_with_each_change(threaded, qtbot, monkeypatch):
    compare = threaded.pages[Step.MATCH].compare
    begun, ended = threading.Event(), threading.Event()
    monkeypatch.setattr("entityres.candidates.counting.foresee_key", slowly(begun, ended))
    menu = compare.keys.foot._menu
    menu.aboutToShow.emit()
    menu.actions()[0].trigger()
    editor = compare.editor
    QApplication.processEvents()
    qtbot.waitUntil(lambda: editor.figures.cell("pairs", 1).startswith("≈"), timeout=10_000)
    assert editor.figures.said == "counting…"
    qtbot.waitUntil(begun.is_set, timeout=10_000)
    editor.rows[0].column_choice.setFocus()
    QTest.keyClick(editor.rows[0].column_choice, Qt.Key.Key_Down)
    qtbot.waitUntil(ended.is_set, timeout=1_000)
    qtbot.waitUntil(lambda: editor.figures.cell("pairs", 1).startswith("≈"), timeout=10_000)
    monkeypatch.undo()
    QTest.keyClick(editor.rows[0].column_choice, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: editor.figures.cell("records", 1) not in ("…", "–"), timeout=60_000)
    assert editor.figures.said == ""
    press(editor.cancel_button)
