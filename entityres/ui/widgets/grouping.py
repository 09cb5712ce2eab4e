"""UI: the groups of a project in their panel: made anew a while after the last answer, shown, split."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal, Slot

from entityres.entities.decisions import Answer
from entityres.session.stages import count
from entityres.ui.qt import connect_weak
from entityres.ui.widgets.groups_panel import GroupsPanel
from entityres.ui.widgets.late_part import LatePart

if TYPE_CHECKING:
    from entityres.ui.services import WindowServices

COUNT_DELAY_MS = 500
MOST_JOINED = 50
"""So many records are put together by one key: each two of them are answered."""


class Grouping(QObject):
    """Keeps panel and project together.

    Args:
        window: The window.
        do: Makes a mutating call and applies its changes.
        words_of: From a record to its place and summary.
        parent: Owner.

    Attributes:
        place: Where the panel is, which is built when groups are wanted first.

    Signals:
        thresholds_asked: There is no group; the person wants to move the threshold.
        asked: No answer came for a while: groups are made anew in the background.
        made: New groups are there.
    """

    thresholds_asked = Signal()
    asked = Signal()
    made = Signal()

    def __init__(
        self,
        window: WindowServices,
        do: Callable[..., bool],
        words_of: Callable[[int], tuple[str, str]],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._do, self._words_of = window, do, words_of
        self.place: LatePart[GroupsPanel] = LatePart(self._make_panel)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(COUNT_DELAY_MS)
        self._timer.timeout.connect(self._on_timeout)
        self._at_once = QTimer(self)
        self._at_once.setSingleShot(True)
        self._at_once.timeout.connect(self._ask)
        slots: dict[str, Callable[[], object]] = {
            "tick_record": self._on_tick,
            "cut_link": self._on_cut,
            "merge_ticked": self._on_merge_ticked,
        }
        for name, slot in slots.items():
            connect_weak(window.actions[name].triggered, slot)

    def _make_panel(self) -> GroupsPanel:
        panel = GroupsPanel()
        panel.split_asked.connect(self._on_split_asked)
        panel.thresholds_asked.connect(self.thresholds_asked)
        self._window.actions.attach(panel.members_view, "tick_record", "cut_link", "merge_ticked")
        self._window.actions.attach(panel.table, "cut_link", "merge_ticked")
        return panel

    @property
    def panel(self) -> GroupsPanel:
        """Where the groups are shown."""
        return self.place.part

    def renew_sizes(self) -> None:
        """Sizes after another zoom."""
        if self.place.is_built:
            self.panel.renew_sizes()

    @property
    def count(self) -> int:
        """How many groups have several records."""
        groups = self._window.project.latest_groups
        return int(np.count_nonzero(groups.sizes > 1)) if groups is not None else 0

    def soon(self) -> None:
        """There are new answers: make the groups anew when no other comes for a while."""
        self._timer.start()

    def renew(self) -> None:
        """Make the groups anew in the background, where something changed since; what waits is painted before."""
        if self._window.project.groups_are_old:
            self._at_once.start()

    def stop_waiting(self) -> None:
        """Nobody looks at the groups any more."""
        self._timer.stop()
        self._at_once.stop()

    def show(self, line: str) -> None:
        """Show the groups as they are known.

        Args:
            line: The match line in words, for when there is none.
        """
        project = self._window.project
        self.panel.show_groups(project.latest_groups, project.scored, self._words_of, line)

    def group_of(self, left: int, right: int) -> int:
        """The group of the left record, or of the right one where that is alone; -1 when both are."""
        groups = self._window.project.groups_now()
        if groups is None:
            return -1
        both = (int(groups.group_of[record]) for record in (left, right))
        return next((group for group in both if groups.sizes[group] > 1), -1)

    @Slot()
    def _ask(self) -> None:
        job = self._window.project.grouping_job()
        if job is not None:
            self._window.jobs.ask("groups", job, self._on_grouped, self._on_failed)

    @Slot()
    def _on_timeout(self) -> None:
        if self._window.project.groups_are_old:
            self._ask()
        else:
            self.made.emit()
        if self._window.project.matched is not None:
            self.asked.emit()

    @Slot(object)
    def _on_grouped(self, made: Any) -> None:
        self._window.project.take_groups(made)
        self.made.emit()

    @Slot(object)
    def _on_failed(self, error: Exception) -> None:
        self._window.messages.problem(error, topic="groups")

    @Slot(int, object)
    def _on_split_asked(self, group: int, records: np.ndarray) -> None:
        project = self._window.project
        if not self._do(project.split_group, group, records.tolist()):
            return
        project.groups_now()
        self.made.emit()
        if project.left_alone:
            words = f"{project.left_alone:,} of these links you had accepted one by one; they were left as they are."
            self._window.messages.say(words, "Clear those answers first (C in the list of pairs).", topic="split")

    # keys

    def _asked_here(self) -> bool:
        """Whether a group is seen that a key can be for; says where there is one if not."""
        if self.place.is_built and self.panel.isVisible() and len(self.panel.members.records):
            return not self._window.project.read_only
        self._window.messages.say("This is for the records of a group.", "Choose one in the Groups tab.", topic="group")
        return False

    def _on_tick(self) -> None:
        if self._asked_here():
            self.panel.toggle_ticks()

    def _on_cut(self) -> None:
        if not self._asked_here():
            return
        chosen, project = self.panel.selected_records(), self._window.project
        if len(chosen) != 2:
            words = "Select the two records that are different customers (Ctrl and a click on the second one)."
            self._window.messages.say("A link is between two records.", words, topic="group")
            return
        if self._do(project.decide_records, *chosen, Answer.NOT):
            groups = project.groups_now()
            self.made.emit()
            if groups is not None and groups.group_of[chosen[0]] == groups.group_of[chosen[1]]:
                words = "Untick the records on one side, then “Split off unticked” parts them."
                self._window.messages.say("They are still linked through other records.", words, topic="group")

    def _on_merge_ticked(self) -> None:
        if not self._asked_here():
            return
        ticked, project = self.panel.members.ticked, self._window.project
        if not 2 <= len(ticked) <= MOST_JOINED:
            words = f"Tick the records that are one customer, from two to {MOST_JOINED}."
            self._window.messages.say(f"{count(len(ticked), 'record is', 'records are')} ticked.", words, topic="group")
        elif self._do(project.join_records, ticked.tolist()):
            project.groups_now()
            self.made.emit()
