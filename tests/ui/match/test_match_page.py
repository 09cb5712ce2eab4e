"""The Match page in the window: keys, curve, forecasts, Apply, the run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QTableView

from entityres.candidates.candidate_pairs import KeyCounts
from entityres.candidates.forecasting import of_pairs
from entityres.candidates.keys import Bands, Key, Part, PartKind
from entityres.candidates.proposing import propose_pairs
from entityres.candidates.scurve import chance
from entityres.records.percentages import percent
from entityres.session.project import Project
from entityres.session.stages import State, Step
from entityres.ui.dialogs.compare_records import CompareRecords
from entityres.ui.models.band_choice import MORE_STORED, PRESETS, STORED, BandChoice, choice_of
from entityres.ui.models.match_figures import condition, pairs_words
from entityres.ui.theme import line_height
from entityres.ui.widgets.similarity_side import CHECKS
from tests.helpers.building import make_list
from tests.helpers.mouse import press
from tests.helpers.review_project import KEYS, make_project, without_engine
from tests.helpers.windows import open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from entityres.ui.main_window import MainWindow
    from entityres.ui.pages.match import MatchPage

SIMILAR = "Similar name + address"


@pytest.fixture
def fresh(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    """Before the first run."""
    without_engine(monkeypatch)
    project = make_project(tmp_path / "fresh.entityres", 60, match=False)
    with open_window(project, tmp_path) as made:
        made.go_to(Step.MATCH)
        yield made


def together(page: MatchPage) -> int:
    return int(page.compare.keys.foot.words.replace(",", "").lstrip("≈ "))


def tick(page: MatchPage, name: str, on: bool) -> None:
    model = page.compare.keys.model
    row = next(i for i, key in enumerate(model.keys) if key.name == name)
    model.setData(
        model.index(row, 0), Qt.CheckState.Checked if on else Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole
    )


# bands and sentences


@given(st.integers(1, 99), st.integers(1, 50))
def test_sentences_give_bands_that_keep_them_and_fit(similarity, miss):
    choice = BandChoice().with_sentences(similarity / 100, miss / 100)
    assert choice.b * choice.r <= choice.stored
    if choice.fits:
        assert 1 - chance(similarity / 100, choice.b, choice.r) <= miss / 100 + 1e-9
    else:
        assert "similar" in choice.remedy()


@given(st.integers(1, 600), st.integers(1, 40))
def test_bands_by_hand_fit_and_come_back(b, r):
    choice = BandChoice().with_bands(b, r)
    assert choice.b * choice.r <= choice.stored <= MORE_STORED
    again = choice.with_sentences(choice.similarity, choice.miss)
    assert choice.custom or (again.b, again.r) == (choice.b, choice.r)


@pytest.mark.parametrize(("preset", "b", "r"), [("Balanced", 38, 5), ("Thorough", 47, 4)])
def test_presets(preset, b, r):
    choice = BandChoice().with_sentences(*PRESETS[preset])
    assert (choice.b, choice.r, choice.preset) == (b, r, preset)


def test_bands_in_use_are_said_in_sentences():
    choice = choice_of(32, 4)
    assert (choice.b, choice.r) == (32, 4)
    assert 0.5 < choice.similarity < 0.6


# the page


def test_keys_with_their_figures(page):
    model = page.compare.keys.model
    assert [key.name for key in model.keys] == [key.name for key in KEYS]
    assert together(page) == len(page._window.project.scored)
    assert page.compare.keys.current_key == SIMILAR


@pytest.mark.parametrize("name", [key.name for key in KEYS])
def test_switching_a_key_off_lowers_together_by_only_this(page, name):
    model = page.compare.keys.model
    row = next(i for i, key in enumerate(model.keys) if key.name == name)
    before, only = together(page), int(model.text(row, "only").replace(",", ""))
    tick(page, name, False)
    assert together(page) == before - only
    tick(page, name, True)
    assert together(page) == before


def test_moving_sliders_starts_nothing_and_can_be_applied(window, page):
    pairs = window.project.scored
    page.compare.similar.bands.similar_slider.setValue(75)
    assert window.project.scored is pairs
    assert page.pending
    assert page.compare.similar.bar.apply_button.isEnabled()
    assert "Not applied yet" in shown_texts(page)
    page.compare.similar.revert()
    assert not page.pending
    assert not page.compare.similar.bar.apply_button.isEnabled()


def test_dragging_the_target_moves_the_sentence(page):
    page.compare.similar.curve.plot.setFocus()
    before = page.compare.similar.bands.similar_spin.value()
    QTest.keyClick(page.compare.similar.curve.plot, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert page.compare.similar.bands.similar_spin.value() == before + 5
    assert page.pending


def test_an_estimate_at_once_and_the_count_later_which_is_what_the_run_gets(window, page, qtbot):
    page.compare.similar.bands.rows_spin.setValue(3)
    assert page.compare.similar.card.cell("pairs", 2).startswith("≈")
    qtbot.waitUntil(lambda: page.compare.similar.card.cell("pairs", 2).endswith("counted"), timeout=20_000)
    counted = int(page.compare.similar.card.cell("pairs", 2).split()[0].replace(",", ""))
    page.compare.similar.bar.apply_button.click()
    key = next(key for key in window.project.keys if key.name == SIMILAR)
    assert key.bands.r == 3
    found = propose_pairs(page._cleaned, (key,), across_only=False, seed=window.project.settings.seed)
    assert counted == len(found) == found.counts[0].pairs


def test_some_records_tell_before_there_is_a_histogram(window, page, monkeypatch):
    similar = page.compare.similar
    monkeypatch.setattr(similar, "_ask_histogram", lambda: None)
    similar._histogram = None
    asked = []
    estimate = "entityres.ui.widgets.similarity_side.estimate_key"
    monkeypatch.setattr(
        estimate, lambda _maker, key, *_: asked.append(key.bands) or of_pairs(4_321.0, 4_000.0, 4_600.0)
    )
    similar.bands.rows_spin.setValue(3)
    assert [bands.r for bands in asked] == [3]
    words = similar.card.cell("pairs", 2)
    assert words.startswith("≈")
    assert words == pairs_words(of_pairs(4_321.0, 4_000.0, 4_600.0), None)
    similar.bands.rows_spin.setValue(2)
    similar.bands.rows_spin.setValue(3)
    assert [bands.r for bands in asked] == [3, 2], "what was asked once is known"
    similar.forget()
    similar.show_forecast()
    assert [bands.r for bands in asked] == [3, 2, 3]


def test_checks_are_made_before_the_first_move_asks_for_them(window, page, monkeypatch):
    similar = page.compare.similar
    maker = similar._kept.maker(page._cleaned, window.project.settings.seed)
    made = maker.made_signatures(similar._key.bands)
    assert made is not None
    assert made.rows.shape[1] == STORED
    asked = []
    monkeypatch.setattr(window.jobs, "ask", lambda name, *_, **options: asked.append((name, options)))
    similar.show_forecast()
    assert asked == [], "once is enough"
    similar.stop()
    monkeypatch.setattr("entityres.ui.widgets.similarity_side.allowed_mb", lambda _limit: 0)
    similar._sign_before()
    assert asked == [], "not where there is no room for them"
    monkeypatch.setattr("entityres.ui.widgets.similarity_side.allowed_mb", lambda _limit: 1_000)
    similar._sign_before()
    assert asked == [(CHECKS, {"idle": True})]


def test_applying_makes_the_match_out_of_date_and_starts_nothing(window, page):
    scored = window.project.scored
    page.compare.similar.bands.similar_spin.setValue(80)
    page.compare.similar.apply()
    assert window.project.scored is scored
    assert window.project.stages()[Step.MATCH].state is State.OUT_OF_DATE
    assert page.run_bar.find_button.words == "Update"
    assert window.project.can_undo


def test_what_does_not_fit_in_memory_is_refused_with_what_does(window, page, monkeypatch):
    monkeypatch.setattr("entityres.ui.widgets.similarity_side.allowed_mb", lambda _limit: 1)
    similar = page.compare.similar
    similar.bands.set_advanced(True)
    similar.bands.rows_spin.setValue(1)
    similar.bands.bands_spin.setValue(256)
    assert "MB of memory" in similar.card.problem
    assert not similar.bar.apply_button.isEnabled()
    similar.apply()
    assert window.project.keys[-1].bands == KEYS[-1].bands, "nothing is applied"
    assert "similar" in similar.card.remedy_button.text()
    similar.card.remedy_button.click()
    assert similar.card.problem == ""
    assert page.pending


def test_ctrl_return_applies_first(window, page):
    QTest.qWaitForWindowActive(window, 1000)
    page.compare.similar.bands.similar_spin.setValue(80)
    page.compare.similar.bands.similar_slider.setFocus()
    scored = window.project.scored
    QTest.keyClick(page.compare.similar.bands.similar_slider, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert not page.pending
    assert window.project.scored is scored, "applying is not running"
    assert next(key for key in window.project.keys if key.name == SIMILAR).bands.b != 32


def test_curve_and_table_say_the_same(page):
    page.compare.similar.curve.table_chip.click()
    model = page.compare.similar.curve.table_model
    at_60 = next(row for row in range(model.rowCount()) if model.index(row, 0).data() == "60\u00a0%")
    choice = page.compare.similar.bands.choice
    assert model.index(at_60, 1).data() == percent(float(chance(0.6, choice.b, choice.r)), 1)


def test_missed_counts_need_a_check_column(qtbot, tmp_path, monkeypatch):
    without_engine(monkeypatch, check=False)
    project = make_project(tmp_path / "unchecked.entityres", check=False)
    with open_window(project, tmp_path) as window:
        window.go_to(Step.MATCH)
        card = window.pages[Step.MATCH].compare.similar.card
        assert card.cell("alone", 1).endswith("%")
        assert card.cell("together", 1) == "–"


def test_figures_of_many_pairs_are_not_cut_off(page):
    """A hundred million pairs, as a key on a common last name brings."""
    keys = page.compare.keys
    key = page._window.project.keys[0]
    page._figures.union = None
    page._figures.counted[condition(key)] = KeyCounts(10_000_000, 1_000_000, 4_000_000, 123_456_789, 123_456_789)
    page.compare._show_counts()
    texts = [keys.model.text(0, column.name) for column in keys.model.columns[1:]]
    assert "123,456,789" in texts
    for number, text in enumerate(texts, 1):
        assert keys.view.columnWidth(number) > keys.view.fontMetrics().horizontalAdvance(text) + 16


def test_looser_bands_miss_less(page):
    alone = int(page.compare.similar.card.cell("alone", 1).lstrip("≈ ").replace(",", ""))
    page.compare.similar.bands.rows_spin.setValue(2)
    assert int(page.compare.similar.card.cell("alone", 2).lstrip("≈ ").replace(",", "")) <= alone


def test_a_hot_value_can_count_as_empty(window, page):
    assert "000-000-0000" in " ".join(shown_texts(page))
    assert page.compare.hot.empty_button.isVisible()
    page.compare.hot.empty_button.click()
    assert ("phone", "000-000-0000") in window.project.settings.placeholders


def test_values_of_the_last_run_are_those_of_its_lists_until_others_were_cleaned(window, page, monkeypatch):
    project = window.project
    monkeypatch.setattr(window.jobs, "ask", lambda *_question, **_how: None)  # as while a run goes on
    extra = make_list("third", {heading: [f"x{heading}"] for heading in project.lists[0].columns})
    window.change(project.add_lists, [extra])
    assert "000-000-0000" in " ".join(shown_texts(page))
    page.compare.hot.empty_button.click()
    assert ("phone", "000-000-0000") in project.settings.placeholders


def test_showing_records_of_a_hot_value_goes_to_review(window, page):
    page.compare.hot.records_button.click()
    assert window.step is Step.REVIEW
    assert window.pages[Step.REVIEW].panel.filters.text == "000-000-0000"


def test_a_key_without_bands_is_said_in_words(page):
    page.compare.keys.choose("Birth date + last name")
    texts = " ".join(shown_texts(page))
    assert "Two records are compared if Birth date is the same, and if Last name is the same" in texts
    assert not page.compare.similar.card.isVisible()


def test_keys_are_added_and_removed(window, page):
    new = replace(KEYS[0], name="Same e-mail", parts=(replace(KEYS[0].parts[0], fields=("city",)),))
    page.compare._on_key_made(new, "")
    assert window.project.keys[-1].name == "Same e-mail (2)"
    assert page.compare.keys.current_key == "Same e-mail (2)"
    page.compare._on_key_removed("Same e-mail (2)")
    assert len(window.project.keys) == len(KEYS)


def test_suggestions_leave_out_what_is_there(page):
    page.compare._on_suggestions_asked()
    assert page.compare.keys.foot._menu.actions()


def test_points_by_field(page, qtmodeltester):
    page.tabs.chip(1).click()
    rows = page.scoring.model.rows
    assert {row.field for row in rows} == {"First name", "Last name", "Street", "City", "Phone", "E-mail", "Birth date"}
    assert next(row for row in rows if row.field == "E-mail" and row.level == "same").points > 0
    assert sum(row.pairs for row in rows if row.field == "City") == len(page._window.project.scored)
    qtmodeltester.check(page.scoring.model)


# before and while running


def test_before_the_first_run_nothing_says_no_matches(fresh):
    page = fresh.pages[Step.MATCH]
    texts = [text.lower() for text in shown_texts(page)]
    assert not any("no match" in text for text in texts)
    assert "no pairs yet" in texts
    assert any(text.startswith("press find matches. estimate:") for text in texts)
    assert page.run_bar.find_button.isEnabled()
    assert together(page) >= 0


def test_finding_matches_shows_review(fresh):
    fresh.pages[Step.MATCH].run_bar.find_button.click()
    assert fresh.project.scored is not None
    assert fresh.step is Step.REVIEW


def test_without_lists_the_page_leads_to_load(qtbot, tmp_path):
    with open_window(Project.create(tmp_path / "empty.entityres"), tmp_path) as window:
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        assert page._empty.button.isEnabled()
        page._empty.button.click()
        assert window.step is Step.LOAD


def test_keys_pressed_during_a_run_do_not_stop_it(page):
    from entityres.progress import Progress

    progress = Progress()
    progress.begin("Cleaning values")
    progress.begin("Scoring pairs", 100)
    progress.advance(41)
    stopped: list[int] = []
    page.run_bar.stop_asked.connect(lambda: stopped.append(1))
    page.run_bar.show_running(progress)
    assert page.run_bar.stop_button.isVisible()
    assert not page.run_bar.stop_button.hasFocus()
    assert "Scoring pairs 41\u00a0% (41 of 100)" in shown_texts(page)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_S, Qt.Key.Key_Escape):
        QTest.keyClick(page, key)
    assert stopped == []
    page.run_bar.stop_button.click()
    assert stopped == [1]


@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
def test_nothing_is_cut_off(window, page, size):
    window.resize(*size)
    QApplication.processEvents()
    assert page.run_bar.find_button.width() >= page.run_bar.find_button.sizeHint().width()
    card = page.compare.similar.card
    assert card.width() >= card.minimumSizeHint().width()
    assert page.compare.similar.bands.width() >= page.compare.similar.bands.minimumSizeHint().width()
    assert page.compare.similar.curve.plot.width() >= 200
    assert np.isfinite(page.compare.similar.curve.plot.target)


# after a run that found nothing


@pytest.fixture
def hopeless(qtbot, tmp_path) -> Iterator[MainWindow]:
    """Two lists with nothing in common, matched by the engine with a key by similarity."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    people = [[f"{letters[i] * 4}{k} {letters[-1 - i] * 6}" for i in range(12)] for k in range(2)]
    project = Project.create(tmp_path / "hopeless.entityres")
    project.add_lists([make_list(f"list{k}", {"full name": names}) for k, names in enumerate(people)])
    with open_window(project, tmp_path, size=(1600, 1000)) as made:
        made.go_to(Step.MATCH)
        field = made.pages[Step.MATCH]._cleaned.fields[0].name
        project.set_keys((Key("Alike", bands=Bands((field,), b=12, r=8)),))
        made.find_matches()
        made.go_to(Step.MATCH)
        yield made


