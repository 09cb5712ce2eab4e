"""How soon the window answers over a list: python -m tests.benchmarks.bench_window FILE [--profile] prints milliseconds.

Each figure is the median and the worst of some tries, from the key or the click until the page is painted; "work" is what
the window's own thread had to do in it, which other programs do not disturb. What goes on in the background meanwhile is
waited for before the next try.

Given a project file that holds a match, it times the first visit of each page instead; run it some times, since a page is
new only once in a program.
"""

from __future__ import annotations

import argparse
import cProfile
import gc
import os
import pstats
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow

TRIES = 9


def wait(milliseconds: int) -> None:
    """Let the window work; QTest.qWait would keep other threads from working."""
    from PySide6.QtCore import QEventLoop, QTimer

    loop = QEventLoop()
    QTimer.singleShot(milliseconds, loop.quit)
    loop.exec()


def settle(window: MainWindow) -> None:
    """Wait until nothing runs and nothing waits."""
    quiet = 0
    while quiet < 5:
        wait(20)
        quiet = 0 if window.jobs.is_busy or window.jobs._questions else quiet + 1
    wait(600)  # what waits for a pause comes now


def timed(
    window: MainWindow,
    words: str,
    act: Callable[[int], object],
    profile: bool = False,
    before: Callable[[int], object] = int,
) -> None:
    """Time something that a person does, and print it; what comes before it is not timed."""
    from PySide6.QtCore import QCoreApplication, QEvent

    took, worked, profiler = [], [], cProfile.Profile()
    for number in range(TRIES):
        before(number)
        settle(window)
        gc.collect()
        if profile:
            profiler.enable()
        begin, busy = time.perf_counter(), time.thread_time()
        act(number)
        for kind in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
            QCoreApplication.sendPostedEvents(None, kind)
        took.append(1000 * (time.perf_counter() - begin))
        worked.append(1000 * (time.thread_time() - busy))
        profiler.disable()
    print(f"{words:24} {median(took):7.1f} ms, at worst {max(took):7.1f} ms; work {median(worked):7.1f} ms", flush=True)
    if profile:
        pstats.Stats(profiler).sort_stats("cumulative").print_stats(45)


def time_visits(file: Path) -> None:
    """Open a project and look at each page for the first time."""
    from PySide6.QtCore import QCoreApplication, QEvent

    from entityres.session.project import Project
    from entityres.session.stages import Step
    from entityres.ui.jobs import JobRunner
    from tests.helpers.windows import open_window

    with open_window(Project.open(file), Path(tempfile.mkdtemp()), jobs=JobRunner()) as window:
        window.load_pages()
        for step in (Step.REVIEW, Step.COLUMNS, Step.LOAD, Step.MATCH, Step.MERGE, Step.EXPORT):
            settle(window)
            gc.collect()
            begin, busy = time.perf_counter(), time.thread_time()
            window.go_to(step)
            for kind in (QEvent.Type.LayoutRequest, QEvent.Type.UpdateRequest):
                QCoreApplication.sendPostedEvents(None, kind)
            took, worked = time.perf_counter() - begin, time.thread_time() - busy
            print(f"{step.name:10} {1000 * took:7.1f} ms, work {1000 * worked:7.1f} ms", flush=True)


def main() -> None:
    """Read a list, match it, and time what a person does with it."""
    from entityres.session.project import Project
    from entityres.session.stages import Step
    from entityres.ui.app import make_application
    from entityres.ui.jobs import JobRunner
    from tests.helpers.windows import open_window

    parser = argparse.ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--profile", action="store_true")
    arguments = parser.parse_args()
    application = make_application()
    if arguments.file.suffix == ".entityres":
        time_visits(arguments.file)
        return
    with open_window(Project.create(None), Path(tempfile.mkdtemp()), jobs=JobRunner()) as window:
        window.open_paths([str(arguments.file)])
        settle(window)
        window.find_matches()
        settle(window)
        window.go_to(Step.REVIEW)
        page = window.pages[Step.REVIEW]
        print(f"{len(window.project.scored):,} pairs", flush=True)
        steps = [(0.60 + 0.01 * number) for number in range(TRIES)]
        timed(window, "line moved", lambda n: page.strip._on_plot_moved(0.43, steps[n]), arguments.profile)
        timed(window, "line let go", lambda n: page.strip.match_spin.setValue(0.75 + 0.01 * n), arguments.profile)
        timed(
            window,
            "Groups",
            lambda _n: page.tabs.chip(1).click(),
            arguments.profile,
            lambda _n: page.tabs.chip(0).click(),
        )
        page.tabs.chip(0).click()
        timed(
            window,
            "answer to next pair",
            lambda n: window.actions["reject" if n % 2 else "accept"].trigger(),
            arguments.profile,
        )
    application.quit()


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["ENTITYRES_DATA"] = tempfile.mkdtemp()
    gc.disable()  # worker threads must not take widgets apart
    main()
