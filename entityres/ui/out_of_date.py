"""UI: below Columns, say when what is shown comes from earlier settings, with the two ways out of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from entityres.session.stages import StageState, State, Step
from entityres.ui.messages import Message, MessageButton

if TYPE_CHECKING:
    from entityres.ui.main_window import MainWindow

TOPIC = "out of date"


class OutOfDate(QObject):
    """Says it as long as it is so, anew when the reason is another."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._said: tuple[object, ...] = ()

    def look(self, stages: dict[Step, StageState]) -> None:
        """Say it, or take it back, after something changed or another page is shown."""
        window, stage = self._window, stages[Step.MATCH]
        shown = window.step is not None and window.step >= Step.MATCH
        if stage.state is not State.OUT_OF_DATE or not shown or window.jobs.is_busy:
            window.messages.withdraw(TOPIC)
            self._said = () if stage.state is not State.OUT_OF_DATE else self._said
            return
        way = window.project.way_back
        offered = (stage.why, bool(window.project.lists), way)
        if self._said == offered and TOPIC in window.message_bar.topics:
            return
        self._said = offered
        buttons = []
        if window.project.lists:  # without a list there is nothing to match
            buttons.append(MessageButton("Update now", window.find_matches))
        if way:
            back = window.commands.undo if way == "undo" else window.commands.redo
            buttons.append(MessageButton(f"{way.capitalize()} the change", back))
        words = stage.why or "These results come from earlier settings."
        window.messages.message_posted.emit(Message(words, "", "warning", tuple(buttons), topic=TOPIC))
