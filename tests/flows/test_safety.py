"""What a person did is never lost: a killed process, a run with other settings, two exports, values byte for byte."""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np

from entityres.entities.decisions import Answer
from entityres.session.project import Project
from entityres.session.stages import Step
from tests.helpers.windows import drop_files, open_window

KILLED = """
import os, signal, sys
from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
application = QApplication([])
from entityres.session.project import Project, Step
from tests.helpers.windows import open_window
with open_window(Project.open(sys.argv[1]), Path(sys.argv[2])) as window:
    window.go_to(Step.REVIEW)
    table = window.pages[Step.REVIEW].panel.table
    pair = table.current_pair
    QTest.keyClick(table, Qt.Key.Key_A)
    assert len(window.project.decisions) == 1
    print(pair, flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_killed_window_has_lost_no_decision(project, tmp_path, matched_file) -> None:
    place = Path(shutil.copy(matched_file, tmp_path / "customers.entityres"))
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(place), str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(project)},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    pair = int(done.stdout.split()[-1])
    with Project.open(place) as opened:
        assert opened.decisions.answer_of(pair) == Answer.MATCH
        assert opened.ended_unexpectedly
        assert opened.undo_text.startswith("Undo accept")


def test_another_run_keeps_every_decision(matched_window) -> None:
    window = matched_window
    window.go_to(Step.REVIEW)
    project = window.project
    chosen = np.flatnonzero(project.scored.zones() == 1)[:6]
    pairs = [(int(project.scored.pairs.left[pair]), int(project.scored.pairs.right[pair])) for pair in chosen]
    for pair, answer in zip(chosen, [Answer.MATCH, Answer.NOT, Answer.UNSURE] * 2, strict=True):
        window.change(project.decide, [int(pair)], answer)
    key = project.keys[0].name
    window.change(project.enable_key, key, False)
    window.find_matches()
    assert len(project.scored.pairs.keys)
    decided = project.decisions.as_decisions()
    after = dict(
        zip(zip(decided.left.tolist(), decided.right.tolist(), strict=True), decided.answers.tolist(), strict=True)
    )
    answers = [int(answer) for answer in [Answer.MATCH, Answer.NOT, Answer.UNSURE] * 2]
    assert after == dict(zip(pairs, answers, strict=True))
    together = project.groups.group_of
    for (left, right), answer in zip(pairs, answers, strict=True):
        assert answer == Answer.UNSURE or (together[left] == together[right]) == (answer == Answer.MATCH)


def test_codes_and_long_numbers_come_out_as_they_went_in(window, tmp_path) -> None:
    place = tmp_path / "codes.csv"
    rows = [
        ["01067", "00493511234567890123", "Ana Ruiz", "ana@example.org"],
        ["01067", "00493511234567890123", "Ana Ruiz", "ana@example.org"],
        ["7E15", "+49 351 123", "Tom Reeve", "tom@example.org"],
        ["0001", "0.10", "Wei Zhang", "wei@example.org"],
    ]
    with place.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["plz", "telefon", "name", "email"], *rows])
    assert drop_files(window, [place])
    window.find_matches()
    window.go_to(Step.EXPORT)
    page = window.pages[Step.EXPORT]
    page.folder.setText(str(tmp_path / "out"))
    page.export.click()
    with (tmp_path / "out" / "merged.csv").open(encoding="utf-8", newline="") as file:
        merged = [[line["plz"], line["telefon"], line["name"], line["email"]] for line in csv.DictReader(file)]
    assert merged == rows[1:]


def test_the_same_state_writes_the_same_bytes_in_another_window(qtbot, tmp_path, matched_file) -> None:
    written = []
    for number in range(2):
        place = Path(shutil.copy(matched_file, tmp_path / f"copy{number}.entityres"))
        with open_window(Project.open(place), tmp_path) as window:
            window.go_to(Step.EXPORT)
            page = window.pages[Step.EXPORT]
            page.folder.setText(str(tmp_path / f"out{number}"))
            page.export.click()
        written.append({path.name: path.read_bytes() for path in (tmp_path / f"out{number}").glob("*.csv")})
    assert len(written[0]) == 3
    assert written[0] == written[1]
