"""UI: what can be done about a value that many records share: count it as empty, leave it to other keys, look at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QPushButton, QWidget

from entityres.ui.widgets.flow import FlowLayout

if TYPE_CHECKING:
    from entityres.ui.models.key_values import Hot


class ValueButtons(QWidget):
    """Buttons for one value; those that do not fit it are hidden.

    Signals:
        empty_asked(object): Treat this Hot as missing.
        others_asked(object): Let this Hot be a reason to compare only where another key fits as well.
        records_asked(object): Show the records of this Hot.
    """

    empty_asked = Signal(object)
    others_asked = Signal(object)
    records_asked = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._hot: Hot | None = None
        self.empty_button = QPushButton("Treat as empty")
        self.empty_button.setToolTip("Records with this value count as having none in its column")
        self.others_button = QPushButton("Only with another key")
        self.others_button.setToolTip(
            "Compare records with this value only where another key fits as well; it still counts in the score"
        )
        self.records_button = QPushButton("Show records")
        self.records_button.setToolTip("Show the pairs of the records with this value on the Review page")
        self.empty_button.clicked.connect(self._on_empty_clicked)
        self.others_button.clicked.connect(self._on_others_clicked)
        self.records_button.clicked.connect(self._on_records_clicked)
        self._layout = FlowLayout(self)
        for button in (self.empty_button, self.records_button, self.others_button):
            self._layout.addWidget(button)

    def add(self, button: QPushButton) -> None:
        """One more button, behind the others."""
        self._layout.addWidget(button)

    def show_value(self, hot: Hot | None) -> None:
        """Offer what can be done about this value."""
        self._hot = hot
        self.records_button.setEnabled(hot is not None)
        self.empty_button.setVisible(hot is not None and bool(hot.column))
        self.others_button.setVisible(hot is not None and bool(hot.value))

    @Slot()
    def _on_empty_clicked(self) -> None:
        self.empty_asked.emit(self._hot)

    @Slot()
    def _on_others_clicked(self) -> None:
        self.others_asked.emit(self._hot)

    @Slot()
    def _on_records_clicked(self) -> None:
        self.records_asked.emit(self._hot)
