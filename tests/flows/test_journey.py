"""From a file that is dropped to the files that are written, by mouse and keyboard; then the engine does the same alone."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
from PySide6.QtCore import Qt

from entityres import pipeline
from entityres.entities.decisions import Answer, Decisions
from entityres.entities.exporting import ExportOptions, export
from entityres.entities.survivorship import Override
from entityres.progress import quiet
from entityres.session.stages import State, Step
from entityres.session.standing import Standing
from entityres.settings import Rule, Settings
from entityres.ui.main_window import MainWindow
from entityres.ui.models.preview_table import MERGED
from entityres.ui.widgets.preview_cells import ValueEditor
from tests.helpers.windows import activate, drop_files


def press(
    qtbot, window: MainWindow, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Press a key where the focus is."""
    activate(window)
    qtbot.keyClick(window.focusWidget() or window, key, modifier)


def go_to(qtbot, window: MainWindow, step: Step) -> None:
    """Alt+number."""
    press(qtbot, window, Qt.Key(Qt.Key.Key_0 + int(step)), Qt.KeyboardModifier.AltModifier)
    assert window.step == step


def records_of(window: MainWindow, pair: int) -> tuple[int, int]:
    pairs = window.project.scored.pairs
    return int(pairs.left[pair]), int(pairs.right[pair])


def decide(qtbot, window: MainWindow, key: Qt.Key) -> tuple[int, int]:
    """Press a letter on the current pair; returns its records."""
    table = window.pages[Step.REVIEW].panel.table
    pair = table.current_pair
    qtbot.keyClick(table, key)
    assert table.current_pair != pair, "the next pair is shown"
    return records_of(window, pair)


def take_another_value(qtbot, window: MainWindow) -> tuple[Override, ...]:
    """Click the first value that differs from the merged record; returns what that means for its set of columns."""
    browser = window.pages[Step.MERGE].browser
    window.actions["next_conflict"].trigger()
    preview, view = browser.preview, browser.preview.table.view
    column = preview.current_column()
    member = next(i for i in range(len(view.records)) if view.differs(column, i))
    index = preview.table.index(preview.table.row_of(column), member + 1)
    preview.scrollTo(index)
    qtbot.mouseClick(preview.viewport(), Qt.MouseButton.LeftButton, pos=preview.visualRect(index).center())
    assert preview.table.view.merged[column] == view.values[column][member] != view.merged[column]
    record = view.records[member]
    return tuple(Override(view.records, view.columns[one], record) for one in view.together(column))


def type_a_value(qtbot, window: MainWindow) -> Override:
    """Type a text over a merged value, by keyboard alone."""
    preview = window.pages[Step.MERGE].browser.preview
    preview.setCurrentIndex(preview.table.index(0, MERGED))
    view = preview.table.view
    qtbot.keyClick(preview, Qt.Key.Key_X)
    qtbot.keyClicks(preview.focusWidget() or preview, "enia")
    qtbot.keyClick(window.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: preview.table.view.merged[0] == "xenia" and preview.findChild(ValueEditor) is None)
    preview.setFocus()
    return Override(view.records, view.columns[0], -1, "xenia")


def test_from_a_dropped_file_to_the_written_files(window, qtbot, sample, tmp_path) -> None:
    assert drop_files(window, [sample])
    assert window.step == Step.LOAD
    assert [len(one) for one in window.project.lists] == [1000]

    press(qtbot, window, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert window.step == Step.REVIEW
    assert window.project.left_to_review() > 5

    matched = decide(qtbot, window, Qt.Key.Key_A)
    rejected = decide(qtbot, window, Qt.Key.Key_R)
    pair_before = window.pages[Step.REVIEW].panel.table.current_pair
    left = window.project.left_to_review()
    assert left == np.count_nonzero(window.project.standings() == Standing.REVIEW)
    assert window.pages[Step.REVIEW].review.progress().reviewed == 2
    decide(qtbot, window, Qt.Key.Key_A)
    press(qtbot, window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.pages[Step.REVIEW].panel.table.current_pair == pair_before, "undo shows its pair again"
    assert window.project.decisions.answer_of(pair_before) is None
    assert window.project.left_to_review() == left

    go_to(qtbot, window, Step.MERGE)
    rules = window.pages[Step.MERGE].rules
    box = rules.choice("phone")
    box.setCurrentIndex(box.findData("longest"))
    box.activated.emit(box.currentIndex())
    rule = window.project.settings.rules["phone"]
    overrides = (*take_another_value(qtbot, window), type_a_value(qtbot, window))

    go_to(qtbot, window, Step.EXPORT)
    page = window.pages[Step.EXPORT]
    page.folder.setFocus()
    page.folder.selectAll()
    qtbot.keyClicks(page.folder, str(tmp_path / "out"))
    qtbot.mouseClick(page.export, Qt.MouseButton.LeftButton)
    assert window.messages.said[-1].kind == "done", window.messages.said[-1]
    assert window.project.stages()[Step.EXPORT].state == State.READY

    written = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.csv")}
    assert written == engine_alone(sample, tmp_path / "twin", matched, rejected, rule, overrides)
    check_files(tmp_path / "out", sample)


def engine_alone(
    sample: Path,
    folder: Path,
    matched: tuple[int, int],
    rejected: tuple[int, int],
    rule: Rule,
    overrides: tuple[Override, ...],
) -> dict[str, bytes]:
    """What pipeline and export make of the same list, decisions, rule and values."""
    pairs = sorted([(matched, Answer.MATCH), (rejected, Answer.NOT)])
    decisions = Decisions(
        np.array([pair[0] for pair, _ in pairs], np.int32),
        np.array([pair[1] for pair, _ in pairs], np.int32),
        np.array([answer for _, answer in pairs], np.int8),
    )
    settings = Settings(rules={"phone": rule})
    lists = pipeline.load([str(sample)])
    result = pipeline.match(lists, settings, decisions, quiet())
    merged = pipeline.merge(lists, result.columns, result.groups, settings, overrides)
    export(folder, result, merged, decisions, ExportOptions(), settings)
    return {path.name: path.read_bytes() for path in folder.glob("*.csv")}


def check_files(folder: Path, sample: Path) -> None:
    """Every input row is in the crosswalk once, and every value in the merged list is one of the input or was typed."""
    tables = {}
    for path in (sample, *folder.glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            tables[path.stem] = list(csv.DictReader(file))
    assert [int(line["row"]) for line in tables["crosswalk"]] == list(range(1, 1001))
    assert {int(line["merged_row"]) for line in tables["crosswalk"]} == set(range(1, len(tables["merged"]) + 1))
    for column in tables["customers"][0]:
        known = {line[column] for line in tables["customers"]} | {"xenia", ""}
        assert {line[column] for line in tables["merged"]} <= known, column