def test_a_run_that_found_nothing_says_what_ran_and_can_be_loosened(hopeless):
    page = hopeless.pages[Step.MATCH]
    words = " ".join(shown_texts(page.run_bar))
    assert words.startswith("No pairs passed 1 key ran")
    assert "Try Thorough, or add a key." in words
    before = hopeless.project.keys[0].bands
    press(page.run_bar.loosen_button)
    bands = hopeless.project.keys[0].bands
    assert chance(0.5, bands.b, bands.r) > max(chance(0.5, before.b, before.r), 0.94)
    assert "Settings changed" in shown_texts(page.run_bar)
    assert page.run_bar.find_button.words == "Update"
    assert not page.run_bar.loosen_button.isVisible()
    hopeless.project.undo()
    assert hopeless.project.keys[0].bands == before


@pytest.mark.slow
def test_without_a_similar_key_loosening_begins_one(hopeless):
    page, project = hopeless.pages[Step.MATCH], hopeless.project
    hopeless.apply(project.set_keys((Key("Same", (Part(PartKind.EXACT, project.keys[0].bands.fields),)),)))
    hopeless.find_matches()
    hopeless.go_to(Step.MATCH)
    press(page.run_bar.loosen_button)
    assert page.compare.editor.isVisible()
    assert page.compare.editor.draft.bands is not None


