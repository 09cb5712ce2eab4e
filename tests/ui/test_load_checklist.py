"""Points 3 to 12 of the usability checklist, and 50, 52 and 55 where they concern the Load and the Columns page."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QWidget

from entityres.records.roles import Role
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.models.check_offer import CHECK_WARNING
from entityres.ui.resources import resource_path
from entityres.ui.widgets.scroll_body import ScrollBody
from tests.helpers.mouse import press
from tests.helpers.windows import drop_files, open_window, shown_texts, wants_files

NAMES = ("Load", "Columns", "Match", "Review", "Merge", "Export")
FORBIDDEN = re.compile(r"false positive|cluster|blocking|jaccard|golden|invalid|illegal", re.I)


def load(window, path: Path, content: bytes):
    """Load a file; the page and the list."""
    path.write_bytes(content)
    window.add_files([str(path)])
    return window.pages[Step.LOAD], window.project.lists[-1]


def choose_remark(qtbot, page, kind: str) -> None:
    """Click the remark of a kind."""
    model, table = page.remarks.model, page.remarks.table
    row = next(row for row in range(model.rowCount()) if model.problem(model.source_row(row)).kind == kind)
    index = model.index(row, 1)
    table.scrollTo(index)
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(index).center())


def cells(page) -> list[list[str]]:
    """What the preview shows, without the numbers of the lines."""
    model = page.preview.model
    return [
        [model.index(row, column).data() for column in range(1, model.columnCount())] for row in range(model.rowCount())
    ]


@pytest.mark.parametrize("step", [Step.LOAD, Step.COLUMNS])
def test_point_03_steps_without_data_say_what_is_missing(qtbot, window, step):
    window.go_to(step)
    page = window.pages[step]
    assert page.empty.isVisible()
    primary = [
        one for one in page.findChildren(QAbstractButton) if one.isVisible() and one.property("kind") == "primary"
    ]
    assert len(primary) == 1
    assert primary[0].isEnabled()


@pytest.mark.parametrize("step", list(Step))
def test_point_04_two_files_dropped_anywhere_are_two_lists(window, tmp_path, crm, shop, step):
    load(window, tmp_path / "first.csv", b"name,town\nAna,Bath\nBob,Ely\n")
    window.go_to(step)
    parts = [one for one in window.findChildren(QWidget) if one.isVisible() and not one.isWindow()]
    assert len(parts) > 20
    assert [one for one in parts if not wants_files(one, [crm, shop])] == []
    assert drop_files(parts[-1], [crm, shop])
    assert [one.name for one in window.project.lists] == ["first", "crm", "shop"]
    assert [len(one) for one in window.project.lists] == [2, 4, 2]


@pytest.mark.parametrize(
    ("codec", "shown"), [("utf-8-sig", "UTF-8 with mark"), ("cp1252", "Windows-1252"), ("utf-16", "UTF-16")]
)
def test_point_05_letters_are_right_in_three_encodings(window, tmp_path, codec, shown):
    text = "name,street\nJürgen Müller,Große Straße 1\nRenée D’Arc,Rue de l’Église 2\n"
    page, loaded = load(window, tmp_path / "list.csv", text.encode(codec))
    assert loaded.columns == ("name", "street")
    headings = [page.preview.model.headerData(column, Qt.Orientation.Horizontal) for column in (1, 2)]
    assert headings == ["name", "street"]
    assert cells(page) == [["Jürgen Müller", "Große Straße 1"], ["Renée D’Arc", "Rue de l’Église 2"]]
    assert page.lists.table.model().index(0, page.lists.model.column_number("encoding")).data() == shown


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
def test_point_06_separators_are_found_and_the_preview_is_the_list(window, tmp_path, separator):
    rows = [["name", "amount", "note"], *[[f"Ana {n}", f"{n}", f'says "hi", {n}; or | so'] for n in range(30)]]
    path = tmp_path / "list.txt"
    with path.open("w", newline="") as file:
        csv.writer(file, delimiter=separator).writerows(rows)
    window.add_files([str(path)])
    page, loaded = window.pages[Step.LOAD], window.project.lists[0]
    assert loaded.settings.delimiter == separator
    assert cells(page) == rows[1:]
    assert cells(page) == [[loaded.cell(row, name) for name in loaded.columns] for row in range(len(loaded))]


def test_point_06_a_separator_of_two_signs_is_found_shown_and_kept(window, tmp_path):
    page, loaded = load(window, tmp_path / "list.txt", b"name||note\nAna||a|b\nBob||\n")
    assert cells(page) == [["Ana", "a|b"], ["Bob", ""]]
    assert [loaded.cell(row, "note") for row in range(2)] == ["a|b", ""]
    assert page.reading.form.separator_box.currentText() == "“||”"
    assert page.reading.form.settings == loaded.settings


def test_point_07_zeros_and_long_numbers_survive_byte_for_byte(window, tmp_path):
    people = ["Ana Ruiz", "Bob Gould", "Cid Marx", "Dora Lang", "Eve Moore", "Finn Kahn", "Gail Pope", "Hugo Brandt"]
    zips = ["01067", "00501", "02134", "00000", "99950", "01067", "08001", "00001"]
    lines = [f"{name},{zips[n]},{n}049170{n * 1234567:07d}890{n}21" for n, name in enumerate(people)]
    assert all(len(line.split(",")[2]) == 20 for line in lines)
    content = ("name,zip,phone\n" + "\n".join(lines) + "\n").encode()
    load(window, tmp_path / "list.csv", content)
    window.find_matches()
    window.go_to(Step.EXPORT)
    export = window.pages[Step.EXPORT]
    export.folder.setText(str(tmp_path / "out"))
    export.folder.editingFinished.emit()
    export.form.setCurrentIndex(export.form.findData("same"))
    export.form.activated.emit(export.form.currentIndex())
    press(export.export)
    written = (tmp_path / "out" / "merged.csv").read_bytes().splitlines()
    assert [line.rsplit(b",", 3)[0] for line in written] == content.splitlines()


def test_point_08_a_ragged_row_is_told_with_line_and_text(qtbot, window, tmp_path):
    rows = "".join(f"Ana,{n} Oak Rd,555-{n:04d}\n" for n in range(150))
    page, loaded = load(window, tmp_path / "bad.csv", f"name,street,phone\n{rows}Cid\nDan,1 Elm\n".encode())
    assert len(loaded) == 152
    choose_remark(qtbot, page, "short_row")
    words = page.remarks.chosen.message
    assert "Line 152 has 1 value; there are 3 columns." in words
    assert words.endswith("Cid")
    press(page.remarks.show_button)
    row = page.preview.model.row_at_line(152)
    assert page.preview.table.currentIndex().row() == row
    assert page.preview.model.index(row, 0).data() == "152"
    assert page.preview.model.index(row, 1).data() == "Cid"
    press(page.remarks.buttons[0])
    assert page.remarks.buttons[0].text() == "Load them, gaps at the end"
    assert (len(window.project.lists[0]), len(window.project.lists[0].rejected)) == (150, 2)
    page.preview.show_line(152)
    row = page.preview.model.row_at_line(152)
    assert page.preview.model.index(row, 1).data() == "Not loaded: Cid"
    assert page.preview.table.columnSpan(row, 1) == 3
    press(page.remarks.buttons[0])
    assert len(window.project.lists[0]) == 152


def test_point_09_an_unclosed_quote_names_its_line_and_loses_no_row(qtbot, window, tmp_path):
    rows = "".join(f"Ana {n},{n} Oak Rd\n" for n in range(40))
    content = f'name,street\n{rows}Bob,"2 Elm St\n{rows}'
    page, loaded = load(window, tmp_path / "bad.csv", content.encode())
    assert len(loaded) + len(loaded.rejected) + loaded.blank_rows == 81
    choose_remark(qtbot, page, "unclosed_quote")
    assert "line 42" in page.remarks.chosen.message
    assert page.remarks.show_button.text() == "Show line 42"
    assert page.remarks.buttons[0].text() == "Treat quotes as text"
    press(page.remarks.buttons[0])
    loaded = window.project.lists[0]
    assert len(loaded) == 81
    assert loaded.cell(40, "street") == '"2 Elm St'
    assert not page.remarks.isVisible()


def test_point_10_headings_that_repeat_or_lack_get_a_button(qtbot, window, tmp_path):
    page, loaded = load(window, tmp_path / "list.csv", b"name,phone,phone,\nAna,1,2,x\nBob,3,4,y\n")
    assert loaded.columns == ("name", "phone", "phone (2)", "Column 4")
    choose_remark(qtbot, page, "duplicate_heading")
    assert page.remarks.chosen.message == "Two columns are named ‘phone’. They are now ‘phone’ and ‘phone (2)’."
    assert page.remarks.buttons[0].text() == "Rename…"
    window.messages.answers = ["mobile"]
    press(page.remarks.buttons[0])
    choose_remark(qtbot, page, "missing_heading")
    assert page.remarks.chosen.message == "Column 4 has no heading. It is now ‘Column 4’."
    assert page.remarks.buttons[0].text() == "Rename…"
    window.messages.answers = ["note"]
    press(page.remarks.buttons[0])
    assert window.project.lists[0].columns == ("name", "phone", "mobile", "note")
    assert not page.remarks.isVisible()
    press(page.lists.reload_button)
    assert window.project.lists[0].columns == ("name", "phone", "mobile", "note")


def test_point_10_a_file_without_headings_gets_letters(qtbot, window, tmp_path):
    rows = "".join(f"Ana{n},{n}@example.org,2020-01-{n + 1:02d}\n" for n in range(20))
    page, loaded = load(window, tmp_path / "list.csv", rows.encode())
    assert len(loaded) == 20
    choose_remark(qtbot, page, "headings_look_like_data")
    press(page.remarks.buttons[0])
    loaded = window.project.lists[0]
    assert len(loaded) == 20
    assert loaded.columns == ("A", "B", "C")


def test_point_11_roles_of_the_samples_are_found_and_examples_follow(qtbot, window):
    window.add_files([str(resource_path(f"samples/{name}")) for name in ("crm.csv", "webshop.csv")])
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    found = {one.name: one.role for one in window.project.columns.output}
    assert found == {
        "first_name": Role.GIVEN_NAME,
        "last_name": Role.FAMILY_NAME,
        "street": Role.STREET,
        "city": Role.CITY,
        "zip": Role.POSTCODE,
        "phone": Role.PHONE,
        "email": Role.EMAIL,
        "birth_date": Role.BIRTH_DATE,
        "created": Role.KEEP,
    }
    assert all(page.roles.model.is_sure(row) for row in range(page.roles.model.n_source - 1))
    page.roles.table.selectRow(5)
    before = [text.text() for _value, _arrow, text in page.column_card.example_labels]
    assert all(re.fullmatch(r"\d{7,}", text) for text in before)
    page.roles.table.setFocus()
    qtbot.keyClick(page.roles.table, Qt.Key.Key_Return)
    box = page.roles.table.findChild(QComboBox, "roleBox")
    with qtbot.waitSignal(page.roles.model.role_chosen):
        qtbot.keyClick(box, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: window.project.columns.output[5].role is Role.EMAIL)
    after = [text.text() for _value, _arrow, text in page.column_card.example_labels if text.isVisible()]
    assert page.column_card.title_label.text() == "phone · E-mail"
    assert after == ["counts as missing"]


def test_point_12_a_check_column_that_is_compared_is_warned_about(qtbot, window):
    window.add_files([str(resource_path("samples/crm.csv"))])
    window.go_to(Step.COLUMNS)
    page = window.pages[Step.COLUMNS]
    assert page.roles.check.button.text() == "Use “created”"
    press(page.roles.check.button)
    output = next(one for one in window.project.columns.output if one.name == "created")
    assert output.role is Role.CHECK
    assert CHECK_WARNING not in shown_texts(window)
    at = window.project.columns.output.index(output)
    page.roles.table.selectRow(at)
    page.roles.table.setFocus()
    qtbot.keyClick(page.roles.table, Qt.Key.Key_Return)
    box = page.roles.table.findChild(QComboBox, "roleBox")
    with qtbot.waitSignal(page.roles.model.role_chosen):
        qtbot.keyClick(box, "D")
    qtbot.waitUntil(lambda: window.project.columns.output[at].role is Role.DATE)
    assert CHECK_WARNING in shown_texts(window)


@pytest.mark.parametrize(("size", "zoom"), [((1024, 700), 100), ((1024, 700), 200)])
def test_point_50_nothing_is_cut_off(qtbot, tmp_path, monkeypatch, crm, shop, size, zoom):
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    bad = tmp_path / "bad.csv"
    bad.write_text("name,phone,phone\nAna,1,2\nBob\n" + "Cid,3,4\n" * 20)
    with open_window(Project.create(None), tmp_path, size=size) as window:
        window.theme.set_zoom(zoom)
        window.add_files([crm, str(bad)])
        window.pages[Step.LOAD].lists.table.selectRow(1)
        for step in (Step.LOAD, Step.COLUMNS):
            window.go_to(step)
            for _ in range(5):
                QApplication.processEvents()
            page = window.pages[step]
            assert window.width() == size[0]
            body = page.findChild(QAbstractButton, "nextButton")
            assert body.isVisible()
            assert page.rect().contains(body.geometry())
            for scroll in page.findChildren(ScrollBody):
                assert scroll.horizontalScrollBar().maximum() == 0, step
            for part in [*page.findChildren(QAbstractButton), *page.findChildren(QLabel)]:
                if part.isVisible() and part.text() and not getattr(part, "wordWrap", bool)():
                    assert part.width() >= min(part.sizeHint().width(), part.minimumSizeHint().width()), part.text()


@pytest.mark.parametrize("step", [Step.LOAD, Step.COLUMNS])
def test_point_52_tab_reaches_every_control_and_comes_back(qtbot, window, tmp_path, crm, step):
    bad = tmp_path / "bad.csv"
    bad.write_text("name,phone,phone\nAna,1,2\nBob\n" + "Cid,3,4\n" * 20)
    window.add_files([crm, str(bad)])
    window.pages[Step.LOAD].lists.table.selectRow(1)
    window.go_to(step)
    page = window.pages[step]
    wanted = {
        one
        for kind in (QAbstractButton, QComboBox)
        for one in page.findChildren(kind)
        if one.isVisible() and one.isEnabled() and one.focusPolicy() & Qt.FocusPolicy.TabFocus
    }
    wanted = {one for one in wanted if not (isinstance(one, QAbstractButton) and one.group() is not None)}
    page.next_button.setFocus()
    reached = set()
    for _ in range(80):
        qtbot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.add(QApplication.focusWidget())
    assert {one for one in wanted - reached if page.isAncestorOf(one)} == set()
    assert page.next_button in reached


def test_point_55_words_that_only_experts_know_are_not_on_the_pages(window, tmp_path, crm):
    bad = tmp_path / "bad.csv"
    bad.write_text("name,phone,phone,born\nAna,1,2,03/04/2021\nBob\n" + "Cid,3,4,05/06/2020\n" * 20)
    window.add_files([crm, str(bad)])
    for step in (Step.LOAD, Step.COLUMNS):
        window.go_to(step)
        words = "\n".join(shown_texts(window))
        assert not FORBIDDEN.search(words)
        assert "no matches" not in words.lower()
