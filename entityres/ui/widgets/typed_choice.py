"""UI: a combo box that also takes what is typed, and knows what that means."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QComboBox, QLineEdit, QWidget

from entityres.ui.widgets.choice import Choice

if TYPE_CHECKING:
    from PySide6.QtGui import QFocusEvent


class TypedChoice(Choice):
    """A Choice among usual values in which another one can be typed; all is selected at first, so that typing replaces it.

    Signals:
        value_chosen: The user chose an entry or typed something; `value` has it.
    """

    value_chosen = Signal()

    def __init__(self, meaning: Callable[[str], str], parent: QWidget | None = None) -> None:
        """Make an empty one.

        Args:
            meaning: The value that a typed text means which is the name of no entry.
            parent: Its widget.
        """
        super().__init__(parent)
        self._meaning = meaning
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setCompleter(None)  # type: ignore[arg-type]  # Qt takes none for no completing
        self._line = QLineEdit(self)
        self.setLineEdit(self._line)
        self._line.textEdited.connect(self._on_text_edited)
        self.activated.connect(self._on_activated)

    @property
    def value(self) -> str:
        """What is chosen or typed; the entry that was chosen last while nothing is typed."""
        text = self._line.text()
        if not text or text == self.itemText(self.currentIndex()):
            return str(self.currentData() or "")
        named = self.findText(text.strip())
        return str(self.itemData(named)) if named >= 0 else self._meaning(text)

    @Slot()
    def _on_text_edited(self) -> None:
        self.value_chosen.emit()

    @Slot()
    def _on_activated(self) -> None:
        self.value_chosen.emit()

    # Qt overrides

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._line.selectAll()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if not self._line.text():
            self._line.setText(self.itemText(self.currentIndex()))