@pytest.mark.slow
def test_two_records_can_be_compared_after_a_run_that_found_nothing(hopeless):
    page = hopeless.pages[Step.MATCH]
    press(page.run_bar.compare_button)
    dialog = next(one for one in QApplication.topLevelWidgets() if isinstance(one, CompareRecords) and one.isVisible())
    dialog.close()


def test_after_a_change_the_last_line_says_what_a_run_costs(window, page):
    tick(page, "Same phone", False)
    words = " ".join(shown_texts(page.run_bar))
    assert f"Estimate: {together(page):,} pairs · under 1 s · 1 MB" in words


@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
def test_tables_are_not_wider_than_their_cards(window, page, qtbot, size):
    window.resize(*size)
    press(page.compare.similar.curve.table_chip)
    table = page.compare.similar.curve.findChild(QTableView, "curveTable")
    qtbot.waitUntil(lambda: table.isVisible() and table.horizontalHeader().length() <= table.viewport().width())
    page.tabs.chip(1).click()
    scores = page.scoring.findChild(QTableView, "scoringTable")
    header = scores.horizontalHeader()
    for number, column in enumerate(page.scoring.model.columns):
        assert header.sectionSize(number) > scores.fontMetrics().horizontalAdvance(column.title) + 8, column.title


def test_with_large_text_a_line_of_points_says_for_which_values_it_is(window, page):
    window.resize(1024, 700)
    window.theme.set_zoom(200)
    page.tabs.chip(1).click()
    QApplication.processEvents()
    table = page.scoring.findChild(QTableView, "scoringTable")
    header, metrics = table.horizontalHeader(), table.fontMetrics()
    longest = max(metrics.horizontalAdvance(row.level) for row in page.scoring.model.rows)
    assert header.sectionSize(1) > max(longest, metrics.horizontalAdvance("If the values are"))
    assert header.sectionPosition(2) <= table.viewport().width(), "without scrolling"


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
def test_what_helps_after_a_run_that_found_nothing_is_never_cut(hopeless, size):
    hopeless.resize(*size)
    QApplication.processEvents()
    bar = hopeless.pages[Step.MATCH].run_bar
    assert "…" not in bar._words.shown
    for button in (bar.loosen_button, bar.compare_button, bar.find_button):
        assert button.width() >= button.sizeHint().width()


