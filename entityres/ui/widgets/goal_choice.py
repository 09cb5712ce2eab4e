"""UI: what do you want to do: find duplicates in one list, or match lists with each other."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QButtonGroup, QCheckBox, QRadioButton, QWidget

from entityres.ui.widgets.flow import FlowLayout, let_flow

ONE, LISTS = 0, 1


class GoalChoice(QWidget):
    """Two choices and, for several lists, whether pairs inside a list count too.

    Signals:
        goal_changed: Whether only pairs across lists are wanted (bool), by mouse or key.
        second_list_wanted: "Match lists" was chosen while there is only one list.
    """

    goal_changed = Signal(bool)
    second_list_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("What do you want to do?")
        self._n_lists = 0
        self.one_button = QRadioButton("Find duplicates in one list")
        self.lists_button = QRadioButton("Match lists with each other")
        self.inside_box = QCheckBox("also inside each list")
        self.inside_box.setAccessibleName("Also find duplicates inside each list")
        self._group = QButtonGroup(self)
        self._group.addButton(self.one_button, ONE)
        self._group.addButton(self.lists_button, LISTS)
        layout = FlowLayout(self, spacing=2)
        let_flow(self)
        for part in (self.one_button, self.lists_button, self.inside_box):
            layout.addWidget(part)
        self._group.idClicked.connect(self._on_goal_clicked)
        self.inside_box.clicked.connect(self._on_inside_clicked)

    def show_goal(self, n_lists: int, across_only: bool, as_one: bool) -> None:
        """Show what is chosen.

        Args:
            n_lists: How many lists there are.
            across_only: No pairs inside one list.
            as_one: Several lists count as one.
        """
        self._n_lists = n_lists
        lists = n_lists > 1 and not as_one
        (self.lists_button if lists else self.one_button).setChecked(True)
        self.one_button.setText("Find duplicates in one list" if n_lists < 2 else "Treat all as one list")
        self.inside_box.setEnabled(lists)
        self.inside_box.setVisible(n_lists > 1)
        self.inside_box.setChecked(not across_only)

    @property
    def as_one(self) -> bool:
        """Whether several lists count as one."""
        return self._group.checkedId() == ONE

    @Slot(int)
    def _on_goal_clicked(self, goal: int) -> None:
        if goal == LISTS and self._n_lists < 2:
            self.one_button.setChecked(True)
            self.second_list_wanted.emit()
            return
        self.inside_box.setEnabled(goal == LISTS)
        self.goal_changed.emit(goal == LISTS and not self.inside_box.isChecked())

    @Slot(bool)
    def _on_inside_clicked(self, on: bool) -> None:
        self.goal_changed.emit(not on)
