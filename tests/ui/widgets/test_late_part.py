"""Parts that are built when they are wanted first, and modules that are read before."""

from __future__ import annotations

import subprocess
import sys

import pytest
from PySide6.QtWidgets import QLabel, QWidget

from entityres.session.stages import Step
from entityres.ui.widgets.late_part import LatePart

LOADED = """
import sys
from pathlib import Path
from entityres.ui.app import make_application
application = make_application()
from entityres.session.project import Project
from entityres.ui.all_pages import PAGES
from tests.helpers.windows import open_window
with open_window(Project.create(None), Path(sys.argv[1])) as window:
    before = [module in sys.modules for module, _ in PAGES.values()]
    window.load_pages()
    print(any(before), all(module in sys.modules for module, _ in PAGES.values()), len(window.pages))
"""


def test_a_part_is_built_once_and_only_when_it_is_wanted(qtbot):
    built: list[QWidget] = []

    def make() -> QLabel:
        built.append(QLabel("words"))
        return built[-1]

    place = LatePart(make)
    qtbot.addWidget(place)
    assert not place.is_built
    place.show()
    assert place.is_built
    assert place.part is built[0]
    assert place.part.isVisible()
    assert len(built) == 1
    other = LatePart(make)
    qtbot.addWidget(other)
    assert other.part is built[1]
    assert other.part.parent() is other


def test_groups_and_sample_are_built_when_their_tab_is_opened(made_up):
    made_up.go_to(Step.REVIEW)
    page = made_up.pages[Step.REVIEW]
    assert not page.grouping.place.is_built
    assert not page.sampling.place.is_built
    made_up.theme.set_zoom(120)
    made_up.theme.set_zoom(100)
    assert not page.grouping.place.is_built, "nothing to renew"
    page.parts.choose(1)
    assert page.grouping.place.is_built
    assert page.groups.isVisible()
    assert not page.sampling.place.is_built
    page.parts.choose(2)
    assert page.sampling.panel.isVisible()


@pytest.mark.slow
def test_the_modules_of_pages_are_read_before_a_page_is_built(tmp_path):
    run = subprocess.run([sys.executable, "-c", LOADED, str(tmp_path)], capture_output=True, text=True, timeout=60)
    assert run.stdout.split() == ["False", "True", "0"], run.stderr
