"""A window over a project of the test's own, with jobs that run at once and messages that are recorded."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from entityres.session.project import Project
from entityres.ui.main_window import MainWindow
from tests.helpers.disk import without_waiting
from tests.helpers.review_project import make_project, without_engine
from tests.helpers.windows import open_window

CRM = """first_name,last_name,street,zip,phone,email,created
Ana,Ruiz,3762 Gray Street,01067,961-880-8628,ana.ruiz@example.org,2020-01-02
Anna,Ruiz,3762 Gray St,01067,961-880-8628,ana.ruiz@example.org,2020-01-03
Bob,Gould,12 Stanley Street,90210,555-010-2000,n/a,2019-05-06
Dora,Díaz,7 Elm Road,10115,555-010-3000,dora@example.org,2018-07-08
"""
SHOP = """vorname;name;strasse;plz;telefon
Ana;Ruíz;3762 Gray St;01067;961 880 8628
Jürgen;Müller;Hauptstr. 1;01067;0351 123456
"""


@pytest.fixture(autouse=True)
def no_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole journeys wait, and processes that are killed; here it would only take time."""
    without_waiting(monkeypatch)


@pytest.fixture
def crm(tmp_path: Path) -> str:
    path = tmp_path / "crm.csv"
    path.write_text(CRM, "utf-8")
    return str(path)


@pytest.fixture
def shop(tmp_path: Path) -> str:
    path = tmp_path / "shop.csv"
    path.write_text(SHOP, "cp1252")
    return str(path)


@pytest.fixture
def window(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    """A shown window with an empty draft."""
    monkeypatch.setenv("ENTITYRES_DATA", str(tmp_path / "data"))
    with open_window(Project.create(None), tmp_path) as made:
        yield made


@pytest.fixture
def made_up(qtbot, tmp_path, monkeypatch) -> Iterator[MainWindow]:
    """A wide window over two lists with a match made by hand; another match comes out the same, without the engine."""
    without_engine(monkeypatch)
    with open_window(make_project(tmp_path / "customers.entityres"), tmp_path, size=(1600, 1000)) as made:
        yield made
