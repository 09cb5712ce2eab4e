"""UI: what a person says about columns: their roles, which headings belong together, day or month, the check column.

Each is one step of the history, for all lists that have the column.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Slot

from entityres.records.roles import NOT_COMPARED, Role
from entityres.session.stages import count
from entityres.ui.messages import MessageButton
from entityres.ui.models.check_offer import CHECK_WARNING
from entityres.ui.models.column_notes import CONFIRM, UNMAP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from entityres.records.fields import OutputColumn
    from entityres.ui.services import WindowServices

TOPIC = "check column"


class RoleChoices(QObject):
    """Changes the columns of the window's project."""

    def __init__(self, window: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._window = window
        self._released = ""

    @property
    def outputs(self) -> tuple[OutputColumn, ...]:
        """The lined-up columns of the project."""
        columns = self._window.project.columns
        return columns.output if columns is not None else ()

    @property
    def check(self) -> OutputColumn | None:
        """The column that checks the result."""
        return next((one for one in self.outputs if one.role is Role.CHECK), None)

    @Slot(object, str)
    def choose_role(self, output: OutputColumn, role: str) -> None:
        """Give a lined-up column a role in all lists that have it."""
        self._choose([(output, Role(role))], f"change of role of “{output.name}”")

    @Slot(list)
    def keep_several(self, outputs: Sequence[OutputColumn]) -> None:
        """Keep lined-up columns without comparing them, as one step."""
        kept = [(one, Role.CHECK if one.role is Role.CHECK else Role.KEEP) for one in outputs]
        self._choose(kept, f"keeping {count(len(kept), 'column')} without comparing")

    @Slot(list)
    def confirm_several(self, outputs: Sequence[OutputColumn]) -> None:
        """Take the roles that were found as the user's own choice, as one step."""
        self._choose([(one, one.role) for one in outputs], f"confirming {count(len(outputs), 'role')}")

    def _choose(self, wanted: Sequence[tuple[OutputColumn, Role]], step: str) -> None:
        """Give lined-up columns roles in all lists that have them."""
        project = self._window.project
        roles = dict(project.settings.roles)
        values: dict[str, Any] = {"roles": roles}
        released = ""
        for output, role in wanted:
            for record_list, heading in zip(project.lists, output.columns, strict=True):
                if heading is not None:
                    roles.pop(heading, None)
                    roles[f"{record_list.name}:{heading}"] = role
            if role is Role.CHECK:
                self._release_check(roles, output)
                values["check"] = output.name
            elif output.role is Role.CHECK:
                values["check"] = None
                released = output.name if role not in NOT_COMPARED else ""
        self._window.change(partial(project.change_settings, step, **values))
        if released:
            again = MessageButton("Use it as check column again", self._on_check_again_pressed)
            self._released = released
            self._window.messages.say(CHECK_WARNING, kind="warning", topic=TOPIC, buttons=[again])
        else:
            self._window.messages.withdraw(TOPIC)

    @Slot(object)
    def confirm(self, output: OutputColumn) -> None:
        """Take the role that was found as the user's own choice."""
        self.choose_role(output, output.role)

    @Slot(int, str, object)
    def line_up(self, number: int, heading: str, output: OutputColumn) -> None:
        """Put a column of a list into the row of an output column; "" takes out the one that is there."""
        project = self._window.project
        there = output.columns[number]
        if heading == (there or ""):
            return
        if not heading and there is not None:
            self._window.change(project.line_up_columns, (number, there), None)
            return
        partner = next(((i, one) for i, one in enumerate(output.columns) if one is not None and i != number), None)
        if partner is not None:
            self._window.change(project.line_up_columns, (number, heading), partner)

    def follow(self, does: str, number: int, output: OutputColumn) -> None:
        """Do what the button of a note says.

        Args:
            does: One of the deeds of `column_notes`.
            number: The list that the note is about, -1 for all.
            output: The column that it is about.
        """
        project = self._window.project
        if does == CONFIRM:
            self.confirm(output)
        elif does == UNMAP:
            heading = output.columns[number]
            if heading is not None:
                self._window.change(project.unmap_column, number, heading)
        else:
            self._window.change(project.set_date_order, output.name, does)

    @Slot(str)
    def check_by(self, name: str) -> None:
        """Let the column of that name check the result; "" for none."""
        output = next((one for one in self.outputs if one.name == name), None) if name else self.check
        if output is not None:
            self.choose_role(output, Role.CHECK if name else Role.KEEP)

    def _release_check(self, roles: dict[str, Role], new: OutputColumn) -> None:
        """The column that checked so far gets back the role that was found for it."""
        for one in self.outputs:
            if one.role is Role.CHECK and one.name != new.name:
                for record_list, heading in zip(self._window.project.lists, one.columns, strict=True):
                    roles.pop(f"{record_list.name}:{heading}", None)
                    roles.pop(heading or "", None)

    @Slot()
    def _on_check_again_pressed(self) -> None:
        self.check_by(self._released)
