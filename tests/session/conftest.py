"""Projects that need no engine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entityres.session.project import Project
from tests.session.customers import new_project, without_engine


@pytest.fixture(autouse=True)
def data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for drafts and older versions."""
    folder = tmp_path / "data of the program"
    monkeypatch.setenv("ENTITYRES_DATA", str(folder))
    return folder


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Project]:
    """Two lists, matched, in a file of its own."""
    without_engine(monkeypatch)
    made = new_project(tmp_path / "customers.entityres")
    # Waiting for the disk is tested with processes that are killed; here it would only take time.
    made._store._db.execute("PRAGMA synchronous=OFF")
    yield made
    made.close()
