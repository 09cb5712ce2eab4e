"""Points of the usability checklist that need the whole window over a real match; the others are beside what they are about."""

from __future__ import annotations

import csv
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLineEdit, QToolButton, QWidget

from entityres.entities.decisions import Answer
from entityres.progress import quiet
from entityres.session.project import Project
from entityres.session.stages import Step
from entityres.ui.models.pair_model import STATES
from entityres.ui.qt import DISPLAY, ICON_NAME
from tests.helpers.mouse import pull_column
from tests.helpers.windows import open_window, shown_texts

STARTED = """
import sys, time
from pathlib import Path
from entityres.ui.app import make_application
application = make_application()
from entityres.session.project import Project
from tests.helpers.windows import open_window
with open_window(Project.create(None), Path(sys.argv[1])) as window:
    print(time.process_time(), len(window.messages.asked), window.start_page.open_button.isVisible())
"""


def test_point_01_the_program_is_there_within_three_seconds_and_asks_nothing(project, tmp_path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(project), "ENTITYRES_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", STARTED, str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    seconds, asked, offered = done.stdout.split()
    assert (asked, offered) == ("0", "True")
    assert float(seconds) < 3


def test_point_02_a_sample_is_on_review_within_five_seconds_and_one_click(window, matched_file) -> None:
    begin = time.process_time()
    button = window.start_page.sample_cards["one_list"].button
    pressed = []
    button.clicked.connect(lambda: pressed.append(True))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    QApplication.processEvents()
    button_state = (pressed, button.isEnabled(), button.rect(), button.visibleRegion().boundingRect())
    said = (window.jobs.title, window.messages.said, window.messages.asked)
    assert window.step == Step.REVIEW, (button_state, window.project.lists, window._visited, *said)
    assert window.project.left_to_review() > 0
    assert window.messages.asked == []
    assert time.process_time() - begin < 5


@pytest.mark.slow
def test_point_27_five_hundred_undos_and_redos_come_back_to_the_same(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    page = window.pages[Step.REVIEW]
    page.narrowing.clear()
    table, project = page.panel.table, window.project
    table.setFocus()
    states = []
    for number in range(500):
        states.append(table.current_pair)
        QTest.keyClick(table, (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U)[number % 3])
    decided = project.decisions.answers.copy()
    assert len(project.decisions) == len(set(states)) == 500
    for number in reversed(range(500)):
        QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        assert project.decisions.answer_of(states[number]) is None
        assert table.current_pair == states[number]
    assert len(project.decisions) == 0
    for _ in range(500):
        QTest.keyClick(table, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert np.array_equal(project.decisions.answers, decided)


def test_point_30_a_decision_about_values_that_changed_is_kept_and_flagged(qtbot, tmp_path) -> None:
    place = tmp_path / "customers.csv"
    head = ["name", "street", "zip", "phone", "email"]
    rows = [[f"Ana Ruiz{i}", f"{i} Gray Street", "01067", f"961-880-{i:04}", f"ana{i}@example.org"] for i in range(40)]
    rows += [[row[0].replace("Ana", "Anna"), *row[1:]] for row in rows]

    def write() -> None:
        with place.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([head, *rows])

    write()
    with open_window(Project.create(tmp_path / "work.entityres"), tmp_path) as window:
        window.add_files([str(place)])
        window.find_matches()
        page, project = window.pages[Step.REVIEW], window.project
        page.narrowing.clear()
        pairs = project.scored.pairs
        chosen = [int(np.flatnonzero((pairs.left == at) & (pairs.right == at + 40))[0]) for at in (3, 7)]
        window.change(project.decide, chosen, Answer.MATCH)
        rows[43][1] = "12 Stanley Street"
        write()
        window.change(project.replace_list, 0, project.reading_job([str(place)])(quiet())[0])
        window.find_matches()
        pairs, model = project.scored.pairs, page.panel.table.pairs
        words = []
        for at in (3, 7):
            pair = int(np.flatnonzero((pairs.left == at) & (pairs.right == at + 40))[0])
            assert project.decisions.answer_of(pair) == Answer.MATCH
            words.append(model.text(pair, "state"))
        assert words == ["Match ↻", "Match"]
        assert any("changed since" in f"{m.text} {m.hint}" for m in window.messages.said)


def test_point_38_everything_is_shown_as_it_was_left(qtbot, tmp_path, matched_file) -> None:
    place = tmp_path / "customers.entityres"
    place.write_bytes(Path(matched_file).read_bytes())

    def seen(window) -> dict[str, object]:
        window.go_to(Step.REVIEW)
        QApplication.processEvents()
        panel = window.pages[Step.REVIEW].panel
        return {
            "filters": panel.filters.checked(),
            "sort": window.pages[Step.REVIEW].review.sort,
            "columns": [panel.table.columnWidth(column) for column in range(4)],
            "splitter": panel.splitter.sizes(),
            "window": (window.width(), window.height()),
            "rows": panel.table.pairs.rowCount(),
        }

    with open_window(Project.open(place), tmp_path, size=(1500, 900)) as window:
        window.go_to(Step.REVIEW)
        page = window.pages[Step.REVIEW]
        page.narrowing.clear()
        page.panel.filters.box("states", "match").click()
        page.narrowing.sort("score_up")
        pull_column(page.panel.table, 2, 22)
        sizes = page.panel.splitter.sizes()
        page.panel.splitter.setSizes([sizes[0] + 30, sizes[1] - 60, sizes[2] + 30])
        page.panel.splitter.splitterMoved.emit(sizes[0] + 30, 1)
        before = seen(window)
        assert before["filters"] == {"states": {"match"}}
    with open_window(Project.open(place), tmp_path, size=(1500, 900)) as window:
        assert seen(window) == before


def test_point_39_progress_is_a_recount_pair_by_pair(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    page, project = window.pages[Step.REVIEW], window.project
    page.panel.table.setFocus()
    for key in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U, Qt.Key.Key_A):
        QTest.keyClick(page.panel.table, key)
    page.grouping.renew()
    page.refresh_order()
    states = [page.review.state_of(pair).name for pair in range(len(project.scored))]
    assert f"{states.count('review'):,} left" in page._progress.text()
    assert f"{len(project.decisions):,} reviewed" in page._progress.text()
    page.narrowing.clear()
    hidden = states.count("implied")
    assert page.review.hidden_implied == hidden
    assert page.panel.table.pairs.rowCount() == len(states) - hidden
    assert page.panel.implied_button.isVisible() is (hidden > 0)
    assert not hidden or page.panel.implied_button.text().startswith(f"{hidden:,} hidden")


def test_point_40_a_split_group_stays_split_after_another_run(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    page, project = window.pages[Step.REVIEW], window.project
    page.tabs.chip(1).click()
    groups = page.groups
    largest = max(range(groups.list.n_source), key=lambda at: len(groups._groups.members(groups.list.group(at))))
    assert groups.choose(groups.list.group(largest))
    records = [int(record) for record in groups.members.records]
    assert len(records) > 2
    groups.members_view.setFocus()
    groups.members_view.setCurrentIndex(groups.members.index(0, 0))
    QTest.keyClick(groups.members_view, Qt.Key.Key_Space)
    groups.split_button.click()
    said = project.decisions.as_decisions()
    apart = {
        tuple(sorted((int(a), int(b))))
        for a, b, answer in zip(said.left, said.right, said.answers, strict=True)
        if answer == Answer.NOT
    }
    assert apart == {tuple(sorted((records[0], other))) for other in records[1:]}
    for again in range(2):
        if again:
            window.change(project.enable_key, project.keys[0].name, False)
            window.find_matches()
        group_of = project.groups_now().group_of
        assert all(group_of[records[0]] != group_of[other] for other in records[1:])


def test_point_44_a_file_that_is_in_use_offers_another_try_and_leaves_nothing_behind(
    matched_window, tmp_path, monkeypatch
) -> None:
    window, out = matched_window, tmp_path / "out"
    window.go_to(Step.EXPORT)
    page = window.pages[Step.EXPORT]
    page.folder.setText(str(out))
    real = os.replace

    def in_use(source: str | Path, target: str | Path, **more: object) -> None:
        if str(target).endswith("merged.csv"):
            raise PermissionError(13, "The process cannot access the file", str(target))
        real(source, target, **more)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", in_use)
        page.export.click()
    said = window.messages.said[-1]
    assert said.kind == "problem"
    assert said.buttons[0].text == "Try again"
    assert list(out.glob("*")) == []
    said.buttons[0].pressed()
    assert {path.name for path in out.iterdir()} >= {"merged.csv", "crosswalk.csv", "pairs.csv"}


def test_point_48_every_state_differs_by_word_and_by_shape_without_colour(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    page = window.pages[Step.REVIEW]
    page.narrowing.clear()
    table = page.panel.table
    answered = []
    for key in (Qt.Key.Key_A, Qt.Key.Key_R, Qt.Key.Key_U):
        table.setFocus()
        answered.append(table.pairs.view_row(table.current_pair))  # what follows from an answer is passed over
        QTest.keyClick(table, key)
    assert (
        len({words for words, _, _ in STATES.values()}) == len({name for _, name, _ in STATES.values()}) == len(STATES)
    )
    column = table.pairs.column_number("state")
    pictures = {}
    undecided = next(
        row for row in range(len(page.review)) if page.review.state_of(int(page.review.order[row])).name == "review"
    )
    table.choose(int(page.review.order[undecided]))
    for row in (*answered, undecided):
        index = table.pairs.index(row, column)
        table.scrollTo(index)
        area = table.visualRect(index)
        area.setWidth(24)  # the icon alone
        grey = table.viewport().grab(area).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
        assert index.data(DISPLAY)
        assert index.data(ICON_NAME)
        pictures[index.data(ICON_NAME)] = bytes(grey.constBits())
    assert len(pictures) == len(set(pictures.values())) == 4


def test_point_51_parts_of_dialogs_have_names_and_can_be_reached(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    page = window.pages[Step.REVIEW]
    dialogs = []
    for name in ("help", "shortcuts", "about", "settings"):
        window.actions[name].trigger()
        dialogs.append(window.commands.dialog)
    page.panel.table.step(1)
    window.actions["large_window"].trigger()
    dialogs.append(page.records_dialog)
    for dialog in dialogs:
        QApplication.processEvents()
        for part in dialog.findChildren(QWidget):
            if isinstance(part, (QAbstractButton, QComboBox, QLineEdit)) and part.isVisible():
                text = part.text() if isinstance(part, QAbstractButton) else ""
                inner = isinstance(part.parent(), (QComboBox, QLineEdit))
                assert inner or part.accessibleName() or text, (dialog.windowTitle(), part)
                assert inner or not isinstance(part, QToolButton) or part.toolTip(), (dialog.windowTitle(), part)
        dialog.close()


def test_point_55_menus_messages_and_dialogs_speak_the_users_words_too(matched_window) -> None:
    from tests.flows.test_every_page import FORBIDDEN

    window = matched_window
    words = [action.text().replace("&", "") for action in (window.actions[name] for name in window.actions)]
    for name in ("shortcuts", "about", "settings"):
        window.actions[name].trigger()
        words += shown_texts(window.commands.dialog)
        window.commands.dialog.close()
    window.go_to(Step.REVIEW)
    page = window.pages[Step.REVIEW]
    for number in range(3):
        page.tabs.chip(number).click()
        words += shown_texts(page)
    window.actions["history"].setChecked(True)
    words += [window.history_dock.list.item(row).text() for row in range(window.history_dock.list.count())]
    said = " · ".join(words).lower()
    assert [word for word in FORBIDDEN if word in said] == []


def test_point_35_the_window_marks_one_letter_and_names_what_is_swapped(qtbot, tmp_path) -> None:
    place = tmp_path / "customers.csv"
    rows = [
        ["Smith John", "12 Stanley Street", "1978-03-12", "john@example.org", "961-880-8628"],
        ["John Smith", "12a Stanley Street", "1978-12-03", "john@example.org", "961-880-8628"],
        *([f"Ana Ruiz{i}", f"{i} Gray Road", f"19{i + 50}-05-2{i % 9}", f"a{i}@example.org", ""] for i in range(40)),
    ]
    with place.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name", "street", "birth_date", "email", "phone"], *rows])
    with open_window(Project.create(None), tmp_path) as window:
        window.add_files([str(place)])
        window.find_matches()
        page, pairs = window.pages[Step.REVIEW], window.project.scored.pairs
        page.select_pair(int(np.flatnonzero((pairs.left == 0) & (pairs.right == 1))[0]))
        rows_shown = {row.label.lower(): row for row in page.panel.compare.view.rows}
        name, street = (rows_shown[key] for key in ("full name", "street"))
        born = rows_shown["birth date"]
        assert (street.left_spans, street.right_spans) == ((), ((2, 3),))
        assert (name.words, born.words) == ("words swapped", "day/month swapped")
