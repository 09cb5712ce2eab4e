"""UI: the smoke test of an installed program: open a window without a screen, try a sample, look at every page, end."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path


def run_smoke_test() -> int:
    """Go through all pages with a sample; 0 when everything was shown, else 1 and what was wrong on standard error."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="entityres-smoke-") as folder:
        os.environ["ENTITYRES_DATA"] = folder
        problems = _go_through(Path(folder))
    for problem in problems:
        print(problem, file=sys.stderr)  # noqa: T201
    if not problems:
        print("The window works: a sample was matched and every page was shown.")  # noqa: T201
    return 1 if problems else 0


def _go_through(folder: Path) -> list[str]:
    """Faults that were met on the way."""
    from entityres.session.project import Project
    from entityres.session.stages import Step
    from entityres.ui.app import make_application
    from entityres.ui.collector import Collector
    from entityres.ui.jobs import InlineJobRunner
    from entityres.ui.main_window import MainWindow
    from entityres.ui.preferences import Preferences
    from entityres.ui.recorded_messages import RecordedMessages
    from entityres.ui.theme import Appearance

    application = make_application()
    collector = Collector(application)
    collector.start()
    theme = Appearance(application)
    faults: list[str] = []
    sys.excepthook = lambda kind, error, _trace: faults.append(f"{kind.__name__}: {error}")
    messages = RecordedMessages()
    window = MainWindow(
        Project.create(None),
        theme,
        Preferences(folder / "preferences.ini"),
        jobs=InlineJobRunner(),
        messages=messages,
    )
    try:
        theme.choose("light")
        window.show()
        application.processEvents()
        window.open_sample("two_lists")
        if window.step is not Step.REVIEW or window.project.scored is None:
            faults.append("The sample was not matched.")
        for step in Step:
            window.go_to(step)
            application.processEvents()
            if window.grab().isNull():
                faults.append(f"The page {step.name} was not painted.")
        theme.choose("dark")
        application.processEvents()
        faults += [f"Said: {one.text} {one.details}" for one in messages.said if one.kind == "problem"]
    finally:
        window.close_for_good(delete_draft=True)
        collector.stop()
        sys.excepthook = sys.__excepthook__
    return faults
