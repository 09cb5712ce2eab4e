"""The Export page in the window: what it promises before writing, what it writes, and what it refuses."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QDesktopServices

from entityres.entities.decisions import Answer
from entityres.entities.exporting import ExportOptions, export
from entityres.errors import Cancelled
from entityres.session.project import Project
from entityres.session.sampling import MATCH, draw_sample, give_verdict, open_sample, results
from entityres.session.stages import Step
from entityres.session.standing import Standing
from entityres.settings import Rule
from entityres.ui.main_window import EVERYTHING, MainWindow
from entityres.ui.pages.export import PREVIEWED, ExportPage
from entityres.ui.widgets.quality_card import IN_REPORT, NOT_YET
from entityres.ui.widgets.review_parts import SAMPLE
from tests.helpers.windows import open_window
from tests.session.customers import crm, rematch, shop, without_engine


def make_project(folder: Path, **cells: str) -> Project:
    project = Project.create(folder / "customers.entityres")
    fill(project, folder, **cells)
    return project


def fill(project: Project, folder: Path, **cells: str) -> None:
    lists = [crm(**cells), shop()]
    for one in lists:
        (folder / f"{one.name}.csv").write_text("the input\n", encoding="utf-8")
    project.add_lists([replace(one, path=str(folder / f"{one.name}.csv")) for one in lists])
    rematch(project)
    project.decide([0, 3], Answer.MATCH)


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path, r4_Street="=1+1", r2_Phone="+49 30 123"), tmp_path) as made:
        made.go_to(Step.EXPORT)
        yield made


@pytest.fixture
def page(window, tmp_path) -> ExportPage:
    shown = window.pages[Step.EXPORT]
    shown.folder.setText(str(tmp_path / "out"))
    shown.folder.editingFinished.emit()
    return shown


def rows(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))


def choose(box, value: str) -> None:
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_account_of_rows_adds_up(page, window) -> None:
    sizes = window.project.groups.sizes
    joined, single = int(sizes[sizes > 1].sum()), int((sizes == 1).sum())
    several = int((sizes > 1).sum())
    assert joined + single == 10
    assert page.account.text() == f"✓ 10 in = {joined} rows in {several} groups + {single} single → {len(sizes)} out"


def test_counts_are_what_is_written(page, tmp_path) -> None:
    promised = {file: page.files._rows[file].text() for file in ("merged", "crosswalk", "pairs", "rejected")}
    page.export.click()
    for file, words in promised.items():
        assert words.split()[0] == str(len(rows(tmp_path / "out" / f"{file}.csv")) - 1), file
    assert json.loads((tmp_path / "out" / "report.json").read_text(encoding="utf-8"))


def test_crosswalk_has_one_line_for_each_record_and_ends_in_the_merged_list(page, tmp_path) -> None:
    page.export.click()
    heading, *crosswalk = rows(tmp_path / "out" / "crosswalk.csv")
    merged = rows(tmp_path / "out" / "merged.csv")[1:]
    assert [row[:2] for row in crosswalk] == [["CRM", str(i)] for i in range(1, 7)] + [
        ["Shop", str(i)] for i in range(1, 5)
    ]
    assert {int(row[heading.index("merged_row")]) for row in crosswalk} == set(range(1, len(merged) + 1))


@pytest.mark.parametrize("form", ["program", "excel", "same"])
@pytest.mark.parametrize("pairs", ["matches", "review", "all"])
def test_page_writes_the_bytes_that_the_engine_writes(page, window, tmp_path, form, pairs) -> None:
    choose(page.form, form)
    choose(page.files._pairs, pairs)
    page.export.click()
    project = window.project
    options = ExportOptions(form=form, formula_guard=True, pairs=pairs)
    result, decisions = project.matched.result(project.groups), project.decisions.as_decisions()
    written = export(tmp_path / "twin", result, project.merged_now(), decisions, options, project.settings)
    for name, path in written.items():
        if name != "report.json":
            assert (tmp_path / "out" / name).read_bytes() == path.read_bytes(), name


def test_excel_form_begins_with_its_mark_and_plain_phones_stay(page, tmp_path) -> None:
    choose(page.form, "excel")
    page.export.click()
    data = (tmp_path / "out" / "merged.csv").read_bytes()
    assert data.startswith(b"\xef\xbb\xbf")
    assert b"\r\n" in data
    assert b",+49 30 123" in data
    assert b",'=1+1," in data
    choose(page.form, "program")
    page.export.click()
    assert not (tmp_path / "out" / "merged.csv").read_bytes().startswith(b"\xef\xbb\xbf")


def test_guard_says_how_many_values_it_marks_and_can_be_left_off(page, tmp_path) -> None:
    assert page._guard_words.text().startswith("1 value looks like a formula and will get")
    page.guard.click()
    assert page._guard_words.text() == "1 value looks like a formula; a spreadsheet may run what is in them."
    page.export.click()
    assert b",=1+1," in (tmp_path / "out" / "merged.csv").read_bytes()


def test_exporting_twice_gives_the_same_bytes(page, window, tmp_path) -> None:
    page.export.click()
    first = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.csv")}
    page.export.click()
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.csv")} == first
    assert window.messages.asked == [], "its own files are replaced without a question"


def test_preview_shows_what_is_written(page, tmp_path) -> None:
    page.export.click()
    for number, file in enumerate(("merged", "crosswalk", "pairs")):
        page.previewed.chip(number).click()
        model = page.preview.model()
        columns, across = range(model.columnCount()), page.preview.horizontalHeader().orientation()
        shown = [[model.index(row, column).data() for column in columns] for row in range(model.rowCount())]
        heading, *written = rows(tmp_path / "out" / f"{file}.csv")
        assert [model.headerData(column, across) for column in columns] == heading
        assert shown == [[cell.removeprefix("'") for cell in row] for row in written[:20]]


def test_only_ticked_files_are_written(page, tmp_path) -> None:
    for file in ("crosswalk", "pairs", "report"):
        page.files._boxes[file].click()
    page.export.click()
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["merged.csv", "rejected.csv"]


def test_no_file_ticked_is_nothing_to_export(page) -> None:
    for file in ("merged", "crosswalk", "pairs", "report"):
        page.files._boxes[file].click()
    assert not page.export.isEnabled()


def test_success_offers_the_folder(page, window, tmp_path, monkeypatch) -> None:
    opened = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(Path(url.toLocalFile())))
    page.export.click()
    said = window.messages.said[-1]
    assert said.kind == "done"
    assert said.text.startswith("Exported 5 files, ")
    assert [button.text for button in said.buttons] == ["Open folder", "Open merged list"]
    said.buttons[0].pressed()
    page.open_folder.click()
    assert opened == [tmp_path / "out"] * 2


def test_files_of_others_are_replaced_only_after_a_question(page, window, tmp_path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "merged.csv").write_text("precious", encoding="utf-8")
    page.export.click()
    assert window.messages.asked[-1].buttons == ("Choose another folder…", "Replace", "Do not export")
    assert (tmp_path / "out" / "merged.csv").read_text(encoding="utf-8") == "precious"
    window.messages.answers = ["Replace"]
    page.export.click()
    assert (tmp_path / "out" / "merged.csv").read_text(encoding="utf-8") != "precious"


def test_an_input_file_is_never_written_over(qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    project = Project.create(tmp_path / "customers.entityres")
    place = tmp_path / "merged.csv"
    place.write_text("the input\n", encoding="utf-8")
    project.add_lists([replace(crm(), path=str(place)), shop()])
    rematch(project)
    with open_window(project, tmp_path) as window:
        window.go_to(Step.EXPORT)
        page = window.pages[Step.EXPORT]
        page.folder.setText(str(tmp_path))
        page.export.click()
        assert window.messages.said[-1].kind == "problem"
        assert window.messages.said[-1].text == f"{place} is one of the lists that were read."
    assert place.read_text(encoding="utf-8") == "the input\n"
    assert not list(tmp_path.glob("crosswalk*"))


def test_a_place_that_cannot_be_written_offers_another_try(page, window, tmp_path) -> None:
    (tmp_path / "out").write_text("a file, not a folder", encoding="utf-8")
    page.export.click()
    said = window.messages.said[-1]
    assert said.kind == "problem"
    assert [button.text for button in said.buttons] == ["Try again", "Choose another folder…"]
    assert list(tmp_path.glob(".*.part")) == []
    (tmp_path / "out").unlink()
    said.buttons[0].pressed()
    assert (tmp_path / "out" / "merged.csv").exists()


def test_a_folder_by_name_alone_is_beside_the_lists_and_none_is_asked_for(page, window, tmp_path) -> None:
    page.folder.setText("results")
    page.export.click()
    assert (tmp_path / "results" / "merged.csv").exists()
    assert str(tmp_path / "results") in window.messages.said[-1].hint
    page.folder.setText(" ")
    window.messages.answers = [str(tmp_path / "asked for")]
    page.export.click()
    assert page.folder.text() == str(tmp_path / "asked for")
    assert not (tmp_path / "merged.csv").exists()


def test_folder_is_chosen_by_dialog_and_kept_with_the_project(page, window, tmp_path) -> None:
    window.messages.answers = [str(tmp_path / "elsewhere")]
    page._choose.click()
    assert page.folder.text() == str(tmp_path / "elsewhere")
    choose(page.form, "excel")
    assert window.project.view("export")["folder"] == str(tmp_path / "elsewhere")
    again = ExportPage(window)
    again.on_shown()
    assert (again.folder.text(), again.form.currentData()) == (str(tmp_path / "elsewhere"), "excel")
    again.deleteLater()


def test_pairs_left_to_review_are_named_with_a_way_there(page, window) -> None:
    left = window.project.left_to_review()
    assert left > 0
    assert page._warning.isVisible()
    assert page._warning_title.text().startswith(f"{left} pair")
    assert page._review.text() == "Go to Review"


def test_one_pair_left_to_review_is_spoken_of_as_one(page, window) -> None:
    project = window.project
    standing = project.standings()
    for pair in [pair for pair, where in enumerate(standing) if where == Standing.REVIEW][1:]:
        project.decide([pair], Answer.NOT)
    project.groups_now()
    assert project.left_to_review() == 1
    page.on_shown()
    assert page._warning_title.text() == "1 pair still needs review."
    assert page._warning_text.text() == "It counts as not matched: its records stay apart in the merged list."


def test_a_preview_of_everything_does_not_speak_of_the_first_rows(page) -> None:
    rows = page._plan.rows(PREVIEWED[page.previewed.choice], page.files.pairs)
    assert page._preview_words.text() == f"{rows} rows"


def test_old_results_are_exported_only_at_a_second_click(page, window, tmp_path) -> None:
    window.change(window.project.remove_list, 1)
    assert page._warning_title.text().startswith("These results come from earlier settings")
    page.export.click()
    assert page.export.words == "Export anyway"
    assert not (tmp_path / "out").exists()
    page.export.click()
    assert (tmp_path / "out" / "merged.csv").exists()


def test_a_rule_changed_meanwhile_is_what_is_written(page, window, tmp_path) -> None:
    window.change(window.project.set_rule, "First", Rule("shortest"))
    page.export.click()
    merged = window.project.merged_now().table.column("First").to_pylist()
    assert [row[0] for row in rows(tmp_path / "out" / "merged.csv")[1:]] == merged


def test_nothing_to_export_says_what_to_do(qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    with open_window(Project.create(tmp_path / "empty.entityres"), tmp_path) as window:
        window.go_to(Step.EXPORT)
        page = window.pages[Step.EXPORT]
        assert page._frame.is_empty
        assert page._empty.title_label.text() == "Nothing to export yet"
        page._empty.button.click()
        assert window.step == Step.LOAD


def test_the_sample_check_is_offered_and_its_results_are_shown(page, window) -> None:
    assert page.quality.note.text() == NOT_YET
    page.quality.button.click()
    assert window.step is Step.REVIEW
    review = window.pages[Step.REVIEW]
    assert review.tabs.choice == SAMPLE
    assert review.sampling.panel.isVisible()
    window.change(draw_sample, window.project, MATCH, 25)
    drawn = len(open_sample(window.project)[1])
    for position in range(drawn):
        window.change(give_verdict, window.project, position, Answer.MATCH)
    window.go_to(Step.EXPORT)
    (result,) = results(window.project)
    words, below = page.quality.results[0]
    assert words.text() == result.words
    assert words.text().startswith(f"{drawn} of {drawn} correct")
    assert below.text().startswith(f"{result.sample.population:,} pairs counted as match at ")
    assert not page.quality.results[1][0].isVisible()
    assert page.quality.note.text() == IN_REPORT
    assert page.quality.button.text() == "Check another sample"


def test_a_failed_place_is_not_spoken_of_after_another_was_chosen(page, window, tmp_path) -> None:
    (tmp_path / "file").write_text("in the way")
    page.folder.setText(str(tmp_path / "file" / "out"))
    page.folder.editingFinished.emit()
    page.export.click()
    assert "export" in window.message_bar.topics
    page.folder.setText(str(tmp_path / "elsewhere"))
    page.folder.editingFinished.emit()
    assert "export" not in window.message_bar.topics


def test_the_folder_is_beside_lists_that_came_after_the_page_was_looked_at(qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    with open_window(Project.create(None), tmp_path) as window:
        window.go_to(Step.EXPORT)
        fill(window.project, tmp_path)
        window.apply(EVERYTHING)
        window.go_to(Step.LOAD)
        window.go_to(Step.EXPORT)
        assert Path(window.pages[Step.EXPORT].folder.text()).parent == tmp_path


@pytest.mark.parametrize("name", ["n" * 300, "~nobody-of-that-name/out"])
def test_a_folder_that_cannot_be_is_answered_in_plain_words(page, window, name) -> None:
    page.folder.setText(f"{'' if name.startswith('~') else page.folder.text() + '/'}{name}")
    page.folder.editingFinished.emit()
    page.export.click()
    said = window.messages.said[-1]
    assert said.text.startswith("Exported") if name.startswith("~") else "cannot be" in said.text
    assert "wrong" not in said.text


def test_an_export_that_is_stopped_says_that_nothing_was_written(page, window, tmp_path, monkeypatch) -> None:
    def job(_progress: object) -> None:
        raise Cancelled

    monkeypatch.setattr(window.project, "exporting_job", lambda *_: job)
    page.export.click()
    said = window.messages.said[-1]
    assert (said.text, said.hint) == ("Export stopped.", "No file was written or replaced.")
    assert not (tmp_path / "out").exists()
    assert page.export.isEnabled()
