"""One journey on a real display, with real threads, focus and timers: from a sample to the written files."""

from __future__ import annotations

import csv
import subprocess
import sys

import pytest

JOURNEY = """
import sys
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QEventLoop, Qt, QTimer
from PySide6.QtTest import QTest
from entityres.ui.app import make_application
application = make_application()
from entityres.session.project import Project, Step
from entityres.ui.jobs import JobRunner
from tests.helpers.windows import open_window

def until(condition, what, seconds=60):
    # an event loop, not QTest.qWait: that holds the interpreter lock, and the worker starves
    loop, timer, left = QEventLoop(), QTimer(), [seconds * 50]
    def look():
        left[0] -= 1
        if condition() or left[0] < 0:
            loop.quit()
    timer.timeout.connect(look)
    timer.start(20)
    loop.exec()
    if left[0] < 0:
        raise SystemExit(f"waited in vain for {what}")

out = Path(sys.argv[1])
with open_window(Project.create(None), out, jobs=JobRunner()) as window:
    QTest.qWaitForWindowExposed(window)
    window.activateWindow()
    QTest.mouseClick(window.start_page.sample_cards["one_list"].button, Qt.MouseButton.LeftButton)
    until(lambda: window.step == Step.REVIEW and not window.jobs.is_busy, "pairs")
    table = window.pages[Step.REVIEW].panel.table
    until(lambda: table.current_pair >= 0, "the first pair")
    table.setFocus()
    first = table.current_pair
    QTest.keyClick(table, Qt.Key.Key_A)
    QTest.keyClick(table, Qt.Key.Key_R)
    until(lambda: len(window.project.decisions) == 2, "two decisions")
    QTest.keyClick(table, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    until(lambda: len(window.project.decisions) == 1, "one decision after undo")
    QTest.keyClick(window, Qt.Key.Key_5, Qt.KeyboardModifier.AltModifier)
    until(lambda: window.step == Step.MERGE and window.pages[Step.MERGE].browser.group >= 0, "a group")
    QTest.keyClick(window, Qt.Key.Key_F8)
    QTest.keyClick(window, Qt.Key.Key_6, Qt.KeyboardModifier.AltModifier)
    until(lambda: window.step == Step.EXPORT, "the export page")
    page = window.pages[Step.EXPORT]
    until(lambda: page.account.text().startswith("\\u2713"), "the account of rows")
    page.folder.setText(str(out / "written"))
    QTest.mouseClick(page.export, Qt.MouseButton.LeftButton)
    until(lambda: (out / "written" / "report.json").exists() and not window.jobs.is_busy, "the files")
    said = window.messages.said[-1]
    print(application.platformName(), said.kind, said.text)
QCoreApplication.processEvents()
"""


@pytest.mark.display
def test_a_journey_on_a_display_writes_its_files(project, tmp_path, screen) -> None:
    environment = {**screen, "PYTHONPATH": str(project), "ENTITYRES_DATA": str(tmp_path / "data")}
    done = subprocess.run(
        [sys.executable, "-c", JOURNEY, str(tmp_path)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=110,
    )
    assert done.returncode == 0, done.stderr
    platform, kind, *words = done.stdout.split()
    assert platform == environment["QT_QPA_PLATFORM"]
    assert (kind, words[:3]) == ("done", ["Exported", "4", "files,"])
    with (tmp_path / "written" / "crosswalk.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [int(line["row"]) for line in lines] == list(range(1, 1001))
