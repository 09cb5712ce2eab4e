"""UI: what a person should know or say about a column: plain sentences, each with its buttons. No Qt in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from entityres.records.roles import LABELS, NOT_COMPARED, Role
from entityres.records.sentences import ended
from entityres.ui.models.check_offer import CHECK_WORDS

if TYPE_CHECKING:
    from entityres.records.open_dates import OpenDates
    from entityres.ui.models.roles_table import RolesTableModel

CONFIRM, UNMAP, DAY, MONTH = "confirm", "unmap", "day", "month"


@dataclass(frozen=True)
class Note:
    """One sentence.

    Attributes:
        text: The sentence.
        kind: Kind of label: "text" or "warning".
        buttons: Words and what the button does.
        number: The list that it is about, -1 for all.
    """

    text: str
    kind: str = "text"
    buttons: tuple[tuple[str, str], ...] = ()
    number: int = -1


def date_question(one: OpenDates) -> str:
    """The question about dates that can be read in two ways."""
    if one.clear:
        return ended(f"‘{one.column}’ mixes {one.examples[0]} and {one.clear}") + " Day first or month first?"
    return f"‘{one.column}’ has dates such as {one.examples[0]} that can be read in two ways. Day first or month first?"


def column_notes(
    model: RolesTableModel,
    source: int,
    names: Sequence[str],
    open_dates: Mapping[str, OpenDates],
    date_orders: Mapping[str, str],
) -> list[Note]:
    """The notes on a lined-up column, the most urgent first.

    Args:
        model: The columns.
        source: Which one.
        names: Names of the lists.
        open_dates: By output column the dates that can be read in two ways.
        date_orders: What the user said comes first, "day" or "month".
    """
    output, notes = model.output(source), []
    said = date_orders.get(output.name)
    if said:
        other = ("Month first", MONTH) if said == DAY else ("Day first", DAY)
        notes.append(Note(f"Its dates are read with the {said} first.", buttons=(other,)))
    elif output.name in open_dates:
        question = date_question(open_dates[output.name])
        notes.append(Note(question, "warning", (("Day first", DAY), ("Month first", MONTH))))
    if model.is_open(source):
        words = "Please confirm the role, or choose another one in the table."
        notes.append(Note(words, "warning", (("Confirm", CONFIRM),)))
    if output.role is Role.CHECK:
        notes.append(Note(CHECK_WORDS))
    elif output.role is Role.KEEP:
        notes.append(Note("Not compared; it travels to the merged record and the export."))
    if output.role not in NOT_COMPARED:
        for number in model.lists_of(source):
            if not model.filled_in(source, number):
                heading, what = output.columns[number], LABELS[output.role].lower()
                text = f"‘{heading}’ is empty in all rows of {names[number]}; {what} will not count there."
                notes.append(Note(text, "warning", (("Unmap", UNMAP),), number))
    return notes
