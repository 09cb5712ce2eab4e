"""What the Load page does about odd files: remedies, sheets, pasted rows, files that cannot be read or that change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtGui import QGuiApplication

from entityres.records.record_list import Problem
from entityres.session.stages import Step
from entityres.ui.models.changed_files import look_at_files, stamp, when
from entityres.ui.models.csv_preview import CsvPreviewModel
from entityres.ui.models.problem_table import remarks
from entityres.ui.models.remedies import KEEP, remedies
from entityres.ui.pages.load import sheets_of
from tests.helpers.mouse import press
from tests.helpers.workbooks import xlsx

ROWS = [["name", "phone"], ["Ana", "01"], ["Bob", "02"]]


def load(window, path: Path, content: bytes):
    path.write_bytes(content)
    window.add_files([str(path)])
    return window.pages[Step.LOAD]


def paste(qtbot, window, data: QMimeData | str) -> None:
    clipboard = QGuiApplication.clipboard()
    if isinstance(data, str):
        clipboard.setText(data)
    else:
        clipboard.setMimeData(data)
    qtbot.keyClick(window, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_every_remark_has_a_remedy_that_can_be_named(window, crm):
    window.add_files([crm])
    loaded = window.project.lists[0]
    kinds = ("spare_cells", "nul_bytes", "repeated_headings", "merged_cells", "other_kind", "hidden_sheets")
    for kind in kinds:
        assert [one.does for one in remedies(Problem(1, kind, ""), loaded)] == [KEEP]
    latin = Problem(3, "odd_characters", "Line 3: 1 character did not fit UTF-8 and was read as Windows-1252: x")
    assert remedies(latin, loaded)[0].words == "Read as Windows-1252"
    assert remedies(Problem(None, "no_rows", ""), loaded)[0].words == "Choose another file"


def test_rows_that_are_no_records_have_one_remark_each(window, tmp_path):
    page = load(window, tmp_path / "list.csv", b"name,phone\nAna,1\nname,phone\nBob,2\n")
    assert len(window.project.lists[0]) == 2
    assert [page.remarks.model.text(row, "what") for row in range(page.remarks.model.rowCount())] == [
        "Line 3 repeats the headings; it was not loaded."
    ]


def test_one_column_offers_the_separator_that_is_in_the_rows(qtbot, window, tmp_path):
    page = load(window, tmp_path / "list.csv", b"name;phone\nAna;1\nBob;2\n")
    page.reading.form.separator_box.setFocus()
    page.read_anew(page.reading.form.settings.__class__(delimiter=","))
    assert page.remarks.buttons[0].text() == "Use semicolon"
    press(page.remarks.buttons[0])
    assert window.project.lists[0].columns == ("name", "phone")


def test_what_is_kept_as_it_is_goes_and_can_be_seen_again(qtbot, window, tmp_path):
    page = load(window, tmp_path / "list.csv", b"name,phone\nAna,1\nBob\n" + b"Cid,2\n" * 20)
    assert page.lists.table.model().index(0, 6).data() == "1 remark"
    assert page.remarks.buttons[1].text() == "Fill the gap at the end"
    press(page.remarks.buttons[1])
    assert page.lists.table.model().index(0, 6).data() == "Ready"
    assert not page.remarks.table.isVisible()
    assert page.remarks.kept_button.text() == "Show 1 remark kept as they are"
    press(page.remarks.kept_button)
    assert page.remarks.model.rowCount() == 1


def test_a_row_with_too_many_values_leads_to_the_separator(qtbot, window, tmp_path):
    page = load(window, tmp_path / "list.csv", b"name,phone\n" + b"Ana,1\n" * 150 + b"Bob,2,3,4\n" + b"Cid,5\n" * 150)
    assert page.remarks.title_label.text() == "1 row could not be loaded"
    press(page.remarks.show_button)
    assert page.preview.note.text() == "rows 140 to 239 of 300"
    row = page.preview.model.row_at_line(152)
    assert page.preview.model.index(row, 1).data() == "Not loaded: Bob,2,3,4"
    assert page.preview.table.currentIndex().row() == row
    press(page.preview.top_button)
    assert page.preview.note.text() == "first 100 rows, as text"
    press(page.remarks.buttons[0])
    assert page.reading.form.separator_box.hasFocus()


def test_the_message_leads_to_the_remarks(window, tmp_path, crm):
    path = tmp_path / "list.csv"
    path.write_bytes(b"name,phone\nAna,1\nBob\n" + b"Cid,2\n" * 20)
    window.add_files([crm, str(path)])
    window.go_to(Step.COLUMNS)
    said = next(one for one in window.messages.said if one.topic == "reading")
    said.buttons[0].pressed()
    assert window.step is Step.LOAD
    assert window.pages[Step.LOAD].current_list.name == "list"
    assert window.pages[Step.LOAD].remarks.table.hasFocus()


def test_a_heading_is_renamed_where_it_stands(qtbot, window, crm):
    window.add_files([crm])
    page = window.pages[Step.LOAD]
    window.messages.answers = ["Postal code"]
    page.preview.table.horizontalHeader().sectionDoubleClicked.emit(4)
    assert window.project.lists[0].columns[3] == "Postal code"
    assert page.reading.note.text().endswith("1 column renamed.")
    window.messages.answers = ["street"]
    page.preview.table.horizontalHeader().sectionDoubleClicked.emit(4)
    assert window.messages.said[-1].text == "Another column is named “street”."
    page.preview.table.horizontalHeader().sectionDoubleClicked.emit(0)
    assert window.messages.answers == []


def test_the_sheet_of_a_workbook_is_asked_for_and_can_be_changed(qtbot, window, tmp_path):
    path = tmp_path / "book.xlsx"
    path.write_bytes(xlsx({"North": ROWS, "South": [["name", "town"], ["Cid", "York"]]}))
    window.messages.answers = ["South"]
    window.add_files([str(path)])
    assert window.messages.asked[-1].buttons == ("North", "South")
    page = window.pages[Step.LOAD]
    assert window.project.lists[0].columns == ("name", "town")
    assert not page.reading.form.encoding_box.isVisible()
    assert page.reading.form.sheet_box.currentText() == "South"
    page.reading.form.sheet_box.setFocus()
    qtbot.keyClick(page.reading.form.sheet_box, Qt.Key.Key_Up)
    assert page.preview.model.columns[2].title == "phone"
    press(page.reading.use_button)
    assert window.project.lists[0].settings.sheet == "North"
    assert window.project.lists[0].cell(0, "phone") == "01"
    assert sheets_of(str(path)) == ("North", "South")


def test_without_an_answer_about_the_sheet_nothing_is_loaded(window, tmp_path, crm):
    path = tmp_path / "book.xlsx"
    path.write_bytes(xlsx({"North": ROWS, "South": ROWS}))
    window.add_files([str(path), crm])
    assert [one.name for one in window.project.lists] == ["crm"]


@pytest.mark.parametrize("separator", [",", "\t", ";"])
def test_pasted_rows_become_a_list_without_a_question(qtbot, window, separator):
    window.go_to(Step.LOAD)
    paste(qtbot, window, f"name{separator}phone\nJürgen{separator}01\n")
    assert window.project.lists[0].name == "Pasted list"
    assert window.project.lists[0].cell(0, "name") == "Jürgen"
    paste(qtbot, window, f"name{separator}phone\nAna{separator}02\n")
    assert [one.name for one in window.project.lists] == ["Pasted list", "Pasted list (2)"]
    assert window.messages.asked == []
    assert window.preferences.recent() == []


def test_copied_files_are_added_and_other_text_is_told(qtbot, window, crm):
    window.go_to(Step.LOAD)
    paste(qtbot, window, "just words")
    assert window.messages.said[-1].text == "The clipboard holds no list."
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(crm)])
    paste(qtbot, window, data)
    assert [one.name for one in window.project.lists] == ["crm"]


def test_one_bad_file_does_not_hold_up_the_others(window, tmp_path, crm):
    missing = tmp_path / "late.csv"
    window.add_files([str(missing), crm])
    assert [one.name for one in window.project.lists] == ["crm"]
    said = window.messages.said[-1]
    assert "late.csv" in said.text
    assert [one.text for one in said.buttons] == ["Try again", "Choose another file"]
    missing.write_text("name,phone\nAna,1\n")
    said.buttons[0].pressed()
    assert [one.name for one in window.project.lists] == ["crm", "late"]
    assert f"reading {missing}" not in window.message_bar.topics


def test_a_file_that_is_no_text_can_be_tried_as_utf16(window, tmp_path):
    path = tmp_path / "odd.csv"
    path.write_bytes(bytes(range(256)) * 8)
    window.add_files([str(path)])
    assert window.messages.said[-1].buttons[0].text == "Try UTF-16"
    window.messages.said[-1].buttons[0].pressed()
    assert len(window.project.lists) <= 1


def test_reading_again_can_be_tried_again(qtbot, window, crm):
    window.add_files([crm])
    page = window.pages[Step.LOAD]
    kept = Path(crm).read_bytes()
    Path(crm).unlink()
    press(page.lists.reload_button)
    said = window.messages.said[-1]
    assert said.kind == "problem"
    Path(crm).write_bytes(kept)
    said.buttons[0].pressed()
    assert window.messages.said[-1].text == "crm.csv was read anew: 4 rows."


def test_a_change_of_the_same_size_is_seen_and_a_touched_file_is_not(window, crm):
    window.add_files([crm])
    loaded = window.project.lists
    now = stamp(crm)
    assert look_at_files(loaded, {}).same == {loaded[0].sha256: now}
    os.utime(crm, ns=(now[1] + 10**9, now[1] + 10**9))
    touched = look_at_files(loaded, {loaded[0].sha256: list(now)})
    assert touched.changed == {}
    assert touched.same == {loaded[0].sha256: stamp(crm)}
    Path(crm).write_text(Path(crm).read_text("utf-8").replace("Bob", "Rob"), "utf-8")
    assert list(look_at_files(loaded, touched.same).changed) == [0]
    Path(crm).unlink()
    assert look_at_files(loaded, {}).changed == {}
    assert look_at_files(loaded, {}).gone == (0,)


def test_next_reads_what_the_preview_shows(qtbot, window, crm):
    window.add_files([crm])
    page = window.pages[Step.LOAD]
    page.reading.form.header_box.setValue(0)
    page.on_shown()
    assert page.reading.use_button.isVisible()
    press(page.next_button)
    assert window.step is Step.COLUMNS
    assert len(window.project.lists[0]) == 5


def test_decisions_about_columns_outlive_a_reload_with_other_headings(qtbot, window, crm):
    from entityres.records.roles import Role

    window.add_files([crm])
    window.change(window.project.set_role, 0, "zip", Role.CATEGORY)
    page = window.pages[Step.LOAD]
    page.reading.form.header_box.setValue(0)
    press(page.reading.use_button)
    assert window.project.settings.roles == {}
    window.actions["undo"].trigger()
    assert window.project.settings.roles == {"crm:zip": Role.CATEGORY}


def test_times_in_words():
    from datetime import datetime

    assert when(datetime.now()).startswith("at ")
    assert when(datetime(2020, 3, 4, 10, 31)) == "on 04 Mar 2020 at 10:31"


def test_a_preview_of_nothing_and_of_the_end(window, crm):
    window.add_files([crm])
    model = CsvPreviewModel()
    assert model.first_for_line(3) == 0
    model.show_list(window.project.lists[0], 2)
    assert model.rowCount() == 2
    assert [one.kind for one in remarks(window.project.lists[0])] == []
