"""Every page without a mouse: Tab comes to all there is and goes on, dialogs close with Escape, nothing is without a name."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractSpinBox, QApplication, QComboBox, QLineEdit, QWidget

from entityres.session.stages import Step
from entityres.ui.widgets.segmented_control import SegmentedControl

MOST_STOPS = 200


def stops(window: QWidget) -> list[QWidget]:
    """Where Tab goes, from where the focus is until it is there again. Qt goes: see `all_pages.enter`."""
    found = [QApplication.focusWidget()]
    for _ in range(MOST_STOPS):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        assert now is not None, f"after {found[-1]}"
        if now is found[0]:
            return found
        assert found[-2:] != [now, now], f"Tab does not leave {now}"
        found.append(now)
    raise AssertionError("Tab does not come round.")


def controls(window: QWidget) -> set[QWidget]:
    """What can be used now and takes the focus by Tab; of choices side by side the arrow keys go from one to the other."""
    found = set()
    for one in window.findChildren(QWidget):
        by_tab = one.focusPolicy() & Qt.FocusPolicy.TabFocus == Qt.FocusPolicy.TabFocus
        inner = isinstance(one, QLineEdit) and isinstance(one.parentWidget(), (QAbstractSpinBox, QComboBox))
        other = isinstance(one.parentWidget(), SegmentedControl) and not one.isChecked()
        if by_tab and one.isVisible() and one.isEnabled() and one.focusProxy() is None and not inner and not other:
            found.add(one)
    return found


def words_of(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text or str(getattr(widget, "words", ""))


@pytest.mark.parametrize("size", [(1600, 1000), (1024, 700)])
@pytest.mark.parametrize("step", list(Step))
def test_tab_reaches_everything_on_a_page_and_everything_has_a_name(made_up, step, size):
    made_up.resize(*size)
    made_up.go_to(step)
    QApplication.processEvents()
    made_up.side.steps.setFocus()
    seen = stops(made_up)
    assert not [words_of(one) for one in controls(made_up) - set(seen)]
    assert not [one for one in seen if not words_of(one)]


@pytest.mark.parametrize("name", ["settings", "shortcuts", "about", "help", "compare_two", "large_window"])
def test_a_dialog_has_the_focus_and_closes_with_escape(made_up, name):
    made_up.go_to(Step.REVIEW)
    made_up.pages[Step.REVIEW].panel.table.setFocus()
    made_up.actions[name].trigger()
    QApplication.processEvents()
    dialog = next(one for one in QApplication.topLevelWidgets() if one.isVisible() and one is not made_up)
    dialog.activateWindow()
    assert QTest.qWaitForWindowActive(dialog)
    seen = stops(dialog)
    assert not controls(dialog) - set(seen)
    assert not [one for one in seen if not words_of(one)]
    QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Escape)
    assert [one for one in QApplication.topLevelWidgets() if one.isVisible()] == [made_up]
