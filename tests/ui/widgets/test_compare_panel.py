from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtWidgets import QApplication

from entityres.ui.widgets.compare_panel import ComparePanel
from entityres.ui.widgets.compare_view import CompareRow, CompareView

ROWS = (
    CompareRow("First name", "≈", "Carmen", "Karmen", ((0, 1),), ((0, 1),), "1 letter"),
    CompareRow("Last name", "=", "Martinez", "Martinez"),
    CompareRow("Phone", "–", "663-852-0236", "", words="one missing"),
    CompareRow("City", "≠", "Coxview", "Lakeport", ((0, 7),), ((0, 8),), "different"),
    CompareRow("Check: created", "", "3 days apart", "", words="not used for matching", check=True),
)


@pytest.fixture
def panel(qtbot):
    made = ComparePanel()
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show_pair(ROWS, "● CRM row 118", "▲ Shop row 77")
    return made


def test_rows_are_called_rows_where_the_names_of_lists_have_no_room(panel):
    name = "a list with a really long name that somebody exported on the second of May"
    panel.show_pair(ROWS, f"● {name} row 1,118", f"● {name} row 77")
    panel.show()
    QApplication.processEvents()
    assert panel._origin.text() == "● row 1,118    ● row 77"
    panel.show_pair(ROWS, "● CRM row 118", "▲ Shop row 77")
    assert panel._origin.text() == "● CRM row 118    ▲ Shop row 77"


def test_differences_only_leaves_out_what_is_the_same(panel):
    assert len(panel.view.rows) == 5
    panel.toggle_differences()
    assert [row.label for row in panel.view.rows] == ["First name", "Phone", "City", "Check: created"]
    panel.toggle_differences()
    assert len(panel.view.rows) == 5


def test_rows_are_spoken_with_the_relation_in_words(panel):
    spoken = panel.view.accessibleDescription()
    assert "First name: Carmen; Karmen; similar, 1 letter." in spoken
    assert "Phone: 663-852-0236; (empty); missing on one side" in spoken


def test_long_values_wrap(qtbot):
    view = CompareView()
    qtbot.addWidget(view)
    view.resize(500, 100)
    view.show_rows((CompareRow("Street", "=", "short", "short"),))
    low = view.minimumHeight()
    view.show_rows((CompareRow("Street", "=", "a long street name " * 10, "short"),))
    assert view.minimumHeight() > 2 * low


def _grey(qtbot, row: CompareRow) -> np.ndarray:
    view = CompareView()
    qtbot.addWidget(view)
    view.resize(500, 40)
    view.show_rows((row,))
    image = view.grab().toImage()
    return np.array([[image.pixelColor(x, y).lightness() for x in range(500)] for y in range(30)], float)


def test_missing_and_different_look_different_in_grey(qtbot):
    missing = _grey(qtbot, CompareRow("City", "–", "Coxview", "", words="one missing"))
    different = _grey(qtbot, CompareRow("City", "≠", "Coxview", "Lakeport", ((0, 7),), ((0, 8),), "different"))
    same = _grey(qtbot, CompareRow("City", "=", "Coxview", "Coxview"))
    assert np.abs(missing - different).mean() > 1.5
    assert np.abs(same - different).mean() > 1.5
    assert np.abs(same - missing).mean() > 0.4
