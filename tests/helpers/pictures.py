"""Pictures of windows, to look at: python -m tests.helpers.pictures FOLDER renders each page in both themes and two sizes."""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

SIZES = ((1024, 700), (1600, 1000))


def grab(widget: QWidget, path: str | Path) -> Path:
    """Save a picture of a widget as it is painted now."""
    for _ in range(4):  # sizes settle from the inside to the outside, one step at a time
        QApplication.processEvents()
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if not widget.grab().save(str(place)):
        raise OSError(f"The picture {place} cannot be written.")
    return place


def grab_pages(folder: Path) -> None:
    """Every page over the sample of two lists, in both themes and sizes."""
    from entityres.session.project import Project
    from entityres.session.stages import Step
    from tests.helpers.windows import open_window

    for theme in ("light", "dark"):
        for size in SIZES:
            with open_window(Project.create(None), Path(tempfile.mkdtemp()), theme=theme, size=size) as window:
                grab(window, folder / f"start-{theme}-{size[0]}.png")
                window.open_sample("two_lists")
                for step in Step:
                    window.go_to(step)
                    grab(window, folder / f"{step.name.lower()}-{theme}-{size[0]}.png")


if __name__ == "__main__":
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["ENTITYRES_DATA"] = tempfile.mkdtemp()
    gc.disable()  # worker threads must not take widgets apart
    from entityres.ui.app import make_application

    application = make_application()
    grab_pages(Path(sys.argv[1]))
