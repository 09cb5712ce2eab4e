"""The Load page: lists, names, reading settings with a live preview, problems, and what to do."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication, QLineEdit

from entityres.progress import quiet
from entityres.records.encoding_names import encoding_words
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.files_on_disk import AT_OPENING
from entityres.ui.models.changed_files import when
from entityres.ui.models.csv_preview import CsvPreviewModel
from entityres.ui.models.list_table import ListTableModel, separator_words, shape
from entityres.ui.models.problem_table import ProblemTableModel
from tests.helpers.mouse import click_cell


@pytest.fixture
def page(window, crm, shop):
    window.add_files([crm, shop])
    return window.pages[Step.LOAD]


def row_words(table, row: int) -> list[str]:
    model = table.model()
    return [model.index(row, column).data() for column in range(model.columnCount(QModelIndex()))]


def choose(qtbot, box, words: str) -> None:
    """Choose in a combo box by key."""
    box.setFocus()
    number = box.findText(words)
    step = Qt.Key.Key_Down if number > box.currentIndex() else Qt.Key.Key_Up
    for _ in range(abs(number - box.currentIndex())):
        qtbot.keyClick(box, step)
    assert box.currentText() == words


def type_over(qtbot, box, text: str) -> None:
    """Type instead of what stands in a combo box."""
    box.lineEdit().selectAll()
    qtbot.keyClicks(box, text)


def headings_shown(page) -> list[str]:
    return [column.title for column in page.preview.model.columns][1:]


def test_lists_are_shown_as_they_were_read(page):
    first, second = row_words(page.lists.table, 0), row_words(page.lists.table, 1)
    assert first[0] == "crm"
    assert first[1].endswith("/crm.csv")
    assert first[2:] == ["4", "7", "UTF-8", "Comma", "Ready"]
    assert second[2:] == ["2", "5", "Windows-1252", "Semicolon", "Ready"]


def test_the_preview_equals_the_list_cell_by_cell(qtbot, window, page):
    for number, record_list in enumerate(window.project.lists):
        click_cell(page.lists.table, number, 0)
        model = page.preview.model
        assert [column.title for column in model.columns][1:] == list(record_list.columns)
        shown = [
            [model.index(row, at + 1).data() for at in range(len(record_list.columns))]
            for row in range(len(record_list))
        ]
        assert shown == [
            [record_list.cell(row, name) for name in record_list.columns] for row in range(len(record_list))
        ]
        assert model.index(0, 0).data() == "2"
    assert shape(1) in page.preview.title_label.text()


def test_a_list_that_is_added_is_the_one_that_is_shown(window, page, tmp_path):
    place = tmp_path / "third.csv"
    place.write_text("name,city\nAnn,Ulm\n", encoding="utf-8")
    assert page.current_list.name == "crm"
    window.add_files([str(place)])
    assert page.current_list.name == "third"
    assert "third" in page.preview.title_label.text()
    window.commands.undo()
    assert page.current_list.name == "shop"


def test_a_name_is_changed_in_its_cell(qtbot, window, page):
    click_cell(page.lists.table, 0, 0, double=True)
    editor = page.lists.table.findChild(QLineEdit)
    qtbot.keyClick(editor, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    qtbot.keyClicks(editor, "Customers")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: [one.name for one in window.project.lists] == ["Customers", "shop"])
    assert window.project.undo_text == "Undo renaming “crm”"


def test_a_name_that_is_taken_is_refused_in_words(window, page):
    assert not page.lists.model.setData(page.lists.model.index(0, 0), "shop")
    assert window.messages.said[-1].text == "Another list is named “shop”."
    assert window.project.lists[0].name == "crm"


def test_other_settings_change_the_preview_at_once_and_the_list_on_a_button(qtbot, window, page):
    click_cell(page.lists.table, 1, 0)
    choose(qtbot, page.reading.form.separator_box, "Comma")
    assert page.preview.model.columnCount() == 2
    assert len(window.project.lists[1].columns) == 5
    assert page.reading.use_button.isVisible()
    qtbot.mouseClick(page.reading.back_button, Qt.MouseButton.LeftButton)
    assert page.preview.model.columnCount() == 6
    assert not page.reading.use_button.isVisible()
    choose(qtbot, page.reading.form.separator_box, "Tab")
    qtbot.mouseClick(page.reading.use_button, Qt.MouseButton.LeftButton)
    assert len(window.project.lists[1].columns) == 1
    assert window.project.lists[1].settings.delimiter == "\t"
    window.actions["undo"].trigger()
    assert len(window.project.lists[1].columns) == 5


def test_a_separator_is_typed_and_kept_in_the_project(qtbot, window, tmp_path):
    path = tmp_path / "parts.txt"
    path.write_bytes(b"name~town,x~|~note\nAna Ruiz~Bath,y~|~a|b\nBob~Ely,z~|~c~d\n" * 1)
    window.add_files([str(path)])
    page = window.pages[Step.LOAD]
    form = page.reading.form
    choose(qtbot, form.separator_box, "Semicolon")
    type_over(qtbot, form.separator_box, "~|~")
    assert headings_shown(page) == ["name~town,x", "note"]
    assert not page.preview.problem.isVisible()
    assert page.reading.note.text() == "The preview shows this; the list itself is not read anew yet."
    qtbot.mouseClick(page.reading.use_button, Qt.MouseButton.LeftButton)
    assert window.project.lists[0].columns == ("name~town,x", "note")
    assert [window.project.lists[0].cell(row, "note") for row in range(2)] == ["a|b", "c~d"]
    window.project.save_copy(tmp_path / "kept.entityres")
    with closing(Project.open(tmp_path / "kept.entityres")) as again:
        assert again.lists[0].settings.delimiter == "~|~"
        assert again.lists[0].columns == ("name~town,x", "note")
    page.read_anew()
    assert window.project.lists[0].settings.delimiter == "~|~"


@pytest.mark.parametrize(
    ("typed", "separator", "words"),
    [
        ("Tab", "\t", "The separator Tab parts nothing here: each row is one value."),
        ("\\t", "\t", "The separator Tab parts nothing here: each row is one value."),
        ("@#", "@#", "The separator “@#” parts nothing here: each row is one value."),
        ("\\x1f", "\x1f", "The separator “\\x1f” parts nothing here: each row is one value."),
    ],
)
def test_a_typed_separator_that_fits_nothing_is_said(qtbot, page, typed, separator, words):
    type_over(qtbot, page.reading.form.separator_box, typed)
    assert page.reading.form.settings.delimiter == separator
    assert page.reading.note.text().startswith(words)
    assert page.reading.use_button.isEnabled()
    qtbot.mouseClick(page.reading.back_button, Qt.MouseButton.LeftButton)
    assert page.reading.form.separator_box.currentText() == "Comma"
    assert page.preview.model.columnCount() == 8


@pytest.mark.parametrize("typed", ["12345678", '"|'])
def test_a_separator_that_cannot_be_is_said_in_the_preview(qtbot, page, typed):
    type_over(qtbot, page.reading.form.separator_box, typed)
    assert page.preview.problem.text().startswith(f"The separator “{typed}” cannot be used.")
    assert not page.reading.use_button.isEnabled()


def test_a_typed_separator_that_does_not_fit_the_headings_is_said(qtbot, window, tmp_path):
    path = tmp_path / "notes.txt"
    path.write_bytes(b"name,note\nAna,x\nBob,y\nCid,a~b~c\n")
    window.add_files([str(path)])
    page = window.pages[Step.LOAD]
    type_over(qtbot, page.reading.form.separator_box, "~")
    words = "1 of the first rows does not fit the headings with the separator “~”."
    assert page.reading.note.text().startswith(words)


def test_nothing_typed_leaves_the_separator(qtbot, page):
    box = page.reading.form.separator_box
    box.lineEdit().selectAll()
    qtbot.keyClick(box, Qt.Key.Key_Delete)
    assert box.currentText() == ""
    assert page.preview.model.columnCount() == 8
    QApplication.sendEvent(box, QFocusEvent(QEvent.Type.FocusOut))
    assert box.currentText() == "Comma"
    QApplication.sendEvent(box, QFocusEvent(QEvent.Type.FocusIn))
    assert box.lineEdit().selectedText() == "Comma"


def test_a_quotation_mark_is_typed(qtbot, window, tmp_path):
    path = tmp_path / "marks.txt"
    path.write_bytes(b"id,name\n1,$Ruiz, Ana$\n2,$Gould, Bob$\n")
    window.add_files([str(path)])
    page = window.pages[Step.LOAD]
    type_over(qtbot, page.reading.form.quote_box, "$")
    qtbot.mouseClick(page.reading.use_button, Qt.MouseButton.LeftButton)
    assert [window.project.lists[0].cell(row, "name") for row in range(2)] == ["Ruiz, Ana", "Gould, Bob"]
    assert page.reading.form.quote_box.currentText() == "“$”"
    type_over(qtbot, page.reading.form.quote_box, "$$")
    assert page.preview.problem.text().startswith("The quotation mark “$$” cannot be used.")


def test_the_encoding_can_be_corrected(qtbot, window, page):
    click_cell(page.lists.table, 1, 0)
    choose(qtbot, page.reading.form.encoding_box, "ISO 8859-15")
    qtbot.mouseClick(page.reading.use_button, Qt.MouseButton.LeftButton)
    assert window.project.lists[1].cell(1, "vorname") == "Jürgen"
    assert window.project.lists[1].settings.encoding == "iso8859-15"


def test_a_row_of_headings_that_cannot_be_is_said_in_the_preview(qtbot, page):
    page.reading.form.header_box.setValue(99)
    assert page.preview.problem.isVisible()
    assert "99" in page.preview.problem.text()
    assert not page.reading.use_button.isEnabled()
    page.reading.form.header_box.setValue(1)
    assert not page.preview.problem.isVisible()
    assert page.preview.model.rowCount() == 4


def test_without_headings_the_first_row_is_a_record(qtbot, window, page):
    page.reading.form.header_box.setValue(0)
    assert page.reading.form.header_box.text() == "None"
    qtbot.mouseClick(page.reading.use_button, Qt.MouseButton.LeftButton)
    assert len(window.project.lists[0]) == 5


def test_reload_and_remove(qtbot, window, page, crm):
    with Path(crm).open("a", encoding="utf-8") as file:
        file.write("Eve,Moore,1 New Road,22222,,,2020-01-01\n")
    qtbot.mouseClick(page.lists.reload_button, Qt.MouseButton.LeftButton)
    assert len(window.project.lists[0]) == 5
    assert window.messages.said[-1].text == "crm.csv was read anew: 5 rows."
    qtbot.mouseClick(page.lists.remove_button, Qt.MouseButton.LeftButton)
    assert [one.name for one in window.project.lists] == ["shop"]
    qtbot.mouseClick(page.lists.remove_button, Qt.MouseButton.LeftButton)
    assert page.empty.isVisible()


@pytest.mark.parametrize(("answer", "rows"), [("Reload and keep decisions", 5), ("Ignore", 4)])
def test_a_file_that_changed_on_disk_is_offered_again(window, page, crm, answer, rows):
    window.go_to(Step.COLUMNS)
    with Path(crm).open("a", encoding="utf-8") as file:
        file.write("Eve,Moore,1 New Road,22222,,,2020-01-01\n")
    window.go_to(Step.LOAD)
    moment = datetime.fromtimestamp(Path(crm).stat().st_mtime)
    assert window.messages.said[-1].text == f"crm.csv changed on disk {when(moment)}."
    next(one for one in window.messages.said[-1].buttons if one.text == answer).pressed()
    assert len(window.project.lists[0]) == rows
    said = len(window.messages.said)
    window.go_to(Step.LOAD)
    assert len(window.messages.said) == said


@pytest.mark.parametrize("answer", ["Locate…", "Work with the copy"])
def test_a_file_that_is_gone_can_be_found_again_or_done_without(window, page, crm, tmp_path, answer):
    window.go_to(Step.COLUMNS)
    moved = tmp_path / "elsewhere.csv"
    Path(crm).rename(moved)
    window.go_to(Step.LOAD)
    said = window.messages.said[-1]
    assert (said.text, said.hint) == (f"crm.csv is no longer in {tmp_path}.", "Decisions are safe.")
    assert [one.text for one in said.buttons] == ["Locate…", "Work with the copy"]
    window.messages.answers.append([str(moved)])
    next(one for one in said.buttons if one.text == answer).pressed()
    assert window.project.lists[0].path == (str(moved) if answer == "Locate…" else crm)
    assert len(window.project.lists[0]) == 4
    assert "disk" not in window.message_bar.topics
    window.go_to(Step.COLUMNS)
    window.go_to(Step.LOAD)
    assert "disk" not in window.message_bar.topics


def test_a_project_that_is_opened_says_which_files_are_not_as_they_were(window, page, crm, shop):
    window.add_files([shop])
    window.go_to(Step.COLUMNS)
    window.show_project()
    assert AT_OPENING not in window.message_bar.topics
    Path(crm).unlink()
    with Path(shop).open("ab") as file:
        file.write(b"Eve;Moore;1 New Road;22222;\n")
    window.show_project()
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == AT_OPENING]
    moment = datetime.fromtimestamp(Path(shop).stat().st_mtime)
    assert said.text == f"shop.csv changed on disk {when(moment)}. crm.csv is no longer where it was."
    said.buttons[0].pressed()
    assert window.step is Step.LOAD
    assert AT_OPENING not in window.message_bar.topics
    assert "disk" in window.message_bar.topics


def test_a_run_over_a_file_that_changed_says_so_unless_that_is_ignored(window, page, crm):
    with Path(crm).open("a") as file:
        file.write("Eve,Moore,1 New Road,22222,,,\n")
    window.find_matches()
    assert window.step is Step.REVIEW
    (said,) = [row.message for row in window.message_bar._rows if row.message.topic == AT_OPENING]
    assert said.text.startswith("crm.csv changed on disk")
    said.buttons[0].pressed()
    bar = next(row.message for row in window.message_bar._rows if row.message.topic == "disk")
    next(one for one in bar.buttons if one.text == "Ignore").pressed()
    assert "disk" not in window.message_bar.topics
    window.find_matches()
    assert AT_OPENING not in window.message_bar.topics


def test_problems_are_listed_with_their_lines(window, tmp_path):
    bad = tmp_path / "bad.csv"
    rows = "".join(f"Ana,{number} Oak Rd,555-{number:04d}\n" for number in range(20))
    bad.write_text(f"name,street,phone\n{rows}Bob,2 Elm St,extra,1,2\nCid\n\n")
    window.add_files([str(bad)])
    page = window.pages[Step.LOAD]
    assert page.remarks.isVisible()
    lines = [page.remarks.model.index(row, 0).data() for row in range(page.remarks.model.rowCount())]
    words = [page.remarks.model.index(row, 1).data() for row in range(page.remarks.model.rowCount())]
    assert "22" in lines
    assert any("Bob,2 Elm St,extra,1,2" in text for text in words)
    assert (
        len(window.project.lists[0]) + len(window.project.lists[0].rejected) + window.project.lists[0].blank_rows == 23
    )
    assert row_words(page.lists.table, 0)[-1] == "1 row not loaded"


def test_a_problem_offers_its_remedy(qtbot, window, tmp_path):
    path = tmp_path / "quotes.csv"
    path.write_text('name,street\nAna,"1 Oak Rd\nBob,2 Elm St\nCid,3 Fir Av\n')
    window.add_files([str(path)])
    page = window.pages[Step.LOAD]
    kinds = {one.kind for one in window.project.lists[0].problems}
    assert kinds & {"unclosed_quote", "stray_quote"}
    assert page.remarks.buttons[0].text() == "Treat quotes as text"
    qtbot.mouseClick(page.remarks.buttons[0], Qt.MouseButton.LeftButton)
    assert window.project.lists[0].settings.quote == ""
    assert len(window.project.lists[0]) == 3


def test_what_to_do(qtbot, window, page):
    goal = page.goal
    assert goal.lists_button.isChecked()
    assert goal.inside_box.isChecked()
    qtbot.mouseClick(goal.inside_box, Qt.MouseButton.LeftButton)
    assert window.project.settings.across_only
    qtbot.mouseClick(goal.one_button, Qt.MouseButton.LeftButton)
    assert not window.project.settings.across_only
    assert not goal.inside_box.isEnabled()
    assert window.project.view("lists_as_one") is True


def test_matching_lists_needs_a_second_one(qtbot, window, crm):
    window.add_files([crm])
    page = window.pages[Step.LOAD]
    qtbot.mouseClick(page.goal.lists_button, Qt.MouseButton.LeftButton)
    assert page.goal.one_button.isChecked()
    assert window.messages.said[-1].text == "Add the second list to match it with this one."


def test_next_goes_to_columns(qtbot, window, page):
    qtbot.mouseClick(page.next_button, Qt.MouseButton.LeftButton)
    assert window.step is Step.COLUMNS


def test_the_empty_page_opens_files_or_a_sample(qtbot, window, crm):
    window.go_to(Step.LOAD)
    page = window.pages[Step.LOAD]
    window.messages.answers = [[crm]]
    qtbot.mouseClick(page.empty.button, Qt.MouseButton.LeftButton)
    assert len(window.project.lists) == 1


def test_models_follow_the_rules(qtmodeltester, window, page):
    lists = window.project.lists
    model, preview, problems = ListTableModel(lambda number, name: False), CsvPreviewModel(), ProblemTableModel()
    model.show_lists(lists)
    preview.show_list(lists[1])
    problems.show_list(lists[0])
    for one in (model, preview, problems):
        qtmodeltester.check(one)
    preview.show_list(None)
    assert preview.rowCount() == preview.columnCount() == 0
    model.sort(2, Qt.SortOrder.AscendingOrder)
    assert model.index(0, 0).data() == "shop"


def test_words_for_settings():
    assert encoding_words("utf-8-sig") == "UTF-8 with mark"
    assert encoding_words("iso8859_1") == "ISO 8859-1"
    assert encoding_words("koi8_r") == "KOI8-R"
    assert separator_words("\t") == "Tab"
    assert separator_words("~") == "“~”"
    assert separator_words(None) == "None"


def test_what_was_read_takes_the_place_of_its_list_wherever_that_is_by_now(qtbot, window, page, shop, monkeypatch):
    project, waiting = window.project, []
    page.lists.table.selectRow(1)
    monkeypatch.setattr(
        window.jobs, "start", lambda _title, job, done, **_how: bool(waiting.append((job, done))) or True
    )
    page.read_anew()
    job, done = waiting.pop()
    read = job(quiet())
    window.change(project.remove_list, 0)
    done(read)
    assert [one.name for one in project.lists] == ["shop"]
    assert window.messages.said[-1].text == "shop.csv was read anew: 2 rows."


def test_a_file_whose_list_was_taken_out_while_it_was_read_is_said(window, page, monkeypatch):
    project, waiting = window.project, []
    page.lists.table.selectRow(0)
    monkeypatch.setattr(
        window.jobs, "start", lambda _title, job, done, **_how: bool(waiting.append((job, done))) or True
    )
    page.read_anew()
    job, done = waiting.pop()
    read = job(quiet())
    window.change(project.remove_list, 0)
    before = project.lists[0]
    done(read)
    assert project.lists == (before,)
    assert window.messages.said[-1].text == "crm.csv was not read anew: its list is not in the project any more."


def test_try_again_is_about_the_list_that_could_not_be_read(window, page, crm, shop):
    content = Path(shop).read_bytes()
    Path(shop).unlink()
    page.lists.table.selectRow(1)
    page.read_anew()
    failed = window.messages.said[-1]
    assert [button.text for button in failed.buttons] == ["Try again"]
    window.change(window.project.remove_list, 0)
    Path(shop).write_bytes(content)
    failed.buttons[0].pressed()
    assert [one.name for one in window.project.lists] == ["shop"]
    assert window.project.lists[0].columns[0] != "id"
    window.change(window.project.remove_list, 0)
    failed.buttons[0].pressed()
    assert not window.project.lists
    assert "not in the project any more" in window.messages.said[-1].text
