"""UI: starting the program: version guard, application, theme, log, collector, first window."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

    from entityres.session.project import Project
    from entityres.ui.main_window import MainWindow
    from entityres.ui.preferences import Preferences
    from entityres.ui.theme import Appearance

_UNSOUND = (
    "This Python (3.11) cannot run the installed PySide6 ({version}): the program would end after a few hundred clicks. "
    "Install PySide6-Essentials below 6.12, or use Python 3.12 or newer."
)


def unsound_binding(python: tuple[int, ...], qt: str) -> str:
    """Why this combination of Python and PySide6 cannot be used, "" when it can.

    PySide6 6.12.0 takes a reference from True at every signal; before Python 3.12 made True immortal, the process ends
    after some 570 signals.

    Args:
        python: Version of Python, such as (3, 11).
        qt: Version of PySide6, such as "6.11.3".
    """
    numbers = tuple(int(part) for part in qt.split(".")[:2])
    return _UNSOUND.format(version=qt) if python[:2] < (3, 12) and numbers >= (6, 12) else ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the window.

    Args:
        arguments: Lists or a project to open, and `--smoke-test`: go through all pages with a sample and end.

    Returns:
        Exit status: 0 done, 2 this computer cannot run the window, 1 the smoke test failed.
    """
    arguments = list(sys.argv[1:] if arguments is None else arguments)
    smoke = "--smoke-test" in arguments
    paths = [name for name in arguments if not name.startswith("-")]
    try:
        import PySide6
    except ImportError:
        print("The window needs PySide6, which is not installed. Install PySide6-Essentials.", file=sys.stderr)  # noqa: T201
        return 2
    why = unsound_binding(sys.version_info[:2], PySide6.__version__)
    if why:
        print(why, file=sys.stderr)  # noqa: T201
        return 2
    if smoke:
        from entityres.ui.smoke_test import run_smoke_test

        return run_smoke_test()
    return Program(paths).run()


def make_application() -> QApplication:
    """The QApplication with Fusion's style; the one that exists already if there is one."""
    from PySide6.QtWidgets import QApplication

    from entityres.ui.icons import program_icon

    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(["entityres"])
    application.setApplicationName("entityres")
    application.setDesktopFileName("entityres")
    application.setStyle("Fusion")
    application.setWindowIcon(program_icon())
    return application


class Program:
    """The application with its windows.

    Args:
        paths: Lists or a project to open.
        preferences: Preferences; the user's own unless told.
    """

    def __init__(self, paths: Sequence[str], preferences: Preferences | None = None) -> None:
        from entityres.session.places import data_folder
        from entityres.ui.collector import Collector
        from entityres.ui.crash import start_log
        from entityres.ui.preferences import Preferences as Kept
        from entityres.ui.theme import Appearance

        self.application = make_application()
        self.preferences = preferences or Kept()
        self.theme: Appearance = Appearance(self.application)
        self.theme.choose(self.preferences.text("appearance", "system"))
        self.theme.set_zoom(self.preferences.number("zoom", 100))
        self.collector = Collector(self.application)
        self.windows: list[MainWindow] = []
        self._paths = list(paths)
        start_log(data_folder())

    def run(self) -> int:
        """Open the first window and serve it until the last one is closed."""
        from entityres.ui.crash import CrashHook
        from entityres.ui.jobs import wait_for_late

        self.collector.start()
        window = self.open_window(self._paths)
        hook = CrashHook(window.messages, self.application)
        hook.install()
        status = self.application.exec()
        hook.uninstall()
        self.collector.stop()
        wait_for_late()
        return int(status)

    def open_window(self, paths: Sequence[str] = ()) -> MainWindow:
        """Open a window on a project or lists, or an empty one."""
        from entityres.errors import EntityResError
        from entityres.ui.main_window import MainWindow

        projects = [path for path in paths if path.lower().endswith(".entityres")]
        problem: EntityResError | None = None
        try:
            project = self._project(projects[0] if projects else None)
        except EntityResError as error:
            problem, project = error, self._project(None)
        window = MainWindow(project, self.theme, self.preferences)
        self.windows.append(window)
        window.new_window_wanted.connect(self.open_empty_window)
        window.window_closed.connect(self._on_window_closed)
        window.jobs.job_finished.connect(self.collector.collect_all)
        if project.lists:
            window.show_project()
        window.show()
        window.load_pages()
        if problem is not None:
            window.messages.problem(problem)
        lists = [path for path in paths if path not in projects]
        if lists:
            window.runs.add_files(lists)
        return window

    def open_empty_window(self) -> None:
        """Open another window with an empty draft."""
        self.open_window()

    @staticmethod
    def _project(path: str | None) -> Project:
        from entityres.session.project import Project

        return Project.create(None) if path is None else Project.open(Path(path))

    def _on_window_closed(self) -> None:
        self.windows = [window for window in self.windows if not window.is_closed]
        self.collector.collect_all()


if __name__ == "__main__":
    sys.exit(main())
