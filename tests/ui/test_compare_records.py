"""Two records compared by hand: searched by words, by values in columns, or as the nearest ones; over the sample of two lists."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from entityres import pipeline
from entityres.progress import quiet
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.models.near_records import nearest_to_record
from tests.helpers.mouse import press
from tests.helpers.windows import open_window, shown_texts

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from entityres.ui.dialogs.compare_records import CompareRecords
    from entityres.ui.main_window import MainWindow
    from entityres.ui.widgets.record_search import RecordSearch

pytestmark = pytest.mark.slow

SAMPLES = ("resources/samples/crm.csv", "resources/samples/webshop.csv")


@pytest.fixture(scope="module")
def matched(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("compare") / "sample.entityres"
    project = Project.create(path)
    project.add_lists(pipeline.load(list(SAMPLES)))
    project.take_matches(project.matching_job()(quiet()))
    project.close()
    return path


@pytest.fixture
def window(qtbot, tmp_path, matched) -> Iterator[MainWindow]:
    import shutil

    with open_window(Project.open(shutil.copy(matched, tmp_path / "sample.entityres")), tmp_path) as made:
        yield made


@pytest.fixture
def dialog(window) -> Iterator[CompareRecords]:
    """As Ctrl+K opens it."""
    window.go_to(Step.MATCH)
    QTest.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    made = window.pages[Step.REVIEW].records_dialog
    assert made.isVisible()
    yield made
    made.close()


def write(side: RecordSearch, text: str) -> None:
    """Type, and wait until the search begins."""
    side.edit.setFocus()
    side.edit.clear()
    QTest.keyClicks(side.edit, text)
    side.search()


def offered(side: RecordSearch) -> list[str]:
    return [side.choice.itemText(i) for i in range(side.choice.count())]


def test_both_answers_are_of_one_width(dialog):
    dialog.show()
    QApplication.processEvents()
    assert dialog.match_button.width() == dialog.not_button.width()
    assert dialog.not_button.width() >= dialog.not_button.sizeHint().width()


def test_words_that_a_record_holds(dialog):
    write(dialog.left, "andrea becker")
    assert dialog.left.note == "3 records hold these words."
    assert offered(dialog.left)[0].startswith("● crm row 376 · Andrea Becker")
    write(dialog.left, "becker")
    assert "records hold these words" in dialog.left.note
    write(dialog.left, "example")
    assert dialog.left.note.endswith("the first 50 are offered. Add a word.")


@pytest.mark.parametrize("text", ["andrea bekker", "zzz"])
def test_words_that_none_holds_say_what_else_can_be_done(dialog, text):
    write(dialog.left, text)
    assert dialog.left.record == -1
    assert dialog.left.note.startswith("No record holds all these words. Try fewer words, or values by column, such as")
    assert dialog.left.note in shown_texts(dialog)
    assert not dialog.match_button.isEnabled()


@pytest.mark.parametrize(
    "text",
    [
        "first_name=Andrea,last_name=Bekker",
        "name=Andrea Becker",
        "phone=089/99998516, email=",
        "strasse=Brunenkress 18,plz=60999",
    ],
)
def test_a_typed_record_brings_the_ten_nearest_though_it_is_misspelt(dialog, text):
    write(dialog.left, text)
    assert dialog.left.note == ""
    assert 1 < len(offered(dialog.left)) <= 10
    assert "Andrea Becker" in offered(dialog.left)[0]
    assert offered(dialog.left)[0].endswith("\u00a0% similar")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("shoe size=42", "No list has a column “shoe size”. Columns to look by: first_name, last_name"),
        ("last_name=", "The record to look for is empty. Give at least one value."),
        ("=Becker", "“=Becker” is not COLUMN=VALUE."),
        ("last_name=a,last_name=b", "The record has two values for “last_name”. Give each column once."),
    ],
)
def test_what_cannot_be_looked_for_is_said_in_one_line(dialog, window, text, words):
    write(dialog.left, text)
    assert dialog.left.note.startswith(words)
    assert window.message_bar.topics == [] or "compare" not in window.message_bar.topics


def test_the_ten_nearest_to_the_one_on_the_other_side(dialog, window):
    assert not dialog.right.near_button.isEnabled()
    write(dialog.left, "andrea becker brunnenkress")
    press(dialog.right.near_button)
    project = window.project
    near = nearest_to_record(project.cleaned, dialog.left.record, project.scored.pairs.keys, 1, quiet())
    assert len(near.records) == len(offered(dialog.right)) == 10
    assert dialog.right.record == near.records[0] != dialog.left.record
    assert "Andrea Becker" in offered(dialog.right)[0]
    assert "webshop" in " ".join(offered(dialog.right))
    assert dialog.words.startswith("Compared because of: ")
    dialog.right.choice.setFocus()
    QTest.keyClick(dialog.right.choice, Qt.Key.Key_End)
    assert dialog.right.record == near.records[9]


@pytest.mark.parametrize(
    ("agree", "words"), [(True, "“Last name + postcode”"), (False, "too little in the two records agrees")]
)
def test_which_setting_would_find_two_records_that_were_not_compared(window, agree, words):
    window.apply(window.project.set_keys([key for key in window.project.keys if key.name == "Same e-mail"]))
    window.find_matches()
    scored = window.project.scored
    compared = set(zip(scored.pairs.left.tolist(), scored.pairs.right.tolist(), strict=True))
    fields = [window.project.cleaned.field(name).codes for name in ("family_name", "postcode")]
    every = ((i, j) for i in range(100) for j in range(i + 1, 600) if (i, j) not in compared)
    left, right = next((i, j) for i, j in every if all((codes[i] == codes[j]) == agree for codes in fields))
    window.actions["compare_two"].trigger()
    dialog = window.pages[Step.REVIEW].records_dialog
    dialog.left.show_record(left)
    dialog.right.show_record(right)
    assert dialog.words.startswith("Not compared in this run: no key fits.")
    press(dialog.which_button)
    assert words in dialog.words
    assert ("would find it" in dialog.words) == (agree or "No key that makes sense" in dialog.words)
    assert not dialog.which_button.isVisible()
    dialog.close()


def test_two_records_that_were_compared_need_no_other_setting(dialog, window):
    pairs = window.project.scored.pairs
    dialog.left.show_record(int(pairs.left[0]))
    dialog.right.show_record(int(pairs.right[0]))
    assert dialog.words.startswith("Compared because of: ")
    assert not dialog.which_button.isVisible()
    dialog.right.show_record(int(pairs.left[0]))
    assert dialog.words == "These are the same record."


def test_after_another_run_the_answer_is_about_the_two_that_are_shown(dialog, window):
    project = window.project
    crm, shop = (len(one) for one in project.lists)
    one, other = crm + 7, crm + shop - 3
    dialog.left.show_record(one)
    dialog.right.show_record(other)
    words = [side.choice.currentText().partition(" ")[2] for side in (dialog.left, dialog.right)]
    window.change(project.remove_list, 0)
    window.find_matches()
    assert [side.choice.currentText().partition(" ")[2] for side in (dialog.left, dialog.right)] == words
    assert (dialog.left.record, dialog.right.record) == (7, shop - 3)
    press(dialog.match_button)
    groups = project.groups_now()
    assert groups.group_of[7] == groups.group_of[shop - 3]
    assert project.history()[-1][1].startswith("Accept")


def test_a_record_that_another_run_does_not_have_is_not_answered_about(dialog, window):
    dialog.left.show_record(0)
    dialog.right.show_record(len(window.project.lists[0]))
    window.change(window.project.remove_list, 0)
    window.find_matches()
    assert dialog.left.record == -1
    assert not dialog.match_button.isEnabled()
    dialog.match_button.click()
    assert len(window.project.decisions) == 0


def test_records_are_named_by_the_names_that_lists_have_now(window, dialog):
    for side, word in ((dialog.left, "uwe"), (dialog.right, "anna")):
        side.edit.setText(word)
        side.search()
    chosen, found = dialog.left.record, dialog.left.choice.count()
    window.change(window.project.rename_list, 0, "customers")
    assert (dialog.left.record, dialog.left.choice.count()) == (chosen, found)
    for side in (dialog.left, dialog.right):
        assert "crm" not in side.choice.currentText()
    assert any("customers row" in text for text in shown_texts(dialog))
    dialog.left.edit.setText("uwe busch")
    dialog.left.search()
    assert "crm" not in dialog.left.choice.currentText()
