"""The Merge page in the window: rules, choosing values by mouse and key, conflicts, undo."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from entityres.entities.decisions import Answer
from entityres.entities.survivorship import TYPED
from entityres.progress import quiet
from entityres.records.roles import Role
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.main_window import MainWindow
from entityres.ui.models.preview_table import MERGED
from entityres.ui.pages.merge import MergePage
from entityres.ui.widgets.merge_preview import _even_cap
from entityres.ui.widgets.preview_cells import ValueEditor
from tests.helpers.building import make_list
from tests.helpers.windows import open_window, shown_texts
from tests.session.customers import CRM, ROLES, new_project, without_engine


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    project = new_project(tmp_path / "customers.entityres")
    project.decide([0, 3, 7, 8], Answer.MATCH)  # groups whose records contradict each other
    with open_window(project, tmp_path) as made:
        made.go_to(Step.MERGE)
        yield made


@pytest.fixture
def page(window) -> MergePage:
    return window.pages[Step.MERGE]


def look_at(page: MergePage, words: str) -> int:
    """Look at the group whose words begin like this; returns its number."""
    table = page.browser.groups
    row = next(row for row in range(table.rowCount()) if table.index(row, 0).data().startswith(words))
    page.browser.list.setCurrentIndex(table.index(row, 0))
    return table.group_at(row)


def cell(page: MergePage, column: str, at: int = MERGED) -> object:
    view = page.browser.preview.table.view
    return page.browser.preview.table.index(view.columns.index(column), at)


def merged(page: MergePage, column: str) -> str:
    return str(cell(page, column).data(Qt.ItemDataRole.EditRole))


def click(qtbot, page: MergePage, index) -> None:
    preview = page.browser.preview
    preview.scrollTo(index)
    qtbot.mouseClick(preview.viewport(), Qt.MouseButton.LeftButton, pos=preview.visualRect(index).center())


def test_header_accounts_for_every_record(page, window) -> None:
    sizes = window.project.groups.sizes
    several = int((sizes > 1).sum())
    expected = f"10 records → {len(sizes)} after merging ({several} groups, {len(sizes) - several} single)"
    assert page.summary.text().replace("<b>", "").replace("</b>", "") == expected


def test_clicking_a_value_takes_it_and_clicking_again_follows_the_rule(page, window, qtbot) -> None:
    group = look_at(page, "Ana Ruiz")
    view = page.browser.preview.table.view
    before = merged(page, "First")
    other = next(i for i in range(len(view.records)) if view.differs(0, i))
    click(qtbot, page, cell(page, "First", other + 1))
    assert merged(page, "First") == view.values[0][other] != before
    assert window.project.merged_now().origin[group, 0] == view.records[other]
    assert page.browser.provenance.text() == f"First: from {view.names[other]}, chosen by you."
    click(qtbot, page, cell(page, "First", other + 1))
    assert merged(page, "First") == before
    assert not window.project.overrides


def test_taking_a_part_of_an_address_takes_the_whole_of_it_in_one_step(page, window, qtbot) -> None:
    street, town = 2, 3
    for row in range(page.browser.groups.rowCount()):
        page.browser.list.setCurrentIndex(page.browser.groups.index(row, 0))
        view = page.browser.preview.table.view
        if any(view.differs(street, i) for i in range(len(view.records))):
            break
    group = view.group
    member = next(i for i in range(len(view.records)) if view.differs(street, i))
    click(qtbot, page, cell(page, "Street", member + 1))
    assert window.project.merged_now().origin[group, [street, town]].tolist() == [view.records[member]] * 2
    window.actions["undo"].trigger()
    assert not window.project.overrides


def test_typing_a_value_marks_it_as_typed(page, window, qtbot) -> None:
    group = look_at(page, "Ana Ruiz")
    preview = page.browser.preview
    preview.setCurrentIndex(cell(page, "Street"))
    qtbot.keyClick(preview, Qt.Key.Key_9)
    editor = preview.findChild(ValueEditor)
    qtbot.keyClicks(editor, " Pine Rd")
    qtbot.keyClick(editor, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: merged(page, "Street") == "9 Pine Rd")
    assert window.project.merged_now().origin[group, 2] == TYPED
    said = "Street: typed by you. Not all of Street, Town come from one record."
    assert page.browser.provenance.text() == said


def test_delete_clears_and_reset_gives_the_value_back(page, qtbot) -> None:
    look_at(page, "Ana Ruiz")
    preview = page.browser.preview
    preview.setCurrentIndex(cell(page, "Phone"))
    before = merged(page, "Phone")
    preview.setFocus()
    qtbot.keyClick(preview, Qt.Key.Key_Delete)
    assert merged(page, "Phone") == ""
    assert page.reset.isEnabled()
    page.reset.click()
    assert merged(page, "Phone") == before
    assert not page.reset.isEnabled()


def test_undo_takes_a_change_back_and_names_it(page, window, qtbot) -> None:
    look_at(page, "Ana Ruiz")
    before = merged(page, "Town")
    page.browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    assert window.actions["undo"].text() == "Undo change of “Town” by hand"
    page.undo.click()
    assert merged(page, "Town") == before
    window.actions["redo"].trigger()
    assert merged(page, "Town") == "Harrogate"


def test_changing_a_rule_merges_anew_and_undo_restores_the_choice(page, window) -> None:
    box = page.rules.choice("Phone")
    before = box.currentData()
    box.setCurrentIndex(box.findData("longest"))
    box.activated.emit(box.currentIndex())
    assert window.project.settings.rules["Phone"].take == "longest"
    window.actions["undo"].trigger()
    assert window.project.settings.rules == {}
    assert page.rules.choice("Phone").currentData() == before


def test_address_parts_come_from_one_record_and_keep_one_rule(page, window) -> None:
    box = page.rules.choice("Street")
    box.setCurrentIndex(box.findData("longest"))
    box.activated.emit(box.currentIndex())
    rules = window.project.settings.rules
    assert rules["Street"] == rules["Town"]
    assert len(window.project.history())
    assert window.actions["undo"].text() == "Undo change of rule for “Street” and its set"
    merged_now, names = window.project.merged_now(), [c.name for c in window.project.matched.columns.output]
    street, town = names.index("Street"), names.index("Town")
    assert (merged_now.origin[:, street] == merged_now.origin[:, town]).all()


def test_every_merged_cell_says_rule_or_person_and_origin(page) -> None:
    table = page.browser.groups
    for row in range(table.rowCount()):
        page.browser.list.setCurrentIndex(table.index(row, 0))
        view = page.browser.preview.table.view
        for column, text in enumerate(view.merged):
            said = view.provenance(column)
            assert view.columns[column] in said
            if text:
                assert any(name in said for name in view.names) or "several records" in said
                assert "rule: " in said


def test_next_conflict_walks_through_all_groups_and_back(page, window) -> None:
    found = []
    page.browser.list.setCurrentIndex(page.browser.groups.index(0, 0))
    page.browser.preview.setCurrentIndex(page.browser.preview.table.index(0, MERGED))
    if page.browser.preview.table.view.asks(0):
        found.append((page.browser.group, 0))
    window.actions["next_conflict"].trigger()
    while not page.browser.provenance.text().startswith("That was the last"):
        found.append((page.browser.group, page.browser.preview.current_column()))
        window.actions["next_conflict"].trigger()
    conflicts = window.project.merged_now().conflicts
    assert len(found) == len(set(found)) == int(conflicts.sum())
    assert all(conflicts[group, column] for group, column in found)
    for place in reversed(found[:-1]):
        window.actions["previous_conflict"].trigger()
        assert (page.browser.group, page.browser.preview.current_column()) == place


def test_filters_count_what_they_list(page) -> None:
    browser = page.browser
    look_at(page, "Ana Ruiz")
    browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    for choice in range(3):
        chip = browser.shown.chip(choice)
        chip.click()
        assert int(chip.text().split()[-1].replace(",", "")) == browser.groups.rowCount()
    assert browser.groups.rowCount() == 1
    browser.shown.chip(0).click()
    browser.search.setText("nobody of this name")
    assert browser.groups.rowCount() == 0
    assert browser.heading.text() == "No group fits these filters"


def test_preferred_lists_are_moved_up(page, window, qtbot) -> None:
    page.preferred._list.setCurrentRow(1)
    page.preferred._up.click()
    assert window.project.settings.preferred_lists == ("Shop", "CRM")
    assert page.preferred._list.item(0).text().split() == ["1", "Shop"]


@pytest.mark.parametrize("name", ["take_value", "clear_value", "next_conflict", "previous_conflict"])
def test_its_actions_belong_to_this_page_alone(window, name) -> None:
    assert window.actions[name].isEnabled()
    window.go_to(Step.EXPORT)
    assert not window.actions[name].isEnabled()


def test_changes_of_a_group_that_split_are_counted_not_lost(page, window) -> None:
    group = look_at(page, "Ana Ruiz")
    page.browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    window.change(window.project.split_group, group, [int(window.project.groups.members(group)[0])])
    assert "1 change belongs to a group that is not the same any more" in page.counts.text()


def test_nothing_to_merge_says_what_to_do(qtbot, tmp_path, monkeypatch) -> None:
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    without_engine(monkeypatch)
    project = Project.create(tmp_path / "empty.entityres")
    with open_window(project, tmp_path) as window:
        window.go_to(Step.MERGE)
        page = window.pages[Step.MERGE]
        assert page._frame.is_empty
        assert page._empty.title_label.text() == "Nothing to merge"
        assert page._empty.button.isEnabled()
        gone_to = []
        monkeypatch.setattr(window, "go_to", gone_to.append)
        page._empty.button.click()
        assert gone_to == [Step.MATCH]


def test_a_change_shows_at_once_while_everything_is_merged_in_the_background(page, window, monkeypatch) -> None:
    look_at(page, "Ana Ruiz")
    waiting = []
    monkeypatch.setattr("entityres.ui.pages.merge.AT_ONCE", 0)
    monkeypatch.setattr(window.jobs, "ask", lambda name, job, done, failed=None: waiting.append((job, done)))
    before = merged(page, "Town")
    page.browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    assert merged(page, "Town") == "Harrogate"
    box = page.rules.choice("Phone")
    box.setCurrentIndex(box.findData("all_different"))
    box.activated.emit(box.currentIndex())
    assert page.rules.choice("Phone").currentData() == "all_different"
    window.actions["undo"].trigger()
    window.actions["undo"].trigger()
    assert merged(page, "Town") == before
    job, done = waiting[-1]
    done(job(quiet()))
    assert merged(page, "Town") == before
    assert page.browser.shown.chip(2).text() == "By hand 0"


def test_after_another_run_nothing_can_be_typed_into_groups_of_the_one_before(page, window, monkeypatch) -> None:
    look_at(page, "Ana Ruiz")
    waiting = []
    monkeypatch.setattr("entityres.ui.pages.merge.AT_ONCE", 0)
    window.go_to(Step.REVIEW)
    window.change(window.project.set_role, 0, "Town", Role.KEEP)
    window.find_matches()
    monkeypatch.setattr(
        window.jobs, "ask", lambda name, job, done, failed=None, **_how: waiting.append((name, job, done))
    )
    window.go_to(Step.MERGE)
    assert page.browser.preview.table.view is None
    assert not page.browser.isVisible()
    assert "Merging records…" in shown_texts(page)
    _, job, done = next(one for one in waiting if one[0] == "merge")
    done(job(quiet()))
    assert page.browser.isVisible()
    look_at(page, "Ana Ruiz")
    page.browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    assert window.project.overrides[0].members == page.browser.preview.table.view.records


def test_a_value_goes_to_the_group_that_is_seen_while_others_are_being_made(page, window, monkeypatch) -> None:
    look_at(page, "Bob Gould")
    project = window.project
    seen = page.browser.preview.table.view.records
    monkeypatch.setattr("entityres.ui.pages.merge.AT_ONCE", 0)
    window.go_to(Step.REVIEW)
    window.change(project.decide, [0], Answer.NOT)  # groups before it are others now, and so are the numbers of all
    window.change(project.decide, [1], Answer.NOT)
    window.go_to(Step.EXPORT)  # counts what would be written, and merges for it
    monkeypatch.setattr(window.jobs, "ask", lambda *_question, **_how: None)
    window.go_to(Step.MERGE)
    table = page.browser.preview.table
    if table.view is not None:
        table.setData(cell(page, "Town"), "Harrogate")
        assert [one.members for one in project.overrides] == [seen]


def test_search_goes_to_the_groups(page, window) -> None:
    window.actions["search"].trigger()
    assert page.browser.search.hasFocus()


def test_where_there_is_room_no_value_and_no_name_is_cut(page, window):
    window.resize(1600, 1000)
    QApplication.processEvents()
    preview, groups = page.browser.preview, page.browser.list
    for row in range(min(groups.model().rowCount(), 20)):
        groups.setCurrentIndex(groups.model().index(row, 0))
        if preview.table.columnCount() <= 4:
            for section in range(preview.table.columnCount()):
                assert preview.columnWidth(section) >= preview.sizeHintForColumn(section)
            assert not preview.horizontalScrollBar().maximum()
    assert groups.columnWidth(0) >= groups.sizeHintForColumn(0)
    assert groups.viewport().height() >= 8 * groups.rowHeight(0), "and enough groups are in view"


def test_a_small_window_shows_five_groups_and_five_values_and_a_moved_handle_stays(page, window):
    window.resize(1024, 700)
    QApplication.processEvents()
    preview, groups, splitter = page.browser.preview, page.browser.list, page.browser._splitter
    assert groups.viewport().height() >= 5 * groups.rowHeight(0)
    assert preview.viewport().height() >= 5 * preview.rowHeight(0)
    splitter.moveSplitter(120, 1)
    window.resize(1030, 706)
    QApplication.processEvents()
    assert splitter.sizes()[0] == pytest.approx(120, abs=2)


@pytest.mark.parametrize(
    ("wanted", "room", "cap"),
    [([50, 60, 200], 300, 190), ([50, 60, 70], 300, 70), ([100, 100, 100], 240, 80), ([10, 300, 300], 210, 100)],
)
def test_what_narrow_columns_do_not_need_goes_to_the_wide_ones(wanted, room, cap):
    assert _even_cap(wanted, room) == cap


def test_changes_of_a_group_whose_record_is_gone_are_counted_too(page, window) -> None:
    look_at(page, "Ana Ruiz")
    page.browser.preview.table.setData(cell(page, "Town"), "Harrogate")
    fewer = make_list("CRM", {heading: [row[i] for row in CRM[1:]] for i, heading in enumerate(ROLES)})
    window.change(window.project.replace_list, 0, replace(fewer, sha256="ef" * 32))
    window.find_matches()
    assert "1 change belongs to a group that is not the same any more" in page.counts.text()
    window.commands.undo()
    window.find_matches()
    window.go_to(Step.MERGE)
    assert "not the same any more" not in page.counts.text()
    assert look_at(page, "Ana Ruiz") >= 0
    assert merged(page, "Town") == "Harrogate"
