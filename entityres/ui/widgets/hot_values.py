"""UI: values that cost a lot of pairs, one at a time, with what can be done about each."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget

from entityres.ui.models.key_values import Hot
from entityres.ui.theme import grid, set_kind
from entityres.ui.widgets.value_buttons import ValueButtons


class HotValues(QWidget):
    """The costliest value, its sentence and its remedies.

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
        self._values: tuple[Hot, ...] = ()
        self._at = 0
        self._title = QLabel()
        self._title.setTextFormat(Qt.TextFormat.PlainText)
        set_kind(self._title, "warning")
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._words.setWordWrap(True)
        set_kind(self._words, "muted")
        self._buttons = ValueButtons()
        self.empty_button, self.others_button = self._buttons.empty_button, self._buttons.others_button
        self.records_button = self._buttons.records_button
        self._buttons.empty_asked.connect(self.empty_asked)
        self._buttons.others_asked.connect(self.others_asked)
        self._buttons.records_asked.connect(self.records_asked)
        self.next_button = QPushButton("Next")
        set_kind(self.next_button, "link")
        self.next_button.clicked.connect(self._on_next_clicked)
        self._buttons.add(self.next_button)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(grid(1))
        layout.addWidget(self._title)
        layout.addWidget(self._words)
        layout.addWidget(self._buttons)

    @property
    def values(self) -> tuple[Hot, ...]:
        """What is shown, costliest first."""
        return self._values

    def show_values(self, values: tuple[Hot, ...]) -> None:
        """Show these values; none hides everything."""
        if values != self._values:
            self._values, self._at = values, 0
        self._refresh()

    def _refresh(self) -> None:
        many = len(self._values)
        self.setVisible(many > 0)
        if not many:
            return
        hot = self._values[self._at]
        self._title.setText("⚠ One value costs a lot" if many == 1 else f"⚠ {many} values cost a lot")
        self._words.setText(hot.words)
        self._buttons.show_value(hot)
        self.next_button.setVisible(many > 1)
        self.next_button.setText(f"Next ({self._at + 1} of {many})")

    @Slot()
    def _on_next_clicked(self) -> None:
        self._at = (self._at + 1) % len(self._values)
        self._refresh()
