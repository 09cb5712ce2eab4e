"""What a person does with the mouse, on real widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTableView, QWidget

LEFT = Qt.MouseButton.LeftButton


def press(widget: QWidget) -> None:
    """Click on the middle of a widget, such as a button, that can be used."""
    assert widget.isVisible()
    assert widget.isEnabled()
    QTest.mouseClick(widget, LEFT, pos=widget.rect().center())


def click_cell(table: QTableView, row: int, column: int, *, double: bool = False) -> None:
    """Click on a cell of a table, by its place in the view."""
    index = table.model().index(row, column)
    table.scrollTo(index)
    place = table.visualRect(index).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    if double:
        QTest.mouseDClick(table.viewport(), LEFT, pos=place)
