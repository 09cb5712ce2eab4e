"""Widths that a person gave to the columns of a table."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QHeaderView, QTableView

from entityres.session.stages import Step
from entityres.ui.widgets.table_header import header_of
from tests.helpers.mouse import pull_column


def to_pull(table: QTableView) -> int:
    """A column that a person can make wider without scrolling, -1 for none."""
    header = table.horizontalHeader()
    for section in range(header.count() - 1):
        free = header.sectionResizeMode(section) == QHeaderView.ResizeMode.Interactive
        inside = header.sectionViewportPosition(section) + header.sectionSize(section) < table.viewport().width() - 30
        if free and inside and not header.isSectionHidden(section):
            return section
    return -1


@pytest.mark.parametrize("step", list(Step))
def test_they_stay_in_other_colours_and_windows_until_the_text_has_another_size(made_up, step):
    window = made_up
    window.go_to(step)
    QApplication.processEvents()
    tables = [table for table in window.pages[step].findChildren(QTableView) if table.isVisible()]
    pulled = {table: to_pull(table) for table in tables if to_pull(table) >= 0}
    assert pulled
    for table, section in pulled.items():
        pull_column(table, section, 14)
        assert header_of(table).own_widths, table.objectName()
    widths = {table: table.columnWidth(section) for table, section in pulled.items()}

    def assert_kept() -> None:
        QApplication.processEvents()
        assert {table: table.columnWidth(section) for table, section in pulled.items()} == widths

    window.theme.choose("dark")
    assert_kept()
    window.resize(window.width() - 80, window.height() - 80)
    assert_kept()
    window.go_to(Step.LOAD if step != Step.LOAD else Step.COLUMNS)
    window.go_to(step)
    assert_kept()
    window.theme.choose("light")
    window.theme.set_zoom(150)
    QApplication.processEvents()
    assert not any(header_of(table).own_widths for table in pulled)
    window.theme.set_zoom(100)
    QApplication.processEvents()
    assert not any(header_of(table).own_widths for table in pulled)
