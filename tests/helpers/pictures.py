"""Pictures of windows, to look at.

    python -m tests.helpers.pictures FOLDER [--zoom 200] [--theme dark] [--size 1024]

renders each page and everything that can be brought about on it (tests/helpers/scenes.py) in both themes and two sizes.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
from collections.abc import Sequence
from itertools import product
from pathlib import Path

from PySide6.QtWidgets import QApplication, QWidget

THEMES = ("light", "dark")
SIZES = ((1024, 700), (1600, 1000))


def grab(widget: QWidget, path: str | Path) -> Path:
    """Save a picture of a widget as it is painted now."""
    for _ in range(10):  # sizes settle from the inside to the outside, one step at a time
        QApplication.processEvents()
    place = Path(path)
    place.parent.mkdir(parents=True, exist_ok=True)
    if not widget.grab().save(str(place)):
        raise OSError(f"The picture {place} cannot be written.")
    return place


def grab_scenes(folder: Path, themes: Sequence[str], sizes: Sequence[tuple[int, int]], zoom: int) -> None:
    """Every scene, one after the other in one window for each theme and size."""
    from entityres.session.project import Project
    from tests.helpers.scenes import SCENES
    from tests.helpers.windows import open_window

    for theme, size in product(themes, sizes):
        made = Path(tempfile.mkdtemp())
        with open_window(Project.create(None), made, theme=theme, size=size) as window:
            window.theme.set_zoom(zoom)
            window.resize(*size)
            for scene in SCENES:
                for name, widget in scene(window, made):
                    large = "" if zoom == 100 else f"-{zoom}"
                    grab(widget, folder / f"{name}-{theme}-{size[0]}{large}.png")


def main(arguments: Sequence[str]) -> None:
    """Take the pictures that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--zoom", type=int, default=100)
    parser.add_argument("--theme", choices=THEMES)
    parser.add_argument("--size", type=int, choices=[size[0] for size in SIZES])
    chosen = parser.parse_args(arguments)
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["ENTITYRES_DATA"] = tempfile.mkdtemp()
    gc.disable()  # worker threads must not take widgets apart
    from entityres.ui.app import make_application

    application = make_application()
    sizes = [size for size in SIZES if chosen.size in (None, size[0])]
    grab_scenes(chosen.folder, [chosen.theme] if chosen.theme else THEMES, sizes, chosen.zoom)
    application.quit()


if __name__ == "__main__":
    main(sys.argv[1:])
