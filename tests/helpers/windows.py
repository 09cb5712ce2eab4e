"""A whole window over a project of a test: jobs run at once, messages are recorded, nothing asks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from entityres.session.project import Project
from entityres.ui.jobs import InlineJobRunner, JobRunner
from entityres.ui.main_window import MainWindow
from entityres.ui.messages import RecordedMessages
from entityres.ui.preferences import Preferences
from entityres.ui.theme import Appearance


@contextmanager
def open_window(
    project: Project,
    folder: Path,
    *,
    theme: str = "light",
    jobs: JobRunner | None = None,
    size: tuple[int, int] = (1280, 800),
) -> Iterator[MainWindow]:
    """A shown window that is closed, and its project with it, at the end.

    Args:
        project: What it shows.
        folder: Where its preferences are.
        theme: `light` or `dark`.
        jobs: The runner; one that runs everything at once unless told.
        size: Width and height.
    """
    appearance = Appearance()
    appearance.choose(theme)
    preferences = Preferences(folder / "preferences.ini")
    window = MainWindow(project, appearance, preferences, jobs=jobs or InlineJobRunner(), messages=RecordedMessages())
    window.resize(*size)
    window.show()
    try:
        yield window
    finally:
        window.close_for_good()
        window.deleteLater()
        appearance.deleteLater()
