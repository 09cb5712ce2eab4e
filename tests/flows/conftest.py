"""Whole windows over real lists and the real engine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from entityres.progress import quiet
from entityres.session.project import Project
from entityres.session.review import Review
from entityres.ui.main_window import MainWindow
from tests.helpers.windows import open_window

SAMPLE = "one_list.csv"


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for drafts and older versions."""
    folder = tmp_path / "data of the program"
    monkeypatch.setenv("ENTITYRES_DATA", str(folder))
    return folder


@pytest.fixture
def sample(project: Path, tmp_path: Path) -> Path:
    """A list of the user's: a copy of a sample outside the program's folders."""
    return Path(shutil.copy(project / "resources" / "samples" / SAMPLE, tmp_path / "customers.csv"))


@pytest.fixture(scope="session")
def matched_file(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project over the sample, matched once for all journeys that begin later."""
    folder = tmp_path_factory.mktemp("matched")
    place = Path(shutil.copy(project / "resources" / "samples" / SAMPLE, folder / "customers.csv"))
    with Project.create(folder / "customers.entityres") as made:
        made.add_lists(made.reading_job([str(place)])(quiet()))
        made.take_matches(made.matching_job()(quiet()))
        Review(made).counts()  # what is compiled for it is no part of what a journey takes
        return made.path


@pytest.fixture
def window(qtbot, tmp_path: Path) -> Iterator[MainWindow]:
    """A window as it is at the first start."""
    with open_window(Project.create(None), tmp_path) as made:
        yield made


@pytest.fixture
def matched_window(qtbot, tmp_path: Path, matched_file: Path) -> Iterator[MainWindow]:
    """A window over the sample, matched, nothing decided."""
    place = Path(shutil.copy(matched_file, tmp_path / "customers.entityres"))
    with open_window(Project.open(place), tmp_path) as made:
        yield made
