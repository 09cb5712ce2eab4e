"""UI: what stood out while the values were made ready to be compared: damaged, unclear or repeated ones, in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from entityres.session.stages import count
from entityres.ui.models.column_notes import Note
from entityres.ui.models.typesetting import typeset
from entityres.ui.widgets.card import Card
from entityres.ui.widgets.note_rows import NoteRows

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

MOST = 6
"""Sentences that are shown at once; of a list with hundreds of columns nobody reads more."""


class WorthKnowingCard(Card):
    """The sentences below each other; the card hides when there are none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Worth knowing about the values", parent)
        self.notes = NoteRows()
        self.add(self.notes)
        self.hide()

    def show_sentences(self, sentences: Sequence[str]) -> None:
        """Show these sentences of the engine."""
        shown = [Note(typeset(one)) for one in sentences[:MOST]]
        left = len(sentences) - len(shown)
        if left:
            shown.append(Note(f"And {count(left, 'remark')} more."))
        self.notes.show_notes(shown)
        self.notes.setToolTip("\n".join(typeset(one) for one in sentences[MOST:]))
        self.setVisible(bool(sentences))
