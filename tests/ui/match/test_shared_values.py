"""Values that many records share, on the Match page: the warning, and each of the three things that can be done, to the end.

Points 20 of the checklist, by mouse, with the engine's own pairs; on a short list and on one of 20,000 records.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from entityres.candidates.candidate_pairs import HotValue, KeyCounts
from entityres.candidates.keys import Key, Part, PartKind
from entityres.session.project import Project
from entityres.session.stages import State, Step
from entityres.ui.models.key_model import KeyModel
from tests.helpers.building import make_list
from tests.helpers.mouse import click_cell, press
from tests.helpers.review_project import make_lists
from tests.helpers.windows import open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from entityres.ui.main_window import MainWindow
    from entityres.ui.pages.match import MatchPage

SPELLINGS = ("961-880-8628", "(961) 880 8628")
PHONE = Key("Same phone", (Part(PartKind.EXACT, ("phone",)),))
EMAIL = Key("Same e-mail", (Part(PartKind.EXACT, ("email",)),))
HOME = Key("City + phone ending", (Part(PartKind.EXACT, ("city",)), Part(PartKind.LAST_DIGITS, ("phone",), 6)))
LENGTHS = [pytest.param(400, marks=pytest.mark.slow), pytest.param(10_000, marks=pytest.mark.slow)]


def project_of(n: int, sharing: int, folder: object, *keys: Key) -> Project:
    """A list of 2·n records of which some share a phone number, written in two ways, as values that count."""
    first, second = make_lists(n)
    columns = {name: [*first.table[name].to_pylist(), *second.table[name].to_pylist()] for name in first.columns}
    for i in range(sharing):
        columns["phone"][i] = SPELLINGS[i % 2]
        columns["city"][i] = "Ulm" if i < 100 else columns["city"][i]
    project = Project.create(folder / "hot.entityres")  # type: ignore[operator]
    project.add_lists([make_list("crm", columns)])
    for text in SPELLINGS:
        project.set_placeholder("phone", text, False)
    project.set_keys(keys)
    return project


@pytest.fixture
def window(request, qtbot, tmp_path) -> Iterator[MainWindow]:
    with open_window(project_of(request.param, 230, tmp_path, PHONE, EMAIL, HOME), tmp_path, size=(1600, 1000)) as made:
        made.find_matches()
        made.go_to(Step.MATCH)
        yield made


def show(page: MatchPage, key: Key) -> int:
    """Click on a key; returns its row."""
    row = next(i for i, one in enumerate(page.compare.keys.model.keys) if one.parts == key.parts)
    click_cell(page.compare.keys.view, row, 0)
    return row


def shared_pairs(window: MainWindow, key: Key | None = None) -> set[tuple[int, int]]:
    """Pairs of the last run in which both phones are the shared one; those of one key."""
    pairs, phones = window.project.scored.pairs, window.project.lists[0].table["phone"].to_pylist()
    mask = np.uint64(0xFFFF)
    if key is not None:
        mask = np.uint64(1 << next(i for i, ran in enumerate(pairs.keys) if ran.parts == key.parts))
    at = np.flatnonzero((pairs.masks & mask) != 0)
    every = zip(pairs.left[at].tolist(), pairs.right[at].tolist(), strict=True)
    return {pair for pair in every if all(phones[record] in SPELLINGS for record in pair)}


@pytest.mark.parametrize("window", LENGTHS, indirect=True)
def test_20_treated_as_empty_none_of_its_pairs_is_left(window, page):
    row, model, detail = show(page, PHONE), page.compare.keys.model, page.compare.detail
    assert model.text(row, "largest").startswith("! ")
    assert model.tip(row, "largest") == f"One value is shared by {detail.current.records:,} records."
    assert detail.current.records >= 230
    assert shared_pairs(window, PHONE)
    texts = " ".join(shown_texts(window))
    assert "stands in 230 records and adds" in texts, "the warning with its cost is in sight"
    press(detail.empty_button)
    assert {text for column, text in window.project.settings.placeholders if column == "phone"} == set(SPELLINGS)
    assert "(Same phone) stands in" not in " ".join(shown_texts(page.compare.hot)), "what is done is not asked again"
    press(page.run_bar.find_button)
    window.go_to(Step.MATCH)
    assert not shared_pairs(window, PHONE)
    assert not shared_pairs(window, HOME), "in no key that reads the column"
    assert "!" not in model.text(row, "largest")
    window.project.undo()
    assert not window.project.settings.placeholders


@pytest.mark.parametrize("key", [PHONE, HOME], ids=lambda key: key.name)
@pytest.mark.parametrize("window", LENGTHS, indirect=True)
def test_20_only_with_another_key(window, page, key):
    row, model, detail = show(page, key), page.compare.keys.model, page.compare.detail
    cities = window.project.lists[0].table["city"].to_pylist()
    before, other = shared_pairs(window), HOME if key == PHONE else PHONE
    mine = {(i, j) for i, j in shared_pairs(window, key) if key == PHONE or cities[i] == cities[j] == "Ulm"}
    alone = mine - shared_pairs(window, other) - shared_pairs(window, EMAIL)
    assert len(mine) > 100
    assert alone, "a phone of more than 200 records is split, so the two keys differ"
    detail.view.selectRow(0)
    assert "961" in detail.current.text or "808628" in detail.current.text
    press(detail.others_button)
    assert len(window.project.keys[row].with_others) == 1
    assert window.project.stages()[Step.MATCH].state is State.OUT_OF_DATE
    assert "Compared only where another key fits as well: “" in " ".join(shown_texts(detail))
    counted = model.text(row, "pairs"), model.text(row, "largest")
    press(page.run_bar.find_button)
    window.go_to(Step.MATCH)
    assert not shared_pairs(window, key) & mine
    assert shared_pairs(window) == before - alone
    assert not window.project.settings.placeholders, "the value still counts in the score"
    assert (model.text(row, "pairs"), model.text(row, "largest")) == counted, "as it was counted before the run"
    press(detail.again_button)
    assert window.project.keys[row].with_others == ()
    press(page.run_bar.find_button)
    assert shared_pairs(window) == before


@pytest.mark.parametrize("window", LENGTHS[:1], indirect=True)
def test_20_its_records_are_shown_in_review(window, page):
    show(page, PHONE)
    press(page.compare.detail.records_button)
    assert window.step is Step.REVIEW
    review = window.pages[Step.REVIEW]
    assert review.panel.filters.text == "9618808628"
    left, right = (window.project.scored.pairs.left, window.project.scored.pairs.right)
    phones = window.project.lists[0].table["phone"].to_pylist()
    shown = [review.panel.table.pairs.source_row(row) for row in range(review.panel.table.pairs.rowCount())]
    assert shown
    assert all(phones[left[pair]] in SPELLINGS or phones[right[pair]] in SPELLINGS for pair in shown)


@pytest.mark.parametrize("window", LENGTHS[:1], indirect=True)
def test_20_the_card_of_costly_values_does_the_same(window, page):
    hot = page.compare.hot
    while hot.others_button.isHidden() or hot.values[hot._at].key != PHONE.name:
        press(hot.next_button)
    many = len(hot.values)
    press(hot.others_button)
    assert window.project.keys[0].with_others == (("9618808628",),)
    assert len(hot.values) == many - 1


@pytest.mark.slow
def test_a_changed_key_keeps_them_while_it_reads_the_same_columns(qtbot, tmp_path):
    with open_window(project_of(60, 40, tmp_path, HOME, EMAIL), tmp_path, size=(1600, 1000)) as window:
        window.find_matches()
        window.go_to(Step.MATCH)
        page = window.pages[Step.MATCH]
        show(page, HOME)
        press(page.compare.detail.others_button)
        values = window.project.keys[0].with_others
        assert values
        page.compare._on_key_edited(window.project.keys[0].name)
        editor = page.compare.editor
        editor.rows[1].size_spin.setValue(5)
        press(editor.save_button)
        assert window.project.keys[0].parts[1].size == 5
        assert window.project.keys[0].with_others == values
        page.compare._on_key_edited(window.project.keys[0].name)
        press(editor.rows[1].remove_button)
        press(editor.save_button)
        assert window.project.keys[0].with_others == ()
        path = window.project.path
    again = Project.open(path)
    assert [key.with_others for key in again.keys] == [(), ()]
    again.close()


# the mark in the table


@pytest.mark.parametrize(
    ("largest", "pairs_of_value", "pairs", "words"),
    [
        (200, 100, 100_000, ""),
        (201, 100, 100_000, "shared by 201 records"),
        (21, 210, 1_000, "“961” alone makes 21\u00a0% of the pairs"),
        (21, 200, 1_000, ""),
        (3, 3, 4, ""),
    ],
)
def test_a_mark_where_one_value_has_a_fifth_of_the_pairs_or_200_records(qapp, largest, pairs_of_value, pairs, words):
    model = KeyModel()
    counts = KeyCounts(900, 40, largest, pairs, pairs)
    model.show_keys((PHONE,), {PHONE.name: counts}, None, (PHONE.name,), (HotValue(0, "961", largest, pairs_of_value),))
    assert (model.text(0, "largest") == f"! {largest}") == bool(words)
    assert words in model.warning(PHONE)
    assert (model.tone(0, "largest") == "warning") == bool(words)


@pytest.mark.parametrize("size", [(1024, 700), (1600, 1000)])
@pytest.mark.parametrize("window", LENGTHS[:1], indirect=True)
def test_no_sentence_of_a_key_is_cut(window, page, qtbot, size):
    window.resize(*size)
    show(page, HOME)
    press(page.compare.detail.others_button)
    show(page, PHONE)
    show(page, HOME)
    labels = [one for one in page.compare.detail.findChildren(QLabel) if one.wordWrap() and one.text()]
    assert len(labels) >= 3
    qtbot.waitUntil(
        lambda: all(one.height() >= one.heightForWidth(one.width()) for one in labels if one.isVisible()), timeout=2_000
    )