@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
def test_sentences_of_a_key_are_as_high_as_their_lines(window, page, qtbot, size):
    window.resize(*size)
    page.compare.keys.choose("Same phone")
    labels = [one for one in page.compare.detail.findChildren(QLabel) if one.wordWrap() and one.text()]
    qtbot.waitUntil(
        lambda: all(one.height() == one.heightForWidth(one.width()) for one in labels if one.isVisible()), timeout=2_000
    )


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1024, 700), 200), ((1600, 1000), 200)])
def test_names_of_keys_can_be_read_at_any_size_of_text(window, page, qtbot, size, zoom):
    window.resize(*size)
    window.theme.set_zoom(zoom)
    view = page.compare.keys.view
    qtbot.waitUntil(lambda: view.columnWidth(0) > view.fontMetrics().averageCharWidth() * 14, timeout=2_000)
    for name in ("largest", "pairs", "only"):
        assert not view.isColumnHidden(page.compare.keys.model.column_number(name))
    hidden = [view.isColumnHidden(number) for number in range(1, 7)]
    assert any(hidden) == (zoom == 200 and size == (1024, 700))
    foot = page.compare.keys.foot
    assert foot.height() >= foot.add_button.fontMetrics().height() + 4


@pytest.mark.slow
def test_a_key_that_the_run_added_to_join_copies_is_shown_and_can_be_switched_off(qtbot, tmp_path):
    project = Project.create(tmp_path / "copies.entityres")
    people = {
        "first name": ["Ann"] * 300 + [f"Given{i}" for i in range(300)],
        "last name": ["Hill"] * 300 + [f"Family{i}" for i in range(300)],
        "city": ["Rome"] * 600,
    }
    project.add_lists([make_list("people", people)])
    own = Key("Same city", (Part(PartKind.EXACT, ("city",)),))
    project.set_keys((own,))
    with open_window(project, tmp_path) as window:
        window.go_to(Step.MATCH)
        page: MatchPage = window.pages[Step.MATCH]
        press(page.run_bar.find_button)
        window.go_to(Step.MATCH)
        first, added = project.keys
        assert (first, added.is_of_copies, added.enabled) == (own, True, True)
        assert project.settings.keys == (own,)
        assert project.changed_since_match() == ()
        assert together(page) == len(project.scored) >= 299
        page.compare.keys.choose(added.name)
        page.compare._on_key_removed(added.name)
        assert [key.enabled for key in project.keys] == [True, False]
        press(page.run_bar.find_button)
        assert len(project.scored) < 299
        window.go_to(Step.MATCH)
        assert f"The key “{added.name}” is off: 300 records" in page.run_bar._words.text()
        tick(page, added.name, True)
        press(page.run_bar.find_button)
        assert len(project.scored) >= 299
        project.remove_key(added.name)
        assert project.keys == (own,), "one of the user's own is gone for good"


@pytest.mark.parametrize(("size", "lines"), [((1024, 700), 1), ((1600, 1000), 3)])
def test_what_other_bands_would_bring_is_seen_while_they_are_chosen(window, page, size, lines):
    window.resize(*size)
    page.compare.similar.bands.set_advanced(True)
    for _ in range(6):  # sizes settle from the inside to the outside
        QApplication.processEvents()
    card = page.compare.similar.card
    seen = card.visibleRegion().boundingRect().height()
    assert seen > line_height() * (lines + 1), f"the heading and {lines} of its lines"
