"""What a person does with mouse and keys, on real widgets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QRadioButton

if TYPE_CHECKING:
    from PySide6.QtWidgets import QComboBox, QSpinBox, QTableView, QWidget

BOX = 8
LEFT = Qt.MouseButton.LeftButton


def press(widget: QWidget) -> None:
    """Click on a widget that can be used: on the middle of a button, on the box of a check box."""
    QApplication.sendPostedEvents()  # what was laid out just now is shown
    assert widget.isVisible()
    assert widget.isEnabled()
    place = widget.rect().center()
    if isinstance(widget, (QCheckBox, QRadioButton)):
        place.setX(BOX)  # what lies beside the words does not answer
    QTest.mouseClick(widget, LEFT, pos=place)


def click_cell(table: QTableView, row: int, column: int, *, double: bool = False) -> None:
    """Click on a cell of a table, by its place in the view."""
    index = table.model().index(row, column)
    table.scrollTo(index)
    place = table.visualRect(index).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    if double:
        QTest.mouseDClick(table.viewport(), LEFT, pos=place)


def pull_column(table: QTableView, section: int, by: int) -> None:
    """Pull the right end of a heading."""
    header, none = table.horizontalHeader(), Qt.KeyboardModifier.NoModifier
    end = QPoint(header.sectionViewportPosition(section) + header.sectionSize(section) - 2, header.height() // 2)
    QTest.mouseMove(header.viewport(), end)
    QTest.mousePress(header.viewport(), LEFT, none, end)
    QTest.mouseMove(header.viewport(), end + QPoint(by // 2, 0))
    QTest.mouseMove(header.viewport(), end + QPoint(by, 0))
    QTest.mouseRelease(header.viewport(), LEFT, none, end + QPoint(by, 0))


def write(spin: QSpinBox, value: int) -> None:
    """Type a number and go on with Return."""
    spin.setFocus()
    spin.selectAll()
    QTest.keyClicks(spin, str(value))
    QTest.keyClick(spin, Qt.Key.Key_Return)


def choose(choice: QComboBox, words: str) -> None:
    """Go through a list with the arrow keys."""
    choice.setFocus()
    QTest.keyClick(choice, Qt.Key.Key_Home)
    while choice.currentText() != words:
        before = choice.currentIndex()
        QTest.keyClick(choice, Qt.Key.Key_Down)
        assert choice.currentIndex() != before, f"{words} is not offered"
