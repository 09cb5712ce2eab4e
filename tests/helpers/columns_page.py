"""What the tests of the Columns page ask of it."""

from __future__ import annotations

from entityres.records.roles import Role
from entityres.ui.main_window import MainWindow
from entityres.ui.pages.columns import ColumnsPage


def outputs(window: MainWindow) -> dict[str, Role]:
    """The role of each lined-up column of the window's project."""
    return {one.name: one.role for one in window.project.columns.output}


def row_of(page: ColumnsPage, name: str) -> int:
    """The row in which a lined-up column is shown."""
    model = page.roles.model
    return next(row for row in range(model.rowCount()) if model.output(model.source_row(row)).name == name)
