"""Projects that need no engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entityres.session.project import Project
from tests.helpers.disk import without_waiting
from tests.session.customers import new_project, without_engine


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for drafts and older versions."""
    folder = tmp_path / "data of the program"
    monkeypatch.setenv("ENTITYRES_DATA", str(folder))
    return folder


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """That the program waits is tested with processes that are killed, and by its own test; here it would only take time."""
    if request.node.name == "test_every_answer_waits_for_the_disk":
        return
    without_waiting(monkeypatch)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """Two lists, matched, in a file of its own."""
    without_engine(monkeypatch)
    made = new_project(tmp_path / "customers.entityres")
    yield made
    made.close()
